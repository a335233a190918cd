//! Records that are written in another format lose nothing that it has a place for, and what they lose is said.

use crate::workshop::Workshop;

const NBIB: &str = "PMID- 111\nTI  - Zinc in the diet of penguins.\nFAU - Hill, Anna\nAU  - Hill A\nDP  - 2011 Mar-Apr\n\
    JT  - Polar biology\nPG  - 2423-8\nMH  - Animals\nOT  - penguin\nOWN - NLM\nAB  - We fed zinc to penguins.\n\n";
const CHAPTER: &str = "TY  - CHAP\r\nAU  - Doe, Jane\r\nTI  - Herons and their kin\r\nBT  - Birds of the South\r\nPY  - 2001\r\nER  - \r\n\r\n";
const SCOPUS: &str = "Authors,Author full names,Title,Year,Source title,Cited by,Abstract,Document Type\n\
    Mwangi J.K.; de Heus R.,\"Mwangi, Joseph K. (570); de Heus, Rosa (571)\",Nurses at night,2019,BMC,3,[No abstract available],Article\n\
    Okonkwo A.,,Ferries by day,2018,Piers,,Boats were late.,Review\n";

fn workshop() -> Workshop {
    Workshop::new()
        .with("b.ris", CHAPTER)
        .with("a.nbib", NBIB)
        .with("c.csv", SCOPUS)
}

fn kept(name: &str) -> (String, String) {
    let workshop = workshop();
    let line = format!("dedupe b.ris a.nbib c.csv --out groups.csv --write-kept {name}");
    let answer = workshop.types(&line).done();
    (workshop.read(name), answer.err)
}

