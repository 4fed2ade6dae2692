//! Epoch after epoch, minibatch after minibatch.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_core::Score;
use parlor_core::cpu::Cpu;
use parlor_core::zobrist::split_mix;
use parlor_search::isa::{Isa, Task, dispatch};

use super::adam::Step;
use super::checkpoint::Checkpoint;
use super::model::{Loss, Model, Sample, chance};
use super::quantise::{MAX_OUTPUT, MAX_ROW, fold};
use super::{Seen, Sight};
use crate::positions::{Batch, Labelled};

/// Every minibatch is worked on in so many parts. The number is part of the result, that of threads is not.
const PARTS: usize = 4;
/// How many positions are enough to tell what a score means.
const SCALE_SAMPLE: usize = 400_000;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often all positions are seen in the end.
    pub epochs: u64,
    /// How many positions make one step.
    pub batch: usize,
    /// The step to begin with; it falls along half a cosine …
    pub rate: f32,
    /// … to this.
    pub last_rate: f32,
    /// How much the search's score counts in the target; the rest is the result of the game.
    pub blend: f32,
    /// What is added to the root of the mean square of a gradient: the greater, the smaller the steps of
    /// inputs that are seldom on.
    pub epsilon: f32,
    /// How strongly the rows are drawn to zero; [`Sight::pull`] says which.
    pub decay: f32,
    /// What is made as small as it can be.
    pub loss: Loss,
    /// How many threads work.
    pub threads: usize,
}

/// One batch of a file in so many is kept from the fit, to gauge it.
const HELD_OUT: u64 = 32;

/// Positions to learn from, and positions that must not be learned from.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// To learn from.
    pub learned: Vec<Labelled>,
    /// Held out.
    pub held_out: Vec<Labelled>,
}

impl Data {
    /// Takes in a batch of a file. Games never cross from one batch to another, so what is held out is new.
    pub fn add(&mut self, batch: Batch) {
        if batch.number.is_multiple_of(HELD_OUT) {
            self.held_out.extend(batch.positions);
        } else {
            self.learned.extend(batch.positions);
        }
    }

    /// The score at which the odds to win were e to 1, by maximum likelihood over games that were decided.
    pub fn scale(&self) -> f32 {
        let step = self.learned.len().div_ceil(SCALE_SAMPLE).max(1);
        let scored: Vec<(f32, f32)> = self
            .learned
            .iter()
            .step_by(step)
            .filter(|position| position.score.plies_to_end().is_none())
            .map(|position| (position.score.0 as f32, result_chance(position.result)))
            .collect();
        // The slope of the likelihood falls as the factor grows: halve the interval around its zero.
        let (mut low, mut high) = (1e-5_f32, 1e-1_f32);
        for _ in 0..40 {
            let factor = (low * high).sqrt();
            let slope: f64 = scored
                .iter()
                .map(|&(score, result)| f64::from((result - chance(score * factor)) * score))
                .sum();
            if slope > 0.0 {
                low = factor;
            } else {
                high = factor;
            }
        }
        1.0 / (low * high).sqrt()
    }
}

/// What is told of a fit on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The epoch, from 0.
    pub epoch: u64,
    /// How many positions of it are done.
    pub positions: usize,
    /// The mean squared error of the epoch so far, in chances to win.
    pub error: f32,
}

/// Continues a fit for one epoch; false when it was stopped before its end and the checkpoint is to be thrown
/// away.
pub fn fit<S: Sight>(
    checkpoint: &mut Checkpoint,
    data: &Data,
    settings: &Settings,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress),
) -> bool {
    let positions = &data.learned;
    let (epoch, scale) = (checkpoint.epochs, checkpoint.scale);
    let mut random = checkpoint.seed ^ (epoch + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, (split_mix(&mut random) % (last as u64 + 1)) as usize);
    }
    // Samples are seen by the network as the engine will have it: what inputs of a kind have in common costs
    // once for each step, not for each sample.
    let mut gradients = vec![vec![0.0; fold::<S>(&checkpoint.model).numbers.len()]; PARTS];
    let shape = checkpoint.model.shape;
    let decays: Vec<f32> = (0..shape.inputs)
        .map(|input| settings.decay * S::pull(input))
        .collect();
    let cpu = Cpu::detect();
    let (mut total, mut done) = (0.0_f64, 0);
    for chosen in order.chunks(settings.batch.max(PARTS)) {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let symmetries = split_mix(&mut random);
        let folded = fold::<S>(&checkpoint.model);
        let part_len = chosen.len().div_ceil(PARTS);
        let mut works: Vec<Work<'_, S>> = chosen
            .chunks(part_len)
            .zip(&mut gradients)
            .enumerate()
            .map(|(part, (chosen, gradient))| Work {
                model: &folded,
                positions,
                chosen,
                random: symmetries ^ part as u64,
                gradient,
                loss: settings.loss,
                blend: settings.blend,
                scale,
                sight: std::marker::PhantomData::<S>,
            })
            .collect();
        let per_thread = works.len().div_ceil(settings.threads.max(1));
        let errors: f64 = std::thread::scope(|scope| {
            let mut threads = Vec::new();
            while !works.is_empty() {
                let mine: Vec<Work<'_, S>> = works.drain(..per_thread.min(works.len())).collect();
                threads.push(scope.spawn(move || {
                    let errors = mine.into_iter().map(|work| dispatch(cpu, work));
                    errors.collect::<Vec<f64>>()
                }));
            }
            // A thread that panicked has added nothing; the step is taken without it.
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default())
                .sum()
        });
        let share = (epoch as f32 + done as f32 / positions.len() as f32) / settings.epochs.max(1) as f32;
        let fall = 0.5 * (1.0 + (PI * share.min(1.0)).cos());
        dispatch(
            cpu,
            Step {
                adam: &mut checkpoint.adam,
                numbers: &mut checkpoint.model.numbers,
                gradient: &unfolded::<S>(&folded, &mut gradients),
                n_samples: chosen.len(),
                rate: settings.last_rate + (settings.rate - settings.last_rate) * fall,
                epsilon: settings.epsilon,
                decays: &decays,
                row_len: shape.hidden,
            },
        );
        checkpoint.model.clip(MAX_ROW, MAX_OUTPUT);
        total += errors;
        done += chosen.len();
        tell(Progress {
            epoch,
            positions: done,
            error: (total / done as f64) as f32,
        });
    }
    checkpoint.epochs += 1;
    true
}

