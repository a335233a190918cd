//! Records of lines that begin with a tag, as RIS, MEDLINE, Web of Science and EndNote (`.enw`) have them.
//!
//! A record begins with a field, whichever it is: most programs write the type (`TY`) or the number (`PMID`) first,
//! but not all. It ends with its last line (`ER`), or where another begins: with a second first line, or behind a
//! blank line with what a record says once.

use std::ops::Range;
use std::path::Path;

use super::super::super::options::TableOptions;
use super::super::super::records::{Format, Records};
use super::super::super::row::Row;
use super::super::super::writing::Writing;
use super::lines::{Gathered, Line, TextLines, copy};
use super::names::is_field;
use super::notes::Notes;
use super::open::{Follows, Open};
use super::others::{of_other_format, table_among};
use super::style::{Fields, Style};
use super::tagged_syntax::TaggedSyntax;
use dejalu_base::error::{Error, Result};

/// A format of such records.
pub(in crate::rows::formats) trait TaggedFormat {
    /// Marks of its fields and records.
    const STYLE: &'static Style;
}

/// The format, with readers and writers, for files with this ending.
pub(in crate::rows::formats) const fn tagged<F: TaggedFormat>(ending: &'static str) -> Format {
    Format {
        ending,
        open: |path, options| Ok(Box::new(Tagged::open(path, options, F::STYLE)?)),
        writing: Writing::Bytes {
            copy: |source, options, rows, out| {
                let records = Tagged::open(source, options, F::STYLE)?;
                copy(records, source, options, rows, out)
            },
            syntax: Some(|_, _| Ok(Box::new(TaggedSyntax(F::STYLE)))),
            frame: F::STYLE.frame,
        },
        is_field,
    }
}

/// The records of a source.
struct Tagged {
    lines: TextLines,
    style: &'static Style,
    extent: Range<u64>,
    notes: Notes,
    /// True if there was a record of this format.
    has_met: bool,
    ended: bool,
}

impl Tagged {
    fn open(path: &Path, options: &TableOptions, style: &'static Style) -> Result<Self> {
        Ok(Tagged {
            lines: TextLines::open(path, options)?,
            style,
            extent: 0..0,
            notes: Notes::default(),
            has_met: false,
            ended: false,
        })
    }

    /// The next line, up to where another record begins on it.
    fn next_line(&mut self) -> Option<Line> {
        let line = self.lines.next()?;
        let Some(at) = self.joint(line.text()) else {
            return Some(line);
        };
        let (line, rest) = self.lines.split(line, at);
        self.lines.put_back(rest);
        Some(line)
    }

    /// Place in a line where another record begins, as where files without a last line end were put together.
    fn joint(&self, line: &str) -> Option<usize> {
        let is_white = |c: char| c.is_whitespace() || c == '\u{feff}';
        if let Some(field) = (self.style.field)(line)
            && self.style.ends(&field.tag)
        {
            let next = field.value.trim_start_matches(is_white);
            let begins = (self.style.field)(next).is_some()
                || of_other_format(next, self.style.first).is_some();
            return begins.then_some(line.len() - next.len());
        }
        let opening = self.style.opening?;
        let at = line.rfind(opening).filter(|&at| at > 0)?;
        let value = line[at + opening.len()..].trim_end();
        let is_word = |c: u8| c.is_ascii_uppercase() || c.is_ascii_digit();
        let is_record = !value.is_empty() && value.bytes().all(is_word);
        let is_first = line[..at].chars().all(is_white);
        (is_record && !is_first).then_some(at)
    }

    /// The first line of the next record, or why there is none to be read.
    fn find_first(&mut self) -> Option<Result<Line>> {
        while let Some(line) = self.next_line() {
            let here = self.lines.place.at_line(line.number);
            match &line.text {
                Err(_) if self.lines.has_ended() => {
                    self.ended = true;
                    return line.text.err().map(Err);
                }
                Err(_) => self.notes.between(line.number),
                Ok(_) if line.is_blank() => {}
                Ok(text) => {
                    if let Some(fault) = of_other_format(text, self.style.first) {
                        self.pass_over_other();
                        return Some(Err(Error::from(fault).at(&here)));
                    }
                    if let Some(fault) = table_among(text, &mut self.lines) {
                        return Some(Err(Error::from(fault).at(&here)));
                    }
                    match (self.style.field)(text) {
                        Some(field) if self.style.is_around(&field.tag) => {}
                        Some(field) if !self.style.ends(&field.tag) => return Some(Ok(line)),
                        _ => self.notes.between(line.number),
                    }
                }
            }
        }
        None
    }

