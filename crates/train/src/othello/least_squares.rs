//! Least squares with rows that contain a few ones and are zero elsewhere, by conjugate gradients (Hestenes
//! and Stiefel 1952) with a diagonal preconditioner. Only the rows are stored; the matrix of the normal
//! equations is never built.

/// The rows of a sparse problem: the columns that are one, the target sum, and the weight of each row.
#[derive(Debug, Default)]
pub(super) struct Rows<const ACTIVE: usize> {
    pub(super) columns: Vec<[u32; ACTIVE]>,
    pub(super) targets: Vec<f32>,
    pub(super) counts: Vec<f32>,
}

/// The settings of the solver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The strength of the regularisation towards the initial weights, as the weight of rows that agree with
    /// them.
    pub(super) ridge: f32,
    pub(super) iterations: usize,
    pub(super) threads: usize,
}

impl<const ACTIVE: usize> Rows<ACTIVE> {
    pub(super) fn push(&mut self, columns: [u32; ACTIVE], target: f32, count: f32) {
        self.columns.push(columns);
        self.targets.push(target);
        self.counts.push(count);
    }

    /// Returns the weights that minimise the squared error plus the ridge penalty for their distance from
    /// `start`.
    pub(super) fn solve(&self, start: &[f32], settings: &Settings) -> Vec<f32> {
        let n = start.len();
        let mut diagonal = vec![settings.ridge; n];
        for (columns, count) in self.columns.iter().zip(&self.counts) {
            for &column in columns {
                diagonal[column as usize] += count;
            }
        }
        let mut x = start.to_vec();
        // The residual of the normal equations. The ridge contributes nothing to it at `start`.
        let mut r = self.gradient(&x, settings, true);
        let mut z: Vec<f32> = r.iter().zip(&diagonal).map(|(r, d)| r / d).collect();
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let enough = rz * 1e-8;
        for _ in 0..settings.iterations {
            if rz <= enough {
                break;
            }
            let ap = self.gradient(&p, settings, false);
            let alpha = (rz / dot(&p, &ap)) as f32;
            for i in 0..n {
                x[i] += alpha * p[i];
                r[i] -= alpha * ap[i];
                z[i] = r[i] / diagonal[i];
            }
            let next = dot(&r, &z);
            let beta = (next / rz) as f32;
            rz = next;
            for (p, z) in p.iter_mut().zip(&z) {
                *p = z + beta * *p;
            }
        }
        x
    }

    // Returns Aᵀ(b − Ax) with targets and AᵀAx + ridge·x without, where the rows are weighted.
    fn gradient(&self, x: &[f32], settings: &Settings, with_targets: bool) -> Vec<f32> {
        let ridge = if with_targets { 0.0 } else { settings.ridge };
        let chunk = self.columns.len().div_ceil(settings.threads.max(1)).max(1);
        let parts: Vec<Vec<f32>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.columns.len())
                .step_by(chunk)
                .map(|from| {
                    let to = (from + chunk).min(self.columns.len());
                    scope.spawn(move || {
                        let mut out = vec![0.0; x.len()];
                        for row in from..to {
                            let columns = &self.columns[row];
                            let mut sum: f32 = columns.iter().map(|&column| x[column as usize]).sum();
                            if with_targets {
                                sum = self.targets[row] - sum;
                            }
                            let step = sum * self.counts[row];
                            for &column in columns {
                                out[column as usize] += step;
                            }
                        }
                        out
                    })
                })
                .collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<f32>>| match worker.join() {
                Ok(part) => part,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().map(join).collect()
        });
        let mut out: Vec<f32> = x.iter().map(|x| ridge * x).collect();
        for part in parts {
            for (out, part) in out.iter_mut().zip(part) {
                *out += part;
            }
        }
        out
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::random::split_mix;

    #[test]
    fn weights_that_made_the_targets_are_found_again() {
        let truth: Vec<f32> = (0..40).map(|i| (i as f32 - 20.0) / 7.0).collect();
        let mut rows = Rows::<3>::default();
        let mut random = 1;
        for _ in 0..4000 {
            let columns = [0, 10, 25].map(|start| {
                let len = if start == 25 { 15 } else { 10 };
                start + (split_mix(&mut random) % len) as u32
            });
            let target = columns.iter().map(|&column| truth[column as usize]).sum();
            rows.push(columns, target, 1.0);
        }
        let settings = Settings {
            ridge: 1e-3,
            iterations: 100,
            threads: 2,
        };
        let found = rows.solve(&[0.0; 40], &settings);
        for (columns, target) in rows.columns.iter().zip(&rows.targets) {
            let sum: f32 = columns.iter().map(|&column| found[column as usize]).sum();
            assert!((sum - target).abs() < 0.01, "{sum} for {target}");
        }
    }

    #[test]
    fn a_ridge_holds_what_is_seldom_seen_near_the_start() {
        let mut rows = Rows::<1>::default();
        for _ in 0..1000 {
            rows.push([0], 5.0, 1.0);
        }
        rows.push([1], 5.0, 1.0);
        let settings = Settings {
            ridge: 10.0,
            iterations: 20,
            threads: 1,
        };
        let found = rows.solve(&[0.0, 0.0, 7.0], &settings);
        assert!(found[0] > 4.9 && found[1] < 0.5, "{found:?}");
        assert_eq!(found[2], 7.0);
        let found = rows.solve(&[0.0, 3.0, 7.0], &settings);
        assert!(found[1] > 3.0 && found[1] < 3.5, "{found:?}");
    }
}
