//! Words in which letters of another script stand for Latin ones that look like them.

use unicode_script::{Script, UnicodeScript};
use unicode_security::is_potential_mixed_script_confusable_char;
use unicode_segmentation::UnicodeSegmentation;

/// The words of a text with Latin letters and at least one Cyrillic or Greek letter that looks like a Latin one (Unicode
/// Technical Standard 39), in reading order. Such words are equal to no word that is spelled in one script. Symbols such
/// as Greek letters beside a unit may be among them.
pub fn look_alike_words(text: &str) -> impl Iterator<Item = &str> {
    // Most texts have no such letter at all.
    let has_any = !text.is_ascii() && text.chars().any(is_other_script);
    let text = if has_any { text } else { "" };
    text.unicode_words().filter(|word| {
        word.chars().any(|c| c.script() == Script::Latin) && word.chars().any(is_look_alike)
    })
}

fn is_look_alike(c: char) -> bool {
    is_other_script(c) && is_potential_mixed_script_confusable_char(c)
}

/// Returns whether a character is one of the blocks for Greek and Cyrillic.
fn is_other_script(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{52F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_letters_of_two_scripts_are_found() {
        let text = "Rot\u{430}ti\u{43e}nal slum\u{440}ing happens";
        let found: Vec<&str> = look_alike_words(text).collect();
        assert_eq!(found, ["Rot\u{430}ti\u{43e}nal", "slum\u{440}ing"]);
    }

    #[test]
    fn texts_of_one_script_and_of_several_have_none() {
        for text in [
            "Паром ждёт у старого причала",
            "Το πλοίο περιμένει",
            "ferry паром πλοίο 海 Möwe",
            "a 5 μg dose of β-carotene",
            "",
        ] {
            assert_eq!(look_alike_words(text).next(), None, "{text}");
        }
    }
}
