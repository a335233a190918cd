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

/// Every verdict in words, with its meaning.
pub(super) fn meanings() -> [(&'static str, &'static str); 5] {
    Verdict::ALL.map(|verdict| (verdict.words(), meaning(verdict)))
}

fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equal => "ours, rounded to the printed digits, is what is printed",
        Verdict::Close => "at most one unit of the last printed digit away",
        Verdict::OtherDocuments => {
            "the paper's are not published; the same was done with the project's own"
        }
        Verdict::Differs => {
            "further away, or a conclusion that is not found again, for the reason given"
        }
        Verdict::CannotBeRepeated => "there is nothing to compute it from",
    }
}
