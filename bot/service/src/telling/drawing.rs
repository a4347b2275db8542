//! Turns the picture promised in a reply into a scene to draw.
use std::collections::{BTreeMap, BTreeSet};

use engine::{
    chance::StepKey,
    game::{Label, Prompt, Status},
    games::GameId,
    match_rules::Ending,
    scene::{self, Pick, Reel, Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
    table::{SeatMenu, Table},
};
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::{Moving, Picture, PressLine, Stretch},
};
use store::{MatchRow, StoreError, Tx};

use crate::{
    RequestError, Service,
    context::{loaded::LoadedMatch, seam::Features},
    matches::find::table_after,
    seats::seat_shared_by,
    telling::{self, marked_choices::marked},
};

/// What to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub scene: Scene,
    /// The name of a theme; empty for the default.
    pub theme: String,
    /// A file name made of the match, the position and the view.
    pub name: String,
    /// A film to draw as well, for a file of the same name.
    pub reel: Option<Reel>,
    /// Small boards to draw on a sheet instead of the scene, with captions; empty for the scene
    /// alone.
    pub small: Vec<(Scene, String)>,
    /// What the choices of the board are about, where that is on the board, with the line that each
    /// sends.
    pub marked: Vec<(PressLine, Pick)>,
    /// The numbers of choices to draw, for chats where they are chosen by number.
    pub numbers: Vec<(usize, Pick)>,
}

/// Loads the position of a picture, and those of its film. The caller draws them.
///
/// # Errors
/// If the store fails, or a position can't be loaded any more.
pub fn drawing(tx: &Tx<'_>, picture: &Picture) -> Result<Drawing, RequestError> {
    let gone = || RequestError::Broken("the position for a picture is missing".to_owned());
    let mut row = tx.match_row(picture.of)?.ok_or_else(gone)?;
    let last = tx.last_step(picture.of)?;
    if picture.step < last.step {
        // The result doesn't belong to earlier positions.
        row.end = None;
    }
    let step = if (last.step, last.take) == (picture.step, picture.take) {
        last
    } else {
        tx.step(picture.of, picture.step, picture.take)?.ok_or_else(gone)?
    };
    let table = table_after(row.terms.game, &step)?;
    let mut small = Vec::new();
    if !picture.beside.is_empty() {
        for shown in [picture].into_iter().chain(&picture.beside) {
            let row = tx.match_row(shown.of)?.ok_or_else(gone)?;
            let step = tx.step(shown.of, shown.step, shown.take)?.ok_or_else(gone)?;
            let scene = scene_of(shown, table_after(row.terms.game, &step)?.as_ref(), &row);
            let says = telling::words::picture_title(shown.of, &shown.names, &scene.title);
            small.push((scene, says));
        }
    }
    let mut scene = scene_of(picture, table.as_ref(), &row);
    telling::earlier_moves::add_moves(tx, picture, &row, &mut scene)?;
    Ok(Drawing {
        small,
        marked: marked(picture, table.as_ref()),
        numbers: Vec::new(),
        scene,
        theme: picture.theme.clone(),
        name: file_name(picture, &row),
        reel: reel(tx, picture, &row, table.as_ref())?,
    })
}

/// Loads the film of a picture, if it has one.
fn reel(
    tx: &Tx<'_>,
    picture: &Picture,
    row: &MatchRow,
    table: &dyn Table,
) -> Result<Option<Reel>, RequestError> {
    let shown = |table: &dyn Table, row: &MatchRow| Shown {
        scene: scene_of(picture, table, row),
        film: table.film(),
        moment: moment_of(picture, table),
    };
    match picture.moving {
        Moving::Nothing => Ok(None),
        Moving::Step => {
            let shown = shown(table, row);
            let moves = shown.film.is_some() || shown.moment.is_some();
            Ok(moves.then(|| Reel::Step(Box::new(shown))))
        }
        Moving::Match(Stretch { from, every, speed }) => {
            // Only the last picture shows the result.
            let running = MatchRow { end: None, ..row.clone() };
            let last = picture.step;
            let mut all = Vec::new();
            for step in tx.some_steps(picture.of, from, last, every)? {
                let row = if step.step == last { row } else { &running };
                all.push(shown(table_after(row.terms.game, &step)?.as_ref(), row));
            }
            Ok(Some(Reel::Match { shown: all, speed }))
        }
    }
}

