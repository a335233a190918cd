//! The interface of a file format.

use encoding_rs::Encoding;

use super::super::input::Input;
use crate::document::document::Builder;
use crate::document::encoding::Decoded;
use dejalu_base::error::Result;

/// A format of files that are one document each.
pub(in crate::document::reader) struct FileFormat {
    /// Ending of the names of such files, before `.gz` or `.zst`, in lower case.
    pub(in crate::document::reader) ending: &'static str,
    /// Reads the content of a file. The character set is the one that a user named.
    pub(in crate::document::reader) read: fn(&Input, Option<&'static Encoding>) -> Result<Content>,
}

/// The content of a file.
pub(in crate::document::reader) enum Content {
    /// A plain text.
    Text(Decoded),
    /// The source of a web page.
    Page(Decoded),
    /// A text whose blocks are known.
    Blocks(Box<Builder>),
}
