//! The names of options in messages.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether options are spelled as on a command line.
static AS_FLAGS: AtomicBool = AtomicBool::new(false);

/// Spells options in messages as on a command line from now on, for the whole process: a program
/// calls it once, when it starts. What is not called is the spelling of Rust and of Python.
///
/// ```standalone_crate
/// use dejalu_base::error::{Parameter, spell_as_flags};
///
/// assert_eq!(Parameter::InnerFolds.to_string(), "inner_folds");
/// spell_as_flags();
/// assert_eq!(Parameter::InnerFolds.to_string(), "--inner-folds");
/// ```
pub fn spell_as_flags() {
    AS_FLAGS.store(true, Ordering::Relaxed);
}

/// The table of parameters and their names; in brackets the flag where it has another name.
macro_rules! parameters {
    ($($parameter:ident $name:literal $(($flag:literal))?)*) => {
        /// A parameter that a message names. It is shown as a field or keyword (`inner_folds`), or as
        /// a flag (`--inner-folds`) after [`spell_as_flags`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Parameter {
            $(#[doc = concat!("`", $name, "`")] $parameter,)*
        }

        impl Parameter {
            /// The name as a field or keyword.
            pub fn name(self) -> &'static str {
                match self {
                    $(Parameter::$parameter => $name,)*
                }
            }

            /// The name as a flag.
            fn flag(self) -> String {
                match self {
                    $($(Parameter::$parameter => $flag.to_string(),)?)*
                    _ => format!("--{}", self.name().replace('_', "-")),
                }
            }
        }
    };
}

parameters! {
    Abstain "abstain"
    At "at"
    AtLeast "at_least"
    Audit "audit"
    AuditSample "audit_sample"
    Background "background"
    BaseRate "base_rate"
    BlockBy "block_by"
    Boilerplate "boilerplate"
    C "c"
    CandidateRecall "candidate_recall"
    Candidates "candidates"
    Coef0 "coef0"
    Columns "columns"
    Confidence "confidence"
    Degree "degree"
    DefaultLevel "default_level"
    Delimiter "delimiter"
    Documents "documents"
    Draw "draw"
    Draws "draws"
    Encoding "encoding"
    Exact "exact"
    Features "features"
    FieldTypes "field_types"
    Fields "fields"
    Filter "filter"
    Folds "folds"
    Gamma "gamma"
    High "high"
    Html "html"
    Id "id"
    InnerFolds "inner_folds"
    Keep "keep"
    Kernel "kernel"
    Label "label"
    Language "language"
    Marks "marks"
    Left "left"
    Linkage "linkage"
    Looks "looks"
    LoseAtMost "lose_at_most"
    MainContent "main_content"
    Matrix "matrix"
    Model "model"
    MoveRemoved "move_removed"
    NoVeto "no_veto"
    OperatingPoint "operating_point"
    Order "order"
    Refuse "refuse"
    Retune "retune"
    Right "right"
    Rule "rule"
    Sample "sample"
    Seed "seed"
    Solver "solver"
    Some "some"
    Split "split"
    Strict "strict"
    Terms "terms"
    Text "text"
    Threshold "threshold"
    Tolerance "tolerance"
    Unaudited "unaudited"
    Vetoes "vetoes"
    Words "words"
    WriteKept "kept" ("--write-kept")
    WrongAtMost "wrong_at_most"
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if AS_FLAGS.load(Ordering::Relaxed) {
            f.write_str(&self.flag())
        } else {
            f.write_str(self.name())
        }
    }
}
