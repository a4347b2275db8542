//! Why a card can't be played in some way.
use crate::games::alien::{
    Alien, AlienSquare, Card, CardPlay, Ray,
    area::Area,
    field::{HIPPOS, Stack, WALLS},
    words::read::off_board,
    words::side,
};
use crate::seat::Seat;

impl Alien {
    /// Says why a second or a straight move isn't open.
    pub(in crate::games::alien) fn why_no_second(
        &self,
        card: Card,
        squares: &[AlienSquare],
    ) -> String {
        let Some(&from) = squares.first() else { return "Name a square.".to_owned() };
        if card == Card::Translation {
            return self.why_no_leap(from, &squares[1..]);
        }
        if let Some(why) = self.why_not_mine(from, self.turn) {
            return why;
        }
        match card {
            Card::Reshuffle if self.moved.is_some_and(|it| it.at == from) => {
                format!("The checker on {from} has already moved; Reshuffle moves another one.")
            }
            _ => self.why_no_way_now(from, &squares[1..]),
        }
    }

    /// Says why Double Agent doesn't work like this.
    pub(in crate::games::alien) fn why_no_double(
        &self,
        lifted: AlienSquare,
        squares: &[AlienSquare],
    ) -> String {
        let (me, Some(&from)) = (self.turn, squares.first()) else {
            return "Name a move.".to_owned();
        };
        match self.field.stack(lifted) {
            None => return format!("No checker stands on {lifted}."),
            Some(stack) if stack.seat == me => {
                return format!("The checker on {lifted} is your own.");
            }
            Some(_) if squares.last() == Some(&lifted) => {
                return format!(
                    "The move can't end on {lifted}, because that checker returns \
                                there."
                );
            }
            Some(_) => {}
        }
        let mut without = self.clone();
        without.field.take(lifted);
        without
            .why_not_mine(from, me)
            .unwrap_or_else(|| without.why_no_way_now(from, &squares[1..]))
    }

    /// Says why a checker can't shift or jump straight like this, leg by leg.
    fn why_no_leap(&self, from: AlienSquare, after: &[AlienSquare]) -> String {
        let stack = match self.field.stack(from) {
            None => return format!("No checker stands on {from}."),
            Some(stack) if stack.hippo => {
                return format!("A Galactic Hippo sits on {from}, so that checker can't be moved.");
            }
            Some(it) => it,
        };
        let far = self.home_of(stack.seat).opposite();
        let mut taken = Area::NONE;
        let mut at = from;
        for &to in after {
            let over = at.between(to);
            let way = at.way_to(over).filter(|ray| Ray::STRAIGHT.contains(ray));
            let Some(way) = way.filter(|ray| over.step(*ray) == Some(to)) else {
                return why_no_straight(at, to);
            };
            if stack.seat != self.turn {
                return format!(
                    "The checker on {from} is {}'s. You can shift it one square, but only your \
                     own jump.",
                    side(stack.seat)
                );
            }
            if at != from && stack.height == 1 && at.rows_from(far) == 0 && from.rows_from(far) != 0
            {
                return format!("A pawn that reaches {} stops there.", far.row());
            }
            if let Some(why) = self.why_no_victim(stack, over) {
                return why;
            }
            if taken.contains(over) {
                return format!("You can jump the checker on {over} only once.");
            }
            for (one, other) in [(at, over), (over, to)] {
                if !self.field.lets(stack.seat, one, way) {
                    return wall_between(stack.seat, one, other);
                }
            }
            if to != from && !self.field.is_free(to) {
                return self.why_taken(to);
            }
            taken.insert(over);
            at = to;
        }
        format!("The checker on {from} can't shift or jump straight.")
    }

