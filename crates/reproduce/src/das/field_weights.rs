//! Table 1: what a term weighs in each field of a page.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{DAS, Source};
use dejalu_text::document::FieldKind;

const TABLE: Source = Source {
    paper: DAS,
    number: "table 1",
    section: "3",
    page: None,
    title: "the weight of a term in each field of a page",
};

const PRINTED: [(&str, FieldKind, &str); 8] = [
    ("address", FieldKind::Url, "2"),
    ("heading", FieldKind::Heading, "2"),
    ("title", FieldKind::Title, "2"),
    ("link to the same site", FieldKind::AnchorSameSite, "1"),
    ("link to another site", FieldKind::AnchorOtherSite, "0.5"),
    ("keywords", FieldKind::MetaKeywords, "3"),
    ("description", FieldKind::MetaDescription, "3"),
    ("main content", FieldKind::Main, "1"),
];

pub(crate) fn table_1() -> Exhibit {
    let row = |(what, kind, printed): (&str, FieldKind, &str)| {
        Row::new(what, [Cell::judged(printed, kind.weight())])
    };
    Exhibit::new(
        TABLE,
        ["weight"],
        PRINTED.map(row).into(),
        "The default weights of the measure mwo.",
    )
}
