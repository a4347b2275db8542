//! Where the bot isn't, because Ann alone has installed it: direct messages between two people, a
//! group, and servers that nobody has added it to.
use engine::games::GameId;
use it::sample::part;
use serde_json::json;

use crate::{
    people::{ANN, BOB, EVE, whom},
    places::direct,
    play::mover,
    post::let_pass,
    rest,
    server::Program,
    whole::{Match, begins},
    world::{Channel, Discord, Fault, Message, Outside, Seen, World},
};

/// The channel where the bot isn't.
const ELSEWHERE: u64 = 950;

/// Opens such a place.
fn opened(discord: &Discord, outside: Outside) -> u64 {
    discord.world(|world| {
        let name = if outside == Outside::Two { "" } else { "Sunday games" }.to_owned();
        let channel = Channel { name, outside: Some(outside), ..Channel::default() };
        world.channels.insert(ELSEWHERE, channel);
    });
    ELSEWHERE
}

/// Returns the requests that Discord refused.
fn refused(world: &World) -> Vec<String> {
    world.seen.iter().filter(|it| 400 <= it.status).map(Seen::short).collect()
}

/// Returns those of them that don't go to someone who can't be written to.
fn not_to_strangers(world: &World) -> Vec<String> {
    let channels = world.strangers.iter().filter_map(|stranger| world.direct.get(stranger));
    let direct: Vec<String> = channels.map(|channel| format!("/channels/{channel}/")).collect();
    refused(world)
        .into_iter()
        .filter(|refused| direct.iter().all(|own| !refused.contains(own)))
        .collect()
}

/// Returns the direct messages of a person, the oldest first.
fn told(world: &World, person: u64) -> Vec<Message> {
    let Some(&channel) = world.direct.get(&person) else { return Vec::new() };
    world.said_in(channel).into_iter().cloned().collect()
}

/// Tells whether a board stands where its player can press it, or shows the end.
fn is_answerable(world: &World, board: &Message) -> bool {
    let sees = |id| board.only == Some(id) || world.direct.get(&id) == Some(&board.channel);
    let asks = |id: u64, name: &str| {
        let named = [format!("<@{id}> ("), format!("{name} ("), format!("user{id} (")];
        board.content().lines().any(|line| named.iter().any(|name| line.starts_with(name)))
    };
    let all = board.choices();
    all.iter().any(|it| it.0 == "Rematch")
        || !all.is_empty()
            && [ANN, BOB].iter().any(|person| sees(person.id) && asks(person.id, person.name))
}

#[test]
fn matches_are_played_to_the_end_by_two_of_whom_one_installed_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    // Nobody can be written to, so everything has to stand where it is played.
    discord.world(|world| world.strangers = vec![ANN.id, BOB.id]);
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    for (number, game) in (1..).zip(part(GameId::ALL.iter().copied())) {
        Match::begin_at(&discord, channel, game, number, begins(game)).play(|running| {
            running.press();
        });
        discord.was_used_well();
    }
    let there = discord.world(|world| not_to_strangers(world));
    assert!(there.is_empty(), "nothing is tried that Discord refuses: {there:#?}");
}

#[test]
fn a_group_and_a_server_without_the_bot_are_played_in_too() {
    for outside in [Outside::Group, Outside::Server] {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let _program = Program::start(&discord, folder.path());
        let channel = opened(&discord, outside);
        let game = GameId::ALL[0];
        Match::begin_at(&discord, channel, game, 1, begins(game)).play(|running| {
            running.press();
        });
        discord.was_used_well();
        assert_eq!(discord.world(|it| refused(it)), [""; 0]);
        assert!(
            discord.world(|world| told(world, ANN.id).is_empty() && told(world, BOB.id).is_empty())
        );
    }
}

#[test]
fn a_match_goes_on_there_where_the_program_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let mut program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    let game = GameId::ALL[0];
    let mut running = Match::begin_at(&discord, channel, game, 1, begins(game));
    for _ in 0..3 {
        running.press();
        program.kill();
        program = Program::start(&discord, folder.path());
    }
    running.press();
    // What was under way is found again by the next press.
    let by = mover(&running.board).at(channel);
    let (_, id) = running.board.choices()[0].clone();
    let before = discord.world(|it| it.seen.len());
    by.presses_id(&discord, &running.board, &id);
    discord.wait("something of the answer", |world| (before < world.seen.len()).then_some(()));
    program.kill();
    let _program = Program::start(&discord, folder.path());
    let shown = discord.answer(&by.slash(&discord, "board", json!({ "match": 1 })));
    assert_eq!((shown.channel, shown.files.len()), (channel, 1));
    discord.was_used_well();
}

