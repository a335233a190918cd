//! One pair gets one answer, whoever is asked and however the model was named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dejalu::Document;
use dejalu::model::Level;
use serde_json::{Value, json};

#[cfg(unix)]
use crate::serving::Server;
use crate::workshop::{Workshop, table};

const BUILT_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/models/default.json");
const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/models/records.json");

/// Two documents by name, the smaller first.
type Pair = (String, String);

fn pair(a: &str, b: &str) -> Pair {
    (a.min(b).to_string(), a.max(b).to_string())
}

/// The cells of the rows of a table, without its header.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().skip(1);
    lines.map(|line| line.split(',').collect()).collect()
}

#[test]
fn what_is_removed_does_not_depend_on_how_the_built_in_model_was_named() {
    let workshop = Workshop::new();
    for index in ["one.index", "two.index"] {
        let model = if index == "one.index" {
            "built-in"
        } else {
            BUILT_IN
        };
        let line = format!("index documents.jsonl --model {model} --out {index}");
        workshop.types(&line).done();
    }
    let groups = |how: &str| {
        workshop
            .types(&format!("dedupe {how} --out groups.csv"))
            .done();
        workshop.read("groups.csv")
    };
    let unnamed = groups("documents.jsonl");
    let named = format!("documents.jsonl --model {BUILT_IN}");
    let in_index = format!("--index one.index --model {BUILT_IN}");
    for how in [
        &*named,
        "documents.jsonl --model built-in",
        "--index one.index",
        "--index two.index",
        &in_index,
    ] {
        assert_eq!(groups(how), unnamed, "{how}");
    }
    let formed = |index: &str| workshop.types(&format!("index groups {index}")).done().out;
    assert_eq!(formed("one.index"), formed("two.index"));

    let found = |how: &str| workshop.types(&format!("find query.txt {how}"));
    let workshop_with_query = "the ferry waits at the pier";
    std::fs::write(workshop.path("query.txt"), workshop_with_query).unwrap();
    let unnamed = found("documents.jsonl");
    for how in [&*named, "--index one.index", "--index two.index"] {
        let found = found(how);
        assert_eq!(
            (found.out, found.code),
            (unnamed.out.clone(), unnamed.code),
            "{how}"
        );
    }
}

#[test]
fn the_model_of_records_decides_alike_by_name_and_from_its_file() {
    let record = |title: &str, author: &str| {
        format!("TY  - JOUR\nTI  - {title}\nAU  - {author}\nPY  - 1999\nJO  - Harbours\nER  - \n\n")
    };
    let records = [
        record("Ferries of the northern islands", "Doe, Jane"),
        record("Ferries of the Northern Islands.", "Doe J"),
        record("Beetles and fungus in dead wood", "Roe, Ann"),
    ];
    let workshop = Workshop::new().with("records.ris", records.concat());
    let groups = |model: &str| {
        let line = format!("dedupe records.ris --model {model} --out groups.csv");
        workshop.types(&line).done();
        workshop.read("groups.csv")
    };
    assert_eq!(groups("records"), groups(RECORDS));
}

/// Fifty pairs of different texts, about half of them duplicates.
fn fifty() -> Vec<Pair> {
    let pairs = (0..10).flat_map(|article| {
        let versions = [(0, 1), (0, 2), (1, 3)];
        let same =
            versions.map(|(a, b)| pair(&format!("a{article}v{a}"), &format!("a{article}v{b}")));
        let next = (article + 1) % 10;
        let others = [(0, 0), (2, 3)]
            .map(|(a, b)| pair(&format!("a{article}v{a}"), &format!("a{next}v{b}")));
        same.into_iter().chain(others)
    });
    pairs.collect()
}

/// Documents, and pairs of them that all who decide are asked about.
struct Asked {
    workshop: Workshop,
    model: &'static str,
    /// The documents by id, as a server takes them.
    bodies: BTreeMap<String, Value>,
    pairs: Vec<Pair>,
}

