//! Plagiarised documents: passages of several sources put together (003, section 4.1).

use rand::seq::SliceRandom;

use super::chance::Chance;
use super::generate::{Batch, BatchPair, Side};
use super::prose::{Prose, Sentence};
use super::recipe::Mixture;
use super::sources::Sources;
use crate::pairs::Label;

impl Mixture {
    /// A document made of randomly chosen sources, paired with each of them.
    pub(super) fn make<'s>(&self, sources: &Sources<'s>, chance: &mut Chance) -> Batch<'s> {
        let mut drawn: Vec<usize> = (0..sources.texts.len()).collect();
        drawn.shuffle(chance);
        let (share, user_share) = (self.share.draw(chance), self.user_share.draw(chance));
        // Of two sources or more one at least is left.
        let user = if user_share > 0.0 { drawn.pop() } else { None };
        drawn.truncate(self.sources);
        let texts: Vec<&Prose> = drawn.iter().map(|&it| &sources.texts[it]).collect();
        let user = user.map(|it| (&sources.texts[it], user_share));
        let mixed = mixture(&texts, share, user, chance);
        let pair = |&source: &usize| self.pair(source, &sources.texts[source], &mixed);
        Batch {
            pairs: drawn.iter().map(pair).collect(),
            texts: vec![mixed],
        }
    }

    fn pair(&self, number: usize, source: &Prose, mixed: &Prose) -> BatchPair {
        let expected = [source.share_in(mixed), mixed.share_in(source)];
        let is_duplicate = expected[0].max(expected[1]) >= self.duplicate_from;
        BatchPair {
            sides: [Side::Source(number), Side::Own(0)],
            label: if is_duplicate {
                Label::Duplicate
            } else {
                Label::Distinct
            },
            expected,
            sources: vec![number],
            group: None,
        }
    }
}

/// From every source whole paragraphs, drawn at random without replacement until the words taken
/// reach `share`/m of *that source's* words (m sources); from the text of the user `user_share` of
/// its own; all placed at random.
///
/// Shares are in [0, 1]. Since paragraphs are taken whole, what is taken can be much more than
/// that, of a text of one paragraph all of it.
fn mixture<'s>(
    sources: &[&Prose<'s>],
    share: f64,
    user: Option<(&Prose<'s>, f64)>,
    chance: &mut Chance,
) -> Prose<'s> {
    let share = share / sources.len() as f64;
    let parts = sources.iter().map(|&source| (source, share)).chain(user);
    let mut taken: Vec<&[Sentence]> = Vec::new();
    for (source, share) in parts {
        taken.extend(paragraphs(source, share, chance));
    }
    taken.shuffle(chance);
    Prose {
        sentences: taken.concat(),
    }
}

/// Paragraphs at random until they hold that share of the source's words.
fn paragraphs<'p, 's>(
    source: &'p Prose<'s>,
    share: f64,
    chance: &mut Chance,
) -> Vec<&'p [Sentence<'s>]> {
    let mut drawn: Vec<&[Sentence]> = source.paragraphs().collect();
    drawn.shuffle(chance);
    let wanted = share * source.len() as f64;
    let mut words = 0;
    drawn.retain(|paragraph| {
        let is_needed = (words as f64) < wanted;
        words += paragraph.iter().map(|it| it.words.len()).sum::<usize>();
        is_needed
    });
    drawn
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::generate::chance::chance;
    use crate::generate::prose::tests::analyzed;

    /// Texts of paragraphs of these lengths.
    fn texts(lengths: &[Vec<usize>]) -> Vec<String> {
        let paragraph = |&words: &usize| vec!["word"; words].join(" ") + ".";
        let text = |lengths: &Vec<usize>| {
            lengths
                .iter()
                .map(paragraph)
                .collect::<Vec<_>>()
                .join("\n\n")
        };
        lengths.iter().map(text).collect()
    }

    proptest! {
        #[test]
        fn enough_is_taken_and_no_paragraph_more(
            lengths in prop::collection::vec(prop::collection::vec(1usize..30, 1..8), 1..5),
            share in 0.0..=1.0,
            seed in any::<u64>(),
        ) {
            let documents: Vec<_> = texts(&lengths).iter().map(|text| analyzed(text)).collect();
            let sources: Vec<Prose> = documents.iter().zip(0..).map(|(it, number)| Prose::of(it, number)).collect();
            let mixed = mixture(&Vec::from_iter(&sources), share, None, &mut chance(seed, "", 0));
            for (source, lengths) in sources.iter().zip(&lengths) {
                let wanted = share / sources.len() as f64;
                let got = source.share_in(&mixed);
                let longest = *lengths.iter().max().unwrap() as f64 / source.len() as f64;
                prop_assert!(got >= wanted - 1e-12);
                prop_assert!(got < wanted + longest + 1e-12);
            }
            prop_assert!((mixed.len() as f64) > 0.0 || share == 0.0);
        }

        #[test]
        fn of_the_users_text_its_own_share_is_taken(seed in any::<u64>()) {
            let documents: Vec<_> = texts(&[vec![10; 10], vec![10; 10]]).iter().map(|text| analyzed(text)).collect();
            let [source, user] = [0, 1].map(|number| Prose::of(&documents[number as usize], number));
            let mixed = mixture(&[&source], 0.2, Some((&user, 0.4)), &mut chance(seed, "", 0));
            prop_assert_eq!(source.share_in(&mixed), 0.2);
            prop_assert_eq!(user.share_in(&mixed), 0.4);
        }
    }
}
