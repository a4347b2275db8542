//! The settings of reminders.
use model::time::{MOST_WARNINGS, ReminderSetting, WARNINGS as WARNED, length};
use service::{
    SettingRow,
    context::setting_row::{Holds, SettingValues, TellingOrder},
};
use store::{SNOOZED, SettingKey};

use super::{remind, words};

/// How often somebody is reminded.
pub(crate) const NUDGING: SettingKey<ReminderSetting> = SettingKey::new("nudging");

/// With how much time left they are warned, in seconds; empty for the usual reminders.
pub(crate) const WARNINGS: SettingKey<Vec<i64>> = SettingKey::new("warnings");

pub(crate) const SETTINGS: &[SettingRow] = &[
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
        changed: Some(remind::skip_due),
        ..SettingRow::KEPT
    },
    // By `remind snooze`.
    SettingRow {
        key: SNOOZED.name,
        holds: Holds::By(|now, [main, other]| {
            now.set(&SNOOZED, main.get(&SNOOZED).max(other.get(&SNOOZED)));
        }),
        ..SettingRow::KEPT
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
        changed: Some(remind::skip_due),
        ..SettingRow::KEPT
    },
];

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
