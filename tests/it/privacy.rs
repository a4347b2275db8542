//! Stored personal data: people can export it and delete it.
use std::{fs, path::Path};

use content::puzzles;
use engine::games::GameId;
use model::{
    ids::{Chat, MatchId, OutboxId},
    reply::Reply,
};
use proof::check_export;
use serde_json::{Value, json};
use service::{PersonName, RandomSource, Request, Service};
use store::{
    BoardMessage, FetchAt, KeylessEvent, MenuAt, MenuSpot, PrivatePlace, Store, Sync, ThreadAt,
    Warning,
};

use crate::room::{Room, started};

/// A name and an id that occur nowhere else.
const ANN: &str = "zanzibar";

/// Opens a service on a file.
pub(crate) fn service(path: &Path) -> Service {
    Service::new(
        Store::open(path, Sync::Normal, features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    )
}

/// Tells which files next to the database hold a word, whatever its case.
pub(crate) fn holding(folder: &Path, word: &str) -> Vec<String> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
        if bytes.windows(word.len()).any(|it| it == word.as_bytes()) {
            out.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    out
}

#[test]
fn everything_kept_is_given_to_whom_it_is_about_alone() {
    let mut room = started();
    room.all(&["ann: settings theme dark", "ann: spin"]);
    room.begin(&["ann", "bob"], 1);
    room.all(&["bob: resign yes", "ann: challenge @cid trapdoor word=plum"]);
    let reply = room.one("ann", "mydata export");
    assert!(format!("{:?}", reply.to).starts_with("Only"));
    let data: Value = serde_json::from_str(&reply.file.unwrap().body).unwrap();
    assert_eq!((&data["name"], &data["known_as"][0]["id"]), (&"Ann".into(), &"ann".into()));
    assert_eq!(data["settings"]["theme"], "dark");
    assert_eq!(data["challenges"][1]["word"], "plum");
    let game = &data["matches"][0];
    assert_eq!((&game["against"], &game["won"]), (&"Bob".into(), &true.into()));
    assert_eq!(game["steps"][0]["written"], "spin");
    assert_eq!(data["ratings"].as_array().unwrap().len(), 2);
    for rating in data["ratings"].as_array().unwrap() {
        let curve = rating["curve"].as_array().unwrap();
        assert_eq!((curve.len(), &curve[0]["rating"]), (1, &rating["rating"]));
    }
}

#[test]
fn what_was_deleted_is_nowhere_in_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    let say = |room: &mut Room, words: &str| room.all(&[&format!("{ANN}: {words}")]);
    say(&mut room, "challenge @bob trapdoor side=black");
    room.all(&["bob: accept"]);
    say(&mut room, "spin");
    say(&mut room, "settings text on");
    say(&mut room, "challenge @cid trapdoor");
    // Their direct room, and what is stored about it.
    let nook = PrivatePlace { place: "!nook".to_owned(), declined_at: None };
    room.service.keep(|tx| tx.keep_private_place(Chat::Console, ANN, &nook)).unwrap();
    for place in ["!nook", "!hall"] {
        room.service.keep(|tx| tx.keep_greeting(Chat::Console, place, true)).unwrap();
        let [place, message, html] = [place, place, ""].map(str::to_owned);
        let board = BoardMessage {
            of: MatchId(1),
            room: place.clone(),
            place,
            message,
            plain: "\nZanzibar spins".into(),
            html,
            answers_only: false,
        };
        room.service.keep(|tx| tx.keep_board(Chat::Console, &board)).unwrap();
    }
    for body in [json!({ "says": "\nZanzibar" }), json!({ "says": "Bob" })] {
        let menu = MenuAt {
            place: "!hall".to_owned(),
            spot: MenuSpot::Thread(body["says"].to_string()),
            only: None,
            body,
        };
        room.service
            .keep(|tx| tx.keep_menus(Chat::Console, std::slice::from_ref(&menu), None))
            .unwrap();
    }
    // Undelivered replies, and a message whose id names its sender.
    let mut request = room.request("bob", "board #1");
    request.message = Some(format!("7/{ANN}"));
    room.service.handle(&request);
    assert!(!holding(folder.path(), ANN).is_empty());

    assert!(room.one(ANN, "mydata delete").text.bare().contains("mydata delete yes"));
    let told = room.say(ANN, "mydata delete yes");
    let told: Vec<String> = told.iter().map(|reply| format!("{reply:?}").to_lowercase()).collect();
    assert!(told.iter().all(|it| !it.contains(ANN)), "{told:?}");
    assert!(told.iter().any(|it| it.contains("called off")), "{told:?}");
    assert_eq!(holding(folder.path(), ANN), [""; 0]);
    assert_eq!(holding(folder.path(), "!nook"), [""; 0], "where a chat spoke with them alone");
    assert_eq!(room.service.keep(|tx| tx.boards(Chat::Console)).unwrap(), []);
    let spot = MenuSpot::Thread("\"Bob\"".to_owned());
    let menus = room.service.keep(|tx| tx.menus(Chat::Console, "!hall", &spot, "bob")).unwrap();
    assert_eq!(menus.len(), 1, "what is about others stays");
    assert!(room.service.keep(|tx| tx.is_greeted(Chat::Console, "!hall")).unwrap());
    let waiting = room.service.undelivered(Chat::Console).unwrap();
    assert!(waiting.iter().any(|it| it.reply.picture.is_some()), "the reply itself still waits");
    room.refused("cid", "accept", "unknown");
    drop(room);
    assert_eq!(holding(folder.path(), ANN), [""; 0], "and stays away when the program ends");
}

