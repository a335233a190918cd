use proptest::prelude::*;

use super::*;
use crate::AnalysisVersion;

/// The words of a text by the rules for all scripts.
fn slowly(text: &str) -> Vec<WordAt> {
    ForeignWords::new(text, true).collect()
}

fn quickly(text: &str) -> Vec<WordAt> {
    let words = crate::ascii_words::words(text, true);
    words.map(WordAt::spelled).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn ascii_is_divided_as_any_text(text in "[ab1_ .,;:'\"\n-]{0,16}|[\\x00-\\x7f]{0,16}") {
        prop_assert_eq!(quickly(&text), slowly(&text));
    }

    #[test]
    fn blocks_of_ascii_are_divided_as_any_text(
        text in "((_{1,70}|[ab1_]{1,70}|_{0,66}[a1])[ .,;:'\n-]{1,3}){0,5}",
    ) {
        prop_assert_eq!(quickly(&text), slowly(&text));
    }

    #[test]
    fn runs_are_divided_as_the_whole(
        text in "([ab]-\u{ad}?[ \n]{1,2}|[é\u{ac}\u{ad}\u{2010}][ \n]?){0,8}|[ab1 .,'_:\"\n\u{300}\u{200d}éшш京カ\u{1F1E9}\u{1F600}\u{a0}-]{0,24}|([ab]{1,2}[ \n]|[é京].?){0,12}|.{0,16}",
    ) {
        prop_assert_eq!(words(&text, 0..text.len(), true).collect::<Vec<_>>(), slowly(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_word_of_ascii_crosses_the_end_of_a_sentence(
        text in "([abAB1_]{1,3}[ .,;:!?'\"\n\r\t\x0b\x0c\x1c\x1e()-]{1,3}){0,8}|[\x00-\x7f]{0,24}|([ab]\\. [ab]{2,3}-?\n?){0,4}|(Mr|e\\.g|U\\.S|[aA1])[.!?]{1,2}['\") \n]{0,2}[aA1.]{0,4}",
    ) {
        let sentences = crate::sentences::sentences(&text, AnalysisVersion::Second);
        let one_by_one = sentences.iter().flat_map(|sentence| words(&text, sentence.clone(), true));
        prop_assert_eq!(words_of(&text, &sentences, true).collect::<Vec<_>>(), one_by_one.collect::<Vec<_>>());
    }
}

#[test]
fn scripts_without_spaces_give_every_two_characters() {
    let read = |text: &str| -> Vec<(String, String)> {
        words(text, 0..text.len(), true)
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
}

#[test]
fn one_hyphen_joins_the_parts_of_a_word() {
    let read = |text: &str| -> Vec<String> {
        words(text, 0..text.len(), true)
            .map(|word| text[word.span].to_owned())
            .collect()
    };
    assert_eq!(read("al-Sistani said"), ["al-Sistani", "said"]);
    assert_eq!(
        read("well - known, so--called"),
        ["well", "known", "so", "called"]
    );
    assert_eq!(read("a-b_c-3.5-"), ["a-b_c-3.5"]);
    assert_eq!(
        read("even-\ning even-\n\ning"),
        ["even-\ning", "even", "ing"]
    );
    assert_eq!(
        read("é even\u{AD}\ning and éven-\n  ing"),
        ["é", "even\u{AD}\ning", "and", "éven-\n  ing"]
    );
}
