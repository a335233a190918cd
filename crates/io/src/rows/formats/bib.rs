//! BibTeX and BibLaTeX. Each entry is found by the brace that closes it, and read alone, so that a broken one costs
//! no other: one that is not closed ends where another begins on a line of its own.

use std::ops::Range;
use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::writing::{Frame, Writing};
use super::bib_entry::{Balance, Opening, opening, parse};
use super::bib_strings::{Abbreviations, nests_too_deep};
use super::bib_syntax::BibSyntax;
use super::bib_values::value;
use super::references::{
    Gathered, Line, Notes, TextLines, cells, copy, is_field, of_other_format, table_among,
};
use crate::bounded::MOST_OF_DOCUMENT;
use dejalu_base::error::{Error, InputError, Result};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".bib",
    open: |path, options| Ok(Box::new(Entries::open(path, options)?)),
    writing: Writing::Bytes {
        copy: |source, options, rows, out| {
            let records = Entries::open(source, options)?;
            copy(records, source, options, rows, out)
        },
        syntax: Some(|_, _| Ok(Box::new(BibSyntax(NAMES)))),
        frame: Frame::NONE,
    },
    is_field,
}];

/// First character of entries.
const FIRST: &str = "@";

const NAMES: &[(&str, &[&str])] = &[
    ("title", &["title"]),
    ("author", &["author", "editor"]),
    ("year", &["year", "date"]),
    ("journal", &["journal", "journaltitle", "booktitle"]),
    ("number", &["number", "issue"]),
    // BibLaTeX, Scopus and Web of Science name the number of an article, which has no pages then.
    ("pages", &["pages", "eid", "art_number", "article-number"]),
    ("isbn", &["isbn", "issn"]),
];

/// The entries of a source.
struct Entries {
    lines: TextLines,
    /// The abbreviations that were met.
    abbreviations: Abbreviations,
    extent: Range<u64>,
    notes: Notes,
    /// True if there was an entry of any kind.
    has_met: bool,
    /// True if a comment has no end, so that another one may have none either.
    has_open_comment: bool,
    ended: bool,
}

