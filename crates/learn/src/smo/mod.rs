//! The solver for non-linear kernels: sequential minimal optimisation.
//!
//! C-support vector classification, written with βᵢ = tᵢ·αᵢ (tᵢ = ±1 the label; Bottou & Lin 2007):
//!
//! maximise Σ tᵢβᵢ − ½ ΣΣ βᵢβⱼK(xᵢ, xⱼ) subject to Σ βᵢ = 0 and lᵢ ≤ βᵢ ≤ uᵢ,
//!
//! where (lᵢ, uᵢ) is (0, C₊) for a positive and (−C₋, 0) for a negative row. Its derivative is the
//! error eᵢ = tᵢ − Σ βⱼK(xᵢ, xⱼ). A step raises one β and lowers another by the same amount; at the
//! solution no row that may rise has a larger error than one that may fall, and the bias lies
//! between them. The pair is chosen by second-order information (Fan, Chen & Lin 2005, WSS 2). Rows
//! stuck at a bound are set aside and looked at again at the end (shrinking; Chang & Lin 2011,
//! section 5.1).
//!
//! Kernel rows are in single precision, errors and β in double, as in LIBSVM. Nothing depends on
//! the number of threads: they share out entries, and each entry is computed by one.

mod cache;
mod columns;
mod rows;
mod solver;
mod task;
pub(crate) use solver::solve;
pub(crate) use task::Task;
