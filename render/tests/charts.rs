//! Charts: unchanged bytes, and what must be true of every one.
//!
//! `BLESS=1 cargo test -p render --test charts` accepts the current pictures and writes them to `tests/charts`.
mod blank;

use charts::{
    ChancesChart, Chart, Curve, Estimate, GroupRow, GroupTable, Part, Profile, Ranking,
    ResultsCard, Row, SkillShare,
};
use std::{fs, path::PathBuf};

use render::{Painter, Theme, unreadable};

fn row(place: Option<u32>, name: &str, rating: i32, counts: [u32; 3], streak: i32) -> Row {
    let [won, lost, drawn] = counts;
    let rating = Estimate { rating, give: 62 + won as i32 };
    Row { place, name: name.to_owned(), rating, won, lost, drawn, streak, skill: None }
}

fn ranking() -> Chart {
    let best = vec![
        row(Some(1), "Ann", 1712, [23, 9, 4], 5),
        row(Some(2), "Maximilian Bartholomew Smith-Jones", 1655, [110, 102, 17], -3),
        row(Some(3), "Ζωή", 1498, [7, 8, 0], 0),
        row(Some(4), "漢字🙂", 1301, [2, 14, 1], -12),
    ];
    let few = vec![row(None, "Dan", 1662, [1, 0, 0], 1), row(None, "Eve", 1338, [0, 1, 0], -1)];
    let parts =
        [("", best), ("Provisional: fewer than ten matches", few), ("Away for long", Vec::new())];
    let parts = parts.map(|(title, rows)| Part { title: title.to_owned(), rows }).to_vec();
    let title = "Trapdoor Checkers, on this server".to_owned();
    Chart::Ranking(Ranking { title, parts, podium: false, more: "And 20 more.".to_owned() })
}

fn curve(points: impl IntoIterator<Item = (i32, i32)>) -> Chart {
    let points = points.into_iter().map(|(rating, give)| Estimate { rating, give }).collect();
    let [from, to] = ["3 May 2026", "21 Nov 2026"].map(str::to_owned);
    Chart::Curve(Curve { title: "Ann, all games".to_owned(), points, from, to })
}

fn profile() -> Chart {
    let mut games = vec![
        row(Some(3), "Trapdoor Checkers", 1712, [23, 9, 4], 5),
        row(None, "Alien Checkers", 1540, [2, 3, 0], -2),
    ];
    games[1].rating.give = 240;
    let notes = ["Playing since May 2026.", "Two matches under way."].map(str::to_owned).to_vec();
    Chart::Profile(Profile { name: "Ann".to_owned(), games, notes, curve: None })
}

fn review() -> Chart {
    let chances =
        (0..60).map(|n: i32| (50 + (n * 13 % 29) - 14 + if n < 33 { 8 } else { -22 }) as u8);
    Chart::Chances(ChancesChart {
        title: "Match 7, looked back".to_owned(),
        sides: ["Ann (Black)", "Bob (White)"].map(str::to_owned),
        first_is_light: false,
        chances: chances.collect(),
        marks: vec![(12, "Ann takes two".to_owned()), (33, "G1 drops a king".to_owned())],
    })
}

/// Names of every kind: short, long, in other letters, with pictures, and such as nobody can draw.
const NAMES: [&str; 12] = [
    "Ann",
    "Maximilian Bartholomew Smith-Jones",
    "山田太郎",
    "محمد الأمين",
    "Zoë 🙂🎲",
    "שרה לוי",
    "Ζωή Παπαδοπούλου",
    "wolfeschlegelsteinhausenbergerdorff",
    "김민준",
    "🦊🦊🦊🦊🦊🦊🦊🦊",
    "Øyvind",
    "\u{200b}",
];

fn league(people: usize, up: usize, down: usize) -> Chart {
    let row = |(n, name): (usize, &&str)| GroupRow {
        place: n as u32 + if n == 4 { 0 } else { 1 },
        name: (*name).to_owned(),
        won: 11u32.saturating_sub(n as u32),
        drawn: n as u32 % 3,
        lost: n as u32,
        points: format!("{}{}", 33usize.saturating_sub(3 * n), if n % 3 == 1 { "½" } else { "" }),
        tie: (40 - n).to_string(),
        moved: [Some(2), Some(0), Some(-12), None][n % 4],
        skill: None,
    };
    let rows = NAMES.iter().cycle().take(people).enumerate().map(row).collect();
    let [title, tie] = ["Friday league, round 3 of 11", "wins"].map(str::to_owned);
    let notes = vec!["Equal points: wins, then the match between them.".to_owned()];
    Chart::Group(GroupTable { title, rows, up, down, tie, notes })
}

