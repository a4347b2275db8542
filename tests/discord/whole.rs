//! Whole matches, of games drawn anew in each run, from challenge to end: by presses alone, by completion alone and by typed words alone.
use std::{
    collections::{HashMap, HashSet},
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    time::Duration,
};

use engine::games::GameId;
use it::sample::part;
use serde_json::{Value, json};

use crate::{
    notices::rings_well,
    people::{ANN, BOB, Person, whom},
    places::{direct, with_threads},
    play::mover,
    server::Program,
    world::{BOT, CHANNEL, Discord, Message, Seen, World},
};

/// The most choices in a match.
const MOST: usize = 2000;
/// The most presses for any choice.
const PRESSES: usize = 5;
/// What shows a player in private what they may choose.
const OWN_CHOICES: &str = "Your choices";
/// Within which time the local Discord counts requests to a channel: shorter than the real one, so that waiting takes less time.
const WINDOW: Duration = Duration::from_millis(250);

/// Settings with which random play ends in reasonable time.
fn usual(game: GameId) -> &'static str {
    match game.name() {
        "metasoccer" => "plays=60 auto",
        "piecepack" => "limit",
        _ => "",
    }
}

/// A match in a channel.
pub(crate) struct Match {
    discord: Discord,
    game: GameId,
    number: usize,
    /// Where it is played.
    channel: u64,
    pub(crate) board: Message,
    random: u64,
}

/// How a match begins so that it does not take long.
pub(crate) fn begins(game: GameId) -> &'static str {
    match game.name() {
        "trapdoor" => "from=B:W21,22,25,30:B3,8,11,12",
        "draughts" => "from=B:W21,22,23,30:B3,10,11,12",
        "amtgard" => "pieces=4 telling=short",
        "metasoccer" => "plays=20 team=7 field=9x13 auto",
        "piecepack" => "tremor=none limit",
        _ => "",
    }
}

impl Match {
    /// Opens a match between Ann and Bob.
    pub(crate) fn begin(discord: &Discord, game: GameId, number: usize) -> Match {
        Match::begin_at(discord, CHANNEL, game, number, begins(game))
    }

    /// Opens one in a channel, with options.
    pub(crate) fn begin_at(
        discord: &Discord,
        channel: u64,
        game: GameId,
        number: usize,
        options: &str,
    ) -> Match {
        let options = json!({
            "who": whom(BOB), "game": game.name(), "unrated": true, "options": options,
        });
        let offer = discord.answer(&ANN.at(channel).slash(discord, "challenge", options));
        assert_eq!(offer.only, None, "{}", offer.content());
        BOB.at(channel).presses(discord, &offer, "Accept");
        let (discord, random, board) = (discord.clone(), 41 + number as u64, offer);
        let mut begun = Match { discord, game, number, channel, board, random };
        let first = |message: &Message| {
            message.only.is_none() && begun.names(message) && !message.files.is_empty()
        };
        begun.board = begun.discord.message("the first board", first);
        begun.channel = begun.board.channel;
        begun.settled();
        begun
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        from[(self.random >> 33) as usize % from.len()].clone()
    }

    fn is_over(&self) -> bool {
        self.board.choices().iter().any(|it| it.0 == "Rematch")
    }

    /// Tells whether the player is asked in private.
    fn is_private(&self) -> bool {
        !self.board.choices().iter().any(leads_on)
    }

    /// Returns what the player presses: the board, or their private message.
    fn asked(&self, by: Person) -> Message {
        if !self.is_private() {
            return self.board.clone();
        }
        if let Some((_, own)) = self.board.choices().iter().find(|it| it.0 == OWN_CHOICES) {
            let by = by.at(self.channel);
            return self.discord.answer(&by.presses_id(&self.discord, &self.board, own));
        }
        self.discord.wait("a private menu", |world| {
            let direct = world.direct.get(&by.id).copied();
            let own =
                |message: &&Message| message.only == Some(by.id) || Some(message.channel) == direct;
            // What was asked in a match that was given up since still stands.
            let this = format!("#{} ", self.number);
            let mut own = world.messages.iter().rev().filter(own);
            own.find(|message| {
                message.content().contains(&this) && message.choices().iter().any(leads_on)
            })
            .cloned()
        })
    }

    /// Tells whether a thin line of a message names this match.
    fn names(&self, message: &Message) -> bool {
        let named = format!("-# #{} · {} · ", self.number, self.game.title());
        message.content().lines().any(|it| it.starts_with(&named))
    }

