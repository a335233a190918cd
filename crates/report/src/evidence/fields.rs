//! [`FieldMatch`]: a field of two records, compared.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::difference::Difference;
use dejalu_base::error::shown_by_name;
use dejalu_experiment::model::{JudgedPair, Model};
use dejalu_text::AnalyzedDocument;

/// A field of two records, compared.
///
/// ```
/// use dejalu_experiment::model::builtin;
/// use dejalu_report::Explanation;
/// use dejalu_report::evidence::Agreement;
/// use dejalu_text::document::{Builder, FieldKind};
///
/// let record = |id: &str, title: &str, year: &str| {
///     let titled = Builder::new(id).named(&"title".into(), FieldKind::Title.into(), title);
///     titled.named(&"year".into(), FieldKind::Main.into(), year).build()
/// };
/// let records = [record("a", "Seals of Vellan", "1999"), record("b", "Seals of Vellan", "2004")];
/// let explanation = Explanation::new(&builtin::records_model()?, &records)?;
/// let agreement: Vec<Agreement> = explanation.fields.iter().map(|it| it.agreement).collect();
/// assert_eq!(agreement, [Agreement::Same, Agreement::Differs]);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct FieldMatch {
    /// The field's name.
    pub name: Arc<str>,
    /// What each record has there; none where it lacks the field.
    pub values: [Option<FieldValue>; 2],
    /// How far the two values agree.
    pub agreement: Agreement,
    /// What the features of this field alone add to the score together; 0 where none of them compared anything.
    pub effect: f64,
}

/// What a record has in a field, on one line: its pieces in order, which together are all of it.
pub type FieldValue = Vec<Piece>;

/// A piece of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// True if the other record has other words there; never where it lacks the field.
    pub differs: bool,
}

/// How far two values of a field agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The same words in the same order, whatever their case and punctuation; or codes and numbers that the model's
    /// features call the same.
    Same,
    /// Other words, which the features of the field call alike; where it has none, at least half of the words are in
    /// both.
    Nearly,
    /// Other values, by a feature of the field.
    Differs,
    /// One record lacks the field, or both do.
    Missing,
}

shown_by_name!(Agreement);

/// Below this similarity a feature calls two values different.
const ALIKE: f64 = 0.5;

/// A feature of a field, as it compared two values.
#[derive(Clone, Copy)]
struct Said {
    value: f64,
    /// True if it only ever speaks for two things: it is 1 where nothing does.
    is_of_conflict: bool,
}

impl FieldMatch {
    /// The fields that at least one of two records has: those of the model in its order, then others.
    pub(crate) fn all(
        model: &Model,
        records: [&AnalyzedDocument; 2],
        judged: &JudgedPair,
    ) -> Vec<Self> {
        let mut names: Vec<Arc<str>> = Vec::new();
        let known = model.analysis.fields.0.iter().map(|it| &it.field);
        let own = records.into_iter().flat_map(|it| &it.parts);
        for name in known.chain(own.map(|(name, _)| name)) {
            let has = |it: &AnalyzedDocument| it.part(name).is_some();
            if !names.contains(name) && records.into_iter().any(has) {
                names.push(name.clone());
            }
        }
        let matched = |name| FieldMatch::new(name, model, records, judged);
        names.into_iter().map(matched).collect()
    }

