//! How the groups of an index are formed: chosen when they are formed, and kept.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use crate::dedupe::Deduplicated;
use crate::dedupe_options::DedupeOptions;
use crate::suggested::LOSS_IF_SUGGESTED;
use crate::{Basis, Boilerplate, Constraints, Judge, Keep, Linkage, Threshold};
use dejalu_base::plural::{counted, percent};
use dejalu_experiment::model::MinimumScore;
use dejalu_similarity::candidates::{CandidateOptions, Method};

/// Half a gigabyte of text is deduplicated in less than 2 GB (docs/formats.md, "What is held in memory").
const FIT_ON: u64 = 500_000_000;

/// What shapes the groups of an index. They are star groups: a document is only ever removed in favour of
/// one that it was itself judged a duplicate of.
///
/// ```
/// use dejalu_collection::{Keep, Threshold};
/// use dejalu_collection::index::GroupOptions;
///
/// let options = GroupOptions {
///     threshold: Threshold::Auto,
///     keep: Keep::Newest,
///     ..GroupOptions::default()
/// };
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, SmartDefault)]
pub struct GroupOptions {
    /// The minimum score of a duplicate; one, if it is given.
    pub threshold: Threshold,
    /// Which member represents a group.
    pub keep: Keep,
    /// As [`DedupeOptions::lose_at_most`].
    pub lose_at_most: Option<f64>,
    /// Whether passages that many groups repeat are compared.
    pub boilerplate: Boilerplate,
    /// The threshold and what is boilerplate are chosen from the first documents of the index, up to so many
    /// bytes of text, which are held in memory. The others then join the groups piece by piece, as
    /// documents that are added later do.
    #[default(FIT_ON)]
    pub fit_on: u64,
}

impl GroupOptions {
    /// The deduplication that founds the groups. Candidates are exact, so that it finds the pairs that
    /// adding the documents one by one would find.
    pub(super) fn deduplication(&self) -> DedupeOptions {
        DedupeOptions {
            candidates: CandidateOptions {
                method: Method::Exact,
                ..CandidateOptions::default()
            },
            linkage: Linkage::Star,
            keep: self.keep,
            lose_at_most: self.lose_at_most,
            threshold: self.threshold.clone(),
            boilerplate: self.boilerplate,
            constraints: Constraints::default(),
            ..DedupeOptions::default()
        }
    }
}

/// The rules that an index forms its groups by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupRules {
    /// The minimum score of a duplicate.
    #[serde(with = "of_texts")]
    pub at: MinimumScore,
    /// What the threshold rests on, where the scores suggested it.
    pub basis: Option<Basis>,
    /// Which member represents a group.
    pub keep: Keep,
    /// The largest share that may be lost with a removed document; `None` for any.
    pub lose_at_most: Option<f64>,
    /// The passages that documents are compared without, as hashes of runs of words, ascending.
    pub(super) boilerplate: Vec<u64>,
    /// The number of the next new group.
    pub(super) next_group: u32,
    /// How many changes there were.
    pub(super) changes: u32,
}

impl GroupRules {
    /// What a deduplication chose.
    pub(super) fn of(options: &GroupOptions, chosen: &Deduplicated) -> Self {
        let suggested = chosen.suggested.as_ref();
        let boilerplate = chosen.boilerplate.as_ref();
        GroupRules {
            at: chosen.least(),
            basis: suggested.map(|suggested| suggested.basis),
            keep: options.keep,
            lose_at_most: options
                .lose_at_most
                .or(suggested.map(|_| LOSS_IF_SUGGESTED)),
            boilerplate: boilerplate.map_or_else(Vec::new, |left_out| left_out.runs.clone()),
            next_group: 1,
            changes: 0,
        }
    }

    /// The rules as one sentence.
    pub fn sentence(&self, judge: &Judge) -> String {
        let how = match self.basis {
            Some(Basis::Valley | Basis::Cohesion | Basis::Gap) => ", as the scores suggested",
            Some(Basis::Alike | Basis::Own) => ", since the scores suggested none",
            None => "",
        };
        let lost = self.lose_at_most.filter(|&most| most < 1.0);
        let lost = lost.map_or(String::new(), |most| {
            let most = percent(most, 0);
            format!(", each removed only if at most {most} of it is lost")
        });
        let runs = self.boilerplate.len() as u64;
        let without = match runs {
            0 => String::new(),
            _ => format!(
                ", compared without boilerplate ({})",
                counted(runs, "run of words", "runs of words")
            ),
        };
        format!(
            "star groups by {}{how}; kept: {}{lost}{without}",
            judge.named_at(self.at),
            self.keep
        )
    }
}

/// The minimum score of texts, as rules hold it; that of web pages is stored beside them, where it is another.
mod of_texts {
    use dejalu_experiment::model::MinimumScore;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        minimum: &MinimumScore,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        minimum.texts.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<MinimumScore, D::Error> {
        f64::deserialize(deserializer).map(MinimumScore::from)
    }
}
