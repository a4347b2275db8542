//! Matches from files: a position of theirs is offered to be played on.
use engine::{
    game::Status,
    games::GameId,
    refusal::{Code, Refusal},
    settings::{FROM, Values},
};

use super::{
    Asking, Fault,
    lobby::Proposal,
    proof::{Record, read_export},
    terms::{Loose, side_wish, word},
};
use crate::{
    command::{Args, LONGEST_LINE},
    store::Terms,
    time::Clock,
};

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: usize = 4_000_000;
/// The longest PDN that is read, in bytes: a long match takes a tenth of it.
const LONGEST_PDN: usize = 4 * LONGEST_LINE;

impl Asking<'_> {
    pub(super) fn import(&mut self, args: &Args) -> Result<(), Fault> {
        let whom = self.who(args)?;
        let text = match &self.request.attachment {
            Some(text) => text.as_str(),
            None => args.text("text"),
        };
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            let says = "Attach or paste a match as `export` gives it, JSON or PDN.";
            return Err(Refusal::unreadable(says).instead(["export", "help import"]).into());
        }
        if LONGEST_FILE < text.len() {
            // A chat may have cut it off already: how long it is is not known.
            let says = format!("That file is too large; I read up to {LONGEST_FILE} bytes.");
            return Err(Refusal::new(Code::TooMuch, says).into());
        }
        let mut terms = match is_json(text) {
            true => self.read_json(text, args)?,
            false => read_pdn(text, args)?,
        };
        terms.private = args.is_on("private");
        let loose = Loose::read(terms.game, args)?;
        let rated = |it: &str| it.eq_ignore_ascii_case("rated");
        if self.request.attachment.is_some() && args.text("text").split_whitespace().any(rated) {
            let says = "A match from a file is not rated: its position may be as good as won.";
            return Err(Refusal::illegal(says).instead(["import"]).into());
        }
        terms.clock = loose.clock_or(Some(Clock::usual()))?;
        let side = side_wish(terms.game, args.get("side").unwrap_or("random"))?;
        let word = word(args)?;
        let room = self.room.clone();
        self.offer(Proposal { room, whom, terms, side, word, places: 1, more: Vec::new() })
    }

    /// Plays an exported match through and takes the position after one of its steps.
    fn read_json(&self, text: &str, args: &Args) -> Result<Terms, Refusal> {
        let Record { game, options, positions } = read_export(text, self.now)?;
        let last = positions.len().saturating_sub(1);
        let step = args.number("step").map_or(last, |it| it as usize);
        let Some(start) = positions.into_iter().nth(step) else {
            let says = format!(
                "That match has {last} steps; it cannot be gone on with after step {step}."
            );
            return Err(Refusal::new(Code::Unknown, says).instead([format!("import step={last}")]));
        };
        let table = game.resume(start.clone()).map_err(Refusal::unreadable)?;
        if let Status::Over(_) = table.status() {
            let says = format!("That match is over after step {step}: choose an earlier one.");
            let earlier = format!("import step={}", step.saturating_sub(1));
            return Err(Refusal::new(Code::Over, says).instead([earlier]));
        }
        Ok(Terms { game, options, clock: None, rated: false, private: false, start: Some(start) })
    }
}

/// Tells JSON, of whatever kind, from PDN, which may begin with a tag in brackets, `[Event "…"]`.
fn is_json(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some('{' | '"') => true,
        Some('[') => !letters.find(|it| !it.is_whitespace()).is_some_and(char::is_alphabetic),
        _ => ["null", "true", "false"].contains(&text) || text.parse::<f64>().is_ok(),
    }
}

/// Finds a game that can go on from a PDN.
fn read_pdn(text: &str, args: &Args) -> Result<Terms, Refusal> {
    if LONGEST_PDN < text.len() {
        let says = format!("That PDN is too large; I read up to {LONGEST_PDN} bytes.");
        return Err(Refusal::new(Code::TooMuch, says));
    }
    if args.get("step").is_some() {
        let says = "A PDN is gone on with from its end; cut it where you want to go on.";
        return Err(Refusal::unreadable(says));
    }
    let wanted = args.game("game");
    let reads = |it: &GameId| {
        it.settings().iter().any(|it| it.name == FROM && matches!(it.values, Values::Rest(_)))
    };
    let games: Vec<GameId> = GameId::ALL
        .iter()
        .copied()
        .filter(|it| wanted.is_none_or(|game| game == *it) && reads(it))
        .collect();
    let mut refused = None;
    for game in games {
        match game.options(&format!("{FROM}={text}")) {
            Ok(options) => {
                return Ok(Terms {
                    game,
                    options,
                    clock: None,
                    rated: false,
                    private: false,
                    start: None,
                });
            }
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    Err(refused.unwrap_or_else(|| {
        let game = wanted.map_or("No game", GameId::title);
        Refusal::new(Code::Unknown, format!("{game} has no PDN form; its matches come as JSON."))
            .instead(["export json"])
    }))
}
