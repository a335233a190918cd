//! The records of an archive of the web, whatever they hold. Reading goes on behind a damaged one.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use memchr::memmem;

use dejalu_base::error::{DocumentError, Error, Place, Result};
use dejalu_io::bounded::{MOST_OF_DOCUMENT, damaged_member};
use dejalu_io::{Stream, place};

/// First characters of the first line of every record.
const BEGIN: &[u8] = b"WARC/";

/// A record.
pub(super) struct WarcRecord {
    pub(super) place: Place,
    pub(super) head: Head,
    /// None where it is longer than a document may be.
    pub(super) content: Option<Vec<u8>>,
}

/// The head of a record.
#[derive(Default)]
pub(super) struct Head {
    pub(super) kind: String,
    pub(super) url: String,
    pub(super) date: String,
    /// In lower case.
    pub(super) media: String,
    length: Option<u64>,
}

/// The records of an archive, one by one.
///
/// A record whose length is right is followed by two line ends and the next record. Where it is not, the next
/// record is looked for in what was taken for content, so that a wrong length hides no other record.
pub(super) struct WarcRecords {
    stream: Stream,
    place: Place,
    /// Bytes that are read before those of the stream.
    again: Cursor<Vec<u8>>,
    /// Number of bytes that may still be read again: an archive of wrong lengths alone would take
    /// for ever.
    may_read_again: u64,
    /// The first line of the next record, with its end, if it was read already.
    first: Option<Vec<u8>>,
    /// The number of the record that was read last, counted from 1.
    number: u64,
    /// The reason why nothing after that record can be read.
    fault: Option<Error>,
    ended: bool,
}

impl WarcRecords {
    pub(super) fn open(path: &Path) -> Result<Self> {
        const MAY_READ_AGAIN: u64 = 1 << 30;
        Ok(WarcRecords {
            stream: Stream::of_records(path, MOST_OF_DOCUMENT)?,
            place: place(path),
            again: Cursor::default(),
            may_read_again: MAY_READ_AGAIN,
            first: None,
            number: 0,
            fault: None,
            ended: false,
        })
    }

    fn here(&self) -> Place {
        Place::named(format_args!("{}[{}]", self.place.source, self.number))
    }

    fn record(&mut self) -> Result<Option<WarcRecord>> {
        if !self.find_first()? {
            return Ok(None);
        }
        self.number += 1;
        let head = self.head()?;
        let length = head.length.ok_or(DocumentError::NoRecord)?;
        let content = if length > MOST_OF_DOCUMENT {
            self.pass(length)?;
            None
        } else {
            Some(self.content(length)?)
        };
        Ok(Some(WarcRecord {
            place: self.here(),
            head,
            content,
        }))
    }

    /// Reads the next line that is not blank; none at the end.
    fn find_first(&mut self) -> Result<bool> {
        while self.first.as_ref().is_none_or(|line| is_blank(line)) {
            match self.line()? {
                None => return Ok(false),
                line => self.first = line,
            }
        }
        Ok(true)
    }

    /// The head of a record whose first line was read.
    fn head(&mut self) -> Result<Head> {
        const MOST_LINES: usize = 1_000;
        let first = self.first.take().unwrap_or_default();
        if !first.starts_with(BEGIN) {
            return Err(DocumentError::NoRecord.into());
        }
        let mut head = Head::default();
        for _ in 0..MOST_LINES {
            let Some(line) = self.line()? else {
                break;
            };
            if is_blank(&line) {
                return Ok(head);
            }
            if line.starts_with(BEGIN) {
                self.first = Some(line);
                break;
            }
            head.see(&String::from_utf8_lossy(&line));
        }
        Err(DocumentError::NoRecord.into())
    }

    /// The content of a record of the length that its head says.
    fn content(&mut self, length: u64) -> Result<Vec<u8>> {
        self.stream.next_piece();
        let mut content = Vec::new();
        let read = (&mut self.again).take(length).read_to_end(&mut content);
        let left = length - content.len() as u64;
        let read = read.and_then(|_| (&mut self.stream).take(left).read_to_end(&mut content));
        read.map_err(|reason| self.broken(reason))?;
        let is_whole = content.len() as u64 == length;
        let mut after = Vec::new();
        let mut blanks = 0;
        self.first = loop {
            let line = self.line().unwrap_or_else(|error| {
                self.fault = Some(error);
                None
            });
            let Some(line) = line else {
                break None;
            };
            after.extend_from_slice(&line);
            if !is_blank(&line) {
                break Some(line);
            }
            blanks += 1;
        };
        let is_at_record = self.first.as_ref().is_none_or(|it| it.starts_with(BEGIN));
        if is_whole && is_at_record {
            return Ok(content);
        }
        let length = content.len();
        // The first bytes of the next record may stand in the content, and others behind it.
        content.append(&mut after);
        match hidden_record(&content) {
            Some(start) if self.may_read_again >= content.len() as u64 => {
                self.may_read_again -= content.len() as u64;
                content.drain(..start);
                self.read_again(content);
            }
            // What comes next is damaged, and not this one.
            _ if is_whole && blanks >= 2 => {
                content.truncate(length);
                return Ok(content);
            }
            _ => {}
        }
        Err(DocumentError::NoRecord.into())
    }

