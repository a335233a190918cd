//! Output: data to stdout; messages, warnings and progress to stderr.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use dejalu::Progress;
use dejalu::document::Document;
use dejalu::error::{Error, ErrorKind, IoContext, Result};
use dejalu::report::{Style, sanitize};
use dejalu_base::plural::{count, counted};
use dejalu_text::look_alike_words;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::hints::{refusal, sentence};

/// The two streams of a command, and its progress bar.
pub(super) struct Console {
    quiet: bool,
    bar: ProgressBar,
    /// Whether the summary in JSON names all that is left out.
    lists_left_out: AtomicBool,
}

impl Console {
    pub(super) fn new(quiet: bool) -> Self {
        let style = ProgressStyle::with_template("{msg:40} {wide_bar} {pos}/{len} {eta:>4}");
        let bar = ProgressBar::hidden();
        Console {
            quiet,
            lists_left_out: AtomicBool::new(false),
            bar: match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            },
        }
    }

    /// From now on warnings may say that --json names all that is left out.
    pub(super) fn lists_left_out(&self) {
        self.lists_left_out.store(true, Ordering::Relaxed);
    }

    /// Returns whether only results, errors and what was left out are wanted.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Writes data to stdout. A broken pipe is not an error: the reader has read enough.
    pub(super) fn data(&self, text: &str) -> Result<()> {
        self.shows(text).map(drop)
    }

    /// Writes data to stdout; false if nobody reads it any more.
    pub(super) fn shows(&self, text: &str) -> Result<bool> {
        self.end();
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes());
        let written = written.and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            written => written
                .map(|()| true)
                .context("write", Path::new("standard output")),
        }
    }

    /// Prints what came of a command whose results are elsewhere, unless `--quiet`: to stdout, if that is not
    /// where they are.
    pub(super) fn summary(&self, text: &str, stdout_is_taken: bool) -> Result<()> {
        if stdout_is_taken {
            self.say(text.trim_end());
        } else if !self.quiet {
            self.data(text)?;
        }
        Ok(())
    }

    /// Prints a message unless `--quiet`.
    pub(super) fn say(&self, text: &str) {
        if !self.quiet {
            self.tell(text);
        }
    }

    /// Says where a page is, even with `--quiet`, since nobody could find it otherwise; and opens it, if
    /// that is wanted and a browser can be found.
    pub(super) fn announce(&self, address: &str, open: bool) {
        self.tell(&format!("open {address}"));
        self.say("press Ctrl+C to stop; every answer is saved");
        if open {
            open_in_browser(address);
        }
    }

    /// Prints a warning.
    pub(super) fn warn(&self, text: &str) {
        self.say(&format!("warning: {text}"));
    }

    /// Reports what is wrong with inputs, even with `--quiet`: the first few sentences, and how many inputs
    /// were left out for it, which it returns.
    pub(super) fn left_out(&self, (one, many): (&str, &str), errors: &[Error]) -> usize {
        const SHOWN: usize = 5;
        let warn = |text: String| self.tell(&one_line(&format!("warning: {text}")));
        let mut shown: Vec<&Error> = errors.iter().collect();
        if shown.len() > SHOWN {
            // What ends a source must not be among those that are only counted.
            shown.sort_by_key(|error| !error.is_of_rest());
        }
        for error in shown.iter().take(SHOWN) {
            warn(sentence(error));
        }
        if let Some((_, others)) = shown.split_at_checked(SHOWN)
            && !others.is_empty()
        {
            let lines = lines_of(others).map_or(String::new(), |lines| format!(" ({lines})"));
            let where_all = if self.lists_left_out.load(Ordering::Relaxed) {
                "; --json names all"
            } else {
                ""
            };
            warn(format!(
                "and {} more{lines}{where_all}",
                count(others.len())
            ));
        }
        let left_out = errors.iter().filter(|error| !leaves_nothing_out(error));
        let left_out = left_out.count();
        if left_out > 0 {
            warn(format!("{} left out", counted(left_out, one, many)));
        }
        left_out
    }

    /// Prints a warning even with `--quiet`: one about documents that are removed.
    pub(super) fn alert(&self, text: &str) {
        self.tell(&format!("warning: {text}"));
    }

    /// Reports files of a folder that are not read, even with `--quiet`: how many, and the first few.
    pub(super) fn ignored(
        &self,
        folder: &Path,
        files: &[PathBuf],
        (one, many): (&str, &str),
        why: &str,
    ) {
        const SHOWN: usize = 5;
        if files.is_empty() {
            return;
        }
        let names = files.iter().take(SHOWN).map(|file| {
            let below = file.strip_prefix(folder).unwrap_or(file);
            below.display().to_string()
        });
        let mut names: Vec<String> = names.collect();
        if files.len() > SHOWN {
            names.push(format!("and {} more", count(files.len() - SHOWN)));
        }
        let ignored = counted(files.len(), one, many);
        self.tell(&format!(
            "warning: {}: {ignored} ignored{why}: {}",
            folder.display(),
            names.join(", ")
        ));
    }

    /// Says what an archive holds beside its documents.
    pub(super) fn passed_over(
        &self,
        archive: impl fmt::Display,
        counts: &BTreeMap<&'static str, u64>,
    ) {
        let counted = counts.iter();
        let counted =
            counted.map(|(what, &found)| format!("{} ({})", what.replace('_', " "), count(found)));
        let counted: Vec<String> = counted.collect();
        if !counted.is_empty() {
            let counted = counted.join(", ");
            self.say(&format!(
                "{archive}: skipped, since they hold no document: {counted}"
            ));
        }
    }

    /// Says what is particular about the characters of documents.
    pub(super) fn characters(&self, documents: &[Document]) {
        self.charsets(documents);
        self.zeros(documents);
        self.look_alikes(documents);
    }

    /// Warns of documents in which letters of another script stand for Latin ones.
    fn look_alikes(&self, documents: &[Document]) {
        // Fewer may be symbols.
        const FEWEST: usize = 5;
        let has_many = |it: &&Document| look_alike_words(&it.text).nth(FEWEST - 1).is_some();
        let found: Vec<&Document> = documents.iter().filter(has_many).collect();
        let Some(first) = found.first() else { return };
        let word = look_alike_words(&first.text).next().unwrap_or_default();
        self.warn(&format!(
            "{} with Cyrillic or Greek letters in Latin words, which equal no other word, so that copies may be missed (first: '{}' in '{}')",
            counted(found.len(), "document", "documents"),
            sanitize(word),
            sanitize(first.id.as_str()),
        ));
    }

    /// Says which character sets were declared or guessed, so that a wrong guess can be seen.
    fn charsets(&self, documents: &[Document]) {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for charset in documents.iter().filter_map(|document| document.charset) {
            *counts.entry(charset).or_default() += 1;
        }
        let counted = counts
            .into_iter()
            .map(|(charset, found)| format!("{charset} ({})", count(found)));
        let counted: Vec<String> = counted.collect();
        if !counted.is_empty() {
            self.say(&format!(
                "documents not in UTF-8, read as {}",
                counted.join(", ")
            ));
        }
    }

    /// Says how many documents have zero bytes.
    fn zeros(&self, documents: &[Document]) {
        let found = documents.iter().filter(|it| it.has_zeros).count();
        if found > 0 {
            let one = "document with zero bytes, which are read as spaces";
            let many = "documents with zero bytes, which are read as spaces";
            self.say(&counted(found, one, many));
        }
    }

    /// Says which character set a table of pairs is in, if it is another than UTF-8.
    pub(super) fn charset_of_pairs(&self, charset: Option<&str>) {
        if let Some(charset) = charset {
            self.say(&format!("pairs not in UTF-8, read as {charset}"));
        }
    }

    /// Reports the error that ends the program.
    pub(super) fn error(&self, error: &Error) {
        self.tell(&one_line(&format!("error: {}", refusal(error))));
    }

    /// The style of texts on stdout: in colour if it takes it.
    pub(super) fn style(&self) -> Style {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let colour = is_wanted && io::stdout().is_terminal();
        Style { colour }
    }

    /// Ends the progress bar.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }

    /// Names and paths that documents and users chose cannot control the terminal.
    fn tell(&self, text: &str) {
        self.end();
        // There is no place left to report a failure to.
        let _ = writeln!(io::stderr(), "{}", sanitize(text));
    }
}

