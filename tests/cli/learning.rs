//! Tests of what a training reports besides its figures: the search, probabilities, doubtful pairs,
//! labels.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::workshop::{QUICK, Workshop, pairs, table};

fn compared(workshop: &Workshop, pairs: &str, options: &str) -> Value {
    let line = format!("compare {pairs} -d documents.jsonl {QUICK} --json - {options}");
    workshop.types(&line).done().json()
}

fn names_of<'a>(compared: &'a Value, kind: &str) -> Vec<&'a str> {
    let deciders = compared["deciders"].as_array().unwrap().iter();
    let of_kind = deciders.filter(|decider| decider["kind"] == kind);
    of_kind.map(|it| it["name"].as_str().unwrap()).collect()
}

#[test]
fn a_training_shows_the_search_and_what_it_leans_on() {
    let trained = Workshop::new().train("model.json", "").done();
    let lines: Vec<&str> = trained.out.lines().collect();
    let search = lines
        .iter()
        .position(|line| line.starts_with("search"))
        .unwrap();
    assert!(lines[search].starts_with("search           the best 3 of 7 "));
    let first: Vec<&str> = lines[search + 1..search + 4]
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(first.contains(&"laplacian") && lines[search + 1].ends_with(", chosen"));
    assert!(trained.out.contains(", chosen\n"), "{}", trained.out);
    assert!(trained.out.contains("\nprobabilities    Brier score 0.0"));
    assert!(
        trained
            .out
            .contains("(permutation importance: decrease in F1)\n")
    );
    let linear = Workshop::new()
        .train("model.json", "--kernel linear")
        .done();
    assert!(linear.out.contains("(weight in the score)\n"));
}

#[test]
fn an_interval_is_named_by_its_kind_and_allows_for_errors_that_were_not_seen() {
    let trained = Workshop::new()
        .train("model.json", "--kernel linear")
        .done();
    assert!(
        trained.out.contains(
            "precision 1.000 (0.940–1.000), recall 1.000 (0.940–1.000), F1 1.000 (0.851–1.000); \
             cross-validated, 95 % intervals: Wilson for precision and recall, bootstrap over clusters \
             for F1\n"
        ),
        "{}",
        trained.out
    );
    assert!(
        trained
            .out
            .contains("\n                 95 % intervals: bootstrap over clusters\n"),
        "{}",
        trained.out
    );
}

#[test]
fn terms_that_are_left_out_are_said() {
    let workshop = Workshop::new();
    let note = "--terms has no effect: which words differ is learned from 1,000 pairs or more, and there \
                are 120 to train on";
    let trained = workshop
        .train("model.json", "--kernel linear --terms")
        .done();
    assert!(
        trained.err.contains(&format!("warning: {note}\n")),
        "{}",
        trained.err
    );
    let shown = workshop.types("model show model.json").done();
    assert!(shown.out.contains(note), "{}", shown.out);
    let without = workshop.train("model.json", "--kernel linear").done();
    assert!(!without.err.contains("--terms"), "{}", without.err);
}

#[test]
fn a_pair_with_both_labels_and_a_column_with_one_value_are_said() {
    let pairs = Workshop::new().read("pairs.csv");
    let rows = pairs.lines().skip(1);
    let rows = rows.map(|row| format!("{row},0.5,\n"));
    let table = format!("id_a,id_b,label,own,none\n{}", rows.collect::<String>());
    let workshop = Workshop::new()
        .with("both.csv", pairs + "a0v1,a0v0,0\n")
        .with("own.csv", table);
    let train = "--documents documents.jsonl --features jaccard --kernel linear --out m.json";
    let told = workshop.types(&format!("train both.csv {train}")).done();
    assert!(
        told.err.contains(
            "warning: 1 pair is labelled both duplicate and distinct, and both labels count; correct \
             one:\n  both.csv:2 and both.csv:122: 'a0v0' and 'a0v1'\n"
        ),
        "{}",
        told.err
    );
    assert!(!told.err.contains("though duplicates"), "{}", told.err);
    let told = workshop
        .types(&format!("train own.csv {train} --column own --column none"))
        .done();
    assert!(
        told.err.contains(
            "warning: 2 columns hold one value in all rows and tell no pair from another: own, none\n"
        ),
        "{}",
        told.err
    );
}

