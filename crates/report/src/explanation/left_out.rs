//! Describes in sentences what was left out before the documents were compared.

use super::explanation::Explanation;
use dejalu_base::plural::{count, counted};
use dejalu_text::Omission;

impl Explanation {
    /// `12 words of A and 30 of B were left out of the comparison`; nothing where all was compared.
    pub(super) fn left_out_sentence(&self) -> Option<String> {
        let words = self.left_out.each_ref().map(|omissions| {
            let words = omissions.iter().map(|omission| omission.words as u64);
            words.sum::<u64>()
        });
        let of_a = counted(words[0], "word", "words");
        let of_b = counted(words[1], "word", "words");
        let what = match words {
            [0, 0] => return None,
            [_, 0] => format!("{of_a} of A"),
            [0, _] => format!("{of_b} of B"),
            [_, b] => format!("{of_a} of A and {} of B", count(b)),
        };
        let verb = if words.iter().sum::<u64>() == 1 {
            "was"
        } else {
            "were"
        };
        Some(format!("{what} {verb} left out of the comparison"))
    }

    /// Meaning of the shading of left-out passages, a line for each kind of them.
    pub(super) fn left_out_legend(&self) -> Vec<String> {
        let all = || self.left_out.iter().flatten();
        let groups = || all().filter_map(|omission| omission.groups);
        let boilerplate = groups().min().zip(groups().max()).map(|ends| {
            let number = match ends {
                (least, most) if least < most => {
                    format!("{} to {}", count(least), count(most))
                }
                (_, most) => count(most),
            };
            format!("Boilerplate, left out of the comparison: it stands in {number} groups")
        });
        let is_named = |omission: &Omission| omission.groups.is_none();
        let ignored = all().any(is_named);
        let ignored = ignored.then(|| "Ignored, left out of the comparison".to_string());
        boilerplate.into_iter().chain(ignored).collect()
    }
}

/// States in a few words why a passage was left out.
pub(super) fn reason(omission: &Omission) -> String {
    match omission.groups {
        Some(groups) => format!("boilerplate in {} groups", count(groups)),
        None => "ignored".to_string(),
    }
}
