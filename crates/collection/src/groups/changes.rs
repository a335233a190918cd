//! [`GroupChanges`]: what is different between two tables of groups.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::sides::{Decided, Groups, Side};
use super::table::GroupsTable;
use dejalu_base::error::{Result, shown_by_name};
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
    /// One of the tables keeps the document beside the one that represents its group, though they are duplicates: too much
    /// would be lost with it, or an audit did not pass it. Told only where that table names representatives.
    KeptBeside,
    /// Another minimum score: that of the document, in the table that removes it, is below all scores by which the other
    /// table removes any. A decision on the one document of the lowest score cannot be told from this, unless its pair is
    /// given.
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
        let [old_groups, new_groups] = [Groups::of(old)?, Groups::of(new)?];
        let both = Both {
            decided: Decided::of(decided, &old_groups, &new_groups),
            old: &old_groups,
            new: &new_groups,
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

/// Both tables, and what people decided between them.
struct Both<'t> {
    old: &'t Groups<'t>,
    new: &'t Groups<'t>,
    decided: Decided<'t>,
}

impl Both<'_> {
    fn changes(&self, id: &DocumentId) -> Vec<ChangedDocument> {
        let [before, after] = [self.old, self.new].map(|groups| groups.of.get(id));
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
    fn fate(&self, id: &DocumentId, sides: [&Side<'_>; 2]) -> Option<(Change, Cause)> {
        let [before, after] = sides;
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
            _ if self.decided.in_groups_of(sides.map(Some)) => Cause::Constraint,
            _ if sides.iter().any(|side| side.is_beside(id)) => Cause::KeptBeside,
            _ if self.is_below(sides) => Cause::Threshold,
            _ => Cause::Decision,
        };
        Some((change, cause))
    }

    /// Returns whether the score by which one table removes a document is below all of the other, which keeps it.
    fn is_below(&self, [before, after]: [&Side<'_>; 2]) -> bool {
        let (score, least) = match (before.is_kept, after.is_kept) {
            (Some(false), Some(true)) => (before.score, self.new.least),
            (Some(true), Some(false)) => (after.score, self.old.least),
            _ => return false,
        };
        score.zip(least).is_some_and(|(score, least)| score < least)
    }

    fn merged(&self, id: &DocumentId) -> Option<(Change, Cause)> {
        // Once a group, and not for each of its documents: a group may hold them all.
        if !self.new.is_told_by(id) || self.new.elsewhere(id, self.old).len() < 2 {
            return None;
        }
        let cause = self.cause_of_group(id, [self.new, self.old], Cause::NewDocument);
        Some((Change::Merged, cause))
    }

    fn split(&self, id: &DocumentId) -> Option<(Change, Cause)> {
        if !self.old.is_told_by(id) || self.old.elsewhere(id, self.new).len() < 2 {
            return None;
        }
        let cause = self.cause_of_group(id, [self.old, self.new], Cause::GoneDocument);
        Some((Change::Split, cause))
    }

    /// The reason why the documents of a group of one table are in several of the other one: `missing`, if that lacks any
    /// of them.
    fn cause_of_group(
        &self,
        id: &DocumentId,
        [one, other]: [&Groups<'_>; 2],
        missing: Cause,
    ) -> Cause {
        // A document kept beside another one has the score of the two as well.
        let is_below = |member| {
            let side = one
                .of
                .get(member)
                .filter(|side| side.has_other_representative(member));
            let scores = side.and_then(|side| side.score).zip(other.least);
            scores.is_some_and(|(score, least)| score < least)
        };
        let own = [self.old, self.new].map(|groups| groups.of.get(id));
        if one.together(id).any(|member| !other.has(Some(member))) {
            missing
        } else if self.decided.in_groups_of(own) {
            Cause::Constraint
        } else if one.together(id).any(is_below) {
            Cause::Threshold
        } else {
            Cause::Decision
        }
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

    const SCORED: &str =
        "id,representative,kept,score\na,a,true,1\nb,a,false,1\nc,c,true,2\nd,c,false,2\n";

    #[test]
    fn a_threshold_is_a_cause_of_split_and_merged_groups() {
        let higher = SCORED.replace("b,a,false,1", "b,b,true,");
        let split = [
            "a split: a to a (threshold)",
            "b kept-now: a to b (threshold)",
        ];
        assert_eq!(changed(SCORED, &higher), split);
        let merged = [
            "a merged: a to a (threshold)",
            "b removed-now: b to a (threshold)",
        ];
        assert_eq!(changed(&higher, SCORED), merged);
        let beside = "id,representative,kept,score\na,a,true,\nb,a,true,0.6\n";
        let apart = "id,representative,kept,score\na,a,true,\nb,b,true,\n";
        assert_eq!(changed(beside, apart), ["a split: a to a (threshold)"]);
        assert_eq!(changed(apart, beside), ["a merged: a to a (threshold)"]);
        // One that removes nothing is above all scores.
        let highest = higher.replace("d,c,false,2", "d,d,true,");
        assert_eq!(
            changed(SCORED, &highest)[2..],
            [
                "c split: c to c (threshold)",
                "d kept-now: c to d (threshold)"
            ]
        );
    }

    #[test]
    fn a_removal_without_a_score_hides_no_threshold() {
        let linked = SCORED.to_owned() + "e,e,true,\nf,e,false,\n";
        let higher = linked.replace("b,a,false,1", "b,b,true,");
        assert_eq!(
            changed(&linked, &higher)[1],
            "b kept-now: a to b (threshold)"
        );
    }

    #[test]
    fn what_is_kept_beside_its_representative_is_not_below_a_threshold() {
        let beside = SCORED.replace("b,a,false,1", "b,a,true,1");
        assert_eq!(
            changed(SCORED, &beside),
            ["b kept-now: a to a (kept-beside)"]
        );
        assert_eq!(
            changed(&beside, SCORED),
            ["b removed-now: a to a (kept-beside)"]
        );
    }

    #[test]
    fn a_decided_pair_counts_within_the_groups_before_and_after() {
        let after = "id,representative\na,a\nb,b\nc,c\nd,a\ne,e\n";
        let cause = |pair: [&str; 2], id: &str| {
            let decided = BTreeSet::from([pair.map(DocumentId::from)]);
            let found = GroupChanges::explained(&table(OLD), &table(after), &decided).unwrap();
            let mut own = found.changes.iter().filter(|it| it.id.as_str() == id);
            own.next_back().unwrap().cause.unwrap()
        };
        // Of d, whose group was c's and is a's.
        for pair in [["c", "d"], ["d", "a"], ["a", "c"], ["c", "a"]] {
            assert_eq!(cause(pair, "d"), Cause::Constraint, "{pair:?}");
        }
        for pair in [["b", "a"], ["b", "c"], ["e", "d"], ["x", "d"]] {
            assert_eq!(cause(pair, "d"), Cause::Decision, "{pair:?}");
        }
        assert_eq!(cause(["b", "a"], "b"), Cause::Constraint);
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
