//! Pebbles: two players take turns to take one to three pebbles; taking the last one wins.
use serde::{Deserialize, Serialize};

use crate::{
    game::{Choices, Game, Status, Step, empty_scene},
    refusal::Refusal,
    scene::{Cell, Grid, Ground, Item, Rank, Scene, Surface},
    seat::{Observer, Seat},
    settings::Given,
};

/// A heap of pebbles, and who takes next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pebbles {
    left: u8,
    turn: Seat,
}

/// Who took how many.
type Taken = (Seat, u8);

impl Game for Pebbles {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Pebbles";
    const SAYS: &'static str = "Take one to three pebbles; taking the last one wins";
    const GUIDE: &'static str = "# Pebbles\n\nTake the last.\n\n## turn\n\nSay `take 2`.";
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const CHANCE: bool = false;
    type Options = ();
    type Action = u8;
    type Event = Taken;
    type End = ();

    fn options(_: &Given) -> Result<(), Refusal> {
        Ok(())
    }
    fn open(_: &(), _: &mut Step<'_, Taken>) -> Result<Pebbles, Refusal> {
        Ok(Pebbles { left: 10, turn: Seat::First })
    }
    fn status(&self) -> Status<()> {
        match self.left {
            0 => Status::won(self.turn.other(), ()),
            _ => Status::turn(self.turn, "take one to three pebbles"),
        }
    }
    fn choices(&self, seat: Seat) -> Choices<u8> {
        let most = if seat == self.turn { self.left.min(3) } else { 0 };
        Choices::listed((1..=most).collect())
    }
    fn act(&mut self, seat: Seat, n: &u8, step: &mut Step<'_, Taken>) -> Result<(), Refusal> {
        let left = self.left.checked_sub(*n);
        self.left = left.ok_or(Refusal::illegal("So many are not left."))?;
        self.turn = seat.other();
        step.tell((seat, *n));
        Ok(())
    }
    fn write(&self, n: &u8) -> String {
        format!("take {n}")
    }
    fn tell(&self, (seat, n): &Taken, to: Observer<'_>) -> Option<String> {
        Some(format!("{} takes {n}.", to.name(*seat)))
    }
    fn why((): &()) -> String {
        "no pebble is left".to_owned()
    }
    fn show(&self, last: &[Taken], to: Observer<'_>) -> Scene {
        let (near, ground) = (Seat::First, Ground::Meadow);
        let row = Grid { columns: 10, rows: 1, near, numbered: false, ground };
        let mut scene = empty_scene(self, Surface::Squares(row), last, to);
        let (seat, rank) = (near, Rank::Man);
        let pebble = |column| Item::Piece { at: Cell { column, row: 0 }, seat, rank };
        scene.items.extend((0..self.left).map(pebble));
        scene
    }
}
