//! Suggests the known name nearest to an unknown one.

/// The known name closest to this one, if it may be a slip of the pen.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lower = name.to_lowercase();
    let near = known.into_iter().map(|known| {
        let distance = strsim::levenshtein(&lower, &known.to_lowercase());
        (distance, known)
    });
    let (distance, known) = near.min()?;
    (distance <= 1 + name.chars().count() / 3).then(|| known.to_string())
}

/// The question that an error asks, if there is a name to ask for.
pub(super) fn did_you_mean(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!(" (did you mean '{name}'?)"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_seen_through() {
        let columns = ["id", "Title", "Authors", "Abstract"];
        assert_eq!(nearest("Autors", columns).as_deref(), Some("Authors"));
        assert_eq!(nearest("TITLE", columns).as_deref(), Some("Title"));
        assert_eq!(nearest("keywords", columns), None);
        assert_eq!(nearest("id", []), None);
    }
}
