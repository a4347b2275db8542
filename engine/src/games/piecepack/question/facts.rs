//! Where coins lie, how far apart, how many there are, and what is missing to win.
use super::{COURT, Coin, CourtQuestion, Kicker, NamedOnCourt, coin, spot};
use crate::{
    games::piecepack::{
        field::{KICKERS, inches},
        options::LIMIT,
    },
    question,
    quote::{sentence_case, series},
    seat::Seat,
};

impl CourtQuestion<'_> {
    /// Says where things are.
    pub(super) fn stands(&self) -> Option<Vec<String>> {
        let each = self.named().filter_map(|meant| match meant {
            NamedOnCourt::Coin(coin) => Some(match self.absent(coin) {
                Some(absent) => format!("{absent}."),
                None => {
                    let at = self.game.lies(coin)?;
                    let (name, place) = (self.name(meant), self.name(NamedOnCourt::Spot(at)));
                    format!("{} is at {place}, {}.", sentence_case(&name), COURT.zone(spot(at)))
                }
            }),
            NamedOnCourt::Goal(of) => {
                let line = self.place(NamedOnCourt::Goal(of))?;
                let [low, high] = [-1000, 1000].map(|aside| inches(line.x + aside));
                Some(format!(
                    "{} opens at y {} between x {low} and {high}.",
                    sentence_case(&self.name(meant)),
                    inches(line.y)
                ))
            }
            NamedOnCourt::Spot(at) => {
                let near = self.game.coins().into_iter().min_by_key(|it| it.1.far2(at))?;
                let far = inches(near.1.far(at));
                let (name, place) = (self.name(NamedOnCourt::Coin(near.0)), self.name(meant));
                Some(if near.1.far(at) < COURT.radius {
                    format!("{} lies on {place}.", sentence_case(&name))
                } else {
                    format!("{place} is empty; {name} is the nearest, {far} inches away.")
                })
            }
            NamedOnCourt::Side(seat) => Some(self.kickers_of(seat)),
        });
        let says: Vec<String> = each.collect();
        (!says.is_empty()).then_some(says)
    }

    /// Says where all kickers of a side are.
    fn kickers_of(&self, seat: Seat) -> String {
        let each = (1..=KICKERS).map(|number| {
            let kicker = Coin::Kicker(seat, number);
            match (self.absent(kicker), self.game.lies(kicker)) {
                (None, Some(at)) => {
                    format!(
                        "{} at {}",
                        self.name(NamedOnCourt::Coin(kicker)),
                        self.name(NamedOnCourt::Spot(at))
                    )
                }
                (absent, _) => absent.unwrap_or_default(),
            }
        });
        format!("{}.", each.collect::<Vec<_>>().join("; "))
    }

    /// Says how far two things are from each other; one alone from the ball.
    pub(super) fn distance(&self) -> Option<Vec<String>> {
        let ball = NamedOnCourt::Coin(Coin::Ball);
        let mut ends: Vec<NamedOnCourt> = self.named().collect();
        ends.dedup();
        if let [NamedOnCourt::Side(seat), to] | [to, NamedOnCourt::Side(seat)] = ends[..]
            && to == ball
        {
            return self.distances(seat, ball);
        }
        if 1 < ends.len() {
            ends.retain(|meant| !matches!(meant, NamedOnCourt::Side(_)));
        }
        let (from, to) = match ends[..] {
            [] => return None,
            [only] if only == ball => (ball, NamedOnCourt::Goal(self.own.other())),
            [NamedOnCourt::Side(seat)] => return self.distances(seat, ball),
            [only] => (ball, only),
            // `Is S4 closer to the ball than N4`.
            [one, to, other] | [one, other, to]
                if to == ball && self.question.has(&["closer", "nearer", "further"]) =>
            {
                return self
                    .apart(one, to)
                    .into_iter()
                    .chain(self.apart(other, to))
                    .collect::<Vec<_>>()
                    .into();
            }
            [from, to, ..] => (from, to),
        };
        self.apart(from, to).map(|says| vec![says])
    }

    /// Says how far two things are from each other.
    fn apart(&self, from: NamedOnCourt, to: NamedOnCourt) -> Option<String> {
        if let Some(absent) = [from, to].into_iter().find_map(|one| self.absent(coin(one)?)) {
            return Some(format!("{absent}."));
        }
        let far = inches(self.place(from)?.far(self.place(to)?));
        let [from, to] = [from, to].map(|at| self.name(at));
        Some(format!("From {from} to {to}: {far} inches, middle to middle."))
    }

    fn distances(&self, seat: Seat, to: NamedOnCourt) -> Option<Vec<String>> {
        let end = self.place(to)?;
        let all = self.game.on_field(seat).into_iter().filter_map(|number| {
            let kicker = Coin::Kicker(seat, number);
            Some((self.game.lies(kicker)?.far(end), self.name(NamedOnCourt::Coin(kicker))))
        });
        let mut all: Vec<(i32, String)> = all.collect();
        all.sort();
        let all: Vec<String> =
            all.into_iter().map(|(far, name)| format!("{name} {} inches", inches(far))).collect();
        let to = self.name(to);
        (!all.is_empty()).then(|| vec![format!("Nearest to {to}: {}.", all.join(", then "))])
    }

    pub(super) fn count(&self) -> Option<Vec<String>> {
        let (game, question) = (self.game, self.question);
        let sides = self.sides();
        if question.has(&["goal", "goals", "points", "score"]) {
            return Some(vec![self.score()]);
        }
        if question.has(&["turn", "turns", "play", "plays", "time", "long"]) {
            return Some(vec![if game.options.limit {
                let left = LIMIT.saturating_sub(game.quiet);
                let turns = if left == 1 { "turn" } else { "turns" };
                format!("{left} {turns} left without a goal, of {LIMIT}.")
            } else {
                "This match has no limit of turns.".to_owned()
            }]);
        }
        if question.has(&["card", "cards"]) {
            return None;
        }
        let state = |seat: Seat, is_so: &dyn Fn(Kicker) -> bool| {
            let numbers = game.numbers(seat, is_so);
            let names = numbers
                .iter()
                .map(|meant| self.name(NamedOnCourt::Coin(Coin::Kicker(seat, *meant))));
            (numbers.len(), names.collect::<Vec<_>>())
        };
        let is_out = |it: Kicker| it == Kicker::Out;
        if question.has(&["foul", "fouls", "fouled", "out", "off", "lost"]) {
            let each = sides.iter().map(|seat| {
                let (count, names) = state(*seat, &is_out);
                let names =
                    if count == 0 { String::new() } else { format!(": {}", series(&names)) };
                format!("{} {count} fouled out{names}.", self.side_does(*seat, "have", "has"))
            });
            let not = "Fouls themselves aren't counted.".to_owned();
            return Some(each.chain([not]).collect());
        }
        let each = sides.iter().map(|seat| {
            let (count, names) = state(*seat, &|coin| coin.at().is_some());
            let names = if count == 0 { String::new() } else { format!(": {}", series(&names)) };
            let has = self.side_does(*seat, "have", "has");
            format!("{has} {count} of {KICKERS} kickers on the field{names}.")
        });
        Some(each.collect())
    }

    /// Lists the sides that a question is about: those it names, else both.
    fn sides(&self) -> Vec<Seat> {
        let named = self.named().filter_map(|meant| match meant {
            NamedOnCourt::Side(seat) => Some(seat),
            _ => None,
        });
        let named: Vec<Seat> = named.collect();
        if named.is_empty() { Seat::BOTH.to_vec() } else { named }
    }

    fn score(&self) -> String {
        question::goals(&self.game.score, |seat| self.side(seat))
    }

    /// Says how many goals are missing to win.
    pub(super) fn progress(&self) -> Vec<String> {
        let goals = self.game.options.goals;
        let order = [self.own, self.own.other()];
        let needs = order.map(|seat| {
            let left = goals.saturating_sub(*self.game.score.get(seat));
            let left =
                if left == 1 { "1 more goal".to_owned() } else { format!("{left} more goals") };
            format!("{} {left}", self.side_does(seat, "need", "needs"))
        });
        vec![
            self.score(),
            format!("{goals} goals win: {}.", needs.join(", ").replacen("You", "you", 1)),
        ]
    }
}
