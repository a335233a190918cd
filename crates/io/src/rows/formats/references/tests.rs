use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use crate::rows::{self, Row, Rows};
use crate::{OutputFile, TableOptions};
use dejalu_base::error::{ErrorKind, InputError, Result};

fn read(name: &str, content: impl AsRef<[u8]>) -> Vec<Result<Row>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    Rows::open(&path, &TableOptions::default())
        .unwrap()
        .collect()
}

/// The file with the records of these numbers alone.
fn copied(name: &str, content: &str, rows: &[u64]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join(name), folder.path().join("copy"));
    std::fs::write(&path, content).unwrap();
    let mut out = OutputFile::create(&copy).unwrap();
    let missing = rows::copy(&path, &TableOptions::default(), rows, &mut out);
    assert_eq!(missing.unwrap().unwrap(), 0);
    out.finish().unwrap();
    std::fs::read_to_string(&copy).unwrap()
}

/// The records of a file, and what is remarked of it.
fn read_with_remarks(name: &str, content: impl AsRef<[u8]>) -> (Vec<Result<Row>>, Vec<String>) {
    let is_said_of_all = |row: &Result<Row>| {
        row.as_ref().is_err_and(|error| match error.kind() {
            ErrorKind::Input(kind) => kind.leaves_nothing_out(),
            _ => false,
        })
    };
    let (remarks, rows): (Vec<_>, Vec<_>) =
        read(name, content).into_iter().partition(is_said_of_all);
    (rows, remarks.iter().map(message).collect())
}

fn titles(rows: &[Result<Row>]) -> Vec<&str> {
    fn title(row: &Result<Row>) -> Option<&str> {
        row.as_ref().ok()?.get("title").ok()?
    }
    let titles = rows.iter().map(|row| title(row).unwrap_or("-"));
    titles.collect()
}

fn message(row: &Result<Row>) -> String {
    let text = row.as_ref().unwrap_err().to_string();
    let name = text.split(':').next().unwrap_or_default();
    let name = Path::new(name).file_name().unwrap_or_default();
    format!("{}:{}", name.display(), text.split_once(':').unwrap().1)
}

fn assert_fields(row: &Result<Row>, expected: &[(&str, &str)]) {
    let row = row.as_ref().unwrap();
    for (name, value) in expected {
        assert_eq!(row.get(name).unwrap(), Some(*value), "{name}");
    }
}

const FIELDS: [(&str, &str); 8] = [
    ("title", "The ferry: a study of piers"),
    ("author", "Doe, Jane; Roe, R."),
    ("year", "2008"),
    ("journal", "Journal of Harbours"),
    ("volume", "19"),
    ("pages", "221-228"),
    ("doi", "10.1000/ferry"),
    (
        "text",
        "Doe, Jane; Roe, R.\n\nJournal of Harbours, 2008, 19, 221-228\n\n10.1000/ferry\n\nWe waited and waited.",
    ),
];

#[test]
fn a_work_is_the_same_in_every_form() {
    let ris = "TY  - JOUR\nTI  - The ferry: a study\nof piers\nAU  - Doe, Jane\nAU  - Roe, R.\nPY  - 2008/03//\n\
        JO  - Journal of Harbours\nVL  - 19\nSP  - 221\nEP  - 228\nDO  - 10.1000/ferry\nN2  - We waited and waited.\nER  - \n";
    let nbib = "PMID- 7\nTI  - The ferry: a study of\n      piers\nFAU - Doe, Jane\nAU  - Doe J\nFAU - Roe, R.\nDP  - 2008 Mar\n\
        JT  - Journal of Harbours\nVI  - 19\nPG  - 221-228\nLID - S1 [pii]\nAID - 10.1000/ferry [doi]\nAB  - We waited and waited.\n";
    let bib = "@string{joh = {Journal of Harbours}}\n@article{doe08,\n  title = {The ferry: a {study} of piers},\n  \
        author = {Doe, Jane and Roe, R.}, year = 2008, journal = joh, volume = 19, pages = {221--228},\n  \
        doi = {10.1000/ferry},\n  abstract = {We waited\n    and waited.}\n}\n";
    let xml = "<?xml version=\"1.0\" ?>\n<PubmedArticleSet>\n<PubmedArticle><MedlineCitation><PMID Version=\"1\">7</PMID>\
        <Article><Journal><JournalIssue><Volume>19</Volume><PubDate><Year>2008</Year><Month>Mar</Month></PubDate></JournalIssue>\
        <Title>Journal of Harbours</Title></Journal><ArticleTitle>The ferry: a <i>study</i>\n of piers</ArticleTitle>\
        <Pagination><MedlinePgn>221-228</MedlinePgn></Pagination><ELocationID EIdType=\"pii\">S1</ELocationID>\
        <Abstract><AbstractText>We waited and waited.</AbstractText></Abstract><AuthorList><Author><LastName>Doe</LastName>\
        <ForeName>Jane</ForeName><Initials>J</Initials></Author><Author><LastName>Roe</LastName><ForeName>R.</ForeName></Author>\
        </AuthorList></Article><CommentsCorrectionsList><CommentsCorrections><PMID>8</PMID></CommentsCorrections>\
        </CommentsCorrectionsList></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType=\"doi\">10.1000/ferry</ArticleId>\
        </ArticleIdList></PubmedData></PubmedArticle>\n</PubmedArticleSet>";
    let ciw = "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Doe, J\n   Roe, R\nAF Doe, Jane\n   Roe, R.\nTI The ferry: a study\n   \
        of piers\nSO Journal of Harbours\nAB We waited\n   and waited.\nCR Poe A, 2001, PIERS\nPY 2008\nVL 19\nBP 221\nEP 228\n\
        DI 10.1000/ferry\nUT WOS:7\nER\n\nEF";
    let enw = "%0 Journal Article\n%T The ferry: a study of piers\n%A Doe, Jane\n%A Roe, R.\n%J Journal of Harbours\n%V 19\n\
        %P 221-228\n%R 10.1000/ferry\n%D 2008\n%X We waited\nand waited.\n%M 7\n";
    let endnote = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?><xml><records><record><database name=\"l.enl\">l.enl</database>\
        <rec-number>7</rec-number><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author>\
        <style face=\"normal\">Doe, Jane</style></author><author>Roe, R.</author></authors><secondary-authors><author>Poe, Ann\
        </author></secondary-authors></contributors><titles><title><style face=\"normal\">The ferry: a </style>\
        <style face=\"italic\">study</style><style> of piers</style></title><secondary-title>J. Harbours</secondary-title></titles>\
        <periodical><full-title>Journal of Harbours</full-title></periodical><pages>221-228</pages><volume>19</volume><dates>\
        <year>2008</year></dates><abstract>We waited&#xD;and waited.</abstract><electronic-resource-num>10.1000/ferry\
        </electronic-resource-num></record></records></xml>";
    let csl = "[{\"id\": \"doe08\", \"type\": \"article-journal\", \"title\": \"The ferry: a study of piers\", \"author\": \
        [{\"family\": \"Doe\", \"given\": \"Jane\"}, {\"literal\": \"Roe, R.\"}], \"issued\": {\"date-parts\": [[2008, 3, 9]]}, \
        \"container-title\": \"Journal of Harbours\", \"volume\": \"19\", \"page\": \"221-228\", \"DOI\": \"10.1000/ferry\", \
        \"abstract\": \"We waited and waited.\"}]";
    let row = &read("a.json", csl)[0];
    assert_fields(row, &FIELDS);
    assert_fields(row, &[("id", "doe08"), ("date", "2008-03-09")]);
    for (name, content) in [
        ("a.ris", ris),
        ("a.nbib", nbib),
        ("a.bib", bib),
        ("a.xml", xml),
        ("a.ciw", ciw),
        ("a.enw", enw),
        ("e.xml", endnote),
    ] {
        let rows = read(name, content);
        assert_eq!(rows.len(), 1, "{name}");
        assert_fields(&rows[0], &FIELDS);
        let row = rows[0].as_ref().unwrap();
        assert_eq!(row.get("id").unwrap(), None);
    }
    assert_fields(
        &read("a.ris", ris)[0],
        &[("TI", "The ferry: a study of piers"), ("PY", "2008/03//")],
    );
    for (name, content) in [("a.nbib", nbib), ("a.xml", xml)] {
        let fields = [("key", "7"), ("PMID", "7"), ("DP", "2008 Mar")];
        assert_fields(&read(name, content)[0], &fields);
    }
    assert_fields(&read("a.bib", bib)[0], &[("key", "doe08")]);
    assert_fields(
        &read("a.ciw", ciw)[0],
        &[("key", "WOS:7"), ("AU", "Doe, J; Roe, R")],
    );
    assert_fields(&read("a.enw", enw)[0], &[("key", "7"), ("%D", "2008")]);
    assert_fields(&read("e.xml", endnote)[0], &[("key", "7")]);
}

