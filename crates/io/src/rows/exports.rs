//! Columns of the tables that databases and reference managers export, by the common names of fields.

/// A common name, and what programs call a column of it, best first: Scopus, Web of Science, Embase, PubMed, Zotero,
/// EndNote, ASReview, Rayyan, Covidence; last the tags of Web of Science. In lower case.
const COLUMNS: &[(&str, &[&str])] = &[
    (
        "title",
        &[
            "article title",
            "document title",
            "primary title",
            "primary_title",
            "ti",
        ],
    ),
    (
        "author",
        &[
            "authors",
            "author names",
            "author full names",
            "author(s)",
            "af",
            "au",
        ],
    ),
    (
        "year",
        &[
            "publication year",
            "published year",
            "publication_year",
            "pub_year",
            "py",
            "publication date",
            "date",
        ],
    ),
    (
        "date",
        &["publication date", "publication_date", "date published"],
    ),
    (
        "journal",
        &[
            "source title",
            "publication title",
            "journal/book",
            "journal title",
            "journal_name",
            "secondary title",
            "secondary_title",
            "source",
            "so",
        ],
    ),
    ("volume", &["vl"]),
    ("number", &["issue", "is"]),
    (
        "pages",
        &[
            "page range",
            "page start",
            "start page",
            "first page",
            "start_page",
            "bp",
            "art. no.",
            "article number",
            "ar",
        ],
    ),
    ("doi", &["di", "electronic resource number"]),
    (
        "isbn",
        &[
            "isbn/issn",
            "isbns",
            "issn",
            "eissn",
            "issn/isbn",
            "sn",
            "bn",
        ],
    ),
    (
        "abstract",
        &["abstract note", "abstract_note", "notes_abstract", "ab"],
    ),
    (
        "keywords",
        &[
            "author keywords",
            "keyword",
            "manual tags",
            "index keywords",
            "de",
        ],
    ),
    ("url", &["link", "full text link", "article url", "urls"]),
    ("publisher", &["pu"]),
    (
        "language",
        &["language of original document", "language of article", "la"],
    ),
    (
        "key",
        &[
            "eid",
            "ut (unique wos id)",
            "ut (unique id)",
            "pui",
            "embase accession id",
            "pmid",
            "medline pmid",
            "accession number",
            "covidence #",
            "record_id",
            "ut",
        ],
    ),
    (
        "text",
        &["abstract", "abstract note", "abstract_note", "ab"],
    ),
];

/// The column of the last page, by that of the first.
const LAST_PAGES: [(&str, &str); 5] = [
    ("page start", "page end"),
    ("start page", "end page"),
    ("first page", "last page"),
    ("start_page", "end_page"),
    ("bp", "ep"),
];

/// The usual names of the text of a document.
const TEXTS: [&str; 4] = ["text", "html", "content", "body"];

/// What programs call a column of this name, best first; nothing where it is no common one.
pub(super) fn columns_of(name: &str) -> &'static [&'static str] {
    let found = COLUMNS.iter().find(|(common, _)| *common == name);
    found.map_or(&[], |(_, columns)| columns)
}

/// The column of the last page, where this one has the first.
pub(super) fn last_page(column: &str) -> Option<&'static str> {
    let found = LAST_PAGES.iter().find(|(first, _)| *first == column);
    found.map(|(_, last)| *last)
}

/// Returns whether a column, in upper or lower case, has one of the usual names of the text of a document: `text`, `html`,
/// `content` or `body`. An abstract beside it is a field.
pub fn is_text(column: &str) -> bool {
    TEXTS.iter().any(|it| it.eq_ignore_ascii_case(column))
}
