//! Finds the parts of a mail that are not its author's: quoted text, the lines that introduce it, and signatures and
//! footers of lists.

use std::ops::Range;

/// A reply with fewer words of its own is known by what it quotes: were that left out, all replies that say
/// "+1" or "Thanks!" would be one text.
const FEWEST_OWN_WORDS: usize = 4;

/// A signature or footer has no more lines than this, or it is none.
const MOST_CLOSING_LINES: usize = 10;

/// Minimum length of a line of underscores or hyphens.
const LONG_RULE: usize = 20;

/// The stretches of a text, ascending, that it quotes as a mail does, with what introduces them, and its
/// signature and footer. None of a text that is no mail.
///
/// \[choice\] Quoted are lines that begin with `>`, as often as it may be, and all below a line such as
/// `-----Original Message-----`; introducing is a paragraph of at most three lines that says who wrote, ends
/// in a colon and stands before them. A signature follows `-- ` on a line of its own (RFC 3676) and reaches
/// to the end, as the footer of a list does, which follows a line of underscores and names an address.
pub(super) fn quoted(text: &str) -> Vec<Range<usize>> {
    let lines = lines(text);
    let closing = closing(text, &lines);
    let body = &lines[..closing];
    let quoted = quoted_lines(text, body);
    let introduces = introductions(text, body, &quoted);
    let line = |place: usize| &text[lines[place].clone()];
    let own = (0..closing).filter(|&place| !quoted[place] && !introduces[place]);
    let words = own.flat_map(|place| line(place).split_whitespace());
    let words = words.filter(|word| word.contains(char::is_alphanumeric));
    let has_own = words.take(FEWEST_OWN_WORDS).count() == FEWEST_OWN_WORDS;
    // A quoted line without a word parts paragraphs, as a blank line does.
    let is_left_out = |place: &usize| {
        let parts = || is_marked(line(*place)) && !line(*place).contains(char::is_alphanumeric);
        *place >= closing || introduces[*place] || quoted[*place] && (has_own || parts())
    };
    let left_out = (0..lines.len()).filter(is_left_out);
    left_out.map(|place| lines[place].clone()).collect()
}