#[test]
fn groups_are_authors_behind_the_people() {
    let ciw = |fields: &str| format!("PT J\n{fields}TI One\nER\n\nEF\n");
    let xml = |names: &str| {
        format!(
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>One</ArticleTitle><AuthorList>\
             {names}</AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
        )
    };
    let group = "<Author><CollectiveName>Pier Society</CollectiveName></Author>";
    let person = "<Author><LastName>Doe</LastName><ForeName>Jane</ForeName></Author>";
    for (name, alone, with_people) in [
        (
            "a.nbib",
            "PMID- 1\nTI  - One\nCN  - Pier Society\n".to_owned(),
            "PMID- 1\nTI  - One\nFAU - Doe, Jane\nAU  - Doe J\nCN  - Pier Society\n".to_owned(),
        ),
        ("a.xml", xml(group), xml(&format!("{group}{person}"))),
        (
            "a.ciw",
            ciw("CA Pier Society\n"),
            ciw("AU Doe, J\nAF Doe, Jane\nCA Pier Society\n"),
        ),
    ] {
        let expected = [
            (alone, "Pier Society"),
            (with_people, "Doe, Jane; Pier Society"),
        ];
        for (content, author) in expected {
            assert_fields(&read(name, content)[0], &[("author", author)]);
        }
    }
}

#[test]
fn the_number_of_an_article_without_pages_stands_for_them() {
    let endnote = |fields: &str| {
        format!(
            "<xml><records><record><titles><title>One</title></titles>{fields}</record></records></xml>"
        )
    };
    for (name, article, with_pages) in [
        (
            "a.ris",
            "TY  - JOUR\nTI  - One\nC7  - e35123\nER  - \n".to_owned(),
            "TY  - JOUR\nTI  - One\nC7  - e35123\nSP  - 1\nEP  - 9\nER  - \n".to_owned(),
        ),
        (
            "a.bib",
            "@article{a, title = {One}, eid = {e35123}}\n".to_owned(),
            "@article{a, title = {One}, art_number = {e35123}, pages = {1--9}}\n".to_owned(),
        ),
        (
            "a.enw",
            "%0 Journal Article\n%T One\n%] e35123\n".to_owned(),
            "%0 Journal Article\n%T One\n%] e35123\n%P 1-9\n".to_owned(),
        ),
        (
            "a.xml",
            endnote("<custom7>e35123</custom7>"),
            endnote("<custom7>e35123</custom7><pages>1-9</pages>"),
        ),
    ] {
        for (content, pages) in [(article, "e35123"), (with_pages, "1-9")] {
            assert_fields(&read(name, content)[0], &[("pages", pages)]);
        }
    }
}

#[test]
fn what_stands_around_the_records_of_web_of_science_is_kept_and_is_none() {
    let record = |title: &str| format!("PT J\nAU Doe, J\nTI {title}\nPY 2008\nER\n\n");
    let head = "\u{feff}FN Clarivate Analytics Web of Science\nVR 1.0\n";
    let one = format!("{head}{}{}EF", record("One"), record("Two"));
    let both = format!("{one}\n{head}{}EF\n", record("Three"));
    let rows = read("a.ciw", &both);
    assert_eq!(titles(&rows), ["One", "Two", "Three"]);
    assert_eq!(copied("a.ciw", &both, &[1, 2, 3]), both);
    let rest = format!("{head}{}EF\n{head}EF\n", record("One"));
    assert_eq!(copied("a.ciw", &both, &[1]), rest);
    // A record that was cut short ends where the next one begins, or with the file.
    let cut = both
        .replacen("ER\n\n", "", 1)
        .replacen("ER\n\nEF\n", "EF\n", 1);
    let (rows, remarks) = read_with_remarks("a.ciw", &cut);
    assert_eq!(titles(&rows), ["One", "Two", "Three"]);
    assert_eq!(
        remarks,
        [
            "a.ciw:3: 2 references are without a last line (ER), of which this is the first; each was read up to where the next one begins"
        ]
    );
}

