//! Tests that the model of records joins what is one work, and never works that share a title.

use std::fmt::Write as _;

use crate::workshop::{Chance, Workshop};

const HEAD: &str = "id,title,author,journal,year,volume,number,pages,doi,isbn,abstract\n";

/// One of several.
fn pick<'a>(all: &[&'a str], chance: &mut Chance) -> &'a str {
    all[chance.below(all.len())]
}

const WHAT: [&str; 12] = [
    "Wages",
    "Lungworm",
    "Corrosion",
    "Shift work",
    "Salt tolerance",
    "Erosion",
    "Ropes",
    "Tides",
    "Sleep",
    "Storms",
    "Fungi",
    "Harbours",
];
const OF: [&str; 12] = [
    "net menders",
    "seal pups",
    "anchor chains",
    "pilots",
    "barley",
    "gravel banks",
    "sailing ships",
    "estuaries",
    "ferry crews",
    "lighthouses",
    "dead wood",
    "small towns",
];
const WHERE: [&str; 8] = [
    "in northern ports",
    "on the eastern coast",
    "under ice",
    "after the war",
    "before landing",
    "in cold water",
    "at the river mouth",
    "in two villages",
];
const PEOPLE: [&str; 10] = [
    "Norling, Eva",
    "Osei, Martha",
    "Zhao, Li",
    "Kline, Tom",
    "Meffner, Frieda",
    "Pross, Sven",
    "Orme, Julia",
    "Quist, Ane",
    "Zeder, Christoph",
    "Adeyemi, Bola",
];
const JOURNALS: [&str; 6] = [
    "Labour and Sea",
    "Annals of Rope",
    "Harbour Health",
    "Marine Metals",
    "Coastal Botany",
    "Journal of Weather",
];

/// What differs between two works of a family, of DOI, volume, pages, year and journal.
struct Place {
    journal: &'static str,
    year: usize,
    volume: usize,
    page: usize,
    doi: String,
}

impl Place {
    fn draw(chance: &mut Chance) -> Self {
        Place {
            journal: pick(&JOURNALS, chance),
            year: 1980 + chance.below(40),
            volume: 1 + chance.below(60),
            page: 1 + chance.below(900),
            doi: String::new(),
        }
    }

    /// The place of another work: later in the journal.
    fn later(&self, number: usize, chance: &mut Chance) -> Self {
        let step = 1 + chance.below(3);
        Place {
            journal: self.journal,
            year: self.year + step,
            volume: self.volume + step,
            page: self.page + 20 * (number + 1) + chance.below(10),
            doi: String::new(),
        }
    }
}

/// The titles of a family of works that share one, of the kind of this number.
fn titles(kind: usize, chance: &mut Chance) -> Vec<String> {
    const GENERIC: [&str; 8] = [
        "Editorial",
        "Introduction",
        "Poster session",
        "Book reviews",
        "Letter to the editor",
        "Preface",
        "Annual report",
        "Editor's note",
    ];
    let title = format!(
        "{} of {} {}",
        pick(&WHAT, chance),
        pick(&OF, chance),
        pick(&WHERE, chance)
    );
    let each = |endings: &[&str]| endings.iter().map(|end| format!("{title}{end}")).collect();
    match kind {
        0 => vec![pick(&GENERIC, chance).to_owned(); 3],
        1 => each(&[", part 1", ", part 2", ", part 3"]),
        2 => each(&[" 1998", " 1999", " 2000"]),
        3 => each(&[", Unit G", ", Unit H"]),
        4 => vec![
            title.clone(),
            format!("Reply to: {title}"),
            format!("Comment on \"{title}\""),
        ],
        5 => vec![
            title.clone(),
            format!("Erratum: {title}"),
            format!("{title} (vol 39, pg 2, 2009)"),
        ],
        6 => each(&["", ""]),
        _ => each(&[" II", " III"]),
    }
}

