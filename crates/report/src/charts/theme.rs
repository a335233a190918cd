//! The look of a decider: the same in every chart, distinguished without colour as well.

use super::scale::scored;
use crate::drawing::marks::{
    At, BLUE, Dash, Dot, FAINT, GREEN, Mark, PALE, Panel, SKY, Series, Shape, Sign, Stroke,
    VERMILLION,
};
use crate::figures::percent;
use crate::significance::leaders;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::Interval;

/// The look of the learned deciders: the first bold.
pub(super) fn learned_stroke(index: usize) -> Stroke {
    match index {
        0 => Stroke::new(BLUE, 3.5),
        _ => Stroke::new(SKY, 2.5).dashed(),
    }
}

pub(super) fn learned_dot(index: usize) -> Dot {
    let radius = if index == 0 { 7.0 } else { 5.0 };
    Dot::new(Shape::Circle, learned_stroke(index).colour, radius)
}

/// A named figure of the first learned decider, with its interval if it has one.
pub(super) fn measured(at: At, interval: Option<Interval>, name: String) -> Vec<Mark> {
    let line = |it: Interval| {
        let ends = [it.low, it.high].map(|end| (at.0, end));
        Mark::line(ends, learned_stroke(0).width(2.0))
    };
    let dot = Mark::dot(at, learned_dot(0).radius(5.0), name);
    interval.map(line).into_iter().chain([dot]).collect()
}

/// A line in a chart of many deciders: a learned one, or a rule as published, re-tuned or both.
pub(super) struct Line<'a> {
    /// The published form first: its one threshold makes the scores of all folds comparable.
    pub forms: Vec<&'a Decider>,
    look: Look,
    /// The reason why it stands out: `best published and best re-tuned rule`.
    title: String,
}

/// Two learned deciders and the best rules have colours; more colours could not be distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Pale,
    BestRetuned,
    BestPublished,
    Learned(usize),
}

impl<'a> Line<'a> {
    /// All that have scores, the pale ones first, so that what stands out is on top.
    pub(super) fn all(comparison: &'a Comparison) -> Vec<Self> {
        let mut lines: Vec<Line> = Vec::new();
        for kind in [Kind::Learned, Kind::Published, Kind::Retuned] {
            for decider in scored(comparison, kind) {
                let is_same = |line: &&mut Line| {
                    kind == Kind::Retuned
                        && line.forms[0].kind == Kind::Published
                        && line.name() == decider.name
                };
                match lines.iter_mut().find(is_same) {
                    Some(line) => line.forms.push(decider),
                    None => lines.push(Line {
                        forms: vec![decider],
                        look: Look::Pale,
                        title: String::new(),
                    }),
                }
            }
        }
        let best = leaders(comparison);
        for (index, line) in lines.iter_mut().enumerate() {
            let is_best = |form: &&&Decider| best.iter().any(|it| std::ptr::eq(*it, **form));
            let best = line.forms.iter().filter(is_best).map(|form| form.kind);
            let best: Vec<Kind> = best.filter(|kind| *kind != Kind::Learned).collect();
            line.look = match (line.forms[0].kind, best.first()) {
                (Kind::Learned, _) if index < 2 => Look::Learned(index),
                (_, Some(Kind::Published)) => Look::BestPublished,
                (_, Some(_)) => Look::BestRetuned,
                _ => Look::Pale,
            };
            let words: Vec<String> = best
                .iter()
                .map(|it| format!("best {}", it.word()))
                .collect();
            line.title = match words.as_slice() {
                [] => "learned".to_string(),
                words => format!("{} rule", words.join(" and ")),
            };
        }
        lines.sort_by_key(|line| match line.look {
            Look::Pale => 0,
            Look::BestRetuned => 1,
            Look::BestPublished => 2,
            Look::Learned(index) => 4 - index,
        });
        lines
    }