#[test]
fn a_press_after_the_end_of_the_token_brings_the_right_board() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    let game = GameId::ALL[0];
    let mut running = Match::begin_at(&discord, channel, game, 1, begins(game));
    running.press();
    // A quarter of an hour later.
    discord.world(|world| {
        world.interactions.values_mut().for_each(|interaction| interaction.expired = true)
    });
    running.press();
    // The token of this press ends before the answer is there: both are told in direct messages.
    let (by, board) = (mover(&running.board).at(channel), running.board.clone());
    let (_, id) = board.choices()[0].clone();
    let expired = rest::refused(404, 10062, "Unknown interaction");
    let fault = Fault { path: "/callback".to_owned(), answer: Some(expired), ..Default::default() };
    discord.world(|world| world.faults.push(fault));
    by.presses_id(&discord, &board, &id);
    let told = discord.wait("a direct message", |world| told(world, by.id).pop());
    assert!(told.content().contains("#1 · ") && told.files.len() == 1, "{}", told.content());
    // The board there is of before; a press on it brings that of now, and the match goes on.
    let shown = discord.answer(&by.presses_id(&discord, &board, &id));
    assert_eq!((shown.only, shown.channel), (Some(by.id), channel));
    assert!(shown.content().contains("out of date"), "{}", shown.content());
    discord.was_used_well();
}

#[test]
fn where_outside_apps_answer_nobody_else_each_plays_in_private_and_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Strict);
    let options = json!({
        "who": whom(BOB), "game": "trapdoor", "side": "black",
        "options": begins(GameId::ALL[0]), "unrated": true,
    });
    let offer = discord.answer(&ANN.at(channel).slash(&discord, "challenge", options));
    assert_eq!(offer.only, Some(ANN.id));
    assert!(offer.content().contains("only you can see this"), "{}", offer.content());
    let offer = discord.wait("the offer in person", |world| told(world, BOB.id).pop());
    let bobs = offer.channel;
    BOB.at(bobs).presses(&discord, &offer, "Accept");
    let first = |world: &World, person| {
        let mut all = told(world, person).into_iter();
        all.rfind(|message| !message.files.is_empty() && message.content().contains("#1"))
    };
    let mut board = discord.wait("the board in person", |world| first(world, ANN.id));
    let mut turns = 0;
    while !board.choices().iter().any(|it| it.0 == "Rematch") {
        let by = mover(&board);
        let before = discord.world(|world| world.messages.last().map(|it| it.id));
        let (_, id) = board.choices()[0].clone();
        let token = by.at(board.channel).presses_id(&discord, &board, &id);
        // The answer, and where the turn passes the board of the other.
        board = discord.wait("the next board", |world| {
            let fresh = |message: &&Message| {
                before < Some(message.id) || message.token.as_deref() == Some(&*token)
            };
            let mut all = world.messages.iter().rev().filter(fresh);
            all.find(|message| !message.files.is_empty() && is_answerable(world, message)).cloned()
        });
        turns += 1;
        assert!(turns < 200, "{}", board.content());
    }
    discord.was_used_well();
    assert_eq!(discord.world(|it| refused(it)), [""; 0]);
    let here = discord.world(|world| world.said_in(channel).len());
    assert_eq!(here, 0, "nobody else sees anything there");
}

