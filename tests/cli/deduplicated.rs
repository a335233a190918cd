//! Tests of what a deduplication shows to people: its report, and the evidence for single pairs.

use std::fs;

use crate::workshop::{Workshop, documents};

fn files(workshop: &Workshop, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(workshop.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_report_shows_the_groups() {
    let workshop = Workshop::with_model();
    let told = workshop
        .types("dedupe documents.jsonl -m model.json --out groups.csv --report report")
        .done();
    assert!(
        told.err.contains("report: report/index.html"),
        "{}",
        told.err
    );
    assert_eq!(
        files(&workshop, "report"),
        ["index.html", "lost.svg", "pair-scores.svg", "sizes.svg"]
    );
    let page = workshop.read("report/index.html");
    for text in [
        "of 40 documents would be removed",
        "Decided by a model trained on 120 labelled pairs",
        "The largest groups",
        "<dt>Documents</dt><dd>documents.jsonl</dd>",
    ] {
        assert!(page.contains(text), "no '{text}'");
    }
}

/// Twenty applications on one form, and one of them sent twice, with a word more.
fn forms() -> String {
    let mut rows = String::new();
    let names = "Ada Bea Cleo Dora Edda Flora Gaby Hilde Ida Judy Kira Lea Mia Nora Olga Pia Rita Sina Tina Uta";
    for (number, name) in (0..).zip(names.split(' ')) {
        let (lot, parish) = (number * 37 % 101, &names[number * 3..number * 3 + 9]);
        let again = if name == "Uta" { "uta-again" } else { "" };
        for id in [name, again].into_iter().filter(|id| !id.is_empty()) {
            rows += &format!(
                "{{\"id\":\"{id}\",\"text\":\"The undersigned applies for a berth in the old harbour of this town \
                 for the coming season. The name of the boat is {name} {lot} and it lies in {parish} until then. All \
                 dues are to be paid in advance at the office of the harbour master, who may refuse any boat \
                 without giving a reason. This form has to be handed in before the end of the year. {id}\"}}\n"
            );
        }
    }
    rows
}

#[test]
fn forms_stay_where_their_boilerplate_is_left_out() {
    let workshop = Workshop::new().with("forms.jsonl", forms());
    let told = workshop
        .types("dedupe forms.jsonl --out groups.csv --json j.json --report report")
        .done();
    let said =
        "compared without boilerplate: passages that stand in more than 10 groups of near copies, ";
    assert!(told.out.contains(said), "{}", told.out);
    assert!(
        told.out
            .contains("; 0 of 21 documents would be removed, 21 kept"),
        "{}",
        told.out
    );
    let page = workshop.read("report/index.html");
    assert!(page.contains("<h2 id=\"boilerplate-heading\">Boilerplate</h2>"));
    assert!(page.contains("All dues are to be paid in advance"));
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("j.json")).unwrap();
    assert_eq!(figures["boilerplate"]["above"], 10);

    let told = workshop
        .types("dedupe forms.jsonl --boilerplate keep --out groups.csv")
        .done();
    assert!(!told.out.contains("boilerplate"), "{}", told.out);
    assert!(!told.out.contains("; 0 of 21 documents"), "{}", told.out);
    workshop.refuses(
        "dedupe forms.jsonl --boilerplate some --out groups.csv",
        "--boilerplate 'some': expected auto, keep, or a number of groups from 1 to 250",
    );
}

#[test]
fn passages_that_are_left_out_are_shaded_in_the_evidence() {
    let workshop = Workshop::new()
        .with("forms.jsonl", forms())
        .with("fees.txt", "All dues are to be paid in advance.");
    let page = |options: &str| {
        let line = format!("dedupe forms.jsonl --at -5 --out groups.csv --evidence why {options}");
        workshop.types(&line).done();
        workshop.read("why/0001.html")
    };
    let shaded = "<p class=\"left-out\">";
    let legend = "Boilerplate, left out of the comparison: it stands in ";
    let whole = page("--boilerplate keep");
    assert!(!whole.contains(shaded) && !whole.contains(legend));
    assert!(!whole.contains("left out of the comparison"));
    let without = page("--boilerplate 10");
    assert!(without.contains(legend) && without.contains("of B were left out of the comparison."));
    let passage = format!(
        "{shaded}<span class=\"rest\">The undersigned applies for a berth in the old harbour of this town \
         for the coming season. The name of the boat is</span> <small class=\"reason\">boilerplate in 20 groups</small></p>"
    );
    assert_eq!(without.matches(&passage).count(), 2, "{without}");
    let both = page("--boilerplate 10 --ignore fees.txt");
    assert!(both.contains(legend) && both.contains("Ignored, left out of the comparison"));
    assert!(
        both.contains("<small class=\"reason\">ignored</small>"),
        "{both}"
    );
}

#[test]
fn a_probe_writes_evidence_for_what_it_finds() {
    let workshop = Workshop::with_model().with("new.jsonl", documents()[..2].concat());
    workshop.types("registry init --store old.registry").done();
    workshop
        .types("registry register documents.jsonl --store old.registry --force")
        .done();
    let told = workshop
        .types(
            "registry probe new.jsonl --store old.registry --top 1 --evidence why --out found.txt",
        )
        .done();
    assert!(
        told.err.contains("evidence: why/index.html"),
        "{}",
        told.err
    );
    assert_eq!(files(&workshop, "why").len(), 3);
    assert!(workshop.read("why/0001.html").contains("a0v0"));
    let first = |order: &str| {
        let line = "registry probe new.jsonl --store old.registry --evidence";
        let options = format!("{line} {order} --evidence-order {order} --out found.txt");
        workshop.types(&options).done();
        let list = workshop.read(&format!("{order}/index.html"));
        list.split("<tr>").nth(2).unwrap().to_string()
    };
    let itself = "<code>a0v0</code><br><code>a0v0</code>";
    assert!(first("surest").contains(itself), "{}", first("surest"));
    assert_ne!(first("surest"), first("doubtful"));
}

/// The scores of the pages, in their order.
fn scores(workshop: &Workshop, folder: &str) -> Vec<f64> {
    let list = workshop.read(&format!("{folder}/index.html"));
    let rows = list.split("<tr>").skip(2);
    let score = |row: &str| {
        let cell = row.split("<td class=\"n\">").nth(1).unwrap();
        cell.split('<').next().unwrap().parse().unwrap()
    };
    rows.map(score).collect()
}

#[test]
fn evidence_shows_the_most_doubtful_pairs_or_the_surest() {
    let workshop = Workshop::with_model();
    let line = "dedupe documents.jsonl -m model.json --out groups.csv --evidence-top 3 --evidence";
    for [folder, options] in [
        ["doubtful", ""],
        ["asked", "--evidence-order doubtful"],
        ["surest", "--evidence-order surest"],
    ] {
        workshop.types(&format!("{line} {folder} {options}")).done();
    }
    let [doubtful, asked, surest] =
        ["doubtful", "asked", "surest"].map(|folder| scores(&workshop, folder));
    assert_eq!(doubtful, asked);
    assert!(doubtful.is_sorted(), "{doubtful:?}");
    assert!(surest.is_sorted_by(|a, b| a >= b), "{surest:?}");
    assert!(surest[0] > doubtful[2], "{surest:?} {doubtful:?}");
}

#[test]
fn evidence_is_written_for_the_doubtful_pairs_or_those_of_a_document() {
    let workshop = Workshop::with_model();
    let told = workshop
        .types(
            "dedupe documents.jsonl -m model.json --out groups.csv --evidence why --evidence-top 3",
        )
        .done();
    assert!(
        told.err.contains("evidence: why/index.html"),
        "{}",
        told.err
    );
    assert_eq!(
        files(&workshop, "why"),
        ["0001.html", "0002.html", "0003.html", "index.html"]
    );
    workshop
        .types("dedupe documents.jsonl -m model.json --out groups.csv --evidence of --evidence-of a3v1")
        .done();
    let list = workshop.read("of/index.html");
    let rows: Vec<&str> = list.split("<tr>").skip(2).collect();
    assert!(!rows.is_empty());
    assert!(
        rows.iter().all(|row| row.contains("<code>a3v1</code>")),
        "{list}"
    );
    workshop.refuses(
        "dedupe documents.jsonl -m model.json --out groups.csv --evidence none --evidence-of zebra",
        "--evidence-of 'zebra': expected the id of a document",
    );
    workshop.refuses(
        "dedupe documents.jsonl --rule jaccard=0.5 --out groups.csv --evidence none",
        "--evidence 'none': expected a model instead of --rule; the pages explain decisions of models",
    );
}

#[test]
fn evidence_of_a_copy_is_that_of_its_text_and_old_pages_go() {
    let line = documents().swap_remove(5);
    let copy = line.replacen("\"a1v1\"", "\"copy\"", 1);
    assert_ne!(line, copy);
    let workshop = Workshop::with_model().with("more.jsonl", documents().concat() + &copy);
    let evidence = |options: &str| {
        let line =
            format!("dedupe more.jsonl -m model.json --out groups.csv --evidence why {options}");
        workshop.types(&line).done();
        let list = workshop.read("why/index.html");
        let rows = list.split("<tr>").skip(2).map(str::to_string);
        rows.collect::<Vec<String>>()
    };
    let of_original = evidence("--evidence-of a1v1");
    let of_copy = evidence("--evidence-of copy");
    assert!(of_copy.len() > 1, "{of_copy:?}");
    assert_eq!(of_copy.len(), of_original.len());
    assert!(of_copy.iter().all(|row| row.contains("<code>copy</code>")));
    let both = of_copy.last().unwrap();
    assert!(
        both.contains("<code>a1v1</code>"),
        "beyond doubt is last: {both}"
    );
    assert_eq!(evidence("--evidence-of copy --evidence-top 1").len(), 1);
    assert_eq!(files(&workshop, "why"), ["0001.html", "index.html"]);
}

#[test]
fn a_dry_run_estimates_and_writes_nothing() {
    let workshop = Workshop::new().with("docs.jsonl", documents().concat());
    let count = documents().len();
    let told = workshop
        .types("dedupe docs.jsonl --rule jaccard=0.8 --dry-run --out groups.csv --write-kept kept.jsonl")
        .done();
    let begins = format!("{count} documents, 0 MB of text: about ");
    assert!(told.out.starts_with(&begins), "{}", told.out);
    assert!(told.out.ends_with(" MB of memory\n"), "{}", told.out);
    assert!(!workshop.path("groups.csv").exists() && !workshop.path("kept.jsonl").exists());
    let refused = workshop.types("dedupe docs.jsonl --dry-run --fit-on 5 --out groups.csv");
    assert!(
        refused.err.contains("cannot be used with"),
        "{}",
        refused.err
    );
}
