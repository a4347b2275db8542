//! Whole games, with every way to play.
use engine::games::GameId;
use serde_json::json;

use crate::{
    people::{ANN, BOB, whom},
    play::{moved, mover, open_of, play_until_it_counts, step},
    server::Program,
    world::{BOT, CHANNEL, Discord},
};

#[test]
fn a_game_is_played_by_button_menu_completion_form_and_typing_through_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let board = open_of(&discord, "draughts");
    discord.wait("the challenge has had its say", |world| {
        world.messages[0].choices().is_empty().then_some(())
    });
    assert_eq!(board.pings(), [ANN.id], "the player to move is mentioned, once");
    assert_eq!(board.content().matches("<@1>").count(), 1);
    assert!(board.files[0].1.starts_with(b"\x89PNG") && board.alt().contains("men b8, d8, f8, h8"));

    // A button.
    let mut board = step(&discord, &board);
    // By menu or button, until there is something to choose.
    while board.choices().len() < 4 {
        board = step(&discord, &board);
    }
    let by_menu = mover(&board);
    let (label, _) = board.choices()[1].clone();
    board = discord.answer(&by_menu.presses(&discord, &board, &label));

    // Completion.
    let by_typing = mover(&board);
    let token = by_typing.types_in(&discord, "play", "words", "");
    let completed = |token: &String| {
        discord.wait("completions", |world| {
            let interaction = &world.interactions[token];
            interaction.first.map(|_| interaction.first_body["data"]["choices"].clone())
        })
    };
    let names = completed(&by_typing.types_in(&discord, "settings", "name", "qu"));
    assert_eq!(names, json!([{ "name": "quiet: hours without reminders", "value": "quiet" }]));
    let completions = completed(&token);
    let first = completions[0]["value"].clone();
    assert!((1..=25).contains(&completions.as_array().unwrap().len()));
    by_typing.slash(&discord, "play", json!({ "words": first }));
    board = moved(&discord, &board);

    // A form.
    let by_form = mover(&board);
    let words = board.words();
    let token = by_form.presses(&discord, &board, "Type it");
    let form = discord.wait("a form", |world| {
        let interaction = &world.interactions[&token];
        interaction.first.filter(|it| it.0 == 9).map(|_| interaction.first_body["data"].clone())
    });
    board = discord.answer(&by_form.fills_in(&discord, &form, &words));

    // Typed words after a mention.
    let by_mention = mover(&board);
    let words = board.words();
    by_mention.types(&discord, &format!("<@{BOT}> {words}"));
    board = moved(&discord, &board);
    assert_eq!(board.channel, CHANNEL);

    // Private answers stay private.
    let hand = discord.answer(&ANN.slash(&discord, "hand", json!({})));
    assert_eq!(hand.only, Some(ANN.id));

    // A restart in the middle.
    assert!(program.terminate());
    let program = Program::start(&discord, folder.path());
    play_until_it_counts(&discord, board, 1);

    // The end and the result.
    let sure = discord.answer(&BOB.slash(&discord, "resign", json!({})));
    assert_eq!(sure.only, Some(BOB.id));
    let end = discord.answer(&BOB.presses(&discord, &sure, "Yes"));
    assert!(end.only.is_none() && end.content().contains("Ann (Black) wins"), "{}", end.content());
    let ranks =
        discord.answer(&ANN.slash(&discord, "leaderboard", json!({ "scope": "everywhere" })));
    assert!(ranks.content().contains("Ann 1662"), "{}", ranks.content());

    // What was said about the match has folded into the card of its end.
    discord.wait("one card", |world| {
        let left: Vec<u64> = world.said_in(CHANNEL).iter().map(|it| it.id).collect();
        (left == [end.id, ranks.id]).then_some(())
    });
    assert!(program.terminate());
    discord.was_used_well();
}

/// How many steps are played in each game.
const STEPS: usize = 30;

#[test]
fn every_game_is_played_by_pressing_alone() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    for (number, game) in (1..).zip(GameId::ALL) {
        let options = json!({ "who": whom(BOB), "game": game.name(), "unrated": true });
        let offer = discord.answer(&ANN.slash(&discord, "challenge", options));
        discord.answer(&BOB.presses(&discord, &offer, "Accept"));
        let mut done = 0;
        let mut throws: usize = 7;
        while done < STEPS {
            let asked = [ANN, BOB].into_iter().find_map(|person| {
                let list =
                    discord.private(&person.slash(&discord, "moves", json!({ "match": number })));
                assert_eq!(list.only, Some(person.id));
                (!list.choices().is_empty()).then_some((person, list))
            });
            let Some((person, mut list)) = asked else { break };
            // A menu of beginnings leads to another one, in the same private message.
            loop {
                throws = throws.wrapping_mul(31) + 11;
                let choices = list.choices();
                let moves: Vec<_> = choices.iter().filter(|it| it.0 != "Type it").collect();
                let (_, id) = moves[throws % moves.len()].clone();
                let token = person.presses_id(&discord, &list, &id);
                if !id.contains("moves #") {
                    // The board of the channel changes, and the menu keeps a line.
                    discord.wait("an answer", |world| world.interactions[&token].first);
                    break;
                }
                list = discord.answer(&token);
            }
            done += 1;
        }
        assert!(0 < done, "{game}");
        discord.answer(&ANN.slash(&discord, "hand", json!({ "match": number })));
        let sure = json!({ "match": number, "yes": true });
        discord.answer(&ANN.slash(&discord, "resign", sure));
        for command in ["history", "export", "verify", "board"] {
            discord.answer(&ANN.slash(&discord, command, json!({ "match": number })));
        }
        discord.was_used_well();
    }
}