    /// Says what stops a king or an emperor on a flight of Queen.
    fn why_no_flight(&self, stack: &Stack, from: AlienSquare, to: AlienSquare) -> String {
        let delta = |one: u8, other: u8| other as i8 - one as i8;
        let (right, up) = (delta(from.file(), to.file()), delta(from.rank(), to.rank()));
        let name = stack.name();
        if from == to {
            return "A flight must end on another square.".to_owned();
        }
        let straight = right == 0 || up == 0 || right.abs() == up.abs();
        let ahead = Ray::ALL.into_iter().find(|ray| ray.delta() == (right.signum(), up.signum()));
        let Some(way) = ahead.filter(|_| straight) else {
            return format!(
                "{to} isn't on a rank, file or diagonal of {from}, and the {name} flies straight."
            );
        };
        let mut here = from;
        while let Some(next) = here.step(way).filter(|_| here != to) {
            if !self.field.lets(stack.seat, here, way) {
                return wall_between(stack.seat, here, next);
            }
            if !self.field.is_free(next) {
                return self.why_taken(next);
            }
            here = next;
        }
        format!("The {name} on {from} can't fly to {to}.")
    }

    fn why_no_way_now(&self, from: AlienSquare, after: &[AlienSquare]) -> String {
        let mut own = Vec::new();
        self.field.travels(from, &self.homes(), &mut own);
        let meant = after.last().is_some_and(|to| own.iter().any(|travel| travel.to() == *to));
        if meant {
            "Your second move must jump, too.".to_owned()
        } else {
            self.why_no_way(from, after)
        }
    }

