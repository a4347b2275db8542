//! The state of the local Discord: channels, messages, interactions, and every request with its answer.
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    gateway::{Ends, Line},
    http::Answer,
    interaction::Interaction,
    limits::A_WHILE,
};

/// The most time for what must happen, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// When Discord began to count, in milliseconds since 1970.
const EPOCH: i64 = 1_420_070_400_000;

/// How long an answer takes that a test slows down: longer than the bot waits before it defers others, and than its end waits.
pub(crate) const SLOW: Duration = Duration::from_secs(5);

pub(crate) const GUILD: u64 = 900;
pub(crate) const CHANNEL: u64 = 901;
pub(crate) const BOT: u64 = 700;
pub(crate) const APPLICATION: u64 = 701;

/// A local Discord. Clones share its state.
#[derive(Clone)]
pub(crate) struct Discord {
    pub(crate) address: String,
    shared: Arc<(Mutex<World>, Condvar)>,
}

/// The state.
pub(crate) struct World {
    /// The last id given; the next is one more.
    id: u64,
    /// Whether ids say when they were given, as Discord's do.
    pub(crate) timely: bool,
    pub(crate) seen: Vec<Seen>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) channels: HashMap<u64, Channel>,
    pub(crate) messages: Vec<Message>,
    pub(crate) interactions: HashMap<String, Interaction>,
    pub(crate) commands: HashMap<String, Value>,
    /// The application's emoji; none where they are refused.
    pub(crate) emoji: Option<Vec<Value>>,
    /// Direct messages by person.
    pub(crate) direct: HashMap<u64, u64>,
    /// People who accept no direct messages.
    pub(crate) closed: Vec<u64>,
    /// Who has nothing to do with the bot, so that it can't write to them.
    pub(crate) strangers: Vec<u64>,
    /// Who is not on the server any more.
    pub(crate) left: Vec<u64>,
    /// Attachments, by number.
    pub(crate) files: HashMap<u64, Vec<u8>>,
    /// The close code for anyone who identifies, if all are refused.
    pub(crate) refuses: Option<u16>,
    /// When each connection ends, and by which code.
    pub(crate) ends: Option<(Ends, Option<u16>)>,
    /// When the bot connected.
    pub(crate) connected: Vec<Instant>,
    /// How often the bot may still identify, and the milliseconds until that resets.
    pub(crate) starts: (u64, u64),
    /// Nonces, with the message each made.
    pub(crate) nonces: HashMap<String, u64>,
    /// Sessions with a connection, the newest last.
    pub(crate) lines: Vec<Line>,
    /// Sessions without one that can be resumed.
    pub(crate) asleep: Vec<Line>,
    /// Servers that have added the bot.
    pub(crate) servers: Vec<u64>,
    /// The choices that were pressed to play on.
    pub(crate) stepped: Vec<String>,
    /// Which shards began a session, and when.
    pub(crate) identified: Vec<(u64, Instant)>,
    /// Whether one that begins too soon after another is refused.
    pub(crate) paced: bool,
    /// How each connection began: `identify` or `resume`, with its data.
    pub(crate) greetings: Vec<(&'static str, Value)>,
    pub(crate) heartbeats: usize,
    /// Whether heartbeats are answered.
    pub(crate) silent: bool,
    /// Whether a session can be resumed.
    pub(crate) resumes: bool,
    pub(crate) shards: u32,
    /// Milliseconds between heartbeats.
    pub(crate) beat: u64,
    /// The bot's permissions on the server, as Discord's bits.
    pub(crate) permissions: u64,
    /// How many people the server has, with the bot.
    pub(crate) members: u64,
    /// The roles of the server, and the bot's own; who has which other, given by the bot or before.
    pub(crate) roles: Vec<Value>,
    pub(crate) had_roles: Vec<(u64, u64)>,
    pub(crate) own_roles: Vec<String>,
    pub(crate) role_holders: Vec<(u64, u64)>,
    /// What a role may do in a channel besides: the channel, the role, and Discord's bits.
    pub(crate) overwrites: Vec<(u64, u64, u64)>,
    /// What a person may not do in a channel: the channel, the person, and Discord's bits.
    pub(crate) denied: Vec<(u64, u64, u64)>,
    /// What breaks Discord's rules.
    pub(crate) wrong: Vec<String>,
    /// Whether the limits of channels are enforced.
    pub(crate) limited: bool,
    /// The period of those limits.
    pub(crate) window: Duration,
    /// The times of recent requests that share a limit.
    pub(crate) went: HashMap<String, VecDeque<Instant>>,
}

/// A request and its result.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: String,
    /// After `/api/v10`.
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) status: u16,
    pub(crate) at: Instant,
}

/// A fault planned for a number of requests.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) times: usize,
    /// Whether the request is carried out before the fault is answered.
    pub(crate) done: bool,
    pub(crate) wait: Duration,
    /// None to answer as usual, after the wait.
    pub(crate) answer: Option<Answer>,
    /// Further headers of the answer.
    pub(crate) headers: Vec<(String, String)>,
}

