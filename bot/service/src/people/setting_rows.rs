//! The settings of a person that the service itself has, one row each.
use engine::{games::GameId, scene::Verbosity, seat::Seat};
use model::{
    ids::Chat,
    time::{DAY, MOST_WARNINGS, Quiet, ReminderSetting, WARNINGS as WARNED, Zone, length},
};
use render::Theme;
use store::{
    AUTO, CALLS, HIDDEN, NAME_FROM, NEWS, NUDGING, ORIENTATION, Orientation, QUIET, READING,
    REMINDERS_IN, SNOOZED, SettingKey, Settings, TEXT, THEME, WARNINGS, ZONE,
};

use crate::{
    context::{
        seam,
        setting_row::{Holds, SettingRow, SettingValues, TellingOrder},
    },
    people::words,
    time,
};

/// A setting that is kept as one of the accounts has it, without a word about it.
const KEPT: SettingRow = SettingRow {
    name: "",
    key: "",
    says: "",
    values: SettingValues::Elsewhere,
    of_linked: false,
    holds: Holds::Set,
    told: TellingOrder::Never,
    tells: None,
    changed: None,
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
        ..KEPT
    },
    SettingRow {
        told: TellingOrder::Then,
        ..SettingRow::on_off("text", TEXT, true, "shows boards also as text")
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
            shows: |settings| settings.get(&READING).map_or("usual", Verbosity::name).to_owned(),
        },
        told: TellingOrder::Then,
        tells: Some(|now| format!("reading {}", now.get(&READING).unwrap_or_default().name())),
        ..KEPT
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
        ..KEPT
    },
    SettingRow {
        told: TellingOrder::Never,
        ..SettingRow::on_off("auto", AUTO, false, "leaves forced steps, such as a spin, to you")
    },
    SettingRow {
        changed: Some(|cx| seam::unnamed(cx, cx.me.id, cx.now - DAY)),
        ..SettingRow::on_off("hidden", HIDDEN, true, "hides your ratings and results from others")
    },
    SettingRow::on_off("calls", CALLS, false, "keeps others from saying who wins your matches"),
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
        ..KEPT
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
        ..KEPT
    },
    // By `remind`.
    SettingRow {
        key: NUDGING.name,
        holds: Holds::By(|now, both| {
            let rarer = match both.map(|it| it.get(&NUDGING)) {
                [ReminderSetting::Off, _] | [_, ReminderSetting::Off] => ReminderSetting::Off,
                [ReminderSetting::Every(one), ReminderSetting::Every(two)] => {
                    ReminderSetting::Every(one.max(two))
                }
                _ => ReminderSetting::Usual,
            };
            now.set(&NUDGING, rarer);
        }),
        told: TellingOrder::First,
        tells: Some(|now| match now.get(&NUDGING) {
            ReminderSetting::Off => "reminders off".to_owned(),
            ReminderSetting::Usual => "the usual reminders".to_owned(),
            ReminderSetting::Every(_) => "fewer reminders".to_owned(),
        }),
        changed: Some(time::remind::skip_due),
        ..KEPT
    },
    // By `remind snooze`.
    SettingRow {
        key: SNOOZED.name,
        holds: Holds::By(|now, [main, other]| {
            now.set(&SNOOZED, main.get(&SNOOZED).max(other.get(&SNOOZED)));
        }),
        ..KEPT
    },
    SettingRow {
        name: "warnings",
        key: WARNINGS.name,
        says: "how much time is left when you are warned",
        values: SettingValues::Words {
            example: "1h 10m",
            offers: |_| vec!["1h 10m", "30 min", "off"],
            reads: |settings, said, _| {
                let usual = ["off", "no", "none", "usual"].contains(&said).then(Vec::new);
                let times = usual.or_else(|| warnings_read(said));
                Ok(times.map(|times| settings.with(&WARNINGS, times)))
            },
            shows: |settings| words::warnings_in_short(&settings.get(&WARNINGS)),
        },
        told: TellingOrder::Then,
        tells: Some(|now| match &now.get(&WARNINGS)[..] {
            [] => "the usual warnings".to_owned(),
            times => format!("warnings {}", words::warnings_in_short(times)),
        }),
        changed: Some(time::remind::skip_due),
        ..KEPT
    },
    SettingRow::on_off(
        "news",
        NEWS,
        false,
        "tells you once, in private, what waits when you have been away for three weeks",
    ),
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
        ..KEPT
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
        ..KEPT
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

/// Reads times such as `1h 10m`, `1h, 10 min` or `1 hour and 10 minutes`, each of them a time of its own, the longest first. None if one
/// is no time, too short or too long, or if there are too many.
fn warnings_read(said: &str) -> Option<Vec<i64>> {
    let mut parts: Vec<String> = Vec::new();
    for word in said.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and") {
        match parts.last_mut() {
            // `10 min` is one time.
            Some(last) if !word.starts_with(|it: char| it.is_ascii_digit()) => {
                last.push_str(&format!(" {word}"));
            }
            _ => parts.push(word.to_owned()),
        }
    }
    let read = |part: &String| length(part).filter(|time| WARNED.contains(time));
    let mut times: Vec<i64> = parts.iter().map(read).collect::<Option<_>>()?;
    times.sort_unstable_by(|one, other| other.cmp(one));
    times.dedup();
    (1..=MOST_WARNINGS).contains(&times.len()).then_some(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_warnings_are_read_one_by_one() {
        for (said, times) in [
            ("1h 10m", Some(vec![3600, 600])),
            ("10 min, 1h", Some(vec![3600, 600])),
            ("1 hour and 10 minutes", Some(vec![3600, 600])),
            ("1h 60m", Some(vec![3600])),
            ("30s", None),
            ("40 days", None),
            ("1h 2h 3h 4h 5h", None),
            ("soon", None),
            (",", None),
        ] {
            assert_eq!(warnings_read(said), times, "{said}");
        }
    }
}
