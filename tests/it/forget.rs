//! Deleting a person harms nobody else: every match can still be verified and played on.
use std::collections::BTreeMap;

use engine::refusal::Code;
use it::sample::{is_full, part};
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
};
use proof::check_export;

use crate::room::Room;

/// Numbers that follow from a seed, the same on every machine.
pub(crate) struct Lot(u64);

impl Lot {
    pub(crate) fn new(seed: u64) -> Lot {
        Lot(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    pub(crate) fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// Says a line with a file; it may be refused.
fn with_file(room: &mut Room, who: &str, words: &str, file: &str) -> Vec<Reply> {
    let mut request = room.request(who, words);
    request.attachment = Some(file.to_owned());
    room.service.handle(&request).into_iter().map(|it| it.reply).collect()
}

/// Names that are hard to replace: names of fighters, and words of the replacements.
const PEOPLE: [&str; 5] = ["ember", "player", "zed", "a", "clover"];
const NAMES: [&str; 14] = [
    "Zed",
    "Sir Zed",
    "zed",
    "Ember",
    "Sir Ember",
    "Player",
    "Clover",
    "A",
    "A former player",
    "a former player",
    "former player 2",
    "former player",
    "Rowan",
    "Zed the Player",
];

/// Takes one step of a match, or gives a fighter a name, or takes something back; tells whether the
/// match continues.
fn go_on(room: &mut Room, of: MatchId, people: [&str; 2], lot: &mut Lot) -> bool {
    let offered = people.iter().find_map(|who| {
        let offers = room.service.offers(Chat::Console, "room", who, Some(of)).unwrap();
        Some((*who, offers.into_iter().next()?.words))
    });
    let Some((who, words)) = offered else { return false };
    let square =
        |word: &&String| word.as_bytes().first().is_some_and(|file| (b'a'..=b'h').contains(file));
    let says = match lot.below(8) {
        0 => {
            room.say(who, &format!("undo #{of}"));
            let other = people[usize::from(people[0] == who)];
            room.say(other, &format!("undo #{of} accept"));
            return true;
        }
        // Refused if the game has no names, or the name is taken.
        1..3 if let Some(words) = words.iter().find(square) => {
            format!("play #{of} name {} {}", &words[..2], lot.of(&NAMES))
        }
        _ => format!("play #{of} {}", words[lot.below(words.len())]),
    };
    room.say(who, &says);
    true
}

#[test]
fn whoever_is_forgotten_every_match_still_proves_itself_and_can_be_imported() {
    let mut replaced = 0;
    for seed in part(0..8) {
        let mut lot = Lot::new(seed);
        let mut room = Room::new();
        let mut matches: BTreeMap<i64, [&str; 2]> = BTreeMap::new();
        let games = ["trapdoor", "alien", "piecepack", "metasoccer"];
        for n in 0..5 {
            let [one, other] = [PEOPLE[lot.below(5)], PEOPLE[lot.below(5)]];
            if one == other {
                continue;
            }
            let terms = match lot.below(3) {
                0 => lot.of(&games).to_owned(),
                1 => "amtgard names".to_owned(),
                _ => format!("amtgard names duel=reeve reeve-name={}", lot.of(&["Zed", "Player"])),
            };
            room.now += 60;
            let offer = room.say(one, &format!("challenge @{other} {terms}"));
            assert_eq!(offer[0].refused, None, "{terms}: {}", offer[0].text.bare());
            room.all(&[&format!("{other}: accept")]);
            matches.insert(matches.len() as i64 + 1, [one, other]);
            let of = MatchId(matches.len() as i64);
            for _ in 0..25 + 5 * n {
                if !go_on(&mut room, of, [one, other], &mut lot) {
                    break;
                }
            }
            if lot.below(3) == 0 {
                room.say(one, &format!("resign #{of} yes"));
            }
        }
        let mut left: Vec<&str> = PEOPLE.to_vec();
        while 1 < left.len() {
            let gone = left.remove(lot.below(left.len()));
            // Open offers in a room are limited by the hour.
            room.now += 3600;
            for reply in room.say(gone, "mydata delete yes") {
                assert_eq!(reply.refused, None, "{gone}: {}", reply.text.bare());
            }
            let stays = left[0];
            for (of, people) in &matches {
                for _ in 0..3 {
                    // Running matches can be played on.
                    go_on(&mut room, MatchId(*of), *people, &mut lot);
                }
                let file = room.file_of(*of);
                let Ok(report) = check_export(&file) else {
                    assert!(file.contains("\"secret\": null"), "{file}");
                    continue;
                };
                assert_eq!(report.fault, None, "seed {seed}, {gone} is gone, match {of}: {file}");
                replaced += file.matches("former").count();
                let mut offer = with_file(&mut room, stays, "import", &file);
                if offer[0].refused == Some(Code::Over) {
                    // A match that ended by the rules continues from an earlier position.
                    let says = offer[0].text.bare();
                    let says = says.split('`').nth(1).expect("an earlier step").to_owned();
                    offer = with_file(&mut room, stays, &says, &file);
                }
                assert_eq!(offer[0].refused, None, "{}", offer[0].text.bare());
                room.say(stays, "cancel");
            }
        }
    }
    assert!(0 < replaced || !is_full(), "names were taken out");
}
