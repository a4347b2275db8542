//! What the picture shows.
use super::{
    Action, BallTransfer, Event, Metasoccer, Phase, PlayKind,
    dice::{Chess, Risk, Roll},
    field::{FieldSize, Spot},
    squad::Id,
};
use crate::{
    game::empty_scene,
    scene::{
        At, Cell, Ink, Item, Pick, Scene, Surface, arrow,
        pitch::{Face, Pitch, PlayerItem, Restart, TimerItem, Track, Trail, Turf},
    },
    seat::{BySeat, Observer, Seat},
};

impl Metasoccer {
    /// Returns where the timer stands on the border.
    pub(super) fn timer(&self) -> Option<Spot> {
        let track = self.options.field.track();
        track.get(usize::from(self.counter) % track.len().max(1)).copied()
    }

    /// Tells whether a pass is still possible, so that offside matters.
    fn may_yet_pass(&self) -> bool {
        let open = match (&self.phase, self.play.kind, self.play.roll) {
            (_, PlayKind::Corner | PlayKind::KickOff, _) => false,
            (Phase::Act, _, Some(Roll::Risk(Risk::Pass, _))) => true,
            (_, PlayKind::Penalty, _) => false,
            (Phase::Roll, _, _) => true,
            (Phase::Act, _, Some(Roll::Chess(..) | Roll::Risk(Risk::Joker, _))) => true,
            _ => false,
        };
        open && self.attacks() && !self.throws_in() && !self.play.passed
    }

    /// Returns after how many plays the match ends, as things stand; none if only a goal ends it.
    fn plays(&self) -> Option<u16> {
        // Extra time begins when the timer has run out, not while it runs.
        let extra = self.options.plays <= self.counter && !self.is_after_time();
        self.options.last_play(extra && self.score.first == self.score.second)
    }

    /// Counts the plays left by the timer; none if only a goal ends the match.
    pub(super) fn plays_left(&self) -> Option<u16> {
        Some(self.plays()?.saturating_sub(self.counter))
    }
}

/// Shows the field after `last`.
pub(super) fn show(game: &Metasoccer, last: &[Event], to: Observer<'_>) -> Scene {
    let play = latest(last);
    let board = Surface::Pitch(Box::new(pitch(game, play)));
    let mut scene = empty_scene(game, board, last, to);
    scene.facing = to.facing(game.asked().unwrap_or(game.play.side));
    // The home side wears the light shirts.
    (scene.sides.first.ink, scene.sides.second.ink) = (Ink::Light, Ink::Dark);
    scene.items.extend(scored(game, play));
    scene.last = play.iter().filter_map(|it| super::words::tell::tell(game, it, to)).collect();
    scene
}

/// Returns the events since the start of the latest play with any, for the
/// player who is next.
fn latest(last: &[Event]) -> &[Event] {
    let begins: Vec<usize> = last
        .iter()
        .enumerate()
        .filter(|&(_, event)| matches!(event, Event::Began { .. }))
        .map(|it| it.0)
        .collect();
    let starts = begins.iter().rev().copied().chain([0]);
    let busy = |from: &usize| last[*from..].iter().any(|event| trail(event).is_some());
    let from = starts.into_iter().find(busy).unwrap_or(0);
    &last[from..]
}

/// Drops what happened before both sides lined up again: nobody stands at the ends of those arrows
/// now.
fn since_line_up(play: &[Event]) -> &[Event] {
    let lined_up = play.iter().rposition(|event| matches!(event, Event::LinedUp { .. }));
    lined_up.map_or(play, |at| &play[at + 1..])
}

