//! The last menus shown, for chats where choices are typed by number.
use model::reply::Menu;
use serde::{Deserialize, Serialize};
use service::Outgoing;
use store::{BoardMessage, MenuAt, MenuSpot};

use super::{Asked, Place};

/// A menu that was shown somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownMenu {
    /// Increases with each menu.
    pub stamp: i64,
    pub menu: Menu,
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
    let menu =
        |room: &str, spot, only| MenuAt { place: room.to_owned(), spot, only, body: body.clone() };
    let mut menus = vec![menu(&place.room, place.menu_spot(), None)];
    let on_board = |board: &BoardMessage| MenuSpot::Board(board.message.clone());
    menus.extend(changed.map(|board| menu(&place.room, on_board(board), None)));
    menus.extend(
        asked
            .filter(|asked| asked.place.room != place.room)
            .map(|asked| menu(&asked.place.room, asked.place.menu_spot(), Some(asked.by.clone()))),
    );
    menus
}

/// Returns the menu to store for a thread that starts with this reply.
pub(super) fn in_thread(outgoing: &Outgoing, room: &str, root: &str) -> Vec<MenuAt> {
    let spot = || MenuSpot::Thread(root.to_owned());
    let menu = |body| MenuAt { place: room.to_owned(), spot: spot(), only: None, body };
    body(outgoing).map(menu).into_iter().collect()
}

fn body(outgoing: &Outgoing) -> Option<serde_json::Value> {
    let stamp = outgoing.id.map_or(0, |it| it.0);
    let menu = ShownMenu { stamp, menu: outgoing.reply.menu.clone()?.in_lines() };
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
        let spots: Vec<(&str, String, Option<&str>)> = kept
            .iter()
            .map(|menu| (&*menu.place, menu.spot.to_string(), menu.only.as_deref()))
            .collect();
        let text = str::to_owned;
        assert_eq!(
            spots,
            [
                ("room", text(""), None),
                ("room", text("on b"), None),
                ("direct", text(""), Some("ann"))
            ]
        );
        let menu: ShownMenu = serde_json::from_value(kept[0].body.clone()).unwrap();
        assert_eq!((menu.stamp, menu.menu.choices.len()), (5, 1));
        let words = Outgoing { reply: Reply::room("Hello."), ..outgoing };
        assert_eq!(to_keep(&words, &Place::room("room"), Some(&board), Some(&ask)), []);
    }
}
