//! Parses the date of a document.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// A moment. Later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Timestamp);

impl Moment {
    /// Reads a date as ISO 8601 has it: a year, a month of it, a day (`2024-05-01`, `20240501`), or
    /// a time of the day after `T` or a space, with or without its distance from UTC
    /// (`2024-05-01T12:30:00+02:00`). What is not said is as early as it can be, a time without a
    /// distance in UTC. Months and days may lack their leading zero. None for anything else.
    ///
    /// ```
    /// use dejalu_text::document::Moment;
    ///
    /// assert!(Moment::of("2024-5-9") < Moment::of("2024-05-10"));
    /// assert_eq!(Moment::of("2024-05-01T00:30+02:00"), Moment::of("2024-04-30 22:30Z"));
    /// assert_eq!(Moment::of("last May"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let parts = text.split('-').count();
        let day = match (text.len(), parts) {
            (4, 1) => format!("{text}-01-01"),
            (6 | 7, 2) => format!("{text}-01"),
            _ => text.to_string(),
        };
        if let Ok(timestamp) = text.parse::<Timestamp>() {
            return Some(Moment(timestamp));
        }
        let time = match Date::strptime("%Y-%m-%d", &day) {
            Ok(date) => date.at(0, 0, 0, 0),
            Err(_) => text.parse::<DateTime>().ok()?,
        };
        let time = TimeZone::UTC.to_timestamp(time).ok()?;
        Some(Moment(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_dates_are_greater_however_they_are_written() {
        let ascending = [
            "0001",
            "0001-01-02",
            "1899",
            "1999-12-31",
            "2000",
            "2000-02-29",
            "2000-3-1",
            "20240430",
            "2024-05-01T00:30+02:00",
            "2024-05",
            "2024-5-2",
            "2024-05-02T09:00",
            "2024-05-02T09:00:00.25Z",
            "2024-05-02 10:00:00,5+01",
            "2024-05-02T08:00:01-0130",
            "2024-05-10",
            "9999-12-30",
        ];
        let moments = ascending.map(|text| Moment::of(text).unwrap_or_else(|| panic!("{text}")));
        for (pair, texts) in moments.windows(2).zip(ascending.windows(2)) {
            assert!(pair[0] < pair[1], "{texts:?}");
        }
    }

    #[test]
    fn one_moment_may_be_written_in_many_ways() {
        for (left, right) in [
            ("2024", "2024-01-01T00:00:00Z"),
            ("2024-05", " 2024-05-01 "),
            ("2024-5", "20240501"),
            ("20240501", "2024-5-1"),
            ("2024-05-01T12:00:00.5", "2024-05-01 12:00:00.500000000z"),
            ("2024-03-01T00:00+01:00", "2024-02-29T23:00Z"),
        ] {
            assert_eq!(Moment::of(left), Moment::of(right), "{left}");
            assert!(Moment::of(left).is_some(), "{left}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "x",
            "24",
            "20245",
            "2024-",
            "2024-13",
            "2024-00",
            "2024-02-30",
            "2023-02-29",
            "1900-02-29",
            "2024-05-01-01",
            "01.05.2024",
            "May 2024",
            "2024-05-01T",
            "2024-05-01T25:00",
            "2024-05-01T10:60",
            "2024-05-01T10:00Zulu",
            "2024-05-01T10:00:00.x",
            "２０２４",
            "2024-05-01T10:00é",
        ] {
            assert_eq!(Moment::of(text), None, "{text}");
        }
    }
}
