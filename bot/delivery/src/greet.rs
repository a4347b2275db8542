//! The greeting for a room or server that the bot joins: what to do first.
use std::sync::Arc;

use command::verbs;
use engine::games::GameId;
use model::reply::{Begins, Reply};
use service::{OfferPlace, Service};

use super::{Dispatcher, Place, chat::ChatAdapter, failure::Failure, upkeep, words};

/// Where to greet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The chat's id of the room or server, which is greeted once.
    pub id: String,
    /// The rooms to try, in order.
    pub rooms: Vec<String>,
    /// Whether only one person and the bot are there.
    pub alone: bool,
}

/// The game of the first match: it is quick to understand.
const FIRST: GameId = GameId::Trapdoor;

/// Shows how a first match begins.
fn first_board() -> Option<Begins> {
    let options = FIRST.options("").ok()?;
    Some(Begins {
        title: FIRST.title().to_owned(),
        lines: vec![FIRST.says().to_owned()],
        game: FIRST,
        options,
        start: None,
        theme: String::new(),
    })
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Greets a room or server once, in the first of its rooms where the bot may write.
    ///
    /// # Errors
    /// If it may work later.
    pub async fn greet(chat: &Arc<C>, joined: Joined) -> Result<(), String> {
        let Joined { id, rooms, alone } = joined;
        let key = id.clone();
        let greeted =
            chat.dispatcher().ask(move |service| service.keep(|tx| tx.is_greeted(C::CHAT, &key)));
        if greeted.await.map_err(|it| it.why)? {
            return Ok(());
        }
        for room in rooms {
            let asked = room.clone();
            let settings =
                chat.dispatcher().ask(move |service| service.room_settings(C::CHAT, &asked));
            let prefix = settings.await.map_err(|it| it.why)?.prefix;
            let prefix = if alone { "" } else { &prefix };
            let verbs = [verbs::Challenge::VERB, verbs::Help::VERB, verbs::Admin::VERB];
            let commands = verbs.map(|verb| chat.command(verb, prefix));
            // Where choices are typed by number, words are enough.
            let mut reply = Reply::room("");
            if chat.abilities().numbers {
                reply.text = words::greeting(commands, alone);
            } else {
                reply.text = words::short_greeting(commands);
                let features = chat.dispatcher().service().features();
                let easy = features.offers(OfferPlace::Beginner(FIRST));
                let now = easy.into_iter().map(words::play_now);
                let others = [words::who_is_here(FIRST), words::challenge_button()];
                reply = reply.choices(now.chain(others));
                reply.begins = first_board();
            }
            match upkeep::say(chat, &Place::room(&room), reply, None).await {
                Ok(()) => {
                    let keep = move |service: &mut Service| {
                        service.keep(|tx| tx.keep_greeting(C::CHAT, &id, true))
                    };
                    return chat.dispatcher().ask(keep).await.map_err(|it| it.why);
                }
                Err(Failure { why, cause }) if cause.passes() => return Err(why),
                Err(Failure { why, .. }) => {
                    tracing::debug!(why, "the person who invited the bot couldn't be greeted");
                }
            }
        }
        Ok(())
    }

    /// Forgets that a room or server was greeted, because the bot has left it.
    pub async fn forget_greeting(chat: &Arc<C>, id: &str) {
        let id = id.to_owned();
        let forget =
            move |service: &mut Service| service.keep(|tx| tx.keep_greeting(C::CHAT, &id, false));
        if let Err(Failure { why, .. }) = chat.dispatcher().ask(forget).await {
            tracing::error!(why, "a greeting isn't forgotten");
        }
    }
}
