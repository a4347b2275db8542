//! Failures in between: nothing is lost, nothing is done twice, and anyone who waits is told in time.
use std::time::{Duration, Instant};

use engine::games::GameId;
use serde_json::json;

use crate::{
    http::Answer,
    people::{ANN, BOB, Person, whom},
    play::{mover, open, step},
    server::Program,
    world::{CHANNEL, Discord, Fault, Message, SLOW, World},
};

/// Counts the boards that show a step.
fn boards(discord: &Discord, step: usize) -> usize {
    let name = format!("match-1-{step}-");
    discord.world(|world| {
        let shown = world.messages.iter().filter(|it| it.only.is_none());
        shown
            .filter(|message| message.files.iter().any(|(file, _)| file.starts_with(&name)))
            .count()
    })
}

#[test]
fn a_limit_is_waited_for_as_long_as_discord_says() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let body =
        json!({ "message": "You are being rate limited.", "retry_after": 0.7, "global": false });
    let headers = vec![("retry-after".to_owned(), "1".to_owned())];
    let answer = Answer { status: 429, headers, body: body.to_string().into_bytes() };
    let path = "/callback".to_owned();
    let fault = Fault { path, times: 2, answer: Some(answer), ..Fault::default() };
    discord.world(|it| it.faults.push(fault));
    step(&discord, &board);
    let times: Vec<Instant> = discord.world(|world| {
        let calls = world.seen.iter().filter(|it| it.path.ends_with("/callback"));
        calls.rev().take(3).map(|it| it.at).collect()
    });
    for pair in times.windows(2) {
        assert!(Duration::from_millis(700) <= pair[0] - pair[1], "it was tried again too early");
    }
    assert_eq!(boards(&discord, 1), 1);
    discord.was_used_well();
}

#[test]
fn a_limit_that_is_used_up_is_waited_for_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let headers =
        vec![header("x-ratelimit-remaining", "0"), header("x-ratelimit-reset-after", "0.6")];
    let path = "/channels/901/messages".to_owned();
    let before = discord.world(|world| {
        world.faults.push(Fault { path, done: true, headers, ..Fault::default() });
        world.seen.len()
    });
    for _ in 0..2 {
        ANN.types(&discord, "<@700> board");
    }
    let times = discord.wait("two boards", |world| {
        let posts = world.seen[before..].iter().filter(|it| it.path == "/channels/901/messages");
        let times: Vec<Instant> = posts.map(|it| it.at).collect();
        (times.len() == 2).then_some(times)
    });
    assert!(Duration::from_millis(600) <= times[1] - times[0]);
    discord.was_used_well();
}

#[test]
fn an_answer_lost_on_its_way_is_no_second_board() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    // The answer to a press had arrived, but its response was lost.
    discord.lose("POST", "/callback", 1);
    let board = step(&discord, &board);
    // A message of the bot is recognised by its nonce.
    let before = board.words();
    discord.lose("POST", "/messages", 1);
    mover(&board).types(&discord, &format!("<@700> {before}"));
    discord.wait("the second try", |world| {
        let tries = world.seen.iter().filter(|it| it.path.ends_with("901/messages")).count();
        (tries == 2).then_some(())
    });
    discord.answer(&ANN.slash(&discord, "board", json!({})));
    let count = |world: &World, step: usize| {
        let name = format!("match-1-{step}-");
        world
            .messages
            .iter()
            .filter(|message| message.files.iter().any(|it| it.0.starts_with(&name)))
            .count()
    };
    discord.wait("the earlier board shrinks", |world| (count(world, 1) == 0).then_some(()));
    assert_eq!(boards(&discord, 2), 2, "the second is the board asked for");
    discord.was_used_well();
}

#[test]
fn discords_faults_pass() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    discord.fail("POST", "/callback", 2, 503, json!(null));
    step(&discord, &board);
    assert_eq!(boards(&discord, 1), 1);
    discord.was_used_well();
}

#[test]
fn what_could_not_be_said_is_said_once_after_the_restart() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    for path in ["/callback", "/messages", "/webhooks"] {
        discord.fail("POST", path, 10_000, 503, json!(null));
    }
    let mover = mover(&board);
    let (_, id) = board.choices()[0].clone();
    let token = mover.presses_id(&discord, &board, &id);
    discord
        .wait("the first try", |world| world.seen.iter().any(|it| it.status == 503).then_some(()));
    assert!(program.terminate());
    discord.world(|it| it.faults.clear());
    let program = Program::start(&discord, folder.path());
    discord.wait("the board", |world| {
        world
            .messages
            .iter()
            .any(|message| message.files.iter().any(|it| it.0.starts_with("match-1-1-")))
            .then_some(())
    });
    // The same press, delivered again after the restart, isn't done again.
    discord.world(|world| {
        let event = world.interactions[&token].event.clone();
        world.lines.last_mut().unwrap().tell("INTERACTION_CREATE", event);
    });
    let present = discord.answer(&BOB.slash(&discord, "board", json!({})));
    assert!(present.files[0].0.starts_with("match-1-1-"));
    assert_eq!(boards(&discord, 1), 2, "once after the restart, and once as asked");
    assert!(program.terminate());
    // Everything has been sent: a third start sends nothing.
    let said = discord.world(|it| it.messages.len());
    let _program = Program::start(&discord, folder.path());
    discord.answer(&BOB.slash(&discord, "games", json!({})));
    assert_eq!(discord.world(|it| it.messages.len()), said + 1);
    discord.was_used_well();
}

