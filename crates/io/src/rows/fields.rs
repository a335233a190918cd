//! Fields of works that programs write in several ways: years and pages.

/// The first four digits that stand together.
pub(super) fn first_year(text: &str) -> Option<String> {
    let mut runs = text.split(|c: char| !c.is_ascii_digit());
    runs.find(|run| run.len() == 4).map(String::from)
}

/// A range of a first and a last page that stand in fields of their own; where the first is blank the last. None where the
/// last one adds nothing: it is blank, or the first is a range already.
pub(super) fn joined_pages(first: &str, last: &str) -> Option<String> {
    let (first, last) = (first.trim(), last.trim());
    if last.is_empty() || first.contains(['-', '–']) {
        return None;
    }
    Some(match first {
        "" => last.to_owned(),
        first => format!("{first}-{last}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_joined_where_the_last_one_adds_something() {
        for (first, last, expected) in [
            ("11", "19", Some("11-19")),
            (" S1 ", " S9", Some("S1-S9")),
            ("", "19", Some("19")),
            (" ", "19", Some("19")),
            ("11", " ", None),
            ("11-19", "19", None),
            ("11–19", "19", None),
            ("", "", None),
        ] {
            assert_eq!(
                joined_pages(first, last).as_deref(),
                expected,
                "{first},{last}"
            );
        }
    }
}
