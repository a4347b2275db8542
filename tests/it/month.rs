//! A month of twelve players and thirty callers on two chats: a league, matches by post, four players
//! who vanish in four ways, calls, a weekly gazette and the puzzle of the day. Every message is written
//! down in the order it came, to be read: `month.txt` in the folder of the tests' outputs.
use std::{collections::BTreeMap, fs, path::Path};

use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Reply},
    time::DAY,
};

use crate::town::{Told, Town};

const HOUR: i64 = 3600;

/// Who plays; people on Matrix begin with `@`. The first eight are in the league.
const PLAYERS: [&str; 12] =
    ["ann", "bob", "cid", "dan", "@hal", "@ida", "@jon", "@kim", "eve", "fay", "@lea", "@max"];

/// How many people look on in each chat.
const CALLERS: usize = 15;

/// Returns the puzzle that a message shows to a room.
fn puzzle_of(message: &Reply) -> &'static Puzzle {
    let says = message.menu.as_ref().expect("a button").choices[0].says.to_string();
    let words: Vec<&str> = says.split(' ').collect();
    puzzles::named(GameId::named(words[1]).unwrap(), words[2]).expect("a puzzle")
}

/// The town, and what was said in it.
struct Month {
    town: Town,
    begun: i64,
    log: String,
    /// What the bot said without being asked: the day, and the message.
    unasked: Vec<(i64, Told)>,
    /// The running matches, with their players and substitutes.
    matches: BTreeMap<i64, Vec<&'static str>>,
    /// Those who don't play any more.
    gone: Vec<&'static str>,
    /// Who plays for whom during a vacation.
    substitutes: Vec<(&'static str, &'static str)>,
    /// Matches, and who was told that their opponent has run out of time.
    late: Vec<(i64, String)>,
    asked_friend: bool,
    /// The match whose position decides.
    settled: i64,
    /// How many steps of each match were played.
    played: BTreeMap<i64, usize>,
}

fn room_of(who: &str) -> &'static str {
    if who.starts_with('@') { "!m:x" } else { "d" }
}

fn chat_of(who: &str) -> Chat {
    if who.starts_with('@') { Chat::Matrix } else { Chat::Discord }
}

fn callers() -> Vec<String> {
    let each =
        |mark: &str| (1..=CALLERS).map(move |n| format!("{mark}caller{n}")).collect::<Vec<_>>();
    [each(""), each("@")].concat()
}

impl Month {
    fn begin() -> Month {
        let town = Town::new();
        let begun = town.now;
        let (log, unasked) = (String::new(), Vec::new());
        let mut month = Month {
            town,
            begun,
            log,
            unasked,
            matches: BTreeMap::new(),
            gone: Vec::new(),
            substitutes: Vec::new(),
            late: Vec::new(),
            asked_friend: false,
            settled: 0,
            played: BTreeMap::new(),
        };
        month.town.moderator = true;
        for who in ["mod", "@mod"] {
            month.does(who, "admin calls on");
            month.does(who, "admin gazette sunday 18:00");
            month.does(who, "admin puzzle daily 6:00");
        }
        month.town.moderator = false;
        for who in callers() {
            month.does(&who, "settings news off");
        }
        month
    }

    fn day(&self) -> i64 {
        (self.town.now - self.begun) / DAY
    }

    fn write(&mut self, line: &str) {
        let into = self.town.now - self.begun;
        let (day, hour, minute) = (1 + into / DAY, into % DAY / HOUR, into % HOUR / 60);
        self.log.push_str(&format!("\n{day:2} {hour:02}:{minute:02} {line}\n"));
    }

