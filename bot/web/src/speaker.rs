//! Who speaks in the room: names belong to browsers, and a line is said by one of the people of its browser.
use std::{net::IpAddr, num::NonZeroU32, sync::Arc};

use command::Line;
use console::{
    line,
    people::{self, WhoIsAsked},
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use model::ids::MatchId;
use service::{
    Length, NoTaking, OfferPlace, PersonName, Service, TakenName, is_guest, names_of_browser,
};
use store::StoreError;

use super::{
    room::{Unheard, WebRoom},
    viewer::PageReader,
    words,
};

/// How many new names one client may take: a minute, and at once, as a class behind one address does.
const NEW_NAMES: (NonZeroU32, NonZeroU32) =
    (NonZeroU32::new(1).unwrap(), NonZeroU32::new(40).unwrap());

/// Counts the new names that clients take.
#[derive(Clone)]
pub(super) struct NewNames(Arc<DefaultKeyedRateLimiter<IpAddr>>);

impl Default for NewNames {
    fn default() -> NewNames {
        let (often, at_once) = NEW_NAMES;
        NewNames(Arc::new(RateLimiter::keyed(Quota::per_minute(often).allow_burst(at_once))))
    }
}

impl NewNames {
    /// Counts one more of a client; false if that is too many.
    fn may_have(&self, from: Option<IpAddr>) -> bool {
        from.is_none_or(|from| self.0.check_key(&serving::client(from)).is_ok())
    }
}

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
        from: Option<IpAddr>,
        name: &str,
    ) -> Result<Option<String>, Unheard> {
        let bare = name.trim().trim_start_matches('@').trim();
        if name.is_empty() {
            return Ok(browser);
        }
        if bare.is_empty() {
            return Err(Unheard::Refused(words::who_are_you()));
        }
        if let Some(why) = line::why_no_name(self.queue.commands(), bare) {
            return Err(Unheard::Refused(words::no_name(&why)));
        }
        // A guest is called so once. Afterwards a tab may still say that name.
        if is_guest(&line::handle(bare)) {
            return Ok(browser);
        }
        let person = people::speaker(&self.queue.queue()?, bare).await?;
        let names = self.new_names.clone();
        let taken = move |service: &mut Service| {
            let taken = service.take_name(browser.as_deref(), &person, || names.may_have(from))?;
            Ok::<_, StoreError>(taken.map(|taken| (taken, person.name)))
        };
        let (TakenName { key, instead_of }, name) = match self.queue.done(taken).await? {
            Ok(taken) => taken,
            Err(NoTaking::InUse) => {
                let own = self.queue.features().offers(OfferPlace::OwnBoards(None));
                let line = own.first().map(|choice| &*choice.says);
                return Err(Unheard::Refused(words::name_in_use(bare, line)));
            }
            Err(NoTaking::LooksLike(other)) => {
                return Err(Unheard::Refused(words::name_looks_like(bare, &other)));
            }
            Err(NoTaking::Enough(names)) => {
                return Err(Unheard::Refused(words::enough_names(&names)));
            }
            Err(NoTaking::NotNow) => return Err(Unheard::Refused(words::too_many_names())),
        };
        if let Some(guest) = instead_of {
            self.journal.rename(&guest, &name);
        }
        Ok(Some(key))
    }

    /// Gives a new browser the name of a guest. Returns its key.
    ///
    /// # Errors
    /// The refusal, if too many new names come from that client.
    pub(super) async fn take_guest_name(&self, from: Option<IpAddr>) -> Result<String, Unheard> {
        if !self.new_names.may_have(from) {
            return Err(Unheard::Refused(words::too_many_names()));
        }
        Ok(self.queue.done(Service::take_guest_name).await?)
    }

    /// Finds the speaker, always one of the browser's people: the one whose button it is, the name given, the person the pressed
    /// button asks, the one who is asked in the match `of` on whose page it was said, or the last speaker.
    ///
    /// # Errors
    /// The refusal, if nobody there has a name, or several people choose in private and it doesn't say whose choice it is.
    pub(super) async fn speaker(
        &self,
        LineSpeakers { reader, own, asked, last }: LineSpeakers<'_>,
        of: Option<MatchId>,
        line: &Line,
    ) -> Result<PersonName, Unheard> {
        if let Some(own) = own {
            return Ok(self.known(&own).await?);
        }
        if !reader.name.is_empty() {
            return Ok(people::speaker(&self.queue.queue()?, &reader.name).await?);
        }
        let is_own = |who: &String| reader.is_for(who);
        if let Some(asked) = asked.filter(is_own) {
            return Ok(self.known(&asked).await?);
        }
        let who =
            match people::asked(&self.queue.queue()?, line, of, |who| reader.is_for(who)).await? {
                WhoIsAsked::One(asked) => Some(asked),
                WhoIsAsked::Several => return Err(Unheard::Refused(words::whose_choice())),
                WhoIsAsked::Nobody => last.filter(is_own).or(reader.first()),
            };
        let who = who.ok_or_else(|| Unheard::Refused(words::who_are_you()))?;
        Ok(self.known(&who).await?)
    }

    async fn known(&self, name: &str) -> anyhow::Result<PersonName> {
        people::known(&self.queue.queue()?, name).await
    }
}
