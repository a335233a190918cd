use super::*;
use crate::words::{WordAt, words};
use crate::{AnalysisVersion, Language, Marks};

fn refiner(language: Language) -> Refiner {
    let version = AnalysisVersion::default();
    Refiner::new(Spelling::new(language, version, Marks::Auto))
}

fn refined_in(language: Language, text: &str) -> Vec<String> {
    let refiner = refiner(language);
    words(text, 0..text.len(), true)
        .filter_map(|word| refiner.refine(&text[word.form])?.stem)
        .collect()
}

fn refined(text: &str) -> Vec<String> {
    refined_in(Language::English, text)
}

#[test]
fn words_with_a_digit_have_a_raw_form_only() {
    assert_eq!(refined("In 1984 Winston7 drank gin"), ["drank", "gin"]);
}

#[test]
fn stop_words_are_dropped_in_every_spelling() {
    assert!(refined("I don\u{2019}t, I don't, THE and The").is_empty());
}

#[test]
fn a_word_is_a_stop_word_only_if_it_was_the_contraction() {
    let words = "well shell hell ill shed wed id";
    assert_eq!(refined(words).len(), 7);
    for apostrophe in ["'", "\u{2019}", "\u{2018}", "\u{2bc}"] {
        let contractions = "we'll she'll he'll i'll she'd we'd i'd don't 'it's'";
        let contractions = contractions.replace('\'', apostrophe);
        assert!(refined(&contractions).is_empty(), "{contractions}");
        let joined = format!("Shi{apostrophe}ite");
        assert_eq!(refined(&joined), ["shiit"]);
    }
    // Without an apostrophe a word is asked for unchanged, with one only so.
    assert_eq!(refined("its is"), [""; 0]);
    assert_eq!(refined("i's"), ["is"]);
    let catalan = |text| refined_in(Language::Catalan, text);
    assert_eq!(catalan("d'un d\u{2019}un"), [""; 0]);
    assert_eq!(catalan("dun"), ["dun"]);
    assert_eq!(refined_in(Language::Greek, "δι' ἀλλ\u{2019}"), [""; 0]);
}

#[test]
fn composed_and_decomposed_letters_are_equal() {
    assert_eq!(refined("cafe\u{301}"), refined("caf\u{e9}"));
}

#[test]
fn words_of_the_papers_survive_the_stop_list() {
    assert_eq!(refined("top novel information").len(), 3);
}

/// Two forms of a word between stop words: one refined word is left of each line.
#[test]
fn every_language_drops_its_stop_words_and_stems() {
    use Language::*;
    for (language, text) in [
        (Arabic, "في الكتاب من كتاب"),
        (Danish, "og bøger i bøgerne"),
        (Dutch, "het boek en de boeken"),
        (English, "the ferry and ferries"),
        (Finnish, "ja talossa on talosta"),
        (French, "la maison et les maisons"),
        (German, "das Haus und des Hauses"),
        (Greek, "και η θάλασσα από ΘΑΛΑΣΣΑΣ"),
        (Hungarian, "a házak és házakat"),
        (Italian, "la casa e le case"),
        (Norwegian, "og båten i båtene"),
        (Portuguese, "a casa e as casas"),
        (Romanian, "la fotografia și fotografiile"),
        (Russian, "и книга в книгой"),
        (Spanish, "la casa y las casas"),
        (Swedish, "och båten i båtarna"),
        (Tamil, "மற்றும் வீடு இந்த வீடுகள்"),
        (Turkish, "ve Kitap için KİTAPLAR"),
    ] {
        let mut words = refined_in(language, text);
        words.dedup();
        assert_eq!(words.len(), 1, "{language}: {words:?}");
    }
    let stemmed = Language::ALL
        .iter()
        .filter(|language| language.stemmer().is_some());
    assert!(
        stemmed
            .clone()
            .all(|language| !language.stop_words().is_empty())
    );
    assert_eq!(stemmed.count(), 18);
}

#[test]
fn a_language_that_is_not_known_keeps_all_words_as_they_are() {
    let words = refined_in(Language::Other, "The Żółte łodzie");
    assert_eq!(words, ["the", "żółte", "łodzie"]);
    // Of some languages there are stop words alone.
    assert_eq!(refined_in(Language::Catalan, "els vaixells"), ["vaixells"]);
}

#[test]
fn a_short_word_without_its_vowel_is_not_part_of_the_next() {
    let french = refined_in(
        Language::French,
        "L'homme qu\u{2019}il voit aujourd'hui, l’homme",
    );
    assert_eq!(french, ["homm", "voit", "aujourdhui", "homm"]);
    assert_eq!(
        refined_in(Language::Italian, "dell'arte, un'arte"),
        ["arte", "arte"]
    );
    assert_eq!(refined("l'homme"), ["lhomm"]);
}

#[test]
fn what_is_not_seen_is_no_part_of_a_word() {
    for hidden in [
        '\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}', '\u{200E}',
    ] {
        let text = format!("the fer{hidden}ry");
        let found: Vec<WordAt> = words(&text, 0..text.len(), true).collect();
        assert_eq!(&text[found[1].span.clone()], &text[4..], "{hidden:?}");
        assert_eq!(refined(&text), ["ferri"], "{hidden:?}");
    }
    let hebrew = "\u{202B}\u{200F}המעבורת\u{200F} מחכה\u{202C}";
    let plain = "המעבורת מחכה";
    assert_eq!(
        refined_in(Language::Other, hebrew),
        refined_in(Language::Other, plain)
    );
    // The Persian half-space joins.
    assert_eq!(refined_in(Language::Other, "می\u{200C}خواهم"), ["میخواهم"]);
}

#[test]
fn encoded_data_are_not_stemmed() {
    let refiner = refiner(Language::English);
    let stem = |word: &str| refiner.refine(word).and_then(|it| it.stem);
    assert_eq!(stem("ferries").as_deref(), Some("ferri"));
    let word = "ferries".repeat(1_000);
    assert_eq!(stem(&word), Some(word));
}
