//! Texts about matches that rooms play by vote.
use engine::{
    game::Emphasis,
    quote::{sentence, short},
    refusal::{Code, Refusal},
};

use model::{ids::MatchId, reply::Choice, span, text::Text, time::duration};
use store::Tally;

/// How many moves with their votes are listed.
const LISTED: usize = 10;

// Boards.

/// Says that a room is asked, how many have voted, and when the votes are counted.
pub(super) fn room_is_asked(
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

fn have_voted(voted: usize) -> String {
    match voted {
        0 => "Nobody has voted yet".to_owned(),
        1 => "1 person has voted".to_owned(),
        several => format!("{several} people have voted"),
    }
}

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
        Text::code(format!("vote #{of} resign")),
        " is a vote for it, a vote for a move is one against it. They are counted ",
        counted_in(until),
        "; it takes more than half of those who vote."
    ]
}

pub(super) fn resign_too_button(of: MatchId) -> Choice {
    Choice::new("Vote to resign", format!("vote #{of} resign"))
}

pub(super) fn voted_to_resign(of: MatchId, until: (i64, i64)) -> Text {
    span![
        format!("You vote to resign match #{of}. Such votes are counted "),
        counted_in(until),
        "; a vote for a move takes yours back."
    ]
}

/// Says how many want to resign, and when that is counted.
pub(super) fn resigning_stands(votes: usize, until: (i64, i64)) -> Text {
    let who = match votes {
        1 => "1 person votes".to_owned(),
        several => format!("{several} people vote"),
    };
    span![format!("{who} to resign; that is counted "), counted_in(until), "."]
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

pub(super) fn your_rooms_play() -> Text {
    Text::strong("Your rooms play by vote")
}

/// Describes a match that a room plays by vote against another player: `names`. `until` is when the
/// votes are counted, none while the other side decides; `own` is the reader's vote.
pub(super) fn room_plays(
    id: MatchId,
    terms: &str,
    [room, other]: &[String; 2],
    until: Option<(i64, i64)>,
    own: Option<&str>,
) -> Text {
    let plays =
        span![Text::strong(format!("#{id}")), format!(" {terms}: {room} against {other}, ")];
    let Some(until) = until else { return span![plays, "the other side decides"] };
    let own = own.map_or(Text::plain(""), |it| span!["; you voted ", Text::code(it)]);
    span![plays, "vote open, counted ", counted_in(until), own]
}

/// Says that votes wait for the reader, beside their own matches; a button shows the first.
pub(super) fn votes_wait(first: MatchId, room: &str, until: (i64, i64), more: usize) -> Text {
    let more = match more {
        0 => Text::plain("."),
        1 => Text::plain(". 1 more vote waits for you."),
        several => Text::plain(format!(". {several} more votes wait for you.")),
    };
    span![format!("A vote waits for you: #{first} for {room}, counted "), counted_in(until), more]
}

pub(super) fn vote_button(after: MatchId, first: MatchId) -> Choice {
    Choice::new(format!("Vote in #{first}"), format!("next #{after}")).with(Emphasis::Aside)
}

fn counted_in((at, left): (i64, i64)) -> Text {
    Text::time(at, format!("in {}", duration(left.max(0))), "")
}

// Answers to voters.

pub(super) fn voted(of: MatchId, words: &str, voted: usize, until: (i64, i64)) -> Text {
    span![
        Text::sentence(format!("Your vote in match #{of}: `{words}`.")),
        format!(" {}. You can change yours until the votes are counted ", have_voted(voted)),
        counted_in(until),
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
    tally: &Tally,
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

pub(super) fn votes_for_other_room(of: MatchId, room: &str) -> Refusal {
    let says = format!("You already vote for {room} in match #{of}, so you can't vote here too.");
    Refusal::new(Code::NotYours, says).instead([format!("board #{of}")])
}

pub(super) fn no_vote_here() -> Refusal {
    let says = "This room plays no match by vote now. You can begin one.";
    Refusal::new(Code::Unknown, says).instead(["challenge trapdoor vote=12h", "games"])
}

pub(super) fn you_play_yourself(of: MatchId) -> Refusal {
    let says = format!("You play match #{of} yourself, so there's no vote for you.");
    Refusal::new(Code::NotNow, says).instead([format!("moves #{of}")])
}

pub(super) fn other_side_decides(of: MatchId) -> Refusal {
    let says = format!("In match #{of} the other side decides now, so there's no vote.");
    Refusal::new(Code::NotNow, says).instead([format!("board #{of}")])
}

pub(super) fn one_choice_at_a_time() -> Refusal {
    Refusal::unreadable("A vote is for one choice at a time. Leave out the `;` and what follows.")
}

pub(super) fn nothing_to_count(of: MatchId) -> Refusal {
    let says = format!("Nobody has voted in match #{of} yet, so there's nothing to count.");
    Refusal::new(Code::NotNow, says).instead([format!("moves #{of}")])
}

pub(super) fn nothing_to_withdraw(of: MatchId) -> Refusal {
    let says = format!("You have no vote in match #{of} to take back.");
    Refusal::new(Code::NotNow, says).instead([format!("vote #{of}")])
}

pub(super) fn same_vote(of: MatchId, words: &str) -> Refusal {
    let says = format!("That's already your vote in match #{of}: `{}`.", short(words));
    Refusal::new(Code::NotNow, says).instead([format!("vote #{of}")])
}

pub(super) fn room_is_never_late(of: MatchId) -> Refusal {
    let says = "A room can't run out of time: its votes are counted when the time is over.";
    Refusal::new(Code::NotNow, says).instead([format!("board #{of}")])
}

pub(super) fn not_by_vote(of: MatchId) -> Refusal {
    let says = format!(
        "A room plays match #{of} by vote, so nothing can be asked of the other side: no draw, no \
         undo and no pause."
    );
    Refusal::illegal(says).instead([format!("resign #{of}"), format!("board #{of}")])
}
