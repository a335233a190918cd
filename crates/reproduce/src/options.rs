//! Options of a reproduction.

use serde::Serialize;
use smart_default::SmartDefault;

/// Options by which the papers are reproduced.
#[derive(Debug, Clone, PartialEq, Serialize, SmartDefault)]
pub struct ReproduceOptions {
    /// Random seed of what is generated.
    #[default(42)]
    pub seed: u64,
    /// Number of plagiarised documents; as in 003 by default.
    #[default(900)]
    pub plagiarised: usize,
}