#[test]
fn records_of_endnote_are_parted_by_blank_lines() {
    let library = "%0 Journal Article\n%T One\n%A Doe, Jane\n%X A part.\n\nAnother part.\n%K piers\nferries\n\n\
        %T Two\n%A Roe, R.\n\n%0 Book\n%T Three\n";
    let rows = read("a.enw", library);
    assert_eq!(titles(&rows), ["One", "Two", "Three"]);
    assert_fields(
        &rows[0],
        &[
            ("abstract", "A part. Another part."),
            ("keywords", "piers; ferries"),
        ],
    );
    assert_eq!(
        copied("a.enw", library, &[1, 3]),
        library.replace("%T Two\n%A Roe, R.\n\n", "")
    );
}

#[test]
fn records_of_web_of_science_and_endnote_are_not_taken_for_those_of_ris() {
    let ris = "TY  - JOUR\nTI  - One\nER  - \n\n";
    let library = format!(
        "{ris}PT J\nTI Two\nER\n\n%0 Book\n%T Three\n\n{ris}TY  - JOUR\nTI  - Open\n\n%0 Book\n%T Four\n"
    );
    let rows = read("a.ris", &library);
    let (good, bad): (Vec<_>, Vec<_>) = rows.into_iter().partition(Result::is_ok);
    assert_eq!(titles(&good), ["One", "One", "Open"]);
    let said: Vec<String> = bad.iter().map(message).collect();
    let other = |line: u8, found: &str, ending: &str| {
        format!(
            "a.ris:{line}: a {found} record begins here; expected one that begins with TY; put the {found} records into a file of their own ({ending})"
        )
    };
    assert_eq!(
        said[..3],
        [
            other(5, "Web of Science", ".ciw"),
            other(9, "EndNote", ".enw"),
            other(19, "EndNote", ".enw")
        ]
    );
    assert_eq!(copied("a.ris", &library, &[1, 4, 5]), library);
}

#[test]
fn a_damaged_record_of_endnotes_xml_costs_no_other() {
    let record = |title: &str| format!("<record><titles><title>{title}</title></titles></record>");
    let xml = format!(
        "<xml><records>{}<record><titles><title>Two</titles></record>\n{}<note/></records></xml>",
        record("One"),
        record("Three")
    );
    let (rows, remarks) = read_with_remarks("a.xml", &xml);
    assert_eq!(titles(&rows), ["One", "-", "Three"]);
    assert_eq!(
        remarks,
        [
            "a.xml:2: 1 element beside the records was skipped, of which 'note' is the first; records of PubMed and EndNote are the only XML that is read"
        ]
    );
    assert_eq!(copied("a.xml", &xml, &[1, 2, 3]), xml);
    // Lists of records of other programs are none of EndNote's.
    let marc = format!("<collection>{}</collection>", record("One"));
    assert_eq!(titles(&read("a.xml", marc)), ["-"]);
}

