//! Words and their two normal forms.

use std::borrow::Cow;
use std::cell::{RefCell, RefMut};
use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use rust_stemmers::Stemmer;
use rustc_hash::FxBuildHasher;
use thread_local::ThreadLocal;
use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use super::{Language, TermId};

/// Refines raw words of one language.
pub(super) struct Refiner {
    language: Language,
    stop_words: HashSet<String, FxBuildHasher>,
    stemmer: Option<Stemmer>,
    /// How words were read so far, by each thread: texts repeat their words, and a stem costs ten
    /// times as much as a look into a table.
    known: ThreadLocal<RefCell<Readings>>,
}

/// The numbers of words as they stand, and how they are read; none for those that hold no letter or
/// digit.
type Readings = HashMap<TermId, Option<Reading>, FxBuildHasher>;

/// When a thread knows more words than this it forgets them all: most were met once.
const MOST_KNOWN: usize = 1 << 17;

/// A word in its two forms.
pub(super) struct Reading {
    pub(super) raw: TermId,
    /// Whether the language's list holds it.
    pub(super) is_stop_word: bool,
    /// None for a stop word, and for a word with a character that is no letter (methods,
    /// conventions).
    pub(super) refined: Option<(TermId, Arc<str>)>,
}

impl Refiner {
    pub(super) fn new(language: Language) -> Self {
        // In the form in which they are met: don't → dont.
        let raw = |word: &&str| raw_form(word, language).into_owned();
        Refiner {
            language,
            stop_words: language.stop_words().iter().map(raw).collect(),
            stemmer: language.stemmer().map(Stemmer::create),
            known: ThreadLocal::new(),
        }
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// For reading the words of a document; a thread has one at a time.
    pub(super) fn reader(&self) -> Reader<'_> {
        let mut known = self.known.get_or_default().borrow_mut();
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        Reader {
            refiner: self,
            known,
        }
    }

    /// Reads a word; none if it holds no letter or digit.
    fn read(&self, word: &str) -> Option<Reading> {
        let raw = raw_form(word, self.language);
        if raw.is_empty() {
            return None;
        }
        let core = match self.after_elision(word) {
            Some(core) => raw_form(core, self.language),
            None => Cow::Borrowed(&*raw),
        };
        let is_stop_word = self.stop_words.contains(&*core);
        let refined = (is_spelled(word) && !is_stop_word).then(|| {
            let stem = self.stem(&core);
            (TermId::of(&stem), stem.into())
        });
        Some(Reading {
            is_stop_word,
            refined,
            raw: TermId::of(&raw),
        })
    }

    fn stem(&self, word: &str) -> String {
        match &self.stemmer {
            Some(stemmer) => stemmer.stem(word).into_owned(),
            None => word.to_owned(),
        }
    }

    /// What follows a short word that lost its vowel: homme of l'homme. Such words are on the
    /// lists, and aujourd' of aujourd'hui is not.
    fn after_elision<'w>(&self, word: &'w str) -> Option<&'w str> {
        if !self.language.elides() {
            return None;
        }
        let (short, rest) = word.split_once(['\'', '\u{2019}'])?;
        let elided = self.stop_words.contains(&*raw_form(short, self.language));
        (elided && rest.contains(char::is_alphanumeric)).then_some(rest)
    }
}

/// A [`Refiner`] in use.
pub(super) struct Reader<'r> {
    refiner: &'r Refiner,
    known: RefMut<'r, Readings>,
}

impl Reader<'_> {
    /// Reads a word; none if it holds no letter or digit.
    pub(super) fn read(&mut self, word: &str) -> Option<&Reading> {
        let reading = self.known.entry(TermId::of(word));
        reading.or_insert_with(|| self.refiner.read(word)).as_ref()
    }
}

/// A word in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordAt {
    /// Its place; the places of different words do not overlap.
    pub(super) span: Range<usize>,
    /// What is read there: the same, but two characters for a place in a script without spaces.
    pub(super) form: Range<usize>,
}

impl WordAt {
    pub(super) fn moved_by(self, offset: usize) -> Self {
        let moved = |range: Range<usize>| range.start + offset..range.end + offset;
        WordAt {
            span: moved(self.span),
            form: moved(self.form),
        }
    }
}

/// The words of a text: Unicode's word boundaries (UAX 29), and parts joined by one hyphen are one
/// word. A run of characters of a script without spaces gives every two neighbours (user-perceived
/// characters, with their marks) as a word: no dictionary is needed, and no text is cut in two ways.
pub(super) fn words(text: &str) -> impl Iterator<Item = WordAt> {
    Words {
        text,
        parts: parts(text).peekable(),
        run: 0..0,
    }
}

/// What lies between Unicode's word boundaries and holds a letter or digit, with its place. A
/// boundary lies after every blank that a character of ASCII follows: what lies between two such is
/// divided by itself, so that one foreign letter does not slow down the reading of all others.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let pieces = std::iter::from_fn(move || {
        let rest = &text[start..];
        let piece = (!rest.is_empty()).then(|| (start, &rest[..end_of_piece(rest)]))?;
        start += piece.1.len();
        Some(piece)
    });
    pieces.flat_map(|(start, piece)| {
        let parts = piece.unicode_word_indices();
        parts.map(move |(place, part)| (start + place, part))
    })
}

