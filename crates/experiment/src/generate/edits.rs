//! Changes at stated rates: what happens to a text between two versions of it.

use rand::Rng;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::chance::{Chance, Rate, below};
use super::page_elements;
use super::prose::{Prose, Sentence};
use super::words::WordRates;

/// \[choice\] Sentences are dropped and added in one to that many runs.
const RUNS: usize = 8;

/// The changes made to a text. Rates are drawn once for every document, and are 0 by default except
/// for `touched`; those of words are shares of the words of the sentences that are touched, those of
/// sentences shares of the sentences there were. They are applied in this order: sentences dropped,
/// words changed, sentences added, sentences moved, page elements put around.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct Edits {
    /// The share of the sentences whose words are changed; 1 by default.
    #[default(Rate::ALWAYS)]
    pub touched: Rate,
    /// Words replaced by others of the collection.
    pub replaced: Rate,
    /// Words after which another of the collection is put.
    pub inserted: Rate,
    /// Words left out.
    pub deleted: Rate,
    /// Words that change places with the one before.
    pub swapped: Rate,
    /// Of the words with a digit in them those whose digits are changed.
    pub numbers: Rate,
    /// Of the English names of months and weekdays those exchanged for others.
    pub dates: Rate,
    /// Sentences left out, at most all but one.
    pub dropped: Rate,
    /// Sentences of other documents put in.
    pub added: Rate,
    /// Sentences that change places with another one.
    pub reordered: Rate,
    /// Number of English notices below the text: copyright, terms; 0 by default.
    pub notices: usize,
    /// Number of English advertisements between its paragraphs; 0 by default.
    pub advertisements: usize,
    /// Number of time stamps above it; 0 by default.
    pub time_stamps: usize,
}

/// The material that is inserted: the words and the sentences of other texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stock<'a, 's> {
    pub(super) words: &'a [&'s str],
    pub(super) sentences: &'a [&'a Sentence<'s>],
}

impl Edits {
    /// The factor by which a text may grow at most, not counting what is put around it.
    pub(super) fn growth(&self) -> f64 {
        let by = |more: Rate, less: Rate| 1.0 + more.most() - less.least();
        (by(self.inserted, self.deleted) * by(self.added, self.dropped)).max(1.0)
    }

    /// The text with these changes; never empty where the text was not.
    pub(super) fn apply<'s>(
        &self,
        text: &Prose<'s>,
        stock: Stock<'_, 's>,
        chance: &mut Chance,
    ) -> Prose<'s> {
        let before = text.sentences.len();
        let share = |rate: f64| (rate * before as f64).round() as usize;

        let mut sentences = text.sentences.clone();
        let dropped = share(self.dropped.draw(chance)).min(before.saturating_sub(1));
        for run in runs(dropped, chance) {
            let start = below(sentences.len() - run + 1, chance);
            sentences.drain(start..start + run);
        }
        self.change_words(&mut sentences, stock.words, chance);
        if sentences.is_empty() {
            sentences.extend(text.sentences.first().cloned());
        }
        let added = share(self.added.draw(chance));
        put_in(&mut sentences, stock.sentences, added, chance);
        let reordered = self.reordered.draw(chance);
        for place in 0..sentences.len() {
            if chance.gen_bool(reordered) {
                let other = below(sentences.len(), chance);
                sentences.swap(place, other);
            }
        }
        if let Some(first) = sentences.first_mut() {
            first.opens = true;
        }
        self.furnish(&mut sentences, chance);
        Prose { sentences }
    }

    /// Rates at which the words of one document change.
    fn word_rates(&self, chance: &mut Chance) -> WordRates {
        WordRates {
            replaced: self.replaced.draw(chance),
            inserted: self.inserted.draw(chance),
            deleted: self.deleted.draw(chance),
            swapped: self.swapped.draw(chance),
            numbers: self.numbers.draw(chance),
            dates: self.dates.draw(chance),
        }
    }

    /// Sentences that lose all their words go with them.
    fn change_words<'s>(
        &self,
        sentences: &mut Vec<Sentence<'s>>,
        stock: &[&'s str],
        chance: &mut Chance,
    ) {
        let rates = self.word_rates(chance);
        let touched = self.touched.draw(chance);
        for sentence in sentences.iter_mut() {
            if chance.gen_bool(touched) {
                rates.apply(sentence, stock, chance);
            }
        }
        sentences.retain(|sentence| !sentence.words.is_empty());
    }

    fn furnish(&self, sentences: &mut Vec<Sentence<'_>>, chance: &mut Chance) {
        for _ in 0..self.advertisements {
            let opens = |place: &usize| sentences.get(*place).is_none_or(|it| it.opens);
            let places: Vec<usize> = (0..=sentences.len()).filter(opens).collect();
            let place = places[below(places.len(), chance)];
            sentences.insert(place, page_elements::advertisement(chance));
        }
        for _ in 0..self.time_stamps {
            sentences.insert(0, page_elements::time_stamp(chance));
        }
        for _ in 0..self.notices {
            sentences.push(page_elements::notice(chance));
        }
    }
}

