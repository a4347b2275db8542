//! Alien Checkers: draughts with twenty strange cards and a secret planet for each side.
mod area;
mod cards;
mod field;
mod hidden;
mod mind;
mod moves;
mod options;
mod planets;
mod question;
mod scene;
mod secrets;
mod setup;
mod square;
#[cfg(test)]
mod tests;
mod why;
mod words;

use serde::{Deserialize, Serialize};

use crate::{
    chance::Dice,
    game::{Choices, Game, Group, Label, PdnStep, Status, Step},
    question::Question,
    refusal::Refusal,
    scene::{Pick, Scene},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};
use cards::{Card, Deck};
use field::{Field, Stack};
use hidden::Hidden;
use moves::ruin::Ruin;
use moves::travel::Travel;
use options::Options;
use planets::Planet;
use square::{AlienSquare, BoardRim, Edge, Ray};

/// A match of Alien Checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Alien {
    options: Options,
    field: Field,
    deck: Deck,
    planets: Hidden<BySeat<Planet>>,
    /// Planets with which a side would have won already, so that everybody knows it isn't from there.
    ruled_out: BySeat<Vec<Planet>>,
    deeds: BySeat<Deeds>,
    /// White's home; Black's is across the board.
    home: BoardRim,
    turn: Seat,
    /// Turns ended so far.
    turns: u32,
    phase: Phase,
    /// The checker of this turn's ordinary move.
    moved: Option<LastMove>,
    /// What binds the next ordinary move.
    order: Option<Binding>,
    /// Whether the monolith was moved since it came onto the board.
    shoved: bool,
    /// Turns in a row where nothing lasting happened.
    quiet: BySeat<u8>,
    /// Whether something lasting happened in the turn under way.
    stirred: bool,
}

/// What a side has done in the whole match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Deeds {
    /// Pawns brought back by Revive.
    revived: u32,
    /// Checkers jumped by own emperors.
    felled: u32,
}

/// Where in a turn the match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// The ordinary move is due.
    Move,
    /// One of the cards face up must be chosen.
    Card,
    /// The monolith must be moved a second time.
    Doom,
    /// The pile may be put in order, in private.
    Cheat,
    /// A side has more pawns to crown than pieces to crown them with, and chooses; the turn then
    /// continues.
    Crown { seat: Seat, next: Next },
    /// The match has ended.
    Over(End),
}

/// How a turn continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Next {
    /// The ordinary move is done: a card is turned up.
    TurnUp,
    /// The first half of Doom is done.
    Doom,
    /// The second move of Reshuffle is done.
    Shuffle,
    /// The card is done.
    End,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// This side has no checkers left.
    Bare(Seat),
    /// This side has what its planet asks for.
    Planet(Seat, Planet),
    /// This side has five kings and emperors.
    Kings(Seat),
    /// This side has so many, where fewer than five win.
    Crowned(Seat, u8),
    /// Neither side has a checker left (B-R36).
    Desert,
    /// This side can't move (B-R18).
    Blocked(Seat),
    /// Nothing lasting happened for long (B-R42).
    Quiet,
}

/// Where the ordinary move of this turn began, and where its checker stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LastMove {
    from: AlienSquare,
    at: AlienSquare,
}

/// What binds the next ordinary move. Nothing can move the checker of Fate before that, so its square will do (B-R57).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Binding {
    Fate(AlienSquare),
    Wanderlust,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    /// The ordinary move.
    Move(Travel),
    /// A card with all it needs.
    Card(CardPlay),
    /// The second move of Doom.
    Doom(Ray),
    /// The whole pile from its top, for Cheater!
    Order(Vec<Card>),
    /// The pawn that is crowned.
    Crown(AlienSquare),
}

