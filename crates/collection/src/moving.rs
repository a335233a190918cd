//! The files of the documents that groups remove.

use std::collections::HashSet;
use std::fmt;
use std::path::{Component, PathBuf};

use super::collection::Collection;
use super::dedupe::Deduplicated;
use super::dedupe_options::DedupeOptions;
use super::groups::{Grouping, Removal};
use super::judge::Judge;
use super::threshold::Threshold;
use dejalu_base::error::{Error, MoveError, Parameter, Result};
use dejalu_io::{FileState, MovedFile, check_free, move_files, path_of, place, undo_interrupted};
use dejalu_text::document::{Document, DocumentId};

/// The folder that the files of removed documents go to, and the conditions.
#[derive(Debug, Clone)]
pub struct MoveOptions {
    /// The folder that the documents were read from.
    pub from: PathBuf,
    /// The new folder that they are moved into, on the same file system.
    pub into: PathBuf,
    /// True if they are moved though nobody vouches for what is removed
    /// ([`DedupeOptions::is_vouched`]).
    pub unaudited: bool,
}

/// The files that were moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Number of files.
    pub files: usize,
    /// The removed documents whose files were left where they are, by id.
    pub left: Vec<LeftFile>,
}

/// A file that was not moved, since what was compared no longer exists. It is shown as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftFile {
    /// The removed document.
    pub id: DocumentId,
    /// The document whose file was changed: itself, or the one that is kept in its place.
    pub changed: DocumentId,
}

impl fmt::Display for LeftFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftFile { id, changed } = self;
        write!(f, "'{id}' stays where it is: ")?;
        if changed == id {
            f.write_str("it")?;
        } else {
            write!(f, "'{changed}', which is kept in its place,")?;
        }
        f.write_str(" was changed since it was read; deduplicate again")
    }
}

impl MoveOptions {
    /// Prepares a move, before documents are read: refuses what cannot be made of the result of these options,
    /// and puts back the files of an interrupted move, so that they are read too. Whether there was one.
    ///
    /// # Errors
    ///
    /// The documents are in no folder; nobody vouches for what is removed; several thresholds, of which
    /// each removes other documents; what [`undo_interrupted`] and [`check_free`] refuse.
    pub fn prepare(&self, options: &DedupeOptions, judge: &Judge) -> Result<bool> {
        self.check_folder()?;
        if options.audit.is_none() && options.threshold.given().len() > 1 {
            return Err(options.threshold.several());
        }
        if !self.unaudited && !options.is_vouched(judge) {
            let [audit, at] = [Parameter::Audit, Parameter::At];
            let unaudited = Parameter::Unaudited;
            let expected = format!(
                "expected {audit} with answers, a threshold of your own ({at}, or a rule), or {unaudited}: the share of wrong removals is unknown"
            );
            return Err(refused(self.into.display(), expected));
        }
        self.prepare_folder()
    }

    /// The same for groups that a table describes, which whoever made them vouches for.
    ///
    /// # Errors
    ///
    /// The documents are in no folder; what [`undo_interrupted`] and [`check_free`] refuse.
    pub fn prepare_folder(&self) -> Result<bool> {
        self.check_folder()?;
        let has_undone = undo_interrupted(&self.into)?;
        check_free(&self.from, &self.into)?;
        Ok(has_undone)
    }

    fn check_folder(&self) -> Result<()> {
        if self.from.is_dir() {
            Ok(())
        } else {
            Err(Error::from(MoveError::NoFolder).at(&place(&self.from)))
        }
    }

    /// Moves the files of removed documents ([`move_files`]), except where what was compared has been changed
    /// since. A document that was not read from a file has that of its name.
    ///
    /// # Errors
    ///
    /// A result that does not say what to remove: of several thresholds, or of an audit that only draws. A
    /// removed document that is no file of the folder, or not any more, or whose kept one is not there without
    /// it: removed since, or a link to it. What [`move_files`] refuses.
    pub fn run(&self, collection: &Collection, result: &Deduplicated) -> Result<Moved> {
        if result.audit.as_ref().is_some_and(|it| !it.is_verdict()) {
            let expected = "expected answers: what was drawn for an audit is to be looked at first";
            return Err(refused(self.from.display(), expected));
        }
        let [grouping] = &result.groupings[..] else {
            let given = result.groupings.iter().map(|grouping| grouping.at);
            return Err(Threshold::At(given.collect()).several());
        };
        self.run_grouping(collection, grouping)
    }

