//! Finds long passages of one text in another. [`Sistrings`] searches greedily (003, section 2).
//!
//! A *sistring* (semi-infinite string) is a text from one of its words on to its end. 003 keeps
//! them in a Patricia tree; sorted, they give the same answers at the same cost, in a third of the
//! memory.
//!
//! White space is folded; characters are counted, not bytes; \[choice\] case is kept, since the
//! paper folds nothing and its index points are bits of character codes.

/// A match of at most so many characters is taken for chance (003, section 2: "other values were
/// tried but 15 gave the best results").
pub const CHANCE_MATCH: usize = 15;

/// The sistrings of a text, ready to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sistrings {
    text: String,
    /// Starts of the text's words, in ascending order of the text from there on.
    starts: Vec<u32>,
    characters: usize,
}

impl Sistrings {
    /// Folds the white space of a text and sorts its sistrings: O(n log² n) for n words, however
    /// they repeat. Words beyond 4 GiB start none.
    pub fn new(text: &str) -> Self {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A word keeps its space, so that no word is the beginning of another, and the order of
        // sistrings is that of their words one by one.
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let order = in_order(&words);
        let starts = order
            .into_iter()
            .map(|word| place(words[word as usize]) as u32)
            .collect();
        Sistrings {
            starts,
            characters: text.chars().count(),
            text,
        }
    }

    /// Length of the text in characters, white space folded.
    pub fn characters(&self) -> usize {
        self.characters
    }

    /// Number of characters of `candidate` in matches of more than [`CHANCE_MATCH`]: it is read from
    /// the left, at each point the longest beginning of the rest that a sistring has is matched, and
    /// the search goes on after it, one character on where there is none. More than the text's own
    /// length where the candidate repeats it. O(m log n) for a candidate of m characters and a text
    /// of n words: what a search compares, the next ones skip.
    pub fn matched(&self, candidate: &Sistrings) -> usize {
        let mut matched = 0;
        let mut rest = &*candidate.text;
        while let Some(first) = rest.chars().next() {
            let found = self.longest_match(rest);
            let characters = found.chars().count();
            if characters > CHANCE_MATCH {
                matched += characters;
            }
            rest = &rest[found.len().max(first.len_utf8())..];
        }
        matched
    }

    /// The longest beginning of `rest` with which a sistring begins too.
    fn longest_match<'r>(&self, rest: &'r str) -> &'r str {
        let sistring = |&start: &u32| &self.text.as_bytes()[start as usize..];
        // Of all sistrings the two between which `rest` would stand share most with it.
        let above = self
            .starts
            .partition_point(|start| sistring(start) < rest.as_bytes());
        let nearest = self.starts[above.saturating_sub(1)..].iter().take(2);
        let shared = nearest
            .map(|start| shared_bytes(sistring(start), rest.as_bytes()))
            .max();
        let whole = |&end: &usize| rest.is_char_boundary(end);
        let end = (0..=shared.unwrap_or(0)).rev().find(whole);
        &rest[..end.unwrap_or(0)]
    }
}

/// The length of the longest common beginning.
fn shared_bytes(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(a, b)| a == b).count()
}

/// The places of words in ascending order of the words from there on, by prefix doubling: sorted
/// by 1, 2, 4, … words until no two are alike.
fn in_order(words: &[&str]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..words.len() as u32).collect();
    order.sort_unstable_by_key(|&place| words[place as usize]);
    let mut rank = ranks(&order, |place| words[place]);
    let mut length = 1;
    while order
        .last()
        .is_some_and(|&last| (rank[last as usize] as usize) < words.len())
    {
        // Ranks start at 1: a text that ends comes before one that goes on.
        let after = |place: usize| rank.get(place + length).copied().unwrap_or(0);
        let pair = |place: usize| (rank[place], after(place));
        order.sort_unstable_by_key(|&place| pair(place as usize));
        rank = ranks(&order, pair);
        length *= 2;
    }
    order
}

