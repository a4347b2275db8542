//! Answers about a board of squares, in sentences.
use crate::{
    checkers::Goal,
    quote::{sentence, sentence_case, series},
    scene::Cell,
};

/// How sentences name who asks.
pub(super) const YOU: &str = "you";

/// Where pieces are crowned.
pub(super) const LAST_ROW: &str = "the last row";

/// What the moves of a piece's side mean for it.
pub(super) const ALWAYS: &str = "If it stays there, nothing you can play prevents that.";
pub(super) const PREVENTED: &str = "Some moves prevent it.";

fn codes(moves: &[String]) -> String {
    let moves: Vec<String> = moves.iter().map(|moved| format!("`{moved}`")).collect();
    series(&moves)
}

fn have(who: &str) -> &'static str {
    if who == YOU { "have" } else { "has" }
}

fn plural(kind: &str) -> String {
    if kind == "man" { "men".to_owned() } else { format!("{kind}s") }
}

fn counted(kind: &str, count: u32) -> String {
    if count == 1 { format!("1 {kind}") } else { format!("{count} {}", plural(kind)) }
}

pub(super) fn no_square(name: &str) -> String {
    format!("There is no square {name}.")
}

pub(super) fn nothing_on(at: Cell) -> String {
    format!("{at} is empty.")
}

pub(super) fn no(why: &str) -> String {
    sentence(format!("No: {}", lower(why)))
}

/// Begins with a small letter what follows a colon, unless it begins with a name or a square.
fn lower(says: &str) -> String {
    const BEGIN: [&str; 14] = [
        "The", "You", "Your", "Only", "Men", "A", "An", "None", "There", "Nothing", "Nobody",
        "After", "In", "Pawns",
    ];
    let first = says.split([' ', ',']).next().unwrap_or_default();
    if BEGIN.contains(&first) { says[..1].to_lowercase() + &says[1..] } else { says.to_owned() }
}

pub(super) fn yes(moves: &[String]) -> String {
    format!("Yes: {}.", codes(moves))
}

pub(super) fn yes_if(chance: &str, moves: &[String]) -> String {
    format!("Yes, if {chance}: {}.", codes(moves))
}

pub(super) fn yes_next(whose: &str, moves: &[String]) -> String {
    format!("Yes, in {whose} next turn, as the board stands: {}.", codes(moves))
}

/// Says what could be played if nothing else were due.
pub(super) fn could(moves: &[String]) -> String {
    format!("The board alone would allow {}.", codes(moves))
}

pub(super) fn none_goes(whose: &str, to: &str) -> String {
    format!("{whose} can't go to {to} now")
}

/// Names the pieces of a side.
pub(super) fn pieces_of(whose: &str, kind: Option<&str>) -> String {
    format!("{whose} {}", plural(kind.unwrap_or("piece")))
}

pub(super) fn stands_there(piece: &str) -> String {
    sentence(format!("{} stands there", sentence_case(piece)))
}

pub(super) fn stands_on(piece: &str) -> String {
    sentence(format!("there stands {piece}"))
}

pub(super) fn not_so(piece: &str, to: Cell) -> String {
    format!("{piece} can't go to {to} in one move")
}

pub(super) fn moves_away(moves: usize) -> String {
    match moves {
        1 => "It is one step away.".to_owned(),
        moves => format!("It is {moves} moves away, if nothing else moves."),
    }
}

pub(super) fn none_moves(whose: &str) -> String {
    format!("none of {whose} pieces can move now")
}

pub(super) fn can_move(piece: &str, moves: &[String]) -> String {
    format!("{} can move: {}.", sentence_case(piece), codes(moves))
}

pub(super) fn can_move_if(piece: &str, chance: &str, moves: &[String]) -> String {
    format!("{} can move if {chance}: {}.", sentence_case(piece), codes(moves))
}

pub(super) fn can_move_next(piece: &str, moves: &[String]) -> String {
    format!("{} can move next turn, as the board stands: {}.", sentence_case(piece), codes(moves))
}

pub(super) fn cannot_move(piece: &str, why: &str) -> String {
    match why {
        "" => format!("{} can't move now.", sentence_case(piece)),
        why => sentence(format!("{} can't move: {}", sentence_case(piece), lower(why))),
    }
}

pub(super) fn must_capture(moves: &[String]) -> String {
    format!("You must capture: {}.", codes(moves))
}

pub(super) fn nothing_stops_you(moves: &[String]) -> String {
    match moves {
        [] => "Nothing stops you.".to_owned(),
        moves => format!("Nothing stops you: for example {}.", codes(moves)),
    }
}

pub(super) fn your_turn(ask: &str) -> String {
    format!("It's your turn: {ask}.")
}

pub(super) fn turn_of(name: &str, ask: &str) -> String {
    format!("It's {name}'s turn: {ask}.")
}

