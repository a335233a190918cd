//! Kinds of works, and what formats call them.

/// A kind of works.
#[derive(Debug)]
pub(super) struct WorkKind {
    /// Its name in CSL.
    csl: &'static str,
    /// Its name in RIS, where several kinds may share one.
    ris: &'static str,
    /// Names in BibTeX, EndNote, Zotero, Crossref and databases: their letters and digits, in lower case.
    names: &'static str,
    /// True if these say more than the kind: a review is an article, and not every article a review.
    says_more: bool,
}

const fn kind(csl: &'static str, ris: &'static str, names: &'static str) -> WorkKind {
    WorkKind {
        csl,
        ris,
        names,
        says_more: false,
    }
}

/// A work that appeared in a journal.
pub(super) static ARTICLE: WorkKind = kind("article-journal", "JOUR", "journalarticle");

/// A work of which no more is known.
pub(super) static OTHER: WorkKind = kind("document", "GEN", "generic");

/// The other kinds, and more names of articles: of two names that a database gives one work the more telling first, of
/// kinds that share a name in RIS the usual one first.
static KINDS: [WorkKind; 45] = [
    kind(
        "chapter",
        "CHAP",
        "inbook incollection booksection bookchapter echap bookinbook suppbook suppcollection",
    ),
    kind(
        "paper-conference",
        "CPAPER",
        "conf conference inproceedings conferencepaper conferenceproceedings proceedingspaper proceedingsarticle",
    ),
    kind("thesis", "THES", "phdthesis mastersthesis dissertation"),
    kind(
        "report",
        "RPRT",
        "techreport technicalreport researchreport govdoc governmentdocument",
    ),
    kind(
        "book",
        "BOOK",
        "b s ebook edbook editedbook mvbook monograph collection mvcollection proceedings mvproceedings booklet",
    ),
    kind(
        "article-journal",
        "JOUR",
        "j article ejour electronicarticle inpr",
    ),
    WorkKind {
        says_more: true,
        ..kind(
            "article-journal",
            "JOUR",
            "review letter editorial casereport casereports datapaper abst",
        )
    },
    kind("review-book", "JOUR", "bookreview"),
    kind("review", "JOUR", ""),
    kind("article-magazine", "MGZN", "magazinearticle magazine"),
    kind("article-newspaper", "NEWS", "newspaperarticle newspaper"),
    kind("periodical", "JFULL", "journal suppperiodical serial"),
    kind("manuscript", "UNPB", "unpublished unpublishedwork"),
    kind("article", "UNPB", "preprint postedcontent"),
    kind("dataset", "DATA", "dbase datafile"),
    kind("software", "COMP", "computerprogram"),
    kind("patent", "PAT", "p"),
    kind("standard", "STAND", ""),
    kind("webpage", "ELEC", "online electronic www website"),
    kind("post-weblog", "BLOG", "blog blogpost"),
    kind("post", "ELEC", "forumpost"),
    kind(
        "entry-encyclopedia",
        "ENCYC",
        "encyclopedia encyclopediaarticle",
    ),
    kind("entry-dictionary", "DICT", "dictionary dictionaryentry"),
    kind("entry", "ENCYC", "referenceentry"),
    kind("pamphlet", "PAMP", ""),
    kind("classic", "CLSWK", "classicalwork"),
    kind("map", "MAP", ""),
    kind("bill", "BILL", ""),
    kind("hearing", "HEAR", ""),
    kind("legal_case", "CASE", "jurisdiction"),
    kind("legislation", "STAT", "statute"),
    kind("regulation", "LEGAL", "legalruleorregulation"),
    kind("treaty", "LEGAL", ""),
    kind("motion_picture", "MPCT", "film movie filmorbroadcast"),
    kind(
        "broadcast",
        "VIDEO",
        "videorecording tvbroadcast radiobroadcast",
    ),
    kind("song", "SOUND", "audio audiorecording"),
    kind("musical_score", "MUSIC", ""),
    kind("graphic", "ART", "artwork image"),
    kind("figure", "FIGURE", ""),
    kind("performance", "ART", ""),
    kind("speech", "SLIDE", "presentation"),
    kind("personal_communication", "PCOMM", "icomm email"),
    kind("interview", "PCOMM", ""),
    kind("collection", "GEN", ""),
    kind("event", "GEN", ""),
];

