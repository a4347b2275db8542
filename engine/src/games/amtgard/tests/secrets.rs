//! A secret choice stays secret until both are shown.
use super::{Play, fresh, names};
use crate::{
    chance::{Dice, StepKey},
    checkers::PieceKind,
    fair::Seed,
    game::{Game, Step},
    games::amtgard::{Amtgard, Event, Phase, duel::Duelist, kits::Stance, odds::solve},
    scene,
    seat::{Observer, Seat, Viewer},
};

/// Everything anyone but `seat` can learn of a step: what is told, shown, asked and stored as events.
fn outside(play: &Play, seat: Seat) -> Vec<String> {
    let names = names();
    let mut out = vec![serde_json::to_string(&play.events).unwrap()];
    out.push(format!("{:?} {:?}", play.fixed, play.game.status()));
    for viewer in [Viewer::Room, Viewer::Seat(seat.other())] {
        let to = Observer { viewer, names: &names };
        out.extend(play.events.iter().filter_map(|event| play.game.tell(event, to)));
        let shown = play.game.show(&play.events, to);
        out.push(scene::words(&shown));
        out.push(format!("{shown:?}"));
    }
    out.push(format!("{:?}", play.game.choices(seat.other())));
    out.extend(play.game.hand(seat.other()));
    out
}

/// Two sealed answers are told alike: whichever is given, nobody else can tell them apart.
#[track_caller]
fn alike(start: &Play, seat: Seat, answers: &[&str]) {
    let seen: Vec<Vec<String>> = answers
        .iter()
        .map(|answer| {
            let mut play = Play { game: start.game.clone(), events: Vec::new(), fixed: false };
            play.say(seat, answer, "");
            assert!(play.game.hand(seat).is_some(), "the own choice is known");
            outside(&play, seat)
        })
        .collect();
    assert!(seen.iter().all(|it| *it == seen[0]), "{seen:#?}");
}

const STANCES: [&str; 6] = [
    "stance bold",
    "stance guard",
    "stance steady",
    "standing bold",
    "standing guard",
    "standing steady",
];

#[test]
fn two_sealed_stances_are_told_alike() {
    let mut play = Play::facing("stance", "");
    play.play("c3xd4", "");
    alike(&play, Seat::First, &STANCES);
    alike(&play, Seat::Second, &STANCES);
}

#[test]
fn two_sealed_choices_of_kits_are_told_alike() {
    let side = Play::new("open=side", "");
    alike(&side, Seat::First, &["kits sword", "kits shield", "kits pair", "kits great"]);
    let piece = Play::new("open=piece", "");
    alike(&piece, Seat::Second, &["kits sword", "kits shield a3 great c3 pair"]);
}

/// A standing stance answers at once; it is shown only when both are.
#[test]
fn a_standing_stance_stays_secret_until_it_fights() {
    let seen: Vec<Vec<String>> = ["bold", "guard", "steady"]
        .iter()
        .map(|stance| {
            let mut play = Play::facing("stance", &format!("standing black {stance}"));
            play.play("c3xd4", "");
            assert!(matches!(play.events[..], [Event::Attacked { .. }]));
            outside(&play, Seat::First)
        })
        .collect();
    assert!(seen.iter().all(|it| *it == seen[0]), "{seen:#?}");
}

#[test]
fn two_standing_stances_fight_at_once() {
    let mut play = Play::facing("stance", "standing black bold | standing white guard");
    play.play("c3xd4", "h 1 m");
    assert!(play.told().contains(&"Lay on! c3 fights guardedly, d4 fights boldly.".to_owned()));
    assert!(play.fixed, "a secret came out");
}

#[test]
fn secrets_are_dealt_anew_for_those_who_do_not_know_them() {
    let mut play = Play::facing("stance", "standing black bold");
    play.play("c3xd4", "");
    let mut others = Vec::new();
    for step in 0..20 {
        let mut dice = Dice::fair(&Seed::from_bytes([3; 32]), StepKey { step, take: 0 });
        let own = play.game.determinize(Viewer::Seat(Seat::First).known(), &mut dice);
        assert_eq!(own, play.game, "the own stance is known");
        others.push(play.game.determinize(Viewer::Room.known(), &mut dice).standing.first);
    }
    others.sort_by_key(|stance| stance.map(|it| it.name()));
    others.dedup();
    assert_eq!(others.len(), 3);
    let mut kits = Play::new("open=piece", "");
    kits.say(Seat::First, "kits sword", "");
    let mut dice = Dice::fair(&Seed::from_bytes([3; 32]), StepKey { step: 0, take: 0 });
    let other = kits.game.determinize(Viewer::Seat(Seat::Second).known(), &mut dice);
    assert_ne!(other, kits.game);
    assert!(matches!(&other.phase, Phase::Kits(it) if it.second.is_none()));
}

/// A player who runs out of time gets a stance for this duel only.
#[test]
fn a_stance_that_falls_by_lot_does_not_stand() {
    let mut play = Play::facing("stance", "");
    play.play("c3xd4", "");
    let mut fell: Vec<String> = Vec::new();
    for step in 0..60 {
        let mut dice = Dice::fair(&Seed::from_bytes([9; 32]), StepKey { step, take: 0 });
        let action = play.game.default_for(Seat::First, &mut dice).expect("a default");
        fell.push(play.game.write(&action));
    }
    fell.sort();
    fell.dedup();
    assert_eq!(fell, ["stance bold", "stance guard", "stance steady"]);
}

/// The chances of a duel depend on the shown stances.
#[test]
fn stances_change_the_dice() {
    let ends = |attacker: &str, defender: &str| {
        let mut won = 0u32;
        for step in 0..400 {
            let mut play = Play::facing("stance", "");
            play.play("c3xd4", "");
            play.say(Seat::Second, attacker, "");
            let action = play.game.read(Seat::First, defender).unwrap();
            let mut dice = Dice::fair(&Seed::from_bytes([8; 32]), StepKey { step, take: 0 });
            play.game.act(Seat::First, &action, &mut Step::new(&mut dice)).unwrap();
            won += u32::from(play.probe("d4") == "empty");
        }
        won
    };
    let man = fresh("", PieceKind::Man);
    for (one, other) in [(Stance::Bold, Stance::Guard), (Stance::Guard, Stance::Bold)] {
        let share = f64::from(ends(one.name(), other.name())) / 400.0;
        let with = |stance: Stance| Duelist { stance, ..man };
        let solved = solve(&with(one), &with(other)).won;
        // Four standard deviations.
        assert!((share - solved).abs() < 0.1, "{share} is far from {solved}");
    }
}

#[test]
fn nothing_is_hidden_where_nothing_is_chosen() {
    let play: Amtgard = Play::facing("", "").game;
    assert_eq!(play.hand(Seat::First), None);
    assert_eq!(play.hand(Seat::Second), None);
}
