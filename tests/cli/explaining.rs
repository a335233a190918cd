//! Explanations of pairs.

use crate::workshop::Workshop;

const OLD: &str = "The ferry waits at the pier of Vellan. A storm broke the old timber pier in March.\n\n\
    Nobody was hurt because the watchman had left early. Milk is rationed in the village shop.";
const NEW: &str = "The ferry waits at the pier of Vellan. A storm smashed the old timber pier in March.\n\n\
    Milk is rationed in the village shop. The council hopes to have a pontoon by December.";

fn with_documents() -> Workshop {
    Workshop::with_model()
        .with("old.txt", OLD)
        .with("new.txt", NEW)
}

#[test]
fn the_terminal_shows_what_they_share_and_what_differs() {
    let explained = with_documents()
        .types("explain old.txt new.txt -m model.json")
        .done();
    assert_eq!(explained.err, "");
    for part in [
        "A  old.txt\nB  new.txt\n\n",
        ": 3 of 4 sentences of A are in B, 1 of them reworded; B adds a sentence; ",
        "  A 2 ~ B 2  A storm [-broke-] {+smashed+} the old timber pier in March\n",
        "Only in A\n  3  Nobody was hurt because the watchman had left early.\n",
        "Only in B\n  4  The council hopes to have a pontoon by December.\n",
        "  its score; duplicate from ",
        "Published rules\n  duplicate  ",
        "resemblance A in B 0.750, B in A 0.750; odds 1.29\n",
        "related words count according to their correlation in ",
    ] {
        assert!(explained.out.contains(part), "{part}\n{}", explained.out);
    }
    assert!(
        !explained.out.contains('\x1b'),
        "no colour where nobody sees it"
    );
}

#[test]
fn what_is_ignored_is_told_and_shaded() {
    let workshop = with_documents().with("question.txt", "Milk is rationed in the village shop.");
    let explain = "explain old.txt new.txt -m model.json";
    let told = workshop
        .types(&format!("{explain} --ignore question.txt"))
        .done();
    let sentence = "7 words of A and 7 of B were left out of the comparison\n";
    assert!(told.out.contains(sentence), "{}", told.out);
    let whole = workshop.types(&format!("{explain} --json -")).done().json();
    let nothing = serde_json::json!({ "a": [], "b": [] });
    assert_eq!(whole["left_out"], nothing);
    let json = workshop
        .types(&format!("{explain} --ignore question.txt --json -"))
        .done()
        .json();
    for (side, text) in [("a", OLD), ("b", NEW)] {
        let passage = &json["left_out"][side][0];
        let at = |end: usize| passage["span"][end].as_u64().unwrap() as usize;
        assert_eq!(&text[at(0)..at(1)], "Milk is rationed in the village shop.");
        assert_eq!(
            (&passage["words"], &passage["groups"]),
            (&7.into(), &serde_json::Value::Null)
        );
    }
}

#[test]
fn of_a_document_that_is_ignored_as_a_whole_there_is_nothing_to_explain() {
    with_documents().with("question.txt", OLD).refuses(
        "explain old.txt new.txt -m model.json --ignore question.txt",
        "old.txt: the document contains no words besides those that are ignored, so that there is nothing to \
         compare; ignore less, or give another document",
    );
}

#[test]
fn programs_get_json_whose_contributions_add_up() {
    let workshop = with_documents();
    let json = workshop
        .types("explain old.txt new.txt -m model.json --json -")
        .done()
        .json();
    let contributions = json["features"].as_array().unwrap().iter();
    let sum: f64 = contributions
        .map(|row| row["contribution"].as_f64().unwrap())
        .sum();
    let (base, score) = (
        json["base"].as_f64().unwrap(),
        json["score"].as_f64().unwrap(),
    );
    assert!(
        (base + sum - score).abs() < 1e-9,
        "{base} + {sum} is not {score}"
    );
    let classified = workshop
        .types("classify old.txt new.txt -m model.json --json -")
        .json();
    for name in ["score", "probability", "decision", "threshold"] {
        assert_eq!(json[name], classified[name], "{name}");
    }
    assert_eq!(json["alone"]["a"], serde_json::json!([[2, 3]]));
}

