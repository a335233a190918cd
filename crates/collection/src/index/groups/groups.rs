//! [`Index::form_groups`] and what follows: groups that grow with the index.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::history::{Cause, Change, Event};
use super::linking::Linker;
use super::members::{Indexed, Member};
use super::numbering::{Numbering, number};
use super::rules::{GroupOptions, GroupRules};
use super::tables::Placement;
use crate::groups::{GroupingOptions, Members, ResolvedConstraints};
use crate::index::Index;
use crate::{Collection, Constraints, Group, Grouping, Linkage, dedupe};
use dejalu_base::error::{IndexError, Result};
use dejalu_base::progress::Progress;
use dejalu_text::document::{Document, DocumentId};

/// Documents read at a time, which bounds the memory they take.
const BATCH: usize = 1_024;

/// The groups of an index.
#[derive(Debug)]
pub struct Groups {
    /// How they are formed.
    pub rules: GroupRules,
    /// The documents, by name.
    pub documents: Vec<DocumentId>,
    /// Their groups, by place among them.
    pub grouping: Grouping,
    /// The number of each group: it stands for the group as long as there is one.
    pub numbers: Vec<u32>,
}

impl Groups {
    /// The number of the group of the document at a place.
    pub fn number_of(&self, place: u32) -> u32 {
        self.numbers[self.grouping.group_of[place as usize] as usize]
    }

    /// The names of the documents that they keep.
    pub fn kept(&self) -> HashSet<&DocumentId> {
        let kept = self.grouping.kept();
        kept.map(|place| &self.documents[place as usize]).collect()
    }
}

/// Groups that are formed once and then kept. All of a change is on disk when a call returns, or nothing.
impl Index {
    /// Hands over the documents that its groups keep, in the order in which they were added, without holding
    /// them all.
    ///
    /// # Errors
    ///
    /// What `each` returns; an index that is damaged.
    pub fn each_kept(
        &self,
        groups: &Groups,
        mut each: impl FnMut(&Document) -> Result<()>,
    ) -> Result<()> {
        let kept = groups.kept();
        self.store.snapshot(|| {
            let documents = self.store.count()? as u32;
            (0..documents).step_by(BATCH).try_for_each(|from| {
                let to = documents.min(from + BATCH as u32);
                let mut read = self.read(from..to)?;
                read.retain(|document| kept.contains(&document.id));
                read.iter().try_for_each(&mut each)
            })
        })
    }

    /// Forms groups of the documents, by options that stay: [`add`](Index::add) keeps the groups, from then
    /// on. Groups that are there are formed anew; their numbers are kept where they hold the same documents.
    ///
    /// # Errors
    ///
    /// What [`dedupe`] refuses; several thresholds; an index that holds nothing, is damaged or that another process writes to.
    pub fn form_groups(
        &mut self,
        options: &GroupOptions,
        progress: &dyn Progress,
    ) -> Result<Change<DocumentId>> {
        self.check_not_empty()?;
        if options.threshold.given().len() > 1 {
            return Err(options.threshold.several());
        }
        self.store.transaction(|| {
            self.store.upgrade()?;
            let before = self.store.rules()?;
            let (mut rules, mut members) = self.rules_from_first_documents(options, progress)?;
            let held = members.len();
            Linker::new(self, &rules)?.extend(&mut members, progress)?;
            for (number, member) in (0..).zip(&members) {
                self.store.put_member(number, member)?;
            }
            let cause = match before {
                Some(before) => {
                    (rules.next_group, rules.changes) = (before.next_group, before.changes);
                    Cause::Refitted
                }
                None => Cause::Formed,
            };
            let joined = (members.len() - held) as u32;
            self.regroup(rules, members, cause, joined)
        })
    }

