//! The tables of an index that hold its groups.

/// The tables, which are there from format 3 on.
pub(in crate::index) const TABLES: &str = "
    CREATE TABLE grouping (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE members (number INTEGER PRIMARY KEY, member BLOB NOT NULL) STRICT;
    CREATE TABLE placements (part INTEGER PRIMARY KEY, placements BLOB NOT NULL) STRICT;
    CREATE TABLE changes (number INTEGER PRIMARY KEY, change BLOB NOT NULL) STRICT;
";
