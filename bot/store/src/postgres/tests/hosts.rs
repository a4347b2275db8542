//! Addresses that name several servers.
use std::net::TcpListener;

use super::*;

/// The address of a place, behind a server that doesn't exist.
fn behind_a_dead_one(place: &Place) -> Database {
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Database::Server(address) = &place.database else { panic!("it is on a server") };
    let (user, rest) = address.whole().rsplit_once('@').expect("a user");
    let rest = format!(
        "127.0.0.1:{dead},{rest}?target_session_attrs=read-write&connect_timeout=2&application_name=several"
    );
    Database::from(format!("{user}@{rest}"))
}

#[test]
fn of_several_servers_one_that_takes_writes_is_used_also_after_the_connection_broke() {
    let Some(place) = place() else { return };
    let database = behind_a_dead_one(&place);
    let mut store = database.open(Sync::Normal, KERNEL_ALONE).unwrap();
    within(&mut store, |tx| tx.meet_person(Chat::Console, "1", "X").unwrap());
    break_off(&place);
    assert_eq!(people(&mut store), 1);
    let mut reader = store.reader().unwrap().unwrap();
    assert_eq!(reader.glance().unwrap().running, []);
    assert!(database.examine(KERNEL_ALONE).is_ok());
}

#[test]
fn a_server_that_takes_no_writes_is_passed_over_and_named_if_there_is_no_other() {
    let Some(place) = place() else { return };
    drop(open(&place));
    let database = behind_a_dead_one(&place);
    let read_only = |set: &str| {
        let name =
            beside(&place).plain("SELECT quote_ident(current_database())").unwrap().remove(0);
        let sql = format!("ALTER DATABASE {name} SET default_transaction_read_only = {set}");
        let mut link = beside(&place);
        link.plain("SET default_transaction_read_only = off").unwrap();
        link.plain(&sql).unwrap();
    };
    // As a replica is, until it is promoted.
    read_only("on");
    let err = database.open(Sync::Normal, KERNEL_ALONE).err().expect("nobody takes writes");
    assert!(matches!(err, StoreError::Unreachable { .. }), "{err}");
    assert!(err.to_string().contains("127.0.0.1"), "{err}");
    read_only("off");
    drop(database.open(Sync::Normal, KERNEL_ALONE).unwrap());
}
