use super::*;
use crate::{AnalysisVersion, Language, Marks};

fn spelling(language: Language) -> Spelling {
    Spelling::new(language, AnalysisVersion::First, Marks::Auto)
}

fn raw_form(word: &str) -> Cow<'_, str> {
    super::raw_form(word, spelling(Language::English))
}

#[test]
fn composed_and_decomposed_letters_are_equal() {
    assert_eq!(raw_form("caf\u{e9}"), raw_form("cafe\u{301}"));
}

#[test]
fn spelling_does_not_part_one_word() {
    for (language, words) in [
        (Language::Turkish, "ISPARTA Isparta ısparta"),
        (Language::Turkish, "İzmir İZMİR izmir"),
        (Language::Greek, "ΟΔΌΣ ΟΔΟΣ οδός"),
        (Language::Romanian, "preț preţ PREȚ"),
        (Language::Russian, "ёлка елка ЁЛКА"),
        (Language::Arabic, "كتاب كـتـاب"),
    ] {
        let forms: Vec<_> = words
            .split(' ')
            .map(|word| super::raw_form(word, spelling(language)))
            .collect();
        assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
    }
    // In other languages a final sigma, a dotless i are letters of their own.
    assert_eq!(raw_form("ISPARTA ς"), "ispartaς");
}

#[test]
fn the_parts_of_a_word_are_joined() {
    assert_eq!(raw_form("Shi'ite"), "shiite");
    assert_eq!(raw_form("al-Sistani"), "alsistani");
    assert_eq!(raw_form("3,5"), "35");
}

#[test]
fn marks_that_spell_a_word_are_kept() {
    assert_eq!(raw_form("ที่นี่"), "ที่นี่");
}