    /// The rules as a deduplication of the first documents chooses them, and what is kept of these documents.
    fn rules_from_first_documents(
        &self,
        options: &GroupOptions,
        progress: &dyn Progress,
    ) -> Result<(GroupRules, Vec<Member>)> {
        let documents = self.first_documents(options.fit_on)?;
        let numbers: Vec<u32> = {
            let mut by_name: Vec<(&DocumentId, u32)> =
                documents.iter().map(|it| &it.id).zip(0..).collect();
            by_name.sort_unstable();
            by_name.into_iter().map(|(_, number)| number).collect()
        };
        let mut members: Vec<Member> = documents.iter().map(Member::of).collect();
        let collection = Collection::new(documents);
        let chosen = dedupe(
            &collection,
            &self.judge(),
            &options.deduplication(),
            progress,
        )?;
        let rules = GroupRules::of(options, &chosen);
        let linker = Linker::new(self, &rules)?;
        let places = chosen.edges.iter().flat_map(|it| [it.left, it.right]);
        let rest = linker.rest(&collection, places);
        let links = linker.links(&collection, rest.as_ref(), chosen.edges, &numbers)?;
        for (number, link) in links {
            members[number as usize].links.push(link);
        }
        for member in &mut members {
            member.links.sort_unstable_by_key(|link| link.other);
        }
        Ok((rules, members))
    }

    /// The first documents of the index, up to so many bytes of text; one, at least.
    fn first_documents(&self, most: u64) -> Result<Vec<Document>> {
        let mut left = most;
        let mut first = Vec::new();
        let count = self.store.count()? as u32;
        for from in (0..count).step_by(BATCH) {
            for document in self.read(from..count.min(from + BATCH as u32))? {
                let bytes = document.text.len() as u64;
                if bytes > left && !first.is_empty() {
                    return Ok(first);
                }
                left = left.saturating_sub(bytes);
                first.push(document);
            }
        }
        Ok(first)
    }

    /// Adds what people say of pairs to what they said before, takes back what they withdraw, and lets the groups follow.
    ///
    /// # Errors
    ///
    /// No groups; a document that is not in the index; constraints that contradict each other.
    pub fn constrain(&mut self, constraints: &Constraints) -> Result<Change<DocumentId>> {
        self.check_not_empty()?;
        self.store.transaction(|| {
            self.store.upgrade()?;
            let none = || self.store.refuse(IndexError::NoGroups);
            let rules = self.store.rules()?.ok_or_else(none)?;
            let mut all = self.store.constraints()?;
            all.follow(constraints);
            self.store.put_constraints(&all)?;
            let members = self.store.members()?;
            self.regroup(rules, members, Cause::Constrained, 0)
        })
    }

    fn check_not_empty(&self) -> Result<()> {
        if self.is_new {
            return Err(self.store.refuse(IndexError::Empty));
        }
        Ok(())
    }