#[test]
fn objects_that_are_no_references_stay_as_they_are() {
    let lines = "{\"title\": \"One\", \"author\": [1, {}], \"issued\": {\"on\": 1}}\n\
        {\"text\": \"Two\", \"title\": \"T\", \"author\": [{\"family\": \"Doe\"}]}\n\
        {\"title\": [\"Three\"], \"author\": [{\"family\": \"Doe\"}], \"issued\": {\"raw\": \"May 2008\"}}\n\
        {\"Content\": \"Four\", \"type\": \"post\", \"title\": \"T\", \"author\": [{\"name\": \"Doe\"}]}\n\
        {\"title\": \"Five\", \"author\": [{\"name\": \"Doe\"}]}\n";
    let rows = read("a.jsonl", lines);
    let columns = |row: &Result<Row>| {
        let row = row.as_ref().unwrap();
        row.columns()
            .map(String::from)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(columns(&rows[0]), "author issued title");
    assert_eq!(columns(&rows[1]), "author text title");
    assert_fields(
        &rows[2],
        &[
            ("title", "Three"),
            ("author", "Doe"),
            ("year", "2008"),
            ("date", "May 2008"),
        ],
    );
    assert_eq!(columns(&rows[3]), "Content author title type");
    assert_eq!(columns(&rows[4]), "author title");
}

#[test]
fn abbreviations_use_what_was_defined_before_them() {
    let bib = "@string{JOH = {Journal} # { of } # h, h = {Harbours}}\n@string{joh = {Journal of } # h, own = own}\n\
        @misc{a, journal = Joh, month = JAN, title = \"On \" # H}\n@misc{b, title = own}\n@string{H = {Ports}}\n@misc{c, title = h}\n";
    let rows = read("a.bib", bib);
    let fields = [
        ("journal", "Journal of Harbours"),
        ("month", "January"),
        ("title", "On Harbours"),
    ];
    assert_fields(&rows[0], &fields);
    assert_fields(&rows[1], &[("title", "own")]);
    assert_fields(&rows[2], &[("title", "Ports")]);
    // Each is twice as long as the one before it.
    let doubled = |n| format!("@string{{a{} = a{n} # a{n}}}\n", n + 1);
    let doubled: String = (0..40).map(doubled).collect();
    let bomb = format!(
        "@string{{a0 = {{pier}}}}\n{doubled}@misc{{a, title = a1}}\n@misc{{b, title = a40}}\n"
    );
    let rows = read("a.bib", bomb);
    assert_fields(&rows[0], &[("title", "pierpier")]);
    assert_fields(&rows[1], &[("title", "a40")]);
    let many = vec!["long"; 1 << 10].join(" # ");
    let long = format!(
        "@string{{long = {{{}}}}}\n@misc{{a, title = {many}}}\n",
        "pier ".repeat(1 << 14)
    );
    assert_eq!(
        message(&read("a.bib", long)[0]),
        "a.bib:2: the record has more than 16,777,216 bytes, the limit of a document; shorten or remove it"
    );
}

#[test]
fn a_dollar_sign_is_text_where_no_formula_begins() {
    for (value, text) in [
        (
            "{Wind power costs $5 million a year}",
            "Wind power costs $5 million a year",
        ),
        ("{{$}7 a day}", "$7 a day"),
        ("{Of $x^2$ and \\$5 to $6}", "Of x2 and $5 to $6"),
        ("\"From $5 on\" # { to $6}", "From $5 on to $6"),
        ("price", "It costs $5"),
        ("price # { or $6}", "It costs $5 or $6"),
        ("url # { or $6}", "It costs $7 or $6"),
        ("{Costs $5 and {\\$}6 a day}", "Costs $5 and $6 a day"),
        ("{$x_{n}$ of {$5}}", "xn of $5"),
    ] {
        let file = format!(
            "@string{{price = {{It costs $5}}}}\n@string{{url = {{It costs $7}}}}\n@article{{a, title = {value}, url = {{http://a.org/$b}}}}\n"
        );
        let rows = read("d.bib", file);
        assert_fields(&rows[0], &[("title", text), ("url", "http://a.org/$b")]);
    }
}

#[test]
fn what_braces_hold_together_is_one_author() {
    for (author, expected) in [
        ("{{Johnson and Johnson}}", "Johnson and Johnson"),
        (
            "{Doe, Jane and {Barnes and Noble}\n and R{\\'e}my, A.}",
            "Doe, Jane; Barnes and Noble; Rémy, A.",
        ),
        ("\"{Doe} and {Roe}\"", "Doe; Roe"),
    ] {
        let bib = format!("@misc{{a, author = {author}}}");
        assert_fields(&read("a.bib", bib)[0], &[("author", expected)]);
    }
}

#[test]
fn markup_and_other_character_sets_are_text() {
    let bib =
        r#"@book{a, title = {{\"U}ber {\'e}t{\'e} -- na\"{\i}ve}, author = "M{\"u}ller, K."}"#;
    assert_fields(&read("a.bib", bib)[0], &[("author", "Müller, K.")]);
    let latin = b"TY  - BOOK\r\nTI  - D\xE9j\xE0 lu, un caf\xE9\r\nER  - \r\n";
    assert_fields(&read("a.ris", latin)[0], &[("title", "Déjà lu, un café")]);
}

#[test]
fn lines_of_old_macintosh_files_end_with_a_return() {
    let ris =
        "TY  - JOUR\nTI  - The ferry\nand the pier\nER  - \n\nTY  - BOOK\nTI  - Two\nER  - \n";
    let nbib = "PMID- 1\nTI  - The ferry\n      and the pier\n\nPMID- 2\nTI  - Two\n";
    let bib = "@misc{a, % one\n title = {The ferry\n and the pier}\n}\n@misc{b, title = {Two}}\n";
    for (name, content) in [("a.ris", ris), ("a.nbib", nbib), ("a.bib", bib)] {
        let rows = read(name, content.replace('\n', "\r"));
        assert_eq!(rows.len(), 2, "{name}");
        assert_fields(&rows[0], &[("title", "The ferry and the pier")]);
        assert_fields(&rows[1], &[("title", "Two")]);
    }
    // Exports of two systems in one file.
    let both = "TY  - JOUR\rTI  - One\rER  - \rTY  - JOUR\nTI  - Two\nER  - \nTY  - JOUR\r\nTI  - Three\r\nER  - \r\n";
    let rows = read("a.ris", both);
    assert_eq!(rows.len(), 3);
    for (row, title) in rows.iter().zip(["One", "Two", "Three"]) {
        assert_fields(row, &[("title", title)]);
    }
    // Written twice as text, lines have a return too many, and no more lines.
    let rows = read("a.nbib", nbib.replace('\n', "\r\r\n"));
    assert_fields(&rows[0], &[("title", "The ferry and the pier")]);
}

#[test]
fn articles_and_books_of_pubmed_have_what_is_said_of_them() {
    let article = |inside: &str| {
        format!(
            "<PubmedArticle><MedlineCitation><Article>{inside}</Article></MedlineCitation></PubmedArticle>"
        )
    };
    let xml = article(
        "<ArticleTitle>A &lt; B &amp; &#233; &unknown;</ArticleTitle><Abstract><AbstractText Label=\"AIMS\">To wait.</AbstractText>\
         <AbstractText Label=\"RESULTS > 0\">We waited.</AbstractText></Abstract><AuthorList><Author><CollectiveName>The Pier Group\
         </CollectiveName></Author></AuthorList>",
    );
    let book = "<PubmedBookArticle><BookDocument><PMID>9</PMID><Book><BookTitle>Harbours</BookTitle><PubDate><Year>1999</Year>\
        </PubDate><AuthorList Type=\"editors\"><Author><LastName>Ed</LastName></Author></AuthorList></Book><AuthorList><Author>\
        <LastName>Doe</LastName></Author></AuthorList></BookDocument></PubmedBookArticle>";
    let rows = read(
        "a.xml",
        format!("<PubmedArticleSet>{xml}{book}</PubmedArticleSet>"),
    );
    assert_eq!(rows.len(), 2);
    let fields = [
        ("title", "A < B & é"),
        ("abstract", "AIMS: To wait. RESULTS > 0: We waited."),
        ("CN", "The Pier Group"),
    ];
    assert_fields(&rows[0], &fields);
    let fields = [
        ("title", "Harbours"),
        ("author", "Doe"),
        ("year", "1999"),
        ("key", "9"),
    ];
    assert_fields(&rows[1], &fields);
}

#[test]
fn editors_are_no_authors_and_those_of_a_book_are_authors_of_what_names_none() {
    let list = |kind: &str, name: &str| {
        format!(
            "<AuthorList Type=\"{kind}\"><Author><LastName>{name}</LastName></Author></AuthorList>"
        )
    };
    let book = |of_book: &str, of_document: &str| {
        let xml = format!(
            "<PubmedBookArticle><BookDocument><Book>{of_book}</Book>{of_document}</BookDocument></PubmedBookArticle>"
        );
        read("a.xml", xml).remove(0).unwrap()
    };
    let row = book(&list("authors", "Doe"), &list("editors", "Ed"));
    assert_eq!(row.get("author").unwrap(), Some("Doe"));
    assert_eq!(row.get("FED").unwrap(), Some("Ed"));
    let row = book(
        &(list("authors", "Doe") + &list("editors", "Ed")),
        &list("authors", "Roe"),
    );
    assert_eq!(row.get("author").unwrap(), Some("Roe"));
    let row = book(&list("editors", "Ed"), "");
    assert_eq!(row.get("author").unwrap(), None);
}

#[test]
fn elements_nested_without_end_are_passed_over() {
    let deep = 1 << 16;
    let xml = format!(
        "<PubmedArticle>{}{}<Article><ArticleTitle>One</ArticleTitle></Article></PubmedArticle>",
        "<a>".repeat(deep),
        "</a>".repeat(deep)
    );
    assert_fields(&read("a.xml", xml)[0], &[("title", "One")]);
}

#[test]
fn comments_and_cdata_hold_no_tags() {
    let article = |title: &str| {
        format!(
            "<PubmedArticle><Article><ArticleTitle>{title}</ArticleTitle></Article></PubmedArticle>\n"
        )
    };
    let one = article(
        "One <![CDATA[</PubmedArticle> > & <PubmedArticle>]]> ends<!-- <PubmedArticle>> -->",
    );
    let xml = format!(
        "<PubmedArticleSet>\n<!--> \r{} -->\n{one}<!-- </PubmedArticleSet> -->{}</PubmedArticleSet>",
        article("No"),
        article("Two"),
    );
    let rows = read("a.xml", xml);
    assert_eq!(rows.len(), 2);
    let title = "One </PubmedArticle> > & <PubmedArticle> ends";
    assert_fields(&rows[0], &[("title", title)]);
    assert_fields(&rows[1], &[("title", "Two")]);
    // As many ends of tags as bytes.
    let long = format!("<!--{}-->{}", ">".repeat(1 << 20), article("One"));
    assert_fields(&read("a.xml", long)[0], &[("title", "One")]);
    for (open, name) in [("<!-- ", "comment"), ("<![CDATA[", "CDATA section")] {
        let rows = read(
            "a.xml",
            article("One") + "<PubmedArticle>" + open + &article("Two"),
        );
        assert_eq!(rows.len(), 2);
        assert_eq!(
            message(&rows[1]),
            format!(
                "a.xml:2: the reference cannot be read: its {name} has no end; correct or remove it"
            )
        );
    }
}

#[test]
fn articles_are_counted_by_lines_of_every_system() {
    let bad = "<PubmedArticle><A></PubmedArticle>\n";
    for end in ["\n", "\r\n", "\r"] {
        let xml = format!("<PubmedArticleSet>\n\n{bad}{bad}</PubmedArticleSet>\n");
        let rows = read("a.xml", xml.replace('\n', end));
        assert!(
            message(&rows[0]).starts_with("a.xml:3: "),
            "{}",
            message(&rows[0])
        );
        assert!(
            message(&rows[1]).starts_with("a.xml:4: "),
            "{}",
            message(&rows[1])
        );
    }
}

proptest! {
    #[test]
    fn lines_of_any_ends_are_those_of_newlines(
        which in prop::collection::vec((0..7usize, 0..3usize), 1..40),
    ) {
        const LINES: [&str; 7] =
            ["PMID- 1", "TI  - One", "      goes on", "", "AB  - Words", "AU  - Doe J", "free text"];
        const ENDS: [&str; 3] = ["\n", "\r\n", "\r"];
        let (mut mixed, mut plain) = (String::new(), String::new());
        for (line, end) in which {
            // Behind a return an empty line that ends with a newline is none.
            let end = if LINES[line].is_empty() && mixed.ends_with('\r') { 2 } else { end };
            mixed += &format!("{}{}", LINES[line], ENDS[end]);
            plain += &format!("{}\n", LINES[line]);
        }
        let cells = |content: &str| -> Vec<_> {
            let rows = read("a.nbib", content).into_iter();
            rows.map(|row| row.map_or_else(|e| e.kind().to_string(), |row| format!("{:?}", row.cells))).collect()
        };
        prop_assert_eq!(cells(&mixed), cells(&plain));
    }
}

proptest! {
    #[test]
    fn a_file_whose_records_are_all_kept_comes_back_byte_for_byte(
        which in prop::collection::vec((0..22usize, 0..4usize), 1..40),
    ) {
        const PARTS: [&str; 22] = [
            "TY  - JOUR", "TI  - One", "ER  - ", "er  -", "  AU  - Doe", "AB  - words", "", "text", "NL  - J",
            "PMID- 1", "OWN - NLM", "      goes on", "@misc{a, title={One}}", "@article(b, title=\"T)\",",
            "}", "{", ")", "@comment{x", "@string{j = {J}}", "year = 2001,", "% note", "\u{feff}été @ x",
        ];
        const ENDS: [&str; 4] = ["\n", "\r\n", "\r", ""];
        let content: String = which.iter().flat_map(|&(part, end)| [PARTS[part], ENDS[end]]).collect();
        for name in ["a.ris", "a.nbib", "a.bib"] {
            let rows = read(name, &content);
            let is_record = |row: &&Result<Row>| !row.as_ref().is_err_and(|error| match error.kind() {
                ErrorKind::Input(kind) => kind.leaves_nothing_out() || *kind == InputError::Empty,
                _ => false,
            });
            let count = rows.iter().filter(is_record).count() as u64;
            prop_assert_eq!(&copied(name, &content, &(1..=count).collect::<Vec<_>>()), &content);
            // Each record is in one place: what is written with it and without it is all there is.
            let around = copied(name, &content, &[]).len();
            let sizes = (1..=count).map(|row| copied(name, &content, &[row]).len() - around);
            prop_assert_eq!(sizes.sum::<usize>() + around, content.len());
        }
    }
}

#[test]
fn a_broken_article_costs_no_other() {
    let bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n";
    let title = |title: &str| format!("<Article><ArticleTitle>{title}</ArticleTitle></Article>");
    let xml = format!(
        "{bomb}<PubmedArticleSet>\n<PubmedArticle>{}</PubmedArticle>\n<PubmedArticle><Article></PubmedArticle>\n\
         <PubmedArticle>{}\n<PubmedArticle>{}</PubmedArticle>\n<PubmedArticle>{}\n",
        title("One &b;"),
        title("open"),
        title("Two"),
        title("cut"),
    );
    let rows = read("a.xml", &xml);
    assert_eq!(rows.len(), 5);
    assert_fields(&rows[0], &[("title", "One")]);
    assert_fields(&rows[3], &[("title", "Two")]);
    let cannot = "the reference cannot be read:";
    assert!(message(&rows[1]).starts_with(&format!("a.xml:4: {cannot} ")));
    for (row, line) in [(2, 5), (4, 7)] {
        let told = format!(
            "a.xml:{line}: {cannot} it has no end, as in a file that is cut short; correct or remove it"
        );
        assert_eq!(message(&rows[row]), told);
    }
    let long = format!(
        "<PubmedArticle>{}</PubmedArticle>\n<PubmedArticle>{}</PubmedArticle>",
        "<i>some words of a text</i>".repeat(1 << 20),
        title("Two")
    );
    let rows = read("a.xml", long);
    assert_eq!(
        message(&rows[0]),
        "a.xml:1: the record has more than 16,777,216 bytes, the limit of a document; shorten or remove it"
    );
    assert_fields(&rows[1], &[("title", "Two")]);
    let rows = read("a.xml", b"<PubmedArticle><A>\xFF</A></PubmedArticle>");
    assert_eq!(
        message(&rows[0]),
        "a.xml:1: not valid UTF-8 at byte 18; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding"
    );
    for (content, told) in [
        (
            "<html><p>The ferry waits.</p></html>",
            "it contains no record of PubMed or EndNote (no element PubmedArticle, no record in records); their exports are the only XML that is read; convert or remove it",
        ),
        (
            "<PubmedArticleSet></PubmedArticleSet>",
            "it contains no record of PubMed or EndNote (no element PubmedArticle, no record in records); their exports are the only XML that is read; convert or remove it",
        ),
        (" \n", "the input is empty; fill or remove it"),
    ] {
        let rows = read("a.xml", content);
        assert_eq!(rows.len(), 1);
        assert_eq!(message(&rows[0]), format!("a.xml: {told}"));
    }
}

#[test]
fn a_file_that_is_cut_short_says_so() {
    let records = |record: fn(u32) -> String| (0..200).map(record).collect::<String>();
    let contents = [
        (
            "a.ris.gz",
            records(|n| format!("TY  - JOUR\nTI  - Ferry {}\nER  - \n\n", n * 7919)),
        ),
        (
            "a.nbib.gz",
            records(|n| format!("PMID- {}\nTI  - Ferry\n\n", n * 7919)),
        ),
        (
            "a.bib.gz",
            records(|n| format!("@misc{{a{}, title = {{Ferry}}}}\n\n", n * 7919)),
        ),
        (
            "a.xml.gz",
            records(|n| format!("<PubmedArticle><PMID>{}</PMID></PubmedArticle>\n", n * 7919)),
        ),
    ];
    for (name, content) in contents {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content.as_bytes()).unwrap();
        let bytes = encoder.finish().unwrap();
        assert!(read(name, &bytes).iter().all(Result::is_ok), "{name}");
        for cut in (20..bytes.len()).step_by(5) {
            let rows = read(name, &bytes[..cut]);
            let told = message(rows.last().unwrap());
            assert!(
                told.contains("the file is cut short"),
                "{name} {cut}: {told}"
            );
        }
    }
    let open = "<PubmedArticleSet>\n<PubmedArticle></PubmedArticle>\n";
    let told =
        "PubmedArticleSet begins here and never ends; the file may be cut short, copy it again";
    assert_eq!(message(&read("a.xml", open)[1]), format!("a.xml:1: {told}"));
}

