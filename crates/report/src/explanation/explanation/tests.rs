//! One pair, told in every way.

use crate::pair::PairReport;
use scraper::{Html, Node};

use super::*;
use crate::table::Style;
use dejalu_experiment::model::{Decision, Judgement};
use dejalu_experiment::model::{FeatureEffect, NearestLevels, RuleDecision};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, Omission};

/// A pair whose judgement is made up, and whose evidence is what the texts hold.
fn explained(documents: [Document; 2]) -> Explanation {
    let feature = |name: &str, value, effect| FeatureEffect {
        name: name.to_string(),
        words: format!("what {name} looks at"),
        field: None,
        value: Some(value),
        deviation: effect,
        directed: None,
        effect,
    };
    let rule = |name: &str, value, at| RuleDecision {
        name: name.to_string(),
        feature: name.to_string(),
        value: Some(value),
        at,
        duplicate: value >= at,
    };
    let judged = JudgedPair {
        are_pages: false,
        levels: NearestLevels::default(),
        ids: documents.each_ref().map(|document| document.id.to_string()),
        judgement: Judgement {
            decision: Decision::Duplicate,
            score: 1.25,
            probability: 0.97,
        },
        threshold: -0.5,
        learned_from: 1_353,
        threshold_probability: 0.5,
        abstain: None,
        base: 0.25,
        veto: None,
        capping: 0.0,
        outside: Vec::new(),
        features: vec![feature("mwo", 0.61, 1.5), feature("dice", 0.42, -0.5)],
        rules: vec![rule("mwo", 0.61, 0.5), rule("scam", 0.3, 0.5)],
    };
    let analyzer = Analyzer::new(Default::default());
    let analyzed = documents
        .each_ref()
        .map(|document| analyzer.analyze(document));
    let evidence = Evidence::new(
        documents.each_ref(),
        analyzed.each_ref(),
        &Default::default(),
        &Thresholds::default(),
    );
    Explanation {
        fields: Vec::new(),
        terms: Default::default(),
        judged,
        evidence,
        passages: ReusedPassages::of(&documents),
        documents: analyzed,
        left_out: Default::default(),
    }
}

fn of_texts(left: &str, right: &str) -> Explanation {
    explained([
        Document::plain("old.txt", left),
        Document::plain("new.txt", right),
    ])
}

const PIER: &str = "Storm Imke tore the seaward end off the ferry pier at Vellan.";
const WAVES: &str = "Waves of seven metres broke through the timber decking before dawn.";
const NOBODY: &str = "Nobody was hurt because the night watchman had left early.";
const MILK: &str = "Milk is rationed in the village shop to two litres a household.";

#[test]
fn the_verdict_says_what_became_of_the_sentences() {
    let verdict = |left: String, right: String| {
        let verdict = of_texts(&left, &right).verdict();
        let (start, rest) = verdict.split_once(": ").unwrap();
        assert_eq!(start, "Near-duplicate (probability of a duplicate 0.97)");
        rest.strip_suffix("; 1 of the 2 published rules agrees.")
            .unwrap()
            .to_string()
    };
    let reworded = PIER.replace("tore", "ripped");
    assert_eq!(
        verdict(
            format!("{PIER} {WAVES} {NOBODY}"),
            format!("{reworded} {WAVES}\n\n{MILK}")
        ),
        "2 of 3 sentences of A are in B, 1 of them reworded; B adds a paragraph"
    );
    assert_eq!(
        verdict(format!("{PIER} {WAVES}"), format!("{WAVES} {PIER}")),
        "both sentences of A are in B; 1 sentence moved; B adds nothing"
    );
    assert_eq!(
        verdict(PIER.to_string(), format!("{PIER} {MILK}")),
        "the only sentence of A is in B; B adds a sentence"
    );
    assert_eq!(
        verdict(PIER.to_string(), MILK.to_string()),
        "no sentence of A is in B"
    );
    assert_eq!(
        verdict("!".to_string(), MILK.to_string()),
        "A has no sentences to compare"
    );
    let boats =
        |number: u32| format!("{PIER} The old ferry waits there for {number} boats to come home.");
    assert_eq!(
        verdict(boats(12), boats(13)),
        "1 of 2 sentences of A is in B, 1 more is altered; B adds no other sentence"
    );
    let rewritten = "Imke tore the end off the pier, a storm.";
    assert_eq!(
        verdict(
            PIER.to_string(),
            format!("{rewritten}\n\n{MILK}\n\n{WAVES}")
        ),
        "no sentence of A is in B, but 1 is there rewritten; B adds 2 paragraphs"
    );
}

