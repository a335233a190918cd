//! Elements that surround texts on the web and change while the texts do not: notices,
//! advertisements, time stamps. In English.

use rand::Rng;
use rand::seq::SliceRandom;

use super::chance::Chance;
use super::prose::Sentence;

const NOTICES: [&str; 6] = [
    "All rights reserved; no part may be copied without our written leave.",
    "By reading on you accept our terms of use and our cookie policy.",
    "Comments on this page are closed.",
    "Found a mistake? Tell the editors, who correct it the same day.",
    "This text was first published in print and may differ from that version.",
    "Sign in to save this page to your reading list.",
];

const ADVERTISEMENTS: [&str; 6] = [
    "Advertisement: three months of unlimited reading for the price of one.",
    "Partner content: compare twelve electricity tariffs in two minutes.",
    "New shoes, free returns: spring sale ends on Sunday.",
    "Subscribe to our newsletter and never miss a headline again.",
    "Sponsored: how a family of four saves on insurance.",
    "Download the app and get your first delivery for nothing.",
];

pub(super) fn notice(chance: &mut Chance) -> Sentence<'static> {
    one_of(&NOTICES, chance)
}

pub(super) fn advertisement(chance: &mut Chance) -> Sentence<'static> {
    one_of(&ADVERTISEMENTS, chance)
}

fn one_of(texts: &[&str], chance: &mut Chance) -> Sentence<'static> {
    Sentence::foreign(texts.choose(chance).copied().unwrap_or_default())
}

/// `Last updated: 2014-03-17, 09:05.`
pub(super) fn time_stamp(chance: &mut Chance) -> Sentence<'static> {
    let mut draw = |least: u32, most: u32| chance.gen_range(least..=most);
    let (year, month, day) = (draw(1995, 2030), draw(1, 12), draw(1, 28));
    let (hour, minute) = (draw(0, 23), draw(0, 59));
    Sentence::foreign(&format!(
        "Last updated: {year}-{month:02}-{day:02}, {hour:02}:{minute:02}."
    ))
}
