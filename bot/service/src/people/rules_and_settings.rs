//! Rules and settings.
use command::{
    GivenArgs, Verb, say, unknown_game,
    verbs::{self, SettingName},
};
use content::{examples, guide::Guide, lessons};
use engine::{games::GameId, seat::Seat};
use model::{
    ids::Chat,
    reply::{Choice, Privacy, Reply, Sheet},
    span,
    text::Text,
    time::{Quiet, Zone},
};
use store::Orientation;

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
                return Err(words::no_topic(guide.title(), topic).instead(topics).into());
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
        (Some(name @ (SettingName::Auto | SettingName::Hidden | SettingName::Text)), other) => {
            return Err(words::not_a_value(name, other, &["on", "off"]).into());
        }
        (Some(SettingName::Zone), "") if let Some(zone) = proposed_zone(cx) => {
            // Nothing is set before they say so.
            return propose_zone(cx, zone, None, None);
        }
        (Some(SettingName::Zone), name) => {
            chosen.zone = Zone::named(name).map_err(|err| {
                let some = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"];
                match &err.like[..] {
                    [] => words::not_a_value(SettingName::Zone, name, &some),
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
    let orientation = match chosen.orientation {
        Orientation::Mover => "own",
        Orientation::First => "first",
        Orientation::Second => "second",
    };
    let auto = if chosen.by_hand { "off" } else { "on" };
    let hidden = if chosen.hidden { "on" } else { "off" };
    let quiet = chosen.quiet.map_or("off".to_owned(), |it| it.to_string());
    let zone = chosen.zone.to_string();
    let name = chosen.called.map_or("own", Chat::name);
    let reminders = chosen.reminded_in.map_or("last", Chat::name);
    let linked = 1 < cx.tx.selves(cx.me.id)?.len();
    let list = [
        ("theme", theme),
        ("text", text),
        ("orientation", orientation),
        ("auto", auto),
        ("hidden", hidden),
        ("zone", &zone),
        ("quiet", &quiet),
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
    let zone = Zone::named(cx.request()?.prepared.zone.as_deref()?).ok()?;
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
        Some(scene) => reply.sheet(Sheet::example(name, &scene, &cx.me.settings.theme)),
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
