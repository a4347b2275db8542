//! Rules and settings.
use command::{
    GivenArgs, Verb, say, unknown_game,
    verbs::{self, SettingName},
};
use content::{
    asked::{
        AskedWords,
        search::{self, SearchScope},
    },
    examples,
    guide::Guide,
    lessons,
};
use engine::{games::GameId, scene::Verbosity, seat::Seat};
use model::{
    ids::Chat,
    reply::{Choice, Privacy, Reply, Sheet},
    span,
    text::Text,
    time::{MOST_WARNINGS, Quiet, WARNINGS, Zone, length},
};
use store::{Orientation, Settings};

use crate::{
    LINES, RequestError,
    context::{self, RequestContext},
    matches,
    people::words,
    time,
};

/// The word for everything.
const ALL: &str = "all";

/// The first topic of a game's rules.
const MINUTE: &str = "minute";

/// The word for the rules of every game.
const HOUSE: &str = "house";

pub(crate) fn rules(cx: &mut RequestContext<'_>, said: &verbs::Rules) -> Result<(), RequestError> {
    let verbs::Rules { game, topic } = said;
    let Some(said) = game else { return list_guides(cx) };
    let whole = format!("{said} {topic}");
    let (name, guide) = match GameId::named(said) {
        Some(game) => (game.name(), Guide::of(game)),
        None if said.to_lowercase() == HOUSE => (HOUSE, Guide::house()),
        None if let Some(guide) = Guide::with_topic(said) => {
            return say_topic(cx, guide, said);
        }
        // A card's name may have two words.
        None if let Some(guide) = Guide::with_topic(&whole) => {
            return say_topic(cx, guide, &whole);
        }
        None => {
            let mut refusal = unknown_game(said);
            refusal.instead.push(HOUSE.to_owned());
            return Err(refusal.into());
        }
    };
    let topics = guide.topics();
    let mut lines = Vec::new();
    match topic.as_str() {
        ALL => return say_all(cx, guide),
        topic if !topic.is_empty() => {
            if guide.topic(topic).is_none() {
                let near = nearest_topics(guide, topic);
                let instead = if near.is_empty() { topics } else { near };
                let instead = instead.into_iter().map(|topic| say!(Rules { game: name, topic }));
                return Err(words::no_topic(guide.title(), topic).instead(instead).into());
            }
            return say_topic(cx, guide, topic);
        }
        _ => {
            lines.push(Text::strong(guide.title()));
            lines.push(Text::from_markdown(guide.introduction()));
            lines.extend(guide.topic(MINUTE).map(Text::from_markdown));
            lines.push(words::topics(&topics));
            let example = say!(Rules { game: name, topic: *topics.first().unwrap_or(&"") });
            let whole = say!(Rules { game: name, topic: ALL });
            lines.push(words::ask_for_topic(&example, &whole));
        }
    }
    let learn = GameId::named(name).filter(|game| !lessons::of(*game).is_empty());
    let learn = learn.map(words::learn_by_playing);
    let room = LINES - usize::from(learn.is_some());
    let choices = learn.into_iter().chain(buttons(guide, None).take(room));
    let reply = cx.answer(Text::Lines(lines)).choices(choices);
    cx.say(with_example(cx, reply, guide, MINUTE));
    Ok(())
}

/// Returns the topics that speak most about some words, at most three.
fn nearest_topics(guide: Guide, said: &str) -> Vec<&'static str> {
    let asked = AskedWords::read(said, &[]);
    let mut topics: Vec<&'static str> = Vec::new();
    for passage in search::find(&asked, &SearchScope { games: &[guide], agreed: &[] }) {
        if passage.guide == guide && topics.len() < 3 && !topics.contains(&passage.topic) {
            topics.push(passage.topic);
        }
    }
    topics
}

