//! Manual pages.

use std::process::Command;

use crate::commands::COMMANDS;
use crate::workshop::Workshop;

#[test]
fn every_command_has_a_manual_page() {
    let workshop = Workshop::new();
    let written = workshop.types("man --out share").done();
    let pages = COMMANDS.len() + 1;
    assert_eq!(
        written.err,
        format!("{pages} manual pages and the completions of 3 shells: share\n")
    );
    assert_eq!(written.out, "");
    for command in COMMANDS {
        let name = format!("dejalu-{}", command.replace(' ', "-"));
        let page = workshop.read(&format!("share/man/man1/{name}.1"));
        let printed = workshop.types(&format!("man {command}")).done().out;
        assert!(page == printed, "{command}");
        let title = format!(".TH {} 1 \"\" \"dejalu ", name.to_uppercase());
        assert!(page.contains(&title), "{command}: {page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            let heading = format!("\n.SH {section}\n");
            assert!(page.contains(&heading), "{command}: no {section} in {page}");
        }
        assert!(
            page.contains(&format!("\n\\fBdejalu {command}\\fR ")),
            "{command}"
        );
    }
    let program = workshop.read("share/man/man1/dejalu.1");
    assert_eq!(program, workshop.types("man").done().out);
    assert!(program.contains("\n.SH \"EXIT STATUS\"\n"), "{program}");
    for script in [
        "bash-completion/completions/dejalu",
        "zsh/site-functions/_dejalu",
        "fish/vendor_completions.d/dejalu.fish",
    ] {
        let script = workshop.read(&format!("share/{script}"));
        assert!(script.contains("operating-point"), "{script}");
    }
}

/// Skipped if there is no `groff`.
#[test]
fn manual_pages_are_set_without_a_warning() {
    let workshop = Workshop::new();
    workshop.types("man --out share").done();
    for page in workshop.path("share/man/man1").read_dir().unwrap() {
        let page = page.unwrap().path();
        let set = Command::new("groff")
            .args(["-man", "-Tutf8", "-Kutf8", "-ww", "-rLL=80n"])
            .arg(&page)
            .output();
        let Ok(set) = set else { return };
        assert_eq!(
            String::from_utf8_lossy(&set.stderr),
            "",
            "{}",
            page.display()
        );
    }
}

#[test]
fn a_manual_page_of_no_command_is_refused() {
    let workshop = Workshop::new();
    workshop.refuses(
        "man model shwo",
        "COMMAND 'shwo': expected one of show, verify",
    );
    workshop.refuses(
        "man train model",
        "COMMAND 'model': expected nothing after 'train'",
    );
}
