//! Scenes made by hand, one for each thing a picture has to show.
pub(crate) mod court;
pub(crate) mod meadow;
pub(crate) mod moon;
pub(crate) mod pitch;

use engine::{
    scene::{
        At, Cell, Count, Grid, Ground, Ink, Item, Left, Loss, Mark, Panel, Pick, Rank, Scene,
        Sector, Side, Slider, SliderPosition, Surface, Tally, Tint, highlight,
    },
    seat::{BySeat, Seat},
};

/// Black, who sits at rank 8.
const BLACK: Seat = Seat::First;
/// White, who sits at rank 1.
const WHITE: Seat = Seat::Second;

/// The knobs from the far row to the near one: name, tint, left square, right square.
const KNOBS: [(&str, Tint, &str, &str); 4] = [
    ("G2", Tint::Green, "b6", "f6"),
    ("O2", Tint::Orange, "c5", "g5"),
    ("O1", Tint::Orange, "b4", "f4"),
    ("G1", Tint::Green, "c3", "g3"),
];

/// Reads a square such as `c3`.
pub(crate) fn cell(name: &str) -> Cell {
    let [file, rank] = name.as_bytes() else { panic!("{name} is no square") };
    Cell { column: file - b'a', row: rank - b'1' }
}

/// What differs from one sample to the next.
struct Plan<'a> {
    title: &'a str,
    facing: Seat,
    turn: Option<Seat>,
    /// The black men, then the black kings, then the white ones.
    pieces: [&'a str; 4],
    notches: [SliderPosition; 4],
    moved: Option<usize>,
    wheel: Option<usize>,
    lost: [u32; 4],
    news: Vec<Item>,
    last: &'a [&'a str],
    caption: &'a str,
}

const HOME: [&str; 4] =
    ["b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6", "", "a3 c3 e3 g3 b2 d2 f2 h2 a1 c1 e1 g1", ""];

const CENTRED: [SliderPosition; 4] = [SliderPosition::Centre; 4];

fn scene(plan: Plan) -> Scene {
    let Plan { title, facing, turn, pieces, notches, moved, wheel, lost, news, last, caption } =
        plan;
    let mut items = Vec::new();
    for ((name, tint, left, right), at) in KNOBS.into_iter().zip(notches) {
        for (square, notch) in [(left, SliderPosition::Left), (right, SliderPosition::Right)] {
            let open = at == notch;
            items.push(Item::Hatch { at: cell(square), open, tint, knob: name.to_owned() });
        }
    }
    let (ways, rest): (Vec<_>, Vec<_>) =
        news.into_iter().partition(|item| matches!(item, Item::Path { .. }));
    items.extend(ways);
    let kinds = [(BLACK, Rank::Man), (BLACK, Rank::King), (WHITE, Rank::Man), (WHITE, Rank::King)];
    for ((seat, rank), squares) in kinds.into_iter().zip(pieces) {
        items.extend(squares.split_whitespace().map(|at| Item::Piece { at: cell(at), seat, rank }));
    }
    items.extend(rest);
    let side = |seat: Seat, name: &str, role: &str, ink| {
        let mine = seat.index() * 2;
        let tally = |what, count| Tally { what, count };
        let count = |at: usize| pieces[at].split_whitespace().count() as u32;
        Side {
            name: name.to_owned(),
            role: role.to_owned(),
            ink,
            to_move: turn == Some(seat),
            tallies: vec![
                tally(Count::Men, count(mine)),
                tally(Count::Kings, count(mine + 1)),
                tally(Count::Captured, lost[mine]),
                tally(Count::Fallen, lost[mine + 1]),
            ],
            clock: Some(if seat == BLACK { "2 days 4 hours" } else { "23 hours" }.to_owned()),
            left: Some(match seat {
                BLACK => Left { percent: 70, short: false },
                _ => Left { percent: 9, short: true },
            }),
        }
    };
    let sectors = [(Tint::Black, 2), (Tint::Green, 1), (Tint::Orange, 1)]
        .map(|(tint, weight)| Sector { tint, weight })
        .to_vec();
    let knobs = KNOBS.into_iter().zip(notches).enumerate().map(|(nth, (knob, at))| {
        let (name, tint, left, right) = knob;
        Slider {
            name: name.to_owned(),
            tint,
            at,
            left: cell(left),
            right: cell(right),
            moved: moved == Some(nth),
        }
    });
    Scene {
        title: title.to_owned(),
        board: Surface::Squares(Grid {
            columns: 8,
            rows: 8,
            near: WHITE,
            numbered: true,
            ground: Ground::Parlour,
        }),
        facing,
        items,
        sides: BySeat {
            first: side(BLACK, "Benedikt", "Black", Ink::Dark),
            second: side(WHITE, "Anneliese", "White", Ink::Light),
        },
        panels: vec![Panel::Wheel { sectors, at: wheel }, Panel::Knobs(knobs.collect())],
        last: last.iter().map(|it| (*it).to_owned()).collect(),
        caption: caption.to_owned(),
        takes: Vec::new(),
        labelled: true,
    }
}

