//! [`GroupChanges`]: what is different between two tables of groups.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::ends::ends;
use super::table::{GroupsTable, TableRow};
use dejalu_base::error::{Error, GroupsError, Result, shown_by_name};
use dejalu_base::plural::counted;
use dejalu_text::document::DocumentId;

/// A difference between two tables of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A document that was kept is removed now.
    RemovedNow,
    /// A document that was removed is kept now.
    KeptNow,
    /// A document is removed in both, now in favour of another one.
    OtherKept,
    /// A group holds documents of several earlier groups; told of its representative, or else its first document.
    Merged,
    /// Documents of an earlier group are in several groups now; told likewise.
    Split,
    /// A document is in the new table alone.
    New,
    /// A document is in the old table alone.
    Gone,
}

shown_by_name!(Change);

/// The reason of a difference, as far as two tables tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A document that the old table does not have.
    NewDocument,
    /// A document that the new table does not have.
    GoneDocument,
    /// A pair of its group that people decided on, or took a decision back on.
    Constraint,
    /// A minimum score: that of the document is below all scores by which the other table removes any. Told by the scores
    /// of both tables alone, so a decision on the document of the lowest score looks alike unless its pair is given.
    Threshold,
    /// None of these, as far as the tables tell: another decider, or a constraint that was not given.
    Decision,
}

shown_by_name!(Cause);

/// A document that is grouped otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedDocument {
    /// The document.
    pub id: DocumentId,
    /// What is different.
    pub change: Change,
    /// The document that represented its group; `None` where the old table does not say.
    pub before: Option<DocumentId>,
    /// The document that represents it now, likewise.
    pub after: Option<DocumentId>,
    /// The reason; `None` for new documents and those that are gone.
    pub cause: Option<Cause>,
}

/// What is different between two tables of groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupChanges {
    /// Documents that both tables have.
    pub documents: usize,
    /// False if one of the tables has groups alone, and does not say what is kept of each.
    pub compares_kept: bool,
    /// False if one of the tables lists what is kept, and has no groups.
    pub compares_groups: bool,
    /// The differences, by document; a document may have several.
    pub changes: Vec<ChangedDocument>,
}

impl GroupChanges {
    /// Compares two tables, by the ids of documents; numbers and names of groups are of no account. What a table that lists
    /// what is kept does not name is removed by it; its groups are not known, and not compared.
    ///
    /// # Errors
    ///
    /// A document with two rows in a table; documents that are removed in favour of each other.
    pub fn between(old: &GroupsTable, new: &GroupsTable) -> Result<Self> {
        GroupChanges::explained(old, new, &BTreeSet::new())
    }

    /// The same, where it is known on which pairs people decided between the two.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn explained(
        old: &GroupsTable,
        new: &GroupsTable,
        decided: &BTreeSet<[DocumentId; 2]>,
    ) -> Result<Self> {
        let compares_groups = !old.lists_kept() && !new.lists_kept();
        let [old, new] = [&old.completed(new), &new.completed(old)];
        let both = Both {
            old: Groups::of(old)?,
            new: Groups::of(new)?,
            decided,
        };
        let ids: BTreeSet<&DocumentId> = both
            .old
            .of
            .keys()
            .chain(both.new.of.keys())
            .copied()
            .collect();
        let is_of_groups = |change| {
            let of_groups = [Change::OtherKept, Change::Merged, Change::Split];
            of_groups.contains(&change)
        };
        let changes = ids.into_iter().flat_map(|id| both.changes(id));
        let changes = changes.filter(|it| compares_groups || !is_of_groups(it.change));
        Ok(GroupChanges {
            changes: changes.collect(),
            compares_groups,
            compares_kept: old.says_kept() && new.says_kept(),
            documents: both
                .old
                .of
                .keys()
                .filter(|id| both.new.of.contains_key(*id))
                .count(),
        })
    }

    /// Number of differences of each kind, of those that there are.
    pub fn counts(&self) -> BTreeMap<Change, usize> {
        let mut counts = BTreeMap::new();
        for change in &self.changes {
            *counts.entry(change.change).or_default() += 1;
        }
        counts
    }

    /// The differences in sentences, each without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = self.differences();
        if !self.compares_kept {
            let why = "one of the tables has groups alone and does not say which documents are kept: what is removed or \
                       kept now is not compared";
            sentences.push(why.into());
        }
        if !self.compares_groups {
            let why = "one of the tables lists what is kept: documents that it does not name count as removed, and groups \
                       are not compared";
            sentences.push(why.into());
        }
        sentences
    }

    fn differences(&self) -> Vec<String> {
        if self.changes.is_empty() {
            let documents = counted(self.documents, "document", "documents");
            return vec![format!("both tables group {documents} in the same way")];
        }
        let told = |(change, count): (Change, usize)| {
            let [one, many] = words(change);
            counted(count, one, many)
        };
        self.counts().into_iter().map(told).collect()
    }
}