/// Says how far two squares are apart.
pub(super) fn apart(from: Cell, to: Cell) -> String {
    let line = |count: u8, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let (files, ranks) = (from.column.abs_diff(to.column), from.row.abs_diff(to.row));
    format!("{from} and {to} are {} and {} apart.", line(files, "file"), line(ranks, "rank"))
}

pub(super) fn needs_moves(piece: &str, moves: usize) -> String {
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    format!("{} needs {moves} to get there, if nothing else moves.", sentence_case(piece))
}

/// Lists the pieces that are nearest to somewhere.
pub(super) fn nearest(whose: &str, to: &str, pieces: &[String]) -> String {
    match pieces {
        [] => format!("None of {whose} pieces can get to {to}."),
        _ => format!("Nearest to {to}, if nothing else moves: {}.", pieces.join("; then ")),
    }
}

/// Says how many moves away a piece is; as long as its way is blocked, how many rows.
pub(super) fn far_from(piece: &str, far: usize, blocked: bool) -> String {
    let what = match (blocked, far) {
        (false, 1) => "1 move",
        (false, _) => &format!("{far} moves"),
        (true, 1) => "1 row, with the way blocked",
        (true, _) => &format!("{far} rows, with the way blocked"),
    };
    format!("{piece}, {what}")
}

pub(super) fn no_way(piece: &str) -> String {
    format!("As the board stands, {piece} can't get there by steps.")
}

pub(super) fn in_the_way(piece: &str, moves: &[String]) -> String {
    format!("Yes: without {piece}, {} could be played.", codes(moves))
}

pub(super) fn not_in_the_way(piece: &str, who: &str) -> String {
    format!("No: without {piece}, {who} could go nowhere else.")
}

/// Turns what a side would be told into what others are told.
pub(super) fn told_of(says: &str, name: &str) -> String {
    let says = match says.strip_prefix("You must") {
        Some(rest) => format!("{name} must{rest}"),
        None => says.to_owned(),
    };
    says.replace("your own", &format!("{name}'s own"))
        .replace("isn't yours", &format!("isn't {name}'s"))
}

pub(super) fn same_side(piece: &str) -> String {
    format!("{piece} is on the same side")
}

fn can(who: &str) -> String {
    format!("{} can", sentence_case(who))
}

pub(super) fn no_capture(who: &str) -> String {
    format!("{}'t capture anything now.", can(who))
}

/// Says how many pieces each capture takes.
pub(super) fn captures_of(moves: &[(String, usize)]) -> String {
    let each = moves.iter().map(|(moved, count)| format!("`{moved}` takes {count}"));
    format!("{}.", sentence_case(&series(&each.collect::<Vec<_>>())))
}

pub(super) fn none_takes(who: &str, most: usize) -> String {
    let most = if most == 2 { "two" } else { "three" };
    format!("{who} can't capture {most} in one move")
}

pub(super) fn but_captures(moves: &[String]) -> String {
    format!("Possible are {}.", codes(moves))
}

pub(super) fn no_threat(who: &str) -> String {
    format!("As things stand, {who} can capture nothing next turn.")
}

pub(super) fn can_capture(who: &str, moves: &[String]) -> String {
    format!("{} capture: {}.", can(who), codes(moves))
}

pub(super) fn threatens(who: &str, moves: &[String]) -> String {
    format!("As things stand, {who} can capture next turn: {}.", codes(moves))
}

/// Says that a move leads somewhere, and what the other side could do then.
pub(super) fn goes_there(moved: &str, then: Option<&str>) -> String {
    match then {
        Some(then) => format!("`{moved}` goes there. {then}"),
        None => format!("`{moved}` goes there."),
    }
}

pub(super) fn captures_now(begin: &str, who: &str, piece: &str, moves: &[String]) -> String {
    format!("{begin}: {who} can capture {piece} now: {}.", codes(moves))
}

pub(super) fn captures_if(
    begin: &str,
    who: &str,
    piece: &str,
    chance: &str,
    moves: &[String],
) -> String {
    format!("{begin}, if {chance}: {who} can capture {piece}: {}.", codes(moves))
}

pub(super) fn captures_next(begin: &str, who: &str, piece: &str, moves: &[String]) -> String {
    format!("{begin}: {who} can capture {piece} next turn: {}.", codes(moves))
}

pub(super) fn not_captured_as(begin: &str, who: &str, piece: &str, why: &str) -> String {
    format!("{begin}: {who} can't capture {piece} this turn, as {why}.")
}

pub(super) fn not_captured_now(begin: &str, who: &str, piece: &str) -> String {
    format!("{begin}: {who} can't capture {piece} now.")
}