#[test]
fn opponents_keep_their_results_against_a_former_player() {
    let mut room = started();
    room.begin(&["ann", "bob"], 1);
    room.all(&["ann: resign yes"]);
    let before = room.one("bob", "profile").text.bare();
    room.all(&["ann: mydata delete yes"]);
    let profile = room.one("bob", "profile").text.bare();
    assert_eq!(profile, before.replace("Ann", "a former player"));
    assert!(profile.contains("against a former player: won"), "{profile}");
    assert!(!room.story(1).contains("Ann"));
    for words in ["board #1", "verify #1"] {
        let told = room.one("bob", words);
        assert!(!format!("{told:?}").contains("Ann"), "{words}: {told:?}");
    }
    let file = room.file_of(1);
    assert_eq!(check_export(&file).unwrap().fault, None, "the dice can still be checked");
    assert!(!file.contains("Ann") && file.contains("a former player"));
    assert!(room.refused("bob", "rematch #1", "not-now").contains("left"));
}

#[test]
fn a_match_under_way_is_given_up_and_the_opponent_hears_of_it() {
    let mut room = started();
    for _ in 0..40 {
        let who = if room.say("ann", "moves").remove(0).refused.is_none() { "ann" } else { "bob" };
        let says = room.one(who, "moves").menu.unwrap().choices[0].says.to_string();
        room.all(&[&format!("{who}: {says}")]);
    }
    let told = room.say("ann", "mydata delete yes");
    let told = told.iter().find(|reply| reply.text.bare().contains("wins")).unwrap();
    assert!(told.text.bare().contains("Bob (White) wins: Black resigned"), "{told:?}");
    assert_eq!(told.mentions.len(), 1, "only Bob is still there to be told");
    assert!(room.one("bob", "profile").text.bare().contains("1 won"));
}

#[test]
fn whoever_comes_back_is_somebody_new() {
    let mut room = started();
    room.all(&["ann: resign yes", "ann: mydata delete yes", "ann: mydata delete yes"]);
    assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
    let data = room.one("ann", "mydata export").file.unwrap().body;
    assert!(data.contains("\"matches\": []"), "{data}");
}