    pub(super) fn name(&self) -> &'a str {
        &self.forms[0].name
    }

    fn stroke(&self) -> Stroke {
        match self.look {
            Look::Learned(index) => learned_stroke(index),
            Look::BestPublished => Stroke::new(VERMILLION, 2.0).dash(Dash::Long),
            Look::BestRetuned => Stroke::new(GREEN, 2.0).dash(Dash::Dotted),
            Look::Pale => Stroke::new(PALE, 1.25),
        }
    }

    /// A re-tuned rule's is hollow.
    pub(super) fn dot(&self, form: &Decider) -> Dot {
        let (shape, radius) = match self.look {
            Look::Learned(index) => return learned_dot(index),
            Look::BestPublished => (Shape::Square, 5.0),
            Look::BestRetuned => (Shape::Triangle, 5.0),
            Look::Pale => (Shape::Circle, 3.5),
        };
        Dot::new(shape, self.stroke().colour, radius).hollow(form.kind == Kind::Retuned)
    }

    /// The line through points, and a named point for each form where `own` puts it.
    pub(super) fn series(&self, points: Vec<At>, own: impl Fn(&Decider) -> Option<At>) -> Series {
        let dot = |form: &&'a Decider| {
            let name = match form.kind {
                Kind::Retuned => format!("{}, re-tuned", form.name),
                _ => form.name.clone(),
            };
            Some(Mark::dot(own(form)?, self.dot(form), name))
        };
        let line = Mark::line(points, self.stroke());
        Series {
            name: self.name().to_string(),
            summary: self.summary(),
            marks: [line]
                .into_iter()
                .chain(self.forms.iter().filter_map(dot))
                .collect(),
            pale: self.look == Look::Pale,
        }
    }

    /// `mwo: F1 87.2 % published, 94.7 % re-tuned`
    fn summary(&self) -> String {
        let form = |form: &&Decider| format!("{} {}", percent(form.figures.f1), form.kind.word());
        let forms: Vec<String> = self.forms.iter().map(form).collect();
        format!("{}: F1 {}", self.name(), forms.join(", "))
    }
}

/// Key of the lines, those on top first, and of published and re-tuned points, as far as both occur.
pub(super) fn key(lines: &[Line]) -> Vec<(Sign, String)> {
    let bold = lines.iter().rev().filter(|it| it.look != Look::Pale);
    let mut key: Vec<(Sign, String)> = bold
        .map(|line| {
            let sign = Sign::Both(line.stroke(), line.dot(line.forms[0]));
            (sign, format!("{}, {}", line.name(), line.title))
        })
        .collect();
    if let Some(pale) = lines.iter().find(|it| it.look == Look::Pale) {
        key.push((Sign::Line(pale.stroke()), "others".to_string()));
    }
    let dot = Dot::new(Shape::Square, FAINT, 5.0);
    let forms = [
        (Kind::Published, "a rule at its published threshold"),
        (Kind::Retuned, "a rule re-tuned on the same labels"),
    ];
    for (kind, text) in forms {
        let mut forms = lines.iter().flat_map(|it| &it.forms);
        if forms.any(|it| it.kind == kind) {
            let sign = Sign::Dot(dot.hollow(kind == Kind::Retuned));
            key.push((sign, text.to_string()));
        }
    }
    key
}

/// Explains how to see the names of pale lines, if there are any.
pub(super) fn pointing(panel: &Panel) -> &'static str {
    if panel.series.iter().any(|series| series.pale) {
        " Point at a grey line, or move to it with the Tab key, to see its name."
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;

    #[test]
    fn a_rule_is_one_line_as_published_and_re_tuned() {
        let result = drawn(60);
        let lines = Line::all(&result);
        assert_eq!(lines.len(), 6);
        let mwo = lines.iter().find(|line| line.name() == "mwo").unwrap();
        let hollow: Vec<bool> = mwo.forms.iter().map(|it| mwo.dot(it).hollow).collect();
        assert_eq!(hollow, [false, true]);
    }

    #[test]
    fn four_lines_stand_out_at_most_and_look_different_without_colour() {
        let mut result = drawn(60);
        // More learned deciders and rules of other names.
        for copy in 0..30 {
            let mut decider = result.deciders[copy % 10].clone();
            decider.name = format!("{}-{copy}", decider.name);
            result.deciders.push(decider);
        }
        let lines = Line::all(&result);
        let bold: Vec<&Line> = lines.iter().filter(|it| it.look != Look::Pale).collect();
        assert!((3..=4).contains(&bold.len()), "{}", bold.len());
        assert!(
            lines[..lines.len() - bold.len()]
                .iter()
                .all(|it| it.look == Look::Pale)
        );
        for (place, line) in bold.iter().enumerate() {
            let dash = |line: &Line| line.stroke().dash;
            assert!(bold[..place].iter().all(|other| dash(other) != dash(line)));
        }
        let last = lines.last().unwrap();
        assert_eq!((last.name(), last.look), ("svm-rbf", Look::Learned(0)));
        assert!(key(&lines).len() <= 7);
    }
}