    /// Waits until the match has one standing board, which is the one that came last.
    #[track_caller]
    pub(crate) fn settled(&self) {
        self.discord.wait("one board", |world| {
            let live: Vec<u64> = self.live(world).iter().map(|it| it.id).collect();
            (live == [self.board.id]).then_some(())
        });
    }

    /// Returns the public messages of the match that have a picture or controls.
    fn live(&self, world: &World) -> Vec<Message> {
        let all = world.said_in(self.channel).into_iter().filter(|message| self.names(message));
        all.filter(|message| !message.files.is_empty() || !message.choices().is_empty())
            .cloned()
            .collect()
    }

    /// Takes a reply for the new board, if it is one.
    fn shows(&mut self, reply: Message, by: Person) {
        assert_eq!(reply.only, None, "refused: {}", reply.content());
        assert!(self.names(&reply), "{}", reply.content());
        assert!(!reply.pings().contains(&by.id), "called for their own move: {}", reply.content());
        self.board = reply;
        self.settled();
    }

    /// Waits for what answers a press. Instead of an answer of its own, the standing board may change: after one on a private panel,
    /// and to another step where a busy machine had to defer the answer and the board came before that.
    fn answer(&self, token: &str, pressed: &Message) -> Message {
        self.discord.wait("an answer", |world| {
            let mut said = world.messages.iter();
            let own = said
                .rfind(|message| message.token.as_deref() == Some(token) && !message.spent)
                .cloned();
            let name = |board: &Message| board.files.first().map(|file| file.0.clone());
            own.or_else(|| match &self.live(world)[..] {
                [one] if pressed.only.is_some() && one.body != self.board.body => Some(one.clone()),
                [one] if name(one).is_some() && name(one) != name(&self.board) => Some(one.clone()),
                _ => None,
            })
        })
    }

    /// Makes a choice by presses alone. Returns the number of presses.
    pub(crate) fn press(&mut self) -> usize {
        let by = mover(&self.board);
        let before = self.board.id;
        let mut shown = self.asked(by);
        let by = by.at(shown.channel);
        for presses in 1.. {
            assert!(presses <= PRESSES, "{} presses in {}", presses - 1, shown.content());
            let all = shown.choices();
            // where a shot is aimed, the player who aimed shoots.
            let flick = all.iter().find(|it| it.0.starts_with("Flick")).filter(|_| 1 < presses);
            let chosen = match flick {
                Some(flick) => flick.clone(),
                None => {
                    let forward: Vec<(String, String)> =
                        all.iter().filter(|it| leads_on(it)).cloned().collect();
                    assert!(!forward.is_empty(), "{}: {all:?}", shown.content());
                    self.pick(&forward)
                }
            };
            if opens(&chosen.1) && shown.id == before {
                known(&self.discord, by.at(self.channel));
            }
            let next = self.answer(&by.presses_id(&self.discord, &shown, &chosen.1), &shown);
            if opens(&chosen.1) {
                assert_eq!(next.id, shown.id, "the menu opens where it was pressed: {chosen:?}");
            }
            let more = next.choices().iter().any(leads_on);
            if opens(&chosen.1) || next.only.is_some() && more {
                shown = next;
                continue;
            }
            // What was chosen in private is told to everybody by a board.
            let private = next.only.is_some() || next.channel != self.channel;
            let next = if private { self.next(before) } else { next };
            self.shows(next, by);
            return presses;
        }
        unreachable!("it ends by a choice")
    }

    /// Returns the completions of an empty line: the label of each, and what it sends.
    fn completions(&self, by: Person) -> Vec<(String, String)> {
        let token = by.types_in(&self.discord, "play", "words", "");
        let offered = self.discord.wait("completions", |world| {
            let interaction = &world.interactions[&token];
            interaction.first.map(|_| interaction.first_body["data"]["choices"].clone())
        });
        let text = |field: &Value| field.as_str().expect("a text").to_owned();
        let offered = offered.as_array().expect("a list").iter();
        offered.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect()
    }

    /// Waits for the next public message of the match.
    fn next(&self, before: u64) -> Message {
        let later = |message: &Message| {
            before < message.id && message.only.is_none() && message.channel == self.channel
        };
        self.discord.message("what comes next", |message| later(message) && self.names(message))
    }

