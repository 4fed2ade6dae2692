//! The training loop: epochs, pools and minibatches.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_search::isa::{Isa, Task, dispatch};

use super::adam::{AdamState, Step};
use super::checkpoint::Checkpoint;
use super::data::Data;
use super::minibatch::Minibatch;
use super::model::{Loss, Model, Offsets, chance};
use super::slice::{Backward, Forward, Kinds, Slice};
use super::target::{result_chance, searched_chance, target};
use super::{ActiveFeatures, FeatureSet};
use crate::positions::{Labelled, PositionsError};

/// The number of parts in which the samples of a minibatch are prepared.
const PARTS: usize = 8;
/// The number of hidden units of a slice: for networks with at least twice as many, and for narrower ones.
const WIDE: usize = 32;
const NARROW: usize = 16;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The total number of epochs.
    pub epochs: u64,
    /// The number of positions per step.
    pub batch: usize,
    /// The initial learning rate; it falls along half a cosine …
    pub rate: f32,
    /// … to this one.
    pub last_rate: f32,
    /// The weight of the search's score in the target; the rest is the result of the game.
    pub blend: f32,
    /// The term added to the root of the mean squared gradient: the greater it is, the smaller the steps of
    /// rarely active inputs.
    pub epsilon: f32,
    /// The strength of the weight decay; [`FeatureSet::pull`] scales it for each row.
    pub decay: f32,
    /// The loss function.
    pub loss: Loss,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

/// The report on a fit after a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The number of positions of the epoch that are done.
    pub positions: usize,
    /// The number of training positions in this pool.
    pub learned: usize,
    /// The mean squared error over the pool, in chances to win.
    pub error: f32,
    /// Whether the epoch has ended.
    pub is_epoch_over: bool,
}

