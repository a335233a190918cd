//! The languages whose words can be refined.

use std::fmt;
use std::str::FromStr;

use rust_stemmers::Algorithm;
use serde::{Deserialize, Serialize};
use unicode_normalization::char::decompose_canonical;
use whatlang::Lang;

use dejalu_base::error::{Error, Parameter};

/// Each language once: its name, its code (ISO 639-1) and how `whatlang` calls it. The names of
/// those with a stemmer are those of `rust-stemmers`.
macro_rules! languages {
    (
        stemmed { $($stemmed:ident $stemmed_name:literal $stemmed_code:literal $stemmed_lang:ident,)* }
        unstemmed { $($plain:ident $plain_name:literal $plain_code:literal $plain_lang:ident,)* }
    ) => {
        /// A language: its stop words are dropped, its endings stemmed.
        ///
        /// \[choice\] NLTK's stop words and Snowball's stemmers. No paper prints its stop list, and
        /// the stems that 000 prints are not Porter's either; the ISO list would drop *top*,
        /// *novel* and *information*, which occur in the papers' examples.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize,
            Deserialize,
        )]
        #[serde(rename_all = "lowercase")]
        pub enum Language {
            /// The papers' language.
            #[default]
            English,
            $(
                #[doc = concat!("Stop words and stems of ", $stemmed_name, ".")]
                $stemmed,
            )*
            $(
                #[doc = concat!("Stop words of ", $plain_name, ", if NLTK has them; no stems.")]
                $plain,
            )*
            /// Any other language: no stop words, and words unchanged.
            Other,
        }

        impl Language {
            /// Every language, in declaration order.
            pub const ALL: &'static [Language] = &[
                Language::English,
                $(Language::$stemmed,)*
                $(Language::$plain,)*
                Language::Other,
            ];

            /// Name and code.
            fn names(self) -> (&'static str, &'static str) {
                match self {
                    Language::English => ("english", "en"),
                    $(Language::$stemmed => ($stemmed_name, $stemmed_code),)*
                    $(Language::$plain => ($plain_name, $plain_code),)*
                    Language::Other => ("other", "other"),
                }
            }

            /// The stemmer of its words, if there is one.
            pub(super) fn stemmer(self) -> Option<Algorithm> {
                match self {
                    Language::English => Some(Algorithm::English),
                    $(Language::$stemmed => Some(Algorithm::$stemmed),)*
                    _ => None,
                }
            }
        }

        impl From<Lang> for Language {
            fn from(detected: Lang) -> Self {
                match detected {
                    Lang::Eng => Language::English,
                    $(Lang::$stemmed_lang => Language::$stemmed,)*
                    $(Lang::$plain_lang => Language::$plain,)*
                }
            }
        }
    };
}

