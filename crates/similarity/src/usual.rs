//! The measures that suit a field, by the name that it usually has.

/// The measures for a field of this name, in whatever case: those for short fields where it is one of
/// them, else those for words and letters. At least one.
pub fn usual_measures(field: &str) -> &'static [&'static str] {
    by_name(field).unwrap_or(&["jaccard", "edit-similarity"])
}

/// Returns whether a field has one of the names that say what it holds.
pub fn has_usual_name(field: &str) -> bool {
    by_name(field).is_some()
}

fn by_name(field: &str) -> Option<&'static [&'static str]> {
    let measures: &[&str] = match field.to_lowercase().as_str() {
        "author" | "authors" | "creator" | "editor" => &["person-names", "jaccard"],
        "year" | "date" => &["year-closeness"],
        "pages" | "page" => &["page-agreement"],
        "volume" | "number" | "issue" | "doi" | "isbn" | "issn" | "pmid" => &["code-agreement"],
        "journal" | "source" | "venue" | "publisher" => &["abbreviation", "edit-similarity"],
        "title" => &["jaccard", "edit-similarity", "number-agreement"],
        _ => return None,
    };
    Some(measures)
}
