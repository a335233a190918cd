//! Renders templates and writes pages.

use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use minijinja::value::Serde;
use minijinja::{Environment, Value, escape_formatter};
use serde::Serialize;

use super::charts::Chart;
use super::figures::{decimal, p_value, percent, signed, tenths};
use super::sanitize::printable;
use dejalu_base::error::{IoContext, Result};
use dejalu_base::plural::count;
use dejalu_io::{OutputFile, OutputFolder, remove_output};

/// Frame of every page: the head, and the look of what all have.
const FRAME: &str = include_str!("frame.html");
const FRAME_STYLE: &str = include_str!("frame.css");
/// Parts of several pages.
const PARTS: &str = include_str!("parts.html");
/// Two documents side by side.
const TEXTS: &str = include_str!("texts.html");
/// Two records side by side.
const FIELDS: &str = include_str!("fields.html");
/// What moves a score, step by step.
const SCORE: &str = include_str!("score.html");

/// The page of a template, which extends the frame. Every value is escaped where the name ends in `.html`.
pub(super) fn rendered(name: &str, template: &str, values: &impl Serialize) -> Result<String> {
    let render = || {
        let mut environment = Environment::new();
        environment.set_formatter(|out, state, value| match value.as_str().map(printable) {
            Some(Cow::Owned(text)) if value.is_safe() => {
                escape_formatter(out, state, &Value::from_safe_string(text))
            }
            Some(Cow::Owned(text)) => escape_formatter(out, state, &text.into()),
            _ => escape_formatter(out, state, value),
        });
        environment.add_filter("grouped", count::<u64>);
        environment.add_filter("decimal", |value: Option<f64>, places: usize| {
            decimal(value.unwrap_or(f64::NAN), places)
        });
        environment.add_filter("percent", percent);
        environment.add_filter("signed", signed);
        environment.add_filter("tenths", tenths);
        environment.add_filter("p_value", p_value);
        environment.add_global("version", env!("CARGO_PKG_VERSION"));
        environment.add_global("frame_style", FRAME_STYLE);
        environment.add_global("nonce", nonce(values)?);
        environment.add_template("frame.html", FRAME)?;
        environment.add_template("parts.html", PARTS)?;
        environment.add_template("texts.html", TEXTS)?;
        environment.add_template("fields.html", FIELDS)?;
        environment.add_template("score.html", SCORE)?;
        environment.add_template(name, template)?;
        Ok(environment.get_template(name)?.render(Serde(values))?)
    };
    render()
        .map_err(|fault: Box<dyn Error>| std::io::Error::other(format!("{fault:#}")))
        .context("render", Path::new(name))
}

/// The word without which no script of a page runs. It depends on all that is shown, so that
/// nothing that is shown can hold it; and it is the same for the same page.
fn nonce(values: &impl Serialize) -> serde_json::Result<String> {
    let hash = blake3::hash(&serde_json::to_vec(values)?);
    Ok(hash.to_hex().chars().take(24).collect())
}

/// The page of a folder. The name ends in `.html`, so that every value is escaped.
pub(super) const INDEX: &str = "index.html";

/// Makes the folder of a report, before the work whose results it takes.
///
/// # Errors
///
/// The folder cannot be made, or holds an `index.html` that this program did not write.
pub fn report_folder(path: &Path) -> Result<OutputFolder> {
    refuse_foreign(&path.join(INDEX))?;
    OutputFolder::create(path)
}

/// Refuses to write over what this program did not write: in a folder nobody named the file.
pub(super) fn refuse_foreign(path: &Path) -> Result<()> {
    if !path.is_file() || is_ours(path).context("read", path)? {
        return Ok(());
    }
    let what = "another program wrote the file that is there, which would be lost; choose another folder, or move the file away";
    Err(std::io::Error::other(what)).context("write", path)
}

/// Returns whether this program wrote a page or a chart, as its head says.
pub(super) fn is_ours(path: &Path) -> std::io::Result<bool> {
    const HEAD: u64 = 2_000;
    let mut head = Vec::new();
    fs::File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let is_page = head.contains("<meta name=\"generator\" content=\"dejalu ");
    Ok(is_page || head.starts_with("<svg class=\"chart\" "))
}

/// Writes `index.html` into the folder, and each chart beside it as an SVG of its own; creates the
/// folder. Charts that the report before it showed, and this one does not, are removed. Returns the path of
/// `index.html`. What another program wrote there is an error, and then nothing is written.
pub(super) fn write_report<'a>(
    folder: &Path,
    html: &str,
    charts: impl IntoIterator<Item = &'a Chart>,
) -> Result<PathBuf> {
    fs::create_dir_all(folder).context("create", folder)?;
    let charts = charts.into_iter();
    let charts = charts.map(|chart| (folder.join(format!("{}.svg", chart.name)), &*chart.svg));
    let path = folder.join(INDEX);
    let files: Vec<(PathBuf, &str)> = charts.chain([(path.clone(), html)]).collect();
    files
        .iter()
        .try_for_each(|(path, _)| refuse_foreign(path))?;
    let earlier = charts_of(&path)?;
    for (path, text) in &files {
        write(path, text)?;
    }
    for chart in earlier {
        if files.iter().all(|(path, _)| *path != chart) {
            remove_output(&chart)?;
        }
    }
    Ok(path)
}

/// The charts beside a page that it shows, as files of their own.
fn charts_of(page: &Path) -> Result<Vec<PathBuf>> {
    if !page.is_file() {
        return Ok(Vec::new());
    }
    let html = fs::read(page).context("read", page)?;
    let html = String::from_utf8_lossy(&html);
    let figures = html.split("<figure id=\"").skip(1);
    let names = figures.filter_map(|figure| figure.split('"').next());
    let is_name = |name: &&str| name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    let paths = names
        .filter(is_name)
        .map(|name| page.with_file_name(format!("{name}.svg")));
    let mut charts = Vec::new();
    for path in paths {
        if path.is_file() && is_ours(&path).context("read", &path)? {
            charts.push(path);
        }
    }
    Ok(charts)
}

/// Writes a file, whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    OutputFile::create(path)?.write_whole(text)
}
