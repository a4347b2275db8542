//! The drawings of the strip beside a board.
use engine::scene::{Ink, Rank};

use crate::{
    emblem::Emblems,
    people::Blows,
    sprite::{ByInk, Sprite, art},
    theme,
};

/// The drawings of the strip.
pub(crate) struct Signs {
    chips: ByInk<Sprite>,
    men: ByInk<Sprite>,
    kings: ByInk<Sprite>,
    emperors: ByInk<Sprite>,
    pub(crate) pool: Sprite,
    pub(crate) clock: Sprite,
    /// The drawings on cards.
    pub(crate) emblems: Emblems,
    pub(crate) swords: Sprite,
    pub(crate) blows: Blows,
}

impl Signs {
    /// Pixels a player's chip is wide.
    pub(crate) const CHIP: i32 = 64;
    /// Pixels the sign of a count is wide.
    pub(crate) const COUNT: i32 = 30;
    /// Pixels the clock is wide.
    pub(crate) const CLOCK: i32 = 22;

    pub(crate) fn new(set: theme::Set) -> Signs {
        let both = |dark: &str, light: &str, size: i32| ByInk {
            // Beside the board, a dark piece has a rim that contrasts with the paper.
            dark: Sprite::new(dark.replace("f-dark-rim", "f-sign-rim"), size),
            light: Sprite::new(light.to_owned(), size),
        };
        let (man, king) = match set {
            theme::Set::Pitch => (
                [art!("player-dark"), art!("player-light")].map(str::to_owned),
                [art!("king-dark"), art!("king-light")].map(str::to_owned),
            ),
            theme::Set::Parlour | theme::Set::Moon => (
                [art!("man-dark"), art!("man-light")].map(str::to_owned),
                [art!("king-dark"), art!("king-light")].map(str::to_owned),
            ),
            theme::Set::Court => (
                [art!("chip-arms"), art!("chip-crowns")].map(str::to_owned),
                [art!("king-dark"), art!("king-light")].map(str::to_owned),
            ),
            theme::Set::Meadow => {
                let figures = [art!("fighter-dark"), art!("fighter-light")];
                let crowned = [
                    over(figures[0], art!("crown-worn-dark")),
                    over(figures[1], art!("crown-worn-light")),
                ];
                (figures.map(str::to_owned), crowned)
            }
        };
        Signs {
            chips: both(&man[0], &man[1], Signs::CHIP),
            men: both(&man[0], &man[1], Signs::COUNT),
            kings: both(&king[0], &king[1], Signs::COUNT),
            emperors: both(art!("emperor-dark"), art!("emperor-light"), Signs::COUNT),
            pool: Sprite::new(art!("count-pool"), Signs::COUNT),
            clock: Sprite::new(art!("clock"), Signs::CLOCK),
            emblems: Emblems::new(),
            swords: Sprite::new(art!("clash"), Signs::COUNT),
            blows: Blows::new(),
        }
    }

    /// Returns the big piece beside a player's name.
    pub(crate) fn chip(&self, ink: Ink) -> &Sprite {
        self.chips.get(ink)
    }

    /// Returns the small emperor beside a count.
    pub(crate) fn emperor(&self, ink: Ink) -> &Sprite {
        self.emperors.get(ink)
    }

    /// Returns a small man.
    pub(crate) fn man(&self, ink: Ink) -> &Sprite {
        self.men.get(ink)
    }

    /// Returns the small piece beside a count.
    pub(crate) fn piece(&self, ink: Ink, rank: Rank) -> &Sprite {
        match rank {
            Rank::Man => self.men.get(ink),
            Rank::King | Rank::Queen => self.kings.get(ink),
        }
    }
}

/// Lays one drawing over another with the same view.
fn over(under: &str, upper: &str) -> String {
    let inner = upper.split_once('>').map_or("", |it| it.1);
    under.replace("</svg>", inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{canvas::Canvas, palette::Palette, theme::Theme};

    #[test]
    fn the_signs_that_are_put_together_can_be_drawn_for_every_board() {
        for (theme, set) in
            Theme::ALL.into_iter().flat_map(|theme| theme::Set::ALL.map(|set| (theme, set)))
        {
            let (palette, signs) = (Palette::new(theme, set), Signs::new(set));
            for ink in [Ink::Dark, Ink::Light] {
                let own = [signs.chip(ink), signs.emperor(ink), signs.man(ink)];
                for sprite in own.into_iter().chain([signs.piece(ink, Rank::King)]) {
                    let mut canvas = Canvas::new(&palette, Signs::CHIP, Signs::CHIP);
                    let bare = canvas.pixels().to_vec();
                    sprite.put(&mut canvas, 0, 0);
                    let drawn =
                        canvas.pixels().iter().zip(&bare).filter(|(now, before)| now != before);
                    assert!(50 < drawn.count(), "{} {set:?} {ink:?}", theme.name());
                }
            }
        }
    }
}
