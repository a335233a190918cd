//! BibTeX and BibLaTeX. Each entry begins on a line of its own, and its parser sees it alone, so that a
//! broken one costs no other.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use biblatex::{
    Bibliography, Chunk, Chunks, ChunksExt, Entry, ParseError, RawBibliography, RawChunk,
};

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::writing::Writing;
use super::bib_strings::{Abbreviations, nests_too_deep};
use super::bib_syntax::BibSyntax;
use super::references::{Gathered, TextLines, cells, copy, entry_kind, is_field, of_other_format};
use crate::error::{Error, InputError, Result};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".bib",
    open: |path, options| Ok(Box::new(Entries::open(path, options)?)),
    writing: Writing::Bytes {
        copy: |source, options, rows, out| {
            let records = Entries::open(source, options)?;
            copy(records, source, options, rows, out)
        },
        syntax: Some(|_, _| Ok(Box::new(BibSyntax(NAMES)))),
    },
    is_field,
}];

/// What entries begin with.
const FIRST: &str = "@";

const NAMES: &[(&str, &[&str])] = &[
    ("title", &["title"]),
    ("author", &["author", "editor"]),
    ("year", &["year", "date"]),
    ("journal", &["journal", "journaltitle", "booktitle"]),
    ("number", &["number", "issue"]),
    ("isbn", &["isbn", "issn"]),
];

/// The entries of a source.
struct Entries {
    lines: TextLines,
    /// The abbreviations that were met.
    abbreviations: Abbreviations,
    extent: Range<u64>,
    /// Whether there was an entry of any kind.
    has_met: bool,
    ended: bool,
}

impl Entries {
    fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        Ok(Entries {
            lines: TextLines::open(path, options)?,
            abbreviations: Abbreviations::default(),
            extent: 1..1,
            has_met: false,
            ended: false,
        })
    }

    /// The lines of the next entry, whose first is given: until its braces are closed, or another entry
    /// begins.
    fn gather(&mut self, first: String) -> Gathered {
        let mut depth = depth_after(0, &first);
        let mut gathered = Gathered::default();
        gathered.add(Ok(first));
        while depth > 0
            && let Some(line) = self.lines.next()
        {
            if let Ok(text) = &line {
                if entry_kind(text).is_some() {
                    self.lines.put_back(line);
                    break;
                }
                depth = depth_after(depth, text);
            }
            gathered.add(line);
        }
        self.lines.skip_blank();
        gathered
    }

    fn entry(&self, text: &str) -> Result<Entry> {
        let problem = |problem: String| InputError::BadReference { problem };
        if nests_too_deep(text) {
            return Err(problem("its braces are nested more than 50 deep".to_owned()).into());
        }
        let cannot = |error: ParseError| problem(error.kind.to_string());
        let text = with_dollars(text);
        let mut raw = RawBibliography::parse(&text).map_err(cannot)?;
        raw.abbreviations = self.abbreviations.used_in(&raw.entries)?;
        let parsed = Bibliography::from_raw(raw).map_err(cannot)?;
        let mut entries = parsed.into_vec();
        match (entries.pop(), entries.len()) {
            (Some(entry), 0) => Ok(entry),
            (None, _) => Err(problem("it is empty".to_owned()).into()),
            (Some(_), _) => Err(problem("another one begins on its lines".to_owned()).into()),
        }
    }
}

impl Records for Entries {
    fn read(&mut self) -> Option<Result<Row>> {
        while let Some(line) = self.lines.next() {
            let first = match line {
                Ok(line) => line,
                Err(error) if self.lines.has_ended() => return Some(Err(error)),
                Err(_) => continue,
            };
            let begins = self.lines.number();
            let here = self.lines.place.at_line(begins);
            let Some(kind) = entry_kind(&first) else {
                let Some(fault) = of_other_format(&first, FIRST) else {
                    continue;
                };
                // Copies keep it as it is.
                self.extent = begins..begins;
                return Some(Err(Error::from(fault).at(&here)));
            };
            self.has_met = true;
            let gathered = self.gather(first).finish();
            match kind.as_str() {
                "comment" | "preamble" => continue,
                "string" => {
                    let string = gathered.unwrap_or_default().join("\n");
                    self.abbreviations.define(&with_dollars(&string));
                    continue;
                }
                _ => {}
            }
            self.extent = begins..self.lines.number() + 1;
            let entry = gathered.and_then(|lines| self.entry(&lines.join("\n")));
            let row = entry.map(|entry| Row::new(here.clone(), cells(fields(entry), NAMES)));
            return Some(row.map_err(|error| error.at(&here)));
        }
        let has_ended = std::mem::replace(&mut self.ended, true);
        let none = self.lines.no_reference(FIRST);
        none.filter(|_| !self.has_met && !has_ended).map(Err)
    }

