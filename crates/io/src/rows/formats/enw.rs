//! The tagged format of EndNote, which is that of refer: a percent sign, a letter or sign, a space.

use super::super::records::Format;
use super::super::writing::Frame;
use super::references::{self, Field, Style, TaggedFormat, cells, own_names, tagged};

pub(super) const FORMATS: &[Format] = &[tagged::<EndNote>(".enw")];

struct EndNote;

impl TaggedFormat for EndNote {
    const STYLE: &'static Style = &Style {
        field,
        first: "%0",
        opening: None,
        last: None,
        frame: Frame::NONE,
        lists: &["%K", "%U"],
        goes_on: |_| true,
        holds: |field, tag, _| own_names(NAMES, field).contains(&tag),
        cells: |fields| cells(fields.into_iter().collect(), NAMES),
    };
}

const NAMES: &references::Names = &[
    ("title", &["%T"]),
    ("author", &["%A"]),
    ("year", &["%D", "%8"]),
    ("journal", &["%J", "%B", "%S"]),
    ("volume", &["%V"]),
    ("number", &["%N"]),
    // The seventh field of its own is the number of an article.
    ("pages", &["%P", "%]"]),
    ("doi", &["%R"]),
    ("isbn", &["%@"]),
    ("abstract", &["%X"]),
    ("keywords", &["%K"]),
    ("url", &["%U"]),
    ("publisher", &["%I"]),
    ("language", &["%G"]),
    ("key", &["%M", "%F"]),
];

/// `%T value`, at the start of a line. Tags have capitals, digits and signs.
fn field(line: &str) -> Option<Field<'_>> {
    let line = line.trim_start_matches('\u{feff}');
    let (tag, rest) = line.split_at_checked(2)?;
    let is_sign = |c: char| c.is_ascii_graphic() && !c.is_ascii_lowercase() && c != '%';
    let is_tag = tag
        .strip_prefix('%')
        .is_some_and(|it| it.starts_with(is_sign));
    let is_parted = rest.is_empty() || rest.starts_with(' ');
    (is_tag && is_parted).then(|| references::field(tag, rest, 0))
}
