//! A match as a page shows it to one player, who plays on its board: read outside the service's turn.
use command::{
    Command,
    verbs::{self, Answer, DrawWord},
};
use engine::{
    chance::StepKey,
    game::{Prompt, Status},
    games::GameId,
    scene::{self, Reel, Scene, Shown},
    seat::{Observer, Seat, Viewer},
    table::Table,
};
use model::{
    ids::{Chat, MatchId, PersonId},
    reply::Choice,
    text::clean_name,
};
use store::{MatchRow, ORIENTATION, Orientation, READING, THEME, Tx};

use crate::{
    RequestError,
    context::{
        loaded::LoadedMatch,
        seam::{ClockStop, Features},
    },
    matches::find::table_after,
    past::told::numbered_line,
    play,
    telling::{self, drawing::ended},
    timing,
};

/// How many steps are listed.
const TOLD: u32 = 30;

/// Who looks at a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardViewer {
    /// The people with these handles, who share a screen: one of them speaks, or who of them is asked. Without any, somebody looks on.
    AtScreen {
        speaks: Option<String>,
        people: Vec<String>,
    },
    Person(PersonId),
}

/// A match at its last step, for one viewer.
pub struct BoardPage {
    pub of: MatchId,
    pub game: GameId,
    pub at: StepKey,
    /// The players by their names, with their sides.
    pub players: [(String, &'static str); 2],
    /// The position as everyone may see it, from the viewer's side.
    pub scene: Scene,
    /// The name of a theme; empty for the default.
    pub theme: String,
    /// The whole board in words.
    pub alt: String,
    /// What happened lately, line by line, each with its step.
    pub told: Vec<(u32, String)>,
    /// What a player asks the other one, who hasn't answered yet.
    pub questions: Vec<BoardQuestion>,
    /// Who has to do what, line by line.
    pub asked: Vec<String>,
    /// What the viewer is asked for.
    pub asks: Option<AskedSeat>,
    /// The players who are asked in private, by their handles and names, if several people share the screen.
    pub in_private: Vec<(String, String)>,
    /// The players who know something that nobody else may, by their handles and names, if several people share the screen.
    pub secrets: Vec<(String, String)>,
    /// What only the viewer may know, and whose it is.
    pub hand: Option<(String, String)>,
    /// The result.
    pub verdict: Option<String>,
    /// How long the film of its last step lasts in milliseconds, if it has one.
    pub film: Option<u32>,
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// Whether players of the match share the screen, and none of them speaks alone.
    pub shared: bool,
    /// The handle of the player who moved last.
    pub moved: Option<String>,
    /// The match itself, to ask what [`BoardPage::asks`] may do.
    pub table: Box<dyn Table>,
}

/// A draw offer, or a request to take back or to pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardQuestion {
    /// The handle of the player who is asked, in the chat of the page.
    pub who: String,
    pub says: String,
    pub answers: [Choice; 2],
}

/// A player who is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedSeat {
    pub seat: Seat,
    /// Their handle in the chat of the page, and their name.
    pub handle: String,
    pub name: String,
    /// Whether only they may see their choices.
    pub private: bool,
}

/// A match in a list, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMatch {
    pub of: MatchId,
    pub game: GameId,
    /// The players' names; only the other one's for a viewer who plays.
    pub names: Vec<String>,
    /// Whether the viewer has to act, or with several people at one screen anybody.
    pub turn: bool,
    /// The time the one to move has left.
    pub clock: Option<String>,
}

