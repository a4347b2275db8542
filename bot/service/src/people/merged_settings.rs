//! Which settings apply after two accounts are linked.
use model::time::ReminderSetting;
use store::Settings;

/// Returns the settings of linked accounts: of each privacy setting the stricter one, otherwise
/// those of `main` if it has any.
pub(crate) fn stricter(main: &Settings, other: &Settings) -> Settings {
    let usual = Settings::default();
    let later_quiet = |settings: &Settings| settings.quiet.map_or(0, |it| it.minutes());
    let quieter = if later_quiet(main) < later_quiet(other) { other } else { main };
    let zoned = if quieter.quiet.is_some() || main.zone != usual.zone { quieter } else { other };
    Settings {
        theme: if main.theme.is_empty() { other.theme.clone() } else { main.theme.clone() },
        text: main.text || other.text,
        reading: main.reading.or(other.reading),
        orientation: match main.orientation == usual.orientation {
            true => other.orientation,
            false => main.orientation,
        },
        by_hand: main.by_hand || other.by_hand,
        hidden: main.hidden || other.hidden,
        no_calls: main.no_calls || other.no_calls,
        news: main.news && other.news,
        zone: zoned.zone.clone(),
        quiet: quieter.quiet,
        nudging: match (main.nudging, other.nudging) {
            (ReminderSetting::Off, _) | (_, ReminderSetting::Off) => ReminderSetting::Off,
            (ReminderSetting::Usual, _) | (_, ReminderSetting::Usual) => ReminderSetting::Usual,
            (ReminderSetting::Every(one), ReminderSetting::Every(two)) => {
                ReminderSetting::Every(one.max(two))
            }
        },
        warnings: match main.warnings.is_empty() {
            true => other.warnings.clone(),
            false => main.warnings.clone(),
        },
        snoozed: main.snoozed.max(other.snoozed),
        called: main.called.or(other.called),
        reminded_in: main.reminded_in.or(other.reminded_in),
    }
}

#[cfg(test)]
mod tests {
    use engine::scene::Verbosity;

    use super::*;

    #[test]
    fn of_two_settings_the_stricter_is_kept() {
        let one = Settings {
            quiet: model::time::Quiet::read("22-7"),
            zone: model::time::Zone::named("Asia/Tokyo").unwrap(),
            nudging: ReminderSetting::Every(3600),
            snoozed: 5,
            reading: Some(Verbosity::Short),
            warnings: vec![600],
            ..Settings::default()
        };
        let two = Settings {
            hidden: true,
            quiet: model::time::Quiet::read("23-7"),
            zone: model::time::Zone::named("Europe/Berlin").unwrap(),
            nudging: ReminderSetting::Off,
            text: true,
            theme: "dark".to_owned(),
            ..Settings::default()
        };
        for (main, other) in [(&one, &two), (&two, &one)] {
            let now = stricter(main, other);
            assert!(
                now.hidden && now.text && now.nudging == ReminderSetting::Off && now.snoozed == 5
            );
            assert_eq!((now.reading, &now.warnings), (one.reading, &one.warnings));
            assert_eq!((now.quiet, &now.zone), (one.quiet, &one.zone), "the longer quiet hours");
            let says = crate::people::words::stricter_settings(&now, [main, other]).unwrap();
            assert!(
                says.contains("hidden on, quiet 22:00-7:00 (Asia/Tokyo), reminders off"),
                "{says}"
            );
        }
        assert_eq!(crate::people::words::stricter_settings(&one, [&one, &one]), None);
    }
}
