//! The pairs in the plane of two features, with the boundary of a model trained on those two
//! alone.

use super::scale::WIDTH;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{
    At, BLUE, Dot, INK, Mark, ORANGE, Panel, Picture, Shape, Sign, Stroke,
};
use crate::figures::{number, percent};
use dejalu_experiment::compare::Plane;
use dejalu_similarity::Feature;

/// Points of a class that are drawn; of more a part.
const POINTS: usize = 400;

/// Cells of the grid along an axis.
const CELLS: usize = 100;

pub(super) fn picture(plane: &Plane) -> Picture {
    let [across, up] = &plane.features;
    let mut panel = Panel::new(
        Axis::numbers(&titled(across), 0.0, 1.0, 6.0).roomy(),
        Axis::numbers(&titled(up), 0.0, 1.0, 6.0).roomy(),
    );
    let grid = Grid::of(plane);
    panel.marks = grid.inside();
    panel.marks.extend(grid.boundary());
    let duplicate = Dot::new(Shape::Diamond, BLUE, 3.5);
    let distinct = Dot::new(Shape::Square, ORANGE, 2.5).hollow(true);
    for (label, dot) in [(false, distinct), (true, duplicate)] {
        let points = plane.points.iter().zip(&plane.labels);
        let of_class: Vec<At> = points
            .filter(|(_, it)| **it == label)
            .map(|([x, y], _)| (*x, *y))
            .collect();
        let dots = sampled(&of_class).map(|at| Mark::dot(at, dot, ""));
        panel.marks.extend(dots);
    }
    panel.key = vec![
        (Sign::Dot(duplicate), "labelled duplicate".to_string()),
        (Sign::Dot(distinct), "labelled distinct".to_string()),
        (
            Sign::Fill(BLUE, 0.14),
            "called a duplicate by a model of these two features".to_string(),
        ),
    ];
    Picture {
        name: "plane",
        heading: "A learned decision boundary",
        title: format!("The pairs by {across} and {up}"),
        description: reading(plane),
        size: (WIDTH, 620),
        panels: vec![panel],
    }
}

fn reading(plane: &Plane) -> String {
    let of_class = |label: bool| plane.labels.iter().filter(|it| **it == label).count();
    let drawn = [true, false].map(|label| drawn_of(of_class(label)));
    let drawn: usize = drawn.iter().sum();
    let all = plane.labels.len();
    let part = if drawn < all {
        format!(" {} of {} are drawn.", drawn, number(all, "pair"))
    } else {
        String::new()
    };
    format!(
        "The two most important features of the learned model, and the decision boundary of a \
         model trained on these two alone: its F1 on held-out pairs is {}. A threshold on one \
         feature is a vertical or horizontal line; a learned boundary may be curved. Points on \
         the wrong side need other features.{part}",
        percent(plane.f1)
    )
}

/// `mwo: words in common by title, heading, link and text`
fn titled(feature: &str) -> String {
    match feature.parse::<Feature>() {
        Ok(known) => format!("{feature}: {}", known.description()),
        Err(_) => feature.to_string(),
    }
}

/// Every so many points, at most [`POINTS`].
fn sampled(points: &[At]) -> impl Iterator<Item = At> {
    points.iter().copied().step_by(step(points.len()))
}

/// Of so many points every how many are drawn.
fn step(points: usize) -> usize {
    points.div_ceil(POINTS).max(1)
}

/// Number of points that are drawn, of so many.
fn drawn_of(points: usize) -> usize {
    points.div_ceil(step(points))
}

/// The amount by which the score of the two features exceeds the threshold, on a grid over the
/// plane.
struct Grid {
    /// Row by row, from the bottom; `CELLS + 1` a row.
    heights: Vec<f64>,
}

