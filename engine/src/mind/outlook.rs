//! What an action gains and loses once both sides have answered, in words.
use super::{Gain, LINE, Player, SearchGame, ToAct, pick, player::Level, reason::rises};
use crate::{
    chance::Dice,
    quote::series,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// The most actions that are followed, while every one of them changes something.
const LONGEST: usize = 10;

/// What probably comes of an action before chance comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// What changes hands, such as `It takes 2 pieces and loses a piece.`
    pub says: String,
    /// How much more the side gets than the other.
    pub net: i32,
    /// The actions of both sides, the first one included.
    pub line: Vec<String>,
}

/// Follows an action and quick replies, for as long as an exchange goes on; none if nothing changes hands.
///
/// # Errors
/// If computer players can't play this match.
pub(crate) fn outlook<G: SearchGame>(
    game: &G,
    seat: Seat,
    first: G::Action,
    seed: u64,
) -> Result<Option<Outlook>, Refusal> {
    game.playable()?;
    let dice = &mut Dice::thinking(seed);
    let start = game.determinize(BySeat::new(|it| it == seat), dice);
    let (mut now, mut turn, mut action) = (start.clone(), seat, first);
    let mut line = Vec::new();
    loop {
        let mut fell = Dice::thinking(dice.number());
        let Some(next) = now.tried(turn, &action, &mut fell) else { break };
        if !fell.thrown().is_empty() {
            break;
        }
        line.push(now.write(&action));
        let is_quiet = Seat::BOTH.iter().all(|seat| next.gains(*seat) == now.gains(*seat));
        let (stage, mark) = (next.stage(), now.mark());
        now = next;
        let ToAct::Turn(to_move) = stage else { break };
        if LONGEST <= line.len() || LINE <= line.len() && is_quiet || now.mark() != mark {
            break;
        }
        let reply = pick::decide(&now, to_move, Player::Level(Level::Two), dice);
        let Some((reply, _, _)) = reply else { break };
        (turn, action) = (to_move, reply);
    }
    let won = match now.stage() {
        ToAct::Over(winner) => winner,
        ToAct::Turn(_) | ToAct::Both => None,
    };
    let other = G::SIDES[seat.other().index()];
    if let Some(winner) = won {
        let (who, net) = if winner == seat { ("It", 100) } else { (other, -100) };
        return Ok(Some(Outlook { says: format!("{who} wins the match."), net, line }));
    }
    let rose = |of: Seat| rises(&start.gains(of), &now.gains(of));
    let (gained, lost) = (rose(seat), rose(seat.other()));
    let own = gained.iter().map(|(gain, by)| gain.rises(*by));
    let own = own.chain(lost.iter().filter_map(|(gain, by)| gain.loses(*by)));
    let own: Vec<String> = own.collect();
    let others = lost.iter().filter(|(gain, _)| !gain.taken).map(|(gain, by)| gain.rises(*by));
    let others: Vec<String> = others.collect();
    let says = match (own.is_empty(), others.is_empty()) {
        (true, true) => return Ok(None),
        (false, true) => format!("It {}.", series(&own)),
        (true, false) => format!("{other} {}.", series(&others)),
        (false, false) => format!("It {}, and {other} {}.", series(&own), series(&others)),
    };
    let count = |all: &[(Gain, usize)]| -> i32 {
        all.iter().map(|(_, by)| i32::try_from(*by).unwrap_or(i32::MAX)).sum()
    };
    Ok(Some(Outlook { says, net: count(&gained) - count(&lost), line }))
}
