//! Columns that are called by another name than they are asked for by: `ID` where `id` is, `Source title` where
//! `journal` is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cell::Cell;
use super::citation::{self, Part};
use super::exports::{columns_of, is_text, last_page};
use super::fields::joined_pages;

/// A name, and the columns that it may stand for.
struct Meant {
    name: Arc<str>,
    /// Best first: the first that says anything in a row counts.
    columns: Vec<Arc<str>>,
    /// The columns of the last page, by those of the first.
    last_pages: BTreeMap<Arc<str>, Arc<str>>,
    /// The part of the cell that is meant, where it is not all of it.
    part: Option<Part>,
    /// True if the cell says more, and stays.
    stays: bool,
}

/// Names that columns are asked for by.
#[derive(Default)]
pub(super) struct CalledAs {
    /// The names, by what is the same in every case; none where two of them are.
    names: BTreeMap<String, Option<Arc<str>>>,
    exact: BTreeSet<Arc<str>>,
    /// True if a column counts that is in another case only, and none that programs call so.
    by_case_only: bool,
    /// The columns of the last row, and what they are called here: most rows have the same.
    last: (Vec<Arc<str>>, Vec<Meant>),
}

impl CalledAs {
    pub(super) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut called = CalledAs::default();
        for name in names {
            if !called.exact.insert(name.into()) {
                continue;
            }
            let known = called.names.entry(folded(name));
            let twice = known.and_modify(|known| *known = None);
            twice.or_insert_with(|| Some(name.into()));
        }
        called
    }

    /// The same for a table of which only the columns that were asked for are at hand.
    pub(super) fn by_case_only(self) -> Self {
        CalledAs {
            by_case_only: true,
            ..self
        }
    }

    /// These columns as they are called, and behind them the names of what is a part of one.
    pub(super) fn names(&self, columns: &[Arc<str>]) -> Vec<Arc<str>> {
        let meant = self.meant(columns);
        let (parts, wholes): (Vec<&Meant>, Vec<&Meant>) = meant.iter().partition(|it| it.stays);
        let name = |column: &Arc<str>| {
            let mut wholes = wholes.iter();
            let meant = wholes.find(|meant| meant.columns.first() == Some(column));
            meant.map_or(column, |meant| &meant.name).clone()
        };
        let parts = parts.iter().map(|meant| meant.name.clone());
        columns.iter().map(name).chain(parts).collect()
    }

    /// Renames the cells of a row.
    pub(super) fn rename(&mut self, cells: &mut BTreeMap<Arc<str>, Cell>) {
        if !cells.keys().eq(&self.last.0) {
            let columns: Vec<Arc<str>> = cells.keys().cloned().collect();
            let meant = self.meant(&columns);
            self.last = (columns, meant);
        }
        for meant in &self.last.1 {
            meant.rename(cells);
        }
    }

    /// The names that columns have here beside those that they are written with. A column of exactly a name goes
    /// before one in another case, and of several in other cases none is meant; where there is neither, those count
    /// that programs call so.
    fn meant(&self, columns: &[Arc<str>]) -> Vec<Meant> {
        let mut by_name: BTreeMap<String, Vec<&Arc<str>>> = BTreeMap::new();
        for column in columns {
            by_name.entry(folded(column)).or_default().push(column);
        }
        let has_text = by_name.keys().any(|column| is_text(column));
        let single = |column: &str| match by_name.get(column).map(Vec::as_slice) {
            Some([single]) => Some((*single).clone()),
            _ => None,
        };
        let [_, citation] = citation::COLUMNS.map(single);
        let is_of_pubmed = citation::COLUMNS.iter().all(|it| by_name.contains_key(*it));
        let (mut all, mut parts): (Vec<Meant>, Vec<Meant>) = (Vec::new(), Vec::new());
        // The year before the date: a table with one column of both is a table with years.
        for (folded, name) in self.names.iter().rev() {
            let Some(name) = name.as_ref().filter(|name| !columns.contains(name)) else {
                continue;
            };
            let own = by_name.get(folded).map_or(0, Vec::len);
            if own > 1 || own == 0 && folded == "text" && has_text {
                continue;
            }
            let of_programs = if self.by_case_only {
                &[]
            } else {
                columns_of(folded)
            };
            let of_programs = of_programs.iter().copied();
            let of_programs = of_programs.filter(|column| !self.names.contains_key(*column));
            let columns = std::iter::once(&**folded).chain(of_programs);
            let is_taken = |column: &Arc<str>| all.iter().any(|it| it.columns[0] == *column);
            let columns = columns.filter_map(single).filter(|it| !is_taken(it));
            let columns: Vec<Arc<str>> = columns.collect();
            if columns.is_empty() {
                let part = citation::part(folded).filter(|_| is_of_pubmed && !self.by_case_only);
                parts.extend(part.zip(citation.clone()).map(|(part, citation)| Meant {
                    name: name.clone(),
                    columns: vec![citation],
                    last_pages: BTreeMap::new(),
                    part: Some(part),
                    stays: true,
                }));
                continue;
            }
            let last = |first: &Arc<str>| single(last_page(&self::folded(first))?);
            let last_pages = columns.iter();
            let last_pages = last_pages.filter_map(|first| Some((first.clone(), last(first)?)));
            let are_authors = is_of_pubmed && folded == "author";
            all.push(Meant {
                name: name.clone(),
                last_pages: last_pages.collect(),
                columns,
                part: are_authors.then_some(|text| Some(citation::authors(text))),
                stays: false,
            });
        }
        // Parts are taken before a column has another name.
        parts.extend(all);
        parts
    }
}

