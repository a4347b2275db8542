//! What an action gains and loses once both sides have answered, in words.
use serde::{Deserialize, Serialize};

use super::{
    Gain, Player, SearchGame, ToAct, pick,
    player::Level,
    reason::{reason, rises},
};
use crate::{
    chance::Dice,
    game::{Choices, Label, label},
    quote::series,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// The most actions that are followed.
const LINE: usize = 4;

/// How much more the winner gets than the other.
const DECIDED: i32 = 100;

/// The same while every one of them changes something.
const LONGEST: usize = 10;

/// What probably comes of an action before chance comes in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlook {
    /// What it gains and loses, such as `It takes 2 pieces and loses a piece.`; none if there is nothing to say.
    pub says: Option<String>,
    /// How much more the side gets than the other.
    pub net: i32,
    /// The actions of both sides, the first one included.
    pub line: Vec<WordedAction>,
}

/// An action of a side in words, and as it is typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordedAction {
    pub seat: Seat,
    pub written: String,
    /// What a control says of the action, as [`Label::says`].
    pub says: String,
    /// What it does, as [`Label::explains`]; may be empty.
    pub explains: String,
}

impl WordedAction {
    /// Words it as [`Label::in_words`].
    pub fn in_words(&self) -> String {
        label::worded(&self.says, &self.explains)
    }
}

impl Outlook {
    /// Tells whether the match is over at its end.
    pub fn decides(&self) -> bool {
        self.net.abs() == DECIDED
    }

    /// Lists the actions as they are typed.
    pub fn written(&self) -> Vec<String> {
        self.line.iter().map(|it| it.written.clone()).collect()
    }
}

/// Follows an action and quick replies, for as long as an exchange goes on.
///
/// # Errors
/// If computer players can't play this match.
pub(crate) fn outlook<G: SearchGame>(
    game: &G,
    seat: Seat,
    first: G::Action,
    seed: u64,
) -> Result<Outlook, Refusal> {
    game.playable()?;
    let dice = &mut Dice::thinking(seed);
    let start = game.determinize(BySeat::new(|it| it == seat), dice);
    let (mut now, mut turn, mut action) = (start.clone(), seat, first.clone());
    let (mut line, mut at_once) = (Vec::new(), None);
    loop {
        let mut fell = Dice::thinking(dice.number());
        let next = now.tried(turn, &action, &mut fell);
        let is_thrown = next.is_some() && !fell.thrown().is_empty();
        // That a wheel is spun next goes without saying.
        if line.is_empty() || next.is_some() && !(is_thrown && is_forced(&now, turn)) {
            line.push(worded(&now, turn, &action));
        }
        let Some(next) = next.filter(|_| !is_thrown) else { break };
        let is_quiet = Seat::BOTH.iter().all(|seat| next.gains(*seat) == now.gains(*seat));
        let (stage, mark) = (next.stage(), now.mark());
        let has_scored = Seat::BOTH.iter().any(|&seat| scored(&now, &next, seat));
        now = next;
        at_once.get_or_insert_with(|| now.clone());
        let ToAct::Turn(to_move) = stage else { break };
        if has_scored
            || LONGEST <= line.len()
            || LINE <= line.len() && is_quiet
            || now.mark() != mark
        {
            break;
        }
        let reply = pick::decide(&now, to_move, Player::Level(Level::Two), dice);
        let Some((reply, _, _)) = reply else { break };
        (turn, action) = (to_move, reply);
    }
    let Some(at_once) = at_once else {
        let says = told_of_throw(game, seat, &first, dice);
        return Ok(Outlook { says, net: 0, line });
    };
    let won = match now.stage() {
        ToAct::Over(winner) => winner,
        ToAct::Turn(_) | ToAct::Both => None,
    };
    let other = G::SIDES[seat.other().index()];
    if let Some(winner) = won {
        let (who, net) = if winner == seat { ("It", DECIDED) } else { (other, -DECIDED) };
        return Ok(Outlook { says: Some(format!("{who} wins the match.")), net, line });
    }
    let rose = |of: Seat| rises(&start.gains(of), &now.gains(of));
    let (gained, lost) = (rose(seat), rose(seat.other()));
    let own = start.remark(seat, &first, Some([&at_once, &now])).into_iter();
    let is_even = |of: &(Gain, usize), others: &[(Gain, usize)]| {
        let same = |other: &(Gain, usize)| (other.0.one, other.1) == (of.0.one, of.1);
        of.0.taken && others.iter().any(same)
    };
    let own = own.chain(gained.iter().map(|gain| {
        if is_even(gain, &lost) { gain.0.exchanges(gain.1) } else { gain.0.rises(gain.1) }
    }));
    let losses = lost.iter().filter(|gain| !is_even(gain, &gained));
    let own = own.chain(losses.filter_map(|(gain, by)| gain.loses(*by)));
    let own: Vec<String> = own.collect();
    let others = lost.iter().filter(|(gain, _)| !gain.taken).map(|(gain, by)| gain.rises(*by));
    let others: Vec<String> = others.collect();
    let says = match (own.is_empty(), others.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("It {}.", series(&own))),
        (true, false) => Some(format!("{other} {}.", series(&others))),
        (false, false) => Some(format!("It {}, and {other} {}.", series(&own), series(&others))),
    };
    let count = |all: &[(Gain, usize)]| -> i32 {
        all.iter().map(|(_, by)| i32::try_from(*by).unwrap_or(i32::MAX)).sum()
    };
    Ok(Outlook { says, net: count(&gained) - count(&lost), line })
}

/// Tells whether a seat has scored from one position to another: what follows is a new beginning.
fn scored<G: SearchGame>(before: &G, after: &G, seat: Seat) -> bool {
    rises(&before.gains(seat), &after.gains(seat)).iter().any(|(gain, _)| gain.does == "scores")
}

/// Says what an action gains whose result chance decides; what is remarked on it may say that exactly.
fn told_of_throw<G: SearchGame>(
    game: &G,
    seat: Seat,
    action: &G::Action,
    dice: &mut Dice,
) -> Option<String> {
    let remark = game.remark(seat, action, None);
    let counts = |remark: &String| game.gains(seat).iter().any(|gain| remark.contains(gain.does));
    let reason =
        if remark.as_ref().is_some_and(counts) { None } else { reason(game, seat, action, dice) };
    let all: Vec<String> =
        reason.into_iter().chain(remark.map(|says| format!("It {says}."))).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// Words an action that is played in a match.
fn worded<G: SearchGame>(game: &G, seat: Seat, action: &G::Action) -> WordedAction {
    let Label { says, explains, .. } = game.label(seat, action);
    WordedAction { seat, written: game.write(action), says, explains }
}

/// Tells whether a seat has no choice.
pub(super) fn is_forced<G: SearchGame>(game: &G, seat: Seat) -> bool {
    let Choices { listed, grammar } = game.choices(seat);
    listed.len() <= 1 && grammar.is_none()
}
