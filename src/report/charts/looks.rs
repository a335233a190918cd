//! How a decider looks: the same in every chart, told apart without colour as well.

use super::super::drawing::marks::{
    BLUE, Colour, Dash, Dot, FAINT, GREEN, INK, ORANGE, PURPLE, SKY, Shape, Sign, Stroke,
    VERMILLION,
};
use super::scored;
use crate::compare::{Comparison, Decider, Kind};

const SHAPES: [Shape; 5] = [
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Wedge,
    Shape::Circle,
];
const COLOURS: [Colour; 5] = [VERMILLION, GREEN, PURPLE, ORANGE, FAINT];
const DASHES: [Dash; 4] = [Dash::None, Dash::Long, Dash::Short, Dash::Dotted];

/// How the learned deciders look: the first bold.
pub(super) fn learned_stroke(index: usize) -> Stroke {
    match index {
        0 => Stroke::new(BLUE, 3.5),
        1 => Stroke::new(SKY, 2.5).dashed(),
        _ => Stroke::new(INK, 1.5).dash(Dash::Dotted),
    }
}

pub(super) fn learned_dot(index: usize) -> Dot {
    Dot {
        shape: Shape::Circle,
        colour: learned_stroke(index).colour,
        hollow: false,
        radius: if index == 0 { 7.0 } else { 5.0 },
    }
}

/// The rules of a comparison, each with its number from 1: as published and re-tuned a rule looks
/// alike.
pub(super) struct Rules<'a>(Vec<&'a str>);

impl<'a> Rules<'a> {
    /// The rules that have scores.
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let kinds = [Kind::Published, Kind::Retuned];
        for rule in kinds.iter().flat_map(|&kind| scored(comparison, kind)) {
            if !names.contains(&rule.name.as_str()) {
                names.push(&rule.name);
            }
        }
        Rules(names)
    }

    fn place(&self, decider: &Decider) -> usize {
        let place = self.0.iter().position(|name| *name == decider.name);
        place.unwrap_or_default()
    }

    /// What stands beside a rule's point.
    pub(super) fn number(&self, decider: &Decider) -> String {
        (self.place(decider) + 1).to_string()
    }

    pub(super) fn dot(&self, decider: &Decider) -> Dot {
        dot(self.place(decider), decider.kind == Kind::Retuned)
    }

    pub(super) fn stroke(&self, decider: &Decider) -> Stroke {
        stroke(self.place(decider))
    }

    /// The numbers with their names.
    pub(super) fn key(&self) -> Vec<(Sign, String)> {
        let entry = |(place, name): (usize, &&str)| {
            let sign = Sign::Both(stroke(place), dot(place, false));
            (sign, format!("{} {name}", place + 1))
        };
        self.0.iter().enumerate().map(entry).collect()
    }
}

fn dot(place: usize, hollow: bool) -> Dot {
    let colour = (place + place / SHAPES.len()) % COLOURS.len();
    Dot {
        shape: SHAPES[place % SHAPES.len()],
        colour: COLOURS[colour],
        hollow,
        radius: 5.0,
    }
}

fn stroke(place: usize) -> Stroke {
    let dash = (place / COLOURS.len()) % DASHES.len();
    Stroke::new(dot(place, false).colour, 1.25)
        .dash(DASHES[dash])
        .opacity(0.75)
}

/// The entries of a key that tell published from re-tuned, as far as both occur.
pub(super) fn rule_key(comparison: &Comparison) -> Vec<(Sign, String)> {
    let dot = |hollow| {
        Sign::Dot(Dot {
            shape: Shape::Square,
            colour: FAINT,
            hollow,
            radius: 5.0,
        })
    };
    let entries = [
        (
            Kind::Published,
            dot(false),
            "a rule at its published threshold",
        ),
        (
            Kind::Retuned,
            dot(true),
            "the rule re-tuned on the same labels",
        ),
    ];
    entries
        .into_iter()
        .filter(|(kind, ..)| scored(comparison, *kind).next().is_some())
        .map(|(_, sign, text)| (sign, text.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::drawn;
    use super::*;

    #[test]
    fn a_rule_looks_alike_as_published_and_re_tuned() {
        let result = drawn(60);
        let rules = Rules::of(&result);
        let mwo: Vec<&Decider> = result
            .deciders
            .iter()
            .filter(|it| it.name == "mwo")
            .collect();
        let dots: Vec<Dot> = mwo.iter().map(|it| rules.dot(it)).collect();
        assert_eq!(mwo.len(), 2);
        assert_eq!(
            (dots[0].shape, dots[0].colour),
            (dots[1].shape, dots[1].colour)
        );
        assert_eq!((dots[0].hollow, dots[1].hollow), (false, true));
        assert_eq!(rules.number(mwo[0]), rules.number(mwo[1]));
        assert_eq!(rules.key().len(), 4);
    }

    #[test]
    fn twenty_five_rules_look_different() {
        let looks: Vec<_> = (0..25).map(|place| dot(place, false)).collect();
        for (place, look) in looks.iter().enumerate() {
            assert!(!looks[..place].contains(look), "{place}");
        }
    }
}
