//! What a document quotes.

use std::ops::Range;

use super::document::Document;

/// Quotation marks that open, and what closes each.
const QUOTES: [(char, char); 6] = [
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('"', '"'),
];

impl Document {
    /// The document with blanks instead of its quotations, so that every other word stays where it
    /// was. Quotations are what occurs in quotation marks that close within their paragraph.
    ///
    /// ```
    /// let document = dejalu::Document::plain("a", "She said: “Wait!” He left 12\" of snow.");
    /// let without = document.without_quotes();
    /// assert!(without.text.split_whitespace().eq("She said: He left 12\" of snow.".split(' ')));
    /// assert_eq!(without.text.find("He"), document.text.find("He"));
    /// ```
    pub fn without_quotes(&self) -> Document {
        let mut text = String::with_capacity(self.text.len());
        for quotation in quotations(&self.text) {
            text.push_str(&self.text[text.len()..quotation.start]);
            text.extend(std::iter::repeat_n(' ', quotation.len()));
        }
        text.push_str(&self.text[text.len()..]);
        Document {
            text: text.into(),
            ..self.clone()
        }
    }
}

/// What occurs in quotation marks, marks included. A mark that does not close before its paragraph
/// ends opens nothing: it is an inch, or a slip.
pub(crate) fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, open)) = text[from..].char_indices().find_map(|(at, c)| {
        QUOTES
            .iter()
            .find(|(open, _)| *open == c)
            .map(|quotes| (from + at, *quotes))
    }) {
        let inside = start + open.0.len_utf8();
        let paragraph = text[inside..]
            .find("\n\n")
            .map_or(text.len(), |end| inside + end);
        match text[inside..paragraph].find(open.1) {
            Some(length) => {
                let end = inside + length + open.1.len_utf8();
                found.push(start..end);
                from = end;
            }
            None => from = inside,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_byte_stays_where_it_was() {
        let text = "é “déjà” lu";
        let without = Document::plain("a", text).without_quotes();
        assert_eq!(without.text.len(), text.len());
        assert_eq!(&without.text[text.len() - 2..], "lu");
        let words: Vec<&str> = without.text.split_whitespace().collect();
        assert_eq!(words, ["é", "lu"]);
    }
}
