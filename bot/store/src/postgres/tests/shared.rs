//! Several processes on one database.
use std::{
    thread,
    time::{Duration, Instant},
};

use super::*;
use crate::{
    DeliveryTurn, KERNEL, Lease, LeaseName, PeerLink, PeerNews, Subject,
    tests::example::{new_match, world},
};

const LONG: Duration = Duration::from_secs(60);

fn share(place: &Place) -> Store {
    place.database.share(Sync::Normal, KERNEL_ALONE).unwrap()
}

fn side(store: &Store) -> PeerLink {
    store.side().unwrap().expect("the database can be shared")
}

fn name(tx: &crate::Tx<'_>, add: &str) -> Result<(), StoreError> {
    let name = tx.person_by_handle(Chat::Console, "1")?.map_or_else(String::new, |it| it.name);
    tx.meet_person(Chat::Console, "1", &format!("{name}{add}")).map(|_| ())
}

#[test]
fn processes_that_change_the_same_wait_for_each_other_and_lose_nothing() {
    let Some(place) = place() else { return };
    let mut first = share(&place);
    let of = within(&mut first, |tx| {
        tx.meet_person(Chat::Console, "1", "").unwrap();
        let world = world(tx);
        (0..2).map(|_| tx.add_match(&new_match(&world)).unwrap()).collect::<Vec<_>>()
    });
    let stores = [first, share(&place), share(&place)];
    let subjects = [Subject::Match(of[0])];
    thread::scope(|scope| {
        for (number, mut store) in stores.into_iter().enumerate() {
            scope.spawn(move || {
                for round in 0..30 {
                    // With locks, and without.
                    let about = if round % 2 == 0 { &subjects[..] } else { &[] };
                    store
                        .transaction_about::<_, StoreError>(about, |tx| {
                            name(tx, &number.to_string())?;
                            let world = world(tx);
                            tx.add_match(&new_match(&world)).map(|_| ())
                        })
                        .unwrap();
                }
            });
        }
    });
    let mut store = share(&place);
    let (name, matches) = within(&mut store, |tx| {
        let name = tx.person_by_handle(Chat::Console, "1").unwrap().unwrap().name;
        (name, tx.running().unwrap().into_iter().map(|it| it.id.0).collect::<Vec<_>>())
    });
    for number in ["0", "1", "2"] {
        assert_eq!(name.matches(number).count(), 30, "{name}");
    }
    assert_eq!(matches, (1..=92).collect::<Vec<_>>(), "without gaps");
}

#[test]
fn a_program_that_wants_the_database_alone_waits_for_nobody_and_is_refused() {
    let Some(place) = place() else { return };
    let shared = share(&place);
    let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Taken(_)), "{err}");
    drop(shared);
    let _alone = open(&place);
    let err = place.database.share(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Taken(_)), "{err}");
}

#[test]
fn a_newer_program_says_that_others_use_the_database_and_leaves_it() {
    let Some(place) = place() else { return };
    let _older = share(&place);
    beside(&place).plain("UPDATE draughtsman SET version = version - 1").unwrap();
    let err = place.database.share(Sync::Normal, KERNEL_ALONE).err().unwrap();
    let StoreError::OthersOlder { found, known, .. } = err else { panic!("{err}") };
    assert_eq!(found + 1, known);
    assert!(err.may_pass(), "the next start may find them gone");
    let version = beside(&place).plain("SELECT version FROM draughtsman").unwrap();
    assert_eq!(version, [(KERNEL.newest() - 1).to_string()]);
}

#[test]
fn a_process_joins_those_that_upgraded_the_database_while_it_waited() {
    let Some(place) = place() else { return };
    let _other = share(&place);
    let mut link = beside(&place);
    link.plain("UPDATE draughtsman SET version = version - 1").unwrap();
    thread::scope(|scope| {
        let joins = scope.spawn(|| place.database.share(Sync::Normal, KERNEL_ALONE).map(drop));
        let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                     AND query LIKE 'SELECT pg_try_advisory_lock(%'";
        let until = Instant::now() + LONG;
        while link.plain(waits).unwrap().is_empty() {
            assert!(Instant::now() < until);
        }
        link.plain("UPDATE draughtsman SET version = version + 1").unwrap();
        joins.join().unwrap().unwrap();
    });
}

#[test]
fn only_the_holder_of_a_shard_stores_its_session() {
    let Some(place) = place() else { return };
    let (mut first, mut second) = (share(&place), share(&place));
    let (mut here, mut there) = (side(&first), side(&second));
    let wanted = [LeaseName::Shard { count: 2, shard: 1 }];
    let session = |name: &str| crate::GatewaySession {
        shard: 1,
        shards: 2,
        account: "7".to_owned(),
        session: name.to_owned(),
        address: "wss://x".to_owned(),
        sequence: 5,
    };
    let kept = |store: &mut Store, name: &str| {
        within(store, |tx| {
            tx.keep_gateway_session(&session(name)).unwrap();
            tx.gateway_session(1).unwrap().map(|it| it.session)
        })
    };
    assert_eq!(kept(&mut first, "old"), None, "it has no lease yet");
    here.renew(&wanted, LONG).unwrap();
    assert_eq!(kept(&mut first, "old").as_deref(), Some("old"));
    here.give_up(&wanted).unwrap();
    there.renew(&wanted, LONG).unwrap();
    assert_eq!(kept(&mut second, "new").as_deref(), Some("new"));
    assert_eq!(kept(&mut first, "old").as_deref(), Some("new"));
    within(&mut first, |tx| tx.forget_gateway_session(1).unwrap());
    assert_eq!(kept(&mut first, "old").as_deref(), Some("new"));
}