impl Asked {
    /// Asks about pairs of the documents in `documents.jsonl`.
    fn new(workshop: Workshop, model: &'static str, pairs: Vec<Pair>) -> Self {
        let rows = pairs.iter().enumerate();
        let rows: Vec<String> = rows
            .map(|(place, (a, b))| format!("{a},{b},{}\n", place % 2))
            .collect();
        let workshop = workshop.with("asked.csv", table(&rows));
        let bodies = workshop.read("documents.jsonl");
        let bodies = bodies.lines().map(|line| {
            let mut body: Value = serde_json::from_str(line).unwrap();
            let body = body.as_object_mut().unwrap();
            body.retain(|key, _| ["id", "text", "html"].contains(&&**key));
            let id = body.remove("id").unwrap();
            (id.as_str().unwrap().to_string(), json!(body))
        });
        Asked {
            bodies: bodies.collect(),
            workshop,
            model,
            pairs,
        }
    }

    fn types(&self, line: &str) -> String {
        let line = format!("{line} -m {}", self.model);
        self.workshop.types(&line).done().out
    }

    /// The pairs that are asked about among the rows of a table, given the columns of their ids.
    fn listed(&self, text: &str, columns: [usize; 2]) -> BTreeSet<Pair> {
        let rows = rows(text);
        let found = rows
            .iter()
            .map(|row| pair(row[columns[0]], row[columns[1]]));
        found.filter(|found| self.pairs.contains(found)).collect()
    }

    fn classified(&self, at: &str) -> BTreeSet<Pair> {
        let line = format!("classify --pairs asked.csv -d documents.jsonl --at={at}");
        let text = self.types(&line);
        let mut duplicates = String::from("head\n");
        for line in text.lines().filter(|line| line.contains(",duplicate,")) {
            duplicates += &format!("{line}\n");
        }
        self.listed(&duplicates, [0, 1])
    }

    fn found(&self, at: &str) -> BTreeSet<Pair> {
        let line = "find --queries documents.jsonl documents.jsonl --candidates all";
        self.listed(&self.types(&format!("{line} --at={at}")), [0, 1])
    }

    fn deduplicated(&self, at: &str) -> BTreeSet<Pair> {
        let line = "dedupe documents.jsonl --candidates all --pairs-out found.csv --out groups.csv";
        self.types(&format!("{line} --at={at}"));
        self.listed(&self.workshop.read("found.csv"), [0, 1])
    }

    #[cfg(unix)]
    fn served(&self, at: &str) -> BTreeSet<Pair> {
        let server = Server::start(&self.workshop, &format!("--model {}", self.model));
        let at = at.parse::<f64>().map_or(json!(at), |at| json!(at));
        let said = self.pairs.iter().filter(|(a, b)| {
            let question = json!({ "a": self.bodies[a], "b": self.bodies[b], "at": at });
            let reply = server.posts("/classify", &question).json();
            reply["decision"] == "duplicate"
        });
        said.cloned().collect()
    }

    /// How many of the pairs `evaluate` calls duplicates.
    fn evaluated(&self, at: &str) -> u64 {
        self.types(&format!(
            "evaluate asked.csv -d documents.jsonl --at {at} --draws 0 --json evaluated.json"
        ));
        let told: Value = serde_json::from_str(&self.workshop.read("evaluated.json")).unwrap();
        let counted = |name: &str| told["deciders"][0][name].as_u64().unwrap();
        counted("tp") + counted("fp")
    }

    /// What all who are asked agree on.
    fn agreed(&self, at: &str) -> BTreeSet<Pair> {
        let duplicates = self.classified(at);
        assert_eq!(self.found(at), duplicates, "find at {at}");
        assert_eq!(self.deduplicated(at), duplicates, "dedupe at {at}");
        #[cfg(unix)]
        assert_eq!(self.served(at), duplicates, "serve at {at}");
        duplicates
    }
}

#[test]
fn a_pair_gets_one_answer_at_a_named_threshold_whoever_is_asked() {
    let asked = Asked::new(Workshop::with_model(), "model.json", fifty());
    assert_eq!(asked.pairs.len(), 50);
    asked.types("index documents.jsonl --out an.index");
    let scores = asked.types("classify --pairs asked.csv -d documents.jsonl");
    let mut scores: Vec<&str> = rows(&scores).iter().map(|row| row[3]).collect();
    scores.sort_by(|a, b| a.parse::<f64>().unwrap().total_cmp(&b.parse().unwrap()));
    // A score itself is a threshold that it reaches.
    for at in ["own", "-0.25", "0.5", scores[20], scores[35]] {
        let duplicates = asked.agreed(at);
        assert!((1..50).contains(&duplicates.len()), "{at}: {duplicates:?}");
    }
}

