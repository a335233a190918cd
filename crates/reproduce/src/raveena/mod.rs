//! Raveena and Nandini 2014 (001), which prints an example and no result.

pub(crate) mod example;
