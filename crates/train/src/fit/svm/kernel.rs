//! Machines with other kernels than the linear one. The paper tried the four of SVM-light, found no difference, and went on with
//! the linear kernel; this is what repeats the comparison, and what it costs.
//!
//! The dual of [`super::dual`] with K(xᵢ, xⱼ) in the place of xᵢ·xⱼ, by the same descent along one coordinate at a time. There are no
//! weights to keep at hand, so all decision values are: a step costs one addition for each example, and the matrix of all
//! kernels takes memory by the square of the examples. So it is for some thousand examples, and its model would be the support
//! vectors themselves.

use rayon::prelude::*;

use super::dual::Example;

/// As for the linear kernel.
const PRECISION: f64 = 1e-2;
const ROUNDS: usize = 300;
const SEED: u64 = 4;

/// How like two examples are, with SVM-light's defaults. Examples are scaled so that x·x is one in the mean: on percentages, the
/// defaults of the last two would see only equal and unequal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// x·y
    Linear,
    /// (x·y + 1)³
    Polynomial,
    /// exp(−‖x − y‖²)
    Radial,
    /// tanh(x·y + 1)
    Sigmoid,
}

impl Kernel {
    /// All of them, in the order of the paper.
    pub const ALL: [Kernel; 4] = [Kernel::Linear, Kernel::Polynomial, Kernel::Radial, Kernel::Sigmoid];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Linear => "linear",
            Kernel::Polynomial => "polynomial",
            Kernel::Radial => "radial basis function",
            Kernel::Sigmoid => "sigmoid",
        }
    }

    /// K, by x·y, x·x and y·y.
    fn of(self, product: f64, x: f64, y: f64) -> f64 {
        match self {
            Kernel::Linear => product,
            Kernel::Polynomial => (product + 1.0).powi(3),
            Kernel::Radial => libm::exp(2.0 * product - x - y),
            Kernel::Sigmoid => libm::tanh(product + 1.0),
        }
    }
}

/// Examples as the kernels want them, with their products.
pub struct Examples {
    examples: Vec<Example>,
    squares: Vec<f64>,
    /// x·x of the mean before scaling.
    scale: f64,
}

/// A machine of some of the examples.
pub struct Machine<'a> {
    kernel: Kernel,
    examples: &'a Examples,
    /// Number and αy of each support vector.
    vectors: Vec<(usize, f64)>,
    /// What is added to each kernel, so that the border need not pass through zero.
    bias: f64,
    /// Of a linear machine: the sum of its support vectors, with which it needs them no more.
    weights: Vec<f64>,
}

impl Examples {
    /// Scales them.
    pub fn new(mut examples: Vec<Example>) -> Examples {
        let mean = examples.iter().map(Example::square).sum::<f64>() / examples.len().max(1) as f64;
        let scale = if mean > 0.0 { 1.0 / mean.sqrt() } else { 1.0 };
        for (_, value) in examples.iter_mut().flat_map(|example| &mut example.features) {
            *value = (f64::from(*value) * scale) as f32;
        }
        let squares = examples.iter().map(Example::square).collect();
        Examples { examples, squares, scale }
    }

    /// A machine with this kernel, and SVM-light's cost times so much: 1 / mean K(x, x).
    pub fn solve(&self, kernel: Kernel, cost: f64) -> Machine<'_> {
        let n = self.examples.len();
        let row = |i: usize| -> Vec<f32> {
            let kernel = |j: usize| {
                let product = product(&self.examples[i].features, &self.examples[j].features);
                kernel.of(product, self.squares[i], self.squares[j]) as f32
            };
            (0..n).map(kernel).collect()
        };
        let matrix: Vec<Vec<f32>> = (0..n).into_par_iter().map(row).collect();
        let mean = (0..n).map(|i| f64::from(matrix[i][i])).sum::<f64>() / n.max(1) as f64;
        let mean = if mean > 0.0 { mean } else { 1.0 };
        let (cost, bias) = (cost / mean, mean);
        let sign = |i: usize| if self.examples[i].positive { 1.0 } else { -1.0 };
        let mut alphas = vec![0.0; n];
        let mut values = vec![0.0; n];
        let mut order: Vec<usize> = (0..n).collect();
        let mut random = fastrand::Rng::with_seed(SEED);
        for _ in 0..ROUNDS {
            random.shuffle(&mut order);
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for &i in &order {
                let own = f64::from(matrix[i][i]) + bias;
                let slope: f64 = sign(i) * values[i] - 1.0;
                let counts = match (alphas[i] <= 0.0, alphas[i] >= cost) {
                    (true, _) => slope.min(0.0),
                    (_, true) => slope.max(0.0),
                    _ => slope,
                };
                (least, most) = (least.min(counts), most.max(counts));
                // The sigmoid is no proper kernel: its own product may be none.
                if counts == 0.0 || own <= 0.0 {
                    continue;
                }
                let moved: f64 = (alphas[i] - slope / own).clamp(0.0, cost);
                let step = (moved - alphas[i]) * sign(i);
                alphas[i] = moved;
                if step != 0.0 {
                    let row = &matrix[i];
                    values.iter_mut().zip(row).for_each(|(v, k)| *v += step * (f64::from(*k) + bias));
                }
            }
            if most - least < PRECISION {
                break;
            }
        }
        let vectors = alphas.iter().enumerate().filter(|(_, alpha)| **alpha > 0.0);
        let vectors: Vec<(usize, f64)> = vectors.map(|(i, alpha)| (i, alpha * sign(i))).collect();
        let mut weights = Vec::new();
        if kernel == Kernel::Linear {
            for &(i, weight) in &vectors {
                for &(at, value) in &self.examples[i].features {
                    weights.resize(weights.len().max(at as usize + 1), 0.0);
                    weights[at as usize] += weight * f64::from(value) * self.scale;
                }
            }
        }
        Machine { kernel, examples: self, vectors, bias, weights }
    }
}

