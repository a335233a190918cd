//! A store that is damaged, full, old, new or in use is one clear sentence, and loses nothing.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use super::*;
use dejalu_base::error::ErrorKind;

struct OnDisk {
    folder: TempDir,
    path: PathBuf,
}

impl OnDisk {
    /// A store of so many documents, each with one sentence of its own and one of all.
    fn new(documents: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.registry");
        let mut registry = Registry::create(&path, AnalysisOptions::default()).unwrap();
        registry.register(&numbered(0..documents), None).unwrap();
        OnDisk { folder, path }
    }

    fn open(&self, access: Access) -> Result<Registry> {
        Registry::open(&self.path, access)
    }

    /// The error if the store holds these bytes.
    fn refusal(&self, bytes: &[u8]) -> String {
        fs::write(&self.path, bytes).unwrap();
        let error = self.open(Access::Read).err().unwrap().to_string();
        error.replace(&*self.path.to_string_lossy(), "x.registry")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap()
    }
}

fn numbered(numbers: std::ops::Range<usize>) -> Vec<Document> {
    let letter = |digit: usize| char::from(b'a' + digit as u8);
    let of = |number: usize| -> String {
        [number / 144, number / 12 % 12, number % 12]
            .map(letter)
            .iter()
            .collect()
    };
    let one = |number: usize| {
        document(
            &format!("{number:04}"),
            &[&format!("{}l", of(number)), "abc"],
        )
    };
    numbers.map(one).collect()
}

/// Everything that the store can be asked, as text.
fn everything(registry: &Registry) -> Result<String> {
    let mut all = String::new();
    for new in [
        document("new", &["abc", "aabl"]),
        document("new", &["bcdl"]),
    ] {
        all += &format!("{:?}", registry.probe(&new, &ProbeOptions::default())?);
    }
    registry.export(|document| {
        all += &document.text;
        Ok(())
    })?;
    Ok(all + &format!("{:?}{:?}", registry.list()?, registry.stats()?))
}

#[test]
fn damage_anywhere_is_an_error_or_makes_no_difference() {
    let store = OnDisk::new(60);
    let sound = store.bytes();
    let expected = everything(&store.open(Access::Read).unwrap()).unwrap();
    let mut chance = 7u64;
    let mut below = |most: usize| {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % most
    };
    let mut found = 0;
    for turn in 0..160 {
        let mut bytes = sound.clone();
        let at = below(bytes.len());
        let end = bytes.len().min(at + 64);
        match turn % 4 {
            0 => bytes[at] ^= 1 << below(8),
            1 => bytes[at..end].fill(0),
            2 => bytes[at..end]
                .iter_mut()
                .for_each(|byte| *byte = below(256) as u8),
            _ => bytes.truncate(at),
        }
        fs::write(&store.path, &bytes).unwrap();
        let asked = store.open(Access::Read).and_then(|registry| {
            registry.verify()?;
            everything(&registry)
        });
        match asked {
            Ok(all) => assert_eq!(all, expected, "turn {turn}, byte {at}"),
            Err(error) => {
                found += 1;
                assert!(matches!(error.kind(), ErrorKind::Registry(_)), "{error}");
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
        }
        // Without the check nothing breaks either.
        let _ = store
            .open(Access::Read)
            .and_then(|registry| everything(&registry));
        let _ = store
            .open(Access::Write)
            .and_then(|mut registry| registry.register(&numbered(60..70), None));
    }
    assert!(found > 40, "{found}");
}

/// A bit at a time, everywhere: in keys, in the pages that lead to others, in values.
#[test]
fn after_a_flipped_bit_a_store_answers_as_before_or_not_at_all() {
    let store = OnDisk::new(100);
    let sound = store.bytes();
    let expected = everything(&store.open(Access::Read).unwrap()).unwrap();
    let (bits, flips) = (8 * sound.len(), 500);
    let mut refused = 0;
    for flip in 0..flips {
        let bit = flip * bits / flips + flip % 8;
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&store.path, &bytes).unwrap();
        match store.open(Access::Read).and_then(|it| everything(&it)) {
            Ok(all) => assert_eq!(all, expected, "bit {bit}"),
            Err(error) => {
                refused += 1;
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
        }
    }
    assert!(refused > flips / 8, "{refused}");
}

#[test]
fn a_batch_that_panics_leaves_what_was_there() {
    let store = OnDisk::new(5);
    let mut registry = store.open(Access::Write).unwrap();
    let before = everything(&registry).unwrap();
    let new = Prepared::new(&registry.analyzer, &numbered(5..6)[0], None);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        registry.index.batch(|index| -> Result<()> {
            new.admit(index, None)?;
            resume_unwind(Box::new("stopped"))
        })
    }));
    assert!(panicked.is_err());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        registry.export(|_| resume_unwind(Box::new("stopped")))
    }));
    assert!(panicked.is_err());
    assert_eq!(everything(&registry).unwrap(), before);
    registry.register(&numbered(5..7), None).unwrap();
    assert_eq!(registry.stats().unwrap().documents, 7);
}

