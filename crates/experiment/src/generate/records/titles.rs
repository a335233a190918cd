//! How databases write titles.

use rand::Rng;

use super::super::chance::{Chance, below, pick};
use super::letters::{capital, slip};
use super::work::Work;

const NOTES: [&str; 5] = [
    "[Review]",
    "[Review] [33 refs]",
    "[see comment]",
    "[Erratum appears in J Sci. 1999 May;12(3):18]",
    "[Abstract]",
];

const LANGUAGES: [&str; 4] = ["[German]", "[Chinese]", "[French]", "[Spanish]"];

/// The title of a work as a database has it, with the slips that databases make; now and then none.
pub(super) fn title(work: &Work, chance: &mut Chance) -> String {
    if chance.gen_bool(0.004) {
        return String::new();
    }
    if chance.gen_bool(0.012) {
        return capital(&work.translated.join(" "));
    }
    let mut words = work.title.clone();
    if chance.gen_bool(0.05) {
        let place = below(words.len(), chance);
        words[place] = slip(&words[place], chance);
    }
    if words.len() > 3 && chance.gen_bool(0.06) {
        hyphenate(&mut words, chance);
    }
    if chance.gen_bool(0.02) {
        mark_up(&mut words, chance);
    }
    let mut title = words.join(" ");
    let is_cut = chance.gen_bool(0.05) && !has_number(&work.subtitle);
    if !work.subtitle.is_empty() && !is_cut {
        let between = pick(&[": ", ": ", " - ", ". ", ", "], chance).copied();
        title += between.unwrap_or(": ");
        title += &work.subtitle.join(" ");
    }
    title = match chance.gen_range(0..8) {
        0 => capitals(&title),
        1 => title.to_uppercase(),
        _ => capital(&title),
    };
    if chance.gen_bool(0.3) {
        title.push('.');
    }
    noted(title, work, chance)
}

/// A title with brackets, notes or its translation.
fn noted(title: String, work: &Work, chance: &mut Chance) -> String {
    let draw = chance.gen_range(0.0..1.0);
    let with = |note: Option<&&str>| format!("{title} {}", note.copied().unwrap_or_default());
    match draw {
        _ if draw < 0.05 => with(pick(&NOTES, chance)),
        _ if draw < 0.08 => format!("[{title}]"),
        _ if draw < 0.11 => with(pick(&LANGUAGES, chance)),
        _ if draw < 0.12 => format!("{title} [{}]", capital(&work.translated.join(" "))),
        _ if draw < 0.13 => format!("{title} = {}", capital(&work.translated.join(" "))),
        _ => title,
    }
}

/// A part without its number would be any part.
fn has_number(subtitle: &[String]) -> bool {
    subtitle.last().is_some_and(|last| last.chars().count() < 4)
}

fn hyphenate(words: &mut Vec<String>, chance: &mut Chance) {
    let place = below(words.len() - 1, chance);
    let mark = pick(&["-", "", " - ", "\u{2013}"], chance)
        .copied()
        .unwrap_or("-");
    let second = words.remove(place + 1);
    words[place] = format!("{}{mark}{second}", words[place]);
}

fn mark_up(words: &mut [String], chance: &mut Chance) {
    let place = below(words.len(), chance);
    let word = &words[place];
    words[place] = match chance.gen_range(0..4) {
        0 => format!("<i>{word}</i>"),
        1 => format!("\\emph{{{word}}}"),
        2 => format!("&lt;b&gt;{word}&lt;/b&gt;"),
        _ => format!("<sup>{word}</sup>"),
    };
}

fn capitals(text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(capital).collect();
    words.join(" ")
}
