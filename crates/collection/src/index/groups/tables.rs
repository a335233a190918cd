//! What an index keeps of its groups, in tables of their own.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::history::{Change, Recorded};
use super::members::Member;
use super::rules::GroupRules;
use crate::index::store::{PART, Store};
use crate::{Constraint, Constraints};
use dejalu_base::error::Result;
use dejalu_io::sqlite::{row, with_checksum};
use dejalu_text::document::DocumentId;

/// Where a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Placement {
    /// The number of its group.
    pub(super) group: u32,
    pub(super) is_kept: bool,
}

const RULES: &str = "rules";

/// Rules with another minimum score for web pages, in place of [`RULES`].
const RULES_WITH_PAGES: &str = "rules with pages";

const CONSTRAINTS: &str = "constraints";

impl Store {
    /// The rules, if groups were formed.
    pub(super) fn rules(&self) -> Result<Option<GroupRules>> {
        if !self.has_groups() {
            return Ok(None);
        }
        let rules = match self.value(RULES)? {
            Some(rules) => Some(rules),
            None => self
                .value(RULES_WITH_PAGES)?
                .map(|(mut rules, pages): (GroupRules, f64)| {
                    rules.at.pages = pages;
                    rules
                }),
        };
        let select = "SELECT 1 FROM members LIMIT 1";
        if rules.is_none() && self.row(select, (), |_| Ok(()))?.is_some() {
            return Err(self.incomplete());
        }
        Ok(rules)
    }

    pub(super) fn put_rules(&self, rules: &GroupRules) -> Result<()> {
        let other = if rules.at.is_one() {
            self.put_value(RULES, rules)?;
            RULES_WITH_PAGES
        } else {
            self.put_value(RULES_WITH_PAGES, &(rules, rules.at.pages))?;
            RULES
        };
        self.run("DELETE FROM grouping WHERE name = ?", [other])
    }

    pub(super) fn constraints(&self) -> Result<Constraints> {
        let stored: Option<Vec<(String, String, bool)>> = self.value(CONSTRAINTS)?;
        let mut constraints = Constraints::default();
        for (a, b, is_link) in stored.unwrap_or_default() {
            let said = if is_link {
                Constraint::MustLink
            } else {
                Constraint::CannotLink
            };
            constraints.add([&*a, &*b].map(DocumentId::from), said);
        }
        Ok(constraints)
    }

    pub(super) fn put_constraints(&self, constraints: &Constraints) -> Result<()> {
        let said = constraints.iter().map(|([a, b], said)| {
            let is_link = said == Constraint::MustLink;
            (a.to_string(), b.to_string(), is_link)
        });
        self.put_value(CONSTRAINTS, &said.collect::<Vec<_>>())
    }

    fn value<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        let select = "SELECT value FROM grouping WHERE name = ?";
        self.row(select, [name], |cells| {
            self.verified(cells, 0, row(name, 0))
        })
    }

    fn put_value(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO grouping VALUES (?, ?)";
        self.run(insert, (name, with_checksum(value, row(name, 0))))
    }

    /// What is kept of each document, by number.
    pub(super) fn members(&self) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        let select = "SELECT number, member FROM members ORDER BY number";
        self.each(select, (), |cells| {
            let number: u32 = self.cell(cells, 0)?;
            if number as usize != members.len() {
                return Err(self.incomplete());
            }
            members.push(self.verified(cells, 1, row("members", number.into()))?);
            Ok(())
        })?;
        Ok(members)
    }

    pub(super) fn put_member(&self, number: u32, member: &Member) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO members VALUES (?, ?)";
        let value = with_checksum(member, row("members", number.into()));
        self.run(insert, (number, value))
    }

    /// Where each document stands, by number.
    pub(super) fn placements(&self) -> Result<Vec<Placement>> {
        let mut all = Vec::new();
        let select = "SELECT part, placements FROM placements ORDER BY part";
        self.each(select, (), |cells| {
            let part: u32 = self.cell(cells, 0)?;
            if part as usize * PART != all.len() {
                return Err(self.incomplete());
            }
            let key = row("placements", part.into());
            all.extend(self.verified::<Vec<Placement>>(cells, 1, key)?);
            Ok(())
        })?;
        Ok(all)
    }

    pub(super) fn put_placements(&self, placements: &[Placement]) -> Result<()> {
        for (part, placements) in (0u32..).zip(placements.chunks(PART)) {
            let insert = "INSERT OR REPLACE INTO placements VALUES (?, ?)";
            let value = with_checksum(placements, row("placements", part.into()));
            self.run(insert, (part, value))?;
        }
        Ok(())
    }

    /// The changes so far, the first one first.
    pub(super) fn changes(&self, count: u32) -> Result<Vec<Recorded>> {
        let mut changes: Vec<Recorded> = Vec::new();
        let select = "SELECT number, change FROM changes ORDER BY number";
        self.each(select, (), |cells| {
            let number: u32 = self.cell(cells, 0)?;
            changes.push(self.verified(cells, 1, row("changes", number.into()))?);
            Ok(())
        })?;
        if changes.iter().map(|change| change.number).eq(1..=count) {
            Ok(changes)
        } else {
            Err(self.incomplete())
        }
    }

    pub(super) fn put_change(&self, change: &Change<u32>) -> Result<()> {
        let insert = "INSERT INTO changes VALUES (?, ?)";
        let value = with_checksum(change, row("changes", change.number.into()));
        self.run(insert, (change.number, value))
    }

    /// The numbers and names of all documents, by name.
    pub(super) fn names(&self) -> Result<Vec<(DocumentId, u32)>> {
        let mut names = Vec::new();
        self.each("SELECT id, number FROM documents", (), |cells| {
            let name: String = self.cell(cells, 0)?;
            names.push((DocumentId::from(name), self.cell(cells, 1)?));
            Ok(())
        })?;
        names.sort_unstable();
        Ok(names)
    }
}
