//! Reactions as buttons: the bot adds them to a message, and people click them.
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use matrix_sdk::{
    Room,
    config::RequestConfig,
    room::{IncludeRelations, RelationsOptions},
    ruma::{
        EventId, OwnedEventId, OwnedRoomId, OwnedTransactionId, RoomId, UInt,
        api::error::ErrorKind,
        events::{TimelineEventType, relation::RelationType},
    },
};
use model::{
    reply::{Choice, Menu},
    text::Text,
};

use serde_json::Value;

use super::{
    adapter::AdapterContext,
    chat::MatrixChat,
    content::{self, EmbeddedMenu},
    error::Unsent,
    words,
};

/// How many reactions the bot adds. Each is an event that counts against rate limits. For further
/// choices people type the number or add the reaction themselves.
const PLACED: usize = 5;

/// How many reactions are looked at to find the bot's own.
const MOST_FOUND: u32 = 50;

/// How many choices have a line each; more of them share lines.
const MOST_LINES: usize = 25;

/// How many choices have an emoji.
const SIGNS: usize = 10;

/// Returns the emoji of a choice; `number` starts at 1.
pub(super) fn sign(number: usize) -> String {
    match number {
        10 => "🔟".to_owned(),
        1..=9 => format!("{number}\u{fe0f}\u{20e3}"),
        _ => format!("{number}."),
    }
}

/// Returns the number of the choice with this emoji.
pub(super) fn number(sign: &str) -> Option<usize> {
    let plain = |it: &str| it.replace('\u{fe0f}', "");
    (1..=SIGNS).find(|&nth| plain(&self::sign(nth)) == plain(sign))
}

/// Writes the question of a menu and its choices, each with what to type: with emoji if reactions
/// work for it, otherwise with plain numbers.
pub(super) fn choices(EmbeddedMenu { menu, private, asker: _ }: &EmbeddedMenu) -> Vec<Text> {
    let asks = (!menu.asks.is_empty()).then(|| Text::plain(menu.asks.as_str()));
    let endings = menu.endings().unwrap_or_default();
    let say = (!endings.is_empty())
        .then(|| words::say_one(&endings.iter().map(|it| it.1).collect::<Vec<_>>()));
    let choices = menu.choices.iter().enumerate();
    let choices = choices.filter(|(n, _)| endings.iter().all(|it| it.0 != n + 1));
    let choices: Vec<(usize, &Choice)> = choices.collect();
    if MOST_LINES < choices.len() {
        return asks.into_iter().chain(together(&choices)).collect();
    }
    let line = |(n, choice): (usize, &Choice)| {
        let number = if *private { format!("{}.", n + 1) } else { sign(n + 1) };
        Text::Span(vec![Text::plain(format!("{number} ")), choice.in_words()])
    };
    asks.into_iter().chain(say).chain(choices.into_iter().map(line)).collect()
}

/// Writes many choices in few lines: those whose labels differ in their last word alone share one.
fn together(choices: &[(usize, &Choice)]) -> Vec<Text> {
    let split = |choice: &Choice| match choice.label.rsplit_once(' ') {
        Some((begins, ends)) => (begins.to_owned(), ends.to_owned()),
        None => (String::new(), choice.label.clone()),
    };
    let alike = choices.chunk_by(|(_, one), (_, other)| split(one).0 == split(other).0);
    let line = |group: &[(usize, &Choice)]| {
        let numbered = |says: &dyn Fn(&Choice) -> String| -> String {
            let all = group.iter().map(|(n, choice)| format!("{}. {}", n + 1, says(choice)));
            all.collect::<Vec<_>>().join(" · ")
        };
        match group {
            [(_, first), _, ..] if !split(first).0.is_empty() => {
                format!("{}: {}", split(first).0, numbered(&|choice| split(choice).1))
            }
            _ => numbered(&|choice| choice.label.clone()),
        }
    };
    alike.map(|group| Text::Plain(line(group))).collect()
}

/// The reactions that belong on a message.
pub(super) struct Reactions {
    pub(super) room: Room,
    pub(super) to: OwnedEventId,
    pub(super) menu: Menu,
    /// The prefix of all transaction ids for the reply.
    pub(super) mark: String,
    /// Whether the message was changed, so that it may have others.
    pub(super) changed: bool,
}

