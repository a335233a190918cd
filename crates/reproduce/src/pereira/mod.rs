//! Pereira and Ziviani 2003 (003).

pub(crate) mod differences;
pub(crate) mod roses;
