//! Strange input that is nevertheless read; and input of which some is left out, which is told,
//! counted, and seen in the exit code.

use crate::workshop::{QUICK, Workshop, documents, pairs, table};

#[test]
fn bad_documents_are_told_and_the_run_goes_on() {
    let doubled = documents().concat() + &documents()[0] + "{\"id\":\"z\",\"text\":\"\"}\n";
    let workshop = Workshop::with_model().with("doubled.jsonl", doubled);
    let trained = workshop
        .types(&format!(
            "train pairs.csv -d doubled.jsonl {QUICK} --out out.json"
        ))
        .ends_with(2);
    assert_eq!(
        trained.err,
        "warning: doubled.jsonl:41: document 'a0v0' was already read at doubled.jsonl:1; give \
         every document a different id\n\
         warning: doubled.jsonl:42: the document contains no words; correct or remove it\n\
         warning: 2 documents left out\n\
         model: out.json\n"
    );
    assert_eq!(workshop.read("out.json"), workshop.read("model.json"));
    workshop
        .types("model verify model.json --pairs pairs.csv -d doubled.jsonl")
        .ends_with(2);
}

#[test]
fn bad_pairs_are_left_out_where_the_user_says_so() {
    let rows = table(&pairs()) + "a0v0,none,1\na0v0,a1v1,perhaps\na0v0\na0v0,a0v0,1\n";
    let workshop = Workshop::with_model().with("bad.csv", rows);
    let trained = workshop
        .types(&format!(
            "train bad.csv -d documents.jsonl {QUICK} --skip-bad --out out.json"
        ))
        .ends_with(2);
    assert!(
        trained
            .err
            .contains("warning: bad.csv:122: document 'none' is not in")
    );
    assert!(trained.err.contains("warning: 4 pairs left out\n"));
    assert_eq!(workshop.read("out.json"), workshop.read("model.json"));
}

#[test]
fn contradictory_labels_are_listed_and_learned_from() {
    let rows = table(&pairs()).replace("a0v0,a0v3,1\n", "") + "a0v0,a0v3,0\n";
    let workshop = Workshop::new().with("contradictory.csv", rows);
    let trained = workshop
        .types(&format!(
            "train contradictory.csv -d documents.jsonl {QUICK} --out out.json"
        ))
        .done();
    assert!(
        trained.err.contains(
            "warning: 1 pair is labelled distinct though duplicates connect its documents:\n  \
             contradictory.csv:121: 'a0v0' and 'a0v3'\n"
        ),
        "{}",
        trained.err
    );
}

#[test]
fn html_may_be_nested_a_hundred_thousand_deep() {
    let deep = "<div>".repeat(100_000) + "The ferry waits at the pier.";
    let workshop = Workshop::with_model()
        .with("deep.html", &deep)
        .with("flat.html", "<p>The ferry waits at the pier.");
    workshop
        .types("classify deep.html flat.html -m model.json")
        .done();
    let attributes = format!("<p {}>The ferry waits at the pier.", "a=1 ".repeat(100_000));
    workshop
        .with("wide.html", attributes)
        .types("classify wide.html flat.html -m model.json")
        .done();
}

/// The words are long, so that there are few of them: the line is what is tested.
#[test]
fn sixteen_megabytes_may_stand_on_one_line() {
    let word = "antidisestablishmentarianism".repeat(400) + " ";
    let text = word.repeat(16_000_000 / word.len());
    let lines = format!(
        "{{\"id\":\"a\",\"text\":\"{text}\"}}\n{{\"id\":\"b\",\"text\":\"a few words\"}}\n"
    );
    let workshop = Workshop::new()
        .with("long.jsonl", lines)
        .with("p.csv", "id_a,id_b\na,b\n");
    let vectors = workshop
        .types("vectors p.csv -d long.jsonl --features 'jaccard resemblance'")
        .done();
    assert_eq!(
        vectors.out,
        "id_a,id_b,label,jaccard,resemblance\na,b,,0,0\n"
    );
}

