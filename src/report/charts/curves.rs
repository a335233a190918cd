//! Every decider at every threshold and at its own: what precision over recall and the ROC curve
//! have in common.

use super::super::drawing::axes::Axis;
use super::super::drawing::marks::{At, Dot, Mark, Panel, Picture, Sign};
use super::looks::{Rules, learned_dot, learned_stroke, rule_key};
use super::{ranking, scored};
use crate::compare::{Comparison, Decider, Kind};
use crate::error::Result;
use crate::ranking::Ranking;

/// What a chart of curves shows.
pub(super) struct Curves {
    pub name: &'static str,
    pub title: &'static str,
    pub reading: &'static str,
    /// The axes that hold these points.
    pub axes: fn(&[At]) -> [Axis; 2],
    /// Where a decider stands with its own threshold.
    pub own: fn(&Decider) -> Option<At>,
    /// Where it would stand with any; nothing where a class is missing.
    pub curve: fn(&Ranking) -> Vec<At>,
    /// What helps to read the axes, under everything else.
    pub ground: fn(&Axis, &Axis) -> Vec<Mark>,
}

impl Curves {
    pub(super) fn picture(&self, comparison: &Comparison) -> Result<Option<Picture>> {
        let learned: Vec<&Decider> = scored(comparison, Kind::Learned).collect();
        let rules = || {
            let kinds = [Kind::Published, Kind::Retuned];
            kinds.into_iter().flat_map(|kind| scored(comparison, kind))
        };
        let everyone = learned.iter().copied().chain(rules());
        let points: Vec<At> = everyone.filter_map(self.own).collect();
        let [x, y] = (self.axes)(&points);
        let looks = Rules::of(comparison);
        let mut panel = Panel::new(x, y);
        panel.marks = (self.ground)(&panel.x, &panel.y);
        let lines = self.lines(comparison, &learned, &looks)?;
        if lines.is_empty() {
            return Ok(None);
        }
        panel.marks.extend(lines);
        for (index, decider) in learned.iter().enumerate() {
            let name = decider.name.clone();
            panel
                .marks
                .extend(self.dot(decider, learned_dot(index), name));
        }
        for rule in rules() {
            let name = looks.number(rule);
            panel.marks.extend(self.dot(rule, looks.dot(rule), name));
        }
        panel.key = learned.iter().enumerate().map(key).collect();
        panel.key.extend(rule_key(comparison));
        panel.beside = looks.key();
        Ok(Some(Picture {
            name: self.name,
            title: self.title.to_string(),
            description: self.reading(comparison),
            size: (820, 580),
            panels: vec![panel],
        }))
    }

    fn dot(&self, decider: &Decider, dot: Dot, name: String) -> Option<Mark> {
        let at = (self.own)(decider)?;
        Some(Mark::Dot { at, dot, name })
    }

    /// A thin line for each rule, whether it is there as published, re-tuned or both; then the
    /// learned ones, the first on top. Of a rule the published form comes first: its one threshold
    /// makes the scores of all folds comparable.
    fn lines(
        &self,
        comparison: &Comparison,
        learned: &[&Decider],
        looks: &Rules,
    ) -> Result<Vec<Mark>> {
        let mut drawn: Vec<&str> = Vec::new();
        let mut plan = Vec::new();
        let kinds = [Kind::Published, Kind::Retuned];
        for rule in kinds.iter().flat_map(|&kind| scored(comparison, kind)) {
            if !drawn.contains(&rule.name.as_str()) {
                drawn.push(&rule.name);
                plan.push((rule, looks.stroke(rule)));
            }
        }
        let bold = learned.iter().enumerate().rev();
        plan.extend(bold.map(|(index, decider)| (*decider, learned_stroke(index))));
        let mut lines = Vec::new();
        for (decider, stroke) in plan {
            let points = (self.curve)(&ranking(comparison, decider)?);
            if !points.is_empty() {
                lines.push(Mark::Line { points, stroke });
            }
        }
        Ok(lines)
    }

    fn reading(&self, comparison: &Comparison) -> String {
        let silent = comparison.deciders.iter();
        let silent = silent.filter(|decider| (self.own)(decider).is_none());
        let silent: Vec<&str> = silent.map(|decider| decider.name.as_str()).collect();
        match silent.as_slice() {
            [] => self.reading.to_string(),
            names => format!(
                "{} Without a point, because nothing was called a duplicate: {}.",
                self.reading,
                names.join(", ")
            ),
        }
    }
}

fn key((index, decider): (usize, &&Decider)) -> (Sign, String) {
    let sign = Sign::Both(learned_stroke(index), learned_dot(index));
    (sign, format!("{}, learned", decider.name))
}
