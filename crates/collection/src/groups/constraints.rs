//! Must-link and cannot-link pairs, which override scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

use rustc_hash::{FxHashMap, FxHashSet};

use super::members::Members;
use crate::components::components;
use crate::scoring::Edge;
use dejalu_base::error::{ConstraintError, Error, Result};
use dejalu_base::plural::counted;
use dejalu_io::TableOptions;
use dejalu_io::rows::{Row, Rows};
use dejalu_text::document::DocumentId;

/// A decision of people about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constraint {
    /// The two are in one group.
    MustLink,
    /// They are not.
    CannotLink,
}

impl FromStr for Constraint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "must-link" => Ok(Constraint::MustLink),
            "cannot-link" => Ok(Constraint::CannotLink),
            _ => Err(ConstraintError::Bad { found: text.into() }.into()),
        }
    }
}

/// Constraints on pairs of documents; of several for a pair the last counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Constraints {
    decided: BTreeMap<[DocumentId; 2], Constraint>,
    /// Pairs of which an earlier decision is taken back.
    withdrawn: BTreeSet<[DocumentId; 2]>,
}

/// The word of a row that takes back what was decided about a pair, in an earlier row or in an index.
const WITHDRAWN: &str = "withdrawn";

impl Constraints {
    /// Reads a table with the columns `id_a`, `id_b` and `constraint` (`must-link`, `cannot-link`, or `withdrawn`, which
    /// takes back an earlier row of the pair, or what an index keeps of it).
    ///
    /// # Errors
    ///
    /// A table that cannot be read or lacks a column; the first row with an empty or another cell,
    /// or against an earlier row that was not withdrawn.
    pub fn read(source: &Path) -> Result<Self> {
        let mut rows = Rows::open(source, &TableOptions::default())?;
        let columns = ["id_a", "id_b", "constraint"];
        rows.call_as(columns);
        rows.require(columns)?;
        let mut constraints = Constraints::default();
        for row in rows {
            let row = row?;
            let (pair, constraint) = read_row(&row).map_err(|error| error.at(&row.place))?;
            let Some(constraint) = constraint else {
                constraints.withdraw(pair);
                continue;
            };
            let [a, b] = pair.each_ref().map(DocumentId::to_string);
            if constraints
                .add(pair, constraint)
                .is_some_and(|it| it != constraint)
            {
                let error = Error::from(ConstraintError::Contradiction { a, b });
                return Err(error.at(&row.place));
            }
        }
        Ok(constraints)
    }

    /// Reads on which pairs people decided, in either order, whatever they decided and also where they took it back.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), but for contradictions.
    pub fn read_pairs(source: &Path) -> Result<BTreeSet<[DocumentId; 2]>> {
        let mut rows = Rows::open(source, &TableOptions::default())?;
        let columns = ["id_a", "id_b", "constraint"];
        rows.call_as(columns);
        rows.require(columns)?;
        let pair = |row: Result<Row>| {
            let row = row?;
            let read = read_row(&row).map_err(|error| error.at(&row.place));
            read.map(|(pair, _)| pair)
        };
        rows.map(pair).collect()
    }

    /// Adds what people decided about a pair; gives what it takes the place of.
    pub fn add(&mut self, mut pair: [DocumentId; 2], constraint: Constraint) -> Option<Constraint> {
        pair.sort();
        self.withdrawn.remove(&pair);
        self.decided.insert(pair, constraint)
    }

    /// Takes back what was decided about a pair.
    pub fn withdraw(&mut self, mut pair: [DocumentId; 2]) {
        pair.sort();
        self.decided.remove(&pair);
        self.withdrawn.insert(pair);
    }

    /// Adds later constraints to these, and takes back what they withdraw.
    pub fn follow(&mut self, later: &Constraints) {
        later.withdrawn.iter().for_each(|pair| {
            self.decided.remove(pair);
        });
        for (pair, said) in later.iter() {
            self.add(pair.clone(), said);
        }
    }

    /// All of them: the two documents, and what was decided, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&[DocumentId; 2], Constraint)> {
        self.decided.iter().map(|(pair, said)| (pair, *said))
    }

    /// Counts them in a sentence without its full stop; nothing where there is none.
    pub fn sentence(&self) -> Option<String> {
        let count = |wanted: Constraint| self.decided.values().filter(|&&it| it == wanted).count();
        let [must, cannot] = [Constraint::MustLink, Constraint::CannotLink].map(count);
        (must + cannot > 0).then(|| {
            format!(
                "constraints link {} and keep {} apart",
                counted(must, "pair", "pairs"),
                counted(cannot, "pair", "pairs")
            )
        })
    }

    /// Returns whether there is none; what is withdrawn is none.
    pub fn is_empty(&self) -> bool {
        self.decided.is_empty()
    }
}

/// The pair of a row, and what is decided about it; `None` where a decision is taken back.
fn read_row(row: &Row) -> Result<([DocumentId; 2], Option<Constraint>)> {
    let pair = [row.name("id_a")?.into(), row.name("id_b")?.into()];
    let said = row.needed("constraint")?;
    let constraint = (said.trim() != WITHDRAWN).then(|| said.parse());
    Ok((pair, constraint.transpose()?))
}