/// Adds the first reactions of a menu to a message, and takes off those without a choice. They are optional: after a rate limit, or once
/// the message is over, they are left out.
pub(super) async fn place(chat: &MatrixChat, signs: &Reactions) {
    let (adapter, Reactions { room, to, menu, mark, changed }) = (&chat.adapter, signs);
    let wanted = (1..=SIGNS).filter(|&nth| menu.numbered(nth).is_some()).take(PLACED);
    let mut wanted: Vec<usize> = wanted.collect();
    if *changed && !adapter.is_limited() {
        let (stay, over): (Vec<PlacedSign>, Vec<PlacedSign>) = own(adapter, room, to)
            .await
            .into_iter()
            .partition(|sign| wanted.contains(&sign.number));
        redact(adapter, room, &over).await;
        wanted.retain(|number| stay.iter().all(|sign| sign.number != *number));
    }
    for n in wanted {
        if !adapter.is_limited() {
            chat.calm().await;
        }
        if adapter.is_limited() || adapter.is_over(to) {
            return;
        }
        let content = content::reaction(to, &sign(n));
        let id = OwnedTransactionId::from(format!("{mark}-b{n}"));
        let sent = room
            .send_raw("m.reaction", content)
            .with_transaction_id(&id)
            .with_request_config(RequestConfig::new().disable_retry());
        if let Err(err) = sent.await {
            match err.client_api_error_kind() {
                Some(ErrorKind::LimitExceeded(_)) => {
                    tracing::info!("the server limits the bot: no buttons on this message");
                    adapter.limited();
                }
                // It has it already.
                Some(ErrorKind::DuplicateAnnotation) => continue,
                _ => tracing::warn!(why = %Unsent::of(&err), "a button couldn't be placed"),
            }
            return;
        }
    }
}

/// Takes the bot's reactions off a message that is over. Under a rate limit they stay.
pub(super) async fn take_off(adapter: &AdapterContext, room: &Room, from: &OwnedEventId) {
    adapter.is_now_over(from);
    if !adapter.is_limited() {
        redact(adapter, room, &own(adapter, room, from).await).await;
    }
}

/// A reaction of the bot.
struct PlacedSign {
    event: OwnedEventId,
    number: usize,
}

/// Returns the bot's reactions on a message.
async fn own(adapter: &AdapterContext, room: &Room, on: &OwnedEventId) -> Vec<PlacedSign> {
    let kind = IncludeRelations::RelationsOfTypeAndEventType(
        RelationType::Annotation,
        TimelineEventType::Reaction,
    );
    let options = RelationsOptions {
        include_relations: kind,
        limit: Some(UInt::from(MOST_FOUND)),
        ..RelationsOptions::default()
    };
    let found = match room.relations(on.clone(), options).await {
        Ok(found) => found.chunk,
        Err(err) => {
            tracing::info!(why = %Unsent::of(&err), "old buttons can't be found");
            return Vec::new();
        }
    };
    let found = found.into_iter().filter_map(|event| event.raw().deserialize_as_unchecked().ok());
    let own = found.filter(|event: &Value| event["sender"] == adapter.me.as_str());
    let sign = |event: Value| {
        let key = event["content"]["m.relates_to"]["key"].as_str()?;
        let event = EventId::parse(event["event_id"].as_str()?).ok()?;
        Some(PlacedSign { event, number: number(key)? })
    };
    own.filter_map(sign).collect()
}

/// Takes reactions off.
async fn redact(adapter: &AdapterContext, room: &Room, signs: &[PlacedSign]) {
    for PlacedSign { event, .. } in signs {
        if adapter.is_limited() {
            return;
        }
        let txn = OwnedTransactionId::from(format!("{}-off-{event}", adapter.mark));
        if let Err(err) = room.redact(event, None, Some(txn)).await {
            let why = adapter.unsent(&err.into());
            tracing::info!(%why, "an old button stays");
            return;
        }
    }
}

/// How many questions of a room are remembered.
const QUESTIONS: usize = 8;

/// The last questions with reactions in each room, which go with the answer. Boards and cards are changed when they are over.
#[derive(Default)]
pub(super) struct Questions(Mutex<BTreeMap<OwnedRoomId, VecDeque<(OwnedEventId, Menu)>>>);