fn words(change: Change) -> [&'static str; 2] {
    match change {
        Change::RemovedNow => ["document is removed now", "documents are removed now"],
        Change::KeptNow => ["document is kept now", "documents are kept now"],
        Change::OtherKept => [
            "document is removed in favour of another one than before",
            "documents are removed in favour of others than before",
        ],
        Change::Merged => [
            "group was merged from several",
            "groups were each merged from several",
        ],
        Change::Split => ["group was split", "groups were split"],
        Change::New => ["document is new", "documents are new"],
        Change::Gone => ["document is gone", "documents are gone"],
    }
}

/// What a table says of a document.
struct Side<'t> {
    group: String,
    representative: Option<&'t DocumentId>,
    is_kept: Option<bool>,
    score: Option<f64>,
}

/// A table by document, and the members of each group.
struct Groups<'t> {
    of: BTreeMap<&'t DocumentId, Side<'t>>,
    members: BTreeMap<String, BTreeSet<&'t DocumentId>>,
    /// The lowest score by which any document is removed; `None` where one is removed without a score.
    least: Option<f64>,
}

impl<'t> Groups<'t> {
    fn of(table: &'t GroupsTable) -> Result<Self> {
        let mut rows: BTreeMap<&DocumentId, &TableRow> = BTreeMap::new();
        for row in &table.rows {
            if rows.insert(&row.id, row).is_some() {
                let id = row.id.to_string();
                return Err(Error::from(GroupsError::Twice { id }).at(&row.place));
            }
        }
        let mut groups = Groups {
            of: BTreeMap::new(),
            members: BTreeMap::new(),
            least: None,
        };
        let rows: Vec<&TableRow> = rows.into_values().collect();
        for (row, representative) in rows.iter().zip(representatives(&rows)?) {
            let (id, side) = (&row.id, side(row, representative));
            groups
                .members
                .entry(side.group.clone())
                .or_default()
                .insert(id);
            groups.of.insert(id, side);
        }
        let removed = groups.of.values().filter(|it| it.is_kept == Some(false));
        let scores: Option<Vec<f64>> = removed.map(|it| it.score).collect();
        groups.least = scores.and_then(|it| it.into_iter().min_by(f64::total_cmp));
        Ok(groups)
    }

    fn has(&self, id: Option<&DocumentId>) -> bool {
        id.is_some_and(|id| self.of.contains_key(id))
    }

    /// The members of a document's group.
    fn together(&self, id: &DocumentId) -> impl Iterator<Item = &'t DocumentId> {
        let side = self.of.get(id);
        let members = side.and_then(|side| self.members.get(&side.group));
        members.into_iter().flatten().copied()
    }

    /// The groups that the members of a document's group are in elsewhere.
    fn elsewhere<'o>(&self, id: &DocumentId, other: &'o Groups<'_>) -> BTreeSet<&'o str> {
        let sides = self.together(id).filter_map(|member| other.of.get(member));
        sides.map(|side| side.group.as_str()).collect()
    }

    /// Returns whether a group is told of by this document.
    fn is_told_by(&self, id: &DocumentId) -> bool {
        let representative = self.of.get(id).and_then(|side| side.representative);
        let told = representative.filter(|it| self.of.contains_key(*it));
        told.or(self.together(id).next()) == Some(id)
    }
}

