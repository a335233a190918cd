//! Stories about what users do and what they get or are told. One binary, to link once.
//!
//! - [`commands`]: each command does what it says;
//! - [`help`]: what every command tells of itself;
//! - [`pipes`]: results go from one program into another;
//! - [`manual`]: each command has a manual page;
//! - [`explaining`]: why two documents are near-duplicates;
//! - [`learning`]: what a training tells beside its figures;
//! - [`numbers`]: features that nobody measures: columns of the user's own, vectors of before;
//! - [`passages`]: reused passages;
//! - [`pages`]: which text of a web page counts, and that every command takes the same;
//! - [`collections`]: the same of find and dedupe;
//! - [`indexes`]: collections that are made ready to be searched;
//! - [`deduplicated`]: what a deduplication shows to people;
//! - [`pieces`]: collections that do not fit into memory;
//! - [`merging`]: what kept records take from those that are removed for them;
//! - [`sameness`]: equal inputs give equal results;
//! - [`tables`]: nothing of a table is lost without a word, and mistyped names are told;
//! - [`generating`]: documents whose similarity is known beforehand;
//! - [`reproducing`]: what the five papers print, beside ours;
//! - [`registry`]: documents are registered, and copies of them found;
//! - [`shares`]: what figures depend on: the share of duplicates, and what was learned from;
//! - [`reporting`]: the pages that people open;
//! - [`refusals`]: what cannot be done is one clear sentence, and leaves no trace;
//! - [`interruptions`]: signals that end the program, which leaves nothing unfinished behind;
//! - [`audits`]: what may be removed, and files that are moved away and back;
//! - [`guides`]: the commands of the README's table, and links;
//! - [`given_groups`]: groups of any tool are judged and carried out;
//! - [`handwritten`]: what people have written is never replaced;
//! - [`together`]: the outputs of a run appear together, and none replaces what was read;
//! - [`labelling`]: people are asked, in a terminal, and told what their answers are worth;
//! - [`kills`]: kills at random moments (slow, only when asked for);
//! - [`deciding`]: one pair gets one answer, whoever is asked and however the model was named;
//! - [`label_page`]: what the buttons of the page start ends with it;
//! - [`serving`]: other programs ask over HTTP;
//! - [`skipping`]: what is left out of a collection is told, and what is kept is what was read;
//! - [`oddities`]: strange input that is nevertheless read;
//! - [`forms`]: records with fields, spreadsheets, documents without ids;
//! - [`rewriting`]: records in another format lose nothing that it has a place for;
//! - [`ways`]: every command of `docs/formats.md`;
//! - [`wording`]: how the same words may be written;
//! - [`works`]: the model of records joins what is one work, and no works that share a title;
//! - [`reading`], [`metrics`]: the same of the library.

mod audits;
mod background;
mod collections;
mod commands;
mod deciding;
mod deduplicated;
mod explaining;
mod forms;
mod generating;
mod given_groups;
mod guides;
mod handwritten;
mod help;
mod index_groups;
mod indexes;
mod inputs;
#[cfg(unix)]
mod interruptions;
#[cfg(target_os = "linux")]
mod json_forms;
mod kills;
#[cfg(target_os = "linux")]
mod label_page;
mod labelling;
mod learning;
mod manual;
mod merging;
mod metrics;
mod numbers;
mod oddities;
mod pages;
mod passages;
mod pieces;
mod pipes;
mod reading;
mod references;
mod refusals;
mod registry;
mod reporting;
mod reproducing;
mod rewriting;
mod sameness;
#[cfg(unix)]
mod serving;
mod several;
mod shares;
mod skipping;
mod tables;
#[cfg(unix)]
mod together;
mod undecided;
mod ways;
mod wording;
mod works;
mod workshop;
