//! The file of answers, `labels.jsonl`: what people say of pairs, and in which stream they were asked.
//!
//! One object a line: `id_a`, `id_b`, `label` (1, 0, `unsure`, or `null` where nobody has answered),
//! `stream` (`training` or `audit`), `stratum`, `probability` (of being drawn), `note`; of the questions about
//! removals also `rank` and `risk`, and of their draw `draw_seed`, `draw_method`, `draw_answers`, `draw_wrong_at_most`,
//! `draw_confidence`, `draw_looks`, `draw_removals` and `draw_order` (draws of before: `draw_thresholds`). Answers are
//! only ever added: of several for one pair the last counts. It can be filled in by hand.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::ops::{Bound, RangeBounds};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::pair_set::Label;
use dejalu_base::error::{Error, IoContext, PairError, Result, shown_by_name};
use dejalu_io::rows::{Row, Rows};
use dejalu_io::{Columns, OutputFile, TableOptions};
use dejalu_text::document::DocumentId;

/// The column that tells a file of answers from other tables of pairs.
pub(super) const STREAM: &str = "stream";

/// The opinion of a person about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opinion {
    /// The documents are near-duplicates, or not.
    Sure(Label),
    /// The person cannot tell.
    Unsure,
}

/// As a file of answers has it: 1, 0 or `unsure`.
impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opinion::Sure(Label::Duplicate) => "1",
            Opinion::Sure(Label::Distinct) => "0",
            Opinion::Unsure => "unsure",
        })
    }
}

impl FromStr for Opinion {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim().to_lowercase().as_str() {
            "unsure" | "?" => Ok(Opinion::Unsure),
            _ => {
                let label = text.parse().map(Opinion::Sure);
                label.map_err(|_| PairError::BadAnswer { found: text.into() }.into())
            }
        }
    }
}

/// The use of a pair's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// To learn from.
    Training,
    /// To judge by; never learned from, or it would no longer be a fair judge.
    Audit,
}

shown_by_name!(Stream);

impl FromStr for Stream {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "training" => Ok(Stream::Training),
            "audit" => Ok(Stream::Audit),
            _ => Err(PairError::BadStream { found: text.into() }.into()),
        }
    }
}

/// One line: a pair, and what is said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelRow {
    /// The ids, as they were asked about: of an audited removal the removed document comes first.
    pub pair: [DocumentId; 2],
    /// The answer; `None` where there is none yet.
    pub opinion: Option<Opinion>,
    /// Its use.
    pub stream: Stream,
    /// Of which part of the pairs it was drawn; may be empty.
    pub stratum: String,
    /// The probability of having been drawn, in (0, 1\], where it is known.
    pub probability: Option<f64>,
    /// For people.
    pub note: String,
    /// The draw it came from, if known: files of before do not tell, nor do other questions than those about removals.
    pub drawn: Option<Arc<Drawn>>,
    /// The removal's place in that draw, if known.
    pub ranked: Option<Ranked>,
}

/// The place of a removal among all that an audit may ask about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// Its place in the random order of questions, from 1.
    pub rank: u64,
    /// Its risk, in (0, 1\]: removals of less risk are doubted less.
    pub risk: f64,
}

/// The draw of an audit's questions: an evaluation of their answers has to draw the same documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The seed.
    pub seed: u64,
    /// The thresholds, strictest first, of a draw that tests thresholds: those of before.
    pub thresholds: Vec<f64>,
    /// The decider, and the rules of what is kept, in words.
    pub method: String,
    /// The test that the questions were drawn for; `None` for draws of before, which tested thresholds.
    pub test: Option<DrawnTest>,
}

/// The test of removals that questions were drawn for. Its numbers decide when it passes, so that they are fixed before
/// answers exist.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnTest {
    /// The number of answers that it was planned for.
    pub answers: u64,
    /// The largest share of wrong removals, in (0, 1).
    pub wrong_at_most: f64,
    /// The confidence, in (0, 1).
    pub confidence: f64,
    /// The number of tests that were declared, from 1 to 1,000: the error rate is divided among them. 1 where a draw of before
    /// does not tell.
    pub looks: u32,
    /// The number of removals.
    pub removals: u64,
    /// A digest of their ids in the order of risk, and of how that was computed.
    pub order: String,
}

