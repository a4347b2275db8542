//! The command `settings`: lists, sets and refuses by the rows.
use command::{say, verbs};
use content::house::House;
use model::{
    ids::Chat,
    reply::{Choice, Privacy, Reply},
    text::Text,
    time::Zone,
};
use store::{QUIET, Settings, ZONE};

use crate::{
    RequestError, Service,
    context::{
        self, RequestContext,
        seam::OfferPlace,
        setting_row::{self, SettingAsker, SettingRow},
    },
    people::words,
    timing,
};

impl Service {
    /// Returns the settings that people have.
    pub fn settings(&self) -> &[SettingRow] {
        &self.memory.settings
    }

    /// Returns what is written about playing here.
    pub fn house(&self) -> &'static House {
        self.memory.house
    }
}

pub fn settings(cx: &mut RequestContext<'_>, said: &verbs::Settings) -> Result<(), RequestError> {
    let rows = cx.memory.settings.clone();
    let said = [said.name.as_deref().unwrap_or_default(), &said.value].join(" ").to_lowercase();
    let said = said.trim();
    let (word, value) = said.split_once(' ').unwrap_or((said, ""));
    // `theme=dark` is the same as `theme dark`.
    let other = || {
        said.split_once('=')
            .and_then(|(name, value)| Some((setting_row::named(&rows, name)?, value)))
    };
    let chosen = setting_row::named(&rows, word).map(|row| (row, value)).or_else(other);
    let chats: Vec<Chat> = cx.tx.selves(cx.me.id)?.iter().map(|it| it.chat).collect();
    let mut settings = cx.me.settings.clone();
    match chosen {
        None if said.is_empty() => {}
        None => {
            return Err(words::no_setting(
                said,
                setting_row::listed(&rows).filter(|row| !row.of_linked),
            )
            .into());
        }
        Some((row, ""))
            if row.key == ZONE.name
                && let Some(zone) = proposed_zone(cx) =>
        {
            // Nothing is set before they say so.
            return propose_zone(cx, zone, None, Vec::new());
        }
        Some((row, value)) => {
            let asker = SettingAsker { now: cx.now, chats: &chats };
            settings = row
                .reads(settings, value, &asker)?
                .ok_or_else(|| words::not_a_value(row.name, value, &row.offers(&chats)))?;
        }
    }
    keep_settings(cx, settings)?;
    let linked = 1 < chats.len();
    // With one chat there is nothing to choose.
    let list = setting_row::listed(&rows).filter(|row| linked || !row.of_linked);
    let text = words::your_settings(list.map(|row| (row.name, row.shows(&cx.me.settings))));
    // The local room is the only chat of its people.
    let may_link = chosen.is_none() && !linked && !cx.room.chat.is_local();
    let choices =
        if may_link { cx.memory.features.offers(OfferPlace::Settings) } else { Vec::new() };
    let of_time = chosen.is_none_or(|(row, _)| row.key == QUIET.name);
    if let Some(zone) = proposed_zone(cx).filter(|_| of_time) {
        return propose_zone(cx, zone, Some(text), choices);
    }
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal).choices(choices));
    Ok(())
}

/// Returns the time zone of the asker's profile in the chat, if they have set none.
fn proposed_zone(cx: &RequestContext<'_>) -> Option<Zone> {
    let zone = Zone::named(cx.request()?.prepared.zone.as_deref()?)?;
    let usual = Zone::default();
    (cx.me.settings.get(&ZONE) == usual && zone != usual).then_some(zone)
}

/// Asks, below a text, whether the time zone of the asker's profile is theirs.
fn propose_zone(
    cx: &mut RequestContext<'_>,
    zone: Zone,
    below: Option<Text>,
    others: Vec<Choice>,
) -> Result<(), RequestError> {
    let zone = zone.to_string();
    let yes = say!(Settings { name: "zone", value: zone.as_str() });
    let asks = words::is_your_zone(&zone, &yes);
    let text = Text::Lines(below.into_iter().chain([asks]).collect());
    let button = words::zone_button(&zone, yes.clone());
    cx.say(
        Reply::only(cx.me.id, text)
            .private(Privacy::Personal)
            .choices([button].into_iter().chain(others)),
    );
    let me = cx.me.id;
    context::questions::await_answer(cx, me, yes, None)
}

/// Stores the asker's settings, and reschedules what is due in their matches.
pub fn keep_settings(cx: &mut RequestContext<'_>, settings: Settings) -> Result<(), RequestError> {
    let before = std::mem::replace(&mut cx.me.settings, settings);
    if before == cx.me.settings {
        return Ok(());
    }
    cx.tx.set_settings(cx.me.id, &cx.me.settings)?;
    for row in cx.memory.settings.clone() {
        if let Some(changed) = row.changed
            && before.stored(row.key) != cx.me.settings.stored(row.key)
        {
            changed(cx)?;
        }
    }
    for mut row in cx.tx.running_of(cx.me.id)? {
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
}
