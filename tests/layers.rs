//! The architecture holds, where cargo cannot say it: inside a crate no import goes in a circle, some folders
//! use less of their crate than they could, and a `mod.rs` or `lib.rs` declares and re-exports only; from six
//! files on it has a table of them, and the table names them all. The table of the crates in
//! `docs/architecture.md` is what their manifests say.
//!
//! Rust holds no order between modules; this test does. It reads the paths that begin with `crate`, `super` or
//! `self`, follows re-exports to the file that defines what is used, and compares.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that use less of their crate than they could: what each may use there.
const BELOW: &[(&str, &str, &[&str])] = &[
    ("text", "document", &[]),
    ("learn", "evaluation", &[]),
    ("similarity", "corpus", &[]),
    ("experiment", "pairs", &[]),
    ("experiment", "rules", &[]),
    ("experiment", "generate", &["pairs"]),
    ("experiment", "model", &["generate", "pairs", "rules"]),
    ("report", "evidence", &[]),
];

/// Folders that nothing else in their crate uses.
const ABOVE: &[(&str, &str)] = &[("similarity", "candidates"), ("collection", "label")];

/// The program's own crate: the table of crates is of the others, and it has none of its files.
const ROOT: &str = "dejalu";

/// A file, by its crate and its path as a module there: `["text", "reader", "words"]`.
type Module = Vec<String>;

/// The files of all crates and what they use.
struct Sources {
    files: BTreeMap<Module, Source>,
}

struct Source {
    path: PathBuf,
    /// The text without comments and tests.
    code: String,
    /// The names that the file re-exports, and the paths they stand for.
    exports: BTreeMap<String, Vec<String>>,
}

#[test]
fn folders_use_what_they_are_allowed_to_use() {
    let sources = Sources::read();
    let below = BELOW.iter().map(|it| [it.0, it.1]);
    for folder in below.chain(ABOVE.iter().map(|it| [it.0, it.1])) {
        let module = folder.map(str::to_string).to_vec();
        assert!(
            sources.files.contains_key(&module),
            "no such folder: {folder:?}"
        );
    }
    let mut faults = BTreeSet::new();
    let mut used_at_all = BTreeSet::new();
    for (user, used) in sources.edges() {
        let [own, other] = [&user, &used].map(|it| it.get(1).map_or("", String::as_str));
        if own == other {
            continue;
        }
        let below = BELOW.iter().find(|it| it.0 == user[0] && it.1 == own);
        let is_above = ABOVE.contains(&(&*user[0], other));
        if below.is_some_and(|it| !it.2.contains(&other)) || is_above {
            faults.insert(format!("{} uses {}", user.join("/"), used.join("/")));
        }
        used_at_all.insert([user[0].clone(), own.to_string(), other.to_string()]);
    }
    assert!(faults.is_empty(), "not allowed:\n{faults:#?}");
    for (crate_name, own, allowed) in BELOW {
        for other in *allowed {
            let edge = [crate_name, own, other].map(|it| it.to_string());
            assert!(used_at_all.contains(&edge), "allowed for nothing: {edge:?}");
        }
    }
}

/// The crates that a crate uses, by its manifest.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&cargo.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let uses = packages.map(|package| {
        let used = package["dependencies"].as_array().unwrap().iter();
        let used = used.filter(|it| it["kind"].is_null());
        let used = used.map(|it| text(&it["name"]));
        let used = used.filter_map(|it| it.strip_prefix("dejalu-").map(str::to_string));
        (text(&package["name"]), used.collect())
    });
    uses.collect()
}

