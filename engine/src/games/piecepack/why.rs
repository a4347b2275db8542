//! What isn't allowed now, and why.
use super::{
    Action, Aim, Coin, Due, Kicker, KickerSpot, Phase, Piecepack,
    field::{APART, BARELY, Corner, Point, RADIUS, TILE, WIDE, exact},
    moves::thrown_from,
    words::{coin_name, side, write},
};
use crate::{refusal::Refusal, seat::Seat};

/// The aim is the place of the coin itself.
pub(super) const LIES_THERE: &str = "The coin itself lies there. Aim somewhere else.";
/// The last aim was for the ball, but now a kicker is flicked.
pub(super) const WHICH_KICKER: &str =
    "You aimed the ball itself last, but now you flick a kicker. Say which one.";
/// A correction without an earlier aim.
pub(super) const NO_AIM: &str =
    "You have no aim to correct yet. Say a whole one first, such as `aim 2 at ball 60`.";

impl Piecepack {
    /// Says what to type now, after a colon.
    pub(super) fn form(&self) -> &'static str {
        match self.phase {
            Phase::Placing { .. } if self.seat() == Seat::First => {
                "name a formation, or give places in inches, as in `place 1 5 1`"
            }
            Phase::Placing { .. } => {
                "name a formation, or give places in inches, as in `place 1 5 11`"
            }
            Phase::Returning { .. } => "say the kicker and a corner box, as in `put 1 ne`",
            Phase::Due(Due::Turn(seat)) if self.on_field(seat).is_empty() => {
                "say the kicker and a corner box, as in `callin 1 ne`"
            }
            Phase::Due(Due::Turn(_)) => {
                "say the kicker, where to (`at ball`, `at goal`, `at N3`, `at 5.2 11`, a direction such as `37.5` or `ne`) and the power"
            }
            Phase::Due(Due::Throw(..)) => {
                "say where to (`at 5 6`, `at S3`, a direction such as `37.5` or `ne`) and the power; a throw can't score for you"
            }
            Phase::Due(Due::FreeKick(_)) => {
                "say where to (`at goal`, `at S3`, `at 5.2 11`, a direction such as `37.5` or `ne`) and the power"
            }
            Phase::Over(_) => "the match is over",
        }
    }

    /// Lets an action pass, or names the rule that forbids it and what would work.
    pub(super) fn allows(&self, action: &Action) -> Result<(), Refusal> {
        let seat = self.seat();
        let fits = match (self.phase, action) {
            (Phase::Placing { .. }, Action::Form(_)) => Ok(()),
            (Phase::Placing { .. }, Action::Place(places)) => self.check_places(seat, places),
            (Phase::Returning { .. }, Action::Return { kicker, to }) => {
                match self.kicker(seat, *kicker) {
                    Some(Kicker::Through) => self.check_spot(Coin::Kicker(seat, *kicker), *to),
                    _ => {
                        Err(Refusal::illegal(format!("Kicker {kicker} didn't go through a goal.")))
                    }
                }
            }
            (Phase::Due(Due::Turn(_)), Action::Flick { kicker, aim, .. }) => {
                self.check_flick(seat, *kicker, *aim)
            }
            (Phase::Due(Due::Turn(_)), Action::CallIn { kicker, to }) => {
                match self.kicker(seat, *kicker) {
                    Some(Kicker::Out) => self.check_spot(Coin::Kicker(seat, *kicker), *to),
                    _ => Err(Refusal::illegal(format!("Kicker {kicker} isn't fouled out."))),
                }
            }
            (Phase::Due(Due::FreeKick(_)), Action::FreeKick { aim, .. }) => {
                self.arrow(seat, self.ball, *aim).map(|_| ())
            }
            (Phase::Due(Due::Throw(_, corner)), Action::Throw { from, aim, .. }) => {
                self.check_throw(seat, corner, *from, *aim)
            }
            _ => Err(Refusal::illegal("You can't do that now.")),
        };
        fits.map_err(|refusal| {
            if refusal.instead.is_empty() { refusal.instead(self.examples()) } else { refusal }
        })
    }

    fn check_flick(&self, seat: Seat, kicker: u8, aim: Aim) -> Result<(), Refusal> {
        let at = self.check_flicked(seat, kicker)?;
        self.arrow(seat, at, aim).map(|_| ())
    }

    /// Returns the place of a kicker that can be flicked.
    pub(super) fn check_flicked(&self, seat: Seat, kicker: u8) -> Result<Point, Refusal> {
        let coin = Coin::Kicker(seat, kicker);
        match self.kicker(seat, kicker) {
            Some(Kicker::On(at)) => Ok(at),
            Some(Kicker::Out) => {
                let says = format!(
                    "{} is fouled out. Call it in instead of flicking it.",
                    coin_name(coin)
                );
                let call = Action::CallIn { kicker, to: KickerSpot::In(self.usual_corner()) };
                let others = self.examples();
                Err(Refusal::illegal(says).instead([write(&call)].into_iter().chain(others)))
            }
            _ => Err(self.absent(coin)),
        }
    }

    /// Refuses to flick, or to aim at, what isn't on the field.
    pub(super) fn absent(&self, coin: Coin) -> Refusal {
        let now = match coin {
            Coin::Kicker(seat, number) => self.kicker(seat, number),
            Coin::Ball => None,
        };
        let why = match now {
            Some(Kicker::Out) => "is fouled out and not on the field",
            Some(Kicker::Through) => "went through a goal and must be put back first",
            Some(Kicker::Waiting) => "is not set up yet",
            Some(Kicker::On(_)) | None => "is not on the field",
        };
        Refusal::illegal(format!("{} {why}.", coin_name(coin)))
    }

    fn check_throw(
        &self,
        seat: Seat,
        corner: Corner,
        from: Option<Point>,
        aim: Aim,
    ) -> Result<(), Refusal> {
        let at = from.unwrap_or_else(|| thrown_from(corner));
        if !corner.barely_holds(at) {
            let [edge, near, far] = [BARELY, RADIUS, TILE - RADIUS].map(|mils| exact(mils.into()));
            return Err(Refusal::illegal(format!(
                "Throw from just inside the {} corner box: the ball's centre {edge} from one \
                 border and {near} to {far} from the other.",
                corner.name()
            )));
        }
        if let Some(other) = self.in_the_way(at, Some(Coin::Ball)) {
            return Err(Refusal::illegal(format!("{} lies in the way there.", coin_name(other))));
        }
        self.arrow(seat, at, aim).map(|_| ())
    }
}

