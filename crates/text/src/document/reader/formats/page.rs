//! Web pages.

use super::format::{Content, FileFormat};
use crate::document::encoding;

const fn ending(ending: &'static str) -> FileFormat {
    FileFormat {
        ending,
        read: |input, charset| {
            let decoded = encoding::decoded(input.text()?, true, charset)?;
            Ok(Content::Page(decoded))
        },
    }
}

pub(super) const FORMATS: &[FileFormat] = &[ending(".html"), ending(".htm"), ending(".xhtml")];
