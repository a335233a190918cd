//! A folder of pages that show what the documents of pairs share.

use dejalu::collection::BoilerplateRemover;
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::model::{MinimumScore, Model};
use dejalu::report::{EvidenceFolder, Explanation};
use dejalu::text::Shortened;

use super::whole::Whole;

/// What the pages of pairs of one collection have in common.
pub(super) struct PairPages<'a> {
    pub(super) model: &'a Model,
    /// The minimum score of a duplicate, where it is not the model's own.
    pub(super) minimum: Option<MinimumScore>,
    pub(super) remover: Option<BoilerplateRemover>,
    /// The documents before something of them was ignored, if anything is.
    pub(super) whole: Option<&'a Whole>,
}

impl PairPages<'_> {
    /// Writes a page for each pair of these documents, and their list; says where that is.
    pub(super) fn write(
        &self,
        mut folder: EvidenceFolder,
        documents: &[Document],
        pairs: impl Iterator<Item = [u32; 2]>,
    ) -> Result<String> {
        for pair in pairs {
            let pair = pair.map(|place| self.ignoring(&documents[place as usize]));
            let explanation = self.explained(pair)?;
            let explanation = match self.minimum {
                Some(minimum) => explanation.decided_at(self.model, minimum),
                None => explanation,
            };
            folder.add(&explanation)?;
        }
        let list = folder.finish("Evidence for duplicate pairs")?;
        Ok(format!("evidence: {}", list.display()))
    }

    fn ignoring(&self, document: &Document) -> Shortened {
        let shortened = self.whole.and_then(|whole| whole.shortened(document));
        shortened.map_or_else(|| Shortened::whole(document.clone()), |(_, it)| it)
    }

    /// The comparison whose score counts: of that with boilerplate and that without it the lower one.
    fn explained(&self, pair: [Shortened; 2]) -> Result<Explanation> {
        let explained = |pair| Explanation::of_shortened(self.model, pair);
        let Some(remover) = &self.remover else {
            return explained(pair);
        };
        let rest = pair.clone().map(|document| remover.shorten(document));
        let omissions =
            |pair: &[Shortened; 2]| pair.iter().map(|it| it.omissions.len()).sum::<usize>();
        if omissions(&rest) == omissions(&pair) {
            return explained(pair);
        }
        let (with, without) = (explained(pair)?, explained(rest)?);
        let score = |explanation: &Explanation| explanation.judged.judgement.score;
        Ok(if score(&with) < score(&without) {
            with
        } else {
            without
        })
    }
}