fn path(squares: &str) -> Item {
    Item::Path { cells: squares.split_whitespace().map(cell).collect() }
}

fn lost(at: &str, seat: Seat, rank: Rank, how: Loss) -> Item {
    Item::Lost { at: cell(at), seat, rank, how }
}

fn mark(at: &str, mark: Mark) -> Item {
    Item::Mark { at: cell(at), mark }
}

/// The board before the first move, from Black's side.
pub(crate) fn start() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers",
        facing: BLACK,
        turn: Some(BLACK),
        pieces: HOME,
        notches: CENTRED,
        moved: None,
        wheel: None,
        lost: [0; 4],
        news: vec![],
        last: &[],
        caption: "Benedikt spins the wheel.",
    })
}

/// Green on the wheel, knob G1 to the right, the white man on g3 gone.
pub(crate) fn fallen() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers",
        facing: WHITE,
        turn: Some(WHITE),
        pieces: [HOME[0], "", "a3 c3 e3 b2 d2 f2 h2 a1 c1 e1 g1", ""],
        notches: [
            SliderPosition::Centre,
            SliderPosition::Centre,
            SliderPosition::Centre,
            SliderPosition::Right,
        ],
        moved: Some(3),
        wheel: Some(1),
        lost: [0, 0, 0, 1],
        news: vec![lost("g3", WHITE, Rank::Man, Loss::Fell), mark("g3", Mark::Opened)],
        last: &[
            "Benedikt spun green.",
            "G1 to the right: the door on g3 opened and a white man fell.",
        ],
        caption: "Anneliese to capture or spin.",
    })
}

/// A double jump that ends in a crown.
pub(crate) fn jumps() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers",
        facing: WHITE,
        turn: Some(BLACK),
        pieces: ["b8 h8 a7 h6 g5", "c3", "a3 f2 h2 a1 c1 f4", "d8"],
        notches: [
            SliderPosition::Right,
            SliderPosition::Centre,
            SliderPosition::Left,
            SliderPosition::Centre,
        ],
        moved: None,
        wheel: None,
        lost: [4, 1, 5, 0],
        news: vec![
            path("d4 b6 d8"),
            lost("c5", BLACK, Rank::Man, Loss::Captured),
            lost("c7", BLACK, Rank::King, Loss::Captured),
            mark("d8", Mark::Crowned),
        ],
        last: &["Anneliese took c5 and c7 and was crowned on d8."],
        caption: "Benedikt spins the wheel.",
    })
}

/// Every knob off its centre: four pits, four doors closed.
pub(crate) fn pits() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers",
        facing: BLACK,
        turn: Some(BLACK),
        pieces: ["b8 d8 a7 e7 h6 f6", "c5", "a3 e3 d2 f2 a1 g1", "b4 h4"],
        notches: [
            SliderPosition::Left,
            SliderPosition::Right,
            SliderPosition::Right,
            SliderPosition::Left,
        ],
        moved: Some(0),
        wheel: Some(2),
        lost: [3, 2, 3, 1],
        news: vec![lost("b6", BLACK, Rank::King, Loss::Fell), mark("b6", Mark::Opened)],
        last: &[
            "Anneliese spun green.",
            "G2 to the left: the door on b6 opened and a black king fell.",
        ],
        caption: "Benedikt spun orange: move knob O1 or O2 one click.",
    })
}