/// Two hundred families of works that share a title, as records of a table.
fn families() -> String {
    let mut chance = Chance(7);
    let mut rows = String::from(HEAD);
    for family in 0..200 {
        let mut place = Place::draw(&mut chance);
        let people = format!(
            "{}; {}",
            pick(&PEOPLE, &mut chance),
            pick(&PEOPLE, &mut chance)
        );
        for (number, title) in titles(family % 8, &mut chance).iter().enumerate() {
            if number > 0 {
                place = place.later(number, &mut chance);
            }
            place.doi = format!("10.5555/{family}.{number}");
            let Place {
                journal,
                year,
                volume,
                page,
                doi,
            } = &place;
            let title = title.replace('"', "\"\"");
            writeln!(
                rows,
                "{family}-{number},\"{title}\",\"{people}\",{journal},{year},{volume},{number},{page}-{},{doi},,",
                page + 7
            )
            .unwrap();
        }
    }
    rows
}

#[test]
fn works_that_share_a_title_are_never_joined() {
    let workshop = Workshop::new().with("families.csv", families());
    let answer = workshop
        .types("dedupe families.csv --model records --candidates all --out groups.csv")
        .done();
    let removed: Vec<String> = workshop
        .read("groups.csv")
        .lines()
        .filter(|row| row.contains(",false,"))
        .map(str::to_owned)
        .collect();
    assert!(removed.is_empty(), "{removed:?} {}", answer.out);
}

/// Studies of one team in one volume, whose titles differ in a word; and Lancet's DOIs, which hold the year in brackets.
#[test]
fn studies_of_one_team_that_differ_in_a_word_are_two_works() {
    const PAIRS: [[&str; 2]; 6] = [
        [
            "Effects of exercise in cold water on the lungs of patients with chronic disease in rats",
            "rats/mice",
        ],
        [
            "Prevalence of vitamin D deficiency and its association with lung function in asthmatic men",
            "men/women",
        ],
        [
            "Safety of long shifts at one year of follow-up in the North American cohort of ferry crews",
            "North American/European",
        ],
        [
            "Effect of salt on bone density in premenopausal net menders of the eastern coast",
            "premenopausal/postmenopausal",
        ],
        [
            "Costs of watching at night in crews with reduced sleep and few boats in winter",
            "reduced/preserved",
        ],
        [
            "Respiratory symptoms, lung function and work exposure among Norwegian welders",
            "welders/bakers",
        ],
    ];
    // DOI, pages and issue of both.
    const PLACES: [[[&str; 3]; 2]; 6] = [
        [["", "P123", "Suppl 57"], ["", "P124", "Suppl 57"]],
        [["", "221-228", "3"], ["", "795-809", "9"]],
        [["10.5555/lan.0123", "", "3"], ["10.5555/lan.0999", "", "9"]],
        [["10.5555/lan.0123", "221-228", "3"], ["", "795-809", "9"]],
        [
            ["10.5555/lan.0123", "e1221", "3"],
            ["10.5555/lan.0999", "795-809", "9"],
        ],
        [
            ["10.5555/S0140-6736(19)30149-8", "221-228", "3"],
            ["10.5555/S0140-6736(19)30239-X", "795-809", "9"],
        ],
    ];
    let mut workshop = Workshop::new();
    for (number, place) in PLACES.iter().enumerate() {
        let mut table = String::from(HEAD);
        for (study, [title, words]) in PAIRS.into_iter().enumerate() {
            let (from, to) = words.split_once('/').unwrap();
            let titles = [title.to_string(), title.replace(from, to)];
            for (title, [doi, pages, issue]) in titles.iter().zip(place) {
                let id = table.lines().count();
                let people = "\"Tanaka, Giulia; Zhang, Zsofia; Olsen, Per\"";
                let doi = doi.replace("10.5555", &format!("10.555{study}"));
                let place = format!("Labour and Sea,{},40,{issue},{pages},{doi},,", 1990 + study);
                writeln!(table, "{id},\"{title}\",{people},{place}").unwrap();
            }
        }
        workshop = workshop.with(&format!("{number}.csv"), table);
        let line = format!("dedupe {number}.csv --out groups-{number}.csv");
        workshop.types(&line).done();
        let groups = workshop.read(&format!("groups-{number}.csv"));
        let removed: Vec<&str> = groups
            .lines()
            .filter(|row| row.contains(",false,"))
            .collect();
        assert!(removed.is_empty(), "{removed:#?}");
    }
}

