//! The memory of the process and of the machine, known on Linux alone.

use std::fs;
use std::path::Path;

use dejalu::document::Document;
use dejalu::plural::count;

/// A deduplication holds at most so many times the texts beside them (docs/formats.md, "What is held in
/// memory").
const BESIDE_TEXTS: f64 = 2.5;

/// The most memory that the process held, in megabytes.
pub(super) fn peak() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmHWM:")? / 1_000)
}

/// A warning where the texts of a collection leave too little memory to deduplicate it.
pub(super) fn scarce(documents: &[Document], source: Option<&Path>) -> Option<String> {
    let texts: usize = documents.iter().map(|document| document.text.len()).sum();
    let free = kilobytes("/proc/meminfo", "MemAvailable:")? * 1_024;
    too_large(texts as u64, free, source)
}

fn too_large(texts: u64, free: u64, source: Option<&Path>) -> Option<String> {
    if texts as f64 * BESIDE_TEXTS <= free as f64 {
        return None;
    }
    let megabytes = |bytes: u64| count(bytes / 1_000_000);
    let source = source.map_or("FILE".into(), |path| path.display().to_string());
    Some(format!(
        "the texts take {} MB, deduplicating them up to {BESIDE_TEXTS} times as much again, and {} MB of memory is free; \
         if that is not enough, group them in an index, which holds a part of them: dejalu index {source} --out DIR, then dejalu index groups DIR",
        megabytes(texts),
        megabytes(free),
    ))
}

fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let status = fs::read_to_string(file).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_leave_too_little_memory_are_told_of() {
        let source = Some(Path::new("crawl.warc"));
        assert_eq!(too_large(400_000_000, 1_000_000_000, source), None);
        let told = too_large(4_000_000_000, 9_000_000_000, source).unwrap();
        assert_eq!(
            told,
            "the texts take 4,000 MB, deduplicating them up to 2.5 times as much again, and 9,000 MB of memory is free; \
             if that is not enough, group them in an index, which holds a part of them: dejalu index crawl.warc --out DIR, then dejalu index groups DIR"
        );
    }
}
