//! Tables whose documents are titles alone, since the column of their texts has another name.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::document::reader::ending_of_copies;
use dejalu::document::{Document, FieldKind};

use super::inputs::{Input, Inputs};
use crate::cli::console::Console;

/// Sources whose documents are read from named columns; a reference may have nothing but a title.
const TABLES: [&str; 5] = [".csv", ".tsv", ".jsonl", ".json", ".parquet"];

/// The sources all of whose documents are titles alone.
pub(super) struct Titles(Vec<SourceTitles>);

/// Whether all documents of a source are titles alone.
struct SourceTitles {
    source: PathBuf,
    /// Its name, if there are several.
    name: Option<Arc<str>>,
    is_table: bool,
    titles: usize,
    others: usize,
}

impl Titles {
    pub(super) fn of(inputs: &Inputs) -> Self {
        let are_several = inputs.single().is_none();
        let sources = inputs.iter().map(|Input { path, name }| SourceTitles {
            is_table: path.is_file()
                && ending_of_copies(path).is_ok_and(|ending| TABLES.contains(&ending)),
            source: path.clone(),
            name: are_several.then(|| name.clone()),
            titles: 0,
            others: 0,
        });
        Titles(sources.collect())
    }

    /// Some documents were read.
    pub(super) fn see(&mut self, documents: &[Document]) {
        for document in documents {
            let is_its = |of_source: &&mut SourceTitles| of_source.name == document.source;
            let Some(of_source) = self.0.iter_mut().find(is_its) else {
                continue;
            };
            let mut fields = document.fields.iter();
            let is_title = document.named.is_empty()
                && fields.all(|field| field.kinds.contains(FieldKind::Title));
            of_source.titles += usize::from(is_title);
            of_source.others += usize::from(!is_title);
        }
    }

    /// Says so.
    pub(super) fn warn(&self, console: &Console) {
        let are_titles = |it: &&SourceTitles| it.is_table && it.titles > 0 && it.others == 0;
        for of_source in self.0.iter().filter(are_titles) {
            console.warn(&format!(
                "{}: only titles are compared, since no row has a text; name its column with --text or --html",
                of_source.source.display()
            ));
        }
    }
}
