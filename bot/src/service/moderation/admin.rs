//! Settings that moderators choose for a room and its server.
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};

use crate::service::{
    Fault, Power, RequestContext,
    authority::{Deed, Touched},
};
use crate::{
    command::{verbs, verbs::Order},
    reply::{Privacy, Reply},
    span,
    store::{RoomSettings, ServerSettings},
    text::Text,
};

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;
/// The highest limit.
const HIGHEST: u32 = 1000;
/// How many people are listed.
const LISTED: usize = 12;

impl RequestContext<'_> {
    pub(in crate::service) fn admin(&mut self, said: &verbs::Admin) -> Result<(), Fault> {
        let Some(what) = said.what else {
            // The first word may be a name, if it is no action.
            let value = said.who.as_deref().unwrap_or(&said.value);
            if !value.is_empty() {
                let says = format!("`admin` has no `{}`.", short(value));
                let forms = ["admin threads on", "admin channels add", "admin ban @bob"];
                return Err(Refusal::new(Code::Unknown, says).instead(forms).into());
            }
            return self.show_admin();
        };
        let here = Touched::Room(&self.room);
        match what {
            Order::Threads | Order::Prefix => self.clear(Deed::Manage, here)?,
            // Checked once the match is known.
            Order::End | Order::Annul => {}
            Order::Channels | Order::Limit | Order::Ban | Order::Unban => {
                self.clear(Deed::Govern, here)?;
            }
        }
        match what {
            Order::Threads => self.set_threads(&said.value),
            Order::Prefix => self.set_prefix(&said.value),
            Order::Channels => self.set_channels(&said.value),
            Order::Limit => self.set_limit(&said.value),
            Order::End => self.end_stuck(said),
            Order::Annul => self.annul(said),
            Order::Ban => self.ban(said),
            Order::Unban => self.unban(said),
        }
    }

    fn show_admin(&mut self) -> Result<(), Fault> {
        let RoomSettings { threads, prefix } = &self.room.settings;
        let ServerSettings { rooms, per_person, per_room } = self.tx.server_settings(&self.room)?;
        let channels: Result<Vec<String>, Fault> =
            rooms.iter().map(|&it| Ok(self.tx.room(it)?.name)).collect();
        let channels = channels?;
        let channels = if channels.is_empty() { "all".to_owned() } else { channels.join(", ") };
        let limit = |it: Option<u32>| it.map_or("none".to_owned(), |it| it.to_string());
        let mut list = vec![
            ("threads", if *threads { "on" } else { "off" }.to_owned()),
            ("prefix", prefix.clone()),
            ("channels", channels),
            ("limit per person", limit(per_person)),
            ("limit per channel", limit(per_room)),
        ];
        if self.power() != Power::Nothing {
            let banned: Result<Vec<String>, Fault> = self
                .tx
                .banned(&self.room)?
                .into_iter()
                .take(LISTED)
                .map(|it| Ok(self.tx.person(it)?.name))
                .collect();
            let banned = banned?;
            let banned = if banned.is_empty() { "nobody".to_owned() } else { banned.join(", ") };
            list.push(("banned", banned));
        }
        let list = list.into_iter();
        let list = list.map(|(name, value)| span![format!("{name}: "), Text::code(value)]);
        let how = span!["Moderators can change this: ", Text::code("help admin"), "."];
        let lines = vec![Text::strong("This room"), Text::List(list.collect()), how];
        self.say(Reply::only(self.me.id, Text::Lines(lines)).private(Privacy::Personal));
        Ok(())
    }

    fn set_threads(&mut self, value: &str) -> Result<(), Fault> {
        let threads = match value.to_lowercase().as_str() {
            "" => return self.show_admin(),
            "on" | "yes" => true,
            "off" | "no" => false,
            _ => {
                return Err(Refusal::unreadable("`threads` is `on` or `off`.")
                    .instead(["admin threads on", "admin threads off"])
                    .into());
            }
        };
        self.keep_room(RoomSettings { threads, ..self.room.settings.clone() })
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
                let says = "All channels are allowed. To allow only some, say `admin channels \
                            add` in each of them.";
                return Err(Refusal::new(Code::NotNow, says).into());
            }
            "remove" if settings.rooms == [here] => {
                let says = "This is the last allowed channel. Add another first, or allow all.";
                let forms = ["admin channels all"];
                return Err(Refusal::new(Code::NotNow, says).instead(forms).into());
            }
            "remove" => settings.rooms.retain(|it| *it != here),
            "all" => settings.rooms.clear(),
            "add" | "" => {}
            other => {
                let says = format!(
                    "`channels` can't be `{}`. Say it in the channel you mean.",
                    short(other)
                );
                let forms = ["add", "remove", "all"].map(|it| format!("admin channels {it}"));
                return Err(Refusal::unreadable(says).instead(forms).into());
            }
        }
        self.tx.set_server_settings(&self.room, &settings)?;
        self.show_admin()
    }

    fn set_limit(&mut self, value: &str) -> Result<(), Fault> {
        let unreadable = || {
            let says =
                format!("A limit is per `person` or `channel`: 1 to {HIGHEST} matches, or `off`.");
            let forms =
                ["admin limit person 3", "admin limit channel 20", "admin limit person off"];
            Fault::from(Refusal::unreadable(says).instead(forms))
        };
        let lower = value.to_lowercase();
        let (of, most) = match lower.split_whitespace().collect::<Vec<_>>()[..] {
            [] => return self.show_admin(),
            [of, "off" | "none"] => (of, None),
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
        false => Err(Refusal::unreadable(format!(
            "A prefix has up to {LONGEST_PREFIX} characters and no spaces. It can't start with \
             `/` or be only letters."
        ))
        .instead(["admin prefix !", "admin prefix ?"])),
    }
}