/// The gradient of a model from the parts of that of the folded one, which are set to zero: a kind changes with
/// all its inputs.
fn unfolded<S: Sight>(folded: &Model, parts: &mut [Vec<f32>]) -> Vec<f32> {
    let hidden = folded.shape.hidden;
    let rows_len = folded.rows().len();
    let mut gradient = vec![0.0; rows_len];
    let mut rest = vec![0.0; folded.numbers.len() - rows_len];
    for part in parts {
        let (rows, others) = part.split_at_mut(rows_len);
        for (sums, numbers) in [(&mut gradient, rows), (&mut rest, others)] {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += *number;
                *number = 0.0;
            }
        }
    }
    let mut kinds = vec![0.0; S::n_kinds() * hidden];
    for (input, row) in gradient.chunks_exact(hidden).enumerate() {
        if let Some(kind) = S::kind(input) {
            let first = (kind - folded.shape.inputs) * hidden;
            for (sum, number) in kinds[first..][..hidden].iter_mut().zip(row) {
                *sum += number;
            }
        }
    }
    gradient.extend(kinds);
    gradient.extend(rest);
    gradient
}

/// The mean squared errors of a folded model on positions: against their targets, and against the results alone.
pub fn gauge<S: Sight>(model: &Model, positions: &[Labelled], blend: f32, scale: f32) -> [f32; 2] {
    struct Gauge<'a, S> {
        model: &'a Model,
        positions: &'a [Labelled],
        blend: f32,
        scale: f32,
        sight: std::marker::PhantomData<S>,
    }
    impl<S: Sight> Task for Gauge<'_, S> {
        type Output = [f64; 2];

        #[inline(always)]
        fn run<I: Isa>(self, _isa: I) -> [f64; 2] {
            let mut seen = Seen::new(self.model.shape.perspectives);
            let mut room = room(self.model);
            let mut sums = [0.0; 2];
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
            }
            sums
        }
    }
    let sums = dispatch(
        Cpu::detect(),
        Gauge {
            model,
            positions,
            blend,
            scale,
            sight: std::marker::PhantomData::<S>,
        },
    );
    sums.map(|sum| (sum / positions.len().max(1) as f64) as f32)
}

/// One part of a minibatch.
struct Work<'a, S> {
    model: &'a Model,
    positions: &'a [Labelled],
    chosen: &'a [u32],
    random: u64,
    gradient: &'a mut [f32],
    loss: Loss,
    blend: f32,
    scale: f32,
    sight: std::marker::PhantomData<S>,
}

impl<S: Sight> Task for Work<'_, S> {
    type Output = f64;

    #[inline(always)]
    fn run<I: Isa>(mut self, _isa: I) -> f64 {
        let mut sample = Sample {
            seen: Seen::new(self.model.shape.perspectives),
            target: 0.0,
        };
        let mut room = room(self.model);
        let mut error = 0.0;
        for &index in self.chosen {
            let position = &self.positions[index as usize];
            let symmetry = split_mix(&mut self.random) % S::SYMMETRIES.max(1);
            S::see(position, symmetry, &mut sample.seen);
            sample.target = target(position, self.blend, self.scale);
            error += f64::from(self.model.learn(&sample, self.loss, &mut room, self.gradient));
        }
        error
    }
}

fn room(model: &Model) -> Vec<f32> {
    vec![0.0; model.shape.perspectives * model.shape.hidden]
}

fn result_chance(result: i8) -> f32 {
    (f32::from(result.signum()) + 1.0) / 2.0
}

/// What a network should answer.
#[inline(always)]
fn target(position: &Labelled, blend: f32, scale: f32) -> f32 {
    blend * searched_chance(position, scale) + (1.0 - blend) * result_chance(position.result)
}