#[test]
fn a_user_that_may_create_nothing_is_found_out_by_a_check() {
    let Some(place) = place() else { return };
    let mut link = beside(&place);
    let role = format!("reader_{}", std::process::id());
    link.plain(&format!(
        "CREATE SCHEMA bare; CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA bare TO {role}; ALTER ROLE {role} SET search_path = bare"
    ))
    .unwrap();
    let Database::Server(address) = &place.database else { panic!("it is on a server") };
    let rest = address.whole().rsplit_once('@').expect("a user").1;
    let err =
        Database::from(format!("postgres://{role}@{rest}")).examine(KERNEL_ALONE).unwrap_err();
    assert!(err.to_string().contains("may not create tables"), "{err}");
    link.plain(&format!("DROP SCHEMA bare CASCADE; DROP ROLE {role}")).unwrap();
}

#[test]
fn a_lease_has_one_holder_until_it_lapses_or_is_given_up() {
    let Some(place) = place() else { return };
    let (first, second) = (share(&place), share(&place));
    let (mut first, mut second) = (side(&first), side(&second));
    assert!(first.member() < second.member());
    let wanted = [LeaseName::Ticks];
    let ticks = |leases: Vec<Lease>| {
        leases.into_iter().find(|it| it.name == LeaseName::Ticks).map(|it| it.holder)
    };
    assert_eq!(ticks(first.renew(&wanted, LONG).unwrap()), Some(first.member()));
    assert_eq!(ticks(second.renew(&wanted, LONG).unwrap()), Some(first.member()));
    first.give_up(&wanted).unwrap();
    assert_eq!(second.news(LONG).unwrap(), [PeerNews::Leases]);
    second.renew(&wanted, Duration::from_millis(1)).unwrap();
    let until = Instant::now() + LONG;
    while ticks(first.renew(&wanted, LONG).unwrap()) != Some(first.member()) {
        assert!(Instant::now() < until);
    }
    assert!(second.take(LeaseName::Identify(0), LONG).unwrap());
    assert!(
        !second.take(LeaseName::Identify(0), LONG).unwrap()
            && !first.take(LeaseName::Identify(0), LONG).unwrap()
    );
    first.leave().unwrap();
    assert_eq!(ticks(second.renew(&wanted, LONG).unwrap()), Some(second.member()));
}

#[test]
fn a_reply_is_delivered_by_one_process_and_by_another_where_that_one_ends() {
    let Some(place) = place() else { return };
    let (mut first, mut second) = (share(&place), share(&place));
    let (mut here, mut there) = (side(&first), side(&second));
    here.renew(&[], LONG).unwrap();
    there.renew(&[], LONG).unwrap();
    first.delivers(Chat::Discord, true);
    second.delivers(Chat::Discord, true);
    second.delivers(Chat::Matrix, true);
    let room = within(&mut first, |tx| world(tx).room);
    let mut post = |chat| within(&mut first, |tx| tx.post(chat, room, "1", 10).unwrap());
    let own = post(Chat::Discord);
    let others = post(Chat::Matrix);
    assert_eq!(
        there.news(LONG).unwrap(),
        [PeerNews::Outbox],
        "only what it doesn't deliver itself"
    );
    let later = within(&mut second, |tx| tx.post(Chat::Discord, room, "1", 10).unwrap());
    let turn = |store: &mut Store, id| within(store, |tx| tx.delivery_turn(id).unwrap());
    assert_eq!(turn(&mut first, own), DeliveryTurn::Now);
    assert_eq!(turn(&mut second, own), DeliveryTurn::Gone);
    assert_eq!(turn(&mut second, later), DeliveryTurn::Later, "the room has an earlier one");
    let left = |store: &mut Store, chat| -> Vec<_> {
        let rows = within(store, |tx| tx.take_outbox(chat).unwrap());
        rows.into_iter().map(|row| (row.id, row.tried)).collect()
    };
    assert_eq!(left(&mut second, Chat::Discord), [], "both run");
    assert_eq!(left(&mut second, Chat::Matrix), [(others, false)]);
    assert_eq!(left(&mut second, Chat::Matrix), [], "once");
    here.leave().unwrap();
    assert_eq!(left(&mut second, Chat::Discord), [(own, true)]);
    assert_eq!(turn(&mut first, own), DeliveryTurn::Gone);
    assert_eq!(turn(&mut second, own), DeliveryTurn::Now);
    // What it took over goes first, although it was queued later.
    assert_eq!(turn(&mut second, later), DeliveryTurn::Behind);
    within(&mut second, |tx| tx.leave_outbox(None).unwrap());
    let newest = within(&mut first, |tx| tx.post(Chat::Discord, room, "1", 10).unwrap());
    assert_eq!(turn(&mut first, newest), DeliveryTurn::Later, "somebody takes the others soon");
    assert_eq!(left(&mut first, Chat::Discord), [(own, true), (later, true)]);
}
