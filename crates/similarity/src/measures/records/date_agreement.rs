//! `date-agreement`: dates, however they are written.

use super::words::{without_ordinal, words};
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Date>::ENTRY;

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The year of a date, its month if one can tell which number that is, and the other numbers: of *03/04/2015* nobody knows
/// which is the month.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Date {
    year: Option<u32>,
    month: Option<u32>,
    /// Ascending; none is 0.
    others: Vec<u32>,
}

/// A number of a date as it is written.
#[derive(Clone, Copy)]
struct Written {
    number: u32,
    digits: usize,
}

impl Written {
    /// Reads `18`, `18th`, and of `18t10` what stands before the time.
    fn read(word: &str) -> Option<Self> {
        let is_time = |time: &str| time.starts_with(|c: char| c.is_ascii_digit());
        let day = word.split_once('t').filter(|(_, time)| is_time(time));
        let digits = day.map_or_else(|| without_ordinal(word), |(day, _)| day);
        Some(Written {
            number: digits.parse().ok()?,
            digits: digits.len(),
        })
    }

    fn is_year(&self) -> bool {
        self.digits == 4
    }

    fn is_month(&self) -> bool {
        (1..=12).contains(&self.number)
    }

    /// The year that two digits stand for: 1970 to 2069.
    fn short_year(&self) -> Option<u32> {
        const FIRST: u32 = 70;
        let century = if self.number < FIRST { 2000 } else { 1900 };
        (self.digits == 2).then_some(century + self.number)
    }
}

/// The month whose name this is.
fn month_named(word: &str) -> Option<u32> {
    let start = word.get(..3)?;
    let place = MONTHS.iter().position(|month| *month == start)?;
    Some(place as u32 + 1)
}

impl Date {
    /// Reads the words of a date. What follows a year and two other parts is its time.
    pub(crate) fn read<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        const CENTURY: u32 = 100;
        const PARTS: usize = 3;
        let mut month = None;
        let mut numbers: Vec<Written> = Vec::new();
        for word in words {
            let has_year = numbers.iter().any(Written::is_year);
            if has_year && numbers.len() + usize::from(month.is_some()) == PARTS {
                break;
            }
            let word = word.to_lowercase();
            if let Some(named) = month_named(&word).filter(|_| month.is_none()) {
                month = Some(named);
                continue;
            }
            let is_part = |it: &Written| it.number < CENTURY || it.is_year() && !has_year;
            numbers.extend(Written::read(&word).filter(is_part));
        }
        Date::of_parts(month, numbers, PARTS)
    }

    fn of_parts(named: Option<u32>, mut numbers: Vec<Written>, parts: usize) -> Self {
        if numbers.iter().all(|it| it.number == 0) {
            return Date::default();
        }
        let expected = parts - usize::from(named.is_some());
        let place = numbers.iter().position(Written::is_year);
        let year = match place {
            Some(place) => Some(numbers.remove(place).number),
            // Of `18-May-15` the year is the last.
            None if numbers.len() >= expected => {
                numbers.truncate(expected);
                numbers.pop().and_then(|last| last.short_year())
            }
            None => None,
        };
        // Where the year is the first, the month is the next: `2015-05-18`.
        let follows = named.is_none() && place == Some(0);
        let is_next = follows && numbers.first().is_some_and(Written::is_month);
        let month = named.or_else(|| is_next.then(|| numbers.remove(0).number));
        let others = numbers.iter().map(|it| it.number);
        let mut others: Vec<u32> = others.filter(|number| *number > 0).collect();
        others.sort_unstable();
        Date {
            year: year.filter(|year| *year > 0),
            month,
            others,
        }
    }

    /// Returns whether it has a year and a month, or a day: a number alone may be anything.
    pub(crate) fn is_whole(&self) -> bool {
        const LAST_MONTH: u32 = 12;
        const LAST_DAY: u32 = 31;
        let may_be_days = self.others.iter().all(|number| *number <= LAST_DAY);
        let has_month = self.month.is_some() || self.others.iter().any(|it| *it <= LAST_MONTH);
        self.year.is_some() && may_be_days && has_month
    }

    /// All its numbers but the year, in ascending order.
    fn month_and_others(&self) -> Vec<u32> {
        let mut all = self.others.clone();
        all.extend(self.month);
        all.sort_unstable();
        all
    }
}

/// Returns whether the numbers of the one with fewer are all in the other, as often. Both are in ascending order.
fn agree(left: &[u32], right: &[u32]) -> bool {
    let (fewer, more) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    let mut more = more.iter();
    fewer.iter().all(|number| more.any(|it| it == number))
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
        let Some((here, there)) = self.month.zip(other.month) else {
            // Which of the other's numbers is the month is unknown.
            let are_equal = agree(&self.month_and_others(), &other.month_and_others());
            return if are_equal { 1.0 } else { SAME_YEAR };
        };
        if here != there {
            SAME_YEAR
        } else if agree(&self.others, &other.others) {
            1.0
        } else {
            SAME_MONTH
        }
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
            ("2015-01-01", "2015-01-02", 0.5),
            ("2015-05-05", "2015-05-06", 0.5),
            ("01/01/2015", "01/02/2015", 0.25),
            ("18th May 2015", "19th May 2015", 0.5),
            ("2015-05-18T10:30:00", "2015-05-19T10:30:00", 0.5),
            ("2015-05-18 10:30:00", "18 May 2015", 1.0),
            ("18 May 2015", "18.06.2015", 0.25),
            ("18 May 2015", "18.05.2015", 1.0),
            ("18-May-99", "18 May 1999", 1.0),
        ]);
    }

    #[test]
    fn a_date_of_zeros_is_none_and_a_version_is_not_whole() {
        let read = |text: &str| Date::read(text.split(['-', '/', '.']));
        for zeros in ["00/00/0000", "0000-00-00"] {
            assert!(read(zeros).is_empty(), "{zeros}");
        }
        for (text, is_whole) in [
            ("1.2.3", false),
            ("13.14.2015", false),
            ("45.2.2015", false),
            ("2015", false),
            ("18.05.2015", true),
        ] {
            assert_eq!(read(text).is_whole(), is_whole, "{text}");
        }
    }
}
