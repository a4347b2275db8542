//! Texts about a match that several parts of the service say.
use command::say;
use engine::{
    game::Emphasis,
    games::GameId,
    quote::{sentence, short},
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text, time::duration};

/// Names a match in one line.
pub fn heading(id: MatchId, game: GameId, first: &str, second: &str) -> String {
    format!("Match #{id}, {game}: {first} against {second}.")
}

pub(crate) fn not_your_turn(other: &str, asks: &[&str]) -> Refusal {
    let says = format!("It's {other}'s turn: {}.", asks.join(" and "));
    Refusal::new(Code::NotYours, says).instead([say!(Board), say!(Games)])
}

pub(crate) fn not_playing(id: MatchId) -> Refusal {
    Refusal::new(Code::NotYours, format!("You aren't playing in match #{id}."))
}

pub fn paused(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} is paused.")).instead([say!(Resume { of: id })])
}

pub(super) fn no_list_shown() -> Refusal {
    let says = format!(
        "A number picks from the list of `{}`, which hasn't been shown for this position.",
        say!(Moves)
    );
    Refusal::new(Code::NotNow, says).instead([say!(Moves)])
}

pub(super) fn list_ends(last: usize) -> Refusal {
    Refusal::illegal(format!("The list goes from 1 to {last}."))
}

pub(crate) fn no_such_side(said: &str, sides: [&str; 2]) -> Refusal {
    Refusal::unreadable(format!("There is no side `{}`.", short(said)))
        .instead(sides.map(|side| format!("side={}", side.to_lowercase())))
}

/// Says that a room is asked, how many have voted, and when the votes are counted.
pub(crate) fn room_is_asked(
    room: &str,
    side: &str,
    asks: &str,
    voted: usize,
    until: Option<(i64, i64)>,
    resign: Option<(i64, i64)>,
) -> Text {
    let asks = Text::sentence(sentence(format!("{room} ({side}) votes: {asks}")));
    let Some(until) = until else { return asks };
    let voted = format!(" {}; the votes are counted ", have_voted(voted));
    let asks = span![asks, voted, counted_in(until), "."];
    match resign {
        None => asks,
        Some(until) => {
            span![asks, " Somebody proposes to resign; that is counted ", counted_in(until), "."]
        }
    }
}

pub(crate) fn your_rooms_play() -> Text {
    Text::strong("Your rooms play by vote")
}

/// Describes a match that a room plays by vote against another player: `names`. `until` is when the
/// votes are counted, none while the other side decides; `own` is the reader's vote.
pub(crate) fn room_plays(
    id: MatchId,
    terms: &str,
    [room, other]: &[String; 2],
    until: Option<(i64, i64)>,
    own: Option<&str>,
) -> Text {
    let plays =
        span![Text::strong(format!("#{id}")), format!(" {terms}: {room} against {other}, ")];
    let Some(until) = until else { return span![plays, "your opponent's turn"] };
    let own = own.map_or(Text::plain(""), |vote| span!["; you voted ", Text::code(vote)]);
    span![plays, "vote open, counted ", counted_in(until), own]
}

/// Says that votes wait for the reader, beside their own matches; a button shows the first.
pub(crate) fn votes_wait(first: MatchId, room: &str, until: (i64, i64), more: usize) -> Text {
    let more = match more {
        0 => Text::plain("."),
        1 => Text::plain(". 1 more vote waits for you."),
        several => Text::plain(format!(". {several} more votes wait for you.")),
    };
    span![format!("A vote waits for you: #{first} for {room}, counted "), counted_in(until), more]
}

pub(crate) fn vote_button(after: MatchId, first: MatchId) -> Choice {
    Choice::new(format!("Vote in #{first}"), say!(Next { of: after })).with(Emphasis::Aside)
}

pub(crate) fn votes_for_other_room(of: MatchId, room: &str) -> Refusal {
    let says = format!("You already vote for {room} in match #{of}, so you can't vote here too.");
    Refusal::new(Code::NotYours, says).instead([say!(Board { of })])
}

pub(crate) fn one_choice_at_a_time() -> Refusal {
    Refusal::unreadable("A vote is for one choice at a time. Leave out the `;` and what follows.")
}

pub(crate) fn room_is_never_late(of: MatchId) -> Refusal {
    let says = "A room can't run out of time: its votes are counted when the time is over.";
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(crate) fn not_by_vote(of: MatchId) -> Refusal {
    let says = format!(
        "A room plays match #{of} by vote, so you can't ask your opponent for a draw, an undo or a \
         pause."
    );
    Refusal::illegal(says).instead([say!(Resign { of }), say!(Board { of })])
}

pub(crate) fn have_voted(voted: usize) -> String {
    match voted {
        0 => "Nobody has voted yet".to_owned(),
        1 => "1 person has voted".to_owned(),
        several => format!("{several} people have voted"),
    }
}

pub(crate) fn counted_in((at, left): (i64, i64)) -> Text {
    Text::time(at, format!("in {}", duration(left.max(0))), "")
}

/// States the score of a series: `Match 2 of at most 3; Ann 1, Bob ½.`
pub(crate) fn series_stands(round: u32, best_of: u32, score: &[(String, u32); 2]) -> Text {
    Text::plain(format!("Match {round} of a series, best of {best_of}: {}.", scored(score)))
}

pub(crate) fn in_no_series(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} belongs to no series."))
        .instead([say!(Resign { of })])
}

pub fn scored(score: &[(String, u32); 2]) -> String {
    let points = |halves: u32| match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    };
    let [(one, a), (other, b)] = score;
    format!("{one} {}, {other} {}", points(*a), points(*b))
}

/// Refuses to judge a position of a rated match, of the asker (`own`) or of others.
pub(crate) fn near_rated(of: MatchId, own: bool) -> Refusal {
    let where_ = match own {
        true => format!("your rated match #{of}, where you decide alone"),
        false => format!("match #{of}, which is rated, so that its players decide alone"),
    };
    let says = format!(
        "This position stands in {where_}, or can come there within two turns. You can ask about it when \
         match #{of} is over."
    );
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

/// Refuses to judge positions that somebody sets up while a rated match runs, of the asker (`own`) or of
/// the other side.
pub(crate) fn set_up_beside_rated(of: MatchId, game: GameId, own: bool) -> Refusal {
    let who = match own {
        true => format!("In your rated match #{of} you decide alone"),
        false => format!("In match #{of}, which is rated, its players decide alone"),
    };
    let says = format!(
        "{who}, so until it is over I judge no position of {game} that was set up. I do in a match from the \
         start that goes another way."
    );
    Refusal::new(Code::NotNow, says).instead([say!(Practice { game })])
}