#[test]
fn all_kernels_are_tried_and_one_of_each_is_taken() {
    let workshop = Workshop::new();
    let trained = workshop.train("auto.json", "--kernel auto").done();
    assert!(
        trained.out.contains("\nsearch           the best 3 of 7 "),
        "{}",
        trained.out
    );
    let record = workshop
        .types("model show auto.json --json -")
        .done()
        .json();
    let search = record["training"]["search"].as_array().unwrap();
    let of = |kernel: &str| {
        let tried = search
            .iter()
            .map(|point| point["learner"]["kernel"].to_string());
        tried.filter(|it| it.contains(kernel)).count()
    };
    assert_eq!((of("monotone"), of("linear")), (4, 0));
    assert_eq!((of("polynomial"), of("rbf"), of("laplacian")), (0, 0, 3));
    let chosen = record["training"]["learner"].as_array().unwrap();
    assert_eq!(chosen.len(), 2);
    for (learner, kernel) in chosen.iter().zip(["monotone", "laplacian"]) {
        let of_kernel = search
            .iter()
            .filter(|point| point["learner"]["kernel"].to_string().contains(kernel));
        let loss = |point: &&Value| point["loss"].as_f64().unwrap();
        let least = of_kernel
            .clone()
            .map(|point| loss(&point))
            .fold(1.0, f64::min);
        let first = of_kernel.clone().find(|point| loss(point) < least + 1e-6);
        assert_eq!(*learner, first.unwrap()["learner"]);
    }
}

#[test]
fn a_monotone_model_says_so_and_has_no_negative_weight_on_what_rises() {
    let workshop = Workshop::new();
    let options = "--kernel monotone --features default";
    workshop.train("monotone.json", options).done();
    workshop.types("model verify monotone.json").done();
    let model: Value = serde_json::from_str(&workshop.read("monotone.json")).unwrap();
    assert_eq!(model["format"], 8);
    assert_eq!(model["training"]["learner"]["kernel"], "monotone");
    let measures = workshop.types("measures --json -").done().json();
    let rises = |name: &Value| {
        let measures = measures.as_array().unwrap();
        let found = measures.iter().find(|it| it["name"] == *name);
        found.unwrap()["rises"].as_bool().unwrap()
    };
    let weights = model["discriminant"]["weights"].as_array().unwrap();
    for (feature, weight) in model["features"].as_array().unwrap().iter().zip(weights) {
        let weight = weight.as_f64().unwrap();
        assert!(weight >= 0.0 || !rises(&feature["measure"]), "{feature}");
    }
    let shown = workshop.types("model show monotone.json").done().out;
    assert!(shown.contains("monotone, C = "), "{shown}");
}

#[test]
fn a_laplacian_model_is_verified_classifies_and_explains() {
    let workshop = Workshop::new()
        .with("old.txt", "The storm broke the old timber pier in March.")
        .with(
            "new.txt",
            "A storm smashed the old pier at the end of March.",
        );
    workshop
        .train("laplacian.json", "--kernel laplacian")
        .done();
    workshop.types("model verify laplacian.json").done();
    let shown = workshop.types("model show laplacian.json").done().out;
    assert!(shown.contains("laplacian (gamma = "), "{shown}");
    let model: Value = serde_json::from_str(&workshop.read("laplacian.json")).unwrap();
    let search = model["training"]["search"].as_array().unwrap();
    let of_kernel = |point: &&Value| point["learner"]["kernel"]["laplacian"].is_object();
    assert_eq!(
        (search.len(), search.iter().filter(of_kernel).count()),
        (3, 3)
    );
    let explain = "explain old.txt new.txt -m laplacian.json --json -";
    let explained = workshop.types(explain).done().json();
    let number = |value: &Value| value.as_f64().unwrap();
    let contributions = explained["features"].as_array().unwrap().iter();
    let sum: f64 = contributions.map(|row| number(&row["contribution"])).sum();
    let score = number(&explained["score"]);
    assert!((number(&explained["base"]) + sum - score).abs() < 1e-9);
}

#[test]
fn options_of_the_polynomial_kernel_are_its_own() {
    let workshop = Workshop::new();
    let refuses = |options: &str, sentence: &str| {
        let line = format!("train pairs.csv -d documents.jsonl --out no.json {options}");
        workshop.refuses(&line, sentence);
    };
    refuses(
        "--kernel rbf --degree 3",
        "--degree '3': expected --kernel polynomial, or auto with a --degree",
    );
    refuses(
        "--coef0 1",
        "--coef0 '1': expected --kernel polynomial, or auto with a --degree",
    );
    refuses(
        "--operating-point margin",
        "--operating-point 'margin': expected f1, precision=X or recall=X, since several kernels together have no margin; or choose one kernel (--kernel)",
    );
    refuses(
        "--kernel polynomial --coef0 -1",
        "--coef0 '-1': expected a number from 0 to 1000000",
    );
    refuses(
        "--kernel polynomial --degree 11",
        "invalid value '11' for '--degree <N>': expected a whole number from 1 to 10",
    );
}