/// The chance to win that the search saw.
#[inline(always)]
fn searched_chance(position: &Labelled, scale: f32) -> f32 {
    match position.score {
        score if score.is_win() => 1.0,
        score if score.is_loss() => 0.0,
        Score(score) => chance(score as f32 / scale),
    }
}

/// The mean squared error of what the search saw, against the results: what a network that is as good as
/// the search would reach.
pub fn gauge_search(positions: &[Labelled], scale: f32) -> f32 {
    let errors = positions.iter().map(|position| {
        f64::from((searched_chance(position, scale) - result_chance(position.result)).powi(2))
    });
    (errors.sum::<f64>() / positions.len().max(1) as f64) as f32
}

#[cfg(test)]
mod tests {
    use parlor_core::Color;
    use parlor_engine::network::{Network, Shape};
    use parlor_search::isa::Portable;

    use super::super::{dequantise, quantise};
    use super::*;

    /// A game in which the set of eight squares says who wins: each side sees its own and the other's. Every
    /// second square is of a kind.
    struct Toy;

    const SQUARES: usize = 8;

    impl Sight for Toy {
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

        fn see(position: &Labelled, _symmetry: u64, seen: &mut Seen) {
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

    fn data() -> Data {
        let mut random = 17;
        let mut data = Data::default();
        for number in 0..64 {
            let mut position = || {
                let (own, other) = (split_mix(&mut random) & 255, split_mix(&mut random) & 255);
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
            };
            let positions = (0..40).map(|_| position()).collect();
            data.add(Batch { number, positions });
        }
        data
    }

    fn fitted(data: &Data, threads: usize, interrupted: bool) -> Checkpoint {
        let never = AtomicBool::new(false);
        let settings = Settings { threads, ..SETTINGS };
        let mut checkpoint = Checkpoint::new(Toy::shape(16), 400.0, 5);
        for _ in 0..settings.epochs {
            assert!(fit::<Toy>(&mut checkpoint, data, &settings, &never, &mut |_| {}));
            if interrupted {
                let bytes = checkpoint.to_bytes::<Toy>();
                checkpoint = Checkpoint::from_bytes::<Toy>(&bytes).expect("a checkpoint");
            }
        }
        checkpoint
    }

    #[test]
    fn a_network_learns_and_neither_threads_nor_interruptions_change_it() {
        let data = data();
        let checkpoint = fitted(&data, 1, false);
        let [error, _] = gauge::<Toy>(&fold::<Toy>(&checkpoint.model), &data.held_out, 0.5, 400.0);
        let ignorant = fold::<Toy>(&Checkpoint::new(Toy::shape(16), 400.0, 5).model);
        let [before, _] = gauge::<Toy>(&ignorant, &data.held_out, 0.5, 400.0);
        assert!(error < 0.01 && before > 0.05, "{before} became {error}");
        assert_eq!(checkpoint, fitted(&data, 3, true));
    }

    #[test]
    fn a_kind_changes_with_all_its_inputs() {
        let model = Model::new(Toy::shape(16), 3);
        let folded = fold::<Toy>(&model);
        let counted: Vec<f32> = (0..folded.numbers.len()).map(|place| place as f32).collect();
        let mut parts = vec![counted.clone(), counted.clone()];
        let gradient = unfolded::<Toy>(&folded, &mut parts);
        assert_eq!(gradient.len(), model.numbers.len());
        let rows_len = folded.rows().len();
        let doubled: Vec<f32> = counted.iter().map(|number| 2.0 * number).collect();
        assert_eq!(gradient[..rows_len], doubled[..rows_len]);
        assert_eq!(gradient[rows_len + 16..], doubled[rows_len..]);
        for (place, &number) in gradient[rows_len..][..16].iter().enumerate() {
            let wanted: f32 = [0, 2, 4, 6].map(|input| doubled[16 * input + place]).iter().sum();
            assert_eq!(number, wanted);
        }
        assert!(parts.iter().flatten().all(|&number| number == 0.0));
    }

    #[test]
    fn a_quantised_network_answers_nearly_the_same() {
        let data = data();
        let model = fold::<Toy>(&fitted(&data, 2, false).model);
        let file = quantise(&model, 400);
        let dequantised = dequantise(&file);
        let network: Network<16, 2> = Network::new(&file, &model.shape).expect("a network");
        let mut seen = Seen::new(2);
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
    fn the_scale_of_scores_is_found_again() {
        let mut data = data();
        let mut random = 23;
        for position in &mut data.learned {
            let unit = (split_mix(&mut random) >> 40) as f32 / (1 << 24) as f32;
            let wins = unit < chance(position.score.0 as f32 / 300.0);
            position.result = if wins { 1 } else { -1 };
        }
        let scale = data.scale();
        assert!((250.0..350.0).contains(&scale), "{scale}");
    }

    #[test]
    fn a_damaged_checkpoint_is_refused() {
        let bytes = Checkpoint::new(Toy::shape(16), 400.0, 5).to_bytes::<Toy>();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Checkpoint::from_bytes::<Toy>(&damaged).is_err(), "byte {at}");
        }
        assert!(Checkpoint::from_bytes::<Toy>(&bytes[..bytes.len() - 1]).is_err());
    }
}
