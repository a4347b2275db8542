//! Contact sheets: every kind of picture of every game, in every theme and size.
use charts::{
    ChancesChart, Chart, Curve, Estimate, GroupRow, GroupTable, Part, Profile, Ranking,
    ResultsCard, Row, SkillShare,
};
use std::{fs, path::Path};

use anyhow::Context as _;
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    scene::{Left, Panel, Reel, Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use render::{ChallengeCard, Painter, Theme};

/// The widths at which pictures are seen: original, in a window, on a phone.
const WIDTHS: [u32; 3] = [1080, 550, 350];
/// Matches played for each game.
const MATCHES: u8 = 6;
/// Steps after which a match is stopped.
const LONGEST: u32 = 1500;
/// How many highlights of a game are shown at most; each kind of banner once.
const MOMENTS: usize = 6;

/// What players are called, match by match: short, long, and in other scripts.
const NAMES: [[&str; 2]; MATCHES as usize] = [
    ["Anneliese", "Benedikt"],
    ["Maximilian Bartholomew Smith-Jon", "山田太郎"],
    ["🦊 Zoë 🙂", "محمد عبد الرحمن"],
    ["Wolfeschlegelsteinhausenbergerdo", "Jo"],
    ["김민준", "Γεώργιος Παπαδόπουλος"],
    ["ישראל ישראלי", "สมชาย"],
];

/// A picture and its kind.
pub(crate) type PictureKind = (String, Scene);

/// Plays random matches, writes sheets of all kinds of pictures into a folder, and returns the
/// number of files.
///
/// # Errors
/// If a match fails, or a file can't be written.
pub(crate) fn write(folder: &Path) -> anyhow::Result<usize> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let painter = Painter::new();
    let mut files = 0;
    let mut put = |name: String, bytes: &[u8]| {
        files += 1;
        let path = folder.join(name);
        fs::write(&path, bytes).with_context(|| path.display().to_string())
    };
    for &game in GameId::ALL {
        let (kinds, films) = kinds(game)?;
        for theme in Theme::ALL {
            let mut pictures: Vec<Vec<u8>> =
                kinds.iter().map(|(_, scene)| painter.png(scene, theme)).collect();
            if let Some((_, opening)) = kinds.first() {
                let lines = ["3 days + 1 day per turn", "unrated"].map(str::to_owned);
                let title = game.title();
                pictures.push(
                    painter.card(&ChallengeCard { title, lines: &lines, board: opening }, theme),
                );
            }
            if let Some((_, puzzle)) = kinds.get(1) {
                let lines =
                    [game.title(), "Find the best move", "Solved by 7 of 12"].map(str::to_owned);
                let card = ChallengeCard { title: "Puzzle 14", lines: &lines, board: puzzle };
                pictures.push(painter.card(&card, theme));
                pictures.push(painter.png(&lesson(puzzle), theme));
            }
            let boards: Vec<(&Scene, &str)> =
                kinds.iter().map(|(name, scene)| (scene, &**name)).collect();
            pictures.push(painter.sheet(&boards, theme));
            for width in WIDTHS {
                let sheet = render::contact(&pictures, width, (2200 / width) as usize)?;
                put(format!("{}-{}-{width}.png", game.name(), theme.name()), &sheet)?;
            }
        }
        for (n, shown) in films.into_iter().enumerate() {
            let film = painter.gif(&Reel::Step(Box::new(shown)), Theme::Light);
            put(format!("{}-film-{}.gif", game.name(), n + 1), &film)?;
        }
    }
    for theme in Theme::ALL {
        let pictures: Vec<Vec<u8>> =
            charts().iter().map(|chart| painter.chart(chart, theme)).collect();
        for width in WIDTHS {
            let sheet = render::contact(&pictures, width, (2200 / width) as usize)?;
            put(format!("charts-{}-{width}.png", theme.name()), &sheet)?;
        }
    }
    Ok(files)
}