    fn hear(&mut self, told: &[Told]) {
        for (room, reply) in told {
            let to = match &reply.to {
                Audience::Only(who) => format!("only {}", who.0),
                Audience::Room => "all".to_owned(),
                other => format!("{other:?}"),
            };
            let pings: Vec<String> = reply.mentions.iter().map(|it| it.0.to_string()).collect();
            let shown =
                if reply.picture.is_some() || reply.sheet.is_some() { " (picture)" } else { "" };
            let edit =
                if reply.card.as_ref().is_some_and(|it| it.changed) { " (edit)" } else { "" };
            let text = reply.text.bare().replace('\n', "\n      ");
            self.log.push_str(&format!(
                "   [{room}] to {to}, pings {pings:?}{shown}{edit}\n      {text}\n"
            ));
            let menu = reply.menu.iter().flat_map(|it| &it.choices);
            let buttons: Vec<&str> = menu.map(|it| it.label.as_str()).take(9).collect();
            if !buttons.is_empty() {
                self.log.push_str(&format!("      [{}]\n", buttons.join("] [")));
            }
        }
    }

    /// Somebody says a line; the bot thinks about it if it has to.
    fn says(&mut self, who: &str, words: &str) -> Vec<Told> {
        self.write(&format!("{who}: {words}"));
        let mut told = self.town.say(who, words);
        while self.town.service.is_thinking() {
            self.town.service.wait_for_thoughts();
            told.extend(self.town.wait(0));
        }
        self.hear(&told);
        told
    }

    /// Somebody says a line that is not refused.
    fn does(&mut self, who: &str, words: &str) -> Vec<Told> {
        let told = self.says(who, words);
        for (_, reply) in &told {
            assert_eq!(reply.refused, None, "{who}: {words}: {}", reply.text.bare());
        }
        told
    }

    /// Lets time pass with all that is due in it.
    fn pass(&mut self, seconds: i64) {
        let until = self.town.now + seconds;
        loop {
            let now = self.town.now;
            self.town.service.moved_on(now).unwrap();
            let next = self.town.service.tick(now).unwrap();
            let told = self.town.deliver(Vec::new());
            if !told.is_empty() {
                self.write("");
                self.hear(&told);
                let day = self.day();
                for (_, reply) in &told {
                    self.note_late(reply);
                }
                self.unasked.extend(told.into_iter().map(|told| (day, told)));
            }
            if self.town.service.is_thinking() {
                self.town.service.wait_for_thoughts();
                continue;
            }
            if until <= now {
                return;
            }
            self.town.now = next.filter(|it| now < *it).map_or(until, |it| it.min(until));
        }
    }

    fn note_late(&mut self, reply: &Reply) {
        let text = reply.text.bare();
        let Some((_, rest)) = text.split_once(" has run out of time in match #") else { return };
        let of = rest.split(':').next().unwrap().parse().unwrap();
        let name = text.split(' ').next().unwrap();
        let other = self.matches.get(&of).into_iter().flatten().find(|it| !it.ends_with(name));
        self.late.extend(other.map(|who| (of, who.trim_start_matches('@').to_owned())));
    }

