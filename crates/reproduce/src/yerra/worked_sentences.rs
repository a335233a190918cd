//! Tables 3.3 and 3.4: the sentences of examples 1 and 2, from the printed correlations.

use std::sync::Arc;

use super::equality::decision_words;
use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{Source, YERRA};
use dejalu_similarity::corpus::Correlations;
use dejalu_similarity::measures::fuzzy::{Sentences, Similarities, Thresholds};
use dejalu_text::TermId;

/// An example as the thesis prints it.
struct Example {
    source: Source,
    /// The refined words of the first sentence, each with its printed degree.
    first: &'static [(&'static str, &'static str)],
    /// Those of the second.
    second: &'static [(&'static str, &'static str)],
    /// The printed correlations: a row a word of the second sentence, a column a word of the first.
    correlations: &'static [&'static [f64]],
    /// The printed similarities of the first sentence with the second, and back.
    similarities: [&'static str; 2],
    are_same: bool,
    why: &'static str,
}

const EXAMPLE_1: Example = Example {
    source: Source {
        paper: YERRA,
        number: "table 3.3",
        section: "3.2.2",
        page: Some(21),
        title: "example 1: two sentences that are treated as the same",
    },
    first: &[
        ("global", "0.961"),
        ("aid", "0.976"),
        ("tsunami", "0.987"),
        ("rise", "0.966"),
    ],
    second: &[
        ("international", "0.965"),
        ("community", "0.923"),
        ("increase", "0.989"),
        ("disaster", "0.986"),
    ],
    correlations: &[
        &[0.800, 0.496, 0.579, 0.177],
        &[0.430, 0.771, 0.117, 0.334],
        &[0.123, 0.643, 0.661, 0.900],
        &[0.611, 0.414, 0.900, 0.394],
    ],
    similarities: ["0.973", "0.966"],
    are_same: true,
    why: "From the printed correlations of the words. The degree of 'rise' is 0.9668; the thesis truncates it.",
};

const EXAMPLE_2: Example = Example {
    source: Source {
        paper: YERRA,
        number: "table 3.4",
        section: "3.2.2",
        page: Some(22),
        title: "example 2: two sentences that are treated as different",
    },
    first: &[
        ("please", "0.113"),
        ("hesitate", "0.073"),
        ("contact", "0.865"),
    ],
    second: &[("reach", "0.713"), ("phone", "0.630")],
    correlations: &[&[0.059, 0.038, 0.683], &[0.058, 0.036, 0.593]],
    similarities: ["0.35", "0.67"],
    are_same: false,
    why: "From the printed correlations of the words. The degree of 'contact' is misprinted: \
          1 − (1 − 0.683)(1 − 0.593) is 0.871. The decision does not depend on it.",
};

pub(crate) fn table_3_3() -> Exhibit {
    EXAMPLE_1.exhibit()
}

pub(crate) fn table_3_4() -> Exhibit {
    EXAMPLE_2.exhibit()
}

impl Example {
    fn exhibit(&self) -> Exhibit {
        let table = Arc::new(self.table());
        let sentence = |words: &[(&str, &str)]| {
            let terms = words.iter().map(|(word, _)| TermId::of(word));
            Sentences::new([terms.collect()], table.clone())
        };
        let [first, second] = [self.first, self.second].map(sentence);
        // The degree of a word is the similarity of a sentence of that word alone.
        let degrees = |words: &[(&'static str, &'static str)], other: &Sentences| -> Vec<Row> {
            let degree = |&(word, printed): &(&'static str, &'static str)| {
                let [degree, _] = Similarities::of(&sentence(&[(word, printed)]), other).of_first();
                Row::new(
                    format!("degree of '{word}'"),
                    [Cell::judged(printed, degree)],
                )
            };
            words.iter().map(degree).collect()
        };
        let [there, back] = Similarities::of(&first, &second).of_first();
        let are_same = Thresholds::default().are_equal(there, back);
        let mut rows = degrees(self.second, &first);
        rows.extend(degrees(self.first, &second));
        rows.extend([
            Row::new(
                "first with second",
                [Cell::judged(self.similarities[0], there)],
            ),
            Row::new(
                "second with first",
                [Cell::judged(self.similarities[1], back)],
            ),
            Row::new(
                "treated as",
                [Cell::judged(
                    decision_words(self.are_same),
                    decision_words(are_same),
                )],
            ),
        ]);
        Exhibit::new(self.source, ["value"], rows, self.why)
    }

    fn table(&self) -> Correlations {
        let rows = self.second.iter().zip(self.correlations);
        Correlations::from_factors(rows.flat_map(|((row, _), factors)| {
            let columns = self.first.iter().zip(*factors);
            columns.map(|((column, _), &factor)| (TermId::of(row), TermId::of(column), factor))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;

    /// The rows of which a cell that should be equal is not.
    fn not_equal(exhibit: &Exhibit) -> Vec<&str> {
        let rows = exhibit.rows.iter().filter(|row| {
            let mut verdicts = row.cells.iter().filter_map(|cell| cell.verdict);
            verdicts.any(|verdict| matches!(verdict, Verdict::Close | Verdict::Differs))
        });
        rows.map(|row| row.what.as_str()).collect()
    }

    #[test]
    fn example_1_comes_out_but_for_one_digit() {
        let table = table_3_3();
        assert_eq!(not_equal(&table), ["degree of 'rise'"]);
        assert_eq!(table.verdict, Verdict::Close);
    }

    #[test]
    fn example_2_comes_out_but_for_two_misprints() {
        let table = table_3_4();
        assert_eq!(
            not_equal(&table),
            ["degree of 'please'", "degree of 'contact'"]
        );
        assert_eq!(table.verdict, Verdict::Differs);
    }
}
