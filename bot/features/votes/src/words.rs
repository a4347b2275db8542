//! Texts about matches that rooms play by vote.
use command::say;
use engine::{
    game::Emphasis,
    games::GameId,
    quote::{sentence, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::duration,
};
use service::context::room_play::RoomRefusal;
use store::WantedCounts;

use crate::commands;

/// How many moves with their votes are listed.
const LISTED: usize = 10;

// Boards.

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

/// Says how a vote went, before what the room plays is told.
pub(crate) fn vote_won(words: &str, votes: u32, of: u32) -> Text {
    Text::sentence(match (votes, of) {
        (1, 1) => format!("1 person voted, for `{words}`."),
        (all, of) if all == of => format!("All {of} voted for `{words}`."),
        (votes, of) => format!("{votes} of {of} voted for `{words}`."),
    })
}

/// Says how a tied vote was decided.
pub(crate) fn vote_drawn(words: &str, tied: usize, votes: u32) -> Text {
    let each = if votes == 1 { "1 vote".to_owned() } else { format!("{votes} votes") };
    Text::sentence(format!("{tied} choices had {each} each, and the dice chose `{words}`."))
}

pub(crate) fn time_starts_again(room: &str, silent: u32, most: u32) -> Text {
    let left = most.saturating_sub(silent);
    let times = if left == 1 { "once".to_owned() } else { format!("{left} times") };
    Text::plain(format!(
        "Nobody in {room} has voted, so the time starts again. If that happens {times} more, the \
         match is called off."
    ))
}

// Resigning.

/// Tells a room that somebody proposes to resign, and how to answer until when.
pub(crate) fn resigning_is_proposed(of: MatchId, room: &str, until: (i64, i64)) -> Text {
    span![
        format!("Somebody proposes to resign match #{of} for {room}. "),
        Text::code(say!(commands::Vote { of, words: "resign" })),
        " is a vote for it, a vote for a move is one against it. They are counted ",
        counted_in(until),
        "; it takes more than half of those who vote."
    ]
}

pub(crate) fn resign_too_button(of: MatchId) -> Choice {
    Choice::new("Vote to resign", say!(commands::Vote { of, words: "resign" }))
}

pub(crate) fn voted_to_resign(of: MatchId, until: (i64, i64)) -> Text {
    span![
        format!("You vote to resign match #{of}. Such votes are counted "),
        counted_in(until),
        "; a vote for a move takes yours back."
    ]
}

/// Says how many want to resign, and when that is counted.
pub(crate) fn resigning_stands(votes: usize, until: (i64, i64)) -> Text {
    let who = match votes {
        1 => "1 person votes".to_owned(),
        several => format!("{several} people vote"),
    };
    span![format!("{who} to resign; that is counted "), counted_in(until), "."]
}

pub(crate) fn resigns(room: &str, votes: usize, of: usize) -> Text {
    Text::plain(format!("{room} resigns: {votes} of {of} voters want it."))
}

pub(crate) fn plays_on(of: MatchId, room: &str, votes: usize, voters: usize) -> Text {
    let wanted = match (votes, voters) {
        (0, _) => "nobody wants to resign any more".to_owned(),
        (1, 1) => "only one person voted to resign, and it takes two".to_owned(),
        (votes, voters) => format!("{votes} of {voters} voted to resign, which isn't enough"),
    };
    Text::plain(format!("{room} plays on in match #{of}: {wanted}."))
}

// Lists.

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

// Answers to voters.

pub(crate) fn voted(of: MatchId, words: &str, voted: usize, until: (i64, i64)) -> Text {
    span![
        Text::sentence(format!("Your vote in match #{of}: `{words}`.")),
        format!(" {}. You can change yours until the votes are counted ", have_voted(voted)),
        counted_in(until),
        ".",
    ]
}

pub(crate) fn vote_withdrawn(of: MatchId) -> Text {
    Text::plain(format!("Your vote in match #{of} is taken back."))
}

/// Lists how many votes each move has, and the asker's own.
pub(crate) fn stands(
    of: MatchId,
    room: &str,
    tally: &WantedCounts,
    own: Option<&str>,
    until: (i64, i64),
) -> Text {
    let voted: u32 = tally.iter().map(|it| it.1).sum();
    let voted = have_voted(usize::try_from(voted).unwrap_or(usize::MAX));
    let mut lines = vec![span![
        format!("{room} votes in match #{of}. {voted}; the votes are counted "),
        counted_in(until),
        ".",
    ]];
    let each = tally.iter().take(LISTED);
    let each = each.map(|(words, votes)| span![Text::code(words), format!(": {votes}")]);
    if !tally.is_empty() {
        lines.push(Text::List(each.collect()));
    }
    if let Some(more) = tally.len().checked_sub(LISTED).filter(|it| 0 < *it) {
        lines.push(Text::plain(format!("And {more} more.")));
    }
    lines.push(match own {
        Some(own) => Text::sentence(format!("Your vote: `{own}`.")),
        None => Text::plain("You haven't voted yet: type a move, or press one on the board."),
    });
    Text::Lines(lines)
}

// Refusals.

/// Says why something can't be done where a room plays.
pub(crate) fn refusal(why: RoomRefusal<'_>) -> Refusal {
    match why {
        RoomRefusal::Several => one_choice_at_a_time(),
        RoomRefusal::Consent(of) => not_by_vote(of),
        RoomRefusal::Late(of) => room_is_never_late(of),
        RoomRefusal::Alone(of) => only_by_vote(of),
        RoomRefusal::ForOthers(of) => not_the_caller(of),
        RoomRefusal::BothSides(of, room) => votes_for_other_room(of, room),
        RoomRefusal::Counter(of) => no_counter_by_vote(of),
        RoomRefusal::Rematch(game) => no_rematch_by_vote(game),
    }
}

fn votes_for_other_room(of: MatchId, room: &str) -> Refusal {
    let says = format!("You already vote for {room} in match #{of}, so you can't vote here too.");
    Refusal::new(Code::NotYours, says).instead([say!(Board { of })])
}

fn one_choice_at_a_time() -> Refusal {
    Refusal::unreadable("A vote is for one choice at a time. Leave out the `;` and what follows.")
}

fn room_is_never_late(of: MatchId) -> Refusal {
    let says = "A room can't run out of time: its votes are counted when the time is over.";
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

fn not_by_vote(of: MatchId) -> Refusal {
    let says = format!(
        "A room plays match #{of} by vote, so you can't ask your opponent for a draw, an undo or a \
         pause."
    );
    Refusal::illegal(says).instead([say!(Resign { of }), say!(Board { of })])
}

/// Refuses to a voter what only players can do.
fn only_by_vote(of: MatchId) -> Refusal {
    let says = format!(
        "Your room plays match #{of} by vote. You can vote for a move or for resigning, until the \
         votes are counted."
    );
    Refusal::illegal(says).instead([
        say!(commands::Vote { of }),
        say!(Moves { of }),
        say!(commands::Vote { of, words: "resign" }),
    ])
}

fn not_the_caller(of: MatchId) -> Refusal {
    Refusal::new(
        Code::NotYours,
        "Only the person who began the match for this room, or a moderator, can count the votes \
         early.",
    )
    .instead([say!(commands::Vote { of })])
}

pub(crate) fn no_vote_here() -> Refusal {
    let says = "This room isn't voting in any match. You can begin one.";
    Refusal::new(Code::Unknown, says)
        .instead([say!(Challenge { game: GameId::Trapdoor, room_time: "12h" }), say!(Games)])
}

pub(crate) fn you_play_yourself(of: MatchId) -> Refusal {
    let says = format!("You play match #{of} yourself, so there's no vote for you.");
    Refusal::new(Code::NotNow, says).instead([say!(Moves { of })])
}

pub(crate) fn other_side_decides(of: MatchId) -> Refusal {
    let says = format!("It's your opponent's turn in match #{of}, so there's no vote.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(crate) fn nothing_to_count(of: MatchId) -> Refusal {
    let says = format!("Nobody has voted in match #{of} yet, so there's nothing to count.");
    Refusal::new(Code::NotNow, says).instead([say!(Moves { of })])
}

pub(crate) fn nothing_to_withdraw(of: MatchId) -> Refusal {
    let says = format!("You have no vote in match #{of} to take back.");
    Refusal::new(Code::NotNow, says).instead([say!(commands::Vote { of })])
}

pub(crate) fn same_vote(of: MatchId, words: &str) -> Refusal {
    let says = format!("That's already your vote in match #{of}: `{}`.", short(words));
    Refusal::new(Code::NotNow, says).instead([say!(commands::Vote { of })])
}

// Challenges.

pub(crate) fn room_needs_a_vote(room: &str, game: GameId) -> Refusal {
    let says = "A room plays by vote. Say how long it may vote for each turn.";
    Refusal::unreadable(says).instead([say!(Challenge {
        who: short(room),
        game,
        room_time: "12h"
    })])
}

pub(crate) fn no_vote_with_secrets(game: GameId) -> Refusal {
    let says = format!(
        "Sides have secrets in this form of {game}, and a whole room can't keep one. Choose another \
         game."
    );
    let open = GameId::ALL.iter().filter(|it| **it != game);
    Refusal::illegal(says).instead(open.map(|game| say!(Challenge { game, room_time: "12h" })))
}

/// Refuses where nobody else is; `alone` begins a match without another person.
pub(crate) fn vote_needs_a_room(alone: Vec<Choice>) -> Refusal {
    let says = "Nobody else is here to vote. Ask in a room with other people.";
    Refusal::illegal(says).instead(alone.into_iter().map(|choice| choice.says.to_string()))
}

pub(crate) fn vote_needs_a_board() -> Refusal {
    let says = "I can only answer here, so I can't keep a board up to date for a vote.";
    Refusal::illegal(says).instead([say!(Challenge { who: "@bob", game: GameId::Trapdoor })])
}

pub(crate) fn vote_is_unrated(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote is never rated, because the players change.")
        .instead([say!(Challenge { game, room_time: "12h" })])
}

pub(crate) fn vote_is_open(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote can't be private, because a whole room plays it.")
        .instead([say!(Challenge { game, room_time: "12h" })])
}

pub(crate) fn vote_is_one_match(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote is one match against one side: no series and no `places`.")
        .instead([say!(Challenge { game, room_time: "12h" })])
}

pub(crate) fn vote_is_the_clock(room: &str, game: GameId) -> Refusal {
    Refusal::illegal("Between two rooms the time to vote is the only clock.")
        .instead([say!(Challenge { who: short(room), game, room_time: "12h" })])
}

pub(crate) fn person_needs_a_clock(game: GameId) -> Refusal {
    Refusal::illegal("A person who plays a room needs a clock, because a room can't claim a match.")
        .instead([say!(Challenge { game, options: "vote=12h days=3" })])
}

pub(crate) fn plays_enough_by_vote(room: &str, most: usize) -> Refusal {
    let says = format!("{room} already plays {most} matches by vote, the limit.");
    Refusal::new(Code::TooMuch, says).instead([say!(Games), say!(commands::Vote)])
}

pub(crate) fn began_enough_by_vote(room: &str, most: usize) -> Refusal {
    let says = format!(
        "You began {most} of the matches that {room} plays by vote, the limit for one person."
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games), say!(commands::Vote)])
}

pub(crate) fn against_own_room() -> Refusal {
    let says = "A room can't play against itself. Someone here can accept alone.";
    Refusal::illegal(says).instead([say!(Accept), say!(Games)])
}

pub(crate) fn not_for_a_room(of: ChallengeId) -> Refusal {
    let says = format!("Challenge {of} is for one person, not for a room.");
    Refusal::illegal(says).instead([
        say!(Accept { challenge: of }),
        say!(Challenge { game: GameId::Trapdoor, room_time: "12h" }),
    ])
}

fn no_counter_by_vote(of: ChallengeId) -> Refusal {
    let says = "A challenge by vote can't be changed. Make another one.";
    Refusal::illegal(says).instead([
        say!(Accept { challenge: of }),
        say!(Challenge { game: GameId::Trapdoor, room_time: "12h" }),
    ])
}

fn no_rematch_by_vote(game: GameId) -> Refusal {
    let says = "A match by vote has no rematch. Someone can make the same challenge again.";
    Refusal::illegal(says).instead([say!(Challenge { game, room_time: "12h" })])
}

// What several of these say.

fn have_voted(voted: usize) -> String {
    match voted {
        0 => "Nobody has voted yet".to_owned(),
        1 => "1 person has voted".to_owned(),
        several => format!("{several} people have voted"),
    }
}

fn counted_in((at, left): (i64, i64)) -> Text {
    Text::time(at, format!("in {}", duration(left.max(0))), "")
}
