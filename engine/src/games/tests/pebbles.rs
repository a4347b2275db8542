//! Pebbles: two players take turns to take one pebble or two; taking the last one wins.
use serde::{Deserialize, Serialize};

use crate::{
    game::{Choices, Game, Label, Status, Step, empty_scene},
    mind::SearchGame,
    refusal::Refusal,
    scene::{At, Cell, Grid, Ground, Item, Panel, Pick, Rank, Scene, Surface},
    seat::{Observer, Seat},
    settings::{Given, Setting, Values},
};

/// A heap of pebbles, and who takes next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pebbles {
    heap: u8,
    left: u8,
    turn: Seat,
}

/// Who took how many.
type Taken = (Seat, u8);

impl Pebbles {
    /// Returns the squares of so many of the last pebbles, the lowest first.
    fn last(&self, n: u8) -> impl Iterator<Item = Cell> {
        let pebbles = self.left.saturating_sub(n)..self.left;
        pebbles.map(|nth| Cell { column: nth % 12, row: nth / 12 })
    }
}

impl Game for Pebbles {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Pebbles";
    const SAYS: &'static str = "Take one pebble or two; taking the last one wins";
    const GUIDE: &'static str = "# Pebbles\n\nTake the last.\n\n## turn\n\nSay `take 2`.";
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const QUICK: &'static str = "heap=48";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "heap",
        says: "how many pebbles there are",
        values: Values::Words(&["48", "96"]),
        usual: "96",
    }];
    const CHANCE: bool = false;
    type Options = u8;
    type Action = u8;
    type Event = Taken;
    type End = ();

    fn options(given: &Given) -> Result<u8, Refusal> {
        Ok(if given.get("heap") == Some("48") { 48 } else { 96 })
    }
    fn variation(heap: &u8) -> String {
        if *heap == 96 { String::new() } else { format!("heap of {heap}") }
    }
    fn open(heap: &u8, _: &mut Step<'_, Taken>) -> Result<Pebbles, Refusal> {
        Ok(Pebbles { heap: *heap, left: *heap, turn: Seat::First })
    }
    fn status(&self) -> Status<()> {
        match self.left {
            0 => Status::won(self.turn.other(), ()),
            _ => Status::turn(self.turn, "take one pebble or two"),
        }
    }
    fn choices(&self, seat: Seat) -> Choices<u8> {
        let most = if seat == self.turn { self.left.min(2) } else { 0 };
        Choices::listed((1..=most).collect())
    }
    fn act(&mut self, seat: Seat, n: &u8, step: &mut Step<'_, Taken>) -> Result<(), Refusal> {
        let left = self.left.checked_sub(*n);
        self.left = left.ok_or(Refusal::illegal("There aren't that many left."))?;
        self.turn = seat.other();
        step.tell((seat, *n));
        Ok(())
    }
    fn write(&self, n: &u8) -> String {
        format!("take {n}")
    }
    fn label(&self, _: Seat, n: &u8) -> Label {
        let squares: Vec<String> = self.last(*n).map(|it| it.to_string()).collect();
        Label::new(format!("Take {}", squares.join(" and ")))
    }
    fn pick(&self, _: Seat, n: &u8) -> Option<Pick> {
        let from = self.last(*n).next().map(At::Cell);
        Some(Pick { from, to: self.last(*n).map(At::Cell).collect(), ..Pick::default() })
    }
    fn tell(&self, (seat, n): &Taken, to: Observer<'_>) -> Option<String> {
        Some(format!("{} takes {n}.", to.name(*seat)))
    }
    fn why((): &()) -> String {
        "no pebble is left".to_owned()
    }
    fn show(&self, last: &[Taken], to: Observer<'_>) -> Scene {
        let (near, ground) = (Seat::First, Ground::Meadow);
        let rows = Grid { columns: 12, rows: 8, near, numbered: false, ground };
        let mut scene = empty_scene(self, Surface::Squares(rows), last, to);
        let (seat, rank) = (near, Rank::Man);
        scene.items.extend(self.last(self.left).map(|at| Item::Piece { at, seat, rank }));
        let left = format!("{} pebbles are left.", self.left);
        scene.panels.push(Panel::Notes(vec![left, "The last one wins.".to_owned()]));
        scene
    }
    fn moment(&self, _: &Pebbles, last: &[Taken], to: Observer<'_>) -> Option<Scene> {
        (self.left == 0).then(|| self.show(last, to).under("THE LAST PEBBLE".to_owned()))
    }
}

impl SearchGame for Pebbles {
    fn is_opening(&self) -> bool {
        self.left == self.heap
    }
}