    /// Waits until the standing board shows another position: the same message within a turn, else a new one.
    fn moved(&self) -> Message {
        let name = |board: &Message| board.files.first().map(|file| file.0.clone());
        self.discord.wait("the next board", |world| match &self.live(world)[..] {
            [one] if one.id != self.board.id || name(one) != name(&self.board) => Some(one.clone()),
            _ => None,
        })
    }

    fn complete(&mut self) {
        let by = mover(&self.board).at(self.channel);
        let all = self.completions(by);
        // The orders of a pile are too many for a list.
        if all.is_empty() {
            assert!(self.board.choices().iter().any(|it| it.0 == "Type it"), "nothing completes");
            self.press();
            return;
        }
        let (name, value) = self.pick(&all);
        assert!(name.chars().count() <= 100 && !name.is_empty(), "{name}");
        by.slash(&self.discord, "play", json!({ "words": value }));
        let next = self.moved();
        self.shows(next, by);
    }

    fn type_words(&mut self) {
        let by = mover(&self.board).at(self.channel);
        let all = self.completions(by);
        let (_, words) = self.pick(&all);
        if self.is_private() {
            let known = self.discord.world(|world| world.direct.get(&by.id).copied());
            let there = known.unwrap_or_else(|| direct(&self.discord, by.id));
            by.at(there).types(&self.discord, &format!("#{} {words}", self.number));
        } else {
            by.types(&self.discord, &format!("<@{BOT}> {words}"));
        }
        let next = self.moved();
        self.shows(next, by);
    }

    /// Plays a choice from the page of a player's own board.
    fn play_on_page(&mut self, pages: &OwnPages) {
        let by = mover(&self.board).at(self.channel);
        let all = self.completions(by);
        let (_, words) = self.pick(&all);
        pages.say(by, self.number, &words);
        let next = self.moved();
        self.shows(next, by);
    }

    /// Plays until the rules end the match.
    pub(crate) fn play(mut self, step: impl Fn(&mut Match)) {
        let mut steps = 0;
        let (mut said, mut turns) = (HashSet::new(), 1);
        while !self.is_over() {
            let by = mover(&self.board);
            assert!(steps < MOST, "{} doesn't end: {}", self.game, self.board.content());
            step(&mut self);
            steps += 1;
            turns += usize::from(!self.is_over() && mover(&self.board).id != by.id);
            let channel = self.channel;
            said.extend(self.discord.world(|world| {
                let all = world.said_in(channel).into_iter().filter(|message| self.names(message));
                all.map(|it| it.id).collect::<Vec<u64>>()
            }));
        }
        println!("{}: {} messages, {turns} turns, {steps} steps", self.game, said.len());
        assert!(said.len() <= turns + 2, "{}: a message for each turn", self.game);
        let says = self.board.content();
        assert!(says.contains(" wins: ") || says.contains("A draw: "), "{says}");
        self.reads_well();
        self.folds(&said);
    }

    /// Waits until the card of the match is all that remains of it in the channel. Where the bot isn't, and in a thread, all that was said
    /// stays.
    fn folds(&self, said: &HashSet<u64>) {
        let is_thread = |world: &World| world.channels[&self.channel].parent.is_some();
        if self.discord.world(|world| world.is_outside(self.channel) || is_thread(world)) {
            let left = self.discord.world(|world| {
                let left =
                    world.said_in(self.channel).into_iter().filter(|message| self.names(message));
                left.map(|it| it.id).collect::<HashSet<u64>>()
            });
            assert_eq!(left, *said);
            return;
        }
        self.discord.wait("one card", |world| {
            let left =
                world.said_in(self.channel).into_iter().filter(|message| self.names(message));
            let ids: Vec<u64> = left.map(|it| it.id).collect();
            (ids == [self.board.id]).then_some(())
        });
    }

    /// Checks that no message of the match says the same twice in a row.
    fn reads_well(&self) {
        self.discord.world(|world| {
            for said in
                world.said_in(self.channel).into_iter().filter(|message| self.names(message))
            {
                let lines: Vec<&str> = said.content().lines().collect();
                let twice = lines.windows(2).find(|pair| pair[0] == pair[1]);
                assert_eq!(twice, None, "{lines:#?}");
                rings_well(said);
                assert!(!said.content().contains("continues below"), "{}", said.content());
            }
        });
    }
}

