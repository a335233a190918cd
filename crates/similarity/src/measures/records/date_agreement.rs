//! `date-agreement`: dates, however they are written.

use super::months::month;
use super::words::{without_accents, without_ordinal};
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Date>::ENTRY;

/// A date as far as it is known.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Date {
    year: Option<u32>,
    month: Option<u32>,
    /// The other numbers, none of them 0: a day, or of *03/04/2015* both, as they are written.
    others: Vec<u32>,
    /// What comes first where both are numbers and one is no month: of *13/02/2020* the day.
    order: Option<Order>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// A number of a date as it is written.
#[derive(Clone, Copy)]
struct Written {
    number: u32,
    digits: usize,
}

const LAST_MONTH: u32 = 12;
const LAST_DAY: u32 = 31;

impl Written {
    /// Reads `18` and `18th`.
    fn read(word: &str) -> Option<Self> {
        let digits = without_ordinal(word);
        Some(Written {
            number: digits.parse().ok()?,
            digits: digits.len(),
        })
    }

    fn is_year(&self) -> bool {
        self.digits == 4
    }

    /// The year that two digits stand for: 1970 to 2069.
    fn short_year(&self) -> Option<u32> {
        const FIRST: u32 = 70;
        let century = if self.number < FIRST { 2000 } else { 1900 };
        (self.digits == 2).then_some(century + self.number)
    }
}

/// The text without times of day and their zones: of `2015-05-18T10:30:00Z` the date.
fn without_times(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut is_after_time = false;
    for word in text.split_whitespace() {
        let is_zone = word.starts_with(['+', '-']) || matches!(word, "am" | "pm");
        if is_after_time && is_zone {
            continue;
        }
        let (date, time) = match word.split_once('t') {
            Some((date, time)) if is_in_digits(date) && is_in_digits(time) => (date, time),
            _ if is_time(word) => ("", word),
            _ => (word, ""),
        };
        is_after_time = !time.is_empty();
        kept.extend([date, " "]);
    }
    kept
}

/// Returns whether a text has digits and signs, and as letters at most the zone of a time.
fn is_in_digits(text: &str) -> bool {
    let text = text.strip_suffix('z').unwrap_or(text);
    let is_begun = text.starts_with(|c: char| c.is_ascii_digit());
    is_begun && !text.contains(char::is_alphabetic)
}

/// Returns whether a word begins with hours and minutes. `2015:05:18` is a date.
fn is_time(word: &str) -> bool {
    const HOUR: usize = 2;
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let parts = word.split_once(':');
    parts.is_some_and(|(hour, rest)| hour.len() <= HOUR && is_number(hour) && is_number(rest))
}

/// The year, the month and the day of `20150518`.
fn in_one_word(word: &str) -> Option<[Written; 3]> {
    const YEARS: std::ops::Range<u32> = 1000..2100;
    if word.len() != 8 || !word.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let parts = [&word[..4], &word[4..6], &word[6..]].map(Written::read);
    let [Some(year), Some(month), Some(day)] = parts else {
        return None;
    };
    let is_date = YEARS.contains(&year.number)
        && (1..=LAST_MONTH).contains(&month.number)
        && (1..=LAST_DAY).contains(&day.number);
    is_date.then_some([year, month, day])
}