/// Continues a fit with the next pool of its epoch. Returns `None` when there are no positions.
pub fn fit<S: FeatureSet>(
    checkpoint: &mut Checkpoint,
    data: &mut Data,
    settings: &Settings,
) -> Result<Option<Progress>, PositionsError> {
    let order = checkpoint.seed ^ (checkpoint.epochs + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let Some(pool) = data.pool::<S>(order, checkpoint.pools)? else {
        return Ok(None);
    };
    let n = pool.positions.len();
    let done = pool.first as f32 / data.n_learned.max(1) as f32;
    let share_of_pool = n as f32 / data.n_learned.max(1) as f32;
    let schedule = |part: f32| {
        let share = (checkpoint.epochs as f32 + done + part * share_of_pool) / settings.epochs.max(1) as f32;
        let fall = 0.5 * (1.0 + (PI * share.min(1.0)).cos());
        settings.last_rate + (settings.rate - settings.last_rate) * fall
    };
    let n_steps = (n / settings.batch.max(1)).max(1);
    let rates: Vec<f32> = (0..n_steps)
        .map(|step| schedule(step as f32 / n_steps as f32))
        .collect();
    let symmetries = order ^ split_mix(&mut { checkpoint.pools });
    let hidden = checkpoint.model.shape.hidden;
    let error = if hidden.is_multiple_of(WIDE) && hidden >= 2 * WIDE {
        learn::<S, WIDE>(checkpoint, &pool.positions, symmetries, settings, &rates)
    } else {
        learn::<S, NARROW>(checkpoint, &pool.positions, symmetries, settings, &rates)
    };
    if pool.is_last {
        checkpoint.epochs += 1;
        checkpoint.pools = 0;
    } else {
        checkpoint.pools += 1;
    }
    Ok(Some(Progress {
        positions: pool.first + n,
        learned: n,
        error: (error / n.max(1) as f64) as f32,
        is_epoch_over: pool.is_last,
    }))
}

/// Takes one step for each of `rates` with positions in random order and returns the sum of the squared
/// errors.
fn learn<S: FeatureSet, const B: usize>(
    checkpoint: &mut Checkpoint,
    positions: &[Labelled],
    symmetries: u64,
    settings: &Settings,
    rates: &[f32],
) -> f64 {
    let shape = checkpoint.model.shape;
    let lists = [
        &checkpoint.model.numbers[..],
        &checkpoint.means,
        &checkpoint.squares,
    ];
    let slices: Vec<Mutex<Slice<B>>> = (0..shape.hidden / B)
        .map(|number| Mutex::new(Slice::new(shape, number * B, S::n_kinds(), lists)))
        .collect();
    let biases_at = Offsets::new(&shape).output_bias;
    let mut biases: Vec<AdamState<1>> = (biases_at..biases_at + shape.buckets)
        .map(|place| {
            let [numbers, means, squares] = lists.map(|list| [list[place]]);
            AdamState {
                numbers,
                means,
                squares,
            }
        })
        .collect();
    let kinds = kinds::<S>(settings.decay, shape.inputs);
    let cpu = Cpu::detect();
    let parts: Vec<Mutex<Minibatch>> = (0..PARTS).map(|_| Mutex::default()).collect();
    let mut samples = Minibatch::default();
    let mut total = 0.0;
    for (number, &rate) in rates.iter().enumerate() {
        let bound = |number: usize| positions.len() * number / rates.len();
        let chosen = &positions[bound(number)..bound(number + 1)];
        let part_len = chosen.len().div_ceil(PARTS).max(1);
        in_parallel(settings.threads, PARTS, &|part| {
            let first = (part * part_len).min(chosen.len());
            let look = SampleMaker {
                positions: &chosen[first..(first + part_len).min(chosen.len())],
                first: bound(number) + first,
                symmetries,
                blend: settings.blend,
                scale: checkpoint.scale,
                perspectives: shape.perspectives,
                samples: &mut lock(&parts[part]),
                sight: std::marker::PhantomData::<S>,
            };
            dispatch(cpu, look);
        });
        samples.clear();
        for part in &parts {
            samples.append(&lock(part));
        }
        samples.find_active(&kinds, shape.inputs);
        in_parallel(settings.threads, slices.len(), &|slice| {
            let forward = Forward {
                slice: &mut lock(&slices[slice]),
                samples: &samples,
                kinds: &kinds,
            };
            dispatch(cpu, forward);
        });
        total += find_slopes(&mut samples, &slices, &biases, settings.loss);
        checkpoint.steps += 1;
        let step = Step::new(checkpoint.steps, chosen.len(), rate, settings.epsilon);
        in_parallel(settings.threads, slices.len(), &|slice| {
            let backward = Backward {
                slice: &mut lock(&slices[slice]),
                samples: &samples,
                kinds: &kinds,
                step,
                rate,
            };
            dispatch(cpu, backward);
        });
        let mut gradients = vec![0.0; biases.len()];
        for (&bucket, &slope) in samples.buckets.iter().zip(&samples.slopes) {
            gradients[usize::from(bucket)] += slope;
        }
        for (bias, gradient) in biases.iter_mut().zip(gradients) {
            bias.descend(&[gradient], &step, f32::MAX);
        }
    }
    for slice in &slices {
        lock(slice).write([
            &mut checkpoint.model.numbers,
            &mut checkpoint.means,
            &mut checkpoint.squares,
        ]);
    }
    for (place, bias) in biases.iter().enumerate() {
        checkpoint.model.numbers[biases_at + place] = bias.numbers[0];
        checkpoint.means[biases_at + place] = bias.means[0];
        checkpoint.squares[biases_at + place] = bias.squares[0];
    }
    total
}

fn kinds<S: FeatureSet>(decay: f32, n_rows: usize) -> Kinds {
    let n_inputs = n_rows - S::n_kinds();
    Kinds {
        of_input: (0..n_inputs)
            .map(|input| S::kind(input).map(|kind| kind as u16))
            .collect(),
        decays: if decay == 0.0 {
            Vec::new()
        } else {
            (0..n_rows).map(|input| decay * S::pull(input)).collect()
        },
        bound: S::row_bound(),
    }
}

/// Computes the derivative of the loss for every sample from the outputs of the slices, and returns the sum
/// of the squared errors.
fn find_slopes<const B: usize>(
    samples: &mut Minibatch,
    slices: &[Mutex<Slice<B>>],
    biases: &[AdamState<1>],
    loss: Loss,
) -> f64 {
    let mut answers: Vec<f32> = samples
        .buckets
        .iter()
        .map(|&bucket| biases[usize::from(bucket)].numbers[0])
        .collect();
    for slice in slices {
        for (answer, part) in answers.iter_mut().zip(&lock(slice).answers) {
            *answer += part;
        }
    }
    samples.slopes.clear();
    let mut total = 0.0;
    for (answer, &target) in answers.into_iter().zip(&samples.targets) {
        samples.slopes.push(loss.slope(answer, target));
        total += f64::from((chance(answer) - target).powi(2));
    }
    total
}

/// A converter from positions to samples.
struct SampleMaker<'a, S> {
    positions: &'a [Labelled],
    /// The index of the first position in its pool.
    first: usize,
    /// The seed of the symmetry in which each position is shown.
    symmetries: u64,
    blend: f32,
    scale: f32,
    perspectives: usize,
    samples: &'a mut Minibatch,
    sight: std::marker::PhantomData<S>,
}