impl Grid {
    fn of(plane: &Plane) -> Self {
        let places = (0..=CELLS).flat_map(|row| (0..=CELLS).map(move |column| (column, row)));
        let height = |(column, row): (usize, usize)| {
            plane.height([column, row].map(|step| step as f64 / CELLS as f64))
        };
        Grid {
            heights: places.map(height).collect(),
        }
    }

    fn at(&self, column: usize, row: usize) -> f64 {
        self.heights[row * (CELLS + 1) + column]
    }

    /// The cells whose middle is called a duplicate, those side by side as one.
    fn inside(&self) -> Vec<Mark> {
        let share = |step: usize| step as f64 / CELLS as f64;
        let mut marks = Vec::new();
        for row in 0..CELLS {
            let columns: Vec<usize> = (0..CELLS)
                .filter(|&column| self.corners(column, row).iter().sum::<f64>() >= 0.0)
                .collect();
            for run in columns.chunk_by(|a, b| a + 1 == *b) {
                let end = run[0] + run.len();
                let corners = [(share(run[0]), share(row)), (share(end), share(row + 1))];
                marks.push(Mark::fill(corners, BLUE, 0.14));
            }
        }
        marks
    }

    /// The corners of a cell, anticlockwise from the lower left.
    fn corners(&self, column: usize, row: usize) -> [f64; 4] {
        [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| self.at(column + x, row + y))
    }

    /// Marching squares: in every cell the line between the edges on which the height changes its
    /// sign.
    fn boundary(&self) -> Vec<Mark> {
        let cells = (0..CELLS).flat_map(|row| (0..CELLS).map(move |column| (column, row)));
        let segments = cells.flat_map(|(column, row)| {
            let crossings = crossings(self.corners(column, row));
            let place = |(x, y): At| {
                (
                    (column as f64 + x) / CELLS as f64,
                    (row as f64 + y) / CELLS as f64,
                )
            };
            let crossings: Vec<At> = crossings.into_iter().map(place).collect();
            let pairs = crossings.chunks_exact(2).map(<[At]>::to_vec);
            pairs.collect::<Vec<_>>()
        });
        let stroke = Stroke::new(INK, 2.0);
        segments.map(|points| Mark::line(points, stroke)).collect()
    }
}

/// Points on the edges of a unit square where the height passes through 0, by linear interpolation;
/// an even number of places.
fn crossings(corners: [f64; 4]) -> Vec<At> {
    const PLACES: [At; 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let edge = |from: usize| {
        let to = (from + 1) % 4;
        let (low, high) = (corners[from], corners[to]);
        let share = low / (low - high);
        let between = |a: f64, b: f64| a + share * (b - a);
        ((low < 0.0) != (high < 0.0)).then(|| {
            (
                between(PLACES[from].0, PLACES[to].0),
                between(PLACES[from].1, PLACES[to].1),
            )
        })
    };
    (0..4).filter_map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boundary_crosses_a_cell_where_the_sign_changes() {
        assert_eq!(crossings([1.0; 4]), []);
        assert_eq!(crossings([-1.0, 1.0, 1.0, -1.0]), [(0.5, 0.0), (0.5, 1.0)]);
        assert_eq!(
            crossings([-1.0, -1.0, -1.0, 3.0]),
            [(0.75, 1.0), (0.0, 0.25)]
        );
        assert_eq!(crossings([-1.0, 1.0, -1.0, 1.0]).len(), 4);
    }

    #[test]
    fn many_points_are_thinned() {
        let points = vec![(0.0, 0.0); 10 * POINTS + 1];
        assert!(sampled(&points).count() <= POINTS);
        assert_eq!(sampled(&points[..7]).count(), 7);
        assert_eq!(sampled(&[]).count(), 0);
        for count in [0, 1, POINTS, POINTS + 1, 587, 3 * POINTS - 1, 10 * POINTS] {
            let drawn = sampled(&vec![(0.0, 0.0); count]).count();
            assert_eq!(drawn_of(count), drawn, "of {count}");
        }
    }
}
