//! Libraries of references as programs really export them: every record is read, whatever stands where.

use crate::workshop::Workshop;

/// The rows of groups of a library, in which every record has to be found, none left out; what is kept of it has to be
/// all of it, or all but the records that are removed.
#[track_caller]
fn rows(name: &str, library: &str, options: &str) -> Vec<[String; 3]> {
    let workshop = Workshop::new().with(name, library);
    let line = format!("dedupe {name} {options} --write-kept kept-{name}");
    let answer = workshop.types(&line).done();
    assert!(
        !answer.err.contains("left out"),
        "{library}\n{}",
        answer.err
    );
    let rows: Vec<[String; 3]> = answer
        .out
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            [cells[0], cells[2], cells[4]].map(String::from)
        })
        .collect();
    if rows.iter().all(|[_, _, kept]| kept == "true") {
        assert_eq!(workshop.read(&format!("kept-{name}")), library);
    }
    rows
}

/// The record that represents each, by number.
#[track_caller]
fn representatives(name: &str, library: &str, options: &str) -> String {
    let rows = rows(name, library, options);
    let of_each: Vec<&str> = rows.iter().map(|[_, of_it, _]| &**of_it).collect();
    of_each.join(" ")
}

const FIRST: &str = "--rule jaccard:field=title=0.9 --fields title --keep first";

#[test]
fn fields_before_the_type_belong_to_the_record_in_which_they_stand() {
    let record = |title: &str, author: &str| {
        format!("DB  - WoS\nAU  - {author}\nTI  - {title}\nTY  - JOUR\nPY  - 2001\nER  - \n\n")
    };
    let library = record("Lamps of whale oil", "Doe, Jane")
        + &record("Beetles in dead wood", "Roe, R.")
        + &record("Locks of a canal", "Poe, Ann");
    assert_eq!(representatives("library.ris", &library, FIRST), "1 2 3");
    let twice = library + &record("Beetles in dead wood", "Roe, Richard");
    assert_eq!(representatives("library.ris", &twice, FIRST), "1 2 3 2");
}

#[test]
fn records_are_found_however_their_tags_are_written() {
    let record = |title: &str| format!("TY  - JOUR\nTI  - {title}\nAU  - Doe, Jane\nER  - \n\n");
    let library =
        record("Lamps of whale oil") + &record("Lamps of whale oil") + &record("Locks of a canal");
    let numbered = |(number, record): (usize, &str)| {
        format!(
            "{number}.\n{record}\nNL  - J Lamps\n\nLink to the text: https://a.org/{number}\n\n"
        )
    };
    let records = library.split_terminator("\n\n").enumerate();
    for (what, library) in [
        (
            "indented",
            format!("  {}", library.trim_end().replace('\n', "\n  ")) + "\n",
        ),
        (
            "in small letters",
            library
                .replace("TY", "ty")
                .replace("TI", "ti")
                .replace("AU", "au")
                .replace("ER", "er"),
        ),
        ("behind tabs", library.replace("  - ", "\t- ")),
        ("without an end", library.replace("ER  - \n", "")),
        ("with lines behind the end", records.map(numbered).collect()),
        ("of Windows", library.replace('\n', "\r\n")),
    ] {
        assert_eq!(
            representatives("library.ris", &library, FIRST),
            "1 1 3",
            "{what}"
        );
    }
    let record = |number: u32, title: &str| {
        format!("OWN - NLM\nPMID- {number}\nTI  - {title}\nAU  - Doe J\n\n")
    };
    let medline = record(1, "Lamps of whale oil.")
        + &record(2, "Lamps of whale oil.")
        + &record(3, "Locks of a canal.");
    assert_eq!(representatives("library.nbib", &medline, FIRST), "1 1 3");
}

#[test]
fn two_exports_may_be_put_together_without_a_line_end_between_them() {
    let record = |title: &str| format!("TY  - JOUR\nTI  - {title}\nAU  - Doe, Jane\nER  - ");
    let both = record("Lamps of whale oil")
        + &record("Lamps of whale oil")
        + &record("Locks of a canal")
        + "\n";
    assert_eq!(representatives("library.ris", &both, FIRST), "1 1 3");
}