#[test]
fn a_name_typed_into_a_match_goes_with_its_bearer() {
    for leaves in [ANN, "yorick"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.db");
        let mut room = Room::with(service(&path));
        let say = |room: &mut Room, who: &str, words: &str| room.all(&[&format!("{who}: {words}")]);
        // The one who calls the duels, or plays, may be the one who leaves; their name may be typed in another case.
        let typed = leaves.to_uppercase();
        let options = format!("amtgard duel=reeve reeve-name={typed} names side=black");
        say(&mut room, ANN, &format!("challenge @bob {options} private"));
        room.all(&["bob: accept"]);
        say(&mut room, "yorick", &format!("challenge {options}"));
        room.play_by(&[ANN, "bob"], 1, 30);
        let mut on_turn = |who| {
            let offers = room.service.offers(Chat::Console, "room", who, Some(MatchId(1))).unwrap();
            Some((who, offers.first()?.words[0][..2].to_owned()))
        };
        let (who, square) = [ANN, "bob"].into_iter().find_map(&mut on_turn).unwrap();
        say(&mut room, who, &format!("play #1 name {square} {leaves}"));
        let before = room.story(1);
        assert!(before.contains(leaves), "{before}");
        let mut request = room.request("bob", "games");
        request.message = Some("m".to_owned());
        room.service.handle(&request);

        say(&mut room, leaves, "mydata delete yes");
        assert_eq!(holding(folder.path(), leaves), [""; 0]);
        if leaves != ANN {
            room.play_by(&[ANN, "bob"], 1, 2);
            room.all(&["bob: resign #1 yes"]);
        }
        let file = room.file_of(1);
        assert!(file.contains("reeve\": \"a former player"), "{file}");
        let report = check_export(&file).unwrap();
        assert_eq!(report.fault, None, "the match can still be checked");
    }
}

/// Has a position of match #1 kept for Zanzibar, as after a review.
fn missed(room: &mut Room) {
    let kept = room.service.keep(|tx| {
        let zanzibar = tx.person_by_handle(Chat::Console, ANN)?.expect("a person");
        tx.run_for_test(&format!(
            "INSERT INTO own_puzzles VALUES ({}, 1, 3, 'b6-a5', 70, 40, 0, 0, 0, 0, 0, NULL, NULL)",
            zanzibar.id
        ))
    });
    assert_eq!(kept.unwrap(), 1);
}

