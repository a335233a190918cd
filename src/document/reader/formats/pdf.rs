//! PDF, read by the program `pdftotext` of Poppler: a process of its own, so that a file which makes it
//! loop or take all memory costs no more than the time it is given.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::blocks::Blocks;
use super::format::{Content, FileFormat};
use crate::document::blocks::BlockKind;
use crate::error::{DocumentError, InputError, Result};
use crate::io::bounded::MOST_OF_DOCUMENT;

pub(super) const FORMATS: &[FileFormat] = &[FileFormat {
    ending: ".pdf",
    read: |input, _| {
        let mut bytes = Vec::new();
        let mut file = input.seekable()?;
        file.read_to_end(&mut bytes)
            .map_err(DocumentError::damaged)?;
        let text = text(bytes)?;
        let mut blocks = Blocks::default();
        for paragraph in paragraphs(&text) {
            blocks.add(BlockKind::Paragraph, &paragraph)?;
        }
        Ok(Content::Blocks(blocks.finish()))
    },
}];

/// How long the program may take for a file.
const SECONDS: u64 = 60;

/// What the program says is in a file.
fn text(bytes: Vec<u8>) -> Result<String> {
    let mut child = start()?;
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
        return Err(InputError::TooLarge { most }.into());
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
fn program() -> Command {
    let mut program = Command::new("sh");
    program.args(["-c", "ulimit -v 2097152; exec pdftotext -q -enc UTF-8 - -"]);
    program
}

#[cfg(not(unix))]
fn program() -> Command {
    let mut program = Command::new("pdftotext");
    program.args(["-q", "-enc", "UTF-8", "-", "-"]);
    program
}

fn start() -> Result<Child> {
    let child = program()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    child.map_err(|_| DocumentError::NoPdfReader.into())
}

/// The paragraphs of a text whose lines are those of the page: lines that follow each other are one, and
/// a word that a hyphen parts at the end of a line is joined.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.split(['\n', '\u{c}']).map(str::trim) {
        let is_new = paragraphs.last().is_none_or(String::is_empty);
        match (line, paragraphs.last_mut()) {
            ("", _) if !is_new => paragraphs.push(String::new()),
            ("", _) => {}
            (line, Some(open)) => {
                let parted = open.strip_suffix('-').filter(|word| {
                    word.ends_with(char::is_alphabetic) && line.starts_with(char::is_lowercase)
                });
                match parted.map(str::len) {
                    Some(kept) => open.truncate(kept),
                    None if is_new => {}
                    None => open.push(' '),
                }
                open.push_str(line);
            }
            (_, None) => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

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
}
