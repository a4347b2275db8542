//! Settings that moderators choose for a room and its server.
use engine::refusal::Refusal;

use crate::{
    Fault, Power, RequestContext,
    authority::{Deed, Touched},
    moderation::words,
    random_source::random_key,
    words::no_pages,
};
use command::verbs::{self, Order};
use model::{
    ids::PersonId,
    reply::{Privacy, Reply},
};
use store::RoomSettings;

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;
/// The highest limit.
const HIGHEST: u32 = 1000;
/// How many people are listed.
const LISTED: usize = 12;

impl RequestContext<'_> {
    pub(crate) fn admin(&mut self, said: &verbs::Admin) -> Result<(), Fault> {
        let Some(what) = said.what else {
            // The first word may be a name, if it is no action.
            let value = said.who.as_deref().unwrap_or(&said.value);
            if !value.is_empty() {
                return Err(words::no_admin_command(value).into());
            }
            return self.show_admin();
        };
        let here = Touched::Room(&self.room);
        match what {
            Order::Threads
            | Order::Prefix
            | Order::Practice
            | Order::Pair
            | Order::Unpair
            | Order::Puzzle => self.clear(Deed::Manage, here)?,
            // Checked once the match is known.
            Order::End | Order::Annul => {}
            Order::Channels
            | Order::Limit
            | Order::Pages
            | Order::Champion
            | Order::Ban
            | Order::Unban => {
                self.clear(Deed::Govern, here)?;
            }
        }
        match what {
            Order::Threads => self.set_threads(&said.value),
            Order::Prefix => self.set_prefix(&said.value),
            Order::Channels => self.set_channels(&said.value),
            Order::Limit => self.set_limit(&said.value),
            Order::Practice => self.set_practice(&said.value),
            Order::Pages => self.set_pages(&said.value),
            Order::Puzzle => self.set_daily_puzzle(&said.value),
            Order::Champion => self.set_champion(said.who.as_deref().unwrap_or(&said.value)),
            Order::End => self.end_stuck(said),
            Order::Annul => self.annul(said),
            Order::Ban => self.ban(said),
            Order::Unban => self.unban(said),
            Order::Pair => self.pair(&said.value),
            Order::Unpair => self.unpair(),
        }
    }

    fn show_admin(&mut self) -> Result<(), Fault> {
        let server = self.tx.server_settings(&self.room)?;
        let channels: Result<Vec<String>, Fault> =
            server.rooms.iter().map(|&it| Ok(self.tx.room(it)?.name)).collect();
        let banned = match self.power() {
            Power::Nothing => None,
            _ => Some(self.tx.banned(&self.room)?),
        };
        let names = |it: Vec<PersonId>| -> Result<Vec<String>, Fault> {
            it.into_iter().take(LISTED).map(|it| Ok(self.tx.person(it)?.name)).collect()
        };
        let banned = banned.map(names).transpose()?;
        let key = self.tx.server_page(&self.room)?;
        let page =
            self.memory.pages.as_ref().zip(key).map(|(pages, key)| format!("{pages}/s/{key}"));
        let settings = &self.room.settings;
        let text =
            words::room_settings(settings, &server, &channels?, banned.as_deref(), page.as_deref());
        self.say(Reply::only(self.me.id, text).private(Privacy::Personal));
        Ok(())
    }

    fn set_threads(&mut self, value: &str) -> Result<(), Fault> {
        let threads = match value.to_lowercase().as_str() {
            "" => return self.show_admin(),
            "on" | "yes" => true,
            "off" | "no" => false,
            _ => {
                return Err(words::threads_on_or_off().into());
            }
        };
        if threads && self.room.answers_only {
            return Err(words::no_threads_here().into());
        }
        self.keep_room(RoomSettings { threads, ..self.room.settings.clone() })
    }

    /// Allows matches against the bot in this room, or forbids new ones.
    fn set_practice(&mut self, value: &str) -> Result<(), Fault> {
        let practice = match value.to_lowercase().as_str() {
            "" => return self.show_admin(),
            "on" | "yes" => true,
            "off" | "no" => false,
            _ => return Err(words::practice_is_on_or_off().into()),
        };
        self.keep_room(RoomSettings { practice, ..self.room.settings.clone() })
    }

    /// Gives the server a page with its leaderboards, or takes it away.
    fn set_pages(&mut self, value: &str) -> Result<(), Fault> {
        match value.to_lowercase().as_str() {
            "" => {}
            "on" | "yes" if self.memory.pages.is_none() => {
                return Err(no_pages().instead(["leaderboard server"]).into());
            }
            "on" | "yes" => self.tx.open_server_page(&self.room, &random_key())?,
            "off" | "no" => drop(self.tx.close_server_page(&self.room)?),
            _ => return Err(words::pages_are_on_or_off().into()),
        }
        self.show_admin()
    }

    fn set_prefix(&mut self, value: &str) -> Result<(), Fault> {
        if value.is_empty() {
            return self.show_admin();
        }
        let prefix = fit_prefix(value)?.to_owned();
        self.keep_room(RoomSettings { prefix, ..self.room.settings.clone() })
    }

    fn keep_room(&mut self, chosen: RoomSettings) -> Result<(), Fault> {
        if chosen != self.room.settings {
            self.tx.set_room_settings(self.room.id, &chosen)?;
            self.room.settings = chosen;
        }
        self.show_admin()
    }

    fn set_channels(&mut self, value: &str) -> Result<(), Fault> {
        let here = self.room.id;
        let mut settings = self.tx.server_settings(&self.room)?;
        match value.to_lowercase().as_str() {
            "add" if !settings.rooms.contains(&here) => settings.rooms.push(here),
            "remove" if settings.rooms.is_empty() => {
                return Err(words::all_channels_allowed().into());
            }
            "remove" if settings.rooms == [here] => {
                return Err(words::last_channel().into());
            }
            "remove" => settings.rooms.retain(|it| *it != here),
            "all" => settings.rooms.clear(),
            "add" | "" => {}
            other => {
                return Err(words::no_channels_command(other).into());
            }
        }
        self.tx.set_server_settings(&self.room, &settings)?;
        self.show_admin()
    }

    fn set_limit(&mut self, value: &str) -> Result<(), Fault> {
        let unreadable = || Fault::from(words::limit_form(HIGHEST));
        let lower = value.to_lowercase();
        let (of, most) = match lower.split_whitespace().collect::<Vec<_>>()[..] {
            [] => return self.show_admin(),
            ["trust"] => ("trust", Some(1)),
            [of, "off" | "none"] => (of, None),
            ["trust", "on"] => ("trust", Some(1)),
            ["trust", _] => return Err(unreadable()),
            [of, most] => match most.parse::<u32>() {
                Ok(most) if (1..=HIGHEST).contains(&most) => (of, Some(most)),
                _ => return Err(unreadable()),
            },
            _ => return Err(unreadable()),
        };
        let mut settings = self.tx.server_settings(&self.room)?;
        match of {
            "person" => settings.per_person = most,
            "channel" | "room" => settings.per_room = most,
            "trust" => settings.trust = most.is_some(),
            _ => return Err(unreadable()),
        }
        self.tx.set_server_settings(&self.room, &settings)?;
        self.show_admin()
    }
}

/// Checks a command prefix. A slash is for the commands of the chat apps themselves.
fn fit_prefix(prefix: &str) -> Result<&str, Refusal> {
    let fits = (1..=LONGEST_PREFIX).contains(&prefix.chars().count())
        && !prefix.starts_with('/')
        && prefix.chars().all(|it| !it.is_whitespace() && !it.is_control())
        && prefix.chars().any(|it| !it.is_alphanumeric());
    match fits {
        true => Ok(prefix),
        false => Err(words::unfit_prefix(LONGEST_PREFIX)),
    }
}
