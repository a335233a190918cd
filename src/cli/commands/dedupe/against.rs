//! Deduplication against another collection.

use std::collections::HashSet;

use dejalu::collection::{AgainstRow, Collection, FindOptions, Judge, Threshold, dedupe_against};
use dejalu::document::DocumentId;
use dejalu::document::reader::Origin;
use dejalu::error::Result;
use dejalu::model::MinimumScore;

use super::by_source::{by_source, lines};
use super::dedupe::Dedupe;
use super::outputs::Outputs;
use super::summary;
use crate::cli::commands::groups_table::GROUP_COLUMNS;
use crate::cli::commands::record_columns::RecordColumns;
use crate::cli::commands::table::{Table, cell};
use crate::cli::console::Console;

impl Dedupe {
    /// The score from which on a document counts as there already: one, and no guess, which follows from
    /// the scores within one collection.
    pub(super) fn least(&self, judge: &Judge) -> Result<MinimumScore> {
        match &self.at[..] {
            [named] if self.against.is_some() => Threshold::of_search(named, judge),
            named @ [_, ..] if self.against.is_some() => {
                Threshold::of_search(&named.join(" "), judge)
            }
            _ => Ok(judge.minimum()),
        }
    }

    /// Finds the most similar one among the others for each document, and says what came of it.
    pub(super) fn against(
        &self,
        [collection, others]: [&Collection; 2],
        judge: &Judge,
        least: MinimumScore,
        outputs: Outputs<'_>,
        console: &Console,
    ) -> Result<String> {
        let options = FindOptions::default()
            .with_candidates(self.finding.options()?)
            .with_at(least);
        let found = dedupe_against(collection, others, judge, &options, console)?;
        let kept: Vec<Origin> = found.kept().map(Origin::from).collect();
        let both = [collection, others];
        let decided = judge.named_at(least);
        let text = summary::against(&found, both, judge, &decided, kept.len());
        outputs.kept.check_unchanged()?;
        let kept_ids: HashSet<&DocumentId> = found.kept().map(|it| &it.id).collect();
        let documents = collection.documents().iter();
        let documents = documents.map(|it| (it.source.as_deref(), kept_ids.contains(&it.id)));
        let sources = by_source(outputs.source.inputs(), documents, &outputs.left_out);
        if let Some(out) = outputs.groups {
            write_groups(Table::new(out), &found.rows(judge), collection)?;
        }
        let figures = summary::json_against(&decided, &found, &outputs.left_out, &sources);
        outputs.json.write_value(&figures)?;
        let beside = outputs.kept.write(&kept)?;
        let beside: String = beside.iter().map(|line| format!("{line}\n")).collect();
        Ok(text + &lines(&sources) + &beside)
    }
}

fn write_groups(mut table: Table, rows: &[AgainstRow<'_>], collection: &Collection) -> Result<()> {
    let columns = RecordColumns::of(collection.documents());
    table.row(GROUP_COLUMNS.into_iter().chain(columns.names()))?;
    for row in rows {
        let (best, shared) = row
            .best
            .as_ref()
            .map(|(best, shared)| (*best, shared))
            .unzip();
        let document = collection.place_of(row.id);
        let document = document.map(|place| &collection.documents()[place as usize]);
        let of_record = document.into_iter().flat_map(|it| columns.cells(it));
        let cells = [
            row.id.to_string(),
            row.representative().to_string(),
            row.representative().to_string(),
            cell(best.map(|best| best.score)),
            best.is_none().to_string(),
            cell(shared.and_then(|it| it.lost)),
            row.reason().to_string(),
            cell(shared.map(|it| it.relation)),
        ];
        table.row(cells.into_iter().chain(of_record))?;
    }
    table.finish()
}