/// Versions of ten articles and states of ten pages on two templates, from `datasets/`.
fn articles_and_pages() -> (String, Vec<Pair>) {
    let datasets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/datasets"));
    let mut lines = String::new();
    let mut names = Vec::new();
    let mut add = |folder: &str, is_wanted: &dyn Fn(&str) -> bool| {
        let files = std::fs::read_dir(datasets.join(folder)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap().to_str().unwrap().to_string();
            if !is_wanted(&name) {
                continue;
            }
            let id = format!("{folder}/{name}");
            let text = std::fs::read_to_string(&file).unwrap();
            let key = if name.ends_with("html") {
                "html"
            } else {
                "text"
            };
            lines += &format!("{}\n", json!({ "id": id, key: text }));
            names.push(id);
        }
    };
    for article in [
        "ferry-pier",
        "font-licence",
        "harl-goat",
        "hive-hum",
        "lagoon-hotel",
    ] {
        add(&format!("articles/{article}"), &|_| true);
    }
    for family in ["bearings", "ferries"] {
        add(&format!("siblings/{family}"), &|_| true);
    }
    let folder = |id: &str| id.rsplit_once('/').map(|(folder, _)| folder.to_string());
    let of_one = names.iter().enumerate().flat_map(|(place, a)| {
        let others = names[..place].iter();
        others
            .filter(move |b| folder(b) == folder(a))
            .map(move |b| pair(a, b))
    });
    let all: Vec<Pair> = of_one.collect();
    let step = all.len() / 50;
    (lines, all.into_iter().step_by(step).take(50).collect())
}

#[test]
fn a_pair_gets_one_answer_at_a_level_whoever_is_asked() {
    let (documents, pairs) = articles_and_pages();
    let workshop = Workshop::new().with("documents.jsonl", documents);
    let asked = Asked::new(workshop, "built-in", pairs);
    assert_eq!(asked.pairs.len(), 50);
    let levels = ["copy", "revision", "rewrite"].map(|level| asked.agreed(level));
    assert!(levels[0].is_subset(&levels[1]) && levels[1].is_subset(&levels[2]));
    let counts = levels.each_ref().map(BTreeSet::len);
    assert!(0 < counts[0] && counts[0] < counts[1] && counts[1] < counts[2] && counts[2] < 50);
    // The level of the built-in model that decides where none is named.
    assert_eq!(asked.agreed("own"), levels[2]);
    for (at, count) in [
        ("copy", counts[0]),
        ("revision", counts[1]),
        ("rewrite", counts[2]),
        ("own", counts[2]),
    ] {
        assert_eq!(asked.evaluated(at), count as u64, "{at}");
    }
    in_the_library(&asked, &levels);
}

/// The library says the same, and which level each pair reaches.
fn in_the_library(asked: &Asked, levels: &[BTreeSet<Pair>; 3]) {
    let model = dejalu::model::builtin::model().unwrap();
    let document = |id: &str| {
        let body = &asked.bodies[id];
        match body["html"].as_str() {
            Some(html) => Document::html(id, html, None),
            None => Document::plain(id, body["text"].as_str().unwrap()),
        }
    };
    let text = asked.types("classify --pairs asked.csv -d documents.jsonl");
    let level_of: BTreeMap<Pair, &str> = rows(&text)
        .iter()
        .map(|row| (pair(row[0], row[1]), row[5]))
        .collect();
    for both in &asked.pairs {
        let judged = model.explain(document(&both.0), document(&both.1)).unwrap();
        for (level, duplicates) in Level::ALL.into_iter().zip(levels) {
            let minimum = model.levels.minimum(level).unwrap();
            let decided = judged
                .clone()
                .decided_at(&model, minimum)
                .judgement
                .decision;
            assert_eq!(
                decided.is_duplicate(),
                duplicates.contains(both),
                "{both:?}"
            );
        }
        assert_eq!(judged.levels.reached_name(), level_of[both], "{both:?}");
        let strictest = levels.iter().position(|of| of.contains(both));
        let strictest = strictest.map_or(String::new(), |place| Level::ALL[place].to_string());
        assert_eq!(judged.levels.reached_name(), strictest, "{both:?}");
    }
}