/// A store that a killed process left behind, with documents that are in its log alone.
fn killed() -> OnDisk {
    let store = OnDisk::new(5);
    let mut writer = store.open(Access::Write).unwrap();
    writer.register(&numbered(5..7), None).unwrap();
    let reader = store.open(Access::Read).unwrap();
    let left = OnDisk::new(0);
    let log = |store: &OnDisk| store.folder.path().join("x.registry-wal");
    // Who reads on keeps the log from being merged.
    let reading = &reader.index.store;
    reading
        .snapshot(|| {
            reader.stats()?;
            writer.register(&numbered(7..10), None)?;
            fs::copy(&store.path, &left.path).unwrap();
            fs::copy(log(&store), log(&left)).unwrap();
            Ok(())
        })
        .unwrap();
    left
}

#[test]
fn a_damaged_log_stays_where_it_is() {
    let left = killed();
    let path = left.folder.path().join("x.registry-wal");
    let (store, log) = (left.bytes(), fs::read(&path).unwrap());
    let refusal = |access: Access| {
        let error = left.open(access).err().unwrap().to_string();
        error.replace(&*path.to_string_lossy(), "x.registry-wal")
    };
    for flip in 0..30 {
        let mut damaged = log.clone();
        let at = flip * log.len() / 30;
        damaged[at] ^= 1 << (flip % 8);
        fs::write(&path, &damaged).unwrap();
        for access in [Access::Read, Access::Write] {
            assert_eq!(
                refusal(access),
                "x.registry-wal: the registry's log, which alone contains the latest registrations, is damaged; restore both files from a backup, or move this one away to continue without its contents",
                "byte {at}"
            );
        }
        assert!(left.bytes() == store && fs::read(&path).unwrap() == damaged);
    }
    // Moved away, it costs what it held.
    fs::remove_file(&path).unwrap();
    let registry = left.open(Access::Read).unwrap();
    registry.verify().unwrap();
    assert_eq!(registry.stats().unwrap().documents, 7);
}

#[test]
fn a_log_is_merged_as_far_as_it_was_written() {
    let left = killed();
    let path = left.folder.path().join("x.registry-wal");
    let (store, log) = (left.bytes(), fs::read(&path).unwrap());
    for (length, documents) in [
        (log.len(), 10),
        (log.len() - 1, 7),
        (log.len() / 2, 7),
        (40, 7),
        (20, 7),
        (0, 7),
    ] {
        fs::write(&left.path, &store).unwrap();
        fs::write(&path, &log[..length]).unwrap();
        let registry = left.open(Access::Read).unwrap();
        registry.verify().unwrap();
        let registered = registry.stats().unwrap().documents;
        assert_eq!(registered, documents, "{length} of {}", log.len());
    }
    // Frames of a former round, which were not overwritten yet, are no damage.
    let mut former = log.clone();
    former[32 + 8..32 + 16].fill(7);
    fs::write(&left.path, &store).unwrap();
    fs::write(&path, [&log[..], &former[32..32 + 24 + 4096]].concat()).unwrap();
    let registered = left.open(Access::Read).unwrap().stats().unwrap();
    assert_eq!(registered.documents, 10);
}

