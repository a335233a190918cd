//! Months by their names.

/// The number of a month by its name in English, German, French or Spanish, or by three or more letters from its beginning; none
/// of another word. The word is in lower case and without accents.
pub(in crate::measures) fn month(word: &str) -> Option<u32> {
    const SHORTEST: usize = 3;
    const NAMES: [&[&str]; 12] = [
        &["january", "januar", "janvier", "enero"],
        &["february", "februar", "fevrier", "febrero"],
        &["march", "marz", "maerz", "mars", "marzo"],
        &["april", "avril", "abril"],
        &["may", "mai", "mayo"],
        &["june", "juni", "juin", "junio"],
        &["july", "juli", "juillet", "julio"],
        &["august", "aout", "agosto"],
        &["september", "sept", "septembre", "septiembre"],
        &["october", "oktober", "octobre", "octubre"],
        &["november", "novembre", "noviembre"],
        &["december", "dezember", "decembre", "diciembre"],
    ];
    let is_begun = |name: &&str| name.starts_with(word);
    let place = NAMES.iter().position(|names| names.iter().any(is_begun))?;
    (word.len() >= SHORTEST).then_some(place as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_by_their_names_and_no_other_words_are() {
        for (word, number) in [
            ("may", Some(5)),
            ("sept", Some(9)),
            ("septem", Some(9)),
            ("okt", Some(10)),
            ("aout", Some(8)),
            ("juil", Some(7)),
            ("ma", None),
            ("mark", None),
            ("mayor", None),
            ("decade", None),
            ("", None),
        ] {
            assert_eq!(month(word), number, "{word}");
        }
    }
}
