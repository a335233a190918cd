//! Parsers of option values.

use std::path::{Path, PathBuf};

use dejalu::collection::Threshold;
use dejalu::error::Error;
use dejalu::io::Compression;

/// Reads a whole number between two bounds, both included, and says them otherwise.
pub(crate) fn whole<N>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: TryFrom<u64>,
{
    move |text| {
        let number: Option<u64> = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// What --at names, or else what suits the decider: the threshold of a model that someone trained, or of a
/// rule, is that person's choice; the built-in model knows nothing of the collection.
///
/// # Errors
///
/// No number, or several of which one is a word.
pub(crate) fn threshold(named: &[String], is_built_in: bool) -> Result<Threshold, Error> {
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    match named[..] {
        [] if is_built_in => Ok(Threshold::Auto),
        [] | ["own"] => Ok(Threshold::Own),
        ["auto"] => Ok(Threshold::Auto),
        _ if named.contains(&"auto") || named.contains(&"own") => {
            let expected = "expected auto alone, own alone, or numbers";
            Err(wrong("--at", &named.join(","), expected))
        }
        _ => named
            .into_iter()
            .map(|text| score(text, "auto, own, or numbers"))
            .collect::<Result<_, _>>()
            .map(Threshold::At),
    }
}

/// Far beyond the scores of any model.
const MOST_SCORE: f64 = 1e6;

/// A score that is the value of --at.
pub(crate) fn score(text: &str, expected: &str) -> Result<f64, Error> {
    let score = text.parse().ok();
    let score = score.filter(|score| (-MOST_SCORE..=MOST_SCORE).contains(score));
    score.ok_or_else(|| {
        let expected = format!("expected {expected} from -{MOST_SCORE} to {MOST_SCORE}");
        wrong("--at", text, &expected)
    })
}

/// The path of a table, which is CSV.
pub(crate) fn table_file(text: &str) -> Result<PathBuf, String> {
    written_as(".csv", text)
}

/// The path of a table, which is CSV, or of questions, which are JSONL.
pub(crate) fn table_or_labels_file(text: &str) -> Result<PathBuf, String> {
    let is_labels = text.ends_with(".jsonl");
    if is_labels {
        Ok(PathBuf::from(text))
    } else {
        table_file(text)
    }
}

/// The path of a model or of figures, which are JSON.
pub(crate) fn json_file(text: &str) -> Result<PathBuf, String> {
    written_as(".json", text)
}

/// The path of a page, which is HTML.
pub(crate) fn page_file(text: &str) -> Result<PathBuf, String> {
    written_as(".html", text)
}

/// The path of a chart, which is SVG.
pub(crate) fn chart_file(text: &str) -> Result<PathBuf, String> {
    written_as(".svg", text)
}

/// A path whose name has the ending of what is written there, or none, as devices and pipes have:
/// under the name of another format nobody could open it.
fn written_as(ending: &str, text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let (_, name) = Compression::of(&path);
    let has_another = Path::new(&name).extension().is_some() && !name.ends_with(ending);
    if has_another {
        Err(format!(
            "expected a name that ends in {ending} (also {ending}.gz, {ending}.zst), the only format that can be written there"
        ))
    } else {
        Ok(path)
    }
}

/// An option whose value cannot be used.
pub(crate) fn wrong(option: &str, found: &str, expected: &str) -> dejalu::Error {
    wrong_as_said(option, &format!("'{found}'"), expected)
}

/// The same with the value as it is said.
pub(crate) fn wrong_as_said(option: &str, found: &str, expected: &str) -> dejalu::Error {
    dejalu::Error::other(format!("{option} {found}: {expected}"))
}
