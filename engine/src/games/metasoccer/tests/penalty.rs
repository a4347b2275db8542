//! The exact table of the penalty kick, compared with a second calculation.
use super::{
    super::{
        Phase,
        dice::{Chess, Risk, Roll},
        field::Spot,
        moves::penalty::PenaltyResult,
        squad::Id,
    },
    *,
};

/// A penalty kick for South, or for North, with nobody else near.
fn kick(seat: Seat) -> Pitch {
    let side = if seat == Seat::First { "south" } else { "north" };
    let far = if seat == Seat::First { "k2" } else { "k14" };
    let other = if seat == Seat::First { "north" } else { "south" };
    Pitch::with(
        "",
        &format!(
            "clear | f1 south gk | f15 north gk | b8 {side} 9 | {far} {other} 5 | ball b8 | award {side} penalty"
        ),
    )
}

/// Computes a shot square by square, without the game's own code for runs.
fn reckoned(
    face: Chess,
    number: u8,
    start: (i8, i8),
    goalie: (i8, i8),
    step: (i8, i8),
    up: bool,
) -> Option<PenaltyResult> {
    let goal = |at: (i8, i8)| (5..=7).contains(&at.0) && at.1 == if up { 16 } else { 0 };
    let field = |at: (i8, i8)| (1..=11).contains(&at.0) && (1..=15).contains(&at.1);
    let far = match face {
        Chess::Queen | Chess::Bishop | Chess::Rook => number,
        Chess::King | Chess::Pawn | Chess::Knight => 1,
    };
    let (mut at, mut caught) = (start, false);
    for _ in 0..far {
        let next = (at.0 + step.0, at.1 + step.1);
        if goal(next) {
            let spot = Spot { x: next.0, y: next.1 };
            return Some(if caught { PenaltyResult::Caught } else { PenaltyResult::Goal(spot) });
        }
        if !field(next) {
            break;
        }
        caught |= next == goalie;
        at = next;
    }
    let short = PenaltyResult::Short(Spot { x: at.0, y: at.1 });
    let line = matches!(face, Chess::Queen | Chess::Bishop | Chess::Rook);
    match (caught, line) {
        _ if at == start => None,
        (true, true) => Some(PenaltyResult::Caught),
        // A step or a jump onto the goalie isn't a shot.
        (true, false) => None,
        (false, _) => Some(short),
    }
}

