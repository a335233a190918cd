//! Texts without markup, marks and capitals, as all fields of works are compared.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use xxhash_rust::xxh3::xxh3_64;

use dejalu_io::latex::without_latex;
use dejalu_text::AnalyzedDocument;

/// The text of a document's body, its stretches with a line break between two.
pub(super) fn body(document: &AnalyzedDocument) -> String {
    let stretches: Vec<&str> = document.body_text().collect();
    stretches.join("\n")
}

/// Takes off entities (twice: exports of exports escape them again), tags and LaTeX.
pub(super) fn without_markup(text: &str) -> String {
    let decoded = html_escape::decode_html_entities(text);
    let decoded = html_escape::decode_html_entities(&decoded).into_owned();
    let text = without_tags(&decoded);
    match without_latex(&text) {
        Cow::Borrowed(same) => same.to_owned(),
        Cow::Owned(plain) => plain,
    }
}

/// Drops `<sub>` and its kin, which begin with a letter or a slash and are short: `p < 0.05 and q > 2` stays.
fn without_tags(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let (before, from) = rest.split_at(start);
        let is_tag = from[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = from.char_indices().take(LONGEST).find(|(_, c)| *c == '>');
        kept.push_str(before);
        rest = match end {
            Some((end, _)) if is_tag => &from[end + 1..],
            _ => {
                kept.push('<');
                &from[1..]
            }
        };
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// The letters without their marks, the case kept: *Müller* is *Muller*, *Øst* is *Ost*.
pub(super) fn without_marks(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match spelled(c) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Without marks and in lower case.
pub(super) fn folded(text: &str) -> String {
    without_marks(text).to_lowercase()
}

/// The letters that stand for one that has no parts, and the names of Greek letters, which one source spells out
/// and the other does not.
fn spelled(c: char) -> Option<&'static str> {
    Some(match c {
        'œ' => "oe",
        'Œ' => "Oe",
        'æ' => "ae",
        'Æ' => "Ae",
        'ł' => "l",
        'Ł' => "L",
        'ø' => "o",
        'Ø' => "O",
        'ß' => "ss",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'þ' => "th",
        'Þ' => "Th",
        'ı' => "i",
        'α' => "alpha",
        'β' => "beta",
        'γ' | 'Γ' => "gamma",
        'δ' | 'Δ' => "delta",
        'ε' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'π' => "pi",
        'ρ' => "rho",
        'σ' | 'ς' | 'Σ' => "sigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' | 'Ω' => "omega",
        _ => return None,
    })
}

/// The runs of letters and digits.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    let runs = text.split(|c: char| !c.is_alphanumeric());
    runs.filter(|run| !run.is_empty())
}

/// The words as one, so that neither hyphens nor blanks count; its first letters.
pub(super) fn glued(text: &str) -> String {
    const MOST: usize = 256;
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .take(MOST)
        .collect()
}

/// The runs of digits, without leading zeros.
pub(super) fn digit_runs(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    let runs = runs.map(|run| run.trim_start_matches('0'));
    runs.filter(|run| !run.is_empty())
}

/// A text as a number that another text has with a probability of 2⁻⁶⁴.
pub(super) fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_no_word() {
        for (text, plain) in [
            ("Uptake of H<sub>2</sub>O", "Uptake of H2O"),
            ("Tar &amp;amp; rope", "Tar & rope"),
            ("p < 0.05 and q > 2", "p < 0.05 and q > 2"),
            ("Caf&eacute; <i>culture</i>", "Café culture"),
            ("a <", "a <"),
        ] {
            assert_eq!(without_markup(text), plain);
        }
    }

    #[test]
    fn letters_are_folded() {
        assert_eq!(folded("Ærø, Łódź: β-Carotene"), "aero, lodz: beta-carotene");
        assert_eq!(glued("school-a chance."), glued("school - a chance"));
        assert_eq!(digit_runs("v. 007(10)").collect::<Vec<_>>(), ["7", "10"]);
    }
}