/// A capturer that falls where it lands, while the knobs stay.
pub(crate) fn plunge() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers",
        facing: BLACK,
        turn: Some(WHITE),
        pieces: ["b8 h8 a7 c7", "", "h2 c1", "a5"],
        notches: [
            SliderPosition::Centre,
            SliderPosition::Centre,
            SliderPosition::Right,
            SliderPosition::Centre,
        ],
        moved: None,
        wheel: None,
        lost: [7, 2, 8, 0],
        news: vec![
            path("d6 f4"),
            lost("e5", WHITE, Rank::Man, Loss::Captured),
            lost("f4", BLACK, Rank::Man, Loss::Fell),
        ],
        last: &["Benedikt took e5 and fell through f4."],
        caption: "Anneliese to capture or spin.",
    })
}

/// The end: nobody is to move.
pub(crate) fn over() -> Scene {
    let mut scene = scene(Plan {
        title: "Trapdoor Checkers",
        facing: WHITE,
        turn: None,
        pieces: ["", "", "h2", "c7 f4"],
        notches: [
            SliderPosition::Centre,
            SliderPosition::Centre,
            SliderPosition::Left,
            SliderPosition::Centre,
        ],
        moved: None,
        wheel: Some(0),
        lost: [8, 3, 9, 1],
        news: vec![path("a5 c7"), lost("b6", BLACK, Rank::Man, Loss::Captured)],
        last: &["Anneliese took the last black man on b6."],
        caption: "Anneliese wins: Black has no pieces left.",
    });
    scene.sides.first.clock = None;
    scene.sides.second.clock = None;
    scene.items.push(Item::Banner("Anneliese wins".to_owned()));
    scene
}

/// A door that opened and closed at once.
pub(crate) fn snap() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers: snap",
        facing: WHITE,
        turn: Some(BLACK),
        pieces: ["b8 d8 f8 h8 a7 e7 g7 d6 f6 h6", "", "a3 c3 e3 g3 b2 d2 h2 a1 c1 e1 g1", ""],
        notches: CENTRED,
        moved: None,
        wheel: Some(2),
        lost: [0, 1, 1, 0],
        news: vec![lost("b4", BLACK, Rank::Man, Loss::Fell), mark("b4", Mark::Snapped)],
        last: &["Anneliese spun orange and snapped the door on b4: a black man fell."],
        caption: "Benedikt to capture or spin.",
    })
}

/// A queen's long way round, from White's side.
pub(crate) fn continental() -> Scene {
    scene(Plan {
        title: "Trapdoor Checkers: Continental, snap",
        facing: WHITE,
        turn: Some(BLACK),
        pieces: ["b8 h8 a7 g7 h6", "e1", "a3 c3 h2 a1", "a5"],
        notches: CENTRED,
        moved: None,
        wheel: None,
        lost: [5, 1, 5, 2],
        news: vec![
            path("c1 g5 d8 a5"),
            lost("f4", BLACK, Rank::Man, Loss::Captured),
            lost("e7", BLACK, Rank::Man, Loss::Captured),
            lost("c7", BLACK, Rank::King, Loss::Captured),
        ],
        last: &["Anneliese took f4, e7 and c7."],
        caption: "Benedikt spins the wheel.",
    })
}

/// A knob turned back to its centre: the door is shut again.
pub(crate) fn shut() -> Scene {
    let mut scene = start();
    scene.items.push(mark("f4", Mark::Shut));
    scene.last =
        vec!["Anneliese spun orange.".into(), "O1 to the centre: the door on f4 closed.".into()];
    scene
}

/// Picks of one piece on squares, or of several.
fn picks(from: &[&str], to: &str, captures: bool) -> Vec<Pick> {
    let each = |from: &&str| {
        let to = to.split_whitespace().map(|word| At::Cell(cell(word))).collect();
        Pick { from: Some(At::Cell(cell(from))), to, captures, ..Pick::default() }
    };
    from.iter().map(each).collect()
}