    /// Opens a match of two people in a room, and returns its number.
    fn opens(&mut self, [one, other]: [&'static str; 2], terms: &str) -> i64 {
        let told = self.does(one, &format!("challenge {terms}"));
        let text = texts(&told);
        let accept =
            text.split('`').find(|it| it.starts_with("accept ")).expect("a challenge").to_owned();
        let told = self.does(other, &accept);
        let of = told.iter().find_map(|it| it.1.board_of()).expect("a board").0;
        self.matches.insert(of, vec![one, other]);
        of
    }

    /// Notes the matches that have begun since the last time.
    fn note_begun(&mut self) {
        for (of, names) in std::mem::take(&mut self.town.matches) {
            let player = |name: &String| {
                let known = |known: &&&str| known.trim_start_matches('@') == name;
                *PLAYERS.iter().find(known).unwrap_or_else(|| panic!("{name} plays #{of}"))
            };
            let mut players: Vec<&'static str> = names.iter().map(player).collect();
            for (owner, substitute) in &self.substitutes {
                if players.contains(owner) || players.contains(substitute) {
                    players.extend([owner, substitute]);
                }
            }
            self.matches.entry(of).or_insert(players);
        }
    }

    /// What somebody may play in a match now.
    fn offered(&mut self, who: &str, of: i64) -> Vec<String> {
        let handle = if who.starts_with('@') { format!("{who}:x") } else { who.to_owned() };
        let offers =
            self.town.service.offers(chat_of(who), room_of(who), &handle, Some(MatchId(of)));
        offers.unwrap().into_iter().next().map_or(Vec::new(), |it| it.words)
    }

    /// Tells whether nobody has anything to choose in a match any more.
    fn is_over(&mut self, of: i64) -> bool {
        let players = self.matches[&of].clone();
        players.into_iter().all(|who| self.offered(who, of).is_empty())
    }

    /// Everybody who is there plays a little in each match, and resigns one that takes long.
    fn play(&mut self, steps: usize, long: usize) {
        for of in self.matches.keys().copied().collect::<Vec<_>>() {
            for _ in 0..steps {
                let here: Vec<&str> = self.matches[&of]
                    .iter()
                    .copied()
                    .filter(|who| !self.gone.contains(who))
                    .collect();
                let turn = here.into_iter().map(|who| (who, self.offered(who, of)));
                let Some((who, words)) = turn.into_iter().find(|it| !it.1.is_empty()) else {
                    break;
                };
                let so_far = self.played.entry(of).or_default();
                *so_far += 1;
                let (so_far, choice) = (*so_far, words[*so_far * 7 % words.len()].clone());
                // Who plays for somebody else can't resign.
                if long < so_far
                    && self.says(who, &format!("resign #{of} yes"))[0].1.refused.is_none()
                {
                    break;
                }
                self.does(who, &format!("play #{of} {choice}"));
            }
            if self.is_over(of) {
                self.matches.remove(&of);
            }
            self.note_begun();
        }
    }

    /// Some of those who look on call who wins in their room.
    fn call(&mut self, day: i64) {
        for (n, who) in callers().into_iter().enumerate() {
            if !(n as i64 + day).rem_euclid(5).eq(&0) {
                continue;
            }
            let shown: Vec<i64> = (self.matches.iter())
                .filter(|(_, players)| {
                    players.iter().any(|player| room_of(player) == room_of(&who))
                })
                .map(|it| *it.0)
                .collect();
            let Some(of) = shown.get((n * 3 + day as usize) % shown.len().max(1)) else { continue };
            let side = if (n + day as usize).is_multiple_of(2) { "black" } else { "white" };
            self.says(&who, &format!("call #{of} {side} {}", 55 + n));
            if n % 3 == 0 {
                self.says(&who, &format!("call #{of} next yes {}", 50 + n));
            }
        }
    }
}

impl Month {
    /// Eight people on both chats begin a league.
    fn begin_league(&mut self) {
        let opened = texts(&self.does("ann", "league new draughts clock 2d days=7"));
        assert!(opened.contains("League 1"), "{opened}");
        let invite = texts(&self.does("ann", "league invite"));
        let line = invite.split('`').nth(1).expect("a line").to_owned();
        self.does("@hal", &line);
        for who in &PLAYERS[1..8] {
            if *who != "@hal" {
                self.does(who, "league join 1");
            }
        }
        self.does("ann", "league begin");
        self.note_begun();
        assert_eq!(self.matches.len(), 4);
    }

    /// Those whose opponent has run out of time find somebody who plays on, or win by that.
    fn answer_notices(&mut self) {
        for of in self.matches.keys().copied().collect::<Vec<_>>() {
            let players = self.matches[&of].clone();
            for who in &players[..2] {
                if !self.late.contains(&(of, who.trim_start_matches('@').to_owned())) {
                    continue;
                }
                if of == self.settled {
                    self.does(who, &format!("claim #{of} settle"));
                } else if self.asked_friend {
                    self.does(who, &format!("claim #{of}"));
                } else {
                    self.does(who, &format!("substitute #{of} anybody"));
                    self.does("fay", &format!("substitute #{of} take"));
                    self.matches.get_mut(&of).expect("a match").push("fay");
                    self.asked_friend = true;
                }
            }
        }
        self.late.clear();
    }

