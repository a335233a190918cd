//! Must-link and cannot-link pairs, which override scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

use rustc_hash::{FxHashMap, FxHashSet};

use super::members::Members;
use crate::components::components;
use crate::scoring::Edge;
use dejalu_base::error::{ConstraintError, Error, Place, Result};
use dejalu_base::plural::counted;
use dejalu_experiment::pairs::{Label, Opinion};
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

/// The column of constraints, and that of answers, which may stand in its place.
const CONSTRAINT: &str = "constraint";
const LABEL: &str = "label";

impl Constraints {
    /// Reads a table with the columns `id_a`, `id_b` and `constraint` (`must-link`, `cannot-link`, or `withdrawn`, which
    /// takes back an earlier row of the pair, or what an index keeps of it). Or with `label` in place of it, as answers
    /// of people have: a duplicate must be linked, a distinct pair cannot be. `unsure` and an empty cell decide nothing,
    /// and of several answers about a pair the last counts.
    ///
    /// # Errors
    ///
    /// A table that cannot be read or lacks a column; the first row with another cell; an empty constraint, or one
    /// against an earlier row that was not withdrawn.
    pub fn read(source: &Path) -> Result<Self> {
        let mut constraints = Constraints::default();
        for said in said(source)? {
            let (place, pair, said) = said?;
            match said {
                Said::Withdrawn => constraints.withdraw(pair),
                Said::Answered(None) => constraints.forget(pair),
                Said::Answered(Some(constraint)) => {
                    constraints.add(pair, constraint);
                }
                Said::Decided(constraint) => {
                    let [a, b] = pair.each_ref().map(DocumentId::to_string);
                    let before = constraints.add(pair, constraint);
                    if before.is_some_and(|it| it != constraint) {
                        let error = Error::from(ConstraintError::Contradiction { a, b });
                        return Err(error.at(&place));
                    }
                }
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
        let said = said(source)?.filter_map(|said| match said {
            Ok((_, _, Said::Answered(None))) => None,
            said => Some(said.map(|(_, pair, _)| pair)),
        });
        said.collect()
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
        self.forget(pair.clone());
        self.withdrawn.insert(pair);
    }

    /// Leaves out what an earlier answer decided about a pair.
    fn forget(&mut self, mut pair: [DocumentId; 2]) {
        pair.sort();
        self.decided.remove(&pair);
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

/// What a row says of its pair.
enum Said {
    Decided(Constraint),
    /// What was decided before is taken back.
    Withdrawn,
    /// The answer of a person, who may change it; `None` decides nothing.
    Answered(Option<Constraint>),
}

/// The rows of a table of constraints or of answers.
fn said(source: &Path) -> Result<impl Iterator<Item = Result<(Place, [DocumentId; 2], Said)>>> {
    let mut rows = Rows::open(source, &TableOptions::default())?;
    rows.call_as(["id_a", "id_b", CONSTRAINT, LABEL]);
    let has = |name: &str| rows.columns().any(|column| column == name);
    let column = if has(LABEL) && !has(CONSTRAINT) {
        LABEL
    } else {
        CONSTRAINT
    };
    rows.require(["id_a", "id_b", column])?;
    Ok(rows.map(move |row| {
        let row = row?;
        let read = || -> Result<_> {
            let pair = [row.name("id_a")?.into(), row.name("id_b")?.into()];
            let said = match column {
                LABEL => Said::Answered(answer(&row)?),
                _ => match row.needed(CONSTRAINT)?.trim() {
                    WITHDRAWN => Said::Withdrawn,
                    said => Said::Decided(said.parse()?),
                },
            };
            Ok((row.place.clone(), pair, said))
        };
        read().map_err(|error| error.at(&row.place))
    }))
}

/// The constraint of a row with a label.
fn answer(row: &Row) -> Result<Option<Constraint>> {
    let label = row.get(LABEL)?.unwrap_or_default().trim();
    if label.is_empty() {
        return Ok(None);
    }
    Ok(match label.parse()? {
        Opinion::Sure(Label::Duplicate) => Some(Constraint::MustLink),
        Opinion::Sure(Label::Distinct) => Some(Constraint::CannotLink),
        Opinion::Unsure => None,
    })
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

    /// The units that must not share a group with another one.
    pub(super) fn units(&self) -> impl Iterator<Item = u32> {
        self.0.keys().copied()
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

    /// Returns whether people have said of two documents, or of others that share their fates, that they must not be in
    /// one group.
    pub(crate) fn are_apart(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|place| self.unit_of[place as usize]);
        self.apart.of(a).any(|unit| unit == b)
    }

    /// Returns whether two documents share a fate: of one text, or linked by people.
    pub(crate) fn are_one(&self, a: u32, b: u32) -> bool {
        self.unit_of[a as usize] == self.unit_of[b as usize]
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
    fn answers_of_people_are_constraints_and_the_last_of_a_pair_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let line = |pair: [&str; 2], label: &str| {
            let [a, b] = pair;
            format!(
                "{{\"id_a\":\"{a}\",\"id_b\":\"{b}\",\"label\":{label},\"stream\":\"training\"}}\n"
            )
        };
        let lines = [
            line(["a", "b"], "0"),
            line(["b", "a"], "1"),
            line(["b", "c"], "0"),
            line(["c", "d"], "1"),
            line(["c", "d"], "\"unsure\""),
            line(["d", "e"], "1"),
            line(["e", "d"], "null"),
        ];
        std::fs::write(&path, lines.concat()).unwrap();
        let pair = |a: &str, b: &str| [DocumentId::from(a), DocumentId::from(b)];
        let read = Constraints::read(&path).unwrap();
        let found: Vec<_> = read
            .iter()
            .map(|(pair, said)| (pair.clone(), said))
            .collect();
        let expected = [
            (pair("a", "b"), Constraint::MustLink),
            (pair("b", "c"), Constraint::CannotLink),
        ];
        assert_eq!(found, expected);
        let table = folder.path().join("review.csv");
        std::fs::write(
            &table,
            "id_a,id_b,label,why\na,b,no,veto\nb,c,,just below\n",
        )
        .unwrap();
        let read = Constraints::read(&table).unwrap();
        let found: Vec<_> = read
            .iter()
            .map(|(pair, said)| (pair.clone(), said))
            .collect();
        assert_eq!(found, [(pair("a", "b"), Constraint::CannotLink)]);
        assert_eq!(Constraints::read_pairs(&table).unwrap().len(), 1);
    }

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
