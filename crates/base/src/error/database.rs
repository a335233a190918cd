//! Errors of any database in one file.

/// The kinds of error of a database, by what is kept in it: an index and a registry word them differently.
pub trait DatabaseError: Sized {
    /// Says that the file is of another sort.
    fn other_file() -> Self;
    /// Says that a newer version wrote it.
    fn newer_format(found: u32, known: u32, made_by: String) -> Self;
    /// Says that it holds what nothing writes there.
    fn damaged(problem: String) -> Self;
    /// Says that another process has it open.
    fn in_use() -> Self;
    /// Says that the system refused, in the database's words.
    fn unusable(problem: String) -> Self;
    /// Says that it cannot be written.
    fn read_only(problem: String) -> Self {
        Self::unusable(problem)
    }
    /// Says that the disk is full.
    fn full(problem: String) -> Self {
        Self::unusable(problem)
    }
}
