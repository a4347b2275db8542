//! The form of a challenge, and the menus where Discord doesn't take it.
use serde_json::{Value, json};

use crate::{
    people::{ANN, BOB, Person, whom},
    server::Program,
    world::{Discord, Message},
};

/// Opens the form of a game, with an opponent or without; returns it with the message it was opened on.
fn form_of(discord: &Discord, opponent: Option<Person>, game: &str) -> (Value, Message) {
    let options = opponent.map_or(json!({}), |person| json!({ "who": whom(person) }));
    let which = discord.answer(&ANN.slash(discord, "challenge", options));
    (discord.form(&ANN.presses(discord, &which, game)), which)
}

#[test]
fn a_challenge_is_filled_in() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    // With an opponent to choose, and more options than a group of boxes holds.
    let (form, which) = form_of(&discord, None, "Amtgard");
    assert_eq!(form["components"].as_array().map(Vec::len), Some(5));
    let given: [(&str, &[&str]); 4] = [
        ("who", &["2"]),
        ("clock", &["clock=none"]),
        ("options", &["unrated", "iron", "duel=stance"]),
        ("more", &["side=black"]),
    ];
    let offer = discord.answer(&ANN.submits(&discord, &form, &which, &given));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    for says in ["<@2>", "unrated", "iron", "stance", "plays black"] {
        assert!(offer.content().to_lowercase().contains(says), "{says}: {}", offer.content());
    }
    // With an opponent who was named before, and everything as usual.
    let (form, which) = form_of(&discord, Some(BOB), "Trapdoor");
    assert_eq!(form["components"].as_array().map(Vec::len), Some(4));
    let offer = discord.answer(&ANN.submits(&discord, &form, &which, &[]));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    assert!(offer.content().contains("3 days"), "{}", offer.content());
    // Without one, anyone can accept.
    let (form, which) = form_of(&discord, None, "Draughts");
    let given: [(&str, &[&str]); 2] = [("side", &["side=white"]), ("options", &["giveaway"])];
    let offer = discord.answer(&ANN.submits(&discord, &form, &which, &given));
    assert_eq!((offer.only, offer.pings()), (None, Vec::new()), "{}", offer.content());
    assert!(offer.content().contains("White"), "{}", offer.content());
    discord.was_used_well();
}

#[test]
fn a_refused_form_comes_back_with_what_was_filled_in() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let (form, which) = form_of(&discord, None, "Amtgard");
    let wrong = "clock=sometimes places=1 reeve-name=Sir-Reginald-the-Remarkably-Long-Winded";
    let given: [(&str, &[&str]); 4] = [
        ("who", &["2"]),
        ("side", &["side=white"]),
        ("options", &["iron", "pieces=8"]),
        ("more", &[wrong]),
    ];
    let refused = discord.answer(&ANN.submits(&discord, &form, &which, &given));
    assert_eq!(refused.only, Some(ANN.id), "{}", refused.content());
    assert!(refused.content().contains("sometimes"), "{}", refused.content());
    let again = discord.form(&ANN.presses(&discord, &refused, "Change…"));
    assert_eq!(again["components"][4]["component"]["value"], wrong);
    let corrected: [(&str, &[&str]); 1] = [("more", &["clock=10d+1d"])];
    let offer = discord.answer(&ANN.submits(&discord, &again, &refused, &corrected));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    for says in ["10 days", "Iron", "8 a side", "White"] {
        assert!(offer.content().contains(says), "{says}: {}", offer.content());
    }
    discord.was_used_well();
}

#[test]
fn where_no_form_is_taken_one_menu_follows_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let mut shown = discord.answer(&ANN.on_user(&discord, BOB));
    let refused = json!({ "code": 50035, "message": "Invalid Form Body" });
    discord.fail("POST", "/callback", 1, 400, refused);
    for label in ["Trapdoor", "Daily", "White", "snap"] {
        assert_eq!(shown.only, Some(ANN.id), "{}", shown.content());
        shown = discord.answer(&ANN.presses(&discord, &shown, label));
    }
    assert_eq!((shown.only, shown.pings()), (None, vec![BOB.id]), "{}", shown.content());
    for says in ["snap", "White"] {
        assert!(shown.content().contains(says), "{says}: {}", shown.content());
    }
    discord.was_used_well();
}
