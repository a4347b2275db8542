//! Two people on their own server who play one match after another.
use std::time::{Duration, Instant};

use serde_json::json;

use crate::{
    people::{Person, whom},
    world::{CHANNEL, Channel, Discord, Message},
};

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

const GAMES: [&str; 6] = ["trapdoor", "draughts", "piecepack", "metasoccer", "alien", "amtgard"];

/// A server with its two players.
pub(crate) struct Table {
    number: u64,
    /// Whether its matches count.
    rated: bool,
    people: [Person; 2],
    /// The token of the press that waits for an answer, and its time.
    pressed: Option<(String, Instant)>,
    /// The channel of the current match; `None` between matches.
    channel: Option<u64>,
    /// The matches, each with the number of steps that its boards have shown.
    pub(crate) matches: Vec<(i64, usize)>,
    /// The message pressed last, and how often it had been edited.
    last: Option<(u64, usize)>,
    idle: usize,
    presses: usize,
}

/// The state of the last press.
pub(crate) enum Pressed {
    Nothing,
    Waits,
    Answered(Duration),
    Lost,
}

/// Creates a server on which the strongest computer players play one another.
pub(crate) fn watch_minds(discord: &Discord, number: u64) {
    let [ann, _] = people(discord, number);
    let game = GAMES[number as usize % GAMES.len()];
    let options = json!({ "game": game, "options": "5 vs 4" });
    let said = discord.answer(&ann.slash(discord, "practice", options));
    assert!(said.content().contains('#'), "no match of two levels begins: {}", said.content());
}

/// Creates a server with a channel. Returns two people there.
fn people(discord: &Discord, number: u64) -> [Person; 2] {
    let home = CHANNEL + 1000 + number;
    discord.world(|world| {
        // The servers are of all shards.
        let server = (1000 + number) << 22;
        world.servers.push(server);
        let guild = Some(server);
        let channel = Channel { name: format!("games-{number}"), guild, ..Channel::default() };
        world.channels.insert(home, channel);
    });
    let person = |which: u64, name| Person {
        id: 1_000_000 + number * 2 + which,
        name,
        channel: home,
        moderator: false,
    };
    [person(0, "Ann"), person(1, "Bob")]
}

impl Table {
    /// Creates a server and starts a match on it.
    pub(crate) fn open(discord: &Discord, number: u64, rated: bool) -> Table {
        let people = people(discord, number);
        let mut table = Table {
            number,
            rated,
            people,
            pressed: None,
            channel: None,
            matches: Vec::new(),
            last: None,
            idle: 0,
            presses: 0,
        };
        table.begin(discord);
        table
    }

    fn begin(&mut self, discord: &Discord) {
        let [ann, bob] = self.people;
        let game = GAMES[(self.number as usize + self.matches.len()) % GAMES.len()];
        let options = json!({ "who": whom(bob), "game": game, "unrated": !self.rated });
        let token = ann.slash(discord, "challenge", options);
        // Where a process was killed, the answer may come so late that it is a message of its own.
        let offer = discord.wait("an offer", |world| {
            let asked = world.interactions.get(&token)?;
            let here =
                |message: &&Message| asked.id < message.id && message.channel == asked.channel;
            let accepts =
                |message: &&Message| message.choices().iter().any(|it| it.1.contains(":accept "));
            world.messages.iter().filter(here).find(accepts).cloned()
        });
        bob.presses(discord, &offer, "Accept");
        // What a player is asked in private, and the end of the match before, may come earlier.
        let before = self.matches.last().map(|it| it.0);
        let digits = |text: &str| text.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok();
        let number = |message: &Message| message.content().split('#').find_map(digits);
        let public = |message: &Message| {
            let here = message.channel == offer.channel && offer.id < message.id;
            here && message.only.is_none() && !message.files.is_empty() && before < number(message)
        };
        let board = discord.message("the first board", public);
        self.matches.push((number(&board).expect("a board names its match"), 0));
        self.channel = Some(board.channel);
        self.last = None;
        self.idle = 0;
    }

