//! Archives of the web (`.warc`, ISO 28500): the pages and plain texts that servers sent, one by one, and the plain
//! texts that others made of them (`conversion`; Common Crawl's `.warc.wet`). What was sent with another status than
//! 200, what is neither a page nor a text, and records of other types are passed over and counted.

use std::collections::HashMap;

use encoding_rs::Encoding;

use super::super::page::Page;
use super::super::passed_over::PassedOver;
use super::super::source::Source;
use super::archive::{Archive, Members};
use super::http::Response;
use super::warc_records::{WarcRecord, WarcRecords};
use crate::document::document::DocumentId;
use dejalu_base::error::{InputError, Result};
use dejalu_io::bounded::MOST_OF_DOCUMENT;

const fn ending(ending: &'static str) -> Archive {
    Archive {
        ending,
        open: |path| {
            let passed_over = PassedOver::default();
            Ok(Members {
                hidden: Vec::new(),
                sources: Box::new(Pages {
                    records: WarcRecords::open(path)?,
                    passed_over: passed_over.clone(),
                    captures: HashMap::new(),
                }),
                unknown: Vec::new(),
                passed_over,
            })
        },
    }
}

pub(super) const ARCHIVES: &[Archive] = &[ending(".warc"), ending(".wet")];

/// The pages of an archive.
struct Pages {
    records: WarcRecords,
    passed_over: PassedOver,
    /// Number of captures of each address and date.
    captures: HashMap<DocumentId, u64>,
}

impl Pages {
    /// Numbers what was captured once more in the same second.
    fn numbered(&mut self, mut page: Page) -> Page {
        let captures = self.captures.entry(page.id.clone()).or_default();
        *captures += 1;
        if *captures > 1 {
            page.id = format!("{} #{captures}", page.id).into();
        }
        page
    }
}

impl Iterator for Pages {
    type Item = Result<Source>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let page = self.records.next()?.and_then(|record| {
                let here = record.place.clone();
                page(record).map_err(|error| error.at(&here))
            });
            match page {
                Ok(Holds::Page(page)) => return Some(Ok(Source::Page(self.numbered(page)))),
                Ok(Holds::No(what)) => self.passed_over.count(what),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The content of a record: a page, or something else.
enum Holds {
    Page(Page),
    No(&'static str),
}

fn page(record: WarcRecord) -> Result<Holds> {
    let head = record.head;
    let is_response = head.kind == "response" && head.media.starts_with("application/http");
    if !is_response && !matches!(&*head.kind, "resource" | "conversion") {
        return Ok(Holds::No(match &*head.kind {
            "warcinfo" => "warcinfo_records",
            "request" => "request_records",
            "revisit" => "revisit_records",
            "metadata" => "metadata_records",
            "continuation" => "continuation_records",
            _ => "records_of_other_types",
        }));
    }
    let Some(content) = record.content else {
        let most = MOST_OF_DOCUMENT;
        return Err(InputError::LongRecord { most }.into());
    };
    let (bytes, media) = if is_response {
        match Response::of(&content)? {
            Some(response) => (response.body, response.media),
            None => return Ok(Holds::No("responses_of_other_status")),
        }
    } else {
        (content, head.media)
    };
    let mut parts = media.split(';').map(str::trim);
    let is_html = match parts.next().unwrap_or_default() {
        "text/html" | "application/xhtml+xml" => true,
        "text/plain" => false,
        "" if head.kind == "conversion" => false,
        _ => return Ok(Holds::No("neither_page_nor_text")),
    };
    let charset = parts.find_map(|part| part.strip_prefix("charset="));
    let charset = charset.map(|name| name.trim_matches('"'));
    Ok(Holds::Page(Page {
        place: record.place,
        id: format!("{} {}", head.url, head.date).into(),
        url: head.url,
        date: head.date,
        bytes,
        is_html,
        charset: charset.and_then(|name| Encoding::for_label(name.as_bytes())),
    }))
}
