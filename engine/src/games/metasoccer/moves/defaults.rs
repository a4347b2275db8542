//! Automatic answers: defaults for a coach who said `auto on`, and forced choices (0.6, 0.8).
use crate::games::metasoccer::{Action, Event, Metasoccer, Phase};
use crate::{game::Step, refusal::Refusal};

/// More answers in a row than possible; stops a damaged match.
const MOST: u32 = 64;

impl Metasoccer {
    /// Answers until someone has something to decide.
    pub(in crate::games::metasoccer) fn settle(
        &mut self,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        for _ in 0..MOST {
            let Some(action) = self.settled() else { break };
            // A player who did something knows that nothing is left.
            let idle = self.play.acts == 0 && self.play.moved.is_empty();
            if action == Action::End && idle {
                step.tell(Event::Spent { side: self.play.side });
            }
            self.apply(&action, step)?;
        }
        Ok(())
    }

    /// Returns the action that needs no question.
    fn settled(&self) -> Option<Action> {
        let seat = self.asked()?;
        let mut trifles = self.trifles(seat);
        match self.phase {
            Phase::Act => (self.can_end() && !self.can_do_more()).then_some(Action::End),
            // With only one candidate, nobody is asked.
            Phase::Expel => match &self.actions()[..] {
                [only] => Some(only.clone()),
                _ => None,
            },
            _ if trifles.is_empty() => None,
            _ if trifles.len() == 1 || *self.auto.get(seat) => Some(trifles.swap_remove(0)),
            _ => None,
        }
    }
}