/// A row of the table is `| crate | contains | does not know | uses |`.
#[test]
fn the_table_of_crates_is_what_their_manifests_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let dependencies = dependencies();
    let mut drawn = BTreeMap::new();
    for line in text
        .lines()
        .filter_map(|line| line.strip_prefix("| `crates/"))
    {
        let mut cells = line.split('|').map(str::trim);
        let name = cells.next().unwrap().trim_end_matches('`');
        let used = cells.next_back().and(cells.next_back()).unwrap();
        let used = used.split(", ").filter(|it| !it.is_empty() && *it != "–");
        drawn.insert(
            name.to_string(),
            used.map(str::to_string).collect::<BTreeSet<_>>(),
        );
    }
    let crates = dependencies.iter();
    let crates = crates.filter_map(|(name, used)| Some((name.strip_prefix("dejalu-")?, used)));
    let crates = crates.filter(|(name, _)| *name != "python");
    let told: BTreeMap<String, BTreeSet<String>> = crates
        .map(|(name, used)| (name.to_string(), used.clone()))
        .collect();
    assert_eq!(drawn, told);
}

#[test]
fn no_import_goes_in_a_circle() {
    assert_eq!(circle(&Sources::read().edges()), None);
}

#[test]
fn a_mod_file_declares_and_exports_only() {
    let items = [
        "fn", "struct", "enum", "trait", "impl", "const", "static", "type",
    ];
    for (module, source) in &Sources::read().files {
        // The table of measures is a macro: it declares the files and lists them.
        let is_other = module
            .iter()
            .any(|name| name == "tests" || name == "measures");
        if !declares(&source.path) || is_other {
            continue;
        }
        for line in source.code.lines() {
            let words = line.split(' ').filter(|word| !word.starts_with("pub"));
            let first = words.clone().next().unwrap_or_default();
            assert!(!items.contains(&first), "{}: {line}", source.path.display());
        }
    }
}

/// From how many files on a folder needs a table of them.
const FILES_THAT_NEED_A_TABLE: usize = 6;

#[test]
fn a_table_of_files_names_them_all() {
    let files = Sources::read().files;
    let mut missing = Vec::new();
    for (module, source) in &files {
        if !declares(&source.path) || module[0] == ROOT {
            continue;
        }
        let text = fs::read_to_string(&source.path).unwrap();
        let children = files.keys().filter(|it| it.starts_with(module));
        let children = children.filter(|it| it.len() == module.len() + 1);
        let names = children.map(|it| &it[module.len()]);
        let names: Vec<&String> = names.filter(|it| !is_test(&text, it)).collect();
        let has_table = text.contains("//! | file | contents |");
        if !has_table && names.len() >= FILES_THAT_NEED_A_TABLE {
            missing.push(format!("{}: the table", module.join("/")));
        }
        for name in names {
            let rows = [format!("`{name}.rs`"), format!("`{name}/`")];
            if has_table && !rows.iter().any(|row| text.contains(row)) {
                missing.push(format!("{}/{name}", module.join("/")));
            }
        }
    }
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}

/// How many names the front page of the docs lists at most.
const MOST_NAMES: usize = 70;

#[test]
fn the_facade_lists_few_names_each_with_an_example() {
    let sources = Sources::read();
    let exports = &sources.files[&vec![ROOT.to_string()]].exports;
    assert!(exports.len() <= MOST_NAMES, "{}", exports.len());
    let mut paths = exports.values();
    let without = paths.find(|path| !sources.have_example(exports, path));
    assert_eq!(without, None, "no example");
}

/// Whether a text documents the item of a name by an example.
fn has_example(text: &str, name: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let defines = |line: &str| {
        let kinds = ["fn", "struct", "enum", "trait", "type"].iter();
        let mut named = kinds.filter_map(|kind| line.strip_prefix(&format!("pub {kind} {name}")));
        named.any(|rest| !rest.starts_with(is_of_name))
    };
    let mut parts = text.split("\n\n");
    parts.any(|part| part.lines().any(defines) && part.contains("/// ```"))
}

/// Whether a file declares a folder's or a crate's files.
fn declares(path: &Path) -> bool {
    path.ends_with("mod.rs") || path.ends_with("src/lib.rs")
}

/// Returns whether a `mod.rs` declares a file for tests only.
fn is_test(text: &str, name: &str) -> bool {
    let declaration = format!("mod {name};");
    let mut tests = text.split("#[cfg(test)]\n").skip(1);
    tests.any(|it| it.lines().next().unwrap().ends_with(&declaration))
}