impl Machine<'_> {
    /// The decision value of an example as it is before scaling.
    pub fn value(&self, features: &[(u32, f32)]) -> f64 {
        if self.kernel == Kernel::Linear {
            let bias = self.bias * self.vectors.iter().map(|(_, weight)| weight).sum::<f64>();
            let weight = |&(at, value): &(u32, f32)| {
                self.weights.get(at as usize).copied().unwrap_or_default() * f64::from(value)
            };
            return bias + features.iter().map(weight).sum::<f64>();
        }
        let scale = self.examples.scale;
        let scaled: Vec<(u32, f32)> =
            features.iter().map(|&(at, value)| (at, (f64::from(value) * scale) as f32)).collect();
        let square = product(&scaled, &scaled);
        let kernel = |&(i, weight): &(usize, f64)| {
            let product = product(&scaled, &self.examples.examples[i].features);
            weight * (self.kernel.of(product, square, self.examples.squares[i]) + self.bias)
        };
        self.vectors.iter().map(kernel).sum()
    }

    /// How many examples hold the border.
    pub fn support_vectors(&self) -> usize {
        self.vectors.len()
    }

    /// Numbers which its model would have: values of the support vectors, or the weights of a linear machine.
    pub fn numbers(&self, features: usize) -> usize {
        match self.kernel {
            Kernel::Linear => features,
            _ => self.vectors.iter().map(|(i, _)| self.examples.examples[*i].features.len() + 1).sum(),
        }
    }
}

/// The product of two lists of features, each in the order of their numbers.
fn product(a: &[(u32, f32)], b: &[(u32, f32)]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while let (Some((x, left)), Some((y, right))) = (a.get(i), b.get(j)) {
        if x == y {
            sum += f64::from(*left) * f64::from(*right);
        }
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::dual::Problem;
    use super::*;

    fn example(positive: bool, x: f32, y: f32) -> Example {
        Example { positive, features: vec![(0, x), (1, y)] }
    }

    /// A circle in a ring: no line parts them.
    fn ring() -> Vec<Example> {
        let point = |n: usize| {
            let (inner, angle) = (n.is_multiple_of(2), n as f64 * 0.7);
            let radius = if inner { 0.4 } else { 1.6 };
            example(inner, (radius * libm::cos(angle)) as f32, (radius * libm::sin(angle)) as f32)
        };
        (0..80).map(point).collect()
    }

    #[test]
    fn the_linear_kernel_is_the_linear_machine() {
        let points = (0..60).map(|n: u16| {
            let (x, y) = (f32::from(n * 7 % 11), f32::from(n * 5 % 13));
            example(x + y > 11.0, x, y)
        });
        let points: Vec<Example> = points.collect();
        let linear = Problem::with_defaults(&points, 2).solve();
        let examples = Examples::new(points.clone());
        let machine = examples.solve(Kernel::Linear, 1.0);
        for point in &points {
            let (a, b) = (linear.value(&point.features), machine.value(&point.features));
            assert!((a - b).abs() < 0.05, "{a} {b}");
        }
        assert_eq!(machine.numbers(2), 2);
    }

    #[test]
    fn other_kernels_part_what_no_line_does() {
        let right = |kernel: Kernel| {
            let examples = Examples::new(ring());
            let machine = examples.solve(kernel, 10.0);
            assert!(machine.support_vectors() > 0);
            ring().iter().filter(|point| (machine.value(&point.features) > 0.0) == point.positive).count()
        };
        assert!(right(Kernel::Linear) < 60);
        assert_eq!((right(Kernel::Polynomial), right(Kernel::Radial)), (80, 80));
        assert!(Kernel::ALL.map(right).iter().all(|right| *right <= 80));
    }

    #[test]
    fn nothing_to_learn_is_no_trouble() {
        for kernel in Kernel::ALL {
            assert_eq!(Examples::new(Vec::new()).solve(kernel, 1.0).value(&[(0, 1.0)]), 0.0);
        }
    }
}