#[test]
fn lines_that_go_on_with_a_field_may_be_blank() {
    let nbib = "PMID- 1\nTI  - One\n      \n      and two\nVI  - 19\n\nPMID- 2\n";
    let rows = read("a.nbib", nbib);
    assert_eq!(rows.len(), 2);
    assert_fields(&rows[0], &[("title", "One and two"), ("volume", "19")]);
    let ris = "TY  - JOUR\nDO  - \n10.1/x\nAB  - One\n\nand two\nER  - \n";
    let fields = [("doi", "10.1/x"), ("abstract", "One and two")];
    assert_fields(&read("a.ris", ris)[0], &fields);
}

#[test]
fn a_broken_record_costs_no_other() {
    let bib = "@article{a, title = {Open {one},\n@article{b, title = {Two}}\n@article{c title}\n@misc{d, title = nowhere}\n@misc{e, title={E}}@misc{f, title={F}}\n@misc{g, title={G}}\n";
    let rows = read("a.bib", bib);
    assert_eq!(titles(&rows), ["-", "Two", "-", "nowhere", "E", "F", "G"]);
    for (row, told) in [
        (
            0,
            "a.bib:1: the reference cannot be read: its closing brace is missing; correct or remove it",
        ),
        (
            2,
            "a.bib:3: the reference cannot be read: expected comma; correct or remove it",
        ),
    ] {
        assert_eq!(message(&rows[row]), told);
    }
    let deep = format!(
        "@misc{{a, title = {}x{}}}",
        "{".repeat(100_000),
        "}".repeat(100_000)
    );
    assert_eq!(
        message(&read("a.bib", deep)[0]),
        "a.bib:1: the reference cannot be read: its braces are nested more than 50 deep; correct or remove it"
    );
    // A record without an end, and one that is too long.
    let ris = format!(
        "TY  - JOUR\nTI  - One\nTY  - JOUR\nAB  - {}\n{}ER  - \nTY  - JOUR\nTI  - Three",
        "x".repeat(1 << 20),
        "KW  - words of some length\n".repeat(700_000)
    );
    let (rows, remarks) = read_with_remarks("a.ris", ris);
    assert_eq!(rows.len(), 3);
    assert_fields(&rows[0], &[("title", "One")]);
    assert_eq!(
        remarks[1],
        "a.ris:1: 1 reference is without a last line (ER), of which this is the first; each was read up to where the next one begins"
    );
    assert_eq!(
        message(&rows[1]),
        "a.ris:3: the record has more than 16,777,216 bytes, the limit of a document; shorten or remove it"
    );
    assert_fields(&rows[2], &[("title", "Three")]);
    let rows = read("a.ris", b"\xC3\xA9\xC3\xA8\xC3\xA9\xC3\xA8\nTY  - JOUR\nTI  - \xFF\nER  - \nTY  - JOUR\nTI  - Two\n");
    assert_eq!(
        message(&rows[0]),
        "a.ris:3: not valid UTF-8 at byte 6; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding"
    );
    assert_fields(&rows[1], &[("title", "Two")]);
    assert_eq!(
        message(&read("a.ris", "no record")[0]),
        "a.ris: there is no reference in it: no line begins with TY; correct the file, or its extension if it is of another format"
    );
    for (name, first) in [("a.nbib", "PMID"), ("a.bib", "@")] {
        let rows = read(name, "no record\n\nat all\n");
        assert_eq!(rows.len(), 1);
        let expected =
            format!("{name}: there is no reference in it: no line begins with {first}; ");
        assert!(message(&rows[0]).starts_with(&expected));
    }
    let blank = message(&read("a.ris", "\n  \n")[0]);
    assert_eq!(blank, "a.ris: the input is empty; fill or remove it");
}

