//! Shapley values: what each feature adds to a score.
//!
//! The Shapley value of a feature (Shapley 1953) is what it adds when features go from 0, which is
//! their average over the training rows, to their value one after another, averaged over all
//! orders. \[choice\] They alone add up to the score, treat equal features equally and give nothing
//! to a feature without influence; a path from the average to the row (integrated gradients) adds
//! up as well, but crosses rows that are no pair's, and what one feature adds alone does not add
//! up.
//!
//! For a linear discriminant that is wⱼ·xⱼ. For other kernels the 2ᵈ sets of features need not be
//! walked: a Shapley value is the integral over t from 0 to 1 of what the feature adds on average
//! where every other one is present with probability t (Owen 1972). That average is a polynomial in
//! t, which Gauss and Legendre's rule with half as many points as its degree integrates exactly: of
//! degree d − 1 for the RBF and the Laplacian kernel, products over d features, and of a degree below its own for a
//! polynomial kernel. O(m·d²) for m support vectors.

mod attribution;
mod polynomial;
mod product;
mod quadrature;
