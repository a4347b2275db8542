//! What the kernel had of the tables of features is taken over by the parts that the program has.

#[test]
fn a_database_of_any_version_is_taken_over_with_everything_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let faults = store::upgrade_faults(&[draughtsman::FEATURES.tables()], folder.path()).unwrap();
    assert_eq!(faults, Vec::<String>::new());
}
