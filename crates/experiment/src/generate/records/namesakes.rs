//! Works that are easily taken for another.

use rand::Rng;

use super::super::chance::{Chance, below, pick};
use super::library::{Library, generic_title};
use super::work::{Work, doi, pages};

/// The ways in which two works are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Editorials, letters, sessions.
    GenericTitle,
    /// Another paper of the issue.
    SameIssue,
    /// A meeting abstract or a chapter under the DOI, or on the page, of another.
    SameDoiOrPage,
    /// Part 2 of part 1.
    Part,
    /// A report of another year.
    Report,
    /// An erratum, a reply, a comment, a protocol.
    Notice,
    /// The paper of a conference and that of a journal.
    Conference,
    /// One to three words of the title are others.
    OtherWords,
    /// The same title, by others.
    OtherPeople,
    OtherSubtitle,
    /// The abstract of a work in a supplement.
    Supplement,
}

/// The kinds, as often as they are drawn.
const KINDS: [Kind; 16] = [
    Kind::GenericTitle,
    Kind::GenericTitle,
    Kind::GenericTitle,
    Kind::GenericTitle,
    Kind::SameIssue,
    Kind::SameIssue,
    Kind::SameDoiOrPage,
    Kind::SameDoiOrPage,
    Kind::Part,
    Kind::Report,
    Kind::Notice,
    Kind::Conference,
    Kind::OtherWords,
    Kind::OtherPeople,
    Kind::OtherSubtitle,
    Kind::Supplement,
];

const PARTS: [&str; 6] = ["part", "unit", "volume", "chapter", "no", ""];

const NOTICES: [(&str, &str); 10] = [
    ("erratum:", ""),
    ("correction to:", ""),
    ("corrigendum to", ""),
    ("retraction notice to:", ""),
    ("comment on", ""),
    ("reply to", ""),
    ("response to", ""),
    ("", "reply"),
    ("", "study protocol"),
    ("", "(vol 39, pg 2, 2009)"),
];

impl Kind {
    pub(super) fn draw(chance: &mut Chance) -> Self {
        pick(&KINDS, chance).copied().unwrap_or(Kind::OtherWords)
    }

    /// Makes a work the first of a family of this kind.
    pub(super) fn prepare(self, first: &mut Work, chance: &mut Chance) {
        match self {
            Kind::GenericTitle => {
                first.title = generic_title(chance);
                first.subtitle.clear();
                first.authors.truncate(1 + below(2, chance));
                first.pages.1 = first.pages.0 + chance.gen_range(0..3);
                first.is_slight = true;
                if chance.gen_bool(0.8) {
                    first.text.clear();
                }
            }
            Kind::Part => {
                let name = pick(&PARTS, chance).copied().unwrap_or_default();
                first.subtitle = numbered(name, 0, chance);
            }
            Kind::Report => {
                let name = pick(&["report", "annual report", "statistics", "survey"], chance);
                first.title.truncate(4);
                first.title.extend(name.map(|name| (*name).to_owned()));
                first.title.push(first.year.to_string());
                first.subtitle.clear();
            }
            Kind::OtherSubtitle if first.subtitle.is_empty() => {
                first.subtitle = first.translated.iter().rev().take(4).cloned().collect();
            }
            _ => {}
        }
    }
}

