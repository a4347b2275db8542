//! Where the board lies in a picture, what lies beside it, and where the places of a court are, for pointing at them.
use engine::scene::{Scene, Surface, court::CourtSpot};

use crate::{
    Painter, Theme,
    canvas::Canvas,
    draw::{self, court::CourtLayout},
    encode,
    layout::{HEIGHT, STRIP, WIDTH},
    theme::Set,
};

/// A part of a picture: its left, top, width and height in pixels.
pub type PicturePart = [i32; 4];

/// Returns where the board lies in a scene's picture.
pub fn board_part(scene: &Scene) -> PicturePart {
    match &scene.board {
        Surface::Squares(_) | Surface::Court(_) => [0, 0, STRIP.x, HEIGHT],
        Surface::Pitch(_) => [0, 0, draw::pitch::WIDE, draw::pitch::HIGH],
    }
}

/// Tells whether anything lies beside the board: a wheel, cards, dice or a duel.
pub fn has_beside(scene: &Scene) -> bool {
    match &scene.board {
        Surface::Squares(_) | Surface::Court(_) => {
            scene.panels.iter().any(draw::strip::lies_beside)
        }
        Surface::Pitch(_) => true,
    }
}

impl Painter {
    /// Draws the board of a scene without what is beside it, as a PNG.
    pub fn board_alone(&self, scene: &Scene, theme: Theme) -> Vec<u8> {
        let kit = self.kit(theme, Set::of(&scene.board));
        let whole = self.paint(scene, theme, kit);
        encode::png(&cut(&whole, board_part(scene)), &kit.palette)
    }

    /// Draws what lies beside the board as a PNG: wheel, cards, dice and duel, without names and what happened.
    pub fn beside_alone(&self, scene: &Scene, theme: Theme) -> Vec<u8> {
        let kit = self.kit(theme, Set::of(&scene.board));
        let empty = self.board(theme, &scene.board, (scene.facing, scene.labelled), kit);
        let mut canvas = Canvas::over(&kit.palette, image::GrayImage::clone(&empty));
        let (left, bottom) = match &scene.board {
            Surface::Squares(_) | Surface::Court(_) => {
                let turned =
                    matches!(&scene.board, Surface::Squares(grid) if grid.near != scene.facing);
                let Scene { sides, panels, .. } = scene;
                let (letters, signs) = (&self.letters, &kit.signs);
                (STRIP.x, draw::strip::panels(&mut canvas, letters, signs, sides, turned, panels))
            }
            Surface::Pitch(pitch) => {
                let art = kit.pitch(&pitch.turf);
                let bottom = draw::pitch::beside(&mut canvas, &self.letters, &art, scene, pitch);
                (draw::pitch::WIDE, bottom)
            }
        };
        let part = [left, 0, WIDTH - left, bottom.clamp(1, HEIGHT)];
        encode::png(&cut(&canvas.into_pixels(), part), &kit.palette)
    }
}

fn cut(whole: &image::GrayImage, part: PicturePart) -> image::GrayImage {
    let [x, y, width, height] = part.map(|pixels| u32::try_from(pixels).unwrap_or(0));
    image::imageops::crop_imm(whole, x, y, width, height).to_image()
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
        scene::{Panel, court::Court},
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
            takes: Vec::new(),
            labelled: true,
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
    fn a_pixel_far_away_is_a_place_far_away() {
        let plan = CourtPlan::of(&scene(Seat::First)).unwrap();
        for far in [1e9, -1e308, f64::INFINITY] {
            assert!(10_000 < plan.spot((far, far)).x.abs());
        }
        plan.spot((f64::NAN, 1.0));
    }

    fn size(png: &[u8]) -> [i32; 2] {
        [16, 20].map(|at: usize| i32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
    }

    #[test]
    fn the_board_alone_has_the_size_of_its_part() {
        let scene = scene(Seat::First);
        let [_, _, wide, high] = board_part(&scene);
        assert_eq!(size(&Painter::new().board_alone(&scene, Theme::Light)), [wide, high]);
    }

    fn cropped(shown: &image::RgbImage, part: PicturePart) -> image::RgbImage {
        let [x, y, wide, high] = part.map(|pixels| u32::try_from(pixels).unwrap());
        image::imageops::crop_imm(shown, x, y, wide, high).to_image()
    }

    #[test]
    fn a_board_without_coordinates_is_the_same_within_its_edge() {
        let scene = scene(Seat::First);
        let bare = Scene { labelled: false, ..scene.clone() };
        let painter = Painter::new();
        let drawn = [&scene, &bare].map(|shown| {
            let png = painter.board_alone(shown, Theme::Light);
            image::load_from_memory(&png).unwrap().into_rgb8()
        });
        assert_ne!(drawn[0], drawn[1]);
        let plan = CourtPlan::of(&scene).unwrap();
        let (left, bottom) = plan.pixel(CourtSpot { x: 1000, y: 1000 });
        let (right, top) = plan.pixel(CourtSpot { x: 9000, y: 11000 });
        let within = drawn.map(|shown| cropped(&shown, [left, top, right - left, bottom - top]));
        assert_eq!(within[0], within[1]);
    }

    #[test]
    fn beside_the_board_is_only_as_much_as_there_is() {
        let mut scene = scene(Seat::First);
        assert!(!has_beside(&scene));
        scene.last = vec!["Ann flicks S1.".to_owned()];
        scene.panels = vec![Panel::Moves(Vec::new())];
        assert!(!has_beside(&scene));
        let painter = Painter::new();
        let mut heights = Vec::new();
        for count in 1..4 {
            scene.panels.push(Panel::Notes(vec!["A note.".to_owned(); count]));
            assert!(has_beside(&scene));
            let [wide, high] = size(&painter.beside_alone(&scene, Theme::Light));
            assert_eq!(wide, STRIP.width);
            heights.push(high);
        }
        assert!(heights.is_sorted_by(|one, other| one < other), "{heights:?}");
        assert!(heights[2] < HEIGHT);
    }
}