/// Shows a goal: where everyone stood when the ball went in. `game` is from before the step.
pub(super) fn moment(game: &Metasoccer, last: &[Event], to: Observer<'_>) -> Option<Scene> {
    let goal = last.iter().rposition(|event| matches!(event, Event::Goal { .. }))?;
    let Event::Goal { to: scorer, at } = &last[goal] else { return None };
    let mut scene = show(game, &last[..=goal], to);
    let Surface::Pitch(pitch) = &mut scene.board else { return None };
    // The game is from before the step, so players and ball are moved to where it took them.
    for trail in &pitch.trails {
        let (Some(from), Some(end)) = (trail.cells.first(), trail.cells.last()) else { continue };
        let moves = !matches!(trail.kind, Track::Pass | Track::Flight);
        for player in pitch.players.iter_mut().filter(|it| it.at == *from) {
            if moves { player.at = *end } else { player.ball = false }
        }
    }
    pitch.loose = pitch.players.iter().all(|it| !it.ball).then(|| cell(*at));
    *pitch.goals.get_mut(*scorer) += 1;
    (pitch.offside, pitch.restart) = (None, None);
    let said = banner(*pitch.goals.get(Seat::First), *pitch.goals.get(Seat::Second));
    scene.items = vec![said];
    // The caption says it.
    scene.last.pop();
    scene.caption = super::words::tell::tell(game, &last[goal], to).unwrap_or_default();
    for seat in Seat::BOTH {
        scene.sides.get_mut(seat).to_move = false;
    }
    Some(scene)
}

/// Announces the score if the shown play brought a goal.
fn scored(game: &Metasoccer, play: &[Event]) -> Option<Item> {
    let goal = play.iter().any(|event| matches!(event, Event::Goal { .. }));
    goal.then(|| banner(game.score.first.into(), game.score.second.into()))
}

/// Announces a goal with the score it brought.
fn banner(first: u32, second: u32) -> Item {
    Item::Banner(format!("GOAL {first}:{second}"))
}

/// Says which checker an action moves, or from where the ball goes, and where to.
pub(super) fn pick(game: &Metasoccer, action: &Action) -> Option<Pick> {
    let at = |spot: Spot| At::Cell(cell(spot));
    let ball = game.squad.ball_at().map(at);
    let pick =
        |from: Option<At>, to: Spot| Some(Pick { from, to: vec![at(to)], ..Pick::default() });
    let standing = |number: u8| game.asked().and_then(|seat| game.squad.at(Id { seat, number }));
    match action {
        Action::Move { from, to, aside: _ } | Action::Fly { from, way: _, pass: to } => {
            pick(Some(at(*from)), *to)
        }
        Action::Dribble(path) => pick(path.first().map(|it| at(*it)), *path.last()?),
        Action::Pass(to) | Action::Throw(to) | Action::Shoot(to) => pick(ball, *to),
        Action::Steal(from) => pick(Some(at(*from)), game.squad.ball_at()?),
        Action::Goalie(to) | Action::To(to) => pick(None, *to),
        Action::Kicker { number, to } => pick(standing(*number).map(at), *to),
        Action::Taker(number) | Action::Pick(number) | Action::Expel(number) => {
            Some(Pick::target(cell(standing(*number)?)))
        }
        Action::Boot { .. } => Some(Pick { from: ball, ..Pick::default() }),
        Action::Ready
        | Action::Auto(_)
        | Action::Form(_)
        | Action::Roll(_)
        | Action::Keep
        | Action::End => None,
    }
}

/// Draws a suggested action: the way of a checker or of the ball.
pub(super) fn draw_choice(game: &Metasoccer, scene: &mut Scene, action: &Action) {
    let Some(drawn) = pick(game, action) else { return };
    let carries = |from: &Spot| game.squad.ball_at() == Some(*from);
    let run = |from: &Spot| if carries(from) { Track::Carry } else { Track::Run };
    let kind = match action {
        Action::Move { from, .. } | Action::Fly { from, .. } => run(from),
        Action::Dribble(path) => path.first().map_or(Track::Run, run),
        Action::Steal(_) => Track::Steal,
        Action::Boot { .. } | Action::Throw(_) | Action::Shoot(_) => Track::Flight,
        Action::Pass(_) => Track::Pass,
        _ => Track::Run,
    };
    let cells = match (action, drawn.from, drawn.to.first()) {
        (Action::Dribble(path), _, _) => path.iter().map(|it| cell(*it)).collect(),
        (_, Some(At::Cell(from)), Some(At::Cell(to))) => vec![from, *to],
        _ => Vec::new(),
    };
    if let Surface::Pitch(pitch) = &mut scene.board
        && 1 < cells.len()
    {
        pitch.trails.push(Trail { kind, cells });
    }
    arrow(scene, &drawn);
}

