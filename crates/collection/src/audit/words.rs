//! Reports an audit in sentences, for the terminal and the page alike.

use super::audit::ThresholdAudit;
use super::draw::Otherwise;
use super::trial::AuditedCut;
use dejalu_base::error::Parameter;
use dejalu_base::plural::{count, counted, short_percent as percent};

impl ThresholdAudit {
    /// The draw or the verdict, each sentence without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = match (self.is_verdict, self.passed()) {
            _ if self.removable == 0 => vec!["there is nothing to remove".to_string()],
            (false, _) => vec![self.draw()],
            (true, _) if self.unanswered == self.drawn => vec![self.nothing_answered()],
            (true, Some(cut)) => self.success(cut),
            (true, None) => self.failure(),
        };
        if self.is_verdict && (1..self.drawn).contains(&self.unanswered) {
            let seed = if self.tells_draw {
                String::new()
            } else {
                format!(
                    "; if you have answered all, pass the {} of the draw, which this file of answers does not record",
                    Parameter::Seed
                )
            };
            sentences.push(format!(
                "{} of the {} drawn have a question without an answer, which counts as wrong: answer these first; {} {} asks for the missing ones{seed}",
                count(self.unanswered),
                count(self.drawn),
                Parameter::AuditSample,
                self.drawn
            ));
        }
        if self.is_verdict && self.removable > 0 {
            sentences.push("the questions were drawn by an earlier version, and are judged by its test of thresholds; a new draw needs about half the answers".to_string());
        }
        sentences.extend(self.otherwise.as_ref().map(Otherwise::sentence));
        if let Some(first) = self.unknown.first() {
            let documents = counted(self.unknown.len(), "document", "documents");
            sentences.push(format!(
                "answers name {documents} that the collection does not have, such as '{first}'"
            ));
        }
        sentences
    }

    /// Describes the wrong ones among those drawn.
    fn are_wrong(&self) -> &'static str {
        match self.unanswered {
            0 => "were wrong",
            _ => "were wrong or are not answered",
        }
    }

    fn draw(&self) -> String {
        let cuts = counted(self.cuts.len(), "threshold", "thresholds");
        let ends = self.cuts.last().zip(self.cuts.first());
        let ends = ends.filter(|(low, high)| low.at < high.at);
        let ends = ends.map_or(String::new(), |(low, high)| {
            format!(" ({:.4} to {:.4})", low.at, high.at)
        });
        let open = self.questions.iter().filter(|it| it.opinion.is_none());
        format!(
            "sampled {} of the {} that would be removed at any of {cuts}{ends}; {} to check, in {}",
            count(self.drawn),
            counted(self.removable, "document", "documents"),
            count(self.unanswered),
            counted(open.count(), "question", "questions")
        )
    }

    fn nothing_answered(&self) -> String {
        format!(
            "none of the {} sampled has an answer, so nothing is removed; set every 'label' to 1, 0 or unsure",
            counted(self.drawn, "document", "documents")
        )
    }

    fn success(&self, cut: &AuditedCut) -> Vec<String> {
        let passed = format!(
            "the audit passed at threshold {:.4}: {} of {} checked {}, so with {} confidence at most {} of the {} removals are wrong (limit: {})",
            cut.at,
            count(cut.wrong),
            count(cut.drawn),
            self.are_wrong(),
            percent(self.promise.confidence),
            percent(cut.bound.unwrap_or(1.0)),
            count(cut.removed),
            percent(self.promise.wrong_at_most),
        );
        let failed = self.cuts.iter().find(|cut| cut.passed == Some(false));
        let failed = failed.map(|cut| {
            format!(
                "threshold {:.4} failed: {} of {} {}, so up to {} may be wrong",
                cut.at,
                count(cut.wrong),
                count(cut.drawn),
                self.are_wrong(),
                percent(cut.bound.unwrap_or(1.0))
            )
        });
        [Some(passed), failed].into_iter().flatten().collect()
    }

    fn failure(&self) -> Vec<String> {
        let tested = self.cuts.iter().find(|cut| cut.passed.is_some());
        let why = match tested {
            Some(cut) => format!(
                "at the first threshold tested, {:.4}, {} of {} checked {}, so up to {} may be wrong (limit: {})",
                cut.at,
                count(cut.wrong),
                count(cut.drawn),
                self.are_wrong(),
                percent(cut.bound.unwrap_or(1.0)),
                percent(self.promise.wrong_at_most)
            ),
            None => format!(
                "{} checked are too few for any threshold",
                counted(self.drawn, "document", "documents")
            ),
        };
        let failed = format!("the audit failed, so that nothing is removed: {why}");
        if self.unanswered > 0 {
            // Nobody knows yet whether more answers than those that are missing would do.
            return vec![failed];
        }
        let help = match self.needed {
            Some(needed) => format!(
                "about {} more would be enough if no larger share of them is wrong: {} {needed} draws them, and {} {} allows another run",
                counted(needed.saturating_sub(self.drawn), "document", "documents"),
                Parameter::AuditSample,
                Parameter::Looks,
                self.promise.looks + 1
            ),
            None => "no number of answers would be enough: raise the thresholds, allow a larger share, or train a model on labelled pairs of this collection".to_string(),
        };
        vec![failed, help]
    }
}

impl Otherwise {
    fn sentence(&self) -> String {
        match self {
            Otherwise::Method([drawn, now]) => {
                format!(
                    "the questions were drawn by another method than that of this run: {drawn}; not {now}"
                )
            }
            Otherwise::Thresholds(missing) => format!(
                "{} tested here {} not among those of the draw",
                counted(*missing, "threshold", "thresholds"),
                if *missing == 1 { "is" } else { "are" }
            ),
        }
    }
}
