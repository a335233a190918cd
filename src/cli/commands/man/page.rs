//! The manual page of a command: what its `--help` says, in the sections of a manual.

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// The pages are of programs.
const SECTION: &str = "1";

/// The name of a command's page among the others: `dejalu-registry-probe.1`.
pub(super) fn file_name(command: &Command) -> String {
    format!("{}.{SECTION}", name(command))
}

fn name(command: &Command) -> &str {
    command
        .get_display_name()
        .unwrap_or_else(|| command.get_name())
}

/// The page. It holds no date: the same program gives the same bytes.
pub(super) fn page_of(command: &Command) -> String {
    let mut page = title(command).into_bytes();
    let man = Man::new(command.clone().override_usage(usage(command))).section(SECTION);
    let mut render = || {
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut page)?;
        }
        closing_sections(command).to_writer(&mut page)
    };
    // Memory takes all that is written to it.
    let _ = render();
    String::from_utf8_lossy(&page).into_owned()
}

/// The line with which a page begins; its date is empty.
fn title(command: &Command) -> String {
    let (name, version) = (name(command).to_uppercase(), env!("CARGO_PKG_VERSION"));
    format!(".TH {name} {SECTION} \"\" \"dejalu {version}\" \"Manual of dejalu\"\n")
}

/// `dejalu train [OPTIONS] --out <FILE> [PAIRS]`: the usage that `--help` shows.
fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage:").trim().to_string()
}

/// Sections after the options: examples, notes, exit codes.
fn closing_sections(command: &Command) -> Roff {
    let text = command.get_after_help().map(ToString::to_string);
    let text = text.unwrap_or_default();
    let (mut notes, mut exit_codes) = (Vec::new(), Vec::new());
    let mut page = Roff::new();
    for paragraph in text.split("\n\n") {
        if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
            page.control("SH", ["EXAMPLES"]);
            as_it_stands(&mut page, examples);
        } else if paragraph.starts_with("Exit codes") {
            exit_codes.push(paragraph);
        } else {
            notes.push(paragraph);
        }
    }
    section(&mut page, "NOTES", &notes);
    section(&mut page, "EXIT STATUS", &exit_codes);
    page
}

/// Lines that must not be filled: commands to be copied.
fn as_it_stands(page: &mut Roff, lines: &str) {
    page.control("nf", []);
    for line in lines.lines() {
        page.text([roman(line.trim_start())]);
    }
    page.control("fi", []);
}

fn section(page: &mut Roff, heading: &str, paragraphs: &[&str]) {
    if paragraphs.is_empty() {
        return;
    }
    page.control("SH", [heading]);
    for paragraph in paragraphs {
        page.control("PP", []);
        for line in paragraph.lines() {
            page.text([roman(line.trim_start())]);
        }
    }
}
