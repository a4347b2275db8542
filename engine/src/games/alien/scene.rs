//! What the picture shows.
use super::{
    Action, Alien, AlienSquare, Binding, BoardRim, Card, CardPlay, Edge, End, Event, Phase, Planet,
    Ray, Stack, options::KINGS, words::tell::tell,
};
use crate::{
    game::empty_scene,
    quote::counted,
    scene::{
        self, CardFace, Cell, Count, Emblem, Grid, Ground, Item, Mark, Panel, Patch, Pick, Scene,
        Surface, Tally,
    },
    seat::{BySeat, Observer, Seat, Viewer},
};

/// Shows the board after `last`.
pub(super) fn show(game: &Alien, last: &[Event], to: Observer<'_>) -> Scene {
    let last = this_turn(game, last);
    let board = Surface::Squares(Grid {
        columns: 8,
        rows: 8,
        // Where White sits at first; turning the board leaves the squares where they are.
        near: Seat::Second,
        numbered: false,
        ground: Ground::Moon,
    });
    let mut scene = empty_scene(game, board, last, to);
    scene.facing = to.facing(game.seat());
    scene.items = items(game, last);
    for seat in Seat::BOTH {
        scene.sides.get_mut(seat).tallies = tallies(game, seat);
    }
    scene.panels = panels(game, last, to);
    scene.last = lines(game, last, to);
    scene
}

/// Shows a planet's condition met, as many crowns as win, a side's last checker lost, or a new king.
pub(super) fn moment(game: &Alien, last: &[Event], to: Observer<'_>) -> Option<Scene> {
    let ended = last.iter().any(|event| matches!(event, Event::Revealed { .. }));
    let end = match game.phase {
        Phase::Over(End::Planet(_, planet)) if ended => {
            Some(format!("PLANET {}", planet.name().to_uppercase()))
        }
        Phase::Over(End::Kings(_)) if ended => Some(crowns(KINGS)),
        Phase::Over(End::Crowned(_, kings)) if ended => Some(crowns(kings)),
        Phase::Over(End::Bare(_) | End::Desert) if ended => Some("LAST CHECKER GONE".to_owned()),
        _ => None,
    };
    let crown = last.iter().rev().find_map(|event| match event {
        Event::Crowned { seat: _, at } => Some(format!("NEW KING: {at}")),
        _ => None,
    });
    Some(show(game, last, to).under(end.or(crown)?))
}

/// Returns the banner for so many kings.
fn crowns(kings: u8) -> String {
    format!("{} CROWNS", counted(kings.into()).to_uppercase())
}

/// Leaves out the turn before once this turn has a move and a card, because two paths on one board
/// are confusing.
fn this_turn<'a>(game: &Alien, last: &'a [Event]) -> &'a [Event] {
    let up = match game.phase {
        Phase::Card | Phase::Doom | Phase::Cheat | Phase::Crown { .. } | Phase::Over(_) => {
            last.iter().rposition(|event| matches!(event, Event::TurnedUp { .. }))
        }
        Phase::Move => None,
    };
    let moved =
        up.and_then(|up| last[..up].iter().rposition(|event| matches!(event, Event::Moved { .. })));
    &last[moved.unwrap_or(0)..]
}

/// Says what an action is about on the board.
pub(super) fn pick(game: &Alien, seat: Seat, action: &Action) -> Option<Pick> {
    match action {
        Action::Move(travel) => Some(Pick {
            captures: travel.jumps,
            ..Pick::from_to(cell(travel.from), cell(travel.to()))
        }),
        Action::Card(play) => pick_play(game, seat, play),
        Action::Crown(at) => Some(Pick::target(cell(*at))),
        Action::Doom(way) => Some(pick_all(game.field.entered(*way))),
        Action::Order(_) => None,
    }
}

/// Picks several squares, any of which means the choice.
fn pick_all(squares: Vec<AlienSquare>) -> Pick {
    let to = squares.into_iter().map(|square| scene::At::Cell(cell(square))).collect();
    Pick { to, ..Pick::default() }
}

