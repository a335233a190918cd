//! Folds letters that count as one: marks and case.
//!
//! Case is folded by Unicode's rules: two letters with one capital are one (ς and σ, ß and ss).
//!
//! \[choice\] A mark is folded where it does not make a letter of its own: é is an e with an accent, but ñ
//! is a letter of the Spanish alphabet and *año* another word than *ano*. Whether it is one says the
//! language's collation (CLDR): letters that differ at the first level are kept. A text whose language is
//! not set is read by the rules of English, which has no such letters. In German ä is ae (DIN 5007-2).
//! What marks are there in Arabic, Hebrew, Cyrillic and Devanagari, and what is one letter in two
//! encodings, is as Lucene normalises them (vowel points; yeh, kaf and heh; ё; nukta and candrabindu).
//!
//! Most of Snowball's stemmers look for accents. So a word is stemmed with them, and its stem is folded;
//! only the English stemmer knows none and gets the folded word, and the German one gets umlauts.

use std::borrow::Cow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::char::decompose_canonical;

use super::{AnalysisVersion, Language};
use dejalu_base::error::{Error, Parameter};

/// Diacritics that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// Those that make a letter of its own in the language.
    #[default]
    Auto,
    /// None.
    Fold,
    /// All.
    Keep,
}

impl FromStr for Marks {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "auto" => Ok(Marks::Auto),
            "fold" => Ok(Marks::Fold),
            "keep" => Ok(Marks::Keep),
            _ => {
                let expected = "expected auto, fold or keep";
                Err(Error::invalid(Parameter::Marks, text, expected))
            }
        }
    }
}

/// The spelling rules by which words of a language are alike.
#[derive(Debug, Clone, Copy)]
pub struct Spelling {
    language: Language,
    folding: Folding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Folding {
    /// As the first version of the analysis has it.
    None,
    Case,
    /// Case, and marks but those of these letters, which are in lower case.
    Marks {
        kept: &'static str,
    },
}

impl Spelling {
    pub(super) fn new(language: Language, version: AnalysisVersion, marks: Marks) -> Self {
        let folding = match (version, marks) {
            (AnalysisVersion::First, _) => Folding::None,
            (_, Marks::Keep) => Folding::Case,
            (_, Marks::Fold) => Folding::Marks { kept: "" },
            (_, Marks::Auto) => match language.marked_letters() {
                Some(kept) => Folding::Marks { kept },
                None => Folding::Case,
            },
        };
        Spelling { language, folding }
    }

    pub(super) fn language(self) -> Language {
        self.language
    }

    /// A character as its language spells it in lower case, before anything is folded.
    pub(super) fn letter(self, c: char) -> impl Iterator<Item = char> {
        let c = match c {
            'I' if self.has_dotless_i() => 'ı',
            'İ' if self.has_dotless_i() => 'i',
            _ => c,
        };
        self.language.letter(c)
    }

    /// Returns whether I is the capital of the dotless ı, and İ that of i.
    pub(super) fn has_dotless_i(self) -> bool {
        match self.language {
            Language::Turkish => true,
            Language::Azerbaijani => self.folding != Folding::None,
            _ => false,
        }
    }

    /// A word in lower case without what does not make another word.
    pub(super) fn folded(self, word: Cow<'_, str>) -> Cow<'_, str> {
        if word.is_ascii() || self.folding == Folding::None {
            return word;
        }
        let mut folded = String::with_capacity(word.len());
        word.chars().for_each(|c| self.fold(c, &mut folded));
        Cow::Owned(folded)
    }

    /// A word as the language's stemmer expects it, from its [spelled](Self::letter) and its folded form.
    pub(super) fn for_stemmer<'w>(
        self,
        spelled: impl FnOnce() -> Cow<'w, str>,
        folded: Cow<'w, str>,
    ) -> Cow<'w, str> {
        match (self.folding, self.language) {
            (Folding::None, _) => folded,
            (Folding::Marks { .. }, Language::English) => folded,
            (Folding::Marks { .. }, Language::German) => with_umlauts(spelled()),
            _ => spelled(),
        }
    }