#[test]
fn other_files_and_newer_stores_are_refused() {
    let store = OnDisk::new(3);
    let sound = store.bytes();
    let other = "x.registry: not a registry; correct the path or create one";
    assert_eq!(store.refusal(b""), other);
    assert_eq!(store.refusal(b"id,text\na,b\n"), other);
    let patched = |at: usize, byte: u8| {
        let mut bytes = sound.clone();
        bytes[at] = byte;
        bytes
    };
    // The lowest bytes of SQLite's application_id and user_version.
    assert_eq!(store.refusal(&patched(71, 0)), other);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        store.refusal(&patched(63, 9)),
        format!(
            "x.registry: the registry has format 9 (written by dejalu {version}), but this version reads formats up to 2; update dejalu"
        )
    );
    let half = &sound[..sound.len() / 2];
    assert_eq!(
        store.refusal(half),
        "x.registry: the registry is damaged: database disk image is malformed; restore it from a backup or register the documents again"
    );
    let name = b"english";
    let at = sound
        .windows(name.len())
        .position(|bytes| bytes == name)
        .unwrap();
    let mut unknown = sound.clone();
    unknown[at..at + name.len()].copy_from_slice(b"klingon");
    let flipped = "x.registry: the registry is damaged: a checksum does not match its content; restore it from a backup or register the documents again";
    assert_eq!(store.refusal(&unknown), flipped);
    assert_eq!(
        store.refusal(&patched(63, 1)),
        "x.registry: the registry has format 1, but this version reads format 2; export it with the version that wrote it, and import the export into a new registry"
    );
    fs::write(&store.path, &sound).unwrap();
    let newer = store.open(Access::Write).unwrap();
    let settings = &newer.index.store;
    settings.execute("DELETE FROM settings").unwrap();
    let klingon = r#"{"language":"klingon"}"#;
    settings.set("analysis", klingon).unwrap();
    drop(newer);
    let said = store.refusal(&store.bytes());
    assert!(
        said.starts_with("x.registry: the registry reads documents with {")
            && said.contains("klingon")
            && said.ends_with("}, which this version does not know; update dejalu"),
        "{said}"
    );
    fs::remove_file(&store.path).unwrap();
    let missing = store.open(Access::Write).err().unwrap().to_string();
    assert!(missing.ends_with("x.registry: there is no registry; correct the path or create one"));
    let folder = Registry::open(store.folder.path(), Access::Read)
        .err()
        .unwrap();
    assert!(
        folder
            .to_string()
            .ends_with("is a directory; give the name of a file")
    );
}

#[test]
fn a_store_is_made_where_nothing_is() {
    let store = OnDisk::new(1);
    let before = store.bytes();
    let create = |path: &Path| {
        Registry::create(path, AnalysisOptions::default())
            .err()
            .unwrap()
    };
    assert!(
        create(&store.path)
            .to_string()
            .ends_with("x.registry: the file already exists; choose another path or remove it")
    );
    assert_eq!(store.bytes(), before);
    let nowhere = store
        .folder
        .path()
        .join("no such folder")
        .join("x.registry");
    let error = create(&nowhere).to_string();
    assert!(
        error.ends_with("No such file or directory (os error 2); correct the path"),
        "{error}"
    );
}

#[test]
fn a_full_disk_loses_nothing() {
    let store = OnDisk::new(20);
    let mut registry = store.open(Access::Write).unwrap();
    registry.index.store.fill_up();
    let error = registry.register(&numbered(20..1000), None).unwrap_err();
    assert!(error.to_string().ends_with(
        "x.registry: the disk is full; what was registered before is safe; make room and continue"
    ), "{error}");
    assert_eq!(registry.stats().unwrap().documents, 20);
    registry.verify().unwrap();
    drop(registry);
    let mut registry = store.open(Access::Write).unwrap();
    registry.register(&numbered(20..1000), None).unwrap();
    registry.verify().unwrap();
    assert_eq!(registry.stats().unwrap().documents, 1000);
}

