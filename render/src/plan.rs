//! Which part of a picture is the board and which the strip, and where the places of a court lie, for pointing at them.
use engine::scene::{Scene, Surface, court::CourtSpot};

use crate::{
    Painter, Theme,
    draw::{self, court::CourtLayout},
    encode,
    layout::{HEIGHT, STRIP, WIDTH},
    theme::Set,
};

/// A part of a picture: its left, top, width and height in pixels.
pub type PicturePart = [i32; 4];

/// The parts of a picture, which can be shown apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturePlan {
    /// Pixels of the whole picture, across and down.
    pub picture: (i32, i32),
    pub board: PicturePart,
    /// The names, what is counted, the dice, cards or wheel, and what happened.
    pub strip: PicturePart,
}

impl PicturePlan {
    /// Finds the parts of a scene's picture.
    pub fn of(scene: &Scene) -> PicturePlan {
        let (board, strip) = match &scene.board {
            Surface::Squares(_) | Surface::Court(_) => {
                ([0, 0, STRIP.x, HEIGHT], [STRIP.x, STRIP.y, STRIP.width, STRIP.height])
            }
            Surface::Pitch(_) => {
                let (wide, high) = (draw::pitch::WIDE, draw::pitch::HIGH);
                ([0, 0, wide, high], [wide, 0, WIDTH - wide, HEIGHT])
            }
        };
        PicturePlan { picture: (WIDTH, HEIGHT), board, strip }
    }
}

impl Painter {
    /// Draws a part of a scene's picture as a PNG.
    pub fn part(&self, scene: &Scene, theme: Theme, part: PicturePart) -> Vec<u8> {
        let kit = self.kit(theme, Set::of(&scene.board));
        let whole = self.paint(scene, theme, kit);
        let [x, y, width, height] = part.map(|pixels| u32::try_from(pixels).unwrap_or(0));
        let part = image::imageops::crop_imm(&whole, x, y, width, height).to_image();
        encode::png(&part, &kit.palette, &kit.strips)
    }
}

/// A court as it lies in its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourtPlan {
    layout: CourtLayout,
}

impl CourtPlan {
    /// Finds the court of a scene; none for another board.
    pub fn of(scene: &Scene) -> Option<CourtPlan> {
        match &scene.board {
            Surface::Court(court) => {
                Some(CourtPlan { layout: CourtLayout::new(court, scene.facing) })
            }
            Surface::Squares(_) | Surface::Pitch(_) => None,
        }
    }

    /// Returns how many pixels a coin is wide.
    pub fn coin(&self) -> i32 {
        self.layout.coin()
    }

    /// Returns the pixel of a place.
    pub fn pixel(&self, at: CourtSpot) -> (i32, i32) {
        self.layout.point(at)
    }

    /// Returns the place at a pixel, to a hundredth of an inch.
    pub fn spot(&self, pixel: (f64, f64)) -> CourtSpot {
        self.layout.spot_at(pixel)
    }
}

#[cfg(test)]
mod tests {
    use engine::{
        scene::court::Court,
        seat::{BySeat, Seat},
    };

    use super::*;

    fn scene(facing: Seat) -> Scene {
        let side = |_| engine::scene::Side {
            name: String::new(),
            role: String::new(),
            ink: engine::scene::Ink::Dark,
            to_move: false,
            tallies: Vec::new(),
            clock: None,
            left: None,
        };
        let near = Seat::First;
        Scene {
            title: String::new(),
            board: Surface::Court(Court {
                wide: 10000,
                long: 12000,
                tile: 2000,
                radius: 375,
                near,
            }),
            facing,
            items: Vec::new(),
            sides: BySeat::new(side),
            panels: Vec::new(),
            last: Vec::new(),
            caption: String::new(),
        }
    }

    #[test]
    fn a_place_on_a_court_is_found_again_at_its_pixel() {
        for facing in Seat::BOTH {
            let plan = CourtPlan::of(&scene(facing)).unwrap();
            for (x, y) in [(5000, 6000), (2910, 1330), (0, 12000)] {
                let (right, down) = plan.pixel(CourtSpot { x, y });
                let found = plan.spot((f64::from(right), f64::from(down)));
                assert!((found.x - x).abs() <= 20 && (found.y - y).abs() <= 20, "{found:?}");
            }
        }
    }

    #[test]
    fn a_part_of_a_picture_has_its_own_size() {
        let scene = scene(Seat::First);
        let PicturePlan { strip, .. } = PicturePlan::of(&scene);
        let png = Painter::new().part(&scene, Theme::Light, strip);
        let size = |at: usize| i32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!([size(16), size(20)], [strip[2], strip[3]]);
    }

    #[test]
    fn board_and_strip_fill_the_picture_beside_each_other() {
        let PicturePlan { picture, board, strip } = PicturePlan::of(&scene(Seat::First));
        assert_eq!((board[0] + board[2], strip[0] + strip[2]), (strip[0], picture.0));
        assert_eq!((board[3], strip[3]), (picture.1, picture.1));
    }
}
