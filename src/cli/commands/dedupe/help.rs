//! How the help of `dejalu dedupe` is kept short.

use clap::Arg;

use crate::cli::moved::has_moved;

/// What people use first, in this order: it stands above everything else.
pub(super) const FIRST: [&str; 6] = ["out", "write_kept", "report", "at", "model", "keep"];

/// Options of the filter of one paper, which `find --evaluate` measures.
const OF_A_PAPER: [&str; 2] = ["filter", "order"];

/// Options that only `--help` lists: how documents are read, and what few people change.
const ONLY_IN_LONG_HELP: [&str; 22] = [
    "no_veto",
    "language",
    "main_content",
    "marks",
    "background",
    "fit_on",
    "evaluate",
    "sort",
    "matrix",
    "candidates",
    "seed",
    "block_by",
    "ignore_quotes",
    "strict",
    "id",
    "text",
    "html",
    "title",
    "url",
    "fields",
    "delimiter",
    "encoding",
];

/// An option with its place in the help.
pub(super) fn placed(option: Arg) -> Arg {
    let id = option.get_id().to_string();
    let first = FIRST.iter().position(|it| *it == id);
    let is_hidden = has_moved(&id) || OF_A_PAPER.contains(&&*id);
    let option = option
        .hide(is_hidden)
        .hide_short_help(ONLY_IN_LONG_HELP.contains(&&*id));
    match first {
        Some(place) => option.help_heading(None).display_order(place),
        None => option,
    }
}
