//! Solves symmetric systems of linear equations: factors the matrix once, then solves for any number of
//! right-hand sides.

/// A symmetric matrix A = L D Lᵀ, with L lower triangular with ones on its diagonal, and D diagonal.
#[derive(Clone, Debug)]
pub(crate) struct LdlFactorization {
    n: usize,
    /// Row by row: L below the diagonal, D on it. The part above is not used.
    values: Vec<f64>,
}

/// The minimum pivot. Below it the matrix is singular.
const MIN_PIVOT: f64 = 1e-300;

impl LdlFactorization {
    /// Factors an n × n matrix, given row by row. Returns `None` if it is singular. Only its lower triangle
    /// is read. There is no pivoting, which positive definite matrices do not need.
    pub(crate) fn new(n: usize, mut values: Vec<f64>) -> Option<LdlFactorization> {
        debug_assert_eq!(values.len(), n * n);
        // The current row of L D while L is computed.
        let mut scaled = vec![0.0; n];
        for i in 0..n {
            let (above, rest) = values.split_at_mut(i * n);
            let row = &mut rest[..n];
            for j in 0..i {
                let other = &above[j * n..j * n + j];
                let known: f64 = scaled[..j].iter().zip(other).map(|(a, b)| a * b).sum();
                scaled[j] = row[j] - known;
                row[j] = scaled[j] / above[j * n + j];
            }
            let known: f64 = scaled[..i].iter().zip(&*row).map(|(a, b)| a * b).sum();
            row[i] -= known;
            if row[i].abs() < MIN_PIVOT || !row[i].is_finite() {
                return None;
            }
        }
        Some(LdlFactorization { n, values })
    }

    /// Returns the solution x of A x = `right`, or `None` if it is not finite.
    pub(crate) fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        let n = self.n;
        let row = |i: usize| &self.values[i * n..i * n + n];
        let mut x = right.to_vec();
        for i in 0..n {
            let known: f64 = row(i)[..i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] -= known;
        }
        for (i, value) in x.iter_mut().enumerate() {
            *value /= row(i)[i];
        }
        // Multiply by Lᵀ along the rows of L, which are contiguous in memory.
        for i in (0..n).rev() {
            let solved = x[i];
            for (value, factor) in x[..i].iter_mut().zip(row(i)) {
                *value -= factor * solved;
            }
        }
        x.iter().all(|value| value.is_finite()).then_some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_for_every_right_hand_side() {
        let matrix = vec![4.0, 2.0, -1.0, 2.0, 5.0, 3.0, -1.0, 3.0, 6.0];
        let factored = LdlFactorization::new(3, matrix.clone()).expect("a regular matrix");
        for wanted in [[1.0, -2.0, 3.0], [0.0, 0.5, 0.0]] {
            let right: Vec<f64> = matrix
                .chunks(3)
                .map(|row| row.iter().zip(wanted).map(|(a, x)| a * x).sum())
                .collect();
            let solved = factored.solve(&right).expect("a solution");
            for (found, wanted) in solved.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-12, "{solved:?}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_no_factors() {
        assert!(LdlFactorization::new(2, vec![1.0, 1.0, 1.0, 1.0]).is_none());
        assert!(LdlFactorization::new(2, vec![0.0; 4]).is_none());
        assert!(LdlFactorization::new(1, vec![f64::NAN]).is_none());
    }
}
