//! Golden matches: any change of what is said or shown is a difference in a file. `BLESS=1`
//! rewrites the files.
use std::collections::BTreeSet;

use engine::{
    game::Status,
    games::GameId,
    seat::{Seat, Viewer},
    table::Table,
};
use it::matches::{Match, board, golden_seed, observer, variations};

use crate::files::{below, blessing, compare, folder, write};

/// Every how many steps a board is drawn; there is one at the end too.
const BOARD_EVERY: u32 = 8;

#[test]
fn every_golden_match_is_played_again_word_for_word() {
    let root = folder("playthroughs");
    let mut wanted = BTreeSet::new();
    let mut differences = Vec::new();
    for &game in GameId::ALL {
        for settings in variations(game) {
            let path = root.join(game.name()).join(format!("{}.txt", file_name(&settings)));
            let fresh = script(game, &settings);
            if blessing() {
                write(&path, &fresh);
            }
            differences.extend(compare(&path, &fresh).err());
            wanted.insert(path);
        }
    }
    for path in below(&root, "txt").into_iter().filter(|path| !wanted.contains(path)) {
        differences.push(format!("{}: no game plays this any more", path.display()));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn file_name(settings: &str) -> String {
    if settings.is_empty() { "usual".to_owned() } else { settings.replace([' ', '='], "-") }
}

/// Plays a match to its end and records what everybody saw.
fn script(game: GameId, settings: &str) -> String {
    let mut running =
        Match::open(game, settings, golden_seed(settings)).expect("a variation can be opened");
    let mut out = vec![format!("{} {settings}", game.name()).trim_end().to_owned()];
    news(running.table.as_ref(), &mut out);
    out.push(board(running.table.as_ref()));
    while let Some((seat, words)) = running.sample() {
        let played = running.play(seat, &words).expect("a sample can be played");
        let fixed = if played.fixed { " (fixed)" } else { "" };
        let side = game.sides()[seat.index()];
        out.push(format!("{}. {side}: {}{fixed}", running.steps, played.written));
        news(running.table.as_ref(), &mut out);
        if running.steps.is_multiple_of(BOARD_EVERY) {
            out.push(board(running.table.as_ref()));
        }
    }
    out.push(board(running.table.as_ref()));
    out.iter().flat_map(|it| it.lines()).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Records what the room and each seat are told, and who has to decide what. A seat that is told the same as the room is
/// omitted.
fn news(table: &dyn Table, out: &mut Vec<String>) {
    let room = table.told(observer(Viewer::Room));
    out.extend(room.iter().map(|line| format!("   room: {line}")));
    for seat in Seat::BOTH {
        let told = table.told(observer(Viewer::Seat(seat)));
        if told != room {
            out.extend(told.iter().map(|line| format!("   {seat}: {line}")));
        }
        out.extend(table.hand(seat).map(|hand| format!("   {seat} holds: {hand}")));
    }
    match table.status() {
        Status::Waiting(prompts) => {
            for prompt in prompts {
                let choices = table.menu(prompt.seat).listed.len();
                let (kind, ask) = (prompt.kind, prompt.ask);
                out.push(format!("   {kind:?} of {}: {ask} ({choices} choices)", prompt.seat));
            }
        }
        Status::Over(outcome) => {
            let winner = outcome.winner.map_or("a draw", Seat::name);
            out.push(format!("   over: {winner}, {}", table.why(&outcome.why).unwrap()));
        }
    }
}