/// The same table with the skill of some.
fn with_skill(chart: Chart) -> Chart {
    let skill = |nth: usize| {
        let percent = [58, 100, 0][nth % 3];
        (nth != 3).then_some(SkillShare { percent, give: 7 + 13 * nth as i32 % 40 })
    };
    match chart {
        Chart::Ranking(mut ranking) => {
            for part in &mut ranking.parts {
                for (nth, row) in part.rows.iter_mut().enumerate() {
                    row.skill = skill(nth);
                }
            }
            Chart::Ranking(ranking)
        }
        Chart::Group(mut league) => {
            for (nth, row) in league.rows.iter_mut().enumerate() {
                row.skill = skill(nth);
            }
            Chart::Group(league)
        }
        other => other,
    }
}

fn recap(name: &str) -> ResultsCard {
    let text = |(one, other): (&str, &str)| (one.to_owned(), other.to_owned());
    let facts = [
        ("Best moment", "31% to 78% with f8-f9, match #12"),
        ("Most played opponent", "Maximilian Bartholomew Smith-Jones, 7 matches"),
        ("Luck", "gave 16% in 3 reviewed matches"),
        ("Rating", "1500 to 1612, all games together"),
        ("Most wins in a row", "5"),
    ];
    let games = [("Trapdoor Checkers", 14), ("MetaCheckers Soccer", 7), ("Draughts", 1)];
    ResultsCard {
        title: "Recap of 2026".to_owned(),
        name: name.to_owned(),
        games: games.map(|(game, count)| (game.to_owned(), count)).to_vec(),
        won: 12,
        drawn: 3,
        lost: 7,
        facts: facts.map(text).to_vec(),
    }
}

fn some() -> Vec<(&'static str, Chart)> {
    let moves = [162, -90, 70, 55, -40, 38, 33, -30, 28, 25, -22, 20, 18, 17, -15];
    let walk = moves.iter().scan((1500, 686), |(rating, give), change| {
        *rating += change;
        *give = *give * 88 / 100;
        Some((*rating, *give))
    });
    let long = (0..900).map(|n| (1500 + (n * 37 % 401 - 200) / 4 + n / 6, 90 - n / 20));
    let (title, more) = (String::new(), String::new());
    let empty = Ranking { title, parts: Vec::new(), podium: true, more };
    let Chart::Ranking(season) = ranking() else { panic!("a table") };
    vec![
        ("ranking", with_skill(ranking())),
        ("ranking-without-skill", ranking()),
        ("nobody", Chart::Ranking(empty)),
        ("season", Chart::Ranking(Ranking { podium: true, ..season })),
        ("curve", curve(walk)),
        ("long", curve(long)),
        ("one", curve([(1662, 569)])),
        ("none", curve([])),
        ("profile", profile()),
        ("review", review()),
        ("league", with_skill(league(12, 2, 2))),
        ("league-without-skill", league(12, 2, 2)),
        ("small-league", league(3, 1, 0)),
        ("large-league", league(40, 3, 3)),
        ("recap", Chart::Results(recap("Ann"))),
        ("empty-recap", Chart::Results(ResultsCard::default())),
        ("empty-league", league(0, 2, 2)),
        (
            "unplayed",
            Chart::Profile(Profile {
                name: String::new(),
                games: vec![],
                notes: vec![],
                curve: None,
            }),
        ),
        ("hostile", curve([(i32::MAX, i32::MAX), (i32::MIN, i32::MAX), (0, -5)])),
    ]
}

#[test]
fn charts_are_the_same_to_the_pixel() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/charts");
    let (painter, other) = (Painter::new(), Painter::new());
    for (name, chart) in some() {
        for theme in Theme::ALL {
            let bytes = painter.chart(&chart, theme);
            assert!(bytes == other.chart(&chart, theme), "{name}");
            assert!(bytes.len() < 60_000, "{name}: {} bytes", bytes.len());
            let whole = image::load_from_memory(&bytes).expect("a chart can be read");
            assert_eq!(whole.width(), 900);
            // The most frequent ones, in every theme.
            if !["ranking", "curve", "profile", "review", "league", "recap"].contains(&name) {
                continue;
            }
            let path = folder.join(format!("{name}-{}.png", theme.name()));
            if std::env::var_os("BLESS").is_some() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &bytes).unwrap();
            }
            let kept = image::open(&path).unwrap();
            assert!(kept.to_rgb8() == whole.to_rgb8(), "{} is not as blessed", path.display());
        }
    }
}

