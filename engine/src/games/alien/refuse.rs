//! Why an action is not open now.
use super::{
    Action, Alien, Card, Order, Phase, Play, Square, Travel,
    field::{HIPPOS, Stack, WALLS},
    reader::off_board,
    words::side,
};
use crate::{
    refusal::{Code, Refusal},
    seat::Seat,
};

impl Alien {
    /// Lets an action pass, or refuses it.
    pub(super) fn allows(&self, action: &Action) -> Result<(), Refusal> {
        let fits = match (self.phase, action) {
            (Phase::Move, Action::Move(travel)) => self.moves().contains(travel),
            (Phase::Card, Action::Card(play)) => {
                let card = play.card();
                self.usable().any(|it| it == card) && self.plays(card).contains(play)
            }
            (Phase::Doom, Action::Doom(way)) => self.field.shoved_to(*way).is_some(),
            (Phase::Cheat, Action::Order(cards)) => {
                self.order_beginning(cards).is_some_and(|it| it.len() == cards.len())
            }
            (Phase::Crown { seat, next: _ }, Action::Crown(at)) => self.ready(seat).contains(at),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.refuse(action)) }
    }

    pub(super) fn refuse(&self, action: &Action) -> Refusal {
        let says = match (self.phase, action) {
            (Phase::Over(_), _) => return Refusal::new(Code::Over, "This match is over."),
            (Phase::Card, Action::Card(play)) if !self.usable().any(|it| it == play.card()) => {
                return self.refuse_card(play.card());
            }
            (Phase::Card, Action::Card(play)) => self.why_no_play(play),
            (Phase::Move, Action::Move(travel)) => {
                let squares: Vec<Square> =
                    [travel.from].into_iter().chain(travel.path.iter().copied()).collect();
                self.why_no_move(&squares, &self.moves())
            }
            (Phase::Doom, Action::Doom(way)) => off_board(*way),
            (Phase::Move, _) => "First comes an ordinary move.".to_owned(),
            (Phase::Card, _) => format!("Choose a card: {}.", self.up_in_words(" or ")),
            (Phase::Doom, _) => "The monolith has to be moved a second time.".to_owned(),
            (Phase::Cheat, _) => "The pile holds other cards.".to_owned(),
            (Phase::Crown { .. }, _) => "A pawn has to be crowned first.".to_owned(),
        };
        Refusal::illegal(says).instead(self.offers(""))
    }

    /// Says why a card cannot be chosen.
    pub(super) fn refuse_card(&self, card: Card) -> Refusal {
        let says = if self.deck.up.contains(&card) {
            format!("{card} can be chosen only where some 2x2 area holds checkers of both sides.")
        } else {
            format!("{card} is not face up; these are: {}.", self.up_in_words(" and "))
        };
        Refusal::illegal(says).instead(self.offers(""))
    }

    /// Says why an ordinary move is not open.
    pub(super) fn why_no_move(&self, squares: &[Square], legal: &[Travel]) -> String {
        let me = self.turn;
        let [from, after @ ..] = squares else { return "No square was named.".to_owned() };
        if let Some(why) = self.why_not_mine(*from, me) {
            return why;
        }
        if let Some(Order::Fate(at)) = self.binding().filter(|it| *it != Order::Fate(*from)) {
            return format!("Fate binds you: the checker on {at} has to move.");
        }
        let mut own = Vec::new();
        self.field.travels(*from, &self.homes(), &mut own);
        let meant = after.last().and_then(|to| own.iter().find(|it| it.to() == *to));
        let wanders = self.binding() == Some(Order::Wanderlust);
        match (meant, legal.first()) {
            (Some(travel), _) if wanders && !self.obeys(Order::Wanderlust, travel) => {
                let row = self.home_of(me).row();
                format!("Wanderlust binds you: a checker has to leave {row}.")
            }
            (Some(_), Some(due)) if due.jumps => {
                format!("A jump has to be made: {}.", due.write())
            }
            _ => match own.iter().find(|it| legal.contains(it)) {
                _ if after.is_empty() && own.is_empty() => format!("{from} has nowhere to go."),
                _ => self.why_no_way(*from, after),
            },
        }
    }

    /// Says why a checker that is one's own cannot go there.
    fn why_no_way(&self, from: Square, after: &[Square]) -> String {
        let (Some(stack), Some(&to)) = (self.field.stack(from), after.first()) else {
            return format!("{from} cannot move like that now.");
        };
        let home = self.home_of(stack.seat);
        if from == to {
            return "A move ends on another square.".to_owned();
        }
        let Some(way) = from.way_to(to) else {
            return self.why_no_jump(from, to, stack);
        };
        if from.is_dark() != to.is_dark() {
            return "An ordinary move goes along a diagonal.".to_owned();
        }
        if stack.height == 1 && !way.leaves(home) {
            let far = home.opposite().row();
            return format!("A pawn of {} goes towards {far} only.", side(stack.seat));
        }
        if !self.field.lets(stack.seat, from, way) {
            let enemy = side(stack.seat.other());
            return format!("A wall of {enemy} stands between {from} and {to}.");
        }
        self.why_taken(to)
    }

    fn why_no_jump(&self, from: Square, to: Square, stack: &Stack) -> String {
        let apart = |one: u8, other: u8| one.abs_diff(other);
        let leap = [apart(from.file(), to.file()), apart(from.rank(), to.rank())];
        if leap != [2, 2] {
            return "A checker steps to the next square of a diagonal, or jumps an enemy there."
                .to_owned();
        }
        let over = from.between(to);
        let forward = from.way_to(over).is_some_and(|it| it.leaves(self.home_of(stack.seat)));
        match self.field.stack(over) {
            None => format!("There is nothing to jump on {over}."),
            Some(it) if it.seat == stack.seat => {
                format!("The checker on {over} is your own; only enemies are jumped.")
            }
            Some(it) if it.height == 3 && stack.height < 3 => {
                format!("The emperor on {over} is jumped by emperors only.")
            }
            Some(_) if stack.height == 1 && !forward => "Pawns jump forward only.".to_owned(),
            Some(_) if !self.field.is_free(to) => self.why_taken(to),
            Some(_) => format!("A wall stands on the way from {from} to {to}."),
        }
    }

    /// Says what fills a square.
    fn why_taken(&self, at: Square) -> String {
        match self.field.stack(at) {
            Some(it) => format!(
                "{at} is taken: a {} {} stands there.",
                side(it.seat).to_lowercase(),
                it.name()
            ),
            None if self.field.water.contains(at) => format!("Nobody can enter {at}: it is water."),
            None if self.field.fire.contains(at) => {
                format!("Nobody can enter {at}: it is on fire.")
            }
            None if self.field.covered(at) => {
                format!("Nobody can enter {at}: the monolith covers it.")
            }
            None => format!("{at} cannot be reached like that."),
        }
    }

    /// Says why a checker cannot be moved by a side, if that is so.
    fn why_not_mine(&self, at: Square, seat: Seat) -> Option<String> {
        match self.field.stack(at) {
            None => Some(format!("No checker stands on {at}.")),
            Some(it) if it.seat != seat => {
                Some(format!("The checker on {at} is {}'s.", side(seat.other())))
            }
            Some(it) if it.hippo => {
                Some(format!("A Galactic Hippo sits on {at}; that checker cannot move."))
            }
            Some(_) => None,
        }
    }

    /// Says why a second or a straight move is not open.
    pub(super) fn why_no_second(&self, card: Card, squares: &[Square]) -> String {
        let Some(&from) = squares.first() else { return "No square was named.".to_owned() };
        if card == Card::Double {
            let why = self.why_not_mine(from, self.turn);
            let end = "no such move is open while that enemy is away, or it would end on the enemy's square, or a jump has to be made";
            return why.unwrap_or_else(|| format!("From {from} {end}."));
        }
        if let Some(why) = self.why_not_mine(from, self.turn) {
            return why;
        }
        match card {
            Card::Reshuffle if self.moved.is_some_and(|it| it.at == from) => {
                format!("The checker on {from} has moved already; Reshuffle moves another one.")
            }
            Card::Translation => {
                "Translation shifts a checker by one square along rank or file, or jumps enemies so.".to_owned()
            }
            _ => self.why_no_way_now(from, &squares[1..]),
        }
    }

    fn why_no_way_now(&self, from: Square, after: &[Square]) -> String {
        let mut own = Vec::new();
        self.field.travels(from, &self.homes(), &mut own);
        let meant = after.last().is_some_and(|to| own.iter().any(|it| it.to() == *to));
        if meant {
            "A jump has to be made with the second move, too.".to_owned()
        } else {
            self.why_no_way(from, after)
        }
    }

    /// Says why a card that may be chosen cannot be played so.
    pub(super) fn why_no_play(&self, play: &Play) -> String {
        let (field, me) = (&self.field, self.turn);
        let mine = |at: &Square| self.why_not_mine(*at, me);
        let enemy = |at: &Square| match field.stack(*at) {
            None => Some(format!("No checker stands on {at}.")),
            Some(it) if it.seat == me => Some(format!("The checker on {at} is your own.")),
            Some(_) => None,
        };
        let why = match play {
            Play::Flood(at) if field.water.contains(*at) => Some(format!("{at} is water already.")),
            Play::Fire(at) if field.fire.contains(*at) => Some(format!("{at} is on fire already.")),
            Play::Flood(at) | Play::Fire(at) => {
                Some(format!("{at} is not empty: a checker or the monolith is on it."))
            }
            Play::Emperor { pawn, king } => {
                let height = |at: &Square| field.stack(*at).map_or(0, |it| it.height);
                match (mine(pawn), field.stack(*king)) {
                    (Some(why), _) => Some(why),
                    (None, _) if height(pawn) != 1 => Some(format!("{pawn} is no pawn.")),
                    (None, Some(it)) if it.seat == me && it.height == 2 => None,
                    (None, _) => Some(format!("No king of yours stands on {king}.")),
                }
            }
            Play::Revive(_) if field.pool(me) == 0 => {
                Some("None of your pieces is off the board.".to_owned())
            }
            Play::Revive(at) if !at.is_dark() => Some(format!("{at} is a light square.")),
            Play::Revive(at) if 4 <= at.rows_from(self.home_of(me)) => Some(format!(
                "{at} is not in your half, the four rows from {}.",
                self.home_of(me).row()
            )),
            Play::Revive(at) | Play::Wormhole { from: _, to: at } if !field.is_free(*at) => {
                Some(self.why_taken(*at))
            }
            Play::Wormhole { from, to: _ } if self.moved.is_some_and(|it| it.at != *from) => {
                Some("Wormhole takes the checker that has just moved.".to_owned())
            }
            Play::Wormhole { from: _, to } => {
                Some(format!("{to} has the other colour than the square it started on."))
            }
            Play::Place(_) if field.monolith.is_some() => Some(
                "The monolith is on the board: it goes one square up, down, left or right."
                    .to_owned(),
            ),
            Play::Place(at) if at.block().is_none() => Some(format!(
                "On {at} the monolith would not be wholly on the board; its lower left square is named."
            )),
            Play::Place(at) => Some(format!("The 2x2 area of {at} is not empty.")),
            Play::Shove(_) | Play::Doom(_) if field.monolith.is_none() => {
                Some("The monolith is not on the board.".to_owned())
            }
            Play::Shove(way) | Play::Doom(way) => Some(off_board(*way)),
            Play::Hippo(_) if HIPPOS <= field.hippos() => {
                Some("All three hippos are on the board.".to_owned())
            }
            Play::Hippo(at) => enemy(at).or_else(|| match field.stack(*at) {
                Some(it) if it.hippo => Some(format!("A hippo sits on {at} already.")),
                _ => Some(format!("A Snookle on {at} keeps hippos away.")),
            }),
            Play::Snookle(at) | Play::Ring(at) => match field.stack(*at) {
                None => Some(format!("No checker stands on {at}.")),
                Some(_) => Some(format!("The checker on {at} is {}'s.", side(me.other()))),
            },
            Play::Fate(at) => enemy(at),
            Play::Shift { from, to } => match field.stack(*from) {
                None => Some(format!("No checker stands on {from}.")),
                Some(it) if it.hippo => {
                    Some(format!("A Galactic Hippo sits on {from}; that checker cannot be moved."))
                }
                Some(_) if from.is_dark() == to.is_dark() => {
                    Some("Translation goes along rank or file, not along a diagonal.".to_owned())
                }
                Some(it)
                    if from.way_to(*to).is_some_and(|way| !field.lets(it.seat, *from, way)) =>
                {
                    Some(format!(
                        "A wall of {} stands between {from} and {to}.",
                        side(it.seat.other())
                    ))
                }
                Some(_) => Some(self.why_taken(*to)),
            },
            Play::Queen { from, to } => mine(from).or_else(|| match field.stack(*from) {
                Some(it) if it.height < 2 => {
                    Some(format!("{from} is a pawn; Queen moves kings and emperors."))
                }
                _ => Some(format!(
                    "The king on {from} cannot go to {to} straight over empty squares."
                )),
            }),
            Play::Build(_) if WALLS <= field.wall_count() => {
                Some(format!("{} walls are on the board; none can be added.", field.wall_count()))
            }
            Play::Build([one, other]) => {
                let shut = [one, other].into_iter().find(|it| !self.may_build(**it));
                Some(match shut {
                    Some(edge) => {
                        format!("No wall can be built on {edge}: there is one, or the monolith.")
                    }
                    None => format!("{one} and {other} do not meet at a corner."),
                })
            }
            Play::Raze(edges) => {
                let foreign = edges.iter().find(|it| field.wall(**it) != Some(me.other()));
                Some(match foreign {
                    Some(edge) => format!("There is no wall of {} on {edge}.", side(me.other())),
                    None => "Two different walls are pulled down; one only if there is just one."
                        .to_owned(),
                })
            }
            Play::Antimatter(at) => {
                Some(format!("The 2x2 area of {at} does not hold checkers of both sides."))
            }
            Play::Nothing(card) => Some(format!("{card} can do something, so it has to.")),
            Play::Double { lifted, .. } => enemy(lifted),
            Play::Cheater => Some("The pile is empty.".to_owned()),
            Play::Revive(_)
            | Play::Reshuffle(_)
            | Play::Leap(_)
            | Play::Wanderlust
            | Play::Rotate { .. } => None,
        };
        why.unwrap_or_else(|| format!("{} cannot be played so.", play.card()))
    }
}