impl Drawn {
    /// Reads it from the cells of a row.
    fn of(row: &Row) -> Result<Option<Self>> {
        let Some(seed) = row.get("draw_seed")?.filter(|it| !it.trim().is_empty()) else {
            return Ok(None);
        };
        let bad = |column: &str, found: &str| {
            Error::from(PairError::BadDraw {
                column: column.into(),
                found: found.into(),
            })
        };
        let thresholds = row.get("draw_thresholds")?.unwrap_or_default();
        let number = |text: &str| text.parse().map_err(|_| bad("draw_thresholds", text));
        let thresholds = thresholds.split_whitespace().map(number);
        Ok(Some(Drawn {
            seed: seed.trim().parse().map_err(|_| bad("draw_seed", seed))?,
            thresholds: thresholds.collect::<Result<_>>()?,
            method: row.get("draw_method")?.unwrap_or_default().to_string(),
            test: DrawnTest::of(row)?,
        }))
    }
}

impl DrawnTest {
    /// Reads it from the cells of a row; `None` where the row has no digest of an order.
    fn of(row: &Row) -> Result<Option<Self>> {
        let Some(order) = filled(row, "draw_order")? else {
            return Ok(None);
        };
        let looks = match filled(row, "draw_looks")? {
            None => 1,
            Some(_) => within(row, "draw_looks", 1..=1_000)?,
        };
        let between = (Bound::Excluded(0.0), Bound::Excluded(1.0));
        Ok(Some(DrawnTest {
            answers: parsed(row, "draw_answers")?,
            wrong_at_most: within(row, "draw_wrong_at_most", between)?,
            confidence: within(row, "draw_confidence", between)?,
            looks,
            removals: within(row, "draw_removals", ..=u64::from(u32::MAX))?,
            order: order.to_string(),
        }))
    }

    /// The tests that answers were drawn for, each once, as the answers name them first.
    pub fn of_answers<'a>(answers: impl IntoIterator<Item = &'a LabelRow>) -> Vec<&'a DrawnTest> {
        let mut met = BTreeSet::new();
        let tests = answers
            .into_iter()
            .filter_map(|row| row.drawn.as_ref()?.test.as_ref());
        tests.filter(|test| met.insert(test.key())).collect()
    }

    /// What makes it another test than others.
    fn key(&self) -> (&str, u64, [u64; 2], u32) {
        let bound = [self.wrong_at_most, self.confidence].map(f64::to_bits);
        (&self.order, self.answers, bound, self.looks)
    }

    fn write(&self, line: &mut Value) {
        line["draw_answers"] = json!(self.answers);
        line["draw_wrong_at_most"] = json!(self.wrong_at_most);
        line["draw_confidence"] = json!(self.confidence);
        line["draw_looks"] = json!(self.looks);
        line["draw_removals"] = json!(self.removals);
        line["draw_order"] = json!(self.order);
    }
}

impl Ranked {
    fn of(row: &Row) -> Result<Option<Self>> {
        let (Some(_), Some(_)) = (filled(row, "rank")?, filled(row, "risk")?) else {
            return Ok(None);
        };
        Ok(Some(Ranked {
            rank: parsed(row, "rank")?,
            risk: parsed(row, "risk")?,
        }))
    }
}

/// A cell without the space around it; `None` if nothing is in it.
fn filled<'r>(row: &'r Row, column: &str) -> Result<Option<&'r str>> {
    let cell = row.get(column)?.map(str::trim);
    Ok(cell.filter(|cell| !cell.is_empty()))
}

/// The number in a cell of a draw.
fn parsed<N: FromStr>(row: &Row, column: &str) -> Result<N> {
    let found = filled(row, column)?.unwrap_or_default();
    let bad = || PairError::BadDraw {
        column: column.into(),
        found: found.into(),
    };
    found.parse().map_err(|_| bad().into())
}

/// The number in a cell of a draw, where it can be that of a draw.
fn within<N>(row: &Row, column: &str, range: impl RangeBounds<N>) -> Result<N>
where
    N: FromStr + PartialOrd + fmt::Display,
{
    let number: N = parsed(row, column)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let (column, found) = (column.to_string(), number.to_string());
    Err(PairError::BadDraw { column, found }.into())
}

impl LabelRow {
    /// The stratum of the rows of an audit that ask about a removed document.
    pub const REMOVAL: &'static str = "removal";

    /// Returns whether an audit asks by this row about a removed document, which comes first in the pair.
    pub fn asks_about_removal(&self) -> bool {
        self.stream == Stream::Audit && self.stratum == Self::REMOVAL
    }

