//! Laws that hold in every position that random play reaches, in many combinations of the variations.
use super::{names, options};
use crate::{
    chance::{Dice, StepKey},
    checkers::{Color, PieceKind, Square},
    fair::Seed,
    game::{Game, Status, Step},
    games::amtgard::{Amtgard, Event, Phase, options::DuelRule},
    seat::{Observer, Seat, Viewer},
};

const SETTINGS: [&str; 17] = [
    "",
    "iron",
    "endless",
    "endless count attrition",
    "attrition",
    "attrition iron goblin=a",
    "damned",
    "goblin=a names",
    "goblin=b iron",
    "open=piece stance",
    "open=side attrition damned",
    "reeve iron",
    "reeve attrition goblin=b 8",
    "8 turns=20",
    "pieces=7 count damned",
    "turns=20 reeve attrition from=a3,c3,e3,g3",
    "4 compulsory short stance damned attrition goblin=b open=piece",
];

/// Plays to the end and visits every position with what led to it.
fn walk(settings: &str, n: u32, mut each: impl FnMut(&Amtgard, &Amtgard, &[Event])) -> u32 {
    let mut dice = Dice::fair(&Seed::from_bytes([9; 32]), StepKey { step: n, take: 0 });
    let mut game = Amtgard::open(&options(settings), &mut Step::new(&mut dice)).unwrap();
    for steps in 0..3000 {
        let Status::Waiting(prompts) = game.status() else { return steps };
        let count = u32::try_from(prompts.len()).unwrap();
        let seat = prompts[dice.below("a prompt", count).unwrap() as usize].seat;
        let action = game.sample(seat, &mut dice).unwrap();
        let before = game.clone();
        let mut step = Step::new(&mut dice);
        game.act(seat, &action, &mut step).unwrap();
        let (events, _) = step.finish();
        each(&before, &game, &events);
    }
    panic!("{settings} {n} does not end");
}

#[test]
fn matches_end_and_keep_their_laws() {
    for settings in SETTINGS {
        for n in 0..3 {
            let mut seen = 0;
            walk(settings, n, |before, game, events| {
                laws(settings, before, game, events);
                seen += 1;
                if seen % 8 == 0 {
                    reads_back(game);
                }
            });
        }
    }
}

fn laws(settings: &str, before: &Amtgard, game: &Amtgard, events: &[Event]) {
    let all: Vec<Square> = game.field.all().map(|it| it.at).collect();
    assert!(all.is_sorted_by(|one, other| one < other), "two on a square (E-R1)");
    for side in Color::BOTH {
        let (stand, lost) = (game.field.count(side), *game.lost.get(side.into()));
        assert_eq!(stand + usize::from(lost), usize::from(game.options.pieces), "{settings}");
        let fell = before.field.count(side).saturating_sub(stand);
        assert!(fell <= 1, "one duel takes one piece");
    }
    // No man is on the far row; those that got there were crowned.
    for fighter in game.field.all() {
        assert!(fighter.rank == PieceKind::King || fighter.at.rank() != fighter.side.last_rank());
        // Without Attrition everyone is unhurt, except a victor whose turn continues (E-R5, E-R16).
        let whole = game.options.attrition || fighter.body == game.options.fresh(fighter.rank);
        let under_way = match &game.phase {
            // Nobody heals when the last piece has fallen.
            Phase::Over(_) => true,
            Phase::Chain(at) => *at == fighter.at,
            Phase::Stances { attack, .. } | Phase::Outside { attack, .. } => {
                attack.from == fighter.at
            }
            _ => false,
        };
        assert!(whole || under_way, "{settings}: {fighter:?} was not healed");
        let most = game.options.fresh(fighter.rank).armour[0]
            .max(game.options.fresh(PieceKind::Man).armour[0]);
        assert!(fighter.body.armour.iter().all(|it| *it <= most), "{fighter:?}");
    }
    // Fighters leave the field only by losing a duel, attackers only when damned.
    let fights = events.iter().filter(|event| matches!(event, Event::Fought { .. })).count();
    let corrected = events.iter().any(|event| matches!(event, Event::Corrected { .. }));
    let left = before.field.all().count().abs_diff(game.field.all().count());
    assert!(left <= fights || corrected, "{events:?}");
    if let Some(Event::Fought { damned, attacker, .. }) =
        events.iter().find(|event| matches!(event, Event::Fought { .. }))
    {
        assert!(!damned || game.options.damned);
        let gone = game.field.count(attacker.side) < before.field.count(attacker.side);
        assert_eq!(gone, *damned, "an attacker leaves only when damned");
    }
}

fn reads_back(game: &Amtgard) {
    let names = names();
    for seat in Seat::BOTH {
        for action in game.choices(seat).listed {
            let text = game.write(&action);
            assert_eq!(game.read(seat, &text).as_ref(), Ok(&action), "{text}");
            assert_eq!(game.read(seat, &text.to_uppercase()).as_ref(), Ok(&action), "{text}");
        }
    }
    let saved = serde_json::to_string(game).unwrap();
    assert_eq!(serde_json::from_str::<Amtgard>(&saved).unwrap(), *game);
    for viewer in Viewer::ALL {
        let scene = game.show(&[], Observer { viewer, names: &names });
        assert!(!scene.caption.is_empty());
    }
}

/// Whatever can be sampled for kits can be typed.
#[test]
fn mixed_kits_are_read_as_they_are_written() {
    let game = {
        let mut dice = Dice::scripted::<&str>([]);
        Amtgard::open(&options("open=piece"), &mut Step::new(&mut dice)).unwrap()
    };
    for step in 0..50 {
        let mut dice = Dice::fair(&Seed::from_bytes([4; 32]), StepKey { step, take: 0 });
        let action = game.sample(Seat::First, &mut dice).unwrap();
        assert_eq!(game.read(Seat::First, &game.write(&action)), Ok(action));
    }
}

/// The length of random matches, to notice a change that makes them longer.
#[test]
fn matches_are_not_endless() {
    for settings in SETTINGS {
        let steps: Vec<u32> = (100..106).map(|n| walk(settings, n, |_, _, _| {})).collect();
        let most = if options(settings).duel == DuelRule::Dice { 1200 } else { 2000 };
        assert!(steps.iter().all(|it| *it < most), "{settings}: {steps:?}");
    }
}