impl Default for Fault {
    fn default() -> Fault {
        Fault {
            method: "POST",
            path: String::new(),
            times: 1,
            done: false,
            wait: Duration::ZERO,
            answer: None,
            headers: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Channel {
    /// Its server, if not the usual one.
    pub(crate) guild: Option<u64>,
    pub(crate) parent: Option<u64>,
    pub(crate) name: String,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    /// The minutes without a word after which the thread is hidden, if the bot has changed them.
    pub(crate) hidden_after: Option<u64>,
    /// Whose direct messages these are.
    pub(crate) person: Option<u64>,
    /// What the bot may not do here.
    pub(crate) mute: bool,
    pub(crate) no_files: bool,
    /// Whether the bot may open threads here.
    pub(crate) threads: bool,
    /// Discord's number for its kind, if that isn't text or a thread.
    pub(crate) kind: Option<u64>,
    pub(crate) gone: bool,
    /// Where the bot isn't, and what that place is.
    pub(crate) outside: Option<Outside>,
    /// Who opened it, where that was not the bot.
    pub(crate) owner: Option<u64>,
}

/// A place where only Ann has the bot, by installing it for herself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// The direct messages of two people.
    Two,
    Group,
    /// A server, whose number is that of its channel.
    Server,
    /// A server that shows answers of apps from outside only to who asked.
    Strict,
}

/// A message of the bot.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) body: Value,
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// The only person who sees it.
    pub(crate) only: Option<u64>,
    /// The interaction it answers, or that changed it last.
    pub(crate) token: Option<String>,
    /// Whether a press has taken its buttons, so that the answer is another message.
    pub(crate) spent: bool,
    /// How often a press has changed it.
    pub(crate) changes: usize,
    /// The interactions that made or changed it.
    pub(crate) by: Vec<String>,
}

impl Discord {
    pub(crate) fn with(address: String) -> Discord {
        let channel = |name: &str| Channel { name: name.to_owned(), ..Channel::default() };
        let world = World {
            id: 10_000,
            timely: false,
            seen: Vec::new(),
            faults: Vec::new(),
            channels: HashMap::from([(CHANNEL, channel("games")), (CHANNEL + 1, channel("other"))]),
            messages: Vec::new(),
            interactions: HashMap::new(),
            commands: HashMap::new(),
            emoji: None,
            direct: HashMap::new(),
            closed: Vec::new(),
            strangers: Vec::new(),
            left: Vec::new(),
            files: HashMap::new(),
            refuses: None,
            ends: None,
            connected: Vec::new(),
            starts: (999, 0),
            nonces: HashMap::new(),
            lines: Vec::new(),
            asleep: Vec::new(),
            servers: vec![GUILD],
            stepped: Vec::new(),
            identified: Vec::new(),
            paced: false,
            greetings: Vec::new(),
            heartbeats: 0,
            silent: false,
            resumes: true,
            shards: 1,
            beat: 20_000,
            permissions: u64::MAX >> 12,
            members: 3,
            roles: Vec::new(),
            own_roles: Vec::new(),
            had_roles: Vec::new(),
            role_holders: Vec::new(),
            overwrites: Vec::new(),
            denied: Vec::new(),
            wrong: Vec::new(),
            limited: false,
            window: A_WHILE,
            went: HashMap::new(),
        };
        Discord { address, shared: Arc::new((Mutex::new(world), Condvar::new())) }
    }

    /// Reads or changes the state.
    pub(crate) fn world<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        let result = look(&mut self.lock());
        self.shared.1.notify_all();
        result
    }