#[test]
fn a_level_that_is_not_there_is_one_sentence() {
    let workshop = Workshop::with_model()
        .with("a.txt", FERRY)
        .with("b.txt", FERRY);
    workshop.refuses(
        "classify a.txt b.txt --at revison",
        "--at 'revison': expected own, a level of the model (copy, revision, rewrite), or a number",
    );
    workshop.refuses(
        "explain a.txt b.txt -m model.json --at copy",
        "--at 'copy': expected own, or a number; this model has no levels: they need two kinds of duplicates (category) with ten pairs each that its scores tell apart",
    );
    workshop.refuses(
        "find a.txt documents.jsonl --rule jaccard=0.5 --at copy",
        "--at 'copy': expected own, or a number; a rule has no levels",
    );
    workshop.refuses(
        "dedupe documents.jsonl --at rewrites --out groups.csv",
        "--at 'rewrites': expected own, auto, a level of the model (copy, revision, rewrite), or numbers (0.8 or 0.8,0.9)",
    );
}

#[test]
fn two_files_are_decided_at_the_threshold_that_is_named() {
    let workshop = Workshop::with_model()
        .with(
            "a.txt",
            "the ferry waits at the old pier until the storm is over",
        )
        .with(
            "b.txt",
            "the ferry waits at the old pier until the rain is over",
        );
    let score = workshop
        .types("classify a.txt b.txt -m model.json --json -")
        .json()["score"]
        .as_f64();
    let score = score.unwrap();
    let code = |at: f64| {
        workshop
            .types(&format!("classify a.txt b.txt -m model.json --at={at}"))
            .code
    };
    assert_eq!(
        [code(score - 0.01), code(score), code(score + 0.001)],
        [0, 0, 1]
    );
    let said = workshop.types(&format!(
        "classify a.txt b.txt -m model.json --at={}",
        score + 0.001
    ));
    let shown = said
        .out
        .split("score ")
        .nth(1)
        .unwrap()
        .split(')')
        .next()
        .unwrap();
    let (own, from) = shown.split_once(", duplicate from ").unwrap();
    assert!(
        own.parse::<f64>().unwrap() < from.parse().unwrap(),
        "{shown}"
    );
}

const FERRY: &str =
    "The ferry waits at the old pier until the storm is over, and nobody knows why.";

#[test]
fn a_query_does_not_find_its_own_file() {
    let workshop = Workshop::new()
        .with("notes/ferry.txt", FERRY)
        .with("notes/copies/ferry.txt", FERRY)
        .with(
            "notes/beetle.txt",
            "Beetles farm fungus in dead wood, which they carry from tree to tree.",
        )
        .with("alone/ferry.txt", FERRY);
    let listed = |line: &str| workshop.types(line);
    for query in ["notes/ferry.txt", "notes/copies/../ferry.txt"] {
        let found = listed(&format!("find {query} notes --rule jaccard=0.9")).done();
        assert_eq!(found.out, "id,score,probability\ncopies/ferry.txt,1,\n");
    }
    let alone = listed("find alone/ferry.txt alone --rule jaccard=0.9").ends_with(1);
    assert_eq!(alone.out, "id,score,probability\n");
    let copy = listed("find alone/ferry.txt notes --rule jaccard=0.9").done();
    assert_eq!(rows(&copy.out).len(), 2, "{}", copy.out);
    let many = listed("find --queries notes notes --rule jaccard=0.9").done();
    let [a, b] = ["copies/ferry.txt", "ferry.txt"];
    assert_eq!(
        many.out,
        format!("query,id,score,probability\n{a},{b},1,\n{b},{a},1,\n")
    );
    let below = listed("find --queries notes/copies notes --rule jaccard=0.9").done();
    assert_eq!(
        below.out,
        "query,id,score,probability\nferry.txt,ferry.txt,1,\n"
    );
}

#[test]
fn hidden_files_are_passed_over_and_counted_where_they_look_like_documents() {
    let workshop = Workshop::new()
        .with("notes/ferry.txt", FERRY)
        .with("notes/.draft.txt", FERRY)
        .with("notes/.git/description.md", FERRY)
        .with("notes/.git/index", "x")
        .with("notes/.DS_Store", "x")
        .with("notes/._ferry.txt", "x");
    let found = workshop
        .types("dedupe notes --rule jaccard=0.9 --out groups.csv --quiet")
        .done();
    assert_eq!(
        found.err,
        "warning: notes: 2 hidden files ignored: .draft.txt, .git/description.md\n"
    );
    assert!(workshop.read("groups.csv").lines().nth(2).is_none());
    workshop
        .types("dedupe notes --rule jaccard=0.9 --out groups.csv --strict")
        .done();
}

