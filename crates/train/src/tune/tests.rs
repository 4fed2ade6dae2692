use super::*;

fn settings(rounds: u32) -> Settings {
    Settings {
        players: "nodes=60".into(),
        rounds,
        games: 4,
        rate: 0.05,
        seed: 7,
    }
}

fn parameters() -> Vec<Parameter> {
    ["reduction_slope=500/100", "late_base=6/1"]
        .map(|text| text.parse().unwrap())
        .into()
}

#[test]
fn parameters_are_read_and_others_refused() {
    assert_eq!(parameters()[0].difference, 100.0);
    for text in ["", "a", "a=1", "a=1/0", "a=1/-2", "a=-1/2", "a=1/nan", "a=x/2"] {
        assert_eq!(text.parse::<Parameter>(), Err(ParseParameterError(text.into())));
    }
}

#[test]
fn parameters_go_to_where_games_are_won() {
    // The player nearer to 700 and to 3 wins.
    let mut tuning = Tuning::new(settings(600), parameters());
    let wanted = [700.0, 3.0];
    while tuning.n_rounds() < 600 {
        let mut won = 0.0;
        for (index, goal) in wanted.into_iter().enumerate() {
            let Parameter {
                value, difference, ..
            } = tuning.parameters()[index];
            won += tuning.direction(index) * (goal - value) / difference;
        }
        tuning.learn(won);
    }
    for (parameter, goal) in tuning.parameters().iter().zip(wanted) {
        let off = (parameter.value - goal).abs() / parameter.difference;
        assert!(off < 0.2, "{parameter:?}");
    }
}

#[test]
fn an_interrupted_run_continues_as_if_uninterrupted() {
    let play = |tuning: &mut Tuning, file: &mut String, most: u32| {
        let stop = AtomicBool::new(false);
        let result = tuning.play::<TuneError>(Kind::Ataxx, 2, &stop, &mut |tuning, line| {
            file.push_str(&format!("{line}\n"));
            stop.store(tuning.n_rounds() >= most, Ordering::Relaxed);
            Ok(())
        });
        result.unwrap();
    };
    let begin = || Tuning::new(settings(6), parameters());
    let header = begin().header() + "\n";
    let (mut whole, mut file) = (begin(), header.clone());
    play(&mut whole, &mut file, 6);
    assert_eq!(whole.n_rounds(), 6);
    assert_ne!(whole.parameters(), parameters(), "rounds move the parameters");

    let (mut first, mut broken) = (begin(), header.clone());
    play(&mut first, &mut broken, 2);
    let end = broken.len();
    broken.push_str("3 0");
    let mut second = begin();
    assert_eq!(second.read(&broken), Ok(end));
    broken.truncate(end);
    play(&mut second, &mut broken, 6);
    assert_eq!(second.parameters(), whole.parameters());
    assert_eq!(broken, file);
}

#[test]
fn files_of_other_runs_are_refused() {
    let mut tuning = Tuning::new(settings(6), parameters());
    let header = tuning.header();
    assert_eq!(tuning.read(""), Ok(0));
    assert_eq!(tuning.read("players nodes=61\n"), Err(FileError::OtherSettings));
    for line in ["1 2", "1 2 x", "1 2 3 4", "9 9 9", "4294967295 5 0"] {
        let mut tuning = tuning.clone();
        assert_eq!(
            tuning.read(&format!("{header}\n{line}\n")),
            Err(FileError::NoRound(2))
        );
    }
    let unknown = Tuning::new(settings(6), vec!["no_such=1/1".parse().unwrap()]);
    assert!(unknown.check(Kind::Ataxx).is_err());
}