#[test]
fn documents_of_stop_words_or_signs_alone_give_numbers_or_nothing() {
    let mut lines = documents();
    lines.push(
        "{\"id\":\"stop\",\"text\":\"It is the one of which we have all the most.\"}\n".into(),
    );
    lines.push(
        "{\"id\":\"same\",\"text\":\"It is the one of which we have all the most.\"}\n".into(),
    );
    lines.push("{\"id\":\"one\",\"text\":\"x\"}\n".into());
    let mut rows = pairs();
    rows.push("stop,same,1\n".into());
    rows.push("stop,one,0\n".into());
    rows.push("a0v0,stop,0\n".into());
    let workshop = Workshop::new()
        .with("documents.jsonl", lines.concat())
        .with("pairs.csv", table(&rows));
    let vectors = workshop
        .types("vectors pairs.csv -d documents.jsonl --features all")
        .done()
        .out;
    for line in vectors.lines().skip(1) {
        for value in line.split(',').skip(3).filter(|cell| !cell.is_empty()) {
            let value: f64 = value.parse().unwrap();
            assert!((0.0..=1.0).contains(&value), "{line}");
        }
    }
    workshop.train("model.json", "").done();
    let judged = workshop
        .types("classify --pairs pairs.csv -d documents.jsonl -m model.json")
        .done();
    for line in judged.out.lines().skip(1) {
        for value in line.split(',').skip(3) {
            assert!(value.parse::<f64>().unwrap().is_finite(), "{line}");
        }
    }
    let evaluated = workshop
        .types("evaluate pairs.csv -d documents.jsonl -m model.json --json -")
        .done();
    assert!(!evaluated.out.contains("NaN"));
}

#[test]
fn a_text_of_a_pair_without_a_word_is_refused() {
    let rows = "text_a,text_b,label\nan old pier,an old pier,1\nan old pier,...,0\n,---,0\n";
    let workshop = Workshop::with_model().with("empty.csv", rows);
    for command in [
        "vectors empty.csv",
        "classify --pairs empty.csv -m model.json",
    ] {
        workshop.refuses(
            command,
            "empty.csv:3: 'text_b' contains no words; correct or remove the row",
        );
        let rest = workshop
            .types(&format!("{command} --skip-bad"))
            .ends_with(2);
        assert_eq!(rest.out.lines().count(), 2, "{}", rest.out);
        assert!(rest.err.contains("empty.csv:4: 'text_a' contains no words"));
        assert!(rest.err.contains("2 pairs left out"));
    }
}

