//! Folders that systemd makes when the bot's unit starts, so that nobody has to make them before.
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where units are, as systemd looks for them.
const PLACES: [&str; 4] = [
    "etc/systemd/system",
    "usr/local/lib/systemd/system",
    "usr/lib/systemd/system",
    "lib/systemd/system",
];

/// The bot's units: one for a single process, one for several.
const UNITS: [&str; 2] = ["draughtsman.service", "draughtsman@.service"];

/// The settings of a unit that name folders, and where systemd makes those.
const MADE: [(&str, &str); 4] = [
    ("StateDirectory", "var/lib"),
    ("CacheDirectory", "var/cache"),
    ("LogsDirectory", "var/log"),
    ("RuntimeDirectory", "run"),
];

/// Returns the unit that makes a folder below `root`, if one is installed there.
pub(super) fn unit_that_makes(folder: &Path, root: &Path) -> Option<PathBuf> {
    let units = PLACES.into_iter().flat_map(|place| UNITS.map(|unit| root.join(place).join(unit)));
    units.into_iter().find(|unit| {
        let text = fs::read_to_string(unit).unwrap_or_default();
        folders(&text).any(|made| root.join(made).starts_with(folder))
    })
}

/// Lists the folders that a unit makes, without the root before them.
fn folders(unit: &str) -> impl Iterator<Item = PathBuf> {
    unit.lines().filter_map(|line| line.split_once('=')).flat_map(|(setting, names)| {
        let place = MADE.into_iter().find(|it| it.0 == setting.trim()).map(|it| it.1);
        place.into_iter().flat_map(move |place| {
            // `name:link` makes a second name for it.
            names
                .split_whitespace()
                .filter_map(move |name| Some(Path::new(place).join(name.split(':').next()?)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../../../deploy/draughtsman.service");

    fn installed(at: &str, unit: &str) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let unit_file = root.path().join(at);
        fs::create_dir_all(unit_file.parent().unwrap()).unwrap();
        fs::write(unit_file, unit).unwrap();
        root
    }

    #[test]
    fn the_folder_of_the_unit_is_made_wherever_the_unit_is_installed_and_no_other() {
        for at in [
            "etc/systemd/system/draughtsman.service",
            "usr/lib/systemd/system/draughtsman.service",
            "etc/systemd/system/draughtsman@.service",
        ] {
            let root = installed(at, SHIPPED);
            let made = |folder: &str| unit_that_makes(&root.path().join(folder), root.path());
            assert_eq!(made("var/lib/draughtsman"), Some(root.path().join(at)));
            for other in
                ["var/lib/draughtsman/deeper", "var/lib/draught", "var/cache/draughtsman", "srv"]
            {
                assert_eq!(made(other), None, "{other}");
            }
        }
        let none = tempfile::tempdir().unwrap();
        assert_eq!(unit_that_makes(&none.path().join("var/lib/draughtsman"), none.path()), None);
    }

    #[test]
    fn every_folder_that_a_unit_may_name_is_known() {
        let unit = "[Service]\n# StateDirectory=no\nStateDirectory=a a/b:c\nCacheDirectory = d\nRuntimeDirectory=e\nLogsDirectory=f\n";
        let all: Vec<_> = folders(unit).map(|folder| folder.display().to_string()).collect();
        assert_eq!(all, ["var/lib/a", "var/lib/a/b", "var/cache/d", "run/e", "var/log/f"]);
    }
}
