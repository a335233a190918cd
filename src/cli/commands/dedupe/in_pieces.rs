//! Deduplication of a collection that does not fit into memory.

use dejalu::collection::index::{GroupOptions, Groups, Index};
use dejalu::collection::{Basis, Keep};
use dejalu::document::reader::Origin;
use dejalu::error::Result;
use dejalu_io::ScratchFolder;

use super::by_source::{by_source, lines as lines_of};
use super::dedupe::{Dedupe, Done, Task};
use super::outputs::Outputs;
use super::summary;
use crate::cli::commands::groups_table;
use crate::cli::commands::record_columns::sources_of;
use crate::cli::commands::table::Table;
use crate::cli::options::{Inputs, wrong};
use crate::cli::run::Outcome;

impl Dedupe {
    /// Groups documents through a temporary index on disk. The rules are chosen from the first of them, up to
    /// so many megabytes of text.
    pub(super) fn in_pieces(
        &self,
        documents: &Inputs,
        megabytes: u32,
        task: Task<'_>,
    ) -> Result<Done> {
        let Task {
            judge,
            options,
            mut outputs,
            console,
            ..
        } = task;
        let Some(model) = judge
            .trained()
            .filter(|_| judge.analysis().fields.is_empty())
        else {
            let expected = "not allowed, since the model compares the fields of records; \
                            such a collection is held in memory as a whole";
            return Err(wrong("--fit-on", &megabytes.to_string(), expected));
        };
        let folder = ScratchFolder::create(&self.outputs.folder())?;
        let mut index = Index::create(folder.path(), model.clone())?;
        let reading = &self.reading;
        let mut batches = reading.batches(documents, &model.analysis, console)?;
        let (mut read, mut undated): (Vec<Origin>, _) = (Vec::new(), 0);
        let noted = batches.by_ref().inspect(|batch| {
            let documents = batch.iter().flatten();
            read.extend(documents.clone().map(Origin::from));
            undated += documents.filter(|it| it.written().is_none()).count();
        });
        index.add_batches(noted, console)?;
        let (partly, left_out) = (batches.partly(), batches.left_out_of_sources());
        if options.keep == Keep::Newest {
            let warning = summary::undated(undated, read.len());
            warning.iter().for_each(|warning| console.warn(warning));
        }
        if partly {
            outputs.kept.keep_left_out(read.iter().cloned())?;
        }
        let group_options = GroupOptions {
            threshold: options.threshold,
            keep: options.keep,
            lose_at_most: options.lose_at_most,
            boilerplate: options.boilerplate,
            fit_on: u64::from(megabytes) * 1_000_000,
        };
        let mut lines = vec![index.form_groups(&group_options, console)?.sentence()];
        if !options.constraints.is_empty() {
            lines.push(index.constrain(&options.constraints)?.sentence());
        }
        let mut of_sources = String::new();
        let groups = index.groups()?;
        if let Some(groups) = &groups {
            let rules = groups.rules.sentence(&index.judge());
            let is_seen = groups.rules.basis.is_none_or(Basis::is_seen);
            if !is_seen && console.is_quiet() {
                console.alert(&rules);
            }
            lines.push(rules);
            if !is_seen {
                lines.push(format!(
                    "to try a lower threshold: {}",
                    summary::as_careful()
                ));
            }
            let is_kept = groups.kept();
            let all = read.iter();
            let all = all.map(|it| (it.source.as_deref(), is_kept.contains(&it.id)));
            of_sources = lines_of(&by_source(Some(documents), all, &left_out));
            lines.extend(write(outputs, groups, read)?);
        }
        Ok(Done {
            summary: lines.join("\n") + "\n" + &of_sources,
            outcome: Outcome::unless(partly),
        })
    }
}

/// Writes the groups, called like those of any deduplication, and the documents that they keep; says what is
/// kept beside these.
fn write(outputs: Outputs<'_>, groups: &Groups, mut read: Vec<Origin>) -> Result<Vec<String>> {
    outputs.kept.check_unchanged()?;
    let grouping = &groups.grouping;
    if let Some(out) = outputs.groups {
        let sources = sources_of(&read);
        let table = Table::new(out);
        groups_table::write_of_ids(table, &groups.documents, grouping, sources.as_ref())?;
    }
    let is_kept = groups.kept();
    read.retain(|origin| is_kept.contains(&origin.id));
    outputs.kept.write(&read)
}
