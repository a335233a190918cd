//! Notes on a source besides its records.

use dejalu_base::error::{Error, InputError, Place};

/// Text met between records, and records without a last line.
#[derive(Default)]
pub(in crate::rows::formats) struct Notes {
    /// Lines of text that belong to no record.
    between: Counted,
    /// Records without their last line.
    open: Counted,
    /// Start of the last record, if it has no last line.
    open_last: Option<u64>,
    /// True if any record has a last line.
    has_closed: bool,
}

/// A count, and the line of the first.
#[derive(Default)]
struct Counted {
    count: u64,
    first: u64,
}

impl Counted {
    fn add(&mut self, line: u64) {
        if self.count == 0 {
            self.first = line;
        }
        self.count += 1;
    }
}

impl Notes {
    /// Notes a line of text between records.
    pub(in crate::rows::formats) fn between(&mut self, line: u64) {
        self.between.add(line);
    }

    /// Notes a record that begins on this line, and whether it has its last line.
    pub(in crate::rows::formats) fn record(&mut self, line: u64, is_closed: bool) {
        self.has_closed |= is_closed;
        self.open_last = (!is_closed).then_some(line);
        if !is_closed {
            self.open.add(line);
        }
    }

    /// The notes as errors, for records that end with this tag.
    pub(in crate::rows::formats) fn errors(
        &self,
        place: &Place,
        last: Option<&'static str>,
    ) -> Vec<Error> {
        let mut errors = Vec::new();
        let mut add =
            |kind: InputError, line: u64| errors.push(Error::from(kind).at(&place.at_line(line)));
        if let Counted {
            count: lines @ 1..,
            first,
        } = self.between
        {
            add(InputError::BetweenReferences { lines }, first);
        }
        let cut = self.open_last.filter(|_| self.has_closed);
        if let (Some(last), Some(line)) = (last, cut) {
            add(InputError::CutReference { last }, line);
        }
        let open = self.open.count - u64::from(cut.is_some());
        if let (Some(last), references @ 1..) = (last, open) {
            add(
                InputError::OpenReferences { references, last },
                self.open.first,
            );
        }
        errors
    }
}
