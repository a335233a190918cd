//! Features that nobody measures: `--column` and `--vectors`.

use serde_json::{Value, json};

use crate::workshop::{Workshop, documents, pairs, table};

/// Features that are quick to learn with, and need no statistics.
const PLAIN: &str = "--features 'jaccard resemblance'";

/// The pairs with a column that tells most labels, from −1 to 1.
fn embedded() -> String {
    let row = |(number, row): (usize, String)| {
        let row = row.trim_end();
        let sign = if row.ends_with(",1") { 1.0 } else { -1.0 };
        let told = if number % 9 == 0 { -sign } else { sign };
        format!("{row},{}\n", told * (0.5 + number as f64 / 300.0))
    };
    let rows: String = pairs().into_iter().enumerate().map(row).collect();
    format!("id_a,id_b,label,embedding\n{rows}")
}

fn with_own_column() -> Workshop {
    let workshop = Workshop::new().with("embedded.csv", embedded());
    let train = "train embedded.csv --documents documents.jsonl --features length-ratio --draws 20";
    workshop
        .types(&format!("{train} --column embedding --out own.json"))
        .done();
    workshop
}

fn with_vectors() -> Workshop {
    let workshop = Workshop::new();
    workshop
        .types(&format!(
            "vectors pairs.csv -d documents.jsonl {PLAIN} --out vectors.csv"
        ))
        .done();
    workshop
        .types("train --vectors vectors.csv --draws 20 --out model.json")
        .done();
    workshop
}

#[test]
fn a_column_of_the_users_own_is_a_feature() {
    let workshop = with_own_column();
    let model: Value = serde_json::from_str(&workshop.read("own.json")).unwrap();
    assert_eq!(model["features"][1], json!({ "column": "embedding" }));
    let evaluated = workshop
        .types("evaluate embedded.csv -d documents.jsonl --model own.json --draws 0 --json -")
        .done()
        .json();
    assert!(evaluated["deciders"][0]["f1"].as_f64().unwrap() > 0.8);
    let judged = workshop
        .types("classify --pairs embedded.csv -d documents.jsonl --model own.json --with-features")
        .done()
        .out;
    let head = judged.lines().next().unwrap();
    assert!(head.ends_with(",length-ratio,embedding"), "{head}");
    assert!(
        judged.lines().nth(1).unwrap().ends_with(",-0.5"),
        "{judged}"
    );
    workshop
        .types("model verify own.json --pairs embedded.csv -d documents.jsonl")
        .done();
}

#[test]
fn a_column_may_speak_against_a_duplicate_unless_it_is_said_to_rise() {
    let opposite = |row: &str| match row.rsplit_once(',') {
        Some((before, "embedding")) => format!("{before},embedding\n"),
        Some((before, number)) => format!("{before},{}\n", -number.parse::<f64>().unwrap()),
        None => String::new(),
    };
    let falling: String = embedded().lines().map(opposite).collect();
    let workshop = Workshop::new().with("falling.csv", falling);
    for (column, speaks_against) in [("embedding", true), ("embedding:rises", false)] {
        let options = format!("--kernel monotone --features jaccard --draws 20 --column {column}");
        workshop
            .types(&format!(
                "train falling.csv -d documents.jsonl {options} --out falling.json"
            ))
            .done();
        let model: Value = serde_json::from_str(&workshop.read("falling.json")).unwrap();
        assert_eq!(model["features"][1]["column"], "embedding");
        let weight = model["discriminant"]["weights"][1].as_f64().unwrap();
        assert!(
            if speaks_against {
                weight < 0.0
            } else {
                weight == 0.0
            },
            "{weight}"
        );
        workshop
            .types("model verify falling.json --pairs falling.csv -d documents.jsonl")
            .done();
    }
}

#[test]
fn an_empty_cell_is_missing_and_moves_no_score() {
    let every_third = |(number, row): (usize, &str)| match row.rsplit_once(',') {
        Some((before, _)) if number % 3 == 1 => format!("{before},\n"),
        _ => format!("{row}\n"),
    };
    let gaps: String = embedded().lines().enumerate().map(every_third).collect();
    let workshop = Workshop::new().with("gaps.csv", gaps);
    let options = "--kernel linear --features jaccard --column embedding --draws 20";
    workshop
        .types(&format!(
            "train gaps.csv -d documents.jsonl {options} --out gaps.json"
        ))
        .done();
    workshop
        .types("model verify gaps.json --pairs gaps.csv -d documents.jsonl")
        .done();
    let model: Value = serde_json::from_str(&workshop.read("gaps.json")).unwrap();
    let number = |place: &Value| place.as_f64().unwrap();
    let (scaling, learned) = (&model["scaling"], &model["discriminant"]);
    let classify = "classify --pairs gaps.csv -d documents.jsonl --model gaps.json --with-features";
    let judged = workshop.types(classify).done().out;
    let mut missing = 0;
    for row in judged.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let value = |cell: usize| cells[cell].parse::<f64>().ok();
        let part = |feature: usize| {
            let scaled = |x| {
                (x - number(&scaling["offsets"][feature])) * number(&scaling["factors"][feature])
            };
            let scaled = value(5 + feature).map_or(0.0, scaled);
            scaled * number(&learned["weights"][feature])
        };
        let score = number(&learned["bias"]) + part(0) + part(1);
        assert!((score - value(3).unwrap()).abs() < 1e-9, "{row}");
        missing += usize::from(cells[6].is_empty());
    }
    assert_eq!(missing, 40);
}

