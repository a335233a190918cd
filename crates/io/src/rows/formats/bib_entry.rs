//! A BibTeX entry as it is written: its fields and where they stand.
//!
//! It is read as BibTeX reads it, and where that only warns nothing is lost: a comma may be missing or doubled, the
//! key missing or hold spaces, a comment stand behind a percent sign.

use std::ops::Range;

/// An entry.
pub(super) struct RawEntry<'t> {
    pub(super) key: &'t str,
    pub(super) fields: Vec<RawField<'t>>,
    /// End of its key and its fields: the closing brace or parenthesis stands behind it.
    pub(super) end: usize,
}

/// A field of an entry.
pub(super) struct RawField<'t> {
    pub(super) name: &'t str,
    /// Start of its name and of its value.
    pub(super) begins: usize,
    pub(super) value: Range<usize>,
    /// Pieces that `#` joins.
    pub(super) pieces: Vec<Piece<'t>>,
}

/// A part of a value.
#[derive(Clone, Copy)]
pub(super) enum Piece<'t> {
    /// Text in LaTeX.
    Latex(&'t str),
    /// The name of an abbreviation.
    Abbreviation(&'t str),
}

/// The opening of an entry: its kind in lower case, and the start of its content.
pub(super) struct Opening {
    /// Place of the `@`.
    pub(super) at: usize,
    pub(super) kind: String,
    /// Start of its content; none if it is not on this line.
    pub(super) inside: Option<usize>,
}

/// The first entry that begins in a text from this place on. A comment runs from a percent sign to the end.
pub(super) fn opening(text: &str, from: usize) -> Option<Opening> {
    let comment = text[from..].find('%').map_or(text.len(), |at| from + at);
    let mut at = from;
    while let Some(found) = text[at..comment].find('@') {
        let begins = at + found;
        at = begins + 1;
        let is_address = text[..begins].ends_with(|c: char| c.is_alphanumeric());
        let rest = text[at..].trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let behind = rest.trim_start_matches(is_name);
        let name = &rest[..rest.len() - behind.len()];
        if is_address || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let open = behind.trim_start();
        let is_open = open.starts_with(['{', '(']);
        let is_alone = open.is_empty() && text[..begins].trim().is_empty();
        if is_open || is_alone {
            return Some(Opening {
                at: begins,
                kind: name.to_ascii_lowercase(),
                inside: is_open.then_some(text.len() - open.len()),
            });
        }
    }
    None
}

/// Finds what closes an entry, line by line.
#[derive(Default)]
pub(super) struct Balance {
    /// True if parentheses are around it.
    in_parentheses: bool,
    has_begun: bool,
    depth: u64,
    in_quotes: bool,
    escaped: bool,
}

impl Balance {
    /// Finds the end of the entry in a text that goes on from the one before it, which begins with the brace or
    /// parenthesis that opens it: behind what closes it.
    pub(super) fn see(&mut self, text: &str) -> Option<usize> {
        for (place, byte) in text.bytes().enumerate() {
            if std::mem::take(&mut self.escaped) {
                continue;
            }
            match byte {
                b'(' if !self.has_begun => self.in_parentheses = true,
                b'\\' => self.escaped = true,
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                b'"' if self.in_parentheses && self.depth == 0 => self.in_quotes = !self.in_quotes,
                _ => {}
            }
            self.has_begun = true;
            let closes = if self.in_parentheses {
                byte == b')' && !self.in_quotes
            } else {
                byte == b'}'
            };
            if closes && self.depth == 0 {
                return Some(place + 1);
            }
        }
        self.escaped = false;
        None
    }
}

/// Reads an entry that begins the text.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn parse(text: &str) -> Result<RawEntry<'_>, String> {
    let mut parser = Parser::of(text)?;
    Ok(RawEntry {
        key: parser.key()?,
        fields: parser.fields()?,
        end: parser.end,
    })
}

