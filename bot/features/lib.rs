//! The features of the program. This list and `Cargo.toml` beside it name them, and nothing else does.
use std::sync::LazyLock;

use service::{Feature, Features, KERNEL};

/// The features, in the order in which they follow a step, and the end of a match. The kernel's own part comes first, and the tables of each
/// after those that they refer to. Help shows their commands and their words of `admin` in the same order.
static ALL: &[&Feature] = &[
    &KERNEL,
    &records::FEATURE,
    &watching::FEATURE,
    &standings::FEATURE,
    &pauses::FEATURE,
    &reminders::FEATURE,
    &vacations::FEATURE,
    &absentees::FEATURE,
    &votes::FEATURE,
    &moderation::FEATURE,
    &blocks::FEATURE,
    &orders::FEATURE,
    &notes::FEATURE,
    &substitutes::FEATURE,
    &calls::FEATURE,
    &series::FEATURE,
    &accounts::FEATURE,
    &verify::FEATURE,
    &sharing::FEATURE,
    &leagues::FEATURE,
    &ladder::FEATURE,
    &practice::FEATURE,
    &hints::FEATURE,
    &review::FEATURE,
    &learn::FEATURE,
    &gazette::FEATURE,
    &champions::FEATURE,
    &recap::FEATURE,
    &answers::FEATURE,
];

/// All that the program can do.
pub static FEATURES: LazyLock<Features> = LazyLock::new(|| Features::new(ALL));

#[cfg(test)]
mod tests {
    use store::{Database, Sync};

    use super::*;

    #[test]
    fn the_tables_of_all_parts_fit_together() {
        assert_eq!(store::table_faults(FEATURES.tables()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_database_of_any_version_is_taken_over_and_moved_with_everything_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let faults = store::upgrade_faults(&[FEATURES.tables()], folder.path()).unwrap();
        assert_eq!(faults, Vec::<String>::new());
        let folder = tempfile::tempdir().unwrap();
        // From a file to either kind.
        let old = Database::from(&*folder.path().join("old.db"));
        let new = store::trial_database(&folder.path().join("new.db")).unwrap();
        store::make_undivided(&old, 44, folder.path()).unwrap();
        drop(old.open(Sync::Normal, FEATURES.tables()).unwrap());
        assert!(old.move_to(&new, Sync::Normal, FEATURES.tables()).is_ok());
    }
}
