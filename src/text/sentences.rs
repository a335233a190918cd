//! Sentence boundaries.

use std::ops::Range;

/// Words after which a full stop ends no sentence, lower-cased, without their stop.
const ABBREVIATIONS: &[&str] = &[
    "al", "approx", "apr", "aug", "ca", "capt", "cf", "col", "corp", "dec", "dept", "dr", "ed",
    "eds", "eg", "e.g", "esp", "est", "etc", "feb", "fig", "figs", "gen", "gov", "hon", "i.e",
    "ie", "inc", "jan", "jr", "jul", "jun", "lt", "ltd", "mar", "messrs", "mr", "mrs", "ms", "mt",
    "no", "nos", "nov", "oct", "op", "p", "ph.d", "pp", "prof", "rep", "rev", "sec", "sen", "sep",
    "sept", "sgt", "sr", "st", "u.k", "u.n", "u.s", "vol", "vols", "vs", "v",
];

/// Of these only a following number shows that the sentence goes on: "no. 7", but "He said no."
const ONLY_BEFORE_NUMBERS: &[&str] = &[
    "no", "nos", "p", "pp", "fig", "figs", "vol", "vols", "sec", "mar", "jan", "dec", "est", "al",
    "etc", "ed", "op", "v",
];

/// The longest of them, in bytes.
const LONGEST_ABBREVIATION: usize = 6;

/// The sentences of a text, as byte ranges in reading order that together hold all of it but
/// blank lines. No sentence crosses a blank line; a single line break is a space, as in text that
/// was wrapped by hand. Within a block Unicode's boundaries hold (UAX 29), mended after
/// abbreviations and initials.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for block in blocks(text) {
        let text = &text[block.clone()];
        let mut open: Option<Range<usize>> = None;
        let mut start = 0;
        for end in super::sentence_bounds::ends(text) {
            let sentence = open.take().map_or(start, |begun| begun.start)..end;
            start = end;
            if goes_on(&text[sentence.clone()], &text[end..]) {
                open = Some(sentence);
            } else {
                found.push(block.start + sentence.start..block.start + sentence.end);
            }
        }
        found.extend(open.map(|last| block.start + last.start..block.start + last.end));
    }
    found
}

/// The stretches between blank lines, with the line ends in them.
pub(crate) fn blocks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let mut lines = text.split_inclusive('\n');
    std::iter::from_fn(move || {
        let mut block: Option<Range<usize>> = None;
        for line in lines.by_ref() {
            let span = start..start + line.len();
            start = span.end;
            if !line.trim().is_empty() {
                let begun = block.as_ref().map_or(span.start, |block| block.start);
                block = Some(begun..span.end);
            } else if block.is_some() {
                break;
            }
        }
        block
    })
}

/// Whether a sentence that seems to end here goes on: its last word is an abbreviation or an
/// initial.
fn goes_on(sentence: &str, rest: &str) -> bool {
    let Some(before_stop) = sentence.trim_end().strip_suffix('.') else {
        return false;
    };
    let Some(next) = rest.chars().next() else {
        return false;
    };
    let last_word = before_stop
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\u{201c}'))
        .next()
        .unwrap_or_default();
    let mut letters = last_word.chars();
    let is_initial = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_none()
        && last_word != "I";
    if is_initial {
        return true;
    }
    if last_word.len() > LONGEST_ABBREVIATION {
        return false;
    }
    let word = last_word.to_lowercase();
    if ONLY_BEFORE_NUMBERS.contains(&word.as_str()) {
        next.is_numeric()
    } else {
        ABBREVIATIONS.contains(&word.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text)
            .into_iter()
            .map(|s| text[s].trim())
            .collect()
    }

    #[test]
    fn stops_questions_and_exclamations_end_sentences() {
        assert_eq!(
            split("It rained. Did it? It did!"),
            ["It rained.", "Did it?", "It did!"]
        );
    }

    #[test]
    fn abbreviations_initials_and_decimals_end_none() {
        assert_eq!(
            split("Dr. J. Smith paid 3.5 marks. He left."),
            ["Dr. J. Smith paid 3.5 marks.", "He left."]
        );
        assert_eq!(
            split("See no. 7 of the list. He said no. She left."),
            ["See no. 7 of the list.", "He said no.", "She left."]
        );
    }

    #[test]
    fn a_line_break_is_a_space_and_a_blank_line_a_boundary() {
        assert_eq!(
            split("A heading\n\nOne line\nand the next.\r\n \r\nEnd"),
            ["A heading", "One line\nand the next.", "End"]
        );
    }

    #[test]
    fn empty_and_blank_texts_have_no_sentence() {
        assert!(split("").is_empty());
        assert!(split(" \n\n \n").is_empty());
    }
}
