//! Whole collections: find and dedupe.

use std::collections::BTreeMap;

use crate::workshop::{Answer, Chance, Workshop, documents};

/// A table's rows, by column.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// The documents with the article as their cluster, and one exact copy.
fn clustered() -> String {
    let mut lines: Vec<String> = documents();
    lines.push(lines[0].replace("a0v0", "copy"));
    let cluster = |(number, line): (usize, &String)| {
        let article = if number == 40 { 0 } else { number / 4 };
        line.replace("{\"id\"", &format!("{{\"cluster\":\"{article}\",\"id\""))
    };
    lines.iter().enumerate().map(cluster).collect()
}

fn workshop() -> Workshop {
    Workshop::with_model().with("collection.jsonl", clustered())
}

fn group_of<'a>(rows: &'a [BTreeMap<String, String>], id: &str) -> &'a str {
    let row = rows.iter().find(|row| row["id"] == id).unwrap();
    &row["group"]
}

#[test]
fn a_model_groups_a_collection_and_says_how_well() {
    let workshop = workshop().with("query.txt", "The ferry waits at the old pier.");
    let told = workshop
        .types(
            "dedupe collection.jsonl -m model.json --out groups.csv --evaluate --json figures.json",
        )
        .done();
    let groups = rows(&workshop.read("groups.csv"));
    assert_eq!(groups.len(), 41, "a row a document");
    let columns: Vec<&String> = groups[0].keys().collect();
    let named = "group id kept lost reason relation representative score";
    assert_eq!(columns, named.split(' ').collect::<Vec<&str>>());
    assert_eq!(group_of(&groups, "copy"), group_of(&groups, "a0v0"));
    assert_eq!(group_of(&groups, "a3v1"), group_of(&groups, "a3v0"));
    assert_ne!(group_of(&groups, "a3v1"), group_of(&groups, "a4v1"));
    assert!(
        told.out
            .starts_with("41 documents, 1 of them exact copies of another\n"),
        "{}",
        told.out
    );
    for words in [
        "every pair (40 different texts are few enough)",
        "against the clusters: 0 of 31 removals wrong (0.0 %); pairs precision",
        "never a candidate",
        "10 groups of two or more",
    ] {
        assert!(told.out.contains(words), "no '{words}' in {}", told.out);
    }
    // No figure of other data, and no loss where nothing was filtered.
    for words in ["the model finds", "candidates: the model's"] {
        assert!(!told.out.contains(words), "'{words}' in {}", told.out);
    }
    let filtered = "candidates: the model's filter, ";
    let kept = " of its 60 labelled duplicates (cross-validated); --candidates all compares \
                every pair\n";
    let exactly = workshop
        .types("dedupe collection.jsonl -m model.json --candidates exact --out g.csv")
        .done();
    let found = workshop.types("find query.txt collection.jsonl -m model.json");
    for told in [exactly.out, found.err] {
        assert!(told.contains(filtered) && told.contains(kept), "{told}");
    }
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("figures.json")).unwrap();
    assert_eq!(figures["counts"]["copies"], 1);
    assert!(
        figures["quality"][0]["pairs"]["f1"].as_f64().unwrap() > 0.9,
        "{figures}"
    );
}

#[test]
fn groups_do_not_depend_on_order_or_threads() {
    let workshop = workshop();
    let mut lines: Vec<String> = clustered()
        .lines()
        .map(|line| format!("{line}\n"))
        .collect();
    Chance(5).shuffle(&mut lines);
    let workshop = workshop.with("shuffled.jsonl", lines.concat());
    for decision in [
        "-m model.json",
        "--rule jaccard=2/3",
        "--rule mwo",
        "-m model.json --candidates exact",
    ] {
        let grouped = |documents: &str, threads: usize| {
            workshop
                .types(&format!(
                    "dedupe {documents} {decision} --threads {threads} --quiet"
                ))
                .done()
                .out
        };
        let here = grouped("collection.jsonl", 1);
        assert!(here == grouped("shuffled.jsonl", 1), "{decision}");
        assert!(here == grouped("collection.jsonl", 2), "{decision}");
    }
}

