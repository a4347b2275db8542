//! Names in the local room: each belongs to the browser that took it first, until its data is deleted or the host frees all names.
use std::collections::HashSet;

use model::{ids::Chat, text::look_alike};
use store::{StoreError, Tx};

use crate::{
    PersonName, RequestError, Service,
    context::random_source::random_key,
    people::{board_link::hash_of, words},
};

/// What the handle of somebody begins with who plays before giving a name.
const GUEST: &str = "guest_";

/// How many names a browser may have. More people than that seldom share a screen.
const MOST_NAMES: usize = 8;

/// A name that a browser has now.
pub struct TakenName {
    /// The browser's key.
    pub key: String,
    /// The name of the guest there who is called so from now on.
    pub instead_of: Option<String>,
}

/// Why a browser can't have a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTaking {
    /// Another browser has it.
    InUse,
    /// It looks like the name of somebody else.
    LooksLike(String),
    /// The browser has so many that it gets no other one: these.
    Enough(Vec<String>),
    /// The caller allows no other new one.
    NotNow,
}

impl Service {
    /// Takes a name for the browser with this key, or for a new browser: a new name for its guest, if it has one. `may` tells whether a
    /// browser may have one more.
    ///
    /// # Errors
    /// If the store fails.
    pub fn take_name(
        &mut self,
        key: Option<&str>,
        person: &PersonName,
        may: impl Fn() -> bool,
    ) -> Result<Result<TakenName, NoTaking>, StoreError> {
        let key = key.map_or_else(random_key, str::to_owned);
        let browser = hash_of(&key);
        let PersonName { handle, name, .. } = person;
        let taken = self.keep(|tx| {
            match tx.browser_of(handle)? {
                Some(known) if known == browser => return Ok(Ok(None)),
                Some(_) => return Ok(Err(NoTaking::InUse)),
                None => {}
            }
            if let Some(other) = looks_like(tx, person)? {
                return Ok(Err(NoTaking::LooksLike(other)));
            }
            let is_new = tx.person_by_handle(Chat::Console, handle)?.is_none();
            let own = tx.names_of_browser(&browser)?;
            let guest = own.iter().find(|it| is_guest(&it.0));
            if let Some((guest, called)) = guest.filter(|_| is_new) {
                tx.rename_here(guest, handle, name)?;
                return Ok(Ok(Some(called.clone())));
            }
            if MOST_NAMES <= own.len() {
                return Ok(Err(NoTaking::Enough(own.into_iter().map(|it| it.1).collect())));
            }
            if !may() {
                return Ok(Err(NoTaking::NotNow));
            }
            tx.meet_person(Chat::Console, handle, name)?;
            tx.give_to_browser(handle, &browser)?;
            Ok(Ok(None))
        })?;
        Ok(taken.map(|instead_of| TakenName { key, instead_of }))
    }

    /// Returns the name of another person in the local room that a new one looks like.
    ///
    /// # Errors
    /// If the store fails.
    pub fn looks_like(&mut self, person: &PersonName) -> Result<Option<String>, StoreError> {
        self.keep(|tx| looks_like(tx, person))
    }

    /// Gives a new browser a name, because somebody plays there who hasn't said one. Returns its key.
    ///
    /// # Errors
    /// If the store fails.
    pub fn take_guest_name(&mut self) -> Result<String, StoreError> {
        let key = random_key();
        self.keep(|tx| {
            let taken = tx.names_here(GUEST)?.into_iter().map(|it| it.handle);
            let PersonName { handle, name, .. } = first_guest(&taken.collect());
            tx.meet_person(Chat::Console, &handle, &name)?;
            tx.give_to_browser(&handle, &hash_of(&key))
        })?;
        Ok(key)
    }

    /// Returns who speaks at a terminal without having said a name.
    ///
    /// # Errors
    /// If the store fails.
    pub fn guest_at_terminal(&mut self) -> Result<PersonName, StoreError> {
        self.keep(|tx| {
            let all = tx.names_here(GUEST)?.into_iter().filter(|it| it.browser.is_some());
            Ok(first_guest(&all.map(|it| it.handle).collect()))
        })
    }

    /// Frees every name, so that each belongs to the next browser that takes it.
    ///
    /// # Errors
    /// If the store fails.
    pub fn free_names(&mut self) -> Result<(), StoreError> {
        self.keep(|tx| tx.free_names())
    }
}

/// Returns the name of another person that a name looks like. Somebody who is known, but speaks nowhere, only yields to those who do.
fn looks_like(
    tx: &Tx<'_>,
    PersonName { handle, name, .. }: &PersonName,
) -> Result<Option<String>, StoreError> {
    let is_new = tx.person_by_handle(Chat::Console, handle)?.is_none();
    let mut all = tx.names_here("")?;
    all.retain(|known| known.handle != *handle && (is_new || known.browser.is_some()));
    Ok(all.into_iter().map(|it| it.name).find(|other| look_alike(name, other)))
}

/// Returns the guest with the lowest number whose handle isn't taken.
fn first_guest(taken: &HashSet<String>) -> PersonName {
    let handle = |number: u32| format!("{GUEST}{number}");
    let free = (1..u32::MAX).find(|number| !taken.contains(&handle(*number)));
    let number = free.unwrap_or(u32::MAX);
    PersonName { handle: handle(number), name: words::guest(number), bot: false }
}

/// Tells whether a handle is that of somebody who hasn't said a name.
pub fn is_guest(handle: &str) -> bool {
    let number = handle.strip_prefix(GUEST);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Lists the people whose names the browser with this key has.
///
/// # Errors
/// If the database fails.
pub fn names_of_browser(tx: &Tx<'_>, key: &str) -> Result<Vec<PersonName>, RequestError> {
    let names = tx.names_of_browser(&hash_of(key))?.into_iter();
    Ok(names.map(|(handle, name)| PersonName { handle, name, bot: false }).collect())
}

/// Tells whether this browser moderates the local room: the one that took the first name there.
///
/// # Errors
/// If the database fails.
pub fn moderates(tx: &Tx<'_>, key: &str) -> Result<bool, RequestError> {
    Ok(tx.first_browser()? == Some(hash_of(key)))
}