/// `part 2`, `volume ii`, `unit b`.
fn numbered(name: &str, place: usize, chance: &mut Chance) -> Vec<String> {
    const ROMAN: [&str; 4] = ["I", "II", "III", "IV"];
    const LETTERS: [&str; 4] = ["A", "B", "C", "D"];
    let place = place.min(ROMAN.len() - 1);
    let number = match chance.gen_range(0..3) {
        0 => ROMAN[place].to_owned(),
        1 if !name.is_empty() => LETTERS[place].to_owned(),
        _ => (place + 1).to_string(),
    };
    let parts = [name.to_owned(), number];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// A work of its own that looks like another: the namesake of this number, from 0.
pub(super) fn namesake(
    of: &Work,
    kind: Kind,
    place: usize,
    library: &Library,
    chance: &mut Chance,
) -> Work {
    let mut work = Work {
        doi: doi(chance),
        pages: pages(chance),
        text: library.sentences(of.words().max(30), chance),
        ..of.clone()
    };
    let later = place as u32 + 1;
    match kind {
        Kind::GenericTitle => editorial(&mut work, of, library, chance),
        Kind::SameIssue => {
            work = paper(of, library, chance);
            if chance.gen_bool(0.3) {
                work.authors.clone_from(&of.authors);
            }
            if chance.gen_bool(0.25) {
                work.number = format!("{}", below(12, chance) + 13);
                work.pages = of.pages;
            }
        }
        Kind::SameDoiOrPage => {
            work = paper(of, library, chance);
            if chance.gen_bool(0.4) {
                work.authors.extend(of.authors.iter().rev().cloned());
            }
            let draw = chance.gen_range(0..3);
            if draw != 0 {
                work.doi.clone_from(&of.doi);
            }
            if draw != 1 {
                work.pages = of.pages;
            }
        }
        Kind::Part => {
            let name = of.subtitle.first().filter(|_| of.subtitle.len() > 1);
            let name = name.cloned().unwrap_or_default();
            let is_roman = of.subtitle.last().is_some_and(|last| last == "I");
            let is_letter = of.subtitle.last().is_some_and(|last| last == "A");
            let next = match (is_roman, is_letter) {
                (true, _) => ["II", "III"][place.min(1)].to_owned(),
                (_, true) => ["B", "C"][place.min(1)].to_owned(),
                _ => (place + 2).to_string(),
            };
            work.subtitle = [name, next]
                .into_iter()
                .filter(|it| !it.is_empty())
                .collect();
            moved(&mut work, later, chance);
        }
        Kind::Report => {
            work.year = of.year + later;
            work.volume = of.volume + later;
            if let Some(last) = work.title.last_mut() {
                *last = work.year.to_string();
            }
            if chance.gen_bool(0.5) {
                work.pages.0 = of.pages.0;
                work.pages.1 = of.pages.1 + chance.gen_range(1..4);
            }
        }
        Kind::Notice => notice(&mut work, later, chance),
        Kind::Conference => {
            work.journal = library.journal(chance);
            work.journal.name = format!("Proceedings of the {}", work.journal.name);
            work.journal.short = format!("Proc {}", work.journal.short);
            work.year = of.year - chance.gen_range(0..3);
            work.volume = chance.gen_range(1..40);
            if chance.gen_bool(0.5) {
                work.text.clone_from(&of.text);
            }
        }
        Kind::OtherWords => {
            let changes = 1 + below(3, chance);
            for _ in 0..changes {
                let at = below(work.title.len(), chance);
                work.title[at] = library.title_words(1, chance).concat();
            }
            if work.title == of.title {
                work.title.extend(library.title_words(2, chance));
            }
            moved(&mut work, later, chance);
        }
        Kind::OtherPeople => {
            let other = Work::draw(library, of.words(), chance);
            work = Work {
                title: of.title.clone(),
                subtitle: of.subtitle.clone(),
                ..other
            };
        }
        Kind::OtherSubtitle => {
            let length = 3 + below(4, chance);
            work.subtitle = library.title_words(length, chance);
            moved(&mut work, later, chance);
        }
        Kind::Supplement => {
            work.number = format!("Suppl {later}");
            work.pages_in = "S";
            work.pages.1 = work.pages.0 + chance.gen_range(0..2);
            work.year = of.year - chance.gen_range(0..2);
            work.volume = of.volume - chance.gen_range(0..2).min(of.volume - 1);
            if chance.gen_bool(0.5) {
                work.text.clone_from(&of.text);
                work.text.truncate(of.text.len().div_ceil(2));
            }
        }
    }
    work
}

/// Another editorial: of the same journal, another issue.
fn editorial(work: &mut Work, of: &Work, library: &Library, chance: &mut Chance) {
    if chance.gen_bool(0.3) {
        work.authors = vec![library.author(chance)];
    }
    if chance.gen_bool(0.25) {
        work.journal = library.journal(chance);
        work.volume = chance.gen_range(1..120);
    }
    if chance.gen_bool(0.3) {
        let later = chance.gen_range(1..4);
        work.year = of.year + later;
        work.volume += later;
    }
    work.number = (below(12, chance) + 13).to_string();
    work.pages.1 = work.pages.0 + chance.gen_range(0..3);
    if chance.gen_bool(0.3) {
        work.pages = of.pages;
    }
    if of.text.is_empty() {
        work.text.clear();
    }
}

/// A paper of its own in the issue of another.
fn paper(of: &Work, library: &Library, chance: &mut Chance) -> Work {
    Work {
        journal: of.journal.clone(),
        year: of.year,
        volume: of.volume,
        number: of.number.clone(),
        ..Work::draw(library, of.words(), chance)
    }
}

/// Moves a work to a later issue, to a later volume, or to another journal's.
fn moved(work: &mut Work, later: u32, chance: &mut Chance) {
    match chance.gen_range(0..4) {
        0 => {}
        1 => work.number = (below(12, chance) + 13).to_string(),
        _ => {
            work.volume += later;
            work.year += chance.gen_range(0..2);
        }
    }
}

fn notice(work: &mut Work, later: u32, chance: &mut Chance) {
    let (before, behind) = pick(&NOTICES, chance).copied().unwrap_or_default();
    let words = |text: &str| {
        text.split(' ')
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let mut title: Vec<String> = words(before);
    title.append(&mut work.title);
    work.title = title;
    work.subtitle.append(&mut words(behind));
    if chance.gen_bool(0.3) {
        work.authors.truncate(1);
    }
    work.pages.1 = work.pages.0 + chance.gen_range(0..2);
    work.text.clear();
    moved(work, later, chance);
}
