//! Tests of reused passages: found in files, collections and pairs, and learned.

use crate::workshop::Workshop;

const SHARED: &str = "A storm broke the lamp on the harbour wall of Vellan in March. Nobody knows why it still burns \
    there at night, and nobody has ever climbed the wall to look at it in all these years.";
const ESSAY: &str = "My grandmother told us this about her town when we were small. SHARED She never went back to see \
    whether any of it was true.";
const SOURCE: &str = "The almanac of the coast has a page on lamps and their keepers. SHARED Ferries pass the wall on \
    their way to the old pier.";

fn essays() -> Workshop {
    let with = |text: &str| text.replace("SHARED", SHARED);
    Workshop::new()
        .with("essays/ann.txt", with(ESSAY))
        .with("essays/ben.txt", "Beetles eat the wood of the cupboard, and nobody in the house minds. We like the sound.")
        .with("essays/cal.txt", with(SOURCE))
}

#[test]
fn two_files_are_told_what_they_share() {
    let workshop = essays();
    let told = workshop
        .types("passages essays/ann.txt essays/cal.txt")
        .done()
        .out;
    assert!(told.starts_with("1 passage: "), "{told}");
    assert!(
        told.contains("\ncopied, score ")
            && told.contains(": A storm broke the lamp on the harbour"),
        "{told}"
    );
    let none = workshop
        .types("passages essays/ann.txt essays/ben.txt")
        .ends_with(1);
    assert_eq!(none.out, "no reused passage\n");
}

#[test]
fn a_collection_has_a_table_with_places_in_characters() {
    let workshop = essays();
    let told = workshop
        .types("passages essays --out passages.csv --json all.json --report class")
        .done();
    assert!(
        told.err.contains("1 passage in 1 of 3 pairs (3 documents)"),
        "{}",
        told.err
    );
    let table = workshop.read("passages.csv");
    let (head, row) = table.trim_end().split_once('\n').unwrap();
    assert_eq!(
        head,
        "id_a,offset_a,length_a,id_b,offset_b,length_b,kind,score"
    );
    let cells: Vec<&str> = row.split(',').collect();
    assert_eq!(
        (cells[0], cells[3], cells[6]),
        ("ann.txt", "cal.txt", "copied")
    );
    let place = |offset: usize| -> (usize, usize) {
        (
            cells[offset].parse().unwrap(),
            cells[offset + 1].parse().unwrap(),
        )
    };
    let (start, length) = place(1);
    let text = workshop.read("essays/ann.txt");
    assert_eq!(text.get(start..start + length), Some(SHARED));
    let json: serde_json::Value = serde_json::from_str(&workshop.read("all.json")).unwrap();
    assert_eq!(json[0]["passages"][0]["a"]["start"], start);
    let page = workshop.read("class/index.html");
    assert!(
        page.contains("Passages shared by 1 pair of 3 documents") && page.contains("Hide names")
    );
}

#[test]
fn what_is_ignored_is_no_passage() {
    let workshop = essays().with("question.txt", SHARED);
    let told = workshop.types("passages essays/ann.txt essays/cal.txt --ignore question.txt");
    assert_eq!(told.ends_with(1).out, "no reused passage\n");
}

#[test]
fn places_are_those_of_the_whole_text_where_something_is_ignored() {
    // Letters of several bytes before, within and behind what is ignored.
    let question = "Erkläre, warum die Fähre – „Möwe“ – über Öland fährt und wann sie zurückkehrt.";
    let with = |text: &str| {
        format!(
            "Übung ¶ drei.\n\n{question}\n\n{}",
            text.replace("SHARED", SHARED)
        )
    };
    let workshop = Workshop::new()
        .with("question.txt", question)
        .with("essays/ann.txt", with(ESSAY))
        .with("essays/cal.txt", with(SOURCE));
    workshop
        .types("passages essays --ignore question.txt --out passages.csv")
        .done();
    let table = workshop.read("passages.csv");
    let cells: Vec<&str> = table.lines().nth(1).unwrap().split(',').collect();
    for (side, name) in [(0, "ann"), (3, "cal")] {
        let [start, length] = [1, 2].map(|it| cells[side + it].parse::<usize>().unwrap());
        let text = workshop.read(&format!("essays/{name}.txt"));
        let found: String = text.chars().skip(start).take(length).collect();
        assert_eq!(found, SHARED);
    }
}

