//! The experiment of 003 for people: how far measured similarities are from the expected ones, beside
//! the published differences, as a table and as a chart in the manner of its figure 12.

use super::drawing::axes::Axis;
use super::drawing::marks::{
    Anchor, At, BLUE, Colour, Dash, Dot, FAINT, Mark, Panel, Picture, Shape, Sign, Stroke,
    VERMILLION,
};
use super::drawing::svg;
use super::figures::number;
use dejalu_base::error::Result;
use dejalu_base::plural::percent;
use dejalu_experiment::generate::experiment::{Method, PlagiarismExperiment};

/// The quantity that is measured three times, in the order of the columns.
const SERIES: [Series; 3] = [
    Series {
        key: "Pereira and Ziviani (2003), on web pages of their own",
        of: |method| method.paper,
        colour: FAINT,
        shape: Shape::Square,
        dash: Dash::Short,
    },
    Series {
        key: "here, as published: shared text over the length of the plagiarised document",
        of: |method| method.published,
        colour: BLUE,
        shape: Shape::Circle,
        dash: Dash::None,
    },
    Series {
        key: "here, same base: shared text over the length of the source, as expected similarity is",
        of: |method| method.same_base,
        colour: VERMILLION,
        shape: Shape::Triangle,
        dash: Dash::None,
    },
];

struct Series {
    key: &'static str,
    of: fn(&Method) -> f64,
    colour: Colour,
    shape: Shape,
    dash: Dash,
}

/// The table; ends with a line end.
pub fn plagiarism_table(experiment: &PlagiarismExperiment) -> String {
    let mut lines = vec![
        format!(
            "{} made of {}, {}; expected similarity {} on average",
            number(experiment.plagiarised, "document"),
            number(experiment.collection, "source"),
            number(experiment.comparisons, "comparison"),
            percent(experiment.expected, 2),
        ),
        "Mean absolute difference between the expected and the measured similarity:".to_string(),
        String::new(),
        "                       003   here, as published   here, same base".to_string(),
    ];
    for method in &experiment.methods {
        let [paper, published, same_base] = SERIES.map(|series| percent((series.of)(method), 2));
        lines.push(format!(
            "{:<15}  {paper:>9}   {published:>18}   {same_base:>15}",
            name(method)
        ));
    }
    lines.extend(NOTES.map(String::from));
    lines.join("\n") + "\n"
}

const NOTES: [&str; 5] = [
    "",
    "expected: the share of the source's words that were copied.",
    "as published: shared text, divided by the length of the plagiarised document.",
    "same base: shared text, divided by the length of the source, as for the expected similarity.",
    "003: Pereira and Ziviani 2003, on other web pages, with an unknown share of copied words.",
];

/// `4 words`, `Patricia`.
fn name(method: &Method) -> String {
    match method.words {
        Some(words) => format!("{words} words"),
        None => "Patricia".to_string(),
    }
}

/// The differences of every method, as SVG.
pub fn plagiarism_chart(experiment: &PlagiarismExperiment) -> Result<String> {
    svg(&picture(experiment))
}

pub(super) fn picture(experiment: &PlagiarismExperiment) -> Picture {
    let methods = &experiment.methods;
    let all = SERIES
        .iter()
        .flat_map(|series| methods.iter().map(series.of));
    let most = 100.0 * all.fold(0.0, f64::max);
    let mut panel = Panel::new(
        methods_axis(methods),
        Axis::numbers(
            "mean difference from the expected similarity, %",
            0.0,
            1.2 * most,
            6.0,
        ),
    );
    panel.marks.push(Mark::beside(
        (panel.x.from, panel.y.to),
        Anchor::Start,
        (10.0, 14.0),
        "Error of measures of copied text (lower is better)".to_string(),
        true,
    ));
    for series in &SERIES {
        panel.marks.extend(series.marks(methods));
        let sign = Sign::Both(series.stroke(), series.dot());
        panel.key.push((sign, series.key.to_string()));
    }
    Picture {
        name: "plagiarism",
        heading: "Errors of the measures",
        title: "Difference between measured and expected similarity".to_string(),
        description: reading(experiment),
        size: (860, 480),
        panels: vec![panel],
    }
}

