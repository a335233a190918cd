//! What each change did to the groups of an index.

use serde::{Deserialize, Serialize};

use dejalu_base::plural::{count, counted};

/// Why groups changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// They were formed.
    Formed,
    /// Documents were added.
    Added,
    /// People said which pairs belong together.
    Constrained,
    /// They were formed anew, with a new threshold.
    Refitted,
}

/// A change of the groups; `D` names documents, as [`DocumentId`](dejalu_text::document::DocumentId).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<D> {
    /// Changes are numbered from 1.
    pub number: u32,
    /// Why.
    pub cause: Cause,
    /// How many documents were added; where groups are formed, how many came after those from which the
    /// rules were chosen.
    pub added: u32,
    /// How many documents there are now.
    pub documents: u32,
    /// How many groups of two documents or more there are now.
    pub groups: u32,
    /// How many documents are not kept now.
    pub removed: u32,
    /// What happened, by group; founding all groups is not listed.
    pub events: Vec<Event<D>>,
}

/// A change as it is stored: documents by number.
pub(super) type Recorded = Change<u32>;

/// What happened to a group, or to a document that was there before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event<D> {
    /// A new document joined a group.
    Joined {
        /// The number of the group.
        group: u32,
        /// The document.
        document: D,
    },
    /// New documents founded a group of two or more.
    Founded {
        /// The number of the group.
        group: u32,
        /// How many.
        documents: u32,
    },
    /// A group became part of an older one, which its number now stands for.
    Merged {
        /// The number that is retired.
        group: u32,
        /// The older group.
        into: u32,
    },
    /// Documents of a group became one of their own.
    Split {
        /// The number of the group that they form now.
        group: u32,
        /// The group that they left.
        from: u32,
    },
    /// A document that was kept is not any more.
    Removed {
        /// The number of its group.
        group: u32,
        /// The document.
        document: D,
    },
    /// A document that was not kept is kept now.
    Restored {
        /// The number of its group.
        group: u32,
        /// The document.
        document: D,
    },
}

impl<D> Event<D> {
    /// The same with documents named otherwise.
    fn named<N>(self, name: &impl Fn(D) -> N) -> Event<N> {
        match self {
            Event::Joined { group, document } => Event::Joined {
                group,
                document: name(document),
            },
            Event::Founded { group, documents } => Event::Founded { group, documents },
            Event::Merged { group, into } => Event::Merged { group, into },
            Event::Split { group, from } => Event::Split { group, from },
            Event::Removed { group, document } => Event::Removed {
                group,
                document: name(document),
            },
            Event::Restored { group, document } => Event::Restored {
                group,
                document: name(document),
            },
        }
    }

    /// The groups that it is about.
    fn groups(&self) -> [u32; 2] {
        match *self {
            Event::Merged { group, into } => [group, into],
            Event::Split { group, from } => [group, from],
            Event::Joined { group, .. }
            | Event::Founded { group, .. }
            | Event::Removed { group, .. }
            | Event::Restored { group, .. } => [group; 2],
        }
    }

    /// Whether it is about a group.
    pub fn is_of(&self, group: u32) -> bool {
        self.groups().contains(&group)
    }
}

impl<D: std::fmt::Display> std::fmt::Display for Event<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Joined { group, document } => write!(f, "{document} joined group {group}"),
            Event::Founded { group, documents } => {
                write!(f, "{} founded group {group}", counted_new(*documents))
            }
            Event::Merged { group, into } => write!(f, "group {group} merged into {into}"),
            Event::Split { group, from } => write!(f, "group {group} split from {from}"),
            Event::Removed { group, document } => {
                write!(f, "{document} of group {group} is no longer kept")
            }
            Event::Restored { group, document } => {
                write!(f, "{document} of group {group} is kept again")
            }
        }
    }
}

fn counted_new(documents: u32) -> String {
    counted(documents, "new document", "new documents")
}

impl<D> Change<D> {
    /// The same with documents named otherwise.
    pub(super) fn named<N>(self, name: impl Fn(D) -> N) -> Change<N> {
        let events = self.events.into_iter();
        Change {
            number: self.number,
            cause: self.cause,
            added: self.added,
            documents: self.documents,
            groups: self.groups,
            removed: self.removed,
            events: events.map(|event| event.named(&name)).collect(),
        }
    }

    /// What happened, in one sentence.
    pub fn sentence(&self) -> String {
        let cause = match self.cause {
            Cause::Formed => format!("groups formed{}", self.chosen_from()),
            Cause::Added => format!("{} added", counted(self.added, "document", "documents")),
            Cause::Constrained => "constraints changed".to_string(),
            Cause::Refitted => format!("groups formed anew{}", self.chosen_from()),
        };
        let of = |kind: fn(&Event<D>) -> bool| {
            self.events.iter().filter(|event| kind(event)).count() as u64
        };
        let counts = [
            (of(|it| matches!(it, Event::Joined { .. })), "joined"),
            (of(|it| matches!(it, Event::Founded { .. })), "founded"),
            (of(|it| matches!(it, Event::Merged { .. })), "merged"),
            (of(|it| matches!(it, Event::Split { .. })), "split"),
            (
                of(|it| matches!(it, Event::Removed { .. })),
                "no longer kept",
            ),
            (of(|it| matches!(it, Event::Restored { .. })), "kept again"),
        ];
        let counts = counts.into_iter().filter(|(number, _)| *number > 0);
        let counts: Vec<String> = counts
            .map(|(number, what)| format!("{} {what}", count(number)))
            .collect();
        let counts = match counts[..] {
            [] => String::new(),
            _ => format!(" ({})", counts.join(", ")),
        };
        format!(
            "{cause}{counts}: {}, {} of two or more, {} would be removed",
            counted(self.documents, "document", "documents"),
            counted(self.groups, "group", "groups"),
            count(self.removed)
        )
    }

    /// From which documents the rules were chosen, if not from all.
    fn chosen_from(&self) -> String {
        let first = count(self.documents - self.added.min(self.documents));
        match self.added {
            0 => String::new(),
            _ => format!(" by rules chosen from the first {first}"),
        }
    }
}