#[test]
fn a_record_begins_with_any_field_and_ends_with_its_last_line_or_where_another_begins() {
    let ended = "AU  - Doe\nTI  - One\nTY  - JOUR\nPY  - 2001\nER  - \n\nDB  - X\nTY  - JOUR\nTI  - Two\nER  -\n";
    let open = "AU  - Doe\nTI  - One\nTY  - JOUR\n\nKW  - x\n\nAU  - Roe\nTI  - Two\nTY  - JOUR\n";
    let doubled = "TY  - JOUR\n\nTI  - One\n\nAU  - Doe\n\nTY  - JOUR\n\nTI  - Two\n\n";
    let untyped = "TI  - One\nAU  - Doe\n\nTI  - Two\nAU  - Roe\nER  - \n";
    let twice = "TY  - JOUR\nTY  - Article\nTI  - One\nER  - \nTI  - Two\nER  - \n";
    let nbib = "OWN - NLM\nPMID- 1\nTI  - One\n\nOWN - NLM\nTI  - Two\nPMID- 2\n";
    let joined = "PMID- 1\nTI  - One\nSO  - J. 2019.PMID- 2\nTI  - Two\n";
    for (name, content, open_records) in [
        ("a.ris", ended, 0),
        ("a.ris", open, 2),
        ("a.ris", doubled, 2),
        ("a.ris", untyped, 1),
        ("a.ris", twice, 0),
        ("a.nbib", nbib, 0),
        ("a.nbib", joined, 0),
    ] {
        let (rows, remarks) = read_with_remarks(name, content);
        assert_eq!(titles(&rows), ["One", "Two"], "{content}");
        assert_eq!(copied(name, content, &[1, 2]), content);
        let told = match open_records {
            0 => vec![],
            1 => vec![
                "a.ris:1: 1 reference is without a last line (ER), of which this is the first; each was read up to where the next one begins",
            ],
            _ => vec![
                "a.ris:1: 2 references are without a last line (ER), of which this is the first; each was read up to where the next one begins",
            ],
        };
        assert_eq!(remarks, told, "{content}");
    }
    let rows = read("a.ris", open);
    assert_fields(&rows[0], &[("author", "Doe"), ("keywords", "x")]);
    assert_fields(&read("a.ris", ended)[1], &[("DB", "X")]);
    let without_first = ended.split_once("\n\n").unwrap().1;
    assert_eq!(copied("a.ris", ended, &[2]), without_first);
}

