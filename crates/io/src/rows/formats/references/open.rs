//! A tagged record while its lines are read.

use std::collections::BTreeSet;

use super::lines::{Gathered, Line};
use super::others::of_other_format;
use super::style::Style;

/// A record as far as it was read. Its blocks are parted by blank lines.
pub(super) struct Open {
    style: &'static Style,
    is_regular: bool,
    pub(super) lines: Gathered,
    /// Start of the present block among the lines.
    pub(super) block: usize,
    /// Fields of this block and those before it that a record has only once.
    before: BTreeSet<String>,
    here: BTreeSet<String>,
    /// True if the last line is blank.
    is_behind_blank: bool,
    /// True if there is any field but its first one.
    has_others: bool,
}

/// Place of a line that follows those of a record.
pub(super) enum Follows {
    Inside,
    AsLast,
    /// Another record begins with it, or what belongs to none.
    Behind,
    /// Another record began with the present block.
    BehindBlank,
}

impl Open {
    /// A record that begins with this line.
    pub(super) fn of(first: Line, style: &'static Style) -> Self {
        let field = (style.field)(first.text());
        let mut open = Open {
            style,
            is_regular: field.is_some_and(|field| field.is_regular),
            lines: Gathered::default(),
            block: 0,
            before: BTreeSet::new(),
            here: BTreeSet::new(),
            is_behind_blank: false,
            has_others: false,
        };
        open.add(first);
        open
    }

    pub(super) fn follows(&self, line: &Line) -> Follows {
        let text = line.text();
        if line.is_blank() || line.text.is_err() {
            return Follows::Inside;
        }
        let may_be_other = self.style.last.is_none() || self.is_behind_blank;
        if may_be_other && of_other_format(text, self.style.first).is_some() {
            return Follows::Behind;
        }
        let Some(field) = self.style.field_in(text, self.is_regular) else {
            let goes_on = !self.is_behind_blank || (self.style.goes_on)(text);
            return if goes_on {
                Follows::Inside
            } else {
                Follows::Behind
            };
        };
        let tag = &*field.tag;
        if self.style.ends(tag) {
            return Follows::AsLast;
        }
        if self.style.is_around(tag) {
            return Follows::Behind;
        }
        if !self.style.is_said_once(tag) {
            return Follows::Inside;
        }
        let is_here = self.here.contains(tag);
        let begins_block = self.is_behind_blank;
        if self.before.contains(tag) || begins_block && is_here {
            // The lines of a record that is too long are not kept.
            let is_at_hand = !begins_block && !self.lines.is_long();
            return if is_at_hand {
                Follows::BehindBlank
            } else {
                Follows::Behind
            };
        }
        if tag == self.style.first && is_here && self.has_others {
            return Follows::Behind;
        }
        Follows::Inside
    }

    pub(super) fn add(&mut self, line: Line) {
        if line.is_blank() {
            self.is_behind_blank = true;
        } else if let Some(field) = self.style.field_in(line.text(), self.is_regular) {
            if self.is_behind_blank {
                self.before.append(&mut self.here);
                self.block = self.lines.len();
            }
            self.is_behind_blank = false;
            self.has_others |= field.tag != self.style.first;
            if self.style.is_said_once(&field.tag) {
                self.here.insert(field.tag.into_owned());
            }
        } else {
            self.is_behind_blank = false;
        }
        self.lines.add(line);
    }
}