    fn fold(self, c: char, folded: &mut String) {
        let Folding::Marks { kept } = self.folding else {
            return self.fold_case(c, folded);
        };
        if kept.contains(c) {
            return folded.push(c);
        }
        if self.language == Language::German && matches!(c, 'ä' | 'ö' | 'ü') {
            folded.push(unmarked(c));
            return folded.push('e');
        }
        if is_mark(c) {
            return;
        }
        match unmarked(c) {
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'þ' => folded.push_str("th"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            base => self.fold_case(base, folded),
        }
    }

    fn fold_case(self, c: char, folded: &mut String) {
        if c == 'ı' && self.folding == Folding::Case && self.has_dotless_i() {
            folded.push(c);
        } else {
            folded.extend(c.to_uppercase().flat_map(char::to_lowercase));
        }
    }
}

/// Marks that stand behind their letter, and spell no letter of their own.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}' // accents
            | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}' // Hebrew points
            | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}'
            | '\u{6DF}'..='\u{6E4}' | '\u{6E7}' | '\u{6E8}' | '\u{6EA}'..='\u{6ED}' // Arabic
            | '\u{93C}' // the nukta of Devanagari
    )
}

/// The letter without its mark, and one letter for those that are encoded in two ways.
fn unmarked(c: char) -> char {
    match c {
        'ё' | 'ѐ' => 'е',
        'ѝ' => 'и',
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ک' => 'ك',
        'ة' | 'ۀ' | 'ە' | 'ہ' | 'ۂ' | 'ۃ' => 'ه',
        '\u{901}' => '\u{902}',
        '\u{400}'..='\u{52F}' => c,
        _ => match base(c) {
            base @ ('a'..='z' | '\u{DF}'..='\u{24F}' | 'α'..='ω') => base,
            _ => c,
        },
    }
}

/// The first character of what a character is made of.
fn base(c: char) -> char {
    let mut base = None;
    decompose_canonical(c, |part| {
        base.get_or_insert(part);
    });
    base.unwrap_or(c)
}

/// A German word with umlauts for ae, oe and ue, as Snowball's variant of the German stemmer reads them:
/// ue is none after another vowel or q (neue, Quelle).
fn with_umlauts(word: Cow<'_, str>) -> Cow<'_, str> {
    if !word.contains("ae") && !word.contains("oe") && !word.contains("ue") {
        return word;
    }
    let mut spelled = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = spelled.chars().next_back();
        let is_split = after.is_some_and(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'q'));
        let umlaut = match letter {
            'a' => Some('ä'),
            'o' => Some('ö'),
            'u' if !is_split => Some('ü'),
            _ => None,
        };
        match umlaut.filter(|_| letters.next_if_eq(&'e').is_some()) {
            Some(umlaut) => spelled.push(umlaut),
            None => spelled.push(letter),
        }
    }
    Cow::Owned(spelled)
}

