//! Kills at random moments: nothing acknowledged is lost, and the command can be run again with the result of an
//! undisturbed run. Slow: `cargo test --test cli -- --ignored kills --nocapture` runs them and prints figures.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::label_page::{Labelling, running_in, until};
use crate::workshop::{Chance, Workshop};

const KILLS: usize = 60;

fn start(workshop: &Workshop, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_dejalu"))
        .args(line.split_whitespace())
        .current_dir(workshop.path("."))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Duration of a command that nobody disturbs.
fn duration(workshop: &Workshop, line: &str) -> Duration {
    let begun = Instant::now();
    workshop.types(line).done();
    begun.elapsed()
}

/// Waits for up to this long, and kills. Returns whether it was still running.
fn killed(mut child: Child, at_most: Duration, chance: &mut Chance) -> bool {
    let microseconds = usize::try_from(at_most.as_micros()).unwrap();
    sleep(Duration::from_micros(chance.below(microseconds) as u64));
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// A workshop with an index, whose groups are formed or not.
fn with_index(has_groups: bool) -> Workshop {
    let workshop = Workshop::with_model();
    workshop
        .types("index documents.jsonl -m model.json --out archive")
        .done();
    if has_groups {
        workshop
            .types("index groups archive --out before.csv")
            .done();
    }
    workshop
}

/// Kills a command on a copy of an index, which then shows what it was before or what the command makes of it.
fn index_command(command: &str, has_groups: bool) {
    let workshop = with_index(has_groups);
    copy(&workshop.path("archive"), &workshop.path("copy"));
    let line = format!("index {command} --out groups.csv");
    let time = duration(&workshop, &line);
    let expected = workshop.read("groups.csv");
    let mut chance = Chance(1);
    let (mut interrupted, mut written) = (0, 0);
    for round in 0..KILLS {
        copy(&workshop.path("archive"), &workshop.path("copy"));
        fs::remove_file(workshop.path("groups.csv")).unwrap();
        interrupted += usize::from(killed(start(&workshop, &line), time, &mut chance));
        if workshop.path("groups.csv").exists() {
            assert_eq!(workshop.read("groups.csv"), expected, "round {round}");
            written += 1;
        }
        if has_groups {
            let shown = workshop.types("index groups copy --quiet").done().out;
            assert!(
                shown == expected || shown == workshop.read("before.csv"),
                "round {round}"
            );
        }
        workshop.types(&line).done();
        assert_eq!(workshop.read("groups.csv"), expected, "round {round}");
    }
    println!(
        "index {command}: {KILLS} kills, {interrupted} while it ran, {written} after it had written"
    );
    assert!(interrupted > 0);
}

#[test]
#[ignore = "slow"]
fn of_index_groups() {
    index_command("groups copy", false);
}

#[test]
#[ignore = "slow"]
fn of_index_refit() {
    index_command("refit copy --at 0.2", true);
}

#[test]
#[ignore = "slow"]
fn of_dedupe_in_pieces() {
    let workshop = Workshop::with_model();
    let line =
        "dedupe documents.jsonl -m model.json --fit-on 1 --out groups.csv --write-kept kept.jsonl";
    let time = duration(&workshop, line);
    let outputs = || ["groups.csv", "kept.jsonl"].map(|name| workshop.read(name));
    let expected = outputs();
    let old = ["id,group\nold,1\n", "{\"id\":\"old\"}\n"].map(String::from);
    let mut chance = Chance(2);
    let (mut interrupted, mut written, mut mixed) = (0, 0, 0);
    for round in 0..KILLS {
        fs::write(workshop.path("groups.csv"), &old[0]).unwrap();
        fs::write(workshop.path("kept.jsonl"), &old[1]).unwrap();
        interrupted += usize::from(killed(start(&workshop, line), time, &mut chance));
        let found = outputs();
        let is_complete =
            |place: usize| [&old, &expected].iter().any(|it| it[place] == found[place]);
        assert!(is_complete(0) && is_complete(1), "round {round}");
        written += usize::from(found == expected);
        mixed += usize::from(found != expected && found != old);
        workshop.types(line).done();
        assert_eq!(outputs(), expected, "round {round}");
    }
    println!(
        "dedupe --fit-on: {KILLS} kills, {interrupted} while it ran, {written} after it had written, {mixed} between two files"
    );
    assert!(interrupted > 0);
}

#[test]
#[ignore = "slow"]
fn of_label_and_what_its_button_started() {
    let workshop = Workshop::with_model();
    let line = "dedupe documents.jsonl --out labels.groups.csv";
    let time = duration(&workshop, line);
    let expected = workshop.read("labels.groups.csv");
    let mut chance = Chance(3);
    let (mut answers, mut written, mut running) = (0, 0, 0);
    for round in 0..KILLS {
        let _ = fs::remove_file(workshop.path("labels.groups.csv"));
        let mut labelling = Labelling::start(&workshop);
        let shown = labelling.posts("next", &json!({ "tab": "t" }));
        if shown["kind"] == "question" {
            let answer = json!({ "tab": "t", "pair": shown["pair"], "answer": "unsure" });
            labelling.posts("answer", &answer);
            answers += 1;
        }
        labelling.presses("dedupe");
        let microseconds = usize::try_from(time.as_micros()).unwrap();
        sleep(Duration::from_micros(chance.below(microseconds) as u64));
        running += usize::from(running_in(&workshop.path(".")).len() > 1);
        labelling.child.kill().unwrap();
        labelling.child.wait().unwrap();
        until("it goes on", || running_in(&workshop.path(".")).is_empty());
        let noted = fs::read_to_string(workshop.path("labels.jsonl")).unwrap_or_default();
        assert_eq!(noted.lines().count(), answers, "round {round}");
        if workshop.path("labels.groups.csv").exists() {
            assert_eq!(
                workshop.read("labels.groups.csv"),
                expected,
                "round {round}"
            );
            written += 1;
        }
    }
    workshop.types(line).done();
    assert_eq!(workshop.read("labels.groups.csv"), expected);
    println!(
        "label: {KILLS} kills, {running} while its button's program ran, {written} after that had written, {answers} answers, all there"
    );
    assert!(running > 0);
}