#[test]
fn a_long_answer_that_is_cut_off_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    // Every letter of such a name needs an escape, so board, words and names need more than one message.
    let [ann, bob] =
        [ANN, BOB].map(|person| Person { name: "********************************", ..person });
    discord.answer(&ann.slash(&discord, "settings", json!({ "name": "reading", "value": "full" })));
    // In some game, the board in words and characters needs more than one message.
    let shown = |number: usize| {
        let before = discord.world(|world| world.messages.last().map(|it| it.id));
        ann.slash(&discord, "board", json!({ "match": number, "text": true }));
        // The answer ends with the picture.
        discord.wait("the whole board", |world| {
            // Private messages may come in any order.
            let said = world.said_in(CHANNEL).into_iter();
            let mut pages: Vec<&Message> =
                said.filter(|message| before < Some(message.id)).collect();
            let last = pages.iter().position(|it| !it.files.is_empty())?;
            pages.truncate(last + 1);
            Some(pages.iter().map(|message| message.content().to_owned()).collect::<Vec<_>>())
        })
    };
    let (number, pages) = (1..)
        .zip(GameId::ALL)
        .map(|(number, game)| {
            let options = json!({ "who": whom(bob), "game": game.name() });
            let offer = discord.answer(&ann.slash(&discord, "challenge", options));
            bob.presses(&discord, &offer, "Accept");
            let first = format!("match-{number}-");
            discord.message("the first board", |message| {
                message.only.is_none() && message.files.iter().any(|it| it.0.starts_with(&first))
            });
            (number, shown(number))
        })
        .find(|(_, pages)| 1 < pages.len())
        .expect("a board that needs two messages");
    // More failures than one message is tried in a row.
    discord.fail("POST", "/channels/901/messages", 7, 503, json!(null));
    assert_eq!(shown(number), pages, "each page once, none lost");
    discord.was_used_well();
}

#[test]
fn a_program_killed_while_it_answers_answers_after_the_restart() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open(&discord);
    discord.fail("POST", "/callback", 1000, 503, json!(null));
    let (_, id) = board.choices()[0].clone();
    ANN.presses_id(&discord, &board, &id);
    discord.wait("a try", |world| world.seen.iter().any(|it| it.status == 503).then_some(()));
    program.kill();
    discord.world(|it| it.faults.clear());
    let _program = Program::start(&discord, folder.path());
    discord.wait("the board", |world| {
        let shows = |message: &crate::world::Message| {
            message.files.iter().any(|it| it.0.starts_with("match-1-1-"))
        };
        world.messages.iter().any(shows).then_some(())
    });
    assert_eq!(boards(&discord, 1), 1);
    discord.was_used_well();
}

#[test]
fn the_same_interaction_twice_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let next = step(&discord, &board);
    let token = next.token.clone().unwrap();
    discord.world(|world| {
        let event = world.interactions[&token].event.clone();
        for _ in 0..3 {
            world.lines.last_mut().unwrap().tell("INTERACTION_CREATE", event.clone());
        }
    });
    discord.answer(&ANN.slash(&discord, "games", json!({})));
    let (calls, deferred) = discord.world(|world| {
        let calls = world.seen.iter().filter(|it| it.path.contains(&format!("/{token}/")));
        (calls.count(), world.interactions[&token].was_deferred_late())
    });
    // An answer that took long is brought by a second call.
    assert_eq!((calls, boards(&discord, 1)), (1 + usize::from(deferred), 1));
    discord.was_used_well();
}

#[test]
fn of_two_presses_at_once_one_is_done_and_the_other_told_kindly() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    let (_, id) = board.choices()[0].clone();
    let tokens = [
        ANN.presses_id(&discord, &board, &id),
        ANN.presses_id(&discord, &board, &id),
        BOB.presses_id(&discord, &board, &id),
    ];
    let answers = tokens.map(|token| discord.answer(&token));
    assert_eq!(boards(&discord, 1), 1);
    // Either of Ann's answers may come first.
    let late = answers[..2].iter().find(|it| it.only.is_some()).expect("one was too late");
    assert_eq!(answers[..2].iter().filter(|it| it.only.is_none()).count(), 1);
    assert_eq!((late.only, answers[2].only), (Some(ANN.id), Some(BOB.id)));
    assert!(late.content().contains("out of date"), "{}", late.content());
    assert!(!late.files.is_empty(), "the present board is shown");
    discord.was_used_well();
}

