//! What two documents share, for a terminal.

use dejalu_base::plural::{count, counted};

use crate::sanitize::sanitize_line;
use dejalu_passages::SharedPassages;

/// Letters of a passage that are shown.
const SHOWN: usize = 200;

/// The passages of each pair, with their texts.
pub fn passages_text(shared: &[SharedPassages]) -> String {
    if shared.is_empty() {
        return "no reused passage\n".into();
    }
    shared.iter().map(of_pair).collect()
}

fn of_pair(shared: &SharedPassages) -> String {
    let [a, b] = shared.ids().map(sanitize_line);
    let [share_a, share_b] = shared
        .shares()
        .map(|share| format!("{:.0} %", 100.0 * share));
    let passages = counted(shared.passages.len(), "passage", "passages");
    let mut text =
        format!("{passages}: {share_a} of A ({a}) is in B ({b}), and makes up {share_b} of it\n");
    for passage in &shared.passages {
        let place =
            |place: &std::ops::Range<u32>| format!("{}–{}", count(place.start), count(place.end));
        let texts = shared.texts(passage).map(|text| excerpt(&text));
        text.push_str(&format!(
            "\n{}, score {:.2}\n  A {}: {}\n  B {}: {}\n",
            passage.kind,
            passage.score,
            place(&passage.a),
            texts[0],
            place(&passage.b),
            texts[1],
        ));
    }
    text
}

/// The beginning of a passage in one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = sanitize_line(&line).to_string();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