impl Date {
    /// Reads a date. What follows a year and two other parts says something else.
    fn read(text: &str) -> Self {
        const CENTURY: u32 = 100;
        const PARTS: usize = 3;
        let text = without_times(&without_accents(text).to_lowercase());
        let mut named = None;
        let mut numbers: Vec<Written> = Vec::new();
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let has_year = numbers.iter().any(Written::is_year);
            if has_year && numbers.len() + usize::from(named.is_some()) == PARTS {
                break;
            }
            if let Some(month) = month(word).filter(|_| named.is_none()) {
                named = Some(month);
                continue;
            }
            if let Some(parts) = in_one_word(word).filter(|_| numbers.is_empty()) {
                numbers.extend(parts);
                break;
            }
            let is_part = |it: &Written| it.number < CENTURY || it.is_year() && !has_year;
            numbers.extend(Written::read(word).filter(is_part));
        }
        Date::of_parts(named, numbers, PARTS)
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
        let others = numbers.iter().map(|it| it.number);
        let mut date = Date {
            year: year.filter(|year| *year > 0),
            month: named,
            others: others.filter(|number| *number > 0).collect(),
            order: None,
        };
        if named.is_some() {
            date.others.sort_unstable();
        }
        // Where the year is the first, the month is the next: `2015-05-18`.
        if place == Some(0) && date.others.first().is_some_and(|it| *it <= LAST_MONTH) {
            date.month = date.month.or_else(|| Some(date.others.remove(0)));
        }
        date.order = date.shown_order();
        date.settled(date.order)
    }

    /// The order that its numbers show: one above twelve is the day.
    fn shown_order(&self) -> Option<Order> {
        match (self.month, &self.others[..]) {
            (None, [first, second]) if first > second && *first > LAST_MONTH => {
                Some(Order::DayFirst)
            }
            (None, [_, second]) if *second > LAST_MONTH => Some(Order::MonthFirst),
            _ => None,
        }
    }

    /// The same with its month, where the order says which number that is.
    fn settled(&self, order: Option<Order>) -> Self {
        let (month, day) = match (self.month, &self.others[..], order) {
            (None, &[day, month], Some(Order::DayFirst)) => (month, day),
            (None, &[month, day], Some(Order::MonthFirst)) => (month, day),
            (None, &[month, day], None) if month == day => (month, day),
            _ => return self.clone(),
        };
        if month > LAST_MONTH {
            return self.clone();
        }
        Date {
            month: Some(month),
            others: vec![day],
            ..*self
        }
    }

    /// Returns whether it has a year and a month, or a day: a number alone may be anything.
    fn is_whole(&self) -> bool {
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

/// Returns whether a text is a date, with its time or without, and little else.
pub(crate) fn is_date(text: &str) -> bool {
    const MOST_WORDS: usize = 5;
    let without_times = without_times(&text.to_lowercase());
    let words = without_times.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).count() <= MOST_WORDS && Date::read(text).is_whole()
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
        Date::read(&document.body_text().collect::<Vec<_>>().join(" "))
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
        // Two dates are taken to be written in one order, where one of them shows it.
        let one = self.settled(self.order.or(other.order));
        let another = other.settled(other.order.or(self.order));
        let Some((here, there)) = one.month.zip(another.month) else {
            // Which of the other's numbers is the month is unknown.
            let are_equal = agree(&one.month_and_others(), &another.month_and_others());
            return if are_equal { 1.0 } else { SAME_YEAR };
        };
        if here != there {
            SAME_YEAR
        } else if agree(&one.others, &another.others) {
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
            ("2024-01-02T10:00:00Z", "2 Jan 2024", 1.0),
            (
                "2024-01-02T10:00:00+02:00",
                "2024-01-02 10:00:00.000 UTC",
                1.0,
            ),
            (
                "2024-01-02T10:00:00-05:00",
                "2024-01-03T10:00:00-05:00",
                0.5,
            ),
            ("Tue, 2 Jan 2024 10:00:00 +0000", "2024-01-02", 1.0),
            ("10:30 2 Jan 2024", "2024-01-02 22:30 pm", 1.0),
            ("20240102", "2024-01-02", 1.0),
            ("20240102T100000Z", "2024-01-02", 1.0),
            ("2024:01:02 10:00:00", "2024-01-02", 1.0),
            ("13/02/2020", "2020-02-13", 1.0),
            ("02/13/2020", "13.2.2020", 1.0),
            ("13/02/2020", "14/02/2020", 0.5),
            ("13/02/2020", "13/03/2020", 0.25),
            ("13/02/2020", "02/03/2020", 0.25),
            ("13/02/2020", "03/02/2020", 0.5),
            ("02/13/2020", "02/03/2020", 0.5),
            ("13/02/2020", "02/13/2020", 1.0),
            ("03/04/2020", "04/03/2020", 1.0),
            ("18 mai 2015", "18. Mai 2015", 1.0),
            ("1er février 2015", "1. Feb 2015", 1.0),
        ]);
    }

    #[test]
    fn a_date_of_zeros_is_none_and_a_version_is_not_whole() {
        let read = Date::read;
        for zeros in ["00/00/0000", "0000-00-00"] {
            assert!(read(zeros).is_empty(), "{zeros}");
        }
        for (text, is_whole) in [
            ("1.2.3", false),
            ("13.14.2015", false),
            ("10:30:00", false),
            ("20151318", false),
            ("20150518", true),
            ("45.2.2015", false),
            ("2015", false),
            ("18.05.2015", true),
        ] {
            assert_eq!(read(text).is_whole(), is_whole, "{text}");
        }
    }
}
