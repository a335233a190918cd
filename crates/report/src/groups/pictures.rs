//! Charts of the sizes of groups and the scores of duplicate pairs.

use crate::charts::WIDTH;
use crate::drawing::axes::{Axis, root, round_step};
use crate::drawing::marks::{
    Anchor, BLUE, Colour, INK, Mark, ORANGE, PALE, Panel, Picture, Stroke,
};
use crate::figures::decimal;
use dejalu_base::plural::count;
use dejalu_collection::{Deduplicated, Grouping, Judge};

/// About how many bars of scores there are.
const BARS: f64 = 40.0;

/// The sizes at which a new bar of group sizes begins.
const STEPS: [usize; 12] = [2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000];

/// Groups of two or more, counted by size. None where there is none.
pub(super) fn sizes(grouping: &Grouping) -> Option<Picture> {
    let mut bars = [(0u64, 0u64); STEPS.len()];
    for group in grouping.groups.iter().filter(|it| it.members.len() > 1) {
        let bar = STEPS.partition_point(|&from| from <= group.members.len()) - 1;
        let (all, chains) = &mut bars[bar];
        *all += 1;
        *chains += u64::from(grouping.is_chain(group));
    }
    let last = bars.iter().rposition(|bar| bar.0 > 0)?;
    let bars = &bars[..=last];
    let most = bars.iter().map(|bar| bar.0).max()?;
    let ticks = (0..=last).map(|bar| (bar as f64, size_text(bar)));
    let x = Axis::new("documents in a group", -0.6, last as f64 + 0.6, ticks);
    let mut panel = Panel::new(x, Axis::counts("groups (square-root scale)", most));
    for (place, &(all, chains)) in bars.iter().enumerate().filter(|(_, bar)| bar.0 > 0) {
        let middle = place as f64;
        let ends = (middle - 0.4, middle + 0.4);
        let text = match chains {
            0 => count(all),
            _ => format!("{}, {} chains", count(all), count(chains)),
        };
        panel.marks.extend([
            bar(ends, all, BLUE),
            bar(ends, chains, ORANGE),
            Mark::note((middle, root(all)), -10.0, text, true),
        ]);
    }
    let description = "A group far larger than the others may be boilerplate, a template, or a chain \
                       of documents, each similar only to the next";
    let description = if bars.iter().any(|bar| bar.1 > 0) {
        format!("{description}; the orange part shows chains.")
    } else {
        format!("{description}.")
    };
    Some(Picture {
        name: "sizes",
        heading: "Sizes of the groups",
        title: "Groups by size".to_string(),
        description,
        size: (WIDTH, 380),
        panels: vec![panel],
    })
}

/// The duplicate pairs, counted by score, and those that a suggested threshold leaves out. None where
/// there is none.
pub(super) fn scores(result: &Deduplicated, judge: &Judge) -> Option<Picture> {
    let suggested = result.suggested.as_ref();
    let left_out = suggested.iter().flat_map(|it| &it.below).copied();
    // How many candidates one of the sample stands for.
    let weight = suggested.map_or(1.0, |it| {
        it.sample.candidates as f64 / it.sample.sampled.max(1) as f64
    });
    let duplicates = result.edges.iter().map(|edge| edge.score);
    let scores = || duplicates.clone().chain(left_out.clone());
    scores().next()?;
    let thresholds = || result.groupings.iter().map(|grouping| grouping.at);
    // A threshold that no pair reaches is shown too.
    let most = thresholds().chain(scores()).reduce(f64::max)?;
    let least = thresholds().chain(scores()).reduce(f64::min)?;
    let mut bars = ScoreBars::between(least, most);
    left_out
        .clone()
        .for_each(|score| bars.of(score).left_out += 1);
    bars.each(|bar| bar.left_out = (bar.left_out as f64 * weight).round() as u64);
    duplicates.for_each(|score| bars.of(score).duplicates += 1);
    let what = match judge.trained() {
        Some(_) => "score of the pair",
        None => "similarity of the pair",
    };
    let mut panel = bars.panel(what);
    for at in thresholds() {
        let marks = threshold_marks(at, &panel);
        panel.marks.extend(marks);
    }
    let mut description =
        "The further right a pair is, the more certain it is a duplicate. If many \
                           are close to the dashed threshold, a slightly different threshold would \
                           give other groups: check some of those pairs below."
            .to_string();
    if left_out.clone().next().is_some() {
        description += " Grey pairs are below the threshold that the collection suggests.";
        if weight > 1.0 {
            description += " Their number is estimated from a sample.";
        }
    }
    Some(Picture {
        name: "pair-scores",
        heading: "Scores of the duplicates",
        title: "Duplicate pairs by score".to_string(),
        description,
        size: (WIDTH, 380),
        panels: vec![panel],
    })
}

