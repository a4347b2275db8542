//! What is seen of a match again, and by whom; how the commands for that are read.
use command::{Commands, Property};
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use model::{ids::MatchId, reply::{Audience, Privacy}};
use serde_json::Value;

use crate::{
    files::{below, folder},
    room::{Room, started},
};

fn commands() -> &'static Commands {
    FEATURES.commands()
}

#[test]
fn a_private_match_is_there_for_its_players_alone() {
    let mut room = started();
    room.all(&["ann: spin", "dan: challenge @eve trapdoor private side=black", "eve: accept"]);
    room.handle = "far".to_owned();
    for words in ["history", "replay", "export", "export pdn"] {
        let (verb, form) = words.split_once(' ').unwrap_or((words, ""));
        let of = |number: u32| format!("{verb} #{number} {form}").trim_end().to_owned();
        // Those of others are looked up from anywhere.
        assert_eq!(room.one("cid", &of(1)).refused, None, "{words}");
        assert_eq!(room.one("cid", &of(2)).refused, Some(Code::Unknown), "{words}");
    }
    let own = room.one("eve", "history #2");
    assert!(matches!(own.to, Audience::Only(_)) && own.privacy == Privacy::Personal, "{own:?}");
}

#[test]
fn what_everybody_saw_may_be_read_by_everybody() {
    let mut room = started();
    for words in ["history", "export"] {
        assert_eq!(room.one("ann", words).privacy, Privacy::Open, "{words}");
    }
    room.refused("ann", "history 9999", "unknown");
}

#[test]
fn nobody_goes_on_against_a_bot() {
    let mut room = Room::new();
    let mut request = room.request("ann", "import @dan 1. 11-15 23-19");
    request.mentioned.iter_mut().for_each(|person| person.bot = true);
    let told = room.service.handle(&request).remove(0).reply;
    assert_eq!(told.refused, Some(Code::Illegal), "{}", told.text.bare());
}

#[test]
fn every_file_there_ever_was_is_played_on_from() {
    let mut found = 0;
    for &game in GameId::ALL {
        for path in below(&folder("exports").join(game.name()), "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut room = Room::new();
            // A file from the future is refused.
            let export: Value = serde_json::from_str(&text).unwrap();
            room.now = export["end"]["at"].as_i64().unwrap();
            let mut request = room.request("ann", "import @bob step=1");
            request.attachment = Some(text);
            let offer = room.service.handle(&request).remove(0).reply;
            assert_eq!(offer.refused, None, "{}: {}", path.display(), offer.text.bare());
            room.all(&["bob: accept"]);
            found += 1;
        }
    }
    assert!(0 < found, "tests/exports holds nothing");
}

#[test]
fn what_may_read_much_is_read_beside_other_requests() {
    for name in ["history", "replay", "export"] {
        assert!(commands().find(name).unwrap().is(Property::ReadsLong), "{name}");
    }
}

#[test]
fn lines_are_read_as_they_are_written() {
    for line in ["replay #12 to=80", "history #12 2", "export #12 json"] {
        let said = commands().parse(line).unwrap().unwrap();
        assert_eq!(commands().parse(&said.line()).unwrap().unwrap(), said, "{line}");
    }
    assert_eq!(commands().parse("export 1").unwrap().unwrap().of_match(), Some(MatchId(1)));
    assert_eq!(commands().parse("history 2").unwrap().unwrap().line(), "history 2");
    assert_eq!(commands().near("hisotry", &[]).first().map(String::as_str), Some("history"));
}

#[test]
fn a_pasted_file_is_taken_as_it_is() {
    for pasted in ["{\"format\": 1}", "[Event \"x\"] 1. 9-14", "1. 9-14"] {
        let line = format!("import {pasted}");
        let said = commands().parse(&line).unwrap().unwrap();
        assert_eq!(said.line(), line);
    }
    assert!(commands().parse("import file=x").is_err(), "a file can't be typed");
    assert!(commands().question("import [Event \"is it\"] 1. 9-14").is_none());
    assert!(commands().question("import 1. 9-14 22-18?").is_none(), "the sign of a bad move");
}

#[test]
fn a_game_is_offered_where_it_has_a_notation() {
    let import = commands().find("import").unwrap();
    let offered: Vec<GameId> = import.games().collect();
    for &game in GameId::ALL {
        assert_eq!(offered.contains(&game), game.fit("").is_some(), "{game}");
    }
}
