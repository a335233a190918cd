//! The interface of a format of rows: its records, one after the other.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::options::TableOptions;
use super::row::Row;
use super::writing::Writing;
use dejalu_base::error::{Error, Result};

/// The records of one source.
pub(super) trait Records: Send {
    /// The columns of every record, where they stand above the records; none where each record has
    /// keys of its own.
    fn header(&self) -> Option<Vec<Arc<str>>> {
        None
    }

    /// Returns whether the format itself names the fields, so that no name is another one in capitals: the `ID` of a
    /// reference is a number that its program gave, which several records may share, and not the document's id.
    fn names_fields(&self) -> bool {
        false
    }

    /// The delimiter of the cells of a record, if it is a character.
    fn delimiter(&self) -> Option<u8> {
        None
    }

    /// The next record. After an error the next may be good, unless the source has ended.
    fn read(&mut self) -> Option<Result<Row>>;

    /// Returns whether nothing more can be read.
    fn has_ended(&self) -> bool;

    /// A fault that shows only after the last record.
    fn fault(&self) -> Option<Error> {
        None
    }

    /// The same where there may be several.
    fn faults(&self) -> Vec<Error> {
        self.fault().into_iter().collect()
    }

    /// The character set that the source was found or said to be in; none for UTF-8.
    fn charset(&self) -> Option<&'static str> {
        None
    }

    /// The place in its source of the record that was read last, or of the header before the first
    /// one: lines counted from 1, or what else the format counts.
    fn extent(&self) -> Range<u64> {
        1..1
    }
}

/// A format of rows. Each is a file in `formats/`.
pub(super) struct Format {
    /// Ending of the names of such files, before `.gz` or `.zst`, in lower case.
    pub(super) ending: &'static str,
    /// Opens a source and reads its header, if there is one.
    pub(super) open: fn(&Path, &TableOptions) -> Result<Box<dyn Records>>,
    /// The way some of the records are written again.
    pub(super) writing: Writing,
    /// Whether a cell of this name can be filled from another record.
    pub(super) is_field: fn(&str) -> bool,
}