    /// Passes over the lines of a record of another format, up to a blank line or to another record.
    fn pass_over_other(&mut self) {
        while let Some(line) = self.next_line() {
            let text = line.text();
            let is_first = || (self.style.field)(text).is_some_and(|it| it.tag == self.style.first);
            if line.is_blank() || of_other_format(text, self.style.first).is_some() || is_first() {
                return self.lines.put_back(line);
            }
        }
    }

    /// The lines of a record that begins with this one.
    fn gather(&mut self, first: Line) -> Gathered {
        let begins = first.number;
        let mut open = Open::of(first, self.style);
        let mut is_closed = self.style.last.is_none();
        while let Some(line) = self.next_line() {
            match open.follows(&line) {
                Follows::Inside => open.add(line),
                Follows::Behind => {
                    self.lines.put_back(line);
                    break;
                }
                Follows::BehindBlank => {
                    self.lines.put_back(line);
                    open.lines.put_back(open.block, &mut self.lines);
                    break;
                }
                Follows::AsLast => {
                    open.lines.add(line);
                    is_closed = true;
                    self.add_trailer(&mut open.lines);
                    break;
                }
            }
        }
        self.lines.skip_blank();
        self.notes.record(begins, is_closed);
        open.lines
    }

    /// Adds the fields behind the last line of a record that belong to no other one, as Ovid has them.
    fn add_trailer(&mut self, record: &mut Gathered) {
        let mut trailer = Gathered::default();
        while let Some(line) = self.next_line() {
            let field = (self.style.field)(line.text());
            let field = field.filter(|field| !self.style.is_around(&field.tag));
            let Some(tag) = field.map(|field| field.tag.into_owned()) else {
                self.lines.put_back(line);
                break;
            };
            trailer.add(line);
            if self.style.is_said_once(&tag) || self.style.ends(&tag) || trailer.is_long() {
                return trailer.put_back(0, &mut self.lines);
            }
        }
        record.append(trailer);
    }

    fn fields(&self, lines: Vec<String>) -> Fields {
        let first = lines.first().and_then(|line| (self.style.field)(line));
        let is_regular = first.is_some_and(|field| field.is_regular);
        let mut fields = Fields::new();
        let mut open: Option<String> = None;
        for line in lines {
            match (self.style.field_in(&line, is_regular), &open) {
                (Some(field), _) if self.style.ends(&field.tag) => open = None,
                (Some(field), _) => {
                    let tag = field.tag.into_owned();
                    let values = fields.entry(tag.clone()).or_default();
                    values.push(field.value.trim().to_owned());
                    open = Some(tag);
                }
                (None, Some(tag)) => {
                    let values = fields.entry(tag.clone()).or_default();
                    self.go_on(tag, values, line.trim());
                }
                (None, None) => {}
            }
        }
        fields
    }

    /// Adds a line without a tag to the values of the field before it.
    fn go_on(&self, tag: &str, values: &mut Vec<String>, more: &str) {
        match values.last_mut() {
            Some(last) if !self.style.lists.contains(&tag) => {
                if !last.is_empty() && !more.is_empty() {
                    last.push(' ');
                }
                last.push_str(more);
            }
            _ => values.push(more.to_owned()),
        }
    }
}

impl Records for Tagged {
    fn names_fields(&self) -> bool {
        true
    }

    fn read(&mut self) -> Option<Result<Row>> {
        if self.ended {
            return None;
        }
        let first = match self.find_first() {
            Some(Ok(first)) => first,
            Some(Err(error)) => {
                // Copies keep it as it is.
                let next = self.lines.position();
                self.extent = next..next;
                return Some(Err(error));
            }
            None => {
                self.ended = true;
                let none = self.lines.no_reference(self.style.first);
                return none.filter(|_| !self.has_met).map(Err);
            }
        };
        self.has_met = true;
        let here = self.lines.place.at_line(first.number);
        let begins = first.span.start;
        let gathered = self.gather(first).finish();
        self.extent = begins..self.lines.position();
        let row =
            gathered.map(|lines| Row::new(here.clone(), (self.style.cells)(self.fields(lines))));
        Some(row.map_err(|error| error.at(&here)))
    }

    fn has_ended(&self) -> bool {
        // Where every record was of another format, what is wrong with the source is still to be said.
        self.ended || self.has_met && self.lines.has_ended()
    }

    fn faults(&self) -> Vec<Error> {
        self.notes.errors(&self.lines.place, self.style.last)
    }

    fn charset(&self) -> Option<&'static str> {
        self.lines.charset
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}
