use super::*;
use crate::OutputFile;
use crate::rows::options::TableOptions;

/// Writes all rows of these files into one of this name; gives its content and what became of the rows.
fn joined(sources: &[(&str, &str)], name: &str) -> (String, Joined) {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = sources
        .iter()
        .map(|(name, _)| folder.path().join(name))
        .collect();
    for (path, (_, content)) in paths.iter().zip(sources) {
        std::fs::write(path, content).unwrap();
    }
    let options = TableOptions::default();
    let rows: Vec<u64> = (1..=2).collect();
    let numbers = |path| crate::rows::Rows::open(path, &options).unwrap().count();
    let id = |row: u64, _: &str| row.to_string();
    let sources: Vec<JoinedRows<'_>> = paths
        .iter()
        .zip(sources)
        .map(|(path, (name, _))| JoinedRows {
            source: path,
            name,
            options: &options,
            columns: &[],
            rows: &rows[..numbers(path)],
            id: &id,
        })
        .collect();
    let path = folder.path().join(name);
    let mut out = OutputFile::create(&path).unwrap();
    let joined = join(&sources, &mut out).unwrap();
    out.finish().unwrap();
    (std::fs::read_to_string(&path).unwrap(), joined)
}

#[test]
fn every_format_says_of_what_kind_a_work_is() {
    let pubmed = "<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>1</PMID><Book><BookTitle>Piers</BookTitle></Book>\
        <ArticleTitle>One</ArticleTitle></BookDocument></PubmedBookArticle>\n<PubmedArticle><MedlineCitation><PMID>2</PMID>\
        <Article><Journal><Title>Piers</Title></Journal><ArticleTitle>Two</ArticleTitle><PublicationTypeList><PublicationType>\
        Technical Report</PublicationType></PublicationTypeList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";
    let endnote = "<xml><records><record><ref-type name=\"Conference Paper\">47</ref-type><titles><title>One</title></titles>\
        </record></records></xml>";
    for (name, content, expected) in [
        (
            "a.nbib",
            "PMID- 1\nBTI - One\n\nPMID- 2\nTI  - Two\nJT  - Piers\nPT  - Case Reports\nPT  - Journal Article\n",
            "BOOK JOUR",
        ),
        (
            "a.bib",
            "@phdthesis{a, title = {One}, journal = {Piers}}\n@misc{b, title = {Two}, journal = {Piers}}\n",
            "THES JOUR",
        ),
        (
            "a.ciw",
            "PT B\nTI One\nER\n\nPT J\nTI Two\nSO Piers\nDT Article; Book Chapter\nER\n\nEF\n",
            "BOOK CHAP",
        ),
        (
            "a.enw",
            "%0 Book Section\n%T One\n\n%0 Film or Broadcast\n%T Two\n",
            "CHAP MPCT",
        ),
        ("a.xml", pubmed, "CHAP RPRT"),
        ("e.xml", endnote, "CPAPER"),
        (
            "a.json",
            "[{\"type\": \"article\", \"title\": \"One\", \"issued\": {\"raw\": \"2001\"}}]",
            "UNPB",
        ),
        (
            "a.csv",
            "id,title,Document Type\n1,One,Article\n2,Two,Dissertation/Thesis\n",
            "JOUR THES",
        ),
    ] {
        let (ris, joined) = joined(&[(name, content)], "all.ris");
        let kinds = ris.lines().filter_map(|line| line.strip_prefix("TY  - "));
        assert_eq!(
            kinds.collect::<Vec<_>>().join(" "),
            expected,
            "{name}: {ris}"
        );
        assert_eq!(joined.rewritten[0].source, name);
    }
}

#[test]
fn a_name_that_says_nothing_is_lost_and_said_to_be() {
    let table = "id,title,type\n1,One,report\n2,Two,shelf 7\n";
    let lost = |name| {
        joined(&[("a.csv", table)], name)
            .1
            .rewritten
            .remove(0)
            .without
    };
    assert_eq!(lost("all.ris"), ["type"]);
    assert!(lost("all.jsonl").is_empty());
    let (csv, _) = joined(
        &[
            ("a.csv", table),
            ("b.ris", "TY  - BOOK\nTI  - Three\nER  - \n"),
        ],
        "all.csv",
    );
    assert_eq!(
        csv,
        "id,title,type\n1,One,report\n2,Two,shelf 7\n1,Three,book\n"
    );
}