fn reading(experiment: &PlagiarismExperiment) -> String {
    let best = |of: fn(&Method) -> f64| {
        let best = experiment
            .methods
            .iter()
            .min_by(|a, b| of(a).total_cmp(&of(b)));
        best.map_or_else(String::new, name)
    };
    format!(
        "Documents of paragraphs copied from known sources were compared with these sources by \
         shingles of 2 to 10 words and by Patricia overlap. Lower is better. Nearest to the \
         expected similarity: {} as published, {} with the same base.",
        best(SERIES[1].of),
        best(SERIES[2].of),
    )
}

/// The lengths of shingles at themselves, Patricia behind a gap.
fn place(method: &Method, methods: &[Method]) -> f64 {
    let longest = methods.iter().filter_map(|it| it.words).max();
    method.words.unwrap_or(longest.unwrap_or_default() + 2) as f64
}

fn methods_axis(methods: &[Method]) -> Axis {
    let ticks: Vec<(f64, String)> = methods
        .iter()
        .map(|method| {
            let text = method
                .words
                .map_or_else(|| name(method), |words| words.to_string());
            (place(method, methods), text)
        })
        .collect();
    let ends = ticks.first().zip(ticks.last());
    let (from, to) = ends.map_or((0.0, 1.0), |(first, last)| (first.0 - 0.6, last.0 + 0.9));
    Axis::new("words per shingle, and Patricia overlap", from, to, ticks)
}

impl Series {
    fn stroke(&self) -> Stroke {
        Stroke::new(self.colour, 2.0).dash(self.dash)
    }

    fn dot(&self) -> Dot {
        Dot::new(self.shape, self.colour, 4.5).hollow(self.dash != Dash::None)
    }

    /// A line through the shingles, a point for every method, and the figure at the least of them.
    fn marks(&self, methods: &[Method]) -> Vec<Mark> {
        let at = |method: &Method| -> At { (place(method, methods), 100.0 * (self.of)(method)) };
        let shingles = methods.iter().filter(|method| method.words.is_some());
        let least = shingles
            .clone()
            .min_by(|a, b| (self.of)(a).total_cmp(&(self.of)(b)));
        let point = |method: &Method| {
            let is_named = method.words.is_none() || least == Some(method);
            let name = is_named.then(|| percent((self.of)(method), 2));
            Mark::dot(at(method), self.dot(), name.unwrap_or_default())
        };
        let line = Mark::line(shingles.map(at).collect::<Vec<_>>(), self.stroke());
        let points = methods.iter().map(point);
        std::iter::once(line).chain(points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;
    use dejalu_experiment::generate::experiment::experiment;

    fn sample() -> PlagiarismExperiment {
        experiment(
            &dejalu_experiment::model::builtin::originals().unwrap(),
            10,
            42,
            &Silent,
        )
        .unwrap()
    }

    #[test]
    fn the_table_holds_the_published_figures_beside_ours() {
        let text = plagiarism_table(&sample());
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.matches(" %").count() == 3)
            .collect();
        assert_eq!(rows.len(), 10, "{text}");
        assert!(rows[2].starts_with("4 words             4.13 %"), "{text}");
        assert!(rows[9].starts_with("Patricia            7.50 %"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100));
    }

    #[test]
    fn the_chart_is_drawn() {
        let chart = plagiarism_chart(&sample()).unwrap();
        assert!(chart.trim_end().ends_with("</svg>"));
        assert!(!chart.contains("NaN") && !chart.contains("inf"));
        assert!(chart.contains("4.13 %"), "the best of 003");
    }
}
