//! Texts about ladders.
use command::say;
use engine::{
    game::Emphasis,
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
};
use service::names::identity;
use store::Person;

use super::commands::{self, LadderWord};

pub(super) fn is_for_ladder() -> Text {
    Text::plain("This match is for the ladder.")
}

pub(super) fn place(place: usize, name: &str) -> Text {
    Text::plain(format!("{place}. {name}"))
}

/// Shows a ladder; `mine` is the asker's place, from 0.
pub(super) fn ladder_of(
    game: GameId,
    lines: Vec<Text>,
    more: usize,
    mine: Option<usize>,
    reach: usize,
) -> Text {
    let mut all = vec![Text::strong(format!("{} ladder", game.title()))];
    if lines.is_empty() {
        all.push(Text::plain("Nobody is on it yet."))
    } else {
        all.push(Text::List(lines))
    }
    if 0 < more {
        all.push(Text::Plain(format!("And {more} more.")));
    }
    all.push(Text::Plain(match mine {
        Some(0) => "You're at the top. Win when you're challenged to stay there.".to_owned(),
        Some(_) => format!(
            "Challenge someone up to {reach} ranks above you: win, and you take their rank."
        ),
        None => "Join at the bottom, then challenge people above you.".to_owned(),
    }));
    Text::Lines(all)
}

/// Returns buttons to join, or to challenge those within reach, given by id and name.
pub(super) fn ladder_buttons(game: GameId, on_it: bool, above: &[(String, String)]) -> Vec<Choice> {
    if !on_it {
        return vec![
            Choice::new("Join", say!(commands::Ladder { what: LadderWord::Join, game }))
                .with(Emphasis::Good),
        ];
    }
    let challenge = |(handle, who): &(String, String)| {
        let handle = handle.trim_start_matches('@');
        Choice::new(
            format!("Challenge {who}"),
            say!(commands::Ladder { who: format!("@{handle}"), game }),
        )
    };
    above.iter().map(challenge).collect()
}

pub(super) fn joins(who: &Person, game: GameId, place: usize) -> Text {
    span![identity(who), format!(" joins the {} ladder at number {place}.", game.title())]
}

pub(super) fn leaves(game: GameId) -> String {
    format!("You've left the {} ladder.", game.title())
}

pub(super) fn for_ladder(mine: usize, theirs: usize) -> Text {
    Text::Plain(format!("For the ladder: number {mine} challenges number {theirs}."))
}

/// Says that the winner takes the loser's place.
pub(super) fn climbs([winner, loser]: &[String; 2], place: usize) -> Text {
    Text::strong(format!("{winner} is now number {place} on the ladder, ahead of {loser}."))
}

// Refusals.

pub(super) fn one_thing() -> Refusal {
    Refusal::unreadable(format!(
        "Say `{}`, `{}`, or whom to challenge.",
        say!(commands::Ladder { what: LadderWord::Join }),
        say!(commands::Ladder { what: LadderWord::Leave })
    ))
    .instead([
        say!(commands::Ladder),
        say!(commands::Ladder { what: LadderWord::Join, game: GameId::Trapdoor }),
    ])
}

pub(super) fn which_ladder(
    what: Option<LadderWord>,
    games: impl Iterator<Item = GameId>,
) -> Refusal {
    let lines = games.map(|game| say!(commands::Ladder { what, game }));
    Refusal::new(Code::Ambiguous, "There are several ladders here. Which game?").instead(lines)
}

pub(super) fn no_ladder(game: Option<GameId>) -> Refusal {
    match game {
        Some(game) => {
            let says = format!("There's no {} ladder here yet. Be the first.", game.title());
            Refusal::new(Code::Unknown, says)
                .instead([say!(commands::Ladder { what: LadderWord::Join, game })])
        }
        None => {
            let each = GameId::ALL
                .iter()
                .map(|game| say!(commands::Ladder { what: LadderWord::Join, game }));
            Refusal::new(Code::Unknown, "There's no ladder here yet. Start one:").instead(each)
        }
    }
}

pub(super) fn alone() -> Refusal {
    let says = "A ladder is for a server. Join it in a room with other people.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn already_on(game: GameId) -> Refusal {
    let says = format!("You're already on the {} ladder.", game.title());
    Refusal::new(Code::NotNow, says).instead([say!(commands::Ladder { game })])
}

pub(super) fn is_full(game: GameId, most: usize) -> Refusal {
    let says = format!("The {} ladder is full: at most {most} people.", game.title());
    Refusal::new(Code::TooMuch, says)
}

pub(super) fn not_on(game: GameId) -> Refusal {
    let says = format!("You aren't on the {} ladder.", game.title());
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::Ladder { what: LadderWord::Join, game })])
}

pub(super) fn they_are_not_on(whom: &Person, game: GameId) -> Refusal {
    let says = format!("{} isn't on the {} ladder.", whom.name, game.title());
    Refusal::new(Code::NotNow, says).instead([say!(commands::Ladder { game })])
}

pub(super) fn out_of_reach(whom: &Person, theirs: usize, mine: usize, reach: usize) -> Refusal {
    let says = format!(
        "{} is number {theirs}, and you're number {mine}. You can challenge people up to {reach} \
         ranks above you.",
        whom.name
    );
    Refusal::illegal(says).instead([say!(commands::Ladder)])
}

pub(super) fn already_challenging(of: ChallengeId) -> Refusal {
    let says = format!("Your challenge {of} for this ladder is still open.");
    Refusal::new(Code::NotNow, says).instead([say!(Cancel { challenge: of })])
}

pub(super) fn already_playing(of: MatchId) -> Refusal {
    let says = format!("You're already playing #{of} for this ladder.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}
