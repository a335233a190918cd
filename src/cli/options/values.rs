//! Parsers of option values.

use std::path::{Path, PathBuf};

use dejalu_base::numbers::number;
use dejalu_io::Compression;

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
    number(text).ok_or_else(|| "expected a number from 0 to 1, such as 0.02".to_owned())
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
