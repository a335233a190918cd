//! All exhibits in a terminal.

use super::cells::Shown;
use super::summary::{headline, meanings};
use crate::table::{BOLD, FAINT, Style, wrapped};
use dejalu_reproduce::{Exhibit, PAPERS, Reproduction, Row};

/// The widest line.
const WIDTH: usize = 100;

/// All exhibits by paper, each as a table with its verdict above and the reason below; ends with a line end.
pub fn reproduction_text(reproduction: &Reproduction, style: Style) -> String {
    let mut lines = wrapped(&format!("{}.", headline(reproduction)), WIDTH);
    for paper in PAPERS {
        lines.push(String::new());
        let title = format!("{} ({}): {}", paper.authors, paper.number, paper.title);
        let title = wrapped(&title, WIDTH);
        lines.extend(title.iter().map(|line| style.paint(BOLD, line)));
        let of_paper = reproduction.exhibits.iter();
        for exhibit in of_paper.filter(|it| it.source.paper == paper) {
            lines.push(String::new());
            lines.extend(exhibit_lines(exhibit, style));
        }
    }
    lines.push(String::new());
    let meanings = meanings().map(|(verdict, meaning)| format!("{verdict}: {meaning}."));
    lines.extend(wrapped(&meanings.join(" "), WIDTH));
    lines.join("\n") + "\n"
}

fn exhibit_lines(exhibit: &Exhibit, style: Style) -> Vec<String> {
    let source = &exhibit.source;
    let page = source
        .page
        .map_or_else(String::new, |page| format!(", page {page}"));
    let head = format!(
        "{}{page}: {} [{}]",
        source.number,
        source.title,
        exhibit.verdict.words()
    );
    let mut lines = wrapped(&head, WIDTH);
    lines.extend(table(exhibit, style));
    let why = wrapped(&exhibit.why, WIDTH - 2);
    lines.extend(
        why.iter()
            .map(|line| style.paint(FAINT, &format!("  {line}"))),
    );
    lines
}

/// The rows, below the names of the columns.
fn table(exhibit: &Exhibit, style: Style) -> Vec<String> {
    let shown = |row: &Row| -> Vec<Shown> { row.cells.iter().map(Shown::of).collect() };
    let rows: Vec<(&str, Vec<Shown>)> = exhibit
        .rows
        .iter()
        .map(|row| (row.what.as_str(), shown(row)))
        .collect();
    let width = |text: &str| text.chars().count();
    let longest = |of: &dyn Fn(&Shown) -> usize, column: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(column));
        cells.map(of).max().unwrap_or_default()
    };
    let first = rows.iter().map(|(what, _)| width(what)).max();
    let first = first.unwrap_or_default();
    let columns = exhibit.columns.iter().enumerate();
    // Printed, ours; as wide together as the name above them.
    let widths: Vec<[usize; 2]> = columns
        .map(|(column, name)| {
            let printed = longest(&|it| width(&it.printed), column).max(width("printed"));
            let ours = longest(&|it| width(&it.ours), column).max(width("ours"));
            [printed, ours.max(width(name).saturating_sub(printed + 1))]
        })
        .collect();
    let mut names = format!("  {:first$}", "");
    let mut heads = names.clone();
    for (name, [printed, ours]) in exhibit.columns.iter().zip(&widths) {
        names.push_str(&format!("  {name:>wide$} ", wide = printed + 1 + ours));
        heads.push_str(&format!("  {:>printed$} {:>ours$} ", "printed", "ours"));
    }
    let mut lines = [names, heads]
        .map(|line| style.paint(FAINT, line.trim_end()))
        .to_vec();
    for (what, cells) in rows {
        let mut line = format!("  {what:first$}");
        for (cell, [printed, ours]) in cells.iter().zip(&widths) {
            let sign = if cell.sign.is_empty() { " " } else { cell.sign };
            line.push_str(&format!(
                "  {:>printed$} {:>ours$}{sign}",
                cell.printed, cell.ours
            ));
        }
        lines.push(line.trim_end().to_string());
    }
    lines
}
