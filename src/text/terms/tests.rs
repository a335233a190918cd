use proptest::prelude::*;

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn pieces_are_divided_as_the_whole(text in "[ab1 .,'_:\"\n\u{300}\u{200d}éшש京カ\u{1F1E9}\u{1F600}\u{a0}]{0,24}|.{0,16}") {
        let whole: Vec<(usize, &str)> = text.unicode_word_indices().collect();
        prop_assert_eq!(parts(&text).collect::<Vec<_>>(), whole);
    }
}

fn refined_in(language: Language, text: &str) -> Vec<String> {
    let refiner = Refiner::new(language);
    let mut reader = refiner.reader();
    words(text)
        .filter_map(|word| {
            let refined = reader.read(&text[word.form])?.refined.as_ref();
            refined.map(|(_, word)| word.to_string())
        })
        .collect()
}

fn refined(text: &str) -> Vec<String> {
    refined_in(Language::English, text)
}

fn raw_form(word: &str) -> Cow<'_, str> {
    super::raw_form(word, Language::English)
}

#[test]
fn hyphens_and_apostrophes_join_the_parts_of_a_word() {
    assert_eq!(raw_form("Shi'ite"), "shiite");
    let text = "al-Sistani said";
    let first = words(text).next().unwrap();
    assert_eq!(raw_form(&text[first.span]), "alsistani");
    assert_eq!(words("well - known").count(), 2);
}

#[test]
fn words_with_a_digit_have_a_raw_form_only() {
    assert_eq!(refined("In 1984 Winston7 drank gin"), ["drank", "gin"]);
    assert_eq!(raw_form("3,5"), "35");
}

#[test]
fn stop_words_are_dropped_in_every_spelling() {
    assert!(refined("I don\u{2019}t, I don't, THE and The").is_empty());
}

#[test]
fn words_of_the_papers_survive_the_stop_list() {
    assert_eq!(refined("top novel information").len(), 3);
}

#[test]
fn composed_and_decomposed_letters_are_equal() {
    assert_eq!(raw_form("caf\u{e9}"), raw_form("cafe\u{301}"));
    assert_eq!(refined("cafe\u{301}"), refined("caf\u{e9}"));
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
            .map(|word| super::raw_form(word, language))
            .collect();
        assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
    }
    // In other languages a final sigma, a dotless i are letters of their own.
    assert_eq!(raw_form("ISPARTA ς"), "ispartaς");
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
fn scripts_without_spaces_give_every_two_characters() {
    let read = |text: &str| -> Vec<(String, String)> {
        words(text)
            .map(|word| (text[word.span].to_owned(), text[word.form].to_owned()))
            .collect()
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = |&(span, form): &(&str, &str)| (span.to_owned(), form.to_owned());
        pairs.iter().map(owned).collect()
    };
    assert_eq!(
        read("渡轮在码头。 东京タワー"),
        pairs(&[
            ("渡", "渡轮"),
            ("轮", "轮在"),
            ("在", "在码"),
            ("码头", "码头"),
            ("东", "东京"),
            ("京", "京タ"),
            ("タ", "タワ"),
            ("ワー", "ワー"),
        ])
    );
    // Marks belong to their letter, and what is not seen parts nothing.
    let thai = [("ที่", "ที่นี่"), ("นี่", "นี่\u{200B}ค่ะ"), ("", "")];
    assert_eq!(read("ที่นี่\u{200B}ค่ะ")[0], pairs(&thai)[0]);
    assert_eq!(read("ເຮືອ").len(), 2);
    assert_eq!(read("ទូក").len(), 1);
    assert_eq!(read("船"), pairs(&[("船", "船")]));
    // Numbers and words of other scripts stand alone, Korean has spaces.
    assert_eq!(
        read("in 2024年 여객선은"),
        pairs(&[
            ("in", "in"),
            ("2024", "2024"),
            ("年", "年"),
            ("여객선은", "여객선은")
        ])
    );
    let refiner = Refiner::new(Language::English);
    let thai = refiner.read("ที่นี่").unwrap();
    assert_eq!(thai.raw, TermId::of("ที่นี่"), "the tones are kept");
    assert_eq!(&*thai.refined.unwrap().1, "ที่นี่");
}

#[test]
fn what_is_not_seen_is_no_part_of_a_word() {
    for hidden in [
        '\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}', '\u{200E}',
    ] {
        let text = format!("the fer{hidden}ry");
        let found: Vec<WordAt> = words(&text).collect();
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
