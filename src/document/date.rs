//! When was a document written?

/// A moment. Later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Seconds from the first of January of the year 0, of the Gregorian calendar, in UTC.
    seconds: i64,
    nanoseconds: u32,
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Moment {
    /// Reads a date as ISO 8601 has it: a year, a month of it, a day (`2024-05-01`, `20240501`), or
    /// a time of the day after `T` or a space, with or without its distance from UTC
    /// (`2024-05-01T12:30:00+02:00`). What is not said is as early as it can be, a time without a
    /// distance in UTC. Months, days and hours may lack their leading zero. None for anything else.
    ///
    /// ```
    /// use dejalu::document::Moment;
    ///
    /// assert!(Moment::of("2024-5-9") < Moment::of("2024-05-10"));
    /// assert_eq!(Moment::of("2024-05-01T00:30+02:00"), Moment::of("2024-04-30 22:30Z"));
    /// assert_eq!(Moment::of("last May"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let (day, time) = match text.split_once(['T', 't', ' ']) {
            Some((day, time)) => (day, Some(time)),
            None => (text, None),
        };
        let days = days_until(day)?;
        let (seconds, nanoseconds) = time.map_or(Some((0, 0)), time_of_day)?;
        Some(Moment {
            seconds: days * DAY + seconds,
            nanoseconds,
        })
    }
}

/// How many days of the calendar come before a day, or before the first one of a month or year.
fn days_until(text: &str) -> Option<i64> {
    let compact = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = match compact {
        true => vec![&text[..4], &text[4..6], &text[6..]],
        false => text.split('-').collect(),
    };
    let (year, rest) = parts.split_first()?;
    let year = number(year, 4..=4)?;
    let (month, day) = match rest {
        [] => (1, 1),
        [month] => (number(month, 1..=2)?, 1),
        [month, day] => (number(month, 1..=2)?, number(day, 1..=2)?),
        _ => return None,
    };
    let lengths = lengths_of_months(year);
    let before = usize::try_from(month).ok()?.checked_sub(1)?;
    let is_day = (1..=*lengths.get(before)?).contains(&day);
    let in_year: i64 = lengths[..before].iter().sum();
    is_day.then(|| days_before_year(year) + in_year + day - 1)
}

fn lengths_of_months(year: i64) -> [i64; 12] {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let february = if is_leap { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

fn days_before_year(year: i64) -> i64 {
    // The year 0 is a leap year itself.
    let leap_years = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    365 * year + leap_years
}

/// Seconds from midnight in UTC, which may lie in another day, and nanoseconds.
fn time_of_day(text: &str) -> Option<(i64, u32)> {
    let text = text.trim();
    let (clock, distance) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => (text[..at].trim_end(), distance_from_utc(&text[at..])?),
        None => (text, 0),
    };
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, "0"),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let hour = number(hour, 1..=2).filter(|hour| *hour <= 24)?;
    let minute = number(minute, 2..=2).filter(|minute| *minute < 60)?;
    // 60 is a leap second.
    let second = number(second, 1..=2).filter(|second| *second <= 60)?;
    let seconds = hour * HOUR + minute * MINUTE + second - distance;
    Some((seconds, nanoseconds(fraction)?))
}

/// `Z`, `+02:00`, `-0530`, `+02` in seconds.
fn distance_from_utc(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'Z' | b'z' => return (text.len() == 1).then_some(0),
        b'-' => -1,
        _ => 1,
    };
    let digits = text[1..].replace(':', "");
    let (hours, minutes) = digits.split_at_checked(2)?;
    let hours = number(hours, 2..=2)?;
    let minutes = if minutes.is_empty() { "00" } else { minutes };
    Some(sign * (hours * HOUR + number(minutes, 2..=2)? * MINUTE))
}

fn nanoseconds(fraction: &str) -> Option<u32> {
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction
        .chars()
        .chain("000000000".chars())
        .take(9)
        .collect();
    digits.parse().ok()
}

/// A whole number of so many digits.
fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_dates_are_greater_however_they_are_written() {
        let ascending = [
            "0000",
            "0001-01-01",
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
            "2024-05-02T9:00:00.25Z",
            "2024-05-02 10:00:00,5 +01",
            "2024-05-02T08:00:01-0130",
            "2024-05-10",
            "9999-12-31T24:00",
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
            ("20240501", "2024-5-1"),
            ("2024-05-01T24:00", "2024-05-02"),
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
            "2024-05-001",
            "01.05.2024",
            "May 2024",
            "-2024",
            "2024-05-01T",
            "2024-05-01T25:00",
            "2024-05-01T10",
            "2024-05-01T10:60",
            "2024-05-01T10:00:61",
            "2024-05-01T10:00+2",
            "2024-05-01T10:00Zulu",
            "2024-05-01T10:00:00.x",
            "2024-05-01T10:00+02:00:00",
            "２０２４",
            "2024-05-01T10:00é",
        ] {
            assert_eq!(Moment::of(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_counted_one_by_one() {
        let mut expected = days_until("1899-01-01").unwrap();
        for year in 1899..=2101 {
            for (month, length) in (1..).zip(lengths_of_months(year)) {
                for day in 1..=length {
                    assert_eq!(days_until(&format!("{year}-{month}-{day}")), Some(expected));
                    expected += 1;
                }
            }
        }
    }
}
