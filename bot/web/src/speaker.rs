//! Who speaks in the room: names belong to browsers, and a line is said by one of the people of its browser.
use console::{ROOM, line, people};
use model::ids::{Chat, MatchId};
use service::{Length, OfferPlace, PersonName, Service, names_of_browser};

use super::{room::WebRoom, viewer::PageReader, words};

/// Who may have said a line.
pub(super) struct LineSpeakers<'a> {
    pub(super) reader: &'a PageReader,
    /// The handle of the person whose button it is.
    pub(super) own: Option<String>,
    /// The handle of the person the button asks.
    pub(super) asked: Option<String>,
    /// The name of the last speaker of the browser.
    pub(super) last: Option<String>,
}

impl WebRoom {
    /// Returns the reader of a page in a browser; `name` is who speaks, if that is one of its people.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn reader(
        &self,
        browser: Option<String>,
        name: &str,
    ) -> anyhow::Result<PageReader> {
        let people = match browser {
            Some(key) => {
                self.queue.look(Length::Short, move |tx| names_of_browser(tx, &key)).await?
            }
            None => Vec::new(),
        };
        Ok(PageReader::new(name, people))
    }

    /// Takes a name for a browser. Returns the key that the browser has from now on.
    ///
    /// # Errors
    /// The refusal, if it can't be a name, or another browser has it.
    pub(super) async fn take_name(
        &self,
        browser: Option<String>,
        name: &str,
    ) -> anyhow::Result<Result<Option<String>, String>> {
        let bare = name.trim().trim_start_matches('@').trim();
        if bare.is_empty() {
            return Ok(if name.is_empty() { Ok(browser) } else { Err(words::who_are_you()) });
        }
        if let Some(why) = line::why_no_name(self.queue.commands(), bare) {
            return Ok(Err(words::no_name(&why)));
        }
        let person = people::speaker(&self.queue.queue()?, bare).await?;
        let taken = move |service: &mut Service| service.take_name(browser.as_deref(), &person);
        let key = self.queue.ask(taken).await??;
        let own = self.queue.features().offers(OfferPlace::OwnBoards(None));
        let line = own.first().map(|choice| &*choice.says);
        Ok(key.map(Some).ok_or_else(|| words::name_in_use(bare, line)))
    }

    /// Finds the speaker, always one of the browser's people: the one whose button it is, the name given, the person the pressed
    /// button asks, the player to move, the only one who chooses in private, or the last speaker. `of` is the match whose page it was
    /// said on, and `plays` tells whether it is a choice.
    ///
    /// # Errors
    /// The refusal, if nobody there has a name, or several people choose in private and it doesn't say whose choice it is.
    pub(super) async fn speaker(
        &self,
        LineSpeakers { reader, own, asked, last }: LineSpeakers<'_>,
        of: Option<MatchId>,
        plays: bool,
    ) -> anyhow::Result<Result<PersonName, String>> {
        if let Some(own) = own {
            return Ok(Ok(self.known(&own).await?));
        }
        if !reader.name.is_empty() {
            return Ok(Ok(people::speaker(&self.queue.queue()?, &reader.name).await?));
        }
        let asked = asked.filter(|asked| reader.is_for(asked));
        if let Some(asked) = asked {
            return Ok(Ok(self.known(&asked).await?));
        }
        let offers = self.queue.ask(|service| service.offers_in(Chat::Console, ROOM)).await??;
        let offers = offers
            .into_iter()
            .filter(|(who, offer)| reader.is_for(who) && of.is_none_or(|of| of == offer.of));
        let mut turns: Vec<String> = offers.map(|(who, _)| who).collect();
        turns.dedup();
        if let [only] = &turns[..] {
            return Ok(Ok(self.known(only).await?));
        }
        if plays {
            let asked =
                move |service: &mut Service| service.choosing_in_private(Chat::Console, ROOM, of);
            let mut choosing = self.queue.ask(asked).await??;
            choosing.retain(|who| reader.is_for(who));
            match &choosing[..] {
                [] => {}
                [only] => return Ok(Ok(self.known(only).await?)),
                [_, ..] => return Ok(Err(words::whose_choice())),
            }
        }
        match last.filter(|last| reader.is_for(last)).or(reader.first()) {
            Some(last) => Ok(Ok(self.known(&last).await?)),
            None => Ok(Err(words::who_are_you())),
        }
    }

    async fn known(&self, name: &str) -> anyhow::Result<PersonName> {
        people::known(&self.queue.queue()?, name).await
    }
}