/// The pages of Ann's and Bob's own boards.
struct OwnPages {
    port: u16,
    keys: HashMap<u64, String>,
}

impl OwnPages {
    /// Says something on the page of a match.
    fn say(&self, by: Person, of: usize, words: &str) {
        let plain: String = words.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let body = format!("words={plain}&here=match%3Fof%3D{of}&quiet=yes");
        let (port, key, length) = (self.port, &self.keys[&by.id], body.len());
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a page");
        write!(
            stream,
            "POST /p/{key}/say HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{words}: {answer}");
    }
}

/// Waits until the bot knows the standing board of a person's channel: this is answered after that.
pub(crate) fn known(discord: &Discord, by: Person) {
    discord.answer(&by.slash(discord, "leaderboard", json!({})));
}

/// Tells whether a control leads on: it plays something, or opens a menu.
fn leads_on((label, id): &(String, String)) -> bool {
    !["Back", OWN_CHOICES].contains(&label.as_str()) && (plays(id) || opens(id))
}

/// Tells whether a control plays something.
fn plays(id: &str) -> bool {
    !id.starts_with("type:") && id.contains(":play #")
}

/// Tells whether a control opens a menu.
pub(crate) fn opens(id: &str) -> bool {
    id.contains(":moves #")
}

/// Plays a match of some games, drawn anew in each run, to its end in one channel, whose limits are enforced.
fn some_games(begins: impl Fn(GameId) -> &'static str, step: impl Fn(&mut Match)) {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| (world.limited, world.window) = (true, WINDOW));
    let _program = Program::start(&discord, folder.path());
    for (number, game) in (1..).zip(part(GameId::ALL.iter().copied())) {
        Match::begin_at(&discord, CHANNEL, game, number, begins(game)).play(&step);
        discord.was_used_well();
    }
    let refused = discord.world(|world| {
        let refused = world.seen.iter().filter(|it| 400 <= it.status);
        refused.map(Seen::short).collect::<Vec<_>>()
    });
    assert!(refused.is_empty(), "nothing is tried that Discord refuses: {refused:#?}");
}

#[test]
fn whole_matches_are_played_by_presses_alone() {
    some_games(usual, |running| {
        let presses = running.press();
        let most = match running.game.name() {
            "trapdoor" | "draughts" | "amtgard" => 2,
            // A run over several squares takes a third press.
            "metasoccer" | "alien" | "piecepack" => 3,
            _ => PRESSES,
        };
        assert!(
            presses <= most,
            "{}: {presses} presses: {}",
            running.game,
            running.board.content()
        );
    });
}

/// Kills the program during a press; the match continues with the next one.
#[test]
fn a_match_of_every_game_goes_on_where_the_program_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let mut program = Program::start(&discord, folder.path());
    for (number, game) in (1..).zip(GameId::ALL) {
        let mut running = Match::begin(&discord, *game, number);
        running.press();
        let by = mover(&running.board);
        let shown = running.asked(by);
        let (_, id) = shown.choices().into_iter().find(leads_on).expect("something to press");
        let before = discord.world(|it| it.seen.len());
        by.at(shown.channel).presses_id(&discord, &shown, &id);
        discord.wait("something of the answer", |world| (before < world.seen.len()).then_some(()));
        program.kill();
        program = Program::start(&discord, folder.path());
        // This is answered after what was left.
        let options = json!({ "match": number });
        let token = by.slash(&discord, "board", options);
        discord.wait("an answer", |world| {
            let mut said = world.messages.iter();
            let said = said.any(|message| message.token.as_deref() == Some(token.as_str()));
            (said || world.interactions[&token].removed).then_some(())
        });
        running.board = discord.wait("one board", |world| match &running.live(world)[..] {
            [one] => Some(one.clone()),
            _ => None,
        });
        let told = discord.world(|world| {
            let own = world.said_in(CHANNEL).into_iter().filter(|that| running.names(that));
            own.map(|message| message.content().to_owned()).collect::<Vec<_>>()
        });
        for (nth, one) in told.iter().enumerate() {
            assert!(!told[..nth].contains(one), "told twice: {one}");
        }
        running.settled();
        running.press();
        discord.was_used_well();
    }
}

#[test]
fn whole_matches_are_played_by_completion_alone() {
    some_games(begins, Match::complete);
}

#[test]
fn whole_matches_are_played_by_typed_words_alone() {
    some_games(begins, Match::type_words);
}

