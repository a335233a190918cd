//! Documents as the members of one object, whose keys are their ids: `{"a": {"text": …}, "b": {"text": …}}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::cell::Cell;
use super::json_nesting::Nesting;
use crate::lines::bad_json;
use dejalu_base::error::Result;

/// Names of which a document has one, so that an object with one of them is a document.
const OF_TEXTS: [&str; 5] = ["text", "html", "title", "content", "body"];

/// Returns whether all that stands here is one object whose members are documents, as far as it is
/// known.
pub(super) fn is_dictionary(head: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    let mut string = Vec::new();
    // Whether a value has to follow, and whether the member that was begun last is a document.
    let (mut is_value, mut is_document) = (false, false);
    for &byte in head {
        let depth = nesting.depth();
        if nesting.see(byte) {
            string.push(byte);
            continue;
        }
        match (depth, byte) {
            _ if byte.is_ascii_whitespace() => {}
            (1, b'"') if is_value => return false,
            (_, b'"') if nesting.is_in_string() => string.clear(),
            (1, b':') => is_value = true,
            (1, b'{') => (is_value, is_document) = (false, false),
            (2, b':') => is_document |= is_of_text(&string),
            (2, b'}') if !is_document => return false,
            (0, b'{') if !is_document => {}
            (1, b'"' | b',' | b'}') | (2.., _) => {}
            _ => return false,
        }
    }
    is_document
}

fn is_of_text(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).to_lowercase();
    OF_TEXTS.contains(&&*name)
}

/// A member as its key with the marks around it, and its value; none of what is no member.
pub(super) fn key_and_value(member: &[u8]) -> Option<(&[u8], &[u8])> {
    if !member.trim_ascii_start().starts_with(b"\"") {
        return None;
    }
    let mut nesting = Nesting::default();
    let is_colon = |&byte: &u8| !nesting.see(byte) && byte == b':';
    let colon = member.iter().position(is_colon)?;
    Some((&member[..colon], &member[colon + 1..]))
}

/// The cells of a member: those of its value, and its key as the id, unless the value has one.
///
/// # Errors
///
/// The key is no string; those of [`cells`](super::cells::cells).
pub(super) fn cells(member: &[u8]) -> Result<BTreeMap<Arc<str>, Cell>> {
    let Some((key, value)) = key_and_value(member) else {
        return super::cells::cells(member);
    };
    let key = serde_json::from_slice(key).map_err(bad_json)?;
    let mut cells = super::cells::cells(value)?;
    cells.entry("id".into()).or_insert(Cell::Text(key));
    Ok(cells)
}

/// Start of the member whose value opens here; none if no key precedes it.
pub(super) fn start(bytes: &[u8], value: usize) -> Option<usize> {
    let before = bytes[..value].trim_ascii_end().strip_suffix(b":")?;
    let key = before.trim_ascii_end().strip_suffix(b"\"")?;
    memchr::memrchr(b'"', key)
}

/// A member without what follows the bracket that closes it.
pub(super) fn closed(member: &[u8]) -> &[u8] {
    let mut nesting = Nesting::default();
    let closes = |&byte: &u8| {
        let depth = nesting.depth();
        nesting.see(byte);
        depth == 1 && nesting.depth() == 0
    };
    let end = member.iter().position(closes);
    end.map_or(member, |end| &member[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_documents_if_each_has_a_text() {
        for (head, expected) in [
            (
                "{\"a\": {\"text\": \"x\"}, \"b\": {\"Text\": \"y\"}}\n",
                true,
            ),
            ("{\"a\": {\"n\": [{\"c\": 1}], \"text\": \"cut sh", true),
            ("{\"a\": {\"text\": \"x\"}, \"b\": {\"n\": 1}}", false),
            ("{\"meta\": {\"title\": \"x\"}, \"data\": [{", false),
            ("{\"meta\": {\"title\": \"x\"}, \"text\": \"y\"}", false),
            ("{\"a\": {\"n\": \"text\"}}", false),
            (
                "{\"a\": {\"text\": \"x\"}}\n{\"a\": {\"text\": \"x\"}}",
                false,
            ),
            ("{\"text\": {\"0\": \"x\"}}", false),
            ("[{\"text\": \"x\"}]", false),
            ("{}", false),
            ("", false),
        ] {
            assert_eq!(is_dictionary(head.as_bytes()), expected, "{head}");
        }
    }

    #[test]
    fn the_key_is_the_id_unless_there_is_another() {
        let id = |member: &str| cells(member.as_bytes()).unwrap()["id"].clone();
        assert_eq!(
            id("\"a:\\\"\" : {\"text\": \"x\"}"),
            Cell::Text("a:\"".into())
        );
        assert_eq!(id("\"a\": {\"id\": 7}"), Cell::Text("7".into()));
        assert_eq!(id("\"a\": \"text\""), Cell::Text("a".into()));
    }
}
