//! A title, as it is compared.

use super::plain::{folded, glued, hash, without_markup, words};
use super::title_notice::notices;
use super::title_numbers::numbers;
use super::word_lists::{is_generic, is_note, is_stop_word};
use dejalu_text::sorted::distinct;

/// A title without markup, marks, capitals and notes in brackets at its end.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Title {
    /// Letters and digits, without blanks and hyphens.
    pub(super) glued: Vec<char>,
    /// Where each word of it ends, ascending.
    word_ends: Vec<u16>,
    /// The same of the part before the first colon, full stop, question mark or dash.
    pub(super) main: Vec<char>,
    /// The same of each part of the untrimmed title between brackets and signs of equality, where it has several:
    /// titles in two languages.
    pub(super) segments: Vec<Vec<char>>,
    /// The words that not every title has, ascending, as hashes.
    pub(super) content: Vec<u64>,
    /// Those of them that tell what the work is about.
    pub(super) telling: Vec<u64>,
    /// Numbers that stand alone, ascending, as hashes.
    pub(super) numbers: Vec<u64>,
    /// What kinds of notice it is, a bit for each.
    pub(super) notices: u8,
}

impl Title {
    /// A title with at most so many telling words may be that of many works.
    pub(super) const FEW_WORDS: usize = 1;

    /// Returns whether the title could be that of many works, as far as it alone tells.
    pub(super) fn is_generic(&self) -> bool {
        self.telling.len() <= Self::FEW_WORDS
    }

    /// The words, with those that every title may have, in their order.
    pub(super) fn words(&self) -> impl Iterator<Item = &[char]> + Clone {
        let ends = self.word_ends.iter().map(|&end| usize::from(end));
        let starts = [0].into_iter().chain(ends.clone());
        starts.zip(ends).map(|(start, end)| &self.glued[start..end])
    }

    pub(super) fn read(text: &str) -> Self {
        let plain = folded(&without_markup(text));
        let trimmed = without_notes(&plain);
        let letters = |text: &str| glued(text).chars().collect::<Vec<char>>();
        let segments = plain.split(['[', ']', '=']).map(letters);
        let segments: Vec<Vec<char>> = segments.filter(|it| !it.is_empty()).collect();
        let glued = letters(trimmed);
        let ends = words(trimmed).scan(0, |end, word| {
            *end += word.chars().count();
            Some(*end)
        });
        let word_ends = ends
            .take_while(|&end| end <= glued.len())
            .map(|end| end as u16);
        let content = words(trimmed).filter(|word| !is_stop_word(word));
        let is_telling =
            |word: &&str| !is_generic(word) && !word.bytes().all(|c| c.is_ascii_digit());
        Title {
            word_ends: word_ends.collect(),
            glued,
            main: letters(main_part(trimmed)),
            segments: if segments.len() > 1 {
                segments
            } else {
                Vec::new()
            },
            telling: distinct(content.clone().filter(is_telling).map(hash)),
            content: distinct(content.map(hash)),
            numbers: numbers(trimmed),
            notices: notices(trimmed),
        }
    }
}

/// The title in brackets, if all of it is, and without notes in brackets at its end: a known one such as `[German]` or
/// `[Review] [33 refs]`, and others while three words stand before them.
fn without_notes(title: &str) -> &str {
    const LEAST: usize = 3;
    let mut rest = unwrapped(trimmed(title));
    while let Some((before, note)) = rest.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        let least = if is_note(note) { 1 } else { LEAST };
        if words(before).nth(least - 1).is_none() {
            break;
        }
        rest = trimmed(before);
    }
    unwrapped(rest)
}

/// The text between brackets, if these are the first and the last and there are no others.
fn unwrapped(title: &str) -> &str {
    let inner = title.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let inner = inner.filter(|inner| !inner.contains(['[', ']']));
    inner.map_or(title, trimmed)
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':'))
}

/// The part before the first colon, full stop, question or exclamation mark, or dash that stands between words.
fn main_part(title: &str) -> &str {
    let ends = title.char_indices().find(|&(place, c)| {
        let next = title[place + c.len_utf8()..].chars().next();
        let is_open = next.is_none_or(char::is_whitespace);
        let before = title[..place].chars().next_back();
        match c {
            ':' | '?' | '!' | '—' | '–' => true,
            '.' => is_open,
            '-' => is_open && before.is_some_and(char::is_whitespace) || next == Some('-'),
            _ => false,
        }
    });
    ends.map_or(title, |(place, _)| &title[..place])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(letters: &[char]) -> String {
        letters.iter().collect()
    }

    #[test]
    fn notes_and_brackets_are_taken_off() {
        for (title, rest) in [
            ("[Wages of net menders].", "wagesofnetmenders"),
            ("Wages of menders [Review] [33 refs]", "wagesofmenders"),
            ("Wages [of menders]", "wagesofmenders"),
            ("Wages of net menders [Loehne]", "wagesofnetmenders"),
            ("[Editorial] [German]", "editorial"),
            ("Comment [see comment]", "comment"),
            ("Comment [a reader]", "commentareader"),
        ] {
            assert_eq!(text(&Title::read(title).glued), rest);
        }
    }

    #[test]
    fn the_main_part_and_the_segments_are_kept() {
        let title = Title::read("Rope-work—hemp: a study [Tau: eine Studie]");
        assert_eq!(text(&title.main), "ropework");
        let segments: Vec<String> = title.segments.iter().map(|it| text(it)).collect();
        assert_eq!(segments, ["ropeworkhempastudy", "taueinestudie"]);
        assert_eq!(text(&Title::read("Tea vs. coffee").main), "teavs");
        let editorial = Title::read("Editorial: letters to the editor, part 2");
        assert_eq!((editorial.telling.len(), editorial.content.len()), (0, 5));
    }
}
