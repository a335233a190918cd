//! How databases write names.

use rand::Rng;

use super::super::chance::{Chance, pick};
use super::library::Author;

/// A way to write a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum NameStyle {
    /// `Norling, Eva Maria`
    SurnameCommaGiven,
    /// `NORLING, Eva Maria`
    CapitalsCommaGiven,
    /// `Norling EM`
    SurnameInitials,
    /// `Norling, E M`
    SurnameCommaInitials,
    /// `Norling, E. M.`
    SurnameCommaDotted,
    /// `Eva Maria Norling`
    GivenSurname,
    /// `E. M. Norling`
    DottedSurname,
    /// `Norling E. M.Osei M.`
    Glued,
}

impl NameStyle {
    /// A list of people, now and then cut after the third.
    pub(super) fn written(self, authors: &[Author], chance: &mut Chance) -> String {
        const KEPT: usize = 3;
        const CUT: f64 = 0.08;
        let mut names: Vec<String> = authors.iter().map(|author| self.name(author)).collect();
        if names.len() > KEPT && chance.gen_bool(CUT) {
            names.truncate(KEPT);
            names.push("et al".to_owned());
        }
        let separators: &[&str] = match self {
            NameStyle::Glued => &["", "; "],
            NameStyle::SurnameInitials => &[", ", "; "],
            NameStyle::GivenSurname => &["; ", " and ", ", "],
            _ => &["; ", " and "],
        };
        names.join(pick(separators, chance).copied().unwrap_or("; "))
    }

    fn name(self, (surname, given): &Author) -> String {
        let initials = |mark: &str, between: &str| {
            let letters = given.iter().map(|name| format!("{}{mark}", &name[..1]));
            letters.collect::<Vec<_>>().join(between)
        };
        match self {
            NameStyle::SurnameCommaGiven => format!("{surname}, {}", given.join(" ")),
            NameStyle::CapitalsCommaGiven => {
                format!("{}, {}", surname.to_uppercase(), given.join(" "))
            }
            NameStyle::SurnameInitials => format!("{surname} {}", initials("", "")),
            NameStyle::SurnameCommaInitials => format!("{surname}, {}", initials("", " ")),
            NameStyle::SurnameCommaDotted => format!("{surname}, {}", initials(".", " ")),
            NameStyle::GivenSurname => format!("{} {surname}", given.join(" ")),
            NameStyle::DottedSurname => format!("{} {surname}", initials(".", " ")),
            NameStyle::Glued => format!("{surname} {}", initials(".", " ")),
        }
    }
}
