//! The match a scenario plays: its steps, the words for the house, and what was refused.
use super::{
    ScenarioGame,
    line::{Ended, refused},
};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Outcome, Prompt, Status},
    match_rules::{Early, Ending, MatchRules, StepMark, UndoAnswer},
    refusal::{Code, Refusal},
    seat::{BySeat, Observer, Seat, Viewer},
    table::{self, Played, Saved, SeatMenu, Table},
};

/// A running match.
pub(super) struct Playing<R> {
    rules: R,
    names: BySeat<String>,
    table: Box<dyn Table>,
    past: History,
    /// The refusal of the line above, if it had to be refused.
    refusal: Option<Refusal>,
}

/// What a step or a word for the house may change besides the table.
#[derive(Clone, PartialEq)]
struct History {
    house: MatchRules,
    steps: Vec<PlayedStep>,
    /// Scripted throws not used yet.
    throws: Vec<String>,
}

#[derive(Clone, PartialEq)]
struct PlayedStep {
    before: Saved,
    mark: StepMark,
    written: String,
    played: table::Past,
}

impl<R: ScenarioGame> Playing<R> {
    pub(super) fn new(rules: R, table: Box<dyn Table>) -> Playing<R> {
        let names = BySeat::new(|seat| rules.sides()[seat.index()].to_owned());
        let past = History { house: MatchRules::default(), steps: Vec::new(), throws: Vec::new() };
        Playing { rules, names, table, past, refusal: None }
    }

    pub(super) fn into_table(self) -> Box<dyn Table> {
        self.table
    }

    pub(super) fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    pub(super) fn sides(&self) -> [&'static str; 2] {
        self.rules.sides()
    }