fn side<'t>(row: &'t TableRow, representative: Option<&'t DocumentId>) -> Side<'t> {
    let is_removed = row.is_kept == Some(false);
    // A table of representatives or of what is kept names no other group of a document than its own.
    let stands_alone = row.group.is_none() && !is_removed;
    let representative = representative.or(stands_alone.then_some(&row.id));
    let group = match (representative, &row.group) {
        (Some(representative), _) => format!("of {representative}"),
        (None, Some(group)) => format!("named {group}"),
        (None, None) => format!("of {}", row.id),
    };
    Side {
        group,
        is_kept: row.is_kept.or(representative.map(|it| *it == row.id)),
        score: row.score,
        representative,
    }
}

/// Of each row, sorted by id, the document at the end of its chain of representatives; `None` where it names none.
fn representatives<'t>(rows: &[&'t TableRow]) -> Result<Vec<Option<&'t DocumentId>>> {
    let place_of = |id: &DocumentId| rows.binary_search_by(|row| row.id.cmp(id)).ok();
    let named = |row: &&'t TableRow| {
        let other = row.representative.as_ref().filter(|it| **it != row.id)?;
        Some(place_of(other)? as u32)
    };
    let next: Vec<Option<u32>> = rows.iter().map(named).collect();
    let ends = ends(&next).map_err(|place| {
        let row = rows[place as usize];
        let id = row.id.to_string();
        Error::from(GroupsError::Circle { id }).at(&row.place)
    })?;
    let last = |(row, end): (&&'t TableRow, u32)| {
        row.representative.as_ref()?;
        // The table may name a document that it has no row of.
        let end = rows[end as usize];
        Some(end.representative.as_ref().unwrap_or(&end.id))
    };
    Ok(rows.iter().zip(ends).map(last).collect())
}

struct Both<'t> {
    old: Groups<'t>,
    new: Groups<'t>,
    decided: &'t BTreeSet<[DocumentId; 2]>,
}

