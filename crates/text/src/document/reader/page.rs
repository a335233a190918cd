//! Pages out of an archive of the web.

use encoding_rs::Encoding;

use super::options::ReadOptions;
use super::words::with_content;
use crate::document::document::{Document, DocumentId};
use crate::document::encoding::{self, Decoded};
use dejalu_base::error::{Place, Result};
use dejalu_io::RawText;

/// A page, or a plain text, as it was sent.
pub(super) struct Page {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    pub(super) url: String,
    /// Time of sending, in ISO 8601.
    pub(super) date: String,
    pub(super) bytes: Vec<u8>,
    pub(super) is_html: bool,
    /// The character set that was sent with it.
    pub(super) charset: Option<&'static Encoding>,
}

impl Page {
    fn decoded(&self, options: &ReadOptions) -> Result<Decoded> {
        let raw = || RawText::of(&self.bytes);
        let asked = options.table.encoding()?;
        // A server may be wrong; who asks is right.
        if let (None, Some(charset)) = (asked, self.charset)
            && let Ok(decoded) = encoding::decoded(raw()?, self.is_html, Some(charset))
        {
            return Ok(decoded);
        }
        encoding::decoded(raw()?, self.is_html, asked)
    }

    pub(super) fn parse(self, options: &ReadOptions) -> Result<Document> {
        let decoded = self.decoded(options);
        let Decoded {
            text,
            charset,
            has_zeros,
        } = decoded.map_err(|error| error.at(&self.place))?;
        let mut document = if self.is_html {
            Document::page(self.id, &text, Some(&self.url), options.main_content)
        } else {
            Document::plain(self.id, &text)
        };
        document.charset = charset;
        document.has_zeros = has_zeros;
        document.date = Some(self.date);
        with_content(document, &self.place)
    }

    /// The keys and values that it has in a row of JSONL.
    pub(super) fn cells(&self, options: &ReadOptions) -> Result<Vec<(&'static str, String)>> {
        let text = self.decoded(options)?.text;
        let key = if self.is_html { "html" } else { "text" };
        Ok(vec![
            ("url", self.url.clone()),
            ("date", self.date.clone()),
            (key, text),
        ])
    }
}