/// The lines that errors are in, where all are lines of one source: `lines 7, 9–12`. Of many the first.
fn lines_of(errors: &[&Error]) -> Option<String> {
    const SHOWN: usize = 10;
    let source = &errors.first()?.place()?.source;
    let line = |error: &Error| error.place().filter(|it| it.source == *source)?.line;
    let lines: Option<BTreeSet<u64>> = errors.iter().copied().map(line).collect();
    let mut ranges: Vec<RangeInclusive<u64>> = Vec::new();
    for line in lines? {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == line => *last = *last.start()..=line,
            _ => ranges.push(line..=line),
        }
    }
    let word = match &ranges[..] {
        [only] if only.start() == only.end() => "line",
        _ => "lines",
    };
    let more = if ranges.len() > SHOWN { ", …" } else { "" };
    let shown = ranges
        .iter()
        .take(SHOWN)
        .map(|range| match (range.start(), range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        });
    let shown: Vec<String> = shown.collect();
    Some(format!("{word} {}{more}", shown.join(", ")))
}

pub(super) fn leaves_nothing_out(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Input(kind) if kind.leaves_nothing_out())
}

/// Asks the system to open an address. Where it cannot, the address that was printed is enough.
fn open_in_browser(address: &str) {
    let command = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(command);
    let command = command.arg(address).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// A message without line ends: one that occurs in an id begins no line that looks like another
/// message.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], "\u{fffd}")
}

/// A bar on a terminal, silence elsewhere.
impl Progress for Console {
    fn begin(&self, what: &str, steps: usize) {
        self.end();
        if self.quiet {
            return;
        }
        self.bar.reset();
        self.bar.set_length(steps as u64);
        self.bar.set_message(what.to_string());
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
    }
}
