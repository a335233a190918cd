//! Pairs of documents with known passages: written by `generate --passages`, learned from by `train --passages`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::generate::passages::{MixedPair, MixtureOptions};
use dejalu::model::builtin;
use dejalu::pairs::PairSet;
use dejalu::passages::{KnownPair, PassageModel, Segmented, train};
use dejalu::text::{AnalysisOptions, Analyzer};
use dejalu_base::plural::{self, counted};
use dejalu_io::rows::{Row, Rows};
use dejalu_io::{OutputFile, TableOptions};
use rayon::prelude::*;
use serde_json::json;

use super::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{wrong, wrong_as_said};

/// The columns that say where a passage stands, in characters.
pub(super) const PLACES: [&str; 6] = [
    "id_a", "offset_a", "length_a", "id_b", "offset_b", "length_b",
];

/// Draws mixtures of the built-in articles and writes documents.jsonl, pairs.csv and passages.csv.
pub(super) fn generate(options: MixtureOptions, folder: &Path, console: &Console) -> Result<()> {
    let pairs = builtin::mixtures(options)?;
    let create = |name: &str| OutputFile::create(&folder.join(name));
    let mut documents = String::new();
    let mut table = Table::new(create("pairs.csv")?);
    table.row(["id_a", "id_b"])?;
    for pair in &pairs {
        for document in [&pair.a, &pair.b] {
            let row = json!({"id": document.id.as_str(), "text": &*document.text});
            documents.push_str(&format!("{row}\n"));
        }
        table.row([pair.a.id.as_str(), pair.b.id.as_str()])?;
    }
    table.finish()?;
    create("documents.jsonl")?.write_whole(documents)?;
    let count = write(&pairs, Table::new(create("passages.csv")?))?;
    console.say(&format!(
        "{} with {}",
        counted(pairs.len(), "pair", "pairs"),
        counted(count, "passage", "passages")
    ));
    Ok(())
}

/// Writes the passages of pairs, and returns how many there are.
fn write(pairs: &[MixedPair], mut table: Table) -> Result<usize> {
    table.row(PLACES.into_iter().chain(["kind"]))?;
    let mut count = 0;
    for pair in pairs {
        for passage in &pair.passages {
            let place = |document: &Document, place: &Range<u32>| {
                [
                    document.id.to_string(),
                    place.start.to_string(),
                    place.len().to_string(),
                ]
            };
            let cells = place(&pair.a, &passage.a)
                .into_iter()
                .chain(place(&pair.b, &passage.b));
            table.row(cells.chain([passage.reuse.to_string()]))?;
            count += 1;
        }
    }
    table.finish()?;
    Ok(count)
}

type Places = Vec<[Range<u32>; 2]>;

/// Learns a model from pairs and a table of their passages; pairs that the table does not name have none.
pub(super) fn learn(set: &PairSet, table: &Path, console: &Console) -> Result<PassageModel> {
    let mut known = read(table)?;
    let analyzer = Analyzer::new(AnalysisOptions::default().resolved(&set.documents));
    let segmented: Vec<Segmented> = set
        .documents
        .par_iter()
        .map(|document| Segmented::of(&analyzer.analyze(document)))
        .collect();
    let mut pairs = Vec::new();
    let mut count = 0;
    for pair in &set.pairs {
        let ids = pair
            .documents
            .map(|place| set.documents[place].id.to_string());
        let passages = known.remove(&ids).unwrap_or_default();
        count += passages.len();
        for place in &passages {
            check(place, pair.documents.map(|it| &set.documents[it]), table)?;
        }
        let [a, b] = pair.documents.map(|place| &segmented[place]);
        pairs.push(KnownPair { a, b, passages });
    }
    if let Some([a, b]) = known.into_keys().next() {
        let expected = "expected a pair of PAIRS, in the same order of the two documents";
        let error = wrong("--passages", &format!("{a}, {b}"), expected);
        return Err(error.at(&dejalu_io::place(table)));
    }
    console.say(&format!(
        "{} with {}",
        counted(pairs.len(), "pair", "pairs"),
        counted(count, "passage", "passages")
    ));
    if count == 0 {
        let expected = "expected at least one passage";
        return Err(wrong_as_said("--passages", "without a row", expected));
    }
    train(&pairs)
}

/// Refuses a place beyond the end of a text.
fn check(place: &[Range<u32>; 2], documents: [&Document; 2], table: &Path) -> Result<()> {
    for (place, document) in place.iter().zip(documents) {
        let length = document.text.chars().count() as u32;
        if place.end > length || place.is_empty() {
            let found = format!("{} and {} of {}", place.start, place.len(), document.id);
            let expected = format!(
                "expected an offset and a length within its {} characters",
                plural::count(length)
            );
            return Err(wrong("--passages", &found, &expected).at(&dejalu_io::place(table)));
        }
    }
    Ok(())
}

fn read(table: &Path) -> Result<BTreeMap<[String; 2], Places>> {
    let mut known: BTreeMap<[String; 2], Places> = BTreeMap::new();
    let mut rows = Rows::open(table, &TableOptions::default())?;
    rows.require(PLACES)?;
    for row in rows {
        let row = row?;
        let cell = |name: &str| -> Result<String> {
            let text = row.needed(name).map_err(|error| error.at(&row.place))?;
            Ok(text.to_string())
        };
        let ids = [cell("id_a")?, cell("id_b")?];
        let places = [
            place(&row, "offset_a", "length_a")?,
            place(&row, "offset_b", "length_b")?,
        ];
        known.entry(ids).or_default().push(places);
    }
    Ok(known)
}

/// A place in characters.
fn place(row: &Row, offset: &str, length: &str) -> Result<Range<u32>> {
    let number = |name: &str| -> Result<u32> {
        let text = row.needed(name).map_err(|error| error.at(&row.place))?;
        let bad = |_| wrong(name, text, "expected a number of characters").at(&row.place);
        text.parse().map_err(bad)
    };
    let start = number(offset)?;
    Ok(start..start.saturating_add(number(length)?))
}
