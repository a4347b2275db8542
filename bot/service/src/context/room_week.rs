//! A week of a room, about which features tell who stood out, and what people can try.
use engine::games::GameId;
use model::{
    ids::{PersonId, RoomId},
    reply::Choice,
    text::Text,
};
use store::{HIDDEN, MatchRow, Room, StoreError};

use super::RequestContext;

/// A week of a room.
pub struct RoomWeek<'a> {
    pub room: &'a Room,
    /// The room, and the one paired with it.
    pub rooms: &'a [RoomId],
    /// The matches that are told of.
    pub matches: &'a [MatchRow],
    /// The game of the one that is told first.
    pub game: GameId,
    /// When the week ended.
    pub end: i64,
}

/// What a feature says about a week.
#[derive(Default)]
pub struct WeekWords {
    /// Who stood out.
    pub best: Vec<Text>,
    /// What people can try, and buttons for it.
    pub to_try: Vec<Text>,
    pub choices: Vec<Choice>,
}

/// A person, and a number of something.
pub struct Standout {
    pub name: String,
    pub figure: i64,
    /// How many matches or other things made it.
    pub count: u32,
}

impl Standout {
    /// Returns the person with the highest figure that is at least so high, of those who show theirs. The figures come with what made them.
    pub fn best(
        cx: &RequestContext<'_>,
        figures: impl IntoIterator<Item = (PersonId, i64, u32)>,
        least: i64,
    ) -> Result<Option<Standout>, StoreError> {
        let mut best: Option<Standout> = None;
        for (person, figure, count) in figures {
            if figure < best.as_ref().map_or(least, |best| best.figure + 1) {
                continue;
            }
            let person = cx.tx.person(person)?;
            if person.is_person() && !person.settings.get(&HIDDEN) && !person.gone {
                best = Some(Standout { name: person.name, figure, count });
            }
        }
        Ok(best)
    }
}