/// Plays matches of a game and keeps pictures of different kinds, and the films of its highlights.
pub(crate) fn kinds(game: GameId) -> anyhow::Result<(Vec<PictureKind>, Vec<Shown>)> {
    let (mut kinds, mut films): (Vec<PictureKind>, Vec<Shown>) = Default::default();
    for (nth, [first, second]) in (1..).zip(NAMES) {
        let names = BySeat { first: first.to_owned(), second: second.to_owned() };
        let room = Observer { viewer: Viewer::Room, names: &names };
        let seed = Seed::from_bytes([nth; 32]);
        let options = game.options("")?;
        let mut table = game.open(options, &mut Dice::fair(&seed, StepKey { step: 0, take: 0 }))?;
        let first = kinds.is_empty();
        if first {
            kinds.push(("opening".to_owned(), shown(&*table, room)));
        }
        for step in 1..=LONGEST {
            let Status::Waiting(prompts) = table.status() else { break };
            let Some(prompt) = prompts.first() else { break };
            let mut dice = Dice::fair(&seed, StepKey { step, take: 0 });
            let Some(words) = table.sample(prompt.seat, &mut dice) else { break };
            if nth == 2 && [3, 40].contains(&step) {
                kinds.push((format!("long names, step {step}"), timed(shown(&*table, room))));
            }
            if first && [8, 30].contains(&step) {
                kinds.push((format!("step {step}"), shown(&*table, room)));
                let own = Observer { viewer: Viewer::Seat(prompt.seat), names: &names };
                let begins = table.menu(prompt.seat).listed.first().cloned().unwrap_or_default();
                let begins: String = begins.chars().take(2).collect();
                kinds.push((format!("chosen {step}"), table.show_chosen(own, &begins)));
            }
            table.play(prompt.seat, &words, &mut dice)?;
            let Some(moment) = table.moment(room) else { continue };
            let said = moment.banner().unwrap_or_default().to_owned();
            let alike = |kind: &PictureKind| kind.0.split(':').next() == said.split(':').next();
            if !kinds.iter().any(alike) && films.len() < MOMENTS {
                kinds.push((said, moment.clone()));
                let scene = shown(&*table, room);
                films.push(Shown { scene, film: table.film(), moment: Some(moment) });
            }
        }
        if first {
            kinds.push(("over".to_owned(), shown(&*table, room)));
        }
    }
    Ok((kinds, films))
}

/// Shows a board as a lesson does: its subject in place of the title, and the task as notes.
fn lesson(board: &Scene) -> Scene {
    let mut scene = board.clone();
    scene.title = "Lesson 2 of 8: your first moves".to_owned();
    let notes = ["Every piece that can move has a ring.", "Say `b6 a5`, or press a button."];
    scene.panels.push(Panel::Notes(notes.map(str::to_owned).to_vec()));
    scene
}

fn shown(table: &dyn Table, room: Observer<'_>) -> Scene {
    let mut scene = table.show(room);
    scene.facing = match table.status() {
        Status::Waiting(prompts) => prompts.first().map_or(Seat::First, |it| it.seat),
        Status::Over(_) => Seat::First,
    };
    scene
}

/// Gives both sides a clock, one of them short of time.
fn timed(mut scene: Scene) -> Scene {
    for (seat, clock, percent) in
        [(Seat::First, "2 days 4 hours", 70), (Seat::Second, "9 minutes", 6)]
    {
        let side = scene.sides.get_mut(seat);
        side.clock = Some(clock.to_owned());
        side.left = Some(Left { percent, short: percent < 10 });
    }
    scene
}

fn row(place: Option<u32>, name: &str, rating: i32, [won, lost, drawn]: [u32; 3]) -> Row {
    let rating = Estimate { rating, give: 60 + won as i32 };
    let all = (won + lost + drawn) as i32;
    let skill = (8 < all).then(|| SkillShare { percent: 45 + all % 20, give: 90 / all });
    Row {
        place,
        name: name.to_owned(),
        rating,
        won,
        lost,
        drawn,
        streak: won as i32 % 7 - 3,
        skill,
    }
}

