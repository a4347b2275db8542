//! Small boards: alone, on a sheet, on the card of a challenge.
mod blank;
#[allow(dead_code, reason = "the samples of contrasts are for the pictures")]
mod sample;

use std::{fs, path::PathBuf};

use render::{ChallengeCard, Painter, Theme, unreadable};

#[test]
fn boards_are_drawn_in_small() {
    let painter = Painter::new();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    fs::create_dir_all(&folder).unwrap();
    let all = sample::all();
    let lines = [
        "Trapdoor Checkers, Continental",
        "Rated. 3 days each plus 1 day per turn",
        "Ann plays Black",
    ];
    let lines = lines.map(str::to_owned);
    for theme in Theme::ALL {
        let size = |name: &str, bytes: &[u8]| {
            fs::write(folder.join(format!("{name}-{}.png", theme.name())), bytes).unwrap();
            assert!(bytes.len() < 60_000, "{name}: {} bytes", bytes.len());
            let image = image::load_from_memory(bytes).unwrap();
            (image.width(), image.height())
        };
        for (name, scene) in &all {
            let bytes = painter.small(scene, theme);
            assert!(bytes.len() < 25_000, "{name}: {} bytes", bytes.len());
            let (wide, high) = size(&format!("small-{name}"), &bytes);
            assert!(high == 200 && (200..=270).contains(&wide), "{name}: {wide} x {high}");
        }
        let boards: Vec<_> =
            all.iter().map(|entry| (&entry.1, "#12 Ann against Bob, your turn")).collect();
        let nine = size("sheet", &painter.sheet(&boards, theme));
        assert_eq!(nine, size("nine", &painter.sheet(&boards[..9], theme)), "at most nine");
        assert!(size("two", &painter.sheet(&boards[..2], theme)).1 < nine.1);
        assert!(size("none", &painter.sheet(&[], theme)).0 > 0);
        let card = ChallengeCard { title: "Ann challenges Bob", lines: &lines, board: &all[0].1 };
        let drawn = painter.card(&card, theme);
        assert_eq!(size("card", &drawn).0, 660);
        let eight = painter.sheet(&boards[..8], theme);
        size("eight", &eight);
        for (bytes, name) in [(drawn, "card"), (eight, "eight boards")] {
            let empty = blank::largest(&bytes);
            assert!(empty <= 10, "{name}: {empty} % are empty");
        }
        // Texts that are too long in the scene itself aren't checked here.
        let mut within: Vec<String> = Vec::new();
        for (name, scene) in &all {
            let own = unreadable(|| painter.png(scene, theme));
            let card = ChallengeCard { title: "Ann challenges Bob", lines: &lines, board: scene };
            let mut found = unreadable(|| painter.card(&card, theme));
            found.retain(|name| !own.contains(name));
            assert_eq!(found, [""; 0], "card of {name}");
            within.extend(own);
        }
        let mut found = unreadable(|| painter.sheet(&boards, theme));
        found.retain(|name| !within.contains(name));
        assert_eq!(found, [""; 0], "the sheet");
        let wild = ChallengeCard {
            title: &"W".repeat(400),
            lines: &vec!["W ".repeat(400); 40],
            board: &all[9].1,
        };
        assert!(size("wild", &painter.card(&wild, theme)).1 < 600);
    }
}

#[test]
fn every_drawing_stands_on_a_page_in_every_theme() {
    let art = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/art");
    let whole = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("drawings");
    fs::create_dir_all(&whole).unwrap();
    let mut files: Vec<PathBuf> =
        fs::read_dir(art).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let svgs: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert!(100 < svgs.len());
    let painter = Painter::new();
    for theme in Theme::ALL {
        let bytes = painter.drawings(&svgs, theme);
        fs::write(whole.join(format!("{}.png", theme.name())), &bytes).unwrap();
        let page = image::load_from_memory(&bytes).unwrap().to_rgb8();
        for (n, path) in files.iter().enumerate() {
            let (x, y) = (16 + n as u32 % 12 * 99, 16 + n as u32 / 12 * 99);
            let drawn = image::imageops::crop_imm(&page, x, y, 83, 83).to_image();
            // The ground has a light and a dark half; everything else belongs to the drawing.
            let ground = [*drawn.get_pixel(0, 0), *drawn.get_pixel(82, 82)];
            let other = drawn.pixels().filter(|pixel| !ground.contains(pixel)).count();
            assert!(other > 20, "{}: {} has {other}", path.display(), theme.name());
        }
    }
}