#[test]
fn the_built_in_model_guesses_a_threshold_and_a_model_of_ones_own_does_not() {
    let workshop = workshop();
    let told = |options: &str| {
        let line = format!("dedupe collection.jsonl --out g.csv --json figures.json {options}");
        let told = workshop.types(&line).done().out;
        let figures: serde_json::Value =
            serde_json::from_str(&workshop.read("figures.json")).unwrap();
        (told, figures)
    };
    let (said, figures) = told("");
    assert!(said.contains("guessed from this collection"), "{said}");
    let at = figures["suggested"]["at"].as_f64().unwrap();
    assert_eq!(figures["groupings"][0]["at"].as_f64(), Some(at));
    let own = told("--at own").1["groupings"][0]["at"].as_f64().unwrap();
    assert!(at > own, "never below the model's own");
    // Named like this it is the same run, and a number that is given is not guessed.
    assert_eq!(told("-m built-in").1, figures);
    let given = told(&format!("--at {at} --lose-at-most 0.2")).1;
    assert_eq!(given["groupings"], figures["groupings"]);
    for options in [
        "--at own",
        "-m model.json",
        "--rule jaccard=0.5",
        "--at -0.5",
    ] {
        let (said, figures) = told(options);
        assert!(!said.contains("guessed"), "{said}");
        assert_eq!(figures["suggested"], serde_json::Value::Null);
    }
    let (said, _) = told("-m model.json --at auto");
    assert!(said.contains("guessed from this collection"), "{said}");
    workshop.refuses(
        "dedupe collection.jsonl --at auto,0.5",
        "--at 'auto,0.5': expected own, auto, a level of the model (copy, revision, rewrite), or numbers (0.8 or 0.8,0.9)",
    );
}

#[test]
fn arrays_that_follow_each_other_are_deduplicated_together() {
    let array = |id| format!("[\n{{\"id\":\"{id}\",\"text\":\"the ferry waits\"}}\n]\n");
    let workshop = Workshop::new().with("d.json", array("a") + &array("b"));
    workshop
        .types("dedupe d.json --rule jaccard=0.9 --out g.csv --write-kept kept.json")
        .done();
    assert_eq!(workshop.read("kept.json"), array("a"));
}

#[test]
fn the_table_says_what_goes_and_what_is_lost_with_it() {
    let ferry = "The ferry waits at the old pier until the storm has passed.";
    let lines = [
        ("a", ferry.to_string()),
        ("b", format!("{ferry} Then it leaves.")),
        ("c", ferry.to_string()),
        ("d", "Beetles farm fungus in dead wood.".to_string()),
    ];
    let lines = lines.map(|(id, text)| format!("{{\"id\": \"{id}\", \"text\": \"{text}\"}}\n"));
    let workshop = Workshop::new().with("docs.jsonl", lines.concat());
    let table = |options: &str| {
        let line = "dedupe docs.jsonl --rule jaccard=0.5 --out g.csv --write-kept kept.jsonl";
        workshop.types(&format!("{line} {options}")).done();
        let rows = rows(&workshop.read("g.csv"));
        let said = |row: &BTreeMap<String, String>| {
            let columns = ["id", "representative", "kept", "reason", "relation", "lost"];
            columns.map(|column| row[column].as_str()).join(" ")
        };
        rows.iter().map(said).collect::<Vec<String>>()
    };
    // Ten runs of three words in the shorter text, all of them in the longer of thirteen.
    assert_eq!(
        table(""),
        [
            "a b false duplicate contained 0",
            "b b true longest  ",
            "c b false duplicate contained 0",
            "d d true unique  ",
        ]
    );
    let lost = format!("{}", 1.0 - 10.0 / 13.0);
    assert_eq!(
        table("--keep first"),
        [
            "a a true first  ".to_string(),
            format!("b a false duplicate contains {lost}"),
            "c a false copy identical 0".to_string(),
            "d d true unique  ".to_string(),
        ]
    );
    let kept = table("--keep first --lose-at-most 0.2");
    assert_eq!(kept[1], format!("b a true loses-more contains {lost}"));
    assert_eq!(workshop.read("kept.jsonl").lines().count(), 3);
    workshop.refuses(
        "dedupe docs.jsonl --lose-at-most 1.5",
        "--lose-at-most '1.5': expected a number from 0 to 1",
    );
}