/// Every piece that may move.
pub(crate) fn movable() -> Scene {
    let mut scene = start();
    highlight(&mut scene, &picks(&["b6", "d6", "f6", "h6"], "a5", false));
    scene
}

/// A king that was chosen, which has to capture, and where it may land.
pub(crate) fn chosen() -> Scene {
    let mut scene = over();
    scene.items.retain(|item| !matches!(item, Item::Path { .. } | Item::Lost { .. }));
    highlight(&mut scene, &picks(&["f4"], "e5 g5 c1 h2 g3", false));
    scene
}

/// Names, words and numbers that try to break the layout.
pub(crate) fn hostile() -> Scene {
    let mut scene = pits();
    let long = "Wolfeschlegelsteinhausenbergerdorff ".repeat(12);
    let zalgo: String =
        "Z\u{30d}\u{315}\u{35b}\u{306}\u{33f}\u{334}\u{328}\u{322}\u{321}a".repeat(30);
    scene.title = format!("\u{202e}{long}");
    scene.sides.first.name = format!("{zalgo}\u{200b}\n\n");
    scene.sides.first.role = long.clone();
    scene.sides.first.clock = Some(long.clone());
    scene.sides.second.name = "漢字🙂 \u{202e}gnp.exe\u{0}\u{7}".to_owned();
    scene.sides.second.clock = Some("−".repeat(90));
    for tally in &mut scene.sides.first.tallies {
        tally.count = u32::MAX;
    }
    scene.last = vec![zalgo.clone(), long.clone(), long.clone(), "\u{202e}\u{feff}".to_owned()];
    scene.caption = long.clone() + &zalgo;
    if let Some(Panel::Knobs(knobs)) = scene.panels.last_mut() {
        knobs[0].name = long.clone();
        knobs[1].name = String::new();
        knobs[2].left = Cell { column: 25, row: 254 };
    }
    for item in &mut scene.items {
        if let Item::Hatch { knob, .. } = item {
            *knob = long.clone();
        }
    }
    scene
}

/// Names in many scripts; the second can't be drawn.
pub(crate) fn scripts() -> Scene {
    let mut scene = start();
    scene.sides.first.name = "山田太郎 김민준 🎲".to_owned();
    scene.sides.second.name = "สมชาย".to_owned();
    scene.last = vec![
        "สมชาย spins green.".to_owned(),
        "Hebrew שלום, Arabic محمد, さくら, Ωmega Жук.".to_owned(),
    ];
    scene.caption = "山田太郎: capture before สมชาย does.".to_owned();
    scene
}

/// Every sample with its name.
/// A board with the better choice of a review drawn on it: a jump that lands twice.
pub(crate) fn suggested() -> Scene {
    let mut scene = pits();
    let cells = ["f6", "d4", "f2"].map(cell).into();
    scene.items.insert(0, Item::Arrow { cells });
    scene
}

pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("start", start()),
        ("fallen", fallen()),
        ("jumps", jumps()),
        ("pits", pits()),
        ("plunge", plunge()),
        ("over", over()),
        ("snap", snap()),
        ("continental", continental()),
        ("shut", shut()),
        ("hostile", hostile()),
        ("scripts", scripts()),
        ("movable", movable()),
        ("chosen", chosen()),
        ("suggested", suggested()),
        ("court-chosen", court::chosen()),
        ("pitch-chosen", pitch::chosen()),
        ("pitch-goal", pitch::goal()),
        ("stacks-chosen", moon::chosen()),
        ("people-chosen", meadow::chosen()),
        ("court-set-up", court::set_up()),
        ("court-shot", court::shot()),
        ("court-aim", court::tried()),
        ("pitch-passing", pitch::passing()),
        ("pitch-booted", pitch::booted()),
        ("pitch-strange", pitch::strange()),
        ("crowded", moon::crowded()),
        ("turned", moon::turned()),
        ("decks", moon::decks()),
        ("muster", meadow::muster()),
        ("duel", meadow::duel()),
        ("worn", meadow::worn()),
    ]
}