#[test]
fn what_has_nothing_to_compare_is_an_empty_cell() {
    // The documents hold no number and no markup.
    let features = "--features 'jaccard number-agreement tag-counts'";
    let workshop = Workshop::new();
    workshop
        .types(&format!(
            "vectors pairs.csv -d documents.jsonl {features} --out vectors.csv"
        ))
        .done();
    let table = workshop.read("vectors.csv");
    assert!(
        table.lines().skip(1).all(|row| row.ends_with(",,")),
        "{table}"
    );
    let train = "--draws 20 --kernel linear";
    workshop
        .types(&format!(
            "train --vectors vectors.csv {train} --out of-vectors.json"
        ))
        .done();
    workshop
        .types(&format!(
            "train pairs.csv -d documents.jsonl {features} {train} --out of-documents.json"
        ))
        .done();
    let learned = |name: &str| -> Value {
        let model: Value = serde_json::from_str(&workshop.read(name)).unwrap();
        json!([model["scaling"], model["discriminant"]])
    };
    let of_documents = learned("of-documents.json");
    assert_eq!(learned("of-vectors.json"), of_documents);
    assert_eq!(of_documents[0]["factors"][1], 0.0);
    assert_eq!(of_documents[0]["factors"][2], 0.0);
}

#[test]
fn the_order_of_rows_gives_no_other_model() {
    let workshop = with_own_column();
    let reversed = embedded();
    let (head, rows) = reversed.split_once('\n').unwrap();
    let rows: Vec<&str> = rows.lines().rev().collect();
    let workshop = workshop.with("reversed.csv", format!("{head}\n{}\n", rows.join("\n")));
    let train = "train reversed.csv --documents documents.jsonl --features length-ratio --draws 20";
    workshop
        .types(&format!("{train} --column embedding --out again.json"))
        .done();
    assert_eq!(workshop.read("own.json"), workshop.read("again.json"));
}

#[test]
fn whoever_has_no_such_column_is_told() {
    let workshop = with_own_column()
        .with("a.txt", "Here.")
        .with("b.txt", "There.");
    let only_given = "'embedding' is a column of the pairs, which documents do not have: \
        classify pairs that have it, with 'classify --pairs' or 'evaluate'";
    for command in [
        "classify a.txt b.txt --model own.json",
        "explain a.txt b.txt --model own.json",
        "find a.txt documents.jsonl --model own.json",
        "dedupe documents.jsonl --model own.json --out groups.csv",
    ] {
        workshop.refuses(command, only_given);
    }
    let missing = "pairs.csv:1: there is no column 'embedding'; the columns are id_a, id_b, label; \
        correct the name or add the column";
    for command in [
        "evaluate pairs.csv -d documents.jsonl --model own.json",
        "classify --pairs pairs.csv -d documents.jsonl --model own.json",
        "vectors pairs.csv -d documents.jsonl --column embedding --features jaccard",
    ] {
        workshop.refuses(command, missing);
    }
}

#[test]
fn columns_that_are_no_features_are_refused() {
    let rows = |cell: &str| format!("id_a,id_b,label,own\na0v0,a0v1,1,{cell}\n");
    for cell in ["much", "NaN", "inf", "1e999"] {
        Workshop::new().with("own.csv", rows(cell)).refuses(
            "vectors own.csv -d documents.jsonl --column own",
            &format!(
                "own.csv:2: column 'own' holds '{cell}'; expected a finite number, or an empty cell for a missing value: the column is a feature"
            ),
        );
    }
    Workshop::new().refuses(
        "train pairs.csv -d documents.jsonl --column mwo --out m.json",
        "--column 'mwo': expected a name that is not a measure; rename the column",
    );
}