#[test]
fn what_nobody_pressed_for_goes_by_direct_message_or_waits_in_games() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    let options = json!({ "who": whom(BOB), "game": "trapdoor", "side": "black", "days": 1, "hard": true, "unrated": true });
    let offer = discord.answer(&ANN.at(channel).slash(&discord, "challenge", options));
    let board = discord.board(&BOB.at(channel).presses(&discord, &offer, "Accept"));
    assert_eq!(board.channel, channel);
    let dm = direct(&discord, BOB.id);
    let games = discord.answer(&BOB.at(dm).slash(&discord, "games", json!({})));
    assert!(games.content().contains("#1"), "{}", games.content());
    discord.world(|it| it.strangers.push(BOB.id));
    assert!(program.terminate());
    // A day and a half without a move.
    let_pass(folder.path(), 36);
    let program = Program::start(&discord, folder.path());
    let told_of_end = discord.wait("the end in person", |world| {
        told(world, ANN.id).into_iter().find(|message| message.content().contains("#1 · "))
    });
    assert!(told_of_end.content().contains("time"), "{}", told_of_end.content());
    // Bob can't be written to. He finds it where he asks.
    let shown = discord.answer(&BOB.at(dm).slash(&discord, "board", json!({ "match": 1 })));
    assert!(shown.content().contains("time"), "{}", shown.content());
    let (_, id) = board.choices()[0].clone();
    let late = discord.answer(&BOB.at(channel).presses_id(&discord, &board, &id));
    assert_eq!((late.only, late.channel), (Some(BOB.id), channel));
    assert!(late.content().contains("over"), "{}", late.content());
    assert!(program.terminate());
    let tried = discord.world(|world| not_to_strangers(world));
    assert_eq!(tried, [""; 0]);
    discord.was_used_well();
}

#[test]
fn commands_are_registered_for_servers_alone_where_nobody_may_install_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let why = json!({ "code": "BASE_TYPE_CHOICES", "message": "Value must be one of (0,)." });
    let errors = json!({ "0": { "integration_types": { "_errors": [why] } } });
    let refused = json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors });
    discord.fail("PUT", "/commands", 1, 400, refused);
    let _program = Program::start(&discord, folder.path());
    let registered =
        discord.world(|world| world.commands.values().next().cloned()).expect("commands");
    for command in registered.as_array().expect("a list") {
        assert!(command.get("integration_types").is_none(), "{command}");
    }
    discord.was_used_well();
}

#[test]
fn five_messages_follow_a_press_and_what_comes_later_goes_by_direct_message() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    let options = json!({ "who": whom(BOB), "game": "draughts", "unrated": true });
    let offer = discord.answer(&ANN.at(channel).slash(&discord, "challenge", options));
    discord.board(&BOB.at(channel).presses(&discord, &offer, "Accept"));
    // From now on both play in their direct messages with the bot.
    let people = [ANN, BOB].map(|person| person.at(direct(&discord, person.id)));
    let most = |world: &World| world.interactions.values().map(|it| it.followed).max();
    for step in 0..40 {
        let before = discord.world(|world| world.messages.last().map(|it| it.id));
        let next = people.into_iter().find_map(|person| {
            let token = person.types_in(&discord, "play", "words", "");
            let offered = discord.wait("completions", |world| {
                let interaction = &world.interactions[&token];
                interaction.first.map(|_| interaction.first_body["data"]["choices"].clone())
            });
            Some((person, offered[step % 2].get("value").or(offered[0].get("value"))?.clone()))
        });
        // The match may end before that.
        let Some((by, words)) = next else { break };
        by.types(&discord, words.as_str().expect("words"));
        discord.wait("the board there", |world| {
            let last = told(world, by.id).pop()?;
            (before < Some(last.id) && !last.files.is_empty()).then_some(())
        });
    }
    discord.wait("all that follows", |world| (most(world) == Some(5)).then_some(()));
    let other = discord.wait("boards in person", |world| {
        let mut all = told(world, BOB.id).into_iter();
        all.rfind(|message| message.pings() == [BOB.id])
    });
    // A film may come with the board.
    assert!((1..=2).contains(&other.files.len()), "{}", other.content());
    discord.was_used_well();
    assert_eq!(discord.world(|it| refused(it)), [""; 0]);
}

