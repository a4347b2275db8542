//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{Knob, Notch, Phase, Spin, Trapdoor};
use crate::{
    checkers::{
        Board, Color, Piece, Position, Rank, Square,
        draws::{Draws, QUIET_TURNS},
    },
    quote::short,
    refusal::{Code, Refusal},
    seat::BySeat,
};

/// What a setup line may say, by examples.
const FORMS: [&str; 9] = [
    "clear",
    "fen B:W22:BK15",
    "c3 white man",
    "c3 white king",
    "c3 empty",
    "G1 right",
    "turn white",
    "spun green",
    "quiet 39 39",
];

/// What can be asked for, by examples.
const PARTS: [&str; 13] = [
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
];

/// Changes a part of the position; the turn then begins anew, and so do the counts towards a draw. `spun green` says that
/// the wheel was spun, `quiet 39 38` how many turns without progress Black and White have taken (D-R19); both come last.
pub(super) fn arrange(game: &mut Trapdoor, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["clear"] => game.position.board = Board::EMPTY,
        ["fen", _, ..] => {
            let fen = words[1..].join(" ");
            game.position = fen.parse::<Position>().map_err(|err| fault(line, &err.to_string()))?;
        }
        ["turn", color] => {
            game.position.turn = named_color(color).ok_or_else(|| unknown(line))?;
        }
        ["spun", spin] => {
            let spin = Spin::named(spin).ok_or_else(|| unknown(line))?;
            if game.phase != Phase::Spin {
                return Err(fault(line, "a capture is due or the wheel was spun"));
            }
            game.phase = game.after_spin(spin);
            return Ok(());
        }
        ["quiet", black, white] => {
            let turns = |it: &str| it.parse().ok().filter(|it| *it < QUIET_TURNS);
            let (Some(black), Some(white)) = (turns(black), turns(white)) else {
                return Err(fault(
                    line,
                    &format!("each side has taken 0 to {} quiet turns", QUIET_TURNS - 1),
                ));
            };
            game.draws = Draws::new(game.key()).after_quiet([black, white]);
            return Ok(());
        }
        [knob, at] if Knob::named(knob).is_some() && Notch::named(at).is_some() => {
            let (knob, at) = (Knob::named(knob), Notch::named(at));
            let (Some(knob), Some(at)) = (knob, at) else { return Err(unknown(line)) };
            game.knobs.set(knob, at);
        }
        [square, ref what @ ..] => {
            let square: Square = square.parse().map_err(|_| unknown(line))?;
            match what {
                ["empty"] => {
                    game.position.board.take(square);
                }
                [color, rank] => {
                    let color = named_color(color).ok_or_else(|| unknown(line))?;
                    let rank = named_rank(rank).ok_or_else(|| unknown(line))?;
                    if rank == Rank::Man && square.rank() == color.last_rank() {
                        return Err(fault(line, "a man would have been crowned there"));
                    }
                    game.position.board.put(square, Piece { color, rank });
                }
                _ => return Err(unknown(line)),
            }
        }
        [] => return Err(unknown(line)),
    }
    if let Some(square) = (game.position.board.occupied() & game.knobs.open_doors()).first() {
        return Err(fault(line, &format!("nothing can stand on {square}, its door is open")));
    }
    game.lost = BySeat::default();
    game.draws = Draws::new(game.key());
    game.begin_turn();
    Ok(())
}

/// Says how a part of the position stands: a square, a knob, `turn`, `phase`, `fen`, `knobs`, `open`, `quiet`, `pieces white`,
/// `fallen white`, `captured white` (own pieces lost so), `moves`.
pub(super) fn probe(game: &Trapdoor, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let board = &game.position.board;
    Ok(match words[..] {
        ["turn"] => game.position.turn.name().to_lowercase(),
        ["phase"] => match game.phase {
            Phase::Spin => "spin".to_owned(),
            Phase::Capture => "capture".to_owned(),
            Phase::Step => Spin::Black.name().to_owned(),
            Phase::Knob(spin) => spin.name().to_owned(),
            Phase::Over(_) => "over".to_owned(),
        },
        ["fen"] => game.position.to_string(),
        ["knobs"] => game.knobs.to_string(),
        ["quiet"] => {
            let [black, white] = game.draws.quiet();
            format!("{black} {white}")
        }
        ["open"] => match game.knobs.open_doors() {
            none if none.is_empty() => "none".to_owned(),
            open => open.to_string(),
        },
        ["moves"] => game.words_now().join(" "),
        [what @ ("pieces" | "fallen" | "captured"), color] => {
            let color = named_color(color).ok_or_else(|| no_part(part))?;
            let lost = game.lost.get(color.into());
            match what {
                "pieces" => board.count(color).to_string(),
                "fallen" => lost.fallen.to_string(),
                _ => lost.captured.to_string(),
            }
        }
        // `g1` and `g2` are knobs here; the dark square g1 is `square g1` or `32`.
        [name] if Knob::named(name).is_some() => {
            let knob = Knob::named(name).ok_or_else(|| no_part(part))?;
            game.knobs.at(knob).name().to_owned()
        }
        [name] | ["square", name] => {
            let square: Square = name.parse().map_err(|_| no_part(part))?;
            match board.piece_at(square) {
                None => "empty".to_owned(),
                Some(Piece { color, rank }) => {
                    let rank = if rank == Rank::King { "king" } else { "man" };
                    format!("{} {rank}", color.name().to_lowercase())
                }
            }
        }
        _ => return Err(no_part(part)),
    })
}

fn named_color(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|it| it.name().eq_ignore_ascii_case(word))
}

fn named_rank(word: &str) -> Option<Rank> {
    match word {
        "man" => Some(Rank::Man),
        "king" | "queen" => Some(Rank::King),
        _ => None,
    }
}

fn unknown(line: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("`{}` sets nothing up.", short(line))).instead(FORMS)
}

fn no_part(part: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("`{}` names no part of a position.", short(part)))
        .instead(PARTS)
}

fn fault(line: &str, why: &str) -> Refusal {
    Refusal::unreadable(format!("`{}`: {why}.", short(line))).instead(FORMS)
}
