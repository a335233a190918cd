use super::*;
use crate::testing::{comparison, drawn};
use dejalu_experiment::model::{Decision, Judgement};
use dejalu_experiment::model::{FeatureEffect, NearestLevels, RuleDecision};

fn sample() -> JudgedPair {
    let feature = |name: &str, value, effect| FeatureEffect {
        field: None,
        name: name.to_string(),
        words: format!("what {name} looks at"),
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
    JudgedPair {
        are_pages: false,
        levels: NearestLevels::default(),
        ids: ["harbour-council.txt", "harbour-council-edited.txt"].map(str::to_string),
        judgement: Judgement {
            decision: Decision::Duplicate,
            score: 1.274,
            probability: 0.983,
        },
        threshold: -0.03,
        learned_from: 1_353,
        threshold_probability: 0.5,
        abstain: None,
        base: 0.284,
        veto: None,
        capping: 0.0,
        outside: Vec::new(),
        features: vec![
            feature("containment", 0.61, 0.88),
            feature("mwo", 0.47, 0.32),
            feature("length-ratio", 0.42, -0.21),
        ],
        rules: vec![rule("mwo", 0.47, 0.5), rule("containment†", 0.61, 0.5)],
    }
}

fn page<'a>(comparison: &'a Comparison, sample: &'a JudgedPair) -> Page<'a> {
    Page::of(comparison, "<pairs>.csv").with_sample(sample)
}

#[test]
fn everything_is_escaped_and_nothing_is_loaded() {
    let (mut result, mut sample) = (drawn(120), sample());
    result.deciders[0].name = "<script>alert(1)</script>".to_string();
    sample.ids[0] = "\"><img src=x onerror=alert(1)>".to_string();
    let html = page(&result, &sample).html().unwrap();
    assert!(!html.contains("<script>alert"));
    assert!(!html.contains("<img"));
    assert!(!html.contains("<b>a note</b>") && !html.contains("<pairs>"));
    assert!(html.contains("&lt;b&gt;a note&lt;&#x2f;b&gt;"));
    assert!(html.contains("default-src 'none'"));
    let outside = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http://") && !outside.contains("https://"));
    assert!(!outside.contains("url(") && !outside.contains("@import"));
}

#[test]
fn the_page_is_whole_and_repeats_itself() {
    let (result, sample) = (drawn(120), sample());
    let html = page(&result, &sample).html().unwrap();
    assert_eq!(html, page(&result, &sample).html().unwrap());
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
    let summary = summary(&result);
    let plain = html
        .replace("&#x27;", "'")
        .replace("&#x2f;", "/")
        .replace("&lt;", "<")
        .replace('\u{a0}', " ");
    for sentence in summary
        .sentences
        .iter()
        .chain([&summary.headline, &summary.scope])
    {
        assert!(plain.contains(sentence.as_str()), "{sentence}");
    }
    for part in [
        "<main",
        "<nav",
        "scope=\"col\"",
        "scope=\"row\"",
        "lang=\"en\"",
        "<caption",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("<svg class=\"chart\"").count(), 12);
}

#[test]
fn a_page_without_pairs_or_sample_is_a_page() {
    let result = comparison();
    let html = Page::of(&result, "").html().unwrap();
    assert!(!html.contains("<svg class=\"chart\"") && !html.contains("id=\"pair\""));
    let mut nobody = comparison();
    nobody.deciders.clear();
    let html = Page::of(&nobody, "").html().unwrap();
    assert!(html.contains("There is no F1 to compare"));
}

#[test]
fn a_single_decider_is_compared_with_nothing() {
    let (result, sample) = (comparison(), sample());
    let of_several = [
        "All deciders",
        "All deciders were tested",
        "first row",
        "<b>Within noise</b>",
    ];
    let several = page(&result, &sample).html().unwrap();
    of_several
        .iter()
        .for_each(|it| assert!(several.contains(it), "{it}"));
    let mut single = comparison();
    single.deciders.truncate(1);
    let single = page(&single, &sample).html().unwrap();
    of_several
        .iter()
        .for_each(|it| assert!(!single.contains(it), "{it}"));
    assert!(single.contains("It was not fitted on the pairs it was tested on. The dot is F1"));
}

#[test]
fn the_folder_holds_page_and_charts() {
    let (result, sample) = (drawn(120), sample());
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("new/report");
    let path = page(&result, &sample).write(&inner).unwrap();
    assert_eq!(path, inner.join("index.html"));
    let names: Vec<String> = std::fs::read_dir(&inner)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.contains(&"index.html".to_string()));
    assert!(names.contains(&"precision-recall.svg".to_string()));
    assert_eq!(names.len(), 13);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let (result, sample) = (drawn(20), sample());
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = page(&result, &sample)
        .write(&file.path().join("x"))
        .unwrap_err();
    assert!(error.to_string().starts_with("cannot create "), "{error}");
}

/// For the eye: writes reports into the folder that `DEJALU_REPORTS` names.
#[test]
#[ignore = "writes reports to look at; set DEJALU_REPORTS to a folder"]
fn reports_to_look_at() {
    let Some(folder) = std::env::var_os("DEJALU_REPORTS") else {
        return;
    };
    let folder = Path::new(&folder);
    let sample = sample();
    let write = |name: &str, result: &Comparison| {
        println!(
            "{}",
            crate::table::table(result, crate::table::Style { colour: true })
        );
        page(result, &sample).write(&folder.join(name)).unwrap();
    };
    write("usual", &drawn(600));
    let mut alone = drawn(90);
    alone.deciders.truncate(1);
    write("alone", &alone);
    let mut equal = drawn(60);
    for decider in &mut equal.deciders {
        decider.margins.fill(-0.1);
        decider.decisions.fill(false);
        decider.figures.precision = None;
        decider.figures.recall = Some(0.0);
        decider.figures.f1 = Some(0.0);
        decider.figures.f1_interval = None;
    }
    write("equal", &equal);
}