#[test]
fn tests_do_not_count() {
    let text = "mod a;\n#[cfg(test)]\nmod tests;\n// why\npub use a::A;\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    assert_eq!(without_tests(text), "mod a;\npub use a::A;\n");
}

#[test]
fn circles_are_found() {
    let edge = |a: &str, b: &str| (vec![a.to_string()], vec![b.to_string()]);
    let straight = BTreeSet::from([edge("a", "b"), edge("b", "c"), edge("a", "c")]);
    assert_eq!(circle(&straight), None);
    let round = BTreeSet::from([edge("a", "b"), edge("b", "c"), edge("c", "b")]);
    assert!(circle(&round).is_some_and(|found| found.contains("b → c")));
}

impl Sources {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = BTreeMap::new();
        collect(&root.join("src"), &mut vec![ROOT.to_string()], &mut files);
        for entry in fs::read_dir(root.join("crates")).unwrap() {
            let folder = entry.unwrap().path();
            let name = folder.file_name().unwrap().to_str().unwrap().to_string();
            collect(&folder.join("src"), &mut vec![name], &mut files);
        }
        Sources { files }
    }

    /// Pairs of files of which one uses the other, tests aside.
    fn edges(&self) -> BTreeSet<(Module, Module)> {
        let mut edges = BTreeSet::new();
        for (user, source) in &self.files {
            if user.iter().any(|name| name == "tests" || name == "samples") || user.len() == 1 {
                continue;
            }
            for (path, exports) in paths(&source.code) {
                // A folder's re-exports are no use of its own.
                if exports && declares(&source.path) {
                    continue;
                }
                let used = self.definition(user, &path, 0);
                edges.extend(used.filter(|it| it != user).map(|it| (user.clone(), it)));
            }
        }
        edges
    }

    /// Whether what the facade re-exports by a path has an example: an item its own, a module or crate one on its
    /// front page.
    fn have_example(&self, exports: &BTreeMap<String, Vec<String>>, path: &[String]) -> bool {
        let (first, name) = (&path[0], &path[path.len() - 1]);
        // Some begin with a module that is re-exported itself.
        let first = exports.get(first).map_or(first, |of_module| &of_module[0]);
        let own = vec![first.trim_start_matches("dejalu_").to_string()];
        let text = |source: &Source| fs::read_to_string(&source.path).unwrap();
        let front = |module: &Module| text(&self.files[module]).contains("//! ```");
        let is_module = |code: &str| code.contains(&format!("pub mod {name};"));
        match path.len() {
            1 => front(&own),
            2 if is_module(&self.files[&own].code) => front(&[own, vec![name.clone()]].concat()),
            _ => {
                let mut files = self.files.iter().filter(|(module, _)| module[0] == own[0]);
                files.any(|(_, source)| has_example(&text(source), name))
            }
        }
    }

    /// The file that defines what a path names, seen from a file; none if it is not of this crate.
    fn definition(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let (mut module, mut rest) = match path.first()?.as_str() {
            "crate" => (from[..1].to_vec(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..]),
            child => {
                let module = [&from[..], &[child.to_string()]].concat();
                self.files
                    .contains_key(&module)
                    .then(|| (from.clone(), path))?
            }
        };
        while let Some((name, after)) = rest.split_first() {
            let export = self.files.get(&module).and_then(|it| it.exports.get(name));
            let child = [&module[..], std::slice::from_ref(name)].concat();
            let is_child = self.files.contains_key(&child);
            if let (Some(export), true) = (export, !is_child || after.is_empty()) {
                let export = [&export[..], after].concat();
                return if depth < 8 {
                    self.definition(&module, &export, depth + 1)
                } else {
                    None
                };
            }
            if !is_child {
                break;
            }
            (module, rest) = (child, after);
        }
        (module.len() > 1).then_some(module)
    }
}

