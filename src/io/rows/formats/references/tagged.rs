//! Records of lines that begin with a tag, as RIS and MEDLINE have them.

use std::ops::Range;
use std::path::Path;

use super::super::super::options::TableOptions;
use super::super::super::records::{Format, Records};
use super::super::super::row::Row;
use super::super::super::writing::Writing;
use super::lines::{Gathered, TextLines, copy};
use super::names::is_field;
use super::others::of_other_format;
use super::style::{Fields, Style};
use super::tagged_syntax::TaggedSyntax;
use crate::error::{Error, ErrorKind, InputError, Result};

/// A format of such records.
pub(in crate::io::rows::formats) trait TaggedFormat {
    /// How it marks its fields and records.
    const STYLE: &'static Style;
}

/// How it is read and written, its files ending like this.
pub(in crate::io::rows::formats) const fn tagged<F: TaggedFormat>(ending: &'static str) -> Format {
    Format {
        ending,
        open: |path, options| Ok(Box::new(Tagged::open(path, options, F::STYLE)?)),
        writing: Writing::Bytes {
            copy: |source, options, rows, out| {
                let records = Tagged::open(source, options, F::STYLE)?;
                copy(records, source, options, rows, out)
            },
            syntax: Some(|_, _| Ok(Box::new(TaggedSyntax(F::STYLE)))),
        },
        is_field,
    }
}

/// The records of a source.
struct Tagged {
    lines: TextLines,
    style: &'static Style,
    extent: Range<u64>,
    /// Whether there was a record, or fields of one.
    has_met: bool,
    ended: bool,
}

impl Tagged {
    fn open(path: &Path, options: &TableOptions, style: &'static Style) -> Result<Self> {
        Ok(Tagged {
            lines: TextLines::open(path, options)?,
            style,
            extent: 1..1,
            has_met: false,
            ended: false,
        })
    }

    /// The first line of the next record, or why there is none to be read; what else stands before it
    /// belongs to none. Fields there are of a record that lacks its first line, which must not be lost
    /// in silence, nor must a record of another format.
    fn find_first(&mut self) -> Option<Result<String>> {
        let mut outside = None;
        while let Some(line) = self.lines.next() {
            let is_next = match &line {
                Ok(line) => self.begins(line) || self.lost(line).is_some(),
                Err(_) => self.lines.has_ended(),
            };
            if is_next && let Some(error) = outside {
                self.lines.put_back(line);
                return Some(Err(error));
            }
            match line {
                Ok(line) if self.begins(&line) => return Some(Ok(line)),
                Ok(line) if outside.is_none() => {
                    let first = self.style.first;
                    let field = || {
                        self.is_inside(&line)
                            .then_some(InputError::OutsideRecord { first })
                    };
                    let here = self.lines.place.at_line(self.lines.number());
                    let fault = self.lost(&line).or_else(field);
                    outside = fault.map(|fault| Error::from(fault).at(&here));
                }
                Err(error) if self.lines.has_ended() => return Some(Err(error)),
                Ok(_) | Err(_) => {}
            }
        }
        outside.map(Err)
    }

    /// Why the record that begins on a line cannot be read: it is of another format, or begins behind the
    /// end of the one before it, as where files without a last line end were put together.
    fn lost(&self, line: &str) -> Option<InputError> {
        let first = self.style.first;
        of_other_format(line, first).or_else(|| {
            let (tag, value) = (self.style.field)(line)?;
            let value = value.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let begins = self.begins(value) || of_other_format(value, first).is_some();
            (begins && (self.style.ends)(line, Some(tag))).then_some(InputError::SharedLine)
        })
    }

    /// Whether a line holds a field that is not the end of a record.
    fn is_inside(&self, line: &str) -> bool {
        let field = (self.style.field)(line);
        field.is_some_and(|(tag, _)| !(self.style.ends)(line, Some(tag)))
    }

    fn begins(&self, line: &str) -> bool {
        (self.style.field)(line).is_some_and(|(tag, _)| tag == self.style.first)
    }

    /// The lines of a record that begins with this one.
    fn gather(&mut self, first: String) -> Gathered {
        let mut gathered = Gathered::default();
        gathered.add(Ok(first));
        while let Some(line) = self.lines.next() {
            if let Ok(text) = &line {
                let is_of_other =
                    || !self.style.is_closed && of_other_format(text, self.style.first).is_some();
                if self.begins(text) || is_of_other() {
                    self.lines.put_back(line);
                    break;
                }
                let tag = (self.style.field)(text).map(|(tag, _)| tag);
                if (self.style.ends)(text, tag) {
                    if self.lost(text).is_some() {
                        self.lines.put_back(line);
                    }
                    break;
                }
            }
            gathered.add(line);
        }
        self.lines.skip_blank();
        gathered
    }

    fn fields(&self, lines: Vec<String>) -> Fields {
        let mut fields = Fields::new();
        let mut open: Option<String> = None;
        for line in lines {
            match ((self.style.field)(&line), &open) {
                (Some((tag, value)), _) => {
                    let values = fields.entry(tag.to_owned()).or_default();
                    values.push(value.trim().to_owned());
                    open = Some(tag.to_owned());
                }
                (None, Some(tag)) => {
                    let last = fields.get_mut(tag).and_then(|values| values.last_mut());
                    if let Some(last) = last {
                        let more = line.trim();
                        if !last.is_empty() && !more.is_empty() {
                            last.push(' ');
                        }
                        last.push_str(more);
                    }
                }
                (None, None) => {}
            }
        }
        fields
    }
}

impl Records for Tagged {
    fn read(&mut self) -> Option<Result<Row>> {
        if self.ended {
            return None;
        }
        let first = self.find_first();
        let is_of_this = |first: &Result<String>| !first.as_ref().is_err_and(is_of_other);
        self.has_met |= first.as_ref().is_some_and(is_of_this);
        let first = match first {
            Some(Ok(first)) => first,
            Some(Err(error)) => {
                // Copies keep it as it is.
                let next = self.lines.number() + 1;
                self.extent = next..next;
                return Some(Err(error));
            }
            None => {
                self.ended = true;
                let none = self.lines.no_reference(self.style.first);
                return none.filter(|_| !self.has_met).map(Err);
            }
        };
        let begins = self.lines.number();
        let here = self.lines.place.at_line(begins);
        let gathered = self.gather(first).finish();
        self.extent = begins..self.lines.number() + 1;
        let row =
            gathered.map(|lines| Row::new(here.clone(), (self.style.cells)(self.fields(lines))));
        Some(row.map_err(|error| error.at(&here)))
    }

    fn has_ended(&self) -> bool {
        // Where every record was of another format, what is wrong with the source is still to be said.
        self.ended || self.has_met && self.lines.has_ended()
    }

    fn charset(&self) -> Option<&'static str> {
        self.lines.charset
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}

fn is_of_other(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Input(InputError::OtherFormat { .. })
    )
}
