//! Laws about the secrets of every game, and of a hand of cards.
use std::collections::BTreeSet;

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Label, Prompt, PromptKind, Status},
    games::GameId,
    scene::{self, Item, Scene, court::Film},
    seat::{Seat, Viewer},
    table::{self, SeatMenu, Table},
};
use it::matches::{Match, observer};

use crate::{
    hand,
    laws::{walk, walk_prompts},
};

/// Everything a viewer sees of a position.
#[derive(Debug, PartialEq)]
struct Seen {
    scene: Scene,
    /// The same while they choose.
    choosing: Scene,
    words: String,
    film: Option<Film>,
    told: Vec<String>,
    prompts: Status,
    hands: Vec<Option<String>>,
    /// Their own choices, and public ones of others.
    menus: Vec<SeatMenu>,
    /// The labels of these.
    labels: Vec<Vec<Label>>,
}

fn seen(table: &dyn Table, viewer: Viewer) -> Seen {
    let scene = table.show(observer(viewer));
    let prompts = table.status();
    let private = |seat| match &prompts {
        Status::Waiting(prompts) => {
            prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind.is_private())
        }
        Status::Over(_) => false,
    };
    let known = || Seat::BOTH.into_iter().filter(|&seat| viewer.knows(seat));
    let shown = Seat::BOTH.into_iter().filter(|&seat| viewer.knows(seat) || !private(seat));
    let shown: Vec<Seat> = shown.collect();
    let menus: Vec<SeatMenu> = shown.iter().map(|&seat| table.menu(seat)).collect();
    let labels = shown.iter().zip(&menus).map(|(&seat, menu)| {
        // The last two are enough of a long list.
        let words: Vec<&str> = menu.listed.iter().rev().take(2).map(String::as_str).collect();
        table.labels(seat, &words)
    });
    Seen {
        labels: labels.collect(),
        words: scene::words(&scene),
        scene,
        choosing: table.show_chosen(observer(viewer), ""),
        film: table.film(),
        told: table.told(observer(viewer)),
        hands: known().map(|seat| table.hand(seat)).collect(),
        menus,
        prompts,
    }
}

#[test]
fn a_secret_does_not_show() {
    walk(2, |running| {
        for viewer in Viewer::ALL {
            let other = running.table.determinize(viewer, &mut running.picks());
            assert_eq!(
                seen(other.as_ref(), viewer),
                seen(running.table.as_ref(), viewer),
                "{viewer:?}"
            );
        }
    });
}

/// Returns who sees something of a hand of cards that they may not see, played to its end.
fn leaks(kind: hand::Kind) -> BTreeSet<String> {
    let seed = Seed::from_bytes([3; 32]);
    let dice = |step, take| Dice::fair(&seed, StepKey { step, take });
    let mut table = table::open::<hand::Hand>(&kind, &mut dice(0, 0)).unwrap();
    let mut leaks = BTreeSet::new();
    for step in 1.. {
        for viewer in Viewer::ALL {
            let other = table.determinize(viewer, &mut dice(step, 1));
            if seen(other.as_ref(), viewer) != seen(table.as_ref(), viewer) {
                leaks.insert(format!("{viewer:?}"));
            }
        }
        let Status::Waiting(prompts) = table.status() else { break };
        let seat = prompts[0].seat;
        let words = table.sample(seat, &mut dice(step, 2)).unwrap();
        table.play(seat, &words, &mut dice(step, 0)).unwrap();
    }
    leaks
}

#[test]
fn a_hand_is_a_secret_only_where_it_is_asked_for_in_private() {
    assert_eq!(leaks(hand::Kind::Private), BTreeSet::new());
    let all = Viewer::ALL.map(|viewer| format!("{viewer:?}"));
    assert_eq!(leaks(hand::Kind::Turn), BTreeSet::from(all), "an open menu shows the hand");
}

#[test]
fn choices_of_a_private_prompt_are_drawn_for_whoever_chooses_alone() {
    let mut dice = Dice::fair(&Seed::from_bytes([3; 32]), StepKey { step: 0, take: 0 });
    let table = table::open::<hand::Hand>(&hand::Kind::Private, &mut dice).unwrap();
    let drawn = |viewer| {
        let scene = table.show_chosen(observer(viewer), "");
        scene.items.iter().filter(|item| matches!(item, Item::Highlight { .. })).count()
    };
    assert_eq!(drawn(Viewer::Seat(Seat::First)), 3, "a card each");
    assert_eq!(drawn(Viewer::Seat(Seat::Second)), 0);
    assert_eq!(drawn(Viewer::Room), 0);
}

/// Otherwise a game could forget to name its secrets, and the law above would check nothing.
#[test]
fn a_game_with_secrets_imagines_others() {
    for &game in GameId::ALL {
        let (mut hidden, mut imagined) = (false, false);
        for seed in 0..8 {
            let running = Match::open(game, "", seed).unwrap();
            hidden |= Seat::BOTH.iter().any(|&seat| running.table.hand(seat).is_some());
            let other = running.table.determinize(Viewer::Room, &mut running.picks());
            imagined |= other.save() != running.table.save();
        }
        assert!(imagined || !hidden, "{} holds secrets and imagines none", game.name());
    }
}

/// Whatever is answered in private, the room and the other side see and hear the same, until all that was sealed is opened at once:
/// then nobody owes such an answer any more, and the step counts as one that revealed something.
#[test]
fn two_sealed_answers_are_told_alike() {
    let sealed = |it: &Prompt| it.kind == PromptKind::Sealed;
    let waits = |status: &Status| match status {
        Status::Waiting(prompts) => prompts.iter().any(sealed),
        Status::Over(_) => false,
    };
    walk_prompts(2, |running, prompts| {
        for prompt in prompts.iter().filter(|it| sealed(it)) {
            let mut answers = running.table.menu(prompt.seat).listed;
            answers.extend(running.table.sample(prompt.seat, &mut running.picks()));
            let seen = |words: &String| {
                let mut other = running.again();
                let played = other.play(prompt.seat, words, &mut running.dice());
                let played = played.unwrap_or_else(|err| panic!("{words}: {err}"));
                let eyes = Viewer::ALL.into_iter().filter(|it| !it.knows(prompt.seat));
                let looks: Vec<_> = eyes
                    .map(|viewer| {
                        let scene = other.show(observer(viewer));
                        (other.told(observer(viewer)), scene::words(&scene), scene)
                    })
                    .collect();
                let across = prompt.seat.other();
                let menu = (other.menu(across), other.hand(across));
                (looks, other.status(), menu, played.fixed, played.decided)
            };
            let first = seen(&answers[0]);
            let opened = first.3 && !waits(&first.1);
            for words in answers[1..].iter().filter(|_| !opened) {
                assert_eq!(seen(words), first, "`{words}` and `{}` differ", answers[0]);
            }
        }
    });
}
