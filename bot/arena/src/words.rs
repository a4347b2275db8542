//! What the arena reports.
use std::fmt;

use engine::{games::GameId, mind::Player, refusal::Refusal};

use super::{Calibration, Findings, LuckFindings, MOST};

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Findings { game, settings, a, b, pairs, score, low, high, .. } = self;
        let percent = |share: &f64| 100.0 * share;
        writeln!(f, "{}: {a} against {b}, {pairs} pairs", format!("{game} {settings}").trim_end())?;
        writeln!(
            f,
            "score {:.1}%, 95% interval {:.1} to {:.1}%",
            percent(score),
            percent(low),
            percent(high)
        )?;
        let drawn = percent(&self.drawn);
        let Findings { wins, draws, losses, .. } = self;
        writeln!(f, "matches: {wins} won, {draws} drawn ({drawn:.0}%), {losses} lost")?;
        if 0 < self.unfinished {
            writeln!(f, "{} of them were stopped after {MOST} actions", self.unfinished)?;
        }
        writeln!(f, "pairs with 0, ½, 1, 1½ and 2 points: {:?}", self.pentanomial)?;
        for (name, nodes, ms) in
            [(a, self.nodes[0], self.p95_ms), (b, self.nodes[1], self.p95_ms_b)]
        {
            writeln!(f, "{name}: {nodes:.0} positions a turn, 95% of turns within {ms:.1} ms")?;
        }
        let [half, most] = [self.hand_overs, self.hand_overs_90].map(|it| it.div_ceil(2));
        write!(
            f,
            "{:.0} turns a match, {} hand-overs in the median ({half} a side, 90% of matches at most {most})",
            self.turns, self.hand_overs
        )
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calibration { positions, bins, brier, settled, settled_brier } = self;
        writeln!(f, "chances stated at {positions} decisions, and points scored, in percent:")?;
        for bin in bins.iter().filter(|bin| 0 < bin.positions) {
            let [stated, scored] = [bin.stated, bin.scored].map(|share| 100.0 * share);
            let off = scored - stated;
            writeln!(f, "{stated:5.1} {scored:5.1} {off:+5.1} ({})", bin.positions)?;
        }
        write!(f, "Brier score {brier:.3}; {settled_brier:.3} at {settled} with 80% for one side")
    }
}

impl fmt::Display for LuckFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LuckFindings { matches, points, play, needed, luck_give, fits, .. } = self;
        let [points, play, needed, give] =
            [points, play, needed, luck_give].map(|share| 100.0 * share);
        write!(
            f,
            "without luck: {play:.1}% instead of {points:.1}% in {matches} matches (luck is off by up to {give:.1}); \
             {needed:.0}% of the matches tell as much; luck fits best times {fits:.2}"
        )
    }
}

pub(super) fn no_game(said: &str) -> String {
    let all: Vec<&str> = GameId::ALL.iter().map(|it| it.name()).collect();
    format!("there is no game `{said}`; the games are {}", all.join(", "))
}

pub(super) fn no_player(said: &str) -> String {
    format!("there is no player `{said}`; the players are 1 to 5, greedy and random")
}

pub(super) fn no_whole_number(said: &str) -> String {
    format!("`{said}` isn't a whole number")
}

pub(super) fn no_match() -> String {
    "no match has begun; say `new`".to_owned()
}

pub(super) fn over() -> String {
    "the match is over; say `new`".to_owned()
}

pub(super) fn no_line(said: &str) -> String {
    format!("there is no line `{said}`; say `new`, `play`, `moves` or `think`")
}

pub(super) fn no_pairs() -> String {
    "`pairs` must be at least 1".to_owned()
}

pub(super) fn no_move(player: Player, step: u32) -> String {
    format!("{player} found no move at step {step}")
}

pub(super) fn refused(player: Player, played: &str, err: &Refusal) -> String {
    format!("{player} was refused `{played}`: {err}")
}

/// Words a refusal with its suggestions.
pub(super) fn refusal(refusal: &Refusal) -> String {
    match &refusal.instead[..] {
        [] => refusal.to_string(),
        instead => format!("{refusal} Say {}.", instead.join(" or ")),
    }
}
