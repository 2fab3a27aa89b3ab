//! A linear support vector machine, by descent along one coordinate of its dual at a time.
//!
//! The machine with weights w (the last of them for the bias, a feature which every example has) and the cost C of an
//! error is
//!
//! ```text
//! min over w:  ½ w·w + C Σᵢ max(0, 1 − yᵢ w·xᵢ)
//! ```
//!
//! and its dual, with one αᵢ for each example,
//!
//! ```text
//! min over α:  ½ Σᵢⱼ αᵢ αⱼ yᵢ yⱼ xᵢ·xⱼ − Σᵢ αᵢ,   0 ≤ αᵢ ≤ C,   where w = Σᵢ αᵢ yᵢ xᵢ
//! ```
//!
//! One αᵢ alone is at its best at αᵢ − (yᵢ w·xᵢ − 1) / xᵢ·xᵢ, within its bounds. Going over all of them in random order, again
//! and again, with w kept at hand, leads to the minimum: Hsieh, Chang, Lin, Keerthi, Sundararajan, *A Dual Coordinate
//! Descent Method for Large-scale Linear SVM*, 2008. liblinear does the same, and a test compares with its answers.

use rayon::prelude::*;

/// The largest difference between two slopes at which the descent stops.
const PRECISION: f64 = 1e-2;
/// It stops after so many rounds in any case.
const ROUNDS: usize = 2000;
/// The order of the rounds is random and always the same.
const SEED: u64 = 4;

/// A document as the machine sees it.
#[derive(Clone, Debug)]
pub struct Example {
    /// Whether it is of the class.
    pub positive: bool,
    /// Numbers of its features and their values.
    pub features: Vec<(u32, f32)>,
}

impl Example {
    fn sign(&self) -> f64 {
        if self.positive { 1.0 } else { -1.0 }
    }

    /// x·x without the bias.
    pub fn square(&self) -> f64 {
        self.features.iter().map(|(_, value)| f64::from(*value).powi(2)).sum()
    }
}

/// What is to be solved.
pub struct Problem<'a> {
    /// The examples.
    pub examples: &'a [Example],
    /// How many features there are.
    pub features: usize,
    /// C.
    pub cost: f64,
    /// The value of the feature that every example has.
    pub bias: f64,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// w without the weight of the bias.
    pub weights: Vec<f64>,
    /// What is added to the products: the bias times its weight.
    pub bias: f64,
    /// α of each example; the support vectors are those above zero.
    pub alphas: Vec<f64>,
}

impl Solution {
    /// The decision value w·x + b: above zero for the class.
    pub fn value(&self, features: &[(u32, f32)]) -> f64 {
        self.bias
            + features.iter().map(|&(at, value)| self.weights[at as usize] * f64::from(value)).sum::<f64>()
    }

    /// y (w·x + b): above zero if the example is on its side.
    fn margin(&self, example: &Example) -> f64 {
        example.sign() * self.value(&example.features)
    }

    /// How many examples hold the border.
    pub fn support_vectors(&self) -> usize {
        self.alphas.iter().filter(|alpha| **alpha > 0.0).count()
    }
}

