//! Files: attachments from people, files from the bot, films, and texts that are too long for one message.
use features::FEATURES;
use serde_json::{Value, json};

use crate::{
    answers::attached,
    people::{ANN, BOB, Person, whom},
    places::direct,
    play::{open, open_of, play_until_it_counts, step},
    server::Program,
    world::{BOT, CHANNEL, Discord, Message},
};

/// Plays a short match to its end and returns its exported file.
pub(crate) fn exported(discord: &Discord) -> Vec<u8> {
    let board = open(discord);
    step(discord, &board);
    discord.answer(&BOB.slash(discord, "resign", json!({ "yes": true })));
    let export = discord.answer(&ANN.slash(discord, "export", json!({ "form": "json" })));
    export.files[0].1.clone()
}

fn fetched(discord: &Discord) -> usize {
    discord.world(|world| world.seen.iter().filter(|it| it.path.starts_with("/files/")).count())
}

#[test]
fn a_match_is_gone_on_with_from_an_attached_file() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let bytes = exported(&discord);
    // With the command.
    let file = || attached(&discord, "match.json", &bytes);
    let options = json!({ "who": whom(BOB), "step": 0, "file": { "attachment": file() } });
    let offer = discord.answer(&ANN.slash(&discord, "import", options));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    let board = discord.board(&BOB.presses(&discord, &offer, "Accept"));
    assert!(board.content().contains("#2 · "), "{}", board.content());
    // After a mention.
    ANN.attaches(&discord, &format!("<@{BOT}> import <@2> step=0"), file());
    let typed = |message: &Message| {
        message.body["message_reference"].is_object() && message.pings() == [BOB.id]
    };
    discord.message("an offer", |message| message.channel == CHANNEL && typed(message));
    // In direct messages.
    let private = direct(&discord, ANN.id);
    ANN.at(private).attaches(&discord, "import <@2> step=0 days=2", file());
    let own = discord.message("an offer in person", |message| {
        message.channel == private && message.choices().iter().any(|it| it.0 == "Cancel")
    });
    assert_eq!(own.pings(), [0_u64; 0], "{}", own.content());
    assert_eq!(fetched(&discord), 3);
    // An attachment to any other command is ignored.
    ANN.attaches(&discord, &format!("<@{BOT}> board #1 side=white"), file());
    discord.message("the board", |message| {
        message.files.iter().any(|it| it.0.starts_with("match-1-1-white"))
            && message.body["message_reference"].is_object()
    });
    assert_eq!(fetched(&discord), 3);
    discord.was_used_well();
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let import = |file: Value| {
        let options = json!({ "file": { "attachment": file } });
        let said = discord.answer(&ANN.slash(&discord, "import", options));
        assert_eq!(said.only, Some(ANN.id));
        said.content().to_owned()
    };
    let with = |bytes: &[u8], key: &str, value: Value| {
        let mut file = attached(&discord, "a.json", bytes);
        file[key] = value;
        file
    };
    // Too large by its announced size: it isn't fetched. Nor is a file from another host.
    let said = import(with(b"{}", "size", json!(4_000_001)));
    assert!(said.contains("too large"), "{said}");
    let elsewhere = json!("http://127.0.0.1:9/files/1");
    let said = import(with(b"{}", "url", elsewhere));
    assert!(said.contains("only open files from Discord"), "{said}");
    assert_eq!(fetched(&discord), 0);
    // Larger than announced, isn't text, gone, and no match.
    let large = vec![b' '; 4_000_001];
    let said = import(with(&large, "size", json!(5)));
    assert!(said.contains("too large"), "{said}");
    let said = import(attached(&discord, "a.png", b"\x89PNG\r\n\x1a\n\0\xff"));
    assert!(said.contains("isn't text"), "{said}");
    let gone = json!(format!("{}/files/1", discord.address));
    let said = import(with(b"{}", "url", gone));
    assert!(said.contains("can't get that file"), "{said}");
    let said = import(attached(&discord, "a.json", b"{ \"format\": 1 }"));
    assert!(!said.is_empty());
    // Typed, the refusal answers the message.
    let id = ANN.attaches(
        &discord,
        &format!("<@{BOT}> import"),
        attached(&discord, "a", b"\x1f\x8b\x08\0"),
    );
    let said = discord.message("a refusal", |message| {
        message.content().contains("isn't text") && message.only.is_none()
    });
    assert_eq!(said.body["message_reference"]["message_id"], id.to_string());
    discord.was_used_well();
}

#[test]
fn charts_and_films_go_out_as_what_they_are_with_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    // A curve needs more than one result.
    for number in 1..=2 {
        let board = open_of(&discord, "draughts");
        play_until_it_counts(&discord, board, number);
        let sure = json!({ "match": number, "yes": true });
        let end = discord.answer(&BOB.slash(&discord, "resign", sure));
        assert!(end.content().contains("wins"), "{}", end.content());
    }
    for (command, options) in [
        ("leaderboard", json!({ "scope": "everywhere" })),
        ("profile", json!({})),
        ("season", json!({})),
    ] {
        let said = discord.answer(&ANN.slash(&discord, command, options));
        assert!(!said.files.is_empty(), "{command}: {}", said.content());
        assert!(said.files[0].1.starts_with(b"\x89PNG"), "{command}");
        assert!(said.alt().contains("Ann"), "{command}: {}", said.alt());
    }
    let film = discord.answer(&ANN.slash(&discord, "replay", json!({ "match": 1 })));
    let moving = film.files.iter().find(|it| it.1.starts_with(b"GIF8"));
    assert!(moving.is_some_and(|it| it.0.ends_with(".gif")), "{:?}", film.content());
    // The local Discord checks the name of each file.
    discord.was_used_well();
}