/// Reads what `@string` defines: fields without a key.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn parse_strings(text: &str) -> Result<Vec<RawField<'_>>, String> {
    Parser::of(text)?.fields()
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Parser<'t> {
    /// At the content of the entry that begins the text.
    fn of(text: &'t str) -> Result<Self, String> {
        let open = opening(text, 0).and_then(|opening| opening.inside);
        let open = open.ok_or("expected opening brace")?;
        let length = Balance::default().see(&text[open..]);
        let length = length.ok_or("its closing brace is missing")?;
        Ok(Parser {
            text,
            at: open + 1,
            end: open + length - 1,
        })
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// The key, up to its comma. Where a field stands in its place there is none.
    fn key(&mut self) -> Result<&'t str, String> {
        let rest = self.rest();
        let comma = rest.find(',').unwrap_or(rest.len());
        let key = &rest[..comma];
        if key.contains('=') {
            return Ok("");
        }
        if comma == rest.len() {
            return Err("expected comma".to_owned());
        }
        self.at += comma + 1;
        Ok(key.trim())
    }

    fn fields(&mut self) -> Result<Vec<RawField<'t>>, String> {
        let mut fields = Vec::new();
        loop {
            self.skip(|c| c.is_whitespace() || c == ',');
            if self.rest().is_empty() {
                return Ok(fields);
            }
            fields.push(self.field()?);
        }
    }

    /// Passes over such characters and over comments.
    fn skip(&mut self, is_passed: impl Fn(char) -> bool) {
        loop {
            let rest = self.rest().trim_start_matches(&is_passed);
            self.at = self.end - rest.len();
            if !rest.starts_with('%') {
                return;
            }
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}(),=#\"%".contains(c);
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn field(&mut self) -> Result<RawField<'t>, String> {
        let begins = self.at;
        let name = self.word();
        if name.is_empty() {
            let found: String = self.rest().chars().take(1).collect();
            return Err(format!("expected the name of a field, found '{found}'"));
        }
        self.skip(char::is_whitespace);
        if !self.rest().starts_with('=') {
            return Err(format!("expected an equals sign behind '{name}'"));
        }
        self.at += 1;
        self.skip(char::is_whitespace);
        let from = self.at;
        let mut to = from;
        let mut pieces = Vec::new();
        while let Some(piece) = self.piece()? {
            pieces.push(piece);
            to = self.at;
            self.skip(char::is_whitespace);
            if !self.rest().starts_with('#') {
                break;
            }
            self.at += 1;
            self.skip(char::is_whitespace);
        }
        Ok(RawField {
            name,
            begins,
            value: from..to,
            pieces,
        })
    }

    /// A part of a value; none where it is missing.
    fn piece(&mut self) -> Result<Option<Piece<'t>>, String> {
        let rest = self.rest();
        let (is_quoted, inside) = match rest.as_bytes().first() {
            Some(b'{') => (false, &rest[1..]),
            Some(b'"') => (true, &rest[1..]),
            _ => {
                let word = self.word();
                let is_number = word.starts_with(|c: char| c.is_ascii_digit());
                let piece = if is_number {
                    Piece::Latex(word)
                } else {
                    Piece::Abbreviation(word)
                };
                return Ok((!word.is_empty()).then_some(piece));
            }
        };
        let length = closing(inside, is_quoted);
        let missing = if is_quoted { "quotation mark" } else { "brace" };
        let length = length.ok_or_else(|| format!("a closing {missing} is missing"))?;
        self.at += length + 2;
        Ok(Some(Piece::Latex(&inside[..length])))
    }
}

/// Place of the brace or the quotation mark that closes a value. Within braces a quotation mark is text.
fn closing(text: &str, is_quoted: bool) -> Option<usize> {
    let mut depth = 0_u64;
    let mut escaped = false;
    text.bytes().position(|byte| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        match byte {
            b'\\' => escaped = true,
            b'"' if is_quoted && depth == 0 => return true,
            b'}' if !is_quoted && depth == 0 => return true,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse(text) {
            Err(problem) => problem,
            Ok(entry) => {
                let field =
                    |field: &RawField<'_>| format!("{}={}", field.name, &text[field.value.clone()]);
                let fields: Vec<String> = entry.fields.iter().map(field).collect();
                format!("{}: {}", entry.key, fields.join("; "))
            }
        }
    }

    #[test]
    fn entries_are_read_where_bibtex_reads_them() {
        for (entry, expected) in [
            ("@misc{a, b = {c}}", "a: b={c}"),
            ("@misc(a, b = {c)}, d = \"e)\")", "a: b={c)}; d=\"e)\""),
            ("@misc{a,b={c}\n d={e},,}", "a: b={c}; d={e}"),
            ("@misc{,b={c}}", ": b={c}"),
            ("@misc{\nb={c}, d=1}", ": b={c}; d=1"),
            (
                "@misc{van Gogh 1,b=c # {d} # \"e\",}",
                "van Gogh 1: b=c # {d} # \"e\"",
            ),
            ("@misc{a, % x = 1\n b = {c} % d\n}", "a: b={c}"),
            (
                "@misc{a, b = \"the {\"}old{\"} one\"}",
                "a: b=\"the {\"}old{\"} one\"",
            ),
            ("@misc{a, b = , c = 1}", "a: b=; c=1"),
            ("@misc {a , b = {\\}}}", "a: b={\\}}"),
            ("@misc{a}", "expected comma"),
            ("@misc{a, {b}}", "expected the name of a field, found '{'"),
            ("@misc{a, b}", "expected an equals sign behind 'b'"),
            ("@misc{a, b = \"c}", "a closing quotation mark is missing"),
            ("@misc{a, b = {c}", "its closing brace is missing"),
        ] {
            assert_eq!(shown(entry), expected, "{entry}");
        }
    }

    #[test]
    fn an_entry_begins_with_its_kind_and_a_brace() {
        let found = |text: &str| opening(text, 0).map(|it| (it.at, it.kind, it.inside));
        assert_eq!(
            found("text @Misc {"),
            Some((5, "misc".to_owned(), Some(11)))
        );
        assert_eq!(found("@ string ("), Some((0, "string".to_owned(), Some(9))));
        assert_eq!(found("@article"), Some((0, "article".to_owned(), None)));
        for text in [
            "a@b.org {",
            "me@home{x}",
            "@ 2020 {",
            "% @misc{a",
            "at @home",
            "#misc{a}",
            "@comment x",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
