//! How the help of `dejalu dedupe` is kept short.

use clap::Arg;

use crate::cli::moved::has_moved;

/// What people use first, in this order: it stands above everything else.
pub(super) const FIRST: [&str; 6] = ["out", "write_kept", "report", "at", "model", "keep"];

/// Options of the filter of one paper, which `find --evaluate` measures.
const OF_A_PAPER: [&str; 2] = ["filter", "order"];

/// How a rule reads documents, which is no decision.
const OF_READING: [&str; 3] = ["language", "main_content", "marks"];

/// Options that few people change: with those of how documents are read, only `--help` lists them.
const ONLY_IN_LONG_HELP: [&str; 8] = [
    "no_veto",
    "background",
    "fit_on",
    "evaluate",
    "candidates",
    "seed",
    "block_by",
    "ignore_quotes",
];

/// An option with its place in the help. The long help has one paragraph for each, whose first sentence is the short help.
pub(super) fn placed(option: Arg) -> Arg {
    let id = option.get_id().to_string();
    let first = FIRST.iter().position(|it| *it == id);
    let is_hidden = has_moved(&id) || OF_A_PAPER.contains(&&*id);
    let is_of_reading =
        option.get_help_heading() == Some("Documents") || OF_READING.contains(&&*id);
    let long = in_one_paragraph(&option);
    let has_default = !option.get_default_values().is_empty();
    let option = option
        .hide(is_hidden)
        .hide_short_help(is_of_reading || ONLY_IN_LONG_HELP.contains(&&*id))
        .hide_default_value(has_default)
        .long_help(long);
    match first {
        Some(place) => option.help_heading(None).display_order(place),
        None if OF_READING.contains(&&*id) => option.help_heading("Reading"),
        None if id == "index" => option.help_heading(None).display_order(FIRST.len()),
        None => option,
    }
}

/// The whole help of an option; its default value, too, would take two lines of its own.
fn in_one_paragraph(option: &Arg) -> String {
    let help = option.get_long_help().or(option.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut text = match help.split_once("\n\n") {
        Some((first, rest)) if rest.starts_with('[') => format!("{first} {rest}"),
        Some((first, rest)) => format!("{first}. {rest}"),
        None => help,
    };
    let default = option.get_default_values().first();
    if let Some(default) = default.filter(|_| !text.contains("[default: ")) {
        text += &format!(" [default: {}]", default.to_string_lossy());
    }
    text
}