/// Constraints on the documents of a collection.
#[derive(Debug)]
pub(crate) struct ResolvedConstraints {
    /// The documents that share a fate, named by the first of them: of one text, or linked.
    pub(super) unit_of: Vec<u32>,
    pub(super) apart: Apart,
    /// For each document the first one that it is compared as: that of its text, or of its kind.
    pub(super) alike_of: Vec<u32>,
    /// True if there is no constraint.
    is_free: bool,
}

/// The units that each must not share a group with.
#[derive(Debug, Default)]
pub(super) struct Apart(FxHashMap<u32, FxHashSet<u32>>);

impl Apart {
    pub(super) fn of(&self, unit: u32) -> impl Iterator<Item = u32> {
        self.0.get(&unit).into_iter().flatten().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, a: u32, b: u32) {
        self.0.entry(a).or_default().insert(b);
        self.0.entry(b).or_default().insert(a);
    }
}

impl ResolvedConstraints {
    /// Finds the documents in the collection. Of two of the same text that must not be linked the later
    /// one stands alone.
    ///
    /// # Errors
    ///
    /// A document that is not there; a pair that must not be linked and is, by other pairs.
    pub(crate) fn new(members: &impl Members, constraints: &Constraints) -> Result<Self> {
        let text_of = members.text_of();
        let place = |id: &DocumentId| {
            let name = || id.to_string();
            let unknown = |documents| ConstraintError::Unknown {
                id: name(),
                documents,
            };
            let ambiguous = |all| ConstraintError::Ambiguous { id: name(), all };
            members.place_or(id, unknown, ambiguous)
        };
        let pairs = constraints
            .decided
            .iter()
            .map(|([a, b], constraint)| Ok((place(a)?, place(b)?, *constraint)));
        let pairs: Vec<(u32, u32, Constraint)> = pairs.collect::<Result<_>>()?;
        let (must, cannot): (Vec<_>, Vec<_>) = pairs
            .into_iter()
            .partition(|pair| pair.2 == Constraint::MustLink);
        let alone: FxHashSet<u32> = cannot
            .iter()
            .filter(|(a, b, _)| text_of[*a as usize] == text_of[*b as usize])
            .map(|(a, b, _)| *a.max(b))
            .collect();
        let copies = (0..).zip(text_of.iter().copied());
        let copies = copies.filter(|(place, _)| !alone.contains(place));
        let linked = must.iter().map(|&(a, b, _)| (a, b));
        let unit_of = components(text_of.len(), copies.chain(linked));
        let mut apart = Apart::default();
        for (a, b, _) in &cannot {
            let units = [a, b].map(|place| unit_of[*place as usize]);
            if units[0] == units[1] {
                let [a, b] = [a, b].map(|&place| members.name(place).to_string());
                return Err(ConstraintError::Contradiction { a, b }.into());
            }
            apart.add(units[0], units[1]);
        }
        Ok(ResolvedConstraints {
            is_free: constraints.is_empty(),
            alike_of: text_of,
            unit_of,
            apart,
        })
    }

    /// The same, where documents that are compared as one are a unit; without constraints.
    pub(crate) fn of_alike(self, alike_of: Vec<u32>) -> Self {
        ResolvedConstraints {
            unit_of: alike_of.clone(),
            alike_of,
            ..self
        }
    }

    /// Without constraints.
    #[cfg(test)]
    pub(super) fn of_texts(text_of: &[u32]) -> Self {
        ResolvedConstraints {
            unit_of: text_of.to_vec(),
            alike_of: text_of.to_vec(),
            apart: Apart::default(),
            is_free: true,
        }
    }

    /// The edges between units that may share a group, each once, with its best score, by place.
    pub(super) fn edges(&self, edges: &[Edge]) -> Vec<Edge> {
        if self.is_free {
            return edges.to_vec();
        }
        let mut best: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for edge in edges {
            let [a, b] = [edge.left, edge.right].map(|place| self.unit_of[place as usize]);
            if a != b && self.apart.of(a).all(|unit| unit != b) {
                let score = best.entry((a.min(b), a.max(b))).or_insert(edge.score);
                *score = score.max(edge.score);
            }
        }
        let edge = |((left, right), score)| Edge { left, right, score };
        best.into_iter().map(edge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_withdrawn_row_takes_back_an_earlier_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known.csv");
        let rows =
            "a,b,must-link\nb,c,cannot-link\nb,a,withdrawn\nb,a,cannot-link\nc,b,withdrawn\n";
        std::fs::write(&path, format!("id_a,id_b,constraint\n{rows}")).unwrap();
        let read = Constraints::read(&path).unwrap();
        let pair = |a: &str, b: &str| [DocumentId::from(a), DocumentId::from(b)];
        let found: Vec<_> = read
            .iter()
            .map(|(pair, said)| (pair.clone(), said))
            .collect();
        assert_eq!(found, [(pair("a", "b"), Constraint::CannotLink)]);
        let mut kept = Constraints::default();
        kept.add(pair("b", "c"), Constraint::MustLink);
        kept.follow(&read);
        assert_eq!(kept.iter().count(), 1, "b and c are free again");
    }
}
