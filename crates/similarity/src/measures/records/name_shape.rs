//! What looks like the name of a person.

use super::nicknames::is_given_name;

/// Returns whether a text looks like names of people: it has a given name or an initial, and nothing that such names lack. A song
/// or a shop may be called like a person, but few of a column are.
pub(crate) fn is_person(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, '!' | '?' | '/' | ':');
    if text.contains(is_sign) || has_possessive(&text) {
        return false;
    }
    let words = text.split(|c: char| !c.is_alphanumeric());
    if words.clone().any(is_of_other_names) {
        return false;
    }
    words.into_iter().any(is_given_name) || has_initial(&text)
}

/// Returns whether a word belongs to titles of works or to names of companies.
fn is_of_other_names(word: &str) -> bool {
    const WORDS: [&str; 44] = [
        "the", "of", "in", "on", "at", "to", "for", "with", "from", "my", "your", "our", "his",
        "her", "me", "you", "we", "is", "are", "was", "be", "not", "this", "that", "it", "hello",
        "hey", "dear", "song", "inc", "ltd", "llc", "co", "corp", "company", "gmbh", "plc",
        "group", "brothers", "bros", "sons", "records", "brewing", "vs",
    ];
    WORDS.contains(&word)
}

/// Returns whether a word ends with `'s`, as in *Mary's lamb*.
fn has_possessive(text: &str) -> bool {
    let mut places = text.match_indices(['\'', '\u{2019}']);
    places.any(|(place, sign)| {
        let mut after = text[place + sign.len()..].chars();
        after.next() == Some('s') && !after.next().is_some_and(char::is_alphanumeric)
    })
}

/// Returns whether a letter with a point stands beside a name: *J. Norling*, but not *J. Clin. Invest.*
fn has_initial(text: &str) -> bool {
    const NAME: usize = 3;
    let (mut initials, mut names) = (0, 0);
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&')) {
        let letters = word.trim_end_matches('.').chars().count();
        let has_point = word.ends_with('.');
        if has_point && letters >= NAME {
            return false;
        }
        initials += usize::from(has_point && letters == 1);
        names += usize::from(letters >= NAME);
    }
    initials > 0 && names > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_told_from_those_of_songs_and_companies() {
        for name in [
            "Jordan Parker, Jesse Anton, David Lake",
            "Kline, Tom",
            "E. Norling",
            "norling, e.; osei, m.",
            "munindar p. singh",
            "Maria O'Sullivan",
            "Emma",
        ] {
            assert!(is_person(name), "{name}");
        }
        for name in [
            "Mary's lamb",
            "Ballad of John and Anna",
            "Hey Martin",
            "Who shot David?",
            "Paul Norling & Co.",
            "J. Clin. Invest.",
            "Harbour lamp",
            "Vitamin C",
            "",
        ] {
            assert!(!is_person(name), "{name}");
        }
    }
}
