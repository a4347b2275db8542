//! Arranging a position by hand and asking how it stands, for scenario files.
use super::Draughts;
use crate::{
    checkers::{Color, draws::Counts, setup},
    refusal::Refusal,
    setup::Forms,
};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &["clear", "fen B:W22:BK15", "c3 white man", "c3 empty", "turn white", "quiet 39 39"],
    parts: &["turn", "fen", "quiet", "pieces white", "captured white", "c3"],
};

/// Changes a part of the position; the turn and the counts then begin again. `quiet 39 38` says how
/// many turns without progress Black and White have taken, and comes last.
pub(super) fn arrange(game: &mut Draughts, line: &str) -> Result<(), Refusal> {
    let turns = setup::arrange(&mut game.position, line, &FORMS)?;
    game.counts = Counts::new(game.position);
    game.counts.draws.set_quiet(turns);
    game.begin_turn();
    Ok(())
}

/// Says how a part of the position stands; `captured white` are pieces that White has lost.
pub(super) fn probe(game: &Draughts, part: &str) -> Result<String, Refusal> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let known = match words[..] {
        ["quiet"] => Some(game.counts.draws.quiet().map(|it| it.to_string()).join(" ")),
        ["captured", color] => {
            Color::named(color).map(|it| game.counts.lost.get(it.into()).to_string())
        }
        _ => setup::probe(&game.position, part),
    };
    known.ok_or_else(|| FORMS.no_part(part))
}