/// Returns a match as `viewer` may see it; none if there is no such match or they may not see it.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn board_page(
    features: &Features,
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    of: MatchId,
    now: i64,
) -> Result<Option<BoardPage>, RequestError> {
    let Some(row) = tx.match_row(of)? else { return Ok(None) };
    let person = person_of(tx, chat, viewer)?;
    let plays = person.and_then(|person| row.seats.find(|&seated| seated == person));
    let local = chat == Chat::Console && tx.room(row.room)?.chat == chat;
    let beside =
        if plays.is_none() && local { at_screen(tx, chat, viewer, &row)? } else { Vec::new() };
    if plays.is_none() && (!local || (row.terms.private && beside.is_empty())) {
        return Ok(None);
    }
    let step = tx.last_step(of)?;
    let table = table_after(row.terms.game, &step)?;
    let loaded = LoadedMatch::of(tx, chat, row, step, table)?;
    let last = loaded.step.step;
    let steps = tx.steps_between(of, (last + 1).saturating_sub(TOLD), last)?;
    let told: Result<Vec<(u32, String)>, RequestError> =
        steps.iter().map(|step| Ok((step.step, numbered_line(&loaded, step)?))).collect();
    let prompts = match loaded.table.status() {
        Status::Waiting(prompts) if loaded.row.end.is_none() => prompts,
        Status::Waiting(_) | Status::Over(_) => Vec::new(),
    };
    let asked_seat = |prompt: &Prompt| -> Result<Option<AskedSeat>, RequestError> {
        if !loaded.decider(prompt.seat).is_person() {
            return Ok(None);
        }
        let name = clean_name(loaded.names.get(prompt.seat));
        let handle = tx.handle_in(chat, *loaded.row.seats.get(prompt.seat))?;
        let handle = handle.unwrap_or_default();
        Ok(Some(AskedSeat { seat: prompt.seat, handle, name, private: prompt.kind.is_private() }))
    };
    let all: Result<Vec<Option<AskedSeat>>, RequestError> =
        prompts.iter().map(asked_seat).collect();
    let all: Vec<AskedSeat> = all?.into_iter().flatten().collect();
    let own: Vec<&AskedSeat> = all
        .iter()
        .filter(|asked| plays == Some(asked.seat) || beside.contains(&asked.seat))
        .collect();
    // At a shared screen a private choice waits until somebody takes it.
    let asks = match &own[..] {
        [only] if plays.is_some() || !only.private => Some((*only).clone()),
        _ => None,
    };
    let in_private = own.iter().filter(|it| it.private);
    let in_private = in_private.map(|asked| (asked.handle.clone(), asked.name.clone()));
    let in_private: Vec<(String, String)> =
        if asks.is_none() { in_private.collect() } else { Vec::new() };
    let first = prompts.first().map_or(Seat::First, |it| it.seat);
    let alone = if let [only] = beside[..] { Some(only) } else { None };
    let seat = plays.or(asks.as_ref().map(|it| it.seat)).or(alone);
    let eye = seat.unwrap_or_else(|| loaded.view_for(first));
    let settings = &loaded.people.get(eye).settings;
    let facing = match settings.get(&ORIENTATION) {
        Orientation::Mover => eye,
        Orientation::First => Seat::First,
        Orientation::Second => Seat::Second,
    };
    let scene = scene_for(&loaded, facing, asks.as_ref().is_some_and(|it| !it.private), now);
    let hand =
        plays.and_then(|seat| Some((clean_name(loaded.names.get(seat)), loaded.table.hand(seat)?)));
    let sides = loaded.game().sides();
    Ok(Some(BoardPage {
        of,
        game: loaded.game(),
        at: loaded.step_key(),
        players: Seat::BOTH.map(|seat| (clean_name(loaded.names.get(seat)), sides[seat.index()])),
        alt: scene::read_aloud(
            &scene,
            // Several people look at one screen.
            plays.and(settings.get(&READING)).unwrap_or_default(),
        ),
        scene,
        theme: settings.get(&THEME),
        told: told?,
        questions: questions(features, tx, chat, &loaded, plays.iter().chain(&beside))?,
        asked: prompts.iter().map(|it| asked_line(&loaded, it)).collect(),
        asks,
        in_private,
        secrets: secrets(tx, chat, &loaded, &beside)?,
        shared: !beside.is_empty(),
        hand,
        verdict: match &loaded.row.end {
            Some(end) => Some(telling::end::verdict(&loaded, end)?),
            None => None,
        },
        film: film_length(loaded.table.as_ref()),
        seat,
        moved: match loaded.step.seat {
            Some(seat) => tx.handle_in(chat, *loaded.row.seats.get(seat))?,
            None => None,
        },
        table: loaded.table,
    }))
}

