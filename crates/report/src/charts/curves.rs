//! Every decider at every threshold and at its own: what precision over recall and the ROC curve
//! have in common.

use super::scale::{WIDTH, ranking};
use super::theme::{Line, key, pointing};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, Mark, Panel, Picture};
use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Decider};
use dejalu_learn::evaluation::ranking::Ranking;

/// The contents of a chart of curves.
pub(super) struct Curves {
    pub name: &'static str,
    pub heading: &'static str,
    pub title: &'static str,
    pub reading: &'static str,
    /// The axes that hold these points.
    pub axes: fn(&[At]) -> [Axis; 2],
    /// Position of a decider with its own threshold.
    pub own: fn(&Decider) -> Option<At>,
    /// Its positions with any threshold; none if a class is missing.
    pub curve: fn(&Ranking) -> Vec<At>,
    /// Marks that help to read the axes, under everything else.
    pub ground: fn(&Axis, &Axis) -> Vec<Mark>,
}

impl Curves {
    pub(super) fn picture(&self, comparison: &Comparison) -> Result<Option<Picture>> {
        let lines = Line::all(comparison);
        let forms = lines.iter().flat_map(|line| &line.forms);
        let points: Vec<At> = forms.filter_map(|it| (self.own)(it)).collect();
        let [x, y] = (self.axes)(&points);
        let mut panel = Panel::new(x, y);
        panel.marks = (self.ground)(&panel.x, &panel.y);
        for line in &lines {
            let points = (self.curve)(&ranking(comparison, line.forms[0])?);
            if !points.is_empty() {
                panel.series.push(line.series(points, self.own));
            }
        }
        panel.key = key(&lines);
        Ok((!panel.series.is_empty()).then(|| Picture {
            name: self.name,
            heading: self.heading,
            title: self.title.to_string(),
            description: self.reading(comparison, &panel),
            size: (WIDTH, 560),
            panels: vec![panel],
        }))
    }

    fn reading(&self, comparison: &Comparison, panel: &Panel) -> String {
        let silent = comparison.competitors();
        let silent = silent.filter(|decider| (self.own)(decider).is_none());
        let silent: Vec<&str> = silent.map(|decider| decider.name.as_str()).collect();
        let pointing = pointing(panel);
        match silent.as_slice() {
            [] => format!("{}{pointing}", self.reading),
            names => format!(
                "{}{pointing} No point, because nothing was called a duplicate: {}.",
                self.reading,
                names.join(", ")
            ),
        }
    }
}