/// The records of a generated table, each with its work.
fn works(table: &str) -> Vec<(String, String)> {
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let rows = rows.records().map(|row| {
        let row = row.unwrap();
        (row[0].to_owned(), row[11].to_owned())
    });
    rows.collect()
}

#[test]
fn works_of_telling_titles_are_found_again_through_noise() {
    // Slips, cut subtitles, notes, markup, abbreviated journals, missing fields: what a source does to one record.
    let mut chance = Chance(11);
    let mut rows = String::from(HEAD);
    for work in 0..200 {
        let place = Place::draw(&mut chance);
        let (what, of, at) = (
            pick(&WHAT, &mut chance),
            pick(&OF, &mut chance),
            pick(&WHERE, &mut chance),
        );
        let [first, second] = [pick(&PEOPLE, &mut chance), pick(&PEOPLE, &mut chance)];
        let Place {
            journal,
            year,
            volume,
            page,
            ..
        } = place;
        let (end, doi) = (page + 7, format!("10.5555/work.{work}"));
        let title = format!("{what} of {of} {at}, case {work}: an account");
        let initials = |name: &str| {
            name.split_once(", ")
                .map(|(surname, given)| format!("{surname} {}", &given[..1]))
                .unwrap()
        };
        let turned = |name: &str| {
            name.split_once(", ")
                .map(|(surname, given)| format!("{given} {surname}"))
                .unwrap()
        };
        writeln!(rows, "{work}-a,\"{title}\",\"{first}; {second}\",{journal},{year},{volume},3,{page}-{end},{doi},,").unwrap();
        let (other_title, people) = match chance.below(7) {
            0 => (
                title.to_uppercase(),
                format!("{}, {}", initials(first), initials(second)),
            ),
            1 => (
                format!("{title} [Review] [33 refs]"),
                format!("{first} and {second}"),
            ),
            2 => (
                title.replace(": an account", ""),
                format!("{}; {}", initials(first), initials(second)),
            ),
            3 => (
                title.replacen(' ', "-", 1),
                format!("{} and {}", turned(first), turned(second)),
            ),
            4 => (format!("[{title}]."), format!("{}, et al", initials(first))),
            5 => (
                title.replacen("of", "<i>of</i>", 1),
                format!("{first}; {second}"),
            ),
            _ => (title.replacen('a', "", 1), format!("{first}; {second}")),
        };
        let short = journal
            .split(' ')
            .map(|word| &word[..word.len().min(5)])
            .collect::<Vec<_>>()
            .join(". ");
        let rest = match chance.below(5) {
            0 => format!(
                "{short},{year},{volume},3,{page}-{},https://doi.org/{doi},,",
                end % 10
            ),
            1 => format!("{short},{},{volume},,{page},,,", year + 1),
            2 => format!(",{year},,,,{doi},,"),
            3 => format!("{journal},{year},{volume},41233,{page}-{end},,,"),
            _ => format!("{short}.,{year},{volume},3,e{page}1,,,"),
        };
        writeln!(rows, "{work}-b,\"{other_title}\",\"{people}\",{rest}").unwrap();
    }
    let workshop = Workshop::new().with("works.csv", rows);
    workshop
        .types("dedupe works.csv --model records --out groups.csv")
        .done();
    let groups = workshop.read("groups.csv");
    let removed = groups.lines().filter(|row| row.contains(",false,"));
    let of = |id: &str| id.split('-').next().unwrap().to_owned();
    let (mut found, mut wrong) = (0, 0);
    for row in removed {
        let cells: Vec<&str> = row.split(',').collect();
        if of(cells[0]) == of(cells[2]) {
            found += 1;
        } else {
            wrong += 1;
        }
    }
    assert!(found >= 196 && wrong == 0, "{found} found, {wrong} wrong");
}