/// A card with its targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardPlay {
    Flood(AlienSquare),
    Fire(AlienSquare),
    Emperor {
        pawn: AlienSquare,
        king: AlienSquare,
    },
    Revive(AlienSquare),
    /// Monolith, while it is off the board; names its lower left square.
    Place(AlienSquare),
    /// Monolith, while it is on the board.
    Shove(Ray),
    /// Doom, its first move.
    Doom(Ray),
    Hippo(AlienSquare),
    Snookle(AlienSquare),
    /// Reshuffle, with its second move.
    Reshuffle(Travel),
    /// Translation by one square.
    Shift {
        from: AlienSquare,
        to: AlienSquare,
    },
    /// Translation by jumps.
    Leap(Travel),
    Wormhole {
        from: AlienSquare,
        to: AlienSquare,
    },
    Wanderlust,
    Queen {
        from: AlienSquare,
        to: AlienSquare,
    },
    /// Fortify: two new walls, in order.
    Build([Edge; 2]),
    /// Fortify: one or two walls of the other side, in order.
    Raze(Vec<Edge>),
    Fate(AlienSquare),
    Double {
        lifted: AlienSquare,
        travel: Travel,
    },
    Ring(AlienSquare),
    /// Names the lower left square of the area.
    Antimatter(AlienSquare),
    Cheater,
    Rotate {
        clockwise: bool,
    },
    /// A card that is used without doing anything.
    Nothing(Card),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// Each side drew a planet.
    Drawn,
    /// The cards were shuffled and the first one turned up.
    Dealt { up: Card },
    /// A checker of this height moved or jumped.
    Moved { seat: Seat, height: u8, travel: Travel, taken: Vec<(AlienSquare, Stack)> },
    /// A pawn became a king.
    Crowned { seat: Seat, at: AlienSquare },
    /// A card was turned up beside those that lay there.
    TurnedUp { by: Seat, card: Card },
    /// A card was played.
    Played {
        by: Seat,
        play: CardPlay,
        /// It took something away: Flood! a fire, Fire! water, a Snookle a hippo.
        clears: bool,
    },
    /// The monolith moved by one square.
    Shoved { way: Ray, from: AlienSquare, to: AlienSquare },
    /// The monolith swept water away.
    Dried { at: AlienSquare },
    /// The monolith swept a fire away.
    Doused { at: AlienSquare },
    /// The monolith swept a wall away.
    Crushed { seat: Seat, edge: Edge },
    /// A checker was pushed on.
    Pushed { seat: Seat, from: AlienSquare, to: AlienSquare },
    /// A checker in the monolith's way had nowhere to go, and counts as captured.
    Crumbled {
        at: AlienSquare,
        stack: Stack,
        /// Not kept by the first matches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ruin: Option<Ruin>,
    },
    /// Antimatter took these.
    Vanished { gone: Vec<(AlienSquare, Stack)> },
    /// The pile was looked at, and perhaps put in order.
    Cheated { by: Seat },
    /// All cards were shuffled and the first one turned up.
    Shuffled { up: Card },
    /// The order that was given to a side can't be obeyed (B-R31).
    Void { seat: Seat, order: Binding },
    /// None of the cards face up can be used (B-R21).
    Stuck { by: Seat },
    /// The match is over: the planets are shown (B-R38).
    Revealed { planets: BySeat<Planet> },
}

impl Game for Alien {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Alien Checkers";
    const ALSO: &'static [&'static str] = &["aliens", "space checkers"];
    const SAYS: &'static str =
        "Checkers with twenty strange cards and a secret planet for each side";
    const GUIDE: &'static str = concat!(
        include_str!("../../../../data/rules/alien.md"),
        "\n",
        include_str!("../../../../data/cards/alien-cards.md"),
        "\n",
        include_str!("../../../../data/cards/alien-planets.md"),
    );
    const QUICK: &'static str = "pieces=8 kings=3";
    const SIGN: &'static str = "card-snookle";
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const SETTINGS: &'static [Setting] = options::SETTINGS;

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type End = End;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn keeps_secrets(_: &Options) -> bool {
        true
    }

    fn variation(options: &Options) -> String {
        options.variation()
    }

    fn open(options: &Options, step: &mut Step<'_, Event>) -> Result<Alien, Refusal> {
        Alien::start(options, step)
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<End> {
        self.status_in_words()
    }

    fn choices(&self, seat: Seat) -> Choices<Action> {
        self.choices_of(seat)
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.carry_out(seat, action, step)
    }

    fn write(&self, action: &Action) -> String {
        self.write_action(action)
    }

    fn label(&self, seat: Seat, action: &Action) -> Label {
        self.label_of(seat, action)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.group_of(begins)
    }

    fn tell(&self, event: &Event, to: Observer<'_>) -> Option<String> {
        Some(words::tell::tell(self, event, to))
    }

    fn why(end: &End) -> String {
        words::why(*end)
    }

    fn show(&self, last: &[Event], to: Observer<'_>) -> Scene {
        scene::show(self, last, to)
    }

    fn moment(&self, _: &Alien, last: &[Event], to: Observer<'_>) -> Option<Scene> {
        scene::moment(self, last, to)
    }

    fn pick(&self, seat: Seat, action: &Action) -> Option<Pick> {
        scene::pick(self, seat, action)
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        setup::arrange(self, line)
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        setup::probe(self, part)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(text)
    }

    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<Action> {
        self.some_action(seat, dice)
    }

    fn determinize(&self, known: BySeat<bool>, dice: &mut Dice) -> Alien {
        self.determinized(known, dice)
    }

    fn back(&self, gone: &[PdnStep<Alien>], dice: &mut Dice) -> Result<Alien, Refusal> {
        self.gone_back(gone, dice)
    }

    fn seen(&self, steps: &[PdnStep<Alien>], to: Observer<'_>) -> Vec<String> {
        secrets::seen(steps, to)
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        self.answer_asked(question, to)
    }

    fn hand(&self, seat: Seat) -> Option<String> {
        Some(self.hand_of(seat))
    }
    fn disclose(&self, seat: Seat, who: &str) -> Option<String> {
        Some(self.planet_of(seat, who))
    }
}
