//! Pairs of texts one of which was made of the other, or of other documents.

use super::chance::{Chance, below};
use super::edits::{Stock, runs};
use super::generate::{Batch, BatchPair, Side};
use super::prose::{Prose, Sentence};
use super::recipe::Variants;
use super::sources::Sources;

impl Variants {
    /// Makes it for the `number`th time; the sources take turns in coming first.
    pub(super) fn make<'s>(
        &self,
        number: usize,
        sources: &Sources<'s>,
        chance: &mut Chance,
    ) -> Batch<'s> {
        let first = number % sources.texts.len();
        let shuffled = sources.shuffled(first, chance);
        // Of two sources or more one at least is left for the other text.
        let articles = self.articles.min(shuffled.len() - 1);
        let used = (articles + self.strangers).min(shuffled.len());
        let rest = sources.sentences(&shuffled[used..]);
        let stock = Stock {
            words: &sources.words,
            sentences: &rest,
        };
        let left = sources.joined(&shuffled[..articles]);
        let mut base = match self.strangers {
            0 => left.clone(),
            _ => sources.joined(&shuffled[articles..used]),
        };
        let mut texts = vec![left];
        for _ in 0..self.revisions {
            base = self.edits.apply(&base, stock, chance);
            texts.push(base.clone());
        }
        self.share_passage(&mut texts, &rest, chance);
        let pair = |place: usize| BatchPair {
            sides: [Side::Own(place), Side::Own(place + 1)],
            label: self.label,
            expected: [
                texts[place].share_in(&texts[place + 1]),
                texts[place + 1].share_in(&texts[place]),
            ],
            sources: shuffled[..used].to_vec(),
            group: Some(first),
        };
        Batch {
            pairs: (0..self.revisions).map(pair).collect(),
            texts,
        }
    }

    /// Puts one passage into every text, in the same pieces, at any places.
    fn share_passage<'s>(
        &self,
        texts: &mut [Prose<'s>],
        rest: &[&Sentence<'s>],
        chance: &mut Chance,
    ) {
        let lengths = texts.iter().map(|text| text.sentences.len());
        let shortest = lengths.min().unwrap_or_default() as f64;
        let wanted = (self.shared.draw(chance) * shortest).round() as usize;
        let wanted = wanted.min(rest.len());
        let start = below(rest.len() - wanted + 1, chance);
        let mut passage = &rest[start..start + wanted];
        for run in runs(wanted, chance) {
            let (piece, left) = passage.split_at(run);
            passage = left;
            for text in texts.iter_mut() {
                let place = below(text.sentences.len() + 1, chance);
                let piece = piece.iter().map(|&sentence| sentence.clone());
                text.sentences.splice(place..place, piece);
            }
        }
    }
}