/// Where the first piece of a text ends: before the word that holds its first foreign letter, or
/// after that word if it comes first.
fn end_of_piece(text: &str) -> usize {
    let bytes = text.as_bytes();
    let Some(foreign) = bytes.iter().position(|byte| !byte.is_ascii()) else {
        return text.len();
    };
    let is_cut = |pair: &[u8]| pair[0] == b' ' && pair[1].is_ascii();
    let before = bytes[..foreign].windows(2).rposition(is_cut);
    let cut = before.or_else(|| bytes.windows(2).position(is_cut));
    cut.map_or(text.len(), |blank| blank + 1)
}

struct Words<'t, P: Iterator> {
    text: &'t str,
    parts: Peekable<P>,
    /// What is left of a run without spaces.
    run: Range<usize>,
}

impl<'t, P: Iterator<Item = (usize, &'t str)>> Iterator for Words<'t, P> {
    type Item = WordAt;

    fn next(&mut self) -> Option<WordAt> {
        if !self.run.is_empty() {
            return Some(self.two_characters());
        }
        let (start, part) = self.parts.next()?;
        let unspaced = begins_unspaced(part);
        let mut word = start..start + part.len();
        let text = self.text;
        while let Some((start, part)) = self.parts.next_if(|&(start, part)| {
            begins_unspaced(part) == unspaced && is_joint(&text[word.end..start], unspaced)
        }) {
            word.end = start + part.len();
        }
        if unspaced {
            self.run = word;
            return Some(self.two_characters());
        }
        Some(WordAt {
            span: word.clone(),
            form: word,
        })
    }
}

impl<P: Iterator> Words<'_, P> {
    /// The next two characters of the run, which holds one at least.
    fn two_characters(&mut self) -> WordAt {
        let run = &self.text[self.run.clone()];
        let mut characters = run
            .grapheme_indices(true)
            .filter(|(_, character)| character.contains(char::is_alphanumeric))
            .map(|(start, character)| start..start + character.len());
        let first = characters.next().unwrap_or(0..run.len());
        let second = characters.next().unwrap_or(first.clone());
        let is_last = characters.next().is_none();
        let form = first.start..second.end;
        let word = WordAt {
            span: if is_last { form.clone() } else { first },
            form,
        };
        let word = word.moved_by(self.run.start);
        self.run.start = if is_last {
            self.run.end
        } else {
            self.run.start + second.start
        };
        word
    }
}

/// Whether a word begins with a letter of a script that is written without spaces between words.
pub(super) fn begins_unspaced(word: &str) -> bool {
    const SCRIPTS: [Script; 8] = [
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
        Script::Bopomofo,
        Script::Thai,
        Script::Lao,
        Script::Khmer,
        Script::Myanmar,
    ];
    // Thai is the first of them.
    const FIRST: char = '\u{E00}';
    word.chars().next().is_some_and(|c| {
        let scripts = || c.script_extension();
        c >= FIRST && !c.is_numeric() && SCRIPTS.iter().any(|&one| scripts().contains_script(one))
    })
}

/// The raw form of a word: lower-cased, what is no letter or digit deleted, the parts joined
/// (Shi'ite → shiite, al-Sistani → alsistani). Compatibility forms are made equal first (NFKC),
/// so that é is the same letter however it is encoded.
pub(super) fn raw_form(word: &str, language: Language) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() && language != Language::Turkish {
        let kept = word.chars().filter(char::is_ascii_alphanumeric);
        return Cow::Owned(kept.map(|c| c.to_ascii_lowercase()).collect());
    }
    let kept = word.nfkc().filter(|&c| is_kept(c));
    Cow::Owned(kept.flat_map(|c| language.letter(c)).collect())
}

/// Letters, digits, and the marks that spell a word in the scripts of South and South-East Asia
/// (viramas, tones). The Arabic tatweel only stretches a line.
fn is_kept(c: char) -> bool {
    const TATWEEL: char = '\u{640}';
    let spells = || ('\u{900}'..'\u{1AB0}').contains(&c) && is_combining(c);
    (c.is_alphanumeric() && c != TATWEEL) || spells()
}

/// Whether two parts with this between them are one word.
fn is_joint(between: &str, unspaced: bool) -> bool {
    let mut visible = between.chars().filter(|&c| !is_invisible(c));
    match (visible.next(), visible.next()) {
        (None, _) => unspaced || !between.is_empty(),
        (Some('-' | '\u{2010}' | '\u{2011}'), None) => true,
        _ => false,
    }
}

/// Whether a word is of letters, what joins them and what is not seen.
fn is_spelled(word: &str) -> bool {
    word.chars()
        .all(|c| c.is_alphabetic() || joins_letters(c) || is_combining(c) || is_invisible(c))
}

/// Characters that join the parts of a word: hyphens and apostrophes.
fn joins_letters(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}'
    )
}

/// Characters that are not seen: soft hyphens, zero-width spaces and joiners, marks of the writing
/// direction, byte order marks inside a text.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
    )
}

fn is_combining(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests;
