//! The house stands: a file uses earlier layers, or files listed above it in its own.
//!
//! Rust holds no order between modules; this test does. It reads the `crate::` paths under `src/`
//! and compares them with the order below, which `docs/architecture.md` explains.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The modules in order, from the ground up. A folder's files count as one module.
const ORDER: &[&str] = &[
    // 0: no domain at all
    "numerals",
    "error",
    "progress",
    "input",
    "output",
    "seal",
    "database",
    "directory",
    "ranking",
    // 1–3: one document, its words, a collection of them
    "document",
    "text",
    "corpus",
    "background", // 4–5: similarities, vectors, pairs
    "measures",
    "vectors",
    "pairs",
    "generate",
    // 6: numbers in, numbers out
    "learn",
    "evaluate",
    "candidates",
    "rules", // 7–8: the whole
    "study",
    "model",
    "compare",
    "train",
    "bundled",
    "search",
    "registry",
    "index",
    "evidence", // 9–10: for people
    "report",
    "cli",
];

#[test]
fn every_module_uses_earlier_ones_only() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rank: BTreeMap<&str, usize> = ORDER.iter().enumerate().map(|(i, m)| (*m, i)).collect();
    let mut faults = Vec::new();
    let mut files = Vec::new();
    collect(&source, &mut files);
    for file in files {
        let relative = file
            .strip_prefix(&source)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let module = relative.split(['/', '.']).next().unwrap();
        if matches!(module, "lib" | "main") {
            continue;
        }
        let Some(own) = rank.get(module) else {
            faults.push(format!(
                "{relative}: module '{module}' has no place in the order"
            ));
            continue;
        };
        for used in used_modules(&fs::read_to_string(&file).unwrap()) {
            match rank.get(used.as_str()) {
                Some(other) if other > own => {
                    faults.push(format!(
                        "{relative} uses '{used}', which stands above '{module}'"
                    ));
                }
                _ => {}
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The modules that a source file names in `crate::` paths outside its tests.
fn used_modules(source: &str) -> Vec<String> {
    let code = source
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut used: Vec<String> = lines
        .flat_map(|line| {
            line.split("crate::")
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .map(|rest| {
            rest.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect();
    used.sort();
    used.dedup();
    used
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}
