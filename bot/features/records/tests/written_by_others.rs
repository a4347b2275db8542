//! Records as other programs and collections write them are read, or refused with the name of their game.
use engine::checkers::Position;
use model::{reply::Reply, text_file};

use crate::{
    files::folder,
    room::Room,
};

/// Imports a file of `tests/written` with a line.
fn import(room: &mut Room, words: &str, name: &str) -> Reply {
    let path = folder("../bot/features/records/tests/written").join(name);
    let mut request = room.request("ann", words);
    request.attachment = text_file::read(std::fs::read(path).unwrap());
    room.service.handle(&request).remove(0).reply
}

/// Each file with the position that another implementation of the rules ends in.
#[test]
fn what_six_programs_write_is_read_to_its_last_position() {
    for (name, words, position) in [
        ("checkerboard.pdn", "import @bob", "W:W12,15,16,25,26,29,30,32:B11,2,21,23,3,4,7"),
        ("playok.pdn", "import @bob", "B:W24,28:B1,13,19,25,5,8"),
        ("archive.pdn", "import @bob record=1", "B:W16,21,22,23,28,29,30,32:B1,10,11,12,13,5,7,8"),
        ("archive.pdn", "import @bob record=2", "W:W17,18,21,24,26,28,30:B1,10,12,4,5,6,7"),
        ("archive.pdn", "import record=3", "B:W17,22,26,28,29,30:B10,12,13,27,3,5,7,9"),
        ("board-program.pdn", "import @bob", "B:W15,23,25,26,28,29,31:B1,3,4,5,6,7,8"),
        ("DOS GAME.PDN", "import @bob", "W:W21,23,28,32:B15,2,4,5,6,8,K22"),
        ("ending.pdn", "import @bob", "B:W17,6,K10,K3:B12,K25,K31"),
    ] {
        let mut room = Room::new();
        let offer = import(&mut room, words, name);
        assert_eq!(offer.refused, None, "{name}: {}", offer.text.bare());
        room.all(&["bob: accept"]);
        let pdn = room.one("ann", "export #1 pdn").file.unwrap().body;
        let wanted: Position = position.parse().unwrap();
        assert!(pdn.contains(&format!("[FEN \"{wanted}\"]")), "{name}: {wanted}: {pdn}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_by_its_nearest_game_with_the_place_and_what_works() {
    let mut room = Room::new();
    let mut says = |words: &str, name: &str| {
        let refused = import(&mut room, words, name);
        assert!(refused.refused.is_some(), "{name}");
        refused.text.bare()
    };
    let foreign = says("import @bob", "international.pdn");
    assert!(foreign.contains("is of international draughts, which isn't played here"), "{foreign}");
    let several = says("import @bob", "archive.pdn");
    for part in ["3 games", "1. Anderson, A – Wyllie, J, 1847", "`import record=3`"] {
        assert!(several.contains(part), "{part}: {several}");
    }
    assert!(says("import record=4", "archive.pdn").contains("3 games, so there is no game 4"));
    assert!(says("import step=41", "playok.pdn").contains("`import step=40`"));
    let mut refused = |words: &str| room.one("ann", words).text.bare();
    let wrong = refused("import [Variant \"English\"] 1. 11-15 24-19 2. 9-18");
    assert!(wrong.contains("`9-18` (move 3, line 1, character "), "{wrong}");
    assert!(wrong.contains("`import step=2`"), "{wrong}");
    // A third repetition is the end, and some records go on.
    let again = "[FEN \"B:WK29:BK4\"] 1. 4-8 29-25 2. 8-4 25-29 3. 4-8 29-25 4. 8-4 25-29 5. 4-8 29-25";
    let over = refused(&format!("import {again}"));
    assert!(over.contains("over") && over.contains("`import step=7`"), "{over}");
    assert_eq!(room.one("ann", &format!("import step=7 {again}")).refused, None);
    // A note in braces is no JSON.
    assert_eq!(room.one("cid", "import {A \"note\".} 1. 11-15").refused, None);
}
