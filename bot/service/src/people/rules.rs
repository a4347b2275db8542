//! Rules, by topic.
use command::{is_other_game, other_game, say, unknown_game, verbs};
use content::{
    asked::{
        AskedWords,
        index::{Passage, Scope},
    },
    examples,
    guide::{Guide, HOUSE},
    house::House,
};
use engine::games::GameId;
use model::{
    reply::{Choice, Reply, Sheet},
    span,
    text::Text,
};
use store::{READING, THEME};

use crate::{
    LINES, RequestError,
    context::{RequestContext, seam::OfferPlace},
    matches,
    people::words,
};

/// The word for everything.
const ALL: &str = "all";

/// The first topic of a game's rules.
const MINUTE: &str = "minute";

pub fn rules(cx: &mut RequestContext<'_>, said: &verbs::Rules) -> Result<(), RequestError> {
    // A chat with typed arguments may have a topic alone.
    let (said, topic) = match (&said.game, &said.topic) {
        (Some(game), topic) => (game, topic.as_str()),
        (None, topic) if topic.is_empty() => return list_guides(cx),
        (None, topic) => (topic, ""),
    };
    let whole = format!("{said} {topic}");
    let house = cx.memory.house;
    let (name, guide) = match GameId::named(said) {
        Some(game) => (game.name(), Guide::of(game)),
        None if said.to_lowercase() == HOUSE => (HOUSE, house.guide()),
        // Chess is also a topic of a game, for those who play that here.
        None if is_other_game(said) && !is_topic_here(cx, said)? => {
            return Err(other_game(said).into());
        }
        None if let Some(guide) = house.guide_with_topic(said) => {
            return say_topic(cx, guide, said);
        }
        // A card's name may have two words.
        None if let Some(guide) = house.guide_with_topic(&whole) => {
            return say_topic(cx, guide, &whole);
        }
        None => {
            let mut refusal = unknown_game(said);
            refusal.instead.push(say!(Rules { game: HOUSE }).line());
            return Err(refusal.into());
        }
    };
    let topics = guide.topics();
    let mut lines = Vec::new();
    match topic {
        ALL => return say_all(cx, guide),
        topic if !topic.is_empty() => {
            if guide.topic(topic).is_none() {
                let near = nearest_topics(house, guide, topic);
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
    let features = cx.memory.features;
    let offered = GameId::named(name).map(|game| features.offers(OfferPlace::Rules(game)));
    let offered = offered.unwrap_or_default();
    let room = LINES - offered.len();
    let choices = offered.into_iter().chain(buttons(guide, None).take(room));
    let reply = cx.answer(Text::Lines(lines)).choices(choices);
    cx.say(with_example(cx, reply, guide, MINUTE));
    Ok(())
}

/// Tells whether words are a topic of a game that the asker plays here.
fn is_topic_here(cx: &RequestContext<'_>, said: &str) -> Result<bool, RequestError> {
    let rows = matches::find::mine_here(cx)?;
    Ok(rows.iter().any(|row| Guide::of(row.terms.game).topic(said).is_some()))
}

/// Returns the topics that speak most about some words, at most three.
fn nearest_topics(house: &'static House, guide: Guide, said: &str) -> Vec<&'static str> {
    let asked = AskedWords::read(said, &[], house.spelling());
    let mut topics: Vec<&'static str> = Vec::new();
    let scope = Scope { game: guide.game(), agreed: None };
    let is_of_guide = |passage: &Passage<'_>| match passage {
        Passage::Sentence(sentence) => sentence.guide.game() == guide.game(),
        Passage::Answer(_) => false,
    };
    for found in house.index().find(&asked, &scope, is_of_guide) {
        if let Passage::Sentence(sentence) = found.passage
            && topics.len() < 3
            && !topics.contains(&sentence.topic)
        {
            topics.push(sentence.topic);
        }
    }
    topics
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
            let (theme, reading) = (cx.me.settings.get(&THEME), cx.me.settings.get(&READING));
            reply.sheet(Sheet::example(name, &scene, &theme, reading.unwrap_or_default()))
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
