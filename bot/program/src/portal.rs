//! What the developer portal of Discord asks for: texts, an icon, a banner and pictures of games.
mod words;

use std::{fs, path::Path};

use anyhow::Context as _;
use engine::{games::GameId, scene::Scene};
use render::{Painter, Theme};

use crate::sheets;

/// Pixels the icon is wide and high.
const ICON: u32 = 1024;
/// Pixels of the banner: twice the least that Discord takes.
const BANNER: [u32; 2] = [1360, 480];
/// The position that is shown of a game, if there is one.
const SHOWN: &str = "step 30";
/// The games on the banner.
const ON_BANNER: [GameId; 3] = [GameId::Alien, GameId::Trapdoor, GameId::Piecepack];

/// Writes everything into a folder, and returns the number of files.
///
/// # Errors
/// If a match fails, or a file can't be written.
pub(crate) fn write(folder: &Path) -> anyhow::Result<usize> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut files = 0;
    let mut put = |name: &str, bytes: &[u8]| {
        files += 1;
        let path = folder.join(name);
        fs::write(&path, bytes).with_context(|| path.display().to_string())
    };
    let painter = Painter::new();
    put("icon.png", &render::icon(ICON))?;
    let boards: Vec<Vec<u8>> = ON_BANNER
        .iter()
        .map(|game| Ok(painter.small(&position(*game)?, Theme::Light)))
        .collect::<anyhow::Result<_>>()?;
    put("banner.png", &render::banner(&boards, BANNER)?)?;
    for &game in GameId::ALL {
        put(&format!("{}.png", game.name()), &painter.png(&position(game)?, Theme::Light))?;
    }
    put("texts.md", words::portal().as_bytes())?;
    Ok(files)
}

/// Returns a position in the middle of a match.
fn position(game: GameId) -> anyhow::Result<Scene> {
    let mut kinds = sheets::kinds(game)?.0;
    let found = kinds.iter().position(|it| it.0 == SHOWN).unwrap_or(0);
    Ok(kinds.swap_remove(found).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_pictures_fit_the_portal() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write(folder.path()).unwrap(), 3 + GameId::ALL.len());
        let texts = fs::read_to_string(folder.path().join("texts.md")).unwrap();
        let part = |title: &str| {
            let (_, rest) = texts.split_once(&format!("## {title}\n\n")).unwrap();
            rest.split("\n\n## ").next().unwrap().trim().to_owned()
        };
        for (title, most) in [("Name", 32), ("Description", 400), ("Summary", 200)] {
            assert!((1..=most).contains(&part(title).chars().count()), "{title}");
        }
        let tags = part("Tags");
        assert!((1..=5).contains(&tags.lines().count()));
        assert!(tags.lines().all(|line| line.trim_start_matches("- ").len() <= 20), "{tags}");
        for page in ["TERMS.md", "PRIVACY.md"] {
            assert!(texts.contains(page), "{page}");
        }
        let banner = fs::read(folder.path().join("banner.png")).unwrap();
        assert!(banner.len() < 10 << 20 && banner.starts_with(b"\x89PNG"));
    }
}
