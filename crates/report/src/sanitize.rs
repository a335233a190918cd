//! Removes control characters from text that goes to a terminal, and characters that HTML forbids
//! from text that goes to a page.

use std::borrow::Cow;

/// The text with U+FFFD instead of every character that controls a terminal or turns the direction
/// of writing. Line ends stay.
pub fn sanitize(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(
        |c: char| (c.is_control() && c != '\n') || turns(c),
        "\u{fffd}",
    )
}

/// The text with U+FFFD instead of every control character but white space: for pages, on which
/// directions of writing end with their element.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    let controls = |c: char| c.is_control() && !matches!(c, '\t'..='\r');
    if text.contains(controls) {
        text.replace(controls, "\u{fffd}").into()
    } else {
        text.into()
    }
}

/// The same on one line: white space is folded.
pub fn sanitize_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    sanitize(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_keep_white_space_and_no_control_character() {
        assert_eq!(
            printable("a\x1b[2J\0\tb\r\n\u{9b}c"),
            "a\u{fffd}[2J\u{fffd}\tb\r\n\u{fffd}c"
        );
        assert_eq!(printable("Déjà lu"), "Déjà lu");
    }

    #[test]
    fn what_controls_a_terminal_is_replaced() {
        let title = "\x1b]0;title\x07 \u{9b}2J \u{202e}left\r\nright\tend";
        let replaced = "\u{fffd}]0;title\u{fffd} \u{fffd}2J \u{fffd}left";
        assert_eq!(
            sanitize(title),
            format!("{replaced}\u{fffd}\nright\u{fffd}end")
        );
        assert_eq!(sanitize_line(title), format!("{replaced} right end"));
        assert_eq!(sanitize_line("Déjà lu – “twice”"), "Déjà lu – “twice”");
    }
}
