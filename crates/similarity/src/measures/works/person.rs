//! The name of a person, in whatever order and however short its parts are.

use super::edits;
use super::plain::{folded, without_marks, words};

/// A name.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Person {
    /// The words that are the surname, or may be.
    surname: Vec<Vec<char>>,
    /// All words of two letters or more, but for particles.
    all: Vec<Vec<char>>,
    /// The first letters of all words, a bit for each Latin letter, and one for all others.
    initials: u32,
    /// True if it is written in Latin letters.
    pub(super) is_latin: bool,
}

/// Parts of surnames that some sources leave out or put elsewhere.
const PARTICLES: [&str; 26] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "das", "do", "du", "la",
    "le", "el", "al", "ten", "ter", "zu", "zur", "bin", "ibn", "jr", "sr", "st",
];

/// A word of a name as it is written, without marks.
struct Part<'a> {
    word: &'a str,
    /// True if it stands for given names: `J`, `JA`.
    is_initials: bool,
}

impl Person {
    /// Reads a name; none of a text without a letter.
    pub(super) fn read(text: &str) -> Option<Self> {
        let plain = without_marks(text);
        let (before, behind) = match plain.split_once(',') {
            Some((before, behind)) => (before, Some(behind)),
            None => (&*plain, None),
        };
        let parts = parts(&plain);
        let is_whole = |part: &&Part| !part.is_initials && !is_particle(part.word);
        let whole: Vec<&Part> = parts.iter().filter(is_whole).collect();
        let first = parts.first()?;
        let surname: Vec<&str> = if behind.is_some() {
            let of_surname = words(before).filter(|word| !is_particle(word));
            let of_surname: Vec<&str> = of_surname.collect();
            if of_surname.is_empty() {
                words(before).collect()
            } else {
                of_surname
            }
        } else if parts.last().is_some_and(|last| last.is_initials) {
            whole.iter().map(|part| part.word).collect()
        } else {
            whole.last().map(|part| part.word).into_iter().collect()
        };
        let surname = if surname.is_empty() {
            vec![first.word]
        } else {
            surname
        };
        let letters = |word: &str| word.to_lowercase().chars().collect::<Vec<char>>();
        let initials = parts.iter().filter(|part| !is_particle(part.word));
        let initials = initials.flat_map(|part| {
            let count = if part.is_initials { usize::MAX } else { 1 };
            part.word.chars().take(count)
        });
        Some(Person {
            all: whole.iter().map(|part| letters(part.word)).collect(),
            surname: surname.into_iter().map(letters).collect(),
            initials: initials.fold(0, |bits, letter| bits | bit(letter)),
            is_latin: first.word.is_ascii(),
        })
    }

    /// Returns whether two names may be of one person: surnames that agree and given names that do not disagree, or
    /// the surname of one among the words of the other, as of names that are written in another order.
    pub(super) fn agrees(&self, other: &Person) -> bool {
        let is_shared = self.surname.iter().any(|word| has(&other.surname, word));
        if is_shared {
            return true;
        }
        let is_inverted = self.surname.iter().any(|word| other.all.contains(word))
            || other.surname.iter().any(|word| self.all.contains(word));
        let common = self.initials & other.initials;
        let fewer = self.initials.count_ones().min(other.initials.count_ones());
        is_inverted && fewer >= 2 && common.count_ones() == fewer
    }

    /// The first word of the surname.
    pub(super) fn first_word(&self) -> String {
        self.surname.first().into_iter().flatten().collect()
    }
}

/// Returns whether words hold one, but for a slip in a longer one.
fn has(words: &[Vec<char>], wanted: &[char]) -> bool {
    const LONG: usize = 4;
    const ALIKE: f64 = 0.8;
    words.iter().any(|word| {
        let are_long = word.len().min(wanted.len()) > LONG;
        word == wanted || are_long && edits::reach(word, wanted, ALIKE)
    })
}

/// The words of a name. Up to three capitals are initials, unless no word is longer or in lower case.
fn parts(name: &str) -> Vec<Part<'_>> {
    const MOST: usize = 3;
    let is_short = |word: &str| {
        let letters = word.chars().count();
        letters == 1 || letters <= MOST && word.chars().all(char::is_uppercase)
    };
    let has_long = words(name).any(|word| !is_short(word));
    let parts = words(name).filter(|word| word.chars().any(char::is_alphabetic));
    let parts = parts.enumerate().map(|(place, word)| Part {
        word,
        is_initials: is_short(word) && (has_long || place > 0),
    });
    parts.collect()
}

fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&&*folded(word))
}

fn bit(letter: char) -> u32 {
    const OTHERS: u32 = 26;
    let letter = letter.to_ascii_lowercase();
    let place = if letter.is_ascii_lowercase() {
        u32::from(letter) - u32::from('a')
    } else {
        OTHERS
    };
    1 << place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_in_any_order_and_by_their_initials() {
        let agree = |left: &str, right: &str| {
            let [left, right] = [left, right].map(|it| Person::read(it).unwrap());
            assert_eq!(left.agrees(&right), right.agrees(&left));
            left.agrees(&right)
        };
        for (left, right) in [
            ("Norling, Eva", "Norling E"),
            ("Eva Norling", "E. Norling"),
            ("Müller, Jürgen", "Muller JA"),
            ("van Osei, Martha", "Osei MV"),
            ("Li Wang", "Wang Li"),
            ("Kuhnlein, Wolfgang", "Kuehnlein W"),
            ("LI W", "Li, Wei"),
        ] {
            assert!(agree(left, right), "{left} {right}");
        }
        for (left, right) in [
            ("Eva Norling", "Eva Osei"),
            ("Norling, Eva", "Zhao, Li"),
            ("Wang, Li", "Li, Mei"),
        ] {
            assert!(!agree(left, right), "{left} {right}");
        }
        assert_eq!(Person::read(" . "), None);
    }
}