    fn read_again(&mut self, mut bytes: Vec<u8>) {
        self.first = None;
        // Nothing is left there: what fails is after it.
        let _ = self.again.read_to_end(&mut bytes);
        self.again = Cursor::new(bytes);
    }

    /// Passes over a record's content. Where another record begins in it, its length is taken to be wrong.
    fn pass(&mut self, length: u64) -> Result<()> {
        let (mut left, mut begins_line) = (length, true);
        while left > 0 {
            let mut line = self.line()?.ok_or(DocumentError::NoRecord)?;
            left = left.saturating_sub(line.len() as u64);
            if begins_line && line.starts_with(BEGIN) {
                line.extend(self.line()?.unwrap_or_default());
                if hidden_record(&line).is_some() {
                    self.read_again(line);
                    return Err(DocumentError::NoRecord.into());
                }
            }
            begins_line = line.ends_with(b"\n");
        }
        Ok(())
    }

    /// The next line with its end; none at the end. Of a long one the first bytes, which tell enough.
    fn line(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.stream.next_piece();
        let read = self.again.read_until(b'\n', &mut line);
        let read = read.and_then(|_| {
            if line.ends_with(b"\n") {
                return Ok(0);
            }
            let mut rest = (&mut self.stream).take(MOST_OF_DOCUMENT);
            rest.read_until(b'\n', &mut line)
        });
        read.map_err(|reason| self.broken(reason))?;
        Ok((!line.is_empty()).then_some(line))
    }

    fn broken(&mut self, reason: std::io::Error) -> Error {
        if damaged_member(&reason) {
            self.number += 1;
        } else {
            self.ended = true;
        }
        self.stream.error(reason)
    }

    /// Passes over what is damaged, to the line with which the next record begins.
    fn pass_damage(&mut self) {
        while !self.ended && self.first.as_ref().is_none_or(|it| !it.starts_with(BEGIN)) {
            match self.line() {
                Ok(None) => self.ended = true,
                Ok(line) => self.first = line,
                // It was said that the rest is damaged.
                Err(_) if self.ended => {}
                Err(error) => {
                    self.fault = Some(error);
                    return;
                }
            }
        }
    }
}

impl Iterator for WarcRecords {
    type Item = Result<WarcRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(fault) = self.fault.take() {
            return Some(Err(fault.at(&self.here())));
        }
        if self.ended {
            return None;
        }
        let record = self.record().map_err(|error| error.at(&self.here()));
        if record.is_err() {
            self.pass_damage();
        }
        record.transpose()
    }
}

impl Head {
    /// Takes a line of the head.
    fn see(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(':') else {
            return;
        };
        let value = value.trim().to_owned();
        match name.trim().to_ascii_lowercase().as_str() {
            "warc-type" => self.kind = value.to_ascii_lowercase(),
            "warc-target-uri" => self.url = value.trim_matches(['<', '>']).to_owned(),
            "warc-date" => self.date = value,
            "content-type" => self.media = value.to_ascii_lowercase(),
            "content-length" => self.length = value.parse().ok(),
            _ => {}
        }
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Start of a line of this content that begins a record: its version, and below it a field of a
/// record.
fn hidden_record(content: &[u8]) -> Option<usize> {
    let begins_line = |&at: &usize| at == 0 || content[at - 1] == b'\n';
    let has_field = |&at: &usize| {
        let mut lines = content[at..].split(|&byte| byte == b'\n').skip(1);
        // Of the last line of what was read no more may be known.
        lines.next().is_none_or(|line| {
            let line = line.to_ascii_lowercase();
            line.is_empty() || line.starts_with(b"warc-") || line.starts_with(b"content-")
        })
    };
    memmem::find_iter(content, BEGIN).find(|at| begins_line(at) && has_field(at))
}