#[test]
fn a_kept_file_loses_nothing_when_it_is_deduplicated_again() {
    // Of so many records the candidates of both runs are those of the filter.
    let workshop = Workshop::new();
    workshop
        .types("generate --records 400 --words 20 --seed 5 --out made")
        .done();
    for merge in ["", "--merge m.csv"] {
        let table = workshop.read("made/records.csv");
        let workshop = Workshop::new().with("all.csv", &table);
        let write = |input: &str, output: &str| {
            let line =
                format!("dedupe {input} --model records --write-kept {output} {merge} --out g.csv");
            workshop.types(line.trim()).done()
        };
        write("all.csv", "kept.csv");
        write("kept.csv", "again.csv");
        let [kept, again] = ["kept.csv", "again.csv"].map(|name| works(&workshop.read(name)));
        assert!(kept.len() < works(&table).len());
        assert_eq!(kept, again, "{merge}");
    }
}

#[test]
fn a_veto_is_told_and_can_be_switched_off() {
    let rows = format!(
        "{HEAD}1,Editorial,\"Norling, Eva\",Labour and Sea,1999,12,1,1,10.5555/e.1,,\n\
         2,Editorial,\"Norling, Eva\",Labour and Sea,1999,12,2,1,10.5555/e.1,,\n"
    );
    let workshop = Workshop::new()
        .with("d.csv", rows)
        .with("p.csv", "id_a,id_b\n1,2\n");
    let classify = "classify --pairs p.csv --documents d.csv --model records --out o.csv";
    workshop.types(classify).done();
    assert!(workshop.read("o.csv").contains("1,2,distinct,"));
    workshop
        .types(&format!("{classify} --no-veto generic-title"))
        .done();
    assert!(workshop.read("o.csv").contains("1,2,duplicate,"));
    workshop.refuses(
        &format!("{classify} --no-veto generic"),
        "--no-veto 'generic': expected one of the model's vetoes: no-title, generic-title, other-title, \
         other-author, two-conflicts",
    );
    let shown = workshop.types("model show records").done();
    assert!(shown.out.contains("never joined"), "{}", shown.out);
}

#[test]
fn references_are_compared_field_by_field() {
    let record = |title: &str, rest: &str| format!("TY  - JOUR\nTI  - {title}\n{rest}ER  - \n\n");
    let library = [
        record(
            "Sleep in shift workers of a small harbour town",
            "AU  - Quist, Ane\nPY  - 2011\nJO  - Harbour Health\nDO  - 10.5555/hh.10\n",
        ),
        record(
            "Sleep in shift-workers of a small harbour town.",
            "AU  - Quist A\nPY  - 2011\nDO  - 10.5555/hh.10\n",
        ),
        record(
            "Lungworm in two seal pup litters",
            "AU  - Meffner, F\nPY  - 2009\n",
        ),
    ];
    let workshop = Workshop::new().with("library.ris", library.concat());
    let answer = workshop.types("dedupe library.ris --out groups.csv").done();
    let told = "library.ris holds references: compared field by field, by the model of records";
    assert!(answer.err.contains(told), "{}", answer.err);
    assert!(
        answer.out.contains("1 of 3 documents would be removed"),
        "{}",
        answer.out
    );
    let whole = workshop
        .types("dedupe library.ris --model built-in --out groups.csv")
        .done();
    assert!(!whole.err.contains("holds references"), "{}", whole.err);
}

/// Editorials of one title and author, each of an issue of its own.
const EDITORIALS: [(&str, &str); 2] = [("1", "1-2"), ("2", "205-206")];