#[test]
fn entries_of_bibtex_are_read_however_they_are_written() {
    const PLAIN: &str =
        "@article{plain, title={Lamps of whale oil}, author={Doe, Jane}, year={2001}}\n";
    const OTHER: &str = "@book{other, title={Locks of a canal}, author={Poe, Ann}, year=1999}\n";
    for odd in [
        "@article(a, title={Lamps of whale oil}, author={Doe, Jane}, year={2001})\n",
        "@ARTICLE {a,\n  Title = \"Lamps of whale oil\",\n  month = march,\n}\n",
        "@article{Doe Jane 2001, title={Lamps of whale oil}}\n",
        "@article{,\ntitle={Lamps of whale oil}}\n",
        "@article{a, title={Lamps of whale oil}\n author={Doe, Jane}, year={2001}}\n",
        "@article{a,\n% a comment\ntitle={Lamps of whale oil}}\n",
        "@article{a, title={Lamps of whale oil}, note={mail me @ home, x@y.org}}\n",
        "@article{a, title=\"Lamps of {\"}whale{\"} oil\"}\n",
        "@string(oil = \" oil\")\n@article{a, title = {Lamps of} # { whale} # oil}\n",
        "@Preamble{Oppla!}\n@Comment KAPPA\n@article{a, title = {{Lamps of whale oil}}}\n",
    ] {
        let library = odd.to_owned() + PLAIN + OTHER;
        assert_eq!(
            representatives("library.bib", &library, FIRST),
            "1 1 3",
            "{odd}"
        );
    }
}

#[test]
fn an_entry_that_is_not_closed_costs_no_other_and_is_kept_as_it_stands() {
    let library = "@misc{a, title={Lamps of {whale oil}, author={Doe, Jane}}\n@misc{b, title={Locks of a canal}}\n";
    let workshop = Workshop::new().with("library.bib", library);
    let answer = workshop
        .types(&format!("dedupe library.bib {FIRST} --write-kept kept.bib"))
        .ends_with(2);
    assert!(answer.out.contains("\n2,2,2,,true,"), "{}", answer.out);
    assert!(
        answer.err.contains(
            "warning: library.bib:1: the reference cannot be read: its closing brace is missing"
        ),
        "{}",
        answer.err
    );
    assert_eq!(workshop.read("kept.bib"), library);
}

#[test]
fn markup_and_formulas_of_titles_are_the_text_that_they_say() {
    for (written, said) in [
        ("\\emph{Otters} in the mill pond", "Otters in the mill pond"),
        (
            "\\textbf{Otters} \\textit{in} the \\texttt{mill} pond",
            "Otters in the mill pond",
        ),
        ("{\\em Otters} in the mill~pond", "Otters in the mill pond"),
        ("Otters\\ in\\ the mill pond", "Otters in the mill pond"),
        ("Otters in CO$_2$ rich ponds", "Otters in CO2 rich ponds"),
        (
            "Otters in CO$_{\\mathrm{2}}$ rich ponds",
            "Otters in CO2 rich ponds",
        ),
        (
            "Otters and $\\beta$-carotene",
            "Otters and \u{3b2}-carotene",
        ),
        ("Otters \\& ponds, 5\\% more", "Otters & ponds, 5% more"),
        (
            "R{\\'e}sum{\\'e} of the \\\"{a}lteren Otters",
            "R\u{e9}sum\u{e9} of the \u{e4}lteren Otters",
        ),
    ] {
        let library = format!("@misc{{a, title={{{written}}}}}\n@misc{{b, title={{{said}}}}}\n");
        let workshop = Workshop::new()
            .with("library.bib", library)
            .with("pair.csv", "id_a,id_b\n1,2\n");
        let line = "vectors pair.csv -d library.bib --fields title --features 'jaccard:field=title same-words:field=title'";
        let vectors = workshop.types(line).done().out;
        assert_eq!(vectors.lines().nth(1), Some("1,2,,1,1"), "{written}");
    }
}
