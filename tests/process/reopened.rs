//! The room in a browser after the program was started again.
use std::time::{Duration, Instant};

use crate::web::{Server, boards};

/// Returns the page once it shows so many boards, which are posted as soon as the room is open.
fn page_with(server: &Server, wanted: usize) -> String {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let page = server.page();
        if wanted <= boards(&page) {
            return page;
        }
        assert!(Instant::now() < end, "{wanted} boards aren't shown: {page}");
    }
}

#[test]
fn a_room_that_is_opened_again_shows_the_boards_of_its_matches() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), &[]);
    server.begin_match("draughts");
    server.begin_match("trapdoor");
    let server = server.again(folder.path());
    let page = page_with(&server, 2);
    assert!(page.contains("#1 · Draughts") && page.contains("#2 · Trapdoor Checkers"), "{page}");
    assert!(2 <= page.matches("role=\"group\"").count(), "the choices are there: {page}");
    assert!(server.step().is_some());
    let page = server.page();
    assert_eq!(boards(&page), 2, "one board of each match stands: {page}");
    // A match that is over isn't shown.
    server.say("Ann", "resign #1 yes");
    let server = server.again(folder.path());
    let page = page_with(&server, 1);
    assert!(page.contains("#2 · Trapdoor Checkers") && !page.contains("#1 · "), "{page}");
}
