//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{
    Action, Amtgard, Phase,
    body::Location,
    field::{Battlefield, Fighter},
    kits::{Kit, Stance},
    names::fit_name,
    options::DuelRule,
    report::DuelReport,
    words::writ,
};
use crate::{
    checkers::{Color, PieceKind, Square, draws::QUIET_TURNS},
    refusal::Refusal,
    seat::{BySeat, Seat},
    setup::Forms,
};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &[
        "clear",
        "c3 white man",
        "c3 white king",
        "c3 empty",
        "c3 wound LL",
        "c3 armour T1 OA0",
        "c3 protect yes",
        "c3 kit shield",
        "c3 name Rowan",
        "turn white",
        "chain c3",
        "standing white bold",
        "quiet 39 39",
        "turns 38",
        "lost white 3",
        "attack c3xd4",
        "stance white bold",
        "report white win LL",
        "kits white shield a1 great",
    ],
    parts: &[
        "phase",
        "turn",
        "orders",
        "quiet",
        "turns",
        "pieces white",
        "lost white",
        "standing white",
        "stance white",
        "kits white",
        "attack",
        "report",
        "c3",
        "c3 body",
        "c3 kit",
        "c3 name",
        "odds c3xd4",
    ],
};

/// Changes a part of the position. Changes of the field restart the turn; other lines come last.
pub(super) fn arrange(game: &mut Amtgard, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["quiet", black, white] => {
            let turns = |word: &str| word.parse().ok().filter(|it| *it < QUIET_TURNS);
            let (Some(black), Some(white)) = (turns(black), turns(white)) else {
                let most = QUIET_TURNS - 1;
                return Err(
                    FORMS.fault(line, &format!("each side has taken 0 to {most} quiet turns"))
                );
            };
            game.quiet = [black, white];
        }
        ["turns", count] => {
            let most = game.options.turns.map_or(0, |turns| 2 * u16::from(turns));
            let turns = count.parse().ok().filter(|it| *it < most);
            game.turns = turns.ok_or_else(|| {
                FORMS.fault(line, "both sides together have taken fewer turns than were agreed")
            })?;
        }
        ["lost", side, count] => {
            let side = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            let most = usize::from(game.options.pieces).saturating_sub(game.field.count(side));
            let lost = count.parse().ok().filter(|count| usize::from(*count) <= most);
            *game.lost.get_mut(side.into()) = lost.ok_or_else(|| {
                FORMS.fault(line, &format!("that side can have lost {most} at most"))
            })?;
        }
        ["standing", side, stance] => {
            let side = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            let stance = match stance {
                "off" => None,
                word => Some(Stance::named(word).ok_or_else(|| FORMS.unknown(line))?),
            };
            *game.standing.get_mut(side.into()) = stance;
        }
        ["chain", at] => {
            let at: Square = at.parse().map_err(|_| FORMS.unknown(line))?;
            let open = |fighter: &Fighter| {
                fighter.side == game.turn && !game.field.attacks_of(fighter).is_empty()
            };
            if !game.field.at(at).is_some_and(open) {
                return Err(FORMS.fault(
                    line,
                    "no fighter of the side to move can keep attacking from \
                                       there",
                ));
            }
            game.phase = Phase::Chain(at);
        }
        ["turn", side] => {
            game.turn = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            game.phase = Phase::Order;
        }
        ["attack", attack] => arrange_attack(game, line, attack)?,
        ["stance", side, stance] => {
            let seat = Seat::from(named_side(side).ok_or_else(|| FORMS.unknown(line))?);
            let stance = Stance::named(stance).ok_or_else(|| FORMS.unknown(line))?;
            let Phase::Stances { attack: _, chosen } = &mut game.phase else {
                return Err(FORMS.fault(line, "no duel waits for stances"));
            };
            if chosen.get(seat.other()).is_some() {
                return Err(FORMS.fault(line, "both are chosen, so the duel would be fought"));
            }
            *chosen.get_mut(seat) = Some(stance);
        }
        ["report", side, ..] => {
            let side = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            let report =
                DuelReport::read(&words[2..].join(" ")).ok_or_else(|| FORMS.unknown(line))?;
            let Phase::Outside { attack, .. } = game.phase else {
                return Err(FORMS.fault(line, "no duel waits for a report"));
            };
            let ends = game.would_end(attack, report)?;
            if game.options.reeve.is_some() && !ends {
                return Err(FORMS.fault(line, "a named reeve's call stands at once"));
            }
            game.phase = Phase::Outside { attack, report: Some((side, report)) };
        }
        ["kits", side, ..] => {
            let side = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            let other = game.options.open.map(|_| Seat::from(!side));
            let Some(other) = other else { return Err(FORMS.fault(line, "`open` was not agreed")) };
            let Action::Kits(kits) = game.read_kits(side, line, &words[2..].join(" "))? else {
                return Err(FORMS.unknown(line));
            };
            let mut chosen = match &game.phase {
                Phase::Kits(chosen) => chosen.clone(),
                _ => BySeat::default(),
            };
            if chosen.get(other).is_some() {
                return Err(FORMS.fault(line, "both are chosen, so they would be shown"));
            }
            *chosen.get_mut(other.other()) = Some(kits);
            game.phase = Phase::Kits(chosen);
        }
        ["clear"] => {
            game.field = Battlefield::default();
            begin(game);
        }
        [square, ref what @ ..] => {
            let at: Square = square.parse().map_err(|_| FORMS.unknown(line))?;
            arrange_square(game, line, at, what)?;
        }
        [] => return Err(FORMS.unknown(line)),
    }
    Ok(())
}

