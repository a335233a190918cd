//! Words that say little in a title, and words that say what kind of title it is.

/// Words that every title may have.
const STOP: [&str; 40] = [
    "a", "an", "the", "of", "and", "in", "on", "for", "to", "with", "by", "from", "at", "as", "is",
    "are", "be", "or", "its", "their", "into", "via", "using", "der", "die", "das", "und", "von",
    "zur", "le", "la", "les", "de", "des", "du", "et", "el", "en", "y", "s",
];

/// Words of titles that many works share: of editorials, letters, sessions, parts.
const GENERIC: [&str; 72] = [
    "editorial",
    "editorials",
    "editor",
    "editors",
    "comment",
    "comments",
    "commentary",
    "introduction",
    "introductory",
    "issue",
    "special",
    "note",
    "notes",
    "remarks",
    "preface",
    "foreword",
    "letter",
    "letters",
    "reply",
    "response",
    "review",
    "reviews",
    "abstract",
    "abstracts",
    "poster",
    "posters",
    "session",
    "sessions",
    "report",
    "reports",
    "part",
    "parts",
    "annual",
    "meeting",
    "news",
    "book",
    "books",
    "index",
    "contents",
    "table",
    "erratum",
    "corrigendum",
    "correction",
    "obituary",
    "announcement",
    "announcements",
    "guest",
    "message",
    "president",
    "presidential",
    "address",
    "welcome",
    "overview",
    "summary",
    "conclusion",
    "conclusions",
    "volume",
    "chapter",
    "supplement",
    "proceedings",
    "conference",
    "symposium",
    "workshop",
    "discussion",
    "appendix",
    "perspective",
    "perspectives",
    "viewpoint",
    "opinion",
    "author",
    "authors",
    "case",
];

/// Returns whether a folded word stands in any title.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP.contains(&word)
}

/// Returns whether a folded word stands in titles that many works share.
pub(super) fn is_generic(word: &str) -> bool {
    GENERIC.contains(&word)
}

/// Returns whether a folded text in brackets is what databases add to a title: the language, the number of references,
/// the kind of publication, a hint at a comment or an erratum.
pub(super) fn is_note(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "english",
        "german",
        "french",
        "spanish",
        "chinese",
        "japanese",
        "russian",
        "italian",
        "portuguese",
        "polish",
        "dutch",
        "danish",
        "swedish",
        "norwegian",
        "finnish",
        "czech",
        "hungarian",
        "turkish",
        "korean",
        "persian",
        "review",
        "refs",
        "references",
        "comment",
        "comments",
        "erratum",
        "abstract",
        "editorial",
        "letter",
        "retracted",
    ];
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| WORDS.contains(&word))
}
