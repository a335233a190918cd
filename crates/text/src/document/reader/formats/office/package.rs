//! The parts of a ZIP file, none larger than the memory can be trusted with.

use std::io::{BufReader, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::super::super::input::{Input, Seekable};
use dejalu_base::error::{DocumentError, Error, Result};

/// The parts of one document may have so many bytes together, decompressed: their markup takes many
/// times the text.
const MOST_OF_PARTS: u64 = 256 << 20;

/// A ZIP file.
pub(in crate::document::reader::formats) struct Package {
    archive: ZipArchive<Seekable>,
    left: u64,
}

impl Package {
    pub(in crate::document::reader::formats) fn open(input: &Input) -> Result<Self> {
        let archive = ZipArchive::new(input.seekable()?).map_err(|reason| damaged(&reason))?;
        Ok(Package {
            archive,
            left: MOST_OF_PARTS,
        })
    }

    /// A part by its name.
    ///
    /// # Errors
    ///
    /// It is not there, is damaged or encrypted, or what was read of the package is too much.
    pub(in crate::document::reader::formats) fn part(&mut self, name: &str) -> Result<Vec<u8>> {
        let part = match self.archive.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => {
                let part = name.to_owned();
                return Err(DocumentError::NoPart { part }.into());
            }
            Err(reason) => return Err(damaged(&reason)),
        };
        let mut bytes = Vec::new();
        let mut reader = BufReader::new(part).take(self.left + 1);
        let read = reader.read_to_end(&mut bytes);
        let read = read.map_err(DocumentError::damaged)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or(DocumentError::TooMuchMarkup {
                most: MOST_OF_PARTS,
            })?;
        Ok(bytes)
    }
}

fn damaged(reason: &ZipError) -> Error {
    DocumentError::damaged(reason).into()
}
