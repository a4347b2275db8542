//! What a game must say about itself to be played here.
mod choices;
pub(crate) mod label;
mod outcome;
mod record;
mod step;

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    chance::Dice,
    question::Question,
    quote::{sentence, short},
    refusal::{Code, Refusal},
    scene::{self, Ink, Pick, Scene, Side, Surface, court::Film},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};

pub(crate) use self::outcome::why;
pub use self::{
    choices::{Choices, read_listed},
    label::{Emphasis, Group, Label},
    outcome::{Outcome, Why},
    record::{Fit, PdnStep},
    step::Step,
};

/// A game in progress: the value is its whole state, secrets included.
///
/// Rules for every game: only `open` and `act` change the state; chance comes only through
/// [`Step`]; everything told or shown is for an [`Observer`]; after a refusal the value is
/// discarded, so `act` may stop half-way.
///
/// A [`Table`](crate::table::Table) stands between a game and everybody else. It refuses the player
/// who owes no decision, and everybody once [`Game::status`] says that it is over, before it calls
/// [`Game::read`] or [`Game::act`]: a game need not look again. Whether an action is allowed here
/// and now is for the game to check. `CONTRIBUTING.md` has a complete small game to start from.
pub trait Game:
    Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + 'static
{
    /// Grows whenever a saved state or the meaning of an action changes.
    const RULES: u16;
    /// The oldest rules whose matches can still be replayed, step by step, from their options and words.
    const PLAYS_AGAIN_FROM: u16 = Self::RULES;
    /// The name of the game as a title.
    const TITLE: &'static str;
    /// What else people call it, in small letters.
    const ALSO: &'static [&'static str] = &[];
    /// What the game is, in one line for a picker; at most 80 characters.
    const SAYS: &'static str;
    /// The rules in players' words: Markdown with `# Title`, an introduction and `## topic` sections, kept in `data/rules`.
    const GUIDE: &'static str;
    /// What the two sides are called, the first seat's before the second's.
    const SIDES: [&'static str; 2];
    /// The options of a shorter match, as they are typed; empty where there is none.
    const QUICK: &'static str = "";
    /// The drawing that stands for the game, as that of a [`Label`]; may be empty.
    const SIGN: &'static str = "";
    /// What may be agreed before a match.
    const SETTINGS: &'static [Setting] = &[];
    /// Whether a match has dice, a wheel or a shuffle. Without them, fair dice aren't mentioned.
    const CHANCE: bool = true;

    /// What was agreed, checked and complete.
    type Options: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned;
    /// What one seat decides without learning anything new on the way.
    type Action: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned;
    /// One thing that happened, in the past tense.
    type Event: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// Why a match ended by the rules, with all that the sentence about it needs. It is stored with the match.
    type End: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned;

    /// Makes options from settings that were read against [`Game::SETTINGS`].
    ///
    /// # Errors
    /// When values don't go together or a free value doesn't fit; the refusal says what would.
    fn options(given: &Given) -> Result<Self::Options, Refusal>;
    /// Says the variations in a few words, such as `Continental, snap`; empty for the usual game.
    fn variation(_options: &Self::Options) -> String {
        String::new()
    }
    /// Says in whole sentences what both should read before they agree on these options; none if the variation says it all.
    fn agreement(_options: &Self::Options) -> Option<String> {
        None
    }
    /// Tells whether a side knows or chooses anything in secret in a match with these options, so that a whole room can't play it.
    fn keeps_secrets(_options: &Self::Options) -> bool {
        false
    }
    /// Sets up a match.
    ///
    /// # Errors
    /// When the options can't be played, such as a position where nobody has a piece.
    fn open(options: &Self::Options, step: &mut Step<'_, Self::Event>) -> Result<Self, Refusal>;
    /// Returns the options, if the state has them; the picture's title names the variation.
    fn agreed(&self) -> Option<&Self::Options> {
        None
    }
    /// Says who owes a decision now, or how the match ended.
    fn status(&self) -> Status<Self::End>;
    /// Returns what `seat` may do now; nothing while only the other side owes a decision, nor once it is over. Everybody sees it,
    /// unless the prompt is [private](PromptKind::is_private).
    fn choices(&self, seat: Seat) -> Choices<Self::Action>;
    /// Carries out an action of a seat that owes a decision.
    ///
    /// # Errors
    /// When a rule forbids the action; the refusal names the rule and what would work.
    fn act(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        step: &mut Step<'_, Self::Event>,
    ) -> Result<(), Refusal>;

    /// Writes an action as players type it here and now.
    fn write(&self, action: &Self::Action) -> String;
    /// Says what a control shows for an action of `seat`: words for people, and the result. Everyone who sees the choice sees
    /// the label, so it tells no secret. No two choices of a position have the same label and explanation.
    fn label(&self, _seat: Seat, action: &Self::Action) -> Label {
        Label::typed(&self.write(action))
    }
    /// Says what the choices of `seat` that begin so have in common, and what their menu asks. An empty beginning stands for all of
    /// them; one that ends with `*` stops within a word.
    fn group(&self, _seat: Seat, begins: &str) -> Group {
        Group::typed(begins)
    }
    /// Says what happened to someone watching; none if they may not know.
    fn tell(&self, event: &Self::Event, to: Observer<'_>) -> Option<String>;
    /// Says why a match ended, as the end of a sentence: `White has no pieces left`.
    fn why(end: &Self::End) -> String;
    /// Shows the board after `last` as the onlooker may see it.
    fn show(&self, last: &[Self::Event], to: Observer<'_>) -> Scene;

    /// Sets up a part of a position by hand, for scenario files: one line such as `c3 white king`.
    ///
    /// # Errors
    /// When the line can't be read or makes no sense; the refusal says what would.
    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        Err(Refusal::new(Code::Unknown, format!("`{}` isn't a setup line here.", short(line))))
    }
    /// Says how a part of the position stands, for scenario files: `c3` might be `white king`.
    ///
    /// # Errors
    /// When there is no such part.
    fn probe(&self, part: &str) -> Result<String, Refusal> {
        Err(Refusal::new(Code::Unknown, format!("`{}` isn't a part of this game.", short(part))))
    }

    /// Reads what a player typed who owes a decision. The inverse of [`Game::write`].
    ///
    /// # Errors
    /// When the words fit no action, or several.
    fn read(&self, seat: Seat, text: &str) -> Result<Self::Action, Refusal> {
        read_listed(self, self.choices(seat), text)
    }

    /// Picks some action of `seat`, for tests and idle seats; games with open choices say how.
    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<Self::Action> {
        let Choices { listed, grammar: _ } = self.choices(seat);
        let n = u32::try_from(listed.len()).ok().filter(|&n| 0 < n)?;
        let n = dice.below("a choice", n).ok()?;
        listed.into_iter().nth(n as usize)
    }

    /// Returns the default for `seat` when it runs out of time for a choice out of turn; none if it
    /// has to be waited for. Without a clock there are no defaults. A sealed choice is random, a
    /// reaction is `pass` or the first in the list, anything else is played only if it is the only
    /// choice.
    fn default_for(&self, seat: Seat, dice: &mut Dice) -> Option<Self::Action> {
        let Status::Waiting(prompts) = self.status() else { return None };
        let kind = prompts.iter().find(|it| it.seat == seat)?.kind;
        let Choices { listed, grammar } = self.choices(seat);
        let pass = listed.iter().find(|action| self.write(action) == "pass");
        match (kind, pass, &listed[..]) {
            (PromptKind::Sealed, _, _) => self.sample(seat, dice).map(|action| self.once(action)),
            (_, Some(pass), _) => Some(pass.clone()),
            (PromptKind::Reaction, None, listed) => listed.first().cloned(),
            (PromptKind::Turn | PromptKind::Private, None, [only]) => {
                Some(only.clone()).filter(|_| grammar.is_none())
            }
            (PromptKind::Turn | PromptKind::Private, None, _) => None,
        }
    }

    /// Returns an action without its effects on later choices, because a default shouldn't bind a
    /// player.
    fn once(&self, action: Self::Action) -> Self::Action {
        action
    }

    /// Returns another state that looks the same to someone who knows the secrets of these seats
    /// and what the room knows: every other secret dealt again. Games without secrets need not say
    /// anything.
    fn determinize(&self, _known: BySeat<bool>, _dice: &mut Dice) -> Self {
        self.clone()
    }

    /// Returns this position as restored by an agreed undo (0.7). `gone` are the steps taken back,
    /// first to last.
    ///
    /// What neither player can know here is dealt again, so that what they saw tells nothing about
    /// the future. A secret that stays in place although a player saw it in those steps is known to
    /// them from now on.
    ///
    /// # Errors
    /// [`Code::Unscripted`] where a script doesn't fit.
    fn back(&self, _gone: &[PdnStep<Self>], dice: &mut Dice) -> Result<Self, Refusal> {
        Ok(self.determinize(BySeat { first: true, second: true }, dice))
    }

    /// Says what some steps revealed, for the player who is asked to let them be taken back:
    /// clauses such as `Ann has seen the whole pile`. It includes everything that makes an undo
    /// need consent.
    fn seen(&self, _steps: &[PdnStep<Self>], _to: Observer<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Writes where the pieces stand and who moves as a FEN, such as `W:W21,22:BK1,2`; none for a
    /// game without such a notation. It holds no secret.
    fn fen(&self) -> Option<String> {
        None
    }

    /// Says what only `seat` may know, in words; none if nothing is hidden.
    fn hand(&self, _seat: Seat) -> Option<String> {
        None
    }

    /// Says what only `seat` knew, once a match is over: to everybody, as sentences about `who`; none if nothing is hidden.
    fn disclose(&self, _seat: Seat, _who: &str) -> Option<String> {
        None
    }

    /// Answers a question of `seat` about this position, such as where a shot would go; none if the words ask nothing.
    ///
    /// The answer is told to the one who asked and to nobody else, costs no turn and is no step, so it may say only what
    /// `seat` could work out from [`Game::show`] and [`Game::hand`]. No choice may read as a question.
    ///
    /// # Errors
    /// When it is a question and can't be answered; the refusal says what could be asked instead.
    fn ask(&self, _seat: Seat, _text: &str) -> Option<Result<String, Refusal>> {
        None
    }

    /// Answers a question about this position in whole sentences, from the board and the rules; none if this game can't say.
    ///
    /// It is told as the onlooker may know it. What would come of a move is tried on another state that looks the same to them
    /// ([`Game::determinize`]), with dice of its own. It says what is and never what is best, and changes nothing.
    fn answer(&self, _question: &Question, _to: Observer<'_>) -> Option<Vec<String>> {
        None
    }

    /// Answers a question that [`Game::answer`] leaves open, from what happened in the last turn and the current one.
    fn recall(
        &self,
        _question: &Question,
        _last: &[Self::Event],
        _to: Observer<'_>,
    ) -> Option<Vec<String>> {
        None
    }

    /// Says in a sentence what both players should know now that nobody is asked for, such as a draw
    /// that is near.
    fn notice(&self) -> Option<String> {
        None
    }

    /// Draws what a question that was answered is about, for the player who asked; none if words say it all.
    fn sketch(&self, _seat: Seat, _asked: &str, _to: Observer<'_>) -> Option<Scene> {
        None
    }

    /// Returns controls below the answer to a question, in rows of at most five: other questions that change it a little, and the action
    /// it is about. Each sends whole words, so that nothing has to be stored.
    fn panel(&self, _seat: Seat, _asked: &str) -> Vec<Vec<(String, Label)>> {
        Vec::new()
    }

    /// Completes words that refer to the last question of `seat` in this position: after `aim 2 at
    /// ball 60`, `left 2` may be another question and `flick` the shot itself. None for words that
    /// need no completion.
    fn complete(&self, _seat: Seat, _asked: &str, _text: &str) -> Option<String> {
        None
    }

    /// Says which piece an action of `seat` moves and where to, so that a picture can show it to
    /// the player who chooses; none if the action is about nothing on the board.
    fn pick(&self, _seat: Seat, _action: &Self::Action) -> Option<Pick> {
        None
    }

    /// Draws an action of `seat` that is only suggested into a picture of this position.
    fn draw_choice(&self, scene: &mut Scene, seat: Seat, action: &Self::Action) {
        self.pick(seat, action).iter().for_each(|pick| scene::arrow(scene, pick));
    }

    /// Returns the highlight of a step, such as a goal, a new king or the last piece, with a
    /// banner: `self` is the game after the step, `before` the game before it, `last` its events.
    /// `None` for an ordinary step.
    fn moment(&self, _before: &Self, _last: &[Self::Event], _to: Observer<'_>) -> Option<Scene> {
        None
    }

    /// Returns the film of one step's events, if it shows more than a picture.
    fn film(&self, _last: &[Self::Event]) -> Option<Film> {
        None
    }

    /// Writes a match as PDN, if the game has such a form: `self` is the position before the first of `steps`, `tags` come
    /// first in their order, `outcome` is how the match ended if it did.
    fn pdn(
        &self,
        _tags: &[(String, String)],
        _steps: &[PdnStep<Self>],
        _outcome: Option<&Outcome>,
    ) -> Option<String> {
        None
    }

    /// Says how well a record of a match, such as PDN, fits this game; none if the game
    /// continues from no record. What is looked at is what the record says of itself: whether it
    /// can be played here is seen when it is read as the setting `from`.
    ///
    /// # Errors
    /// When the record is of another game, or can't be read at all.
    fn fit(_record: &str) -> Option<Result<Fit, Refusal>> {
        None
    }

    /// Brings a state saved under older rules up to date.
    ///
    /// # Errors
    /// When there is no way from those rules to these.
    fn upgrade(from: u16, _saved: serde_json::Value) -> Result<serde_json::Value, String> {
        Err(format!("no upgrade from rules {from} to {}", Self::RULES))
    }
}

/// Who has to act, or how it ended; `W` is as in [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<W = Why> {
    /// Never empty. Seats listed together may answer in any order.
    Waiting(Vec<Prompt>),
    Over(Outcome<W>),
}

impl<W> Status<W> {
    /// Waits for one seat to take its turn; `ask` is as in [`Prompt`].
    pub fn turn(seat: Seat, ask: impl Into<String>) -> Status<W> {
        Status::Waiting(vec![Prompt { seat, kind: PromptKind::Turn, ask: ask.into() }])
    }

    /// Ends a match with a winner.
    pub fn won(winner: Seat, why: W) -> Status<W> {
        Status::Over(Outcome { winner: Some(winner), why })
    }

    /// Tells whether `seat` owes a decision.
    pub fn waits_for(&self, seat: Seat) -> bool {
        match self {
            Status::Waiting(prompts) => prompts.iter().any(|it| it.seat == seat),
            Status::Over(_) => false,
        }
    }
}

/// Says in one line who must do what, or how the match ended.
fn caption<G: Game>(status: &Status<G::End>, to: Observer<'_>) -> String {
    match status {
        Status::Waiting(prompts) => {
            let asks = prompts
                .iter()
                .map(|prompt| sentence(format!("{}: {}", to.name(prompt.seat), prompt.ask)));
            asks.collect::<Vec<_>>().join(" ")
        }
        Status::Over(Outcome { winner, why }) => sentence(match winner {
            Some(seat) => format!("{} wins: {}", to.name(*seat), G::why(why)),
            None => format!("A draw: {}", G::why(why)),
        }),
    }
}

/// Returns a scene with an empty board: title and variation, sides, whose turn it is, and the last
/// move in the game's own words. Pieces, counts and panels are added to it.
///
/// The room sees the board from the side of the seat to act; a game says otherwise with [`Observer::facing`].
pub fn empty_scene<G: Game>(
    game: &G,
    board: Surface,
    last: &[G::Event],
    to: Observer<'_>,
) -> Scene {
    let status = game.status();
    Scene {
        title: title::<G>(game.agreed()),
        board,
        facing: to.facing(
            Seat::BOTH.into_iter().find(|&seat| status.waits_for(seat)).unwrap_or(Seat::First),
        ),
        items: Vec::new(),
        sides: BySeat::new(|seat| Side {
            name: to.name(seat).to_owned(),
            role: G::SIDES[seat.index()].to_owned(),
            ink: if seat == Seat::First { Ink::Dark } else { Ink::Light },
            to_move: status.waits_for(seat),
            tallies: Vec::new(),
            clock: None,
            left: None,
        }),
        panels: Vec::new(),
        last: last.iter().filter_map(|event| game.tell(event, to)).collect(),
        caption: caption::<G>(&status, to),
        takes: Vec::new(),
        labelled: true,
    }
}

/// Writes the title of a match: `Trapdoor Checkers (Continental, snap)`.
fn title<G: Game>(agreed: Option<&G::Options>) -> String {
    match agreed.map(G::variation).filter(|it| !it.is_empty()) {
        Some(variation) => format!("{} ({variation})", G::TITLE),
        None => G::TITLE.to_owned(),
    }
}

/// A decision someone owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub seat: Seat,
    pub kind: PromptKind,
    /// One line asking for the decision, as one would say it to the player: `spin the wheel`.
    pub ask: String,
}

/// What kind of decision is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// The seat's own turn, or a choice forced on it. Its choices are shown to everybody.
    Turn,
    /// The seat's own turn, with choices that only it may see, such as the cards in its hand. They
    /// are shown in private; the chosen one is told like any turn.
    Private,
    /// A window to answer the other side; `pass` closes it. Its choices are shown to everybody.
    Reaction,
    /// Asked and answered in private; the room learns only that it was answered.
    Sealed,
}

impl PromptKind {
    /// Tells whether it is the seat's own turn.
    pub fn is_turn(self) -> bool {
        matches!(self, PromptKind::Turn | PromptKind::Private)
    }

    /// Tells whether nobody but the seat may see its choices.
    pub fn is_private(self) -> bool {
        matches!(self, PromptKind::Private | PromptKind::Sealed)
    }
}
