//! How a room is run: what its moderators choose for everybody there.
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};

use super::{Asking, Fault};
use crate::{command::Args, reply::Reply, span, text::Text};

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;

impl Asking<'_> {
    pub(super) fn room(&mut self, args: &Args) -> Result<(), Fault> {
        let value = args.text("value");
        let mut chosen = self.room.settings.clone();
        match (args.get("name"), value) {
            (None, "") => {}
            (None, other) => {
                let says = format!("I do not know the setting `{}`.", short(other));
                let forms = ["room threads on", "room prefix !"];
                return Err(Refusal::new(Code::Unknown, says).instead(forms).into());
            }
            (Some(_), _) if !self.request.moderator => {
                let says = "Only who may manage this room can change how it is run.";
                return Err(Refusal::new(Code::NotYours, says).instead(["room"]).into());
            }
            (Some("threads"), value) => {
                chosen.threads = match value.to_lowercase().as_str() {
                    "on" | "yes" => true,
                    "off" | "no" => false,
                    _ => {
                        return Err(Refusal::unreadable("`threads` is `on` or `off`.")
                            .instead(["room threads on", "room threads off"])
                            .into());
                    }
                };
            }
            (Some(_), prefix) => chosen.prefix = fit_prefix(prefix)?.to_owned(),
        }
        if chosen != self.room.settings {
            self.tx.set_room_settings(self.room.id, &chosen)?;
            self.room.settings = chosen;
        }
        let settings = &self.room.settings;
        let threads = if settings.threads { "on" } else { "off" };
        let list = [("threads", threads), ("prefix", settings.prefix.as_str())];
        let list = list.map(|(name, value)| span![format!("{name}: "), Text::code(value)]);
        let how = span!["Whoever manages it changes one with ", Text::code("room threads on"), "."];
        let lines = vec![Text::strong("This room"), Text::List(list.to_vec()), how];
        self.say(Reply::only(self.me.id, Text::Lines(lines)));
        Ok(())
    }
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
        .instead(["room prefix !", "room prefix ?"])),
    }
}
