//! The files of the documents that groups remove.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use super::collection::Collection;
use super::dedupe::Deduplicated;
use super::groups::Removal;
use crate::document::reader::files_by_id;
use crate::error::{Error, Parameter, Result};
use crate::io::MovedFile;

/// The files of a folder whose documents are removed, as [`move_files`](crate::io::move_files) moves
/// them, each with the document that is kept in its place. The collection was read from this folder.
///
/// # Errors
///
/// A result that does not say what to remove: of several thresholds, or of an audit that only draws. A removed
/// document that is no file of the folder, or not any more, or whose kept one is not there without it: removed since, or
/// a link to it; a path that is not UTF-8.
pub fn removed_files(
    collection: &Collection,
    result: &Deduplicated,
    folder: &Path,
) -> Result<Vec<MovedFile>> {
    let refused = |found: &dyn fmt::Display, expected: &str| {
        Error::invalid(Parameter::MoveRemoved, found, expected)
    };
    if result.audit.as_ref().is_some_and(|it| !it.is_verdict) {
        let expected = "expected answers: what was drawn for an audit is to be looked at first";
        return Err(refused(&folder.display(), expected));
    }
    let [grouping] = &result.groupings[..] else {
        let found = format!("{} thresholds", result.groupings.len());
        let expected = "expected one, for each removes other documents";
        return Err(refused(&found, expected));
    };
    let paths = files_by_id(folder)?;
    let id = |place: u32| &collection.documents()[place as usize].id;
    // Where the files are: a kept one that is a link must not lead to what is moved.
    let place_of = |place: u32| {
        let path = folder.join(paths.get(id(place))?);
        path.canonicalize().ok()
    };
    let leaving: HashSet<PathBuf> = grouping
        .removed()
        .filter_map(|(place, _)| place_of(place))
        .collect();
    let file = |(place, removal): (u32, Removal)| {
        let path = paths.get(id(place)).and_then(|path| path.to_str());
        let path = path.ok_or_else(|| {
            let expected = "expected a file of that name, in UTF-8, which was read before";
            refused(id(place), expected)
        })?;
        let kept = id(removal.in_favour_of);
        let stays = place_of(removal.in_favour_of).is_some_and(|it| !leaving.contains(&it));
        if !stays {
            let expected = format!(
                "expected '{kept}', which is kept in its place, to be there without it; read the folder again, without links"
            );
            return Err(refused(id(place), &expected));
        }
        Ok(MovedFile {
            path: path.to_string(),
            kept: kept.to_string(),
        })
    };
    grouping.removed().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::{DedupeOptions, Judge, dedupe};
    use crate::document::Document;
    use crate::progress::Silent;

    #[test]
    fn a_document_that_is_no_file_of_the_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.txt", "b.txt"] {
            std::fs::write(folder.path().join(name), "one two").unwrap();
        }
        let read = |ids: [&str; 2]| {
            let documents = ids.map(|id| Document::plain(id, "one two"));
            Collection::new(documents.to_vec())
        };
        let judge = Judge::rule("jaccard=0.9", Default::default()).unwrap();
        let moved = |ids: [&str; 2]| {
            let collection = read(ids);
            let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
            removed_files(&collection, &result, folder.path())
        };
        let file = MovedFile {
            path: "b.txt".to_string(),
            kept: "a.txt".to_string(),
        };
        assert_eq!(moved(["a.txt", "b.txt"]).unwrap(), [file]);
        assert_eq!(
            moved(["a.txt", "c.txt"]).unwrap_err().to_string(),
            "move_removed 'c.txt': expected a file of that name, in UTF-8, which was read before"
        );
    }
}
