//! Texts about challenges of rooms.
use command::say;
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};

pub(crate) fn no_such_room(said: &str, known: &[String]) -> Refusal {
    let says = format!(
        "I know no other room `{}` on this server. Rooms elsewhere can accept by a code.",
        short(said)
    );
    let known = known.iter().map(|room| {
        say!(Challenge { who: format!("#{room}"), game: GameId::Trapdoor, room_time: "12h" })
    });
    let anyone = say!(Challenge { game: GameId::Trapdoor, room_time: "12h" });
    Refusal::new(Code::Unknown, says).instead(known.chain([anyone]))
}
