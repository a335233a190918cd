//! `date-agreement`: dates, however they are written.

use super::words::words;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Date>::ENTRY;

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The year of a date, the month if it has a name, and other numbers: of *03/04/2015* nobody knows which is the month.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Date {
    year: Option<u32>,
    month: Option<u32>,
    others: Vec<u32>,
}

impl Date {
    /// Reads the words of a date.
    pub(crate) fn read<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        const CENTURY: u32 = 100;
        const LATEST: u32 = 2000;
        let mut date = Date::default();
        for word in words {
            let word = word.to_lowercase();
            let named = word
                .get(..3)
                .and_then(|start| MONTHS.iter().position(|it| *it == start));
            match (named, word.parse::<u32>()) {
                (Some(place), _) if date.month.is_none() => date.month = Some(place as u32 + 1),
                (_, Ok(number)) if word.len() == 4 && date.year.is_none() => {
                    date.year = Some(number);
                }
                (_, Ok(number)) if number < CENTURY => date.others.push(number),
                _ => {}
            }
        }
        // Of `18-May-15` the year is the last.
        if date.year.is_none() && date.others.len() + usize::from(date.month.is_some()) >= 3 {
            date.year = date.others.pop().map(|year| LATEST + year);
        }
        date.others.sort_unstable();
        date
    }

    /// Returns whether it has a year and a month, or a day: a number alone may be anything.
    pub(crate) fn is_whole(&self) -> bool {
        self.year.is_some() && (self.month.is_some() || !self.others.is_empty())
    }
}

impl ShortField for Date {
    const NAME: &'static str = "date-agreement";
    const SUMMARY: &'static str = "1 for equal dates as far as both are known, 0.5 for the same year and month, 0.25 for the same year";
    const SOURCE: &'static str = "for dates";
    const COST: &'static str = "O(1)";

    fn of(document: &AnalyzedDocument) -> Self {
        let words = words(document);
        Date::read(words.iter().map(String::as_str))
    }

    fn is_empty(&self) -> bool {
        self.year.is_none()
    }

    fn similarity(&self, other: &Self) -> f64 {
        const SAME_MONTH: f64 = 0.5;
        const SAME_YEAR: f64 = 0.25;
        if self.year != other.year {
            return 0.0;
        }
        let is_other =
            |one: Option<u32>, another: Option<u32>| one.zip(another).is_some_and(|(a, b)| a != b);
        if is_other(self.month, other.month) {
            return SAME_YEAR;
        }
        let are_known = !self.others.is_empty() && !other.others.is_empty();
        if !are_known
            || self.others.iter().any(|day| other.others.contains(day)) && self.agree(other)
        {
            return 1.0;
        }
        if self.month.is_some() && self.month == other.month {
            SAME_MONTH
        } else {
            SAME_YEAR
        }
    }
}

impl Date {
    /// Returns whether the numbers of the one with fewer are all in the other.
    fn agree(&self, other: &Date) -> bool {
        let (fewer, more) = if self.others.len() <= other.others.len() {
            (self, other)
        } else {
            (other, self)
        };
        fewer
            .others
            .iter()
            .all(|number| more.others.contains(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn dates_agree_however_they_are_written() {
        assert_similarities::<Date>(&[
            ("18-May-15", "May 18 , 2015", 1.0),
            ("2015-05-18", "18.05.2015", 1.0),
            ("18 May 2015", "19 May 2015", 0.5),
            ("18 May 2015", "18 June 2015", 0.25),
            ("2015", "May 2015", 1.0),
            ("2015", "2016", 0.0),
        ]);
    }
}