fn cell(at: Spot) -> Cell {
    let within = |n: i8| u8::try_from(n).unwrap_or_default();
    Cell { column: within(at.x), row: within(at.y) }
}

fn pitch(game: &Metasoccer, play: &[Event]) -> Pitch {
    let loose = match game.phase {
        Phase::Pick { at, .. } => at,
        _ => None,
    };
    let side = game.play.side;
    let line = game
        .offside_rank(side)
        .filter(|&rank| rank < game.options.field.ranks() && game.may_yet_pass());
    Pitch {
        turf: turf(game.options.field),
        players: Id::all().filter_map(|id| player(game, id, loose.is_none())).collect(),
        trails: since_line_up(play).iter().filter_map(trail).chain(theft(game)).collect(),
        loose: loose.map(cell),
        offside: line
            .map(|rank| (side, cell(Spot { x: 0, y: game.options.field.rank(side, rank) }).row)),
        timer: TimerItem {
            done: game.counter.into(),
            of: game.plays().map(u32::from),
            at: game.timer().map_or(Cell { column: 0, row: 0 }, cell),
        },
        goals: BySeat::new(|seat| (*game.score.get(seat)).into()),
        sent_off: BySeat::new(|seat| (*game.squad.expelled.get(seat)).into()),
        restart: restart(game),
        dice: dice(game, play),
        stale: game.play.roll.is_none(),
        allows: allows(game),
    }
}

fn player(game: &Metasoccer, id: Id, owned: bool) -> Option<PlayerItem> {
    Some(PlayerItem {
        at: cell(game.squad.at(id)?),
        seat: id.seat,
        shirt: id.shirt(),
        goalie: id.is_goalie(),
        ball: owned && game.squad.ball == Some(id),
    })
}

fn turf(field: FieldSize) -> Turf {
    let column = |n: i8| u8::try_from(n).unwrap_or_default();
    let span = |y: i8, fits: fn(FieldSize, Spot) -> bool| {
        let all: Vec<i8> = (1..=field.files()).filter(|&x| fits(field, Spot { x, y })).collect();
        (column(all.first().copied().unwrap_or(1)), column(all.last().copied().unwrap_or(1)))
    };
    let deep = (1..=field.ranks())
        .take_while(|&y| field.in_box(Seat::First, Spot { y, ..field.centre() }));
    Turf {
        files: column(field.files()),
        ranks: column(field.ranks()),
        goal: span(0, |field, at| field.goal(at).is_some()),
        area: span(1, |field, at| field.in_box(Seat::First, at)),
        deep: u8::try_from(deep.count()).unwrap_or_default(),
        mark: column(field.mark(Seat::First).y),
        near: Seat::First,
    }
}

/// Returns the path of an event, if it has one.
fn trail(event: &Event) -> Option<Trail> {
    let (kind, spots) = match event {
        Event::Moved { path, ball, .. } => {
            (if *ball { Track::Carry } else { Track::Run }, path.clone())
        }
        Event::Pushed { from, to, .. } => (Track::Push, vec![*from, *to]),
        Event::Passed { start, end, how, .. } => match how {
            BallTransfer::Pass | BallTransfer::Fly | BallTransfer::Hand | BallTransfer::Throw => {
                (Track::Pass, vec![*start, *end])
            }
        },
        Event::Flew { start, end, .. } => (Track::Flight, vec![*start, *end]),
        Event::Landed { from, at, .. } if from != at => (Track::Run, vec![*from, *at]),
        _ => return None,
    };
    Some(Trail { kind, cells: spots.into_iter().map(cell).collect() })
}