#[test]
fn doubtful_pairs_may_be_left_undecided() {
    let workshop = Workshop::new()
        .with("a.txt", "The ferry waits at the old pier.")
        .with("b.txt", "The ferry is waiting at the pier.");
    // No model of so few pairs is as sure as this.
    let trained = workshop.train("strict.json", "--abstain 0.0000001").done();
    let cost = "\nunsure           100.0 % of the pairs, whose decision would be wrong with a \
                probability above 0.0 %; F1 of the rest – (";
    assert!(trained.out.contains(cost), "{}", trained.out);
    let judged = workshop
        .types("classify a.txt b.txt --model strict.json")
        .ends_with(1);
    assert!(
        judged.out.contains("unsure (probability "),
        "{}",
        judged.out
    );
    let many = workshop
        .types("classify --pairs pairs.csv -d documents.jsonl --model strict.json --out out.csv")
        .done();
    assert_eq!(many.err, "120 pairs classified, 0 duplicates, 120 unsure\n");
    assert!(workshop.read("out.csv").contains(",unsure,"));
    let shown = workshop.types("model show strict.json").done();
    assert!(
        shown
            .out
            .contains("wrong with a probability above 0.0000001")
    );

    // Both ends of the band name it, and the model may be trained again.
    workshop.train("one.json", "--abstain 0.1").done();
    workshop.train("other.json", "--abstain 0.9").done();
    assert_eq!(workshop.read("one.json"), workshop.read("other.json"));
    workshop.types("model verify one.json").done();
    let evaluated = workshop
        .types("evaluate pairs.csv -d documents.jsonl --model one.json --json -")
        .done();
    assert_eq!(
        evaluated.json()["deciders"][0]["learned"]["abstains_at"],
        0.1
    );

    for bad in ["0", "1", "0.5", "-0.1", "nan", "x"] {
        workshop.refuses(
            &format!("train pairs.csv -d documents.jsonl --abstain {bad} --out no.json"),
            &format!(
                "--abstain '{bad}': expected a number between 0 and 1 other than 0.5: the \
                 largest probability of a wrong decision, or the smallest of a right one"
            ),
        );
    }
}

#[test]
fn a_comparison_tells_all_of_its_learned_deciders() {
    let workshop = Workshop::new();
    let found = compared(&workshop, "pairs.csv", "");
    for (decider, points, kernels) in [(0, 7, 2), (1, 4, 1), (2, 16, 1)] {
        let learned = &found["deciders"][decider]["learned"];
        let rows = learned["search"]["rows"].as_array().unwrap();
        assert_eq!(rows.len(), points);
        // Five repeats of five inner folds in each of five outer ones, each of which chooses once.
        assert!(
            rows.iter()
                .all(|row| row["f1"].as_array().unwrap().len() == 125)
        );
        let chosen: u64 = rows.iter().map(|row| row["chosen"].as_u64().unwrap()).sum();
        assert_eq!(chosen, 5 * kernels);
        let bins = learned["reliability"]["bins"].as_array().unwrap().iter();
        assert_eq!(
            bins.map(|bin| bin["rows"].as_u64().unwrap()).sum::<u64>(),
            120
        );
        let costs = learned["abstention"].as_array().unwrap();
        assert!(costs.iter().all(|cost| cost["share"].is_f64()));
        let features = learned["importance"]["features"].as_array().unwrap();
        assert_eq!(features.len(), 3);
    }
    let kind = |decider: usize| &found["deciders"][decider]["learned"]["importance"]["kind"];
    assert_eq!((kind(0), kind(1)), (&"loss_of_f1".into(), &"weight".into()));
    assert!(found["deciders"][3].get("learned").is_none());
    assert_eq!(found["suspects"]["count"], 0);
}

#[test]
fn rules_are_retuned_by_f1_or_where_the_errors_cross() {
    let workshop = Workshop::new();
    let found = compared(&workshop, "pairs.csv", "--retune f1,crossing");
    let names = names_of(&found, "retuned");
    assert!(
        names.contains(&"mwo") && names.contains(&"mwo-crossing"),
        "{names:?}"
    );
    assert_eq!(names.len() % 2, 0);
    let crossing = compared(&workshop, "pairs.csv", "--retune crossing");
    let only = names_of(&crossing, "retuned");
    assert!(only.iter().all(|name| name.ends_with("-crossing")));
    assert_eq!(2 * only.len(), names.len());
}

