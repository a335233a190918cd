//! The memory of the process and of the machine, known on Linux alone.

use std::cell::Cell;
use std::fs;

use dejalu::document::Document;
use dejalu_base::plural::count;

/// A deduplication holds at most so many times the texts beside them (docs/formats.md, "What is held in
/// memory").
const BESIDE_TEXTS: f64 = 2.5;

/// What a document takes beside its text, in bytes.
const OF_A_DOCUMENT: u64 = 800;

/// The most memory that a deduplication of so many documents is expected to hold, in bytes.
pub(super) fn needed(documents: usize, bytes: u64) -> u64 {
    bytes + (bytes as f64 * BESIDE_TEXTS) as u64 + OF_A_DOCUMENT * documents as u64
}

/// The most memory that the process held, in megabytes.
pub(super) fn peak() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmHWM:")? / 1_000)
}

/// Bytes of text that are read between two looks at the memory that is free.
const LOOK_EVERY: u64 = 50_000_000;

/// Looks, while documents are read, whether their texts leave enough memory to deduplicate them, so that this is said
/// before the system ends the program.
#[derive(Default)]
pub(super) struct Watch {
    texts: Cell<u64>,
    looked_at: Cell<u64>,
    has_warned: Cell<bool>,
}

impl Watch {
    /// A document was read; a warning, once, where memory gets scarce.
    pub(super) fn read(&self, document: &Document) -> Option<String> {
        let texts = self.texts.get() + document.text.len() as u64;
        self.texts.set(texts);
        if texts - self.looked_at.get() < LOOK_EVERY || self.has_warned.get() {
            return None;
        }
        self.looked_at.set(texts);
        let free = kilobytes("/proc/meminfo", "MemAvailable:")? * 1_024;
        let warning = too_large(texts, free);
        self.has_warned.set(warning.is_some());
        warning
    }
}

fn too_large(texts: u64, free: u64) -> Option<String> {
    if texts as f64 * BESIDE_TEXTS <= free as f64 {
        return None;
    }
    let megabytes = |bytes: u64| count(bytes / 1_000_000);
    Some(format!(
        "the texts read so far take {} MB, deduplicating them up to {BESIDE_TEXTS} times as much again, and {} MB of memory is free; \
         if that is not enough, --fit-on 500 holds 500 MB of the texts in memory and the others on disk",
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
        assert_eq!(too_large(400_000_000, 1_000_000_000), None);
        let told = too_large(4_000_000_000, 9_000_000_000).unwrap();
        assert_eq!(
            told,
            "the texts read so far take 4,000 MB, deduplicating them up to 2.5 times as much again, and 9,000 MB of memory is free; \
             if that is not enough, --fit-on 500 holds 500 MB of the texts in memory and the others on disk"
        );
    }
}
