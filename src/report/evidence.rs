//! What the documents of several pairs share: a page for each in one folder, and a list of them.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Explanation;
use super::figures::decimal;
use super::files::{rendered, write};
use crate::error::Result;
use crate::numerals::counted;
use crate::output::OutputFolder;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("evidence.html");

/// A folder of explanations.
pub struct EvidenceFolder {
    folder: OutputFolder,
    rows: Vec<Row>,
}

/// A pair in the list.
#[derive(Serialize)]
struct Row {
    /// Its page. Names of documents are none that a file can have.
    file: String,
    ids: [String; 2],
    decision: String,
    score: String,
    words: String,
}

#[derive(Serialize)]
struct Values<'a> {
    title: &'a str,
    headline: String,
    rows: &'a [Row],
}

impl EvidenceFolder {
    /// Makes the folder, before the work whose results it takes.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn create(path: &Path) -> Result<Self> {
        Ok(EvidenceFolder {
            folder: OutputFolder::create(path)?,
            rows: Vec::new(),
        })
    }

    /// Writes the page of a pair.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub fn add(&mut self, explanation: &Explanation) -> Result<()> {
        let file = format!("{:04}.html", self.rows.len() + 1);
        write(&self.folder.path().join(&file), &explanation.html()?)?;
        let judged = &explanation.judged;
        self.rows.push(Row {
            file,
            ids: judged.ids.clone(),
            decision: judged.judgement.decision.to_string(),
            score: decimal(judged.judgement.score, 3),
            words: explanation.verdict(),
        });
        Ok(())
    }

    /// Writes `index.html`, the list of the pages in the order in which they were added; returns
    /// its path.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub fn finish(self, title: &str) -> Result<PathBuf> {
        let values = Values {
            title,
            headline: counted(
                self.rows.len() as u64,
                "pair, explained",
                "pairs, explained",
            ),
            rows: &self.rows,
        };
        let path = self.folder.path().join(NAME);
        write(&path, &rendered(NAME, TEMPLATE, &values)?)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::document::Document;

    #[test]
    fn every_pair_has_a_page_whatever_its_documents_are_called() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("evidence");
        let mut folder = EvidenceFolder::create(&path).unwrap();
        let model = crate::bundled::model().unwrap();
        for names in [["../a", "b"], ["<b>", "c/d"]] {
            let text = "A storm broke the old timber pier of Vellan harbour.";
            let documents = names.map(|name| Document::plain(name, text));
            folder
                .add(&Explanation::new(&model, &documents).unwrap())
                .unwrap();
        }
        let list = fs::read_to_string(folder.finish("Evidence").unwrap()).unwrap();
        assert!(list.contains(r#"<a href="0002.html">"#), "{list}");
        assert!(list.contains("2 pairs, explained") && list.contains("&lt;b&gt;"));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 3);
        assert!(
            fs::read_to_string(path.join("0001.html"))
                .unwrap()
                .contains("Vellan")
        );
    }
}
