//! The settings of a person that the service itself has, one row each.
use engine::{games::GameId, scene::Verbosity, seat::Seat};
use model::{
    ids::Chat,
    time::{DAY, Quiet, Zone},
};
use render::Theme;
use store::{
    AUTO, HIDDEN, NAME_FROM, ORIENTATION, Orientation, QUIET, READING, REMINDERS_IN, SettingKey,
    Settings, TEXT, THEME, WHO_CHALLENGES, WhoChallenges, ZONE,
};

use crate::{
    context::{
        seam,
        setting_row::{Holds, SettingRow, SettingValues, TellingOrder},
    },
    people::words,
};

/// The settings, in the order in which they are listed.
pub const SETTINGS: &[SettingRow] = &[
    SettingRow {
        name: "theme",
        key: THEME.name,
        says: "light, dark, high-contrast or paper",
        values: SettingValues::Words {
            example: "dark",
            offers: |_| Theme::ALL.map(Theme::name).to_vec(),
            reads: |settings, said, _| {
                let known = Theme::ALL.map(Theme::name).contains(&said);
                Ok(known.then(|| settings.with(&THEME, said.to_owned())))
            },
            shows: |settings| match settings.get(&THEME) {
                usual if usual.is_empty() => Theme::default().name().to_owned(),
                theme => theme,
            },
        },
        told: TellingOrder::Last,
        ..SettingRow::KEPT
    },
    SettingRow {
        told: TellingOrder::Then,
        ..SettingRow::on_off("text", TEXT, true, "writes boards also in words")
    },
    SettingRow {
        name: "reading",
        key: READING.name,
        says: "how much of a board is read aloud: short, normal or full",
        values: SettingValues::Words {
            example: "short",
            offers: |_| Verbosity::ALL.map(Verbosity::name).to_vec(),
            reads: |settings, said, _| {
                let level = Verbosity::ALL.into_iter().find(|level| level.name() == said);
                let known = level.is_some() || ["off", "usual"].contains(&said);
                Ok(known.then(|| settings.with(&READING, level)))
            },
            shows: |settings| settings.get(&READING).unwrap_or_default().name().to_owned(),
        },
        told: TellingOrder::Then,
        tells: Some(|now| format!("reading {}", now.get(&READING).unwrap_or_default().name())),
        ..SettingRow::KEPT
    },
    SettingRow {
        name: "orientation",
        key: ORIENTATION.name,
        says: "which side is at the bottom: own, first or second",
        values: SettingValues::Words {
            example: "own",
            offers: |_| vec!["own", "first", "second"],
            reads: |settings, said, _| {
                let side = match said {
                    "own" => Orientation::Mover,
                    side if is_side(Seat::First, side) => Orientation::First,
                    side if is_side(Seat::Second, side) => Orientation::Second,
                    _ => return Ok(None),
                };
                Ok(Some(settings.with(&ORIENTATION, side)))
            },
            shows: |settings| {
                let side = match settings.get(&ORIENTATION) {
                    Orientation::Mover => "own",
                    Orientation::First => "first",
                    Orientation::Second => "second",
                };
                side.to_owned()
            },
        },
        ..SettingRow::KEPT
    },
    SettingRow {
        told: TellingOrder::Never,
        ..SettingRow::on_off("auto", AUTO, false, "leaves forced steps, such as a spin, to you")
    },
    SettingRow {
        changed: Some(|cx| seam::unnamed(cx, cx.me.id, cx.now - DAY)),
        ..SettingRow::on_off("hidden", HIDDEN, true, "hides your ratings and results from others")
    },
    SettingRow {
        name: "challenges",
        key: WHO_CHALLENGES.name,
        says: "who may challenge you: anyone, those you know from a match, or nobody (off)",
        values: SettingValues::Words {
            example: "known",
            offers: |_| vec!["on", "known", "off"],
            reads: |settings, said, _| {
                let who = match said {
                    "on" | "anyone" | "everybody" => WhoChallenges::Anyone,
                    "known" | "friends" => WhoChallenges::Known,
                    "off" | "nobody" | "none" => WhoChallenges::Nobody,
                    _ => return Ok(None),
                };
                Ok(Some(settings.with(&WHO_CHALLENGES, who)))
            },
            shows: |settings| {
                let who = match settings.get(&WHO_CHALLENGES) {
                    WhoChallenges::Anyone => "on",
                    WhoChallenges::Known => "known",
                    WhoChallenges::Nobody => "off",
                };
                who.to_owned()
            },
        },
        ..SettingRow::KEPT
    },
    SettingRow {
        name: "zone",
        key: ZONE.name,
        says: "your city",
        values: SettingValues::Words {
            example: "Europe/Berlin",
            offers: |_| vec!["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"],
            reads: |settings, said, asker| match Zone::meant(said, asker.now) {
                Ok(zone) => Ok(Some(settings.with(&ZONE, zone))),
                Err(err) if err.like.is_empty() => Ok(None),
                Err(err) if err.is_offset => Err(words::an_offset_is_no_zone(said, &err.like)),
                Err(err) => Err(words::not_a_value("zone", said, &err.like)),
            },
            shows: |settings| settings.get(&ZONE).to_string(),
        },
        // Quiet hours are kept with the zone that they are in.
        holds: Holds::By(|now, both @ [main, other]| {
            let quieter = quieter(both);
            let whose = if quieter.get(&QUIET).is_some() || main.stored(ZONE.name).is_some() {
                quieter
            } else {
                other
            };
            now.take_over(ZONE.name, whose);
        }),
        ..SettingRow::KEPT
    },
    SettingRow {
        name: "quiet",
        key: QUIET.name,
        says: "hours without reminders",
        values: SettingValues::Words {
            example: "22-7",
            offers: |_| vec!["22-7", "22:30-7:15", "10pm-7am", "off"],
            reads: |settings, said, _| {
                let quiet = Quiet::read(said);
                let known = quiet.is_some() || ["off", "no", "none"].contains(&said);
                Ok(known.then(|| settings.with(&QUIET, quiet)))
            },
            shows: |settings| settings.get(&QUIET).map_or("off".to_owned(), |it| it.to_string()),
        },
        holds: Holds::By(|now, both| now.take_over(QUIET.name, quieter(both))),
        told: TellingOrder::First,
        tells: Some(|now| match now.get(&QUIET) {
            Some(quiet) => format!("quiet {quiet} ({})", now.get(&ZONE)),
            None => "quiet off".to_owned(),
        }),
        ..SettingRow::KEPT
    },
    SettingRow {
        name: "name",
        key: NAME_FROM.name,
        says: "with linked accounts, the chat whose name for you is shown everywhere",
        values: SettingValues::Words {
            example: "discord",
            offers: |chats| chats_or("own", chats),
            reads: |settings, said, asker| {
                Ok(chat_read(settings, &NAME_FROM, ("own", said), asker.chats))
            },
            shows: |settings| settings.get(&NAME_FROM).map_or("own", Chat::name).to_owned(),
        },
        of_linked: true,
        ..SettingRow::KEPT
    },
    SettingRow {
        name: "reminders",
        key: REMINDERS_IN.name,
        says: "with linked accounts, the chat that reminds you",
        values: SettingValues::Words {
            example: "discord",
            offers: |chats| chats_or("last", chats),
            reads: |settings, said, asker| {
                Ok(chat_read(settings, &REMINDERS_IN, ("last", said), asker.chats))
            },
            shows: |settings| settings.get(&REMINDERS_IN).map_or("last", Chat::name).to_owned(),
        },
        of_linked: true,
        ..SettingRow::KEPT
    },
];

/// Returns who of two has more quiet hours.
fn quieter([main, other]: [&Settings; 2]) -> &Settings {
    let quiet = |settings: &Settings| settings.get(&QUIET).map_or(0, |hours| hours.minutes());
    if quiet(main) < quiet(other) { other } else { main }
}

/// Tells whether a word names a seat: `first`, or a side of some game, such as `black`.
fn is_side(seat: Seat, word: &str) -> bool {
    let called = |game: &GameId| game.sides()[seat.index()].eq_ignore_ascii_case(word);
    word == seat.name() || GameId::ALL.iter().any(called)
}

fn chats_or(usual: &'static str, chats: &[Chat]) -> Vec<&'static str> {
    std::iter::once(usual).chain(chats.iter().map(|chat| chat.name())).collect()
}

/// Chooses one of the chats, or none for the usual word.
fn chat_read(
    settings: Settings,
    key: &SettingKey<Option<Chat>>,
    (usual, said): (&str, &str),
    chats: &[Chat],
) -> Option<Settings> {
    let chat = chats.iter().copied().find(|chat| chat.name() == said);
    (chat.is_some() || said == usual).then(|| settings.with(key, chat))
}