#[test]
fn a_rule_decides_without_a_model() {
    let workshop = workshop();
    let pairs = |rule: &str| {
        workshop
            .types(&format!(
                "dedupe collection.jsonl --rule {rule} --out groups.csv --pairs-out found.csv"
            ))
            .done();
        rows(&workshop.read("found.csv"))
    };
    let strict = pairs("jaccard=0.9");
    let lax = pairs("jaccard=0.5");
    assert!(strict.len() < lax.len());
    assert!(strict.iter().all(|pair| lax.contains(pair)));
    assert!(
        lax.iter()
            .all(|pair| pair["score"].parse::<f64>().unwrap() >= 0.5
                && pair["probability"].is_empty())
    );
    let exact = workshop
        .types("dedupe collection.jsonl --rule jaccard=0.5 --candidates exact")
        .done();
    let all = workshop
        .types("dedupe collection.jsonl --rule jaccard=0.5 --candidates all")
        .done();
    assert_eq!(exact.out, all.out);
    assert!(
        exact
            .err
            .contains("exactly the pairs of jaccard at least 0.5 (as requested)"),
        "{}",
        exact.err
    );
    let lossy = workshop
        .types("dedupe collection.jsonl --rule mwo --filter jaccard --out groups.csv")
        .done();
    assert!(
        lossy.out.contains("the paper's filter keeps "),
        "{}",
        lossy.out
    );
}

