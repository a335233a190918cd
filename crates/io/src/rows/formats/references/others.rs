//! Records of another format of references, as in a file that was put together of several.

use super::super::bib_entry::opening;
use super::lines::TextLines;
use dejalu_base::error::InputError;

/// A format of references, by what its records begin with.
struct Other {
    first: &'static str,
    name: &'static str,
    ending: &'static str,
    begins: fn(&str) -> bool,
}

const OTHERS: [Other; 5] = [
    Other {
        first: "@",
        name: "BibTeX",
        ending: ".bib",
        begins: begins_work,
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
    Other {
        first: "PT",
        name: "Web of Science",
        ending: ".ciw",
        begins: begins_publication,
    },
    Other {
        first: "%0",
        name: "EndNote",
        ending: ".enw",
        begins: |line| line.starts_with("%0 "),
    },
];

/// The fault of a line that begins a record of another format than those that begin with `first`.
pub(in crate::rows::formats) fn of_other_format(
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

/// The fault of a table that begins on a line, and the number of its lines, which are skipped: up to where a reference
/// of any format begins.
pub(in crate::rows::formats) fn table_among(
    first: &str,
    lines: &mut TextLines,
) -> Option<InputError> {
    if !is_header(first) {
        return None;
    }
    let mut count = 1;
    while let Some(line) = lines.next() {
        if of_other_format(line.text(), "").is_some() {
            lines.put_back(line);
            break;
        }
        count += u64::from(!line.is_blank());
    }
    Some(InputError::TableAmong { lines: count })
}

/// Returns whether a line names the columns of a table of records, as databases export them.
fn is_header(line: &str) -> bool {
    const NAMES: [&str; 14] = [
        "abstract",
        "article title",
        "author",
        "authors",
        "doi",
        "issn",
        "journal",
        "pmid",
        "publication year",
        "source title",
        "text",
        "title",
        "url",
        "year",
    ];
    let is_named = |cell: &str| {
        let cell = cell.trim().trim_matches('"').to_lowercase();
        NAMES.contains(&&*cell)
    };
    let line = line.trim_start_matches('\u{feff}');
    [',', ';', '\t', '|'].into_iter().any(|delimiter| {
        let cells = line.split(delimiter);
        cells.clone().count() >= 3 && cells.filter(|cell| is_named(cell)).count() >= 2
    })
}

/// Returns whether a line is the type of a publication as Web of Science writes it: `PT J`.
fn begins_publication(line: &str) -> bool {
    const TYPES: [&str; 5] = ["B", "C", "J", "P", "S"];
    line.strip_prefix("PT ")
        .is_some_and(|kind| TYPES.contains(&kind.trim_end()))
}

/// Returns whether a line begins with a BibTeX entry of a work.
fn begins_work(line: &str) -> bool {
    let found = opening(line, 0).filter(|found| found.at == 0 && found.inside.is_some());
    found.is_some_and(|found| !matches!(&*found.kind, "comment" | "preamble" | "string"))
}
