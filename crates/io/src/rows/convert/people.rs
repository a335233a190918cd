//! Names of people in a list.

/// The names in a list: parted by semicolons; by "and", where each is that of a person; or, where each is followed by
/// initials, by commas. A comma is set between a family name and its initials.
pub(super) fn names(text: &str) -> Vec<String> {
    let has_initials = |name: &str| initials(name).is_some();
    let separator = if text.contains(';') {
        ";"
    } else if text.contains(" and ") && parts(text, " and ").all(is_of_person) {
        " and "
    } else if text.contains(',') && parts(text, ",").all(has_initials) {
        ","
    } else {
        return vec![inverted(text)];
    };
    parts(text, separator).map(inverted).collect()
}

/// The names in a list whose format parts them.
pub(super) fn names_of_list(text: &str) -> Vec<String> {
    parts(text, ";").map(inverted).collect()
}

/// Returns whether a name has a comma or initials, as that of a group hardly has: `Department of Health`.
fn is_of_person(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    let is_initial = first.ends_with('.')
        && first
            .chars()
            .all(|c| c.is_uppercase() || matches!(c, '.' | '-'));
    name.contains(',') || is_initial || initials(name).is_some()
}

/// The names in a list of full ones, without the numbers that a database gives people: `Doe, Jane (57000000323)`.
pub(super) fn full_names(text: &str) -> Vec<String> {
    let names = parts(text, ";").map(|name| {
        let numbered = name
            .strip_suffix(')')
            .and_then(|name| name.rsplit_once('('));
        let numbered = numbered.filter(|(_, id)| id.bytes().all(|c| c.is_ascii_digit()));
        inverted(numbered.map_or(name, |(name, _)| name.trim_end()))
    });
    names.collect()
}

/// The family name and the initials of a name without a comma: `Mwangi J.K.`
fn initials(name: &str) -> Option<(&str, &str)> {
    let (family, last) = name.trim().rsplit_once(' ')?;
    let mut letters = last.chars().filter(|c| !matches!(c, '.' | '-'));
    let count = letters.clone().count();
    ((1..=4).contains(&count) && letters.all(char::is_uppercase)).then_some((family, last))
}

/// A name with a comma behind the family name, where initials follow it. A group may end in capitals as well, so without
/// points they are at most three, behind at most three words.
fn inverted(name: &str) -> String {
    let name = name.trim();
    let split = initials(name).filter(|(family, last)| {
        let has_points = last.contains('.');
        let may_be_person =
            last.len() <= 3 && family.split(' ').count() <= 3 && !family.starts_with("The ");
        !family.contains(',') && (has_points || may_be_person)
    });
    split.map_or_else(
        || name.to_owned(),
        |(family, last)| format!("{family}, {last}"),
    )
}

/// The values in a list.
pub(super) fn parts<'t>(
    text: &'t str,
    separator: &'t str,
) -> impl Iterator<Item = &'t str> + Clone {
    let parts = text.split(separator).map(str::trim);
    parts.filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_however_programs_write_them() {
        for (text, expected) in [
            ("Doe, Jane; Roe, R.", "Doe, Jane|Roe, R."),
            ("Doe J, Roe R.-M., Poe AB.", "Doe, J|Roe, R.-M.|Poe, AB."),
            ("Doe, Jane", "Doe, Jane"),
            ("Doe, Jane and Roe, R.", "Doe, Jane|Roe, R."),
            ("J. Doe and R.-M. Roe", "J. Doe|R.-M. Roe"),
            ("Doe JK and Roe R", "Doe, JK|Roe, R"),
            ("The Ferry Group", "The Ferry Group"),
            (
                "Department of Health and Human Services",
                "Department of Health and Human Services",
            ),
            (
                "Department of Health, Education, and Welfare",
                "Department of Health, Education, and Welfare",
            ),
            (
                "Mwangi J.K.; de Heus R.A.A.",
                "Mwangi, J.K.|de Heus, R.A.A.",
            ),
            ("The Ferry Group EU", "The Ferry Group EU"),
            ("World Bank WASH", "World Bank WASH"),
            ("Madonna", "Madonna"),
        ] {
            assert_eq!(names(text).join("|"), expected);
        }
    }

    #[test]
    fn a_list_that_is_parted_is_parted_nowhere_else() {
        let names =
            names_of_list("Doe, Jane and Sons; Roe R., Department of Health and Human Services");
        assert_eq!(
            names.join("|"),
            "Doe, Jane and Sons|Roe R., Department of Health and Human Services"
        );
    }

    #[test]
    fn numbers_of_people_are_no_part_of_their_names() {
        let names =
            full_names("Mwangi, Joseph K. (57000000323); García-Pérez, Luis (57); Roe R. (Jr)");
        assert_eq!(
            names.join("|"),
            "Mwangi, Joseph K.|García-Pérez, Luis|Roe R. (Jr)"
        );
    }
}