    /// Says why a card that may be chosen can't be played like this.
    pub(in crate::games::alien) fn why_no_play(&self, play: &CardPlay) -> String {
        let (field, me) = (&self.field, self.turn);
        let mine = |at: &AlienSquare| self.why_not_mine(*at, me);
        let enemy = |at: &AlienSquare| match field.stack(*at) {
            None => Some(format!("No checker stands on {at}.")),
            Some(stack) if stack.seat == me => Some(format!("The checker on {at} is your own.")),
            Some(_) => None,
        };
        let why = match play {
            CardPlay::Flood(at) if field.water.contains(*at) => {
                Some(format!("{at} is already water."))
            }
            CardPlay::Fire(at) if field.fire.contains(*at) => {
                Some(format!("{at} is already on fire."))
            }
            CardPlay::Flood(at) | CardPlay::Fire(at) => {
                Some(format!("{at} isn't empty: a checker or the monolith is on it."))
            }
            CardPlay::Emperor { pawn, king } => {
                let height = |at: &AlienSquare| field.stack(*at).map_or(0, |it| it.height);
                match (mine(pawn), field.stack(*king)) {
                    (Some(why), _) => Some(why),
                    (None, _) if height(pawn) != 1 => Some(format!("{pawn} isn't a pawn.")),
                    (None, Some(stack)) if stack.seat == me && stack.height == 2 => None,
                    (None, _) => Some(format!("No king of yours stands on {king}.")),
                }
            }
            CardPlay::Revive(_) if self.pool(me) == 0 => {
                Some("None of your pieces is off the board.".to_owned())
            }
            CardPlay::Revive(at) if !at.is_dark() => Some(format!("{at} is a light square.")),
            CardPlay::Revive(at) if 4 <= at.rows_from(self.home_of(me)) => Some(format!(
                "{at} isn't in your half, the four rows from {}.",
                self.home_of(me).row()
            )),
            CardPlay::Revive(at) | CardPlay::Wormhole { from: _, to: at }
                if !field.is_free(*at) =>
            {
                Some(self.why_taken(*at))
            }
            CardPlay::Wormhole { from, to: _ } if self.moved.is_some_and(|it| it.at != *from) => {
                Some("Wormhole moves the checker that just moved.".to_owned())
            }
            CardPlay::Wormhole { from: _, to } => {
                Some(format!("{to} isn't the colour of the square it started on."))
            }
            CardPlay::Place(_) if field.monolith.is_some() => Some(
                "The monolith is on the board, so it moves one square up, down, left or right."
                    .to_owned(),
            ),
            CardPlay::Place(at) if at.block().is_none() => {
                Some(format!("On {at} the monolith would stick out. Choose its lower left square."))
            }
            CardPlay::Place(at) => Some(format!("The 2x2 area at {at} isn't empty.")),
            CardPlay::Shove(_) | CardPlay::Doom(_) if field.monolith.is_none() => {
                Some("The monolith isn't on the board.".to_owned())
            }
            CardPlay::Shove(way) | CardPlay::Doom(way) => Some(off_board(*way)),
            CardPlay::Hippo(_) if HIPPOS <= field.hippos() => {
                Some("All three hippos are on the board.".to_owned())
            }
            CardPlay::Hippo(at) => enemy(at).or_else(|| match field.stack(*at) {
                Some(stack) if stack.hippo => Some(format!("A hippo already sits on {at}.")),
                _ => Some(format!("A Snookle on {at} keeps hippos away.")),
            }),
            CardPlay::Snookle(at) | CardPlay::Ring(at) => match field.stack(*at) {
                None => Some(format!("No checker stands on {at}.")),
                Some(_) => Some(format!("The checker on {at} is {}'s.", side(me.other()))),
            },
            CardPlay::Fate(at) => enemy(at),
            CardPlay::Shift { from, to } => match field.stack(*from) {
                None => Some(format!("No checker stands on {from}.")),
                Some(stack) if stack.hippo => Some(format!(
                    "A Galactic Hippo sits on {from}, so that checker can't be moved."
                )),
                Some(_) if from.is_dark() == to.is_dark() => {
                    Some("Translation goes along rank or file, not along a diagonal.".to_owned())
                }
                Some(stack)
                    if from.way_to(*to).is_some_and(|way| !field.lets(stack.seat, *from, way)) =>
                {
                    Some(wall_between(stack.seat, *from, *to))
                }
                Some(_) => Some(self.why_taken(*to)),
            },
            CardPlay::Queen { from, to } => mine(from).or_else(|| match field.stack(*from) {
                Some(stack) if stack.height < 2 => {
                    Some(format!("{from} is a pawn; Queen moves kings and emperors."))
                }
                Some(stack) => Some(self.why_no_flight(stack, *from, *to)),
                None => None,
            }),
            CardPlay::Build(_) if WALLS <= field.wall_count() => {
                Some(format!("All {} walls are on the board already.", field.wall_count()))
            }
            CardPlay::Build([one, other]) => {
                let shut = self.field.shut();
                let shut = [one, other].into_iter().find(|edge| shut & (1 << edge.index()) != 0);
                Some(match shut {
                    Some(edge) => {
                        format!("You can't build on {edge}: a wall or the monolith is there.")
                    }
                    None => format!("{one} and {other} don't meet at a corner."),
                })
            }
            CardPlay::Raze(edges) => {
                let foreign = edges.iter().find(|edge| field.wall(**edge) != Some(me.other()));
                Some(match foreign {
                    Some(edge) => format!("{} has no wall on {edge}.", side(me.other())),
                    None => "Name two different walls, or one if there's only one.".to_owned(),
                })
            }
            CardPlay::Antimatter(at) => {
                Some(format!("The 2x2 area at {at} doesn't hold checkers of both sides."))
            }
            CardPlay::Nothing(card) => {
                Some(format!("{card} can do something, so you must use it."))
            }
            CardPlay::Double { lifted, .. } => enemy(lifted),
            CardPlay::Cheater => Some("The pile is empty.".to_owned()),
            CardPlay::Revive(_)
            | CardPlay::Reshuffle(_)
            | CardPlay::Leap(_)
            | CardPlay::Wanderlust
            | CardPlay::Rotate { .. } => None,
        };
        why.unwrap_or_else(|| format!("{} can't be played like that.", play.card()))
    }
}

/// Says why a leg of Translation that isn't a straight jump is impossible.
fn why_no_straight(at: AlienSquare, to: AlienSquare) -> String {
    let apart = [at.file().abs_diff(to.file()), at.rank().abs_diff(to.rank())];
    match apart {
        [0, 0] => "A shift must end on another square.".to_owned(),
        [0, 1] | [1, 0] => "You can shift a checker once, by one square.".to_owned(),
        [0, _] | [_, 0] => {
            format!("{at} to {to} is too far: a shift goes one square, a jump two.")
        }
        _ => "Translation goes along rank or file.".to_owned(),
    }
}

fn wall_between(seat: Seat, one: AlienSquare, other: AlienSquare) -> String {
    format!("{}'s wall stands between {one} and {other}.", side(seat.other()))
}
