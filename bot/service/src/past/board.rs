//! A match as a page shows it, at any of its steps: to a player, who plays on its board, or to others who may look on. Read outside the
//! service's turn.
use content::asked::{
    AskedWords,
    index::{AnswerText, AskedAbout},
};
use engine::{
    chance::StepKey,
    game::{Prompt, Status},
    games::GameId,
    scene::{self, Reel, Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{
    ids::{Chat, MatchId, PersonId},
    text::clean_name,
};
use store::{MatchRow, ORIENTATION, Orientation, READING, THEME, Terms, Tx};

use crate::{
    RequestError,
    context::{loaded::LoadedMatch, seam::Features},
    matches::find::table_after,
    past::{page::shared_row, told::numbered_line, words},
    telling::{self, drawing::ended},
    terms::agreed,
    timing,
};

/// How many steps are listed.
const TOLD: u32 = 40;
/// The most frames of a film; a film of that many fits every chat.
pub const MOST_PICTURES: u32 = 300;

/// Who looks at a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardViewer {
    /// The people with these handles, who share a screen: one of them speaks, or who of them is asked. Without any, somebody looks on.
    AtScreen {
        speaks: Option<String>,
        people: Vec<String>,
    },
    Person(PersonId),
    /// Anybody with the address of a shared match; this is its key.
    Anyone(String),
}

/// What of a match is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWish {
    /// The match; the key of a shared one says it already.
    pub of: MatchId,
    /// The step; none for the last one.
    pub step: Option<u32>,
    /// The seat whose side is near; none for the viewer's.
    pub near: Option<Seat>,
}

