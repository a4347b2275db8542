//! Captures: the chains of jumps, short and flying.
use super::{
    board::{Board, Color, Position},
    moves::{BoardRules, Move, Path, Rules},
    set::SquareSet,
    square::{Direction, Square},
};

use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};

/// Receives what the search finds. A `bool` says whether the last landing is a pit.
trait Sink {
    fn take(&mut self, chain: &Chain, falls: bool);
}

/// The jumps made so far.
struct Chain {
    from: Square,
    path: Path,
    captured: SquareSet,
}

/// What stays the same during one search.
struct CaptureSearch {
    enemy: SquareSet,
    /// Vacant squares, the start of the moving piece among them.
    vacant: SquareSet,
    pits: SquareSet,
    last_rank: SquareSet,
}

/// Keeps every capture.
struct Every<'a>(&'a mut Vec<Move>);

/// Keeps the captures that take the most.
struct Longest<'a> {
    moves: &'a mut Vec<Move>,
    most: usize,
}

/// Only counts.
struct CaptureCount(u64);

/// Lists the legal captures into `moves`.
pub(super) fn collect(law: &BoardRules, position: &Position, moves: &mut Vec<Move>) {
    if !exist(law.rules, position) {
        return;
    }
    match law.rules {
        Rules::English => short(law, position, &mut Every(moves)),
        Rules::Continental => flying(law, position, &mut Longest { moves, most: 0 }),
    }
}

/// Counts the legal captures.
pub(super) fn count(law: &BoardRules, position: &Position) -> u64 {
    match law.rules {
        Rules::English => {
            let mut count = CaptureCount(0);
            short(law, position, &mut count);
            count.0
        }
        // Which captures take the most is known only at the end.
        Rules::Continental => {
            let mut moves = Vec::new();
            collect(law, position, &mut moves);
            moves.len() as u64
        }
    }
}

/// Tells whether the side to move can capture at all.
#[inline]
pub(super) fn exist(rules: Rules, position: &Position) -> bool {
    match (rules, position.turn) {
        (Rules::English, Color::Black) => !short_starts::<true>(&position.board).is_empty(),
        (Rules::English, Color::White) => !short_starts::<false>(&position.board).is_empty(),
        (Rules::Continental, turn) => {
            let (board, enemy) = (&position.board, position.board.of(!turn));
            let vacant = !board.occupied();
            !jumpers(board.men(turn), enemy, vacant, &Direction::ALL).is_empty()
                || board.kings(turn).iter().any(|king| {
                    Direction::ALL.iter().any(|&way| {
                        first_on(SquareSet::ray(king, way), way, board.occupied()).is_some_and(
                            |over| {
                                enemy.contains(over)
                                    && !(SquareSet::of(over).step(way) & vacant).is_empty()
                            },
                        )
                    })
                })
        }
    }
}

/// Lists the directions in which a piece steps.
pub(crate) const fn ways(color: Color, king: bool) -> &'static [Direction] {
    match (king, color) {
        (true, _) => &Direction::ALL,
        (false, Color::Black) => &[SouthWest, SouthEast],
        (false, Color::White) => &[NorthWest, NorthEast],
    }
}

/// Returns the square of `set` on a ray that is nearest to the ray's start.
pub(super) fn first_on(ray: SquareSet, way: Direction, set: SquareSet) -> Option<Square> {
    if way.is_north() { (ray & set).last() } else { (ray & set).first() }
}

/// Lists the squares of a ray before the first one in `set`.
pub(super) fn until(ray: SquareSet, way: Direction, set: SquareSet) -> SquareSet {
    match first_on(ray, way, set) {
        Some(stop) => ray - SquareSet::ray(stop, way) - stop.into(),
        None => ray,
    }
}

/// Lists the pieces of `set` that have a short jump.
#[inline(always)]
fn jumpers(set: SquareSet, enemy: SquareSet, vacant: SquareSet, ways: &[Direction]) -> SquareSet {
    ways.iter().fold(SquareSet::EMPTY, |found, &way| {
        let back = way.opposite();
        found | set & (enemy & vacant.step(back)).step(back)
    })
}

#[inline(always)]
fn short_starts<const BLACK: bool>(board: &Board) -> SquareSet {
    let color = if BLACK { Color::Black } else { Color::White };
    let (enemy, vacant) = (board.of(!color), !board.occupied());
    let starts = jumpers(board.of(color), enemy, vacant, ways(color, false));
    let kings = board.kings(color);
    if kings.is_empty() {
        return starts;
    }
    starts | jumpers(kings, enemy, vacant, ways(!color, false))
}

fn short(law: &BoardRules, position: &Position, sink: &mut impl Sink) {
    // The plain game must not pay for pits, so it has its own copy of the search.
    match (position.turn, law.pits.is_empty()) {
        (Color::Black, true) => short_from::<true, false>(law, &position.board, sink),
        (Color::White, true) => short_from::<false, false>(law, &position.board, sink),
        (Color::Black, false) => short_from::<true, true>(law, &position.board, sink),
        (Color::White, false) => short_from::<false, true>(law, &position.board, sink),
    }
}