    /// The same for a grouping, whoever made it.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_grouping(&self, collection: &Collection, grouping: &Grouping) -> Result<Moved> {
        let (files, left) = self.removed_files(collection, grouping)?;
        if !files.is_empty() {
            move_files(&self.from, &files, &self.into)?;
        }
        Ok(Moved {
            files: files.len(),
            left,
        })
    }

    fn removed_files(
        &self,
        collection: &Collection,
        grouping: &Grouping,
    ) -> Result<(Vec<MovedFile>, Vec<LeftFile>)> {
        let document = |place: u32| &collection.documents()[place as usize];
        // Where the files are: a kept one that is a link must not lead to what is moved.
        let target_of = |place: u32| self.path_of(document(place))?.canonicalize().ok();
        let leaving: HashSet<PathBuf> = grouping
            .removed()
            .filter_map(|(place, _)| target_of(place))
            .collect();
        let (mut files, mut left) = (Vec::new(), Vec::new());
        for (place, Removal { in_favour_of, .. }) in grouping.removed() {
            let [removed, kept] = [place, in_favour_of].map(document);
            if target_of(place).is_none() {
                let expected = "expected a file of that name, which was read before";
                return Err(refused(&removed.id, expected));
            }
            if target_of(in_favour_of).is_none_or(|it| leaving.contains(&it)) {
                let expected = format!(
                    "expected '{}', which is kept in its place, to be there without it; read the folder again, without links",
                    kept.id
                );
                return Err(refused(&removed.id, expected));
            }
            match [removed, kept].into_iter().find(|it| self.is_changed(it)) {
                Some(changed) => left.push(LeftFile {
                    id: removed.id.clone(),
                    changed: changed.id.clone(),
                }),
                None => files.push(MovedFile {
                    path: path_of(removed.id.as_str()),
                    kept: kept.id.to_string(),
                }),
            }
        }
        Ok((files, left))
    }

    /// The path of a document's file; none of one that is no file of the folder.
    fn path_of(&self, document: &Document) -> Option<PathBuf> {
        let path = path_of(document.id.as_str());
        let is_below = |part| matches!(part, Component::Normal(_));
        if !path.components().all(is_below) {
            return None;
        }
        Some(self.from.join(path)).filter(|path| path.is_file())
    }

    fn is_changed(&self, document: &Document) -> bool {
        let now = self.path_of(document).as_deref().and_then(FileState::of);
        document.file.is_some() && document.file != now
    }
}

fn refused(found: impl fmt::Display, expected: impl Into<String>) -> Error {
    Error::invalid(Parameter::MoveRemoved, found, expected)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::dedupe;
    use dejalu_base::progress::Silent;
    use dejalu_text::document::reader::{OnBad, ReadOptions, read_all};

    /// A folder of files of the same text, the documents in it, and a place for removed files.
    fn folder(names: &[&str]) -> (tempfile::TempDir, MoveOptions) {
        let folder = tempfile::tempdir().unwrap();
        let options = MoveOptions {
            from: folder.path().join("notes"),
            into: folder.path().join("removed"),
            unaudited: false,
        };
        fs::create_dir(&options.from).unwrap();
        for name in names {
            fs::write(options.from.join(path_of(name)), "one two").unwrap();
        }
        (folder, options)
    }

    fn read(options: &MoveOptions) -> Vec<Document> {
        let read = read_all(&options.from, &ReadOptions::default(), OnBad::Stop);
        read.unwrap().documents
    }

    /// Moves what is removed of documents of the same text, after something has happened.
    fn moved(options: &MoveOptions, documents: Vec<Document>, then: impl Fn()) -> Result<Moved> {
        let judge = Judge::rule("jaccard=0.9", Default::default()).unwrap();
        let collection = Collection::new(documents);
        let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
        then();
        options.run(&collection, &result)
    }

    #[test]
    fn a_document_that_is_no_file_of_the_folder_is_refused() {
        for name in ["c.txt", "../outside.txt", ""] {
            let (folder, options) = folder(&["a.txt", "b.txt"]);
            fs::write(folder.path().join("outside.txt"), "one two").unwrap();
            // The longest is kept, and of equal ones the first by name.
            let texts = [("a.txt", "one two three"), (name, "one two")];
            let documents = texts.map(|(id, text)| Document::plain(id, text)).to_vec();
            let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
            let collection = Collection::new(documents);
            let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
            assert_eq!(
                options.run(&collection, &result).unwrap_err().to_string(),
                format!(
                    "move_removed '{name}': expected a file of that name, which was read before"
                )
            );
        }
    }

    #[test]
    fn a_file_that_was_changed_stays_and_so_does_what_it_was_kept_for() {
        for (changed, said) in [
            (
                "b.txt",
                &["'b.txt' stays where it is: it was changed since it was read; deduplicate again"]
                    [..],
            ),
            (
                "a.txt",
                &[
                    "'b.txt' stays where it is: 'a.txt', which is kept in its place, was changed since it was read; deduplicate again",
                    "'c.txt' stays where it is: 'a.txt', which is kept in its place, was changed since it was read; deduplicate again",
                ],
            ),
        ] {
            let (_folder, options) = folder(&["a.txt", "b.txt", "c.txt"]);
            let changed = options.from.join(changed);
            let change = || fs::write(&changed, "three four five").unwrap();
            let moved = moved(&options, read(&options), change).unwrap();
            let left: Vec<String> = moved.left.iter().map(LeftFile::to_string).collect();
            assert_eq!(left, said);
            assert_eq!(moved.files, 2 - said.len());
            assert_eq!(read(&options).len(), 1 + said.len());
        }
    }

    #[test]
    fn a_text_from_elsewhere_has_the_file_of_its_name() {
        let (_folder, options) = folder(&["a.txt", "b.txt"]);
        let documents = ["a.txt", "b.txt"].map(|id| Document::plain(id, "one two"));
        let moved = moved(&options, documents.to_vec(), || {}).unwrap();
        assert_eq!((moved.files, moved.left), (1, Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf8_is_moved_and_comes_back() {
        let (_folder, options) = folder(&["a.txt", "./b%FF%25.txt"]);
        let names = || read(&options).into_iter().map(|it| it.id.to_string());
        let before: Vec<String> = names().collect();
        // The escaped name is the first.
        assert_eq!(before, ["./b%FF%25.txt", "a.txt"]);
        fs::write(options.from.join("0.txt"), "one two").unwrap();
        let moved = moved(&options, read(&options), || {}).unwrap();
        assert_eq!(moved.files, 2);
        dejalu_io::restore(&options.into, None).unwrap();
        fs::remove_file(options.from.join("0.txt")).unwrap();
        assert_eq!(names().collect::<Vec<_>>(), before);
    }
}
