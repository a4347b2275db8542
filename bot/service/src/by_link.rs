//! What somebody does on the page of their own boards: the same request as one typed in the chat where they play, told there as ever.
use command::{Command, Commands, Line, Means, Property, say};
use engine::chance::StepKey;
use model::{
    ids::{Chat, MatchId, PersonId},
    reply::{Audience, Reply},
};
use store::Tx;

use crate::{PersonName, Request, RequestError, RoomName, Service, seats, words::only_in_the_chat};

/// A line from the page of a person's own boards.
#[derive(Clone, Debug)]
pub struct LinkLine {
    pub person: PersonId,
    pub of: MatchId,
    pub line: Line,
    /// The position that was shown.
    pub asked_at: Option<StepKey>,
    /// Unix seconds.
    pub now: i64,
}

impl Service {
    /// Carries out a line in the chat where the person plays the match. The chat tells it to everybody else; what is for the person
    /// alone is returned for their page. Nothing if they don't play there.
    ///
    /// # Errors
    /// If the store fails.
    pub fn by_link(&mut self, said: &LinkLine) -> Result<Option<Vec<Reply>>, RequestError> {
        let place = self.look(|tx| place_of(tx, said))?;
        let Some((chat, room, from)) = place else { return Ok(None) };
        let Some(line) = line_about_match(self.memory.commands, said) else {
            let refusal = only_in_the_chat(chat);
            let reply = Reply::only(said.person, refusal.says.as_str()).refused(refusal.code);
            return Ok(Some(vec![reply]));
        };
        let typed = Request::typed(chat, "", "", line);
        let request = Request { room, from, asked_at: said.asked_at, now: said.now, ..typed };
        let mut own = Vec::new();
        let mut shown = Vec::new();
        for outgoing in self.handle(&request) {
            let is_own = match outgoing.reply.to {
                Audience::Only(person) => person == said.person,
                Audience::Asker => true,
                Audience::Room => false,
            };
            if is_own {
                shown.extend(outgoing.id);
                own.push(outgoing.reply);
            } else {
                self.pass_on(chat, outgoing)
            }
        }
        self.delivered(&shown)?;
        Ok(Some(own))
    }
}

/// Finds where a person plays a match, and who they are there.
fn place_of(
    tx: &Tx<'_>,
    said: &LinkLine,
) -> Result<Option<(Chat, RoomName, PersonName)>, RequestError> {
    let Some(row) = tx.match_row(said.of)? else { return Ok(None) };
    let Some(seat) = row.seats.find(|&seated| seated == said.person) else { return Ok(None) };
    let room = tx.room(seats::room_of_seat(tx, &row, seat)?)?;
    let Some(handle) = tx.handle_in(room.chat, said.person)? else { return Ok(None) };
    let name = tx.person_in(room.chat, said.person)?.name;
    let from = PersonName { handle, name, bot: false };
    let chat = room.chat;
    let place = RoomName {
        handle: room.handle,
        name: room.name,
        server: room.server,
        answers_only: room.answers_only,
    };
    Ok(Some((chat, place, from)))
}

/// Returns the line with its match; nothing if it is about an account, a room or other people.
fn line_about_match(commands: &Commands, said: &LinkLine) -> Option<Line> {
    let LinkLine { of, line, .. } = said;
    let line = line.clone().in_match(*of);
    match &line.means {
        Means::Command(meant) | Means::Words(Ok(Some(meant))) => {
            let here = meant.of_match().is_none_or(|it| it == *of);
            (here && is_of_a_match(meant)).then_some(line)
        }
        _ if line.asks => Some(line),
        // Bare words could answer a question of another room.
        Means::Words(Ok(None)) => {
            let words = said.line.text();
            let words = words.strip_prefix(&format!("#{of} ")).unwrap_or(words);
            Some(commands.read(&say!(Play { of, words }).line()))
        }
        Means::Words(Err(_)) | Means::Refused(_) => Some(line),
    }
}

fn is_of_a_match(said: &Command) -> bool {
    said.verb().is(Property::AtLink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_about_the_match_is_carried_out() {
        let line = |words: &str| {
            let said = LinkLine {
                person: PersonId(1),
                of: MatchId(3),
                line: Commands::kernel().read(words),
                asked_at: None,
                now: 0,
            };
            line_about_match(Commands::kernel(), &said).map(|line| line.text().to_owned())
        };
        assert_eq!(line("b6-a5").as_deref(), Some("play #3 b6-a5"));
        assert_eq!(line("yes").as_deref(), Some("play #3 yes"));
        for words in ["mydata delete yes", "mydata", "admin ban @ann", "settings"] {
            assert_eq!(line(words), None, "{words}");
            assert_eq!(line(&format!("{words}?")), None, "{words}?");
        }
        assert_eq!(line("board #4"), None);
        assert_eq!(line("profile?"), None);
        assert!(line("resign yes").is_some() && line("draw accept").is_some());
    }
}