    fn new(
        name: Arc<str>,
        model: &Model,
        records: [&AnalyzedDocument; 2],
        judged: &JudgedPair,
    ) -> Self {
        let mut said = Vec::new();
        let mut effect = 0.0;
        for feature in model.features.iter() {
            let measure = feature.measure();
            let Some(measure) = measure.filter(|it| it.field() == Some(&*name)) else {
                continue;
            };
            let row = judged
                .features
                .iter()
                .find(|row| row.name == feature.name());
            effect += row.map_or(0.0, |row| row.effect);
            said.extend(row.and_then(|row| row.value).map(|value| Said {
                value,
                is_of_conflict: measure.entry().neutral == Some(1.0),
            }));
        }
        let parts = records.map(|record| record.part(&name));
        let [Some(left), Some(right)] = parts else {
            let alone = |part: &AnalyzedDocument| pieces(part, &[]);
            return FieldMatch {
                name,
                values: parts.map(|part| part.map(alone)),
                agreement: Agreement::Missing,
                effect,
            };
        };
        let both = [left, right];
        let all = both.map(|part| 0..part.tokens.len() as u32);
        let difference = Difference::new(both, all);
        let values = [0, 1].map(|side: usize| {
            let only = difference.only(side);
            let spans: Vec<_> = only.map(|tokens| both[side].span_of(&tokens)).collect();
            Some(pieces(both[side], &spans))
        });
        FieldMatch {
            name,
            values,
            agreement: Agreement::of(both, &difference, &said),
            effect,
        }
    }

    /// The text of a value.
    pub fn text(&self, side: usize) -> Option<String> {
        let pieces = self.values.get(side)?.as_ref()?;
        Some(pieces.iter().map(|piece| &*piece.text).collect())
    }
}

impl Agreement {
    fn of(values: [&AnalyzedDocument; 2], difference: &Difference, said: &[Said]) -> Self {
        let [left, right] = values.map(|value| letters_and_digits(&value.text));
        let has_words = values.iter().any(|value| !value.tokens.is_empty());
        if left == right || has_words && difference.is_none() {
            return Agreement::Same;
        }
        if said.iter().any(|it| it.is_of_conflict && it.value < ALIKE) {
            return Agreement::Differs;
        }
        let agrees = |it: &&Said| !it.is_of_conflict;
        let (sum, count) = said
            .iter()
            .filter(agrees)
            .fold((0.0, 0), |(sum, count), it| (sum + it.value, count + 1));
        // A code with and without its address, pages in full and in short; of names and titles slips remain slips.
        let has_letters = [&left, &right]
            .iter()
            .any(|it| it.chars().any(char::is_alphabetic));
        let holds = left.contains(&right) || right.contains(&left);
        let are_all_one = count > 0 && said.iter().all(|it| it.value == 1.0);
        if are_all_one && (holds || !has_letters) {
            return Agreement::Same;
        }
        let is_alike = if count > 0 {
            sum / f64::from(count) >= ALIKE
        } else {
            shares_half(difference)
        };
        if is_alike {
            Agreement::Nearly
        } else {
            Agreement::Differs
        }
    }
}

/// Returns whether at least half of the words are in both.
fn shares_half(difference: &Difference) -> bool {
    let common: usize = difference.common.iter().map(|block| block.len).sum();
    let all: usize = difference.tokens.iter().map(ExactSizeIterator::len).sum();
    4 * common >= all && common > 0
}