fn pick_play(game: &Alien, seat: Seat, play: &CardPlay) -> Option<Pick> {
    match play {
        CardPlay::Flood(at)
        | CardPlay::Fire(at)
        | CardPlay::Revive(at)
        | CardPlay::Hippo(at)
        | CardPlay::Snookle(at)
        | CardPlay::Fate(at)
        | CardPlay::Ring(at) => Some(Pick::target(cell(*at))),
        CardPlay::Place(at) | CardPlay::Antimatter(at) => {
            let (column, row) = (at.file(), at.rank());
            let all = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let cells = all.map(|(right, up)| Cell { column: column + right, row: row + up });
            let own = game.field.of(seat).map(|(square, _)| cell(square));
            let takes = matches!(play, CardPlay::Antimatter(_));
            let loses = own.filter(|own| takes && cells.contains(own)).collect();
            let to = cells.map(scene::At::Cell).to_vec();
            Some(Pick { to, loses, ..Pick::default() })
        }
        CardPlay::Emperor { pawn: from, king: to }
        | CardPlay::Shift { from, to }
        | CardPlay::Wormhole { from, to }
        | CardPlay::Queen { from, to } => Some(Pick::from_to(cell(*from), cell(*to))),
        CardPlay::Reshuffle(travel) | CardPlay::Leap(travel) => {
            Some(Pick::from_to(cell(travel.from), cell(travel.to())))
        }
        CardPlay::Double { lifted, travel } => {
            Some(Pick::from_to(cell(*lifted), cell(travel.to())))
        }
        CardPlay::Shove(way) | CardPlay::Doom(way) => Some(pick_all(game.field.entered(*way))),
        CardPlay::Rotate { clockwise } => Some(pick_all(game.far_row(seat, *clockwise))),
        CardPlay::Wanderlust
        | CardPlay::Build(_)
        | CardPlay::Raze(_)
        | CardPlay::Cheater
        | CardPlay::Nothing(_) => None,
    }
}

pub(super) fn cell(square: AlienSquare) -> Cell {
    Cell { column: square.file(), row: square.rank() }
}