/// The lines of a text, with their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut end = 0;
    let line = |line: &str| {
        let start = end;
        end += line.len();
        start..end
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Flags of the quoted lines.
fn quoted_lines(text: &str, lines: &[Range<usize>]) -> Vec<bool> {
    let mut below = false;
    let is_quoted = |(place, line): (usize, &Range<usize>)| {
        let next = lines.get(place + 1).map_or("", |next| &text[next.clone()]);
        below |= begins_original(&text[line.clone()], next);
        below || is_marked(&text[line.clone()])
    };
    lines.iter().enumerate().map(is_quoted).collect()
}

fn is_marked(line: &str) -> bool {
    let rest = line.trim_start();
    rest.starts_with('>') && !rest.starts_with(">=")
}

/// Returns whether the mail that is answered or forwarded follows this line.
fn begins_original(line: &str, next: &str) -> bool {
    const SAYING: [&str; 9] = [
        "original message",
        "forwarded message",
        "urspr\u{fc}ngliche nachricht",
        "weitergeleitete nachricht",
        "message d'origine",
        "mensaje original",
        "messaggio originale",
        "oorspronkelijk bericht",
        "mensagem original",
    ];
    const SENDERS: [&str; 6] = ["From:", "Von:", "De:", "De :", "Da:", "Van:"];
    let line = line.trim();
    if line.starts_with("---") && line.ends_with("---") {
        let said = line.to_lowercase().replace('\u{2019}', "'");
        return SAYING.iter().any(|saying| said.contains(saying));
    }
    is_rule(line) && SENDERS.iter().any(|sender| next.starts_with(sender))
}

/// Returns whether a line is of underscores.
fn is_rule(line: &str) -> bool {
    line.len() >= LONG_RULE && line.bytes().all(|b| b == b'_')
}

/// Flags of the lines that name the author of the quoted ones below them.
fn introductions(text: &str, lines: &[Range<usize>], quoted: &[bool]) -> Vec<bool> {
    const MOST_LINES: usize = 3;
    let line = |place: usize| text[lines[place].clone()].trim();
    let mut introduces = vec![false; lines.len()];
    let firsts = (1..lines.len()).filter(|&place| quoted[place] && !quoted[place - 1]);
    for first in firsts {
        // At most one blank line stands between.
        let end = first - usize::from(line(first - 1).is_empty());
        let paragraph = (0..end).rev();
        let paragraph = paragraph.take_while(|&place| !quoted[place] && !line(place).is_empty());
        let paragraph: Vec<usize> = paragraph.take(MOST_LINES + 1).collect();
        // What is longer is text of the author, of which the last line may introduce.
        let length = if paragraph.len() <= MOST_LINES {
            paragraph.len()
        } else {
            1
        };
        let introduction = &paragraph[..length];
        let ends = introduction
            .first()
            .is_some_and(|&last| line(last).ends_with([':', '\u{ff1a}']));
        if ends && introduction.iter().any(|&place| says_who(line(place))) {
            introduction
                .iter()
                .for_each(|&place| introduces[place] = true);
        }
    }
    introduces
}

/// Returns whether a line says that somebody wrote something: "On Monday, R. wrote:".
fn says_who(line: &str) -> bool {
    const VERBS: [&str; 20] = [
        "wrote",
        "writes",
        "said",
        "schrieb",
        "a \u{e9}crit",
        "escribi\u{f3}",
        "ha scritto",
        "scrisse",
        "schreef",
        "escreveu",
        "skrev",
        "kirjoitti",
        "napisa\u{142}",
        "napsal",
        "\u{43f}\u{438}\u{448}\u{435}\u{442}",
        "\u{43d}\u{430}\u{43f}\u{438}\u{441}\u{430}\u{43b}",
        "yazd\u{131}",
        "\u{ed}rta",
        "a scris",
        "\u{5199}\u{9053}",
    ];
    let said = line.to_lowercase();
    VERBS.iter().any(|verb| said.contains(verb))
}

/// The first line of the signature and footer, or how many lines there are.
fn closing(text: &str, lines: &[Range<usize>]) -> usize {
    let mut first = lines.len();
    let mut written = 0;
    let mut has_address = false;
    for (place, span) in lines.iter().enumerate().rev() {
        let line = text[span.clone()].trim();
        let ends_body = line == "--" || is_rule(line) && has_address;
        if ends_body && place > 0 {
            first = place;
        }
        if is_marked(line) || written > MOST_CLOSING_LINES {
            break;
        }
        written += usize::from(!line.is_empty());
        has_address |= line.contains("://") || line.contains('@') || line.contains("www.");
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The author's own part of a text.
    fn own(text: &str) -> String {
        let mut left = text.to_string();
        for span in quoted(text).into_iter().rev() {
            left.replace_range(span, "");
        }
        left
    }

    const FOOTER: &str =
        "\n____________________________\nPiers mailing list\nhttps://lists.example.org/piers\n";

    #[test]
    fn of_a_reply_its_own_words_are_left() {
        for (mail, left) in [
            (
                "On Mon, 3 May, R wrote:\n> The pier broke.\n>\n> > Did it?\n>> Yes.\nIt was the storm of May.\n> So it was.\nI think so too.",
                "It was the storm of May.\nI think so too.",
            ),
            (
                "It was the storm, I think.\n\nAm 3. Mai schrieb\nR. Weber\n<r@example.org>:\n\n> Der Pier brach.\n",
                "It was the storm, I think.\n\n\n",
            ),
            (
                "It was the storm, I think.\n\n-----Original Message-----\nFrom: R\n\nThe pier broke.\n",
                "It was the storm, I think.\n\n",
            ),
            (
                "It was the storm, I think.\n________________________________\nVon: R\nGesendet: Montag\n\nThe pier broke.\n",
                "It was the storm, I think.\n",
            ),
            (
                "It was the storm, I think.\n-- \nR. Weber\nPier Street\n",
                "It was the storm, I think.\n",
            ),
        ] {
            assert_eq!(own(mail), left);
        }
        assert_eq!(
            own(&format!("The pier broke.\n{FOOTER}")),
            "The pier broke.\n\n"
        );
    }

    #[test]
    fn a_reply_without_words_of_its_own_is_what_it_quotes() {
        let mail =
            format!("On Monday R wrote:\n> The pier broke.\n>\n> In the storm.\n\n+1\n{FOOTER}");
        assert_eq!(own(&mail), "> The pier broke.\n> In the storm.\n\n+1\n\n");
    }

    #[test]
    fn of_other_texts_everything_is_left() {
        let lines = "A line.\n".repeat(12);
        for text in [
            "The pier broke: R wrote that.\n\nIt was the storm.",
            "Lamps -- and piers.\n---\nIt was the storm.",
            "a\n>= 5 boats\n",
            "____________________________\nName, date",
            &format!("The pier broke.\n--\n{lines}"),
            "",
        ] {
            assert_eq!(own(text), text);
        }
    }
}