    /// The label, where someone is sure of it.
    pub fn sure(&self) -> Option<Label> {
        match self.opinion {
            Some(Opinion::Sure(label)) => Some(label),
            _ => None,
        }
    }

    fn of(row: &Row) -> Result<Self> {
        let cell =
            |column: &str| Ok::<_, Error>(row.get(column)?.map(str::trim).unwrap_or_default());
        let probability = match cell("probability")? {
            "" => None,
            text => Some(probability(text)?),
        };
        Ok(LabelRow {
            pair: [row.name("id_a")?.into(), row.name("id_b")?.into()],
            opinion: opinion(row, "label")?,
            stream: row.needed(STREAM)?.parse()?,
            stratum: cell("stratum")?.to_string(),
            probability,
            note: cell("note")?.to_string(),
            drawn: Drawn::of(row)?.map(Arc::new),
            ranked: Ranked::of(row)?,
        })
    }

    /// Writes the row as an object with the columns of a file of answers; a `label` that is not known is
    /// `null`.
    pub fn to_json(&self) -> Value {
        let label = match self.opinion {
            None => Value::Null,
            Some(Opinion::Unsure) => json!("unsure"),
            Some(Opinion::Sure(label)) => json!(u8::from(label.is_duplicate())),
        };
        let mut line = json!({
            "id_a": self.pair[0].as_str(), "id_b": self.pair[1].as_str(), "label": label,
            "stream": self.stream.to_string(), "stratum": self.stratum,
            "probability": self.probability, "note": self.note,
        });
        if let Some(Ranked { rank, risk }) = self.ranked {
            line["rank"] = json!(rank);
            line["risk"] = json!(risk);
        }
        if let Some(drawn) = &self.drawn {
            line["draw_seed"] = json!(drawn.seed);
            line["draw_method"] = json!(drawn.method);
            match &drawn.test {
                Some(test) => test.write(&mut line),
                None => {
                    let thresholds = drawn.thresholds.iter().map(f64::to_string);
                    line["draw_thresholds"] = json!(thresholds.collect::<Vec<_>>().join(" "));
                }
            }
        }
        line
    }
}

fn probability(text: &str) -> Result<f64> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| PairError::BadProbability { found: text.into() }.into())
}

/// Returns whether a row's label is that of a person who cannot tell.
pub(super) fn is_unsure(row: &Row, column: &str) -> Result<bool> {
    let label = row.get(column)?.unwrap_or_default();
    Ok(matches!(label.parse(), Ok(Opinion::Unsure)))
}

/// Reads a row's label; `None` if it is empty.
pub(super) fn opinion(row: &Row, column: &str) -> Result<Option<Opinion>> {
    let label = row.get(column)?.filter(|label| !label.trim().is_empty());
    label.map(str::parse).transpose()
}

/// Reads a file of answers, in its order.
///
/// # Errors
///
/// A file that cannot be read or lacks `id_a`, `id_b`, `label` or `stream`; the first line with a cell
/// that cannot be read.
pub fn read_labels(source: &Path) -> Result<Vec<LabelRow>> {
    read_first_labels(source, usize::MAX)
}

/// Reads the first lines of a file of answers, and nothing that follows them.
pub fn read_first_labels(source: &Path, lines: usize) -> Result<Vec<LabelRow>> {
    of_rows(Rows::open(source, &TableOptions::default())?, lines)
}

/// Takes answers out of a table in memory with the columns of a file of answers, in its order.
///
/// # Errors
///
/// As [`read_labels`].
pub fn read_label_columns(table: Columns) -> Result<Vec<LabelRow>> {
    of_rows(Rows::in_memory(table), usize::MAX)
}

fn of_rows(mut rows: Rows, lines: usize) -> Result<Vec<LabelRow>> {
    rows.require(["id_a", "id_b", STREAM])?;
    if rows.have_header() {
        // Of JSONL no line may have an answer yet.
        rows.require(["label"])?;
    }
    let row = |row: Result<Row>| {
        let row = row?;
        LabelRow::of(&row).map_err(|error| error.at(&row.place))
    };
    rows.take(lines).map(row).collect()
}

/// Writes a file of answers.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_labels(mut out: OutputFile, rows: &[LabelRow]) -> Result<()> {
    let path = out.path().to_path_buf();
    for row in rows {
        writeln!(out, "{}", row.to_json()).context("write", &path)?;
    }
    out.finish()
}

#[cfg(test)]
mod tests;
