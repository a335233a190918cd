//! Collections that are deduplicated on disk.

use std::fs;

use crate::workshop::{Workshop, documents};

/// The files in the folder, by name.
fn names(workshop: &Workshop) -> Vec<String> {
    let entries = fs::read_dir(workshop.path(".")).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let mut names: Vec<String> = entries.map(|entry| name(entry).unwrap()).collect();
    names.sort();
    names
}

/// A collection that fits as a whole is grouped as in memory, to the byte.
#[test]
fn groups_are_those_of_a_collection_in_memory() {
    let left_out = "{\"id\":\"none\",\"text\":\" \"}\n";
    let workshop =
        Workshop::with_model().with("some.jsonl", [left_out, &documents().concat()].concat());
    for how in [
        "",
        "--keep first --at own",
        "--lose-at-most 0.1 --boilerplate 2",
    ] {
        let command = |out: &str| {
            format!(
                "dedupe some.jsonl -m model.json {how} --out {out}.csv --write-kept {out}.jsonl"
            )
        };
        let held = workshop.types(&format!("{} --candidates exact", command("held")));
        held.ends_with(2);
        let before = names(&workshop);
        let told = workshop.types(&format!("{} --fit-on 1", command("pieces")));
        let told = told.ends_with(2);
        let summary = &told.out;
        assert!(
            summary.starts_with("groups formed: 40 documents, "),
            "{summary}"
        );
        assert!(
            summary.contains("1 row that was left out of the comparison is kept as it is\n"),
            "{summary}"
        );
        for ending in ["csv", "jsonl"] {
            let of = |name| workshop.read(&format!("{name}.{ending}"));
            assert_eq!(of("pieces"), of("held"), "{how}");
        }
        let added = ["pieces.csv", "pieces.jsonl"].map(String::from);
        let mut expected = before;
        expected.extend(added);
        expected.sort();
        expected.dedup();
        assert_eq!(names(&workshop), expected, "nothing else is left");
    }
}

#[test]
fn files_of_a_folder_and_what_people_say_of_pairs() {
    let workshop = Workshop::with_model()
        .with(
            "notes/a.txt",
            "The ferry waits at the old pier of Vellan until the storm is over.",
        )
        .with(
            "notes/b.txt",
            "The ferry waits at the old pier of Vellan until the storm is over.",
        )
        .with(
            "notes/c.txt",
            "Bread needs flour, water, salt and a night in a cool room. ".repeat(9),
        )
        .with(
            "known.csv",
            "id_a,id_b,constraint\na.txt,b.txt,cannot-link\n",
        );
    let kept = |more: &str| {
        let line = "dedupe notes -m model.json --fit-on 1 --out notes/groups.csv --write-kept notes/kept.jsonl";
        workshop.types(&format!("{line} {more}")).done();
        let kept = workshop.read("notes/kept.jsonl");
        fs::remove_file(workshop.path("notes/kept.jsonl")).unwrap();
        let id = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].clone();
        let ids: Vec<serde_json::Value> = kept.lines().map(id).collect();
        ids
    };
    assert_eq!(kept(""), ["a.txt", "c.txt"]);
    assert_eq!(kept("--constraints known.csv"), ["a.txt", "b.txt", "c.txt"]);
}

#[test]
fn what_needs_all_documents_in_memory_is_refused() {
    let workshop = Workshop::with_model();
    for other in [
        "--report report",
        "--pairs-out pairs.csv",
        "--rule jaccard=0.8",
        "--linkage single",
    ] {
        let name = other.split(' ').next().unwrap();
        let answer = workshop.types(&format!("dedupe documents.jsonl --fit-on 1 {other}"));
        let said = answer.sentence();
        assert!(
            said.starts_with(&format!(
                "the argument '--fit-on <MB>' cannot be used with '{name} "
            )),
            "{said}"
        );
    }
    workshop.refuses(
        "dedupe documents.jsonl --fit-on 1 --model records --fields title=text --out groups.csv",
        "--fit-on '1': not allowed, since the model compares the fields of records; such a \
         collection is held in memory as a whole",
    );
}
