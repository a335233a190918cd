//! A row of the table of groups.

use super::grouping::Grouping;
use super::relation::Relation;
use super::removal::Reason;

/// A row of the table of groups.
///
/// A group is named by the document that represents it, and not by a number: a number that counts groups shifts with every
/// document, source or decision that comes before, so that two tables could not be compared. A document's name is what it
/// was before, whatever is added, and people can read it; the group has another name only where another document is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupRow {
    /// The document that represents its group, whose name is that of the group.
    pub group: u32,
    /// The document kept in its place, or itself.
    pub representative: u32,
    /// The score of the pair that joined it to its group; `None` for a group of its own.
    pub score: Option<f64>,
    /// True if it is kept.
    pub is_kept: bool,
    /// As [`Removal::lost`](super::Removal::lost); `None` as well for a document that represents its group.
    pub lost: Option<f64>,
    /// The reason why it is kept or not.
    pub reason: Reason,
    /// Its relation to its representative; `None` if it is the representative.
    pub relation: Option<Relation>,
}

impl Grouping {
    /// The row of the document at a place.
    pub fn row(&self, place: u32) -> GroupRow {
        let removal = self.removals[place as usize];
        GroupRow {
            group: self.representative_of(place),
            representative: removal.map_or(place, |it| it.in_favour_of),
            score: self.scores[place as usize],
            is_kept: self.is_kept(place),
            lost: removal.and_then(|it| it.lost),
            reason: self.reason(place),
            relation: removal.map(|it| it.relation),
        }
    }
}
