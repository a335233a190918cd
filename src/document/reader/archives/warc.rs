//! Archives of the web (`.warc`, ISO 28500): the pages and plain texts that servers sent, one by one. What
//! was sent with another status than 200, and what is neither a page nor a text, is passed over.

use std::io::{BufRead, Read};

use encoding_rs::Encoding;

use super::super::page::Page;
use super::super::source::Source;
use super::archive::{Archive, Members};
use super::http::Response;
use crate::error::{DocumentError, Error, InputError, Place, Result};
use crate::io::bounded::MOST_OF_DOCUMENT;
use crate::io::{Stream, place};

pub(super) const ARCHIVES: &[Archive] = &[Archive {
    ending: ".warc",
    open: |path| {
        Ok(Members {
            sources: Box::new(Pages {
                stream: Stream::of_bytes(path, MOST_OF_DOCUMENT)?,
                place: place(path),
                number: 0,
                ended: false,
            }),
            unknown: Vec::new(),
        })
    },
}];

/// The pages of an archive.
struct Pages {
    stream: Stream,
    place: Place,
    /// The number of the record that was read last, counted from 1.
    number: u64,
    ended: bool,
}

impl Iterator for Pages {
    type Item = Result<Source>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let read = self.record().and_then(|record| match record {
                None => {
                    self.ended = true;
                    Ok(None)
                }
                Some(record) => self.page(record).map_err(|error| error.at(&self.here())),
            });
            match read {
                Ok(None) => {}
                Ok(Some(page)) => return Some(Ok(Source::Page(page))),
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }
}

/// What the head of a record says.
#[derive(Default)]
struct Head {
    kind: String,
    url: String,
    date: String,
    /// In lower case.
    media: String,
    length: Option<u64>,
}

impl Pages {
    fn here(&self) -> Place {
        Place::named(format_args!("{}[{}]", self.place.source, self.number))
    }

    /// The head of the next record; none at the end.
    ///
    /// # Errors
    ///
    /// What is there begins no record, so that nothing after it can be read.
    fn record(&mut self) -> Result<Option<Head>> {
        let head = self.head();
        // Where one record ends wrongly, nobody knows where the next begins.
        self.ended |= head.is_err();
        head.map_err(|error| error.at(&self.here()))
    }

    fn head(&mut self) -> Result<Option<Head>> {
        const MOST_LINES: usize = 1_000;
        let mut line = self.line()?;
        while line.as_deref() == Some("") {
            line = self.line()?;
        }
        let Some(first) = line else {
            return Ok(None);
        };
        self.number += 1;
        if !first.starts_with("WARC/") {
            return Err(DocumentError::NoRecord.into());
        }
        let mut head = Head::default();
        for _ in 0..MOST_LINES {
            let Some(line) = self.line()? else {
                return Err(DocumentError::NoRecord.into());
            };
            if line.is_empty() {
                return Ok(Some(head));
            }
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim().to_owned();
            match name.trim().to_ascii_lowercase().as_str() {
                "warc-type" => head.kind = value,
                "warc-target-uri" => head.url = value.trim_matches(['<', '>']).to_owned(),
                "warc-date" => head.date = value,
                "content-type" => head.media = value.to_ascii_lowercase(),
                "content-length" => head.length = value.parse().ok(),
                _ => {}
            }
        }
        Err(DocumentError::NoRecord.into())
    }

    fn line(&mut self) -> Result<Option<String>> {
        let mut line = Vec::new();
        let any = self.stream.read_line(&mut line)?;
        Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The page of a record, if it holds one. The stream then stands behind the record.
    fn page(&mut self, head: Head) -> Result<Option<Page>> {
        let Some(length) = head.length else {
            self.ended = true;
            return Err(DocumentError::NoRecord.into());
        };
        let is_response = head.kind == "response" && head.media.starts_with("application/http");
        if !is_response && head.kind != "resource" {
            self.pass(length)?;
            return Ok(None);
        }
        if length > MOST_OF_DOCUMENT {
            self.pass(length)?;
            let most = MOST_OF_DOCUMENT;
            return Err(InputError::LongRecord { most }.into());
        }
        let content = self.content(length)?;
        let (bytes, media) = if is_response {
            match Response::of(&content)? {
                Some(response) => (response.body, response.media),
                None => return Ok(None),
            }
        } else {
            (content, head.media)
        };
        let mut parts = media.split(';').map(str::trim);
        let is_html = match parts.next().unwrap_or_default() {
            "text/html" | "application/xhtml+xml" => true,
            "text/plain" => false,
            _ => return Ok(None),
        };
        let charset = parts.find_map(|part| part.strip_prefix("charset="));
        let charset = charset.map(|name| name.trim_matches('"'));
        Ok(Some(Page {
            place: self.here(),
            id: format!("{} {}", head.url, head.date).into(),
            url: head.url,
            date: head.date,
            bytes,
            is_html,
            charset: charset.and_then(|name| Encoding::for_label(name.as_bytes())),
        }))
    }

    fn content(&mut self, length: u64) -> Result<Vec<u8>> {
        self.stream.next_piece();
        let mut content = Vec::new();
        let read = (&mut self.stream).take(length).read_to_end(&mut content);
        read.map_err(|reason| self.broken(reason))?;
        if content.len() as u64 == length {
            Ok(content)
        } else {
            self.ended = true;
            Err(DocumentError::NoRecord.into())
        }
    }

    /// Passes over a record's content.
    fn pass(&mut self, length: u64) -> Result<()> {
        let mut left = length;
        while left > 0 {
            self.stream.next_piece();
            let bytes = match self.stream.fill_buf() {
                Ok(bytes) => bytes.len(),
                Err(reason) => return Err(self.broken(reason)),
            };
            if bytes == 0 {
                self.ended = true;
                return Err(DocumentError::NoRecord.into());
            }
            let count = bytes.min(usize::try_from(left).unwrap_or(usize::MAX));
            self.stream.consume(count);
            left -= count as u64;
        }
        Ok(())
    }

    fn broken(&mut self, reason: std::io::Error) -> Error {
        self.ended = true;
        self.stream.error(reason)
    }
}
