//! What the house allows in every match: taking back, draws, giving up, calling off, claiming on time.
use engine::{
    house::{DrawAnswer, House, UndoAnswer},
    refusal::{Code, Refusal},
    seat::Seat,
};

use super::{Asking, Fault, find::Sitting, lobby::person, turn};
use crate::{
    command::Args,
    reply::{Choice, Reply},
    span,
    store::End,
    text::Text,
};

impl Asking<'_> {
    pub(super) fn undo(&mut self, args: &Args) -> Result<(), Fault> {
        let (mut sitting, seat) = self.mine_running(args)?;
        let log = self.tx.marks(sitting.row.id)?;
        let house = &mut sitting.row.house;
        let answer = match args.get("answer") {
            Some("accept") => house.accept_undo(seat)?,
            Some("decline") => house.decline_undo(seat)?,
            _ => house.undo(seat, &log)?,
        };
        let me = self.me.name.clone();
        match answer {
            UndoAnswer::Done { keep } => {
                self.tx.take_back(sitting.row.id, keep)?;
                let mut sitting = self.sit_down(sitting.row)?;
                let status = sitting.table.status();
                self.settle(&mut sitting, &status)?;
                let lead = match keep {
                    0 => "Taken back to the start.".to_owned(),
                    _ => format!("Taken back to after step {keep}."),
                };
                self.announce(&sitting, vec![Text::plain(lead)])
            }
            UndoAnswer::Asked => {
                self.tx.update_match(&sitting.row)?;
                let says = format!("{me} would like to take back a decision. Does that suit you, ");
                self.ask_other(&sitting, seat, says, "undo");
                Ok(())
            }
            UndoAnswer::Declined => {
                self.tx.update_match(&sitting.row)?;
                self.say(Reply::room(format!("{me} would rather play on; nothing is taken back.")));
                Ok(())
            }
        }
    }

    pub(super) fn draw(&mut self, args: &Args) -> Result<(), Fault> {
        let (mut sitting, seat) = self.mine_running(args)?;
        let on_turn = sitting.table.status().waits_for(seat);
        let house = &mut sitting.row.house;
        let answer = match args.get("answer") {
            Some("accept") if house.draw_offered_by() != Some(seat.other()) => {
                return Err(Refusal::new(Code::NotNow, "No draw was offered to you.")
                    .instead(["draw"])
                    .into());
            }
            Some("decline") => house.decline_draw(seat)?,
            _ => house.draw(seat, on_turn)?,
        };
        let me = self.me.name.clone();
        match answer {
            DrawAnswer::Agreed => self.end_by_house(sitting, vec![]),
            DrawAnswer::Offered => {
                self.tx.update_match(&sitting.row)?;
                self.ask_other(
                    &sitting,
                    seat,
                    format!("{me} offers a draw. Do you agree, "),
                    "draw",
                );
                Ok(())
            }
            DrawAnswer::Declined => {
                self.tx.update_match(&sitting.row)?;
                self.say(Reply::room(format!("{me} declines the draw.")));
                Ok(())
            }
        }
    }

    pub(super) fn resign(&mut self, args: &Args) -> Result<(), Fault> {
        self.with_confirmation(args, "resign", "give up", |house, seat, _| house.resign(seat))
    }

    pub(super) fn abort(&mut self, args: &Args) -> Result<(), Fault> {
        self.with_confirmation(args, "abort", "call off", |house, _, log| house.abort(log))
    }

    pub(super) fn claim(&mut self, args: &Args) -> Result<(), Fault> {
        let (mut sitting, seat) = self.mine_running(args)?;
        let late = seat.other();
        let Some(deadline) = sitting.row.deadline else {
            return Err(Refusal::new(Code::NotNow, "This match has no clock.").into());
        };
        if !*sitting.row.waiting.get(late) {
            return Err(Refusal::new(
                Code::NotNow,
                "It is your turn, so it is your time that runs.",
            )
            .into());
        }
        if self.now < deadline {
            let left = turn::duration(deadline - self.now);
            let other = sitting.names.get(late);
            return Err(Refusal::new(Code::NotNow, format!("{other} still has {left}.")).into());
        }
        sitting.row.house.time_out(late)?;
        self.end_by_house(sitting, vec![])
    }

    /// Ends a match as its house says.
    pub(super) fn end_by_house(
        &mut self,
        mut sitting: Sitting,
        lead: Vec<Text>,
    ) -> Result<(), Fault> {
        let Some(ending) = sitting.row.house.ending() else {
            return Err(Fault::Broken(format!("match {} has not ended", sitting.row.id)));
        };
        sitting.row.touched_at = self.now;
        let outcome = ending.outcome(sitting.game().sides());
        sitting.row.end = Some(End { at: self.now, outcome, ending: Some(ending) });
        let changes = self.close(&mut sitting)?;
        self.result(&sitting, lead, &changes)
    }

    /// Does what ends a match once the player is sure; asks when they have not said so.
    fn with_confirmation(
        &mut self,
        args: &Args,
        word: &str,
        doing: &str,
        act: impl FnOnce(&mut House, Seat, &[engine::house::Mark]) -> Result<(), Refusal>,
    ) -> Result<(), Fault> {
        let (mut sitting, seat) = self.mine_running(args)?;
        let log = self.tx.marks(sitting.row.id)?;
        // Carried out before asking, so that nobody is asked about what is refused anyway.
        act(&mut sitting.row.house, seat, &log)?;
        if args.is_on("yes") {
            return self.end_by_house(sitting, vec![]);
        }
        let id = sitting.row.id;
        let sure = format!("{word} #{id} yes");
        let other = sitting.names.get(seat.other());
        let text = span![
            format!("Do you want to {doing} match #{id} against {other}? Then say "),
            Text::code(sure.as_str()),
            "."
        ];
        let label = format!("Yes, {doing}");
        self.say(Reply::only(self.me.id, text).choices([Choice::new(label, sure)]));
        Ok(())
    }

    fn ask_other(&mut self, sitting: &Sitting, seat: Seat, says: String, word: &str) {
        let other = sitting.people.get(seat.other());
        let id = sitting.row.id;
        let [yes, no] = ["accept", "decline"].map(|it| format!("{word} #{id} {it}"));
        let text =
            span![says, person(other), "? ", Text::codes([&yes, &no].map(String::as_str), 2)];
        let choices = [Choice::new("Agree", yes), Choice::new("Decline", no)];
        self.say(Reply::room(text).mention(other.id).choices(choices));
    }

    fn mine_running(&self, args: &Args) -> Result<(Sitting, Seat), Fault> {
        let sitting = self.my_match(args)?;
        if sitting.row.end.is_some() {
            let over = Refusal::new(Code::Over, format!("Match #{} is over.", sitting.row.id));
            return Err(over.instead([format!("rematch #{}", sitting.row.id)]).into());
        }
        let seat = self.seat_in(&sitting)?;
        Ok((sitting, seat))
    }
}
