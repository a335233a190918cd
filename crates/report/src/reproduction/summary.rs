//! Sums up all exhibits in words.

use crate::figures::{listed, number};
use dejalu_reproduce::{Reproduction, Verdict};

/// `23 tables, figures and examples: 9 equal, …`
pub(super) fn headline(reproduction: &Reproduction) -> String {
    let counts = Verdict::ALL.map(|verdict| (reproduction.count(verdict), verdict));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, verdict)| match verdict {
            Verdict::Differs => format!("{count} with values that differ"),
            Verdict::OtherDocuments => format!("{count} on other documents"),
            Verdict::CannotBeRepeated => format!("{count} that cannot be repeated"),
            Verdict::Equal | Verdict::Close => format!("{count} {}", verdict.words()),
        })
        .collect();
    let all = number(reproduction.exhibits.len(), "printed result");
    format!("{all} of five papers: {}", listed(&counts))
}

/// Meanings of the verdicts.
pub(super) const MEANINGS: [(&str, &str); 5] = [
    (
        "equal",
        "ours, rounded to the printed digits, is what is printed",
    ),
    ("close", "at most one unit of the last printed digit away"),
    ("differs", "further away, for the reason given"),
    (
        "other documents",
        "the paper's are not published; the same was done with the project's own",
    ),
    ("cannot be repeated", "there is nothing to compute it from"),
];