#[test]
fn long_texts_are_cut_at_lines_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let token = ANN.slash(&discord, "help", json!({ "command": "all" }));
    let pages = discord.wait("all of the help", |world| {
        let all = world
            .messages
            .iter()
            .filter(|message| message.token.as_deref() == Some(token.as_str()));
        let pages: Vec<Message> = all.cloned().collect();
        pages.iter().any(|message| message.content().contains("More about one")).then_some(pages)
    });
    assert!(1 < pages.len(), "it is longer than one message may be");
    let whole: Vec<&str> = pages.iter().map(Message::content).collect();
    for spec in FEATURES.commands().iter() {
        // Each can be clicked, or shows what is typed.
        let line = |text: &str| {
            let is_hint = text.starts_with("- </") || text.starts_with("- `/");
            is_hint && text.ends_with(&format!(": {}", spec.says))
        };
        assert!(whole.iter().any(|page| page.lines().any(line)), "{}: {whole:#?}", spec.name);
    }
    let only: Vec<Option<u64>> = pages.iter().map(|it| it.only).collect();
    assert!(only.iter().all(|it| *it == only[0]), "all of it for the same eyes: {only:?}");
    discord.was_used_well();
}

#[test]
fn what_is_kept_about_somebody_is_given_to_them_alone_and_deleted_whole() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    // An id that occurs nowhere else.
    let zoe = Person { id: 7_654_321, name: "Zoraida", channel: CHANNEL, moderator: false };
    let options = json!({ "game": "trapdoor", "side": "black" });
    let offer = discord.answer(&zoe.slash(&discord, "challenge", options));
    discord.board(&BOB.presses(&discord, &offer, "Accept"));
    let given = discord.answer(&zoe.slash(&discord, "mydata", json!({ "what": "export" })));
    assert_eq!((given.only, given.files[0].0.as_str()), (Some(zoe.id), "mydata.json"));
    assert!(String::from_utf8_lossy(&given.files[0].1).contains("7654321"));
    // Typed in public, it is answered in direct messages.
    zoe.types(&discord, &format!("<@{BOT}> mydata export"));
    let given = discord.message("the file", |message| {
        message.token.is_none() && message.files.iter().any(|it| it.0 == "mydata.json")
    });
    assert_eq!(Some(given.channel), discord.world(|world| world.direct.get(&zoe.id).copied()));
    // People who write in direct messages are recorded too.
    zoe.at(given.channel).types(&discord, "games");
    discord.message("a list", |message| {
        message.channel == given.channel && message.content().contains("#1")
    });
    let sure = discord.answer(&zoe.slash(&discord, "mydata", json!({ "what": "delete" })));
    let done = discord.answer(&zoe.presses(&discord, &sure, "Yes, delete"));
    assert!(!done.content().is_empty());
    let done = discord
        .message("that it is done", |message| message.content().contains("the data is deleted"));
    assert_eq!(done.only, Some(zoe.id), "to the asker alone");
    // The match that ends with this is told below, not in its place.
    discord.message("how the match ends", |message| message.alt().contains("Called off"));
    assert!(program.terminate());
    let stands = discord.world(|world| {
        world.messages.iter().any(|message| message.content().contains("the data is deleted"))
    });
    assert!(stands, "what was said stays");
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for word in ["7654321", "Zoraida"] {
            let found = bytes.windows(word.len()).any(|it| it == word.as_bytes());
            assert!(!found, "{word} in {}", path.display());
        }
    }
    discord.was_used_well();
}

#[test]
fn the_games_that_have_records_are_the_choices_of_an_import() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let options = discord.world(|world| {
        let all = world.commands["/applications/701/commands"].as_array().unwrap().clone();
        let group = all.into_iter().find(|command| command["name"] == "match").unwrap();
        let mut below = group["options"].as_array().unwrap().clone().into_iter();
        let import = below.find(|option| option["name"] == "import").unwrap();
        import["options"].as_array().unwrap().clone()
    });
    let named = |name: &str| options.iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(named("file")["type"], 11);
    let games = named("game")["choices"].as_array().unwrap().iter();
    let games: Vec<&str> = games.map(|game| game["value"].as_str().unwrap()).collect();
    assert_eq!(games, ["trapdoor", "draughts"]);
    discord.was_used_well();
}

#[test]
fn what_is_said_about_oneself_is_answered_to_the_asker_alone_whichever_way() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let program = Program::start(&discord, folder.path());
    let lines: [(&str, Value); 14] = [
        ("settings", json!({})),
        ("settings", json!({ "name": "theme", "value": "pink" })),
        ("settings", json!({ "name": "hidden", "value": "on" })),
        ("remind", json!({ "how": "nonsense" })),
        ("vacation", json!({ "length": "nonsense" })),
        ("vacation", json!({})),
        ("link", json!({})),
        ("link", json!({ "code": "KKKK-KKKK" })),
        ("link", json!({ "code": "no" })),
        ("unlink", json!({})),
        ("unlink", json!({ "yes": true })),
        ("mydata", json!({})),
        ("mydata", json!({ "what": "export" })),
        ("mydata", json!({ "what": "delete", "yes": true })),
    ];
    for (name, options) in lines {
        let said = discord.private(&ANN.slash(&discord, name, options.clone()));
        assert_eq!(said.only, Some(ANN.id), "{name} {options}: {}", said.content());
    }
    let public = discord.world(|world| {
        let all = world.messages.iter().filter(|it| it.only.is_none());
        all.map(|message| message.content().to_owned()).collect::<Vec<_>>()
    });
    assert!(public.iter().all(|it| !it.contains("deleted")), "{public:?}");
    assert!(program.terminate());
    discord.was_used_well();
}
