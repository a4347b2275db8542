//! Taking back: at once within the player's own turn, otherwise by consent, which lists what would
//! go and what was revealed.
use engine::{
    house::UndoAnswer,
    quote::{sentence, series, short},
    refusal::{Code, Refusal},
    seat::{Onlooker, Seat, Viewer},
    table::Past,
};

use crate::service::{
    Fault, RequestContext, find::LoadedMatch, play::news::News, play::step::dice_of, timing::Came,
};
use crate::{
    command::{verbs, verbs::Answer},
    reply::Reply,
    span,
    store::{MatchRow, StepRow, Undo},
    text::Text,
};

/// How many of the steps that would go are listed.
const NAMED: usize = 8;

impl RequestContext<'_> {
    pub(in crate::service) fn undo(&mut self, said: &verbs::Undo) -> Result<(), Fault> {
        let answers = said.answer.is_some();
        let asked = |row: &MatchRow, seat: Seat| row.house.undo_asked_by() == Some(seat.other());
        let (mut loaded, seat) =
            self.mine_running(said.of, |row, seat| answers && asked(row, seat))?;
        let how = if asked(&loaded.row, seat) { Undo::Agreed } else { Undo::Alone };
        let log = self.tx.marks(loaded.row.id)?;
        let house = &mut loaded.row.house;
        let agrees = how == Undo::Agreed && said.answer != Some(Answer::Decline);
        if agrees && loaded.row.timer.is_late(seat.other(), self.now) {
            let (id, other) = (loaded.row.id, loaded.names.get(seat.other()));
            let says = format!("{other}'s time is up, and an undo would restart it.");
            let instead = [format!("claim #{id}"), format!("undo #{id} decline")];
            return Err(Refusal::new(Code::NotNow, says).instead(instead).into());
        }
        let answer = match said.answer {
            Some(Answer::Accept) => house.accept_undo(seat, &log)?,
            Some(Answer::Decline) => house.decline_undo(seat)?,
            _ => house.undo(seat, &log)?,
        };
        match answer {
            UndoAnswer::Done { keep } => {
                let other = loaded.people.get(seat.other()).clone();
                if how == Undo::Alone
                    && !loaded.is_practice()
                    && loaded.table.status().waits_for(seat.other())
                {
                    self.take_back_ping(&other)?;
                }
                self.take_back(loaded, seat, keep, how)
            }
            // The bot agrees to every undo.
            UndoAnswer::Asked { .. } if loaded.is_practice() => {
                let by = seat.other();
                match loaded.row.house.accept_undo(by, &log)? {
                    UndoAnswer::Done { keep } => self.take_back(loaded, by, keep, Undo::Agreed),
                    UndoAnswer::Asked { .. } | UndoAnswer::Declined => {
                        Err(Fault::Broken("an undo that was granted came to nothing".to_owned()))
                    }
                }
            }
            UndoAnswer::Asked { keep } => {
                self.tx.update_match(&loaded.row)?;
                let says = self.wish_to_take_back(&loaded, seat, keep)?;
                self.ask_other(&loaded, seat, says, |of, it| {
                    verbs::Undo { of, answer: Some(it) }.into()
                })
            }
            UndoAnswer::Declined => {
                self.tx.update_match(&loaded.row)?;
                let me = loaded.names.get(seat);
                let says = format!("{me} says no; nothing is taken back.");
                self.say_at(&loaded, Reply::room(says))
            }
        }
    }

    /// Says what `seat` asks to take back, what goes with it, and what has been revealed since.
    fn wish_to_take_back(
        &self,
        loaded: &LoadedMatch,
        seat: Seat,
        keep: u32,
    ) -> Result<Text, Fault> {
        let gone = self.tx.steps_after(loaded.row.id, keep)?;
        let Some((first, since)) = gone.split_first() else {
            return Err(Fault::Broken(format!("match {} has no step to take back", loaded.row.id)));
        };
        let mut says = vec![
            Text::plain(format!("{} asks to take back ", loaded.names.get(seat))),
            said_alone(first),
        ];
        if !since.is_empty() {
            says.push(Text::plain(" and everything since: "));
        }
        for (nth, it) in since.iter().take(NAMED).enumerate() {
            let by = it.seat.map_or("", |by| loaded.names.get(by));
            says.push(Text::plain(format!("{}{by}'s ", if nth == 0 { "" } else { ", " })));
            says.push(said(it));
        }
        says.push(Text::plain(match since.len().saturating_sub(NAMED) {
            0 => ". ".to_owned(),
            1 => " and 1 more step. ".to_owned(),
            more => format!(" and {more} more steps. "),
        }));
        let seen = seen(loaded, &gone)?;
        if !seen.is_empty() {
            says.push(Text::plain(sentence(format!("Seen since: {}", series(&seen))) + " "));
        }
        says.push(Text::plain("Allow it, "));
        Ok(Text::Span(says))
    }

    /// Goes back to an earlier step, as `seat` asks or agrees. A player who takes back their own
    /// move continues with the time they have left.
    fn take_back(
        &mut self,
        loaded: LoadedMatch,
        seat: Seat,
        keep: u32,
        how: Undo,
    ) -> Result<(), Fault> {
        let id = loaded.row.id;
        let gone = self.tx.steps_after(id, keep)?;
        let (Some(first), Some(kept)) = (gone.first(), self.tx.live_step(id, keep)?) else {
            return Err(Fault::Broken(format!("match {id} cannot go back to step {keep}")));
        };
        let agreed = match how {
            Undo::Agreed => self.tx.stand(id, first.step, first.take)?,
            Undo::Alone => None,
        };
        let mut loaded = self.sit_at(loaded.row, kept)?;
        let take = loaded.row.house.take();
        let mut dice = dice_of(&loaded.row, keep, take);
        if how == Undo::Agreed {
            loaded.table = loaded.table.back(&past(&gone), &mut dice)?;
        }
        let saved = loaded.table.save().map_err(Fault::Broken)?;
        loaded.step = StepRow {
            take,
            throws: dice.thrown().to_vec(),
            news: saved.last,
            state: saved.state,
            rules: saved.rules,
            at: self.now,
            undo: Some(how),
            lot: None,
            ..loaded.step
        };
        self.tx.go_back(&loaded.step)?;
        let status = loaded.table.status();
        let changes = self.settle(&mut loaded, &status, Came::TakenBack { agreed })?;
        let who = first.seat.map_or("", |seat| loaded.names.get(seat));
        let lead = match how {
            Undo::Alone => span![format!("{who} takes back "), said_alone(first), "."],
            Undo::Agreed => {
                let by = loaded.names.get(seat);
                span![format!("{by} agrees: back to before {who}'s "), said(first), "."]
            }
        };
        let anew = "Whatever was hidden from both of you has been reshuffled.";
        let anew = (!loaded.step.throws.is_empty()).then(|| Text::plain(anew));
        let lines = [Some(lead), anew].into_iter().flatten().collect();
        self.next_turn(&loaded, News::of(loaded.seat_of(self.me.id), lines), &changes)
    }
}

/// Names a step after its player; secret choices stay secret.
fn said(step: &StepRow) -> Text {
    match step.sealed {
        true => Text::plain("sealed choice"),
        false => Text::code(short(&step.written)),
    }
}

/// Names a step without its player.
fn said_alone(step: &StepRow) -> Text {
    if step.sealed { Text::plain("a sealed choice") } else { said(step) }
}

/// Says what some steps revealed.
fn seen(loaded: &LoadedMatch, steps: &[StepRow]) -> Result<Vec<String>, Fault> {
    let onlooker = Onlooker { viewer: Viewer::Room, names: &loaded.names };
    let mut seen = loaded.table.seen(&past(steps), onlooker).map_err(Fault::Broken)?;
    if seen.is_empty() && steps.iter().any(|it| !it.throws.is_empty()) {
        seen.push("dice were rolled".to_owned());
    }
    Ok(seen)
}

/// Returns steps in the form games read.
pub(in crate::service) fn past(steps: &[StepRow]) -> Vec<Past> {
    let past = |it: &StepRow| {
        let seat = it.seat?;
        Some(Past { seat, action: it.action.clone(), events: it.events.clone() })
    };
    steps.iter().filter_map(past).collect()
}