impl<S: FeatureSet> Task for SampleMaker<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) {
        self.samples.clear();
        let mut seen = ActiveFeatures::new(self.perspectives);
        for (number, position) in self.positions.iter().enumerate() {
            let target = target(position, self.blend, self.scale);
            let mut place = self.symmetries ^ (self.first + number) as u64;
            S::see(position, split_mix(&mut place) % S::SYMMETRIES.max(1), &mut seen);
            self.samples.push(&seen, target);
        }
    }
}

/// Runs every task once on several threads, including this one.
fn in_parallel(threads: usize, n_tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= n_tasks {
                return;
            }
            task(number);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, n_tasks.max(1)) {
            scope.spawn(work);
        }
        work();
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Returns the mean squared errors of a folded model on positions: against their targets, and against the
/// results alone.
pub fn evaluate<'a, S: FeatureSet>(
    model: &Model,
    positions: impl IntoIterator<Item = &'a Labelled>,
    blend: f32,
    scale: f32,
) -> [f32; 2] {
    struct Evaluate<'a, S, P> {
        model: &'a Model,
        positions: P,
        blend: f32,
        scale: f32,
        sight: std::marker::PhantomData<S>,
    }
    impl<'p, S: FeatureSet, P: Iterator<Item = &'p Labelled>> Task for Evaluate<'_, S, P> {
        type Output = ([f64; 2], usize);

        #[inline(always)]
        fn run<I: Isa>(self, _isa: I) -> ([f64; 2], usize) {
            let mut seen = ActiveFeatures::new(self.model.shape.perspectives);
            let mut room = room(self.model);
            let mut sums = [0.0; 2];
            let mut n = 0;
            for position in self.positions {
                S::see(position, 0, &mut seen);
                let found = chance(self.model.answer(&seen, &mut room));
                let wanted = [
                    target(position, self.blend, self.scale),
                    result_chance(position.result),
                ];
                for (sum, wanted) in sums.iter_mut().zip(wanted) {
                    *sum += f64::from((found - wanted).powi(2));
                }
                n += 1;
            }
            (sums, n)
        }
    }
    let (sums, n) = dispatch(
        Cpu::detect(),
        Evaluate {
            model,
            positions: positions.into_iter(),
            blend,
            scale,
            sight: std::marker::PhantomData::<S>,
        },
    );
    sums.map(|sum| (sum / n.max(1) as f64) as f32)
}

fn room(model: &Model) -> Vec<f32> {
    vec![0.0; model.shape.perspectives * model.shape.hidden]
}

