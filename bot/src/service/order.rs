//! How moderators keep order: matches that are stuck, people who are not welcome.
use engine::{
    house::Ending,
    refusal::{Code, Refusal},
    seat::{BySeat, Seat},
};

use super::{Asking, Fault, play::side_named};
use crate::{
    command::Args,
    reply::{Choice, Privacy, Reply},
    span,
    store::{End, MatchId, MatchRow, Person},
    text::Text,
};

/// How many matches are offered.
const LISTED: usize = 12;

impl Asking<'_> {
    /// Refuses a match with somebody who was sent away.
    pub(super) fn check_welcome(&self, person: &Person) -> Result<(), Fault> {
        if !self.tx.is_banned(&self.room, &self.handle_here(person)?)? {
            return Ok(());
        }
        let says = format!("{} cannot play here: the moderators do not let them.", person.name);
        Err(Refusal::new(Code::NotNow, says).instead(["challenge"]).into())
    }

    /// Ends a match of this server that does not go on by itself, with a note to both.
    pub(super) fn end_stuck(&mut self, what: &str, args: &Args) -> Result<(), Fault> {
        let row = self.match_kept_here(args, what)?;
        let id = row.id;
        let (value, sure) = match args.text("value") {
            "yes" => ("", true),
            value => match value.strip_suffix(" yes") {
                Some(rest) => (rest.trim(), true),
                None => (value, args.is_on("yes")),
            },
        };
        let (first, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
        let sides = row.terms.game.sides();
        let (ending, says, note) = match what {
            "annul" => (Ending::Aborted, "called off: it counts for nobody".to_owned(), value),
            _ if first.eq_ignore_ascii_case("draw") => {
                (Ending::Ruled(None), "ended as a draw".to_owned(), rest)
            }
            _ => {
                let forms = sides.map(str::to_lowercase);
                let forms = forms.iter().map(String::as_str).chain(["draw"]);
                let forms = forms.map(|it| format!("admin end #{id} {it}"));
                if first.is_empty() {
                    let says = format!("Say who wins match #{id}, or that it is a draw.");
                    return Err(Refusal::unreadable(says).instead(forms).into());
                }
                let seat = side_named(row.terms.game, first)
                    .map_err(|it| Refusal { instead: forms.collect(), ..it })?;
                let says = format!("ended as a win of {}", sides[seat.index()]);
                (Ending::Ruled(Some(seat)), says, rest)
            }
        };
        if !sure {
            let value = if value.is_empty() { String::new() } else { format!(" {value}") };
            let yes = format!("admin {what} #{id} yes{value}");
            let text = span![
                format!("Match #{id} will be {says}. If you are sure, say "),
                Text::code(yes.as_str()),
                "."
            ];
            self.say(self.answer(text).choices([Choice::new("Yes", yes)]));
            return Ok(());
        }
        let lead = match note.trim() {
            "" => format!("{}, who keeps order here, has ended match #{id}.", self.me.name),
            why => format!("{}, who keeps order here, has ended match #{id}: {why}", self.me.name),
        };
        self.rule(row, ending, Text::plain(lead))
    }

    /// Ends a match as a moderator says, also one that cannot be taken up any more.
    fn rule(&mut self, mut row: MatchRow, ending: Ending, lead: Text) -> Result<(), Fault> {
        match ending {
            Ending::Ruled(winner) => row.house.rule(winner)?,
            _ => row.house.annul()?,
        }
        match self.sit_down(row.clone()) {
            Ok(sitting) => self.end_by_house_after(sitting, vec![lead]),
            Err(Fault::Broken(why)) if ending == Ending::Aborted => {
                tracing::warn!(of = %row.id, why, "a match was called off that could not be taken up");
                row.waiting = BySeat::default();
                (row.due, row.touched_at) = (None, self.now);
                row.end = Some(End { at: self.now, outcome: None, ending: Some(ending) });
                self.tx.update_match(&row)?;
                let lines =
                    vec![lead, Text::plain("The match was called off; it counts for nobody.")];
                let reply =
                    Seat::BOTH.into_iter().fold(Reply::room(Text::Lines(lines)), |it, seat| {
                        it.mention(*row.seats.get(seat))
                    });
                Ok(self.say_in(row.room, reply)?)
            }
            Err(other) => Err(other),
        }
    }

    /// Finds a running match of this server by its number.
    fn match_kept_here(&self, args: &Args, what: &str) -> Result<MatchRow, Fault> {
        let Some(number) = args.number("match") else {
            let running = self.tx.running_in(self.room.id)?;
            let forms = running.iter().take(LISTED).map(|it| format!("admin {what} #{}", it.id));
            return Err(Refusal::unreadable("Say which match, by its number.")
                .instead(forms)
                .into());
        };
        let found = self.tx.match_row(MatchId(i64::from(number)))?;
        let beside = |it: &MatchRow| Ok::<_, Fault>(self.tx.room(it.room)?.is_beside(&self.room));
        match found {
            Some(row) if beside(&row)? => match row.end {
                None => Ok(row),
                Some(_) => {
                    Err(Refusal::new(Code::Over, format!("Match #{number} is over.")).into())
                }
            },
            _ => {
                let says = format!("There is no match #{number} on this server.");
                Err(Refusal::new(Code::Unknown, says).into())
            }
        }
    }

    pub(super) fn ban(&mut self, args: &Args) -> Result<(), Fault> {
        let who = self.whom_admin_means(args, "ban")?;
        if who.id == self.me.id {
            return Err(Refusal::illegal("You cannot send yourself away.").into());
        }
        let handle = self.handle_here(&who)?;
        self.tx.ban(&self.room, who.id, &handle, self.now)?;
        let mut lines = vec![span![
            format!("{} cannot use me here any more. To let them back: ", who.name),
            Text::code(format!("admin unban @{}", handle.trim_start_matches('@'))),
            "."
        ]];
        let mut here = Vec::new();
        for row in self.tx.running_of(who.id)? {
            if self.tx.room(row.room)?.is_beside(&self.room) {
                here.push(format!("admin annul #{}", row.id));
            }
        }
        if !here.is_empty() {
            lines.push(span![
                "What they still play here stays until its time runs out, or: ",
                Text::codes(here, LISTED)
            ]);
        }
        self.say(Reply::only(self.me.id, Text::Lines(lines)).private(Privacy::Personal));
        Ok(())
    }

    /// Returns the id by which this chat knows somebody.
    fn handle_here(&self, person: &Person) -> Result<String, Fault> {
        let handle = self.tx.handle_in(self.room.chat, person.id)?;
        Ok(handle.unwrap_or_else(|| person.handle.clone()))
    }

    pub(super) fn unban(&mut self, args: &Args) -> Result<(), Fault> {
        let who = self.whom_admin_means(args, "unban")?;
        if !self.tx.unban(&self.room, &self.handle_here(&who)?)? {
            let says = format!("{} was not sent away from here.", who.name);
            return Err(Refusal::new(Code::NotNow, says).instead(["admin"]).into());
        }
        let says = format!("{} may use me here again.", who.name);
        self.say(Reply::only(self.me.id, says).private(Privacy::Personal));
        Ok(())
    }

    /// Finds the person an order is about: mentioned, or by name.
    fn whom_admin_means(&self, args: &Args, what: &str) -> Result<Person, Fault> {
        match (self.who(args)?, args.text("value")) {
            (Some(who), _) => Ok(who),
            (None, "") => {
                let forms = [format!("admin {what} @bob")];
                Err(Refusal::unreadable("Say whom.").instead(forms).into())
            }
            (None, name) => self.find_person(name),
        }
    }
}