/// Returns the path of a thief that has won the ball but doesn't have it yet.
fn theft(game: &Metasoccer) -> Option<Trail> {
    let Phase::Robbed { thief, .. } = game.phase else { return None };
    let spots = [game.squad.at(thief)?, game.squad.ball_at()?];
    Some(Trail { kind: Track::Steal, cells: spots.into_iter().map(cell).collect() })
}

/// Returns how the current play began, until the match is over.
fn restart(game: &Metasoccer) -> Option<Restart> {
    if matches!(game.phase, Phase::Over(_)) {
        return None;
    }
    let kind = game.play.kind;
    let rule = kind.rule()?;
    Some(Restart { seat: game.play.side, name: kind.noun().to_owned(), rule: rule.to_owned() })
}

/// Returns the dice of the current play, or those of the shown play.
fn dice(game: &Metasoccer, play: &[Event]) -> Option<(Seat, Vec<Face>)> {
    let shown = play.iter().rev().find_map(|event| match event {
        Event::Rolled { side, roll } => Some((*side, *roll)),
        _ => None,
    });
    let now = game.play.roll.map(|roll| (game.play.side, roll));
    now.or(shown).map(|(seat, roll)| (seat, faces(roll)))
}

/// Says what the current roll allows.
pub(super) fn allows(game: &Metasoccer) -> String {
    let Some(roll) = game.play.roll.filter(|_| game.phase == Phase::Act) else {
        return String::new();
    };
    let n = game.number();
    match roll {
        Roll::Chess(Chess::King, _) if game.play.kind == PlayKind::Penalty => {
            "one square".to_owned()
        }
        Roll::Chess(Chess::King, _) if game.throws_in() => "a throw by one square".to_owned(),
        Roll::Chess(Chess::King, _) if game.attacks() => {
            format!("a dribble of up to {n} steps with the ball")
        }
        Roll::Chess(Chess::King, _) => "one square in any direction".to_owned(),
        Roll::Chess(Chess::Queen, _) => format!("straight and diagonal runs of exactly {n}"),
        Roll::Chess(Chess::Bishop, _) => format!("diagonal runs of exactly {n}"),
        Roll::Chess(Chess::Rook, _) => format!("runs of exactly {n} along ranks and files"),
        Roll::Chess(Chess::Knight, _) => "jumps of two squares and one aside".to_owned(),
        Roll::Chess(Chess::Pawn, _) => "one square forward, also diagonally".to_owned(),
        Roll::Risk(Risk::Joker, _) => format!("any one chess face for the carrier, with {n}"),
        Roll::Risk(Risk::Double, _) => "the carrier two jumps".to_owned(),
        Roll::Risk(Risk::Pass, _) => "a pass to any onside checker".to_owned(),
        Roll::Risk(Risk::Boot, _) => format!("a boot by {n}, or by two new dice"),
        Roll::Risk(Risk::Turnover | Risk::Penalty, _) | Roll::Numbers(..) => String::new(),
    }
}

fn faces(roll: Roll) -> Vec<Face> {
    match roll {
        Roll::Chess(face, number) => {
            let face = match face {
                Chess::King => Face::King,
                Chess::Queen => Face::Queen,
                Chess::Bishop => Face::Bishop,
                Chess::Knight => Face::Knight,
                Chess::Rook => Face::Rook,
                Chess::Pawn => Face::Pawn,
            };
            vec![face, Face::Number(number)]
        }
        Roll::Risk(face, number) => {
            let face = match face {
                Risk::Joker => Face::Joker,
                Risk::Double => Face::DoubleKnight,
                Risk::Pass => Face::Pass,
                Risk::Boot => Face::Boot,
                Risk::Turnover => Face::Turnover,
                Risk::Penalty => Face::Penalty,
            };
            vec![face, Face::Number(number)]
        }
        Roll::Numbers(one, other) => vec![Face::Number(one), Face::Number(other)],
    }
}