pub(crate) fn settings(
    cx: &mut RequestContext<'_>,
    said: &verbs::Settings,
) -> Result<(), RequestError> {
    let value = said.value.to_lowercase();
    // `theme=dark` is the same as `theme dark`.
    if let (None, Some((name, value))) = (said.name, value.split_once('=')) {
        let mut given = GivenArgs::to(Verb::Settings.spec());
        given.put("name", name)?;
        given.put("value", value)?;
        return cx.execute(&given.said());
    }
    let mut chosen = cx.me.settings.clone();
    match (said.name, value.as_str()) {
        (None, "") => {}
        (None, other) => {
            return Err(words::no_setting(other).into());
        }
        (Some(SettingName::Theme), theme) => {
            let names = render::Theme::ALL.map(render::Theme::name);
            if !names.contains(&theme) {
                return Err(words::not_a_value(SettingName::Theme, theme, &names).into());
            }
            chosen.theme = theme.to_owned();
        }
        (Some(SettingName::Text), "on" | "yes") => chosen.text = true,
        (Some(SettingName::Text), "off" | "no") => chosen.text = false,
        (Some(SettingName::Auto), "on" | "yes") => chosen.by_hand = false,
        (Some(SettingName::Auto), "off" | "no") => chosen.by_hand = true,
        (Some(SettingName::Hidden), "on" | "yes") => chosen.hidden = true,
        (Some(SettingName::Hidden), "off" | "no") => chosen.hidden = false,
        (Some(SettingName::Calls), "on" | "yes") => chosen.no_calls = false,
        (Some(SettingName::Calls), "off" | "no") => chosen.no_calls = true,
        (Some(SettingName::News), "on" | "yes") => chosen.news = true,
        (Some(SettingName::News), "off" | "no") => chosen.news = false,
        (
            Some(
                name @ (SettingName::Auto
                | SettingName::Hidden
                | SettingName::Calls
                | SettingName::News
                | SettingName::Text),
            ),
            other,
        ) => return Err(words::not_a_value(name, other, &["on", "off"]).into()),
        (Some(SettingName::Zone), "") if let Some(zone) = proposed_zone(cx) => {
            // Nothing is set before they say so.
            return propose_zone(cx, zone, None, None);
        }
        (Some(SettingName::Zone), name) => {
            chosen.zone = Zone::meant(name, cx.now).map_err(|err| {
                let some = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"];
                match &err.like[..] {
                    [] => words::not_a_value(SettingName::Zone, name, &some),
                    like if err.is_offset => words::an_offset_is_no_zone(name, like),
                    like => words::not_a_value(SettingName::Zone, name, like),
                }
            })?;
        }
        (Some(SettingName::Quiet), "off" | "no" | "none") => chosen.quiet = None,
        (Some(SettingName::Quiet), hours) => {
            let quiet = Quiet::read(hours);
            let forms = ["22-7", "22:30-7:15", "10pm-7am", "off"];
            chosen.quiet =
                Some(quiet.ok_or_else(|| words::not_a_value(SettingName::Quiet, hours, &forms))?);
        }
        (Some(SettingName::Warnings), "off" | "no" | "none" | "usual") => chosen.warnings.clear(),
        (Some(SettingName::Warnings), times) => {
            let forms = ["1h 10m", "30 min", "off"];
            let read = warnings_read(times);
            chosen.warnings =
                read.ok_or_else(|| words::not_a_value(SettingName::Warnings, times, &forms))?;
        }
        (Some(SettingName::Reading), "off" | "usual") => chosen.reading = None,
        (Some(SettingName::Reading), wanted) => {
            let found = Verbosity::ALL.into_iter().find(|level| level.name() == wanted);
            let names = Verbosity::ALL.map(Verbosity::name);
            chosen.reading = Some(
                found.ok_or_else(|| words::not_a_value(SettingName::Reading, wanted, &names))?,
            );
        }
        (Some(name @ (SettingName::Name | SettingName::Reminders)), value) => {
            let usual = if name == SettingName::Name { "own" } else { "last" };
            let known = cx.tx.selves(cx.me.id)?;
            let known = || known.iter().map(|it| it.chat);
            let chosen_chat = known().find(|chat| chat.name() == value);
            if chosen_chat.is_none() && value != usual {
                let values: Vec<&str> =
                    std::iter::once(usual).chain(known().map(Chat::name)).collect();
                return Err(words::not_a_value(name, value, &values).into());
            }
            match name {
                SettingName::Name => chosen.called = chosen_chat,
                _ => chosen.reminded_in = chosen_chat,
            }
        }
        (Some(SettingName::Orientation), "own") => chosen.orientation = Orientation::Mover,
        (Some(SettingName::Orientation), side) if is_side(Seat::First, side) => {
            chosen.orientation = Orientation::First;
        }
        (Some(SettingName::Orientation), side) if is_side(Seat::Second, side) => {
            chosen.orientation = Orientation::Second;
        }
        (Some(SettingName::Orientation), other) => {
            return Err(words::not_a_value(
                SettingName::Orientation,
                other,
                &["own", "first", "second"],
            )
            .into());
        }
    }
    time::remind::keep_settings(cx, chosen.clone())?;
    let theme =
        if chosen.theme.is_empty() { render::Theme::default().name() } else { &chosen.theme };
    let text = if chosen.text { "on" } else { "off" };
    let reading = chosen.reading.map_or("usual", Verbosity::name);
    let orientation = match chosen.orientation {
        Orientation::Mover => "own",
        Orientation::First => "first",
        Orientation::Second => "second",
    };
    let auto = if chosen.by_hand { "off" } else { "on" };
    let [hidden, calls, news] = [chosen.hidden, !chosen.no_calls, chosen.news]
        .map(|is_on| if is_on { "on" } else { "off" });
    let quiet = chosen.quiet.map_or("off".to_owned(), |it| it.to_string());
    let zone = chosen.zone.to_string();
    let warnings = words::warnings_in_short(&chosen.warnings);
    let name = chosen.called.map_or("own", Chat::name);
    let reminders = chosen.reminded_in.map_or("last", Chat::name);
    let linked = 1 < cx.tx.selves(cx.me.id)?.len();
    let list = [
        ("theme", theme),
        ("text", text),
        ("reading", reading),
        ("orientation", orientation),
        ("auto", auto),
        ("hidden", hidden),
        ("calls", calls),
        ("zone", &zone),
        ("quiet", &quiet),
        ("warnings", &warnings),
        ("news", news),
    ];
    // With one chat there is nothing to choose.
    let of_linked = [("name", name), ("reminders", reminders)].into_iter().filter(|_| linked);
    let list = list.into_iter().chain(of_linked);
    let text = words::your_settings(list);
    // The local room is the only chat of its people.
    let may_link = said.name.is_none() && !linked && !cx.room.chat.is_local();
    let choices = may_link.then(words::link_button);
    let of_time = matches!(said.name, None | Some(SettingName::Quiet));
    if let Some(zone) = proposed_zone(cx).filter(|_| of_time) {
        return propose_zone(cx, zone, Some(text), choices);
    }
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal).choices(choices));
    Ok(())
}