fn steps(face: Chess, up: bool) -> Vec<(i8, i8)> {
    let all = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let ahead = if up { 1 } else { -1 };
    match face {
        Chess::King | Chess::Queen => all.to_vec(),
        Chess::Rook => all.into_iter().filter(|&(x, y)| x == 0 || y == 0).collect(),
        Chess::Bishop => all.into_iter().filter(|&(x, y)| x != 0 && y != 0).collect(),
        Chess::Pawn => vec![(0, ahead), (-1, ahead), (1, ahead)],
        Chess::Knight => {
            vec![(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        }
    }
}

/// Visits every kick: side, face, number, kicker's square, goalie's square, with the shots the game lists.
fn every(mut visit: impl FnMut(bool, Chess, u8, Spot, Spot, Vec<(Spot, PenaltyResult)>)) {
    for seat in Seat::BOTH {
        let mut game = kick(seat).game;
        let field = game.options.field;
        let (kicker, goalie) = (game.squad.ball.unwrap(), Id::goalie(seat.other()));
        for start in field.block(seat.other()).collect::<Vec<_>>() {
            for guard in field.goal_front(seat.other()).collect::<Vec<_>>() {
                game.squad.put(kicker, start);
                game.squad.put(goalie, guard);
                for face in Chess::ALL {
                    for number in 1..=6 {
                        let shots = game.shots_by(face, number, start);
                        visit(seat == Seat::First, face, number, start, guard, shots);
                    }
                }
            }
        }
    }
}

/// Computes every shot of some faces, each once.
fn all_reckoned(
    faces: &[Chess],
    number: u8,
    start: Spot,
    guard: Spot,
    up: bool,
) -> Vec<Option<(u8, i8, i8)>> {
    let ways =
        faces.iter().flat_map(|&face| steps(face, up).into_iter().map(move |step| (face, step)));
    let shots = ways.filter_map(|(face, way)| {
        reckoned(face, number, (start.x, start.y), (guard.x, guard.y), way, up)
    });
    let mut all: Vec<_> = shots.map(plain).collect();
    all.sort();
    all.dedup();
    all
}

/// Writes a shot so that it can be sorted; none for a ball that is caught.
fn plain(shot: PenaltyResult) -> Option<(u8, i8, i8)> {
    match shot {
        PenaltyResult::Goal(at) => Some((0, at.x, at.y)),
        PenaltyResult::Short(at) => Some((1, at.x, at.y)),
        PenaltyResult::Caught => None,
    }
}

#[test]
fn ta24_the_table_of_the_risk_die() {
    for seat in Seat::BOTH {
        let mut game = kick(seat).game;
        game.phase = Phase::Act;
        let field = game.options.field;
        let (kicker, goalie) = (game.squad.ball.unwrap(), Id::goalie(seat.other()));
        for start in field.block(seat.other()).collect::<Vec<_>>() {
            for guard in field.goal_front(seat.other()).collect::<Vec<_>>() {
                game.squad.put(kicker, start);
                game.squad.put(goalie, guard);
                for number in 1..=6 {
                    for risk in Risk::ALL {
                        game.play.roll = Some(Roll::Risk(risk, number));
                        let faces: &[Chess] = match risk {
                            Risk::Joker => &Chess::ALL,
                            Risk::Double => &[Chess::Knight],
                            Risk::Pass | Risk::Boot | Risk::Turnover | Risk::Penalty => &[],
                        };
                        let up = seat == Seat::First;
                        let mut seen: Vec<_> =
                            game.shots().into_iter().map(|it| plain(it.1)).collect();
                        seen.sort();
                        seen.dedup();
                        let expected = all_reckoned(faces, number, start, guard, up);
                        assert_eq!(seen, expected, "{risk:?} {number} {start:?} {guard:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_turnover_and_a_whistle_are_caught_however_severe() {
    for face in ["turnover", "penalty"] {
        for number in 1..=6 {
            let mut pitch = kick(Seat::First);
            pitch.play(&format!("kicker 9 e13 | goalie f15 | roll risk: {face} {number}"));
            pitch.holds("kind = goalie-kick, turn = north, expelled south = 0, score = 0 0");
        }
    }
}

#[test]
fn a_boot_flies_over_the_goalie_or_onto_it() {
    for number in 2..=6 {
        let mut pitch = kick(Seat::First);
        pitch.play(&format!("kicker 9 f13 | goalie f15 | roll risk: boot {number}"));
        pitch.play("boot north 1");
        match number {
            2 => pitch.holds("ball = f15, carrier = north gk, turn = north, score = 0 0"),
            _ => pitch.holds("score = 1 0, kind = kick-off"),
        }
    }
}

#[test]
fn ta24_the_exact_table() {
    let mut kicks = 0;
    every(|up, face, number, start, guard, shots| {
        let mut expected: Vec<PenaltyResult> = steps(face, up)
            .into_iter()
            .filter_map(|it| reckoned(face, number, (start.x, start.y), (guard.x, guard.y), it, up))
            .collect();
        let key = |result: &PenaltyResult| match result {
            PenaltyResult::Goal(at) => (0, at.x, at.y),
            PenaltyResult::Caught => (1, 0, 0),
            PenaltyResult::Short(at) => (2, at.x, at.y),
        };
        let mut seen: Vec<PenaltyResult> = shots.iter().map(|it| it.1).collect();
        seen.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(seen, expected, "{face:?} {number} from {start:?}, goalie {guard:?}");
        kicks += 1;
    });
    assert_eq!(kicks, 2 * 9 * 3 * 6 * 6);
}

#[test]
fn ta25_king_and_pawn_always_miss_and_the_others_can_score() {
    let mut scored = Vec::new();
    every(|_, face, number, start, _, shots| {
        let goal = shots.iter().any(|(_, result)| matches!(result, PenaltyResult::Goal(_)));
        assert!(!goal || !matches!(face, Chess::King | Chess::Pawn), "{face:?} {number} {start:?}");
        if goal && !scored.contains(&face) {
            scored.push(face);
        }
    });
    assert_eq!(scored.len(), 4, "queen, rook, bishop and knight: {scored:?}");
}

#[test]
fn a_goal_needs_the_number() {
    every(|up, face, number, start, _, shots| {
        let far = if up { 16 - start.y } else { start.y };
        let goal = shots.iter().any(|(_, result)| matches!(result, PenaltyResult::Goal(_)));
        if face.is_line() && i16::from(number) < i16::from(far) {
            assert!(!goal, "{face:?} {number} from {start:?}");
        }
    });
}

#[test]
fn ar41_kicker_goalie_dice_in_this_order() {
    let mut pitch = kick(Seat::First);
    assert_eq!(pitch.asked(), Seat::First);
    assert!(pitch.says("roll chess").contains("who kicks"));
    assert!(
        pitch
            .says("kicker 9 f11")
            .contains("isn't a free square among the nine around the penalty mark.")
    );
    pitch.play("kicker 9 f13");
    assert_eq!(pitch.asked(), Seat::Second);
    assert!(pitch.says("goalie f14").contains("isn't a free square right in front of your goal."));
    pitch.play("goalie g15");
    assert_eq!(pitch.listed(), ["roll chess", "roll risk"]);
}

#[test]
fn everybody_else_leaves_the_box() {
    let pitch = Pitch::new(
        "e14 south 9 | d12 north 5 | f13 north 6 | c15 south 7 | ball e14 | award south penalty",
    );
    let game = &pitch.game;
    let inside: Vec<_> = Id::all()
        .filter(|&id| {
            game.squad.at(id).is_some_and(|at| game.options.field.in_box(Seat::Second, at))
        })
        .collect();
    assert_eq!(inside, [Id::goalie(Seat::Second)]);
    pitch.holds("f15 = north gk, d12 = empty, d11 = north 5, b15 = south 7");
}

#[test]
fn ar42_a_king_goes_one_square() {
    let mut pitch = kick(Seat::First);
    pitch.play("kicker 9 e14 | goalie f15 | roll chess: king 6");
    assert_eq!(pitch.listed().len(), 7, "{:?}", pitch.listed());
    pitch.play("shoot e15").holds("e15 = south 9 ball, turn = north, kind = open");
}

#[test]
fn a_risk_at_a_penalty_kick() {
    let ready = |roll: &str| {
        let mut pitch = kick(Seat::First);
        pitch.play(&format!("kicker 9 e14 | goalie f15 | roll risk: {roll}"));
        pitch
    };
    for roll in ["turnover 3", "penalty 6"] {
        ready(roll)
            .holds("kind = goalie-kick, turn = north, carrier = north gk, expelled south = 0");
    }
    let mut joker = ready("joker 2");
    assert!(joker.offers("shoot e16") && joker.offers("shoot f16") && joker.offers("shoot d15"));
    joker.play("shoot e16").holds("score = 1 0");
    let mut double = ready("double 2");
    double.play("shoot c13").holds("phase = act, ball = c13");
    assert!(double.offers("end"));
    double.play("shoot d15").holds("ball = d15, turn = north");
    let mut twice = Pitch::new("b8 south 9 | b7 north 5 | ball b8 | award south penalty");
    twice
        .play("kicker 9 e13 | goalie f15 | roll risk: double 2 | shoot g14 | shoot f16")
        .holds("score = 1 0");
    let mut boot = ready("boot 2");
    boot.play("boot northeast 1").holds("score = 1 0");
    let mut pass = ready("pass 2");
    assert!(pass.offers("pass f1"));
    pass.play("pass f1").holds("ball = f1, turn = north, score = 0 0");
}

#[test]
fn ar44_after_a_miss_the_defenders_are_next() {
    let mut pitch = kick(Seat::First);
    pitch.play("kicker 9 e12 | goalie f15 | roll chess: rook 3 | shoot e15");
    pitch.holds("e15 = south 9 ball, turn = north");
    assert_eq!(pitch.listed(), ["roll chess"]);
}

#[test]
fn a_goalie_may_kick_a_penalty() {
    let mut pitch = kick(Seat::First);
    pitch
        .play("kicker gk f14 | goalie e15 | roll chess: queen 2 | shoot f16")
        .holds("score = 1 0, f1 = south gk");
}

#[test]
fn a_goal_square_is_guarded_by_the_goalie_alone() {
    for seat in Seat::BOTH {
        let mut game = kick(seat).game;
        let field = game.options.field;
        let (kicker, goalie) = (game.squad.ball.unwrap(), Id::goalie(seat.other()));
        let pushed = Id { seat: seat.other(), number: 5 };
        let away = game.squad.at(pushed).unwrap();
        let y = if seat == Seat::First { 16 } else { 0 };
        let mut goals = 0;
        for start in field.block(seat.other()).collect::<Vec<_>>() {
            for guard in field.goal_front(seat.other()).collect::<Vec<_>>() {
                game.squad.put(kicker, start);
                game.squad.put(goalie, guard);
                for face in Chess::ALL {
                    game.squad.put(pushed, away);
                    let open = game.shots_by(face, 6, start);
                    for x in 5..=7 {
                        game.squad.put(pushed, Spot { x, y });
                        assert_eq!(game.shots_by(face, 6, start), open, "{face:?} from {start:?}");
                    }
                    goals += open
                        .iter()
                        .filter(|(_, result)| matches!(result, PenaltyResult::Goal(_)))
                        .count();
                }
            }
        }
        assert!(0 < goals, "nothing was tried");
    }
}

#[test]
fn who_takes_a_penalty_is_picked_where_they_stand() {
    for seat in Seat::BOTH {
        let pitch = kick(seat);
        let kicks = pitch.game.choices(seat).listed;
        assert!(!kicks.is_empty());
        for action in &kicks {
            let pick = pitch.game.pick(seat, action).expect("a kicker and a square");
            assert!(pick.from.is_some() && pick.to.len() == 1, "{action:?}");
        }
    }
}