/// The rank, from 1, of every place: equal where the keys of an ascending order are.
fn ranks<K: PartialEq>(order: &[u32], key: impl Fn(usize) -> K) -> Vec<u32> {
    let mut ranks = vec![0; order.len()];
    let mut rank = 0;
    let mut previous = None;
    for &place in order {
        let key = Some(key(place as usize));
        rank += u32::from(key != previous);
        ranks[place as usize] = rank;
        previous = key;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROSES: &str = "uma rosa é uma rosa é uma rosa.";

    /// 003, section 2, to the letter: each search tries every sistring.
    fn slow(text: &str, candidate: &str) -> (usize, Vec<usize>) {
        let fold = |text: &str| -> Vec<char> {
            text.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .chars()
                .collect()
        };
        let (text, candidate) = (fold(text), fold(candidate));
        let starts = |&place: &usize| place == 0 || text[place - 1] == ' ';
        let starts: Vec<usize> = (0..text.len()).filter(starts).collect();
        let (mut place, mut searches) = (0, Vec::new());
        while place < candidate.len() {
            let shared = |&start: &usize| {
                let pairs = text[start..].iter().zip(&candidate[place..]);
                pairs.take_while(|(a, b)| a == b).count()
            };
            let found = starts.iter().map(shared).max().unwrap_or(0);
            searches.push(found);
            place += found.max(1);
        }
        (
            searches.iter().filter(|&&found| found > CHANCE_MATCH).sum(),
            searches,
        )
    }

    #[test]
    fn the_roses_of_the_paper() {
        // 003, section 2: six searches in "nunca ", then "uma rosa é uma rosa é uma ".
        let candidate = "nunca uma rosa é uma rosa é uma violeta.";
        let (matched, searches) = slow(ROSES, candidate);
        assert_eq!((matched, &searches[..7]), (26, &[0, 1, 0, 0, 0, 0, 26][..]));
        assert_eq!(
            Sistrings::new(ROSES).matched(&Sistrings::new(candidate)),
            26
        );
    }

    #[test]
    fn what_the_candidate_repeats_is_matched_again() {
        let twice = Sistrings::new(&format!("{ROSES} {ROSES}"));
        assert_eq!(Sistrings::new(ROSES).matched(&twice), 62);
    }

    #[test]
    fn fifteen_characters_are_chance_and_sixteen_are_not() {
        let matched = |text: &str| Sistrings::new(text).matched(&Sistrings::new(text));
        assert_eq!(matched("abcdefghijklmno"), 0);
        assert_eq!(matched("abcdefghijklmnop"), 16);
        assert_eq!(
            matched("ééééééééééééééé"),
            0,
            "thirty bytes, fifteen characters"
        );
    }

    #[test]
    fn a_match_ends_between_characters() {
        // é and è share their first byte.
        let text = Sistrings::new("la rosée du matin");
        assert_eq!(text.longest_match("la rosèraie"), "la ros");
        assert_eq!(Sistrings::new("  ").longest_match("la"), "");
    }

    proptest! {
        #[test]
        fn equals_the_search_of_every_sistring(
            text in "([abé]{1,3}|\u{1}a|aab aab aab aab aab)([ \n]{1,2}([abé]{1,3}|a\u{1}|aab aab aab))*",
            candidate in "([abè]{1,3}|aab aab aab aab aab)( ([abé]{1,3}|a\u{1}|aab aab aab))*",
        ) {
            let [left, right] = [&text, &candidate].map(|text| Sistrings::new(text));
            prop_assert_eq!(left.matched(&right), slow(&text, &candidate).0);
            prop_assert_eq!(right.matched(&left), slow(&candidate, &text).0);
        }

        #[test]
        fn sistrings_ascend(words in prop::collection::vec("[abé\u{1}]{1,2}", 0..40)) {
            let sistrings = Sistrings::new(&words.join(" "));
            let all: Vec<&str> = sistrings.starts.iter().map(|&start| &sistrings.text[start as usize..]).collect();
            prop_assert_eq!(all.len(), words.len());
            prop_assert!(all.is_sorted());
        }
    }
}