#[test]
fn what_makes_no_sense_is_refused_there_for_the_asker_alone() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Group);
    let ann = ANN.at(channel);
    for (command, options, says) in [
        ("challenge", json!({ "who": whom(BOB), "game": "trapdoor", "options": "moon" }), "moon"),
        ("accept", json!({ "challenge": 77 }), "77"),
        ("admin", json!({ "what": "threads", "value": "on" }), "moderators"),
        ("board", json!({ "match": 5 }), "5"),
    ] {
        let told = discord.answer(&ann.slash(&discord, command, options));
        assert_eq!(told.only, Some(ANN.id));
        assert!(told.content().contains(says), "{}", told.content());
    }
    let options = json!({ "who": whom(BOB), "game": "trapdoor", "side": "black" });
    let offer = discord.answer(&ann.slash(&discord, "challenge", options));
    let told = discord.answer(&EVE.at(channel).presses(&discord, &offer, "Accept"));
    assert_eq!(told.only, Some(EVE.id), "it is for Bob");
    let board = discord.board(&BOB.at(channel).presses(&discord, &offer, "Accept"));
    let form = |token: &str| {
        discord.wait("a form", |world| {
            let interaction = &world.interactions[token];
            interaction.first.filter(|it| it.0 == 9).map(|_| interaction.first_body["data"].clone())
        })
    };
    let opened = form(&ann.presses(&discord, &board, "Type it"));
    let told = discord.answer(&ann.fills_in(&discord, &opened, "nonsense"));
    assert_eq!((told.only, told.channel), (Some(ANN.id), channel));
    // A player who hasn't installed the bot can say what else there is in the same form.
    let opened = form(&BOB.at(channel).presses(&discord, &board, "Type it"));
    let sure = discord.answer(&BOB.at(channel).fills_in(&discord, &opened, "resign"));
    assert_eq!(sure.only, Some(BOB.id), "{}", sure.content());
    let watch = json!({ "match": 1, "how": "here" });
    let told = discord.answer(&EVE.at(channel).slash(&discord, "watch", watch));
    assert_eq!(told.only, Some(EVE.id));
    discord.was_used_well();
    assert_eq!(discord.world(|it| refused(it)), [""; 0]);
}

#[test]
fn a_computer_player_answers_there_by_changing_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Two);
    let options = json!({ "game": "draughts", "level": "1", "side": "black" });
    let token = ANN.at(channel).slash(&discord, "practice", options);
    let mut board = discord.board(&token);
    for _ in 0..3 {
        let before = discord.world(|world| world.messages.last().map(|it| it.id));
        let (_, id) =
            board.choices().into_iter().find(|it| it.1.contains(":play #")).expect("a move");
        ANN.at(channel).presses_id(&discord, &board, &id);
        board = discord.wait("the answer of the computer", |world| {
            let said = world.said_in(channel).into_iter().rev();
            let mut mine = said.filter(|message| before < Some(message.id) || message.changes != 0);
            let plays =
                |message: &&Message| message.choices().iter().any(|it| it.1.contains(":play #"));
            mine.find(plays).filter(|it| it.body != board.body).cloned()
        });
    }
    discord.was_used_well();
    assert_eq!(discord.world(|it| refused(it)), [""; 0]);
    assert!(
        discord.world(|world| told(world, ANN.id).is_empty()),
        "nothing has to go by direct message"
    );
}

#[test]
fn a_challenger_hears_that_the_other_could_not_be_told_and_the_code_to_accept_with() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|it| it.closed.push(BOB.id));
    let _program = Program::start(&discord, folder.path());
    let channel = opened(&discord, Outside::Strict);
    let options = json!({ "who": whom(BOB), "game": "draughts" });
    let offer = discord.answer(&ANN.at(channel).slash(&discord, "challenge", options));
    assert_eq!(offer.only, Some(ANN.id));
    let told = discord.wait("that Bob wasn't told", |world| {
        told(world, ANN.id)
            .into_iter()
            .find(|message| message.content().contains("doesn't know of your"))
    });
    assert!(told.content().contains("`/match accept word:"), "{}", told.content());
    let code = told.content().split("word:").nth(1).and_then(|rest| rest.split('`').next());
    let code = code.map(str::to_owned);
    let code = code.unwrap_or_else(|| panic!("a code: {}", told.content()));
    // Eve can't use it, and Bob can, wherever the bot is.
    let refused = discord.private(&EVE.slash(&discord, "accept", json!({ "word": code })));
    assert!(refused.content().contains("Bob"), "{}", refused.content());
    discord.board(&BOB.slash(&discord, "accept", json!({ "word": code })));
}