    fn has_ended(&self) -> bool {
        self.ended || self.lines.has_ended()
    }

    fn charset(&self) -> Option<&'static str> {
        self.lines.charset
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}

fn fields(entry: Entry) -> Vec<(String, Vec<String>)> {
    let key = ("key".to_owned(), vec![entry.key]);
    let values = entry.fields.into_iter().map(|(name, mut value)| {
        if matches!(name.as_str(), "author" | "editor") {
            separate(&mut value);
        }
        let value = value.format_verbatim();
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let value = match name.as_str() {
            "pages" => value
                .replace(['\u{2013}', '\u{2014}'], "-")
                .replace("--", "-"),
            _ => value,
        };
        (name, vec![value])
    });
    values.chain([key]).collect()
}

/// Separates names. What stands in braces is one: `{Johnson and Johnson}`.
fn separate(names: &mut Chunks) {
    for chunk in names {
        if let Chunk::Normal(text) = &mut chunk.v {
            *text = text.replace(" and ", "; ");
        }
    }
}

/// The fields in which the parser knows no formulas.
const VERBATIM: [&str; 10] = [
    "doi", "eprint", "file", "pdf", "uri", "url", "urlraw", "verba", "verbb", "verbc",
];

/// An entry in which a dollar sign that begins no formula is escaped: BibTeX takes `costs $5` as it stands, but
/// the parser looks for the formula's end.
fn with_dollars(text: &str) -> Cow<'_, str> {
    let has_dollars = text.contains('$');
    let Some(raw) = has_dollars
        .then(|| RawBibliography::parse(text).ok())
        .flatten()
    else {
        return Cow::Borrowed(text);
    };
    let fields = raw.entries.iter().flat_map(|entry| &entry.v.fields);
    let fields = fields.filter(|field| !VERBATIM.contains(&&*field.key.v.to_ascii_lowercase()));
    let chunks = fields.chain(&raw.abbreviations);
    let chunks = chunks.flat_map(|field| &field.value.v);
    let mut places: Vec<usize> = chunks
        .flat_map(|chunk| match chunk.v {
            RawChunk::Normal(value) => lone_dollars(value)
                .map(|place| chunk.span.start + place)
                .collect(),
            RawChunk::Abbreviation(_) => Vec::new(),
        })
        .collect();
    // Abbreviations stand among the entries.
    places.sort_unstable();
    let mut escaped = String::new();
    let mut end = 0;
    for place in places {
        escaped.push_str(&text[end..place]);
        escaped.push('\\');
        end = place;
    }
    escaped.push_str(&text[end..]);
    Cow::Owned(escaped)
}

/// Where in a value dollar signs stand that begin no formula.
fn lone_dollars(value: &str) -> impl Iterator<Item = usize> {
    let bytes = value.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let place = at;
            at += match bytes[at] {
                b'\\' => 2,
                b'$' => match formula_length(&bytes[at + 1..]) {
                    Some(length) => length + 2,
                    None => {
                        at += 1;
                        return Some(place);
                    }
                },
                _ => 1,
            };
        }
        None
    })
}

/// The bytes of a formula before the dollar sign that ends it; `None` where none does, or only after a brace that
/// was opened before the formula or is not closed in it.
fn formula_length(rest: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, byte) in rest.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b'$' => return (depth == 0).then_some(place),
            _ => {}
        }
    }
    None
}

/// How many braces are open after a line, so many being open before it.
fn depth_after(depth: u64, line: &str) -> u64 {
    let mut escaped = false;
    line.bytes().fold(depth, |depth, byte| {
        let is_escaped = escaped;
        escaped = byte == b'\\' && !is_escaped;
        match byte {
            b'{' if !is_escaped => depth + 1,
            b'}' if !is_escaped => depth.saturating_sub(1),
            _ => depth,
        }
    })
}
