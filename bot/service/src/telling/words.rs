//! Texts of boards, and how a match ended.
use command::say;
use engine::{
    game::Emphasis,
    games::GameId,
    match_rules::{CallOff, Ending},
    quote::sentence,
    refusal::{Code, Refusal},
    seat::{BySeat, Seat},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use store::Person;

/// The word that goes on with a list, for `moves`.
pub(crate) const MORE: &str = "more";

/// What remains of the first board of a match.
pub(crate) const MATCH_BEGAN: &str = "The match began.";

/// What remains of a board that told nothing.
pub(crate) const TURN_WENT_ON: &str = "The turn went on.";

/// Says which numbers of a list `more` tells.
pub(crate) fn more_of_list(from: usize, last: usize) -> Text {
    let numbers = if from == last { last.to_string() } else { format!("{from} to {last}") };
    span!["Say ", Text::code(MORE), format!(" for {numbers}.")]
}

// Results.

pub fn wins(who: &str, why: &str) -> String {
    format!("{who} wins: {why}.")
}

pub fn is_drawn(why: &str) -> String {
    format!("A draw: {why}.")
}

pub(crate) fn was_called_off() -> String {
    "The match was called off and doesn't count.".to_owned()
}

pub fn is_over() -> String {
    "The match is over.".to_owned()
}

pub(crate) fn already_over() -> Refusal {
    Refusal::new(Code::Over, is_over())
}

/// Names a player who deleted their data at the start of a sentence; `rest` is their side.
pub(crate) fn former_player(rest: &str) -> String {
    format!("A former player{rest}")
}

/// Says who called a match off, and by which rule.
pub(crate) fn calls_off(by: Option<&str>, rule: CallOff, moderator: Option<&str>) -> String {
    let by = by.unwrap_or("A player");
    let moderator = moderator.unwrap_or("A moderator");
    match rule {
        CallOff::Aborted => format!(
            "{by} called the match off before both sides had finished two turns. It doesn't count."
        ),
        CallOff::Resigned => format!(
            "{by} resigned before both sides had finished two turns, so the match is called off. \
             It doesn't count."
        ),
        CallOff::Expired => {
            "Both sides ran out of time, so the match is called off. It doesn't count.".to_owned()
        }
        CallOff::ShutOut => "A banned player ran out of time, so the match is called off. It \
                             doesn't count."
            .to_owned(),
        CallOff::NobodyDecided => {
            "A room stopped voting, so the match is called off. It doesn't count.".to_owned()
        }
        CallOff::Idle => {
            "Nobody played on, so the match is called off and makes way for another.".to_owned()
        }
        CallOff::Moderated => {
            format!("{moderator} called the match off as a moderator. It doesn't count.")
        }
    }
}

pub fn annulled(result: &str, moderator: Option<&str>) -> String {
    let moderator = moderator.unwrap_or("A moderator");
    format!("{result} {moderator} has annulled the result, so it isn't rated.")
}

pub(crate) fn ruled_is_unrated(result: &str) -> String {
    format!("{result} A result decided by a moderator isn't rated.")
}

pub(crate) fn adjudicated_is_unrated(result: &str) -> String {
    format!("{result} It counts in the league, but isn't rated.")
}

pub(crate) fn check_the_dice(line: &str) -> Text {
    Text::sentence(format!("Check the dice with `{line}`."))
}

pub(crate) fn good_game(name: &str) -> Text {
    Text::plain(format!("{name}: good game!"))
}

pub(crate) fn offers_draw(me: &str) -> String {
    format!("{me} offers a draw.")
}

/// Says in short who asks for an undo.
pub(crate) fn asks_for_undo(me: &str) -> String {
    format!("{me} asks to take back a step, with everything since.")
}

/// What remains of the question whether a player is sure to leave.
pub(crate) fn was_asked_to_leave(me: &str) -> String {
    format!("{me} was asked whether to end the match.")
}

/// Makes a button that shows players their own secret choices, for rooms where nobody can be asked
/// in private.
pub(crate) fn own_choices_button(id: MatchId) -> Choice {
    Choice::new("Your choices", say!(Moves { of: id }))
}

/// Makes a button that shows players their own secrets.
pub(crate) fn own_secrets_button(id: MatchId) -> Choice {
    Choice::new("Your secrets", say!(Hand { of: id })).with(Emphasis::Aside)
}

pub(crate) fn rematch_button(id: MatchId) -> Choice {
    Choice::new("Rematch", say!(Rematch { of: id }))
}

/// Says in a few words how players or moderators ended a match.
pub(crate) fn ended_in_short(ending: Ending, names: &BySeat<String>, sides: [&str; 2]) -> String {
    let side = |seat: Seat| sides[seat.index()];
    match (ending.outcome(), ending) {
        (Some(outcome), _) => match outcome.winner {
            Some(seat) => {
                format!("{} ({}) wins: {}", names.get(seat), side(seat), ending.why(sides))
            }
            None => format!("A draw: {}", ending.why(sides)),
        },
        (None, Ending::CalledOff { by: Some(seat), rule: CallOff::Resigned }) => {
            format!("Called off: {} resigned early", side(seat))
        }
        (None, Ending::CalledOff { by: Some(seat), .. }) => {
            format!("Called off by {}", side(seat))
        }
        (None, Ending::CalledOff { rule: CallOff::Expired, .. }) => {
            "Called off: both sides ran out of time".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::ShutOut, .. }) => {
            "Called off: a side was banned".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::NobodyDecided, .. }) => {
            "Called off: a room stopped voting".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::Idle, .. }) => {
            "Called off: nobody played on".to_owned()
        }
        (None, Ending::CalledOff { rule: CallOff::Moderated, .. }) => {
            "Called off by a moderator".to_owned()
        }
        (None, _) => "Called off".to_owned(),
    }
}

