//! A setting is one row, and everything else follows from it.
use std::fs;

use service::{Feature, SettingRow, listed_settings, setting_completions};
use store::SettingKey;

use crate::{
    files::{blessing, folder, write},
    link::{linked, on_matrix},
    room::Room,
    source::sources,
};

/// A setting that is usually off, and on if one of two linked accounts has it so.
const BELL: SettingRow =
    SettingRow::on_off("bell", SettingKey::new("bell"), true, "rings when it is your turn");

/// A setting that is usually on, and off if one of two linked accounts has it so.
const CHIME: SettingRow = SettingRow::on_off(
    "chime",
    SettingKey::usually_on("no_chime"),
    false,
    "keeps quiet when a match ends",
);

/// Adds two settings.
static BELLS: Feature = Feature { settings: &[BELL, CHIME], ..Feature::named("bells") };

fn room_with_bells() -> Room {
    Room::with_feature(&BELLS)
}

#[test]
fn a_setting_of_one_row_is_listed_explained_completed_refused_and_kept() {
    let mut room = room_with_bells();
    let says = |room: &mut Room, words: &str| room.one("ann", words).text.bare();
    let listed = says(&mut room, "settings");
    assert!(listed.contains("bell: `off`") && listed.contains("chime: `on`"), "{listed}");
    let help = says(&mut room, "help settings");
    assert!(help.contains("`settings bell on`: rings when it is your turn"), "{help}");
    assert!(help.contains("`settings chime off`: keeps quiet when a match ends"), "{help}");
    let rows = room.service.settings();
    assert!(setting_completions(rows, None).contains(&"bell"));
    assert_eq!(setting_completions(rows, Some("chime")), ["on", "off"]);
    for words in ["settings bell loud", "settings bell"] {
        let refusal = room.refused("ann", words, "unreadable");
        for form in ["settings bell on", "settings bell off"] {
            assert!(refusal.contains(form), "{words}: {refusal}");
        }
    }
    room.refused("ann", "settings gong on", "unknown");
    let slip = room.say("ann", "setings bell on");
    assert!(slip[0].menu.iter().flat_map(|it| &it.choices).any(|it| it.says == "settings bell on"));
    room.all(&["ann: settings bell=on", "ann: settings chime off"]);
    let listed = says(&mut room, "settings");
    assert!(listed.contains("bell: `on`") && listed.contains("chime: `off`"), "{listed}");
    let export = room.one("ann", "mydata export").file.expect("a file").body;
    assert!(export.contains("\"bell\": true") && export.contains("\"no_chime\": true"), "{export}");
    assert!(says(&mut room, "settings bell off").contains("bell: `off`"));
}

#[test]
fn the_stricter_value_of_a_setting_of_one_row_holds_for_linked_accounts() {
    for (bell, chime) in [("on", "on"), ("off", "off")] {
        let mut room = room_with_bells();
        on_matrix(&mut room, "anna", &format!("settings bell {bell}"));
        on_matrix(&mut room, "anna", &format!("settings chime {chime}"));
        room.all(&["ann: settings bell off", "ann: settings chime on"]);
        linked(&mut room);
        let listed = room.one("ann", "settings").text.bare();
        let both = format!("bell: `{bell}`\n- chime: `{chime}`");
        assert!(listed.contains(&both), "{listed}");
    }
}

#[test]
fn the_page_lists_every_setting() {
    let path = folder("../docs/saying.md");
    let page = fs::read_to_string(&path).expect("there is a page");
    let (before, section) = page.split_once("\n## Settings\n").expect("a section of settings");
    let is_row = |line: &&str| line.starts_with("| `settings ");
    let room = Room::new();
    let rows = listed_settings(room.service.settings());
    let rows: Vec<String> = rows
        .map(|row| format!("| `settings {} {}` | {} |", row.name, row.example(), row.says))
        .collect();
    if blessing() {
        let (head, rest) = section.split_once("|---|---|\n").expect("a table");
        let after = rest.lines().skip_while(is_row).collect::<Vec<_>>().join("\n");
        let rows = rows.join("\n");
        let page = format!("{before}\n## Settings\n{head}|---|---|\n{rows}\n{after}\n");
        write(&path, &page);
    } else {
        let kept: Vec<&str> = section.lines().filter(is_row).collect();
        assert_eq!(kept, rows, "docs/saying.md; BLESS=1 writes it");
    }
}

#[test]
fn every_setting_that_a_text_names_is_a_setting() {
    let room = Room::new();
    let names = setting_completions(room.service.settings(), None);
    let mut found = 0;
    for source in sources(&["bot"]) {
        let text = source.text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in text.split("say!(Settings { name: \"").skip(1) {
            let name = part.split('"').next().unwrap_or_default();
            assert!(names.contains(&name), "{}: {name}", source.path);
            found += 1;
        }
    }
    let synonyms = fs::read_to_string(folder("../data/synonyms.txt")).expect("there are synonyms");
    for name in synonyms.lines().filter_map(|line| line.strip_prefix("settings ")) {
        let name = name.split([' ', ':']).next().unwrap_or_default();
        assert!(names.contains(&name), "synonyms: {name}");
        found += 1;
    }
    assert!(6 < found, "lines with settings were not found");
}