impl Problem<'_> {
    /// SVM-light's defaults: C = 1 / mean(x·x). The bias is as large as examples are in the mean, so that neither drowns
    /// the other.
    pub fn with_defaults(examples: &[Example], features: usize) -> Problem<'_> {
        let mean = examples.iter().map(Example::square).sum::<f64>() / examples.len().max(1) as f64;
        let mean = if mean > 0.0 { mean } else { 1.0 };
        Problem { examples, features, cost: 1.0 / mean, bias: mean.sqrt() }
    }

    /// Solves it.
    pub fn solve(&self) -> Solution {
        let all: Vec<usize> = (0..self.examples.len()).collect();
        self.descend(&all, vec![0.0; self.examples.len()])
    }

    /// Solves it for some of the examples, beginning with these αs, which are zero for all others.
    fn descend(&self, some: &[usize], mut alphas: Vec<f64>) -> Solution {
        let mut random = fastrand::Rng::with_seed(SEED);
        let squares: Vec<f64> = self.examples.iter().map(|e| e.square() + self.bias * self.bias).collect();
        let mut weights = vec![0.0; self.features];
        let mut bias_weight = 0.0;
        for (example, alpha) in self.examples.iter().zip(&alphas).filter(|(_, alpha)| **alpha > 0.0) {
            add(&mut weights, example, alpha * example.sign());
            bias_weight += alpha * example.sign() * self.bias;
        }
        let mut active = some.to_vec();
        // Slopes beyond these, at a bound, will hardly come back: such examples wait until all others are done.
        let (mut lowest, mut highest) = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            random.shuffle(&mut active);
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            active.retain(|&number| {
                let (example, alpha) = (&self.examples[number], alphas[number]);
                let product: f64 =
                    example.features.iter().map(|&(at, value)| weights[at as usize] * f64::from(value)).sum();
                let slope = example.sign() * (product + bias_weight * self.bias) - 1.0;
                let (at_zero, at_cost) = (alpha <= 0.0, alpha >= self.cost);
                if at_zero && slope > highest || at_cost && slope < lowest {
                    return false;
                }
                // At a bound, only a slope that leads away from it counts.
                let counts = match (at_zero, at_cost) {
                    (true, _) => slope.min(0.0),
                    (_, true) => slope.max(0.0),
                    _ => slope,
                };
                (least, most) = (least.min(counts), most.max(counts));
                if counts != 0.0 {
                    let moved = (alpha - slope / squares[number]).clamp(0.0, self.cost);
                    let step = (moved - alpha) * example.sign();
                    add(&mut weights, example, step);
                    bias_weight += step * self.bias;
                    alphas[number] = moved;
                }
                true
            });
            if most - least >= PRECISION {
                lowest = if least < 0.0 { least } else { f64::NEG_INFINITY };
                highest = if most > 0.0 { most } else { f64::INFINITY };
            } else if active.len() < some.len() {
                active = some.to_vec();
                (lowest, highest) = (f64::NEG_INFINITY, f64::INFINITY);
            } else {
                break;
            }
        }
        Solution { weights, bias: bias_weight * self.bias, alphas }
    }

    /// The share of examples that a machine gets wrong which was made without them.
    ///
    /// Most need no second machine. Without example i, its margin can only shrink, and by at most αᵢ xᵢ·xᵢ
    /// (Jaakkola and Haussler, *Probabilistic kernel regression models*, 1999): what is on the wrong side stays there, and what
    /// has a larger margin than that, as has all that is no support vector, stays on the right one.
    pub fn leave_one_out(&self, solution: &Solution) -> f64 {
        let is_wrong = |number: usize| {
            let example = &self.examples[number];
            let margin = solution.margin(example);
            let shrinks = solution.alphas[number] * (example.square() + self.bias * self.bias);
            if margin <= 0.0 || margin > shrinks {
                return margin <= 0.0;
            }
            let others: Vec<usize> = (0..self.examples.len()).filter(|other| *other != number).collect();
            let mut alphas = solution.alphas.clone();
            alphas[number] = 0.0;
            self.descend(&others, alphas).margin(example) <= 0.0
        };
        let wrong = (0..self.examples.len()).into_par_iter().filter(|number| is_wrong(*number)).count();
        wrong as f64 / self.examples.len().max(1) as f64
    }

    /// The share of examples that are wrong when each of so many parts is left to a machine made of the others.
    pub fn cross_validate(&self, parts: usize) -> f64 {
        let wrong = |part: usize| {
            let others: Vec<usize> =
                (0..self.examples.len()).filter(|number| number % parts != part).collect();
            let solution = self.descend(&others, vec![0.0; self.examples.len()]);
            self.examples.iter().skip(part).step_by(parts).filter(|e| solution.margin(e) <= 0.0).count()
        };
        (0..parts).map(wrong).sum::<usize>() as f64 / self.examples.len().max(1) as f64
    }
}