#[test]
fn tables_from_spreadsheets_are_read() {
    let utf16: Vec<u8> = ("\u{feff}".to_string() + &table(&pairs()).replace('\n', "\r\n"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let marked = "\u{feff}".to_string() + &table(&pairs());
    let workshop = Workshop::with_model()
        .with("utf16.csv", utf16)
        .with("marked.csv", marked);
    for name in ["utf16.csv", "marked.csv"] {
        workshop
            .types(&format!(
                "model verify model.json --pairs {name} -d documents.jsonl"
            ))
            .done();
    }
}

#[test]
fn texts_in_other_character_sets_are_read_and_told_of() {
    let text = "Der Fährmann wartet am Pier. Ein Sturm zerstörte im März die alte Brücke.";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let page = format!("<meta charset=koi8-r><p>{text}");
    let workshop = Workshop::with_model()
        .with("pages/latin.txt", latin)
        .with("pages/page.html", page)
        .with("p.csv", "id_a,id_b\nlatin.txt,page.html\n");
    let two = workshop
        .types("classify pages/latin.txt pages/page.html -m model.json")
        .done();
    let told = "documents not in UTF-8, read as windows-1252 (1)\n";
    assert_eq!(two.err, told);
    let many = workshop
        .types("vectors p.csv -d pages --features 'jaccard char-resemblance'")
        .done();
    assert!(many.err.starts_with(told), "{}", many.err);
    assert_eq!(many.err.matches("UTF-8").count(), 1, "{}", many.err);
    let collection = workshop
        .types("dedupe pages --rule jaccard=0.9 --out groups.csv")
        .done();
    assert!(collection.err.contains(told), "{}", collection.err);
    assert!(many.out.ends_with("latin.txt,page.html,,1,1\n"));
}

#[test]
fn thresholds_that_may_be_one_with_a_decimal_comma_are_refused_by_groups() {
    let workshop = Workshop::new();
    let line =
        |at: &str| format!("dedupe documents.jsonl --rule jaccard=0.5 --at {at} --out groups.csv");
    for at in ["0.5,0.9", "0,0.5", "1", "0 --at 1"] {
        assert_eq!(workshop.types(&line(at)).done().err, "", "{at}");
    }
    let expected = "expected numbers with decimal points, so that no comma is taken for one";
    for (at, meant) in [
        ("0,5", "0.5, or 0.0,5.0 for 2 thresholds"),
        ("0,8,0,9", "0.8, or 0.0,8.0,0.0,9.0 for 4 thresholds"),
    ] {
        workshop.refuses(&line(at), &format!("--at '{at}': {expected}: {meant}"));
    }
}

#[test]
fn one_number_may_have_a_decimal_comma() {
    let workshop = Workshop::new().with("query.txt", "the ferry waits at the pier");
    for [comma, point] in [
        [
            "find query.txt documents.jsonl --rule jaccard=0,2",
            "find query.txt documents.jsonl --rule jaccard=0.2",
        ],
        [
            "find query.txt documents.jsonl --at=-0,75",
            "find query.txt documents.jsonl --at -0.75",
        ],
        [
            "dedupe documents.jsonl --lose-at-most 0,2 --rule jaccard=0,5 --out - -q",
            "dedupe documents.jsonl --lose-at-most 0.2 --rule jaccard=0.5 --out - -q",
        ],
    ] {
        let [comma, point] = [comma, point].map(|line| workshop.types(line));
        assert!(
            comma.err.is_empty() || comma.err == point.err,
            "{}",
            comma.err
        );
        assert_eq!((comma.out, comma.code), (point.out, point.code));
    }
}

#[test]
fn pages_among_the_documents_are_warned_of() {
    let workshop = Workshop::new()
        .with("essays/a.txt", "an old pier")
        .with("essays/b.txt", "a ferry");
    let done = workshop
        .types("dedupe essays --out groups.csv --report essays/report")
        .done();
    let warning = "warning: --report 'essays/report' lies in DOCUMENTS 'essays': the next run will read its pages as documents\n";
    assert!(done.err.contains(warning), "{}", done.err);
    let done = workshop
        .types("dedupe essays --out groups.csv --report report")
        .done();
    assert!(!done.err.contains("lies in"), "{}", done.err);
}

#[test]
fn letters_that_look_like_latin_ones_are_warned_of() {
    let plain = "The ferry waits at the pier of Vellan until the captain appears with a lamp";
    let other: String = plain
        .chars()
        .map(|c| if c == 'a' { '\u{430}' } else { c })
        .collect();
    let workshop = Workshop::new()
        .with("notes/plain.txt", plain)
        .with("notes/other.txt", &other)
        .with(
            "notes/russian.txt",
            "\u{43f}\u{430}\u{440}\u{43e}\u{43c} \u{436}\u{434}\u{451}\u{442}",
        );
    let told = workshop
        .types("dedupe notes --rule jaccard=0.5 --out groups.csv")
        .done();
    let sentence = "warning: 1 document with Cyrillic or Greek letters in Latin words, which equal no other word, so that copies may be missed (first: 'w\u{430}its' in 'other.txt')";
    assert!(told.err.contains(sentence), "{}", told.err);
}