impl Entries {
    fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        Ok(Entries {
            lines: TextLines::open(path, options)?,
            abbreviations: Abbreviations::default(),
            extent: 0..0,
            notes: Notes::default(),
            has_met: false,
            has_open_comment: false,
            ended: false,
        })
    }

    /// Finds the start of the next entry, or the reason why it cannot be read.
    fn find(&mut self) -> Option<Result<(Opening, Line)>> {
        while let Some(line) = self.lines.next() {
            if line.text.is_err() && self.lines.has_ended() {
                self.ended = true;
                return line.text.err().map(Err);
            }
            let text = line.text();
            if let Some(fault) = of_other_format(text, FIRST) {
                let here = self.lines.place.at_line(line.number);
                self.pass_over_other();
                return Some(Err(Error::from(fault).at(&here)));
            }
            if let Some(fault) = table_among(text, &mut self.lines) {
                let here = self.lines.place.at_line(line.number);
                return Some(Err(Error::from(fault).at(&here)));
            }
            match opening(text, 0) {
                Some(found) if found.inside.is_none() && !self.opens_next() => {
                    self.note(text, line.number);
                }
                Some(found) => return Some(Ok(self.begin(found, line))),
                None if line.text.is_err() => self.notes.between(line.number),
                None => self.note(text, line.number),
            }
        }
        None
    }

    /// Returns whether the next line begins with what opens an entry.
    fn opens_next(&mut self) -> bool {
        let Some(next) = self.lines.next() else {
            return false;
        };
        let opens = next.text().trim_start().starts_with(['{', '(']);
        self.lines.put_back(next);
        opens
    }

    /// An entry that begins on this line, without the text before it.
    fn begin(&mut self, found: Opening, line: Line) -> (Opening, Line) {
        let before = &line.text()[..found.at];
        if before.trim_matches('\u{feff}').trim().is_empty() {
            return (found, line);
        }
        let before = before.to_owned();
        self.note(&before, line.number);
        let (_, line) = self.lines.split(line, found.at);
        let Opening { at, kind, inside } = found;
        let moved = Opening {
            at: 0,
            kind,
            inside: inside.map(|inside| inside - at),
        };
        (moved, line)
    }

    /// Notes a line between entries that holds text and is no comment.
    fn note(&mut self, text: &str, line: u64) {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let is_comment = text.starts_with('%') || text.to_ascii_lowercase().starts_with("@comment");
        if !is_comment && text.contains(char::is_alphanumeric) {
            self.notes.between(line);
        }
    }

    /// Passes over the lines of a record of another format, up to a blank line or to another record.
    fn pass_over_other(&mut self) {
        while let Some(line) = self.lines.next() {
            let text = line.text();
            let begins = opening(text, 0).is_some() || of_other_format(text, FIRST).is_some();
            if line.is_blank() || begins {
                return self.lines.put_back(line);
            }
        }
    }

    /// The lines of an entry, up to what closes it.
    fn gather(&mut self, found: &Opening, first: Line) -> Gathered {
        let is_comment = found.kind == "comment";
        let mut balance = Balance::default();
        let mut gathered = Gathered::default();
        // The first line of a comment on which another entry begins.
        let mut inner = None;
        let mut next = Some((first, found.inside));
        while let Some((line, inside)) = next.take() {
            // What opens the entry may stand on its second line.
            let from = inside.or_else(|| {
                let text = line.text();
                (gathered.len() > 0).then(|| {
                    if gathered.len() == 1 && found.inside.is_none() {
                        text.len() - text.trim_start().len()
                    } else {
                        0
                    }
                })
            });
            let end = from.and_then(|from| Some(from + balance.see(&line.text()[from..])?));
            if let Some(end) = end {
                self.close(&mut gathered, line, end);
                return gathered;
            }
            gathered.add(line);
            let Some(line) = self.lines.next() else {
                break;
            };
            if begins_entry(line.text()) {
                let may_hold = is_comment && !self.has_open_comment;
                if !may_hold {
                    self.lines.put_back(line);
                    return gathered;
                }
                inner.get_or_insert(gathered.len());
            }
            if is_comment && gathered.bytes() + line.text().len() as u64 > MOST_OF_DOCUMENT {
                self.lines.put_back(line);
                break;
            }
            next = Some((line, None));
        }
        if is_comment && let Some(inner) = inner {
            // It has no end: what seemed to be inside is not.
            self.has_open_comment = true;
            gathered.put_back(inner, &mut self.lines);
        }
        gathered
    }

    /// Adds the line on which an entry ends. What begins behind it on that line is put back.
    fn close(&mut self, gathered: &mut Gathered, line: Line, end: usize) {
        let behind = &line.text()[end..];
        let behind = behind.split('%').next().unwrap_or_default();
        if behind.contains(char::is_alphanumeric) {
            let (line, rest) = self.lines.split(line, end);
            gathered.add(line);
            self.lines.put_back(rest);
        } else {
            gathered.add(line);
            self.lines.skip_blank();
        }
    }

    /// The cells of an entry, each common name and own name with its value.
    fn fields(&self, text: &str) -> Result<Vec<(String, Vec<String>)>> {
        let problem = |problem: String| InputError::BadReference { problem };
        if nests_too_deep(text) {
            return Err(problem("its braces are nested more than 50 deep".to_owned()).into());
        }
        let entry = parse(text).map_err(problem)?;
        let mut left = MOST_OF_DOCUMENT as usize;
        let mut fields = vec![("key".to_owned(), vec![entry.key.to_owned()])];
        for field in &entry.fields {
            let most = MOST_OF_DOCUMENT;
            let long = InputError::LongRecord { most };
            let meaning = self
                .abbreviations
                .meaning(&field.pieces, left)
                .ok_or(long)?;
            left -= meaning.len();
            let name = field.name.to_lowercase();
            let value = value(&name, &meaning);
            fields.push((name, vec![value]));
        }
        Ok(fields)
    }
}

impl Records for Entries {
    fn names_fields(&self) -> bool {
        true
    }

    fn read(&mut self) -> Option<Result<Row>> {
        while let Some(found) = self.find() {
            let (found, first) = match found {
                Ok(found) => found,
                Err(error) => {
                    // Copies keep it as it is.
                    let next = self.lines.position();
                    self.extent = next..next;
                    return Some(Err(error));
                }
            };
            self.has_met = true;
            let here = self.lines.place.at_line(first.number);
            let begins = first.span.start;
            let gathered = self.gather(&found, first).finish();
            match &*found.kind {
                "comment" | "preamble" => continue,
                "string" => {
                    self.abbreviations
                        .define(&gathered.unwrap_or_default().join("\n"));
                    continue;
                }
                _ => {}
            }
            self.extent = begins..self.lines.position();
            let fields = gathered.and_then(|lines| self.fields(&lines.join("\n")));
            let row = fields.map(|mut fields| {
                fields.push(("entrytype".to_owned(), vec![found.kind.clone()]));
                Row::new(here.clone(), cells(fields, NAMES))
            });
            return Some(row.map_err(|error| error.at(&here)));
        }
        let has_ended = std::mem::replace(&mut self.ended, true);
        let none = self.lines.no_reference(FIRST);
        none.filter(|_| !self.has_met && !has_ended).map(Err)
    }

    fn has_ended(&self) -> bool {
        self.ended || self.has_met && self.lines.has_ended()
    }

    fn faults(&self) -> Vec<Error> {
        self.notes.errors(&self.lines.place, None)
    }

    fn charset(&self) -> Option<&'static str> {
        self.lines.charset
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}

/// Returns whether another entry begins with a line, indented or not: a value has no such line.
fn begins_entry(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('@') && opening(text, 0).is_some_and(|it| it.at == 0 && it.inside.is_some())
}