#[test]
fn the_thesis_rule_of_sentences_has_both_its_thresholds_calibrated() {
    let sentence = |article: usize, version: usize| {
        let words = "ferry pier storm harbour ticket captain winter lamp rope anchor gull tide";
        let words: Vec<&str> = words.split(' ').cycle().skip(article * 2).take(8).collect();
        match version {
            0 => words.join(" "),
            _ => [&words[1..], &["again"]].concat().join(" "),
        }
    };
    let mut rows = String::from("text_a,text_b,label\n");
    for article in 0..24 {
        let other = article + 3;
        rows += &format!("{},{},1\n", sentence(article, 0), sentence(article, 1));
        rows += &format!(
            "{} {article},{} {article},0\n",
            sentence(article, 0),
            sentence(other, 0)
        );
    }
    let workshop = Workshop::new().with("sentences.csv", rows);
    let line = format!("compare sentences.csv {QUICK} --retune crossing --json -");
    let found = workshop.types(&line).done().json();
    let deciders = found["deciders"].as_array().unwrap();
    let named = |name: &str| deciders.iter().find(|it| it["name"] == name).unwrap();
    let calibrated = named("fuzzy-sentence-crossing");
    assert!(calibrated["threshold"].as_f64().unwrap() >= 0.5);
    let variation = calibrated["variation_threshold"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&variation), "{calibrated}");
    assert_eq!(
        named("fuzzy-sentence")["variation_threshold"],
        serde_json::Value::Null
    );
    let line = format!("compare sentences.csv {QUICK} --retune crossing --report report");
    let table = workshop.types(&line).done().out;
    let note = format!(
        "fuzzy-sentence-crossing: variation threshold {variation:.3}, the median over the folds."
    );
    assert!(table.contains(&note), "{table}");
    let page = workshop.read("report/index.html");
    assert!(page.contains("fuzzy-sentence-crossing: variation threshold"));
    assert!(calibrated["f1"].as_f64() >= named("fuzzy-sentence")["f1"].as_f64());
}

#[test]
fn predictions_are_those_of_the_test_folds() {
    let workshop = Workshop::new();
    let line = format!(
        "compare pairs.csv -d documents.jsonl {QUICK} --kernel linear --retune f1,crossing --json - \
         --predictions said.csv"
    );
    let found = workshop.types(&line).done().json();
    let said = workshop.read("said.csv");
    let mut rows = said.lines().map(|row| row.split(',').collect::<Vec<_>>());
    assert_eq!(
        rows.next().unwrap().join(" "),
        "id_a id_b label decider fold score decision"
    );
    let mut of_decider: BTreeMap<String, Vec<Vec<&str>>> = BTreeMap::new();
    for row in rows {
        of_decider.entry(row[3].to_string()).or_default().push(row);
    }
    let count = |name: &str, label: &str, decision: &str| {
        let rows = of_decider[name].iter();
        rows.filter(|row| (row[2], row[6]) == (label, decision))
            .count()
    };
    let mut deciders = 0;
    for decider in found["deciders"].as_array().unwrap() {
        let name = decider["name"].as_str().unwrap();
        let name = match decider["kind"].as_str().unwrap() {
            "baseline" => continue,
            "retuned" if !name.ends_with("-crossing") => format!("{name}-retuned"),
            _ => name.to_string(),
        };
        deciders += 1;
        let counts = [
            ("tp", "1", "duplicate"),
            ("fp", "0", "duplicate"),
            ("tn", "0", "distinct"),
            ("fn", "1", "distinct"),
        ];
        for (figure, label, decision) in counts {
            assert_eq!(decider[figure], count(&name, label, decision), "{name}");
        }
        let folds: BTreeSet<&str> = of_decider[&name].iter().map(|row| row[4]).collect();
        assert!(folds.len() > 1 && !folds.contains("0"), "{folds:?}");
    }
    assert_eq!(of_decider.len(), deciders);
}