/// A kicker that is fouled out can't be set up.
pub(super) fn fouled_out(coin: Coin) -> String {
    let name = coin_name(coin);
    format!("{name} is fouled out. It returns only when you spend a turn calling it in.")
}

pub(super) fn placed_twice(coin: Coin) -> String {
    format!("{} is placed twice.", coin_name(coin))
}

/// A place must be in a corner box.
pub(super) fn outside_corners(at: Point) -> String {
    let [side, near, far] = [TILE, RADIUS, BARELY].map(|mils| exact(mils.into()));
    format!(
        "{} {} isn't wholly inside a corner box, a {side}-inch square. A coin's centre must be \
         {near} to {far} from both borders.",
        exact(at.x.into()),
        exact(at.y.into())
    )
}

/// The ball lies in the corner box.
pub(super) fn ball_inside(corner: Corner) -> String {
    format!("The {} corner box has the ball in it; choose another one.", corner.name())
}

pub(super) fn outside_setup_box(coin: Coin, at: Point, seat: Seat) -> String {
    let [low, high] = [RADIUS, BARELY].map(|y| Point::new(0, y).seen_from(seat).y);
    let [west, east] = [TILE + RADIUS, WIDE - TILE - RADIUS].map(|mils| exact(mils.into()));
    format!(
        "{} can't stand at {} {}. {}'s setup box needs x from {west} to {east} and y from {} to \
         {}.",
        coin_name(coin),
        exact(at.x.into()),
        exact(at.y.into()),
        side(seat),
        exact(low.min(high).into()),
        exact(low.max(high).into())
    )
}

pub(super) fn overlap(coin: Coin, at: Point, other: Coin, game: &Piecepack) -> String {
    let far = game.lies(other).map_or(0, |it| it.far(at));
    format!(
        "{} at {} {} would overlap {}: their centres are {} apart and need {}.",
        coin_name(coin),
        exact(at.x.into()),
        exact(at.y.into()),
        coin_name(other),
        exact(far.into()),
        exact(APART.into())
    )
}