/// Orders an attack that then waits for stances or a report.
fn arrange_attack(game: &mut Amtgard, line: &str, word: &str) -> Result<(), Refusal> {
    let open = game.open_attacks(game.turn);
    let Some(attack) = open.into_iter().find(|attack| writ(*attack) == word) else {
        return Err(FORMS.fault(line, "the side to move has no such attack"));
    };
    game.phase = match game.options.duel {
        DuelRule::Dice => return Err(FORMS.fault(line, "dice decide at once")),
        DuelRule::Stance => Phase::Stances { attack, chosen: BySeat::default() },
        DuelRule::Reeve => Phase::Outside { attack, report: None },
    };
    Ok(())
}

fn begin(game: &mut Amtgard) {
    game.phase = Phase::Order;
    game.quiet = [0, 0];
    game.turns = 0;
    game.lost = BySeat::default();
    game.before = None;
}

fn arrange_square(
    game: &mut Amtgard,
    line: &str,
    at: Square,
    what: &[&str],
) -> Result<(), Refusal> {
    match what {
        ["empty"] => {
            game.field.take(at);
            begin(game);
            return Ok(());
        }
        [side, rank @ ("man" | "king")] => {
            let side = named_side(side).ok_or_else(|| FORMS.unknown(line))?;
            let rank = if *rank == "king" { PieceKind::King } else { PieceKind::Man };
            if rank == PieceKind::Man && at.rank() == side.last_rank() {
                return Err(FORMS.fault(line, "a man would have been crowned there"));
            }
            let body = game.options.fresh(rank);
            game.field.put(Fighter { at, side, rank, body, kit: Kit::default(), name: None });
            begin(game);
            return Ok(());
        }
        _ => {}
    }
    let Some(fighter) = game.field.at_mut(at) else {
        return Err(FORMS.fault(line, "nobody stands there yet"));
    };
    match what {
        ["wound", "none"] => fighter.body.wound = None,
        ["wound", limb] => {
            let limb = Location::named(limb).filter(|it| *it != Location::Torso);
            fighter.body.wound =
                Some(limb.ok_or_else(|| FORMS.fault(line, "no limb has that name"))?);
        }
        ["armour", points @ ..] => {
            for word in points {
                let (place, points) = word.split_at(word.len() - word.ends_with(is_digit) as usize);
                let (at, points) = (Location::named(place), points.parse().ok());
                let (Some(at), Some(points @ 0..=2)) = (at, points) else {
                    return Err(
                        FORMS.fault(line, "armour is written like T1 OA0, with 0 to 2 points")
                    );
                };
                fighter.body.armour[at as usize] = points;
            }
        }
        ["protect", there @ ("yes" | "no")] => fighter.body.protect = *there == "yes",
        ["kit", kit] => {
            fighter.kit =
                Kit::named(kit).ok_or_else(|| FORMS.fault(line, "no kit has that name"))?;
        }
        ["name", ..] => {
            let name = line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
            fighter.name = Some(fit_name(&name)?);
        }
        _ => return Err(FORMS.unknown(line)),
    }
    Ok(())
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// Says how a part of the position stands; see [`PARTS`].
pub(super) fn probe(game: &Amtgard, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    Ok(match words[..] {
        ["turn"] => game.turn.name().to_lowercase(),
        ["phase"] => phase(game).to_owned(),
        ["orders"] => {
            if game.waits_for(game.turn) {
                game.words_now(game.turn).join(" ")
            } else {
                "none".to_owned()
            }
        }
        ["quiet"] => {
            let [black, white] = game.quiet;
            format!("{black} {white}")
        }
        ["turns"] => game.turns.to_string(),
        ["attack"] => match game.phase {
            Phase::Stances { attack, .. } | Phase::Outside { attack, .. } => writ(attack),
            _ => "none".to_owned(),
        },
        ["report"] => match game.phase {
            Phase::Outside { report: Some((_, report)), .. } => report.in_words(),
            _ => "none".to_owned(),
        },
        ["odds", _, ..] => game.odds_in_words(game.turn, &words[1..].join(" "))?,
        [what @ ("pieces" | "lost" | "standing" | "stance" | "kits"), side] => {
            let side = named_side(side).ok_or_else(|| FORMS.no_part(part))?;
            of_side(game, what, side)
        }
        [square] => {
            let at: Square = square.parse().map_err(|_| FORMS.no_part(part))?;
            match game.field.at(at) {
                None => "empty".to_owned(),
                Some(fighter) => {
                    let rank = if fighter.rank == PieceKind::King { "king" } else { "man" };
                    format!("{} {rank}", fighter.side.name().to_lowercase())
                }
            }
        }
        [square, what] => {
            let at: Square = square.parse().map_err(|_| FORMS.no_part(part))?;
            let Some(fighter) = game.field.at(at) else { return Ok("empty".to_owned()) };
            match what {
                "body" => fighter.body.in_letters(),
                "kit" => fighter.kit.word().to_owned(),
                "name" => fighter.name.clone().unwrap_or_else(|| "none".to_owned()),
                _ => return Err(FORMS.no_part(part)),
            }
        }
        _ => return Err(FORMS.no_part(part)),
    })
}

fn phase(game: &Amtgard) -> &'static str {
    match game.phase {
        Phase::Kits(_) => "kits",
        Phase::Order => "order",
        Phase::Chain(_) => "chain",
        Phase::Stances { .. } => "stances",
        Phase::Outside { report: None, .. } => "outside",
        Phase::Outside { report: Some(_), .. } => "reported",
        Phase::Over(_) => "over",
    }
}

fn of_side(game: &Amtgard, what: &str, side: Color) -> String {
    let seat = Seat::from(side);
    let none = || "none".to_owned();
    match (what, &game.phase) {
        ("pieces", _) => game.field.count(side).to_string(),
        ("lost", _) => game.lost.get(seat).to_string(),
        ("standing", _) => {
            game.standing.get(seat).map_or_else(none, |stance| stance.name().to_owned())
        }
        ("stance", Phase::Stances { attack: _, chosen }) => {
            chosen.get(seat).map_or_else(none, |stance| stance.name().to_owned())
        }
        ("kits", Phase::Kits(chosen)) => {
            chosen.get(seat).as_ref().map_or_else(none, |it| it.in_words())
        }
        _ => none(),
    }
}

fn named_side(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.name().eq_ignore_ascii_case(word))
}
