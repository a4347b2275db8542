//! Several actions in one line: `f8-f9; e5-e6; end`.
use engine::{game::Status, quote::short, seat::Seat};

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::{
        news::TurnNews,
        sealed::asks_in_secret,
        typed::{check_running, check_turn},
        words,
    },
    ratings::ranks::RatingChange,
};
use model::reply::Privacy;

/// The separator of actions.
pub(crate) const BETWEEN: char = ';';

/// How many of the remaining actions are listed.
const NAMED: usize = 10;

impl RequestContext<'_> {
    /// Plays several actions in order and tells their results together. The first refusal stops it;
    /// earlier actions stay.
    pub(crate) fn several(
        &mut self,
        mut loaded: LoadedMatch,
        seat: Seat,
        words: &str,
    ) -> Result<(), Fault> {
        let mut news = TurnNews::of(Some(seat), Vec::new());
        news.earlier = self.turn_so_far(&loaded, seat)?;
        let mut changes = Vec::new();
        let mut played = 0;
        let mut stopped = None;
        let mut parts = words.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty());
        for part in parts.by_ref() {
            match self.one_of_several(&mut loaded, seat, part, &mut news) {
                Ok(it) => {
                    changes = it;
                    played += 1;
                }
                Err(Fault::Refused(refusal)) if 0 < played => {
                    stopped = Some((part, refusal));
                    break;
                }
                Err(fault) => return Err(fault),
            }
        }
        if played == 0 {
            return Err(words::say_what_to_play().into());
        }
        if let (None, Some(more)) = (&stopped, self.go_on_as_ordered(&mut loaded, &mut news)?) {
            changes = more;
        }
        self.announce(&loaded, news, &changes)?;
        if let Some((part, refusal)) = stopped {
            // It may hold a secret choice, so the room doesn't see it.
            let rest: Vec<String> = parts.map(short).collect();
            let says = words::not_played(part, refusal.says, rest, NAMED);
            let privacy = match asks_in_secret(&loaded.table.status()) {
                true => Privacy::Secret,
                false => Privacy::Open,
            };
            self.keep_private(privacy);
            self.say(self.answer(says));
        }
        Ok(())
    }

    fn one_of_several(
        &mut self,
        loaded: &mut LoadedMatch,
        seat: Seat,
        part: &str,
        news: &mut TurnNews,
    ) -> Result<Vec<RatingChange>, Fault> {
        check_running(loaded)?;
        if let Status::Over(_) = loaded.table.status() {
            return Err(words::already_over().into());
        }
        check_turn(loaded, seat)?;
        let Status::Waiting(prompts) = loaded.table.status() else { return Ok(Vec::new()) };
        if prompts.iter().any(|it| it.kind.is_private()) {
            return Err(words::secret_on_its_own().into());
        }
        let words = self.whole(loaded, seat, part);
        let changes = self.one_step(loaded, seat, &words, None, news)?;
        Ok(self.go_on_alone(loaded, news)?.unwrap_or(changes))
    }
}
