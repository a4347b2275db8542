//! Pairs of rooms in two chats.
use model::ids::Chat;

use crate::{
    across::{ANN, BOB, CID, Chats, Told, boards, stand},
    privacy::holding,
};

#[test]
fn paired_rooms_show_each_others_challenges_and_boards() {
    let mut chats = Chats::new();
    let [ann, bob] = [ANN, BOB].map(|who| (who, true));
    let refused = chats.say(ANN, "admin pair");
    assert!(refused[0].reply.refused.is_some(), "only moderators: {}", refused[0].text());
    let code = chats.say_as(ann, "admin pair")[0].text();
    let code = code.split("admin pair ").nth(1).unwrap().split('`').next().unwrap().to_owned();
    assert!(chats.say_as(ann, &format!("admin pair {code}"))[0].reply.refused.is_some());
    for form in [code.to_lowercase(), code.replace('-', "").to_lowercase()] {
        assert_eq!(holding(chats.folder.path(), &form), [""; 0], "only its hash is stored");
    }
    chats = chats.restarted();
    let told = chats.say_as(bob, &format!("admin pair {code}"));
    assert_eq!(told.iter().filter(|message| message.text().contains("now paired")).count(), 2);
    // An open challenge is seen in both rooms and accepted from either.
    for who in [ANN, BOB] {
        chats.say(who, "settings auto off");
    }
    let cards = chats.say(ANN, "challenge trapdoor side=black");
    let shown: Vec<&Told> = cards.iter().filter(|it| it.reply.card.is_some()).collect();
    assert_eq!(shown.len(), 2, "{cards:#?}");
    assert!(shown.iter().all(|it| it.reply.menu.is_some()));
    chats = chats.restarted();
    let told = chats.say(BOB, "accept");
    stand(&told, ANN);
    let settled = told.iter().filter(|message| message.text().contains("Accepted"));
    assert_eq!(settled.count(), 2, "both cards say so");
    // A match of one room alone is watched in the other.
    chats.say(ANN, "challenge draughts side=black");
    let told = chats.say(CID, "accept 2");
    let [anns, bobs] = boards(&told);
    assert!(!anns[0].is_watched() && bobs[0].is_watched() && bobs[0].menu.is_none());
    // A private one isn't.
    let told = chats.say(ANN, "challenge alien private");
    assert_eq!(told.iter().filter(|it| it.chat == Chat::Matrix).count(), 0, "{told:#?}");
    let told = chats.say_as(bob, "admin unpair");
    assert_eq!(
        told.iter().filter(|message| message.text().contains("no longer paired")).count(),
        2
    );
    let cards = chats.say(ANN, "challenge metasoccer");
    assert_eq!(cards.iter().filter(|it| it.reply.card.is_some()).count(), 1);
}
