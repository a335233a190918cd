use proptest::prelude::*;

use super::*;

/// The definition of the identity of a plain text, word by word.
fn slowly(text: &str) -> Option<u128> {
    let document = Document::plain("a", text);
    if !text.contains(char::is_alphanumeric) {
        return None;
    }
    let mut hash = Xxh3::new();
    hash.update(&[0, document.fields[0].kinds.0]);
    for word in text.split_whitespace() {
        hash.update(b" ");
        hash.update(word.as_bytes());
    }
    Some(hash.digest128())
}

#[test]
fn no_white_space_but_blanks_is_overlooked() {
    let is_other = |&c: &char| c.is_whitespace() && c != ' ';
    for c in ('\0'..=char::MAX).filter(is_other) {
        assert!(!is_parted_by_blanks(&format!("é{c}é")), "{c:?}");
    }
    assert!(is_parted_by_blanks("où 배가 ждёт"));
}

#[test]
fn every_line_end_becomes_one() {
    for text in ["a\nb\nc", "a\r\nb\rc\r\n", "\u{feff}a\rb\nc"] {
        assert_eq!(&*Document::plain("x", text).text, "a\nb\nc");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn white_space_is_of_no_account(text in "[ab \\t\n\r\u{b}\u{1f}\u{85}\u{a0}\u{3000}é]{0,24}") {
        prop_assert_eq!(Document::plain("a", &text).identity(), slowly(&text));
    }

    #[test]
    fn another_word_is_another_text(text in "[ab \n]{0,12}", word in "[a-d]{1,3}") {
        let more = format!("{text} {word}");
        let [less, more] = [&text, &more].map(|text| Document::plain("a", text).identity());
        prop_assert_ne!(less, more);
    }
}
