//! Selects the sentences of very long documents that the page shows.

use std::ops::Range;

use super::explanation::Explanation;
use crate::evidence::MatchKind;

/// The most text of a document that the page shows, in bytes.
const ROOM: usize = 300_000;

/// Number of sentences that are shown of a run in one document alone.
const ALONE: u32 = 3;

impl Explanation {
    /// For each side whether the page shows a sentence. All of a document of up to 300,000 bytes;
    /// of a longer one what matters, as far as there is room: first what is changed or has moved,
    /// with its neighbours, then how what occurs in one document alone begins, then the beginning.
    pub(super) fn shown(&self) -> [Vec<bool>; 2] {
        let mut extract = Extract {
            it: self,
            room: [ROOM; 2],
            shown: [0, 1].map(|side: usize| vec![false; self.evidence.sides[side].sentences.len()]),
        };
        if self.documents.iter().all(|it| it.text.len() <= ROOM) {
            extract.room = [usize::MAX; 2];
        }
        let changed =
            |it: &&crate::evidence::SentenceMatch| it.kind != MatchKind::Identical || it.moved;
        for found in self.evidence.matches.iter().filter(changed) {
            for side in [0, 1] {
                let Range { start, end } = found.sentences[side];
                extract.show(side, start.saturating_sub(1)..end + 1);
            }
        }
        for side in [0, 1] {
            for run in &self.evidence.sides[side].alone {
                extract.show(
                    side,
                    run.start.saturating_sub(1)..run.end.min(run.start + ALONE),
                );
            }
            let all = extract.shown[side].len() as u32;
            extract.show(side, 0..all);
        }
        extract.shown
    }
}

struct Extract<'a> {
    it: &'a Explanation,
    /// Number of bytes that may still be shown.
    room: [usize; 2],
    shown: [Vec<bool>; 2],
}

impl Extract<'_> {
    /// Shows sentences one by one, as far as there is room.
    fn show(&mut self, side: usize, places: Range<u32>) {
        let sentences = &self.it.evidence.sides[side].sentences;
        let end = (places.end as usize).min(sentences.len());
        for (place, sentence) in sentences
            .iter()
            .enumerate()
            .take(end)
            .skip(places.start as usize)
        {
            let length = sentence.span.len();
            if self.shown[side][place] {
                continue;
            }
            if length > self.room[side] {
                self.room[side] = 0;
                return;
            }
            self.room[side] -= length;
            self.shown[side][place] = true;
        }
    }
}