#[test]
fn a_terminal_gets_the_same_in_short() {
    let reworded = PIER.replace("tore", "ripped");
    let explanation = of_texts(
        &format!("{PIER} {WAVES}"),
        &format!("{WAVES} {reworded}\n\n{MILK}"),
    );
    let text = explanation.terminal(Style { colour: false });
    let expected = "\
A  old.txt
B  new.txt

Nearly all of A is in B, in one edited passage
Near-duplicate (probability of a duplicate 0.97): both sentences of A are in B, 1 of them reworded; 1 sentence moved; B adds a paragraph; 1 of the 2 published rules agrees.

A  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>
B  >>>>>>>>>>>>>>>>>>>>~~~~~~~~~~~~~~~~~~~~~~......................
";
    assert!(text.starts_with(expected), "{text}");
    for line in [
        "  A 1 ~ B 2  Storm Imke [-tore-] {+ripped+} the seaward end off the ferr…",
        "Only in B\n  3  Milk is rationed in the village shop to two litres a household.\n",
        "     +1.50  what mwo looks at (mwo 0.61, published threshold 0.5)\n",
        "     +1.25  its score; duplicate from -0.50, learned from 1,353 labelled pairs\n",
        "  duplicate  mwo\n  distinct   scam\n",
        "only equal words count",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains('\x1b'));
    let coloured = explanation.terminal(Style { colour: true });
    assert!(coloured.contains("\x1b[31m[-tore-]\x1b[0m \x1b[32m{+ripped+}\x1b[0m"));
}