#[test]
fn in_a_review_each_side_has_the_colour_of_its_pieces_and_is_seen_when_it_has_no_chance() {
    let painter = Painter::new();
    let Chart::Chances(review) = review() else { panic!("a review") };
    for theme in Theme::ALL {
        let bright = |first_is_light, chance: u8, at: (u32, u32)| {
            let (chances, marks) = (vec![chance; 30], Vec::new());
            let chart = ChancesChart { first_is_light, chances, marks, ..review.clone() };
            let bytes = painter.chart(&Chart::Chances(chart), theme);
            let whole = image::load_from_memory(&bytes).unwrap().to_luma8();
            128 < whole.get_pixel(at.0, at.1).0[0]
        };
        // Squares beside the names, the area of the first side, and what is left for the other.
        let [first, second, low, high] = [(38, 88), (476, 88), (300, 300), (300, 115)];
        for light in [false, true] {
            let shown = [first, second, low, high].map(|at| bright(light, 100, at));
            assert_eq!(shown, [light, !light, light, !light], "{}", theme.name());
            let lost = [low, (300, 426)].map(|at| bright(light, 0, at));
            assert_eq!(lost, [!light, light], "{}", theme.name());
        }
    }
}

#[test]
fn nothing_in_a_chart_is_empty_that_is_larger_than_a_tenth_of_it() {
    let painter = Painter::new();
    // In curves and reviews, what is free is data.
    let named = ["ranking", "season", "profile", "league", "small-league", "recap"];
    for (name, chart) in some().into_iter().filter(|entry| named.contains(&entry.0)) {
        let empty = blank::largest(&painter.chart(&chart, Theme::Light));
        assert!(empty <= 10, "{name}: {empty} % are empty");
    }
}

#[test]
fn a_ranking_grows_with_its_rows() {
    let Chart::Ranking(mut ranking) = ranking() else { unreachable!() };
    let height = |ranking: &Ranking| {
        let bytes = Painter::new().chart(&Chart::Ranking(ranking.clone()), Theme::Light);
        image::load_from_memory(&bytes).unwrap().height()
    };
    let before = height(&ranking);
    let more = ranking.parts[0].rows.clone();
    ranking.parts[0].rows.extend(more);
    assert_eq!(height(&ranking), before + 4 * 44);
    // At most fifteen rows; the rest is counted.
    for _ in 0..9 {
        let more = ranking.parts[0].rows.clone();
        ranking.parts[0].rows.extend(more.into_iter().take(9));
    }
    let full = height(&ranking);
    assert!(full <= 64 + 46 + 15 * 44 + 2 * 46 + 24, "{full}");
}

#[test]
fn a_league_says_who_goes_up_and_down_and_nothing_is_cut() {
    let painter = Painter::new();
    for people in 3..=12 {
        for theme in Theme::ALL {
            let chart = league(people, 1, 1);
            let found = unreadable(|| painter.chart(&chart, theme));
            assert_eq!(found, [""; 0], "{people} in {}", theme.name());
        }
    }
    // The lines cost height only where someone goes up or down.
    let height = |chart: &Chart| {
        image::load_from_memory(&painter.chart(chart, Theme::Light)).unwrap().height()
    };
    let plain = height(&league(6, 0, 0));
    assert_eq!(height(&league(6, 2, 0)), plain + 32);
    assert_eq!(height(&league(6, 2, 1)), plain + 64);
    assert_eq!(height(&league(6, 6, 6)), plain);
    assert_eq!(height(&league(7, 0, 0)), plain + 44);
}

#[test]
fn on_a_recap_nothing_is_cut_for_any_name_and_any_number() {
    let painter = Painter::new();
    let long = ["W".repeat(64), "🦊".repeat(64), "漢字".repeat(32), "شرح ".repeat(16)];
    for name in NAMES.iter().map(|it| (*it).to_owned()).chain(long) {
        let mut card = recap(&name);
        card.facts[1].1 = format!("{name}, 107 matches");
        for theme in Theme::ALL {
            let found = unreadable(|| painter.chart(&Chart::Results(card.clone()), theme));
            assert_eq!(found, [""; 0], "{name} in {}", theme.name());
        }
    }
    let many = ResultsCard { won: 4_000_000_000, drawn: 1, lost: u32::MAX, ..recap("Ann") };
    let found = unreadable(|| painter.chart(&Chart::Results(many), Theme::Light));
    assert_eq!(found, [""; 0]);
}