/// Returns the time zone of the asker's profile in the chat, if they have set none.
fn proposed_zone(cx: &RequestContext<'_>) -> Option<Zone> {
    let zone = Zone::named(cx.request()?.prepared.zone.as_deref()?)?;
    let usual = Zone::default();
    (cx.me.settings.zone == usual && zone != usual).then_some(zone)
}

/// Asks, below a text, whether the time zone of the asker's profile is theirs.
fn propose_zone(
    cx: &mut RequestContext<'_>,
    zone: Zone,
    below: Option<Text>,
    other: Option<Choice>,
) -> Result<(), RequestError> {
    let zone = zone.to_string();
    let yes = say!(Settings { name: SettingName::Zone, value: zone.as_str() });
    let asks = words::is_your_zone(&zone, &yes);
    let text = Text::Lines(below.into_iter().chain([asks]).collect());
    let button = words::zone_button(&zone, yes.clone());
    cx.say(
        Reply::only(cx.me.id, text)
            .private(Privacy::Personal)
            .choices([button].into_iter().chain(other)),
    );
    let me = cx.me.id;
    context::questions::await_answer(cx, me, yes, None)
}

/// Reads times such as `1h 10m`, `1h, 10 min` or `1 hour and 10 minutes`, each of them a time of its own, the longest first. None if one
/// is no time, too short or too long, or if there are too many.
fn warnings_read(said: &str) -> Option<Vec<i64>> {
    let mut parts: Vec<String> = Vec::new();
    for word in said.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and") {
        match parts.last_mut() {
            // `10 min` is one time.
            Some(last) if !word.starts_with(|it: char| it.is_ascii_digit()) => {
                last.push_str(&format!(" {word}"));
            }
            _ => parts.push(word.to_owned()),
        }
    }
    let read = |part: &String| length(part).filter(|time| WARNINGS.contains(time));
    let mut times: Vec<i64> = parts.iter().map(read).collect::<Option<_>>()?;
    times.sort_unstable_by(|one, other| other.cmp(one));
    times.dedup();
    (1..=MOST_WARNINGS).contains(&times.len()).then_some(times)
}