/// Reads the files of a folder, the folder itself by its `mod.rs`.
fn collect(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            module.push(stem);
            collect(&path, module, files);
            module.pop();
        } else if path.extension().is_some_and(|ending| ending == "rs") && stem != "main" {
            let own = match &*stem {
                "mod" | "lib" => module.clone(),
                _ => [&module[..], &[stem]].concat(),
            };
            files.insert(own, Source::read(path));
        }
    }
}

/// The code outside of tests, without comments.
fn without_tests(text: &str) -> String {
    let mut lines = text.lines().peekable();
    let mut code = String::new();
    while let Some(line) = lines.next() {
        match lines.peek() {
            Some(next) if line == "#[cfg(test)]" && next.contains("mod ") => {
                // A file of its own; else the tests of this one, which are the rest of it.
                if !next.ends_with(';') {
                    break;
                }
                lines.next();
            }
            _ if line.trim_start().starts_with("//") => {}
            _ => code.extend([line, "\n"]),
        }
    }
    code
}

impl Source {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap();
        let code = without_tests(&text);
        let exports = paths(&code).into_iter().filter(|(_, exports)| *exports);
        let exports = exports.filter_map(|(path, _)| Some((path.last()?.clone(), path)));
        Source {
            exports: exports.collect(),
            path,
            code,
        }
    }
}

/// The paths in a source, and whether each is a re-export.
fn paths(code: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    let mut rest = String::new();
    let mut statement: Option<String> = None;
    for line in code.lines() {
        let begun = line.trim_start();
        let words = begun.split(") ").last().unwrap_or_default();
        let is_use = ["use ", "pub use "].iter().any(|it| words.starts_with(it));
        if statement.is_none() && is_use {
            statement = Some(String::new());
        }
        match &mut statement {
            None => rest.extend([line, "\n"]),
            Some(text) => {
                text.push_str(begun);
                if begun.ends_with(';') {
                    let exports = text.starts_with("pub");
                    let tree = text.split_once("use ").unwrap().1;
                    let tree = tree.trim_end_matches(';');
                    leaves(tree, &mut |path| found.push((path, exports)));
                    statement = None;
                }
            }
        }
    }
    for root in ["crate::", "super::", "self::"] {
        for (place, _) in rest.match_indices(root) {
            let before = rest[..place].chars().next_back();
            if before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':') {
                let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let path = rest[place..].split(|c| !is_of_path(c)).next().unwrap();
                let names = path.split("::").filter(|name| !name.is_empty());
                found.push((names.map(str::to_string).collect(), false));
            }
        }
    }
    found
}

/// The paths of a `use` tree: `a::{b, c as d}` is `a::b` and `a::c`.
fn leaves(tree: &str, each: &mut dyn FnMut(Vec<String>)) {
    let Some((head, inner)) = tree.split_once('{') else {
        let name = |name: &str| name.split(" as ").next().unwrap().trim().to_string();
        let path = tree.split("::").map(name);
        each(
            path.filter(|name| name != "self" || tree.starts_with("self"))
                .collect(),
        );
        return;
    };
    let inner = inner.trim_end().trim_end_matches('}');
    let (mut depth, mut start) = (0, 0);
    for (place, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..place].trim();
                if !part.is_empty() {
                    leaves(&format!("{head}{part}"), each);
                }
                start = place + 1;
            }
            _ => {}
        }
    }
}

/// A circle of uses, if there is one.
fn circle(edges: &BTreeSet<(Module, Module)>) -> Option<String> {
    let mut left: BTreeSet<&(Module, Module)> = edges.iter().collect();
    loop {
        // What uses nothing that is left is in no circle, nor is what nothing uses.
        let users: BTreeSet<&Module> = left.iter().map(|(user, _)| user).collect();
        let used: BTreeSet<&Module> = left.iter().map(|(_, used)| used).collect();
        let before = left.len();
        left.retain(|(user, other)| users.contains(other) && used.contains(user));
        if left.is_empty() {
            return None;
        }
        if left.len() == before {
            let edge = |(user, used): &&(Module, Module)| {
                format!("{} → {}", user.join("/"), used.join("/"))
            };
            return Some(left.iter().map(edge).collect::<Vec<_>>().join("\n"));
        }
    }
}
