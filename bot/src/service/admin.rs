//! How a room and its server are run: what its moderators choose for everybody there.
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};

use super::{Asking, Fault};
use crate::{
    command::{Args, Verb},
    reply::{Privacy, Reply},
    span,
    store::{Person, RoomSettings, ServerSettings},
    text::Text,
};

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;
/// The highest limit that can be set.
const HIGHEST: u32 = 1000;
/// How many people are listed.
const LISTED: usize = 12;

impl Asking<'_> {
    pub(super) fn admin(&mut self, args: &Args) -> Result<(), Fault> {
        let Some(what) = args.get("what") else {
            // A word that is nothing to do is taken for a name, since it comes first.
            if let Some(value) = args.get("who").or(args.get("value")) {
                let says = format!("`admin` cannot do `{}`.", short(value));
                let forms = ["admin threads on", "admin channels add", "admin ban @bob"];
                return Err(Refusal::new(Code::Unknown, says).instead(forms).into());
            }
            return self.show_admin();
        };
        if !self.request.moderator {
            let says = "Only who may manage this room can do that.";
            return Err(Refusal::new(Code::NotYours, says).instead(["admin"]).into());
        }
        match what {
            "threads" | "prefix" => self.set_room(what, args.text("value")),
            "channels" => self.set_channels(args.text("value")),
            "limit" => self.set_limit(args.text("value")),
            "end" | "annul" => self.end_stuck(what, args),
            "ban" => self.ban(args),
            _ => self.unban(args),
        }
    }

    /// Refuses whoever was sent away, and what is not to be begun in this room.
    pub(super) fn admit(&self, verb: Verb) -> Result<(), Fault> {
        if matches!(verb, Verb::Admin | Verb::Mydata | Verb::Help) {
            return Ok(());
        }
        if self.tx.is_banned(&self.room, &self.request.from.handle)? {
            let says = "The moderators here do not let you use me. Your data is still yours.";
            return Err(Refusal::new(Code::NotYours, says).instead(["mydata"]).into());
        }
        let begins = matches!(
            verb,
            Verb::Challenge
                | Verb::Accept
                | Verb::Rematch
                | Verb::Leaderboard
                | Verb::Season
                | Verb::Profile
                | Verb::Versus
                | Verb::Rules
        );
        let allowed = self.tx.server_settings(&self.room)?.rooms;
        if begins && !allowed.is_empty() && !allowed.contains(&self.room.id) {
            let names: Result<Vec<String>, Fault> =
                allowed.iter().map(|&it| Ok(self.tx.room(it)?.name)).collect();
            let says = format!(
                "Nothing is begun in this room; I am for {}. What runs here can be played to its end.",
                names?.join(", ")
            );
            return Err(Refusal::new(Code::NotNow, says).instead(["games"]).into());
        }
        Ok(())
    }

    /// Refuses a match more than the moderators allow, in this room or to this person.
    pub(super) fn check_limits(&self, person: &Person) -> Result<(), Fault> {
        let ServerSettings { rooms: _, per_person, per_room } =
            self.tx.server_settings(&self.room)?;
        if let Some(most) = per_room
            && most <= self.tx.count_running_in(self.room.id)?
        {
            let says = format!("{} may run in this room at once.", matches_in_words(most));
            return Err(Refusal::new(Code::TooMuch, says).instead(["games"]).into());
        }
        if let Some(most) = per_person
            && most <= self.tx.count_running_of(person.id, &self.room)?
        {
            let says = format!(
                "{} has {} running here, which is all that one person may have.",
                person.name,
                matches_in_words(most).to_lowercase()
            );
            return Err(Refusal::new(Code::TooMuch, says).instead(["games"]).into());
        }
        Ok(())
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
            ("limit for each person", limit(per_person)),
            ("limit for each channel", limit(per_room)),
        ];
        if self.request.moderator {
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
        let how = span!["Whoever manages it changes this: ", Text::code("help admin"), "."];
        let lines = vec![Text::strong("This room"), Text::List(list.collect()), how];
        self.say(Reply::only(self.me.id, Text::Lines(lines)).private(Privacy::Personal));
        Ok(())
    }

    fn set_room(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let mut chosen = self.room.settings.clone();
        match (name, value) {
            (_, "") => return self.show_admin(),
            ("threads", value) => {
                chosen.threads = match value.to_lowercase().as_str() {
                    "on" | "yes" => true,
                    "off" | "no" => false,
                    _ => {
                        return Err(Refusal::unreadable("`threads` is `on` or `off`.")
                            .instead(["admin threads on", "admin threads off"])
                            .into());
                    }
                };
            }
            (_, prefix) => chosen.prefix = fit_prefix(prefix)?.to_owned(),
        }
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
                let says = "All channels are allowed now. Say `admin channels add` in those that shall stay so: the others are then left out.";
                return Err(Refusal::new(Code::NotNow, says).into());
            }
            "remove" if settings.rooms == [here] => {
                let says = "This is the last channel that is left. Add another one there first, or allow all.";
                let forms = ["admin channels all"];
                return Err(Refusal::new(Code::NotNow, says).instead(forms).into());
            }
            "remove" => settings.rooms.retain(|it| *it != here),
            "all" => settings.rooms.clear(),
            "add" | "" => {}
            other => {
                let says = format!(
                    "`channels` cannot be `{}`: say it in the channel that is meant.",
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
            let says = format!(
                "A limit is for each `person` or `channel`: 1 to {HIGHEST} matches, or `off`."
            );
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

fn matches_in_words(most: u32) -> String {
    if most == 1 { "One match".to_owned() } else { format!("{most} matches") }
}

/// Checks what shall begin a command. A slash begins commands of the chat programs themselves.
fn fit_prefix(prefix: &str) -> Result<&str, Refusal> {
    let fits = (1..=LONGEST_PREFIX).contains(&prefix.chars().count())
        && !prefix.starts_with('/')
        && prefix.chars().all(|it| !it.is_whitespace() && !it.is_control())
        && prefix.chars().any(|it| !it.is_alphanumeric());
    match fits {
        true => Ok(prefix),
        false => Err(Refusal::unreadable(format!(
            "A prefix is up to {LONGEST_PREFIX} signs without blanks, does not begin with `/`, and is not letters alone."
        ))
        .instead(["admin prefix !", "admin prefix ?"])),
    }
}
