//! Abbreviations after which a full stop ends no sentence, lower-cased, without their stop. They are in
//! one list for all languages, since many a text is read by the rules of another: no entry is a word of
//! its own that often ends a sentence in one of them.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::AnalysisVersion;

/// Returns whether a sentence goes on after this word and a full stop.
pub(super) fn is_abbreviation(word: &str, before_number: bool, version: AnalysisVersion) -> bool {
    if word.len() > LONGEST {
        return false;
    }
    let known = KNOWN.get(&*word.to_lowercase());
    known.is_some_and(|known| {
        known.since <= version && (before_number || !known.only_before_numbers)
    })
}

struct Abbreviation {
    since: AnalysisVersion,
    only_before_numbers: bool,
}

static KNOWN: LazyLock<FxHashMap<&str, Abbreviation>> = LazyLock::new(|| {
    use AnalysisVersion::{First, Second};
    let mut known = FxHashMap::default();
    let lists = [
        (First, true, ONLY_BEFORE_NUMBERS),
        (First, false, ALWAYS),
        (Second, true, ONLY_BEFORE_NUMBERS_SINCE_SECOND),
    ];
    let later = ALWAYS_SINCE_SECOND
        .iter()
        .map(|list| (Second, false, *list));
    for (since, only_before_numbers, list) in lists.into_iter().chain(later) {
        for &word in list {
            known.entry(word).or_insert(Abbreviation {
                since,
                only_before_numbers,
            });
        }
    }
    known
});

/// The longest of them, in bytes.
const LONGEST: usize = 12;

const ALWAYS: &[&str] = &[
    "al", "approx", "apr", "aug", "ca", "capt", "cf", "col", "corp", "dec", "dept", "dr", "ed",
    "eds", "eg", "e.g", "esp", "est", "etc", "feb", "fig", "figs", "gen", "gov", "hon", "i.e",
    "ie", "inc", "jan", "jr", "jul", "jun", "lt", "ltd", "mar", "messrs", "mr", "mrs", "ms", "mt",
    "no", "nos", "nov", "oct", "op", "p", "ph.d", "pp", "prof", "rep", "rev", "sec", "sen", "sep",
    "sept", "sgt", "sr", "st", "u.k", "u.n", "u.s", "vol", "vols", "vs", "v",
];

/// Of these only a following number shows that the sentence goes on: "no. 7", but "He said no."
const ONLY_BEFORE_NUMBERS: &[&str] = &[
    "no", "nos", "p", "pp", "fig", "figs", "vol", "vols", "sec", "mar", "jan", "dec", "est", "al",
    "etc", "ed", "op", "v",
];

/// By language: English; German; the Romance languages; Dutch and the languages of the North; the Slavic
/// languages in Latin letters, Hungarian and Turkish; those in Cyrillic letters; Greek and Hindi.
const ALWAYS_SINCE_SECOND: &[&[&str]] = &[
    &[
        "co", "bros", "ave", "blvd", "assn", "assoc", "univ", "dist", "supt", "adm", "brig",
        "cmdr", "maj", "cpl", "lieut", "viz", "a.k.a", "m.d", "b.a", "m.a", "b.sc", "m.sc",
        "d.phil", "ll.d", "u.s.a", "u.s.s", "d.c", "incl", "excl", "resp", "tel",
    ],
    &[
        "bzw", "vgl", "evtl", "ggf", "inkl", "zzgl", "hr", "hrn", "dipl", "ing", "geb", "gest",
        "sog", "z.b", "d.h", "u.a", "i.d.r", "s.o", "s.u", "hrsg", "mio", "mrd", "tsd", "allg",
        "bspw", "insb", "usf", "bes", "ehem", "urspr", "verh",
    ],
    &[
        "ex", "mm", "mme", "mmes", "mlle", "mlles", "mgr", "ste", "av", "env", "p.ex", "éd", "sra",
        "srta", "sres", "dra", "dña", "ud", "uds", "vd", "ej", "p.ej", "ee", "ee.uu", "avda",
        "excmo", "excma", "ilmo", "gral", "lic", "profa", "exmo", "exma", "sig", "sigg", "sig.ra",
        "sig.na", "dott", "dott.ssa", "prof.ssa", "avv", "egr", "spett", "geom", "dl", "dna",
        "dvs",
    ],
    &[
        "dhr", "mevr", "drs", "bijv", "bv", "d.w.z", "o.a", "m.b.t", "t.ex", "bl.a", "s.k", "f.d",
        "eks", "f.eks", "jf", "jfr", "frk", "pga", "esim", "ks", "vrt", "ns", "nk", "t.d", "m.m",
    ],
    &[
        "np", "tzn", "tj", "tzw", "m.in", "ul", "mgr", "inż", "hab", "św", "płk", "woj", "např",
        "napr", "tzv", "mj", "sv", "mudr", "judr", "rndr", "phdr", "nám", "pl", "ún", "kb", "ifj",
        "doç", "yrd", "sn", "bkz", "örn", "cad", "sok", "mah",
    ],
    &[
        "ул",
        "просп",
        "пер",
        "им",
        "проф",
        "акад",
        "доц",
        "т.е",
        "т.к",
        "т.н",
        "и.о",
        "напр",
        "см",
        "ср",
        "тыс",
        "млн",
        "млрд",
        "обл",
        "св",
        "тов",
        "инж",
        "г-н",
        "вул",
        "тобто",
    ],
    &[
        "π.χ",
        "λ.χ",
        "δηλ",
        "βλ",
        "δρ",
        "κα",
        "κος",
        "τηλ",
        "डॉ",
        "श्री",
    ],
];

const ONLY_BEFORE_NUMBERS_SINCE_SECOND: &[&str] = &[
    "art", "ch", "chap", "para", "tab", "tabs", "eq", "eqs", "ref", "refs", "pt", "apt", "ext",
    "nr", "abb", "bd", "bde", "kap", "abs", "str", "núm", "num", "pág", "págs", "pag", "pagg",
    "pags", "cap", "blz", "kl", "klo", "godz", "čl", "odst", "obr", "alin", "lit", "pct", "стр",
    "рис", "табл", "гл", "руб", "αρ", "σελ", "usw", "enz", "ecc", "apr", "okt", "dez", "févr",
    "juil",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_is_known() {
        let longest = KNOWN.keys().map(|word| word.len()).max();
        assert!(longest <= Some(LONGEST), "{longest:?}");
    }
}