fn group() -> GroupTable {
    let names =
        ["Ann", "Maximilian Bartholomew Smith-Jones", "山田太郎", "محمد", "Zoë 🙂", "Øyvind"];
    let row = |(n, name): (u32, &str)| GroupRow {
        place: n + 1,
        name: name.to_owned(),
        won: 5 - n,
        drawn: n % 2,
        lost: n,
        points: (15 - 3 * n + n % 2).to_string(),
        tie: (5 - n).to_string(),
        moved: [Some(0), Some(2), Some(-1), None][n as usize % 4],
        skill: (n != 3).then_some(SkillShare { percent: 70 - 9 * n as i32, give: 21 }),
    };
    let rows = (0..).zip(names).map(row).collect();
    let [title, tie] = ["Friday league, round 5 of 5", "wins"].map(str::to_owned);
    let notes = vec!["Equal points: wins, then the match between them.".to_owned()];
    GroupTable { title, rows, up: 1, down: 1, tie, notes }
}

fn charts() -> Vec<Chart> {
    let best = vec![
        row(Some(1), "Ann", 1712, [23, 9, 4]),
        row(Some(2), "Maximilian Bartholomew Smith-Jones", 1655, [110, 102, 17]),
        row(Some(3), "山田太郎", 1498, [7, 8, 0]),
        row(Some(4), "Ζωή 🙂", 1301, [2, 14, 1]),
    ];
    let few = vec![row(None, "Dan", 1662, [1, 0, 0])];
    let parts = [("", best), ("Provisional: fewer than ten matches", few)];
    let parts = parts.map(|(title, rows)| Part { title: title.to_owned(), rows }).to_vec();
    let points =
        (0..24).map(|n| Estimate { rating: 1500 + n * 37 % 101 + n * 6, give: 300 - n * 9 });
    let curve = Curve {
        title: "Ann, all games".to_owned(),
        points: points.collect(),
        from: "3 May 2026".to_owned(),
        to: "21 Nov 2026".to_owned(),
    };
    let games = vec![
        row(Some(3), "Trapdoor Checkers", 1712, [23, 9, 4]),
        row(None, "Alien Checkers", 1540, [2, 3, 0]),
    ];
    let chances =
        (0..60).map(|n: i32| (50 + (n * 13 % 29) - 14 + if n < 33 { 8 } else { -22 }) as u8);
    vec![
        Chart::Ranking(Ranking {
            title: "Trapdoor Checkers, on this server".to_owned(),
            parts: parts.clone(),
            podium: false,
            more: "And 20 more.".to_owned(),
        }),
        Chart::Ranking(Ranking {
            title: "Season 2026-Q4 of all games".to_owned(),
            parts,
            podium: true,
            more: String::new(),
        }),
        Chart::Curve(curve.clone()),
        Chart::Profile(Profile {
            name: "Ann".to_owned(),
            games,
            notes: vec!["Playing since May 2026.".to_owned(), "Two matches under way.".to_owned()],
            curve: Some(curve.clone()),
        }),
        Chart::Chances(ChancesChart {
            title: "Match 7, looked back".to_owned(),
            sides: ["Ann (Black)", "Bob (White)"].map(str::to_owned),
            first_is_light: false,
            chances: chances.collect(),
            marks: vec![(12, "Ann takes two".to_owned()), (33, "G1 drops a king".to_owned())],
        }),
        Chart::Group(group()),
        Chart::Results(ResultsCard {
            title: "Recap of 2026".to_owned(),
            name: "Ann".to_owned(),
            games: [("Trapdoor Checkers", 14), ("Draughts", 7), ("Alien Checkers", 1)]
                .map(|(game, count)| (game.to_owned(), count))
                .to_vec(),
            won: 12,
            drawn: 3,
            lost: 7,
            facts: [
                ("Best moment", "31% to 78% with f8-f9, match #12"),
                ("Most played opponent", "Bob, 7 matches"),
                ("Most wins in a row", "5"),
            ]
            .map(|(about, says)| (about.to_owned(), says.to_owned()))
            .to_vec(),
        }),
    ]
}