    /// Returns a viewer who calls both players by their sides.
    pub(super) fn observer(&self, viewer: Viewer) -> Observer<'_> {
        Observer { viewer, names: &self.names }
    }

    /// Returns who has to decide what; empty once the match is over.
    pub(super) fn prompts(&self) -> Vec<Prompt> {
        match (self.past.house.ending(), self.table.status()) {
            (None, Status::Waiting(prompts)) => prompts,
            _ => Vec::new(),
        }
    }

    pub(super) fn menu(&self, seat: Seat) -> SeatMenu {
        match self.past.house.ending() {
            None => self.table.menu(seat),
            Some(_) => SeatMenu::default(),
        }
    }

    /// Returns how the match ended by its rules or by the house; none while it runs or if it was called off.
    pub(super) fn outcome(&self) -> (Ended, Option<Outcome>) {
        let outcome = match (self.past.house.ending(), self.table.status()) {
            (Some(Ending::CalledOff { .. } | Ending::Aborted), _) => {
                return (Ended::Aborted, None);
            }
            (Some(ending), _) => ending.outcome(),
            (None, Status::Over(outcome)) => Some(outcome),
            (None, Status::Waiting(_)) => None,
        };
        let ended = match &outcome {
            None => Ended::Running,
            Some(Outcome { winner: None, .. }) => Ended::Draw,
            Some(Outcome { winner: Some(seat), .. }) => Ended::Won(*seat),
        };
        (ended, outcome)
    }

    /// Returns the last step as the game writes it.
    pub(super) fn written(&self) -> Option<&str> {
        self.past.steps.last().map(|it| it.written.as_str())
    }

    pub(super) fn throws(&self) -> &[String] {
        &self.past.throws
    }

    pub(super) fn take_throws(&mut self) -> Vec<String> {
        std::mem::take(&mut self.past.throws)
    }

    pub(super) fn queue(&mut self, throws: Vec<&str>) {
        self.past.throws.extend(throws.into_iter().map(str::to_owned));
    }

    /// Sets up a part of the position.
    pub(super) fn arrange(&mut self, part: &str) -> Result<(), String> {
        if !self.past.steps.is_empty() {
            return Err("`setup` stands before the first step".to_owned());
        }
        self.table.arrange(part).map_err(|it| refused(&it))
    }

    /// Does what a player types: a word for the house, or a step of the game.
    pub(super) fn say(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let plain = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let on_turn = self.table.status().waits_for(seat);
        let marks: Vec<StepMark> = self.past.steps.iter().map(|it| it.mark).collect();
        let over = matches!(self.table.status(), Status::Over(_));
        let house = &mut self.past.house;
        match plain.as_str() {
            "resign" | "abort" | "draw" | "draw offer" | "draw accept" | "draw decline"
            | "undo" | "undo accept" | "undo decline"
                if over =>
            {
                Err(Refusal::over())
            }
            "resign" => house.resign(seat, &marks, Early::CallsOff),
            "abort" => house.abort(seat, &marks, Early::CallsOff),
            "draw accept"
                if house.ending().is_none() && house.draw_offered_by() != Some(seat.other()) =>
            {
                Err(Refusal::new(Code::NotNow, "You have no draw offer to answer."))
            }
            "draw" | "draw offer" | "draw accept" => house.draw(seat, on_turn).map(|_| ()),
            "draw decline" => house.decline_draw(seat).map(|_| ()),
            "undo" => {
                let agrees = house.undo_asked_by() == Some(seat.other());
                let answer = house.undo(seat, &marks)?;
                self.take_back(answer, agrees)
            }
            "undo accept" => {
                let answer = house.accept_undo(seat, &marks)?;
                self.take_back(answer, true)
            }
            "undo decline" => house.decline_undo(seat).map(|_| ()),
            _ => self.step(seat, words),
        }
    }

    /// Plays the words of a learner: with the queued throws if they fit, otherwise with throws
    /// that are the same each time.
    pub(super) fn step_freely(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let ply = StepKey { step: u32::try_from(self.past.steps.len()).unwrap_or(0), take: 0 };
        match self.step(seat, words) {
            Err(refusal) if refusal.code == Code::Unscripted => {
                self.step_by(seat, words, Dice::fair(&Seed::from_bytes([0; 32]), ply))
            }
            done => done,
        }
    }

    /// Checks that words can be said here, and takes them back.
    pub(super) fn try_out(&mut self, seat: Seat, words: &str) -> Result<(), String> {
        let saved = self.table.save()?;
        let past = self.past.clone();
        let came = self.step_freely(seat, words).map_err(|it| refused(&it));
        self.past = past;
        self.table = self.rules.resume(&saved)?;
        came
    }

    fn step(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let dice = Dice::scripted(self.past.throws.iter().cloned());
        self.step_by(seat, words, dice)
    }

    fn step_by(&mut self, seat: Seat, words: &str, mut dice: Dice) -> Result<(), Refusal> {
        if self.past.house.ending().is_some() {
            return Err(Refusal::over());
        }
        let before = self.table.save().map_err(broken)?;
        let owed = self.table.status().waits_for(seat);
        let played = self.table.play(seat, words, &mut dice)?;
        self.past.throws = dice.left();
        let ended_turn = owed && !self.table.status().waits_for(seat);
        self.past.house.stepped(seat, ended_turn);
        let mark = StepMark { seat, fixed: played.fixed, decided: played.decided, ended_turn };
        let Played { written, action, events, .. } = played;
        let played = table::Past { seat, action, events };
        self.past.steps.push(PlayedStep { before, mark, written, played });
        Ok(())
    }

    /// Returns to the state before the first step taken back. Its throws don't fall again; after
    /// consent, unknown things are dealt again with the queued throws.
    fn take_back(&mut self, answer: UndoAnswer, by_consent: bool) -> Result<(), Refusal> {
        let keep = match answer {
            UndoAnswer::Done { keep } => keep as usize,
            UndoAnswer::Asked { .. } | UndoAnswer::Declined | UndoAnswer::Withdrawn => {
                return Ok(());
            }
        };
        let Some(step) = self.past.steps.get(keep) else {
            return Err(Refusal::new(Code::Broken, "There is no such step to go back to."));
        };
        let table = self.rules.resume(&step.before).map_err(broken)?;
        self.table = if by_consent {
            let gone: Vec<_> = self.past.steps[keep..].iter().map(|it| it.played.clone()).collect();
            let mut dice = Dice::scripted(self.past.throws.iter().cloned());
            let back = table.back(&gone, &mut dice)?;
            self.past.throws = dice.left();
            back
        } else {
            table
        };
        self.past.steps.truncate(keep);
        Ok(())
    }

    /// Says words that must be refused with `code` and change nothing; if they were carried out, they are taken back.
    pub(super) fn refuse(&mut self, code: Code, seat: Seat, words: &str) -> Result<(), String> {
        let saved = self.table.save()?;
        let past = self.past.clone();
        let Err(refusal) = self.say(seat, words) else {
            self.past = past;
            self.table = self.rules.resume(&saved)?;
            return Err(format!("expected a refusal as {}; it was carried out", code.name()));
        };
        let seen = refused(&refusal);
        let fits = refusal.code == code;
        self.refusal = Some(refusal);
        if self.table.save()? != saved || self.past != past {
            self.past = past;
            self.table = self.rules.resume(&saved)?;
            return Err(format!("{seen}; but it left a change behind"));
        }
        if fits { Ok(()) } else { Err(format!("expected a refusal as {}; {seen}", code.name())) }
    }

    /// Ends the lines that may speak of the last refusal.
    pub(super) fn forget_refusal(&mut self) {
        self.refusal = None;
    }

    /// Checks the sentences of the last refusal.
    pub(super) fn refusal_says(&self, part: &str) -> Result<(), String> {
        let refusal = self.last_refusal()?;
        if refusal.says.contains(part) {
            return Ok(());
        }
        Err(format!("expected a refusal that says `{part}`; it says `{}`", refusal.says))
    }

    /// Checks that the last refusal offers all these words.
    pub(super) fn refusal_offers(&self, offers: &[&str]) -> Result<(), String> {
        let Refusal { instead, .. } = self.last_refusal()?;
        let missing = |wanted: &&&str| !instead.iter().any(|offer| offer == **wanted);
        match offers.iter().find(missing) {
            None => Ok(()),
            Some(offer) => {
                Err(format!("expected the offer `{offer}`; the offers are: {}", listed(instead)))
            }
        }
    }

    fn last_refusal(&self) -> Result<&Refusal, String> {
        self.refusal.as_ref().ok_or_else(|| "right above this line nothing was refused".to_owned())
    }

    /// Saves the match as text and resumes it.
    pub(super) fn through_text(&mut self) -> Result<(), String> {
        let kept = serde_json::to_string(&(self.table.save()?, &self.past.house))
            .map_err(|err| format!("the match can't be written: {err}"))?;
        let (saved, house): (Saved, MatchRules) = serde_json::from_str(&kept)
            .map_err(|err| format!("the saved match can't be read: {err}"))?;
        let table = self
            .rules
            .resume(&saved)
            .map_err(|err| format!("the saved match can't be loaded: {err}"))?;
        if table.save()? != self.table.save()? || house != self.past.house {
            return Err("the match is another one after it was saved".to_owned());
        }
        self.table = table;
        self.past.house = house;
        Ok(())
    }
}

/// Lists words, or says that there are none.
pub(super) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => "none".to_owned(),
        words => words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "),
    }
}

fn broken(why: String) -> Refusal {
    Refusal::new(Code::Broken, why)
}
