//! The SQL schema.

pub(super) const TABLES: &str = "
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, seal BLOB NOT NULL) STRICT;
    CREATE TABLE totals (kind INTEGER PRIMARY KEY, total BLOB NOT NULL) STRICT;
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        sentences BLOB NOT NULL,
        content BLOB NOT NULL
    ) STRICT;
    CREATE TABLE sentences (number INTEGER PRIMARY KEY, sentence BLOB NOT NULL) STRICT;
    CREATE TABLE words (number INTEGER PRIMARY KEY, word BLOB NOT NULL) STRICT;
";

pub(super) const BLOCKS: &str = "
    CREATE TABLE documents_of_sentence (key INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;
    CREATE TABLE sentences_of_word (key INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;
";
