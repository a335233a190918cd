//! What shapes a reproduction.

use serde::Serialize;
use smart_default::SmartDefault;

/// How the papers are reproduced.
#[derive(Debug, Clone, PartialEq, Serialize, SmartDefault)]
pub struct ReproduceOptions {
    /// Random seed of what is generated.
    #[default(42)]
    pub seed: u64,
    /// How many documents are plagiarised; as in 003 by default.
    #[default(900)]
    pub plagiarised: usize,
}
