//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{
    Coin, Due, Kicker, KickerFormation, Phase, Piecepack, Tried,
    field::{CENTRE, Corner, KICKERS, POWERS, Point, exact, tiles},
    options::LIMIT,
    words::typed::{named_kicker, thousandths},
    words::{coin_word, place_word, side, write},
};
use crate::{
    refusal::Refusal,
    seat::{BySeat, Seat},
    setup::Forms,
};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &[
        "clear",
        "default",
        "ball 5 6",
        "S1 5 3",
        "N3 out",
        "N3 waiting",
        "N3 through",
        "turn south",
        "freekick north",
        "throw south sw",
        "score 2 1",
        "quiet 59",
    ],
    parts: &[
        "phase",
        "turn",
        "ball",
        "S1",
        "N3",
        "score",
        "starter",
        "quiet",
        "last south",
        "tiles",
        "moves",
    ],
};

/// Changes part of the position. Coins go anywhere on the field where they touch nothing; kickers
/// are set up, put back or missing according to their state; `turn`, `freekick` and `throw` come
/// last.
pub(super) fn arrange(game: &mut Piecepack, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["clear"] => {
            game.ball = CENTRE;
            game.kickers = BySeat::new(|_| [Kicker::Out; KICKERS as usize]);
            game.phase = Phase::Due(Due::Turn(game.starter));
        }
        ["default"] => {
            game.kickers = BySeat::new(|_| [Kicker::Waiting; KICKERS as usize]);
            for seat in Seat::BOTH {
                for (kicker, at) in game.formed(seat, KickerFormation::Default) {
                    game.set_kicker(seat, kicker, Kicker::On(at));
                }
            }
            game.phase = Phase::Due(Due::Turn(game.starter));
        }
        ["ball", x, y] => {
            let at = free(game, line, Coin::Ball, x, y)?;
            game.ball = at;
        }
        ["starter", name] => game.starter = named_side(name).ok_or_else(|| FORMS.unknown(line))?,
        ["turn", name] => {
            let seat = named_side(name).ok_or_else(|| FORMS.unknown(line))?;
            begin(game, line, Due::Turn(seat))?;
        }
        ["freekick", name] => {
            let seat = named_side(name).ok_or_else(|| FORMS.unknown(line))?;
            begin(game, line, Due::FreeKick(seat))?;
        }
        ["throw", name, corner] => {
            let seat = named_side(name).ok_or_else(|| FORMS.unknown(line))?;
            let corner = Corner::named(corner).ok_or_else(|| FORMS.unknown(line))?;
            if corner.owner() != seat || !corner.holds(game.ball) {
                return Err(
                    FORMS.fault(line, "the ball must lie wholly in a corner box of that side")
                );
            }
            begin(game, line, Due::Throw(seat, corner))?;
        }
        ["score", first, second] => {
            let most = game.options.goals;
            let goals = |word: &str| word.parse().ok().filter(|it| *it < most);
            let (Some(first), Some(second)) = (goals(first), goals(second)) else {
                return Err(
                    FORMS.fault(line, &format!("each side has scored 0 to {} goals", most - 1))
                );
            };
            game.score = BySeat { first, second };
        }
        ["quiet", turns] => {
            let turns = turns.parse().ok().filter(|it| *it < LIMIT);
            game.quiet = turns.ok_or_else(|| {
                FORMS.fault(line, &format!("0 to {} turns without a goal", LIMIT - 1))
            })?;
        }
        ["last", kicker, heading, power] => {
            let (Some(Coin::Kicker(seat, number)), Some(heading), Ok(power)) =
                (named_kicker(kicker), thousandths(heading), power.parse::<u8>())
            else {
                return Err(FORMS.unknown(line));
            };
            if !(POWERS[0]..=POWERS[1]).contains(&power) {
                return Err(
                    FORMS.fault(line, &format!("the power is {} to {}", POWERS[0], POWERS[1]))
                );
            }
            let (coin, heading) = (Coin::Kicker(seat, number), heading.rem_euclid(360_000));
            *game.tried.get_mut(seat) = Some(Tried { coin, heading, power });
        }
        [kicker, ref what @ ..] => {
            let Some(coin @ Coin::Kicker(seat, number)) = named_kicker(kicker) else {
                return Err(FORMS.unknown(line));
            };
            let now = match what {
                ["out"] => Kicker::Out,
                ["waiting"] => Kicker::Waiting,
                ["through"] => Kicker::Through,
                [x, y] => Kicker::On(free(game, line, coin, x, y)?),
                _ => return Err(FORMS.unknown(line)),
            };
            game.set_kicker(seat, number, now);
            let then = match game.phase {
                Phase::Placing { then, .. } | Phase::Returning { then, .. } | Phase::Due(then) => {
                    then
                }
                Phase::Over(_) => Due::Turn(game.starter),
            };
            let first = then.seat();
            let has = |state: Kicker| {
                Seat::BOTH.iter().any(|&seat| game.kickers.get(seat).contains(&state))
            };
            game.phase = match (has(Kicker::Waiting), has(Kicker::Through)) {
                (true, true) => {
                    return Err(
                        FORMS.fault(line, "kickers are set up or put back, not both at a time")
                    );
                }
                (true, false) => Phase::Placing { first, then },
                (false, true) => Phase::Returning { first, then },
                (false, false) => Phase::Due(then),
            };
        }
        [] => return Err(FORMS.unknown(line)),
    }
    Ok(())
}