fn say_topic(cx: &mut RequestContext<'_>, guide: Guide, topic: &str) -> Result<(), RequestError> {
    let (topic, body) = guide.called(topic).zip(guide.topic(topic)).unwrap_or_default();
    let title = Text::strong(format!("{}: {topic}", guide.title()));
    let mut lines = vec![title, Text::from_markdown(body)];
    lines.extend(guide.next(topic).map(|next| words::next_topic(guide.name(), next)));
    let reply = cx.answer(Text::Lines(lines)).choices(buttons(guide, Some(topic)));
    cx.say(with_example(cx, reply, guide, topic));
    Ok(())
}

/// Adds the drawn example of a topic, if there is one.
fn with_example(cx: &RequestContext<'_>, reply: Reply, guide: Guide, topic: &str) -> Reply {
    let Some(name) = examples::of_topic(guide.name(), topic) else { return reply };
    match examples::scene(name) {
        Some(scene) => {
            let Settings { theme, reading, .. } = &cx.me.settings;
            reply.sheet(Sheet::example(name, &scene, theme, reading.unwrap_or_default()))
        }
        None => reply,
    }
}

/// Sends all topics of a guide as one file.
fn say_all(cx: &mut RequestContext<'_>, guide: Guide) -> Result<(), RequestError> {
    let name = format!("{}-rules.md", guide.name());
    let text = words::rules_as_file(guide.title());
    cx.say(cx.answer(text).file(name, guide.source()));
    Ok(())
}

fn list_guides(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut played = Vec::new();
    for row in matches::find::mine_here(cx)? {
        // The order must not tell of a match that others can't see.
        if matches::find::openly(cx, &row)? {
            played.push(row.terms.game);
        }
    }
    let mut games = GameId::ALL.to_vec();
    games.sort_by_key(|game| !played.contains(game));
    let games = games.into_iter().map(|game| (game.name(), game.says()));
    let all = games.chain([(HOUSE, words::house_rules())]);
    let choices = all.clone().map(|guide| Choice::new(guide.0, say!(Rules { game: guide.0 })));
    let list = all.map(|(name, says)| span![Text::code(say!(Rules { game: name })), ": ", says]);
    let reply = cx.answer(Text::List(list.collect()));
    cx.say(reply.choices(choices));
    Ok(())
}

/// Makes a button for each topic of a chapter.
fn buttons(guide: Guide, chapter: Option<&str>) -> impl Iterator<Item = Choice> {
    let topics = guide.chapter(chapter).into_iter().take(LINES);
    topics.map(move |topic| Choice::new(topic, say!(Rules { game: guide.name(), topic })))
}

/// Tells whether a word names a seat: `first`, or a side of some game, such as `black`.
fn is_side(seat: Seat, word: &str) -> bool {
    let called = |game: &GameId| game.sides()[seat.index()].eq_ignore_ascii_case(word);
    word == seat.name() || GameId::ALL.iter().any(called)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_warnings_are_read_one_by_one() {
        for (said, times) in [
            ("1h 10m", Some(vec![3600, 600])),
            ("10 min, 1h", Some(vec![3600, 600])),
            ("1 hour and 10 minutes", Some(vec![3600, 600])),
            ("1h 60m", Some(vec![3600])),
            ("30s", None),
            ("40 days", None),
            ("1h 2h 3h 4h 5h", None),
            ("soon", None),
            (",", None),
        ] {
            assert_eq!(warnings_read(said), times, "{said}");
        }
    }
}
