//! Several joins as one: what any of them finds.

use super::join::Join;
use super::scratch::Scratch;

/// The pairs that one join or more of several bring, each once. The records of the joins follow each other.
pub(super) struct AnyJoin(Vec<Part>);

struct Part {
    join: Box<dyn Join>,
    /// The record of each document; [`NONE`] where it has none.
    record_of: Vec<u32>,
    /// Number of records in the joins before it.
    before: u32,
}

const NONE: u32 = u32::MAX;

impl Part {
    fn new(join: Box<dyn Join>, before: u32) -> Self {
        let mut record_of = Vec::new();
        for record in 0..join.len() as u32 {
            for &document in join.members(record) {
                let place = document as usize;
                if record_of.len() <= place {
                    record_of.resize(place + 1, NONE);
                }
                record_of[place] = record;
            }
        }
        record_of.shrink_to_fit();
        Part {
            join,
            record_of,
            before,
        }
    }

    fn record_of(&self, document: u32) -> Option<u32> {
        let record = self.record_of.get(document as usize).copied();
        record.filter(|&record| record != NONE)
    }

    /// Returns whether it brings this pair of documents.
    fn brings(&self, (left, right): (u32, u32)) -> bool {
        let (Some(left), Some(right)) = (self.record_of(left), self.record_of(right)) else {
            return false;
        };
        left == right || self.join.joins(left.min(right), left.max(right))
    }
}

impl AnyJoin {
    /// Of joins of the same documents.
    pub(super) fn of(joins: impl IntoIterator<Item = Box<dyn Join>>) -> Self {
        let mut before = 0;
        let parts = joins.into_iter().map(|join| {
            let part = Part::new(join, before);
            before += part.join.len() as u32;
            part
        });
        AnyJoin(parts.collect())
    }

    /// The number of the join that a record is of.
    fn part_of(&self, record: u32) -> usize {
        // A join without records begins where the next one does.
        self.0.partition_point(|part| part.before <= record) - 1
    }
}

impl Join for AnyJoin {
    fn len(&self) -> usize {
        self.0.iter().map(|part| part.join.len()).sum()
    }

    fn members(&self, record: u32) -> &[u32] {
        let part = &self.0[self.part_of(record)];
        part.join.members(record - part.before)
    }

    fn earlier(&self, record: u32, scratch: &mut Scratch) -> Vec<u32> {
        let number = self.part_of(record);
        let part = &self.0[number];
        scratch.enter(number);
        let mut earlier = part.join.earlier(record - part.before, scratch);
        for record in &mut earlier {
            *record += part.before;
        }
        earlier
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        let (number, other) = (self.part_of(left), self.part_of(right));
        let part = &self.0[number];
        number == other && part.join.joins(left - part.before, right - part.before)
    }

    /// Leaves those out that an earlier join brings.
    fn keep_new(&self, record: u32, pairs: &mut Vec<(u32, u32)>) {
        let earlier = &self.0[..self.part_of(record)];
        pairs.retain(|&pair| !earlier.iter().any(|part| part.brings(pair)));
    }

    fn work(&self) -> u64 {
        self.0.iter().map(|part| part.join.work()).sum()
    }
}