#[test]
fn removals_by_a_guess_that_nothing_supports_are_told_of_even_with_quiet() {
    let workshop = Workshop::new()
        .with("notes/a.txt", FERRY)
        .with("notes/b.txt", FERRY.replace("nobody", "Nobody"))
        .with(
            "notes/c.txt",
            "Beetles farm fungus in dead wood, which they carry from tree to tree.",
        );
    let quiet = workshop
        .types("dedupe notes --out groups.csv --quiet")
        .done();
    let removed = workshop.read("groups.csv").matches(",false,").count();
    assert_eq!(removed, 1, "{}", workshop.read("groups.csv"));
    let told = "warning: 1 document would be removed; threshold ";
    assert!(quiet.err.starts_with(told), "{}", quiet.err);
    assert!(
        quiet.err.contains("do not show where duplicates begin"),
        "{}",
        quiet.err
    );
    assert_eq!(quiet.out, "");
    let named = workshop
        .types("dedupe notes --at 1 --out groups.csv --quiet")
        .done();
    assert_eq!(named.err, "");
}

/// So many texts that differ in a number alone, in two kinds.
fn parts(count: usize) -> String {
    let kind = |n: usize| ["bolt of steel", "nut of brass"][n % 2];
    let line = |n: usize| {
        format!(
            "{{\"id\":\"{n}\",\"text\":\"{} {}\"}}\n",
            kind(n),
            1_000 + n
        )
    };
    (0..count).map(line).collect()
}

#[test]
fn a_rule_says_what_it_cannot_tell_apart_and_groups_it_as_if_all_pairs_were_compared() {
    let dedupe = |count: usize, how: &str| {
        let workshop = Workshop::new().with("parts.jsonl", parts(count));
        let line = format!("dedupe parts.jsonl --rule jaccard=0.8 --out groups.csv --quiet {how}");
        let told = workshop.types(&line).done().err;
        (told, workshop.read("groups.csv"))
    };
    let told_of = |count: &str, of_each: &str| {
        format!(
            "warning: by jaccard at least 0.8 {count} texts of 2 kinds, the largest of {of_each} cannot be told apart: \
             what differs in them, such as numbers and dates, is not compared"
        )
    };
    let (told, groups) = dedupe(100, "");
    assert!(told.starts_with(&told_of("100", "50")), "{told}");
    assert!(!told.contains("one by one"), "{told}");
    assert_eq!(groups.matches(",false,").count(), 98);
    let (told, groups) = dedupe(4_200, "");
    assert!(told.starts_with(&told_of("4,200", "2,100")), "{told}");
    assert!(
        told.contains("too many to be compared one by one"),
        "{told}"
    );
    let kept: Vec<&str> = groups
        .lines()
        .filter(|row| row.contains(",true,"))
        .collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert_eq!(groups.matches(",1,false,").count(), 4_198);
    assert_eq!(dedupe(58, "").0, "");
}

#[test]
fn a_kind_of_texts_shares_its_fate_with_what_is_similar_to_it() {
    let others = "{\"id\":\"longest\",\"text\":\"bolt of steel with heads\"}\n{\"id\":\"unlike\",\"text\":\"the ferry waits\"}\n";
    let workshop = Workshop::new().with("parts.jsonl", parts(4_200) + others);
    for linkage in ["star", "single", "complete"] {
        let line = format!(
            "dedupe parts.jsonl --rule jaccard=0.6 --linkage {linkage} --out groups.csv --quiet"
        );
        let told = workshop.types(&line).done().err;
        assert!(
            told.contains("too many to be compared one by one"),
            "{told}"
        );
        let groups = workshop.read("groups.csv");
        let starts = |id: &str| format!("{id},");
        let row = |id: &str| {
            groups
                .lines()
                .find(|row| row.starts_with(&starts(id)))
                .unwrap()
        };
        for id in ["0", "2", "4198"] {
            assert!(
                row(id).starts_with(&format!("{id},longest,longest,")),
                "{}",
                row(id)
            );
            assert!(row(id).contains(",false,"), "{}", row(id));
        }
        assert!(row("longest").contains(",true,") && row("unlike").contains(",true,"));
        assert_eq!(groups.matches(",false,").count(), 4_199, "{linkage}");
    }
}
