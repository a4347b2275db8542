//! Arranging a position by hand and asking how it stands, for scenario files.
use super::{
    Event, Metasoccer, Phase, Play, PlayKind,
    dice::{self, Chess, Risk, Roll},
    field::Spot,
    formation::Formation,
    moves::restart::AfterPlay,
    squad::{FULL, Id, Ids, Squad},
};
use crate::{
    chance,
    game::{Game, Step},
    refusal::Refusal,
    seat::Seat,
    setup::Forms,
};

/// What a setup line may say and what can be asked for, by examples.
const FORMS: Forms = Forms {
    lines: &[
        "clear",
        "d5 south 7",
        "f1 south gk",
        "L5 north",
        "d5 empty",
        "ball d5",
        "turn south",
        "play south after-steal",
        "award north throw-in L5",
        "award south penalty",
        "rolled rook 4",
        "moved d5",
        "pushed d8",
        "counter 49",
        "score 1 0",
        "expelled south 2",
        "auto south on",
    ],
    parts: &[
        "d5",
        "south 7",
        "ball",
        "carrier",
        "turn",
        "kind",
        "phase",
        "roll",
        "counter",
        "left",
        "score",
        "timer",
        "out south",
        "expelled south",
        "pushed",
        "moved",
        "auto south",
    ],
};

/// Changes part of the position. `turn`, `play` and `award` start a play and follow the checkers
/// and the ball; `rolled`, `moved` and `pushed` follow those.
pub(super) fn arrange(game: &mut Metasoccer, line: &str) -> Result<(), Refusal> {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let field = game.options.field;
    let spot = |name: &str| field.spot(name).ok_or_else(|| FORMS.unknown(line));
    match words[..] {
        ["clear"] => {
            game.squad = Squad::empty();
            game.play.moved = Ids::default();
            game.play.pushed = Ids::default();
        }
        ["ball", at] => {
            let at = spot(at)?;
            let who = game.squad.on(at).ok_or_else(|| FORMS.fault(line, "nobody stands there"))?;
            game.squad.ball = Some(who);
        }
        ["turn", side] => begin(game, named_side(side, line)?, PlayKind::Open)?,
        ["play", side, kind] => {
            let kind = KINDS
                .into_iter()
                .find(|play| play.word() == kind)
                .ok_or_else(|| FORMS.unknown(line))?;
            begin(game, named_side(side, line)?, kind)?;
        }
        ["award", side, kind, ref at @ ..] => {
            let seat = named_side(side, line)?;
            let at = at.first().map(|it| spot(it)).transpose()?;
            let next = match (kind, at) {
                ("throw-in", Some(at)) => AfterPlay::ThrowIn(seat, at),
                ("corner", Some(at)) => AfterPlay::Corner(seat, at),
                ("indirect", Some(at)) => AfterPlay::Free { seat, at, direct: false },
                ("direct", Some(at)) => AfterPlay::Free { seat, at, direct: true },
                ("goalie-kick", None) => AfterPlay::GoalieKick(seat),
                ("penalty", None) => AfterPlay::Penalty(seat),
                _ => return Err(FORMS.unknown(line)),
            };
            quietly(|step| {
                game.restart(next, step);
                game.settle(step)
            })?;
        }
        ["rolled", ref face @ .., number] => {
            let number = number.parse().ok().filter(|number| (1..=6).contains(number));
            let number = number.ok_or_else(|| FORMS.fault(line, "a die shows 1 to 6"))?;
            let face = *face.first().ok_or_else(|| FORMS.unknown(line))?;
            let chess = Chess::ALL.into_iter().find(|chess| dice::word_of(*chess) == face);
            let risk = Risk::ALL.into_iter().find(|risk| risk.word() == face);
            game.play.roll = match (chess, risk) {
                (Some(face), _) => Some(Roll::Chess(face, number)),
                (None, Some(face)) => Some(Roll::Risk(face, number)),
                (None, None) => return Err(FORMS.unknown(line)),
            };
            game.phase = Phase::Act;
        }
        [what @ ("moved" | "pushed"), at] => {
            let who =
                game.squad.on(spot(at)?).ok_or_else(|| FORMS.fault(line, "nobody stands there"))?;
            if what == "moved" { game.play.moved.put(who) } else { game.play.pushed.put(who) }
        }
        ["counter", count] => {
            let most = game.options.last_play(true).unwrap_or(u16::MAX);
            let fits = count.parse().ok().filter(|it| *it <= most);
            game.counter =
                fits.ok_or_else(|| FORMS.fault(line, &format!("plays go from 0 to {most}")))?;
        }
        ["score", south, north] => {
            let goals = |word: &str| word.parse().ok().filter(|it| *it < 100u16);
            let (Some(south), Some(north)) = (goals(south), goals(north)) else {
                return Err(FORMS.fault(line, "goals go from 0 to 99"));
            };
            (game.score.first, game.score.second) = (south, north);
        }
        ["expelled", side, count] => {
            let count =
                count.parse().ok().filter(|it| *it <= FULL).ok_or_else(|| FORMS.unknown(line))?;
            *game.squad.expelled.get_mut(named_side(side, line)?) = count;
        }
        ["auto", side, on @ ("on" | "off")] => {
            *game.auto.get_mut(named_side(side, line)?) = on == "on";
        }
        ["formation", side, name] => {
            let formation =
                Formation::of(game.options.side).find(|formation| formation.name() == name);
            let seat = named_side(side, line)?;
            *game.formations.get_mut(seat) = formation.ok_or_else(|| FORMS.unknown(line))?;
        }
        [at, "empty"] => {
            if let Some(who) = game.squad.on(spot(at)?) {
                game.squad.take(who);
                if game.squad.ball == Some(who) {
                    game.squad.ball = None;
                }
            }
        }
        [at, side, ref number @ ..] => {
            let (at, seat) = (spot(at)?, named_side(side, line)?);
            let id = named_checker(game, seat, number.first().copied(), line)?;
            if game.squad.on(at).is_some_and(|it| it != id) {
                return Err(FORMS.fault(line, "that square is taken"));
            }
            game.squad.put(id, at);
        }
        _ => return Err(FORMS.unknown(line)),
    }
    Ok(())
}