/// The lengths of one run or several that together have this many sentences, as equal as can be; none is
/// empty.
pub(super) fn runs(sentences: usize, chance: &mut Chance) -> Vec<usize> {
    let count = 1 + below(RUNS.min(sentences), chance);
    let run = |place: usize| sentences / count + usize::from(place < sentences % count);
    (0..count).map(run).filter(|&run| run > 0).collect()
}

/// Puts so many sentences of other texts in, at most all there are of them, in runs.
fn put_in<'s>(
    sentences: &mut Vec<Sentence<'s>>,
    from: &[&Sentence<'s>],
    count: usize,
    chance: &mut Chance,
) {
    for run in runs(count.min(from.len()), chance) {
        let start = below(from.len() - run + 1, chance);
        let place = below(sentences.len() + 1, chance);
        let put = from[start..start + run].iter().map(|&it| it.clone());
        sentences.splice(place..place, put);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::generate::chance::chance;
    use crate::generate::prose::tests::analyzed;

    const TEXT: &str = "On Monday 12 ferries left the pier. A storm broke it in March 1998. \
        Nobody was hurt! The town waits.\n\nThe council met twice. It spoke of money, then of wood.";
    const OTHER: &str = "Beetles eat bark. Fungi follow them. Larvae sleep. Sap runs slowly.";

    /// The text changed as these settings say, drawn by this seed; and how alike the two are.
    fn changed(edits: &str, seed: u64) -> (String, [f64; 2]) {
        let edits: Edits = serde_json::from_str(edits).unwrap();
        let (text, other) = (analyzed(TEXT), analyzed(OTHER));
        let (text, other) = (Prose::of(&text, 0), Prose::of(&other, 1));
        let other: Vec<&Sentence> = other.sentences.iter().collect();
        let stock = Stock {
            words: &["sap", "bark"],
            sentences: &other,
        };
        let made = edits.apply(&text, stock, &mut chance(seed, "", 0));
        let shares = [text.share_in(&made), made.share_in(&text)];
        (made.written(), shares)
    }

    #[test]
    fn without_rates_nothing_changes() {
        assert_eq!(changed("{}", 1), (format!("{TEXT}\n"), [1.0, 1.0]));
    }

    #[test]
    fn every_kind_of_change_does_what_it_says() {
        let (text, shares) = changed(r#"{"replaced": 1}"#, 1);
        assert_eq!(shares, [0.0, 0.0]);
        assert!(
            text.starts_with("sap ") || text.starts_with("bark "),
            "{text}"
        );
        assert!(text.contains('!') && text.contains("\n\n"), "{text}");

        let (text, shares) = changed(r#"{"inserted": 1}"#, 1);
        assert_eq!(shares, [1.0, 0.5]);
        assert!(
            text.contains("hurt sap!") || text.contains("hurt bark!"),
            "{text}"
        );

        let (text, shares) = changed(r#"{"numbers": 1, "dates": 1}"#, 1);
        assert!(shares[0] < 1.0 && shares[0] == shares[1]);
        for gone in ["Monday", "12", "March", "1998"] {
            assert!(!text.contains(gone), "{text}");
        }
        assert!(text.contains("ferries left the pier."), "{text}");

        let (text, shares) = changed(r#"{"swapped": 1, "touched": 1}"#, 1);
        assert_eq!(shares, [1.0, 1.0]);
        assert!(
            text.starts_with("Monday 12 ferries left the pier On."),
            "{text}"
        );

        let (text, shares) = changed(r#"{"dropped": 0.5}"#, 1);
        assert!(shares[0] < 1.0 && shares[1] == 1.0);
        assert_eq!(analyzed(&text).sentences.len(), 3);

        let (text, shares) = changed(r#"{"added": 0.5}"#, 1);
        assert!(shares[0] == 1.0 && shares[1] < 1.0);
        assert_eq!(analyzed(&text).sentences.len(), 9);

        let (text, shares) = changed(r#"{"reordered": 1}"#, 1);
        assert_eq!(shares, [1.0, 1.0]);
        assert_ne!(text.trim_end(), TEXT);

        let (text, shares) = changed(
            r#"{"notices": 1, "advertisements": 2, "time_stamps": 1}"#,
            1,
        );
        assert!(shares[0] == 1.0 && shares[1] < 1.0);
        assert_eq!(analyzed(&text).text.split("\n\n").count(), 6, "{text}");
    }

    #[test]
    fn runs_are_as_equal_as_can_be() {
        let mut chance = chance(1, "", 0);
        assert!(runs(0, &mut chance).is_empty());
        for sentences in 1..100 {
            let runs = runs(sentences, &mut chance);
            assert!(runs.len() <= RUNS && runs.iter().sum::<usize>() == sentences);
            assert!(runs[0] - runs[runs.len() - 1] <= 1, "{runs:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_never_edited_away(seed in any::<u64>(), dropped in 0.0..=1.0, deleted in 0.0..=1.0) {
            let (text, shares) = changed(&format!(r#"{{"dropped": {dropped}, "deleted": {deleted}}}"#), seed);
            prop_assert!(!text.is_empty());
            prop_assert_eq!(shares[1], 1.0);
        }
    }
}