/// Lists what lies on the board, the lowest first.
fn items(game: &Alien, last: &[Event]) -> Vec<Item> {
    let field = &game.field;
    let patch = |patch| move |at| Item::Patch { at: cell(at), patch };
    let mut items: Vec<Item> = field.water.squares().map(patch(Patch::Water)).collect();
    items.extend(field.fire.squares().map(patch(Patch::Fire)));
    items.extend(field.monolith.map(|square| Item::Block { at: cell(square) }));
    for seat in Seat::BOTH {
        items.push(Item::Home { seat, rim: rim(game.home_of(seat)) });
        items.extend(field.walls(seat).map(|it| wall(it, seat, last)));
    }
    items.extend(last.iter().filter_map(path));
    let waiting = BySeat::new(|seat| game.ready(seat));
    items.extend(field.stacks().map(|(at, it)| standing(at, it, &waiting)));
    if game.phase == Phase::Move
        && let Some(Binding::Fate(at)) = game.binding(&game.moves())
    {
        items.push(Item::Bound { at: cell(at) });
    }
    let fresh: Vec<Item> = last.iter().flat_map(news).collect();
    for item in fresh {
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}

fn standing(at: AlienSquare, stack: &Stack, waiting: &BySeat<Vec<AlienSquare>>) -> Item {
    let Stack { seat, height, rings, snookles, hippo, waits: _ } = *stack;
    Item::Stack {
        at: cell(at),
        seat,
        height,
        rings: rings.into(),
        snookles: snookles.into(),
        hippo,
        waits: waiting.get(seat).contains(&at),
    }
}

fn wall(edge: Edge, seat: Seat, last: &[Event]) -> Item {
    let one = edge.square();
    let other = one.step(if edge.is_upright() { Ray::Right } else { Ray::Up }).unwrap_or(one);
    let builds = |event: &Event| matches!(event, Event::Played { play: CardPlay::Build(edges), .. } if edges.contains(&edge));
    Item::Wall { between: [cell(one), cell(other)], seat, fresh: last.iter().any(builds) }
}

fn rim(rim: BoardRim) -> scene::Rim {
    match rim {
        BoardRim::South => scene::Rim::South,
        BoardRim::East => scene::Rim::East,
        BoardRim::North => scene::Rim::North,
        BoardRim::West => scene::Rim::West,
    }
}

/// Shows the path of a checker that moved.
fn path(event: &Event) -> Option<Item> {
    let cells = match event {
        Event::Moved { travel, .. } => {
            [travel.from].into_iter().chain(travel.path.iter().copied()).map(cell).collect()
        }
        Event::Played {
            play:
                CardPlay::Shift { from, to }
                | CardPlay::Wormhole { from, to }
                | CardPlay::Queen { from, to },
            ..
        } => vec![cell(*from), cell(*to)],
        _ => return None,
    };
    Some(Item::Path { cells })
}

/// Lists the visible effects of an event: checkers lost, a crown, squares touched.
fn news(event: &Event) -> Vec<Item> {
    let toppled = |(at, stack): &(AlienSquare, Stack)| Item::Toppled {
        at: cell(*at),
        seat: stack.seat,
        height: stack.height,
    };
    let fresh = |at: &AlienSquare| vec![Item::Fresh { at: cell(*at), block: false }];
    let block = |at: &AlienSquare| vec![Item::Fresh { at: cell(*at), block: true }];
    match event {
        Event::Moved { taken, .. } => taken.iter().map(toppled).collect(),
        Event::Vanished { gone } => gone.iter().map(toppled).collect(),
        Event::Crumbled { at, stack, ruin: _ } => vec![toppled(&(*at, *stack))],
        Event::Crowned { seat: _, at } => {
            vec![Item::Mark { at: cell(*at), mark: Mark::Crowned }]
        }
        Event::Pushed { seat: _, from: _, to } => fresh(to),
        Event::Played { play, .. } => match play {
            CardPlay::Flood(at)
            | CardPlay::Fire(at)
            | CardPlay::Revive(at)
            | CardPlay::Hippo(at)
            | CardPlay::Snookle(at)
            | CardPlay::Ring(at)
            | CardPlay::Emperor { pawn: _, king: at }
            | CardPlay::Double { lifted: at, travel: _ } => fresh(at),
            CardPlay::Place(at) | CardPlay::Antimatter(at) => block(at),
            _ => Vec::new(),
        },
        Event::Shoved { to, .. } => block(to),
        Event::Drawn
        | Event::Dealt { .. }
        | Event::TurnedUp { .. }
        | Event::Dried { .. }
        | Event::Doused { .. }
        | Event::Crushed { .. }
        | Event::Cheated { .. }
        | Event::Shuffled { .. }
        | Event::Void { .. }
        | Event::Stuck { .. }
        | Event::Revealed { .. } => Vec::new(),
    }
}

fn tallies(game: &Alien, seat: Seat) -> Vec<Tally> {
    let standing = |wanted: u8| {
        let own = game.field.of(seat).filter(|it| it.1.height == wanted);
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    };
    let tally = |what, count| Tally { what, count };
    vec![
        tally(Count::Pawns, standing(1)),
        tally(Count::Kings, standing(2)),
        tally(Count::Emperors, standing(3)),
        tally(Count::Pool, game.pool(seat).into()),
    ]
}

fn panels(game: &Alien, last: &[Event], to: Observer<'_>) -> Vec<Panel> {
    let deck = &game.deck;
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let turned_up = last.iter().any(|event| matches!(event, Event::TurnedUp { .. }));
    // The last one is the newest, even if others are alike.
    let is_new = |n: usize| game.phase == Phase::Card && turned_up && n + 1 == deck.up.len();
    let mut panels = vec![Panel::Cards {
        faces: deck.up.iter().enumerate().map(|(n, it)| card(*it, is_new(n))).collect(),
        pile: count(deck.pile.0.len()),
        used: count(deck.spent.len()),
    }];
    let mut notes = Vec::new();
    if game.phase == Phase::Move {
        notes.extend(game.order_in_words());
    }
    match (to.viewer, game.phase) {
        (_, Phase::Over(end)) => {
            // The caption names the side that won with its planet.
            let unsaid = |side: &Seat| !matches!(end, End::Planet(seat, _) if seat == *side);
            for seat in Seat::BOTH.into_iter().filter(unsaid) {
                let of = *game.planets.0.get(seat);
                notes.push(format!("{}: {of}, {}.", to.name(seat), of.condition_of("their")));
            }
        }
        (Viewer::Seat(seat), _) => {
            let own = *game.planets.0.get(seat);
            panels.push(Panel::Own {
                face: planet(own),
                now: game.progress(own, seat).min(own.goal()),
                goal: own.goal(),
            });
            if game.sees_pile(seat) && !deck.pile.0.is_empty() {
                let card = |card: Card| (card.emblem(), card.word().to_owned());
                panels.push(Panel::Pile(deck.top_first().map(card).collect()));
            }
        }
        (Viewer::Room, _) => {}
    }
    if !notes.is_empty() {
        panels.push(Panel::Notes(notes));
    }
    panels
}

fn card(card: Card, fresh: bool) -> CardFace {
    face(card.emblem(), card.name(), card.said().effect, fresh)
}

fn planet(planet: Planet) -> CardFace {
    face(planet.emblem(), planet.name(), planet.condition(), false)
}

fn face(emblem: Emblem, name: &str, effect: &str, fresh: bool) -> CardFace {
    CardFace { emblem, name: name.to_owned(), effect: effect.to_owned(), fresh }
}

/// Writes a line for each move and each card with its effects. What is shown next to the board (the
/// card turned up, the planets at the end, a hidden checker) is left out if the lines don't fit.
fn lines(game: &Alien, last: &[Event], to: Observer<'_>) -> Vec<String> {
    let is_shown = |event: &Event| {
        matches!(event, Event::TurnedUp { .. } | Event::Revealed { .. } | Event::Vanished { .. })
    };
    let only_shown = last.iter().all(is_shown);
    let mut lines: Vec<String> = Vec::new();
    let mut before = None;
    for event in last.iter().filter(|event| only_shown || !is_shown(event)) {
        let told = match event {
            // The card beside the board says what it does.
            Event::Dealt { up } => format!("{} is face up.", up.name()),
            Event::Shuffled { up } => format!("All cards are shuffled. {} is face up.", up.name()),
            event => tell(game, event, to),
        };
        match lines.last_mut().filter(|_| follows(event, before)) {
            Some(line) => *line = format!("{line} {told}"),
            None => lines.push(told),
        }
        before = Some(event);
    }
    lines
}

/// Tells whether an event is a part of the move or card that was told before it.
fn follows(event: &Event, before: Option<&Event>) -> bool {
    match event {
        Event::Crowned { .. }
        | Event::Shoved { .. }
        | Event::Dried { .. }
        | Event::Doused { .. }
        | Event::Crushed { .. }
        | Event::Pushed { .. }
        | Event::Crumbled { .. }
        | Event::Vanished { .. }
        | Event::Void { .. } => true,
        // The second move of a card.
        Event::Moved { .. } => matches!(before, Some(Event::Played { .. })),
        Event::Drawn
        | Event::Dealt { .. }
        | Event::TurnedUp { .. }
        | Event::Played { .. }
        | Event::Cheated { .. }
        | Event::Shuffled { .. }
        | Event::Stuck { .. }
        | Event::Revealed { .. } => false,
    }
}
