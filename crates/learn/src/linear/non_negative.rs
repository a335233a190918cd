//! Weights that are not negative.
//!
//! The condition wⱼ ≥ 0 has a multiplier vⱼ ≥ 0, with which w = Σ αᵢzᵢ + v. Like the multipliers of the
//! rows, both are kept positive while their product goes to 0. Without such weights nothing here
//! changes a bit of the solution.

/// The limited weights and their multipliers; or the changes of these.
pub(super) struct NonNegative {
    /// The place of each weight.
    places: Vec<usize>,
    multipliers: Vec<f64>,
}

impl NonNegative {
    /// For the weights at these places, which are moved inside.
    pub(super) fn new(places: &[usize], weights: &mut [f64]) -> Self {
        places.iter().for_each(|&place| weights[place] = 1.0);
        NonNegative {
            places: places.to_vec(),
            multipliers: vec![1.0; places.len()],
        }
    }

    /// Number of limited weights.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Each limited weight with its multiplier.
    pub(super) fn pairs(&self, weights: &[f64]) -> impl Iterator<Item = (f64, f64)> {
        let multipliers = self.multipliers.iter();
        let pairs = self.places.iter().zip(multipliers);
        pairs.map(|(&place, &multiplier)| (weights[place], multiplier))
    }

    /// The largest multiplier.
    pub(super) fn largest(&self) -> f64 {
        self.multipliers.iter().copied().fold(0.0, f64::max)
    }

    /// Adds v to the weights that α gives.
    pub(super) fn add_to(&self, weights: &mut [f64]) {
        for (&place, multiplier) in self.places.iter().zip(&self.multipliers) {
            weights[place] += multiplier;
        }
    }

    /// Adds v/w to the diagonal of the Newton matrix.
    pub(super) fn add_curvature(&self, weights: &[f64], matrix: &mut [f64], width: usize) {
        for (&place, (weight, multiplier)) in self.places.iter().zip(self.pairs(weights)) {
            matrix[place * width + place] += multiplier / weight;
        }
    }

    /// Adds to the right-hand side what moves each product by its target.
    pub(super) fn add_pulls(&self, weights: &[f64], targets: &[f64], right: &mut [f64]) {
        for (&place, target) in self.places.iter().zip(targets) {
            right[place] += target / weights[place];
        }
    }

    /// The change of the multipliers when the weights change by `to`, that moves each product by its
    /// target.
    pub(super) fn change(&self, weights: &[f64], to: &[f64], targets: &[f64]) -> Self {
        let pairs = self.pairs(weights).zip(&self.places).zip(targets);
        let change = pairs.map(|(((w, v), &place), target)| (target - v * to[place]) / w);
        NonNegative {
            multipliers: change.collect(),
            places: self.places.clone(),
        }
    }

    /// Goes a step in the direction of a change.
    pub(super) fn advance(&mut self, change: &Self, step: f64) {
        for (v, change) in self.multipliers.iter_mut().zip(&change.multipliers) {
            *v += step * change;
        }
    }

    /// Of a weight and its multiplier the smaller is 0 at the solution, and not only almost.
    pub(super) fn settle(&self, weights: &mut [f64]) {
        for (&place, &multiplier) in self.places.iter().zip(&self.multipliers) {
            if weights[place] < multiplier {
                weights[place] = 0.0;
            }
        }
    }
}
