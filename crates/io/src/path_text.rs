//! Paths as text, each as one of its own.
//!
//! A path that is not UTF-8 is `./` and the path with `%XX` for every byte that is not UTF-8 and `%25` for
//! `%`. No path below a folder begins with `./`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serializer};

const ESCAPED: &str = "./";

/// A path as text.
pub fn text_of(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_string(),
        None => ESCAPED.to_string() + &escaped(path.as_os_str().as_encoded_bytes()),
    }
}

fn escaped(path: &[u8]) -> String {
    let mut escaped = String::new();
    for chunk in path.utf8_chunks() {
        escaped.push_str(&chunk.valid().replace('%', "%25"));
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// The path of a text. Where paths are not bytes, an escaped one is that of no file.
pub fn path_of(text: &str) -> PathBuf {
    #[cfg(unix)]
    if let Some(bytes) = text.strip_prefix(ESCAPED).and_then(unescaped) {
        let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
        return name.into();
    }
    text.into()
}

#[cfg(unix)]
fn unescaped(escaped: &str) -> Option<Vec<u8>> {
    let mut parts = escaped.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Some(bytes)
}

/// For `#[serde(with)]`.
pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text_of(path))
}

/// For `#[serde(with)]`.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    String::deserialize(deserializer).map(|text| path_of(&text))
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn every_path_has_a_text_of_its_own() {
        for (path, text) in [
            (&b"a/b.txt"[..], "a/b.txt"),
            ("é 100%.txt".as_bytes(), "é 100%.txt"),
            (b"a%FF.txt", "a%FF.txt"),
            (b"a\xff.txt", "./a%FF.txt"),
            (b"a\xfe.txt", "./a%FE.txt"),
            (b"a\xff%FF.txt", "./a%FF%25FF.txt"),
            (b"\xc3\xa9%/\xc3.txt", "./é%25/%C3.txt"),
            (b"/a/\xc3", ".//a/%C3"),
        ] {
            let path = Path::new(OsStr::from_bytes(path));
            assert_eq!(text_of(path), text);
            assert_eq!(path_of(text), path);
        }
        // What was not written here.
        assert_eq!(path_of("./a%F"), Path::new("./a%F"));
    }
}
