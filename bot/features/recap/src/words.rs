//! Texts about a person's year or season.
use charts::ResultsCard;
use command::{Command, say};
use engine::{
    mind::ChanceRise,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{reply::Choice, text::Text, time::duration};

use super::{
    commands,
    figures::RecapFigures,
    known::{BestStep, LuckInAll},
    span::RecapTime,
};

fn matches(count: usize) -> String {
    if count == 1 { "1 match".to_owned() } else { format!("{count} matches") }
}

// The card.

fn title(time: &RecapTime) -> String {
    let RecapTime { is_season, said, span: _ } = time;
    if *is_season { format!("Recap of season {said}") } else { format!("Recap of {said}") }
}

pub(super) fn card(name: &str, time: &RecapTime, figures: &RecapFigures) -> ResultsCard {
    let RecapFigures { games, won, drawn, lost, best, opponent, luck, rating, row } = figures;
    let mut facts = Vec::new();
    let mut add = |about: &str, says: String| facts.push((about.to_owned(), says));
    if let Some(BestStep { of, rise: ChanceRise { before, after, .. }, by, says }) = best {
        add("Best moment", format!("{before}% to {after}% by {by}'s {says}, match #{of}"));
    }
    if let Some((name, count)) = opponent {
        add("Most played opponent", format!("{name}, {}", matches(*count as usize)));
    }
    if let Some(luck) = luck {
        add("Luck", lucky(luck));
    }
    if let Some([before, after]) = rating {
        add("Rating", format!("{before:.0} to {after:.0}, all games together"));
    }
    if 1 < *row {
        add("Most wins in a row", row.to_string());
    }
    ResultsCard {
        title: title(time),
        name: name.to_owned(),
        games: games.iter().map(|(game, count)| (game.title().to_owned(), *count)).collect(),
        won: *won,
        drawn: *drawn,
        lost: *lost,
        facts,
    }
}

fn lucky(luck: &LuckInAll) -> String {
    let LuckInAll { gained, matches } = luck;
    let points = (100.0 * gained.abs()).round();
    let verb = if *gained < 0.0 { "cost" } else { "gave" };
    let plural = if *matches == 1 { "match" } else { "matches" };
    format!("{verb} {points:.0} points in {matches} reviewed {plural}")
}

/// Says what is on the card; the first line says whose it is, of what time, and the results.
pub(super) fn lines(card: &ResultsCard) -> Vec<Text> {
    let ResultsCard { title, name, games, won, drawn, lost, facts } = card;
    let played = matches(card.played() as usize);
    let first =
        format!("{title} for {}: {played}, {won} won, {drawn} drawn, {lost} lost.", short(name));
    let each: Vec<String> = games.iter().map(|(game, count)| format!("{game} {count}")).collect();
    let by_game = format!("By game: {}.", each.join(", "));
    let facts = facts.iter().map(|(about, says)| Text::plain(format!("{about}: {says}.")));
    [Text::strong(first), Text::plain(by_game)].into_iter().chain(facts).collect()
}

// What only the asker is told.

pub(super) fn private_too(count: usize) -> Text {
    let are = if count == 1 { "is" } else { "are" };
    Text::plain(format!("{count} of these matches {are} private and never shared."))
}

pub(super) fn only_you(time: &RecapTime) -> Text {
    let hidden = say!(Settings { name: "hidden", value: "off" });
    let share = say!(commands::Recap { which: time.said.as_str(), share: true });
    Text::sentence(format!(
        "You hide your results. After `{hidden}`, `{share}` shows this to a room."
    ))
}

/// Says that a match wasn't looked back at, and what does that.
pub(super) fn nothing_known_yet(back: &Choice) -> Text {
    Text::sentence(format!(
        "I know your best moment and luck only from reviews made lately. `{}` makes one.",
        back.says
    ))
}

pub(super) fn how_to_share(time: &RecapTime) -> Text {
    let share = say!(commands::Recap { which: time.said.as_str(), share: true });
    Text::sentence(format!("Say `{share}` in a room to show it there."))
}

// Buttons.

pub(super) fn share_button(time: &RecapTime) -> Choice {
    let says = say!(commands::Recap { which: time.said.as_str(), share: true });
    Choice::new("Show it to this room", says)
}

pub(super) fn film_button(film: Command) -> Choice {
    Choice::new("The moment", film)
}

// Refusals.

pub(super) fn no_such_time(said: &str) -> Refusal {
    let says = format!(
        "`{}` isn't a year or a season that has begun. I make a recap only for the one who asks.",
        short(said)
    );
    let forms = [say!(commands::Recap), say!(commands::Recap { which: "season" })];
    Refusal::new(Code::Unknown, says).instead(forms)
}

/// Refuses a recap with too few matches; `open` if only public ones count, `is_over` if
/// no more can come.
pub(super) fn too_few(
    time: &RecapTime,
    found: usize,
    missing: usize,
    (open, is_over): (bool, bool),
) -> Refusal {
    let kind = if open { " public" } else { "" };
    let found = match found {
        0 => format!("no{kind} match"),
        1 => format!("1{kind} match"),
        some => format!("{some}{kind} matches"),
    };
    let RecapTime { is_season, said, span: _ } = time;
    let kind = if *is_season { "season " } else { "" };
    let needs = if is_over {
        format!("{missing} too few for a recap")
    } else {
        format!("a recap needs {missing} more")
    };
    let says = format!("You finished {found} against people in {kind}{said}; {needs}.");
    Refusal::new(Code::NotNow, says)
}

pub(super) fn hides_results(time: &RecapTime) -> Refusal {
    let hidden = say!(Settings { name: "hidden", value: "off" });
    let own = say!(commands::Recap { which: time.said.as_str() });
    let says = "You hide your results, so I don't show your recap to others.";
    Refusal::new(Code::NotNow, says).instead([own, hidden])
}

pub(super) fn nobody_here(time: &RecapTime) -> Refusal {
    let share = say!(commands::Recap { which: time.said.as_str(), share: true });
    let says = format!("Only you are here. Say `{share}` in the room that should see it.");
    Refusal::new(Code::NotNow, says)
}

pub(super) fn not_in_this_room(time: &RecapTime) -> Refusal {
    let own = say!(commands::Recap { which: time.said.as_str() });
    let says = "Games belong in other rooms of this server, and so does your recap.";
    Refusal::new(Code::NotNow, says).instead([own])
}

pub(super) fn shared_already(time: &RecapTime, left: i64) -> Refusal {
    let own = say!(commands::Recap { which: time.said.as_str() });
    let says = format!(
        "You shared a recap within the last day. You can share again in {}.",
        duration(left)
    );
    Refusal::new(Code::TooMuch, says).instead([own])
}
