//! Texts about matches that rooms play by vote.
use command::say;
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use store::VoteCounts;

use crate::matches;

/// How many moves with their votes are listed.
const LISTED: usize = 10;

// Boards.

/// Says how a vote went, before what the room plays is told.
pub(super) fn vote_won(words: &str, votes: u32, of: u32) -> Text {
    Text::sentence(match (votes, of) {
        (1, 1) => format!("1 person voted, for `{words}`."),
        (all, of) if all == of => format!("All {of} voted for `{words}`."),
        (votes, of) => format!("{votes} of {of} voted for `{words}`."),
    })
}

/// Says how a tied vote was decided.
pub(super) fn vote_drawn(words: &str, tied: usize, votes: u32) -> Text {
    let each = if votes == 1 { "1 vote".to_owned() } else { format!("{votes} votes") };
    Text::sentence(format!("{tied} choices had {each} each, and the dice chose `{words}`."))
}

pub(super) fn time_starts_again(room: &str, silent: u32, most: u32) -> Text {
    let left = most.saturating_sub(silent);
    let times = if left == 1 { "once".to_owned() } else { format!("{left} times") };
    Text::plain(format!(
        "Nobody in {room} has voted, so the time starts again. If that happens {times} more, the \
         match is called off."
    ))
}

// Resigning.

/// Tells a room that somebody proposes to resign, and how to answer until when.
pub(super) fn resigning_is_proposed(of: MatchId, room: &str, until: (i64, i64)) -> Text {
    span![
        format!("Somebody proposes to resign match #{of} for {room}. "),
        Text::code(say!(Vote { of, words: "resign" })),
        " is a vote for it, a vote for a move is one against it. They are counted ",
        matches::words::counted_in(until),
        "; it takes more than half of those who vote."
    ]
}

pub(super) fn resign_too_button(of: MatchId) -> Choice {
    Choice::new("Vote to resign", say!(Vote { of, words: "resign" }))
}

pub(super) fn voted_to_resign(of: MatchId, until: (i64, i64)) -> Text {
    span![
        format!("You vote to resign match #{of}. Such votes are counted "),
        matches::words::counted_in(until),
        "; a vote for a move takes yours back."
    ]
}

/// Says how many want to resign, and when that is counted.
pub(super) fn resigning_stands(votes: usize, until: (i64, i64)) -> Text {
    let who = match votes {
        1 => "1 person votes".to_owned(),
        several => format!("{several} people vote"),
    };
    span![format!("{who} to resign; that is counted "), matches::words::counted_in(until), "."]
}

pub(super) fn resigns(room: &str, votes: usize, of: usize) -> Text {
    Text::plain(format!("{room} resigns: {votes} of {of} voters want it."))
}

pub(super) fn plays_on(of: MatchId, room: &str, votes: usize, voters: usize) -> Text {
    let wanted = match (votes, voters) {
        (0, _) => "nobody wants to resign any more".to_owned(),
        (1, 1) => "only one person voted to resign, and it takes two".to_owned(),
        (votes, voters) => format!("{votes} of {voters} voted to resign, which isn't enough"),
    };
    Text::plain(format!("{room} plays on in match #{of}: {wanted}."))
}

// Lists.

// Answers to voters.

pub(super) fn voted(of: MatchId, words: &str, voted: usize, until: (i64, i64)) -> Text {
    span![
        Text::sentence(format!("Your vote in match #{of}: `{words}`.")),
        format!(
            " {}. You can change yours until the votes are counted ",
            matches::words::have_voted(voted)
        ),
        matches::words::counted_in(until),
        ".",
    ]
}

pub(super) fn vote_withdrawn(of: MatchId) -> Text {
    Text::plain(format!("Your vote in match #{of} is taken back."))
}

/// Lists how many votes each move has, and the asker's own.
pub(super) fn stands(
    of: MatchId,
    room: &str,
    tally: &VoteCounts,
    own: Option<&str>,
    until: (i64, i64),
) -> Text {
    let voted: u32 = tally.iter().map(|it| it.1).sum();
    let voted = matches::words::have_voted(usize::try_from(voted).unwrap_or(usize::MAX));
    let mut lines = vec![span![
        format!("{room} votes in match #{of}. {voted}; the votes are counted "),
        matches::words::counted_in(until),
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

pub(super) fn no_vote_here() -> Refusal {
    let says = "This room isn't voting in any match. You can begin one.";
    Refusal::new(Code::Unknown, says)
        .instead([say!(Challenge { game: GameId::Trapdoor, vote: "12h" }), say!(Games)])
}

pub(crate) fn you_play_yourself(of: MatchId) -> Refusal {
    let says = format!("You play match #{of} yourself, so there's no vote for you.");
    Refusal::new(Code::NotNow, says).instead([say!(Moves { of })])
}

pub(super) fn other_side_decides(of: MatchId) -> Refusal {
    let says = format!("It's your opponent's turn in match #{of}, so there's no vote.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(super) fn nothing_to_count(of: MatchId) -> Refusal {
    let says = format!("Nobody has voted in match #{of} yet, so there's nothing to count.");
    Refusal::new(Code::NotNow, says).instead([say!(Moves { of })])
}

pub(super) fn nothing_to_withdraw(of: MatchId) -> Refusal {
    let says = format!("You have no vote in match #{of} to take back.");
    Refusal::new(Code::NotNow, says).instead([say!(Vote { of })])
}

pub(super) fn same_vote(of: MatchId, words: &str) -> Refusal {
    let says = format!("That's already your vote in match #{of}: `{}`.", short(words));
    Refusal::new(Code::NotNow, says).instead([say!(Vote { of })])
}