/// Returns the seats of people at a viewer's screen.
fn at_screen(
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    row: &MatchRow,
) -> Result<Vec<Seat>, RequestError> {
    let mut out = Vec::new();
    if let BoardViewer::AtScreen { people, .. } = viewer {
        for seat in Seat::BOTH {
            let handle = tx.handle_in(chat, *row.seats.get(seat))?;
            if handle.is_some_and(|handle| people.contains(&handle)) {
                out.push(seat);
            }
        }
    }
    Ok(out)
}

/// Lists the players of these seats who know something that nobody else may.
fn secrets(
    tx: &Tx<'_>,
    chat: Chat,
    loaded: &LoadedMatch,
    seats: &[Seat],
) -> Result<Vec<(String, String)>, RequestError> {
    let mut out = Vec::new();
    for &seat in seats {
        let knows = loaded.level(seat).is_none() && loaded.table.hand(seat).is_some();
        if let (true, Some(handle)) = (knows, tx.handle_in(chat, *loaded.row.seats.get(seat))?) {
            out.push((handle, clean_name(loaded.names.get(seat))));
        }
    }
    Ok(out)
}

/// Lists what waits for the answer of a player in one of these seats.
fn questions<'a>(
    features: &Features,
    tx: &Tx<'_>,
    chat: Chat,
    loaded: &LoadedMatch,
    seats: impl Iterator<Item = &'a Seat>,
) -> Result<Vec<BoardQuestion>, RequestError> {
    let seats: Vec<&Seat> = seats.collect();
    let rules = &loaded.row.match_rules;
    let of = Some(loaded.row.id);
    let draw = |answer| Command::from(verbs::Draw { of, answer: Some(answer) });
    let undo = |answer| Command::from(verbs::Undo { of, answer: Some(answer) });
    let mut all = vec![
        (
            rules.draw_offered_by(),
            play::words::ending::offers_draw as fn(&str) -> String,
            [draw(DrawWord::Accept), draw(DrawWord::Decline)],
        ),
        (
            rules.undo_asked_by(),
            play::words::undo::asks,
            [undo(Answer::Accept), undo(Answer::Decline)],
        ),
    ];
    if let Some(ClockStop { asks, answer, .. }) = features.clock_stop() {
        let answers = [Answer::Accept, Answer::Decline].map(|it| answer(of, it));
        all.push((rules.pause_asked_by(), *asks, answers));
    }
    let mut out = Vec::new();
    for (by, says, answers) in all {
        let Some(by) = by.filter(|_| loaded.row.end.is_none()) else { continue };
        let asked = by.other();
        if loaded.level(asked).is_some() || !seats.contains(&&asked) {
            continue;
        }
        let who = tx.handle_in(chat, *loaded.row.seats.get(asked))?.unwrap_or_default();
        let answers = play::words::ending::answer_buttons(answers);
        out.push(BoardQuestion { who, says: says(loaded.names.get(by)), answers });
    }
    Ok(out)
}

/// Returns the film of a match's last step, as [`board_page`] shows the match; none if it has none.
///
/// # Errors
/// As [`board_page`].
pub fn board_film(
    features: &Features,
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    of: MatchId,
    now: i64,
) -> Result<Option<Reel>, RequestError> {
    let Some(page) = board_page(features, tx, chat, viewer, of, now)? else { return Ok(None) };
    let names = engine::seat::BySeat::new(|seat: Seat| page.players[seat.index()].0.clone());
    let (film, facing) = (page.table.film(), page.scene.facing);
    let moment = page.table.moment(Observer { viewer: Viewer::Room, names: &names });
    let moment = moment.map(|moment| Scene { facing, ..moment });
    let scene = page.scene;
    Ok(page.film.map(|_| Reel::Step(Box::new(Shown { scene, film, moment }))))
}

/// What of a match changes its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchProgress {
    at: StepKey,
    over: bool,
    /// Who waits for an answer about a draw, about taking back, and about a pause.
    questions: [Option<Seat>; 3],
}

/// Returns how far a person's match has come. None if they play no such match.
///
/// # Errors
/// If the database fails.
pub fn board_state(
    tx: &Tx<'_>,
    person: PersonId,
    of: MatchId,
) -> Result<Option<MatchProgress>, RequestError> {
    let row = tx.match_row(of)?.filter(|row| row.seats.find(|&seated| seated == person).is_some());
    let Some(row) = row else { return Ok(None) };
    let step = tx.last_step(of)?;
    let rules = &row.match_rules;
    Ok(Some(MatchProgress {
        at: StepKey { step: step.step, take: step.take },
        over: row.end.is_some(),
        questions: [rules.draw_offered_by(), rules.undo_asked_by(), rules.pause_asked_by()],
    }))
}

