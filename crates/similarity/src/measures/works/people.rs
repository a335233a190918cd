//! Two lists of people.

use super::finding::{Finding, Found, Sign, of};
use super::person::Person;
use super::plain::{body, without_markup, words};
use crate::corpus::CorpusStats;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;

pub(super) const FINDINGS: &[Entry] = &[
    Found::<SameFirstAuthor>::ENTRY,
    Found::<SamePeople>::ENTRY,
    Found::<NoOtherFirstAuthor>::ENTRY,
    Found::<NoOtherPeople>::ENTRY,
];

/// The people of a record, in their order.
#[derive(Debug, Default, PartialEq)]
pub(super) struct People {
    pub(super) names: Vec<Person>,
}

/// As many names are compared.
const MOST: usize = 12;

/// As many names are kept, to find those of a shorter list.
const KEPT: usize = 60;

impl People {
    fn read(text: &str) -> Self {
        let text = without_markup(text);
        let mut names = Vec::new();
        for part in text.split([';', '&', '|', '\n']) {
            for part in part.split(" and ").flat_map(|part| part.split(" AND ")) {
                for name in separated(part) {
                    names.extend(Person::read(&name));
                }
            }
        }
        names.truncate(KEPT);
        People { names }
    }
}

/// The names of a part without any other separator: `Farr S.Taher J.` and `A B, C D, E F`.
fn separated(part: &str) -> Vec<String> {
    let mut glued = String::with_capacity(part.len());
    let mut letters = part.chars().peekable();
    let mut word = 0;
    while let Some(c) = letters.next() {
        glued.push(c);
        let begins_name = letters.peek().is_some_and(|next| next.is_uppercase());
        if c == '.' && word == 1 && begins_name {
            let mut ahead = letters.clone();
            ahead.next();
            if ahead.peek().is_some_and(|next| next.is_lowercase()) {
                glued.push(';');
            }
        }
        word = if c.is_alphabetic() { word + 1 } else { 0 };
    }
    let glued = glued.replace("et al", ";");
    let mut names = Vec::new();
    for part in glued.split(';') {
        let by_comma: Vec<&str> = part.split(',').filter(|it| !it.trim().is_empty()).collect();
        let are_names = by_comma.len() > 1 && by_comma.iter().all(|it| words(it).count() > 1);
        // Surname and given names of one person, of which one is several words.
        let is_one = by_comma.len() == 2 && begins_with_particle(by_comma[0]);
        if are_names && !is_one {
            names.extend(by_comma.into_iter().map(str::to_owned));
        } else {
            names.push(part.to_owned());
        }
    }
    names
}

fn begins_with_particle(name: &str) -> bool {
    let first = words(name).next().unwrap_or_default();
    first.chars().all(char::is_lowercase) && first.len() > 1
        || matches!(first, "Van" | "De" | "Von")
}

/// What two lists of people have in common.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ComparedPeople {
    /// Share of the shorter list, its first twelve names, that the longer has, in \[0, 1\].
    pub(super) shared: f64,
    /// 1 if the first names are of other people, 0.5 if one of them is elsewhere in the other list.
    pub(super) other_first: f64,
}

impl ComparedPeople {
    pub(super) fn of(left: &People, right: &People) -> Self {
        let (left, right) = (&left.names, &right.names);
        let (Some(first), Some(other_first)) = (left.first(), right.first()) else {
            return ComparedPeople::default();
        };
        let has = |names: &[Person], wanted: &Person| names.iter().any(|it| it.agrees(wanted));
        let share = |shorter: &[Person], longer: &[Person]| {
            let compared = &shorter[..shorter.len().min(MOST)];
            let found = compared.iter().filter(|name| has(longer, name)).count();
            found as f64 / compared.len() as f64
        };
        let shared = match left.len().cmp(&right.len()) {
            std::cmp::Ordering::Less => share(left, right),
            std::cmp::Ordering::Greater => share(right, left),
            // Of two equally long lists one may name a person twice.
            std::cmp::Ordering::Equal => share(left, right).min(share(right, left)),
        };
        let are_of_one_script = first.is_latin == other_first.is_latin;
        let other_first = if first.agrees(other_first) || !are_of_one_script {
            0.0
        } else if has(right, first) || has(left, other_first) {
            0.5
        } else {
            1.0
        };
        ComparedPeople {
            shared,
            other_first,
        }
    }
}

impl View for People {
    type Options = ();
    type Joint = ComparedPeople;

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        People::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn join(&self, other: &Self) -> ComparedPeople {
        ComparedPeople::of(self, other)
    }
}

const COST: &str = "O(nm) for n and m names, at most 12 and 60";

struct SameFirstAuthor;

impl Finding for SameFirstAuthor {
    const NAME: &'static str = "same-first-author";
    const SUMMARY: &'static str = "whether the first authors may be the same person";
    const PHRASE: &'static str = "the same first author";
    const SIGN: Sign = Sign::Agreement;
    type Field = People;

    fn value(left: &People, right: &People, _: &ComparedPeople) -> f64 {
        let firsts = left.names.first().zip(right.names.first());
        of(firsts.is_some_and(|(left, right)| left.agrees(right)))
    }
}

struct SamePeople;

impl Finding for SamePeople {
    const NAME: &'static str = "same-people";
    const SUMMARY: &'static str = "share of the people of the shorter list that the longer has";
    const PHRASE: &'static str = "the same people";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = People;

    fn value(_: &People, _: &People, compared: &ComparedPeople) -> f64 {
        compared.shared
    }
}

struct NoOtherFirstAuthor;

impl Finding for NoOtherFirstAuthor {
    const NAME: &'static str = "no-other-first-author";
    const SUMMARY: &'static str =
        "0 where the first authors are different people, 0.5 if one is elsewhere in the other list";
    const PHRASE: &'static str = "no other first author";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = People;

    fn value(_: &People, _: &People, compared: &ComparedPeople) -> f64 {
        1.0 - compared.other_first
    }
}

struct NoOtherPeople;

impl Finding for NoOtherPeople {
    const NAME: &'static str = "no-other-people";
    const SUMMARY: &'static str = "0 where no person is on both lists";
    const PHRASE: &'static str = "not only other people";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = People;

    fn value(_: &People, _: &People, compared: &ComparedPeople) -> f64 {
        of(compared.shared > 0.0 || compared.other_first == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;
    use super::*;

    #[test]
    fn lists_are_split_however_they_are_written() {
        for (text, count) in [
            ("Norling, Eva; Osei, Martha", 2),
            ("Adeli K.Lewis G. F.", 2),
            ("Norling E, Osei M, Zhao L", 3),
            ("Norling, Eva and Osei, Martha", 2),
            ("van der Berg, Jan Willem", 1),
            ("Norling, E. M., et al.", 1),
            ("J. R. R. Tolkien & Christopher Tolkien", 2),
        ] {
            assert_eq!(People::read(text).names.len(), count, "{text}");
        }
    }

    #[test]
    fn people_agree_or_not() {
        let all = "Norling, Eva; Osei, Martha; Zhao, Li";
        for (name, other, expected) in [
            ("same-people", "Norling E, Osei M", 1.0),
            ("same-people", "Norling E; Kline T", 0.5),
            ("same-first-author", "E Norling", 1.0),
            ("no-other-first-author", "Martha Osei", 0.5),
            ("no-other-first-author", "Kline, Tom", 0.0),
            ("no-other-first-author", "Норлинг, Ева", 1.0),
            ("no-other-people", "Kline, Tom", 0.0),
        ] {
            assert_eq!(values(name, all, other), Some(expected), "{name} {other}");
        }
    }
}
