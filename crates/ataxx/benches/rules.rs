//! How fast the rules are.
fn main() {
    use parlor_ataxx::*;
    use parlor_core::cpu::Cpu;
    let p = Position::start(Rules::Seed);
    for depth in [6, 7] {
        for cpu in [Cpu::Portable, Cpu::Avx2] {
            let t = std::time::Instant::now();
            let n = perft_on(cpu, &p, depth);
            let s = t.elapsed().as_secs_f64();
            println!("{cpu:?} {depth} {n} {:.3} G/s", n as f64 / s / 1e9);
        }
    }
    let t = std::time::Instant::now();
    let n = parlor_core::perft(&p, 6);
    println!(
        "generic {n} {:.3} G/s",
        n as f64 / t.elapsed().as_secs_f64() / 1e9
    );
}