fn begin(game: &mut Piecepack, line: &str, then: Due) -> Result<(), Refusal> {
    let waits = |kicker: &Kicker| matches!(kicker, Kicker::Waiting);
    if Seat::BOTH.iter().any(|&seat| game.kickers.get(seat).iter().any(waits)) {
        return Err(FORMS.fault(line, "set up the kickers first, or `clear` the field"));
    }
    game.phase = Phase::Returning { first: then.seat(), then };
    game.go_on();
    Ok(())
}

/// Reads a place where a coin can lie.
fn free(game: &Piecepack, line: &str, coin: Coin, x: &str, y: &str) -> Result<Point, Refusal> {
    let (Some(x), Some(y)) = (thousandths(x), thousandths(y)) else {
        return Err(FORMS.unknown(line));
    };
    let at = Point::new(x, y);
    let near = Point::try_from((x, y)).is_ok();
    if !near || !at.is_open() || at.in_goal_of().is_some() {
        return Err(FORMS.fault(line, "a coin can't lie there"));
    }
    match game.in_the_way(at, Some(coin)) {
        Some(other) => Err(FORMS.fault(line, &format!("{} lies in the way", coin_word(other)))),
        None => Ok(at),
    }
}

/// Says how a part of the position stands.
pub(super) fn probe(game: &Piecepack, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let named = |seat: Seat| side(seat).to_lowercase();
    Ok(match words[..] {
        ["phase"] => match game.phase {
            Phase::Placing { .. } => format!("placing {}", named(game.seat())),
            Phase::Returning { .. } => format!("returning {}", named(game.seat())),
            Phase::Due(Due::Turn(seat)) => format!("turn {}", named(seat)),
            Phase::Due(Due::FreeKick(seat)) => format!("freekick {}", named(seat)),
            Phase::Due(Due::Throw(seat, corner)) => {
                format!("throw {} {}", named(seat), corner.name())
            }
            Phase::Over(_) => "over".to_owned(),
        },
        ["turn"] => named(game.seat()),
        ["ball"] => place_word(game.ball),
        ["score"] => format!("{} {}", game.score.first, game.score.second),
        ["starter"] => named(game.starter),
        ["quiet"] => game.quiet.to_string(),
        ["tiles"] => tiles().len().to_string(),
        ["moves"] => game.listed().iter().map(write).collect::<Vec<_>>().join(", "),
        ["last", name] => {
            let seat = named_side(name).ok_or_else(|| FORMS.no_part(part))?;
            match game.tried.get(seat) {
                Some(Tried { coin, heading, power }) => {
                    format!("{} {} {power}", coin_word(*coin), exact((*heading).into()))
                }
                None => "none".to_owned(),
            }
        }
        [name] => {
            let Some(Coin::Kicker(seat, number)) = named_kicker(name) else {
                return Err(FORMS.no_part(part));
            };
            match game.kicker(seat, number) {
                Some(Kicker::On(at)) => place_word(at),
                Some(Kicker::Waiting) => "waiting".to_owned(),
                Some(Kicker::Through) => "through".to_owned(),
                Some(Kicker::Out) | None => "out".to_owned(),
            }
        }
        _ => return Err(FORMS.no_part(part)),
    })
}

fn named_side(word: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| side(seat).eq_ignore_ascii_case(word))
}
