//! A partner for other programs: each line is answered by one.
use std::fmt::Write as _;

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::Player,
    refusal::Refusal,
    seat::Seat,
    table::Table,
};

use super::words;

/// A match of a game that another program asks about, line by line.
///
/// `new OPTIONS` begins a match, `play WORDS` plays for the side to move, `moves` lists what may be played, and
/// `think PLAYER SEED` returns what a player would do. The first two are answered with where the match stands.
pub struct Partner {
    game: GameId,
    table: Option<Box<dyn Table>>,
    steps: u32,
}

impl Partner {
    /// Waits for `new`.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn new(game: &str) -> anyhow::Result<Partner> {
        let game = GameId::named(game).ok_or_else(|| anyhow::anyhow!(words::no_game(game)))?;
        Ok(Partner { game, table: None, steps: 0 })
    }

    /// Answers a line. What can't be done is answered with `error` and the reason, and changes nothing.
    pub fn answer(&mut self, line: &str) -> String {
        self.answered(line.trim()).unwrap_or_else(|says| format!("error {says}"))
    }

    fn answered(&mut self, line: &str) -> Result<String, String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "new" {
            let options = self.game.options(rest).map_err(|err| words::refusal(&err))?;
            let table =
                self.game.open(options, &mut dice(0)).map_err(|err| words::refusal(&err))?;
            let stands = stands(&*table);
            (self.table, self.steps) = (Some(table), 0);
            return Ok(stands);
        }
        let table = self.table.as_mut().ok_or_else(words::no_match)?;
        let seat = to_move(&**table).ok_or_else(words::over);
        let said = |err: Refusal| words::refusal(&err);
        match verb {
            "play" => {
                table.play(seat?, rest, &mut dice(self.steps + 1)).map_err(said)?;
                self.steps += 1;
                Ok(stands(&**table))
            }
            "moves" => Ok(table.menu(seat?).listed.join(", ")),
            "think" => {
                let (player, seed) = rest.split_once(' ').unwrap_or((rest, "1"));
                let player = Player::named(player).ok_or_else(|| words::no_player(player))?;
                let seed = seed.parse().map_err(|_| words::no_whole_number(seed))?;
                let thought = table.think(seat?, player, seed).map_err(said)?;
                thought.map(|it| it.words).ok_or_else(|| words::no_move(player, self.steps + 1))
            }
            _ => Err(words::no_line(verb)),
        }
    }
}

/// Says whose turn it is, or who won, and the position if it can be written.
fn stands(table: &dyn Table) -> String {
    let mut says = match table.status() {
        Status::Over(outcome) => {
            format!("over {}", outcome.winner.map_or("draw", Seat::name))
        }
        Status::Waiting(_) => format!("turn {}", to_move(table).map_or("", Seat::name)),
    };
    if let Some(fen) = table.fen() {
        // Writing to a string can't fail.
        let _ = write!(says, " {fen}");
    }
    says
}

fn to_move(table: &dyn Table) -> Option<Seat> {
    match table.status() {
        Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
        Status::Over(_) => None,
    }
}

/// The dice of every match are the same: they are no secret here.
fn dice(step: u32) -> Dice {
    Dice::fair(&Seed::from_bytes([0; 32]), StepKey { step, take: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_answered_in_turn() {
        let mut partner = Partner::new("draughts").unwrap();
        assert!(partner.answer("moves").starts_with("error"));
        let from = "from=W:WK18,K23:BK1";
        assert_eq!(partner.answer(&format!("new {from}")), "turn second W:WK18,K23:BK1");
        assert_eq!(partner.answer("moves").split(", ").count(), 6, "three for each king");
        let thought = partner.answer("think 5 7");
        assert_eq!(thought, partner.answer("think 5 7"));
        assert!(partner.answer(&format!("play {thought}")).starts_with("turn first B:"));
        for line in ["play a1-h8", "think 6 1", "think 5 x", "dance", "", "new from=nowhere"] {
            assert!(partner.answer(line).starts_with("error "), "{line}");
        }
        assert!(partner.answer("moves").split(", ").count() <= 4, "nothing was changed");
        assert!(partner.answer("new from=B:W22:B18").starts_with("turn first"));
        assert_eq!(partner.answer("play 18x25"), "over first W:W:B25");
        assert!(partner.answer("think 5 7").starts_with("error "));
        assert!(Partner::new("chess").is_err());
    }
}
