//! Where kickers may be placed: setup boxes, corner boxes, and obstacles (`C-R15`, `C-R29`,
//! `C-R31`).
use crate::games::piecepack::{
    Coin, Kicker, KickerFormation, KickerSpot, Piecepack,
    field::{APART, BARELY, Corner, LONG, Point, RADIUS, TILE, WIDE, in_setup_box},
    options::LineUp,
    why,
};
use crate::{refusal::Refusal, seat::Seat};

/// The default formation of South: two before the goal, too close for a ball to pass between them, and one on each wing (C.3).
const CLOSED: [(i32, i32); 4] = [(2900, 1300), (4600, 600), (5400, 600), (7100, 1300)];
/// What `default` meant under rules 1; the ball fits between the two in the middle.
const OPEN: [(i32, i32); 4] = [(2900, 1300), (4200, 800), (5800, 800), (7100, 1300)];
/// Side by side in front of the goal.
const WALL: [(i32, i32); 4] = [(3800, 600), (4600, 600), (5400, 600), (6200, 600)];
/// The outer two in the corners of the setup box.
const WIDE_APART: [(i32, i32); 4] = [(2400, 1600), (4400, 500), (5600, 500), (7600, 1600)];

/// The grid for finding a free place, in thousandths of an inch.
const GRID: usize = 125;

impl Piecepack {
    /// Returns the coin in the way of a kicker, apart from itself.
    pub(in crate::games::piecepack) fn in_the_way(
        &self,
        at: Point,
        of: Option<Coin>,
    ) -> Option<Coin> {
        let near = |&(_, point): &(Coin, Point)| point.far2(at) < i64::from(APART).pow(2);
        self.coins().into_iter().filter(|&(coin, _)| Some(coin) != of).find(near).map(|it| it.0)
    }

    /// Lists the corner boxes into which kickers may be put: all but one with the ball in it (`C-R15`).
    pub(in crate::games::piecepack) fn open_corners(&self) -> Vec<Corner> {
        Corner::ALL.into_iter().filter(|it| !it.has_centre(self.ball)).collect()
    }

    /// Returns the place a spot stands for.
    pub(in crate::games::piecepack) fn spot(&self, to: KickerSpot) -> Point {
        match to {
            KickerSpot::At(at) => at,
            KickerSpot::In(corner) => self.room_in(corner),
        }
    }

    /// Returns the open corner box nearest to the ball.
    pub(in crate::games::piecepack) fn usual_corner(&self) -> Corner {
        let far = |corner: &Corner| corner.middle().far2(self.ball);
        self.open_corners().into_iter().min_by_key(far).unwrap_or(Corner::Sw)
    }

    /// Returns the free place nearest to the middle of a corner box; beside the box if it is full (`C-R31`).
    fn room_in(&self, corner: Corner) -> Point {
        let (box_, field) = ([RADIUS, BARELY], [[RADIUS, WIDE - RADIUS], [RADIUS, LONG - RADIUS]]);
        let wanted = corner.middle();
        let seen = |point: Point| corner.seen(point);
        self.room(wanted, [box_, box_], seen)
            .or_else(|| self.room(wanted, field, seen))
            .unwrap_or(wanted)
    }

    /// Returns the free place nearest to the one wanted, on a grid between some bounds, if there is one; `seen` turns the
    /// grid.
    fn room(
        &self,
        wanted: Point,
        [x, y]: [[i32; 2]; 2],
        seen: impl Fn(Point) -> Point,
    ) -> Option<Point> {
        let coins = self.coins();
        let near =
            |at: Point| coins.iter().any(|&(_, point)| point.far2(at) < i64::from(APART).pow(2));
        if !near(wanted) {
            return Some(wanted);
        }
        let across = (x[0]..=x[1]).step_by(GRID);
        let all = across.flat_map(|x| (y[0]..=y[1]).step_by(GRID).map(move |y| Point::new(x, y)));
        let mut all: Vec<Point> = all.map(seen).collect();
        all.sort_by_key(|it| it.far2(wanted));
        all.into_iter().find(|it| !near(*it))
    }

    /// Returns the places of a formation for every waiting kicker; if a place is taken, the nearest free one.
    pub(in crate::games::piecepack) fn formed(
        &self,
        seat: Seat,
        formation: KickerFormation,
    ) -> Vec<(u8, Point)> {
        let places = match formation {
            KickerFormation::Default => match self.options.usual {
                LineUp::Closed => CLOSED,
                LineUp::Open => OPEN,
            },
            KickerFormation::Wall => WALL,
            KickerFormation::Wide => WIDE_APART,
        };
        let mut game = self.clone();
        let mut out = Vec::new();
        for kicker in self.numbers(seat, |it| it == Kicker::Waiting) {
            let (x, y) = places[usize::from(kicker - 1) % places.len()];
            let wanted = Point::new(x, y).seen_from(seat);
            let bounds = [[TILE + RADIUS, WIDE - TILE - RADIUS], [RADIUS, BARELY]];
            let at = game.room(wanted, bounds, |it| it.seen_from(seat)).unwrap_or(wanted);
            game.set_kicker(seat, kicker, Kicker::On(at));
            out.push((kicker, at));
        }
        out
    }

    /// Checks places for kickers of a side in its setup box, together with what lies there already.
    pub(in crate::games::piecepack) fn check_places(
        &self,
        seat: Seat,
        places: &[(u8, Point)],
    ) -> Result<(), Refusal> {
        let mut game = self.clone();
        for &(kicker, _) in places {
            if matches!(self.kicker(seat, kicker), Some(Kicker::Out) | None) {
                return Err(Refusal::illegal(why::fouled_out(Coin::Kicker(seat, kicker))));
            }
            // A kicker that is named again leaves its old place first.
            game.set_kicker(seat, kicker, Kicker::Waiting);
        }
        for (nth, &(kicker, at)) in places.iter().enumerate() {
            let coin = Coin::Kicker(seat, kicker);
            if places[..nth].iter().any(|it| it.0 == kicker) {
                return Err(Refusal::illegal(why::placed_twice(coin)));
            }
            if !in_setup_box(at, seat) {
                return Err(Refusal::illegal(why::outside_setup_box(coin, at, seat)));
            }
            if let Some(other) = game.in_the_way(at, Some(coin)) {
                return Err(Refusal::illegal(why::overlap(coin, at, other, &game)));
            }
            game.set_kicker(seat, kicker, Kicker::On(at));
        }
        Ok(())
    }

    /// Checks where a kicker must be called in or put back.
    pub(in crate::games::piecepack) fn check_spot(
        &self,
        coin: Coin,
        to: KickerSpot,
    ) -> Result<(), Refusal> {
        let (corner, at) = match to {
            KickerSpot::In(corner) => (Some(corner), self.spot(to)),
            KickerSpot::At(at) => (Corner::ALL.into_iter().find(|it| it.holds(at)), at),
        };
        let Some(corner) = corner else {
            return Err(Refusal::illegal(why::outside_corners(at)));
        };
        if corner.has_centre(self.ball) {
            return Err(Refusal::illegal(why::ball_inside(corner)));
        }
        match (to, self.in_the_way(at, Some(coin))) {
            (KickerSpot::At(_), Some(other)) => {
                Err(Refusal::illegal(why::overlap(coin, at, other, self)))
            }
            _ => Ok(()),
        }
    }
}
