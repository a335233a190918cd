use super::*;
use crate::document::Document;
use crate::text::Analyzer;

#[test]
fn what_was_read_before_is_of_no_account() {
    let long = "The ferry waits at pier 7. ".repeat(AT_A_TIME);
    let texts = [
        "The ferry waits; ferries wait.",
        &long,
        "",
        "Storms and piers: the ferry.",
        &long,
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
        for word in &*read.vocabulary {
            let same = |token: &&Token| read.refined(token) == Some(word);
            assert_eq!(read.tokens.iter().filter(same).count(), word.count as usize);
        }
    }
}