#[test]
fn tables_of_works_and_csl_are_judged_as_records() {
    let rows = EDITORIALS.map(|(number, pages)| {
        format!("{number},Editorial,\"Norling, Eva\",Labour and Sea,1999,28,{number},{pages},\n")
    });
    let table = format!(
        "id,title,author,journal,year,volume,number,pages,abstract\n{}",
        rows.concat()
    );
    let works = EDITORIALS.map(|(number, pages)| {
        serde_json::json!({
            "id": number, "type": "article-journal", "title": "Editorial", "container-title": "Labour and Sea",
            "author": [{"family": "Norling", "given": "Eva"}], "issued": {"date-parts": [[1999]]},
            "volume": "28", "issue": number, "page": pages,
        })
    });
    let workshop = Workshop::new()
        .with("table.csv", &table)
        .with("notes.csv", table.replacen("abstract", "text", 1))
        .with("works.json", serde_json::json!(works).to_string());
    let by =
        "compared field by field, by the model of records; --model built-in compares whole texts";
    for (name, what) in [
        ("table.csv", "records of works"),
        ("works.json", "references"),
    ] {
        let answer = workshop.types(&format!("dedupe {name} --out g.csv")).done();
        let told = format!("{name} holds {what}: {by}");
        assert!(answer.err.contains(&told), "{}", answer.err);
        assert!(!workshop.read("g.csv").contains(",false,"), "{name}");
    }
    // A text is compared as one, and so is what is named as one.
    for line in [
        "notes.csv",
        "table.csv --text abstract",
        "table.csv --model built-in",
    ] {
        let answer = workshop.types(&format!("dedupe {line} --out g.csv")).done();
        assert!(!answer.err.contains("field by field"), "{}", answer.err);
    }
}

#[test]
fn references_are_known_by_all_their_files_and_read_as_was_said() {
    let record = |number: u32| {
        format!(
            "TY  - JOUR\nTI  - Editorial {number}\nAU  - Norling, Eva\nDO  - 10.5555/{number}\nER  - \n\n"
        )
    };
    let workshop = Workshop::new()
        .with("search/wos.ris", record(1) + &record(2))
        .with(
            "search/own.csv",
            "id,title,author,doi\n1,Editorial,Doe,10.5555/3\n",
        )
        .with("two.csv", "id_a,id_b\nwos.ris:1,wos.ris:2\n")
        .with("notes.csv", "id,text\nx,The ferry waits at the old pier.\n")
        .with(
            "bars.csv",
            "id|title|author|doi\n1|Editorial, again|Doe|10.5555/3\n2|Pier|Doe|10.5555/4\n",
        );
    let by = "compared field by field, by the model of records";
    for (line, what) in [
        ("dedupe search --out g.csv", "the sources hold references"),
        (
            "classify --pairs two.csv --documents search",
            "the sources hold references",
        ),
        (
            "dedupe bars.csv --delimiter '|' --out g.csv",
            "bars.csv holds records of works",
        ),
    ] {
        let answer = workshop.types(line).done();
        assert!(
            answer.err.contains(&format!("{what}: {by}")),
            "{line}: {}",
            answer.err
        );
    }
    // A table of texts beside references makes all of them texts.
    let answer = workshop
        .types("dedupe search/wos.ris notes.csv --out g.csv")
        .done();
    assert!(!answer.err.contains(by), "{}", answer.err);
}