#[test]
fn a_feature_that_moves_the_score_against_its_likeness_is_told_so() {
    let mut explanation = of_texts(PIER, WAVES);
    let rows = &mut explanation.judged.features;
    rows[0].deviation = -1.0;
    rows[1].deviation = 1.0;
    let text = explanation.terminal(Style { colour: false });
    for line in [
        "  what mwo looks at (mwo 0.61, published threshold 0.5), despite low similarity\n",
        "  what dice looks at (dice 0.42), despite high similarity\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let page = explanation.html().unwrap();
    for row in [
        "what mwo looks at, despite low similarity <small>mwo</small>",
        "what dice looks at, despite high similarity <small>dice</small>",
    ] {
        assert!(page.contains(row), "{row}");
    }
}

#[test]
fn large_counts_are_grouped() {
    let sentences = |boats: &str| {
        let rows = (0..1_200).map(|n| format!("The ferry {n} waits for {boats}. "));
        rows.collect::<String>()
    };
    let explanation = of_texts(&sentences("Vellan"), &sentences("Orrow"));
    let verdict = explanation.verdict();
    assert!(verdict.contains("1,200 "), "{verdict}");
    let page = explanation.html().unwrap();
    assert!(page.contains(">1,200</text>"));
    let text = explanation.terminal(Style { colour: false });
    assert!(text.contains("and 1,194 more"), "{text}");
    assert!(!text.contains("1200"), "{text}");
}

#[test]
fn no_document_controls_the_terminal() {
    let hostile = "\x1b]0;title\x07Storm \u{202e}Imke \x1b[2J tore \u{9b}31m the pier down.";
    let text = explained([
        Document::plain("a\x1b[2J\n", hostile),
        Document::plain("b", MILK),
    ])
    .terminal(Style { colour: false });
    assert_eq!(text, crate::sanitize::sanitize(&text));
    assert!(text.contains("Imke"), "{text}");
}

#[test]
fn programs_get_all_of_it() {
    let reworded = PIER.replace("tore", "ripped");
    let explanation = of_texts(&format!("{PIER} {NOBODY}"), &format!("{reworded} {MILK}"));
    let json: serde_json::Value = serde_json::from_str(&explanation.json()).unwrap();
    assert_eq!(json["format"], 2);
    assert_eq!(json["id_b"], "new.txt");
    assert_eq!(json["decision"], "duplicate");
    assert_eq!(json["features"][0]["contribution"], 1.5);
    assert_eq!(json["features"][0]["published"]["at"], 0.5);
    assert_eq!(json["features"][1]["published"], serde_json::Value::Null);
    let found = &json["matches"][0];
    assert_eq!(
        (&found["kind"], &found["moved"]),
        (&"reworded".into(), &false.into())
    );
    assert_eq!(
        found["words"][1],
        serde_json::json!({ "in": "a", "text": "tore" })
    );
    assert_eq!(
        found["words"][2],
        serde_json::json!({ "in": "b", "text": "ripped" })
    );
    assert_eq!(json["sentences"]["a"][1]["text"], NOBODY);
    assert_eq!(json["sentences"]["a"][1]["match"], serde_json::Value::Null);
    assert_eq!(json["alone"]["b"], serde_json::json!([[1, 2]]));
    assert_eq!(json["equal"], serde_json::json!([{ "a": [0], "b": [0] }]));
    assert_eq!(json["hierarchy"]["a"][1]["shading"], 0.5);
    assert_eq!(
        json["figures"]["resemblance"],
        serde_json::json!([0.5, 0.5])
    );
}

#[test]
fn the_steps_of_the_score_add_up() {
    let model = dejalu_experiment::model::builtin::model().unwrap();
    let text = |sentences: &[&str]| sentences.join(" ");
    let documents = [
        Document::plain("a", &text(&[PIER, WAVES, NOBODY])),
        Document::plain("b", &text(&[WAVES, PIER, MILK])),
    ];
    let explanation = Explanation::new(&model, &documents).unwrap();
    let judged = &explanation.judged;
    let effects: Vec<f64> = judged.features.iter().map(|row| row.effect).collect();
    let sum = judged.base + effects.iter().sum::<f64>();
    let score = judged.judgement.score;
    assert!((sum - score).abs() < 1e-9, "{sum} is not {score}");
    let felt = effects.iter().filter(|effect| effect.abs() > 0.01).count();
    assert!(
        felt > 3,
        "a score that nothing moves adds up anyway: {effects:?}"
    );

    // Each step is drawn from where the one before ended, to the score.
    let drawn = serde_json::to_value(explanation.waterfall()).unwrap();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let mut at = number(&drawn["base"]["at"]);
    let steps = drawn["steps"].as_array().unwrap();
    assert_eq!(
        steps.len(),
        14,
        "the first dozen, the rest, and what had nothing to compare"
    );
    for step in steps {
        let (from, length) = (number(&step["from"]), number(&step["length"]));
        let ends = match step["towards"].as_str().unwrap() {
            "duplicate" => [from, from + length],
            _ => [from + length, from],
        };
        assert!((ends[0] - at).abs() < 0.11, "{step} does not begin at {at}");
        at = ends[1];
    }
    let score = number(&drawn["score"]["at"]);
    assert!((at - score).abs() < 0.11, "{at} is not {score}");
}

#[test]
fn rules_agree_with_a_decision_and_not_with_none() {
    let mut judged = of_texts(PIER, WAVES).judged;
    let mut told = |decision| {
        judged.judgement.decision = decision;
        let told = PairReport::new(&judged).agreement().unwrap();
        assert!(
            PairReport::new(&judged)
                .verdict()
                .ends_with(&format!("; {told}"))
        );
        told
    };
    assert_eq!(
        told(Decision::Duplicate),
        "1 of the 2 published rules agrees"
    );
    assert_eq!(
        told(Decision::Distinct),
        "1 of the 2 published rules agrees"
    );
    assert_eq!(
        told(Decision::Unsure),
        "1 of the 2 published rules calls it a duplicate"
    );
    judged.rules[1].duplicate = true;
    assert_eq!(
        PairReport::new(&judged).agreement().unwrap(),
        "2 of the 2 published rules call it a duplicate"
    );
    judged.rules.clear();
    assert_eq!(PairReport::new(&judged).agreement(), None);
}

#[test]
fn a_decision_against_the_odds_says_from_where_on() {
    let mut explanation = of_texts(PIER, WAVES);
    assert!(
        !explanation
            .html()
            .unwrap()
            .contains("; near-duplicate from")
    );
    explanation.judged.judgement.probability = 0.32;
    explanation.judged.threshold_probability = 0.31;
    let html = explanation.html().unwrap();
    let told = "<small>probability 0.32; near-duplicate from 0.31</small>";
    assert!(html.contains(told), "{html}");
}

#[test]
fn how_a_passage_was_made_is_named() {
    let left = format!("{PIER} {WAVES} {NOBODY} It was cold and wet. Milk is rationed.");
    let right = format!(
        "{} {WAVES} Nobody was hurt. The night watchman had left early. It was wet and cold. Milk is rationed.",
        PIER.replace("tore", "ripped")
    );
    let explanation = of_texts(&left, &right);
    let html = explanation.html().unwrap();
    let verdict = explanation.verdict();
    assert!(html.contains("<td>copied</td>"), "{html}");
    assert!(
        verdict.contains("all 5 sentences of A are in B, 2 of them reworded and 1 split or merged"),
        "{verdict}"
    );
    assert!(
        html.contains("<small>100 % contained in B</small>"),
        "{html}"
    );
    let rewritten = format!("Imke tore the end off the pier, a storm.\n\n{MILK}");
    let html = of_texts(&format!("{PIER} {MILK}"), &rewritten)
        .html()
        .unwrap();
    assert!(
        html.contains("<small>50 % contained in B, 1 more sentence rewritten</small>"),
        "{html}"
    );
}

#[test]
fn texts_stand_on_the_page_in_full_and_differences_are_marked() {
    let page = "<title>Harbour</title><h1>Ferry</h1><p>Nobody was <b>hurt</b> (they say) &amp; left.</p><ul><li>12.</ul>";
    let explanation = explained([
        Document::html("a", page, None),
        Document::plain("b", "Nobody was hurt."),
    ]);
    let html = explanation.html().unwrap();
    let with_address = Document::html(
        "a",
        "<title>(Harbour)</title>",
        Some("https://example.com/x"),
    );
    let addressed = explained([with_address, Document::plain("b", "Nobody.")]);
    let shown = "<p class=\"title\"><span class=\"s alone\" id=\"a-0\">(Harbour)</span></p>";
    assert!(addressed.html().unwrap().contains(shown));
    for part in [
        "<p class=\"title\"><span class=\"s alone\" id=\"a-0\">Harbour</span></p>",
        "<p class=\"heading\"><span class=\"s alone\" id=\"a-1\">Ferry</span></p>",
        "Nobody was hurt (<mark>they say) &amp; left</mark>.</a></p>",
        "<span class=\"rest\">12.</span>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert_eq!(html, explanation.html().unwrap());
}

#[test]
fn what_was_left_out_is_shaded_where_it_stood() {
    let mut explanation = of_texts("Боты ждут.\n\nПриём окончен.", "Боты ждут.");
    assert_eq!(explanation.left_out_sentence(), None);
    assert!(!explanation.html().unwrap().contains("class=\"left-out\""));
    let omission = |at: usize, text: &str, groups| Omission {
        span: 0..text.len(),
        at,
        text: text.to_string(),
        words: text.split_whitespace().count(),
        groups,
    };
    let first = "Боты ждут.".len();
    explanation.left_out[0] = vec![
        omission(0, "Общие сведения <о порте>", Some(12)),
        omission(first, "港の規則 есть", None),
    ];
    let html = explanation.html().unwrap();
    let text = html.split("id=\"text-a\"").nth(1).unwrap();
    let places = [
        "<p class=\"left-out\"><span class=\"rest\">Общие сведения &lt;о порте&gt;</span> <small class=\"reason\">boilerplate in 12 groups</small></p>",
        "Боты ждут.",
        "<p class=\"left-out\"><span class=\"rest\">港の規則 есть</span> <small class=\"reason\">ignored</small></p>",
        "Приём окончен.",
    ]
    .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}\n{text}")));
    assert!(places.is_sorted());
    let sentence = explanation.left_out_sentence().unwrap();
    assert_eq!(sentence, "6 words of A were left out of the comparison");
    assert!(html.contains("Boilerplate, left out of the comparison: it stands in 12 groups"));
    assert!(html.contains("Ignored, left out of the comparison"));
    explanation.left_out[1] = vec![omission(first, "Конец", Some(1_400))];
    assert_eq!(
        explanation.left_out_sentence().unwrap(),
        "6 words of A and 1 of B were left out of the comparison"
    );
    assert_eq!(
        explanation.left_out_legend()[0],
        "Boilerplate, left out of the comparison: it stands in 12 to 1,400 groups"
    );
    let terminal = explanation.terminal(Style { colour: false });
    assert!(terminal.contains("\n6 words of A and 1 of B were left out of the comparison\n"));
}

#[test]
fn a_page_of_documents_that_repeat_themselves_stays_small() {
    let text = format!("{PIER} ").repeat(300);
    let explanation = of_texts(&text, &text);
    assert_eq!(explanation.evidence.equal.count(), 90_000);
    let html = explanation.html().unwrap();
    assert_eq!(html.matches("<circle").count(), 3_600);
    assert!(
        html.contains("Dot plot of 90,000 pairs of equal sentences"),
        "{html}"
    );
}

#[test]
fn one_share_is_told_everywhere() {
    // Split, rewritten and repeated sentences, of which the thesis's shares tell otherwise.
    let left = format!("{NOBODY} {WAVES}\n\n{PIER} {PIER}");
    let right = format!(
        "Nobody was hurt. The night watchman had left early.\n\n{PIER} Imke broke decking with waves of seven metres before dawn."
    );
    let explanation = of_texts(&left, &right);
    let json: serde_json::Value = serde_json::from_str(&explanation.json()).unwrap();
    let html = explanation.html().unwrap();
    assert!(
        explanation
            .verdict()
            .contains(": 2 of 4 sentences of A are in B")
    );
    assert_eq!(json["stand"], serde_json::json!({ "a": 2, "b": 3 }));
    assert!(html.contains("<small>50 % contained in B"), "{html}");
    assert_eq!(json["hierarchy"]["a"][0]["shading"], 0.5);
    let nodes = json["hierarchy"]["a"].as_array().unwrap();
    let of_parts: f64 = nodes[1..]
        .iter()
        .map(|node| {
            let own = node["sentences"].as_array().unwrap().len() as f64;
            node["shading"].as_f64().unwrap() * own
        })
        .sum();
    assert_eq!(of_parts, 2.0, "{nodes:?}");
    // One split sentence has two dots, the repetition is small, what is rewritten is hollow.
    let dots = |look: &str| html.matches(&format!("<circle class=\"{look}\"")).count();
    assert_eq!([dots("stands"), dots("hollow"), dots("equal")], [3, 1, 1]);
    assert_eq!(json["edges"], serde_json::json!([[1, 1], [2, 2]]));
}

#[test]
fn the_page_of_very_long_documents_shows_what_matters() {
    let text = |changed: &str| {
        let rows = (0..6_500).map(|n| match n {
            6_000 => format!("{changed} "),
            _ => format!("Boat {n} waits at the pier until the storm is over. "),
        });
        rows.collect::<String>()
    };
    let explanation = of_texts(&text(MILK), &text(NOBODY));
    let html = explanation.html().unwrap();
    assert!(html.len() < 6_000_000, "{}", html.len());
    assert!(html.contains(MILK) && html.contains(NOBODY));
    assert!(html.contains("sentences left out …]"));
    assert!(html.contains("The documents are long: only text that was changed"));
    let short = of_texts(PIER, MILK).html().unwrap();
    assert!(!short.contains("left out"));
}

#[test]
fn a_name_on_the_page_holds_no_control_character() {
    let html = explained([
        Document::plain("a\x1b[2J\u{202e}", PIER),
        Document::plain("b", MILK),
    ])
    .html()
    .unwrap();
    assert!(!html.contains(['\x1b', '\u{202e}']), "{html}");
    assert!(html.contains("a\u{fffd}[2J\u{fffd}"));
}

#[test]
fn empty_sides_make_a_page() {
    let explanation = of_texts("!", "");
    assert!(
        explanation
            .html()
            .unwrap()
            .contains("The documents have no passage of 120 characters or more in common.")
    );
    assert!(
        explanation
            .terminal(Style { colour: true })
            .contains("A has no sentence")
    );
    assert!(explanation.json().contains("\"matches\": []"));
}

/// Ways to smuggle in scripts and styles; the browser tests open pages with the same.
fn vectors() -> Vec<String> {
    let vectors: Vec<String> =
        serde_json::from_str(include_str!("../../../../../tests/browser/vectors.json")).unwrap();
    assert!(vectors.len() >= 50);
    vectors
}

/// The page's elements are the template's, whatever the documents hold.
#[track_caller]
fn assert_harmless(html: &str) {
    let page = Html::parse_document(html);
    let mut scripts = 0;
    for node in page.tree.nodes() {
        let element = match node.value() {
            Node::Element(element) => element,
            Node::Comment(comment) => panic!("a comment: {}", &**comment),
            _ => continue,
        };
        let known = "html head meta title style body a header p div span label input nav main section h1 h2 h3 \
            svg defs pattern rect path circle text ul li button article figure figcaption table caption thead \
            tbody tfoot tr th td small b mark output dl dt dd footer script";
        assert!(
            known.split_whitespace().any(|it| it == element.name()),
            "<{}>",
            element.name()
        );
        for (name, value) in element.attrs() {
            assert!(!name.starts_with("on") && name != "src", "{name}={value}");
            assert!(
                !name.ends_with("href") || value.starts_with('#'),
                "{name}={value}"
            );
            let style = name == "style" && value.contains("url");
            assert!(!style, "{name}={value}");
        }
        scripts += usize::from(element.name() == "script");
    }
    assert_eq!(scripts, 1);
    assert_eq!(html.matches("<style").count(), 1);
}

#[test]
fn nothing_in_a_document_becomes_markup() {
    for vector in vectors() {
        let text = format!("{PIER} {vector} {WAVES}\n\n{vector}\n\nTemplates {vector}");
        let markup = format!(
            "<title>{vector}</title><h1>{vector}</h1><p>{PIER} {vector}</p><td title='{vector}'>{vector}"
        );
        let html = explained([
            Document::plain(vector.as_str(), &text),
            Document::html(vector.as_str(), &markup, Some("https://example.com/")),
        ])
        .html()
        .unwrap();
        assert_harmless(&html);
        // As text it is there, to be read.
        let page = Html::parse_document(&html);
        let folded = |text: &str| {
            text.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .replace('\0', "\u{fffd}")
        };
        let read = folded(&page.root_element().text().collect::<String>());
        assert!(read.contains(&folded(&vector)), "{vector}");
    }
}