#[test]
fn whole_matches_are_played_on_pages_alone() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| (world.limited, world.window) = (true, WINDOW));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let listen = format!("127.0.0.1:{port}");
    let settings = [
        ("DRAUGHTSMAN_WEB__ADDRESS", "https://games.example.org"),
        ("DRAUGHTSMAN_WEB__LISTEN", listen.as_str()),
    ];
    let _program = Program::start_with(&discord, folder.path(), &settings);
    let mut pages = OwnPages { port, keys: HashMap::new() };
    for (number, game) in (1..).zip(part(GameId::ALL.iter().copied())) {
        let running = Match::begin(&discord, game, number);
        for by in [ANN, BOB] {
            let opened = discord.private(&by.presses(&discord, &running.board, "Open the board"));
            let address =
                opened.parts().iter().find_map(|part| part["url"].as_str().map(str::to_owned));
            let address = address.expect("a button that leads there");
            let key = address.split("/p/").nth(1).and_then(|rest| rest.split('/').next());
            pages.keys.insert(by.id, key.expect("a key").to_owned());
        }
        running.play(|running| running.play_on_page(&pages));
        discord.was_used_well();
    }
}

#[test]
fn a_whole_match_in_a_thread_is_one_line_in_its_channel() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL);
    let _program = Program::start(&discord, folder.path());
    for (number, game) in (1..).zip(part(GameId::ALL.iter().copied())) {
        let running = Match::begin(&discord, game, number);
        assert_ne!(running.channel, CHANNEL);
        running.play(|running| {
            running.press();
        });
        let told = discord.wait("one line in the channel, with the result", |world| {
            let own = format!("#{number} · ");
            let said = world.said_in(CHANNEL).into_iter().map(Message::content);
            let said: Vec<&str> = said.filter(|line| line.contains(&own)).collect();
            let is_told = |line: &str| line.contains(" wins: ") || line.contains("draw: ");
            matches!(&said[..], [line] if is_told(line)).then(|| said[0].to_owned())
        });
        println!("{told}");
    }
    discord.was_used_well();
}

/// Writes what thirty matches of a week leave in a channel, and in one with threads, to `tmp/week.txt` in the target folder.
#[test]
#[ignore = "its result is for reading"]
fn a_week_in_a_channel() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(CHANNEL + 1);
    let settings = [("DRAUGHTSMAN_PINGS_AN_HOUR", "1000")];
    let _program = Program::start_with(&discord, folder.path(), &settings);
    for (number, game) in (1..=30).zip(GameId::ALL.iter().copied().cycle()) {
        let channel = CHANNEL + number as u64 % 2;
        let mut running = Match::begin_at(&discord, channel, game, number, begins(game));
        for step in 0..10 + 3 * number {
            if running.is_over() {
                break;
            }
            match step % 3 {
                0 => running.complete(),
                _ => drop(running.press()),
            }
        }
        if !running.is_over() {
            let by = mover(&running.board).at(running.channel);
            let options = json!({ "match": number, "yes": true });
            by.slash(&discord, "resign", options);
            discord.wait("the end", |world| {
                let mut said = world.said_in(running.channel).into_iter().rev();
                let last = said.find(|message| running.names(message))?;
                last.choices().iter().any(|choice| choice.0 == "Rematch").then_some(())
            });
        }
        // What is said in a thread stays there.
        discord.wait("what remains in the channel", |world| {
            let left =
                world.said_in(CHANNEL).into_iter().filter(|said| running.names(said)).count();
            (left <= 1).then_some(())
        });
    }
    let mut script = String::new();
    for channel in [CHANNEL, CHANNEL + 1] {
        script.push_str(&format!("\n===== {channel} =====\n"));
        let said = discord
            .world(|world| world.said_in(channel).into_iter().cloned().collect::<Vec<Message>>());
        // The test asks for the leaderboard to learn how far the bot is.
        for message in said.iter().filter(|one| !one.content().starts_with("**Leaderboard")) {
            let labels: Vec<String> = message.choices().into_iter().map(|it| it.0).collect();
            let pictures = message.files.len();
            script.push_str(&format!(
                "\n{}\n   [{pictures} pictures; {}]\n",
                message.content(),
                labels.join(" | ")
            ));
        }
    }
    let target = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("week.txt");
    std::fs::write(target, script).unwrap();
    discord.was_used_well();
}
