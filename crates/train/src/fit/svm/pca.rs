//! Principal components of examples: the paper's future work asks whether they are better features than chosen n-grams.
//!
//! A machine over the components P(x − μ) is u·P(x − μ) + b = (Pᵀu)·x + (b − u·Pμ). So it is a linear machine over the n-grams
//! again, and the model that is written has nothing new in it.

use super::dual::{Example, Problem, Solution};

/// Rounds of the iteration; the largest components are clear after a few.
const ROUNDS: usize = 12;
/// What is drawn, is drawn in the same way every time.
const SEED: u64 = 4;

/// The directions in which examples differ most.
pub struct Components {
    mean: Vec<f64>,
    /// Of length one, and at right angles to each other.
    directions: Vec<Vec<f64>>,
}

impl Components {
    /// So many of these examples, by orthogonal iteration: multiply random directions by the covariance, and set them at right
    /// angles again.
    pub fn of(examples: &[Example], features: usize, many: usize) -> Components {
        let n = examples.len().max(1) as f64;
        let mut mean = vec![0.0; features];
        for &(at, value) in examples.iter().flat_map(|example| &example.features) {
            mean[at as usize] += f64::from(value) / n;
        }
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut directions: Vec<Vec<f64>> = (0..many.min(features).min(examples.len()))
            .map(|_| (0..features).map(|_| random.f64() - 0.5).collect())
            .collect();
        right_angles(&mut directions);
        for _ in 0..ROUNDS {
            for direction in &mut directions {
                // Σᵢ (xᵢ − μ) ((xᵢ − μ) · d)
                let along = dot(&mean, direction);
                let mut next = vec![0.0; features];
                let mut sum = 0.0;
                for example in examples {
                    let length = product(example, direction) - along;
                    sum += length;
                    for &(at, value) in &example.features {
                        next[at as usize] += length * f64::from(value);
                    }
                }
                next.iter_mut().zip(&mean).for_each(|(value, mean)| *value -= sum * mean);
                *direction = next;
            }
            right_angles(&mut directions);
        }
        Components { mean, directions }
    }

    /// The example by its components.
    fn project(&self, example: &Example) -> Example {
        let component = |(number, direction): (usize, &Vec<f64>)| {
            (number as u32, (product(example, direction) - dot(&self.mean, direction)) as f32)
        };
        Example {
            positive: example.positive,
            features: self.directions.iter().enumerate().map(component).collect(),
        }
    }

    /// All examples by their components.
    pub fn projected(&self, examples: &[Example]) -> Vec<Example> {
        examples.iter().map(|example| self.project(example)).collect()
    }

    /// A machine over the components, as one over the features.
    pub fn back(&self, solution: Solution) -> Solution {
        let mut weights = vec![0.0; self.mean.len()];
        for (direction, weight) in self.directions.iter().zip(&solution.weights) {
            weights.iter_mut().zip(direction).for_each(|(sum, value)| *sum += weight * value);
        }
        let bias = solution.bias - dot(&weights, &self.mean);
        Solution { weights, bias, alphas: solution.alphas }
    }
}

/// Solves a problem over so many principal components of its examples; the examples by their components, and the machine over
/// the features themselves.
pub fn solve(examples: &[Example], features: usize, many: usize, cost: f64) -> (Vec<Example>, Solution) {
    let components = Components::of(examples, features, many);
    let projected = components.projected(examples);
    let mut problem = Problem::with_defaults(&projected, components.directions.len());
    problem.cost *= cost;
    let solution = components.back(problem.solve());
    (projected, solution)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn product(example: &Example, direction: &[f64]) -> f64 {
    example.features.iter().map(|&(at, value)| direction[at as usize] * f64::from(value)).sum()
}

/// Gram and Schmidt's way. What is left of a direction within the others is none.
fn right_angles(directions: &mut [Vec<f64>]) {
    for number in 0..directions.len() {
        let (before, rest) = directions.split_at_mut(number);
        let own = &mut rest[0];
        for other in before.iter() {
            let along = dot(own, other);
            own.iter_mut().zip(other).for_each(|(value, other)| *value -= along * other);
        }
        let length = dot(own, own).sqrt();
        let scale = if length > 1e-9 { 1.0 / length } else { 0.0 };
        own.iter_mut().for_each(|value| *value *= scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along (1, 2, 0) most, along (2, -1, 0) a little, and hardly along the third.
    fn examples() -> Vec<Example> {
        let example = |n: u32| {
            let (a, b) = (f32::from((n * 37 % 101) as u8) / 10.0, f32::from((n * 53 % 97) as u8) / 60.0);
            let third = f32::from((n % 7) as u8) / 1000.0;
            Example {
                positive: a > 5.0,
                features: vec![(0, 3.0 + a + 2.0 * b), (1, 1.0 + 2.0 * a - b), (2, third)],
            }
        };
        (0..200).map(example).collect()
    }

    #[test]
    fn components_are_the_directions_in_which_examples_differ_most() {
        let components = Components::of(&examples(), 3, 2);
        let first = &components.directions[0];
        assert!((first[1] / first[0] - 2.0).abs() < 0.05 && first[2].abs() < 1e-2, "{first:?}");
        assert!(dot(first, &components.directions[1]).abs() < 1e-9);
        assert!((dot(first, first) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_machine_is_the_same_over_the_features() {
        let examples = examples();
        let components = Components::of(&examples, 3, 2);
        let projected = components.projected(&examples);
        let inside = Problem::with_defaults(&projected, 2).solve();
        let outside = components.back(inside.clone());
        for (example, projected) in examples.iter().zip(&projected) {
            let (a, b) = (inside.value(&projected.features), outside.value(&example.features));
            assert!((a - b).abs() < 1e-3, "{a} {b}");
        }
        let right = examples.iter().filter(|e| (outside.value(&e.features) > 0.0) == e.positive).count();
        assert!(right > 190, "{right}");
        assert_eq!(Components::of(&[], 3, 2).directions.len(), 0);
    }
}
