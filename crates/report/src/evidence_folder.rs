//! Writes what the documents of several pairs share: a page for each in one folder, and a list of
//! them.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use super::explanation::Explanation;
use super::figures::decimal;
use super::files::{INDEX, is_ours, refuse_foreign, rendered, report_folder, write};
use super::sanitize::sanitize_line;
use dejalu_base::error::{IoContext, Result};
use dejalu_base::plural::counted;
use dejalu_io::{OutputFolder, remove_output};
use dejalu_text::AnalyzedDocument;

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
    /// What people know them by, where they are records.
    known_by: [Option<String>; 2],
    decision: String,
    score: String,
    words: String,
}

impl EvidenceFolder {
    /// Makes the folder, before the work whose results it takes.
    ///
    /// # Errors
    ///
    /// It cannot be made, or holds an `index.html` that this program did not write.
    pub fn create(path: &Path) -> Result<Self> {
        Ok(EvidenceFolder {
            folder: report_folder(path)?,
            rows: Vec::new(),
        })
    }

    /// Writes the page of a pair.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to, or holds a page of that name that this program did not write.
    pub fn add(&mut self, explanation: &Explanation) -> Result<()> {
        let file = page_name(self.rows.len() + 1);
        let path = self.folder.path().join(&file);
        refuse_foreign(&path)?;
        write(&path, &explanation.html()?)?;
        let judged = &explanation.judged;
        self.rows.push(Row {
            file,
            ids: judged.ids.each_ref().map(|id| sanitize_line(id)),
            known_by: explanation.documents.each_ref().map(known_by),
            decision: judged.judgement.decision.to_string(),
            score: decimal(judged.judgement.score, 3),
            words: explanation.verdict(),
        });
        Ok(())
    }

    /// Writes `index.html`, the list of the pages in the order in which they were added; returns
    /// its path. Pages beyond these that an earlier run left in the folder are removed.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub fn finish(self, title: &str) -> Result<PathBuf> {
        let values = json!({
            "title": title,
            "headline": counted(
                self.rows.len(),
                "pair, explained",
                "pairs, explained",
            ),
            "rows": &self.rows,
        });
        let path = self.folder.path().join(INDEX);
        write(&path, &rendered(INDEX, TEMPLATE, &values)?)?;
        self.remove_pages_of_earlier_runs()?;
        Ok(path)
    }

    /// The numbers go on from the last page, so what they name and this program has written is none of
    /// this run.
    fn remove_pages_of_earlier_runs(&self) -> Result<()> {
        for number in self.rows.len() + 1.. {
            let path = self.folder.path().join(page_name(number));
            if !path.is_file() || !is_ours(&path).context("read", &path)? {
                break;
            }
            remove_output(&path)?;
        }
        Ok(())
    }
}

/// Title, authors and year of a record.
fn known_by(document: &AnalyzedDocument) -> Option<String> {
    let field = |name: &str| {
        let part = document.part(name)?;
        Some(sanitize_line(part.text.trim().trim_end_matches('.')))
    };
    let parts = ["title", "author", "year"].into_iter().filter_map(field);
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(". "))
}

/// The file of the page of this number, counted from 1.
fn page_name(number: usize) -> String {
    format!("{number:04}.html")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use dejalu_text::document::Document;

    #[test]
    fn pages_of_an_earlier_run_go_and_what_others_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let model = dejalu_experiment::model::builtin::model().unwrap();
        let documents = ["a", "b"].map(|name| Document::plain(name, "Boats wait at the pier."));
        let explanation = Explanation::new(&model, &documents).unwrap();
        let run = |pages: usize| {
            let mut written = EvidenceFolder::create(folder.path()).unwrap();
            (0..pages).for_each(|_| written.add(&explanation).unwrap());
            written.finish("Evidence").unwrap();
        };
        let files = || {
            let files = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = files.map(|it| it.unwrap().file_name()).collect();
            names.sort();
            names
        };
        run(3);
        fs::write(folder.path().join("notes.html"), "mine").unwrap();
        run(1);
        assert_eq!(files(), ["0001.html", "index.html", "notes.html"]);
        fs::write(folder.path().join("0001.html"), "mine").unwrap();
        run(0);
        assert_eq!(files(), ["0001.html", "index.html", "notes.html"]);
    }

    #[test]
    fn every_pair_has_a_page_whatever_its_documents_are_called() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("evidence");
        let mut folder = EvidenceFolder::create(&path).unwrap();
        let model = dejalu_experiment::model::builtin::model().unwrap();
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
