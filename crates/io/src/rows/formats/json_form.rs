//! Recognises the layout of the values in a JSON file: one a line, or each over as many lines as it likes, in an array
//! or not, or as the members of an object. The endings `.json` and `.jsonl` are used for either.

use std::path::Path;

use serde_json::Value;

use super::super::exports::is_text;
use super::super::options::TableOptions;
use super::json_members::is_dictionary;
use super::json_mended::mended;
use super::json_nesting::Nesting;
use crate::input::{STANDARD_STREAM, Stream};
use dejalu_base::error::Result;

/// The layout of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JsonForm {
    /// One a line. A damaged one takes no other with it.
    Lines,
    /// In arrays, or one after the other, each over as many lines as it likes.
    Values,
    /// As the members of one object.
    Members,
}

/// Number of bytes at the start of a file that show its form.
const HEAD: u64 = 1 << 18;

impl JsonForm {
    /// The form of a file; `usual` is that of its ending, and of what can be read once only.
    pub(super) fn of(path: &Path, options: &TableOptions, usual: JsonForm) -> Result<Self> {
        if path.as_os_str() == STANDARD_STREAM || !path.metadata().is_ok_and(|it| it.is_file()) {
            return Ok(usual);
        }
        let (mut stream, _) = Stream::of_json(path, options.encoding()?)?;
        Ok(JsonForm::of_head(&stream.peek(HEAD), usual))
    }

    fn of_head(head: &[u8], usual: JsonForm) -> Self {
        // The first line of a long document: it is the rest of the line that would tell more.
        let is_cut =
            usual == JsonForm::Lines && !head.contains(&b'\n') && head.len() as u64 >= HEAD;
        if is_cut && head.trim_ascii_start().starts_with(b"{") {
            return JsonForm::Lines;
        }
        if is_dictionary(head) {
            return JsonForm::Members;
        }
        let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let mut lines = lines.filter(|line| !line.is_empty());
        let (Some(first), second) = (lines.next(), lines.next()) else {
            return usual;
        };
        let whole = whole(first);
        let is_whole = whole.is_some();
        if is_whole && second.is_some() && usual == JsonForm::Lines {
            return JsonForm::Lines;
        }
        // A document may have a list of something before its text.
        let is_document = whole.as_ref().is_some_and(is_document);
        if !is_document && wraps_list(first) || is_list(first) {
            return JsonForm::Values;
        }
        let begins_value = |line: &[u8]| matches!(line.first(), Some(b'{' | b'"'));
        match (usual, second) {
            (JsonForm::Lines, Some(second)) if first == b"{" && second.starts_with(b"\"") => {
                JsonForm::Values
            }
            (JsonForm::Values, Some(second)) if is_whole && begins_value(second) => JsonForm::Lines,
            _ => usual,
        }
    }
}

/// The value of a line that is one.
fn whole(line: &[u8]) -> Option<Value> {
    let line = String::from_utf8_lossy(line);
    serde_json::from_str(&mended(&line)).ok()
}

/// Returns whether a value has a member that only documents have.
fn is_document(value: &Value) -> bool {
    let mut names = value.as_object().into_iter().flat_map(|it| it.keys());
    names.any(|name| is_of_document(name))
}

/// Returns whether an array begins here that may hold documents.
fn is_list(line: &[u8]) -> bool {
    let inside = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|it| matches!(it.first(), None | Some(b'{' | b'"')))
}

/// Names of lists that stand in an object for what a program has to give.
const LISTS: [&str; 12] = [
    "data",
    "rows",
    "items",
    "records",
    "documents",
    "docs",
    "results",
    "articles",
    "entries",
    "texts",
    "posts",
    "examples",
];

/// Returns whether a member of this name makes an object a document.
fn is_of_document(name: &str) -> bool {
    let others = ["id", "title"];
    is_text(name) || others.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Follows an object until it is known whether it is a document, or wraps a list of documents: byte by byte.
#[derive(Default)]
pub(super) struct Wrapping {
    /// The string that was read last, of those directly in the object.
    string: Vec<u8>,
    is_name_of_list: bool,
    is_document: bool,
}

impl Wrapping {
    /// Takes a byte that stands directly in the object, and that `nesting` has seen; `true` if a list of documents
    /// begins with it.
    pub(super) fn see(&mut self, byte: u8, is_of_string: bool, nesting: &Nesting) -> bool {
        if is_of_string {
            self.string.push(byte);
            return false;
        }
        match byte {
            b'"' if nesting.is_in_string() => self.string.clear(),
            b'"' => {}
            b':' => {
                let name = String::from_utf8_lossy(&self.string).to_lowercase();
                self.is_name_of_list = LISTS.contains(&&*name);
                self.is_document |= is_of_document(&name);
            }
            b'[' => return self.is_name_of_list && !self.is_document,
            byte if byte.is_ascii_whitespace() => {}
            _ => self.is_name_of_list = false,
        }
        false
    }
}

/// Returns whether an object begins here that wraps a list of documents.
fn wraps_list(object: &[u8]) -> bool {
    let (mut wrapping, mut nesting) = (Wrapping::default(), Nesting::default());
    if object.first() != Some(&b'{') {
        return false;
    }
    for &byte in object {
        let depth = nesting.depth();
        let is_of_string = nesting.see(byte);
        if depth == 1 && wrapping.see(byte, is_of_string, &nesting) {
            return true;
        }
        if nesting.depth() == 0 {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_found_whatever_the_ending_says() {
        use JsonForm::{Lines, Members, Values};
        for (head, of_lines, of_values) in [
            ("{\"text\":\"a\"}\n{\"text\":\"b\"}\n", Lines, Lines),
            ("{\"text\":\"a\"},\n{\"text\":\"b\"},\n", Lines, Lines),
            ("\"a\"\n\"b\"\n", Lines, Lines),
            ("{\"text\":\"a\"}\n", Lines, Values),
            ("{\n \"text\": \"a\"\n}\n{\n", Values, Values),
            ("[{\"text\":\"a\"},\n", Values, Values),
            ("[\n\"a\",\n\"b\"]", Values, Values),
            (
                "{\"total\": 2, \"data\": [{\"text\":\"a\"}]}",
                Values,
                Values,
            ),
            ("{\"id\": 2, \"data\": [{\"text\":\"a\"}]}", Lines, Values),
            ("{\"text\": \"cut sh\n{\"text\":\"b\"}\n", Lines, Values),
            ("{\"a\": {\"text\": \"b\"}}\n", Members, Members),
            ("{\"items\": [\"x\"], \"text\": \"a\"}\n", Lines, Values),
            (
                "{\"items\": [\"x\"], \"body\": \"a\"}\n{\"body\": \"b\"}\n",
                Lines,
                Lines,
            ),
            ("", Lines, Values),
        ] {
            let found = [Lines, Values].map(|usual| JsonForm::of_head(head.as_bytes(), usual));
            assert_eq!(found, [of_lines, of_values], "{head}");
        }
    }
}
