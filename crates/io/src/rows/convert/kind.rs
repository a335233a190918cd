//! Kinds of works, and what formats call them.

/// The kind of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Article,
    Book,
    Chapter,
    Conference,
    Report,
    Thesis,
    Other,
}

/// Words of which one is in what a format calls a kind, the most telling first.
const WORDS: [(Kind, &[&str]); 6] = [
    (
        Kind::Chapter,
        &["chap", "section", "incollection", "inbook"],
    ),
    (
        Kind::Conference,
        &["conf", "proceed", "cpaper", "inproceedings"],
    ),
    (Kind::Thesis, &["thes", "dissertation"]),
    (Kind::Report, &["rprt", "report"]),
    (Kind::Book, &["book", "monograph"]),
    (
        Kind::Article,
        &["jour", "article", "review", "letter", "editorial"],
    ),
];

impl Kind {
    /// The kind that a format calls so.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let is_named = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let found = WORDS.iter().find(|(_, words)| is_named(words));
        found.map(|(kind, _)| *kind)
    }

    /// Its name in RIS.
    pub(super) fn ris(self) -> &'static str {
        match self {
            Kind::Article => "JOUR",
            Kind::Book => "BOOK",
            Kind::Chapter => "CHAP",
            Kind::Conference => "CPAPER",
            Kind::Report => "RPRT",
            Kind::Thesis => "THES",
            Kind::Other => "GEN",
        }
    }

    /// Its name in CSL.
    pub(super) fn csl(self) -> &'static str {
        match self {
            Kind::Article => "article-journal",
            Kind::Book => "book",
            Kind::Chapter => "chapter",
            Kind::Conference => "paper-conference",
            Kind::Report => "report",
            Kind::Thesis => "thesis",
            Kind::Other => "document",
        }
    }
}
