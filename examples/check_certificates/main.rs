//! Checks certificates of removals (`dejalu apply --certificates`) by the texts alone: nothing of dejalu is used but by the
//! test. Whoever does not trust a deduplication reads these lines instead of its own.
//!
//! ```sh
//! cargo run --example check_certificates -- certificates.jsonl docs.jsonl
//! ```
//!
//! The documents are JSONL with `id` and `text`. A certificate is true if
//!
//! - both documents are there, the removed one is removed once, and the kept one not at all;
//! - its passages have the same words in both texts;
//! - passages and lost stretches each rise in the removed text without overlap;
//! - each word of the removed text is in a passage or in a lost stretch, and none in both;
//! - the share that it states is that of the letters and digits in its passages.
//!
//! Words are the longest runs of letters and digits, in lower case. Positions count characters of the text without white space
//! at its ends and without a byte order mark, each line end one character.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use serde_json::Value;

/// A word of a text, and its first and last character (exclusive).
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// A passage: its ends in the removed and in the kept text.
type Passage = [(usize, usize); 2];

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_inside = false;
    for (place, character) in text.chars().enumerate() {
        if !character.is_alphanumeric() {
            is_inside = false;
            continue;
        }
        if !is_inside {
            words.push(Word {
                text: String::new(),
                start: place,
                end: place,
            });
            is_inside = true;
        }
        if let Some(word) = words.last_mut() {
            word.text.extend(character.to_lowercase());
            word.end = place + 1;
        }
    }
    words
}

/// The words between two characters; an error if one is cut.
fn between(words: &[Word], (start, end): (usize, usize)) -> Result<&[Word], String> {
    let first = words.partition_point(|word| word.end <= start);
    let after = words.partition_point(|word| word.start < end);
    let touched = &words[first..after.max(first)];
    if touched
        .iter()
        .any(|word| word.start < start || end < word.end)
    {
        return Err(format!("{start} to {end} cuts a word"));
    }
    Ok(touched)
}

/// Two numbers of a certificate.
fn ends(value: &Value) -> Result<(usize, usize), String> {
    let number = |place: usize| value[place].as_u64().map(|number| number as usize);
    match (number(0), number(1)) {
        (Some(start), Some(end)) if start < end => Ok((start, end)),
        _ => Err(format!("{value} is no stretch")),
    }
}

fn stretches<T>(
    list: &Value,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let list = list.as_array().ok_or("a list is missing")?;
    list.iter().map(read).collect()
}

/// The two ids that a certificate names.
fn ids(certificate: &Value) -> Result<[&str; 2], String> {
    let id = |name: &str| certificate[name].as_str().ok_or(format!("no '{name}'"));
    Ok([id("removed")?, id("kept")?])
}

/// Checks what a certificate says of two texts.
fn check_texts(certificate: &Value, removed: &str, kept: &str) -> Result<(), String> {
    let (removed, kept) = (words(removed), words(kept));
    let passage =
        |it: &Value| -> Result<Passage, String> { Ok([ends(&it["removed"])?, ends(&it["kept"])?]) };
    let passages = stretches(&certificate["passages"], passage)?;
    let lost = stretches(&certificate["lost"], ends)?;
    let mut covered = 0;
    let mut letters = 0;
    let mut last = 0;
    for [in_removed, in_kept] in &passages {
        if in_removed.0 < last {
            return Err("passages overlap, or do not rise".to_string());
        }
        last = in_removed.1;
        let a = between(&removed, *in_removed)?;
        let b = between(&kept, *in_kept)?;
        if !a.iter().map(|it| &it.text).eq(b.iter().map(|it| &it.text)) {
            return Err(format!(
                "the passage at {} is not in the kept text",
                in_removed.0
            ));
        }
        covered += a.len();
        letters += a.iter().map(|it| it.end - it.start).sum::<usize>();
    }
    last = 0;
    for stretch in &lost {
        if stretch.0 < last {
            return Err("lost stretches overlap, or do not rise".to_string());
        }
        last = stretch.1;
        let meets = |[passage, _]: &Passage| passage.0 < stretch.1 && stretch.0 < passage.1;
        if passages.iter().any(meets) {
            return Err(format!("what is lost at {} is in a passage", stretch.0));
        }
        covered += between(&removed, *stretch)?.len();
    }
    if covered != removed.len() {
        return Err(format!(
            "{} words of the removed text, {covered} of them in a passage or lost",
            removed.len()
        ));
    }
    let all: usize = removed.iter().map(|it| it.end - it.start).sum();
    let share = if all == 0 {
        1.0
    } else {
        letters as f64 / all as f64
    };
    let stated = certificate["shared"].as_f64().ok_or("no share")?;
    if (stated - share).abs() > 1e-9 {
        return Err(format!(
            "a share of {stated} is stated, and {share} is shared"
        ));
    }
    Ok(())
}

/// Checks all certificates; what is false, each with its number from 1.
fn check(certificates: &[Value], texts: &HashMap<String, String>) -> Vec<(usize, String)> {
    let removed: Vec<Option<&str>> = certificates
        .iter()
        .map(|it| it["removed"].as_str())
        .collect();
    let all_removed: HashSet<&str> = removed.iter().flatten().copied().collect();
    let mut seen = HashSet::new();
    let mut one = |certificate: &Value| -> Result<(), String> {
        let [id, kept_id] = ids(certificate)?;
        let text = |id: &str| texts.get(id).ok_or(format!("there is no document '{id}'"));
        if !seen.insert(id.to_string()) {
            return Err(format!("'{id}' is removed twice"));
        }
        if all_removed.contains(kept_id) {
            return Err(format!("'{kept_id}', which is said to be kept, is removed"));
        }
        check_texts(certificate, text(id)?, text(kept_id)?)
    };
    let numbered = (1..).zip(certificates);
    let faults = numbered.filter_map(|(number, it)| Some((number, one(it).err()?)));
    faults.collect()
}

/// A text as positions count its characters.
fn as_counted(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim()
        .to_string()
}

fn lines(path: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let lines = BufReader::new(File::open(path)?).lines();
    let mut values = Vec::new();
    for line in lines {
        let line = line?;
        if !line.trim().is_empty() {
            values.push(serde_json::from_str(&line)?);
        }
    }
    Ok(values)
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [certificates, documents] = &paths[..] else {
        return Err("usage: check_certificates CERTIFICATES.jsonl DOCUMENTS.jsonl".into());
    };
    let certificates = lines(certificates)?;
    let mut texts = HashMap::new();
    for document in lines(documents)? {
        let cell = |name: &str| document[name].as_str().unwrap_or_default().to_string();
        texts.insert(cell("id"), as_counted(&cell("text")));
    }
    let faults = check(&certificates, &texts);
    for (number, fault) in &faults {
        println!("certificate {number}: {fault}");
    }
    println!(
        "{} certificates, {} false",
        certificates.len(),
        faults.len()
    );
    if faults.is_empty() {
        Ok(())
    } else {
        Err("some certificates are false".into())
    }
}

#[cfg(test)]
mod tests;