#[test]
fn labels_that_every_fold_contradicts_are_listed() {
    // Two versions of one article, called distinct.
    let rows = table(&pairs()).replace("a3v0,a3v1,1\n", "a3v0,a3v1,0\n");
    let workshop = Workshop::new().with("mistaken.csv", rows);
    let found = &compared(&workshop, "mistaken.csv", "--kernel rbf")["suspects"];
    assert_eq!(found["count"], 1, "{found}");
    let worst = &found["pairs"][0];
    assert_eq!(worst["ids"], serde_json::json!(["a3v0", "a3v1"]));
    assert_eq!(worst["label"], "distinct");
    // Judged by its own fold, and in four others by an inner one.
    assert_eq!(worst["models"], 5);
    assert!(worst["probability"].as_f64() < Some(0.1), "{worst}");
    assert!(worst["rules_against"].as_u64() >= Some(9), "{worst}");
    let trained = workshop
        .types(&format!(
            "train mistaken.csv -d documents.jsonl {QUICK} --kernel rbf --out model.json"
        ))
        .done();
    assert!(trained.out.contains("labels to check  "), "{}", trained.out);
}

#[test]
fn a_learning_curve_tells_what_more_labels_would_bring() {
    let workshop = Workshop::new();
    let options = "--kernel linear --learning-curve --json curve.json --report report";
    let trained = workshop.train("model.json", options).done();
    let result: Value = serde_json::from_str(&workshop.read("curve.json")).unwrap();
    let curve = &result["learning_curve"];
    let points = curve["points"].as_array().unwrap();
    let pairs: Vec<u64> = points
        .iter()
        .map(|it| it["pairs"].as_u64().unwrap())
        .collect();
    assert_eq!(
        (&curve["labelled"], &pairs[..2]),
        (&120.into(), &[30, 60][..])
    );
    // The last is the cross-validation.
    let (last, whole) = (&points[points.len() - 1], &result["deciders"][0]);
    assert_eq!(last["f1"], whole["f1"]);
    assert_eq!(last["f1_interval"], whole["f1_interval"]);

    let begin = "\nlearning curve   pairs  F1, 95 % interval\n                    30  ";
    assert!(trained.out.contains(begin), "{}", trained.out);
    let sentence = format!("120 labels ({} in a fold) give an F1 of ", last["pairs"]);
    assert!(trained.out.contains(&sentence), "{}", trained.out);
    assert!(
        trained.out.contains("; doubling them would bring "),
        "{}",
        trained.out
    );
    assert!(workshop.path("report/learning-curve.svg").exists());
    assert!(workshop.read("report/index.html").contains(&sentence));

    // The model is the same without it, and whoever does not ask is told nothing of it.
    let plain = workshop
        .train("plain.json", "--kernel linear --json plain-result.json")
        .done();
    assert_eq!(workshop.read("plain.json"), workshop.read("model.json"));
    assert!(!plain.out.contains("learning curve"));
    assert!(
        !workshop
            .read("plain-result.json")
            .contains("learning_curve")
    );
}

#[test]
fn pairs_that_nobody_is_sure_of_are_left_out_and_counted() {
    let workshop = Workshop::new();
    let pairs = workshop.read("pairs.csv");
    let unsure = pairs
        .replacen(",1\n", ",unsure\n", 1)
        .replacen(",0\n", ",?\n", 1);
    assert_ne!(unsure, pairs);
    let workshop = workshop.with("unsure.csv", unsure);

    let trained = workshop
        .types(&format!(
            "train unsure.csv -d documents.jsonl {QUICK} --out model.json"
        ))
        .done();
    let warned = "warning: 2 pairs labelled unsure left out\n";
    assert!(trained.err.contains(warned), "{}", trained.err);

    let open = "id_a,id_b,label\na0v0,a0v1,unsure\na0v0,a5v0,?\n";
    workshop.with("open.csv", open).refuses(
        &format!("train open.csv -d documents.jsonl {QUICK} --out model.json"),
        "open.csv: none of its 2 pairs has a sure answer; answer some first with 'dejalu label'",
    );
}

#[test]
fn linfa_svm_decides_as_the_projects_own_solver_does() {
    let workshop = Workshop::new();
    let compared = compared(&workshop, "pairs.csv", "--kernel rbf --solver own,linfa");
    assert_eq!(names_of(&compared, "learned"), ["svm-rbf", "svm-linfa"]);
    let counts = |place: usize| {
        let decider = &compared["deciders"][place];
        ["tp", "fp", "tn", "fn"].map(|it| decider[it].as_u64().unwrap())
    };
    assert_eq!(counts(0), counts(1));

    workshop
        .train("linfa.json", "--kernel rbf --solver linfa")
        .done();
    let shown = workshop.types("model show linfa.json --json -").done();
    let learner = &shown.json()["training"]["learner"];
    assert_eq!(learner["solver"], "linfa");

    workshop.refuses(
        &format!("train pairs.csv -d documents.jsonl {QUICK} --solver linfa --out m.json"),
        "--solver 'linfa': expected a kernel that it has: --kernel linear, rbf or polynomial",
    );
}
