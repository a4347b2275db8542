//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{Knob, Notch, Phase, Spin, Trapdoor};
use crate::{
    checkers::{Color, draws::Draws, setup},
    refusal::Refusal,
    seat::BySeat,
    setup::Forms,
};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &[
        "clear",
        "fen B:W22:BK15",
        "c3 white man",
        "c3 white king",
        "c3 empty",
        "G1 right",
        "turn white",
        "spun green",
        "quiet 39 39",
    ],
    parts: &[
        "phase",
        "turn",
        "fen",
        "knobs",
        "open",
        "moves",
        "quiet",
        "pieces white",
        "fallen white",
        "captured white",
        "c3",
        "G1",
        "square g1",
    ],
};

/// Changes a part of the position; the turn then starts again, and so do the counts towards a draw.
/// `spun green` says that the wheel was spun, `quiet 39 38` how many turns without progress Black
/// and White have taken (D-R19); both come last.
pub(super) fn arrange(game: &mut Trapdoor, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["spun", spin] => {
            let spin = Spin::named(spin).ok_or_else(|| FORMS.unknown(line))?;
            if game.phase != Phase::Spin {
                return Err(FORMS.fault(line, "a capture is compulsory or the wheel was spun"));
            }
            game.phase = game.after_spin(spin);
            return Ok(());
        }
        ["quiet", black, white] => {
            let turns = setup::quiet(line, [black, white], &FORMS)?;
            game.draws = Draws::new(game.key());
            game.draws.set_quiet(turns);
            return Ok(());
        }
        [knob, at] if Knob::named(knob).is_some() && Notch::named(at).is_some() => {
            let (knob, at) = (Knob::named(knob), Notch::named(at));
            let (Some(knob), Some(at)) = (knob, at) else { return Err(FORMS.unknown(line)) };
            game.knobs.set(knob, at);
        }
        _ => {
            setup::arrange(&mut game.position, line, &FORMS)?;
        }
    }
    if let Some(fault) = game.knobs.fault(&game.position.board) {
        return Err(FORMS.fault(line, &fault));
    }
    game.lost = BySeat::default();
    game.draws = Draws::new(game.key());
    game.begin_turn();
    Ok(())
}

/// Says how a part of the position stands: a square, a knob, `turn`, `phase`, `fen`, `knobs`, `open`, `quiet`, `pieces white`,
/// `fallen white`, `captured white` (pieces White lost like that), `moves`.
pub(super) fn probe(game: &Trapdoor, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    Ok(match words[..] {
        ["phase"] => match game.phase {
            Phase::Spin => "spin".to_owned(),
            Phase::Capture => "capture".to_owned(),
            Phase::Step => Spin::Black.name().to_owned(),
            Phase::Knob(spin) => spin.name().to_owned(),
            Phase::Over(_) => "over".to_owned(),
        },
        ["knobs"] => game.knobs.to_string(),
        ["open"] => match game.knobs.open_doors() {
            none if none.is_empty() => "none".to_owned(),
            open => open.to_string(),
        },
        ["moves"] => game.words_now().join(" "),
        ["fallen", color] => {
            let color = Color::named(color).ok_or_else(|| FORMS.no_part(part))?;
            game.lost.get(color.into()).fallen.to_string()
        }
        // `g1` and `g2` are knobs here; the dark square g1 is `square g1` or `32`.
        [name] if Knob::named(name).is_some() => {
            let knob = Knob::named(name).ok_or_else(|| FORMS.no_part(part))?;
            game.knobs.at(knob).name().to_owned()
        }
        ["square", name] => square(game, name, part)?,
        _ => square(game, part, part)?,
    })
}

/// Describes a square, or another part of any draughts board; `part` are the words that asked.
fn square(game: &Trapdoor, name: &str, part: &str) -> Result<String, Refusal> {
    let captured = |side: Color| game.lost.get(side.into()).captured;
    let counted = setup::counted(name, game.draws.quiet(), captured);
    counted.or_else(|| setup::probe(&game.position, name)).ok_or_else(|| FORMS.no_part(part))
}