impl Meant {
    /// Gives the first cell that says anything this name.
    fn rename(&self, cells: &mut BTreeMap<Arc<str>, Cell>) {
        let says = |column: &&Arc<str>| match cells.get(*column) {
            Some(Cell::Text(text)) => !text.trim().is_empty(),
            found => found.is_some(),
        };
        let column = self.columns.iter().find(says).or(self.columns.first());
        let Some(column) = column else { return };
        let cell = if self.stays {
            cells.get(column).cloned()
        } else {
            cells.remove(column)
        };
        let Some(mut cell) = cell else { return };
        if let (Cell::Text(text), Some(part)) = (&mut cell, self.part) {
            *text = part(text).unwrap_or_default().to_owned();
        }
        if let (Cell::Text(first), Some(last)) = (&mut cell, self.last_pages.get(column))
            && let Some(Cell::Text(end)) = cells.get(last)
            && let Some(pages) = joined_pages(first, end)
        {
            *first = pages;
            cells.remove(last);
        }
        cells.insert(self.name.clone(), cell);
    }
}

/// Returns whether a column may be meant by a name.
pub(super) fn is_called(column: &str, name: &str) -> bool {
    folded(column) == folded(name)
}

/// Folds the case, and drops white space at both ends.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(asked: &[&str], columns: &[&str]) -> Vec<String> {
        let columns: Vec<Arc<str>> = columns.iter().map(|&it| it.into()).collect();
        let names = CalledAs::new(asked.iter().copied()).names(&columns);
        names.iter().map(|it| it.to_string()).collect()
    }

    const OF_RECORDS: [&str; 12] = [
        "title", "author", "year", "journal", "volume", "number", "pages", "doi", "isbn",
        "abstract", "url", "key",
    ];

    #[test]
    fn columns_of_the_usual_exports_are_known() {
        let scopus = "Authors,Author full names,Author(s) ID,Title,Year,Source title,Volume,Issue,Art. No.,Page start,\
            Page end,Page count,Cited by,DOI,Link,Abstract,Author Keywords,ISSN,ISBN,Document Type,EID";
        let web_of_science = "Publication Type,Authors,Author Full Names,Article Title,Source Title,Abstract,ISSN,eISSN,\
            Publication Date,Publication Year,Volume,Issue,Start Page,End Page,Article Number,DOI,UT (Unique WOS ID)";
        let savedrecs = "PT,AU,AF,TI,SO,AB,SN,PY,VL,IS,BP,EP,AR,DI,UT";
        let embase = "TITLE,AUTHOR NAMES,SOURCE TITLE,PUBLICATION YEAR,VOLUME,ISSUE,FIRST PAGE,LAST PAGE,ABSTRACT,DOI,\
            FULL TEXT LINK,ISSN,PUI";
        let pubmed = "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,DOI";
        let zotero = "Key,Item Type,Publication Year,Author,Title,Publication Title,ISBN,ISSN,DOI,Url,Abstract Note,Date,\
            Pages,Num Pages,Issue,Volume,Manual Tags";
        let endnote = "Reference Type,Author,Year,Title,Secondary Title,Volume,Number,Pages,ISBN/ISSN,DOI,Accession Number,\
            Abstract,URL";
        let asreview = "record_id,title,abstract,authors,keywords,doi,url,year,included";
        let rayyan = "key,title,year,month,day,journal,issn,volume,issue,pages,authors,url,language,publisher,abstract";
        let covidence = "Title,Authors,Abstract,Published Year,Published Month,Journal,Volume,Issue,Pages,Accession Number,\
            DOI,Ref,Covidence #,Study,Notes,Tags";
        let exports = [
            (scopus, ""),
            (web_of_science, "url"),
            (savedrecs, "url"),
            (embase, ""),
            (pubmed, "isbn abstract url"),
            (zotero, ""),
            (endnote, ""),
            (asreview, "journal volume number pages isbn"),
            (rayyan, "doi"),
            (covidence, "isbn url"),
        ];
        for (header, lacking) in exports {
            let columns: Vec<&str> = header.split(',').map(str::trim).collect();
            let names = called(&OF_RECORDS, &columns);
            let missing = OF_RECORDS
                .iter()
                .filter(|name| !names.contains(&(**name).to_owned()));
            let missing: Vec<&str> = missing.copied().collect();
            assert_eq!(missing.join(" "), lacking, "{header}");
        }
    }

    #[test]
    fn the_first_column_that_says_anything_in_a_row_counts() {
        let mut called = CalledAs::new(["isbn", "pages"]);
        let mut row = |cells: &[(&str, &str)]| {
            let cells = cells
                .iter()
                .map(|(name, text)| ((*name).into(), Cell::Text((*text).to_owned())));
            let mut cells: BTreeMap<Arc<str>, Cell> = cells.collect();
            called.rename(&mut cells);
            ["isbn", "pages"].map(|name| match cells.get(name) {
                Some(Cell::Text(text)) => text.clone(),
                _ => String::new(),
            })
        };
        let names = ["ISBN", "ISSN", "Page start", "Page end", "Art. No."];
        let mut of = |values: [&str; 5]| row(&names.into_iter().zip(values).collect::<Vec<_>>());
        assert_eq!(of(["978", "", "1", "9", ""]), ["978", "1-9"]);
        assert_eq!(of(["", "0028-0836", "", "", "e12"]), ["0028-0836", "e12"]);
        assert_eq!(of(["", "", "7", "", ""]), ["", "7"]);
    }

    #[test]
    fn a_citation_of_pubmed_stands_for_what_has_no_column() {
        let asked = ["volume", "number", "pages", "author", "citation"];
        let columns = ["PMID", "Citation", "Authors", "Volume"];
        let named = ["PMID", "citation", "author", "volume", "pages", "number"];
        assert_eq!(called(&asked, &columns), named);
        assert_eq!(called(&asked, &columns[1..3]), ["citation", "author"]);
        let values = ["1", "J Piers. 2020;7(2):11-9.", "Doe J, Roe R.", ""];
        let cells = columns.into_iter().zip(values);
        let cells = cells.map(|(name, text)| (name.into(), Cell::Text(text.to_owned())));
        let mut cells: BTreeMap<Arc<str>, Cell> = cells.collect();
        CalledAs::new(asked).rename(&mut cells);
        for (name, expected) in [
            ("number", "2"),
            ("pages", "11-9"),
            ("author", "Doe J, Roe R"),
            ("citation", values[1]),
            ("volume", ""),
        ] {
            assert_eq!(cells[name], Cell::Text(expected.to_owned()), "{name}");
        }
    }

    #[test]
    fn a_last_page_goes_only_where_it_is_joined() {
        let mut called = CalledAs::new(["pages"]);
        for (first, last, pages, is_left) in [
            ("1", "9", "1-9", false),
            ("11-19", "19", "11-19", true),
            ("11", "", "11", true),
            ("", "19", "19", false),
        ] {
            let cells = [("Page start", first), ("Page end", last)];
            let cells = cells.map(|(name, text)| (name.into(), Cell::Text(text.to_owned())));
            let mut cells = BTreeMap::from(cells);
            called.rename(&mut cells);
            assert_eq!(cells["pages"], Cell::Text(pages.to_owned()));
            assert_eq!(cells.contains_key("Page end"), is_left, "{first}-{last}");
        }
    }

    #[test]
    fn an_abstract_is_the_text_of_a_table_that_has_no_other() {
        let asked = ["text", "html", "content", "title"];
        assert_eq!(called(&asked, &["Title", "Abstract"]), ["title", "text"]);
        assert_eq!(
            called(&asked, &["Abstract", "Content"]),
            ["Abstract", "content"]
        );
        assert_eq!(called(&["text", "abstract"], &["Abstract"]), ["abstract"]);
    }

    #[test]
    fn a_column_is_meant_whatever_its_case_unless_two_are() {
        let asked = ["id", "text", "title"];
        assert_eq!(
            called(&asked, &["ID", " Title ", "TEXT", "More"]),
            ["id", "title", "text", "More"]
        );
        assert_eq!(called(&asked, &["Text", "text"]), ["Text", "text"]);
        assert_eq!(called(&asked, &["Text", "TEXT"]), ["Text", "TEXT"]);
        assert_eq!(called(&["Été"], &["ÉTÉ"]), ["Été"]);
        // Both are asked for as they stand.
        assert_eq!(
            called(&["text", "TEXT"], &["TEXT", "Text"]),
            ["TEXT", "Text"]
        );
    }
}
