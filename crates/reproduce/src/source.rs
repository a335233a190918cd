//! The five papers, and where in them something is printed.

use serde::Serialize;

/// A paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Paper {
    /// Its number in this project: `000` to `004`.
    pub number: &'static str,
    /// Its authors, and its year where it has one.
    pub authors: &'static str,
    /// Its title.
    pub title: &'static str,
}

pub(crate) const YERRA: Paper = Paper {
    number: "000",
    authors: "Yerra 2005",
    title: "Detecting similar HTML documents using a sentence-based copy detection approach",
};
pub(crate) const RAVEENA: Paper = Paper {
    number: "001",
    authors: "Raveena and Nandini 2014",
    title: "Near duplicate document detection using document-level features and supervised learning",
};
pub(crate) const DAS: Paper = Paper {
    number: "002",
    authors: "Das, Mathew and Vijayaraghavan",
    title: "An efficient approach for finding near duplicate web pages using minimum weight overlapping method",
};
pub(crate) const PEREIRA: Paper = Paper {
    number: "003",
    authors: "Pereira and Ziviani 2003",
    title: "Syntactic similarity of web documents",
};
pub(crate) const ISMAIL: Paper = Paper {
    number: "004",
    authors: "Ismail, Saad and Badr",
    title: "An accurate copy detection server for digital documents",
};

/// The five papers.
pub const PAPERS: [Paper; 5] = [YERRA, RAVEENA, DAS, PEREIRA, ISMAIL];

/// Place and description of something printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Source {
    /// In which paper.
    #[serde(serialize_with = "number_of")]
    pub paper: Paper,
    /// Its name in the paper: `table 3.3`.
    pub number: &'static str,
    /// In which section.
    pub section: &'static str,
    /// On which page, where the pages of the text at hand are numbered: those of the thesis are.
    pub page: Option<u32>,
    /// Its contents, in our words.
    pub title: &'static str,
}

fn number_of<S: serde::Serializer>(paper: &Paper, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(paper.number)
}