/// Words of which one is in other names, such as `Doctoral dissertation (PhD)`, and the kind in CSL.
const WORDS: [(&str, &[&str]); 6] = [
    ("chapter", &["chap", "section"]),
    ("paper-conference", &["conf", "proceed"]),
    ("thesis", &["thes", "dissertation"]),
    ("report", &["report"]),
    ("book", &["book", "monograph"]),
    (
        "article-journal",
        &["article", "review", "letter", "editorial"],
    ),
];

/// The letters and digits of a name, in lower case: it may be written in several ways.
fn letters(name: &str) -> impl Iterator<Item = char> {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase)
}

fn kinds() -> impl Iterator<Item = &'static WorkKind> {
    [&ARTICLE, &OTHER].into_iter().chain(&KINDS)
}

impl WorkKind {
    /// The kind that formats call so. Of several names, with semicolons between them, the most telling one counts.
    pub(super) fn named(names: &str) -> Option<&'static Self> {
        let names: Vec<String> = names.split(';').map(|it| letters(it).collect()).collect();
        let is_called = |kind: &&'static WorkKind| names.iter().any(|name| kind.is_called(name));
        let holds = |word: &&str| names.iter().any(|name| name.contains(*word));
        let by_word = || WORDS.iter().find(|(_, words)| words.iter().any(holds));
        let found = kinds().find(is_called);
        found.or_else(|| by_word().and_then(|(csl, _)| Self::of_csl(csl)))
    }

    /// Returns whether each of several names says of a work what kind it is, and nothing more.
    pub(super) fn are_names(names: &str) -> bool {
        names.split(';').all(|name| {
            let name: String = letters(name).collect();
            let kind = kinds().find(|kind| kind.is_called(&name));
            kind.is_some_and(|kind| !kind.says_more)
        })
    }

    fn is_called(&self, name: &str) -> bool {
        let is_name = |own: &str| letters(own).eq(name.chars());
        is_name(self.ris) || is_name(self.csl) || self.names().any(|own| own == name)
    }

    /// The kind that CSL calls so. There an `article` is a preprint, and `review` has a name of its own.
    pub(super) fn of_csl(name: &str) -> Option<&'static Self> {
        kinds().find(|kind| kind.csl == name)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split_whitespace()
    }

    /// Its name in RIS.
    pub(super) fn ris(&self) -> &'static str {
        self.ris
    }

    /// Its name in CSL.
    pub(super) fn csl(&self) -> &'static str {
        self.csl
    }

    /// Its name in tables: that of CSL, where it does not mean something else elsewhere.
    pub(super) fn name(&self) -> &'static str {
        match self.csl {
            "article" => "preprint",
            csl => csl,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_known_by_each_of_its_names() {
        for kind in kinds() {
            assert_eq!(WorkKind::of_csl(kind.csl).unwrap().csl, kind.csl);
            assert_eq!(
                WorkKind::named(kind.ris).unwrap().ris,
                kind.ris,
                "{}",
                kind.csl
            );
            if !["review", "collection"].contains(&kind.csl) {
                assert_eq!(WorkKind::named(kind.name()).unwrap().csl, kind.csl);
            }
            for name in kind.names() {
                assert_eq!(WorkKind::named(name).unwrap().csl, kind.csl, "{name}");
            }
        }
    }

    #[test]
    fn names_of_databases_say_what_a_work_is() {
        for (names, expected) in [
            ("Journal Article; Case Reports", Some("article-journal")),
            ("Article; Proceedings Paper", Some("paper-conference")),
            ("Article; Early Access", Some("article-journal")),
            ("Conference Review", Some("paper-conference")),
            ("Doctoral dissertation (PhD)", Some("thesis")),
            ("Book Review", Some("review-book")),
            ("Electronic Book", Some("book")),
            ("bookSection", Some("chapter")),
            ("journal-article", Some("article-journal")),
            ("misc", None),
            ("", None),
        ] {
            let found = WorkKind::named(names).map(WorkKind::csl);
            assert_eq!(found, expected, "{names}");
        }
    }
}
