//! Deduplication against another collection.

use std::collections::HashMap;

use dejalu::collection::{
    Collection, FindOptions, Judge, Match, Reason, Relation, Shared, Threshold, find, shared,
};
use dejalu::document::reader::Origin;
use dejalu::error::Result;

use super::dedupe::Dedupe;
use super::outputs::Outputs;
use super::summary;
use crate::cli::commands::groups_table::GROUP_COLUMNS;
use crate::cli::commands::table::{Table, cell};
use crate::cli::console::Console;

impl Dedupe {
    /// The score from which on a document counts as there already: one, and no guess, which follows from
    /// the scores within one collection.
    pub(super) fn least(&self, judge: &Judge) -> Result<f64> {
        match &self.at[..] {
            [named] if self.against.is_some() => Threshold::of_search(named, judge),
            named @ [_, ..] if self.against.is_some() => {
                Threshold::of_search(&named.join(" "), judge)
            }
            _ => Ok(judge.threshold_in_collections()),
        }
    }

    /// Finds the most similar one among the others for each document, and says what came of it.
    pub(super) fn against(
        &self,
        [collection, others]: [&Collection; 2],
        judge: &Judge,
        least: f64,
        outputs: Outputs<'_>,
        console: &Console,
    ) -> Result<String> {
        let options = FindOptions::default()
            .with_candidates(self.finding.options()?)
            .with_at(least);
        let found = find(collection, others, judge, &options, console)?;
        let answers = found.answers.iter();
        let best: Vec<Option<&Match>> = answers.map(|answer| answer.matches.first()).collect();
        let with_best = || collection.documents().iter().zip(&best);
        let alone = with_best().filter(|(_, best)| best.is_none());
        let kept: Vec<Origin> = alone.map(|(document, _)| document.into()).collect();
        let unsure = found.answers.iter().map(|it| it.unsure.len()).sum();
        let both = [collection, others];
        let decided = judge.named_at(least);
        let text = summary::against(&found.plan, both, judge, &decided, [kept.len(), unsure]);
        outputs.kept.check_unchanged()?;
        if let Some(out) = outputs.groups {
            write_groups(Table::new(out), both, judge, &best)?;
        }
        let figures =
            summary::json_against(&decided, &found.plan, &best, unsure, &outputs.left_out);
        outputs.json.write_value(&figures)?;
        let beside = outputs.kept.write(&kept)?;
        let beside = beside.map_or(String::new(), |beside| beside + "\n");
        Ok(text + &beside)
    }
}

/// Documents with the same best one among the others are a group.
fn write_groups(
    mut table: Table,
    [collection, others]: [&Collection; 2],
    judge: &Judge,
    best: &[Option<&Match>],
) -> Result<()> {
    table.row(GROUP_COLUMNS)?;
    let found = collection.documents().iter().zip(best);
    let found = found.filter_map(|(document, best)| Some((document, (*best)?.document)));
    let pairs = found.map(|(document, best)| [document, &others.documents()[best as usize]]);
    let mut shared = shared(judge, &pairs.collect::<Vec<_>>()).into_iter();
    let mut groups = HashMap::new();
    for (place, (document, best)) in collection.documents().iter().zip(best).enumerate() {
        let name = match best {
            Some(best) => (1, best.document),
            None => (0, place as u32),
        };
        let next = groups.len() + 1;
        let group = *groups.entry(name).or_insert(next);
        let (representative, score) = match best {
            Some(best) => (&best.id, best.score.to_string()),
            None => (&document.id, String::new()),
        };
        let named = [
            document.id.to_string(),
            group.to_string(),
            representative.to_string(),
            score,
        ];
        let shared = best.and_then(|_| shared.next());
        let is_copy = |shared: &Shared| shared.relation == Relation::Identical;
        let reason = match &shared {
            None => Reason::Unique,
            Some(shared) if is_copy(shared) => Reason::Copy,
            Some(_) => Reason::Duplicate,
        };
        table.row(named.into_iter().chain([
            shared.is_none().to_string(),
            cell(shared.as_ref().and_then(|it| it.lost)),
            reason.to_string(),
            cell(shared.map(|it| it.relation)),
        ]))?;
    }
    table.finish()
}
