use super::*;
use crate::Analyzer;
use crate::document::Document;

/// A word of letters for a number.
fn spelled(number: u32) -> String {
    let letter = |digit: u8| char::from(b'a' + (digit - b'0'));
    let digits = format!("{number:06}");
    format!("x{}k", digits.bytes().map(letter).collect::<String>())
}

#[test]
fn what_was_read_before_is_of_no_account() {
    let long = "The ferry waits at pier 7. ".repeat(AT_A_TIME + 1);
    let many: String = (0..40_000u32)
        .map(|word| format!("{} ", spelled(word)))
        .collect();
    let many = many.repeat(2);
    let texts = [
        "The ferry waits; ferries wait.",
        &long,
        "",
        "Storms and piers: the ferry.",
        &long,
        &many,
        "nationalism nationality nationalize nationals",
        "The ferry waits; ferries wait.",
    ];
    let reading = Analyzer::new(Default::default());
    for text in texts {
        let document = Document::plain("a", text);
        let fresh = Analyzer::new(Default::default()).analyze(&document);
        let read = reading.analyze(&document);
        assert_eq!(read.tokens, fresh.tokens);
        assert_eq!(read.vocabulary, fresh.vocabulary);
        assert!(read.vocabulary.is_sorted_by(|a, b| a.term < b.term));
        let mut counts = vec![0; read.vocabulary.len()];
        for word in read.tokens.iter().filter_map(|token| token.word) {
            counts[word.get() as usize] += 1;
        }
        assert!(read.vocabulary.iter().map(|word| word.count).eq(counts));
    }
}