/// Does everything that leaves stored data, as Zanzibar of the local room.
fn everything(room: &mut Room) {
    let say = |room: &mut Room, words: &str| room.all(&[&format!("{ANN}: {words}")]);
    // The address of their boards.
    room.service.share_at(Some("http://a".to_owned()));
    say(room, "link board");
    // Ratings and curves.
    say(room, "challenge @bob trapdoor");
    room.all(&["bob: accept"]);
    room.play_by(&[ANN, "bob"], 1, 12);
    say(room, "resign #1 yes");
    // A match that continues with a clock, a snooze, a vacation and a name that was typed; a
    // standing challenge; one to them.
    say(room, "challenge @bob amtgard names side=black days=3 word=quincunx");
    room.all(&["bob: accept"]);
    room.play_by(&[ANN, "bob"], 2, 4);
    say(room, "remind #2 snooze 12h");
    say(room, "vacation 3 days");
    say(room, "settings theme dark");
    say(room, "learn trapdoor");
    let puzzle = &puzzles::of(GameId::named("trapdoor").unwrap())[0];
    say(room, &format!("puzzle trapdoor {} {}", puzzle.name, puzzle.solution));
    missed(room);
    say(room, "challenge trapdoor places=3");
    room.all(&[
        &format!("bob: challenge @{ANN} alien"),
        "cid: challenge trapdoor places=2",
        "dan: challenge @bob trapdoor",
        "bob: accept",
    ]);
    // A note, and a series with an order in advance.
    room.say(ANN, "block @fred");
    room.say(ANN, "note #1 Zanzibar should keep the left");
    say(room, "challenge @bob draughts side=second best of 3");
    room.all(&["bob: accept"]);
    room.say(ANN, "if #4 11-15 then 22-18");
    // A match that their room plays by vote.
    say(room, "challenge trapdoor vote=12h side=first");
    room.all(&["bob: accept 8"]);
    say(room, "vote resign");
    // Places on a ladder, and a challenge for it.
    room.all(&["bob: ladder join draughts"]);
    say(room, "ladder join draughts");
    say(room, "ladder @bob");
    // A league with matches between two rooms.
    say(room, "league new draughts watch");
    room.all(&["bob: league join", "dan: league join", "eve: league join"]);
    let code = room.one(ANN, "league invite").text.bare();
    let code = code.split('`').nth(1).unwrap().to_owned();
    room.handle = "elsewhere".to_owned();
    say(room, &code);
    say(room, "league begin 1");
    say(room, "watch #3");
    room.handle = "room".to_owned();
    // A call.
    room.moderator = true;
    room.all(&["bob: admin calls on"]);
    room.moderator = false;
    say(room, "call #3 white 60");
    room.think();
    // Their direct room, as stored by a chat.
    let place = PrivatePlace { place: "!nook".to_owned(), declined_at: Some(7) };
    room.service.keep(|tx| tx.keep_private_place(Chat::Console, ANN, &place)).unwrap();
    let (place, spot) = ("!hall".to_owned(), MenuSpot::Main);
    let menu = MenuAt { place, spot, only: Some(ANN.to_owned()), body: json!({ "says": 1 }) };
    room.service
        .keep(|tx| tx.keep_menus(Chat::Console, std::slice::from_ref(&menu), None))
        .unwrap();
    for (of, plain) in [(1, "1"), (3, "\nZanzibar looks on")] {
        let [place, message, html] =
            [if of == 1 { "!nook" } else { "!hall" }, plain, ""].map(str::to_owned);
        let (room_of, plain) = (place.clone(), plain.to_owned());
        let board = BoardMessage {
            of: MatchId(of),
            room: room_of,
            place,
            message,
            plain,
            html,
            answers_only: false,
        };
        room.service.keep(|tx| tx.keep_board(Chat::Console, &board)).unwrap();
    }
    let fetch = FetchAt {
        reply: OutboxId(77),
        handle: ANN.to_owned(),
        place: "!hall".to_owned(),
        message: "9".to_owned(),
    };
    room.service.keep(|tx| tx.keep_fetch(Chat::Console, &fetch)).unwrap();
    room.service.share_at(Some("https://games.example".to_owned()));
    room.one(ANN, "share #1");
    room.service.keep(|tx| tx.keep_newest_event(Chat::Console, "!nook", "$1")).unwrap();
    room.service.keep(|tx| tx.keep_warning(Chat::Console, "!nook", Warning::Open, 5)).unwrap();
    let keyless = KeylessEvent {
        event: "$2".to_owned(),
        place: "!nook".to_owned(),
        at: 5,
        session: Some("s".to_owned()),
    };
    room.service
        .keep(|tx| tx.keep_keyless_events(Chat::Console, std::slice::from_ref(&keyless)))
        .unwrap();
    let says = format!("challenge @{ANN} trapdoor");
    room.service.keep(|tx| tx.keep_sentences(&[("k1".to_owned(), says.clone())], 5)).unwrap();
    let [there, thread, last] = ["!nook", "!nook/1", ""].map(str::to_owned);
    let thread = ThreadAt { of: MatchId(1), room: there, thread: Some(thread), last };
    room.service.keep(|tx| tx.keep_thread(Chat::Console, &thread)).unwrap();
    // A reply that waits for them, with a message whose id tells who sent it.
    let mut request = room.request(ANN, "settings");
    request.message = Some(format!("7/{ANN}"));
    room.service.handle(&request);
    // Linking an account in another chat changes the ratings of others.
    let person =
        PersonName { handle: "@quagga:x".to_owned(), name: "quagga".to_owned(), bot: false };
    let there = |room: &mut Room, words: &str| {
        let request =
            Request { chat: Chat::Matrix, from: person.clone(), ..room.request(ANN, words) };
        room.service.handle(&request).into_iter().map(|it| it.reply).collect::<Vec<_>>()
    };
    there(room, "help");
    let code = room.one(ANN, "link").text.bare();
    for words in [code.split('`').nth(1).unwrap(), "link yes"] {
        let replies = there(room, words);
        assert_eq!(replies[0].refused, None, "{}", replies[0].text.bare());
    }
    // A challenge there, and one from there that they accept from here.
    there(room, "challenge metasoccer");
    let dora = PersonName { handle: "@dora:x".to_owned(), name: "dora".to_owned(), bot: false };
    let request =
        Request { chat: Chat::Matrix, from: dora, ..room.request(ANN, "challenge metasoccer") };
    let card = room.service.handle(&request).remove(0).reply.text.bare();
    let code = card.split("accept ").nth(1).and_then(|part| part.split('`').next()).unwrap();
    say(room, &format!("accept {code}"));
    room.one(ANN, "practice trapdoor 1");
    // A question that a bare word answers.
    room.all(&[&format!("bob: challenge @{ANN} trapdoor")]);
    // Someone in a third chat says their code, they say a wrong one, and get another of their own.
    let code = room.one(ANN, "link").text.bare();
    let gil = PersonName { handle: "7".to_owned(), name: "gil".to_owned(), bot: false };
    let words = code.split('`').nth(1).unwrap();
    let request = Request { chat: Chat::Discord, from: gil, ..room.request(ANN, words) };
    assert_eq!(room.service.handle(&request)[0].reply.refused, None);
    room.refused(ANN, "link AAAA-AAAA", "unknown");
    say(room, "link");
    // They play for somebody in a series, and are asked to during a vacation.
    let begun = |reply: &Reply| reply.text.bare().contains("Match 1 of a series");
    room.all(&["cid: challenge @dan draughts best of 3"]);
    let said = room.say("dan", "accept");
    let of = said.iter().find(|reply| begun(reply)).and_then(Reply::board_of);
    let of: MatchId = of.expect("a match");
    room.all(&[&format!("cid: substitute #{of} @{ANN}")]);
    say(room, &format!("substitute #{of} take"));
    room.all(&[&format!("dan: vacation 2 days substitute @{ANN}")]);
    // They leave another server.
    room.service.has_left(Chat::Console, ANN, room.now, "elsewhere").unwrap();
    room.moderator = true;
    room.all(&["cid: help", &format!("cid: admin ban @{ANN}")]);
    room.moderator = false;
}

