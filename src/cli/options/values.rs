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

/// Reads a share; one beyond its bounds is refused where it is used.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let expected = |_| "expected a number from 0 to 1, such as 0.02".to_owned();
    text.parse().map_err(expected)
}

/// What --at names, or else what suits the decider: the threshold of a model that someone trained, or of a
/// rule, is that person's choice; the built-in model knows nothing of the collection.
///
/// # Errors
///
/// No number, or several of which one is a word.
pub(crate) fn threshold(named: &[String], is_built_in: bool) -> Result<Threshold, Error> {
    match named {
        [] if is_built_in => Ok(Threshold::Auto),
        [] => Ok(Threshold::Own),
        _ => named.join(",").parse(),
    }
}

/// The warning about two whole numbers of --at, which may be meant as one with a decimal comma.
pub(crate) fn decimal_comma(named: &[String]) -> Option<String> {
    let is_whole = |text: &String| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    match named {
        [whole, decimals] if named.iter().all(is_whole) => Some(format!(
            "--at names two thresholds, {whole} and {decimals}; write {whole}.{decimals} for one with a decimal comma"
        )),
        _ => None,
    }
}

/// The path of a table, which is CSV, or of questions, which are JSONL.
pub(crate) fn table_or_labels_file(text: &str) -> Result<PathBuf, String> {
    let is_labels = text.ends_with(".jsonl");
    if is_labels {
        Ok(PathBuf::from(text))
    } else {
        written_as(".csv")(text)
    }
}

/// A path whose name has the ending of what is written there, or none, as devices and pipes have:
/// under the name of another format nobody could open it.
pub(crate) fn written_as(ending: &'static str) -> impl Fn(&str) -> Result<PathBuf, String> + Clone {
    move |text| {
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
}

/// An option whose value cannot be used.
pub(crate) fn wrong(option: &str, found: &str, expected: &str) -> dejalu::Error {
    wrong_as_said(option, &format!("'{found}'"), expected)
}

/// The same with the value as it is said.
pub(crate) fn wrong_as_said(option: &str, found: &str, expected: &str) -> dejalu::Error {
    dejalu::Error::other(format!("{option} {found}: {expected}"))
}
