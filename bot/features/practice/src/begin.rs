//! Starts matches against the bot, and of the bot against itself.
use command::{
    say,
    unnamed_terms::{SaidTerms, UnnamedTerms},
    verbs::{self, Strength},
};
use engine::{games::GameId, mind::Level, seat::Seat};
use model::{reply::Choice, text::Text};
use service::{
    RequestError,
    context::{
        RequestContext,
        room_play::{RoomOpponent, RoomTerms, room_play},
        seam,
    },
    lobby::{self, challenge::Proposal},
    matches, play,
    terms::{side_wish, word},
};
use store::Terms;

use crate::{
    commands,
    wanted::PracticeWish,
    words::{self, WhyLevel},
};

/// The level for a person who has never played against the bot.
const FIRST: Level = Level::Two;

/// Words that mean the bot as an opponent.
const CALLED: [&str; 9] =
    ["bot", "draughtsman", "computer", "me", "you", "yourself", "ai", "machine", "the_bot"];

/// What a person asked for in a match against the bot, besides its level and the variations.
struct Setup<'a> {
    game: Option<GameId>,
    side: Option<&'a str>,
    private: bool,
    word: Option<&'a str>,
    /// Whether a clock was asked for by name.
    timed: bool,
    room_time: Option<&'a str>,
}

/// Starts a match against the bot, or of two of its levels, or ends the latter.
pub(crate) fn practice(
    cx: &mut RequestContext<'_>,
    said: &commands::Practice,
) -> Result<(), RequestError> {
    let wish = PracticeWish::read(said.level, &said.options, said.game)?;
    if wish.stop {
        return stop_watching(cx);
    }
    let commands::Practice { game, level: _, options: _, side, private, room_time, word } = said;
    let (side, word) = (side.as_deref(), word.as_deref());
    let (private, room_time) = (*private, room_time.as_deref());
    practise_as(cx, wish, Setup { game: *game, side, private, word, timed: false, room_time })
}

/// Tells whether a named opponent is the bot.
fn means_bot(cx: &RequestContext<'_>, name: Option<&str>) -> bool {
    let Some(name) = name else { return false };
    let name = name.trim_start_matches('<').trim_end_matches('>').trim_start_matches(['@', '!']);
    let itself = |own: &String| own.trim_start_matches('@') == name;
    CALLED.contains(&name.to_lowercase().as_str()) || cx.own_handle().is_some_and(itself)
}

/// Takes a challenge if it is one to the bot.
pub(crate) fn challenged(
    cx: &mut RequestContext<'_>,
    said: &verbs::Challenge,
) -> Result<bool, RequestError> {
    if !means_bot(cx, said.who.as_deref()) {
        return Ok(false);
    }
    seam::matches_wanted(cx, true)?;
    let wish = PracticeWish::read(None, &said.options, said.game)?;
    let verbs::Challenge { game, side, private, room_time, word, clock, days, .. } = said;
    let timed = clock.is_some() || days.is_some();
    let (side, word) = (side.as_deref(), word.as_deref());
    let (private, room_time) = (*private, room_time.as_deref());
    practise_as(cx, wish, Setup { game: *game, side, private, word, timed, room_time })?;
    Ok(true)
}

