//! Tables whose documents are titles alone, since the column of their texts has another name.

use std::path::{Path, PathBuf};

use dejalu::document::reader::ending_of_copies;
use dejalu::document::{Document, FieldKind};

use crate::cli::console::Console;

/// Sources whose documents are read from named columns; a reference may have nothing but a title.
const TABLES: [&str; 5] = [".csv", ".tsv", ".jsonl", ".json", ".parquet"];

/// Whether all documents of a source are titles alone.
pub(super) struct Titles {
    source: PathBuf,
    is_table: bool,
    titles: usize,
    others: usize,
}

impl Titles {
    pub(super) fn of(source: &Path) -> Self {
        let is_table = source.is_file()
            && ending_of_copies(source).is_ok_and(|ending| TABLES.contains(&ending));
        Titles {
            source: source.to_path_buf(),
            is_table,
            titles: 0,
            others: 0,
        }
    }

    /// Some documents were read.
    pub(super) fn see(&mut self, documents: &[Document]) {
        let is_title = |document: &Document| {
            let mut fields = document.fields.iter();
            document.named.is_empty() && fields.all(|field| field.kinds.contains(FieldKind::Title))
        };
        let titles = documents.iter().filter(|document| is_title(document));
        let titles = titles.count();
        self.titles += titles;
        self.others += documents.len() - titles;
    }

    /// Says so.
    pub(super) fn warn(&self, console: &Console) {
        if self.is_table && self.titles > 0 && self.others == 0 {
            console.warn(&format!(
                "{}: only titles are compared, since no row has a text; name its column with --text or --html",
                self.source.display()
            ));
        }
    }
}
