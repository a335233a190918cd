//! Finds the quotations in a document.

use std::ops::Range;

use super::document::Document;
use super::mail;

/// Quotation marks that open, and what closes each.
const QUOTES: [(char, char); 6] = [
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('"', '"'),
];

impl Document {
    /// The document with blanks instead of its quotations, so that every other word stays where it
    /// was. Quotations are what occurs in quotation marks that close within their paragraph, and what a
    /// mail quotes in lines that begin with `>`, with its signature and footer.
    ///
    /// ```
    /// let document = dejalu_text::Document::plain("a", "She said: “Wait!” He left 12\" of snow.");
    /// let without = document.without_quotes();
    /// assert!(without.text.split_whitespace().eq("She said: He left 12\" of snow.".split(' ')));
    /// assert_eq!(without.text.find("He"), document.text.find("He"));
    /// ```
    pub fn without_quotes(&self) -> Document {
        let mut text = String::with_capacity(self.text.len());
        for quotation in quotations(&self.text) {
            text.push_str(&self.text[text.len()..quotation.start]);
            let quoted = self.text[quotation].bytes();
            text.extend(quoted.map(|b| if b == b'\n' { '\n' } else { ' ' }));
        }
        text.push_str(&self.text[text.len()..]);
        Document {
            text: text.into(),
            ..self.clone()
        }
    }
}

/// Passages in quotation marks, marks included, and parts of a mail that are not its author's; ascending and disjoint.
/// A mark that does not close before its paragraph ends opens nothing: it is an inch, or a slip.
pub fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = mail::quoted(text);
    let mut start = 0;
    for paragraph in text.split("\n\n") {
        let inside = quotations_of(paragraph).into_iter();
        found.extend(inside.map(|it| start + it.start..start + it.end));
        start += paragraph.len() + 2;
    }
    merged(found)
}

/// The same stretches, ascending and disjoint.
pub fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

fn quotations_of(paragraph: &str) -> Vec<Range<usize>> {
    // Without those whose closing mark does not occur any more.
    let mut quotes = QUOTES.to_vec();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, (open, close))) = paragraph[from..].char_indices().find_map(|(at, c)| {
        let opened = quotes.iter().find(|(open, _)| *open == c)?;
        Some((from + at, *opened))
    }) {
        from = start + open.len_utf8();
        if let Some(length) = paragraph[from..].find(close) {
            from += length + close.len_utf8();
            found.push(start..from);
        } else {
            quotes.retain(|quotes| quotes.1 != close);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_byte_stays_where_it_was() {
        let text = "é “déjà” lu";
        let without = Document::plain("a", text).without_quotes();
        assert_eq!(without.text.len(), text.len());
        assert_eq!(&without.text[text.len() - 2..], "lu");
        let words: Vec<&str> = without.text.split_whitespace().collect();
        assert_eq!(words, ["é", "lu"]);
    }

    #[test]
    fn what_closes_within_its_paragraph_is_quoted() {
        let quoted =
            |text| -> Vec<&str> { quotations(text).into_iter().map(|it| &text[it]).collect() };
        let text = "“a “b” c” «d\n\ne» 12\" “f\n\n\n“g” „h“ i”";
        assert_eq!(quoted(text), ["“a “b”", "“g”", "„h“"]);
        assert_eq!(
            quoted("« “a” » «b» »c“ «d« »e»"),
            ["« “a” »", "«b»", "»c“ «", "« »"]
        );
        // Each would read on to the end of the text.
        assert!(quotations(&"“«".repeat(200_000)).is_empty());
    }
}