#[test]
fn vectors_give_the_figures_of_their_documents() {
    let workshop = with_vectors();
    let compared = |pairs: &str| {
        let line = format!("compare {pairs} --draws 0 --json -");
        workshop.types(&line).done().json()
    };
    let documents = compared(&format!("pairs.csv -d documents.jsonl {PLAIN}"));
    let vectors = compared("--vectors vectors.csv");
    for figure in ["pairs", "positives", "clusters", "documents", "seen_share"] {
        assert_eq!(vectors[figure], documents[figure], "{figure}");
    }
    let deciders = vectors["deciders"].as_array().unwrap();
    let names: Vec<&str> = deciders
        .iter()
        .map(|decider| decider["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "svm-auto",
            "svm-linear",
            "svm-rbf",
            "resemblance",
            "resemblance",
            "all-duplicates",
            "none"
        ],
        "rules whose similarity is there take part"
    );
    for decider in deciders {
        let same = |other: &&Value| {
            ["name", "kind"]
                .iter()
                .all(|key| other[key] == decider[key])
        };
        let of_documents = documents["deciders"].as_array().unwrap();
        let of_documents = of_documents.iter().find(same).unwrap();
        for figure in ["tp", "fp", "threshold", "roc_auc", "f1_unseen"] {
            assert_eq!(decider[figure], of_documents[figure], "{figure}");
        }
    }
}

#[test]
fn vectors_keep_groups_and_categories() {
    let pairs = "id_a,id_b,label,group,category\na0v0,a0v1,1,g,\na1v0,a2v0,0,,edited\n";
    let workshop = Workshop::new().with("groups.csv", pairs);
    let table = workshop
        .types("vectors groups.csv -d documents.jsonl --features jaccard")
        .done()
        .out;
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("id_a,id_b,label,group,category,jaccard"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("a0v0,a0v1,1,g,,"))
    );
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("a1v0,a2v0,0,,edited,"))
    );

    let pairs = "id_a,id_b,label,group\na0v0,a0v1,1,7\n";
    let workshop = Workshop::new().with("groups.csv", pairs);
    let own = "vectors groups.csv -d documents.jsonl --features jaccard --column group";
    let table = workshop.types(own).done().out;
    assert!(
        table.starts_with("id_a,id_b,label,jaccard,group\n"),
        "{table}"
    );
}

/// Two documents of one cluster may be in no pair together; then no group of a pair joins them.
#[test]
fn vectors_keep_the_clusters_of_their_documents() {
    let clustered = |row: String| {
        let mut row: Value = serde_json::from_str(&row).unwrap();
        if row["id"] == "a0v0" || row["id"] == "a9v0" {
            row["cluster"] = json!("ferries");
        }
        format!("{row}\n")
    };
    let documents: String = documents().into_iter().map(clustered).collect();
    let workshop = Workshop::new().with("clustered.jsonl", documents);
    let of_documents = format!("pairs.csv -d clustered.jsonl {PLAIN}");
    let write = format!("vectors {of_documents} --out vectors.csv");
    workshop.types(&write).done();
    let table = workshop.read("vectors.csv");
    assert!(
        table.starts_with("id_a,id_b,label,cluster_a,jaccard,resemblance\n"),
        "{table}"
    );
    let compared = |pairs: &str| {
        let line = format!("compare {pairs} --draws 0 --json -");
        workshop.types(&line).done().json()
    };
    let (documents, vectors) = (compared(&of_documents), compared("--vectors vectors.csv"));
    for figure in ["clusters", "seen_share"] {
        assert_eq!(vectors[figure], documents[figure], "{figure}");
    }
    let without = compared(&format!("pairs.csv -d documents.jsonl {PLAIN}"));
    assert_ne!(vectors["clusters"], without["clusters"]);
    for figure in ["tp", "fp", "f1_unseen"] {
        let [vectors, documents] = [&vectors, &documents].map(|it| &it["deciders"][1][figure]);
        assert_eq!(vectors, documents, "{figure}");
    }

    let two = "id_a,id_b,label,cluster_a,cluster_b,own\na,b,1,x,y,0.5\nb,c,0,z,,0.1\n";
    let workshop = workshop.with("two.csv", two);
    workshop.refuses(
        "train --vectors two.csv --out own.json",
        "two.csv:3: document 'b' is in two clusters, 'y' and 'z'; correct one of them",
    );
}

