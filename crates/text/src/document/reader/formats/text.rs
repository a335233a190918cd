//! Plain texts.

use super::format::{Content, FileFormat};
use crate::document::encoding;

const fn ending(ending: &'static str) -> FileFormat {
    FileFormat {
        ending,
        read: |input, charset| {
            let decoded = encoding::decoded(input.text()?, false, charset)?;
            Ok(Content::Text(decoded))
        },
    }
}

pub(super) const FORMATS: &[FileFormat] = &[ending(".txt"), ending(".md")];