#[test]
fn the_page_is_one_file_and_the_same_again() {
    let workshop = with_documents();
    let line = "explain old.txt new.txt -m model.json --json why.json --html";
    let shown = workshop.types(&format!("{line} why.html")).done();
    assert!(shown.out.starts_with("A  old.txt\n"));
    let page = workshop.read("why.html");
    assert!(page.starts_with("<!doctype html>"), "{}", &page[..200]);
    assert!(page.contains("A storm <mark>smashed</mark> the old"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http://") && !outside.contains("https://"));
    let again = workshop
        .types("explain old.txt new.txt -m model.json --html - --threads 1")
        .done();
    assert_eq!(again.out, page);
    let json: serde_json::Value = serde_json::from_str(&workshop.read("why.json")).unwrap();
    assert_eq!(json["format"], 2);
}

#[test]
fn both_orders_tell_the_same() {
    let workshop = with_documents();
    let there = workshop
        .types("explain old.txt new.txt -m model.json --json -")
        .done()
        .json();
    let back = workshop
        .types("explain new.txt old.txt -m model.json --json -")
        .done()
        .json();
    for name in ["score", "probability", "decision"] {
        assert_eq!(there[name], back[name], "{name}");
    }
    assert_eq!(there["alone"]["a"], back["alone"]["b"]);
    assert_eq!(
        there["matches"].as_array().unwrap().len(),
        back["matches"].as_array().unwrap().len()
    );
}

#[test]
fn a_document_that_cannot_be_read_leaves_no_page() {
    let workshop = with_documents().with("empty.txt", "");
    workshop.refuses(
        "explain old.txt empty.txt --html why.html",
        "empty.txt: the input is empty; fill or remove it",
    );
    workshop.refuses(
        "explain old.txt new.txt --html - --json -",
        "--json '-': expected a file, since --html goes to stdout already",
    );
    workshop.refuses(
        "explain old.txt new.txt --html no-such-folder/why.html",
        "cannot write no-such-folder/why.html: No such file or directory (os error 2); correct the path",
    );
}

#[test]
fn what_is_ignored_counts_nowhere() {
    let workshop = with_documents()
        .with("question.txt", "Milk is rationed in the village shop.")
        .with(
            "quoting.txt",
            format!("{OLD} \u{201c}{NEW}\u{201d}").replace("\n\n", " "),
        );
    let verdict = |documents: &str, options: &str| {
        let line = format!("explain {documents} -m model.json {options}");
        let out = workshop.types(&line).done().out;
        let start = out.find("): ").unwrap() + 3;
        out[start..].split(';').next().unwrap().to_string()
    };
    assert_eq!(
        verdict("old.txt new.txt", "--ignore question.txt"),
        "2 of 3 sentences of A are in B, 1 of them reworded"
    );
    assert_eq!(
        verdict("quoting.txt old.txt", "--ignore-quotes"),
        "all 4 sentences of A are in B"
    );
}

/// A text of half a megabyte that says one thing.
#[test]
fn documents_that_repeat_themselves_are_explained() {
    let sentence = "The ferry waits at the pier of Vellan until the storm is over. ";
    let workshop = Workshop::with_model()
        .with("long.txt", sentence.repeat(8_000))
        .with("longer.txt", sentence.repeat(8_100));
    let json = workshop
        .types("explain long.txt longer.txt -m model.json --html why.html --json -")
        .done()
        .json();
    assert_eq!(json["equal"].as_array().unwrap().len(), 1);
    assert_eq!(json["matches"].as_array().unwrap().len(), 8_000);
    let page = workshop.read("why.html");
    assert!(page.contains("All 8,000 sentences of A are in B"));
    assert!(page.contains("Dot plot of 64,800,000 pairs of equal sentences"));
    assert_eq!(page.matches("<circle").count(), 3_600);
}
