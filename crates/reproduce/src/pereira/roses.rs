//! The worked examples of sections 2 and 3.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{PEREIRA, Source};
use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

const EXAMPLES: Source = Source {
    paper: PEREIRA,
    number: "examples of sections 2 and 3",
    section: "2 and 3",
    page: None,
    title: "how much of one verse is in another",
};

pub(crate) fn examples() -> Result<Exhibit> {
    // Of each pair the plagiarised document comes first.
    const PATRICIA: [&str; 2] = [
        "uma rosa é uma rosa é uma rosa.",
        "nunca uma rosa é uma rosa é uma violeta.",
    ];
    const SHINGLES: [&str; 2] = [
        "uma rosa é uma rosa é uma rosa",
        "uma rosa é uma rosa vermelha ou branca.",
    ];
    let rows = vec![
        Row::new(
            "Patricia overlap: 26 of 31 characters",
            [Cell::judged(
                "83.9 %",
                of_plagiarised("patricia", PATRICIA)?,
            )],
        ),
        Row::new(
            "containment: 2 of 3 shingles of 4 words",
            [Cell::judged(
                "66.7 %",
                of_plagiarised("containment:w=4", SHINGLES)?,
            )],
        ),
    ];
    Ok(Exhibit::new(
        EXAMPLES,
        ["similarity"],
        rows,
        "From the printed verses.",
    ))
}

/// Share of the plagiarised document that is in the other.
fn of_plagiarised(measure: &str, texts: [&str; 2]) -> Result<f64> {
    let documents = texts.map(|text| Document::plain(text, text));
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    let features = FeatureSet::parse(measure)?;
    let statistics = CorpusStats::default();
    let prepared = PreparedDocuments::new(&analyzed, &features, &statistics)?;
    let directed = prepared.directed(0, 1).into_iter().flatten().next();
    Ok(directed.map_or(f64::NAN, |[of_plagiarised, _]| of_plagiarised))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;

    #[test]
    fn the_roses_of_the_paper() {
        assert_eq!(examples().unwrap().verdict, Verdict::Equal);
    }
}
