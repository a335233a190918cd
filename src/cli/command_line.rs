//! [`Typed`]: what was typed for a command, and how it is typed again.

use std::ffi::OsStr;
use std::fmt::Write;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// What was typed for a command.
pub(super) struct Typed<'a> {
    pub(super) command: &'a Command,
    pub(super) matches: &'a ArgMatches,
}

impl Typed<'_> {
    /// Returns whether an argument, by its name in the program, was typed.
    pub(super) fn has(&self, id: &str) -> bool {
        self.argument(id).is_some()
            && self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// The values that were typed for an argument.
    pub(super) fn values(&self, id: &str) -> Vec<&OsStr> {
        let values = self.has(id).then(|| self.matches.get_raw(id)).flatten();
        values.into_iter().flatten().collect()
    }

    /// An option as it is typed under another name; nothing where it was not typed.
    pub(super) fn option(&self, id: &str, name: &str) -> String {
        let takes_values = |argument: &Arg| argument.get_action().takes_values();
        if !self.has(id) {
            String::new()
        } else if self.argument(id).is_some_and(takes_values) {
            self.values(id)
                .into_iter()
                .map(|value| option(name, value))
                .collect()
        } else {
            format!(" --{name}")
        }
    }

    fn argument(&self, id: &str) -> Option<&Arg> {
        self.command.get_arguments().find(|it| it.get_id() == id)
    }
}

/// An option with its value, after a space.
pub(super) fn option(name: &str, value: &OsStr) -> String {
    // What begins with a dash would be taken for an option of its own.
    let is_dashed = value.len() > 1 && value.as_encoded_bytes().starts_with(b"-");
    let between = if is_dashed { "=" } else { " " };
    format!(" --{name}{between}{}", quoted(value))
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    match word.to_str() {
        Some(word) if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        Some(word) if !word.chars().any(char::is_control) => {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
        _ => escaped(word),
    }
}

/// A word that no shell can be given as it is: each byte that is not printed as its number.
fn escaped(word: &OsStr) -> String {
    let mut escaped = String::from("$'");
    for &byte in word.as_encoded_bytes() {
        match byte {
            b'\'' | b'\\' => escaped.extend(['\\', char::from(byte)]),
            b' '..=b'~' => escaped.push(char::from(byte)),
            // Three digits: those of a longer number would run into what follows.
            _ => _ = write!(escaped, "\\{byte:03o}"),
        }
    }
    escaped.push('\'');
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (word, expected) in [
            ("docs.jsonl", "docs.jsonl"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", "'it'\\''s'"),
            ("~", "'~'"),
            ("two\nlines", "$'two\\012lines'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), expected);
        }
        assert_eq!(option("at", OsStr::new("-.3")), " --at=-.3");
        assert_eq!(option("documents", OsStr::new("-")), " --documents -");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_text_is_the_same_to_a_shell() {
        use std::os::unix::ffi::OsStrExt;

        let word = OsStr::from_bytes(b"caf\xe9 '1\\2'.csv");
        assert_eq!(quoted(word), "$'caf\\351 \\'1\\\\2\\'.csv'");
        let line = format!("printf %s {}", quoted(word));
        let Ok(printed) = std::process::Command::new("bash")
            .args(["-c", &line])
            .output()
        else {
            return;
        };
        assert_eq!(printed.stdout, word.as_bytes());
    }
}
