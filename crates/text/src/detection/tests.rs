use super::*;
use crate::AnalysisOptions;

const ENGLISH: &str = "The ferry waits at the old pier, which a storm broke in March of this year.";
const GERMAN: &str = "Die Fähre wartet an der alten Brücke, die ein Sturm im März zerstört hat.";
const FRENCH: &str =
    "Le bac attend près de la vieille jetée, que la tempête a brisée au mois de mars.";
const POLISH: &str = "Prom czeka przy starym nabrzeżu, które w marcu tego roku zniszczyła burza.";
const JAPANESE: &str = "フェリーは古い桟橋で待っています。嵐が三月に桟橋を壊しました。";

fn collection(texts: &[(&str, usize)]) -> Vec<Document> {
    let each = texts
        .iter()
        .flat_map(|&(text, count)| std::iter::repeat_n(text, count));
    each.enumerate()
        .map(|(number, text)| Document::plain(number.to_string(), text))
        .collect()
}

fn languages_of(texts: &[(&str, usize)]) -> String {
    let options = AnalysisOptions {
        language: LanguageChoice::Auto,
        ..AnalysisOptions::default()
    };
    options.resolved(&collection(texts)).language.to_string()
}

fn language_in(choice: &str, text: &str) -> Language {
    let choice: LanguageChoice = choice.parse().unwrap();
    let place = LanguageDetector::new(&choice).place_of(&Document::plain("a", text));
    choice.languages()[place]
}

#[test]
fn a_collection_has_the_languages_of_a_share_of_its_documents() {
    assert_eq!(languages_of(&[(GERMAN, 99), (ENGLISH, 1)]), "german");
    assert_eq!(
        languages_of(&[(ENGLISH, 2), (GERMAN, 98)]),
        "german,english"
    );
    assert_eq!(languages_of(&[(FRENCH, 1), (GERMAN, 1)]), "french,german");
    assert_eq!(
        languages_of(&[(POLISH, 2), (JAPANESE, 1), (FRENCH, 1)]),
        "polish,french,japanese"
    );
    assert_eq!(languages_of(&[("1984 + 7", 3)]), "english");
    assert_eq!(languages_of(&[]), "english");
}

#[test]
fn a_document_is_read_in_the_one_of_them_that_it_is_in() {
    assert_eq!(language_in("german,english", ENGLISH), Language::English);
    assert_eq!(language_in("german,english", GERMAN), Language::German);
    assert_eq!(language_in("german,polish", POLISH), Language::Polish);
    assert_eq!(language_in("german,ja", JAPANESE), Language::Japanese);
    assert_eq!(language_in("auto", FRENCH), Language::French);
    // Where it cannot be determined: the first.
    assert_eq!(language_in("german,english", JAPANESE), Language::German);
    assert_eq!(language_in("german,english", "1984"), Language::German);
    assert_eq!(language_in("german", ENGLISH), Language::German);
}

#[test]
fn a_choice_is_written_as_it_is_typed() {
    for (typed, stored) in [
        ("english", "\"english\""),
        ("auto", "\"auto\""),
        ("french,english", "[\"french\",\"english\"]"),
    ] {
        let choice: LanguageChoice = typed.parse().unwrap();
        assert_eq!(choice.to_string(), typed);
        assert_eq!(serde_json::to_string(&choice).unwrap(), stored);
        assert_eq!(
            serde_json::from_str::<LanguageChoice>(stored).unwrap(),
            choice
        );
    }
    let german: LanguageChoice = "DE, german".parse().unwrap();
    assert_eq!(german, LanguageChoice::One(Language::German));
    let empty: LanguageChoice = serde_json::from_str("[]").unwrap();
    assert_eq!(empty, LanguageChoice::default());
    assert!(serde_json::from_str::<LanguageChoice>("\"klingon\"").is_err());
}