    /// Waits until something can be found.
    #[track_caller]
    pub(crate) fn wait<T>(&self, what: &str, mut look: impl FnMut(&mut World) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut world = self.lock();
        loop {
            if let Some(found) = look(&mut world) {
                return found;
            }
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                let last = world.seen.iter().rev().take(12).rev().map(Seen::short);
                let last: Vec<String> = last.collect();
                drop(world);
                panic!("{what} does not happen. The last requests:\n{}", last.join("\n"));
            };
            world = self.shared.1.wait_timeout(world, left).unwrap().0;
        }
    }

    /// Makes requests fail: `times` of those whose path holds `path`.
    pub(crate) fn fail(
        &self,
        method: &'static str,
        path: &str,
        times: usize,
        status: u16,
        body: Value,
    ) {
        let answer = Answer { status, headers: Vec::new(), body: body.to_string().into_bytes() };
        let path = path.to_owned();
        let fault = Fault { method, path, times, answer: Some(answer), ..Fault::default() };
        self.world(|it| it.faults.push(fault));
    }

    /// Takes the fault planned for a request, if there is one.
    pub(crate) fn fault(&self, method: &str, path: &str) -> Option<Fault> {
        self.world(|world| {
            let fits = |fault: &&mut Fault| {
                0 < fault.times && fault.method == method && path.contains(&fault.path)
            };
            let fault = world.faults.iter_mut().find(fits)?;
            fault.times -= 1;
            Some(fault.clone())
        })
    }

    /// Makes requests wait before they are carried out; they are judged by when they arrived.
    pub(crate) fn delay(&self, method: &'static str, path: &str, times: usize, wait: Duration) {
        let path = path.to_owned();
        let fault = Fault { method, path, times, done: true, wait, ..Fault::default() };
        self.world(|it| it.faults.push(fault));
    }

    /// Carries requests out but answers a fault, as if the answer were lost.
    pub(crate) fn lose(&self, method: &'static str, path: &str, times: usize) {
        let answer = Answer { status: 502, ..Answer::default() };
        let path = path.to_owned();
        let fault =
            Fault { method, path, times, done: true, answer: Some(answer), ..Fault::default() };
        self.world(|it| it.faults.push(fault));
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        // A test that failed here must not make the others fail.
        self.shared.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl World {
    pub(crate) fn next_id(&mut self) -> u64 {
        let now = u64::try_from(model::host_clock::now().as_millisecond() - EPOCH).expect("a date");
        self.id = (self.id + 1).max(if self.timely { now << 22 } else { 0 });
        self.id
    }

    /// Returns the server of a channel, or of the channel that a thread is in.
    pub(crate) fn guild_of(&self, channel: u64) -> u64 {
        let found = self.channels.get(&channel);
        let above = found.and_then(|channel| self.channels.get(&channel.parent?));
        found.and_then(|it| it.guild).or(above.and_then(|it| it.guild)).unwrap_or(GUILD)
    }

    /// Tells whether the bot isn't in a channel.
    pub(crate) fn is_outside(&self, channel: u64) -> bool {
        self.channels.get(&channel).is_some_and(|it| it.outside.is_some())
    }

    /// Lets the token of an interaction expire, as after a quarter of an hour.
    pub(crate) fn expire(&mut self, token: &str) {
        self.interactions.get_mut(token).expect("an interaction").expired = true;
    }

    /// Returns the public messages of a channel, the oldest first.
    pub(crate) fn said_in(&self, channel: u64) -> Vec<&Message> {
        self.messages
            .iter()
            .filter(|message| message.channel == channel && message.only.is_none())
            .collect()
    }
}

impl Seen {
    pub(crate) fn short(&self) -> String {
        let body: String = self.body.to_string().chars().take(220).collect();
        format!("{} {} {} {body}", self.status, self.method, self.path)
    }
}

impl Message {
    pub(crate) fn content(&self) -> &str {
        self.body["content"].as_str().unwrap_or("")
    }

    /// Returns the buttons and menus.
    pub(crate) fn parts(&self) -> Vec<Value> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        list(&self.body["components"]).iter().flat_map(|row| list(&row["components"])).collect()
    }

    /// Returns the label, and the id to press, of every button and option.
    pub(crate) fn choices(&self) -> Vec<(String, String)> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        self.parts()
            .into_iter()
            .flat_map(|part| match part["type"].as_u64() {
                // Lists that Discord fills, and links.
                Some(5..=8) => Vec::new(),
                _ if part["url"].is_string() => Vec::new(),
                Some(3) => list(&part["options"])
                    .iter()
                    .map(|option| (text(&option["label"]), text(&option["value"])))
                    .collect(),
                _ => vec![(text(&part["label"]), text(&part["custom_id"]))],
            })
            .collect()
    }

    /// Returns the typed form of the first choice of a match.
    pub(crate) fn words(&self) -> String {
        let (_, id) = &self.choices()[0];
        let words = id.split_once('#').and_then(|it| it.1.split_once(' '));
        words.unwrap_or_else(|| panic!("{id} plays nothing")).1.to_owned()
    }

    /// Finds what to press by its label, the start of the label, or its typed form: `b6-c5`, `c3-`.
    #[track_caller]
    pub(crate) fn choice(&self, label: &str) -> String {
        let choices = self.choices();
        let found = choices.iter().find(|it| it.0 == label);
        let found = found.or_else(|| choices.iter().find(|it| it.0.starts_with(label)));
        let typed = |(_, id): &&(String, String)| {
            let words = id.split_once('#').and_then(|it| it.1.split_once(' '));
            words.is_some_and(|it| it.1 == label.trim_end_matches(['…', ' ']))
        };
        let found = found.or_else(|| choices.iter().find(typed));
        found
            .unwrap_or_else(|| panic!("no {label} among {choices:?} in {:?}", self.content()))
            .1
            .clone()
    }

    /// Returns the alt texts of the pictures.
    pub(crate) fn alt(&self) -> String {
        let list = self.body["attachments"].as_array().cloned().unwrap_or_default();
        list.iter()
            .filter_map(|attachment| attachment["description"].as_str().map(str::to_owned))
            .collect()
    }

    /// Returns the people who are pinged.
    pub(crate) fn pings(&self) -> Vec<u64> {
        let users = self.body["allowed_mentions"]["users"].as_array().cloned().unwrap_or_default();
        users.iter().filter_map(|user| user.as_str()?.parse().ok()).collect()
    }
}
