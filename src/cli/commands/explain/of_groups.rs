//! Pages for the pairs that a table of groups makes.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{
    Boilerplate, Collection, GivenGroups, GroupColumns, Grouping, GroupsTable, Judge, LeftOut,
    Relation, scores,
};
use dejalu::error::Result;
use dejalu::model::{MinimumScore, Model};
use dejalu::report::EvidenceFolder;
use serde::Serialize;

use crate::cli::commands::pair_pages::PairPages;
use crate::cli::commands::source::Source;
use crate::cli::commands::whole::Whole;
use crate::cli::console::Console;
use crate::cli::options::{Ignoring, Order, Reading, all_columns, group_column, place_of, whole};
use crate::cli::run::Outcome;

/// Options for the pages of a table of groups.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Groups")]
pub(super) struct OfGroups {
    /// Explain the pairs of this table of groups instead, of 'dejalu dedupe' or any other tool (id with representative,
    /// kept_id or group): each removed document of another text with the one kept in its place. Needs --documents and
    /// --report
    #[arg(long, value_name = "GROUPS", requires_all = ["documents", "report"])]
    pub(super) groups: Option<PathBuf>,

    /// Column of GROUPS with another name: id, group, representative or kept, as in group=cluster; may be repeated
    #[arg(long = "column", value_name = "ROLE=NAME", requires = "groups", value_parser = group_column)]
    columns: Vec<GroupColumns>,

    /// Document that is kept of a group where GROUPS does not say: longest, first (in the input) or newest (latest 'date')
    #[arg(
        long,
        value_name = "WHICH",
        requires = "groups",
        default_value = "longest"
    )]
    keep: String,

    /// Write the pages into this folder, and a list of them; of records the list has titles, authors and years
    #[arg(long, value_name = "DIR", requires = "groups", conflicts_with_all = ["page", "json"])]
    report: Option<PathBuf>,

    /// Write pages only for this document, with each other one of its group; may be repeated
    #[arg(long, value_name = "ID", requires = "groups")]
    of: Vec<String>,

    /// Order of the pages
    #[arg(long, value_name = "ORDER", requires = "groups", value_enum, default_value_t = Order::Doubtful)]
    order: Order,

    /// Maximum number of pages
    #[arg(long, value_name = "N", requires = "groups", default_value_t = 20, value_parser = whole::<usize>(1, 100_000))]
    top: usize,

    /// Compare also without passages that more than N groups of near copies repeat, shade them, and show the comparison
    /// with the lower score: keep (ignore none), auto (10) or a number from 1 to 250; that of 'dejalu dedupe --boilerplate'
    #[arg(
        long,
        value_name = "auto|keep|N",
        requires = "groups",
        default_value = "keep"
    )]
    boilerplate: String,
}

impl OfGroups {
    /// Writes the pages, where there is a table.
    pub(super) fn run(
        &self,
        source: &Source,
        (model, minimum): (&Model, MinimumScore),
        (ignoring, reading): (&Ignoring, &Reading),
        console: &Console,
    ) -> Result<Option<Outcome>> {
        let (Some(groups), Some(report)) = (&self.groups, &self.report) else {
            return Ok(None);
        };
        let judge = Judge::model(model.clone());
        let boilerplate: Boilerplate = self.boilerplate.parse()?;
        let keep = GroupsTable::keep(&self.keep)?;
        let table = GroupsTable::read(groups, &all_columns(&self.columns))?;
        let folder = EvidenceFolder::create(report)?;
        let read = source.load(reading, &judge, console)?;
        let whole = Whole::of(&read.documents, ignoring, &judge)?;
        let documents = ignoring.cut(read.documents, judge.analysis(), console)?;
        let collection = Collection::new(documents);
        let given = GivenGroups::new(&collection, &table, keep, &judge, console)?;
        for warning in given.warnings() {
            console.alert(&warning);
        }
        let pairs = self.pairs(&collection, &given.grouping)?;
        let found = scores(&collection, &pairs, &judge, console)?;
        let mut pairs: Vec<((u32, u32), f64)> = pairs.into_iter().zip(found).collect();
        self.order.sort(&mut pairs);
        pairs.truncate(self.top);
        let left_out = LeftOut::of(&collection, boilerplate, &judge, console)?;
        console.end();
        let pages = PairPages {
            model,
            minimum: Some(minimum),
            remover: left_out.map(|it| it.remover(&collection, &judge)),
            whole: whole.as_ref(),
        };
        let pairs = pairs.into_iter().map(|((a, b), _)| [a, b]);
        let written = pages.write(folder, collection.documents(), pairs)?;
        console.summary(&(written + "\n"), false)?;
        Ok(Some(Outcome::unless(read.partly)))
    }

    /// The pairs to explain, by place. Nobody asks what two copies of one text share, unless for one of them by name.
    fn pairs(&self, collection: &Collection, grouping: &Grouping) -> Result<Vec<(u32, u32)>> {
        let pair = |a: u32, b: u32| (a.min(b), a.max(b));
        let pairs: BTreeSet<(u32, u32)> = if self.of.is_empty() {
            let removals = (0u32..).zip(&grouping.removals);
            let removals = removals.filter_map(|(place, it)| Some((place, (*it)?)));
            let others = removals.filter(|(_, it)| it.relation != Relation::Identical);
            others
                .map(|(place, it)| pair(place, it.in_favour_of))
                .collect()
        } else {
            let named: BTreeSet<u32> = self.named(collection)?;
            let of_group = |&place: &u32| {
                let group = grouping.group_of[place as usize] as usize;
                let members = grouping.groups[group].members.iter();
                let others = members.filter(move |&&member| member != place);
                others.map(move |&member| pair(place, member))
            };
            named.iter().flat_map(of_group).collect()
        };
        Ok(pairs.into_iter().collect())
    }

    fn named(&self, collection: &Collection) -> Result<BTreeSet<u32>> {
        let place = |id: &String| place_of(collection, "--of", id);
        self.of.iter().map(place).collect()
    }
}
