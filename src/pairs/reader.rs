//! Pairs from tables.