/// A match at one of its steps, for one viewer.
pub struct BoardPage {
    pub of: MatchId,
    pub game: GameId,
    pub at: StepKey,
    /// The last step.
    pub last: u32,
    /// The seconds on the clocks.
    pub left: BySeat<Option<i64>>,
    /// How one wins, as it was agreed.
    pub goal: &'static str,
    /// The players by their names, with their sides.
    pub players: [(String, &'static str); 2],
    /// The position as everyone may see it, from the viewer's side.
    pub scene: Scene,
    /// The name of a theme; empty for the default.
    pub theme: String,
    /// The whole board in words.
    pub alt: String,
    /// What happened near the step, line by line, each with its step.
    pub told: Vec<(u32, String)>,
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
    /// The result, and the winner's seat.
    pub verdict: Option<String>,
    pub winner: Option<Seat>,
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

/// A match at one of its steps, for one viewer: what its pictures, films and aims need of its page.
pub struct SeenBoard {
    pub of: MatchId,
    pub game: GameId,
    pub at: StepKey,
    /// The position as everyone may see it, from the viewer's side.
    pub scene: Scene,
    /// What the viewer is asked for.
    pub asks: Option<AskedSeat>,
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// Whether players of the match share the screen, and none of them speaks alone.
    pub shared: bool,
    /// The match itself, to ask what [`SeenBoard::asks`] may do.
    pub table: Box<dyn Table>,
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
    /// Whether the viewer plays, or somebody at their screen. In others they look on.
    pub own: bool,
    /// Whether the viewer has to act, or somebody at their screen.
    pub turn: bool,
    /// The time the one to move has left.
    pub clock: Option<String>,
    /// How a match ended, for the viewer.
    pub result: Option<String>,
}

/// How many ended matches of a viewer are listed.
const ENDED: u32 = 5;

/// A match that a viewer may see, at its last step.
pub(super) struct SeenMatch {
    pub(super) loaded: LoadedMatch,
    chat: Chat,
    /// The viewer's own seat.
    plays: Option<Seat>,
    /// The seats of the people at their screen.
    beside: Vec<Seat>,
}

impl SeenMatch {
    /// Finds a match for a viewer; none if there is no such match or they may not see it.
    pub(super) fn of(
        features: &Features,
        tx: &Tx<'_>,
        (chat, viewer): (Chat, &BoardViewer),
        of: MatchId,
    ) -> Result<Option<SeenMatch>, RequestError> {
        let (row, plays, beside) = match viewer {
            BoardViewer::Anyone(key) => {
                let Some(row) = shared_row(features, tx, key)? else { return Ok(None) };
                (row, None, Vec::new())
            }
            BoardViewer::AtScreen { .. } | BoardViewer::Person(_) => {
                let Some(row) = tx.match_row(of)? else { return Ok(None) };
                let person = person_of(tx, chat, viewer)?;
                let plays = person.and_then(|person| row.seats.find(|&seated| seated == person));
                // At an address only their own matches, even where everybody may look on.
                let local = matches!(viewer, BoardViewer::AtScreen { .. })
                    && tx.room(row.room)?.chat == chat;
                let beside = match plays {
                    None if local => at_screen(tx, chat, viewer, &row)?,
                    Some(_) | None => Vec::new(),
                };
                if plays.is_none() && (!local || (row.terms.private && beside.is_empty())) {
                    return Ok(None);
                }
                (row, plays, beside)
            }
        };
        let chat = match viewer {
            BoardViewer::Anyone(_) => tx.room(row.room)?.chat,
            BoardViewer::AtScreen { .. } | BoardViewer::Person(_) => chat,
        };
        let step = tx.last_step(row.id)?;
        let table = table_after(row.terms.game, &step)?;
        let loaded = LoadedMatch::of(tx, chat, row, step, table)?;
        Ok(Some(SeenMatch { loaded, chat, plays, beside }))
    }
}

/// A match that a viewer sees, at one of its steps.
struct SeenStep {
    seen: SeenMatch,
    at: StepKey,
    /// The position, if it is an earlier one.
    earlier: Option<Box<dyn Table>>,
    prompts: Vec<Prompt>,
    /// The viewer, or those at their screen, as far as they are asked.
    own: Vec<AskedSeat>,
    asks: Option<AskedSeat>,
    seat: Option<Seat>,
    /// The seat whose settings count.
    eye: Seat,
    scene: Scene,
    left: BySeat<Option<i64>>,
}

impl SeenStep {
    /// Finds a step for a viewer; none if there is no such match or step or they may not see it.
    fn of(
        features: &Features,
        tx: &Tx<'_>,
        (chat, viewer): (Chat, &BoardViewer),
        BoardWish { of, step, near }: BoardWish,
        now: i64,
    ) -> Result<Option<SeenStep>, RequestError> {
        let Some(seen) = SeenMatch::of(features, tx, (chat, viewer), of)? else { return Ok(None) };
        let SeenMatch { loaded, chat, plays, beside } = &seen;
        let last = loaded.step.step;
        let step = step.unwrap_or(last);
        let Some(found) = tx.live_step(loaded.row.id, step)? else { return Ok(None) };
        let is_last = step == last;
        let prompts = match loaded.table.status() {
            Status::Waiting(prompts) if loaded.row.end.is_none() && is_last => prompts,
            Status::Waiting(_) | Status::Over(_) => Vec::new(),
        };
        let is_own = |seat: Seat| *plays == Some(seat) || beside.contains(&seat);
        let mut own = Vec::new();
        for prompt in prompts.iter().filter(|prompt| is_own(prompt.seat)) {
            own.extend(asked_seat(tx, *chat, loaded, prompt)?);
        }
        // At a shared screen a private choice waits until somebody takes it.
        let asks = match &own[..] {
            [only] if plays.is_some() || !only.private => Some(only.clone()),
            _ => None,
        };
        let alone = if let [only] = beside[..] { Some(only) } else { None };
        let seat = plays.or(asks.as_ref().map(|asked| asked.seat)).or(alone);
        // The board doesn't turn before those who look on.
        let eye = seat.unwrap_or_else(|| loaded.view_for(Seat::First));
        let stranger = matches!(viewer, BoardViewer::Anyone(_));
        let facing = match loaded.people.get(eye).settings.get(&ORIENTATION) {
            Orientation::First if !stranger => Seat::First,
            Orientation::Second if !stranger => Seat::Second,
            Orientation::Mover | Orientation::First | Orientation::Second => eye,
        };
        let facing = near.unwrap_or(facing);
        let earlier = if is_last { None } else { Some(table_after(loaded.game(), &found)?) };
        let table = earlier.as_deref().unwrap_or(loaded.table.as_ref());
        let chooses = asks.as_ref().is_some_and(|asked| !asked.private);
        let mut scene = scene_at(loaded, table, (facing, chooses), is_last);
        // Clocks belong to the present, and to those who are there.
        let mut left = BySeat::new(|_| None);
        if is_last && !stranger {
            left = BySeat::new(|seat| timing::seconds_at(loaded, seat, now));
            for seat in Seat::BOTH {
                let side = scene.sides.get_mut(seat);
                side.clock = timing::clock_at(loaded, seat, now);
                side.left = timing::share_left_at(loaded, seat, now);
            }
        }
        let at = StepKey { step, take: found.take };
        Ok(Some(SeenStep { at, earlier, prompts, own, asks, seat, eye, scene, left, seen }))
    }

    fn is_last(&self) -> bool {
        self.at.step == self.seen.loaded.step.step
    }
}

/// Returns who is asked; none for the bot or a room.
fn asked_seat(
    tx: &Tx<'_>,
    chat: Chat,
    loaded: &LoadedMatch,
    prompt: &Prompt,
) -> Result<Option<AskedSeat>, RequestError> {
    if !loaded.decider(prompt.seat).is_person() {
        return Ok(None);
    }
    let name = clean_name(loaded.names.get(prompt.seat));
    let handle = tx.handle_in(chat, *loaded.row.seats.get(prompt.seat))?.unwrap_or_default();
    Ok(Some(AskedSeat { seat: prompt.seat, handle, name, private: prompt.kind.is_private() }))
}

/// Returns a match as `viewer` may see it, after a step, or after the last one; none if there is no such match or step, or they may not see it.
/// Unknown, private and ended addresses give the same result.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn board_page(
    features: &'static Features,
    tx: &Tx<'_>,
    (chat, viewer): (Chat, &BoardViewer),
    wish: BoardWish,
    now: i64,
) -> Result<Option<BoardPage>, RequestError> {
    let Some(shown) = SeenStep::of(features, tx, (chat, viewer), wish, now)? else {
        return Ok(None);
    };
    let is_last = shown.is_last();
    let SeenStep { seen, at, earlier, prompts, own, asks, seat, eye, scene, left } = shown;
    let SeenMatch { loaded, chat, plays, beside } = seen;
    let (of, last) = (loaded.row.id, loaded.step.step);
    let from = at.step.saturating_sub(TOLD / 2).min((last + 1).saturating_sub(TOLD));
    let steps = tx.steps_between(of, from, from + TOLD - 1)?;
    let told: Result<Vec<(u32, String)>, RequestError> =
        steps.iter().map(|step| Ok((step.step, numbered_line(&loaded, step)?))).collect();
    let in_private = own.into_iter().filter(|asked| asked.private && asks.is_none());
    let in_private = in_private.map(|asked| (asked.handle, asked.name)).collect();
    let settings = &loaded.people.get(eye).settings;
    let stranger = matches!(viewer, BoardViewer::Anyone(_));
    let theme = if stranger { String::new() } else { settings.get(&THEME) };
    // The end of a match tells everybody what was secret.
    let has_secrets = is_last && loaded.row.end.is_none();
    let hand = plays.filter(|_| has_secrets);
    let hand =
        hand.and_then(|seat| Some((clean_name(loaded.names.get(seat)), loaded.table.hand(seat)?)));
    let secrets = if has_secrets { secrets(tx, chat, &loaded, &beside)? } else { Vec::new() };
    let sides = loaded.game().sides();
    let verdict = loaded.row.end.as_ref();
    let verdict = verdict.map(|end| telling::end::verdict(&loaded, end)).transpose()?;
    let outcome = loaded.row.end.as_ref().and_then(|end| end.outcome.as_ref());
    let moved = match loaded.step.seat {
        Some(seat) => tx.handle_in(chat, *loaded.row.seats.get(seat))?,
        None => None,
    };
    let reading = plays.and(settings.get(&READING)).unwrap_or_default();
    let winner = outcome.and_then(|it| it.winner);
    let asked = prompts.iter().map(|prompt| asked_line(&loaded, plays, prompt)).collect();
    let players = Seat::BOTH.map(|seat| (clean_name(loaded.names.get(seat)), sides[seat.index()]));
    let (game, goal) = (loaded.game(), goal_of(features, &loaded.row.terms));
    let table = earlier.unwrap_or(loaded.table);
    Ok(Some(BoardPage {
        of,
        game,
        at,
        last,
        left,
        goal,
        players,
        // Several people look at one screen.
        alt: scene::read_aloud(&scene, reading),
        scene,
        theme,
        told: told?,
        asked,
        asks,
        in_private,
        secrets,
        shared: !beside.is_empty(),
        hand,
        verdict,
        winner,
        film: film_length(table.as_ref()),
        seat,
        moved,
        table,
    }))
}

/// Returns the board that [`board_page`] shows.
///
/// # Errors
/// As [`board_page`].
pub fn seen_board(
    features: &Features,
    tx: &Tx<'_>,
    viewer: (Chat, &BoardViewer),
    wish: BoardWish,
    now: i64,
) -> Result<Option<SeenBoard>, RequestError> {
    let shown = SeenStep::of(features, tx, viewer, wish, now)?;
    Ok(shown.map(|SeenStep { seen, at, earlier, asks, seat, scene, .. }| {
        let SeenMatch { loaded, beside, .. } = seen;
        let (of, game, shared) = (loaded.row.id, loaded.game(), !beside.is_empty());
        let table = earlier.unwrap_or(loaded.table);
        SeenBoard { of, game, at, scene, asks, seat, shared, table }
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

/// Returns the film of a step, as [`board_page`] shows the match; none if it has none.
///
/// # Errors
/// As [`board_page`].
pub fn board_film(
    features: &Features,
    tx: &Tx<'_>,
    viewer: (Chat, &BoardViewer),
    wish: BoardWish,
    now: i64,
) -> Result<Option<Reel>, RequestError> {
    let Some(shown) = SeenStep::of(features, tx, viewer, wish, now)? else { return Ok(None) };
    let SeenStep { seen: SeenMatch { loaded, .. }, earlier, scene, .. } = shown;
    let table = earlier.unwrap_or(loaded.table);
    if film_length(table.as_ref()).is_none() {
        return Ok(None);
    }
    let names = BySeat::new(|seat: Seat| clean_name(loaded.names.get(seat)));
    let (film, facing) = (table.film(), scene.facing);
    let moment = table.moment(Observer { viewer: Viewer::Room, names: &names });
    let moment = moment.map(|moment| Scene { facing, ..moment });
    Ok(Some(Reel::Step(Box::new(Shown { scene, film, moment }))))
}

/// Returns a match as a film, as everyone may see it who sees the match.
///
/// # Errors
/// As [`board_page`].
pub fn match_film(
    features: &Features,
    tx: &Tx<'_>,
    viewer: (Chat, &BoardViewer),
    of: MatchId,
) -> Result<Option<Reel>, RequestError> {
    let Some(SeenMatch { loaded, .. }) = SeenMatch::of(features, tx, viewer, of)? else {
        return Ok(None);
    };
    let last = loaded.step.step;
    let mut shown = Vec::new();
    for step in tx.some_steps(loaded.row.id, 0, last, last.div_ceil(MOST_PICTURES))? {
        let table = table_after(loaded.game(), &step)?;
        let moment = table.moment(Observer { viewer: Viewer::Room, names: &loaded.names });
        let facing = loaded.view_for(Seat::First);
        let moment = moment.map(|scene| Scene { facing, ..scene });
        let scene = scene_at(&loaded, table.as_ref(), (facing, false), step.step == last);
        shown.push(Shown { scene, film: table.film(), moment });
    }
    Ok(Some(Reel::Match { shown, speed: 100 }))
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

/// Lists the running matches of a viewer, those that wait for them first, then their last ones that are over, and the running ones of the
/// room that they may look on.
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
    let people = people_of(tx, chat, viewer)?;
    let mut rows = Vec::new();
    for person in &people {
        rows.extend(tx.running_of(*person)?);
        rows.extend(tx.finished_of(*person, None, ENDED)?);
    }
    if let Some(room) = tx.room_by_handle(chat, room)? {
        rows.extend(tx.running_in(room.id)?);
    }
    rows.sort_by_key(|row| row.id);
    rows.dedup_by_key(|row| row.id);
    let mut listed = Vec::new();
    for row in rows {
        let seats: Vec<Seat> =
            Seat::BOTH.into_iter().filter(|seat| people.contains(row.seats.get(*seat))).collect();
        if row.terms.private && seats.is_empty() {
            continue;
        }
        let turn = seats.iter().any(|seat| *row.waiting.get(*seat));
        let mover = seats.iter().copied().chain(Seat::BOTH).find(|seat| *row.waiting.get(*seat));
        // Of a match at this screen both are named.
        let alone = if let [only] = seats[..] { Some(only) } else { None };
        let mut names = Vec::new();
        for seat in Seat::BOTH.into_iter().filter(|seat| Some(*seat) != alone) {
            names.push(clean_name(&tx.person_in(chat, *row.seats.get(seat))?.name));
        }
        let clock = mover.and_then(|seat| timing::time_in_short(&row, seat, now));
        let own = !seats.is_empty();
        let (over, result) = match &row.end {
            Some(end) => (-end.at, Some(words::ended_for(end.outcome.as_ref(), alone, &names))),
            None => (over(&row, mover), None),
        };
        let listed_match =
            ListedMatch { of: row.id, game: row.terms.game, names, own, turn, clock, result };
        listed.push((listed_match, over));
    }
    listed.sort_by_key(|(listed, over)| {
        (!listed.own, listed.result.is_some(), !listed.turn, *over, listed.of)
    });
    Ok(listed.into_iter().map(|it| it.0).collect())
}

/// Returns whose matches a viewer has: the one who speaks, or everybody at their screen.
pub(super) fn people_of(
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
) -> Result<Vec<PersonId>, RequestError> {
    if let Some(person) = person_of(tx, chat, viewer)? {
        return Ok(vec![person]);
    }
    let mut out = Vec::new();
    if let BoardViewer::AtScreen { speaks: None, people } = viewer {
        for handle in people {
            out.extend(tx.person_by_handle(chat, handle)?.map(|it| it.id));
        }
    }
    Ok(out)
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
        BoardViewer::Anyone(_) => None,
    })
}

/// Says who has to do what, to the player as "you".
fn asked_line(loaded: &LoadedMatch, plays: Option<Seat>, prompt: &Prompt) -> String {
    let who = if plays == Some(prompt.seat) {
        words::you(loaded.game().sides()[prompt.seat.index()])
    } else {
        loaded.titled(prompt.seat)
    };
    let said = format!("{who}: {}", prompt.ask);
    engine::quote::sentence(said)
}

/// Says how one wins a match, in a sentence of the answer to that question.
fn goal_of(features: &'static Features, terms: &Terms) -> &'static str {
    let answers = features.house().index().answers().iter();
    let about = AskedAbout::Game(terms.game);
    let mut goals = answers.filter(|answer| {
        answer.about == about && answer.name.eq_ignore_ascii_case(words::HOW_TO_WIN)
    });
    let asked = AskedWords::read("", &[], features.house().spelling());
    let told = goals.next().and_then(|it| it.told(Some(&agreed(terms)), &asked));
    match told {
        Some((_, AnswerText::Says(says))) => says.split_inclusive(". ").next().unwrap_or(says),
        Some((_, AnswerText::Tells(_))) | None => "",
    }
}

/// Shows a position as everyone may see it from a side, with the pieces that may move if somebody chooses, and without clocks.
fn scene_at(
    loaded: &LoadedMatch,
    table: &dyn Table,
    (facing, chooses): (Seat, bool),
    is_last: bool,
) -> Scene {
    let to = Observer { viewer: Viewer::Room, names: &loaded.names };
    let mut scene = if chooses { table.show_chosen(to, "") } else { table.show(to) };
    scene.facing = facing;
    if is_last && let (Some(_), Some(ending)) = (&loaded.row.end, loaded.row.match_rules.ending()) {
        scene.end(ended(ending, &loaded.names, loaded.game().sides()));
    }
    scene
}
