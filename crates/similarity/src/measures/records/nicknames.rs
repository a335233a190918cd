//! Given names, and what people are called for them.

/// Given names, each with its short forms. A short form of several names, as *Chris* or *Pat*, stands for none.
const SHORT_FORMS: [(&str, &[&str]); 46] = [
    ("abraham", &["abe"]),
    ("alexander", &["sandy", "sasha"]),
    ("andrew", &["andy", "drew"]),
    ("anthony", &["tony"]),
    ("barbara", &["barb"]),
    ("benjamin", &["ben", "benny"]),
    (
        "catherine",
        &["cathy", "kate", "katie", "katherine", "kathryn"],
    ),
    ("charles", &["charlie", "chuck"]),
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
    ("patricia", &["patty", "trish"]),
    ("peter", &["pete"]),
    ("philip", &["phil", "phillip"]),
    ("raymond", &["ray"]),
    ("richard", &["rick", "dick", "rich"]),
    ("robert", &["bob", "rob", "bobby"]),
    ("ronald", &["ron"]),
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

/// Returns whether a word in lower case is a given name, and no common word or brand besides.
pub(crate) fn is_given_name(word: &str) -> bool {
    const OTHERS: [&str; 42] = [
        "anna",
        "maria",
        "mary",
        "linda",
        "laura",
        "sarah",
        "paul",
        "george",
        "brian",
        "kevin",
        "jason",
        "eric",
        "martin",
        "jean",
        "jose",
        "juan",
        "carlos",
        "luis",
        "michel",
        "hans",
        "wei",
        "li",
        "hui",
        "ming",
        "rakesh",
        "rajeev",
        "sergey",
        "ivan",
        "olga",
        "elena",
        "karl",
        "pierre",
        "marc",
        "julia",
        "lisa",
        "amy",
        "emma",
        "christopher",
        "chris",
        "samuel",
        "sam",
        "alex",
    ];
    const COMMON_WORDS: [&str; 6] = ["will", "bill", "rich", "drew", "don", "dot"];
    let is_name = |(name, short): &(&str, &[&str])| *name == word || short.contains(&word);
    let is_known = SHORT_FORMS.iter().any(is_name) || OTHERS.contains(&word);
    is_known && !COMMON_WORDS.contains(&word)
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
        for (name, _) in SHORT_FORMS {
            assert!(!all.contains(&name), "{name} is short for another name");
        }
        for several in ["bert", "chris", "pat", "alex", "sam"] {
            assert_eq!(given_name(several), several);
        }
    }
}
