//! What makes a title that of an erratum, a reply, a comment or a protocol of a work.

use super::plain::words;

/// The kinds of notice, as bits: every word of a row means the same.
const KINDS: [&[&str]; 8] = [
    &[
        "erratum",
        "errata",
        "correction",
        "corrections",
        "corrigendum",
        "corrigenda",
        "addendum",
    ],
    &["retraction", "retracted", "withdrawn", "withdrawal"],
    &[
        "reply",
        "response",
        "responses",
        "rejoinder",
        "replies",
        "re",
    ],
    &["comment", "comments", "commentary"],
    &["letter", "letters"],
    &["review", "reviews"],
    &["protocol", "protocols"],
    &["abstract", "abstracts"],
];

/// Words that may stand before a notice at the start of a title.
const BEFORE: [&str; 10] = [
    "author",
    "authors",
    "s",
    "the",
    "a",
    "an",
    "book",
    "publisher",
    "editorial",
    "invited",
];

/// The notices at the start and at the end of a folded title, a bit for each kind. `(vol 39, pg 2, 2009)` at the end is
/// a correction.
pub(super) fn notices(folded: &str) -> u8 {
    let first = words(folded).find(|word| !BEFORE.contains(word));
    let last = words(folded).last();
    let both = kind(first) | kind(last);
    if has_place_of_original(folded) {
        both | 1
    } else {
        both
    }
}

fn kind(word: Option<&str>) -> u8 {
    let place = word.and_then(|word| KINDS.iter().position(|kind| kind.contains(&word)));
    place.map_or(0, |place| 1 << place)
}

/// Returns whether the title ends with the volume and page of another work.
fn has_place_of_original(folded: &str) -> bool {
    let Some((_, end)) = folded.rsplit_once('(') else {
        return false;
    };
    let has = |wanted: &[&str]| words(end).any(|word| wanted.contains(&word));
    has(&["vol", "volume"]) && has(&["pg", "p", "pp", "page", "pages", "art", "e"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_stand_at_the_ends() {
        let plain = notices("lungworm in two seal pup litters");
        assert_eq!(plain, 0);
        for title in [
            "erratum: lungworm in pups",
            "lungworm in pups (vol 39, pg 2, 2009)",
            "author's correction to: lungworm",
            "lungworm in pups: corrigendum",
        ] {
            assert_eq!(notices(title), 1, "{title}");
        }
        assert_eq!(notices("the response of seals to noise"), 4);
        assert_eq!(notices("seals that review noise in ports"), 0);
        assert_eq!(notices("noise (a review)"), 32);
    }
}