#[test]
fn several_thresholds_are_several_partitions_in_one_table() {
    let workshop = workshop();
    let table = workshop
        .types("dedupe collection.jsonl --rule jaccard=0.5 --at 0.9,0.5,0.9")
        .done()
        .out;
    let rows = rows(&table);
    assert_eq!(rows.len(), 2 * 41);
    assert!(rows[..41].iter().all(|row| row["at"] == "0.9"));
    let groups = |rows: &[BTreeMap<String, String>]| {
        rows.iter()
            .map(|row| row["group"].clone())
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert!(groups(&rows[..41]) > groups(&rows[41..]));
}

#[test]
fn what_is_kept_is_written_as_it_stood() {
    let workshop = workshop();
    workshop
        .types("dedupe collection.jsonl --rule jaccard=0.3 --keep first --out groups.csv --write-kept kept.jsonl")
        .done();
    let kept = workshop.read("kept.jsonl");
    let collection = clustered();
    assert!(
        kept.lines()
            .all(|line| collection.lines().any(|it| it == line))
    );
    let groups = rows(&workshop.read("groups.csv"));
    let representatives: std::collections::BTreeSet<&String> =
        groups.iter().map(|row| &row["representative"]).collect();
    assert_eq!(kept.lines().count(), representatives.len());
    assert!(
        kept.lines().next().unwrap().contains("\"a0v0\""),
        "the first document stands for its group"
    );
}

#[test]
fn a_collection_is_cleaned_of_what_stands_in_another() {
    let workshop = workshop();
    let lines = documents();
    let workshop = workshop
        .with("train.jsonl", lines[..8].concat())
        .with("test.jsonl", lines[6..12].concat());
    let told = workshop
        .types("dedupe train.jsonl --against test.jsonl --rule jaccard=0.5 --out seen.csv --write-kept clean.jsonl")
        .done();
    let seen = rows(&workshop.read("seen.csv"));
    assert_eq!(seen.len(), 8);
    let row = |id: &str| seen.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(
        (
            row("a1v2")["representative"].as_str(),
            row("a1v2")["score"].as_str()
        ),
        ("a1v2", "1")
    );
    assert_eq!(
        (
            row("a0v0")["representative"].as_str(),
            row("a0v0")["score"].as_str()
        ),
        ("a0v0", "")
    );
    assert!(workshop.read("clean.jsonl").lines().count() < 8);
    assert!(
        told.out.starts_with("8 documents against 6 others\n"),
        "{}",
        told.out
    );

    let line = "dedupe train.jsonl --against test.jsonl --rule jaccard=0.5 --out seen.csv";
    let told = workshop.types(&format!("{line} --at 1")).done();
    assert!(
        told.out
            .contains("2 have a near-duplicate there, 6 kept (jaccard at least 1)")
    );
    for at in ["auto", "0.5,0.6"] {
        workshop.refuses(
            &format!("{line} --at {at}"),
            &format!("--at '{at}': expected own, or a number"),
        );
    }
}

#[test]
fn candidates_are_drawn_for_people_to_label() {
    let workshop = workshop();
    let draw = |seed: u32| {
        workshop
            .types(&format!("dedupe collection.jsonl -m model.json --out groups.csv --pairs-sample 12 --seed {seed}"))
            .done()
            .out
    };
    let sample = rows(&draw(42));
    assert_eq!(sample.len(), 12);
    assert!(
        sample
            .iter()
            .all(|row| row["label"].is_empty() && !row["beginning_a"].is_empty())
    );
    assert_eq!(draw(42), draw(42));
    assert_ne!(draw(42), draw(7));
}

#[test]
fn the_near_duplicates_of_one_document_are_found_best_first() {
    let workshop = workshop();
    let line: serde_json::Value = serde_json::from_str(&documents()[9]).unwrap();
    let workshop = workshop
        .with("query.txt", line["text"].as_str().unwrap())
        .with("other.txt", "Nothing of this stands in any of them.");
    for decision in ["-m model.json", "--rule mwo=0.5"] {
        let found = workshop
            .types(&format!("find query.txt collection.jsonl {decision}"))
            .done();
        let found = rows(&found.out);
        assert_eq!(found[0]["id"], "a2v1", "the same text");
        assert!(
            found.len() > 1 && found.iter().all(|row| row["id"].starts_with("a2")),
            "{found:?}"
        );
        let top = workshop
            .types(&format!(
                "find query.txt collection.jsonl {decision} --top 1"
            ))
            .done();
        assert_eq!(rows(&top.out), found[..1]);
    }
    let nothing = workshop
        .types("find other.txt collection.jsonl -m model.json")
        .ends_with(1);
    assert_eq!(nothing.out, "id,score,probability\n");
}

#[test]
fn each_query_has_its_record_set_after_each_phase() {
    let workshop = workshop();
    let evaluated: Answer = workshop
        .types("find documents.jsonl --evaluate pairs.csv --rule mwo=0.5")
        .done();
    let table = rows(&evaluated.out);
    assert_eq!(table.len(), 40, "every document has duplicates");
    for row in &table {
        let number = |column: &str| row[column].parse::<usize>().unwrap();
        assert_eq!((number("documents"), number("relevant")), (40, 3));
        let phases = [
            "documents",
            "after_prefix",
            "after_position",
            "candidates",
            "found",
        ]
        .map(number);
        assert!(phases.is_sorted_by(|a, b| a >= b), "{row:?}");
        let recall: f64 = row["recall"].parse().unwrap();
        assert_eq!(recall, number("correct") as f64 / 3.0);
    }
    assert!(
        evaluated
            .err
            .starts_with("40 queries (mwo at least 0.5): mean precision "),
        "{}",
        evaluated.err
    );
}

#[test]
fn labels_that_contradict_each_other_are_said_and_both_count() {
    let pairs = Workshop::new().read("pairs.csv");
    let workshop = Workshop::new().with("both.csv", pairs + "a0v1,a0v0,0\n");
    let evaluated: Answer = workshop
        .types("find documents.jsonl --evaluate both.csv --rule mwo=0.5")
        .done();
    assert!(
        evaluated.err.contains(
            "warning: 1 pair is labelled both duplicate and distinct, and both labels count; correct \
             one:\n  both.csv:2 and both.csv:122: 'a0v0' and 'a0v1'\n"
        ),
        "{}",
        evaluated.err
    );
    let table = rows(&evaluated.out);
    assert!(table.iter().all(|row| row["relevant"] == "3"));
}

#[test]
fn a_model_learns_which_pairs_are_worth_a_judgement() {
    let workshop = Workshop::new();
    let trained = workshop.train("model.json", "").done();
    assert!(
        trained.out.contains("of the duplicates, cross-validated"),
        "{}",
        trained.out
    );
    let model: serde_json::Value = serde_json::from_str(&workshop.read("model.json")).unwrap();
    assert_eq!(model["blocking"]["asked"], 0.99);
    workshop
        .train("none.json", "--candidate-recall none")
        .done();
    let model: serde_json::Value = serde_json::from_str(&workshop.read("none.json")).unwrap();
    assert_eq!(model.get("blocking"), None);
    workshop
        .types("model verify none.json --pairs pairs.csv -d documents.jsonl")
        .done();
    workshop.refuses(
        "dedupe documents.jsonl -m none.json --candidates exact --out groups.csv",
        "there is no filter that keeps the duplicates; compare all pairs (--candidates all), or use a model with a learned filter",
    );
}

#[test]
fn the_newest_is_that_of_the_latest_date_however_it_is_written() {
    let text = "The ferry waits at the old pier, which a storm broke in March of this year.";
    let dated = |id: &str, date: &str| {
        format!("{{\"id\":\"{id}\",\"text\":\"{text}\",\"date\":\"{date}\"}}\n")
    };
    let lines = dated("a", "2024-5-9") + &dated("b", "2024-05-10") + &dated("c", "yesterday");
    let workshop = Workshop::new().with("dated.jsonl", lines);
    let told = workshop
        .types("dedupe dated.jsonl --rule jaccard=0.8 --keep newest --out groups.csv")
        .done();
    assert!(
        told.err.contains(
            "warning: 1 of 3 documents has no readable 'date' (such as 2024-05-01) and comes \
             last\n"
        ),
        "{}",
        told.err
    );
    let kept = rows(&workshop.read("groups.csv"));
    assert!(kept.iter().all(|row| row["representative"] == "b"));
}

#[test]
fn what_cannot_be_done_is_one_sentence() {
    let workshop = Workshop::with_model();
    for (line, sentence) in [
        (
            "dedupe documents.jsonl --rule mwo=2",
            "--rule 'mwo=2': expected a threshold from 0 to 1 with at most nine decimals (mwo=0.8), or a fraction (mwo=2/3)",
        ),
        (
            "dedupe documents.jsonl --rule jaccard",
            "--rule 'jaccard': expected a published rule, or NAME=T with the minimum similarity of a duplicate",
        ),
        (
            "dedupe documents.jsonl --rule resemblance:w=3",
            "--rule 'resemblance:w=3': expected a published rule, or NAME=T with the minimum similarity of a duplicate",
        ),
        (
            "dedupe documents.jsonl --rule jaccard=0.5 --at 0.5,2",
            "--at '2': expected numbers from 0 to 1 for a rule",
        ),
        (
            "dedupe documents.jsonl --keep best",
            "--keep 'best': expected longest, first, newest or centroid",
        ),
        (
            "dedupe documents.jsonl --linkage average",
            "--linkage 'average': expected star, single or complete",
        ),
        (
            "dedupe documents.jsonl --candidates some",
            "--candidates 'some': expected auto, exact, minhash or all",
        ),
        (
            "dedupe documents.jsonl --filter x",
            "--filter 'x': expected weight or jaccard",
        ),
        (
            "dedupe documents.jsonl --order x",
            "--order 'x': expected frequency or weight",
        ),
        (
            "dedupe documents.jsonl --at nan",
            "--at 'NaN': expected numbers from -1000000 to 1000000",
        ),
        (
            "dedupe documents.jsonl --write-kept kept.nbib",
            "--write-kept 'kept.nbib': expected a name that ends in .jsonl or .ris or .json or .csv or .tsv (also .gz, .zst)",
        ),
        (
            "dedupe documents.jsonl --write-kept kept.jsonl.gz.gz",
            "--write-kept 'kept.jsonl.gz.gz': expected a name that ends in .jsonl or .ris or .json or .csv or .tsv (also .gz, .zst)",
        ),
        (
            "dedupe - --write-kept kept.jsonl",
            "the standard input can be read only once, but its documents have to be copied; save them to a file and pass that",
        ),
        (
            "find documents.jsonl",
            "find 'documents.jsonl': expected QUERY and DOCUMENTS",
        ),
        (
            "find a.txt documents.jsonl --evaluate pairs.csv",
            "cannot open a.txt: No such file or directory (os error 2); correct the path",
        ),
        (
            "find documents.jsonl",
            "find 'documents.jsonl': expected QUERY and DOCUMENTS",
        ),
        (
            "train pairs.csv -d documents.jsonl --out m.json --candidate-recall 2",
            "--candidate-recall '2': expected a number above 0 and at most 1, or none",
        ),
    ] {
        workshop.refuses(line, sentence);
    }
}

#[test]
fn the_built_in_model_finds_at_its_default_level() {
    let workshop = Workshop::new().with("collection.jsonl", documents().concat());
    let text = "The ferry waits at the old pier until the storm has passed over the harbour.";
    let workshop = workshop.with("query.txt", text);
    let told = |at: &str| {
        let told = workshop.types(&format!("find query.txt collection.jsonl {at}"));
        let decided = told.err.split("score at least ").nth(1).unwrap();
        decided
            .split([')', ','])
            .next()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    let (default, own) = (told(""), told("--at own"));
    // One default for all commands: nobody gets two answers for one pair.
    assert_eq!([default, own], [told("--at rewrite"); 2]);
    assert_eq!(told("--at 1.5"), 1.5);
    workshop.refuses(
        "find query.txt collection.jsonl --at some",
        "--at 'some': expected own, a level of the model (copy, revision, rewrite), or a number",
    );
}

#[test]
fn what_is_ignored_as_a_whole_is_compared_with_nothing() {
    let workshop = Workshop::new().with("collection.jsonl", documents().concat());
    let workshop = workshop.with("query.txt", "The ferry waits at the old pier of Vellan.");
    for candidates in ["all", "auto", "exact"] {
        let told = workshop
            .types(&format!(
                "find query.txt collection.jsonl --ignore query.txt --at own --candidates {candidates}"
            ))
            .ends_with(1);
        assert_eq!(told.out, "id,score,probability\n");
        assert!(
            told.err.contains(
                "warning: 1 document has no words besides those that are ignored, so that there is nothing to compare\n"
            ),
            "{}",
            told.err
        );
    }
}

#[test]
fn quiet_leaves_the_summary_out() {
    let workshop = workshop();
    let line = "dedupe collection.jsonl --rule jaccard=0.5 --out groups.csv";
    assert!(workshop.types(line).done().out.contains("41 documents"));
    let told = workshop.types(&format!("{line} --quiet")).done();
    assert_eq!((told.out.as_str(), told.err.as_str()), ("", ""));
}

#[test]
fn shared_passages_are_counted_in_the_texts_as_they_are() {
    let notice = "All rights in this notice are reserved by the harbour office.";
    let shared = "the ferry waits at the old pier until the storm has passed";
    let text = |start: &str| format!("{start} {notice} Today {shared} {start}");
    let texts = [text("Überall regnet es heute."), text("Boats.")];
    let workshop = Workshop::new()
        .with("notice.txt", notice)
        .with("notes/a.txt", &texts[0])
        .with("notes/b.txt", &texts[1]);
    let pairs = workshop
        .types("dedupe notes --rule containment=0.5 --ignore notice.txt --out g.csv --pairs-out -")
        .done()
        .out;
    let row: Vec<&str> = pairs.lines().nth(1).unwrap().split(',').collect();
    for (ends, text) in [&row[5..7], &row[7..9]].iter().zip(&texts) {
        let [start, end] = [0, 1].map(|side: usize| ends[side].parse::<usize>().unwrap());
        let passage: String = text.chars().take(end).skip(start).collect();
        assert_eq!(passage, format!("Today {shared}"), "{pairs}");
    }
}

#[test]
fn a_collection_that_is_compared_with_itself_is_told_of() {
    let answer = Workshop::new()
        .types("dedupe documents.jsonl --against ./documents.jsonl --rule jaccard=0.5");
    let warning = "warning: --against is the collection itself, so that every document is a duplicate of one there: \
                   itself\n";
    assert!(answer.done().err.starts_with(warning));
}
