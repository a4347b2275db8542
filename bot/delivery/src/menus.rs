//! The last menus shown, for chats where choices are typed by number.
use model::reply::Menu;
use serde::{Deserialize, Serialize};
use service::Outgoing;
use store::{BoardMessage, MenuAt};

use super::{Asked, Place};

/// A menu that was shown somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownMenu {
    /// Increases with each menu.
    pub stamp: i64,
    pub menu: Menu,
}

/// Key of a menu that was shown on an edited board, so that the menu in the message itself is out
/// of date.
pub fn on_board(message: &str) -> String {
    format!("on {message}")
}

/// Returns the menus to store before a reply is sent, so that readers can answer at once: for its
/// place, for the board it edits, and for where it was asked.
pub(super) fn to_keep<I>(
    outgoing: &Outgoing,
    place: &Place,
    changed: Option<&BoardMessage>,
    asked: Option<&Asked<I>>,
) -> Vec<MenuAt> {
    let Some(body) = body(outgoing) else { return Vec::new() };
    let menu = |room: &str, thread: String, only| MenuAt {
        place: room.to_owned(),
        thread,
        only,
        body: body.clone(),
    };
    let mut menus = vec![menu(&place.room, place.thread_id().to_owned(), None)];
    menus.extend(changed.map(|it| menu(&place.room, on_board(&it.message), None)));
    menus.extend(
        asked
            .filter(|it| it.place.room != place.room)
            .map(|it| menu(&it.place.room, it.place.thread_id().to_owned(), Some(it.by.clone()))),
    );
    menus
}

/// Returns the menu to store for a thread that starts with this reply.
pub(super) fn in_thread(outgoing: &Outgoing, room: &str, root: &str) -> Vec<MenuAt> {
    let menu = |body| MenuAt { place: room.to_owned(), thread: root.to_owned(), only: None, body };
    body(outgoing).map(menu).into_iter().collect()
}

fn body(outgoing: &Outgoing) -> Option<serde_json::Value> {
    let stamp = outgoing.id.map_or(0, |it| it.0);
    let menu = ShownMenu { stamp, menu: outgoing.reply.menu.clone()? };
    match serde_json::to_value(menu) {
        Ok(body) => Some(body),
        Err(err) => {
            tracing::error!(%err, "a menu can't be written");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use command::say;

    use super::*;
    use model::{
        ids::{MatchId, OutboxId},
        reply::{Choice, Reply},
    };

    #[test]
    fn a_menu_is_kept_wherever_its_number_may_be_typed() {
        let reply = Reply::room("Your turn.")
            .choices([Choice::new("a", say!(Play { of: MatchId(1), words: "a" }))]);
        let outgoing = Outgoing { id: Some(OutboxId(5)), room: "room".to_owned(), reply };
        let ask = Asked::<()> {
            place: Place::room("direct"),
            by: "ann".to_owned(),
            alone: true,
            talk: false,
            pressed: None,
            interaction: None,
        };
        let [room, place, message] = ["room", "room", "b"].map(str::to_owned);
        let (plain, html) = (String::new(), String::new());
        let board =
            BoardMessage { of: MatchId(1), room, place, message, plain, html, answers_only: false };
        let kept = to_keep(&outgoing, &Place::room("room"), Some(&board), Some(&ask));
        let spots: Vec<(&str, &str, Option<&str>)> =
            kept.iter().map(|it| (&*it.place, &*it.thread, it.only.as_deref())).collect();
        assert_eq!(
            spots,
            [("room", "", None), ("room", "on b", None), ("direct", "", Some("ann"))]
        );
        let menu: ShownMenu = serde_json::from_value(kept[0].body.clone()).unwrap();
        assert_eq!((menu.stamp, menu.menu.choices.len()), (5, 1));
        let words = Outgoing { reply: Reply::room("Hello."), ..outgoing };
        assert_eq!(to_keep(&words, &Place::room("room"), Some(&board), Some(&ask)), []);
    }
}