/// Returns the mean squared error of the search's scores against the results: what a network as good as the
/// search would reach.
pub fn evaluate_search<'a>(positions: impl IntoIterator<Item = &'a Labelled>, scale: f32) -> f32 {
    let (mut sum, mut n) = (0.0, 0);
    for position in positions {
        sum += f64::from((searched_chance(position, scale) - result_chance(position.result)).powi(2));
        n += 1;
    }
    (sum / f64::from(n.max(1))) as f32
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use parlor_core::{Color, Score};
    use parlor_engine::network::{Network, Shape};
    use parlor_search::isa::Portable;

    use super::super::{dequantise, fold, quantise};
    use super::*;
    use crate::positions::{Batch, PositionsFile};

    /// A game in which the set of eight squares determines the winner: each side sees its own and the
    /// other's. Every second square is of a kind.
    pub(in crate::network) struct Toy;

    const SQUARES: usize = 8;

    impl FeatureSet for Toy {
        const GAME: &'static str = "toy";
        const SYMMETRIES: u64 = 1;

        fn shape(hidden: usize) -> Shape {
            Shape {
                inputs: SQUARES + 1,
                hidden,
                perspectives: 2,
                buckets: 1,
                active: SQUARES,
            }
        }

        fn kind(input: usize) -> Option<usize> {
            input.is_multiple_of(2).then_some(SQUARES)
        }

        fn n_kinds() -> usize {
            1
        }

        fn see(position: &Labelled, _symmetry: u64, seen: &mut ActiveFeatures) {
            for (inputs, set) in seen.inputs.iter_mut().zip([position.own, position.other]) {
                inputs.clear();
                inputs.extend((0..8).filter(|square| set >> square & 1 != 0));
            }
        }
    }

    const SETTINGS: Settings = Settings {
        epochs: 12,
        batch: 64,
        rate: 0.02,
        last_rate: 0.001,
        blend: 0.5,
        epsilon: 1e-8,
        decay: 0.0,
        loss: Loss::Squared,
        threads: 1,
    };

    pub(in crate::network) fn position(random: &mut u64) -> Labelled {
        let (own, other) = (split_mix(random) & 255, split_mix(random) & 255);
        let lead = own.count_ones() as i32 - other.count_ones() as i32;
        Labelled {
            own,
            other,
            blocks: 0,
            score: Score(200 * lead),
            mv: 1,
            result: lead.signum() as i8,
            turn: Color::Black,
            is_exact: false,
            ply: 0,
            clock: 0,
        }
    }

    /// Writes two files of positions and opens them.
    pub(in crate::network) fn write_data(folder: &Path) -> Data {
        let mut random = 17;
        let mut data = Data::default();
        for name in ["one", "two"] {
            let path = folder.join(name);
            let mut file = PositionsFile::open(&path, Toy::GAME).expect("a new file");
            for number in 0..32 {
                let positions = (0..40).map(|_| position(&mut random)).collect();
                file.add(&Batch { number, positions }).expect("room");
            }
            data.add::<Toy>(&path).expect("a file");
        }
        assert_eq!((data.n_learned, data.held_out.len()), (2 * 31 * 40, 2 * 40));
        data
    }

    fn fitted(data: &mut Data, threads: usize, interrupted: bool) -> Checkpoint {
        let settings = Settings { threads, ..SETTINGS };
        let mut checkpoint = Checkpoint::new(Model::new(Toy::shape(32), 5), 400.0, 5);
        while checkpoint.epochs < settings.epochs {
            let progress = fit::<Toy>(&mut checkpoint, data, &settings).expect("the files");
            assert!(progress.is_some_and(|progress| progress.learned > 0));
            if interrupted {
                let bytes = checkpoint.to_bytes::<Toy>();
                checkpoint = Checkpoint::from_bytes::<Toy>(&bytes).expect("a checkpoint");
            }
        }
        checkpoint
    }

    #[test]
    fn a_network_learns_and_neither_threads_nor_interruptions_change_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut data = write_data(folder.path());
        let checkpoint = fitted(&mut data, 1, false);
        let [error, _] = evaluate::<Toy>(&fold::<Toy>(&checkpoint.model), &data.held_out, 0.5, 400.0);
        let ignorant = fold::<Toy>(&Model::new(Toy::shape(32), 5));
        let [before, _] = evaluate::<Toy>(&ignorant, &data.held_out, 0.5, 400.0);
        assert!(error < 0.01 && before > 0.05, "{before} became {error}");
        assert_eq!(checkpoint, fitted(&mut data, 3, true));
    }

    #[test]
    fn a_quantised_network_answers_nearly_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut data = write_data(folder.path());
        let model = fold::<Toy>(&fitted(&mut data, 2, false).model);
        let file = quantise::<Toy>(&model, 400);
        let dequantised = dequantise(&file);
        let network: Network<32, 2> = Network::new(&file, &model.shape).expect("a network");
        let mut seen = ActiveFeatures::new(2);
        let mut room = room(&model);
        for position in &data.held_out {
            Toy::see(position, 0, &mut seen);
            let wanted = 400.0 * model.answer(&seen, &mut room);
            let own = network.accumulate(Portable, &seen.inputs[0]);
            let other = network.accumulate(Portable, &seen.inputs[1]);
            let found = network.score(Portable, [&own, &other], 0).0 as f32;
            assert!((wanted - found).abs() < 25.0, "{wanted} became {found}");
            let read_back = 400.0 * dequantised.answer(&seen, &mut room);
            assert!((read_back - found).abs() < 3.0, "{read_back} became {found}");
            let changed = network.update(Portable, &own, &seen.inputs[1], &seen.inputs[0]);
            assert_eq!(changed, other, "inputs can go on and off");
        }
    }

    #[test]
    fn a_wider_network_begins_with_what_a_narrower_one_knows() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut data = write_data(folder.path());
        let narrow = fold::<Toy>(&fitted(&mut data, 1, false).model);
        let mut wide = Model::new(Toy::shape(64), 8);
        let before = evaluate::<Toy>(&fold::<Toy>(&wide), &data.held_out, 0.5, 400.0)[0];
        wide.begin_with::<Toy>(&narrow);
        let wide = fold::<Toy>(&wide);
        let [error, known] =
            [&wide, &narrow].map(|model| evaluate::<Toy>(model, &data.held_out, 0.5, 400.0)[0]);
        assert!(
            error < known + 0.005 && error < before / 2.0,
            "{before} became {error}, not {known}"
        );
        assert_ne!(wide.rows()[32..64], [0.0; 32], "the further numbers can learn");
    }

    #[test]
    fn a_damaged_checkpoint_is_refused() {
        let bytes = Checkpoint::new(Model::new(Toy::shape(16), 5), 400.0, 5).to_bytes::<Toy>();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Checkpoint::from_bytes::<Toy>(&damaged).is_err(), "byte {at}");
        }
        assert!(Checkpoint::from_bytes::<Toy>(&bytes[..bytes.len() - 1]).is_err());
    }
}
