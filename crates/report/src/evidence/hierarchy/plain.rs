//! The blocks of a text without markup: what stands between blank lines, some of it headings.

use super::title::in_title;
use dejalu_text::blocks_between_blank_lines;
use dejalu_text::document::{Block, BlockKind, Document};

/// The longest line that is taken for a heading, in words.
const LONGEST_HEADING: usize = 20;

/// The blocks of a plain text, its title apart.
///
/// A block is a heading if it is marked as in Markdown (`## Name`, or underlined with `=` or `-`),
/// or if it is one line of at most twenty words that begins with a capital or a number and ends without punctuation,
/// and more text follows. The text's first such line is of level 1, others of level 2; numbered
/// ones (`2.1 Name`) lie a level deeper for each further number. \[choice\] 000 knows web pages only.
pub(super) fn blocks(document: &Document) -> Vec<Block> {
    let text = &*document.text;
    let spans = blocks_between_blank_lines(text).filter(|span| !in_title(document, span.start));
    let spans: Vec<_> = spans.collect();
    let kind = |place: usize| match heading_level(&text[spans[place].clone()], place == 0) {
        Some(level) if place + 1 < spans.len() => BlockKind::Heading(level),
        _ => BlockKind::Paragraph,
    };
    let block = |(place, span): (usize, &std::ops::Range<usize>)| {
        // Beyond 4 GiB no word is counted either.
        let span = u32::try_from(span.start).ok()?..u32::try_from(span.end).ok()?;
        let kind = kind(place);
        Some(Block { kind, span })
    };
    spans.iter().enumerate().filter_map(block).collect()
}

/// The level of a heading; nothing for other text.
fn heading_level(block: &str, is_first: bool) -> Option<u8> {
    let mut lines = block.lines().map(str::trim);
    match (lines.next()?, lines.next(), lines.next()) {
        (line, None, _) => marked_level(line).or_else(|| bare_level(line, is_first)),
        (_, Some(line), None) if is_rule(line, '=') => Some(1),
        (_, Some(line), None) if is_rule(line, '-') => Some(2),
        _ => None,
    }
}

fn is_rule(line: &str, mark: char) -> bool {
    line.len() >= 3 && line.chars().all(|c| c == mark)
}

/// 1 for `# Name`, to 6.
fn marked_level(line: &str) -> Option<u8> {
    let name = line.trim_start_matches('#');
    let marks = line.len() - name.len();
    (name.starts_with(' ') && (1..=6).contains(&marks)).then_some(marks as u8)
}

fn bare_level(line: &str, is_first: bool) -> Option<u8> {
    let first = line.chars().find(|c| c.is_alphanumeric())?;
    let last = line.chars().next_back()?;
    let is_heading = (first.is_uppercase() || first.is_numeric())
        && (last.is_alphanumeric() || last == ')')
        && line.split_whitespace().count() <= LONGEST_HEADING;
    let level = match section_number(line) {
        0 if is_first => 1,
        numbers => numbers.clamp(1, 5) + 1,
    };
    is_heading.then_some(level as u8)
}

/// Number of parts in a section's number: 2 of `2.1 Name`, 0 where there is none.
fn section_number(line: &str) -> usize {
    let number = line.split_whitespace().next().unwrap_or_default();
    let parts = number.trim_end_matches(['.', ')']).split('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if parts.clone().all(is_number) {
        parts.count()
    } else {
        0
    }
}
