//! Several things played one after the other in one line: `f8-f9; e5-e6; end`.
use engine::{
    game::Status,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

use super::{
    Asking, Fault,
    find::Sitting,
    news::News,
    play::{check_running, check_turn},
    ranks::Change,
    sealed::asks_in_secret,
};
use crate::{reply::Privacy, span, text::Text};

/// What stands between several things that are played one after the other.
pub(super) const BETWEEN: char = ';';

/// How many of the things that were not played are named.
const NAMED: usize = 10;

impl Asking<'_> {
    /// Plays several things one after the other and tells of them together. The first that is refused ends it; what was played before it
    /// stays.
    pub(super) fn several(
        &mut self,
        mut sitting: Sitting,
        seat: Seat,
        words: &str,
    ) -> Result<(), Fault> {
        let mut news = News::of(Some(seat), Vec::new());
        news.earlier = self.turn_so_far(&sitting, seat)?;
        let mut changes = Vec::new();
        let mut played = 0;
        let mut stopped = None;
        let mut parts = words.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty());
        for part in parts.by_ref() {
            match self.one_of_several(&mut sitting, seat, part, &mut news) {
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
            return Err(Refusal::unreadable("Say what you do.").instead(["moves"]).into());
        }
        self.announce(&sitting, news, &changes)?;
        if let Some((part, refusal)) = stopped {
            // It may hold a choice that is to stay secret, so the room hears nothing of it.
            let mut says = span![
                Text::strong("Not played: "),
                Text::code(short(part)),
                ". ",
                Text::sentence(refusal.says)
            ];
            let rest: Vec<String> = parts.map(short).collect();
            if !rest.is_empty() {
                says = span![says, " Nor what came after it: ", Text::codes(rest, NAMED), "."];
            }
            let privacy = match asks_in_secret(&sitting.table.status()) {
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
        sitting: &mut Sitting,
        seat: Seat,
        part: &str,
        news: &mut News,
    ) -> Result<Vec<Change>, Fault> {
        check_running(sitting)?;
        if let Status::Over(_) = sitting.table.status() {
            return Err(Refusal::new(Code::Over, "The match is over.").into());
        }
        check_turn(sitting, seat)?;
        let Status::Waiting(prompts) = sitting.table.status() else { return Ok(Vec::new()) };
        if prompts.iter().any(|it| it.kind.is_private()) {
            let says = "A choice made in secret is said by itself.";
            return Err(Refusal::illegal(says).instead(["moves"]).into());
        }
        let words = self.whole(sitting, seat, part);
        let changes = self.one_step(sitting, seat, &words, None, news)?;
        Ok(self.go_on_alone(sitting, news)?.unwrap_or(changes))
    }
}