#[test]
fn fields_keep_their_values_in_ris() {
    let (ris, said) = kept("kept.ris");
    for expected in [
        "BT  - Birds of the South\r\n",
        "KW  - Animals\r\nKW  - penguin\r\n",
        "PY  - 2011\r\nDA  - 2011 Mar-Apr\r\n",
        "SP  - 2423\r\nEP  - 2428\r\n",
        "AU  - Mwangi, Joseph K.\r\nAU  - de Heus, Rosa\r\n",
        "AU  - Okonkwo, A.\r\n",
    ] {
        assert!(ris.contains(expected), "{expected}: {ris}");
    }
    assert!(!ris.contains("No abstract"), "{ris}");
    let ends = ris.matches("\r\n").count();
    assert_eq!(ends, ris.matches('\n').count(), "one line end: {ris:?}");
    for expected in [
        "1 record of a.nbib was rewritten as RIS; without: OWN",
        "2 records of c.csv were rewritten as RIS; without: Cited by, Document Type",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    assert!(
        !said.contains("of b.ris were") && !said.contains("of b.ris was"),
        "{said}"
    );
}

#[test]
fn fields_keep_their_values_in_csl_and_tables() {
    let (csl, _) = kept("kept.json");
    for expected in [
        "\"container-title\":\"Birds of the South\"",
        "\"keyword\":\"Animals; penguin\"",
        "\"raw\":\"2011 Mar-Apr\"",
        "{\"family\":\"Mwangi\",\"given\":\"Joseph K.\"}",
        "{\"family\":\"Okonkwo\",\"given\":\"A.\"}",
    ] {
        assert!(csl.contains(expected), "{expected}: {csl}");
    }
    assert!(!csl.contains("No abstract"), "{csl}");
    let (table, said) = kept("kept.csv");
    for expected in [
        ",Birds of the South,",
        ",2011 Mar-Apr,",
        ",Animals; penguin,",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    assert!(!table.contains("No abstract"), "{table}");
    assert!(
        said.contains("2 records of c.csv were rewritten as a table\n"),
        "{said}"
    );
}

#[test]
fn what_an_earlier_run_wrote_stands_beside_its_sources() {
    let workshop = Workshop::new()
        .with("savedrecs.ris", "TY  - JOUR\nAU  - Delta, Dora\nTI  - Coffee and hearts\nT2  - Heart\nPY  - 2023\nER  - \n")
        .with(
            "clean.csv",
            "id,title,author,year,journal\nsavedrecs.ris:1,Sleep of nurses,\"Alpha, Anna\",2019,Sleep\n\
             other.ris:1,Zinc and taste,\"Gamma, Gil\",2018,Taste\n",
        );
    for sources in ["clean.csv savedrecs.ris", "savedrecs.ris clean.csv"] {
        let line = format!("dedupe {sources} --out groups.csv --write-kept again.csv");
        workshop.types(&line).done();
        let again = workshop.read("again.csv");
        assert_eq!(again.lines().count(), 4, "{again}");
        for id in [
            "clean.csv:savedrecs.ris:1,Sleep",
            "savedrecs.ris:1,Coffee",
            "other.ris:1,Zinc",
        ] {
            assert!(again.contains(&format!("\n{id}")), "{again}");
        }
    }
}

#[test]
fn what_is_written_of_pubmed_is_plain_and_comes_back() {
    let record = |number: usize, title: &str| {
        format!(
            "PMID- 3013513{number}\nIS  - 1538-6724 (Electronic)\nIS  - 0031-9023 (Linking)\nVI  - 37\nDP  - 2012\nTI  - {title}\n\
             PG  - 949-53\nCN  - Pier Society\nJT  - Piers\n\n"
        )
    };
    let workshop = Workshop::new()
        .with("p.nbib", record(1, "Ferries in winter storms"))
        .with(
            "w.ciw",
            "PT J\nAU Doe, J\nTI Kelp beyond the reef\nSO PIERS\nUT WOS:000305336800030\nER\n\nEF\n",
        );
    let line = "dedupe p.nbib w.ciw --model records --out groups.csv --write-kept";
    let kept = |name: &str| {
        let answer = workshop.types(&format!("{line} {name}")).done();
        let said = answer.out + &answer.err;
        assert!(!said.contains("key"), "{said}");
        workshop.read(name)
    };
    let ris = kept("kept.ris");
    for expected in [
        "\nAU  - Pier Society\n",
        "\nSP  - 949\nEP  - 953\n",
        "\nSN  - 1538-6724\nSN  - 0031-9023\n",
        "\nAN  - 30135131\n",
        "\nAN  - WOS:000305336800030\n",
    ] {
        assert!(ris.contains(expected), "{expected}{ris}");
    }
    let csv = kept("kept.csv");
    assert!(csv.contains(",949-953,1538-6724; 0031-9023,"), "{csv}");
    let csl = kept("kept.json");
    for expected in [
        "\"page\":\"949-953\"",
        "\"PMID\":\"30135131\"",
        "\"archive_location\":\"WOS:000305336800030\"",
    ] {
        assert!(csl.contains(expected), "{csl}");
    }
    // Our own reader has them again.
    let back = "dedupe kept.json w.ciw --model records --out groups.csv --write-kept again.ris";
    workshop.types(back).done();
    let again = workshop.read("again.ris");
    assert!(again.contains("\nAN  - 30135131\n"), "{again}");
    assert!(again.contains("\nAN  - WOS:000305336800030\n"), "{again}");
}

#[test]
fn one_file_is_written_in_another_format_or_unchanged() {
    let workshop = Workshop::new()
        .with(
            "a.nbib",
            NBIB.to_owned()
                + &NBIB.replace("111", "112")
                + "PMID- 113\nTI  - Coffee at night\nPG  - 1-9\n\n",
        )
        .with("b.nbib", NBIB);
    let dedupe = |more: &str| {
        let line = format!("dedupe a.nbib --model records --out groups.csv {more}");
        workshop.types(&line).done().err
    };
    let said = dedupe("--write-kept kept.ris");
    let rewritten = "2 records of a.nbib were rewritten as RIS; without: OWN\n";
    assert!(said.contains(rewritten), "{said}");
    let ris = workshop.read("kept.ris");
    assert!(
        ris.starts_with("TY  - JOUR\nTI  - Zinc in the diet of penguins.\n"),
        "{ris}"
    );
    assert_eq!(ris.matches("\nER  - \n").count(), 2, "{ris}");
    dedupe("--write-kept kept.csv");
    let csv = workshop.read("kept.csv");
    assert!(csv.starts_with("id,title,"), "{csv}");
    assert!(
        csv.contains("\n1,Zinc") && csv.contains("\n3,Coffee"),
        "{csv}"
    );
    dedupe("--write-kept kept.nbib");
    let own = NBIB.to_owned() + "PMID- 113\nTI  - Coffee at night\nPG  - 1-9\n\n";
    assert_eq!(workshop.read("kept.nbib"), own);
    dedupe("--against b.nbib --write-kept new.json");
    let csl = workshop.read("new.json");
    assert!(csl.contains("Coffee") && !csl.contains("Zinc"), "{csl}");
    workshop.refuses(
        "dedupe a.nbib --model records --out groups.csv --write-kept kept.ris --merge merged.csv",
        "--write-kept 'kept.ris': expected a name that ends in .nbib (also .gz, .zst)",
    );
}
