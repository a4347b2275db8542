//! Films are read and drawn beside the service: nobody else waits for them.
use std::sync::mpsc;

use delivery::ChatAdapter as _;
use service::{Length, RandomSource, Service};
use store::{Store, Tx};

use crate::{
    delivery::{BY_EDIT, BY_PRESS, offered, press, stands, types},
    driver::Memory,
    room::Room,
};

/// More steps than a short film has.
const STEPS: usize = 40;

#[tokio::test]
async fn while_the_film_of_a_long_match_is_gathered_the_match_goes_on() {
    for can in [BY_PRESS, BY_EDIT] {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let store =
                Store::trial_at(&folder.path().join("x.db"), features::FEATURES.tables()).unwrap();
            Service::new(store, RandomSource::Repeatable(7), &features::FEATURES)
        };
        let mut room = Room::with(open());
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.play_about(1, STEPS);
        drop(room);

        let chat = Memory::open(open(), can);
        let (who, words) = offered(&chat).await;
        types(&chat, who, &words).await;
        stands(&chat, "room").await;
        // Every long read hangs.
        let (reading, begun) = mpsc::channel();
        let hanging = [(); 2].map(|()| {
            let (let_go, held) = mpsc::channel::<()>();
            let (service, reading) = (chat.dispatcher().service().clone(), reading.clone());
            let job = move |_: &Tx<'_>| {
                reading.send(()).unwrap();
                held.recv().unwrap_err();
                Ok(())
            };
            (tokio::spawn(async move { service.look(Length::Long, job).await }), let_go)
        });
        let begun = tokio::task::spawn_blocking(move || (begun.recv(), begun.recv()));
        assert_eq!(begun.await.unwrap(), (Ok(()), Ok(())));
        let asking = chat.clone();
        let film = tokio::spawn(async move { types(&asking, "cid", "replay #1").await });

        for _ in 0..6 {
            press(&chat).await;
            stands(&chat, "room").await;
        }
        types(&chat, "ann", "games").await;
        let films = |chat: &Memory| {
            let world = chat.world();
            world.said_in("room").iter().filter(|it| it.film).count()
        };
        assert_eq!(films(&chat), 0);
        assert!(!film.is_finished());

        for (read, let_go) in hanging {
            drop(let_go);
            read.await.unwrap().unwrap().unwrap();
        }
        film.await.unwrap();
        assert_eq!(films(&chat), 1);
    }
}