const KINDS: [PlayKind; 9] = [
    PlayKind::Open,
    PlayKind::KickOff,
    PlayKind::AfterSteal,
    PlayKind::ThrowIn,
    PlayKind::Corner,
    PlayKind::Indirect,
    PlayKind::Direct,
    PlayKind::GoalieKick,
    PlayKind::Penalty,
];

fn begin(game: &mut Metasoccer, seat: Seat, kind: PlayKind) -> Result<(), Refusal> {
    game.play = Play::new(seat, kind);
    game.begin();
    quietly(|step| game.settle(step))
}

/// Runs something without events or dice.
fn quietly(does: impl FnOnce(&mut Step<'_, Event>) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut dice = chance::Dice::scripted::<&str>([]);
    does(&mut Step::new(&mut dice))
}

fn named_checker(
    game: &Metasoccer,
    seat: Seat,
    number: Option<&str>,
    line: &str,
) -> Result<Id, Refusal> {
    let all = Id::of(seat).filter(|it| it.number <= game.options.side.count());
    let found = match number {
        Some("gk") => all.into_iter().next(),
        Some(number) => {
            let number = number.parse().ok();
            all.into_iter().find(|player| Some(player.number) == number)
        }
        None => {
            let mut rest =
                all.filter(|player| !player.is_goalie() && game.squad.at(*player).is_none());
            rest.next()
        }
    };
    found.ok_or_else(|| FORMS.fault(line, "the side doesn't have that checker any more"))
}

/// Says how a part of the position stands; see [`PARTS`].
pub(super) fn probe(game: &Metasoccer, part: &str) -> Result<String, Refusal> {
    let lower = part.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let field = game.options.field;
    let name = |at: Option<Spot>| at.map_or("off".to_owned(), |spot| field.name_of(spot));
    let squares = |ids: Ids| {
        let all =
            Id::all().filter(|player| ids.has(*player)).map(|player| name(game.squad.at(player)));
        listed(all.collect())
    };
    let side = |word: &str| named_side(word, part);
    Ok(match words[..] {
        ["ball"] => name(game.squad.ball_at()),
        ["carrier"] => game.squad.ball.map_or("nobody".to_owned(), checker),
        ["turn"] => lower_side(game.play.side),
        ["kind"] => game.play.kind.word().to_owned(),
        ["phase"] => phase(&game.phase).to_owned(),
        ["roll"] => game.play.roll.map_or("none".to_owned(), |roll| roll.name().to_lowercase()),
        ["counter"] => game.counter.to_string(),
        ["left"] => game.plays_left().map_or("endless".to_owned(), |left| left.to_string()),
        ["score"] => format!("{} {}", game.score.first, game.score.second),
        ["timer"] => name(game.timer()),
        ["pushed"] => squares(game.play.pushed),
        ["moved"] => squares(game.play.moved),
        ["out", word] => listed(
            game.squad.out(field, side(word)?).map(|(_, spot)| field.name_of(spot)).collect(),
        ),
        ["expelled", word] => game.squad.expelled.get(side(word)?).to_string(),
        ["count", word] => game.squad.count(side(word)?).to_string(),
        ["auto", word] => if *game.auto.get(side(word)?) { "on" } else { "off" }.to_owned(),
        [word, number] if named_side(word, part).is_ok() => {
            let seat = side(word)?;
            let found = Id::of(seat).find(|player| player.shirt().to_lowercase() == number);
            name(game.squad.at(found.ok_or_else(|| FORMS.no_part(part))?))
        }
        [at] => {
            let at = field.spot(at).ok_or_else(|| FORMS.no_part(part))?;
            match game.squad.on(at) {
                None => "empty".to_owned(),
                Some(id) if game.squad.ball == Some(id) => format!("{} ball", checker(id)),
                Some(id) => checker(id),
            }
        }
        _ => return Err(FORMS.no_part(part)),
    })
}

fn listed(mut names: Vec<String>) -> String {
    names.sort();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn checker(id: Id) -> String {
    format!("{} {}", lower_side(id.seat), id.shirt().to_lowercase())
}

fn lower_side(seat: Seat) -> String {
    Metasoccer::SIDES[seat.index()].to_lowercase()
}

fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Reset { .. } => "reset",
        Phase::Goalie => "goalie",
        Phase::Kicker => "kicker",
        Phase::Guard => "guard",
        Phase::Back => "back",
        Phase::Roll => "roll",
        Phase::Act => "act",
        Phase::Robbed { .. } => "robbed",
        Phase::Loot => "loot",
        Phase::Pick { .. } => "pick",
        Phase::Expel => "expel",
        Phase::Over(_) => "over",
    }
}

fn named_side(word: &str, line: &str) -> Result<Seat, Refusal> {
    let found = Seat::BOTH.into_iter().find(|&seat| lower_side(seat) == word);
    found.ok_or_else(|| FORMS.unknown(line))
}