    /// How groups are formed; `None` if none were.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub fn rules(&self) -> Result<Option<GroupRules>> {
        if self.is_new {
            return Ok(None);
        }
        self.store.snapshot(|| self.store.rules())
    }

    /// The groups; `None` if none were formed.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub fn groups(&self) -> Result<Option<Groups>> {
        if self.is_new {
            return Ok(None);
        }
        self.store.snapshot(|| {
            let Some(rules) = self.store.rules()? else {
                return Ok(None);
            };
            let indexed = Indexed::new(self, self.store.names()?, self.store.members()?)?;
            let grouping = self.grouping(&indexed, &rules)?;
            let placements = self.store.placements()?;
            if placements.len() != indexed.count() {
                return Err(self.store.incomplete());
            }
            let number =
                |group: &Group| placements[indexed.number(group.representative) as usize].group;
            let numbers = grouping.groups.iter().map(number).collect();
            Ok(Some(Groups {
                rules,
                documents: indexed.into_names(),
                grouping,
                numbers,
            }))
        })
    }

    /// What each change did to the groups, the first one first; nothing if none were formed.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub fn history(&self) -> Result<Vec<Change<DocumentId>>> {
        if self.is_new {
            return Ok(Vec::new());
        }
        self.store.snapshot(|| {
            let Some(rules) = self.store.rules()? else {
                return Ok(Vec::new());
            };
            let changes = self.store.changes(rules.changes)?;
            let indexed = Indexed::new(self, self.store.names()?, self.store.members()?)?;
            if changes
                .iter()
                .any(|it| it.documents as usize > indexed.count())
            {
                return Err(self.store.incomplete());
            }
            let name = |number: u32| indexed.name_of(number).clone();
            Ok(changes.into_iter().map(|it| it.named(name)).collect())
        })
    }

    /// Lets the groups, if there are any, follow documents that were added. Within a transaction.
    pub(in crate::index) fn extend_groups(
        &self,
        progress: &dyn Progress,
    ) -> Result<Option<Change<DocumentId>>> {
        let Some(rules) = self.store.rules()? else {
            return Ok(None);
        };
        let mut members = self.store.members()?;
        let first = members.len();
        Linker::new(self, &rules)?.extend(&mut members, progress)?;
        for (number, member) in (0u32..).zip(&members).skip(first) {
            self.store.put_member(number, member)?;
        }
        let added = (members.len() - first) as u32;
        self.regroup(rules, members, Cause::Added, added).map(Some)
    }

    fn grouping(&self, indexed: &Indexed<'_>, rules: &GroupRules) -> Result<Grouping> {
        let constraints = &ResolvedConstraints::new(indexed, &self.store.constraints()?)?;
        let options = GroupingOptions {
            minimum: rules.at,
            linkage: Linkage::Star,
            keep: rules.keep,
            lose_at_most: rules.lose_at_most,
            constraints,
            judge: &self.judge(),
        };
        Grouping::new(indexed, &indexed.edges(), options)
    }

    /// Forms groups of what is kept, and stores what became of those before, why, and how many documents
    /// joined.
    fn regroup(
        &self,
        mut rules: GroupRules,
        members: Vec<Member>,
        cause: Cause,
        added: u32,
    ) -> Result<Change<DocumentId>> {
        let before = self.store.placements()?;
        let indexed = Indexed::new(self, self.store.names()?, members)?;
        if before.len() > indexed.count() {
            return Err(self.store.incomplete());
        }
        let grouping = self.grouping(&indexed, &rules)?;
        let places = indexed.places();
        let groups: Vec<u32> = places
            .iter()
            .map(|&it| grouping.group_of[it as usize])
            .collect();
        let old: Vec<u32> = before.iter().map(|placement| placement.group).collect();
        let Numbering {
            numbers,
            mut events,
        } = number(&old, &groups, &mut rules.next_group);
        let after: Vec<Placement> = places
            .iter()
            .zip(&groups)
            .map(|(&place, &group)| Placement {
                group: numbers[group as usize],
                is_kept: grouping.is_kept(place),
            })
            .collect();
        let new = before.len() as u32..after.len() as u32;
        rules.changes += 1;
        if cause == Cause::Formed {
            events.clear();
        } else {
            events.extend(came(new, &after));
            events.extend(changed(&before, &after));
        }
        let sizes = grouping.groups.iter().map(|group| group.members.len());
        let change = Change {
            number: rules.changes,
            cause,
            added,
            documents: after.len() as u32,
            groups: sizes.filter(|&size| size > 1).count() as u32,
            removed: after.iter().filter(|it| !it.is_kept).count() as u32,
            events,
        };
        self.store.put_placements(&after)?;
        self.store.put_change(&change)?;
        self.store.put_rules(&rules)?;
        Ok(change.named(|number| indexed.name_of(number).clone()))
    }
}

/// What new documents did: each joined documents that were there, or founded a group with others.
fn came(added: Range<u32>, after: &[Placement]) -> Vec<Event<u32>> {
    let known = after[..added.start as usize].iter();
    let known: FxHashSet<u32> = known.map(|placement| placement.group).collect();
    let mut founded = BTreeMap::<u32, u32>::new();
    let mut events = Vec::new();
    for document in added {
        let group = after[document as usize].group;
        if known.contains(&group) {
            events.push(Event::Joined { group, document });
        } else {
            *founded.entry(group).or_default() += 1;
        }
    }
    let founded = founded.into_iter().filter(|&(_, documents)| documents > 1);
    events.extend(founded.map(|(group, documents)| Event::Founded { group, documents }));
    events
}

/// Which of the documents that were there are no longer kept, or kept again.
fn changed(before: &[Placement], after: &[Placement]) -> Vec<Event<u32>> {
    let both = (0..).zip(before.iter().zip(after));
    let changed = both.filter(|(_, (before, after))| before.is_kept != after.is_kept);
    let event = |(document, (_, after)): (u32, (&Placement, &Placement))| {
        let group = after.group;
        if after.is_kept {
            Event::Restored { group, document }
        } else {
            Event::Removed { group, document }
        }
    };
    changed.map(event).collect()
}
