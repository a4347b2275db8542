//! The last menus shown, for chats where choices are typed by number.
use std::collections::BTreeMap;

use model::{
    ids::PersonId,
    reply::{Audience, Menu, Privacy, Reply},
};
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
    /// The people it asks; none for a board, and in rows of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<PersonId>,
    /// When, in seconds of Unix time; 0 in rows of earlier versions.
    #[serde(default)]
    pub at: i64,
}

/// A reply with choices, and who is who in its chat.
#[derive(Clone, Copy)]
pub(super) struct MenuToKeep<'a> {
    pub(super) outgoing: &'a Outgoing,
    pub(super) handles: &'a BTreeMap<PersonId, String>,
}

impl MenuToKeep<'_> {
    /// Returns the menus to store before the reply is sent, so that readers can answer at once: for its
    /// place, for the board it edits, and for where it was asked. Choices for one person count for
    /// nobody else, wherever they are shown.
    pub(super) fn wherever<I>(
        self,
        place: &Place,
        changed: Option<&BoardMessage>,
        asked: Option<&Asked<I>>,
    ) -> Vec<MenuAt> {
        let Some(body) = self.body() else { return Vec::new() };
        let menu = |room: &str, spot, only| MenuAt {
            place: room.to_owned(),
            spot,
            only,
            body: body.clone(),
        };
        let by = asked.filter(|_| self.outgoing.reply.to == Audience::Asker);
        let only = self.only().or(by.map(|asked| asked.by.clone()));
        let mut menus = vec![menu(&place.room, place.menu_spot(), only)];
        let on_board = |board: &BoardMessage| MenuSpot::Board(board.message.clone());
        menus.extend(changed.map(|board| menu(&place.room, on_board(board), None)));
        let elsewhere =
            asked.filter(|asked| asked.place.room != place.room && !self.is_apart(asked));
        menus.extend(
            elsewhere.map(|asked| {
                menu(&asked.place.room, asked.place.menu_spot(), Some(asked.by.clone()))
            }),
        );
        menus
    }

    /// Returns the menu to store for a thread that starts with the reply.
    pub(super) fn in_thread(self, room: &str, root: &str) -> Vec<MenuAt> {
        let spot = || MenuSpot::Thread(root.to_owned());
        let menu = |body| MenuAt { place: room.to_owned(), spot: spot(), only: self.only(), body };
        self.body().map(menu).into_iter().collect()
    }

    /// Tells whether the reply is private and was asked for where others read. A number that is said there
    /// chooses nothing.
    fn is_apart<I>(self, asked: &Asked<I>) -> bool {
        let Reply { to, privacy, .. } = &self.outgoing.reply;
        matches!(to, Audience::Only(_)) && *privacy != Privacy::Open && !asked.alone
    }

    /// Returns the only person that the reply is for.
    fn only(self) -> Option<String> {
        match self.outgoing.reply.to {
            Audience::Only(person) => self.handles.get(&person).cloned(),
            Audience::Room | Audience::Asker => None,
        }
    }

    fn body(self) -> Option<serde_json::Value> {
        let Outgoing { id, reply, room: _ } = self.outgoing;
        let menu = reply.numbered_menu()?.in_lines();
        // A board asks for moves, which are understood anywhere.
        let asks = match (reply.to, &reply.board) {
            (Audience::Only(person), _) => vec![person],
            (Audience::Room | Audience::Asker, None) => reply.mentions.clone(),
            (Audience::Room | Audience::Asker, Some(_)) => Vec::new(),
        };
        let shown = ShownMenu {
            stamp: id.map_or(0, |it| it.0),
            menu,
            asks,
            at: model::host_clock::now().as_second(),
        };
        match serde_json::to_value(shown) {
            Ok(body) => Some(body),
            Err(err) => {
                tracing::error!(%err, "a menu can't be written");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use command::say;
    use engine::refusal::Code;

    use super::*;
    use model::{
        ids::{MatchId, OutboxId},
        reply::Choice,
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
        let handles = BTreeMap::from([(PersonId(1), "ann".to_owned())]);
        let kept = |outgoing: &Outgoing| {
            let menu = MenuToKeep { outgoing, handles: &handles };
            menu.wherever(&Place::room("room"), Some(&board), Some(&ask))
        };
        let all = kept(&outgoing);
        let spots: Vec<(&str, String, Option<&str>)> = all
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
        let menu: ShownMenu = serde_json::from_value(all[0].body.clone()).unwrap();
        assert_eq!((menu.stamp, menu.menu.choices.len(), menu.asks.len()), (5, 1, 0));
        let mut own = outgoing.clone();
        own.reply.to = Audience::Only(PersonId(1));
        let own = kept(&own);
        assert_eq!(own[0].only.as_deref(), Some("ann"), "nobody else answers what Ann is asked");
        let menu: ShownMenu = serde_json::from_value(own[0].body.clone()).unwrap();
        assert_eq!(menu.asks, [PersonId(1)]);
        let mut aloud = ask.clone();
        (aloud.alone, aloud.place) = (false, Place::room("lab"));
        let places = |outgoing: &Outgoing| {
            let menu = MenuToKeep { outgoing, handles: &handles };
            let all = menu.wherever(&Place::room("direct"), None, Some(&aloud)).into_iter();
            all.map(|menu| menu.place).collect::<Vec<_>>()
        };
        let mut private = outgoing.clone();
        private.reply.to = Audience::Only(PersonId(1));
        for privacy in [Privacy::Personal, Privacy::Advice, Privacy::Secret] {
            private.reply.privacy = privacy;
            assert_eq!(
                places(&private),
                ["direct"],
                "a number that others read makes no private choice"
            );
        }
        private.reply.privacy = Privacy::Open;
        assert_eq!(places(&private), ["direct", "lab"]);
        assert_eq!(places(&outgoing), ["direct", "lab"]);
        let mut guess = outgoing.clone();
        guess.reply.refused = Some(Code::Unknown);
        assert_eq!(kept(&guess), [], "a guess takes no number from a board");
        let words = Outgoing { reply: Reply::room("Hello."), ..outgoing };
        assert_eq!(kept(&words), []);
    }
}