#[test]
fn records_of_a_table_of_pubmed_are_told_apart_by_their_citations_and_numbers() {
    let head = "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n";
    let row = |number: usize, title: &str, citation: &str| {
        format!(
            "{number},{title},\"Rossi L, Bianchi M.\",{citation},Rossi L,Chest,2012,2012/01/01,,,\n"
        )
    };
    let rows = [
        row(1, "Reply.", "Chest. 2012 Jan;92(1):10."),
        row(2, "Reply.", "Chest. 2012 Jun;92(6):1310-5."),
        row(3, "Editorial.", "Chest. 2012 Jan 3."),
        row(4, "Editorial.", "Chest. 2012 Feb 3."),
        row(4, "Editorial.", "Chest. 2012 Feb 3."),
        row(5, "Oxygen at home in severe lung disease.", "Chest. 2012."),
        row(6, "Oxygen at home in severe lung disease.", "Chest. 2012."),
    ];
    let workshop = Workshop::new().with("pubmed.csv", head.to_owned() + &rows.concat());
    let line = "dedupe pubmed.csv --out groups.csv --write-kept kept.ris";
    let answer = workshop.types(line).done();
    let lacking = "there are no columns isbn, abstract, which the model compares";
    assert!(answer.err.contains(lacking), "{}", answer.err);
    let groups = workshop.read("groups.csv");
    let kept = groups.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        format!("{}{}", cells[2], if cells[4] == "true" { "" } else { "-" })
    });
    let kept: Vec<String> = kept.collect();
    assert_eq!(kept.join(" "), "1 2 3 4 4- 6 6-", "{groups}");
    let ris = workshop.read("kept.ris");
    let reply = "TY  - JOUR\nTI  - Reply.\nAU  - Rossi, L\nAU  - Bianchi, M\nPY  - 2012\nT2  - Chest\nVL  - 92\nIS  - 6\n\
        SP  - 1310\nEP  - 1315\nAN  - 2\nER  - \n";
    assert!(ris.contains(reply), "{ris}");
    let again = workshop.types("dedupe kept.ris --out -").done();
    assert!(!again.out.contains(",false,"), "{}", again.out);
}

/// A table whose title has another name beside references: whole texts of rows without one say nothing of works.
#[test]
fn a_renamed_column_beside_references_is_named_and_not_compared_as_text() {
    let workshop = Workshop::new()
        .with("scopus.csv", "Autoren,Titel,Jahr,DOI,Abstract\nOsei,Wages of menders,2018,10.5555/1,[No abstract available]\n")
        .with("search.ris", "TY  - JOUR\nAU  - Osei, Martha\nTI  - Wages of menders\nDO  - 10.5555/1\nER  - \n")
        .with("note.txt", "The ferry waits.");
    let answer = workshop.types("dedupe scopus.csv search.ris --out groups.csv");
    let answer = answer.ends_with(2);
    assert!(
        answer.err.contains("did you mean 'Titel'?"),
        "{}",
        answer.err
    );
    workshop
        .types("dedupe scopus.csv search.ris --fields scopus.csv:title=Titel,scopus.csv:author=Autoren,scopus.csv:year=Jahr --out groups.csv")
        .done();
    assert_eq!(workshop.read("groups.csv").matches(",false,").count(), 1);
    let answer = workshop
        .types("dedupe search.ris note.txt --out mixed.csv")
        .done();
    assert!(
        answer
            .err
            .contains("some sources hold records of works and others texts"),
        "{}",
        answer.err
    );
}

/// What is written of references as JSON lines is deduplicated again as references.
#[test]
fn kept_references_written_as_json_lines_are_still_records() {
    let of = |author: &str, pages: &str| {
        format!(
            "TY  - JOUR\nAU  - {author}\nTI  - Editorial\nT2  - Annals of Rope\nPY  - 2018\nSP  - {pages}\nER  - \n"
        )
    };
    let workshop = Workshop::new()
        .with("a.ris", of("Osei, Martha", "1"))
        .with("b.ris", of("Kline, Tom", "7"));
    workshop
        .types("dedupe a.ris b.ris --write-kept kept.jsonl --out groups.csv")
        .done();
    let answer = workshop.types("dedupe kept.jsonl --out again.csv").done();
    assert!(
        answer.err.contains("by the model of records"),
        "{}",
        answer.err
    );
    assert_eq!(workshop.read("again.csv").matches(",true,").count(), 2);
}
