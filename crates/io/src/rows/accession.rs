//! Numbers that databases give their records.

use super::row::Row;

/// Names of databases, and their columns and tags for the numbers of records, as they write them. The number of a
/// program, which counts the records of a file, is none.
const COLUMNS: [(&str, &[&str]); 4] = [
    ("PubMed", &["PMID", "pmid", "Medline PMID", "MEDLINE PMID"]),
    ("Scopus", &["EID"]),
    ("WoS", &["UT", "UT (Unique WOS ID)", "UT (Unique ID)"]),
    (
        "Embase",
        &["PUI", "Embase Accession ID", "EMBASE ACCESSION ID"],
    ),
];

/// Where RIS and CSL JSON have the number of whatever database: what is no digit in it stands for the database.
const OF_ANY: [&str; 2] = ["AN", "archive_location"];

impl Row {
    /// The number that a database gave the record, behind the name of the database or what stands for it:
    /// `PubMed 30114937`.
    pub fn accession(&self) -> Option<String> {
        let said = |column: &&str| {
            let number = self.get(column).ok().flatten()?.trim();
            (!number.is_empty()).then_some(number)
        };
        let own = COLUMNS.iter().find_map(|(database, columns)| {
            let number = columns.iter().find_map(said)?;
            Some(format!("{database} {number}"))
        });
        own.or_else(|| {
            let number = OF_ANY.iter().find_map(said)?;
            let form = number
                .chars()
                .filter(|c| !c.is_numeric() && !c.is_whitespace());
            Some(format!("AN{} {number}", form.collect::<String>()))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rows::cell::Cell;
    use dejalu_base::error::Place;

    #[test]
    fn a_number_of_a_database_is_told_from_one_of_a_program() {
        for (column, number, expected) in [
            ("PMID", " 30114937 ", Some("PubMed 30114937")),
            ("UT", "WOS:7", Some("WoS WOS:7")),
            ("AN", "WOS:7", Some("ANWOS: WOS:7")),
            ("AN", "7", Some("AN 7")),
            ("record_id", "7", None),
            ("PMID", " ", None),
        ] {
            let cells = [(column.into(), Cell::Text(number.to_owned()))];
            let row = Row::new(Place::named("a.csv"), BTreeMap::from(cells));
            assert_eq!(row.accession().as_deref(), expected, "{column} {number}");
        }
    }
}