#[cfg(unix)]
#[test]
fn a_store_that_may_only_be_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let store = OnDisk::new(5);
    fs::set_permissions(&store.path, fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(
        store.open(Access::Read).unwrap().stats().unwrap().documents,
        5
    );
    if fs::OpenOptions::new().write(true).open(&store.path).is_ok() {
        // The superuser may write everywhere.
        return;
    }
    let error = store.open(Access::Write).err().unwrap().to_string();
    assert!(
        error.ends_with(
            "x.registry: the registry is read-only; allow writing, or copy it and write to the copy"
        ),
        "{error}"
    );
}

#[test]
fn a_store_whose_writer_was_killed_is_read_and_written() {
    let store = OnDisk::new(5);
    let mut writer = store.open(Access::Write).unwrap();
    writer.register(&numbered(5..10), None).unwrap();
    // Its log is merged and empty, but the file still says that there is one.
    let killed = |with_log: bool| {
        let left = OnDisk::new(0);
        fs::write(&left.path, store.bytes()).unwrap();
        if with_log {
            fs::write(left.folder.path().join("x.registry-wal"), b"").unwrap();
        }
        left
    };
    for (with_log, access) in [
        (true, Access::Read),
        (false, Access::Read),
        (true, Access::Write),
        (false, Access::Write),
    ] {
        let left = killed(with_log);
        for access in [access, Access::Read] {
            let registry = left.open(access).unwrap();
            registry.verify().unwrap();
            assert_eq!(registry.stats().unwrap().documents, 10);
        }
        let files = fs::read_dir(left.folder.path()).unwrap().count();
        assert_eq!(files, 1, "at rest it is one file");
    }
}

#[test]
fn readers_go_on_while_a_writer_writes() {
    let store = OnDisk::new(10);
    let mut writer = store.open(Access::Write).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let read = scope.spawn(|| {
            let reader = store.open(Access::Read).unwrap();
            let (mut seen, mut times) = (10, 0);
            while !done.load(Ordering::Acquire) || times < 3 {
                let documents = reader.stats().unwrap().documents;
                assert!(
                    documents >= seen && documents.is_multiple_of(10),
                    "{documents} after {seen}"
                );
                let probed = reader.probe(&document("new", &["abc"]), &ProbeOptions::default());
                let found = probed.unwrap().found.len() as u64;
                assert!(
                    found >= documents && found.is_multiple_of(10),
                    "{found} of {documents}"
                );
                (seen, times) = (documents, times + 1);
            }
        });
        for batch in 1..30 {
            writer
                .register(&numbered(batch * 10..batch * 10 + 10), None)
                .unwrap();
        }
        done.store(true, Ordering::Release);
        read.join().unwrap();
    });
    assert_eq!(writer.stats().unwrap().documents, 300);
}

#[test]
fn at_rest_a_store_is_one_file() {
    let store = OnDisk::new(5);
    let files = || fs::read_dir(store.folder.path()).unwrap().count();
    assert_eq!(files(), 1);
    let mut registry = store.open(Access::Write).unwrap();
    registry.register(&numbered(5..9), None).unwrap();
    drop(registry);
    everything(&store.open(Access::Read).unwrap()).unwrap();
    assert_eq!(files(), 1);
}

#[test]
fn what_is_removed_makes_room() {
    let store = OnDisk::new(1000);
    let full = store.bytes().len();
    let mut registry = store.open(Access::Write).unwrap();
    let ids: Vec<DocumentId> = numbered(10..1000).into_iter().map(|it| it.id).collect();
    registry.remove(&ids).unwrap();
    registry.verify().unwrap();
    drop(registry);
    assert!(
        store.bytes().len() * 4 < full,
        "{} of {full}",
        store.bytes().len()
    );
}
