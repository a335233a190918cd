//! The worked examples of section 5: how much two sentences overlap.

use crate::cell::Cell;
use crate::directed::directed;
use crate::exhibit::{Exhibit, Row};
use crate::source::{ISMAIL, Source};
use dejalu_base::error::Result;

const EXAMPLES: Source = Source {
    paper: ISMAIL,
    number: "examples of section 5",
    section: "5.1",
    page: None,
    title: "how much sentences overlap",
};

pub(crate) fn examples() -> Result<Exhibit> {
    // Words for the paper's letters.
    let overlap = overlap(["alder birch cedar dogwood.", "alder cedar dogwood."], 0.1)?;
    // Overlaps of 60 and of 90 %, with a threshold of 65 %: ten words, of which six and nine are shared.
    let sum = overlap_of_two()?;
    let rows = vec![
        Row::new("ABCD with ACD", [Cell::judged("75 %", overlap)]),
        Row::new(
            "sum of overlaps of 60 and 90 % at a threshold of 65 %",
            [Cell::judged("0.9", sum)],
        ),
    ];
    Ok(Exhibit::new(
        EXAMPLES,
        ["overlap"],
        rows,
        "From sentences of as many words as the paper's, equal ones for equal letters.",
    ))
}

/// SOM of two sentences of ten words, of which six and nine are in a sentence of the other document.
fn overlap_of_two() -> Result<f64> {
    let words = |name: char, count: usize| -> Vec<String> {
        (0..count)
            .map(|place| format!("{name}{}", LETTERS[place]))
            .collect()
    };
    let probed = format!(
        "{}. {}.",
        words('q', 10).join(" "),
        words('z', 10).join(" ")
    );
    let registered = format!(
        "{} {}. {} {}.",
        words('q', 9).join(" "),
        words('v', 1).join(" "),
        words('z', 6).join(" "),
        words('k', 4).join(" "),
    );
    // Both documents have two sentences, by which the sum is divided.
    Ok(2.0 * overlap([&probed, &registered], 0.65)?)
}

/// Endings that make different words, which no stemmer touches.
const LETTERS: [&str; 10] = [
    "orab", "orac", "orad", "oraf", "orag", "orah", "orak", "oram", "oran", "orap",
];

/// OP of a document against another.
fn overlap(texts: [&str; 2], threshold: f64) -> Result<f64> {
    directed(&format!("os-cds:threshold={threshold}"), texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;

    #[test]
    fn the_overlaps_are_those_of_the_paper() {
        let examples = examples().unwrap();
        assert_eq!(examples.verdict, Verdict::Equal, "{examples:?}");
    }
}
