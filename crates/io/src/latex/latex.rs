//! Reads a text in LaTeX from its start to its end.

use std::borrow::Cow;

use unicode_normalization::char::compose;

use super::commands::{accent, hidden_arguments, is_markup, is_space, symbol};
use super::formulas::{find, group_length, length};

/// The text of what is LaTeX as a whole.
pub fn text_of_latex(latex: &str) -> String {
    Reading::of(latex, true, 0).text()
}

/// A text without the LaTeX in it. What may be anything else stays: a tilde, hyphens, a command that nobody knows.
pub fn without_latex(text: &str) -> Cow<'_, str> {
    if text.contains(['\\', '$', '{']) {
        Cow::Owned(Reading::of(text, false, 0).text())
    } else {
        Cow::Borrowed(text)
    }
}

/// Arguments may be nested without end.
const DEEPEST: usize = 50;

/// A text as far as it was read.
struct Reading<'t> {
    text: &'t str,
    at: usize,
    /// True if all of it is LaTeX.
    is_latex: bool,
    /// True if its braces group.
    has_groups: bool,
    /// End of a formula.
    formula_until: usize,
    depth: usize,
    out: String,
}

impl<'t> Reading<'t> {
    fn of(text: &'t str, is_latex: bool, depth: usize) -> Self {
        Reading {
            text,
            at: 0,
            is_latex,
            has_groups: is_latex || are_balanced(text),
            formula_until: 0,
            depth,
            out: String::with_capacity(text.len()),
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn is_formula(&self) -> bool {
        self.at < self.formula_until
    }

    fn text(mut self) -> String {
        while let Some(c) = self.rest().chars().next() {
            if c == '\\' {
                self.command();
                continue;
            }
            let plain = match c {
                '$' if self.dollar() => "",
                '{' | '}' if self.has_groups => "",
                '^' | '_' if self.is_formula() => "",
                '~' if self.is_latex || self.is_formula() => " ",
                '-' if self.is_latex => self.replaced(&[("---", "—"), ("--", "–")]),
                '`' if self.is_latex => self.replaced(&[("``", "“")]),
                '\'' if self.is_latex => self.replaced(&[("''", "”")]),
                _ => &self.rest()[..c.len_utf8()],
            };
            self.out.push_str(plain);
            self.at += c.len_utf8();
        }
        self.out
    }

    /// The replacement of the first of these that comes next; its last character is left to be passed.
    fn replaced(&mut self, signs: &[(&str, &'static str)]) -> &'t str {
        let rest = self.rest();
        match signs.iter().find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, text)) => {
                self.at += sign.len() - 1;
                text
            }
            None => &rest[..1],
        }
    }

    /// Returns whether a dollar sign begins or ends a formula.
    fn dollar(&mut self) -> bool {
        if self.is_formula() {
            return self.at + 1 == self.formula_until;
        }
        match length(&self.rest()[1..]) {
            Some(length) => {
                self.formula_until = self.at + length + 2;
                true
            }
            None => self.rest()[1..].starts_with('$') && self.is_latex,
        }
    }

    /// Reads the command that begins here.
    fn command(&mut self) {
        let behind = &self.rest()[1..];
        let letters = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters > 0 {
            return self.word(&behind[..letters]);
        }
        let Some(sign) = behind.chars().next() else {
            self.at += 1;
            self.out.push('\\');
            return;
        };
        let name = &behind[..sign.len_utf8()];
        let end = self.at + 1 + name.len();
        if sign.is_whitespace() {
            self.at = end;
            return self.out.push(' ');
        }
        match sign {
            '%' | '&' | '$' | '#' | '_' | '{' | '}' => self.out.push(sign),
            ':' if self.is_latex && !self.is_formula() => self.out.push(':'),
            ',' | ';' | ':' if self.is_latex || self.is_formula() => self.out.push(' '),
            '\\' if self.is_latex => self.out.push(' '),
            '-' | '/' | '!' | '@' => {}
            '(' | '[' if let Some(length) = formula_in_brackets(&self.text[end..], sign) => {
                self.formula_until = end + length;
            }
            ')' | ']' if self.is_formula() => {}
            _ => {
                if let Some(mark) = accent(name)
                    && self.accented(mark, end, true)
                {
                    return;
                }
                if !self.is_latex || self.depth == 0 && accent(name).is_none() {
                    self.out.push('\\');
                    self.out.push(sign);
                }
            }
        }
        self.at = end;
    }

    /// Reads a command of letters.
    fn word(&mut self, name: &'t str) {
        let begins = self.at;
        let end = begins + 1 + name.len();
        let has_argument = self.text[end..].starts_with('{');
        if let Some(mark) = accent(name)
            && (has_argument || self.is_latex)
            && self.accented(mark, end, has_argument || self.text[end..].starts_with(' '))
        {
            return;
        }
        self.at = end + usize::from(self.text[end..].starts_with('*'));
        if let Some(symbol) = symbol(name) {
            self.out.push_str(symbol);
            return self.end_word();
        }
        if is_space(name) {
            self.out.push(' ');
            return self.end_word();
        }
        if name == "frac" || name == "tfrac" || name == "dfrac" {
            return self.fraction();
        }
        self.pass_option();
        for _ in 0..hidden_arguments(name) {
            self.pass_argument();
        }
        if self.rest().starts_with('{') {
            if name == "ensuremath"
                && let Some(length) = group_length(&self.rest()[1..])
            {
                self.formula_until = self.at + length + 2;
            }
        } else if is_markup(name) || hidden_arguments(name) > 0 {
            self.pass_white();
        } else if self.is_latex || self.is_formula() {
            self.out.push_str(name);
        } else {
            self.out.push_str(&self.text[begins..self.at]);
        }
    }

    /// Passes over the white space behind a command, or the empty group that ends it.
    fn end_word(&mut self) {
        if self.rest().starts_with("{}") {
            self.at += 2;
        } else if self.is_latex {
            self.pass_white();
        }
    }

    fn pass_white(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Passes over an option of a command that has an argument: `[x]{`.
    fn pass_option(&mut self) {
        if let Some(rest) = self.rest().strip_prefix('[')
            && let Some(length) =
                find(rest, "]").filter(|&length| rest[length + 1..].starts_with('{'))
        {
            self.at += length + 2;
        }
    }

    /// Passes over an argument, and gives it.
    fn pass_argument(&mut self) -> Option<&'t str> {
        let rest = self.rest().strip_prefix('{')?;
        let length = group_length(rest)?;
        self.at += length + 2;
        Some(&rest[..length])
    }

    /// A fraction on one line.
    fn fraction(&mut self) {
        let above = self.pass_argument();
        let below = self.pass_argument();
        for (sign, part) in [("", above), ("/", below)] {
            if let Some(part) = part {
                let part = self.inner(part);
                self.out.push_str(sign);
                self.out.push_str(&part);
            }
        }
    }

    /// The text of an argument.
    fn inner(&self, argument: &str) -> String {
        if self.depth == DEEPEST {
            return argument.to_owned();
        }
        let mut inner = Reading::of(argument, true, self.depth + 1);
        if self.is_formula() {
            inner.formula_until = argument.len();
        }
        inner.text()
    }

    /// Puts a mark on the letter behind a command; says whether there is one.
    fn accented(&mut self, mark: char, end: usize, may_follow: bool) -> bool {
        let before = self.at;
        self.at = end;
        if self.is_latex && may_follow {
            self.pass_white();
        }
        let letter = self.accented_letter().filter(|_| may_follow);
        let Some(letter) = letter else {
            self.at = before;
            return false;
        };
        let mut letters = letter.chars();
        match letters.next() {
            Some(first) => {
                // A mark takes the place of the dot.
                let first = match first {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    first => first,
                };
                match compose(first, mark) {
                    Some(composed) => self.out.push(composed),
                    None => self.out.extend([first, mark]),
                }
                self.out.push_str(letters.as_str());
            }
            // A mark on nothing is the sign itself.
            None => match mark {
                '\u{302}' => self.out.push('^'),
                '\u{303}' => self.out.push('~'),
                _ => {}
            },
        }
        true
    }

    /// The letter that comes next: a character, what a command stands for, or a group.
    fn accented_letter(&mut self) -> Option<String> {
        if let Some(argument) = self.pass_argument() {
            return Some(self.inner(argument));
        }
        let rest = self.rest();
        if let Some(name) = rest.strip_prefix('\\') {
            let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
            let letter = symbol(&name[..letters])?;
            self.at += 1 + letters;
            self.end_word();
            return Some(letter.to_owned());
        }
        let letter = rest.chars().next().filter(|c| c.is_alphabetic())?;
        self.at += letter.len_utf8();
        Some(letter.to_string())
    }
}

/// The length of a formula in brackets, `\(x\)` or `\[x\]`, with its end.
fn formula_in_brackets(rest: &str, open: char) -> Option<usize> {
    let close = if open == '(' { "\\)" } else { "\\]" };
    Some(find(rest, close)? + close.len())
}

/// Returns whether each brace closes one that was opened.
fn are_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_accents_and_formulas_become_the_text_that_they_say() {
        for (latex, text) in [
            (
                r#"\"Uber die Stra{\ss}e: \'etudes \v{S}koda \o re \c{c}a na\"{\i}ve \~n"#,
                "Über die Straße: études Škoda øre ça naïve ñ",
            ),
            (
                r#"\emph{Otters} in the \textbf{Mill} Stream \& Pond: 50\% more"#,
                "Otters in the Mill Stream & Pond: 50% more",
            ),
            (
                r#"{\it Otters} {\em and} {\bfseries ponds}"#,
                "Otters and ponds",
            ),
            (
                r#"On the {$L^{2}$} norm of $\alpha$-stable CO$_2$ and CO$_{2}$"#,
                "On the L2 norm of α-stable CO2 and CO2",
            ),
            (
                r#"{\ij}s en {\oe}uvre {\AA}ngstr{\"o}m \L{}\'od\'z"#,
                "ijs en œuvre Ångström Łódź",
            ),
            (
                r#"Ot\-ters\ in~the ``mill'' -- and --- on"#,
                "Otters in the “mill” – and — on",
            ),
            (
                r#"A \href{http://x.org}{link} to \url{mill.example} and \texttt{code}"#,
                "A link to mill.example and code",
            ),
            (
                r#"Costs $5 million to $6 million"#,
                "Costs $5 million to $6 million",
            ),
            (
                r#"\(x_1\) and $\frac{1}{2}$ of \ensuremath{\beta_{3}}"#,
                "x1 and 1/2 of β3",
            ),
            (
                r#"\c c \H{o} \k{a} \'{\i} \t{oo} {\'E}t\'{e}"#,
                "ç ő ą í o\u{361}o Été",
            ),
            (
                r#"\textit{Lutra {\em lutra}} \noopsort{2001}and {{B}rown}"#,
                "Lutra lutra and Brown",
            ),
            (
                r#"$10^{-3}$ mol\,l$^{-1}$ at 20\,$^\circ$C"#,
                "10-3 mol l-1 at 20 ∘C",
            ),
            (
                r#"{\textquotedblleft}Ropes{\textquotedblright} \unknown word \"#,
                "“Ropes” unknown word \\",
            ),
        ] {
            assert_eq!(text_of_latex(latex), text, "{latex}");
        }
    }

    #[test]
    fn a_text_that_holds_some_latex_keeps_what_may_be_anything_else() {
        for (text, expected) in [
            (
                r#"\emph{Otters} and $\beta$-carotene: 50\% {DNA}"#,
                "Otters and β-carotene: 50% DNA",
            ),
            (
                r#"M{\"u}ller and {\'E}tude in CO$_2$"#,
                "Müller and Étude in CO2",
            ),
            (
                r#"costs $5 and $6, or $20,000-$30,000"#,
                "costs $5 and $6, or $20,000-$30,000",
            ),
            (r"C:\users\me", r"C:\users\me"),
            ("~5 -- 6 ``x'' of {1", "~5 -- 6 ``x'' of {1"),
            (r"\\server\share", r"\\server\share"),
            ("plain", "plain"),
        ] {
            assert_eq!(without_latex(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in r#"[\\{}$a-c'"^~_ é%\-\[\]()]{0,40}"#) {
            text_of_latex(&text);
            without_latex(&text);
        }
    }

    #[test]
    fn groups_nested_without_end_are_read() {
        let deep = 1 << 14;
        for open in ["\\'{", "\\emph{", "{", "$", "\\frac{"] {
            let text = open.repeat(deep) + "x" + &"}".repeat(deep);
            text_of_latex(&text);
            without_latex(&text);
        }
    }
}