    /// A few people solve the puzzle of their room, not all of them at once.
    fn solve(&mut self) {
        for who in ["cid", "caller3", "@kim"] {
            let posted = self.unasked.iter().rev().find(|(_, (room, reply))| {
                room == room_of(who) && reply.text.bare().starts_with("Puzzle of the day")
            });
            let Some((_, (_, message))) = posted else { continue };
            let puzzle = puzzle_of(message);
            self.does(who, "puzzle today");
            self.says(who, &puzzle.solution);
        }
    }

    /// Checks that no room gets more than two messages a day that no match or league needs, and that
    /// none of them pings anybody.
    fn is_quiet(&self) {
        let mut extra: BTreeMap<(i64, &str), Vec<String>> = BTreeMap::new();
        for (day, (room, reply)) in &self.unasked {
            if is_extra(reply) {
                assert!(reply.mentions.is_empty(), "{}", reply.text.bare());
                extra.entry((*day, room)).or_default().push(reply.text.bare());
            }
        }
        for (when, messages) in &extra {
            assert!(messages.len() <= 2, "{when:?}: {messages:#?}");
        }
    }
}

fn texts(told: &[Told]) -> String {
    told.iter().map(|it| it.1.text.bare()).collect::<Vec<_>>().join("\n")
}

/// Tells whether a message is more than what matches, challenges and leagues need.
fn is_extra(reply: &Reply) -> bool {
    let is_edit = reply.card.as_ref().is_some_and(|it| it.changed);
    let text = reply.text.bare();
    let needed = text.contains("league 1: ") || text.starts_with("Challenge ");
    reply.to == Audience::Room && !is_edit && reply.board_of().is_none() && !needed
}

#[test]
fn a_month_leaves_nobody_waiting_and_stays_quiet() {
    let mut month = Month::begin();
    month.begin_league();
    let silent = month.opens(["eve", "fay"], "trapdoor clock=none");
    let start = "draughts side=black days=2 from=B:B1:WK18,K19,K22,K23";
    month.settled = month.opens(["@max", "@lea"], start);
    month.gone.push("@max");
    for day in 0..31 {
        month.pass(6 * HOUR);
        match day {
            2 => {
                // Lea plays for Jon in what runs, and in what begins while he is away.
                month.does("@jon", "vacation 14 days substitute @lea");
                month.does("@lea", "yes");
                month.substitutes.push(("@jon", "@lea"));
                for players in month.matches.values_mut().filter(|it| it.contains(&"@jon")) {
                    players.push("@lea");
                }
                month.gone.push("@jon");
            }
            3 => month.gone.extend(["bob", "eve"]),
            10 => drop(month.does("dan", "invite draughts")),
            12 => drop(month.does("fay", &format!("substitute #{silent} bot"))),
            17 => month.gone.retain(|who| *who != "@jon"),
            _ => {}
        }
        month.play(8, 30);
        month.call(day);
        month.solve();
        month.answer_notices();
        month.pass(18 * HOUR);
    }
    month.does("ann", "recap share");
    let tables: Vec<String> =
        ["ann", "@ida"].map(|who| texts(&month.does(who, "calls"))).into_iter().collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("month.txt");
    fs::write(&path, &month.log).unwrap();
    month.is_quiet();
    // Each of the four who vanished left a match that ended, or goes on without them.
    let told = |what: &str| assert!(month.log.contains(what), "{what}: read {}", path.display());
    told("Draughtsman 3 plays Black for eve. The match no longer counts for ratings");
    told("lea (White) wins: the position was as good as decided.");
    told("lea plays White for jon during the vacation.");
    told("New match: lea (Black) against cid (White), 2 days per turn, rated.");
    told("jon is back and plays on.");
    told("fay plays White for bob.");
    for table in &tables {
        assert!(table.contains("Calls in this room") && table.contains(" turn"), "{table}");
    }
    let weeks = |room: &str| {
        let told = month.unasked.iter().map(|it| &it.1).filter(|it| it.0 == room);
        told.filter(|(_, reply)| reply.text.bare().starts_with("This week in")).count()
    };
    assert_eq!([weeks("d"), weeks("!m:x")], [4, 4], "a gazette each week");
}