languages! {
    stemmed {
        Arabic "arabic" "ar" Ara, Danish "danish" "da" Dan, Dutch "dutch" "nl" Nld,
        Finnish "finnish" "fi" Fin, French "french" "fr" Fra, German "german" "de" Deu,
        Greek "greek" "el" Ell, Hungarian "hungarian" "hu" Hun, Italian "italian" "it" Ita,
        Norwegian "norwegian" "no" Nob, Portuguese "portuguese" "pt" Por,
        Romanian "romanian" "ro" Ron, Russian "russian" "ru" Rus, Spanish "spanish" "es" Spa,
        Swedish "swedish" "sv" Swe, Tamil "tamil" "ta" Tam, Turkish "turkish" "tr" Tur,
    }
    unstemmed {
        Afrikaans "afrikaans" "af" Afr, Akan "akan" "ak" Aka, Amharic "amharic" "am" Amh,
        Armenian "armenian" "hy" Hye, Azerbaijani "azerbaijani" "az" Aze,
        Belarusian "belarusian" "be" Bel, Bengali "bengali" "bn" Ben,
        Bulgarian "bulgarian" "bg" Bul, Burmese "burmese" "my" Mya, Catalan "catalan" "ca" Cat,
        Chinese "chinese" "zh" Cmn, Croatian "croatian" "hr" Hrv, Czech "czech" "cs" Ces,
        Esperanto "esperanto" "eo" Epo, Estonian "estonian" "et" Est,
        Georgian "georgian" "ka" Kat, Gujarati "gujarati" "gu" Guj, Hebrew "hebrew" "he" Heb,
        Hindi "hindi" "hi" Hin, Indonesian "indonesian" "id" Ind, Japanese "japanese" "ja" Jpn,
        Javanese "javanese" "jv" Jav, Kannada "kannada" "kn" Kan, Khmer "khmer" "km" Khm,
        Korean "korean" "ko" Kor, Latin "latin" "la" Lat, Latvian "latvian" "lv" Lav,
        Lithuanian "lithuanian" "lt" Lit, Macedonian "macedonian" "mk" Mkd,
        Malayalam "malayalam" "ml" Mal, Marathi "marathi" "mr" Mar, Nepali "nepali" "ne" Nep,
        Odia "odia" "or" Ori, Persian "persian" "fa" Pes, Polish "polish" "pl" Pol,
        Punjabi "punjabi" "pa" Pan, Serbian "serbian" "sr" Srp, Shona "shona" "sn" Sna,
        Sinhala "sinhala" "si" Sin, Slovak "slovak" "sk" Slk, Slovenian "slovenian" "sl" Slv,
        Tagalog "tagalog" "tl" Tgl, Telugu "telugu" "te" Tel, Thai "thai" "th" Tha,
        Turkmen "turkmen" "tk" Tuk, Ukrainian "ukrainian" "uk" Ukr, Urdu "urdu" "ur" Urd,
        Uzbek "uzbek" "uz" Uzb, Vietnamese "vietnamese" "vi" Vie, Welsh "welsh" "cy" Cym,
        Yiddish "yiddish" "yi" Yid, Zulu "zulu" "zu" Zul,
    }
}

impl Language {
    pub(super) fn stop_words(self) -> &'static [&'static str] {
        stop_words::lookup(self.names().1).unwrap_or_default()
    }

    /// Returns whether a short word loses its vowel before another and is written together with it
    /// by an apostrophe (l'homme, dell'arte).
    pub(super) fn elides(self) -> bool {
        matches!(self, Language::French | Language::Italian)
    }

    /// A letter in lower case, spelled as the language's stemmer expects it and as one writer does
    /// who may spell it in two ways.
    pub(super) fn letter(self, c: char) -> impl Iterator<Item = char> {
        let c = match (self, c) {
            // The dotless i is a letter of its own.
            (Language::Turkish, 'I') => 'ı',
            (Language::Turkish, 'İ') => 'i',
            _ => c,
        };
        c.to_lowercase().map(move |c| match (self, c) {
            // Words in capitals have neither accents nor a final form of sigma, and so has the list.
            (Language::Greek, 'ς') => 'σ',
            (Language::Greek, _) => without_accents(c),
            // Older character sets had only the cedilla, and so has the stemmer.
            (Language::Romanian, 'ș') => 'ş',
            (Language::Romanian, 'ț') => 'ţ',
            // The dots are optional.
            (Language::Russian, 'ё') => 'е',
            _ => c,
        })
    }
}

fn without_accents(c: char) -> char {
    let mut base = None;
    decompose_canonical(c, |part| {
        base.get_or_insert(part);
    });
    base.unwrap_or(c)
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names().0)
    }
}

/// Reads a name or an ISO 639-1 code, in any case.
impl FromStr for Language {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wanted = text.trim().to_lowercase();
        let mut all = Language::ALL.iter().copied();
        let found = all.find(|language| {
            let (name, code) = language.names();
            wanted == name || wanted == code
        });
        found.ok_or_else(|| {
            let all = Language::ALL.iter();
            let stemmed = all.filter(|language| language.stemmer().is_some());
            let stemmed: Vec<String> = stemmed.map(Language::to_string).collect();
            let expected = format!(
                "expected auto, or languages by name or ISO 639-1 code, separated by commas; these \
                 have stemmers: {}; 'other' is any other language",
                stemmed.join(", ")
            );
            Error::invalid(Parameter::Language, text, expected)
        })
    }
}
