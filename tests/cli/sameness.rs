//! Equal inputs give equal results.

use crate::workshop::{Chance, QUICK, Workshop, documents, pairs, table};

/// Promised: the bytes of a model, for one program, any number of threads, and any order of
/// documents and pairs.
#[test]
fn the_same_training_gives_the_same_bytes() {
    let mut chance = Chance(3);
    let (mut lines, mut rows) = (documents(), pairs());
    chance.shuffle(&mut lines);
    chance.shuffle(&mut rows);
    let workshop = Workshop::with_model()
        .with("shuffled.jsonl", lines.concat())
        .with("shuffled.csv", table(&rows));
    let model = workshop.read("model.json");
    for (out, threads) in [("one.json", 1), ("two.json", 2)] {
        workshop.train(out, &format!("--threads {threads}")).done();
        assert!(workshop.read(out) == model, "{threads} threads");
    }
    workshop
        .types(&format!(
            "train shuffled.csv -d shuffled.jsonl {QUICK} --out shuffled.json"
        ))
        .done();
    assert!(workshop.read("shuffled.json") == model);
}

#[test]
fn a_model_is_verified_by_training_it_again() {
    let workshop = Workshop::with_model();
    let verified = workshop
        .types("model verify model.json --pairs pairs.csv --documents documents.jsonl")
        .done();
    assert_eq!(
        verified.out,
        "retrained on the same pairs: identical byte for byte\n"
    );
    let sound = workshop.types("model verify model.json").done();
    assert!(
        sound
            .out
            .starts_with("format, digest and numbers are valid")
    );

    let fewer = table(&pairs()[1..]);
    workshop.with("fewer.csv", fewer).refuses(
        "model verify model.json --pairs fewer.csv --documents documents.jsonl",
        "retraining on 119 pairs gave a different model (its record names 120 pairs); pass the pairs and documents it was trained on, and verify it with the version that trained it",
    );
}

#[test]
fn another_seed_deals_other_folds_and_is_recorded() {
    let workshop = Workshop::with_model();
    workshop.train("other.json", "--seed 7").done();
    let shown = workshop
        .types("model show other.json --json -")
        .done()
        .json();
    assert_eq!(shown["training"]["study"]["seed"], 7);
    assert_ne!(workshop.read("other.json"), workshop.read("model.json"));
}

#[test]
fn evaluations_and_vectors_do_not_depend_on_the_number_of_threads() {
    let workshop = Workshop::with_model();
    for command in [
        "evaluate pairs.csv -d documents.jsonl -m model.json --draws 50 --json -",
        "vectors pairs.csv -d documents.jsonl",
        "classify --pairs pairs.csv -d documents.jsonl -m model.json",
    ] {
        let answer = |threads| {
            workshop
                .types(&format!("{command} --threads {threads}"))
                .done()
        };
        assert!(answer(1).out == answer(2).out, "{command}");
    }
}

#[test]
fn reports_and_explanations_are_the_same_again() {
    let texts = [
        (
            "old.txt",
            "A storm broke the pier. Milk is rationed. Boats wait.",
        ),
        (
            "new.txt",
            "A storm smashed the pier. Boats wait. Cheese is cheap.",
        ),
    ];
    let workshop = texts
        .into_iter()
        .fold(Workshop::with_model(), |workshop, (name, text)| {
            workshop.with(name, text)
        });
    for (folder, threads) in [("one", 1), ("two", 2)] {
        workshop
            .types(&format!(
                "compare pairs.csv -d documents.jsonl {QUICK} --report {folder} --threads {threads}"
            ))
            .done();
        workshop
            .types(&format!(
                "explain old.txt new.txt -m model.json --html {folder}/why.html --json {folder}/why.json \
                 --threads {threads}"
            ))
            .done();
    }
    let names = |folder: &str| {
        let files = std::fs::read_dir(workshop.path(folder)).unwrap();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let all = names("one");
    assert!(all.len() > 5, "a page, its charts, an explanation: {all:?}");
    assert_eq!(all, names("two"));
    for name in all {
        let [one, two] = ["one", "two"].map(|folder| workshop.read(&format!("{folder}/{name}")));
        assert!(one == two, "{name}");
    }
}