#[test]
fn what_stands_between_records_is_counted_and_copied() {
    let file = "Provider: a database\nTY  - JOUR\nTI  - One\nER  -\n\nTI  - Two\nAU  - Storm, A.\nER  -\nER  -\nTY  - BOOK\nTI  - Three\nER  -\nTI  - Four\n";
    let (rows, remarks) = read_with_remarks("a.ris", file);
    assert_eq!(titles(&rows), ["One", "Two", "Three", "Four"]);
    assert_eq!(
        remarks,
        [
            "a.ris:1: 2 lines of text between the references were skipped, of which this is the first; correct what was meant to be a reference",
            "a.ris:13: the last reference begins here and has no last line (ER); the file may be cut short, copy it again",
        ]
    );
    assert_eq!(copied("a.ris", file, &[1, 2, 3, 4]), file);
    let without_three = file.replace("TY  - BOOK\nTI  - Three\nER  -\n", "");
    assert_eq!(copied("a.ris", file, &[1, 2, 4]), without_three);
    // Ovid's journal behind the end goes with its record.
    let ovid = "1.\nTY  - JOUR\nT1  - One\nER  -\nNL  - J\n\nLink\n\n2.\nTY  - JOUR\nT1  - Two\nER  -\nNL  - K\n";
    let (rows, remarks) = read_with_remarks("a.ris", ovid);
    assert_eq!(titles(&rows), ["One", "Two"]);
    assert_fields(&rows[0], &[("NL", "J")]);
    assert!(remarks[0].starts_with("a.ris:1: 3 lines of text between the references were"));
    assert_eq!(
        copied("a.ris", ovid, &[2]),
        ovid.replace("TY  - JOUR\nT1  - One\nER  -\nNL  - J\n\n", "")
    );
    let bib = "% jabref\n#article{a, title={No}}\n@comment x\n@misc{b, title={One}}, text\nmail me @ home\n@preamble{\"x\" # y}\n  @misc{c, title={Two}},\n";
    let (rows, remarks) = read_with_remarks("a.bib", bib);
    assert_eq!(titles(&rows), ["One", "Two"]);
    assert_eq!(
        remarks,
        [
            "a.bib:2: 3 lines of text between the references were skipped, of which this is the first; correct what was meant to be a reference"
        ]
    );
    assert_eq!(copied("a.bib", bib, &[1, 2]), bib);
}

#[test]
fn elements_beside_the_articles_of_pubmed_are_counted() {
    let article =
        "<PubmedArticle><Article><ArticleTitle>One</ArticleTitle></Article></PubmedArticle>\n";
    let xml = format!(
        "<PubmedArticleSet>\n<DeleteCitation><PMID>1</PMID></DeleteCitation>\n{article}<!-- no --><Note/>{article}</PubmedArticleSet>\n"
    );
    let (rows, remarks) = read_with_remarks("a.xml", &xml);
    assert_eq!(titles(&rows), ["One", "One"]);
    assert_eq!(
        remarks,
        [
            "a.xml:2: 2 elements beside the records were skipped, of which 'DeleteCitation' is the first; records of PubMed and EndNote are the only XML that is read"
        ]
    );
    assert_eq!(copied("a.xml", &xml, &[1, 2]), xml);
}

#[test]
fn tags_may_be_indented_in_small_letters_or_behind_tabs() {
    let ris = "TY  - JOUR\nTI  - One\nAB  - pH\n  - 7\nER  - \n";
    let forms: [fn(&str) -> String; 4] = [
        |it| it.replace("  -", "\t-"),
        |it| it.replace("  -", " -"),
        |it| it.to_lowercase(),
        |it| it.lines().map(|line| format!("  {line}\n")).collect(),
    ];
    for form in forms {
        let content = form(ris).repeat(2);
        let rows = read("a.ris", &content);
        assert_eq!(rows.len(), 2, "{content}");
        assert_fields(
            &rows[1],
            &[(
                "TI",
                if content.contains("one") {
                    "one"
                } else {
                    "One"
                },
            )],
        );
        assert_eq!(copied("a.ris", &content, &[1, 2]), content);
    }
    // In a regular record such a line is text.
    let text = "TY  - JOUR\nAB  - One\nph  - 7\n  TI  - Two\nTI  - Three\nER  - \n";
    let fields = [("AB", "One ph  - 7 TI  - Two"), ("TI", "Three")];
    assert_fields(&read("a.ris", text)[0], &fields);
}

