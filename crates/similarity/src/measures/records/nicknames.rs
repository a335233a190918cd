//! Given names, and what people are called for them.

/// Given names, each with its short forms.
const SHORT_FORMS: [(&str, &[&str]); 48] = [
    ("abraham", &["abe"]),
    ("alexander", &["alex", "sandy", "sasha"]),
    ("andrew", &["andy", "drew"]),
    ("anthony", &["tony"]),
    ("barbara", &["barb"]),
    ("benjamin", &["ben", "benny"]),
    (
        "catherine",
        &["cathy", "kate", "katie", "katherine", "kathryn"],
    ),
    ("charles", &["charlie", "chuck"]),
    ("christopher", &["chris"]),
    ("daniel", &["dan", "danny"]),
    ("david", &["dave"]),
    ("deborah", &["debbie", "deb"]),
    ("donald", &["don"]),
    ("dorothy", &["dot"]),
    ("edward", &["ed", "eddie", "ted"]),
    ("elizabeth", &["liz", "beth", "betty", "eliza"]),
    ("frederick", &["fred", "freddy"]),
    ("gerald", &["gerry"]),
    ("gregory", &["greg"]),
    ("harold", &["harry", "hal"]),
    ("henry", &["hank"]),
    ("jacob", &["jake"]),
    ("james", &["jim", "jimmy", "jamie"]),
    ("jeffrey", &["jeff", "geoff"]),
    ("jennifer", &["jen", "jenny"]),
    ("john", &["jack", "johnny", "jon"]),
    ("joseph", &["joe"]),
    ("joshua", &["josh"]),
    ("kenneth", &["ken"]),
    ("lawrence", &["larry"]),
    ("leonard", &["len", "leo"]),
    ("margaret", &["meg", "peggy", "maggie"]),
    ("matthew", &["matt"]),
    ("michael", &["mike", "mick"]),
    ("nicholas", &["nick"]),
    ("patricia", &["pat", "patty", "trish"]),
    ("peter", &["pete"]),
    ("philip", &["phil", "phillip"]),
    ("raymond", &["ray"]),
    ("richard", &["rick", "dick", "rich"]),
    ("robert", &["bob", "rob", "bobby", "bert"]),
    ("ronald", &["ron"]),
    ("samuel", &["sam"]),
    ("stephen", &["steve", "steven"]),
    ("susan", &["sue", "susie"]),
    ("thomas", &["tom", "tommy"]),
    ("timothy", &["tim"]),
    ("william", &["bill", "will", "billy", "willy"]),
];

/// The given name that a word in lower case is short for; the word itself where it is none.
pub(crate) fn given_name(word: &str) -> &str {
    let is_short = |(_, short): &&(&'static str, &[&str])| short.contains(&word);
    let known = SHORT_FORMS.iter().find(is_short);
    known.map_or(word, |(name, _)| name)
}

/// Returns whether a word in lower case is one of these names.
pub(crate) fn is_given_name(word: &str) -> bool {
    const OTHERS: [&str; 40] = [
        "anna", "maria", "mary", "linda", "laura", "sarah", "paul", "mark", "george", "brian",
        "kevin", "jason", "eric", "martin", "jean", "jose", "juan", "carlos", "luis", "michel",
        "hans", "jan", "wei", "li", "hui", "ming", "rakesh", "rajeev", "sergey", "ivan", "olga",
        "elena", "karl", "peter", "pierre", "marc", "julia", "lisa", "amy", "emma",
    ];
    let is_name = |(name, short): &(&str, &[&str])| *name == word || short.contains(&word);
    SHORT_FORMS.iter().any(is_name) || OTHERS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_stand_for_one_name() {
        assert_eq!(given_name("bill"), "william");
        assert_eq!(given_name("norling"), "norling");
        assert!(is_given_name("olga") && is_given_name("liz") && !is_given_name("harbour"));
        let mut all: Vec<&str> = SHORT_FORMS
            .iter()
            .flat_map(|(_, short)| short.iter().copied())
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a short form stands for two names");
    }
}
