//! Lines and outlines, as points: what is left of a line inside the axes, and the shapes of dots.

use super::axes::Axis;
use super::marks::{At, Shape};

/// Points every few pixels along a line.
pub(super) fn along(run: &[At]) -> Vec<At> {
    let between = |pair: &[At]| {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let steps = ((x1 - x0).hypot(y1 - y0) / 6.0).ceil().clamp(1.0, 400.0) as u32;
        (0..steps).map(move |step| {
            let part = f64::from(step) / f64::from(steps);
            (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
        })
    };
    run.windows(2).flat_map(between).collect()
}

/// The parts of a line inside the axes.
pub(super) fn clipped(points: &[At], x: &Axis, y: &Axis) -> Vec<Vec<At>> {
    let mut runs: Vec<Vec<At>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = clip(pair[0], pair[1], x, y) else {
            continue;
        };
        match runs.last_mut() {
            Some(run) if run.last() == Some(&from) => run.push(to),
            _ => runs.push(vec![from, to]),
        }
    }
    runs
}

/// Liang and Barsky (1984): the part of a segment inside a rectangle.
fn clip(from: At, to: At, x: &Axis, y: &Axis) -> Option<(At, At)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let edges = [
        (-dx, from.0 - x.from),
        (dx, x.to - from.0),
        (-dy, from.1 - y.from),
        (dy, y.to - from.1),
    ];
    for (towards, room) in edges {
        match towards {
            0.0 if room < 0.0 => return None,
            0.0 => {}
            _ if towards < 0.0 => start = start.max(room / towards),
            _ => end = end.min(room / towards),
        }
    }
    let at = |part: f64| match part {
        0.0 => from,
        1.0 => to,
        _ => (from.0 + dx * part, from.1 + dy * part),
    };
    (start <= end).then(|| (at(start), at(end)))
}

/// The corners of a point's shape, first and last the same.
pub(super) fn outline(shape: Shape, (x, y): (f64, f64), radius: f64) -> Vec<At> {
    // Corners, first angle in turns (0 is right, a quarter is down), and a size that makes the
    // shapes look equally large.
    let (corners, first, size) = match shape {
        Shape::Circle => (24, 0.0, 1.0),
        Shape::Square => (4, 0.125, 1.25),
        Shape::Triangle => (3, 0.75, 1.4),
        Shape::Diamond => (4, 0.0, 1.35),
    };
    (0..=corners)
        .map(|corner| {
            let turn = first + f64::from(corner) / f64::from(corners);
            let (sin, cos) = (turn * std::f64::consts::TAU).sin_cos();
            (x + cos * radius * size, y + sin * radius * size)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_axes() {
        let axis = Axis::numbers("", 0.0, 1.0, 5.0);
        let points = [(-1.0, 0.5), (0.5, 0.5), (0.5, 2.0), (0.8, 2.0), (0.8, 0.5)];
        let runs = clipped(&points, &axis, &axis);
        assert_eq!(runs.len(), 2);
        assert_eq!(runs[0], [(0.0, 0.5), (0.5, 0.5), (0.5, 1.0)]);
        assert_eq!(runs[1], [(0.8, 1.0), (0.8, 0.5)]);
        assert!(clipped(&[(2.0, 2.0), (3.0, 3.0)], &axis, &axis).is_empty());
    }

    #[test]
    fn outlines_are_closed() {
        for shape in [
            Shape::Circle,
            Shape::Square,
            Shape::Triangle,
            Shape::Diamond,
        ] {
            let corners = outline(shape, (5.0, 5.0), 2.0);
            let ends = [corners[0], corners[corners.len() - 1]];
            assert!((ends[0].0 - ends[1].0).abs() < 1e-9 && (ends[0].1 - ends[1].1).abs() < 1e-9);
        }
    }
}
