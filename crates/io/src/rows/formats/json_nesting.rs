//! Follows the brackets and strings of JSON, byte by byte: what is needed to know where a value ends.

/// Depth of a byte in objects and lists, and whether it is in a string.
#[derive(Default)]
pub(super) struct Nesting {
    depth: u64,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    /// Inside one object or list.
    pub(super) fn inside() -> Self {
        Nesting {
            depth: 1,
            ..Nesting::default()
        }
    }

    /// Number of open objects and lists.
    pub(super) fn depth(&self) -> u64 {
        self.depth
    }

    /// Returns whether a string is open.
    pub(super) fn is_in_string(&self) -> bool {
        self.in_string
    }

    /// Returns whether the next byte is outside of all values.
    pub(super) fn is_outside(&self) -> bool {
        self.depth == 0 && !self.in_string
    }

    /// Takes the next byte, and says whether it is one of a string: the marks around it are not.
    pub(super) fn see(&mut self, byte: u8) -> bool {
        let is_of_string = self.in_string && (byte != b'"' || self.escaped);
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' => self.in_string = !self.in_string,
            b'{' | b'[' if !self.in_string => self.depth += 1,
            b'}' | b']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        is_of_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_count() {
        let mut nesting = Nesting::default();
        let text = br#"{"a\"}": [1]} x"#;
        let depths = text.map(|byte| {
            nesting.see(byte);
            nesting.depth()
        });
        assert_eq!(depths, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 0, 0, 0]);
        assert!(nesting.is_outside());
    }

    #[test]
    fn the_marks_around_a_string_are_not_of_it() {
        let mut nesting = Nesting::default();
        let of_string = br#"{"\"a"}"#.map(|byte| nesting.see(byte));
        assert_eq!(of_string, [false, false, true, true, true, false, false]);
    }
}