fn practise_as(
    cx: &mut RequestContext<'_>,
    wish: PracticeWish,
    setup: Setup<'_>,
) -> Result<(), RequestError> {
    let PracticeWish { levels, rest, stop: _ } = wish;
    let Setup { game, side, private, word: said_word, timed, room_time } = setup;
    let Some(game) = game else {
        if let Some(other) = rest.split(' ').next().filter(|it| !it.is_empty()) {
            return Err(command::unknown_game(other).into());
        }
        return ask_what_to_practise(cx, &levels);
    };
    let loose = UnnamedTerms::read(
        game,
        SaidTerms { options: &rest, side, room_time, private, ..SaidTerms::default() },
    )?;
    if timed || loose.clock.flatten().is_some() || loose.rated == Some(true) {
        return Err(words::never_rated(game).into());
    }
    loose.clock_or(None)?;
    if loose.room_time.is_some() {
        if 1 < levels.len() {
            return Err(words::watched_without_a_vote(game).into());
        }
        let (terms, against) = (&loose, RoomOpponent::Bot);
        (room_play(cx)?.check_terms)(cx, &RoomTerms { game, terms, against, several: false })?;
    }
    let terms = Terms {
        game,
        options: game.options(&loose.options)?,
        clock: None,
        rated: false,
        private: loose.public == Some(false),
        start: None,
        room_time: loose.room_time,
    };
    let side = side_wish(game, loose.side.as_deref().unwrap_or("random"))?;
    let word = word(said_word)?;
    let room = cx.room.clone();
    let (by, bot, more) = match levels[..] {
        [one, other] => {
            let [one, other] = [level_for(cx, one, game)?.0, level_for(cx, other, game)?.0];
            if one == other {
                return Err(words::same_level(game).into());
            }
            let [by, bot] = [cx.tx.level_person(one)?, cx.tx.level_person(other)?];
            (by, bot, vec![words::you_watch()])
        }
        _ => {
            let wanted = levels.first().copied().unwrap_or(Strength::Auto);
            let (level, why) = level_for(cx, wanted, game)?;
            (cx.me.clone(), cx.tx.level_person(level)?, why.into_iter().collect())
        }
    };
    let whom = Some(bot);
    let (places, best_of, counter) = (1, 1, false);
    lobby::against_bot::spar(
        cx,
        by,
        Proposal { room, whom, terms, side, word, places, best_of, counter, more },
    )
}

/// Returns the level a person wants, and the reason if they left it to the bot.
fn level_for(
    cx: &RequestContext<'_>,
    wanted: Strength,
    game: GameId,
) -> Result<(Level, Option<Text>), RequestError> {
    if let Strength::Level(level) = wanted {
        return Ok((level, None));
    }
    let says = |why: WhyLevel| Some(words::why_level(why, game));
    let Some(last) = cx.tx.last_practice(cx.me.id, game)? else {
        return Ok((FIRST, says(WhyLevel::First)));
    };
    let seat = last.seats.find(|&it| it == cx.me.id).unwrap_or(Seat::First);
    let played = cx.tx.person(*last.seats.get(seat.other()))?.level.unwrap_or(FIRST);
    let winner = last.end.and_then(|it| it.outcome).map(|it| it.winner);
    let step = |by: i8| played.number().checked_add_signed(by).and_then(Level::numbered);
    Ok(match winner {
        Some(Some(side)) if side == seat => match step(1) {
            Some(level) => (level, says(WhyLevel::Higher)),
            None => (played, says(WhyLevel::Highest)),
        },
        Some(Some(_)) => match step(-1) {
            Some(level) => (level, says(WhyLevel::Lower)),
            None => (played, says(WhyLevel::Lowest)),
        },
        Some(None) | None => (played, says(WhyLevel::Same)),
    })
}

fn ask_what_to_practise(
    cx: &mut RequestContext<'_>,
    levels: &[Strength],
) -> Result<(), RequestError> {
    let other = levels.get(1).map_or(String::new(), |level| format!("vs {}", level.word()));
    let line = |game: GameId| {
        say!(commands::Practice { game, level: levels.first().copied(), options: other.as_str() })
    };
    let choices = GameId::ALL.iter().map(|game| Choice::new(game.title(), line(*game)));
    cx.say(cx.answer(words::what_to_practise(line)).choices(choices));
    Ok(())
}

/// Ends the bot's matches against itself that the asker watches.
fn stop_watching(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut stopped = 0;
    for row in cx.tx.practising(cx.me.id)? {
        if row.seats.find(|&it| it == cx.me.id).is_some() || row.terms.room_time.is_some() {
            continue;
        }
        let mut loaded = matches::find::load(cx, row)?;
        for seat in Seat::BOTH {
            loaded.row.match_rules.draw(seat, true)?;
        }
        let lead = words::has_seen_enough(&cx.me.name);
        play::ending::end_outside_rules_after(cx, loaded, vec![lead], None)?;
        stopped += 1;
    }
    if stopped == 0 {
        return Err(words::nothing_watched().into());
    }
    Ok(())
}