#[test]
fn what_is_kept_anywhere_of_somebody_is_given_to_them_and_forgotten_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut room = Room::with(service(&folder.path().join("d.db")));
    everything(&mut room);
    let data = room.one(ANN, "mydata export").file.unwrap().body;
    let data: Value = serde_json::from_str(&data).unwrap();
    let tables = data["kept"].as_object().unwrap();
    assert!(14 < tables.len());
    for (table, rows) in tables {
        // Nobody else who was linked has changed their rating, they got no list yet, they have
        // played too few matches to be established, and this room has no roles for champions.
        let nothing = ["shifts", "moments", "established", "champions"].contains(&table.as_str());
        assert_eq!(rows.as_array().unwrap().is_empty(), nothing, "{table}: {rows}");
    }
    let matches = tables["matches"].as_array().unwrap();
    assert!(!matches[1]["clock"].is_null(), "{}", matches[1]);
    let of_it = |row: &&Value| row["match_id"] == matches[1]["id"];
    let seat = tables["seats"].as_array().unwrap().iter().find(of_it).unwrap();
    assert_eq!((&seat["seat"], &seat["word"]), (&"first".into(), &"quincunx".into()));
    assert!(matches[1]["nudges"].to_string().contains("snoozed"), "{}", matches[1]);
    let challenges = tables["challenges"].as_array().unwrap();
    assert!(
        challenges
            .iter()
            .any(|challenge| challenge.get("made_by").is_some() && challenge["game"] == "alien")
    );
    let all = data.to_string();
    assert!(!all.contains("\"secret\":") && all.contains("!nook") && all.contains("@quagga:x"));

    room.all(&[&format!("{ANN}: mydata delete yes")]);
    assert_eq!(room.service.keep(|tx| tx.sentence("k1")).unwrap(), None);
    for word in [ANN, "quagga", "!nook"] {
        assert_eq!(holding(folder.path(), word), [""; 0], "{word}");
    }
    assert_eq!(room.service.keep(|tx| tx.boards(Chat::Console)).unwrap(), []);
    assert_eq!(room.service.keep(|tx| tx.fetches(Chat::Console)).unwrap(), []);
    let away = room.one("bob", "profile").text.bare();
    assert!(!away.contains("vacation"), "{away}");
    drop(room);
    for word in [ANN, "quagga", "!nook"] {
        assert_eq!(holding(folder.path(), word), [""; 0], "{word}, when the program has ended");
    }
}
