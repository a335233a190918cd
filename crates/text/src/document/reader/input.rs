//! The bytes of a file that is one document: on disk, or in an archive.

use std::fs;
use std::io::{Cursor, Read, Seek};
use std::path::PathBuf;

use dejalu_base::error::{InputError, IoContext, Place, Result};
use dejalu_io::bounded::MOST_OF_DOCUMENT;
use dejalu_io::{Compression, FileState, RawText, Stream, no_folder, place};

/// A file that is no plain text may have so many bytes: pictures take more room than words.
pub(super) const MOST_OF_FILE: u64 = 128 << 20;

/// Bytes that can be read from any place.
pub(super) type Seekable = Box<dyn ReadSeek>;

/// The operations of [`Seekable`].
pub(super) trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// The source of the bytes of a document.
pub(super) enum Input {
    /// A file, compressed or not.
    File(PathBuf),
    /// Bytes that were taken out of an archive, and where they stand there.
    Bytes(Vec<u8>, Place),
}

impl Input {
    pub(super) fn place(&self) -> Place {
        match self {
            Input::File(path) => place(path),
            Input::Bytes(_, place) => place.clone(),
        }
    }

    /// The state of its file.
    pub(super) fn state(&self) -> Option<FileState> {
        match self {
            Input::File(path) => FileState::of(path),
            Input::Bytes(..) => None,
        }
    }

    /// Its bytes as those of a text.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read, damaged compression, more than 16 MiB.
    pub(super) fn text(&self) -> Result<RawText> {
        match self {
            Input::File(path) => RawText::read(path),
            Input::Bytes(bytes, _) if bytes.len() as u64 > MOST_OF_DOCUMENT => {
                let most = MOST_OF_DOCUMENT;
                Err(InputError::LargeFile { most }.into())
            }
            Input::Bytes(bytes, _) => RawText::of(bytes),
        }
    }

    /// Its bytes to be read in any order.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read, damaged compression, more than 128 MiB of compressed
    /// content.
    pub(super) fn seekable(&self) -> Result<Seekable> {
        match self {
            Input::File(path) if Compression::of(path).0 == Compression::None => {
                no_folder(path)?;
                Ok(Box::new(fs::File::open(path).context("open", path)?))
            }
            Input::File(path) => {
                let bytes = Stream::of_bytes(path, MOST_OF_FILE)?.read_all()?;
                Ok(Box::new(Cursor::new(bytes)))
            }
            Input::Bytes(bytes, _) => Ok(Box::new(Cursor::new(bytes.clone()))),
        }
    }

    /// Roughly how much memory it holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Input::File(_) => 0,
            Input::Bytes(bytes, _) => bytes.len(),
        }
    }
}
