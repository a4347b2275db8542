//! Tells people who have been away for three weeks what waits for them: once, in private, and only if
//! they want it.
mod rows;
mod tell;
mod words;

use content::house::HousePart;
use service::{Feature, SettingRow};
use store::SettingKey;

pub static FEATURE: Feature = Feature {
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    settings: &[SettingRow::on_off(
        "news",
        NEWS,
        false,
        "tells you once, in private, what waits when you have been away for three weeks",
    )],
    due: &[tell::ABSENT],
    ..Feature::named("absentees")
};

/// Whether somebody is told.
const NEWS: SettingKey<bool> = SettingKey::new("news");
