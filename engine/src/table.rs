//! A match of any game, with the game's types erased: the interface for other crates.
mod chosen;
mod data;
mod heard;
mod labels;
mod news;
mod thinker;
mod two_turns;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    chance::Dice,
    game::{self, Choices, Game, Group, Label, Outcome, PdnStep, PromptKind, Status, Step, Why},
    games::{GameId, Listed},
    question::Question,
    refusal::{Code, Refusal},
    scene::{self, Scene, court::Film},
    seat::{BySeat, Observer, Seat, Viewer},
};

pub use self::{
    data::{BoardChoice, Past, Played, Saved, SeatMenu},
    heard::squares_apart,
    thinker::Thinker,
    two_turns::{position, reached},
};
use chosen::plain;
use news::News;

/// A match the caller can play without knowing which game it is.
pub trait Table: Thinker + Send {
    fn game(&self) -> GameId;
    /// Returns who has to act, or how the match ended.
    fn status(&self) -> Status;
    /// Says why a match of this game ended, as the end of a sentence: `White has no pieces left`.
    ///
    /// # Errors
    /// If the data isn't from this game.
    fn why(&self, why: &Why) -> Result<String, String>;
    /// Returns what `seat` may type now.
    fn menu(&self, seat: Seat) -> SeatMenu;
    /// Labels what `seat` may type; words that can't be read get their notation.
    fn labels(&self, seat: Seat, words: &[&str]) -> Vec<Label>;
    /// Returns what `seat` may do now, each with its label and what it is about on the board, in the order of [`Table::menu`].
    fn board_choices(&self, seat: Seat) -> Vec<BoardChoice>;
    /// Describes the choices with this beginning, and what their menu asks, as [`Game::group`] does.
    fn group(&self, seat: Seat, begins: &str) -> Group;
    /// Plays what `seat` typed, or changes nothing.
    ///
    /// # Errors
    /// When the words fit nothing or several things, when a rule forbids them, or when the seat
    /// owes nothing. [`Code::Broken`] when the step can't be written as JSON, which is a fault of
    /// the game.
    fn play(&mut self, seat: Seat, text: &str, dice: &mut Dice) -> Result<Played, Refusal>;
    /// Says what happened in stored events ([`Played`], [`Saved`]), as the onlooker may know it.
    ///
    /// # Errors
    /// When the value holds no events of this game.
    fn tell(&self, events: &Value, to: Observer<'_>) -> Result<Vec<String>, String>;
    /// Says what happened in the last step or the opening.
    fn told(&self, to: Observer<'_>) -> Vec<String>;
    /// Returns the events of the last step or the opening, as [`Table::tell`] reads them.
    ///
    /// # Errors
    /// When they can't be written as JSON, which is a fault of the game.
    fn events(&self) -> Result<Value, String>;
    /// Shows the match after the last turn, and what has happened in the current one.
    fn show(&self, to: Observer<'_>) -> Scene;
    /// Shows the match while a seat chooses: among the choices that start with `begins`, such as
    /// `c3`, the moving piece and its targets, or all movable pieces if there are several. Empty
    /// means all choices. Case, spaces and a final `*` don't matter; an unknown beginning marks
    /// nothing.
    ///
    /// Choices of a private prompt are shown to the seat itself and to nobody else.
    fn show_chosen(&self, to: Observer<'_>, begins: &str) -> Scene;
    /// Shows the match before something that `seat` might type, with that drawn; words that can't be read draw nothing.
    fn show_choice(&self, to: Observer<'_>, seat: Seat, text: &str) -> Scene;
    /// Returns the film of the last step, if it shows more than a picture.
    fn film(&self) -> Option<Film>;
    /// Shows the highlight of the last step, such as the ball in the goal, if the board was set up again after it.
    fn moment(&self, to: Observer<'_>) -> Option<Scene>;
    /// Tells whether the last step had a highlight.
    fn has_moment(&self) -> bool;
    /// Writes the position as a FEN, if the game has that notation; see [`Game::fen`].
    fn fen(&self) -> Option<String>;
    /// Says what only `seat` may know, in words; none if nothing is hidden.
    fn hand(&self, seat: Seat) -> Option<String>;
    /// Says what only `seat` knew, once a match is over, as sentences about `who`; none if nothing is hidden.
    fn disclose(&self, seat: Seat, who: &str) -> Option<String>;
    /// Answers a question of `seat` about this position, for their eyes only; none if the words ask nothing.
    ///
    /// # Errors
    /// When it is a question and can't be answered.
    fn ask(&self, seat: Seat, text: &str) -> Option<Result<String, Refusal>>;
    /// Answers a question about this position, as [`Game::answer`] and [`Game::recall`] do; none if the game can't say.
    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>>;
    /// Says in a sentence what both players should know now, such as a draw that is near.
    fn notice(&self) -> Option<String>;
    /// Draws an answered question; none if words say it all.
    fn sketch(&self, seat: Seat, asked: &str, to: Observer<'_>) -> Option<Scene>;
    /// Returns controls below the answer to a question, in rows of at most five, each with whole words.
    fn panel(&self, seat: Seat, asked: &str) -> Vec<Vec<(String, Label)>>;
    /// Completes words that refer to the last question of `seat` in this position; none if that isn't needed.
    fn complete(&self, seat: Seat, asked: &str, text: &str) -> Option<String>;
    /// Picks some words of `seat`, for tests and idle seats.
    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<String>;
    /// Returns the default for `seat` when it runs out of time for a choice out of turn.
    fn default_for(&self, seat: Seat, dice: &mut Dice) -> Option<String>;
    /// Returns another match that looks the same to `viewer`.
    fn determinize(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Table>;
    /// Returns this position as restored by an agreed undo, with what nobody can know dealt again;
    /// `gone` are the steps taken back, first to last.
    ///
    /// # Errors
    /// If a step isn't from this game, or a script of dice doesn't fit.
    fn back(&self, gone: &[Past], dice: &mut Dice) -> Result<Box<dyn Table>, Refusal>;
    /// Says what some steps revealed, in clauses such as `Ann has seen the whole pile`.
    ///
    /// # Errors
    /// When a step is none of this game.
    fn seen(&self, steps: &[Past], to: Observer<'_>) -> Result<Vec<String>, String>;
    /// Returns this position as the start of another match, with secrets dealt again.
    fn anew(&self, dice: &mut Dice) -> Box<dyn Table>;
    /// Sets up a part of a position by hand (scenario files only).
    ///
    /// # Errors
    /// When the line can't be read or makes no sense.
    fn arrange(&mut self, line: &str) -> Result<(), Refusal>;
    /// Returns the state of a part of the position (scenario files only).
    ///
    /// # Errors
    /// When there is no such part.
    fn probe(&self, part: &str) -> Result<String, Refusal>;
    /// Writes a match as PDN from this table's position, if the game has PDN.
    ///
    /// # Errors
    /// When a step is none of this game.
    fn pdn(
        &self,
        tags: &[(String, String)],
        steps: &[Past],
        outcome: Option<&Outcome>,
    ) -> Result<Option<String>, String>;
    /// Writes the match as it is stored between steps.
    ///
    /// # Errors
    /// If it can't be written as JSON, which is a fault of the game. Then nothing of the match may be
    /// stored.
    fn save(&self) -> Result<Saved, String>;
}

pub(crate) struct Match<G: Listed> {
    game: G,
    news: News<G, G::Event>,
}

/// Opens a match of a game by its type, also of one that isn't in [`GameId`].
///
/// # Errors
/// When the options can't be played.
pub fn open<G: Listed>(options: &G::Options, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
    let mut step = Step::new(dice);
    let game = G::open(options, &mut step)?;
    let (events, _) = step.finish();
    Ok(Box::new(Match { game, news: News::new(events) }))
}

impl<G: Listed> Match<G> {
    pub(crate) fn open(options: Value, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
        open::<G>(&read_options::<G>(options)?, dice)
    }

    pub(crate) fn resume(saved: &Saved) -> Result<Box<dyn Table>, String> {
        let Saved { rules, state, last } = saved;
        let rules = *rules;
        let unread = |err: String| {
            format!("a match of {} saved under rules {rules} can't be read: {err}", G::TITLE)
        };
        let (game, news) = match rules {
            rules if rules == G::RULES => (read(state), read(last).map_err(unread)?),
            // Events of older rules may differ, so an upgraded match starts without last events.
            older => {
                let state = G::upgrade(older, state.clone()).map_err(unread)?;
                (read(&state), News::new(Vec::new()))
            }
        };
        let game = game.map_err(unread)?;
        Ok(Box::new(Match::<G> { game, news }))
    }
}

/// Reads stored options.
pub(crate) fn read_options<G: Game>(options: Value) -> Result<G::Options, Refusal> {
    read(&options)
        .map_err(|_| Refusal::unreadable(format!("These aren't options of {}.", G::TITLE)))
}

impl<G: Listed> Table for Match<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn status(&self) -> Status {
        match self.game.status() {
            Status::Waiting(prompts) => Status::Waiting(prompts),
            Status::Over(outcome) => Status::Over(kept::<G>(outcome)),
        }
    }

    fn why(&self, why: &Why) -> Result<String, String> {
        game::why::<G>(why)
    }

    fn menu(&self, seat: Seat) -> SeatMenu {
        let Choices { listed, grammar } = self.game.choices(seat);
        SeatMenu { listed: listed.iter().map(|action| self.game.write(action)).collect(), grammar }
    }

    fn labels(&self, seat: Seat, words: &[&str]) -> Vec<Label> {
        self.labelled(seat, words)
    }

    fn board_choices(&self, seat: Seat) -> Vec<BoardChoice> {
        self.on_board(seat)
    }

    fn group(&self, seat: Seat, begins: &str) -> Group {
        self.game.group(seat, begins)
    }

    fn play(&mut self, seat: Seat, text: &str, dice: &mut Dice) -> Result<Played, Refusal> {
        let sealed = match self.game.status() {
            Status::Over(_) => return Err(Refusal::over()),
            status @ Status::Waiting(_) if !status.waits_for(seat) => {
                return Err(Refusal::not_yours(G::SIDES[seat.other().index()]));
            }
            Status::Waiting(prompts) => prompts
                .iter()
                .any(|prompt| prompt.seat == seat && prompt.kind == PromptKind::Sealed),
        };
        let Choices { listed, grammar } = self.game.choices(seat);
        let action = self.heard(seat, text)?;
        let written = self.game.write(&action);
        let mut step = Step::new(dice);
        let mut next = self.game.clone();
        next.act(seat, &action, &mut step)?;
        let (events, fixed) = step.finish();
        let names = BySeat::new(|seat: Seat| G::SIDES[seat.index()].to_owned());
        let room = Observer { viewer: Viewer::Room, names: &names };
        let played = Played {
            written,
            action: data(&action).map_err(broken)?,
            events: data(&events).map_err(broken)?,
            fixed,
            decided: 1 < listed.len() || grammar.is_some(),
            sealed,
        };
        let had_moment = next.moment(&self.game, &events, room).is_some();
        let moves = !sealed && self.game.pick(seat, &action).is_some_and(|it| it.from.is_some());
        let made = moves.then(|| (seat, played.written.clone()));
        self.news.step(events, made, !next.status().waits_for(seat));
        let before = std::mem::replace(&mut self.game, next);
        self.news.before = had_moment.then_some(before);
        Ok(played)
    }

    fn tell(&self, events: &Value, to: Observer<'_>) -> Result<Vec<String>, String> {
        let events: Vec<G::Event> = read(events)?;
        Ok(events.iter().filter_map(|event| self.game.tell(event, to)).collect())
    }

    fn told(&self, to: Observer<'_>) -> Vec<String> {
        self.news.last().iter().filter_map(|event| self.game.tell(event, to)).collect()
    }

    fn events(&self) -> Result<Value, String> {
        data(&self.news.last())
    }

    fn show(&self, to: Observer<'_>) -> Scene {
        let mut scene = self.game.show(&self.news.all(), to);
        self.news.show(&mut scene, (G::SAYS, G::GUIDE), to);
        if let Status::Over(Outcome { winner, why: _ }) = self.game.status() {
            let won = winner.map(|seat| format!("{} wins", to.name(seat)));
            scene = scene.under(won.unwrap_or("A draw".to_owned()));
        }
        scene
    }

    fn show_chosen(&self, to: Observer<'_>, begins: &str) -> Scene {
        let mut scene = self.show(to);
        let picks = self.picks(to.viewer, begins);
        if !picks.is_empty() && !plain(begins).is_empty() {
            scene::quieten(&mut scene);
        }
        scene::highlight(&mut scene, &picks);
        scene
    }

    fn show_choice(&self, to: Observer<'_>, seat: Seat, text: &str) -> Scene {
        let mut scene = self.show(to);
        if let Ok(action) = self.game.read(seat, text) {
            scene::quieten(&mut scene);
            self.game.draw_choice(&mut scene, seat, &action);
        }
        scene
    }

    fn film(&self) -> Option<Film> {
        self.game.film(self.news.last())
    }

    fn has_moment(&self) -> bool {
        self.news.before.is_some()
    }

    fn moment(&self, to: Observer<'_>) -> Option<Scene> {
        let mut scene = self.game.moment(self.news.before.as_ref()?, self.news.last(), to)?;
        self.news.show(&mut scene, (G::SAYS, G::GUIDE), to);
        Some(scene)
    }

    fn fen(&self) -> Option<String> {
        self.game.fen()
    }

    fn hand(&self, seat: Seat) -> Option<String> {
        self.game.hand(seat)
    }

    fn disclose(&self, seat: Seat, who: &str) -> Option<String> {
        self.game.disclose(seat, who)
    }

    fn ask(&self, seat: Seat, text: &str) -> Option<Result<String, Refusal>> {
        self.game.ask(seat, text)
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        let now = self.game.answer(question, to);
        now.or_else(|| self.game.recall(question, &self.news.all(), to))
    }

    fn notice(&self) -> Option<String> {
        self.game.notice()
    }

    fn sketch(&self, seat: Seat, asked: &str, to: Observer<'_>) -> Option<Scene> {
        self.game.sketch(seat, asked, to)
    }

    fn panel(&self, seat: Seat, asked: &str) -> Vec<Vec<(String, Label)>> {
        self.game.panel(seat, asked)
    }

    fn complete(&self, seat: Seat, asked: &str, text: &str) -> Option<String> {
        self.game.complete(seat, asked, text)
    }

    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<String> {
        self.game.sample(seat, dice).map(|action| self.game.write(&action))
    }

    fn default_for(&self, seat: Seat, dice: &mut Dice) -> Option<String> {
        self.game.default_for(seat, dice).map(|action| self.game.write(&action))
    }

    fn determinize(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Table> {
        let game = self.game.determinize(viewer.known(), dice);
        Box::new(Match { game, news: self.news.clone() })
    }

    fn back(&self, gone: &[Past], dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
        let gone = said::<G>(gone).map_err(|err| Refusal::new(Code::Broken, err))?;
        Ok(Box::new(Match { game: self.game.back(&gone, dice)?, news: self.news.clone() }))
    }

    fn seen(&self, steps: &[Past], to: Observer<'_>) -> Result<Vec<String>, String> {
        Ok(self.game.seen(&said::<G>(steps)?, to))
    }

    fn anew(&self, dice: &mut Dice) -> Box<dyn Table> {
        let game = self.game.determinize(Viewer::Room.known(), dice);
        Box::new(Match { game, news: News::new(Vec::new()) })
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        let mut next = self.game.clone();
        next.arrange(line)?;
        self.game = next;
        self.news = News::new(Vec::new());
        Ok(())
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        self.game.probe(part)
    }

    fn pdn(
        &self,
        tags: &[(String, String)],
        steps: &[Past],
        outcome: Option<&Outcome>,
    ) -> Result<Option<String>, String> {
        Ok(self.game.pdn(tags, &said::<G>(steps)?, outcome))
    }

    fn save(&self) -> Result<Saved, String> {
        Ok(Saved { rules: G::RULES, state: data(&self.game)?, last: data(&self.news)? })
    }
}

/// Reads stored steps.
fn said<G: Game>(steps: &[Past]) -> Result<Vec<PdnStep<G>>, String> {
    let step = |Past { seat, action, events }: &Past| {
        Ok(PdnStep { seat: *seat, action: read(action)?, events: read(events)? })
    };
    steps.iter().map(step).collect()
}

/// Returns an ending as it is stored. An end is plain data, which can always be written; the law
/// suite reads every one back.
pub(crate) fn kept<G: Game>(outcome: Outcome<G::End>) -> Outcome {
    outcome.map(|end| Why::Rule(data(&end).unwrap_or_default()))
}

/// Turns data into JSON. States, actions and events are structs, enums, lists and numbers with string keys only, for which this
/// doesn't fail; the law suite saves every one of them.
fn data(value: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|err| format!("it can't be written as JSON: {err}"))
}

/// Turns JSON into data. Everything is read by reference: each way to read compiles every type of every game once more.
fn read<T: DeserializeOwned>(from: &Value) -> Result<T, String> {
    T::deserialize(from).map_err(|err| err.to_string())
}

fn broken(why: String) -> Refusal {
    Refusal::new(Code::Broken, why)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_cannot_be_written_is_an_error_and_not_null() {
        assert_eq!(data(&[1, 2]), Ok(serde_json::json!([1, 2])));
        let square_by_square = BTreeMap::from([((1_u8, 2_u8), 3)]);
        assert!(data(&square_by_square).unwrap_err().contains("can't be written"));
    }
}
