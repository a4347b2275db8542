//! What moderators decide: the end of a stuck match, whether a result counts, who is banned, and pairs of rooms.
mod pair;
mod rows;
mod rulings_and_bans;
mod words;

use command::Permitted;
use content::house::HousePart;
use service::{CodeKind, Feature, RoomSettingRow};

pub static FEATURE: Feature = Feature {
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    room_settings: &[
        RoomSettingRow {
            name: "end",
            help: "`end`: give a stuck match an unrated result.",
            example: "admin end #12 draw",
            may: None,
            posts: false,
            picks: None,
            set: rulings_and_bans::end_stuck,
            shows: None,
        },
        RoomSettingRow {
            name: "annul",
            help: "`annul`: call off a stuck match, or cancel a result. Both players are told, with \
                   your note; you can't decide your own match.",
            example: "admin annul #12 both are on holiday",
            may: None,
            posts: false,
            picks: None,
            set: rulings_and_bans::annul,
            shows: None,
        },
        RoomSettingRow {
            name: "ban",
            help: "`ban`, `unban`: who can use me here.",
            example: "admin ban @bob",
            may: Some(Permitted::Governor),
            posts: false,
            picks: None,
            set: rulings_and_bans::ban,
            shows: None,
        },
        RoomSettingRow {
            name: "unban",
            help: "",
            example: "",
            may: Some(Permitted::Governor),
            posts: false,
            picks: None,
            set: rulings_and_bans::unban,
            shows: None,
        },
        RoomSettingRow {
            name: "pair",
            help: "`pair`: show the open challenges and boards of a room in another chat here, and \
                   those of this room there; `unpair` ends it.",
            example: "admin pair",
            may: Some(Permitted::Manager),
            posts: true,
            picks: None,
            set: pair::pair,
            shows: None,
        },
        RoomSettingRow {
            name: "unpair",
            help: "",
            example: "",
            may: Some(Permitted::Manager),
            posts: false,
            picks: None,
            set: pair::unpair,
            shows: None,
        },
    ],
    codes: Some(CodeKind { said: pair::code_in, salts: rows::pair_salts }),
    lapsed: Some(rows::forget_old),
    time_left_out: Some(|tx, gap| match gap.seconds() {
        ..0 => rows::set_back(tx, -gap.seconds()),
        0.. => Ok(()),
    }),
    ..Feature::named("moderation")
};
