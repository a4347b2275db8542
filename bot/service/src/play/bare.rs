//! Lines that start with no command: an answer, a command in other words, a move, or a typo.
use engine::refusal::{Code, Refusal};

use crate::{
    Fault, RequestContext,
    authority::Touched,
    play::{typed::check_turn, words},
};
use command::{Said, Verb, near, pleasantry, yes_or_no};
use model::ids::MatchId;

impl RequestContext<'_> {
    /// Handles a line that starts with no command.
    pub(crate) fn other_words(&mut self, line: &str) -> Result<(), Fault> {
        self.admit(self.verb)?;
        let (of, words) = self.split_number(line)?;
        if self.is_too_late(self.verb, of)? {
            return Ok(());
        }
        if yes_or_no(&words).is_some() {
            return self.answer_with(of, &words, line);
        }
        if of.is_none() && self.phrase_in_lesson(&words)? {
            return Ok(());
        }
        match self.understood(of, &words)? {
            Some(said) => self.obey(&said),
            None => {
                self.bare_words(line)?;
                self.check_cleared()
            }
        }
    }

    /// Reads a line as a command in other words, unless it is a move of the asker's.
    pub(crate) fn understood(
        &self,
        of: Option<MatchId>,
        words: &str,
    ) -> Result<Option<Said>, Fault> {
        // A command after a match number: `#12 board`.
        let read = match command::parse(words) {
            Ok(None) => command::understood(words),
            read => read,
        };
        match read {
            Ok(None) => Ok(None),
            Ok(Some(_)) | Err(_) if self.is_move(of, words)? => Ok(None),
            read => Ok(read?.map(|said| in_match(said, of))),
        }
    }

    /// Reads a line as words for a match, or as a typo.
    pub(crate) fn bare_words(&mut self, line: &str) -> Result<(), Fault> {
        if line.is_empty() {
            return Err(words::empty_message().into());
        }
        let (named, words) = self.split_number(line)?;
        if let Some(said) = pleasantry(&words) {
            self.verb = Verb::Help;
            self.clear_verb(Touched::Oneself)?;
            self.say(self.answer(words::is_polite(said)));
            return Ok(());
        }
        let near = near(&words);
        let rows = self.playable_here()?;
        if named.is_none() && (near.is_empty() || self.reads_in_lesson(&words)?) {
            let in_match = self.is_move_in_match(None, &words)?;
            let played_at = rows.iter().map(|it| it.touched_at).max();
            if self.lesson_words(&words, in_match, played_at)? {
                return Ok(());
            }
        }
        if rows.is_empty() && named.is_none() {
            let says = match near.first() {
                Some(meant) => words::did_you_mean(&words, meant),
                None => words::unknown_without_match(line),
            };
            let instead = if near.is_empty() {
                vec!["help".to_owned(), "challenge".to_owned()]
            } else {
                near
            };
            return Err(Refusal::new(Code::Unknown, says).instead(instead).into());
        }
        // Words that are a move in no match and close to a command are a typo.
        if let Some(meant) = near.first()
            && 1 < rows.len()
            && named.is_none()
            && !self.is_move(named, &words)?
            && !self.begins_a_move(&words)?
        {
            return Err(Refusal::unreadable(words::did_you_mean(&words, meant))
                .instead(near)
                .into());
        }
        let Err(fault) = self.play_words(named, &words) else { return Ok(()) };
        let Fault::Refused(mut refusal) = fault else { return Err(fault) };
        let slip = match refusal.code {
            // A typo in a command is likelier than in a move, unless a legal move starts like this.
            Code::Unreadable | Code::Unknown => !self.begins_a_move(&words)?,
            Code::NotYours => true,
            _ => false,
        };
        let reads = |it: &String| {
            refusal.code != Code::NotYours || matches!(command::parse(it), Ok(Some(_)))
        };
        let near: Vec<String> = near.into_iter().filter(reads).collect();
        if let Some(meant) = near.first().filter(|_| slip) {
            let meant = words::did_you_mean(&words, meant);
            // First what it probably is, then whose turn it is.
            refusal.says = match refusal.code {
                Code::NotYours => format!("{meant} {}", refusal.says),
                _ => meant,
            };
            refusal.instead.retain(|it| !near.contains(it));
            refusal.instead.splice(0..0, near);
        }
        Err(refusal.into())
    }

    /// Tells whether a choice of the asker's here starts with the line's first word.
    fn begins_a_move(&self, line: &str) -> Result<bool, Fault> {
        let first = line.split_whitespace().next().unwrap_or("").to_lowercase();
        for row in self.playable_here()? {
            let loaded = self.sit_down(row)?;
            let seat = self.seat_in(&loaded)?;
            let listed = loaded.table.menu(seat).listed;
            let begins = |it: &String| it.split(' ').next() == Some(first.as_str());
            if check_turn(&loaded, seat).is_ok() && listed.iter().any(begins) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Inserts a match number that was typed before or after a command.
pub(crate) fn in_match(said: Said, of: Option<MatchId>) -> Said {
    match of {
        Some(of) => said.in_match(of),
        None => said,
    }
}
