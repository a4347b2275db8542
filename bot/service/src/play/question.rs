//! Questions that wait for yes or no. A bare word answers the last one, if there is only one.
use std::collections::HashMap;

use crate::{Fault, RequestContext, play::words};
use command::{Said, Verb, parse, yes_or_no};
use model::ids::{MatchId, PersonId};
use store::{AskedByOther, ChallengeState};

/// How long a bare word answers a question, in seconds.
const VALID: i64 = 600;

/// What people asked themselves lately, such as whether they really resign, by person. It is lost at
/// a restart, after which the answer must be typed in full. What others asked them is in the
/// database: they may be in a room of another process.
pub(crate) type Waiting = HashMap<PersonId, Vec<YesNo>>;

/// What a bare yes or no means.
enum MeantAnswer {
    /// This command.
    Said(Said),
    /// A no that changes nothing.
    Nothing,
    /// Words for a game.
    Move,
}

/// A yes-or-no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YesNo {
    /// The line for yes.
    yes: Said,
    /// The line for no; none if no changes nothing.
    no: Option<Said>,
    until: i64,
}

impl RequestContext<'_> {
    /// Records the lines that answer a question to a person. A repeated question counts once.
    pub(crate) fn await_answer(
        &mut self,
        whom: PersonId,
        yes: Said,
        no: Option<Said>,
    ) -> Result<(), Fault> {
        let until = self.now + VALID;
        if let Some(no) = no.as_ref().filter(|_| whom != self.me.id) {
            let [yes, no] = [yes.line(), no.line()];
            return Ok(self.tx.put_question(whom, &AskedByOther { yes, no, until })?);
        }
        let asked = self.memory.waiting.entry(whom).or_default();
        asked.retain(|it| self.now < it.until && it.yes != yes);
        asked.push(YesNo { yes, no, until });
        Ok(())
    }

    /// Forgets the asker's question that a command answers or repeats.
    pub(crate) fn no_longer_await(&mut self, said: &Said) -> Result<(), Fault> {
        let same = |it: &YesNo| {
            let asked = &it.yes;
            let decides = [asked.verb(), said.verb()] == [Verb::Accept, Verb::Decline];
            let of_match = said.of_match().is_none_or(|it| asked.of_match() == Some(it));
            let of_challenge =
                said.of_challenge().is_none_or(|it| asked.of_challenge() == Some(it));
            (asked.verb() == said.verb() || decides) && of_match && of_challenge
        };
        if let Some(asked) = self.memory.waiting.get_mut(&self.me.id) {
            asked.retain(|it| !same(it));
        }
        // Only these are asked by others.
        if matches!(
            said.verb(),
            Verb::Accept | Verb::Decline | Verb::Undo | Verb::Draw | Verb::Pause
        ) {
            for asked in self.asked_by_others()?.iter().filter(|it| same(it)) {
                self.tx.drop_question(self.me.id, &asked.yes.line())?;
            }
        }
        Ok(())
    }

    /// Returns what others have asked the asker.
    fn asked_by_others(&self) -> Result<Vec<YesNo>, Fault> {
        let mut asked = Vec::new();
        for AskedByOther { yes, no, until } in self.tx.questions_to(self.me.id, self.now)? {
            if let (Ok(Some(yes)), Ok(no)) = (parse(&yes), parse(&no)) {
                asked.push(YesNo { yes, no, until });
            }
        }
        Ok(asked)
    }

    /// Handles a bare yes or no: the answer to a question, or words for a game.
    pub(crate) fn answer_with(
        &mut self,
        of: Option<MatchId>,
        words: &str,
        line: &str,
    ) -> Result<(), Fault> {
        match self.answer_meant(of, words)? {
            MeantAnswer::Said(said) => self.obey(&said),
            MeantAnswer::Nothing => {
                // Nothing is done, so no permission is needed.
                self.cleared.set(true);
                self.say(self.answer(words::nothing_changes()));
                Ok(())
            }
            MeantAnswer::Move => {
                self.bare_words(line)?;
                self.check_cleared()
            }
        }
    }

    /// Finds what a bare yes or no means; `of` is the match, if it was named.
    ///
    /// # Errors
    /// If there was no question, or several, or the word is also a move.
    fn answer_meant(&mut self, of: Option<MatchId>, words: &str) -> Result<MeantAnswer, Fault> {
        let Some(yes) = yes_or_no(words) else { return Ok(MeantAnswer::Move) };
        let open = self.open_questions(of)?;
        let is_move = self.is_move(of, words)?;
        match &open[..] {
            [] if is_move => Ok(MeantAnswer::Move),
            [] => Err(words::no_question_open().into()),
            [one] if !is_move => match if yes { Some(&one.yes) } else { one.no.as_ref() } {
                Some(said) => Ok(MeantAnswer::Said(said.clone())),
                None => {
                    self.memory.waiting.remove(&self.me.id);
                    Ok(MeantAnswer::Nothing)
                }
            },
            several => {
                let forms = several.iter().flat_map(|it| [Some(&it.yes), it.no.as_ref()]);
                let forms = forms.flatten().map(Said::line);
                let forms: Vec<String> = match is_move {
                    true => forms.chain([format!("play {words}")]).collect(),
                    false => forms.collect(),
                };
                Err(words::several_questions_open().instead(forms).into())
            }
        }
    }

    /// Returns the asker's open questions.
    fn open_questions(&self, of: Option<MatchId>) -> Result<Vec<YesNo>, Fault> {
        let mut open = Vec::new();
        let own = self.memory.waiting.get(&self.me.id).into_iter().flatten().cloned();
        let mut asked: Vec<YesNo> = self.asked_by_others()?.into_iter().chain(own).collect();
        asked.sort_by_key(|it| it.until);
        for it in asked {
            let about = it.yes.of_match();
            let named = of.is_none() || of == about;
            if self.now < it.until && named && self.still_waits(&it.yes)? {
                open.push((about, it));
            }
        }
        // Of several questions about a match, the last is answered.
        let matches: Vec<Option<MatchId>> = open.iter().map(|it| it.0).collect();
        let is_last =
            |nth: usize| matches[nth].is_none() || !matches[nth + 1..].contains(&matches[nth]);
        let last = open.into_iter().enumerate().filter(|(nth, _)| is_last(*nth));
        Ok(last.map(|(_, (_, it))| it).collect())
    }

    /// Tells whether a question can still be answered.
    fn still_waits(&self, said: &Said) -> Result<bool, Fault> {
        if let (Verb::Accept, Some(id)) = (said.verb(), said.of_challenge()) {
            let challenge = self.tx.challenge(id)?;
            return Ok(challenge
                .is_some_and(|it| it.state == ChallengeState::Open && self.now < it.lapses_at));
        }
        let running = matches!(
            said.verb(),
            Verb::Undo | Verb::Draw | Verb::Pause | Verb::Resign | Verb::Abort
        );
        let (Some(id), true) = (said.of_match(), running) else { return Ok(true) };
        let Some(row) = self.tx.match_row(id)?.filter(|it| it.end.is_none()) else {
            return Ok(false);
        };
        let Some(seat) = row.seats.find(|&it| it == self.me.id) else { return Ok(false) };
        let other = Some(seat.other());
        Ok(match said.verb() {
            Verb::Undo => row.house.undo_asked_by() == other,
            Verb::Draw => row.house.draw_offered_by() == other,
            Verb::Pause => row.house.pause_asked_by() == other,
            _ => true,
        })
    }

    /// Tells whether words are a move of the asker's in a match they may mean, or an answer in their
    /// lesson.
    pub(crate) fn is_move(&self, named: Option<MatchId>, words: &str) -> Result<bool, Fault> {
        let in_lesson = named.is_none() && self.fits_lesson(words)?;
        Ok(in_lesson || self.is_move_in_match(named, words)?)
    }

    /// Tells whether words are a move of the asker's in a match they may mean.
    pub(crate) fn is_move_in_match(
        &self,
        named: Option<MatchId>,
        words: &str,
    ) -> Result<bool, Fault> {
        for row in self.playable_here()? {
            if named.is_none_or(|it| it == row.id) && self.fits(self.sit_down(row)?, words)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
