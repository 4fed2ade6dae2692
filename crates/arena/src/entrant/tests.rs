//! Tests of how entrants are parsed and checked.

use super::*;

#[test]
fn entrants_are_parsed() {
    let entrant: Entrant = "z=uai[Hash=64, Threads=1]:./zataxx --fast=1"
        .parse()
        .expect("an entrant");
    assert_eq!(entrant.name, "z");
    assert_eq!(entrant.command, "./zataxx --fast=1");
    assert_eq!(entrant.options[0], ("Hash".to_owned(), "64".to_owned()));
    assert_eq!(entrant.protocol(), Ok(Some(Protocol::Uai)));
    assert!(entrant.check(Kind::Loa).is_err());
    assert!(entrant.check(Kind::Ataxx).is_ok());
    for text in ["", "z", "z=uai", "=uai:x", "z=uai[Hash:x", "a\"b=uai:x"] {
        assert!(text.parse::<Entrant>().is_err(), "{text}");
    }
}

#[test]
fn a_program_may_play_one_colour_only_and_learns_which() {
    let entrant: Entrant = "bob=othello[plays=black]:./bob --{color} engine --{other} human --seed {seed}"
        .parse()
        .expect("an entrant");
    assert_eq!(entrant.only_color(Kind::Othello), Some(Color::Black));
    assert!(entrant.own_options().is_empty());
    assert!(entrant.needs_new_process());
    assert_eq!(
        entrant.command_for(Kind::Othello, Color::White, 5 << 33, &Control::default()),
        "./bob --white engine --black human --seed 5"
    );
    assert!(entrant.check(Kind::Othello).is_ok());
    for wrong in [
        "bob=othello[plays=red]:./bob",
        "bob=gtp[Hash=16]:./bob",
        "bob=gtp[time=soon]:./bob",
        "bob=gtp[margin=-1]:./bob",
    ] {
        let entrant: Entrant = wrong.parse().expect("an entrant");
        let refused = entrant.check(Kind::Othello);
        assert!(matches!(refused, Err(EntrantError::Option { .. })), "{wrong}");
    }
}

#[test]
fn a_player_may_have_its_own_time_control_and_margin() {
    let entrant: Entrant = "z=uai[Hash=16,time=8+0.1 depth=9,margin=120]:./zataxx"
        .parse()
        .expect("an entrant");
    assert!(entrant.check(Kind::Ataxx).is_ok());
    assert_eq!(entrant.control(), "8+0.1,depth=9".parse().ok());
    assert_eq!(entrant.margin_ms(), Some(120));
    assert_eq!(entrant.own_options(), [("Hash".to_owned(), "16".to_owned())]);
    let ours: Entrant = "us=parlor[time=move=0.2]:full".parse().expect("an entrant");
    assert!(ours.check(Kind::Ataxx).is_ok());
    assert_eq!(ours.control(), "move=0.2".parse().ok());
}

#[test]
fn our_own_text_programs_receive_their_time() {
    let own = std::env::current_exe().expect("an executable");
    let ours: Entrant = format!("us=loa:{} loa", own.display())
        .parse()
        .expect("an entrant");
    assert!(ours.receives_move_time());
    assert_eq!(ours.driver_options(), [("movetime".to_owned(), "yes".to_owned())]);
    for (text, is_told) in [
        ("it=loa:./run", false),
        ("it=loa[movetime=yes]:./run", true),
        ("it=ataxx[movetime=no]:ataxx", false),
        ("it=othello:othello --movetime {movetime}", true),
        ("it=gtp:./run", false),
    ] {
        let entrant: Entrant = text.parse().expect("an entrant");
        assert_eq!(entrant.receives_move_time(), is_told, "{text}");
    }
    let timed: Entrant = "it=othello:./it -t {movetime}".parse().expect("an entrant");
    let control = "move=0.5".parse().expect("a control");
    assert_eq!(
        timed.command_for(Kind::Othello, Color::Black, 0, &control),
        "./it -t 0.5"
    );
    let wrong: Entrant = "it=uai[movetime=maybe]:./it".parse().expect("an entrant");
    assert!(wrong.check(Kind::Ataxx).is_ok(), "an option of its own");
    let wrong: Entrant = "it=loa[movetime=maybe]:./it".parse().expect("an entrant");
    assert!(wrong.check(Kind::Loa).is_err());
}

#[test]
fn our_own_engine_needs_no_process() {
    let entrant: Entrant = "us=parlor:random".parse().expect("an entrant");
    assert_eq!(entrant.protocol(), Ok(None));
    assert!(entrant.check(Kind::Ataxx).is_ok());
    let wrong: Entrant = "us=parlor:level=99".parse().expect("an entrant");
    assert!(wrong.check(Kind::Ataxx).is_err());
}