impl Language {
    /// The letters with a mark that are letters of their own; none where nearly every mark makes another
    /// word, and of a language that is not known.
    fn marked_letters(self) -> Option<&'static str> {
        let letters = match self {
            Language::Vietnamese | Language::Yiddish | Language::Other => return None,
            Language::Spanish | Language::Tagalog => "ñ",
            Language::Swedish | Language::Finnish => "åäö",
            Language::Danish | Language::Norwegian => "æøåäö",
            Language::Estonian => "õäöüšž",
            Language::Hungarian => "öőüű",
            Language::Turkish => "çğıöşü",
            Language::Azerbaijani => "çğıöşü",
            Language::Turkmen => "äçňöşüýž",
            Language::Romanian => "ăâîșțşţ",
            Language::Polish => "ąćęłńóśźż",
            Language::Czech => "čřšž",
            Language::Slovak => "äčôšž",
            Language::Slovenian | Language::Croatian | Language::Serbian => "čćđšž",
            Language::Latvian => "čģķļņšž",
            Language::Lithuanian => "čšž",
            Language::Esperanto => "ĉĝĥĵŝŭ",
            Language::Belarusian => "ёў",
            _ => "",
        };
        Some(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal_forms::raw_form;
    use crate::refiner::Refiner;

    fn spelling(language: Language, marks: Marks) -> Spelling {
        Spelling::new(language, AnalysisVersion::Second, marks)
    }

    fn are_one(language: Language, marks: Marks, words: &str) -> bool {
        let spelling = spelling(language, marks);
        let mut forms = words.split(' ').map(|word| raw_form(word, spelling));
        let first = forms.next().unwrap();
        forms.all(|form| form == first)
    }

    #[test]
    fn marks_and_case_of_every_script_are_folded() {
        use Language::*;
        for (language, words) in [
            (English, "Straße STRASSE strasse"),
            (English, "οδός ΟΔΟΣ ΟΔΌΣ οδοσ"),
            (English, "Iğdır IĞDIR İĞDİR igdir"),
            (English, "Łódź ŁÓDŹ lodz"),
            (English, "Ærø ÆRØ aero"),
            (English, "ﬁnance Ｆｉｎａｎｃｅ finance"),
            (English, "ﾋﾟｱﾉ ピアノ"),
            (English, "ещё ЕЩЕ еще"),
            (English, "מַלְכָּה מלכה"),
            (English, "مَدِينَةٌ مـديـنة مدينه مدینه"),
            (English, "کتاب كتاب"),
            (English, "أحمد احمد"),
            (Hindi, "बाज़ार बाजार"),
            (Hindi, "जहाँ जहां"),
            (German, "Bücherei BUECHEREI bücherei BÜCHEREI"),
            (Spanish, "río RIO RÍO"),
            (French, "été ÉTÉ ete"),
            (Vietnamese, "Hà HÀ hà"),
            (Czech, "město mesto"),
            (Azerbaijani, "QIZIL qızıl"),
        ] {
            assert!(are_one(language, Marks::Auto, words), "{words}");
        }
        assert!(are_one(Spanish, Marks::Fold, "año ano"));
        assert!(are_one(Turkish, Marks::Fold, "kır KIR kir"));
    }

    #[test]
    fn letters_of_their_own_are_kept() {
        use Language::*;
        for (language, words) in [
            (Spanish, "año ano"),
            (Swedish, "får far"),
            (Turkish, "kır kir"),
            (Polish, "łaska laska"),
            (Vietnamese, "mả má"),
            (German, "schön schon"),
            (Danish, "bær bar"),
            (English, "йод иод"),
            (English, "が か"),
            (English, "ที่ ที"),
        ] {
            assert!(!are_one(language, Marks::Auto, words), "{words}");
        }
        assert!(!are_one(English, Marks::Keep, "café cafe"));
        assert!(are_one(English, Marks::Keep, "Straße STRASSE"));
    }

    #[test]
    fn stems_are_found_with_accents_and_folded_then() {
        let stem = |language, word| {
            let refiner = Refiner::new(spelling(language, Marks::Auto));
            refiner.refine(word).unwrap().stem.unwrap()
        };
        for (language, words) in [
            (Language::French, ["mangés", "mangée"]),
            (Language::German, ["Bücher", "Buecher"]),
            (Language::German, ["Häuser", "Haeusern"]),
            (Language::English, ["cafés", "cafe"]),
            (Language::Spanish, ["canción", "cancion"]),
        ] {
            let [left, right] = words.map(|word| stem(language, word));
            assert_eq!(left, right);
            assert!(left.is_ascii(), "{left}");
        }
        assert_eq!(
            stem(Language::German, "neue"),
            stem(Language::German, "neu")
        );
    }

    #[test]
    fn what_was_saved_before_spells_as_before() {
        let before = |word| {
            let spelling = Spelling::new(Language::English, AnalysisVersion::First, Marks::Fold);
            raw_form(word, spelling)
        };
        for word in ["straße", "café", "iğdır", "ещё", "ς"] {
            assert_eq!(before(word), word);
        }
    }
}
