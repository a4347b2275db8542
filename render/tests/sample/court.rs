//! Scenes on a court, made by hand.
use engine::{
    scene::{
        At, Count, Ink, Item, Pick, Scene, Side, Surface, Tally,
        court::{CoinItem, Court, CourtSpot, CourtThing, Off, Suit},
        highlight,
    },
    seat::{BySeat, Seat},
};

const SOUTH: Seat = Seat::First;
const NORTH: Seat = Seat::Second;

pub(crate) const BALL: CoinItem = CoinItem { suit: Suit::Sun, of: None };

pub(crate) fn south(number: u8) -> CoinItem {
    CoinItem { suit: Suit::Arms, of: Some((SOUTH, number)) }
}

pub(crate) fn north(number: u8) -> CoinItem {
    CoinItem { suit: Suit::Crowns, of: Some((NORTH, number)) }
}

pub(crate) fn spot(x: i32, y: i32) -> CourtSpot {
    CourtSpot { x, y }
}

fn lies(coin: CoinItem, x: i32, y: i32) -> CourtThing {
    CourtThing::Coin { coin, at: spot(x, y) }
}

fn scene(
    things: Vec<CourtThing>,
    turn: Seat,
    goals: [u32; 2],
    last: &[&str],
    caption: &str,
) -> Scene {
    let side = |seat: Seat, name: &str, role: &str, ink| {
        let is_out = |thing: &&CourtThing| matches!(thing, CourtThing::Off { coin, why: Off::Fouled } if coin.of.is_some_and(|it| it.0 == seat));
        let tally = |what, count| Tally { what, count };
        Side {
            name: name.to_owned(),
            role: role.to_owned(),
            ink,
            to_move: turn == seat,
            tallies: vec![
                tally(Count::Goals, goals[seat.index()]),
                tally(Count::Off, things.iter().filter(is_out).count() as u32),
            ],
            clock: None,
            left: None,
        }
    };
    Scene {
        title: "Piecepack Soccer".to_owned(),
        board: Surface::Court(Court {
            wide: 10_000,
            long: 12_000,
            tile: 2000,
            radius: 375,
            near: SOUTH,
        }),
        facing: turn,
        sides: BySeat {
            first: side(SOUTH, "Benedikt", "South", Ink::Dark),
            second: side(NORTH, "Anneliese", "North", Ink::Light),
        },
        items: things.into_iter().map(Item::Court).collect(),
        panels: Vec::new(),
        last: last.iter().map(|it| (*it).to_owned()).collect(),
        caption: caption.to_owned(),
        takes: Vec::new(),
        labelled: true,
    }
}

/// One side has set up, the other hasn't.
pub(crate) fn set_up() -> Scene {
    let mut things = vec![lies(BALL, 5000, 6000)];
    for (number, (x, y)) in (1..).zip([(2900, 1300), (4200, 800), (5800, 800), (7100, 1300)]) {
        things.push(lies(south(number), x, y));
        things.push(CourtThing::Off { coin: north(number), why: Off::Waiting });
    }
    scene(
        things,
        NORTH,
        [0, 0],
        &["Benedikt sets up."],
        "Anneliese: set up kickers 1, 2, 3 and 4 in your setup box.",
    )
}

/// A shot that moved much, drove out a tile and sent coins off.
pub(crate) fn shot() -> Scene {
    let way = |coin, way: &[(i32, i32)]| CourtThing::Track {
        coin,
        way: way.iter().map(|at| spot(at.0, at.1)).collect(),
        shot: 1,
    };
    let things = vec![
        CourtThing::Jolt { at: spot(11_000, 3000), shift: 462, foul: true },
        way(BALL, &[(5000, 6000), (9625, 8100), (6100, 9900)]),
        way(south(2), &[(4200, 800), (4800, 5300), (3900, 6100)]),
        way(north(3), &[(6900, 9900), (7300, 11_600)]),
        lies(BALL, 6100, 9900),
        lies(south(1), 2900, 1300),
        lies(south(2), 3900, 6100),
        lies(south(3), 5800, 800),
        lies(north(1), 2900, 10_700),
        lies(north(3), 7300, 11_600),
        CourtThing::Off { coin: south(4), why: Off::Fouled },
        CourtThing::Off { coin: north(2), why: Off::Through },
        CourtThing::Off { coin: north(4), why: Off::Fouled },
    ];
    let last = [
        "Benedikt flicks S2, 8.7° with 60. S2 hits the ball; the ball hits the east border (y 8 to 10), then N3.",
        "Foul by Benedikt: a tile was driven out half a coin or more; S4 is fouled out and Anneliese gets a free kick.",
    ];
    scene(things, SOUTH, [2, 1], &last, "Benedikt: flick a kicker, or call in kicker 4.")
}

/// A tried aim.
pub(crate) fn tried() -> Scene {
    let mut scene = set_up();
    let (from, to, hits) = (spot(4200, 800), spot(4890, 5260), Some(spot(5000, 6000)));
    scene.items.insert(0, Item::Court(CourtThing::Line { from, to, hits }));
    scene.facing = SOUTH;
    scene
}

/// A kicker that was chosen, and what it may be aimed at.
pub(crate) fn chosen() -> Scene {
    let mut scene = set_up();
    scene.facing = SOUTH;
    let at = |x, y| At::Spot(spot(x, y));
    let to = vec![at(5000, 6000), at(5000, 12_000), at(7100, 1300)];
    highlight(&mut scene, &[Pick { from: Some(at(4200, 800)), to, ..Pick::default() }]);
    scene
}

/// Every kind of coin by itself: with them, without them, and where in the picture each is.
pub(crate) fn alone() -> (&'static str, Scene, Scene, Vec<(f64, f64, f64)>) {
    let mut without = set_up();
    without.items.clear();
    without.facing = SOUTH;
    let mut with = without.clone();
    let coins = [(BALL, 3000), (south(1), 5000), (north(1), 7000)];
    with.items.extend(coins.map(|(coin, x)| Item::Court(lies(coin, x, 8000))));
    // The field is 12 inches long and has 40 pixels of border; it lies in the middle.
    let inch = 640.0 / 12.0;
    let place = |x: i32| (360.0 + f64::from(x - 5000) / 1000.0 * inch, 360.0 - 2.0 * inch, 26.0);
    ("coins", with, without, coins.map(|it| place(it.1)).to_vec())
}
