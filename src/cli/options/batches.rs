//! Documents batch by batch: a collection of any size is read in little memory.

use dejalu::document::Document;
use dejalu::document::reader::{DocumentReader, OnBad};
use dejalu::error::{DocumentError, Error, ErrorKind, InputError, Place, Result};
use dejalu_base::plural::counted;

use super::inputs::Inputs;
use super::left_out::LeftOut;
use super::titles::Titles;
use crate::cli::console::Console;

/// The documents of a source, some at a time. At its end it reports what was left out; a source none of
/// whose documents can be read is an error.
pub(in crate::cli) struct Batches<'c> {
    reader: DocumentReader,
    inputs: Inputs,
    on_bad: OnBad,
    console: &'c Console,
    left_out: Vec<Error>,
    read: usize,
    wordless: usize,
    is_done: bool,
    titles: Titles,
}

impl<'c> Batches<'c> {
    pub(super) fn new(
        reader: DocumentReader,
        inputs: &Inputs,
        on_bad: OnBad,
        console: &'c Console,
    ) -> Self {
        Batches {
            reader,
            inputs: inputs.clone(),
            on_bad,
            console,
            left_out: Vec::new(),
            read: 0,
            wordless: 0,
            is_done: false,
            titles: Titles::of(inputs),
        }
    }

    /// Returns whether something was left out so far.
    pub(in crate::cli) fn partly(&self) -> bool {
        !self.left_out.iter().all(Error::is_remark)
    }

    /// What was left out so far of each of several sources.
    pub(in crate::cli) fn left_out_of_sources(&self) -> LeftOut {
        LeftOut::of_sources(&self.left_out, &self.inputs)
    }

    fn end(&mut self) -> Result<()> {
        self.is_done = true;
        let passed_over = self.reader.passed_over();
        self.console.passed_over(&self.inputs, &passed_over);
        if self.read == 0 {
            let left_out = std::mem::take(&mut self.left_out);
            return Err(nothing_read(&self.inputs, left_out, self.console));
        }
        if let Some(wordless) = without_words(self.wordless) {
            self.console.say(&wordless);
        }
        self.titles.warn(self.console);
        self.console
            .left_out(("document", "documents"), &self.left_out);
        Ok(())
    }
}

impl Iterator for Batches<'_> {
    type Item = Result<Vec<Document>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        match self.reader.readable(self.on_bad, &mut self.left_out) {
            Ok(Some(documents)) => {
                self.read += documents.len();
                self.wordless += documents.iter().filter(|it| !it.has_words()).count();
                self.titles.see(&documents);
                Some(Ok(documents))
            }
            Ok(None) => self.end().err().map(Err),
            Err(error) => {
                self.is_done = true;
                Some(Err(error))
            }
        }
    }
}

/// States how many documents have nothing but their exact texts to compare.
pub(in crate::cli) fn without_words(documents: usize) -> Option<String> {
    let one = "document has no words and is compared as an exact text only";
    let many = "documents have no words and are compared as exact texts only";
    (documents > 0).then(|| counted(documents, one, many))
}

/// The refusal of a source none of whose documents can be read: the fault itself, if there is but one.
pub(super) fn nothing_read(inputs: &Inputs, mut faults: Vec<Error>, console: &Console) -> Error {
    if faults.len() == 1 {
        return faults.remove(0);
    }
    let by_columns = inputs.have_columns() && faults.iter().any(is_by_columns);
    let documents = console.left_out(("document", "documents"), &faults);
    let error = DocumentError::NothingRead {
        documents,
        by_columns,
    };
    let place = match inputs.single() {
        Some(source) => dejalu_io::place(source),
        None => Place::named(inputs),
    };
    Error::from(error).at(&place)
}

/// Returns whether naming a column may help with this fault.
fn is_by_columns(fault: &Error) -> bool {
    use InputError::{Columns, MissingValue, NoId};
    matches!(
        fault.kind(),
        ErrorKind::Input(Columns { .. } | MissingValue { .. } | NoId { .. })
            | ErrorKind::Document(DocumentError::NoWords)
    )
}