impl Service {
    /// Tells whether a match is running.
    pub fn is_running(&mut self, of: MatchId) -> Result<bool, RequestError> {
        self.store.transaction(|tx| Ok(tx.match_row(of)?.is_some_and(|it| it.end.is_none())))
    }
}

impl Service {
    /// Tells whether a match waits for a room, so that no single person is asked.
    pub fn waits_for_room(&mut self, of: MatchId) -> Result<bool, RequestError> {
        self.store.transaction(|tx| {
            let Some(row) = tx.match_row(of)? else { return Ok(false) };
            for seat in Seat::BOTH {
                let player = *row.seats.get(seat);
                if *row.waiting.get(seat) && tx.person(player)?.room.is_some() {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }
}

/// What a person may type in a match that waits for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub of: MatchId,
    pub game: GameId,
    /// The position it is for.
    pub at: StepKey,
    pub words: Vec<String>,
    /// What else may be typed, if not everything can be listed.
    pub grammar: Option<&'static str>,
}

impl Service {
    /// Returns what a person may type now: in the named match, in the matches of this room that
    /// wait for them, or in all that do. Used for completion.
    ///
    /// # Errors
    /// If the store fails, or a match can't be loaded.
    pub fn offers(
        &mut self,
        chat: Chat,
        room: &str,
        person: &str,
        of: Option<MatchId>,
    ) -> Result<Vec<Offer>, RequestError> {
        let features = self.memory.features;
        self.store.transaction(|tx| {
            let Some(person) = tx.person_by_handle(chat, person)? else { return Ok(Vec::new()) };
            let room = tx.room_by_handle(chat, room)?.map(|it| it.id);
            let seat_in = |row: &MatchRow| row.seats.find(|&it| it == person.id);
            let mut rows = tx.running_of(person.id)?;
            rows.retain(|row| seat_in(row).is_some_and(|seat| *row.waiting.get(seat)));
            let shared = match room {
                Some(room) => waiting_together(tx, features, room, person.id)?,
                None => Vec::new(),
            };
            let seats: BTreeMap<MatchId, Seat> =
                shared.iter().map(|(row, seat)| (row.id, *seat)).collect();
            rows.extend(shared.into_iter().map(|it| it.0));
            match of {
                Some(of) => rows.retain(|it| it.id == of),
                None => {
                    let mut here = Vec::new();
                    for row in &rows {
                        let away = room.map_or(Ok(false), |room| tx.is_away_room(row.id, room))?;
                        if Some(row.room) == room || away {
                            here.push(row.id);
                        }
                    }
                    rows.retain(|row| here.is_empty() || here.contains(&row.id));
                }
            }
            let mut offers = Vec::new();
            for row in rows {
                let Some(seat) = seat_in(&row).or(seats.get(&row.id).copied()) else { continue };
                let step = tx.last_step(row.id)?;
                let at = StepKey { step: step.step, take: step.take };
                let table = table_after(row.terms.game, &step)?;
                let SeatMenu { listed, grammar } = table.menu(seat);
                offers.push(Offer { of: row.id, game: row.terms.game, at, words: listed, grammar });
            }
            Ok(offers)
        })
    }
}

impl Service {
    /// Returns what controls say of words that a person may type, in the order of the words.
    ///
    /// # Errors
    /// If the store fails, or a match can't be loaded.
    pub fn labels(
        &mut self,
        chat: Chat,
        person: &str,
        words: &[(MatchId, &str)],
    ) -> Result<Vec<Label>, RequestError> {
        self.store.transaction(|tx| {
            let person = tx.person_by_handle(chat, person)?;
            let mut labels: Vec<Label> = words.iter().map(|it| Label::typed(it.1)).collect();
            let matches: BTreeSet<MatchId> = words.iter().map(|it| it.0).collect();
            for of in matches {
                let Some(row) = tx.match_row(of)? else { continue };
                let own = |player: &PersonId| person.as_ref().is_some_and(|me| me.id == *player);
                let Some(seat) = row.seats.find(own) else { continue };
                let table = table_after(row.terms.game, &tx.last_step(of)?)?;
                let places: Vec<usize> =
                    (0..words.len()).filter(|&place| words[place].0 == of).collect();
                let own: Vec<&str> = places.iter().map(|&nth| words[nth].1).collect();
                for (place, label) in places.into_iter().zip(table.labels(seat, &own)) {
                    labels[place] = label;
                }
            }
            Ok(labels)
        })
    }
}

impl Service {
    /// Returns what may be typed in the matches of a room, with the person's handle, if one person
    /// is asked and their choices aren't secret.
    ///
    /// # Errors
    /// If the store fails, or a match can't be loaded.
    pub fn offers_in(
        &mut self,
        chat: Chat,
        room: &str,
    ) -> Result<Vec<(String, Offer)>, RequestError> {
        self.store.transaction(|tx| {
            let mut offers = Vec::new();
            for asked in asked_in(tx, chat, room)? {
                let AskedPlayers { row, at, table, prompts, handles } = asked;
                let ([prompt], [handle]) = (&prompts[..], &handles[..]) else { continue };
                if prompt.kind.is_private() {
                    continue;
                }
                let SeatMenu { listed, grammar } = table.menu(prompt.seat);
                let offer = Offer { of: row.id, game: row.terms.game, at, words: listed, grammar };
                offers.push((handle.clone(), offer));
            }
            Ok(offers)
        })
    }

    /// Returns the handles of the people who may choose in private in the matches of a room, or in one of them: also of those who
    /// have chosen, because they may still choose again.
    ///
    /// # Errors
    /// As [`Service::offers_in`].
    pub fn choosing_in_private(
        &mut self,
        chat: Chat,
        room: &str,
        of: Option<MatchId>,
    ) -> Result<Vec<String>, RequestError> {
        self.store.transaction(|tx| {
            let asked = asked_in(tx, chat, room)?.into_iter();
            let asked = asked.filter(|asked| of.is_none_or(|of| of == asked.row.id));
            let mut handles = Vec::new();
            for AskedPlayers { row, prompts, .. } in asked {
                if prompts.iter().any(|prompt| prompt.kind.is_private()) {
                    for person in [row.seats.first, row.seats.second] {
                        if tx.person(person)?.is_person() {
                            handles.extend(tx.handle_in(chat, person)?);
                        }
                    }
                }
            }
            Ok(handles)
        })
    }
}

/// A running match, and the people whom it asks: neither the bot, which plays by itself, nor the people of a room that plays.
struct AskedPlayers {
    row: MatchRow,
    at: StepKey,
    table: Box<dyn Table>,
    prompts: Vec<Prompt>,
    /// The handles of the people.
    handles: Vec<String>,
}

fn asked_in(tx: &Tx<'_>, chat: Chat, room: &str) -> Result<Vec<AskedPlayers>, RequestError> {
    let Some(room) = tx.room_by_handle(chat, room)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for row in tx.running_in(room.id)? {
        let step = tx.last_step(row.id)?;
        let at = StepKey { step: step.step, take: step.take };
        let table = table_after(row.terms.game, &step)?;
        let Status::Waiting(prompts) = table.status() else { continue };
        let mut handles = Vec::new();
        for prompt in &prompts {
            let asked = *row.seats.get(prompt.seat);
            if tx.person(asked)?.is_person()
                && let Some(handle) = tx.handle_in(chat, asked)?
            {
                handles.push(handle);
            }
        }
        all.push(AskedPlayers { row, at, table, prompts, handles });
    }
    Ok(all)
}

/// Returns the matches that wait for a room, with the seat for which this person may decide there.
fn waiting_together(
    tx: &Tx<'_>,
    features: &Features,
    room: RoomId,
    person: PersonId,
) -> Result<Vec<(MatchRow, Seat)>, StoreError> {
    let mut open = Vec::new();
    for row in tx.running_of_room(room)? {
        let shared = seat_shared_by(tx, features, &row, person, room)?;
        let here = shared.filter(|side| side.room == room && *row.waiting.get(side.seat));
        open.extend(here.map(|side| (row, side.seat)));
    }
    Ok(open)
}

/// Names the file of a picture, each differently.
fn file_name(picture: &Picture, row: &MatchRow) -> String {
    let side = row.terms.game.sides()[picture.facing.index()].to_lowercase();
    let mut name = format!("match-{}-{}-{side}", picture.of, picture.step);
    if 0 < picture.take {
        name.push_str(&format!("-take{}", picture.take));
    }
    let replay = match picture.moving {
        Moving::Match(Stretch { from, every, speed }) => format!("replay-{from}-{every}-{speed}"),
        Moving::Step | Moving::Nothing => String::new(),
    };
    for (said, is_so) in [
        (picture.theme.as_str(), !picture.theme.is_empty()),
        ("private", picture.eyes.is_some()),
        ("boards", !picture.beside.is_empty()),
        ("end", row.end.is_some()),
        (replay.as_str(), !replay.is_empty()),
        (slug(&picture.asked).as_str(), !picture.asked.is_empty()),
        ("better", picture.suggested.is_some()),
    ] {
        if is_so {
            name.push_str(&format!("-{said}"));
        }
    }
    name + ".png"
}

/// Shows the highlight of the last step as a picture promises, if the step had one.
fn moment_of(picture: &Picture, table: &dyn Table) -> Option<Scene> {
    let (viewer, names) = viewer_of(picture);
    let mut scene = table.moment(Observer { viewer, names: &names })?;
    scene.facing = picture.facing;
    Some(scene)
}

/// Returns the viewer of a picture, and the players' names there.
fn viewer_of(picture: &Picture) -> (Viewer, BySeat<String>) {
    let [first, second] = picture.names.clone();
    (picture.eyes.map_or(Viewer::Room, Viewer::Seat), BySeat { first, second })
}

/// Marks in a picture what was chosen so far and its targets, and describes them in the alt text.
pub fn mark(picture: &mut Picture, loaded: &LoadedMatch, begins: &str) {
    picture.chosen = Some(begins.to_owned());
    describe(picture, loaded);
}

/// Draws in a picture what a seat might have typed, and describes it in the alt text.
pub fn suggest(picture: &mut Picture, loaded: &LoadedMatch, seat: Seat, words: &str) {
    picture.suggested = Some((seat, words.to_owned()));
    describe(picture, loaded);
}

/// Describes in the alt text what a picture shows, as far as its reader wants it.
pub(crate) fn describe(picture: &mut Picture, loaded: &LoadedMatch) {
    let scene = scene_of(picture, loaded.table.as_ref(), &loaded.row);
    picture.alt = scene::read_aloud(&scene, picture.reading);
}

/// Shows a table as a picture promises.
pub fn scene_of(picture: &Picture, table: &dyn Table, row: &MatchRow) -> Scene {
    let (viewer, names) = viewer_of(picture);
    let to = Observer { viewer, names: &names };
    let asked = picture.eyes.filter(|_| !picture.asked.is_empty());
    let sketch = asked.and_then(|seat| table.sketch(seat, &picture.asked, to));
    let mut scene = sketch.unwrap_or_else(|| match (&picture.chosen, &picture.suggested) {
        (Some(begins), _) => table.show_chosen(to, begins),
        (None, Some((seat, words))) => table.show_choice(to, *seat, words),
        (None, None) => table.show(to),
    });
    scene.facing = picture.facing;
    for seat in Seat::BOTH {
        let side = scene.sides.get_mut(seat);
        side.clock = picture.clocks[seat.index()].clone();
        side.left = picture.left[seat.index()];
    }
    if let (Some(_), Some(ending)) = (&row.end, row.match_rules.ending()) {
        // The game doesn't know that the players ended the match.
        scene.end(ended(ending, &names, row.terms.game.sides()));
    }
    scene
}

/// Makes text safe for a file name.
fn slug(words: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    };
    words.chars().take(40).map(plain).collect()
}

/// Words an end that wasn't by the game's rules.
pub fn ended(ending: Ending, names: &BySeat<String>, sides: [&str; 2]) -> String {
    telling::words::ended_in_short(ending, names, sides)
}
