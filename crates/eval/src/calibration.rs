//! Claims and verdicts → is the confidence a probability?
//!
//! Answers are put into ten bins by the confidence they claim. In a calibrated detector the share of right answers in
//! a bin is the mean confidence of the bin. The expected calibration error (ECE) is the mean distance between the two,
//! weighted by the number of answers: 0 is perfect, 1 the worst.

/// Number of bins.
const BINS: usize = 10;

/// The answers of one range of confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Answers.
    pub answers: usize,
    /// Right ones.
    pub right: usize,
    claimed: f64,
}

impl Bin {
    /// Mean confidence of the answers.
    pub fn confidence(&self) -> Option<f64> {
        (self.answers > 0).then(|| self.claimed / self.answers as f64)
    }

    /// Share of right answers.
    pub fn accuracy(&self) -> Option<f64> {
        (self.answers > 0).then(|| self.right as f64 / self.answers as f64)
    }
}

/// How claims and facts go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// From least to most confident, equally wide.
    pub bins: [Bin; BINS],
}

impl Reliability {
    /// Of pairs of claim and fact. A claim is clamped to 0–1. None for a detector that never claims anything; one which
    /// sometimes does, claims nothing, 0, by silence.
    pub fn of(answers: impl IntoIterator<Item = (Option<f64>, bool)>) -> Option<Reliability> {
        let mut bins = [Bin::default(); BINS];
        let mut claims = false;
        for (confidence, right) in answers {
            claims |= confidence.is_some();
            let confidence = confidence.unwrap_or(0.0).clamp(0.0, 1.0);
            let bin = &mut bins[((confidence * BINS as f64) as usize).min(BINS - 1)];
            bin.answers += 1;
            bin.right += usize::from(right);
            bin.claimed += confidence;
        }
        claims.then_some(Reliability { bins })
    }

    /// Answers in all bins.
    pub fn answers(&self) -> usize {
        self.bins.iter().map(|bin| bin.answers).sum()
    }

    /// Expected calibration error.
    pub fn ece(&self) -> f64 {
        let all = self.answers() as f64;
        self.bins.iter().map(|bin| (bin.right as f64 - bin.claimed).abs() / all).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_by_hand() {
        // 0.95 twice, one right: mean .95 against .5, off by .45; 0.25 twice, one right: .25 against .5, off by .25.
        let answers = [(0.95, true), (0.95, false), (0.25, true), (0.25, false)];
        let reliability = Reliability::of(answers.map(|(c, right)| (Some(c), right))).unwrap();
        assert_eq!(reliability.bins[9].answers, 2);
        assert_eq!(reliability.bins[9].accuracy(), Some(0.5));
        assert_eq!(reliability.bins[2].confidence(), Some(0.25));
        assert!((reliability.ece() - (0.45 + 0.25) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn perfect_and_worst() {
        let perfect = Reliability::of((0..10).map(|n| (Some(0.9), n < 9))).unwrap();
        assert!(perfect.ece() < 1e-12);
        assert_eq!(Reliability::of([(Some(1.0), false), (Some(7.0), false)]).unwrap().ece(), 1.0);
    }

    #[test]
    fn silence() {
        assert_eq!(Reliability::of([(None, true)]), None);
        let half = Reliability::of([(None, true), (Some(1.0), true)]).unwrap();
        assert_eq!(half.ece(), 0.5);
    }
}