#[test]
fn pairs_of_a_table_are_compared_and_no_others() {
    let workshop = essays().with("pairs.csv", "id_a,id_b\ncal.txt,ann.txt\n");
    let told = workshop
        .types("passages --pairs pairs.csv --documents essays")
        .done();
    assert!(told.out.contains("\ncal.txt,"), "{}", told.out);
}

#[test]
fn a_model_is_learned_from_generated_passages() {
    let workshop = essays();
    workshop.types("generate --passages 300 --out made").done();
    workshop
        .types("train made/pairs.csv --documents made/documents.jsonl --passages made/passages.csv --out own.json")
        .done();
    workshop
        .types("passages essays/ann.txt essays/cal.txt --model own.json")
        .done();
    let refused = workshop.types("model show own.json").ends_with(2);
    assert!(
        refused
            .sentence()
            .contains("a model of passages, which 'dejalu passages --model' uses")
    );
    let refused = workshop.types("passages essays/ann.txt essays/cal.txt --model made/pairs.csv");
    assert!(
        refused
            .ends_with(2)
            .sentence()
            .contains("not a model of passages")
    );
    let beyond = workshop.read("made/passages.csv") + "0-reusing,999999,10,0-source,0,10,copied\n";
    let workshop = workshop.with("made/beyond.csv", beyond);
    let refused = workshop.types(
        "train made/pairs.csv --documents made/documents.jsonl --passages made/beyond.csv --out own.json",
    );
    assert!(
        refused
            .ends_with(2)
            .sentence()
            .contains("expected an offset and a length within its")
    );
    let made = workshop
        .read("made/passages.csv")
        .replacen("0-source", "nothing", 1);
    let workshop = workshop.with("made/wrong.csv", made);
    let refused = workshop
        .types("train made/pairs.csv --documents made/documents.jsonl --passages made/wrong.csv --out own.json");
    assert!(
        refused
            .ends_with(2)
            .sentence()
            .contains("expected a pair of PAIRS")
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let workshop = essays();
    workshop.types("passages").ends_with(2);
    let alone = workshop.with("one/a.txt", SHARED);
    let told = alone.types("passages one").ends_with(2);
    assert!(
        told.sentence()
            .contains("expected two files, or a collection of two documents or more"),
        "{}",
        told.err
    );
    let workshop = alone;
    workshop
        .types("passages essays/ann.txt essays/ben.txt essays/cal.txt")
        .ends_with(2);
    workshop
        .types("passages essays/ann.txt essays/ben.txt --split train")
        .ends_with(2);
}

#[test]
fn what_repeats_itself_ends_and_is_found() {
    let sentence = "The fire burned for four days within the old walls of the town. ";
    let workshop = Workshop::new()
        .with("a.txt", sentence.repeat(3_000))
        .with("b.txt", sentence.repeat(3_000));
    let told = workshop.types("passages a.txt b.txt").done().out;
    assert!(told.starts_with("1 passage: 100 % of A"), "{told}");
    assert!(told.contains("\ncopied, "), "{told}");
}

#[test]
fn another_order_of_sentences_is_called_so() {
    let sentences = [
        "The fire burned for four days and consumed more than thirteen thousand houses.",
        "Only a handful of deaths were recorded, yet the poor were rarely counted by anyone.",
        "Charles himself rode among the people of the city and handed out shillings.",
        "By Thursday the east wind had dropped, and the gaps were wide enough to stop the flames.",
        "When the embers had cooled, surveyors walked the ashes with measuring chains.",
    ];
    let backwards: Vec<&str> = sentences.into_iter().rev().collect();
    let workshop = Workshop::new()
        .with("a.txt", sentences.join(" "))
        .with("b.txt", backwards.join(" "));
    let told = workshop.types("passages a.txt b.txt").done().out;
    assert!(told.contains("\nreordered, "), "{told}");
}