impl Both<'_> {
    fn changes(&self, id: &DocumentId) -> Vec<ChangedDocument> {
        let [before, after] = [&self.old, &self.new].map(|groups| groups.of.get(id));
        let found = match (before, after) {
            (Some(before), Some(after)) => {
                let own = self.fate(id, [before, after]).into_iter();
                let told = own.chain(self.merged(id)).chain(self.split(id));
                told.map(|(change, cause)| (change, Some(cause))).collect()
            }
            (None, _) => vec![(Change::New, None)],
            (_, None) => vec![(Change::Gone, None)],
        };
        let [before, after] =
            [before, after].map(|side| side.and_then(|side| side.representative).cloned());
        let changed = found.into_iter().map(|(change, cause)| ChangedDocument {
            id: id.clone(),
            change,
            before: before.clone(),
            after: after.clone(),
            cause,
        });
        changed.collect()
    }

    /// What became of a document that both have.
    fn fate(&self, id: &DocumentId, [before, after]: [&Side<'_>; 2]) -> Option<(Change, Cause)> {
        let change = match (before.is_kept?, after.is_kept?) {
            (true, false) => Change::RemovedNow,
            (false, true) => Change::KeptNow,
            (false, false) if before.representative != after.representative => Change::OtherKept,
            _ => return None,
        };
        // A table may leave out what it keeps: only what one of the two names can be new or gone.
        let [is_new, is_gone] = [
            self.new.has(after.representative) && !self.old.has(after.representative),
            self.old.has(before.representative) && !self.new.has(before.representative),
        ];
        let cause = match (is_new, is_gone) {
            (true, _) => Cause::NewDocument,
            (_, true) => Cause::GoneDocument,
            _ if self.is_decided(id) => Cause::Constraint,
            _ if self.is_below(change, before, after) => Cause::Threshold,
            _ => Cause::Decision,
        };
        Some((change, cause))
    }

    /// Returns whether people decided on a pair of a document's group, before or after.
    fn is_decided(&self, id: &DocumentId) -> bool {
        let members = self.old.together(id).chain(self.new.together(id));
        let members: BTreeSet<&DocumentId> = members.collect();
        let mut pairs = self.decided.iter();
        pairs.any(|pair| pair.iter().all(|end| members.contains(end)))
    }

    /// Returns whether the score by which one table removes a document is below all of the other.
    fn is_below(&self, change: Change, before: &Side<'_>, after: &Side<'_>) -> bool {
        let (score, least) = match change {
            Change::KeptNow => (before.score, self.new.least),
            Change::RemovedNow => (after.score, self.old.least),
            _ => return false,
        };
        score.zip(least).is_some_and(|(score, least)| score < least)
    }

    fn decision(&self, id: &DocumentId) -> Cause {
        if self.is_decided(id) {
            Cause::Constraint
        } else {
            Cause::Decision
        }
    }

    fn merged(&self, id: &DocumentId) -> Option<(Change, Cause)> {
        // Once a group, and not for each of its documents: a group may hold them all.
        if !self.new.is_told_by(id) || self.new.elsewhere(id, &self.old).len() < 2 {
            return None;
        }
        let mut members = self.new.together(id);
        let cause = if members.any(|member| !self.old.of.contains_key(member)) {
            Cause::NewDocument
        } else {
            self.decision(id)
        };
        Some((Change::Merged, cause))
    }

    fn split(&self, id: &DocumentId) -> Option<(Change, Cause)> {
        if !self.old.is_told_by(id) || self.old.elsewhere(id, &self.new).len() < 2 {
            return None;
        }
        let mut members = self.old.together(id);
        let cause = if members.any(|member| !self.new.of.contains_key(member)) {
            Cause::GoneDocument
        } else {
            self.decision(id)
        };
        Some((Change::Split, cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &str) -> GroupsTable {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("groups.csv");
        std::fs::write(&path, rows).unwrap();
        GroupsTable::read(&path, &Default::default()).unwrap()
    }

    fn changed(old: &str, new: &str) -> Vec<String> {
        let changes = GroupChanges::between(&table(old), &table(new)).unwrap();
        let shown = |it: &ChangedDocument| {
            let id =
                |id: &Option<DocumentId>| id.as_ref().map_or("-".into(), DocumentId::to_string);
            let cause = it
                .cause
                .map_or(String::new(), |cause| format!(" ({cause})"));
            format!(
                "{} {}: {} to {}{cause}",
                it.id,
                it.change,
                id(&it.before),
                id(&it.after)
            )
        };
        changes.changes.iter().map(shown).collect()
    }

    const OLD: &str = "id,representative\na,a\nb,a\nc,c\nd,c\ne,e\n";

    #[test]
    fn what_changed_is_told_document_by_document() {
        assert!(changed(OLD, OLD).is_empty());
        let undone = OLD.replace("b,a", "b,b");
        assert_eq!(
            changed(OLD, &undone),
            [
                "a split: a to a (decision)",
                "b kept-now: a to b (decision)"
            ]
        );
        assert_eq!(
            changed(&undone, OLD),
            [
                "a merged: a to a (decision)",
                "b removed-now: b to a (decision)"
            ]
        );
        let other = OLD.replace("c,c", "c,d").replace("d,c", "d,d");
        assert_eq!(
            changed(OLD, &other),
            [
                "c removed-now: c to d (decision)",
                "d kept-now: c to d (decision)"
            ]
        );
    }

    #[test]
    fn a_decided_pair_is_a_cause_and_so_is_a_threshold() {
        let before = "id,representative,score\na,a,2\nb,a,2\nc,c,1\nd,c,1\ne,e,\nf,e,3\n";
        let after = before.replace("d,c,1", "d,d,").replace("b,a,2", "b,b,");
        let causes = |decided: &[[&str; 2]]| -> Vec<String> {
            let pair = |pair: &[&str; 2]| pair.map(DocumentId::from);
            let decided = decided.iter().map(pair).collect();
            let [old, new] = [before, &after].map(table);
            let found = GroupChanges::explained(&old, &new, &decided).unwrap();
            let kept = found
                .changes
                .iter()
                .filter(|it| it.change == Change::KeptNow);
            kept.map(|it| format!("{} {}", it.id, it.cause.unwrap()))
                .collect()
        };
        assert_eq!(causes(&[]), ["b threshold", "d threshold"]);
        assert_eq!(causes(&[["b", "a"]]), ["b constraint", "d threshold"]);
        assert_eq!(causes(&[["b", "c"]]), ["b threshold", "d threshold"]);
        let after = after.replace("f,e,3", "f,e,0.5");
        let found = GroupChanges::between(&table(before), &table(&after)).unwrap();
        let of_decision = |it: &&ChangedDocument| it.cause == Some(Cause::Decision);
        assert_eq!(found.changes.iter().filter(of_decision).count(), 4);
    }

    #[test]
    fn what_a_list_does_not_name_is_removed_by_it() {
        assert_eq!(
            changed(OLD, "id\na\nb\nc\n"),
            [
                "b kept-now: a to b (decision)",
                "e removed-now: e to - (decision)"
            ]
        );
        assert_eq!(
            changed("id\na\n", "id\na\nb\n"),
            ["b kept-now: - to b (decision)"]
        );
    }

    #[test]
    fn the_last_of_a_chain_represents_it() {
        let chain = "id,representative\na,b\nb,c\nc,d\n";
        let flat = "id,representative\na,d\nb,d\nc,d\n";
        assert!(changed(chain, flat).is_empty(), "d has no row");
        let kept = "id,representative\na,c\nb,c\nc,\n";
        assert_eq!(
            changed(kept, chain),
            [
                "a other-kept: c to d (decision)",
                "b other-kept: c to d (decision)",
                "c removed-now: c to d (decision)"
            ]
        );
    }

    #[test]
    fn a_new_document_is_a_cause_and_one_that_is_gone_too() {
        let more = OLD.replace("e,e", "e,f").replace("d,c", "d,f") + "f,f\n";
        assert_eq!(
            changed(OLD, &more),
            [
                "c split: c to c (decision)",
                "d other-kept: c to f (new-document)",
                "e removed-now: e to f (new-document)",
                "f new: - to f",
            ]
        );
        let fewer = OLD.replace("c,c\n", "").replace("d,c", "d,d");
        assert_eq!(
            changed(OLD, &fewer),
            ["c gone: c to -", "d kept-now: c to d (gone-document)"]
        );
    }

    #[test]
    fn names_of_groups_and_the_form_of_the_table_are_of_no_account() {
        let by_group = "id,group\na,1\nb,1\nc,2\nd,2\ne,3\n";
        let renamed = "id,group\na,x\nb,x\nc,y\nd,y\ne,z\n";
        assert!(changed(by_group, renamed).is_empty());
        assert!(changed(OLD, by_group).is_empty());
        let merged = renamed.replace("e,z", "e,y");
        assert_eq!(changed(by_group, &merged), ["c merged: - to - (decision)"]);
    }

    #[test]
    fn the_changes_are_counted_in_words() {
        let changes = GroupChanges::between(&table(OLD), &table(OLD)).unwrap();
        assert_eq!(
            changes.sentences(),
            ["both tables group 5 documents in the same way"]
        );
        let undone = table(&OLD.replace("b,a", "b,b"));
        let changes = GroupChanges::between(&table(OLD), &undone).unwrap();
        assert_eq!(
            changes.sentences(),
            ["1 document is kept now", "1 group was split"]
        );
        let circle = table(&OLD.replace("a,a", "a,b"));
        assert!(
            GroupChanges::between(&undone, &circle)
                .unwrap_err()
                .to_string()
                .ends_with("groups.csv:2: document 'a' is removed in favour of documents that are removed in favour of it; expected one of them to be kept")
        );
        let twice = GroupChanges::between(&table(&(OLD.to_string() + "a,a\n")), &undone);
        assert!(
            twice
                .unwrap_err()
                .to_string()
                .contains("document 'a' has two rows")
        );
    }
}
