//! JSON as some programs write it, which the standard does not allow though it is plain what is meant: `NaN` and
//! `Infinity`, a comma behind the last element, half of a surrogate pair.

use std::borrow::Cow;

use serde_json::Value;

/// The text as the standard wants it; unchanged where it is so already, or is damaged otherwise.
pub(super) fn mended(text: &str) -> Cow<'_, str> {
    let is_good = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    if is_good(text) {
        return Cow::Borrowed(text);
    }
    let mended = Mender::default().mend(text);
    if is_good(&mended) {
        Cow::Owned(mended)
    } else {
        Cow::Borrowed(text)
    }
}

#[derive(Default)]
struct Mender {
    mended: String,
}

impl Mender {
    fn mend(mut self, text: &str) -> String {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let taken = match first {
                '"' => self.string(rest),
                ',' => self.comma(rest),
                'N' | 'I' | '-' => self.number(rest),
                other => {
                    self.mended.push(other);
                    other.len_utf8()
                }
            };
            rest = &rest[taken..];
        }
        self.mended
    }

    /// A comma, unless nothing follows it that it would part. Gives its length.
    fn comma(&mut self, rest: &str) -> usize {
        let after = rest[1..].trim_start();
        if !after.is_empty() && !after.starts_with([']', '}']) {
            self.mended.push(',');
        }
        1
    }

    /// A number that JSON has not, as a value that is missing. Gives the length of what is taken.
    fn number(&mut self, rest: &str) -> usize {
        for name in ["NaN", "-Infinity", "Infinity"] {
            if rest.starts_with(name) {
                self.mended.push_str("null");
                return name.len();
            }
        }
        self.mended.extend(rest.chars().next());
        1
    }

    /// A string to its closing mark. Gives its length.
    fn string(&mut self, rest: &str) -> usize {
        let mut place = 1;
        self.mended.push('"');
        while let Some(next) = rest[place..].chars().next() {
            let piece = match next {
                '\\' => escape(&rest[place..]),
                other => &rest[place..place + other.len_utf8()],
            };
            place += piece.len();
            self.mended
                .push_str(if is_half(piece) { "\\ufffd" } else { piece });
            if next == '"' {
                break;
            }
        }
        place
    }
}

/// The escape at the start of this text; both of a surrogate pair.
fn escape(text: &str) -> &str {
    let length = if unit(text).is_some() { 6 } else { 2 };
    let is_pair = unit(text).is_some_and(|it| (0xD800..0xDC00).contains(&it))
        && unit(&text[length..]).is_some_and(|it| (0xDC00..0xE000).contains(&it));
    let length = if is_pair { 12 } else { length };
    let end = text
        .char_indices()
        .map(|(place, _)| place)
        .chain([text.len()]);
    let end = end.filter(|&place| place <= length).max();
    &text[..end.unwrap_or(text.len())]
}

/// The unit of UTF-16 that an escape at the start of this text stands for.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

/// Returns whether an escape is half a surrogate pair.
fn is_half(piece: &str) -> bool {
    piece.len() == 6 && unit(piece).is_some_and(|it| (0xD800..0xE000).contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plainly_meant_is_read_and_other_damage_stays() {
        for (written, meant) in [
            ("{\"a\":NaN,\"b\":-Infinity,}", "{\"a\":null,\"b\":null}"),
            ("{\"a\":\"NaN, ]\"},", "{\"a\":\"NaN, ]\"}"),
            (
                "{\"a\":\"x\\ud83d y\",\"b\":[1,]}",
                "{\"a\":\"x\\ufffd y\",\"b\":[1]}",
            ),
            (
                "{\"a\":\"\\ud83d\\ude00\\\\\",}",
                "{\"a\":\"\\ud83d\\ude00\\\\\"}",
            ),
            ("{\"a\":-1}", "{\"a\":-1}"),
            ("{\"a\":\"x", "{\"a\":\"x"),
            ("{\"a\":\"\\", "{\"a\":\"\\"),
            ("{\"a\":\"\\ué", "{\"a\":\"\\ué"),
        ] {
            assert_eq!(mended(written), meant);
        }
    }
}
