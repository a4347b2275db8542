//! A hand of cards: the smallest game with secret choices. No list of games has it; tests open it by its type.
use engine::{
    chance::Dice,
    game::{Choices, Game, Outcome, Prompt, PromptKind, Status, Step},
    games::{GameId, Listed},
    mind::SearchGame,
    refusal::Refusal,
    scene::{Cell, Grid, Ground, Ink, Pick, Scene, Side, Surface},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting, Values},
};
use serde::{Deserialize, Serialize};

/// Cards from 1 up to this one; each side is dealt some of them.
const CARDS: u8 = 9;

/// Cards in a hand.
const DEALT: usize = 3;

/// The sides take turns to play a card from their hands; the higher sum wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hand {
    kind: Kind,
    turn: Seat,
    hands: BySeat<Vec<u8>>,
    played: BySeat<Vec<u8>>,
    /// Cards that nobody was dealt.
    rest: Vec<u8>,
}

/// How a side is asked for a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// In public: the menu shows the hand to everybody, which is wrong.
    Turn,
    Private,
}

/// The card is played face up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Card {
    by: Seat,
    card: u8,
}

impl SearchGame for Hand {}

// It needs a name to be opened by; a match of it is never kept.
impl Listed for Hand {
    const ID: GameId = GameId::Trapdoor;
}

impl Game for Hand {
    // This game has no name of its own.
    const RULES: u16 = 1;
    const TITLE: &'static str = "A Hand of Cards";
    const SAYS: &'static str = "The higher sum of cards wins.";
    const GUIDE: &'static str = "# A Hand of Cards";
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "open",
        says: "the hand is shown to all by mistake",
        values: Values::Switch,
        usual: "no",
    }];

    type Options = Kind;
    type Action = u8;
    type Event = Card;
    type End = [u32; 2];

    fn options(given: &Given) -> Result<Kind, Refusal> {
        Ok(if given.is_on("open") { Kind::Turn } else { Kind::Private })
    }

    fn variation(_: &Kind) -> String {
        String::new()
    }

    fn open(kind: &Kind, step: &mut Step<'_, Card>) -> Result<Hand, Refusal> {
        let mut cards: Vec<u8> = (1..=CARDS).collect();
        step.shuffle("the cards", &mut cards)?;
        let hands = BySeat::new(|_| cards.split_off(cards.len() - DEALT));
        let played = BySeat::default();
        Ok(Hand { kind: *kind, turn: Seat::First, hands, played, rest: cards })
    }

    fn status(&self) -> Status<[u32; 2]> {
        if self.hands.get(self.turn).is_empty() {
            let sum = |seat| self.played.get(seat).iter().map(|&it| u32::from(it)).sum::<u32>();
            let [first, second] = Seat::BOTH.map(sum);
            let winner = match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(Seat::First),
                std::cmp::Ordering::Less => Some(Seat::Second),
                std::cmp::Ordering::Equal => None,
            };
            return Status::Over(Outcome { winner, why: [first, second] });
        }
        let kind = match self.kind {
            Kind::Turn => PromptKind::Turn,
            Kind::Private => PromptKind::Private,
        };
        Status::Waiting(vec![Prompt { seat: self.turn, kind, ask: "play a card".to_owned() }])
    }

    fn choices(&self, seat: Seat) -> Choices<u8> {
        if self.status().waits_for(seat) {
            Choices::listed(self.hands.get(seat).clone())
        } else {
            Choices::none()
        }
    }

    fn act(&mut self, seat: Seat, card: &u8, step: &mut Step<'_, Card>) -> Result<(), Refusal> {
        self.hands.get_mut(seat).retain(|it| it != card);
        self.played.get_mut(seat).push(*card);
        self.turn = seat.other();
        step.reveal();
        step.tell(Card { by: seat, card: *card });
        Ok(())
    }

    fn write(&self, card: &u8) -> String {
        format!("card {card}")
    }

    fn tell(&self, event: &Card, to: Observer<'_>) -> Option<String> {
        Some(format!("{} plays {}.", to.name(event.by), event.card))
    }

    fn why([first, second]: &[u32; 2]) -> String {
        format!("{first} against {second}")
    }

    fn show(&self, _: &[Card], to: Observer<'_>) -> Scene {
        let ground = Ground::Parlour;
        let status = self.status();
        Scene {
            title: Hand::TITLE.to_owned(),
            takes: Vec::new(),
            labelled: true,
            board: Surface::Squares(Grid {
                columns: 1,
                rows: 1,
                near: Seat::First,
                numbered: false,
                ground,
            }),
            facing: Seat::First,
            items: Vec::new(),
            sides: BySeat::new(|seat| Side {
                name: to.name(seat).to_owned(),
                role: Hand::SIDES[seat.index()].to_owned(),
                ink: Ink::Dark,
                to_move: status.waits_for(seat),
                tallies: Vec::new(),
                clock: None,
                left: None,
            }),
            panels: Vec::new(),
            last: Vec::new(),
            caption: "Cards are played.".to_owned(),
        }
    }

    fn pick(&self, _: Seat, card: &u8) -> Option<Pick> {
        Some(Pick::target(Cell { column: *card, row: 0 }))
    }

    fn arrange(&mut self, _: &str) -> Result<(), Refusal> {
        Err(Refusal::unreadable("Cards are dealt."))
    }

    fn probe(&self, _: &str) -> Result<String, Refusal> {
        Err(Refusal::unreadable("Nothing is looked up here."))
    }

    fn determinize(&self, known: BySeat<bool>, dice: &mut Dice) -> Hand {
        let mut other = self.clone();
        let unknown = || Seat::BOTH.into_iter().filter(|&seat| !*known.get(seat));
        let mut cards = std::mem::take(&mut other.rest);
        for seat in unknown() {
            cards.append(other.hands.get_mut(seat));
        }
        let mut deal = |cards: &mut Vec<u8>| {
            let count = u32::try_from(cards.len()).expect("a few cards");
            let pick = dice.below("a card", count).expect("fair dice never end");
            cards.swap_remove(pick as usize)
        };
        for seat in unknown() {
            for _ in 0..self.hands.get(seat).len() {
                let card = deal(&mut cards);
                other.hands.get_mut(seat).push(card);
            }
        }
        other.rest = cards;
        other
    }

    fn hand(&self, seat: Seat) -> Option<String> {
        let cards = self.hands.get(seat);
        let words: Vec<String> = cards.iter().map(u8::to_string).collect();
        (!cards.is_empty()).then(|| format!("You hold {}.", words.join(", ")))
    }
}