/// Names a small picture on a sheet of several.
pub(crate) fn picture_title(id: MatchId, [first, second]: &[String; 2], title: &str) -> String {
    format!("#{id} {first} – {second}: {title}")
}

/// Names a match in a line above the text about it.
pub(crate) fn heading_in_short(id: MatchId, game: GameId, [first, second]: [&str; 2]) -> String {
    format!("#{id} · {game} · {first} – {second}")
}

/// Names a match that begins, in a notification.
pub(crate) fn about_beginning(id: MatchId, game: GameId) -> String {
    format!("#{id} {game} begins")
}

pub fn is_thinking(name: &str, side: &str) -> Text {
    Text::plain(format!("{name} ({side}) is thinking."))
}

/// Says whose turn it is, what they have to do, and how much time they have.
pub fn turn_of(who: &Person, side: &str, asks: &str, time: Text) -> Text {
    let asks = Text::sentence(sentence(format!(" ({side}): {asks}")));
    span![Text::Person { id: who.id, name: who.name.clone() }, asks, time]
}

/// Says whose turn it is; nothing if nobody is asked.
pub(crate) fn you_can(asks: &str) -> Text {
    Text::sentence(sentence(format!("You can {asks}")))
}

pub(crate) fn back_button(id: MatchId) -> Choice {
    let back = Choice::new("Back", say!(Moves { of: id }));
    back.explained("to all choices").with(Emphasis::Aside)
}

pub(crate) fn first_to_last(first: &str, last: &str) -> String {
    format!("{first} … {last}")
}

/// Says how many choices a menu entry has, after what it explains; `asks` is what the menu behind it asks.
pub(crate) fn choices_within(explains: &str, asks: &str, count: usize) -> String {
    let what = if asks == "Where to?" { "squares" } else { "choices" };
    match explains {
        "" => format!("{count} {what}"),
        explains => format!("{explains} ({count} {what})"),
    }
}

/// Names squares of one rank for the same act: `Play Wormhole, rank 4: b4, d4`.
pub(super) fn squares_of_rank(what: &str, rank: u8, squares: &[String]) -> String {
    format!("{what}, rank {rank}: {}", squares.join(", "))
}

pub(crate) fn sealed_as(seal: String) -> Text {
    span!["This choice is sealed as ", Text::code(seal), "."]
}

/// Names matches that wait for a player: `2 more wait for you: #12 with Bob, #13 with Carol.`
pub(crate) fn more_wait(named: &[(MatchId, String)], more: usize) -> String {
    let all: Vec<String> = named.iter().map(|(id, other)| format!("#{id} with {other}")).collect();
    let waits = if named.len() + more == 1 { "waits" } else { "wait" };
    let rest = if more == 0 { String::new() } else { format!(" and {more} others") };
    format!("{} more {waits} for you: {}{rest}.", named.len() + more, all.join(", "))
}

pub fn next_button(after: MatchId, id: MatchId, other: &str) -> Choice {
    Choice::new(format!("Next: #{id} with {other}"), say!(Next { of: after })).with(Emphasis::Aside)
}