#[test]
fn a_model_of_vectors_judges_vectors() {
    let workshop = with_vectors()
        .with("a.txt", "Here.")
        .with("b.txt", "There.");
    let evaluated = workshop
        .types("evaluate --vectors vectors.csv --model model.json --draws 0 --json -")
        .done();
    assert!(
        evaluated
            .err
            .contains("vectors do not show which of these documents the model was trained on"),
        "{}",
        evaluated.err
    );
    assert!(evaluated.json()["deciders"][0]["f1"].as_f64().unwrap() > 0.9);
    workshop
        .types("model verify model.json --pairs vectors.csv")
        .done();
    let of_vectors = "the model was trained on vectors and does not know how their documents \
        were read: train on documents, or classify vectors, with 'classify --vectors' or 'evaluate --vectors'";
    for command in [
        "classify a.txt b.txt --model model.json",
        "evaluate pairs.csv -d documents.jsonl --model model.json",
        "dedupe documents.jsonl --model model.json --out groups.csv",
    ] {
        workshop.refuses(command, of_vectors);
    }
}

#[test]
fn a_model_of_vectors_classifies_vectors_without_labels() {
    let workshop = with_vectors();
    let labelled = workshop.read("vectors.csv");
    let rows: Vec<Vec<&str>> = labelled
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let label = rows[0].iter().position(|name| *name == "label").unwrap();
    let bare: Vec<String> = rows
        .iter()
        .map(|row| [&row[..label], &row[label + 1..]].concat().join(","))
        .collect();
    let workshop = workshop.with("bare.csv", bare.join("\n") + "\n");
    let judged = workshop
        .types("classify --vectors bare.csv --model model.json")
        .done()
        .out;
    let mut judged = judged.lines();
    assert_eq!(
        judged.next().unwrap(),
        "id_a,id_b,decision,score,probability"
    );
    let decisions = judged.map(|row| row.split(',').nth(2).unwrap().to_string());
    let called: Vec<String> = decisions.collect();
    assert_eq!(called.len(), rows.len() - 1);
    let right = called
        .iter()
        .zip(&rows[1..])
        .filter(|(called, row)| (*called == "duplicate") == (row[label] == "1"));
    assert!(right.count() as f64 > 0.9 * called.len() as f64);
    let line = "classify --vectors bare.csv --documents documents.jsonl --model model.json";
    let refused = workshop.types(line).ends_with(2);
    assert!(refused.err.contains("'--documents"), "{}", refused.err);
}

#[test]
fn a_model_of_documents_judges_vectors_too() {
    let workshop = with_vectors();
    workshop
        .types(&format!(
            "train pairs.csv -d documents.jsonl {PLAIN} --draws 20 --out of-documents.json"
        ))
        .done();
    let confusion = |source: &str| {
        let line = format!("evaluate {source} --model of-documents.json --draws 0 --json -");
        let decider = workshop.types(&line).done().json()["deciders"][0].clone();
        ["tp", "fp", "tn", "fn"].map(|count| decider[count].clone())
    };
    assert_eq!(
        confusion("--vectors vectors.csv"),
        confusion("pairs.csv -d documents.jsonl")
    );
}

#[test]
fn vectors_may_be_extended() {
    let workshop = with_vectors();
    let extended: String = workshop
        .read("vectors.csv")
        .lines()
        .enumerate()
        .map(|(row, line)| match row {
            0 => format!("{line},own\n"),
            _ => format!("{line},{row}\n"),
        })
        .collect();
    let workshop = workshop.with("extended.csv", extended);
    workshop
        .types("train --vectors extended.csv --draws 20 --out extended.json --report report")
        .done();
    let model: Value = serde_json::from_str(&workshop.read("extended.json")).unwrap();
    assert_eq!(model["features"][0]["measure"], "jaccard");
    assert_eq!(model["features"][2], json!({ "column": "own" }));
    assert!(workshop.path("report/index.html").exists());
    workshop.refuses(
        "evaluate --vectors vectors.csv --model extended.json",
        "vectors.csv: the vectors have no column 'own', which is a feature of the model; write \
         the vectors with the features of the model ('dejalu model show')",
    );
}

#[test]
fn tables_that_are_no_vectors_are_refused() {
    let workshop = Workshop::new()
        .with("bare.csv", table(&pairs()))
        .with("word.csv", "id_a,id_b,label,jaccard\na,b,1,high\n");
    workshop.refuses(
        "train --vectors bare.csv --out m.json",
        "bare.csv: there is no column besides ids and label; expected one column per feature, as 'dejalu vectors' writes them",
    );
    workshop.refuses(
        "compare --vectors word.csv",
        "word.csv:2: column 'jaccard' holds 'high'; expected a finite number, or an empty cell for a missing value: the column is a feature",
    );
    for option in [
        "--language german",
        "--documents documents.jsonl",
        "--column own",
    ] {
        let answer = workshop.types(&format!("train --vectors bare.csv {option} --out m.json"));
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains("cannot be used with"), "{}", answer.err);
    }
}
