//! The values of BibTeX as text.

use crate::latex::text_of_latex;

/// The fields that hold no LaTeX but what protects their signs.
const VERBATIM: [&str; 10] = [
    "doi", "eprint", "file", "pdf", "uri", "url", "urlraw", "verba", "verbb", "verbc",
];

/// The value of a field of this name.
pub(super) fn value(name: &str, latex: &str) -> String {
    let text = match name {
        _ if VERBATIM.contains(&name) => unprotected(latex),
        "author" | "editor" => {
            let names = names(latex).into_iter().map(text_of_latex);
            names.collect::<Vec<_>>().join("; ")
        }
        _ => text_of_latex(latex),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match name {
        "pages" => text
            .replace(['\u{2013}', '\u{2014}'], "-")
            .replace("--", "-"),
        _ => text,
    }
}

/// An address without the backslashes and braces that protect its signs.
fn unprotected(latex: &str) -> String {
    let mut text = String::with_capacity(latex.len());
    let mut chars = latex.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next_if(|next| "\\{}_%&#$~^:".contains(*next)) {
                Some(sign) => text.push(sign),
                None => text.push(c),
            },
            '{' | '}' => {}
            c => text.push(c),
        }
    }
    text
}

/// Names that `and` separates. What stands in braces is one: `{Johnson and Johnson}`.
fn names(latex: &str) -> Vec<&str> {
    const AND: &str = "and";
    let mut names = Vec::new();
    let (mut begins, mut depth) = (0, 0_u64);
    let is_white = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
    let bytes = latex.as_bytes();
    for (place, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let word = bytes[place..].get(..AND.len()).unwrap_or_default();
        let is_and = depth == 0
            && word.eq_ignore_ascii_case(AND.as_bytes())
            && place > begins
            && is_white(bytes.get(place - 1))
            && is_white(bytes.get(place + AND.len()));
        if is_and {
            names.push(latex[begins..place].trim());
            begins = place + AND.len();
        }
    }
    names.push(latex[begins..].trim());
    names
}
