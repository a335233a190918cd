//! PDF, read by the program `pdftotext` of Poppler: a process of its own, so that a file which makes it
//! loop or take all memory costs no more than the time it is given.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::blocks::Blocks;
use super::format::{Content, FileFormat};
use crate::document::blocks::BlockKind;
use dejalu_base::error::{DocumentError, InputError, Result};
use dejalu_io::bounded::MOST_OF_DOCUMENT;

pub(super) const FORMATS: &[FileFormat] = &[FileFormat {
    ending: ".pdf",
    read: |input, _| {
        let mut bytes = Vec::new();
        let mut file = input.seekable()?;
        file.read_to_end(&mut bytes)
            .map_err(DocumentError::damaged)?;
        let text = pages(bytes)?;
        let mut blocks = Blocks::default();
        for paragraph in paragraphs(&text) {
            blocks.add(BlockKind::Paragraph, &paragraph)?;
        }
        Ok(Content::Blocks(blocks.finish()))
    },
}];

/// Time limit of the program per file.
const SECONDS: u64 = 60;

/// The character that ends a page.
const PAGE: char = '\u{c}';

/// Text as the program reads it off the page. Where lines are set so far apart that it takes each for a block, it
/// reads across columns: such a page comes in the order in which the file writes it, which is that of its text.
fn pages(bytes: Vec<u8>) -> Result<String> {
    let bytes = Arc::new(bytes);
    let read = text(bytes.clone(), "")?;
    if !read.split(PAGE).any(is_spread) {
        return Ok(read);
    }
    let written = text(bytes, "-raw")?;
    let pages = read.split(PAGE).zip(written.split(PAGE));
    let pages = pages.map(|(read, written)| if is_spread(read) { written } else { read });
    Ok(pages.collect::<Vec<_>>().join("\u{c}"))
}

/// Returns whether a third of the lines of a page go on with a sentence, by their first letter, and stand alone.
fn is_spread(page: &str) -> bool {
    let lines: Vec<&str> = page.lines().map(str::trim).collect();
    let filled = lines.iter().filter(|line| !line.is_empty()).count();
    let stretches = lines.split(|line| line.is_empty());
    let alone =
        stretches.filter(|lines| matches!(lines, [line] if line.starts_with(char::is_lowercase)));
    filled > 0 && 3 * alone.count() >= filled
}

/// Runs the program with this option on a file.
fn text(bytes: Arc<Vec<u8>>, option: &str) -> Result<String> {
    let mut child = start(option)?;
    let (sender, receiver) = mpsc::channel();
    let (input, output) = (child.stdin.take(), child.stdout.take());
    thread::spawn(move || {
        // A program that has seen enough closes its input.
        let _ = input.map(|mut input| input.write_all(&bytes));
    });
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.map(|output| output.take(MOST_OF_DOCUMENT + 1).read_to_end(&mut text));
        let _ = sender.send(matches!(read, Some(Ok(_))).then_some(text));
    });
    let read = receiver.recv_timeout(Duration::from_secs(SECONDS));
    // What goes on writing, or never ends, is stopped.
    let is_late = read.is_err();
    let is_long = matches!(&read, Ok(Some(text)) if text.len() as u64 > MOST_OF_DOCUMENT);
    if is_late || is_long {
        let _ = child.kill();
    }
    let status = child.wait();
    if is_long {
        let most = MOST_OF_DOCUMENT;
        return Err(InputError::LargeFile { most }.into());
    }
    let seconds = SECONDS;
    let text = read.map_err(|_| DocumentError::SlowPdf { seconds })?;
    match (text, status) {
        (Some(text), Ok(status)) if status.success() => {
            let text = String::from_utf8_lossy(&text).into_owned();
            if text.contains(char::is_alphanumeric) {
                Ok(text)
            } else {
                Err(DocumentError::NoTextInPdf.into())
            }
        }
        // What a shell says of a program that is not there.
        (_, Ok(status)) if status.code() == Some(127) => Err(DocumentError::NoPdfReader.into()),
        _ => Err(DocumentError::BadPdf.into()),
    }
}

/// The program, with at most 2 GiB of memory where the system can hold it to that.
#[cfg(unix)]
fn program(option: &str) -> Command {
    let mut program = Command::new("sh");
    let line = format!("ulimit -v 2097152; exec pdftotext -q {option} -enc UTF-8 - -");
    program.args(["-c", &line]);
    program
}