/// Lists the running matches of a viewer, those that wait for them first; with several people at
/// one screen, those of the room.
///
/// # Errors
/// If the database fails.
pub fn listed_matches(
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    room: &str,
    now: i64,
) -> Result<Vec<ListedMatch>, RequestError> {
    let person = person_of(tx, chat, viewer)?;
    let rows = match (viewer, person, tx.room_by_handle(chat, room)?) {
        (BoardViewer::AtScreen { speaks: None, .. }, _, Some(room)) => tx.running_in(room.id)?,
        (_, Some(person), _) => tx.running_of(person)?,
        (_, None, _) => Vec::new(),
    };
    let mut listed = Vec::new();
    for row in rows {
        if row.terms.private && person.is_none() && at_screen(tx, chat, viewer, &row)?.is_empty() {
            continue;
        }
        let own = person.and_then(|person| row.seats.find(|&seated| seated == person));
        let waits = |seat: &Seat| *row.waiting.get(*seat);
        let mover = own.into_iter().chain(Seat::BOTH).find(waits);
        let shown = Seat::BOTH.into_iter().filter(|seat| Some(*seat) != own);
        let mut names = Vec::new();
        for seat in shown {
            names.push(clean_name(&tx.person_in(chat, *row.seats.get(seat))?.name));
        }
        let turn = match own {
            Some(seat) => *row.waiting.get(seat),
            None => mover.is_some(),
        };
        let clock = mover.and_then(|seat| timing::time_in_short(&row, seat, now));
        listed.push((
            ListedMatch { of: row.id, game: row.terms.game, names, turn, clock },
            over(&row, mover),
        ));
    }
    listed.sort_by_key(|(listed, over)| (!listed.turn, *over, listed.of));
    Ok(listed.into_iter().map(|it| it.0).collect())
}

/// Milliseconds that a highlight and the last picture of a film stand.
const STANDS: u32 = 2500;

fn film_length(table: &dyn Table) -> Option<u32> {
    match (table.film(), table.has_moment()) {
        (None, false) => None,
        (None, true) => Some(2 * STANDS),
        (Some(film), moment) => Some(film.lasts() / 1000 + STANDS * if moment { 2 } else { 1 }),
    }
}

fn over(row: &MatchRow, mover: Option<Seat>) -> i64 {
    mover.and_then(|seat| row.timer.over(seat)).unwrap_or(i64::MAX)
}

fn person_of(
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
) -> Result<Option<PersonId>, RequestError> {
    Ok(match viewer {
        BoardViewer::AtScreen { speaks: None, .. } => None,
        BoardViewer::AtScreen { speaks: Some(handle), .. } => {
            tx.person_by_handle(chat, handle)?.map(|it| it.id)
        }
        BoardViewer::Person(person) => Some(*person),
    })
}

fn asked_line(loaded: &LoadedMatch, prompt: &Prompt) -> String {
    let said = format!("{}: {}", loaded.titled(prompt.seat), prompt.ask);
    engine::quote::sentence(said)
}

/// Shows the position as everyone may see it, with the pieces that may move if somebody chooses.
fn scene_for(loaded: &LoadedMatch, facing: Seat, chooses: bool, now: i64) -> Scene {
    let to = Observer { viewer: Viewer::Room, names: &loaded.names };
    let mut scene = match chooses {
        true => loaded.table.show_chosen(to, ""),
        false => loaded.table.show(to),
    };
    scene.facing = facing;
    for seat in Seat::BOTH {
        let side = scene.sides.get_mut(seat);
        side.clock = timing::clock_at(loaded, seat, now);
        side.left = timing::share_left_at(loaded, seat, now);
    }
    if let (Some(_), Some(ending)) = (&loaded.row.end, loaded.row.match_rules.ending()) {
        scene.end(ended(ending, &loaded.names, loaded.game().sides()));
    }
    scene
}
