//! Computes the results of a probe from what documents share.

use std::ops::Range;

use super::answer::{CopiedSentence, CopyRule, Cuts, Found, ProbeOptions, Probed};
use super::index::Index;
use super::probe::{Ignored, Shared, shared};
use super::store::{DocumentRow, Passage};
use dejalu_base::error::Result;
use dejalu_similarity::measures::sentences::{SentenceOverlap, overlap_sum};
use dejalu_text::Chunk;

/// The registered documents that the document of these chunks shares enough with, most first; of
/// equals the first by name.
pub(super) fn find(index: &Index, chunks: &[Chunk], options: &ProbeOptions) -> Result<Probed> {
    let threshold = options.overlap_threshold()?;
    let overlaps_from = match options.rule {
        CopyRule::OsCds => Some(threshold),
        CopyRule::Scam => None,
    };
    let ignored = Ignored::find(index, &options.ignored)?;
    let mut found = Vec::new();
    for shared in shared(index, chunks, overlaps_from, &ignored)? {
        let matched = shared.matched(threshold);
        let overlap = shared.percentage(&matched);
        let class = Cuts::default().class(overlap);
        if let Some(class) = class.filter(|&class| class >= options.at_least) {
            let row = index.store.document(shared.document)?;
            found.push(Found {
                class,
                overlap,
                exact: shared.exact.len(),
                overlap_sum: overlap_sum(&matched),
                sentences: shared.sentences[1],
                matches: matches(&shared, &matched, chunks, &row),
                id: row.id,
            });
        }
    }
    found.sort_by(|a, b| {
        b.overlap
            .total_cmp(&a.overlap)
            .then_with(|| a.id.cmp(&b.id))
    });
    Ok(Probed {
        sentences: chunks.len(),
        found,
    })
}

/// The sentences that match, in the order of the probed document.
fn matches(
    shared: &Shared,
    matched: &[SentenceOverlap],
    chunks: &[Chunk],
    row: &DocumentRow,
) -> Vec<CopiedSentence> {
    let at = |[here, there]: [u32; 2], overlap: f64, exact: bool| CopiedSentence {
        probed: chunks[here as usize].span.clone(),
        // A place that the document does not have is no place of its text.
        registered: row
            .sentences
            .get(there as usize)
            .map(span)
            .unwrap_or_default(),
        overlap,
        exact,
    };
    let exact = shared.exact.iter().map(|&places| at(places, 1.0, true));
    let partly = matched.iter().map(|it| at(it.places, it.share(), false));
    let mut matches: Vec<CopiedSentence> = exact.chain(partly).collect();
    matches.sort_by_key(|it| it.probed.start);
    matches
}

fn span(passage: &Passage) -> Range<u32> {
    passage.start..passage.start.saturating_add(passage.length)
}
