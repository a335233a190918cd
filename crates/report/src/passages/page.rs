//! [`PassagesPage`]: the passages of a collection, for a class.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use dejalu_base::error::Result;
use dejalu_base::plural::{count, counted};
use serde::Serialize;
use serde_json::json;

use crate::figures::capitalised;
use crate::files::{INDEX, rendered, write_report};
use crate::sanitize::{sanitize, sanitize_line};
use dejalu_passages::SharedPassages;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The most pairs whose texts are on the page.
const SHOWN_PAIRS: usize = 200;
/// The most letters of a passage on the page.
const SHOWN_LETTERS: usize = 4_000;
/// The most documents that share something for which there is a matrix.
const MOST_IN_MATRIX: usize = 40;

/// Pairs by how much they share, each with its passages side by side.
#[derive(Debug, Clone, Copy)]
pub struct PassagesPage<'a> {
    /// Number of documents.
    pub documents: usize,
    /// Number of pairs that were compared.
    pub compared: usize,
    /// The pairs with passages, the surest that share most first.
    pub shared: &'a [SharedPassages<'a>],
    /// What else has to be known: what was left out or ignored, without full stops.
    pub notes: &'a [String],
}

#[derive(Serialize)]
struct Row {
    number: usize,
    names: [Name; 2],
    passages: Vec<Shown>,
    shares: [String; 2],
    longest: String,
    kinds: String,
}

/// A document by its name and by a number that stands for it where names are hidden.
#[derive(Serialize)]
struct Name {
    name: String,
    number: usize,
}

impl Name {
    fn new(name: &str, number: usize) -> Self {
        Name {
            name: sanitize_line(name),
            number,
        }
    }
}

#[derive(Serialize)]
struct Shown {
    kind: String,
    places: [String; 2],
    texts: [String; 2],
}

#[derive(Serialize)]
struct Cell {
    share: String,
    /// From 0 to 5: how dark the cell is.
    level: u32,
    row: usize,
    label: String,
}

impl PassagesPage<'_> {
    /// Writes `index.html` into the folder, which it creates. Returns its path.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to, or another program's `index.html` is there.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let names = self.names();
        let rows: Vec<Row> = (1..)
            .zip(self.shared)
            .map(|(number, it)| row(number, it, &names))
            .collect();
        let title = match self.shared.len() {
            0 => "No reused passage was found".to_string(),
            pairs => format!(
                "Passages shared by {} of {}",
                counted(pairs, "pair", "pairs"),
                counted(self.documents, "document", "documents"),
            ),
        };
        let values = json!({
            "title": title,
            "style": STYLE,
            "script": SCRIPT,
            "compared": count(self.compared),
            "documents": count(self.documents),
            "notes": self.notes.iter().map(|note| capitalised(note)).collect::<Vec<_>>(),
            "rows": rows,
            "shown": SHOWN_PAIRS,
            "matrix": self.matrix(&names),
            "in_matrix": names.iter().map(|(name, &number)| Name::new(name, number)).collect::<Vec<_>>(),
        });
        write_report(folder, &rendered(INDEX, TEMPLATE, &values)?, [])
    }

    /// The documents that share something, with their numbers.
    fn names(&self) -> BTreeMap<&str, usize> {
        let ids: BTreeSet<&str> = self.shared.iter().flat_map(SharedPassages::ids).collect();
        ids.into_iter().zip(1..).collect()
    }

    /// The share of the row's document that stands in the column's; none where there are too many documents.
    fn matrix(&self, names: &BTreeMap<&str, usize>) -> Option<Vec<Vec<Option<Cell>>>> {
        if names.is_empty() || names.len() > MOST_IN_MATRIX {
            return None;
        }
        let mut cells: Vec<Vec<Option<Cell>>> = Vec::new();
        cells.resize_with(names.len(), || (0..names.len()).map(|_| None).collect());
        for (row, shared) in (1..).zip(self.shared) {
            let [a, b] = shared.ids();
            let [place_a, place_b] = [names[a] - 1, names[b] - 1];
            let [of_a, of_b] = shared.shares();
            cells[place_a][place_b] = Some(Cell::new(of_a, row, a, b));
            cells[place_b][place_a] = Some(Cell::new(of_b, row, b, a));
        }
        Some(cells)
    }
}

impl Cell {
    fn new(share: f64, row: usize, of: &str, with: &str) -> Self {
        let written = percent(share);
        Cell {
            level: (share * 5.0).ceil().clamp(1.0, 5.0) as u32,
            row,
            label: sanitize_line(&format!("{written} of {of} shared with {with}")),
            share: written,
        }
    }
}

fn row(number: usize, shared: &SharedPassages, names: &BTreeMap<&str, usize>) -> Row {
    let kinds: BTreeSet<String> = shared
        .passages
        .iter()
        .map(|it| it.kind.to_string())
        .collect();
    let longest = shared.passages.iter().map(|it| it.a.end - it.a.start).max();
    let shown = |passage| {
        let passage: &dejalu_passages::Passage = passage;
        let place =
            |place: &std::ops::Range<u32>| format!("{}–{}", count(place.start), count(place.end));
        Shown {
            kind: passage.kind.to_string(),
            places: [place(&passage.a), place(&passage.b)],
            texts: shared
                .texts(passage)
                .map(|text| sanitize(&beginning(&text))),
        }
    };
    let passages = if number <= SHOWN_PAIRS {
        shared.passages.iter().map(shown).collect()
    } else {
        Vec::new()
    };
    Row {
        number,
        names: shared.ids().map(|name| Name::new(name, names[name])),
        passages,
        shares: shared.shares().map(percent),
        longest: count(longest.unwrap_or_default()),
        kinds: kinds.into_iter().collect::<Vec<_>>().join(", "),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn beginning(text: &str) -> String {
    match text.char_indices().nth(SHOWN_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use dejalu_passages::{Kind, Passage};
    use dejalu_text::{Document, Shortened};

    use super::*;

    #[test]
    fn the_page_names_pairs_and_shows_what_they_share() {
        let documents = [
            "the ferry waits <b>here</b>",
            "today the ferry waits <b>here</b>",
        ];
        let documents = [
            Document::plain("ann & co", documents[0]),
            Document::plain("ben", documents[1]),
        ];
        let whole = documents.clone().map(Shortened::whole);
        let passage = Passage {
            a: 0..27,
            b: 6..33,
            kind: Kind::Copied,
            score: 1.0,
        };
        let shared = SharedPassages::new(
            [&documents[0], &documents[1]],
            [&whole[0], &whole[1]],
            vec![passage],
        );
        let folder = tempfile::tempdir().unwrap();
        let page = PassagesPage {
            documents: 3,
            compared: 3,
            shared: &[shared.unwrap()],
            notes: &["not compared: empty (1)".into()],
        };
        let path = page.write(&folder.path().join("class")).unwrap();
        let html = std::fs::read_to_string(path).unwrap();
        assert!(html.contains("Passages shared by 1 pair of 3 documents"));
        assert!(html.contains("ann &amp; co") && !html.contains("<b>here</b>"));
        assert!(html.contains("Not compared: empty (1)."));
        assert!(html.contains("100 %") && html.contains("copied"));
    }
}