/// The letters and digits of a text, in lower case.
fn letters_and_digits(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// A value in pieces; those at these places, which ascend, differ.
fn pieces(value: &AnalyzedDocument, spans: &[Range<usize>]) -> FieldValue {
    let text = value.text.trim_end();
    let mut at = value.text.len() - value.text.trim_start().len();
    let mut pieces: FieldValue = Vec::new();
    let mut push = |place: Range<usize>, differs: bool| {
        let text = text.get(place).map_or(String::new(), folded);
        if !text.is_empty() {
            pieces.push(Piece { text, differs });
        }
    };
    for span in spans {
        push(at..span.start, false);
        push(span.clone(), true);
        at = span.end;
    }
    push(at..text.len(), false);
    pieces
}

/// A part of a text on one line: white space is folded, also at its ends, where it is between two words.
fn folded(part: &str) -> String {
    let space = |is_there: bool| if is_there { " " } else { "" };
    let line = part.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return space(!part.is_empty()).to_owned();
    }
    let (before, after) = (
        part.starts_with(char::is_whitespace),
        part.ends_with(char::is_whitespace),
    );
    [space(before), &line, space(after)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explanation::Explanation;
    use dejalu_experiment::model::builtin;
    use dejalu_text::Document;
    use dejalu_text::document::{Builder, FieldKind};

    fn record(id: &str, fields: &[(&str, &str)]) -> Document {
        let builder = fields
            .iter()
            .fold(Builder::new(id), |builder, (name, value)| {
                builder.named(&(*name).into(), FieldKind::Main.into(), value)
            });
        builder.build()
    }

    fn agreement(name: &str, left: &str, right: &str) -> Agreement {
        let records = [("a", left), ("b", right)].map(|(id, value)| {
            let title = (
                "title",
                "Lungworm in two seal pup litters of a small harbour",
            );
            record(id, &[title, (name, value)])
        });
        let model = builtin::records_model().unwrap();
        let explanation = Explanation::new(&model, &records).unwrap();
        let mut fields = explanation.fields.iter();
        fields.find(|it| *it.name == *name).unwrap().agreement
    }

    #[test]
    fn values_agree_as_the_features_of_their_field_say() {
        for (name, left, right, expected) in [
            (
                "doi",
                "10.5555/HH.10",
                "https://doi.org/10.5555/hh.10",
                Agreement::Same,
            ),
            ("doi", "10.5555/hh.10", "10.5555/hh.11", Agreement::Differs),
            ("pages", "123-129", "123-9", Agreement::Same),
            ("pages", "123-129", "301-309", Agreement::Differs),
            (
                "author",
                "Meffner, F.; Quist, Ane",
                "meffner f; Quist, ANE",
                Agreement::Same,
            ),
            (
                "author",
                "Meffner, Frida; Quist, Ane",
                "Meffner, F; Quist, A",
                Agreement::Nearly,
            ),
            (
                "author",
                "Meffner, Frida",
                "Norling, Eva",
                Agreement::Differs,
            ),
            ("year", "1999", "2004", Agreement::Differs),
            ("volume", "12", "12", Agreement::Same),
        ] {
            assert_eq!(
                agreement(name, left, right),
                expected,
                "{name} {left} {right}"
            );
        }
    }

    #[test]
    fn a_field_without_features_agrees_by_its_words() {
        let texts = builtin::model().unwrap();
        let explained = |left: &str, right: &str| {
            let records = [left, right].map(|value| record(&value[..1], &[("song", value)]));
            Explanation::new(&texts, &records).unwrap().fields.remove(0)
        };
        assert_eq!(
            explained("The old pier", "the Old Pier!").agreement,
            Agreement::Same
        );
        assert_eq!(
            explained("The old pier", "An old pier").agreement,
            Agreement::Nearly
        );
        let other = explained("The old pier", "Beetles farm fungus");
        assert_eq!((other.agreement, other.effect), (Agreement::Differs, 0.0));
    }

    #[test]
    fn the_words_that_differ_are_marked_and_the_pieces_are_all_of_a_value() {
        let records = [
            record(
                "a",
                &[("title", "Seals of  the old pier."), ("year", "1999")],
            ),
            record("b", &[("title", "Seals and crabs of the pier.")]),
        ];
        let model = builtin::records_model().unwrap();
        let [title, year] =
            <[FieldMatch; 2]>::try_from(Explanation::new(&model, &records).unwrap().fields)
                .unwrap();
        let differs = |value: &Option<FieldValue>| -> Vec<String> {
            let pieces = value.iter().flatten().filter(|piece| piece.differs);
            pieces.map(|piece| piece.text.clone()).collect()
        };
        assert_eq!(
            title.values.each_ref().map(differs),
            [vec!["old"], vec!["and crabs"]]
        );
        assert_eq!(title.text(0).unwrap(), "Seals of the old pier.");
        assert_eq!(title.text(1).unwrap(), "Seals and crabs of the pier.");
        assert_eq!(year.agreement, Agreement::Missing);
        assert_eq!(
            (year.text(0).as_deref(), year.text(1)),
            (Some("1999"), None)
        );
        assert!(differs(&year.values[0]).is_empty());
    }
}
