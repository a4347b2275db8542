//! A busy channel: one board for each match, one message for each turn, nothing that Discord rejects.
use engine::games::GameId;
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    play::{mover, step_typed},
    server::Program,
    whole::{Match, known, opens},
    world::{CHANNEL, Discord, Message, Seen, World},
};

/// Begins a match and returns its board.
fn begin(discord: &Discord, game: &str) -> Message {
    let options = json!({ "who": whom(BOB), "game": game });
    let offer = discord.answer(&ANN.slash(discord, "challenge", options));
    BOB.presses(discord, &offer, "Accept");
    // What a player is asked in private may come before it.
    let public = |message: &Message| {
        offer.id < message.id && message.only.is_none() && !message.files.is_empty()
    };
    discord.message("the first board", public)
}

/// Returns the choices of a board that play on; the button to the next match shows another one.
fn plays(board: &Message) -> Vec<(String, String)> {
    let plays = |(_, id): &(String, String)| id.starts_with("say:") && !id.contains(":next ");
    board.choices().into_iter().filter(plays).collect()
}

/// Presses one of the choices of a board, and returns the resulting board.
fn press(discord: &Discord, board: &Message, which: usize) -> Message {
    let choices = plays(board);
    let (_, id) = &choices[which % choices.len()];
    discord.board(&mover(board).presses_id(discord, board, id))
}

/// Returns the messages of the channel that have a picture or can be pressed.
fn live(world: &World) -> Vec<Message> {
    let all = world.said_in(CHANNEL).into_iter();
    all.filter(|message| !message.files.is_empty() || !message.choices().is_empty())
        .cloned()
        .collect()
}

fn is_over(board: &Message) -> bool {
    board.choices().iter().any(|it| it.0 == "Rematch")
}

#[test]
fn eight_matches_in_a_channel_leave_eight_boards_and_nothing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.limited = true);
    let _program = Program::start(&discord, folder.path());
    // Without Alien Checkers: a card that is answered in private brings a board that nobody pressed for.
    let games = ["trapdoor", "amtgard", "draughts", "metasoccer"];
    let mut boards: Vec<Message> =
        games.iter().chain(&games).map(|it| begin(&discord, it)).collect();
    for round in 0..12 {
        for (n, board) in boards.iter_mut().enumerate() {
            if !is_over(board) && !plays(board).is_empty() {
                *board = press(&discord, board, round * 7 + n);
            }
        }
    }
    discord
        .wait("a board for each match", |world| (live(world).len() == boards.len()).then_some(()));
    discord.world(|world| {
        let refused = world.seen.iter().filter(|it| it.status == 429).count();
        assert_eq!(refused, 0, "nothing is tried that is known to be too much");
        let tried = |method, path: String| {
            let fits = move |seen: &&Seen| seen.method == method && seen.path.starts_with(&path);
            world.seen.iter().filter(fits).map(Seen::short)
        };
        let edits: Vec<String> = tried("PATCH", "/channels/".to_owned()).collect();
        assert!(edits.is_empty(), "a press changes the card or the board it was on: {edits:#?}");
        // A deferred command is answered by a message of its own.
        let posts = tried("POST", format!("/channels/{CHANNEL}/"));
        let posts: Vec<String> = posts.filter(|it| !it.contains("challenges")).collect();
        assert!(posts.is_empty(), "what a press brings follows it: {posts:#?}");
    });
    discord.was_used_well();
}

#[test]
fn typed_moves_leave_one_board_under_the_same_limits() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.limited = true);
    let _program = Program::start(&discord, folder.path());
    let mut board = begin(&discord, "trapdoor");
    for _ in 0..12 {
        if is_over(&board) {
            break;
        }
        board = step_typed(&discord, &board);
    }
    discord.wait("one board", |world| (live(world).len() == 1).then_some(()));
    discord.world(|world| {
        let refused = world.seen.iter().filter(|it| it.status == 429).count();
        assert_eq!(refused, 0);
    });
    discord.was_used_well();
}