    /// Checks whether the last press was answered.
    pub(crate) fn answered(&mut self, discord: &Discord) -> Pressed {
        let Some((token, since)) = &self.pressed else { return Pressed::Nothing };
        let first = discord.world(|world| world.interactions.get(token).and_then(|it| it.first));
        match first {
            Some((_, took)) => {
                self.pressed = None;
                Pressed::Answered(took)
            }
            None if PATIENCE < since.elapsed() => {
                self.pressed = None;
                Pressed::Lost
            }
            None => Pressed::Waits,
        }
    }

    /// Notes how many steps of the match a board shows: its choices name the step they follow, as in `say:12.0:play #7 c3-d4`.
    fn count(&mut self, board: &Message) {
        let Some(present) = self.matches.last_mut() else { return };
        let here = format!(":play #{} ", present.0);
        let follows = |(_, id): &(String, String)| {
            let after = id.strip_prefix("say:")?.split_once('.')?.0;
            id.contains(&here).then(|| after.parse::<usize>().ok())?
        };
        present.1 = present.1.max(board.choices().iter().find_map(follows).unwrap_or(0));
    }

    /// Looks at the board once more, and stops waiting for an answer: the program was killed, or the run is over.
    pub(crate) fn forget_press(&mut self, discord: &Discord) {
        if let Some(board) = self.newest(discord) {
            self.count(&board);
        }
        self.pressed = None;
        self.last = None;
    }

    /// Presses one of the choices of the current board, or starts the next match after the end. Returns whether it did something.
    pub(crate) fn press(&mut self, discord: &Discord) -> bool {
        let Some(board) = self.newest(discord) else {
            return self.wait_or_move_on(discord);
        };
        let now = (board.id, board.changes);
        let asked = |person: &&Person| {
            let named = [format!("<@{}> (", person.id), format!("{} (", person.name)];
            board.content().lines().any(|line| named.iter().any(|name| line.starts_with(name)))
        };
        // A list of more moves leaves the board as it is, so the next try takes another choice.
        let plays = |(_, id): &(String, String)| id.starts_with("say:") && id.contains(":play #");
        let choices: Vec<_> = board.choices().into_iter().filter(plays).collect();
        let choice = choices.get(self.presses % choices.len().max(1));
        let (Some(mover), Some((_, id))) = (self.people.iter().find(asked).copied(), choice) else {
            return self.wait_or_move_on(discord);
        };
        // The last press hasn't changed the board yet.
        if self.last == Some(now) && self.idle < 20 {
            self.idle += 1;
            return false;
        }
        self.count(&board);
        (self.last, self.idle) = (Some(now), 0);
        self.presses += 1;
        let token = mover.at(board.channel).presses_id(discord, &board, id);
        self.pressed = Some((token, Instant::now()));
        true
    }

    /// Waits a few rounds for private questions and results, then starts another match.
    fn wait_or_move_on(&mut self, discord: &Discord) -> bool {
        self.idle += 1;
        if self.idle < 20 {
            return false;
        }
        let home = self.people[0];
        if let Some((of, _)) = self.matches.last() {
            home.slash(discord, "resign", json!({ "match": format!("#{of}"), "yes": true }));
        }
        self.begin(discord);
        true
    }

    /// Returns the newest public message of the match that has choices.
    fn newest(&self, discord: &Discord) -> Option<Message> {
        let channel = self.channel?;
        discord.world(|world| {
            let mut all = world
                .messages
                .iter()
                .rev()
                .filter(|message| message.channel == channel && message.only.is_none());
            all.find(|message| !message.choices().is_empty()).cloned()
        })
    }

    /// Returns the public messages of the channel that offer moves.
    pub(crate) fn standing(&self, discord: &Discord) -> Vec<Message> {
        let channel = self.channel.unwrap_or(0);
        discord.world(|world| {
            let all = world
                .messages
                .iter()
                .filter(|message| message.channel == channel && message.only.is_none());
            all.filter(|message| message.choices().iter().any(|it| it.1.contains(":play #")))
                .cloned()
                .collect()
        })
    }
}
