//! The pairs that people should look at: their table, and how many they are.

use dejalu::collection::{
    Collection, DedupeOptions, Deduplicated, Judge, Review, ReviewPair, review,
};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu_base::plural::{count, counted};
use serde_json::{Value, json};

use crate::cli::commands::record_columns::RecordColumns;
use crate::cli::commands::table::Table;
use crate::cli::console::Console;
use crate::cli::pair_columns::{self, BEGINNINGS, TO_REVIEW};

/// The most pairs that are listed: nobody reviews more at once.
pub(super) const LISTED: usize = 1_000;

/// Records of larger collections are compared once more only where a list is asked for.
const COUNTED: usize = 20_000;

/// The most characters of a text that are shown.
const SHOWN: usize = 500;

/// Looks for the pairs, if a list is asked for; of records that are not too many in any case, to say how many there
/// are.
pub(super) fn of(
    collection: &Collection,
    judge: &Judge,
    options: &DedupeOptions,
    result: &Deduplicated,
    is_listed: bool,
    console: &Console,
) -> Result<Option<Review>> {
    let are_records = !judge.analysis().fields.is_empty();
    let are_few = collection.documents().len() <= COUNTED;
    let is_draw = result.audit.as_ref().is_some_and(|it| !it.is_verdict());
    let is_counted = are_records && are_few && !is_draw && result.groupings.len() == 1;
    let most = match (is_listed, is_counted) {
        (true, _) => LISTED,
        (false, true) => 0,
        (false, false) => return Ok(None),
    };
    let found = review(collection, judge, options, result, most, console)?;
    console.end();
    Ok(Some(found))
}

/// Writes the list.
pub(super) fn write(mut table: Table, documents: &[Document], review: &Review) -> Result<()> {
    let columns = RecordColumns::of(documents);
    let fields = columns.fields();
    let of_both = if fields.is_empty() {
        BEGINNINGS.map(str::to_owned).to_vec()
    } else {
        pair_columns::of_both(fields.iter().copied())
    };
    let head = TO_REVIEW.into_iter().map(str::to_owned);
    table.row(head.chain(of_both))?;
    for ReviewPair {
        documents: places,
        score,
        reason,
    } in &review.pairs
    {
        let pair = places.map(|place| &documents[place as usize]);
        let ids = pair.iter().map(|document| document.id.to_string());
        let said = [score.to_string(), reason.to_string(), String::new()];
        let shown = pair.iter().flat_map(|document| {
            let beginning = || document.text.chars().take(SHOWN).collect();
            let beginning = fields.is_empty().then(beginning);
            columns.field_cells(document).chain(beginning)
        });
        table.row(ids.chain(said).chain(shown))?;
    }
    table.finish()
}

/// Says how many pairs there are and why, and where their list is, or how to get it.
pub(super) fn sentence(review: &Review, file: Option<&str>) -> Option<String> {
    if review.found == 0 {
        return file.map(|_| "no pair to review".to_owned());
    }
    let reasons = review.by_reason.iter().map(|(reason, pairs)| {
        let of = match *reason {
            "veto" => "vetoed",
            "DOIs differ" => "whose DOIs differ",
            "just below" => "just below the threshold",
            other => other,
        };
        format!("{} {of}", count(*pairs))
    });
    let reasons: Vec<String> = reasons.collect();
    let pairs = counted(review.found, "pair", "pairs");
    let reasons = reasons.join(", ");
    let part = if review.is_complete {
        ""
    } else {
        "; there are too many candidates to look at all"
    };
    let listed = match file {
        None => "--review FILE lists them".to_owned(),
        Some(file) if review.pairs.len() < review.found => {
            let listed = count(review.pairs.len());
            format!("{file} has the {listed} surest duplicates")
        }
        Some(file) => format!("in {file}, the surest duplicates first"),
    };
    Some(format!("{pairs} to review ({reasons}{part}): {listed}"))
}

/// For programs.
pub(super) fn json(collection: &Collection, review: &Review) -> Value {
    let id = |place: u32| collection.documents()[place as usize].id.to_string();
    let pairs = review.pairs.iter().map(|pair| {
        let [a, b] = pair.documents.map(id);
        json!({ "id_a": a, "id_b": b, "score": pair.score, "why": pair.reason })
    });
    json!({
        "found": review.found,
        "by_reason": review.by_reason,
        "is_complete": review.is_complete,
        "pairs": pairs.collect::<Vec<_>>(),
    })
}