pub(super) fn not_captured_next(begin: &str, who: &str, piece: &str) -> String {
    format!("{begin}: as things stand, {who} can't capture {piece} next turn.")
}

pub(super) fn not_captured_ever(begin: &str, who: &str, piece: &str) -> String {
    format!("{begin}: {who} can't capture {piece} next turn, whatever is played now.")
}

pub(super) fn not_captured_unless(begin: &str, who: &str, piece: &str) -> String {
    format!(
        "{begin}: as things stand, {who} can't capture {piece} next turn; some moves would let it happen."
    )
}

/// Says what the other side can capture after a move that is asked about.
pub(super) fn then_captures(who: &str, moves: &[String]) -> String {
    match moves {
        [] => format!("Then {who} can capture nothing at once."),
        moves => format!("Then {who} can capture: {}.", codes(moves)),
    }
}

pub(super) fn nobody_beside(target: &str, whose: &str) -> String {
    format!("no piece of {} stands beside {target}", if whose == "your" { "yours" } else { whose })
}

pub(super) fn not_beside(from: Cell, target: &str) -> String {
    format!("{from} doesn't stand beside {target}.")
}

pub(super) fn nothing_behind(from: Cell, target: Cell) -> String {
    format!("{from} needs an empty square behind {target}, and there the board ends.")
}

pub(super) fn taken_behind(from: Cell, target: Cell, behind: Cell) -> String {
    format!("{from} can't capture {target}: the square behind it, {behind}, isn't empty.")
}

pub(super) fn on(at: Cell, what: &str) -> String {
    match what {
        "" => nothing_on(at),
        what => format!("On {at}: {what}."),
    }
}

/// Lists the squares of a side's pieces of a kind.
pub(super) fn stand_on(who: &str, whose: &str, kind: &str, squares: &[Cell]) -> String {
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match &squares[..] {
        [] => format!("{} {} no {}.", sentence_case(who), have(who), plural(kind)),
        squares => {
            format!("{}: {}.", sentence_case(&pieces_of(whose, Some(kind))), squares.join(", "))
        }
    }
}

/// Says who has how many pieces more.
pub(super) fn compared(who: &str, more: usize) -> String {
    match more {
        0 => "Both have the same number of pieces.".to_owned(),
        1 => format!("{} {} 1 piece more.", sentence_case(who), have(who)),
        more => format!("{} {} {more} pieces more.", sentence_case(who), have(who)),
    }
}

/// Says how many pieces a side has: of one kind, or of each.
pub(super) fn has(who: &str, kind: Option<&str>, kinds: &[(&str, u32)]) -> String {
    let (who, have) = (sentence_case(who), have(who));
    if let Some(kind) = kind {
        let count = kinds.iter().find(|it| it.0 == kind).map_or(0, |it| it.1);
        return match count {
            0 => format!("{who} {have} no {}.", plural(kind)),
            count => format!("{who} {have} {}.", counted(kind, count)),
        };
    }
    let all: u32 = kinds.iter().map(|it| it.1).sum();
    let each: Vec<String> = kinds.iter().map(|(kind, count)| counted(kind, *count)).collect();
    match kinds {
        [] => format!("{who} {have} no pieces."),
        [_] => format!("{who} {have} {}.", series(&each)),
        _ => format!("{who} {have} {}: {}.", counted("piece", all), series(&each)),
    }
}

/// Says how many pieces a side has lost.
pub(super) fn has_lost(who: &str, captured: u32, fallen: u32) -> String {
    let (who, have) = (sentence_case(who), have(who));
    match (captured, fallen) {
        (0, 0) => format!("{who} {have} lost nothing."),
        (captured, 0) => format!("{who} {have} lost {}.", counted("piece", captured)),
        (captured, fallen) => format!(
            "{who} {have} lost {}: {captured} captured, {fallen} fallen.",
            counted("piece", captured + fallen)
        ),
    }
}

/// Says what wins, and how much of it is left; both names and counts begin with the side that it is about.
pub(super) fn goal(goal: Goal, [own, other]: [&str; 2], [left, others]: [usize; 2]) -> Vec<String> {
    let pieces = |count: usize| counted("piece", u32::try_from(count).unwrap_or(u32::MAX));
    match goal {
        Goal::Giveaway => vec![
            format!("{own} has {} left, and wins without pieces or moves.", pieces(left)),
            format!("{other} has {} left.", pieces(others)),
        ],
        Goal::Usual => vec![
            format!("{other} has {} left, and {own} wins when there are none.", pieces(others)),
            format!("{own} has {} left.", pieces(left)),
        ],
        Goal::Breakthrough => vec![
            format!(
                "{own} wins by crowning a man, or when {other} has no pieces left; {other} has {}.",
                pieces(others)
            ),
            format!("{own} has {} left.", pieces(left)),
        ],
    }
}
