//! `page-agreement`: the first and the last page.

use super::words::{numbers, words};
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Pages>::ENTRY;

/// The first and the last page. 1 where the first ones are equal, and the last ones or one of those is
/// missing; 0.75 where only the first ones are, else 0. `221-8` has the pages of `221-228`.
pub(super) struct Pages {
    first: Option<String>,
    last: Option<String>,
}

impl ShortField for Pages {
    const NAME: &'static str = "page-agreement";
    const SUMMARY: &'static str = "whether the first pages agree, and the last ones";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(1)";

    fn of(document: &AnalyzedDocument) -> Self {
        let words = words(document);
        let pages = numbers(&words).map(|run| run.trim_start_matches('0'));
        let mut pages = pages.filter(|page| !page.is_empty());
        let first = pages.next().map(String::from);
        let last = first.as_ref().zip(pages.next()).map(|(first, last)| {
            // 221-8 is 221-228.
            let kept = first.len().saturating_sub(last.len());
            format!("{}{last}", &first[..kept])
        });
        Pages { first, last }
    }

    fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    fn similarity(&self, other: &Self) -> f64 {
        if self.first != other.first {
            return 0.0;
        }
        match (&self.last, &other.last) {
            (Some(here), Some(there)) if here != there => 0.75,
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn pages_agree_however_they_are_written() {
        assert_similarities::<Pages>(&[
            ("221-8", "221-228", 1.0),
            ("221", "221-228", 1.0),
            ("221-228", "221-230", 0.75),
            ("e1021", "1021", 1.0),
            ("221-228", "228-230", 0.0),
        ]);
    }
}
