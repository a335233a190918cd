use std::collections::BTreeMap;

use super::*;

/// A folder of documents, and the place of one for moved files beside it.
fn workshop() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (docs, away) = (folder.path().join("docs"), folder.path().join("away"));
    for path in ["a.txt", "b.txt", "sub/a.txt", "sub/deep/c.txt"] {
        let path = docs.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, path.to_str().unwrap()).unwrap();
    }
    (folder, docs, away)
}

fn files(paths: &[&str]) -> Vec<MovedFile> {
    let file = |path: &&str| MovedFile {
        path: path.into(),
        kept: "b.txt".into(),
    };
    paths.iter().map(file).collect()
}

const MOVED: [&str; 3] = ["a.txt", "sub/a.txt", "sub/deep/c.txt"];

/// All files below a folder.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| !entry.file_type().is_dir());
    files
        .map(|entry| {
            let path = entry.path();
            (path.to_path_buf(), fs::read(path).unwrap_or_default())
        })
        .collect()
}

fn refusal<T: std::fmt::Debug>(result: Result<T>, folder: &tempfile::TempDir) -> String {
    let said = result.unwrap_err().to_string();
    let root = folder.path().canonicalize().unwrap();
    let said = said.replace(&format!("{}/", root.display()), "");
    said.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn files_go_and_come_back() {
    let (_folder, docs, away) = workshop();
    let before = content(&docs);
    move_files(&docs, &files(&MOVED), &away).unwrap();
    assert_eq!(content(&docs).len(), 1);
    assert!(away.join("files/sub/deep/c.txt").is_file() && !away.join(MOVING).exists());
    let restored = restore(&away, None).unwrap();
    assert_eq!((restored.files, restored.missing), (3, Vec::new()));
    assert_eq!(content(&docs), before);
    assert!(!away.exists());
}

/// Whenever the program is killed, some first files are away and the rest is at home, and the manifest
/// is under one of its names.
#[test]
fn an_interruption_at_any_point_is_put_right() {
    for back in [false, true] {
        for moved in 0..=MOVED.len() {
            let (_folder, docs, away) = workshop();
            let before = content(&docs);
            move_files(&docs, &files(&MOVED), &away).unwrap();
            if !back {
                fs::rename(away.join(MANIFEST), away.join(MOVING)).unwrap();
            }
            for path in &MOVED[moved..] {
                rename(&away.join(FILES).join(path), &docs.join(path)).unwrap();
            }
            if back {
                restore(&away, None).unwrap();
            } else {
                assert!(undo_interrupted(&away).unwrap());
                assert!(!undo_interrupted(&away).unwrap());
            }
            assert_eq!(content(&docs), before, "{moved} moved");
            assert!(!away.exists());
        }
    }
}

#[test]
fn a_manifest_that_was_cut_short_is_removed_since_nothing_has_moved() {
    let (_folder, docs, away) = workshop();
    let before = content(&docs);
    move_files(&docs, &files(&["a.txt"]), &away).unwrap();
    let manifest = fs::read(away.join(MANIFEST)).unwrap();
    restore(&away, None).unwrap();
    for length in [0, 1, manifest.len() / 2, manifest.len()] {
        fs::create_dir(&away).unwrap();
        fs::write(away.join(MOVING), &manifest[..length]).unwrap();
        assert!(undo_interrupted(&away).unwrap());
        assert!(!away.exists(), "{length}");
        fs::create_dir(&away).unwrap();
        fs::write(away.join(MOVING), &manifest[..length]).unwrap();
        let restored = restore(&away, None).unwrap();
        assert_eq!((restored.to, restored.files), (None, 0));
        assert!(!away.exists(), "{length}");
        assert_eq!(content(&docs), before, "{length}");
    }
}

#[test]
fn a_file_that_cannot_be_moved_leaves_all_where_they_were() {
    let (folder, docs, away) = workshop();
    let before = content(&docs);
    for (last, said) in [
        (
            "gone.txt",
            "cannot open docs/gone.txt: No such file or directory (os error 2); correct the path",
        ),
        // Two are away when the third cannot be moved.
        (
            "a.txt",
            "cannot move docs/a.txt: entity already exists; give the name of a folder",
        ),
    ] {
        let files = files(&["a.txt", "sub/a.txt", last]);
        assert_eq!(refusal(move_files(&docs, &files, &away), &folder), said);
        assert_eq!(content(&docs), before);
        assert!(!away.exists());
    }
}

#[test]
fn a_manifest_that_cannot_be_written_leaves_nothing() {
    let (folder, _, away) = workshop();
    fs::create_dir(&away).unwrap();
    let written = write_manifest(&away.join(MOVING), |file| {
        file.write_all(b"{\"form")?;
        Err(io::ErrorKind::StorageFull.into())
    });
    assert_eq!(
        refusal(written, &folder),
        "cannot write away/moving.jsonl: no storage space; make room or choose another path"
    );
    assert!(!away.exists());
}

#[test]
fn a_move_that_cannot_be_ended_leaves_all_where_they_were() {
    let (folder, docs, away) = workshop();
    let before = content(&docs);
    // What the manifest cannot replace.
    fs::create_dir_all(away.join(MANIFEST)).unwrap();
    let from = docs.canonicalize().unwrap();
    let moved = move_checked(&from, &files(&MOVED), &away);
    let said = refusal(moved, &folder);
    assert!(
        said.starts_with("cannot write away/moving.jsonl: "),
        "{said}"
    );
    assert_eq!(content(&docs), before);
    assert!(!away.join(MOVING).exists() && !away.join(FILES).exists());
}

#[test]
fn nothing_is_overwritten_when_files_come_back() {
    let (folder, docs, away) = workshop();
    move_files(&docs, &files(&MOVED), &away).unwrap();
    fs::write(docs.join("sub/a.txt"), "another").unwrap();
    let before = content(folder.path());
    assert_eq!(
        refusal(restore(&away, None), &folder),
        "away: 'docs/sub/a.txt' is there again, and one of the two would be lost; move it away and restore again (nothing was moved)"
    );
    assert_eq!(content(folder.path()), before);
    let elsewhere = folder.path().join("elsewhere");
    assert_eq!(restore(&away, Some(&elsewhere)).unwrap().files, 3);
    assert_eq!(content(&elsewhere).len(), 3);
}

#[test]
fn what_somebody_has_deleted_is_named() {
    let (_folder, docs, away) = workshop();
    move_files(&docs, &files(&MOVED), &away).unwrap();
    fs::remove_file(away.join("files/sub/a.txt")).unwrap();
    let restored = restore(&away, None).unwrap();
    assert_eq!(
        (restored.files, restored.missing),
        (2, vec![PathBuf::from("sub/a.txt")])
    );
}

#[test]
fn folders_that_cannot_take_files_are_refused() {
    let (folder, docs, away) = workshop();
    let refused = |into: &Path| refusal(move_files(&docs, &files(&MOVED), into), &folder);
    assert_eq!(
        refused(&docs.join("removed/here")),
        "docs/removed/here: the folder lies within the documents, where the removed files would be read again; choose one outside"
    );
    fs::create_dir(&away).unwrap();
    fs::write(away.join("note"), "").unwrap();
    assert_eq!(
        refused(&away),
        "away: the folder is not empty; choose a new one"
    );
    let other = folder.path().join("other");
    move_files(&docs, &files(&["b.txt"]), &other).unwrap();
    assert_eq!(
        refused(&other),
        "other: the folder holds removed files already; restore them or choose a new folder"
    );
    assert_eq!(
        refusal(restore(&away, None), &folder),
        "away: the folder has no manifest of removed files, which is removed once all of them are restored; if they are not, correct the path"
    );
    restore(&other, None).unwrap();
    assert_eq!(
        refusal(restore(&other, None), &folder),
        "other: there is no such folder: it is removed once all of its files are restored; if they are not, correct the path"
    );
}

#[test]
fn manifests_that_were_not_written_here_are_refused() {
    for (line, found) in [
        ("{\"format\":1}", 1),
        (
            "{\"format\":1,\"from\":\"/x\",\"files\":1}\n{\"path\":\"../a\",\"kept\":\"\"}",
            2,
        ),
        (
            "{\"format\":1,\"from\":\"/x\",\"files\":2}\n{\"path\":\"a\",\"kept\":\"\"}",
            3,
        ),
    ] {
        let (folder, _, away) = workshop();
        fs::create_dir(&away).unwrap();
        fs::write(away.join(MANIFEST), line).unwrap();
        assert_eq!(
            refusal(restore(&away, None), &folder),
            format!(
                "away/manifest.jsonl:{found}: the manifest is damaged; correct the line, or move the files back by hand"
            )
        );
    }
}

#[test]
fn two_processes_do_not_move_at_once() {
    let (folder, docs, away) = workshop();
    move_files(&docs, &files(&MOVED), &away).unwrap();
    let other = File::open(away.join(MANIFEST)).unwrap();
    other.lock().unwrap();
    assert_eq!(
        refusal(restore(&away, None), &folder),
        "away: another process is moving these files; wait for it to finish"
    );
}

#[cfg(unix)]
#[test]
fn links_are_not_moved() {
    let (folder, docs, away) = workshop();
    std::os::unix::fs::symlink(docs.join("sub"), docs.join("link")).unwrap();
    let before = content(&docs);
    assert_eq!(
        refusal(
            move_files(&docs, &files(&["a.txt", "link/a.txt"]), &away),
            &folder
        ),
        "docs/link: a symbolic link to a place outside the folder; remove the link, or leave the documents behind it out of the collection"
    );
    assert_eq!(content(&docs), before);
    assert!(!away.exists());
}
