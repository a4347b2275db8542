//! Laws that hold in every random match.
use super::{
    super::{
        End, Phase,
        options::EndRule,
        squad::{FULL, Id, Squad},
    },
    *,
};
use crate::{chance::StepKey, fair::Seed};

/// Checks what holds in every position.
fn check(game: &Metasoccer) {
    let (squad, field) = (&game.squad, game.options.field);
    let count = game.options.side.count();
    for seat in Seat::BOTH {
        let standing = squad.count(seat);
        assert_eq!(standing + usize::from(*squad.expelled.get(seat)), usize::from(count));
        for (id, at) in squad.side(seat) {
            assert!(field.holds(at) || field.rings(at), "{id:?} {at:?}");
            assert_eq!(squad.on(at), Some(id), "two on a square");
        }
        assert!(squad.at(Id::goalie(seat)).is_some(), "a goalie is never sent off");
    }
    assert!(Id::all().filter(|it| count < it.number).all(|player| squad.at(player).is_none()));
    let at = squad.ball_at().expect("one ball");
    assert!(
        field.holds(at) || game.throws_in() || matches!(game.phase, Phase::Over(_)),
        "{at:?} {:?}",
        game.phase
    );
}

/// Counts how often each checker was moved and pushed between two positions of one play.
fn changed(before: &Squad, after: &Squad) -> usize {
    Id::all().filter(|player| before.at(*player) != after.at(*player)).count()
}

#[test]
fn random_matches_end_by_the_timer_and_keep_the_laws() {
    for (seed, settings) in (0u8..).zip([
        "",
        "",
        "",
        "field=9x13",
        "field=13x17",
        "team=7",
        "play-on plays=120",
        "auto",
        "finish=golden endless",
        "finish=extra endless",
    ]) {
        let seed = Seed::from_bytes([seed; 32]);
        let given = Given::read(Metasoccer::SETTINGS, settings).unwrap();
        let options = Metasoccer::options(&given).unwrap();
        let mut dice = Dice::fair(&seed, StepKey { step: 0, take: 0 });
        let mut game = Metasoccer::open(&options, &mut Step::new(&mut dice)).unwrap();
        let mut steps = 0;
        while let Some(seat) = game.asked() {
            check(&game);
            let mut dice = Dice::fair(&seed, StepKey { step: steps + 1, take: 0 });
            let action = game.sample(seat, &mut dice).expect("something to do");
            let before = game.clone();
            let mut step = Step::new(&mut dice);
            game.act(seat, &action, &mut step).unwrap();
            let (events, _) = step.finish();
            holds(&before, &game, &events);
            steps += 1;
            assert!(steps < 5_000, "{settings} does not end");
        }
        check(&game);
        assert!(20 < steps);
        let Phase::Over(end) = game.phase else { panic!("it is over") };
        let is_timely = options.plays <= game.counter && options.finish != EndRule::Golden;
        assert!(is_timely || matches!(end, End::Few(_) | End::Goal), "{settings}: {end:?}");
        assert!(end != End::Goal || options.finish != EndRule::Timer, "{settings}: {end:?}");
    }
}

/// Checks one step: nobody moves or is pushed twice in a play, and plays are counted one by one.
fn holds(before: &Metasoccer, after: &Metasoccer, events: &[Event]) {
    let double = matches!(
        before.play.roll,
        Some(super::super::Roll::Risk(super::super::dice::Risk::Double, _))
    );
    let penalty = before.play.kind == super::super::PlayKind::Penalty;
    for event in events.iter().take_while(|event| !matches!(event, Event::Began { .. })) {
        match event {
            Event::Moved { who, .. } => {
                assert!(double || penalty || !before.play.moved.has(*who), "{who:?} moved twice");
            }
            Event::Pushed { who, .. } => {
                assert!(!before.play.pushed.has(*who), "{who:?} was pushed twice");
            }
            _ => {}
        }
    }
    assert!(after.counter - before.counter <= 2, "a play at a time");
    if events.is_empty() {
        let quiet = matches!(before.phase, Phase::Reset { .. });
        assert!(quiet && changed(&before.squad, &after.squad) == 0, "something happened untold");
    }
}

#[test]
fn a_step_after_another_never_moves_a_checker_twice() {
    let (moved, pushed): (usize, usize) =
        (1..=30u8).map(whole_play).fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    assert!(100 < moved && 0 < pushed, "too little happened: {moved} moves, {pushed} pushes");
}

/// Plays Chess rolls of the defense with as many moves as possible; returns the number of moves and pushes.
fn whole_play(seed: u8) -> (usize, usize) {
    let face = ["queen", "rook", "bishop", "knight", "pawn", "king"][usize::from(seed % 6)];
    let mut pitch = Pitch::with("", &format!("turn north | rolled {face} {}", seed % 5 + 2));
    let seed = Seed::from_bytes([seed; 32]);
    let (mut movers, mut pushed) = (Vec::new(), Vec::new());
    for step in 1..=u32::from(FULL) + 1 {
        let moves: Vec<String> =
            pitch.listed().into_iter().filter(|it| it.contains(['-', 'x'])).collect();
        if moves.is_empty() || pitch.game.phase != Phase::Act {
            break;
        }
        let mut dice = Dice::fair(&seed, StepKey { step, take: 0 });
        let pick = dice.below("a move", u32::try_from(moves.len()).unwrap()).unwrap();
        if pitch.game.read(pitch.asked(), &moves[pick as usize]).is_err() {
            break;
        }
        let before = pitch.game.clone();
        let action = before.read(pitch.asked(), &moves[pick as usize]).unwrap();
        let mut step = Step::new(&mut dice);
        pitch.game.act(before.asked().unwrap(), &action, &mut step).unwrap();
        for event in step.finish().0 {
            match event {
                Event::Moved { who, .. } => movers.push(who),
                Event::Pushed { who, .. } => pushed.push(who),
                _ => {}
            }
        }
    }
    for all in [&movers, &pushed] {
        assert!(all.iter().all(|id| all.iter().filter(|it| *it == id).count() == 1), "{all:?}");
    }
    (movers.len(), pushed.len())
}