impl Questions {
    /// Remembers a message that asks.
    pub(super) fn asked(&self, room: &RoomId, message: &EventId, menu: &Menu) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let questions = all.entry(room.to_owned()).or_default();
        questions.push_back((message.to_owned(), menu.clone()));
        if QUESTIONS < questions.len() {
            questions.pop_front();
        }
    }

    /// Returns the message that asked what is answered now, and forgets it.
    pub(super) fn answered(&self, room: &RoomId, menu: &Menu) -> Option<OwnedEventId> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let questions = all.get_mut(room)?;
        let nth = questions.iter().rposition(|(_, asked)| asked == menu)?;
        questions.remove(nth).map(|it| it.0)
    }
}

#[cfg(test)]
mod tests {
    use command::say;

    use super::*;

    #[test]
    fn signs_and_numbers_go_together() {
        for n in 1..=SIGNS {
            assert_eq!(number(&sign(n)), Some(n));
        }
        assert_eq!(number("3\u{20e3}"), Some(3));
        for other in ["👍", "", "3", "0️⃣", "11."] {
            assert_eq!(number(other), None, "{other}");
        }
    }

    #[test]
    fn choices_are_written_with_their_numbers() {
        let choice = |nth| Choice {
            typed: format!("x{nth}"),
            ..Choice::new(format!("w{nth}"), say!(Games)).explained("good")
        };
        let menu = Menu { choices: (1..=11).map(choice).collect(), ..Menu::default() };
        let menu = Menu { asks: "Which?".to_owned(), ..menu };
        let lines = Text::Lines(choices_of(menu, false)).bare();
        assert!(lines.starts_with("Which?\n1\u{fe0f}\u{20e3} w1, good (`x1`)\n2"), "{lines}");
        assert!(lines.ends_with("🔟 w10, good (`x10`)\n11. w11, good (`x11`)"), "{lines}");
    }

    #[test]
    fn many_choices_share_a_line() {
        let choice = |nth| Choice::new(format!("w{nth}"), say!(Games)).explained("the same");
        let menu = Menu { choices: (1..=48).map(choice).collect(), ..Menu::default() };
        let lines = choices_of(Menu { asks: "Which square?".to_owned(), ..menu }, false);
        assert_eq!(lines.len(), 2);
        let bare = Text::Lines(lines).bare();
        assert!(bare.starts_with("Which square?\n1. w1 · 2. w2 · ") && bare.ends_with("48. w48"));
        let flick = |nth| {
            let [kicker, power] = [2 + nth / 10, 20 + nth % 10 * 5];
            Choice::new(format!("Flick {kicker} with power {power}"), say!(Games))
        };
        let choices = (0..30).map(flick).chain([Choice::new("Back", say!(Games))]).collect();
        let lines = choices_of(Menu { choices, ..Menu::default() }, false);
        let lines: Vec<String> = lines.iter().map(Text::bare).collect();
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[0].starts_with("Flick 2 with power: 1. 20 · 2. 25 · "), "{lines:?}");
        assert_eq!(lines[3], "31. Back");
    }

    #[test]
    fn squares_are_said_by_their_names() {
        let choice = |nth| Choice {
            typed: format!("card fire a{nth}"),
            ..Choice::new(format!("Play Fire! on a{nth}"), say!(Games))
        };
        let back = Choice::new("Back", say!(Games));
        let choices = (1..=12).map(choice).chain([back]).collect();
        let menu = Menu { choices, asks: "Which square?".to_owned(), ..Menu::default() };
        let bare = Text::Lines(choices_of(menu, false)).bare();
        assert_eq!(
            bare,
            "Which square?\nSay one, such as `a1`: a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12.\n13. Back"
        );
    }

    #[test]
    fn what_is_private_has_plain_numbers_and_nothing_to_press() {
        let choices = (1..=11).map(|nth| Choice::new(format!("w{nth}"), say!(Games))).collect();
        let menu = Menu { choices, ..Menu::default() };
        let list = Text::Lines(choices_of(menu, true)).bare();
        assert!(list.starts_with("1. w1\n2. w2\n") && list.ends_with("11. w11"), "{list}");
        assert!(!list.contains('\u{20e3}') && !list.contains('🔟'), "{list}");
    }

    fn choices_of(menu: Menu, private: bool) -> Vec<Text> {
        choices(&EmbeddedMenu { menu, private, asker: None })
    }
}
