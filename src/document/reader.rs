//! Documents from files, folders, tables and streams.
