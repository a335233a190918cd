//! Tests what every command tells of itself: help, settings, completions.

use crate::commands::COMMANDS;
use crate::workshop::Workshop;

#[test]
fn settings_are_shown_and_nothing_is_done() {
    let workshop = Workshop::new();
    for command in [
        "demo",
        "measures",
        "vectors none.csv --out v.csv",
        "train none.csv --out m.json --c 3",
        "evaluate none.csv --report r",
        "compare none.csv --json c.json",
        "classify a.txt b.txt",
        "model show none.json",
        "model verify none.json",
        "generate",
        "generate --experiment",
        "completions zsh",
        "man train",
    ] {
        let shown = workshop.types(&format!("{command} --show-settings")).done();
        assert!(shown.json().is_object(), "{command}");
        assert_eq!(shown.err, "", "{command}");
    }
    for name in ["dejalu-report", "v.csv", "m.json", "r", "c.json"] {
        assert!(!workshop.path(name).exists(), "{name}");
    }
    let shown = workshop
        .types("--show-settings train none.csv --out m.json --c 3")
        .done();
    assert_eq!(shown.json()["learner"]["c"]["fixed"], 3.0);
}

#[test]
fn shells_can_complete() {
    let workshop = Workshop::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = workshop.types(&format!("completions {shell}")).done().out;
        assert!(script.contains("operating-point"), "{shell}");
    }
}

/// Paragraphs after the options are broken where they reach the width and nowhere else.
#[test]
fn closing_texts_of_help_are_broken_by_their_width_alone() {
    let workshop = Workshop::new();
    let commands = [
        "dedupe",
        "find",
        "explain",
        "classify",
        "index",
        "registry register",
        "registry probe",
        "registry export",
    ];
    for command in commands {
        let help = workshop.types(&format!("{command} --help")).done().out;
        let (_, closing) = help.split_once("\nExamples:\n").unwrap();
        for paragraph in closing.split("\n\n").skip(1) {
            let lines: Vec<&str> = paragraph.trim_end().lines().collect();
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().unwrap();
                let room = pair[0].chars().count() + 1 + next.chars().count();
                assert!(room > 100, "{command}: {:?} has room for {next:?}", pair[0]);
            }
        }
    }
}

#[test]
fn options_of_results_stand_under_their_own_heading() {
    let workshop = Workshop::new();
    let options = [
        (
            "dedupe",
            vec!["--evaluate", "--json", "--pairs-out", "--review"],
        ),
        (
            "find",
            vec!["--out", "--evaluate", "--json", "--queries", "--top"],
        ),
    ];
    for (command, options) in options {
        let help = workshop.types(&format!("{command} --help")).done().out;
        let (_, results) = help.split_once("\nResults:\n").unwrap();
        let end = results
            .find("\n\nCandidates:")
            .or(results.find("\n\nDecision:"));
        let results = &results[..end.unwrap()];
        for option in options {
            assert!(
                results.contains(&format!("{option} <"))
                    || results.contains(&format!("{option}\n")),
                "{command} {option}: {results}"
            );
        }
    }
}

/// The long options that a help lists, each with its heading.
fn listed(help: &str) -> Vec<(&str, &str)> {
    let (mut heading, mut options) = ("", Vec::new());
    for line in help.lines() {
        match line.strip_suffix(':') {
            Some(name) if !line.starts_with(' ') => heading = name,
            _ => {}
        }
        let text = line.trim_start();
        // What is farther to the right describes an option.
        if (2..=6).contains(&(line.len() - text.len()))
            && let Some(option) = text.split([' ', '=']).find(|it| it.starts_with("--"))
            && text.starts_with('-')
        {
            options.push((heading, option));
        }
    }
    options
}

#[test]
fn dedupe_decides_and_its_help_is_short() {
    let workshop = Workshop::new();
    let [short, long] =
        ["-h", "--help"].map(|help| workshop.types(&format!("dedupe {help}")).done().out);
    assert!(short.lines().count() <= 90, "{}", short.lines().count());
    assert!(long.lines().count() <= 200, "{}", long.lines().count());
    const OF_ALL_COMMANDS: [&str; 4] = ["--threads", "--quiet", "--show-settings", "--help"];
    let options = listed(&long);
    let own = options
        .iter()
        .filter(|(heading, option)| *heading != "Documents" && !OF_ALL_COMMANDS.contains(option));
    let own: Vec<_> = own.collect();
    assert!(own.len() > 20 && own.len() <= 30, "{}: {own:?}", own.len());
    let first = [
        "--out",
        "--write-kept",
        "--report",
        "--at",
        "--model",
        "--keep",
    ];
    for help in [&short, &long] {
        let on_top: Vec<&str> = listed(help).iter().take(6).map(|it| it.1).collect();
        assert_eq!(on_top, first);
    }
    let shown = |option: &str| [&short, &long].iter().any(|help| help.contains(option));
    for moved in [
        "--audit",
        "--merge",
        "--move-removed",
        "--evidence",
        "--looks",
        "--unaudited",
        "--matrix",
        "--sort",
    ] {
        assert!(!shown(moved), "{moved}");
    }
}

/// A flattened group's heading goes on to the options after it, unless they have their own.
#[test]
fn no_option_stands_under_the_heading_of_another_group() {
    const DOCUMENTS: &str = "--documents --strict --id --text --html --html-column --title --url --fields --delimiter --encoding";
    const READING: &str = "--language --main-content --marks";
    let workshop = Workshop::new();
    for command in COMMANDS {
        let help = workshop.types(&format!("{command} --help")).done().out;
        let mut heading = "";
        for line in help.lines() {
            let text = line.trim_start();
            let indent = line.len() - text.len();
            match text.strip_suffix(':') {
                Some(name) if indent == 0 => heading = name,
                _ => {}
            }
            let own = match heading {
                "Documents" => DOCUMENTS,
                "Reading" => READING,
                _ => continue,
            };
            // What is farther to the right describes an option.
            let mut words = text.split_whitespace();
            if let Some(option) = words.find(|it| it.starts_with("--"))
                && indent <= 6
            {
                let is_own = own.split(' ').any(|it| it == option);
                assert!(is_own, "{command}: {option} under {heading}");
            }
        }
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let workshop = Workshop::new();
    assert!(
        workshop
            .types("--help")
            .done()
            .out
            .contains("Examples:\n  dejalu demo\n")
    );
    for command in COMMANDS {
        let help = workshop.types(&format!("{command} --help")).done().out;
        assert!(help.contains("\nExample"), "{command}: {help}");
        assert!(
            help.contains(&format!("\n  dejalu {command}")),
            "{command}: {help}"
        );
    }
    assert!(
        workshop
            .types("--version")
            .done()
            .out
            .starts_with("dejalu ")
    );
}
