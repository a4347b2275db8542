//! The colours of a picture, by what they are for.
use engine::scene::{Board, Ground};

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// Black and white with two colours that every kind of eye tells apart, and strong patterns.
    HighContrast,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::HighContrast];

    /// Writes the theme as settings keep it: `light`, `dark` or `high-contrast`.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::HighContrast => "high-contrast",
        }
    }

    /// Reads what [`Theme::name`] writes.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|it| it.name() == name)
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Lists colours for smooth edges alone, as 0xRRGGBB, where the named ones have none between them.
    pub(crate) fn halves(self) -> &'static [u32] {
        match self {
            Theme::Light | Theme::Dark => &[],
            Theme::HighContrast => &[0x404040, 0xB4B4B4, 0x00513D, 0x735000],
        }
    }
}

/// The colours that pictures of one kind of board have: all common ones, and some of their own.
///
/// Few colours make small files: a set of at most sixteen takes half the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// Draughts with doors.
    Parlour,
    /// Coins between wooden tiles.
    Pitch,
}

impl Set {
    pub(crate) const ALL: [Set; 2] = [Set::Parlour, Set::Pitch];

    /// Returns the set in which a board is drawn.
    pub(crate) fn of(board: &Board) -> Set {
        match board {
            Board::Squares(grid) => match grid.ground {
                Ground::Parlour => Set::Parlour,
            },
            Board::Pitch(_) => Set::Pitch,
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// Which sets a colour is in.
enum Of {
    /// All of them.
    All,
    /// That of coins between wooden tiles.
    Pitch,
}

impl Of {
    fn holds(self, set: Set) -> bool {
        match (self, set) {
            (Of::All, _) => true,
            (Of::Pitch, set) => set == Set::Pitch,
        }
    }
}

/// Lists the colours: one line each, with the name the drawings use, the sets it is in, and its value in each theme. Many
/// have the same value, because a picture has room for [`MOST`](crate::palette::MOST) different ones.
macro_rules! hues {
    ($($(#[$doc:meta])* $hue:ident $name:literal $of:ident $light:literal $dark:literal $contrast:literal)*) => {
        /// A colour by its purpose; its number is its place in the palette.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Hue { $($(#[$doc])* $hue),* }

        impl Hue {
            pub(crate) const ALL: &[Hue] = &[$(Hue::$hue),*];

            /// Returns the name the drawings know the colour by.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Hue::$hue => $name),* }
            }

            /// Tells whether pictures of a set have the colour; the others show the nearest one they have.
            pub(crate) fn is_in(self, set: Set) -> bool {
                let of = match self { $(Hue::$hue => Of::$of),* };
                of.holds(set)
            }

            /// Returns the colour as 0xRRGGBB.
            pub(crate) fn rgb(self, theme: Theme) -> u32 {
                let values: [u32; 3] = match self { $(Hue::$hue => [$light, $dark, $contrast]),* };
                values[theme.index()]
            }
        }
    };
}

hues! {
    // The strip.
    Paper       "paper"        All 0xF8F2E4 0x22262B 0xFFFFFF
    Plate       "plate"        All 0xE5DBC5 0x2E343B 0xFFFFFF
    PlateTurn   "plate-turn"   All 0xFFF0BF 0x403B28 0xFFFFFF
    Line        "line"         All 0xB9A988 0x4C5761 0x000000
    Ink         "ink"          All 0x15191D 0xF2EDE1 0x000000
    Muted       "muted"        All 0x6C6459 0xC0C6CC 0x000000
    Accent      "accent"       All 0xBA4A12 0xFFC94A 0x000000
    AccentInk   "accent-ink"   All 0xF8F2E4 0x0E1114 0xFFFFFF
    Rail        "rail"         All 0x30353B 0x75808B 0x000000
    // The board.
    Frame       "frame"        All 0x4A3527 0x0E1114 0x000000
    FrameEdge   "frame-edge"   All 0x15191D 0x2E343B 0xFFFFFF
    FrameInk    "frame-ink"    All 0xF8F2E4 0xC0C6CC 0xFFFFFF
    Light       "light"        All 0xECE3D0 0x9AA3AC 0xFFFFFF
    LightGrain  "light-grain"  All 0xE5DBC5 0x929BA4 0xFFFFFF
    Dark        "dark"         All 0x6B8093 0x4C5761 0x8C8C8C
    Number      "number"       All 0xF8F2E4 0xC0C6CC 0x000000
    // Pieces: the dark side and the light one.
    DarkRim     "dark-rim"     All 0x15191D 0x0E1114 0xFFFFFF
    DarkFace    "dark-face"    All 0x30353B 0x22262B 0x000000
    DarkGroove  "dark-groove"  All 0x6B8093 0x75808B 0xFFFFFF
    DarkCrown   "dark-crown"   All 0xFFD54A 0xFFC94A 0xFFFFFF
    LightRim    "light-rim"    All 0x6C6459 0xB0A182 0x000000
    LightFace   "light-face"   All 0xF8F2E4 0xF2EDE1 0xFFFFFF
    LightGroove "light-groove" All 0xB9A988 0xB0A182 0x000000
    LightCrown  "light-crown"  All 0xBA4A12 0xD9531E 0x000000
    // Doors and what is under them.
    Gap         "gap"          All 0x15191D 0x0E1114 0x000000
    Leaf        "leaf"         All 0xA3B2C0 0x75808B 0xD0D0D0
    LeafLine    "leaf-line"    All 0x6B8093 0x4C5761 0x8C8C8C
    Pit         "pit"          All 0x15191D 0x0E1114 0x000000
    PitWall     "pit-wall"     All 0x30353B 0x22262B 0x000000
    PitLit      "pit-lit"      All 0x6C6459 0x4C5761 0x8C8C8C
    // What a tint means is always said by its letter and its pattern too.
    Green       "green"        All 0x3FB56F 0x3FB56F 0x00A37A
    GreenMark   "green-mark"   All 0x1F7A48 0x1F7A48 0x000000
    Orange      "orange"       All 0xF39A2B 0xF39A2B 0xE69F00
    OrangeMark  "orange-mark"  All 0xBA4A12 0xD9531E 0x000000
    Black       "black"        All 0x30353B 0x4C5761 0x000000
    BlackMark   "black-mark"   All 0x30353B 0x4C5761 0x000000
    Tag         "tag"          All 0xF8F2E4 0xF2EDE1 0xFFFFFF
    // Signs over the board.
    Path        "path"         All 0xFFD54A 0xFFC94A 0xFFFFFF
    PathEdge    "path-edge"    All 0x15191D 0x0E1114 0x000000
    Badge       "badge"        All 0xFFD54A 0xFFC94A 0xFFFFFF
    BadgeEdge   "badge-edge"   All 0x15191D 0x0E1114 0x000000
    Arrow       "arrow"        All 0xF8F2E4 0xF2EDE1 0xFFFFFF
    ArrowEdge   "arrow-edge"   All 0x15191D 0x0E1114 0x000000
    Cross       "cross"        All 0xBA4A12 0xD9531E 0x000000
    CrossEdge   "cross-edge"   All 0xF8F2E4 0x0E1114 0xFFFFFF
    // The field of coins: the table, the field, the tiles round it.
    Table       "table"        Pitch 0x3F2F25 0x14171A 0x000000
    Turf        "turf"         Pitch 0xDDBB84 0x77603F 0xFFFFFF
    TurfGrain   "turf-grain"   Pitch 0xD3AE74 0x6E5838 0xF0F0F0
    TurfLine    "turf-line"    Pitch 0xA57B43 0x9C8050 0x6A6A6A
    TurfBox     "turf-box"     Pitch 0xE9CD9C 0x836B48 0xE2E2E2
    Tile        "tile"         Pitch 0xA9703D 0x4A3A2A 0xB4B4B4
    TileLit     "tile-lit"     Pitch 0xC48A52 0x5C4935 0xD8D8D8
    TileShade   "tile-shade"   Pitch 0x6F4523 0x2C221A 0x000000
    TileGrain   "tile-grain"   Pitch 0x9C6636 0x443527 0xA8A8A8
    TileInk     "tile-ink"     Pitch 0xFFF3DC 0xE9DFC8 0x000000
    Net         "net"          Pitch 0xEFE7D6 0xA9B2BA 0x404040
    // Coins: the ball, arms and crowns.
    Sun         "sun"          Pitch 0xD8402F 0xE0543F 0xE69F00
    SunLit      "sun-lit"      Pitch 0xFFE27A 0xFFE27A 0xFFFFFF
    Arms        "arms"         Pitch 0x2C5FA8 0x3A74C4 0x000000
    ArmsLit     "arms-lit"     Pitch 0xE8F0FB 0xEDF3FB 0xFFFFFF
    Crowns      "crowns"       Pitch 0xF2C230 0xF2C230 0xFFFFFF
    CrownsInk   "crowns-ink"   Pitch 0x4A3608 0x3A2B06 0x000000
    CoinRim     "coin-rim"     Pitch 0x2A1E17 0x0E1114 0x000000
    TrackSun    "track-sun"    Pitch 0xB02A1C 0xFF9A86 0x9A6A00
    TrackArms   "track-arms"   Pitch 0x1F4680 0x9CC3F5 0x000000
    TrackCrowns "track-crowns" Pitch 0x8A6A08 0xFFE08A 0x6A6A6A
}

/// Returns a colour's red, green and blue.
pub(crate) fn parts(rgb: u32) -> [u8; 3] {
    let [_, red, green, blue] = rgb.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_found_by_its_name() {
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name()), Some(theme));
        }
        assert_eq!(Theme::named("Light"), None);
    }
}
