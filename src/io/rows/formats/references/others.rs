//! Records of another format of references, as in a file that was put together of several.

use crate::error::InputError;

/// A format of references, by what its records begin with.
struct Other {
    first: &'static str,
    name: &'static str,
    ending: &'static str,
    begins: fn(&str) -> bool,
}

const OTHERS: [Other; 3] = [
    Other {
        first: "@",
        name: "BibTeX",
        ending: ".bib",
        begins: |line| entry_kind(line).is_some_and(|kind| is_of_work(&kind)),
    },
    Other {
        first: "TY",
        name: "RIS",
        ending: ".ris",
        begins: |line| line.starts_with("TY  - "),
    },
    Other {
        first: "PMID",
        name: "MEDLINE",
        ending: ".nbib",
        begins: |line| line.starts_with("PMID- "),
    },
];

/// What is wrong with a line where a record begins that is of another format than those that begin with
/// `first`.
pub(in crate::io::rows::formats) fn of_other_format(
    line: &str,
    first: &'static str,
) -> Option<InputError> {
    let line = line.trim_start_matches('\u{feff}');
    let mut others = OTHERS.iter().filter(|other| other.first != first);
    let Other { name, ending, .. } = others.find(|other| (other.begins)(line))?;
    Some(InputError::OtherFormat {
        found: name,
        first,
        ending,
    })
}

/// The kind of BibTeX entry that begins on a line, in lower case.
pub(in crate::io::rows::formats) fn entry_kind(line: &str) -> Option<String> {
    let rest = line.trim_start_matches('\u{feff}').strip_prefix('@')?;
    let name = rest.split(['{', '(']).next()?.trim();
    let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphabetic());
    (is_name && name.len() < rest.len()).then(|| name.to_ascii_lowercase())
}

/// Whether BibTeX entries of this kind are of a work.
fn is_of_work(kind: &str) -> bool {
    !matches!(kind, "comment" | "preamble" | "string")
}