fn short_from<const BLACK: bool, const PITS: bool>(
    law: &BoardRules,
    board: &Board,
    sink: &mut impl Sink,
) {
    let color = if BLACK { Color::Black } else { Color::White };
    for from in short_starts::<BLACK>(board) {
        let search = CaptureSearch {
            enemy: board.of(!color),
            vacant: !board.occupied() | from.into(),
            pits: law.pits,
            last_rank: SquareSet::rank(color.last_rank()),
        };
        let mut chain = Chain { from, path: Path::empty(from), captured: SquareSet::EMPTY };
        if board.kings(color).contains(from) {
            search.short_jumps::<BLACK, true, PITS>(from.into(), &mut chain, sink);
        } else {
            search.short_jumps::<BLACK, false, PITS>(from.into(), &mut chain, sink);
        }
    }
}

fn flying(law: &BoardRules, position: &Position, sink: &mut Longest<'_>) {
    let Position { turn, board } = position;
    for from in board.of(*turn) {
        let search = CaptureSearch {
            enemy: board.of(!*turn),
            vacant: !board.occupied() | from.into(),
            pits: law.pits,
            last_rank: SquareSet::EMPTY,
        };
        let mut chain = Chain { from, path: Path::empty(from), captured: SquareSet::EMPTY };
        if board.kings(*turn).contains(from) {
            search.flights(from, None, &mut chain, sink);
        } else {
            search.short_jumps::<true, true, true>(from.into(), &mut chain, sink);
        }
    }
}

impl CaptureSearch {
    /// Continues with short jumps from `at`; passes the chain on when none is left.
    ///
    /// A jumped piece can't be landed on by short jumps, so it doesn't matter here whether it
    /// is removed at once.
    fn short_jumps<const BLACK: bool, const ALL_WAYS: bool, const PITS: bool>(
        &self,
        at: SquareSet,
        chain: &mut Chain,
        sink: &mut impl Sink,
    ) {
        let color = if BLACK { Color::Black } else { Color::White };
        let mut ended = true;
        for &way in ways(color, ALL_WAYS) {
            let over = at.step(way) & (self.enemy - chain.captured);
            let to = over.step(way) & self.vacant;
            let Some(landing) = to.first() else { continue };
            ended = false;
            chain.captured = chain.captured | over;
            chain.path.push(landing);
            if PITS && !(to & self.pits).is_empty() {
                sink.take(chain, true);
            } else if !ALL_WAYS && !(to & self.last_rank).is_empty() {
                sink.take(chain, false);
            } else {
                self.short_jumps::<BLACK, ALL_WAYS, PITS>(to, chain, sink);
            }
            chain.path.pop();
            chain.captured = chain.captured - over;
        }
        if ended && !chain.path.is_empty() {
            sink.take(chain, false);
        }
    }

    /// Continues a flying king's jumps from `at`, which it reached in direction `came`.
    fn flights(
        &self,
        at: Square,
        came: Option<Direction>,
        chain: &mut Chain,
        sink: &mut impl Sink,
    ) {
        let mut ended = true;
        for way in Direction::ALL {
            // Back over the piece just jumped is never possible: it is still on its square.
            if came == Some(way.opposite()) {
                continue;
            }
            ended &= !self.flight(at, way, came == Some(way), chain, sink);
        }
        if ended && !chain.path.is_empty() {
            sink.take(chain, false);
        }
    }

    /// Jumps the next piece in one direction, if possible, and tells whether it did.
    fn flight(
        &self,
        at: Square,
        way: Direction,
        straight_on: bool,
        chain: &mut Chain,
        sink: &mut impl Sink,
    ) -> bool {
        let Some(over) = first_on(SquareSet::ray(at, way), way, !self.vacant) else { return false };
        if !(self.enemy - chain.captured).contains(over) {
            return false;
        }
        let landings = until(SquareSet::ray(over, way), way, !self.vacant);
        if landings.is_empty() {
            return false;
        }
        // Straight on, every landing between the two pieces gives the same capture; the first one
        // behind the piece represents them.
        if straight_on && !self.first_floor_behind(at, way, chain) {
            return true;
        }
        chain.captured.insert(over);
        let mut left = landings;
        while let Some(landing) = first_on(left, way, left) {
            left.remove(landing);
            chain.path.push(landing);
            if self.pits.contains(landing) {
                sink.take(chain, true);
            } else {
                self.flights(landing, Some(way), chain, sink);
            }
            chain.path.pop();
        }
        chain.captured.remove(over);
        true
    }

    /// Tells whether `at` is the nearest square with a floor behind the piece last jumped.
    fn first_floor_behind(&self, at: Square, way: Direction, chain: &Chain) -> bool {
        let back = SquareSet::ray(at, way.opposite());
        let passed = until(back, way.opposite(), chain.captured);
        (passed - self.pits).is_empty()
    }
}

impl Chain {
    fn finish(&self, falls: bool) -> Move {
        Move { from: self.from, path: self.path, captured: self.captured, falls }
    }
}

impl Sink for Every<'_> {
    fn take(&mut self, chain: &Chain, falls: bool) {
        self.0.push(chain.finish(falls));
    }
}

impl Sink for Longest<'_> {
    fn take(&mut self, chain: &Chain, falls: bool) {
        let taken = chain.captured.len();
        if taken < self.most {
            return;
        }
        if self.most < taken {
            self.most = taken;
            self.moves.clear();
        }
        self.moves.push(chain.finish(falls));
    }
}

impl Sink for CaptureCount {
    fn take(&mut self, _: &Chain, _: bool) {
        self.0 += 1;
    }
}
