//! Texts about challenges of rooms that play by vote.
use command::say;
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::ids::ChallengeId;

pub(crate) fn no_such_room(said: &str, known: &[String]) -> Refusal {
    let says = format!(
        "I know no other room `{}` on this server. Rooms elsewhere can accept by a code.",
        short(said)
    );
    let known = known.iter().map(|room| {
        say!(Challenge { who: format!("#{room}"), game: GameId::Trapdoor, vote: "12h" })
    });
    let anyone = say!(Challenge { game: GameId::Trapdoor, vote: "12h" });
    Refusal::new(Code::Unknown, says).instead(known.chain([anyone]))
}

pub(crate) fn room_needs_a_vote(room: &str, game: GameId) -> Refusal {
    let says = "A room plays by vote. Say how long it may vote for each turn.";
    Refusal::unreadable(says).instead([say!(Challenge { who: short(room), game, vote: "12h" })])
}

pub(crate) fn no_vote_with_secrets(game: GameId) -> Refusal {
    let says = format!(
        "Sides have secrets in this form of {game}, and a whole room can't keep one. Choose another \
         game."
    );
    let open = GameId::ALL.iter().filter(|it| **it != game);
    Refusal::illegal(says).instead(open.map(|game| say!(Challenge { game, vote: "12h" })))
}

pub(crate) fn vote_needs_a_room(game: GameId) -> Refusal {
    let says = "Nobody else is here to vote. Ask in a room with other people.";
    Refusal::illegal(says).instead([say!(Practice { game })])
}

pub(crate) fn vote_needs_a_board() -> Refusal {
    let says = "I can only answer here, so I can't keep a board up to date for a vote.";
    Refusal::illegal(says).instead([say!(Challenge { who: "@bob", game: GameId::Trapdoor })])
}

pub(crate) fn vote_is_unrated(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote is never rated, because the players change.")
        .instead([say!(Challenge { game, vote: "12h" })])
}

pub(crate) fn vote_is_open(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote can't be private, because a whole room plays it.")
        .instead([say!(Challenge { game, vote: "12h" })])
}

pub(crate) fn vote_is_one_match(game: GameId) -> Refusal {
    Refusal::illegal("A match by vote is one match against one side: no series and no `places`.")
        .instead([say!(Challenge { game, vote: "12h" })])
}

pub(crate) fn vote_is_the_clock(room: &str, game: GameId) -> Refusal {
    Refusal::illegal("Between two rooms the time to vote is the only clock.")
        .instead([say!(Challenge { who: short(room), game, vote: "12h" })])
}

pub(crate) fn person_needs_a_clock(game: GameId) -> Refusal {
    Refusal::illegal("A person who plays a room needs a clock, because a room can't claim a match.")
        .instead([say!(Challenge { game, options: "vote=12h days=3" })])
}

pub(crate) fn plays_enough_by_vote(room: &str, most: usize) -> Refusal {
    let says = format!("{room} already plays {most} matches by vote, the limit.");
    Refusal::new(Code::TooMuch, says).instead([say!(Games), say!(Vote)])
}

pub(crate) fn began_enough_by_vote(room: &str, most: usize) -> Refusal {
    let says = format!(
        "You began {most} of the matches that {room} plays by vote, the limit for one person."
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games), say!(Vote)])
}

pub(crate) fn against_own_room() -> Refusal {
    let says = "A room can't play against itself. Someone here can accept alone.";
    Refusal::illegal(says).instead([say!(Accept), say!(Games)])
}

pub(crate) fn not_by_vote(of: ChallengeId) -> Refusal {
    let says = format!("Challenge {of} is for one person, not for a room.");
    Refusal::illegal(says).instead([
        say!(Accept { challenge: of }),
        say!(Challenge { game: GameId::Trapdoor, vote: "12h" }),
    ])
}

pub(crate) fn no_counter_by_vote(of: ChallengeId) -> Refusal {
    let says = "A challenge by vote can't be changed. Make another one.";
    Refusal::illegal(says).instead([
        say!(Accept { challenge: of }),
        say!(Challenge { game: GameId::Trapdoor, vote: "12h" }),
    ])
}

pub(crate) fn no_rematch_by_vote(game: GameId) -> Refusal {
    let says = "A match by vote has no rematch. Someone can make the same challenge again.";
    Refusal::illegal(says).instead([say!(Challenge { game, vote: "12h" })])
}