fn add(weights: &mut [f64], example: &Example, times: f64) {
    for &(at, value) in &example.features {
        weights[at as usize] += times * f64::from(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two clouds that overlap.
    fn clouds(examples: usize, features: u32) -> Vec<Example> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut example = |number: usize| {
            let positive = number.is_multiple_of(2);
            let mut one = Vec::new();
            for at in (0..features).filter(|at| number as u32 % 7 != at % 7) {
                let side = if positive { f32::from(at as u8) } else { f32::from((features - at) as u8) };
                one.push((at, random.f32() * 0.02 + side * 0.0005));
            }
            Example { positive, features: one }
        };
        (0..examples).map(&mut example).collect()
    }

    fn objective(problem: &Problem, weights: &[f64], bias: f64) -> f64 {
        let solution = Solution { weights: weights.to_vec(), bias, alphas: Vec::new() };
        let losses: f64 = problem.examples.iter().map(|e| (1.0 - solution.margin(e)).max(0.0)).sum();
        let squares: f64 = weights.iter().map(|w| w * w).sum::<f64>() + (bias / problem.bias).powi(2);
        0.5 * squares + problem.cost * losses
    }

    #[test]
    fn two_points_are_parted_in_the_middle() {
        let examples = [
            Example { positive: true, features: vec![(0, 3.0)] },
            Example { positive: false, features: vec![(0, 1.0)] },
        ];
        let problem = Problem { examples: &examples, features: 1, cost: 1e6, bias: 2.0 };
        let solution = problem.solve();
        assert!((solution.weights[0] - 1.0).abs() < 1e-2, "{solution:?}");
        assert!((solution.bias + 2.0).abs() < 2e-2, "{solution:?}");
        assert_eq!(solution.support_vectors(), 2);
    }

    /// A problem of `liblinear.toml`, and what liblinear answered.
    #[derive(serde::Deserialize)]
    struct Answer {
        examples: usize,
        features: u32,
        bias: f64,
        weights: Vec<f64>,
    }

    #[test]
    fn as_good_as_liblinear_on_the_same_data() {
        let answers: std::collections::HashMap<String, Vec<Answer>> =
            toml::from_str(include_str!("liblinear.toml")).unwrap();
        assert_eq!(answers["problem"].len(), 2);
        for answer in &answers["problem"] {
            let examples = clouds(answer.examples, answer.features);
            let problem = Problem::with_defaults(&examples, answer.features as usize);
            let ours = problem.solve();
            let theirs = Solution { weights: answer.weights.clone(), bias: answer.bias, alphas: Vec::new() };

            let (our, their) = (
                objective(&problem, &ours.weights, ours.bias),
                objective(&problem, &theirs.weights, theirs.bias),
            );
            assert!(((our - their) / their).abs() < 1e-3, "{our} and {their}");
            let wrong = examples.iter().filter(|e| ours.margin(e) <= 0.0).count();
            assert!(wrong > 0 && 4 * wrong < examples.len(), "neither trivial nor hopeless: {wrong}");
            for example in &examples {
                let (ours, theirs) = (ours.value(&example.features), theirs.value(&example.features));
                assert!((ours - theirs).abs() < 0.01, "{ours} and {theirs}");
            }
        }
    }

    #[test]
    fn leaving_one_out_is_what_leaving_each_one_out_is() {
        let examples = clouds(60, 10);
        let problem = Problem::with_defaults(&examples, 10);
        let wrong = |number: usize| {
            let others: Vec<usize> = (0..examples.len()).filter(|other| *other != number).collect();
            problem.descend(&others, vec![0.0; examples.len()]).margin(&examples[number]) <= 0.0
        };
        let obvious = (0..examples.len()).filter(|number| wrong(*number)).count() as f64 / 60.0;
        let quick = problem.leave_one_out(&problem.solve());
        assert!(obvious > 0.0 && (obvious - quick).abs() < 1e-9, "{obvious} and {quick}");
        assert!((problem.cross_validate(60) - quick).abs() < 1e-9);
    }

    #[test]
    fn nothing_to_learn_is_no_trouble() {
        for examples in [vec![], vec![Example { positive: true, features: vec![] }]] {
            let problem = Problem::with_defaults(&examples, 3);
            let solution = problem.solve();
            assert!(solution.value(&[(2, 1.0)]).is_finite());
            assert!(problem.cross_validate(5).is_finite() && problem.leave_one_out(&solution).is_finite());
        }
    }
}
