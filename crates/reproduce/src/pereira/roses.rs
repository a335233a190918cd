//! The worked examples of sections 2 and 3.

use crate::cell::Cell;
use crate::directed::directed;
use crate::exhibit::{Exhibit, Row};
use crate::source::{PEREIRA, Source};
use dejalu_base::error::Result;

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
            [Cell::judged("83.9 %", directed("patricia", PATRICIA)?)],
        ),
        Row::new(
            "containment: 2 of 3 shingles of 4 words",
            [Cell::judged(
                "66.7 %",
                directed("containment:w=4", SHINGLES)?,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;

    #[test]
    fn the_roses_of_the_paper() {
        assert_eq!(examples().unwrap().verdict, Verdict::Equal);
    }
}
