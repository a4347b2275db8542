//! Football pitches made by hand.
use engine::{
    scene::{
        At, Cell, Ink, Item, Left, Pick, Scene, Side, Surface, highlight,
        pitch::{Face, Pitch, PlayerItem, TimerItem, Track, Trail, Turf},
    },
    seat::{BySeat, Seat},
};

const TURF: Turf =
    Turf { files: 11, ranks: 15, goal: (5, 7), area: (3, 9), deep: 4, mark: 3, near: Seat::First };

const SOUTH: &str = "f1 b3 e3 g3 j3 b5 e8 c13 d12 d7 c6";
const NORTH: &str = "f15 j13 g13 e13 b13 j11 g11 e11 c9 h9 L4";

/// Reads a cell such as `d5` or `L4`.
fn cell(name: &str) -> Cell {
    let (file, row) = name.split_at(1);
    let column = match file.as_bytes()[0] {
        b'L' => 0,
        b'R' => TURF.files + 1,
        letter => letter - b'a' + 1,
    };
    Cell { column, row: row.parse().unwrap() }
}

fn players(seat: Seat, squares: &str, ball: Option<&str>) -> Vec<PlayerItem> {
    let shirts = (1..).map(|number| if number == 1 { "GK".to_owned() } else { number.to_string() });
    let stand = squares.split_whitespace().zip(shirts).map(|(at, shirt)| PlayerItem {
        at: cell(at),
        seat,
        goalie: shirt == "GK",
        shirt,
        ball: ball == Some(at),
    });
    stand.collect()
}

fn trail(kind: Track, way: &str) -> Trail {
    Trail { kind, cells: way.split_whitespace().map(cell).collect() }
}

/// Shows a pitch with both sides on it; the player on `ball` has the ball.
pub(crate) fn pitch(ball: &str, change: impl FnOnce(&mut Pitch)) -> Scene {
    let both = [(Seat::First, SOUTH), (Seat::Second, NORTH)];
    let mut pitch = Pitch {
        players: both.into_iter().flat_map(|(seat, at)| players(seat, at, Some(ball))).collect(),
        timer: TimerItem { done: 17, of: Some(50), at: cell("a16") },
        goals: BySeat { first: 2, second: 1 },
        ..Pitch::bare(TURF)
    };
    change(&mut pitch);
    let side = |name: &str, role: &str, ink, to_move| Side {
        name: name.to_owned(),
        role: role.to_owned(),
        ink,
        to_move,
        tallies: Vec::new(),
        clock: Some("2 days".to_owned()),
        left: Some(Left { percent: 40, short: to_move }),
    };
    Scene {
        title: "MetaCheckers Soccer".to_owned(),
        board: Surface::Pitch(Box::new(pitch)),
        facing: Seat::First,
        items: Vec::new(),
        sides: BySeat {
            first: side("Ann", "South", Ink::Light, true),
            second: side("Bob", "North", Ink::Dark, false),
        },
        panels: Vec::new(),
        last: vec!["Ann rolls Rook 4.".to_owned(), "Ann's 7 goes e6-e8 with the ball.".to_owned()],
        caption: "Ann: move checkers and pass once, then end (Rook 4).".to_owned(),
        takes: Vec::new(),
        labelled: true,
    }
}

/// A pass on the fly, a push over the touch line, and where offside begins.
pub(crate) fn passing() -> Scene {
    pitch("e8", |pitch| {
        pitch.trails = vec![
            trail(Track::Run, "e4 e6"),
            trail(Track::Pass, "c6 e6"),
            trail(Track::Carry, "e6 e8"),
            trail(Track::Push, "a4 L4"),
        ];
        pitch.offside = Some((Seat::First, 13));
        pitch.dice = Some((Seat::First, vec![Face::Rook, Face::Number(4)]));
        pitch.allows = "runs of exactly 4 along ranks and files".to_owned();
    })
}

/// A ball that came down between equals, seen from the other side.
pub(crate) fn booted() -> Scene {
    let mut scene = pitch("nobody", |pitch| {
        pitch.trails = vec![trail(Track::Flight, "g13 c9")];
        pitch.loose = Some(cell("h8"));
        pitch.sent_off.first = 1;
        pitch.dice = Some((Seat::Second, vec![Face::Boot, Face::Number(6)]));
    });
    scene.facing = Seat::Second;
    scene
}

/// A small field, a throw-in on the border, long names, and what no game would say.
pub(crate) fn strange() -> Scene {
    let mut scene = pitch("L4", |pitch| {
        pitch.turf = Turf { files: 9, ranks: 13, goal: (4, 6), area: (2, 8), ..TURF };
        pitch.players[3].shirt = "\u{202e}9999999".to_owned();
        pitch.trails =
            vec![trail(Track::Run, "d4"), trail(Track::Run, "d4 d4"), trail(Track::Pass, "a1 k15")];
        pitch.timer.of = Some(0);
        pitch.dice =
            Some((Seat::First, vec![Face::DoubleKnight, Face::Number(0), Face::Number(9)]));
    });
    scene.title = "MetaCheckers Soccer (field 9x13, 30 plays, 7 a side)".repeat(3);
    scene.sides.first.name = "\u{1f9dd}Maximiliane-Theodora von und zu".repeat(4);
    scene.last = vec!["something happened \u{0} here and there".repeat(9); 20];
    scene.caption = "say what you do now ".repeat(30);
    scene
}

/// A checker that was chosen, and where it may run.
pub(crate) fn chosen() -> Scene {
    let mut scene = pitch("e8", |pitch| {
        pitch.dice = Some((Seat::First, vec![Face::Rook, Face::Number(4)]));
        pitch.allows = "runs of exactly 4 along ranks and files".to_owned();
    });
    let at = |name| At::Cell(cell(name));
    let to = vec![at("e12"), at("i8"), at("a8"), at("e4")];
    highlight(&mut scene, &[Pick { from: Some(at("e8")), to, ..Pick::default() }]);
    scene
}

/// Players and goalies of both sides by themselves: with them, without them, and where in the picture each is.
pub(crate) fn alone() -> (&'static str, Scene, Scene, Vec<(f64, f64, f64)>) {
    let mut without = pitch("nobody", |it| it.players.clear());
    without.items.clear();
    let mut with = without.clone();
    let squares = ["d4", "d5", "h4", "h5"];
    if let Surface::Pitch(pitch) = &mut with.board {
        for (n, at) in squares.into_iter().enumerate() {
            let seat = if n < 2 { Seat::First } else { Seat::Second };
            let goalie = n % 2 == 1;
            let shirt = String::new();
            pitch.players.push(PlayerItem { at: cell(at), seat, shirt, goalie, ball: false });
        }
    }
    // Cells of 50 pixels, the pitch in the middle of 850 x 650.
    let place = |name: &str| {
        let Cell { column, row } = cell(name);
        (25.0 + 50.0 * f64::from(row), 25.0 + 50.0 * f64::from(column), 24.0)
    };
    ("players", with, without, squares.map(place).to_vec())
}

/// A goal, just scored.
pub(crate) fn goal() -> Scene {
    let mut scene = passing();
    scene.items.push(Item::Banner("GOAL 2:1".to_owned()));
    scene
}
