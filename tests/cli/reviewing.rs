//! What a deduplication cannot decide is listed, people answer, and the next one goes by their answers.

use crate::workshop::{Workshop, documents};

/// Two records of other DOIs that are one work by all else; two that a veto keeps apart; two titles that differ in a
/// word; one record of its own.
const RECORDS: &str = "\
id,title,author,year,journal,volume,number,pages,doi,abstract
1,Salt intake of fishermen in three countries: a cohort study,\"Quist, Ane; Norling, Eva\",2010,Harbour Health,5,2,55-64,10.5555/s.1,
2,Salt intake of fishermen in three countries: a cohort study,\"Quist, Ane; Norling, Eva\",2010,Harbour Health,5,2,55-64,10.7777/s.9,
3,Lungworm in seal pups of the outer islands,\"Meffner, Frida\",2009,Harbour Health,4,1,10-19,10.5555/l.1,We counted worms in the lungs of two hundred seal pups.
4,Lungworm in seal pups of the outer islands,\"Meffner, Frida\",2010,Harbour Health,7,1,10-19,,We counted worms in the lungs of two hundred seal pups.
5,Knots as physiotherapy after the storm season,\"Okafor, Chidi\",2015,Harbour Health,9,3,1-8,10.5555/k.1,
6,Knots as physiotherapy before the storm season,\"Okafor, Chidi\",2015,Harbour Health,9,,,,
7,Noise of harbour cranes,\"Tanaka, Hiro\",2001,Annals of Tides,2,,7-9,,
";

const DEDUPE: &str = "dedupe records.csv --model records";

/// The pairs of a list, with why they are there.
fn listed(workshop: &Workshop, name: &str) -> Vec<[String; 3]> {
    let table = workshop.read(name);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let rows = rows.records().map(|row| {
        let row = row.unwrap();
        let why = row[3].split(':').next().unwrap_or_default();
        [row[0].to_owned(), row[1].to_owned(), why.to_owned()]
    });
    rows.collect()
}

fn pairs(of: &[[&str; 3]]) -> Vec<[String; 3]> {
    of.iter().map(|pair| pair.map(str::to_owned)).collect()
}

#[test]
fn what_fields_cannot_tell_is_listed_and_answers_settle_it() {
    let workshop = Workshop::new().with("records.csv", RECORDS);
    let told = workshop.types(&format!("{DEDUPE} --out groups.csv")).done();
    let counted = "3 pairs to review (1 whose DOIs differ, 1 just below the threshold, 1 vetoed): --review FILE lists them\n";
    assert!(told.out.contains(counted), "{}", told.out);
    let line = format!("{DEDUPE} --out again.csv --review review.csv --json figures.json");
    let told = workshop.types(&line).done();
    assert!(
        told.out
            .contains(": in review.csv, the surest duplicates first\n"),
        "{}",
        told.out
    );
    assert_eq!(workshop.read("groups.csv"), workshop.read("again.csv"));
    let all = pairs(&[
        ["1", "2", "DOIs differ"],
        ["3", "4", "veto"],
        ["5", "6", "just below"],
    ]);
    assert_eq!(listed(&workshop, "review.csv"), all);
    let list = workshop.read("review.csv");
    let head = "id_a,id_b,score,why,label,title_a,author_a,year_a,title_b,author_b,year_b\n";
    assert!(list.starts_with(head), "{list}");
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("figures.json")).unwrap();
    assert_eq!(figures["review"]["found"], 3);
    assert_eq!(figures["review"]["pairs"][2]["why"], "just below");

    // People fill in the list itself: it is not replaced, and what they say is asked no more.
    let said = list
        .replace("DOIs differ,,", "DOIs differ,no,")
        .replace("just below,,", "just below,yes,");
    let workshop = workshop.with("review.csv", said);
    workshop.refuses(
        &line,
        "--review 'review.csv': expected another file, since column 'label' of this one is filled in, which would be lost",
    );
    let line = format!("{DEDUPE} --constraints review.csv --out after.csv --review next.csv");
    let told = workshop.types(&line).done();
    assert!(
        told.out
            .contains("constraints link 1 pair and keep 1 pair apart"),
        "{}",
        told.out
    );
    assert_eq!(listed(&workshop, "next.csv"), pairs(&[["3", "4", "veto"]]));
    let kept = workshop.read("after.csv");
    let kept: Vec<&str> = kept.lines().filter(|row| row.contains(",true,")).collect();
    assert_eq!(kept.len(), 6, "5 and 6 are one work, 1 and 2 are two");

    // Or they are asked about the rest, and their file of answers is read as well.
    let label = "label --pairs next.csv --documents records.csv --model records --audit none --out answers.jsonl --terminal";
    let asked = workshop.pipes("y\n", label).done();
    assert!(asked.out.contains("year      *2010*"), "{}", asked.out);
    let line = format!("{DEDUPE} --constraints answers.jsonl --out last.csv --review none.csv");
    workshop.types(&line).done();
    assert_eq!(
        listed(&workshop, "none.csv"),
        pairs(&[["1", "2", "DOIs differ"], ["5", "6", "just below"]])
    );
    assert!(workshop.read("last.csv").contains("\n4,3,3,"));
}

#[test]
fn of_texts_the_pairs_just_below_the_threshold_are_listed_only_where_they_are_asked_for() {
    let workshop = Workshop::new();
    let dedupe = "dedupe documents.jsonl --rule jaccard=0.9 --out groups.csv";
    let told = workshop.types(dedupe).done();
    assert!(!told.out.contains("review"), "{}", told.out);
    workshop
        .types(&format!("{dedupe} --review review.csv"))
        .done();
    let table = workshop.read("review.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let head = "id_a,id_b,score,why,label,beginning_a,beginning_b";
    assert_eq!(
        rows.headers().unwrap().iter().collect::<Vec<_>>().join(","),
        head
    );
    let scores: Vec<f64> = rows
        .records()
        .map(|row| row.unwrap()[2].parse().unwrap())
        .collect();
    assert!(
        !scores.is_empty() && scores.is_sorted_by(|a, b| a >= b),
        "{scores:?}"
    );
    assert!(
        scores.iter().all(|score| (0.81..0.9).contains(score)),
        "{scores:?}"
    );
    assert!(
        table
            .lines()
            .skip(1)
            .all(|row| row.contains(",just below,,")),
        "{table}"
    );
    // No order of the documents and no number of threads changes it.
    let turned: Vec<String> = documents().into_iter().rev().collect();
    let workshop = workshop.with("documents.jsonl", turned.concat());
    workshop
        .types(&format!("{dedupe} --review turned.csv --threads 1"))
        .done();
    assert_eq!(workshop.read("turned.csv"), table);
}

#[test]
fn a_review_needs_one_decision_about_the_whole_collection() {
    let workshop = Workshop::with_model();
    let dedupe = "dedupe documents.jsonl --out groups.csv --review review.csv";
    workshop.refuses(
        &format!("{dedupe} --rule jaccard=0.5 --at 0.5 --at 0.7"),
        "--at '0.5,0.7': expected one threshold with --review, since each keeps other documents",
    );
    for option in [
        "--fit-on 1 -m model.json",
        "--against documents.jsonl",
        "--audit-sample 5",
    ] {
        let refused = workshop.types(&format!("{dedupe} {option}"));
        assert_eq!(refused.code, 2, "{option}");
        assert!(refused.err.contains("--review"), "{}", refused.err);
    }
}