/// The bars of a histogram of scores, as wide as a round number each.
struct ScoreBars {
    width: f64,
    /// The first one begins at so many widths.
    first: f64,
    bars: Vec<ScoreBar>,
}

#[derive(Clone, Default)]
struct ScoreBar {
    duplicates: u64,
    /// Pairs that a suggested threshold leaves out.
    left_out: u64,
}

impl ScoreBar {
    fn pairs(&self) -> u64 {
        self.duplicates + self.left_out
    }
}

impl ScoreBars {
    /// Empty bars over all scores from the least to the most.
    fn between(least: f64, most: f64) -> Self {
        let span = most - least;
        let width = round_step(if span > 0.0 { span } else { 1.0 } / BARS);
        let first = (least / width).floor();
        let count = ((most / width).floor() - first) as usize + 1;
        ScoreBars {
            width,
            first,
            bars: vec![ScoreBar::default(); count],
        }
    }

    /// The bar of a score.
    fn of(&mut self, score: f64) -> &mut ScoreBar {
        &mut self.bars[((score / self.width).floor() - self.first) as usize]
    }

    fn each(&mut self, change: impl FnMut(&mut ScoreBar)) {
        self.bars.iter_mut().for_each(change);
    }

    /// All bars over an axis of this name.
    fn panel(&self, name: &str) -> Panel {
        let (first, width) = (self.first, self.width);
        let most = self.bars.iter().map(ScoreBar::pairs).max();
        let end = first + self.bars.len() as f64;
        let x = Axis::numbers(name, (first - 1.0) * width, end * width, 8.0);
        let y = Axis::counts(
            "pairs in a bar (square-root scale)",
            most.unwrap_or_default(),
        );
        let mut panel = Panel::new(x, y);
        let drawn = self
            .bars
            .iter()
            .enumerate()
            .filter(|(_, it)| it.pairs() > 0);
        for (place, counts) in drawn {
            let left = first + place as f64;
            let ends = ((left + 0.08) * width, (left + 0.92) * width);
            panel.marks.extend([
                bar(ends, counts.pairs(), BLUE),
                bar(ends, counts.left_out, PALE),
            ]);
        }
        panel
    }
}

/// A dashed line at a threshold, and its number on the side where there is room for it.
fn threshold_marks(at: f64, panel: &Panel) -> [Mark; 2] {
    let top = (at, panel.y.to);
    let text = format!("threshold {}", decimal(at, 3));
    let (anchor, right) = if at - panel.x.from < panel.x.to - at {
        (Anchor::Start, 6.0)
    } else {
        (Anchor::End, -6.0)
    };
    [
        Mark::line([(at, 0.0), top], Stroke::new(INK, 1.5).dashed()),
        Mark::beside(top, anchor, (right, 12.0), text, false),
    ]
}

/// The removed documents, counted by what is lost with them. None where none is removed, or nothing is
/// known of any.
pub(super) fn lost(grouping: &Grouping) -> Option<Picture> {
    const TWENTIETHS: usize = 20;
    let shares = grouping.removed().filter_map(|(_, removal)| removal.lost);
    let mut bars = [0u64; TWENTIETHS];
    for share in shares {
        bars[((share * TWENTIETHS as f64) as usize).min(TWENTIETHS - 1)] += 1;
    }
    let most = bars.iter().copied().max().filter(|&most| most > 0)?;
    let ticks = (0..=4).map(|quarter| (f64::from(quarter) * 5.0, format!("{} %", quarter * 25)));
    let x = Axis::new(
        "share of its runs of three words that the kept document lacks",
        -0.2,
        TWENTIETHS as f64 + 0.2,
        ticks,
    );
    let mut panel = Panel::new(x, Axis::counts("documents (square-root scale)", most));
    for (place, &documents) in bars.iter().enumerate().filter(|(_, bar)| **bar > 0) {
        let ends = (place as f64 + 0.08, place as f64 + 0.92);
        panel.marks.push(bar(ends, documents, BLUE));
    }
    Some(Picture {
        name: "lost",
        heading: "What would be lost",
        title: "Removed documents by what the kept one lacks".to_string(),
        description:
            "On the left are copies and documents that the kept one holds as a whole; the \
                      further right, the more text is lost with a document. A limit \
                      (--lose-at-most) keeps those beyond it."
                .to_string(),
        size: (WIDTH, 380),
        panels: vec![panel],
    })
}

/// `2`, `5–9`, `10,000 or more`.
fn size_text(bar: usize) -> String {
    let from = STEPS[bar];
    match STEPS.get(bar + 1) {
        None => format!("{} or more", count(from)),
        Some(next) if next - from == 1 => from.to_string(),
        Some(next) => format!("{}–{}", count(from), count(next - 1)),
    }
}

fn bar((left, right): (f64, f64), number: u64, colour: Colour) -> Mark {
    Mark::fill([(left, 0.0), (right, root(number))], colour, 1.0)
}