#[test]
fn the_first_word_comes_in_time_and_to_the_right_eyes() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    open(&discord);
    // One answer is slow, and the room waits for it.
    discord.delay("POST", "/callback", 1, SLOW);
    let slow = ANN.slash(&discord, "board", json!({}));
    discord.wait("the slow answer begins", |world| {
        world.faults.iter().all(|it| it.times == 0).then_some(())
    });
    let private = ANN.slash(&discord, "moves", json!({}));
    let public = BOB.slash(&discord, "board", json!({}));
    // A private answer doesn't wait.
    assert_eq!(discord.private(&private).only, Some(ANN.id));
    let first = |token: &str| discord.wait("a first word", |world| world.interactions[token].first);
    assert!(discord.world(|world| world.interactions[&slow].first.is_none()), "it came before");
    let needed = discord.world(|world| world.interactions[&private].was_deferred_late());
    assert!(first(&private).0 == 4 || needed, "it need not be put off");
    // A public answer that has to wait is sent as a message, and the private deferred answer is deleted.
    assert_eq!(first(&public).0, 5);
    discord.wait("the promise is taken back", |world| {
        world.interactions[&public].removed.then_some(())
    });
    let last =
        discord.world(|world| world.said_in(CHANNEL).last().map(|it| (*it).clone())).unwrap();
    assert!(last.token.is_none() && !last.files.is_empty());
    for token in [slow, private, public] {
        assert!(first(&token).1 < Duration::from_secs(3));
    }
    discord.was_used_well();
}

#[test]
fn commands_that_cannot_be_registered_at_first_are_registered_later() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.fail("PUT", "/commands", 7, 500, json!(null));
    let _program = Program::spawn(&discord, folder.path(), &[]);
    discord.wait("a connection", |world| (!world.lines.is_empty()).then_some(()));
    // Meanwhile the bot still answers.
    discord.answer(&ANN.slash(&discord, "help", json!({})));
    discord.wait("the commands", |world| (!world.commands.is_empty()).then_some(()));
    discord.was_used_well();
}

/// With Activities an application has a command that Discord makes itself: a list without it is refused.
#[test]
fn the_command_that_discord_made_itself_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let entry = json!([{ "id": "77", "type": 4, "name": "launch", "handler": 2 }]);
    let at = "/applications/701/commands";
    discord.world(|world| world.commands.insert(at.to_owned(), entry));
    let is_kept = |world: &World| {
        let all = world.commands[at].as_array().unwrap();
        (1 < all.len()).then(|| all.iter().any(|command| command["type"] == 4))
    };
    let program = Program::start(&discord, folder.path());
    assert!(discord.wait("the commands", |world| is_kept(world)));
    assert!(program.terminate());
    assert!(Program::start(&discord, folder.path()).terminate());
    let sent = discord.world(|world| world.seen.iter().filter(|it| it.method == "PUT").count());
    assert_eq!(sent, 1, "nothing has changed");
}

#[test]
fn commands_are_sent_when_the_set_has_changed_and_only_then() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let sent = || discord.world(|world| world.seen.iter().filter(|it| it.method == "PUT").count());
    assert!(Program::start(&discord, folder.path()).terminate());
    assert_eq!(sent(), 1);
    let again = Program::start(&discord, folder.path());
    discord.wait("the commands are looked at", |world| {
        world
            .seen
            .iter()
            .any(|seen| seen.method == "GET" && seen.path.ends_with("/commands"))
            .then_some(())
    });
    assert!(again.terminate());
    assert_eq!(sent(), 1, "nothing has changed");
    // Somebody else has deleted a command.
    discord.world(|world| {
        let all = world.commands.get_mut("/applications/701/commands").unwrap();
        all.as_array_mut().unwrap().pop();
    });
    let again = Program::start(&discord, folder.path());
    discord.wait("the commands are sent again", |world| {
        (world.seen.iter().filter(|it| it.method == "PUT").count() == 2).then_some(())
    });
    assert!(again.terminate());
    // For one server instead of all: the earlier commands are deleted.
    let guild = [("DRAUGHTSMAN_DISCORD__GUILD", "900")];
    let _program = Program::spawn(&discord, folder.path(), &guild);
    discord.wait("the commands move", |world| {
        let of = |path: &str| world.commands.get(path).and_then(|it| it.as_array()).map(Vec::len);
        let all = of("/applications/701/commands")?;
        (all == 0 && of("/applications/701/guilds/900/commands").is_some()).then_some(())
    });
    discord.was_used_well();
}

#[test]
fn somebody_is_challenged_from_their_name() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let which = discord.answer(&ANN.on_user(&discord, BOB));
    assert_eq!(which.only, Some(ANN.id));
    let form = discord.form(&ANN.presses(&discord, &which, "Trapdoor"));
    let offer = discord.answer(&ANN.submits(&discord, &form, &which, &[]));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    // Anyone can be challenged by command as well, and challenging someone twice is allowed.
    let refused = discord.answer(&ANN.slash(
        &discord,
        "challenge",
        json!({ "who": whom(ANN), "game": "trapdoor" }),
    ));
    assert!(refused.content().contains("yourself"));
    assert_eq!(refused.only, Some(ANN.id));
    discord.was_used_well();
}