#[test]
fn whoever_goes_on_sees_the_board_change_and_only_the_other_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let mut board = begin(&discord, "metasoccer");
    let (mut changed, mut posted) = (0, 0);
    for round in 0..40 {
        if is_over(&board) {
            break;
        }
        let by: Person = mover(&board);
        let choices = plays(&board);
        let (_, id) = &choices[round % choices.len()];
        if opens(id) {
            known(&discord, by);
        }
        let next = discord.board(&by.presses_id(&discord, &board, id));
        assert_eq!(next.only, None, "a menu opens on the board: {}", next.content());
        if next.id == board.id {
            changed += 1;
            assert!(next.pings().is_empty(), "nobody is called for what they did themselves");
            assert!(mover(&next).id == by.id);
        } else {
            posted += 1;
            assert!(!next.pings().contains(&by.id), "{}", next.content());
        }
        let thin = |it: &str| it.starts_with("-# #1 · MetaCheckers Soccer · ");
        assert!(next.content().lines().any(thin), "{}", next.content());
        board = next;
    }
    assert!(0 < changed && 0 < posted, "{changed} {posted}");
    discord.wait("one board", |world| (live(world).len() == 1).then_some(()));
    discord.was_used_well();
}

#[test]
fn a_piece_is_chosen_on_the_board_itself_and_let_go_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let mut board = begin(&discord, "metasoccer");
    let opens = |it: &(String, String)| it.1.contains(":moves #1 ");
    for round in 0..60 {
        if board.choices().iter().any(opens) {
            break;
        }
        board = press(&discord, &board, round);
    }
    let by = mover(&board);
    let (label, id) = board.choices().into_iter().find(opens).expect("a beginning to choose");
    known(&discord, by);
    let chosen = discord.board(&by.presses_id(&discord, &board, &id));
    assert_eq!(chosen.id, board.id, "the same message");
    let asks = format!("{label} · ");
    let asked = chosen.content().lines().find(|it| it.contains(&asks)).map(|it| it.ends_with('?'));
    assert_eq!(asked, Some(true), "what was chosen, and a question: {}", chosen.content());
    assert!(chosen.pings().is_empty());
    assert!(!chosen.files.is_empty() && chosen.files != board.files, "the picture marks it");
    let back = discord.board(&by.presses(&discord, &chosen, "Back"));
    assert_eq!((back.id, back.choices().len()), (board.id, board.choices().len()));
    discord.wait("one board", |world| (live(world).len() == 1).then_some(()));
    discord.was_used_well();
}

#[test]
fn a_board_takes_the_answer_of_its_press_and_what_is_private_follows() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let game =
        *GameId::ALL.iter().find(|game| game.name() == "amtgard").expect("a game with duels");
    let options = "duel=stance pieces=4 telling=short";
    let mut duel = Match::begin_at(&discord, CHANNEL, game, 1, options);
    while !duel.board.content().contains("choose a stance") {
        assert!(!is_over(&duel.board), "{}", duel.board.content());
        duel.press();
    }
    // The player who pressed is also asked for a stance, alone.
    let stance = |message: &Message| message.choices().iter().any(|it| it.1.contains("stance"));
    discord.message("a private question", |message| message.only.is_some() && stance(message));
    discord.world(|world| {
        let public = |id: &u64| {
            world.messages.iter().any(|message| message.id == *id && message.only.is_none())
        };
        let pressed = world
            .interactions
            .values()
            .filter(|interaction| interaction.pressed.is_some_and(|it| public(&it)));
        let firsts: Vec<Option<u64>> =
            pressed.map(|interaction| interaction.first.map(|it| it.0)).collect();
        assert!(1 < firsts.len() && !firsts.contains(&Some(4)), "{firsts:?}");
    });
    discord.was_used_well();
}