#[cfg(not(unix))]
fn program(option: &str) -> Command {
    let mut program = Command::new("pdftotext");
    program
        .arg("-q")
        .args(Some(option).filter(|it| !it.is_empty()));
    program.args(["-enc", "UTF-8", "-", "-"]);
    program
}

fn start(option: &str) -> Result<Child> {
    let child = program(option)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    child.map_err(|_| DocumentError::NoPdfReader.into())
}

/// The paragraphs of a text whose lines are those of the page: lines that follow each other are one, and
/// a word that a hyphen parts at the end of a line is joined. The program leaves a blank line between columns
/// and whatever stands apart, and none between the paragraphs of a column: these end as [`ends_paragraph`] says.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split(['\n', PAGE]).map(str::trim).collect();
    let stretches = lines.split(|line| line.is_empty());
    stretches.flat_map(paragraphs_of).collect()
}

/// The paragraphs of lines that follow each other.
fn paragraphs_of(lines: &[&str]) -> Vec<String> {
    let mut lengths: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    let mut paragraphs: Vec<String> = Vec::new();
    let mut previous = "";
    for line in lines {
        match paragraphs.last_mut() {
            Some(open) if !ends_paragraph(previous, line, usual) => add_line(open, line),
            _ => paragraphs.push((*line).to_string()),
        }
        previous = line;
    }
    paragraphs
}

/// Adds a line to the paragraph that it belongs to.
fn add_line(paragraph: &mut String, line: &str) {
    let parted = paragraph
        .strip_suffix('-')
        .filter(|word| word.ends_with(char::is_alphabetic) && line.starts_with(char::is_lowercase));
    match parted.map(str::len) {
        Some(kept) => paragraph.truncate(kept),
        None => paragraph.push(' '),
    }
    paragraph.push_str(line);
}

/// Returns whether a paragraph ends between two lines of a column whose lines have so many characters: the first ends a
/// sentence, and well before the margin.
fn ends_paragraph(line: &str, next: &str, usual: usize) -> bool {
    const CLOSING: [char; 6] = ['"', '\'', ')', '\u{201d}', '\u{2019}', '\u{bb}'];
    let is_short = 5 * line.chars().count() < 4 * usual;
    let sentence = line.trim_end_matches(CLOSING);
    is_short
        && sentence.ends_with(['.', '!', '?', ':', '\u{2026}', '\u{3002}'])
        && !next.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{is_spread, paragraphs};

    #[test]
    fn lines_of_running_text_that_stand_alone_are_spread() {
        for (page, expected) in [
            (
                "The ferry waits at the\n\npier until the storm\n\nis over.\n\n17\n",
                true,
            ),
            (
                "The ferry waits at the\npier until the storm\nis over.\n\n17\n",
                false,
            ),
            ("Ferries\n\nPiers\n\nStorms\n\nof autumn\n", false),
            ("", false),
        ] {
            assert_eq!(is_spread(page), expected, "{page}");
        }
    }

    #[test]
    fn lines_of_a_page_become_paragraphs() {
        let text = "A heading\n\nThe ferry waits at the pier, a har-\nbour of\n old.\n\n\nAnother-\nOne\u{c}end";
        assert_eq!(
            paragraphs(text),
            [
                "A heading",
                "The ferry waits at the pier, a harbour of old.",
                "Another- One end"
            ]
        );
    }

    #[test]
    fn paragraphs_of_a_column_end_where_a_sentence_ends_before_the_margin() {
        let text = "The ferry waits at the pier, in a har-\nbour of old, and takes on board those who\n\
            come on foot or by bicycle. It waits for\nthem until noon.\n\
            Those who come are few, and they come late\nin the day, or they do not come at all. Dr.\n\
            Weber comes. He says:\n\u{201c}It is late, and the ferry left at noon.\u{201d}\n\
            and then goes home.";
        assert_eq!(
            paragraphs(text),
            [
                "The ferry waits at the pier, in a harbour of old, and takes on board those who come on foot or \
                by bicycle. It waits for them until noon.",
                "Those who come are few, and they come late in the day, or they do not come at all. Dr. Weber \
                comes. He says:",
                "\u{201c}It is late, and the ferry left at noon.\u{201d} and then goes home.",
            ]
        );
        let address = "Pier St.\nNorth\nHamburg.\nGermany";
        assert_eq!(paragraphs(address), ["Pier St. North Hamburg. Germany"]);
    }
}