#[test]
fn entries_are_read_wherever_and_however_they_stand() {
    let bib = "@string(j = \"Journal\")@article(a, title={One}, journal=j, note=\"a) b\")@misc{b,title={Two}, month=march}\n\
        @comment{@misc{x, title={No}}\n@misc{y,\n title={No}}\n}\n@Article\n{ c d ,\n title = {Three}\n author={A}}\n\
        @misc{\ntitle={Four}}\n@misc{,title={Five}}\n@comment{open\n@misc{e,title=\"The {\"}old{\"} one\",,}\n";
    let (rows, remarks) = read_with_remarks("a.bib", bib);
    assert_eq!(
        titles(&rows),
        ["One", "Two", "Three", "Four", "Five", "The \"old\" one"]
    );
    assert!(remarks.is_empty(), "{remarks:?}");
    assert_fields(&rows[0], &[("journal", "Journal"), ("note", "a) b")]);
    assert_fields(&rows[1], &[("month", "march")]);
    assert_fields(&rows[2], &[("key", "c d"), ("author", "A")]);
    assert_eq!(copied("a.bib", bib, &[1, 2, 3, 4, 5, 6]), bib);
    let without_one = bib.replace("@article(a, title={One}, journal=j, note=\"a) b\")", "");
    assert_eq!(copied("a.bib", bib, &[2, 3, 4, 5, 6]), without_one);
    // In another character set the places are those of its bytes.
    let folder = tempfile::tempdir().unwrap();
    let text = "@misc{a, title={Déjà lu, été}}@misc{b, title={Un café où}}\n";
    let latin = encoding_rs::WINDOWS_1252.encode(text).0;
    let (path, copy) = (folder.path().join("l.bib"), folder.path().join("copy"));
    std::fs::write(&path, &latin).unwrap();
    let mut out = OutputFile::create(&copy).unwrap();
    rows::copy(&path, &TableOptions::default(), &[2], &mut out)
        .unwrap()
        .unwrap();
    out.finish().unwrap();
    let second = &text[text.find("@misc{b").unwrap()..];
    assert_eq!(
        std::fs::read(&copy).unwrap(),
        *encoding_rs::WINDOWS_1252.encode(second).0
    );
}

const RIS: &str = "TY  - JOUR\nTI  - One\nER  - \n\n";
const NBIB: &str = "PMID- 1\nTI  - One\nAB  - Words\n      go on\n";
const BIB: &str = "@comment{none}\n@misc{a,\n  title = {One}\n}\n";

#[test]
fn records_of_another_format_are_told_of_one_by_one_and_copied() {
    for (name, own, first, others) in [
        (
            "a.ris",
            RIS,
            "TY",
            [(NBIB, "MEDLINE", ".nbib"), (BIB, "BibTeX", ".bib")],
        ),
        (
            "a.nbib",
            NBIB,
            "PMID",
            [(RIS, "RIS", ".ris"), (BIB, "BibTeX", ".bib")],
        ),
        (
            "a.bib",
            BIB,
            "@",
            [(RIS, "RIS", ".ris"), (NBIB, "MEDLINE", ".nbib")],
        ),
    ] {
        for (other, format, ending) in others {
            let file = [own, other, "Provider: a database\n\n", other, own].concat();
            let (rows, _) = read_with_remarks(name, &file);
            let are_read: Vec<bool> = rows.iter().map(Result::is_ok).collect();
            assert_eq!(are_read, [true, false, false, true], "{file}");
            assert_fields(&rows[0], &[("title", "One")]);
            let begins = format!("\n{}", &other[if format == "BibTeX" { 15 } else { 0 }..]);
            let line = 1 + file[..=file.find(&begins).unwrap()].matches('\n').count();
            assert_eq!(
                message(&rows[1]),
                format!(
                    "{name}:{line}: a {format} record begins here; expected one that begins with {first}; put the {format} records into a file of their own ({ending})"
                )
            );
            assert_eq!(copied(name, &file, &[1, 4]), file);
            // Of another format as a whole.
            let rows = read(name, other);
            let told = message(rows.last().unwrap());
            assert!(told.contains("there is no reference in it"), "{told}");
        }
    }
    let headers = "Provider: a database\n1.\n@ 2020\nPMID 7\n";
    for (name, own) in [("a.ris", RIS), ("a.nbib", NBIB), ("a.bib", BIB)] {
        let (rows, _) = read_with_remarks(name, [headers, own, "\n", headers, own].concat());
        assert!(rows.iter().all(Result::is_ok), "{name}");
    }
}

#[test]
fn a_record_on_the_last_line_of_another_is_read_and_copied() {
    for (next, third) in [
        ("\u{feff}TY  - JOUR", "Three"),
        ("TY  - JOUR", "Three"),
        (" AU  - Doe", "Three"),
        (" @misc{a,", "-"),
    ] {
        let file = format!("{RIS}TY  - JOUR\nTI  - Two\nER  -{next}\nTI  - Three\nER  - \n{RIS}");
        let rows = read("a.ris", &file);
        assert_eq!(titles(&rows), ["One", "Two", third, "One"]);
        assert_eq!(copied("a.ris", &file, &[1, 2, 3, 4]), file);
        if third == "Three" {
            let blank = &next[..next.find(char::is_alphabetic).unwrap()];
            let without = format!("{RIS}TY  - JOUR\nTI  - Two\nER  -{blank}{RIS}");
            assert_eq!(copied("a.ris", &file, &[1, 2, 4]), without);
        }
    }
    // A record without its last line, in a file without its last line end.
    let file = "TY  - JOUR\nTI  - One\nPY  - 2001TY  - JOUR\nTI  - Two\nPY  - 2002\n";
    let rows = read("a.ris", file);
    assert_eq!(titles(&rows)[..2], ["One", "Two"]);
    assert_fields(&rows[0], &[("PY", "2001")]);
}
