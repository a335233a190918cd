//! PubMed's own tables, which say in a citation where an article stands: `Lancet. 2019 May 4;393(10183):1778. doi: …`.

/// A part of a citation, by the common name of the field.
pub(super) type Part = fn(&str) -> Option<&str>;

/// Columns that only PubMed's tables have together; the second has the citation.
pub(super) const COLUMNS: [&str; 2] = ["pmid", "citation"];

/// The part of a citation that is the field of this name.
pub(super) fn part(field: &str) -> Option<Part> {
    match field {
        "volume" => Some(|citation| filled(place(citation)?[0])),
        "number" => Some(|citation| filled(place(citation)?[1])),
        "pages" => Some(|citation| filled(place(citation)?[2])),
        _ => None,
    }
}

/// The authors without the full stop behind the last one.
pub(super) fn authors(text: &str) -> &str {
    let text = text.trim_end();
    text.strip_suffix('.').unwrap_or(text)
}

/// Volume, issue and pages, which stand behind the date and a semicolon, up to a full stop. None of an article that has
/// no place yet.
fn place(citation: &str) -> Option<[&str; 3]> {
    let (_, rest) = citation.split_once(';')?;
    let place = rest.split(". ").next()?.trim_end().trim_end_matches('.');
    let (issue, pages) = place.split_once(':').unwrap_or((place, ""));
    let (volume, number) = issue.split_once('(').unwrap_or((issue, ""));
    Some([volume, number.trim_end().trim_end_matches(')'), pages])
}

fn filled(part: &str) -> Option<&str> {
    Some(part.trim()).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_says_volume_issue_and_pages() {
        for (citation, expected) in [
            (
                "Lancet. 2019 May 4;393(10183):1778. doi: 10.1016/S0140-6736(19)30001-2. Epub 2019; 1.",
                ["393", "10183", "1778"],
            ),
            ("Thorax. 2015 Aug;70(8):i. doi: .", ["70", "8", "i"]),
            ("BMJ. 2019 Jan 3;364:k5183.", ["364", "", "k5183"]),
            (
                "J Piers. 2020 Mar;12(3 Pt 1):12.e1-12.e9",
                ["12", "3 Pt 1", "12.e1-12.e9"],
            ),
            (
                "J Piers. 2020 Mar;12 Suppl 1:S1-9.",
                ["12 Suppl 1", "", "S1-9"],
            ),
            ("J Piers. 2020 Mar;(3):CD001.", ["", "3", "CD001"]),
            ("J Piers. 2020;12(4).", ["12", "4", ""]),
            (
                "J Piers. 2020 Mar 4. doi: 10.5555/1. Online ahead of print.",
                ["", "", ""],
            ),
            ("", ["", "", ""]),
        ] {
            let found = ["volume", "number", "pages"].map(|field| {
                let part = part(field).unwrap();
                part(citation).unwrap_or_default()
            });
            assert_eq!(found, expected, "{citation}");
        }
        assert!(part("title").is_none());
    }

    #[test]
    fn the_last_author_has_no_full_stop() {
        for (text, expected) in [
            ("Rossi L, Bianchi M.", "Rossi L, Bianchi M"),
            ("Kim S", "Kim S"),
            ("", ""),
        ] {
            assert_eq!(authors(text), expected);
        }
    }
}
