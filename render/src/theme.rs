//! The colours of a picture, by purpose.
use engine::scene::{Ground, Surface};

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// Black and white with two colours that colour-blind people can tell apart, and strong patterns.
    HighContrast,
    /// Black ink on white paper, for printing.
    Paper,
}

impl Theme {
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::HighContrast, Theme::Paper];

    /// Returns the name used in settings: `light`, `dark`, `high-contrast` or `paper`.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::HighContrast => "high-contrast",
            Theme::Paper => "paper",
        }
    }

    /// Reads what [`Theme::name`] writes.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Lists colours only for smooth edges, as 0xRRGGBB, where the named ones have none in between.
    pub(crate) fn halves(self) -> &'static [u32] {
        match self {
            Theme::Light | Theme::Dark => &[],
            Theme::HighContrast => &[0x404040, 0xB4B4B4, 0x00513D, 0x735000],
            Theme::Paper => &[0x404040, 0xB4B4B4],
        }
    }
}

/// The colours of pictures of one kind of board: the common ones, and some of their own.
///
/// Few colours make small files: a set of at most sixteen takes half the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// Draughts with doors.
    Parlour,
    /// People on grass.
    Meadow,
    /// Coins between wooden tiles.
    Court,
    /// A football pitch.
    Pitch,
    /// Draughts with strange cards.
    Moon,
}

impl Set {
    pub(crate) const ALL: [Set; 5] = [Set::Parlour, Set::Court, Set::Pitch, Set::Moon, Set::Meadow];

    /// Returns the set where a board is drawn.
    pub(crate) fn of(board: &Surface) -> Set {
        match board {
            Surface::Squares(grid) => match grid.ground {
                Ground::Parlour => Set::Parlour,
                Ground::Moon => Set::Moon,
                Ground::Meadow => Set::Meadow,
            },
            Surface::Court(_) => Set::Court,
            Surface::Pitch(_) => Set::Pitch,
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
    /// People on grass alone.
    Meadow,
    /// That of coins between wooden tiles.
    Court,
    /// The pitch alone.
    Pitch,
    Moon,
}

impl Of {
    fn holds(self, set: Set) -> bool {
        match (self, set) {
            (Of::All, _)
            | (Of::Court, Set::Court)
            | (Of::Pitch, Set::Pitch)
            | (Of::Moon, Set::Moon)
            | (Of::Meadow, Set::Meadow) => true,
            (Of::Court | Of::Pitch | Of::Moon | Of::Meadow, _) => false,
        }
    }
}

/// Lists the colours: one line each, with the name the drawings use, the sets it is in, and its value in each theme. Many
/// have the same value, because a picture has room for [`MOST`](crate::palette::MOST) different ones.
macro_rules! hues {
    ($($(#[$doc:meta])* $hue:ident $name:literal $of:ident $light:literal $dark:literal $contrast:literal $print:literal)*) => {
        /// A colour by its purpose; its number is its place in the palette.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Hue { $($(#[$doc])* $hue),* }

        impl Hue {
            pub(crate) const ALL: &[Hue] = &[$(Hue::$hue),*];

            /// Returns the colour's name in the drawings.
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
                let values: [u32; 4] =
                    match self { $(Hue::$hue => [$light, $dark, $contrast, $print]),* };
                values[theme.index()]
            }
        }
    };
}

hues! {
    // The strip.
    Paper       "paper"        All 0xF8F2E4 0x22262B 0xFFFFFF 0xFFFFFF
    Plate       "plate"        All 0xE5DBC5 0x2E343B 0xFFFFFF 0xFFFFFF
    PlateTurn   "plate-turn"   All 0xFFF0BF 0x403B28 0xFFFFFF 0xFFFFFF
    Line        "line"         All 0xB9A988 0x4C5761 0x000000 0x8C8C8C
    Ink         "ink"          All 0x15191D 0xF2EDE1 0x000000 0x000000
    Muted       "muted"        All 0x6C6459 0xC0C6CC 0x000000 0x404040
    Accent      "accent"       All 0xBA4A12 0xFFC94A 0x000000 0x404040
    AccentInk   "accent-ink"   All 0xF8F2E4 0x0E1114 0xFFFFFF 0xFFFFFF
    Rail        "rail"         All 0x30353B 0x75808B 0x000000 0x404040
    // The board.
    Frame       "frame"        All 0x4A3527 0x0E1114 0x000000 0xFFFFFF
    FrameEdge   "frame-edge"   All 0x15191D 0x2E343B 0xFFFFFF 0x000000
    FrameInk    "frame-ink"    All 0xF8F2E4 0xC0C6CC 0xFFFFFF 0x000000
    Light       "light"        All 0xECE3D0 0xB4BCC4 0xFFFFFF 0xFFFFFF
    LightGrain  "light-grain"  All 0xE5DBC5 0xACB4BC 0xFFFFFF 0xF4F4F4
    Dark        "dark"         All 0x6B8093 0x75808B 0x8C8C8C 0xC8C8C8
    Number      "number"       All 0xF8F2E4 0xF2EDE1 0x000000 0x000000
    // Pieces: the dark side and the light one.
    DarkRim     "dark-rim"     All 0x15191D 0x0E1114 0xFFFFFF 0x000000
    DarkFace    "dark-face"    All 0x30353B 0x22262B 0x000000 0x000000
    DarkGroove  "dark-groove"  All 0x6B8093 0x75808B 0xFFFFFF 0xFFFFFF
    // Beside the board, a dark piece is on another ground.
    SignRim     "sign-rim"     All 0x15191D 0xC0C6CC 0x000000 0x000000
    DarkCrown   "dark-crown"   All 0xFFD54A 0xFFC94A 0xFFFFFF 0xFFFFFF
    LightRim    "light-rim"    All 0x6C6459 0x22262B 0x000000 0x000000
    LightFace   "light-face"   All 0xF8F2E4 0xF2EDE1 0xFFFFFF 0xFFFFFF
    LightGroove "light-groove" All 0xB9A988 0xB0A182 0x000000 0x000000
    LightCrown  "light-crown"  All 0xBA4A12 0xD9531E 0x000000 0x000000
    // Doors and what is under them.
    Gap         "gap"          All 0x15191D 0x0E1114 0x000000 0x000000
    Leaf        "leaf"         All 0xA3B2C0 0xB4BCC4 0xD0D0D0 0xD0D0D0
    LeafLine    "leaf-line"    All 0x6B8093 0x4C5761 0x8C8C8C 0x8C8C8C
    Pit         "pit"          All 0x15191D 0x0E1114 0x000000 0x000000
    PitWall     "pit-wall"     All 0x30353B 0x22262B 0x000000 0x000000
    PitLit      "pit-lit"      All 0x6C6459 0x4C5761 0x8C8C8C 0x8C8C8C
    // A tint is always also shown by its letter and its pattern.
    Green       "green"        All 0x3FB56F 0x3FB56F 0x00A37A 0x6E6E6E
    GreenMark   "green-mark"   All 0x1F7A48 0x1F7A48 0x000000 0x000000
    Orange      "orange"       All 0xF39A2B 0xF39A2B 0xE69F00 0x9C9C9C
    OrangeMark  "orange-mark"  All 0xBA4A12 0xD9531E 0x000000 0x000000
    Black       "black"        All 0x30353B 0x4C5761 0x000000 0x000000
    BlackMark   "black-mark"   All 0x30353B 0x4C5761 0x000000 0x000000
    Tag         "tag"          All 0xF8F2E4 0xF2EDE1 0xFFFFFF 0xFFFFFF
    // Signs over the board.
    Path        "path"         All 0xFFD54A 0xFFC94A 0xFFFFFF 0xFFFFFF
    PathEdge    "path-edge"    All 0x15191D 0x0E1114 0x000000 0x000000
    Pick        "pick"         All 0xFFD54A 0xFFC94A 0xE69F00 0x9C9C9C
    PickEdge    "pick-edge"    All 0x15191D 0x0E1114 0x000000 0x000000
    Badge       "badge"        All 0xFFD54A 0xFFC94A 0xFFFFFF 0xFFFFFF
    BadgeEdge   "badge-edge"   All 0x15191D 0x0E1114 0x000000 0x000000
    Arrow       "arrow"        All 0xF8F2E4 0xF2EDE1 0xFFFFFF 0xFFFFFF
    ArrowEdge   "arrow-edge"   All 0x15191D 0x0E1114 0x000000 0x000000
    Cross       "cross"        All 0xBA4A12 0xD9531E 0x000000 0x000000
    CrossEdge   "cross-edge"   All 0xF8F2E4 0x0E1114 0xFFFFFF 0xFFFFFF
    // Grass: the squares of fighters and the squares between, with blades.
    Lawn        "lawn"         Meadow 0x5C9150 0x2F5138 0x8C8C8C 0xC8C8C8
    LawnBlade   "lawn-blade"   Meadow 0x56894B 0x2B4C34 0x8C8C8C 0xC8C8C8
    Mown        "mown"         Meadow 0x9CC27F 0x4C7350 0xFFFFFF 0xFFFFFF
    MownBlade   "mown-blade"   Meadow 0x93BA77 0x476D4B 0xFFFFFF 0xFFFFFF
    Lime        "lime"         Meadow 0xE4EBD6 0x7E9B80 0x000000 0x8C8C8C
    Shade       "meadow-shade" Meadow 0x3F6E3B 0x203A29 0x404040 0x404040
    // People: the two sides' clothes and sashes, skin, steel, wood, wounds.
    BlackTunic  "black-tunic"  Meadow 0x30353B 0x22262B 0x000000 0x000000
    BlackEdge   "black-edge"   Meadow 0x15191D 0xC0C6CC 0xFFFFFF 0x000000
    WhiteTunic  "white-tunic"  Meadow 0xF8F2E4 0xF2EDE1 0xFFFFFF 0xFFFFFF
    WhiteEdge   "white-edge"   Meadow 0x4A3527 0x0E1114 0x000000 0x000000
    Skin        "skin"         Meadow 0xE9BE98 0xD9A97F 0x404040 0x404040
    DarkSash    "dark-sash"    Meadow 0xFFD54A 0xFFC94A 0xE69F00 0x9C9C9C
    LightSash   "light-sash"   Meadow 0xB3263A 0xC2354A 0x000000 0x000000
    Steel       "steel"        Meadow 0xD3DCE4 0x4C5761 0xFFFFFF 0xFFFFFF
    SteelEdge   "steel-edge"   Meadow 0x22303C 0xC0C6CC 0x000000 0x000000
    Wood        "wood"         Meadow 0x8A5A2B 0x8A5A2B 0x404040 0x404040
    Wound       "wound"        Meadow 0xD7263D 0xE8455A 0x000000 0x000000
    // The field of coins: the table, the field, the tiles round it.
    Table       "table"        Court 0x3F2F25 0x14171A 0x000000 0xFFFFFF
    Turf        "turf"         Court 0xDDBB84 0x77603F 0xFFFFFF 0xFFFFFF
    TurfGrain   "turf-grain"   Court 0xD3AE74 0x6E5838 0xF0F0F0 0xF0F0F0
    TurfLine    "turf-line"    Court 0xA57B43 0x9C8050 0x6A6A6A 0x6A6A6A
    TurfBox     "turf-box"     Court 0xE9CD9C 0x836B48 0xE2E2E2 0xE2E2E2
    Tile        "tile"         Court 0xA9703D 0x4A3A2A 0xB4B4B4 0xE4E4E4
    TileLit     "tile-lit"     Court 0xC48A52 0x5C4935 0xD8D8D8 0xF4F4F4
    TileShade   "tile-shade"   Court 0x6F4523 0x2C221A 0x000000 0x8C8C8C
    TileGrain   "tile-grain"   Court 0x9C6636 0x443527 0xA8A8A8 0xD8D8D8
    TilePlate   "tile-plate"   Court 0x6F4523 0x2C221A 0xFFFFFF 0xFFFFFF
    TileInk     "tile-ink"     Court 0xFFF3DC 0xE9DFC8 0x000000 0x000000
    Mesh        "mesh"         Court 0xEFE7D6 0xA9B2BA 0x404040 0x404040
    // Coins: the ball, arms and crowns.
    Sun         "sun"          Court 0xD8402F 0xE0543F 0xE69F00 0x9C9C9C
    SunLit      "sun-lit"      Court 0xFFE27A 0xFFE27A 0xFFFFFF 0xFFFFFF
    Arms        "arms"         Court 0x2C5FA8 0x3A74C4 0x000000 0x000000
    ArmsLit     "arms-lit"     Court 0xE8F0FB 0xEDF3FB 0xFFFFFF 0xFFFFFF
    Crowns      "crowns"       Court 0xF2C230 0xF2C230 0xFFFFFF 0xFFFFFF
    CrownsInk   "crowns-ink"   Court 0x4A3608 0x3A2B06 0x000000 0x000000
    CoinRim     "coin-rim"     Court 0x2A1E17 0x0E1114 0x000000 0x000000
    TrackSun    "track-sun"    Court 0xB02A1C 0xFF9A86 0x9A6A00 0x5C5C5C
    TrackArms   "track-arms"   Court 0x1F4680 0xB6D5FA 0x000000 0x000000
    TrackCrowns "track-crowns" Court 0x8A6A08 0xFFE08A 0x6A6A6A 0x6A6A6A
    // The pitch: grass in two shades with its grid, chalk, what is round it, and shades in between for smooth edges.
    Grass       "grass"        Pitch 0x64AB5E 0x2F5D3A 0xFFFFFF 0xFFFFFF
    GrassBand   "grass-band"   Pitch 0x5AA155 0x2A5535 0xF0F0F0 0xF0F0F0
    GrassLine   "grass-line"   Pitch 0x529749 0x366843 0xD0D0D0 0xD0D0D0
    Chalk       "chalk"        Pitch 0xFBFDF5 0xDDE8DD 0x000000 0x000000
    ChalkSoft   "chalk-soft"   Pitch 0xB0D5AB 0x82A488 0x808080 0x808080
    Verge       "verge"        Pitch 0x3C6B45 0x1B3325 0xD8D8D8 0xFFFFFF
    VergeLine   "verge-line"   Pitch 0x33603D 0x14281D 0xB0B0B0 0xD8D8D8
    VergeInk    "verge-ink"    Pitch 0xDDEBD6 0xA9C4AE 0x000000 0x000000
    VergeSoft   "verge-soft"   Pitch 0x8BAB8D 0x617B69 0x6A6A6A 0x6A6A6A
    Net         "net"          Pitch 0x2B3A33 0x0E1713 0xB0B0B0 0xB0B0B0
    NetLine     "net-line"     Pitch 0x8E9C93 0x5E6F65 0xFFFFFF 0xFFFFFF
    NetInk      "net-ink"      Pitch 0xFBFDF5 0xDDE8DD 0x000000 0x000000
    // Players, the ball and the player who has it.
    KitLight    "kit-light"    Pitch 0xFFD23F 0xF2C230 0xFFFFFF 0xFFFFFF
    KitLightRim "kit-light-rim" Pitch 0x5A3D00 0x2A1D00 0x000000 0x000000
    KitLightLine "kit-light-line" Pitch 0x5A3D00 0x2A1D00 0x000000 0x000000
    KitLightSoft "kit-light-soft" Pitch 0xAC8720 0x8E6F18 0x808080 0x808080
    KitDark     "kit-dark"     Pitch 0x23408E 0x3558B8 0x000000 0x000000
    KitDarkRim  "kit-dark-rim" Pitch 0x0B1230 0x060B20 0x000000 0x000000
    KitDarkLine "kit-dark-line" Pitch 0xFFFFFF 0xF2F5FF 0xFFFFFF 0xFFFFFF
    KitDarkSoft "kit-dark-soft" Pitch 0x91A0C7 0x94A7DC 0x808080 0x808080
    Owner       "owner"        Pitch 0xE8421B 0xFF5A2C 0xE69F00 0x9C9C9C
    OwnerEdge   "owner-edge"   Pitch 0xFFFFFF 0xFFFFFF 0x000000 0x000000
    Ball        "ball"         Pitch 0xFFFFFF 0xFFFFFF 0xFFFFFF 0xFFFFFF
    BallEdge    "ball-edge"    Pitch 0x15191D 0x0E1114 0x000000 0x000000
    BallSoft    "ball-soft"    Pitch 0x8A8C8E 0x86888A 0x808080 0x808080
    // What moved, and where offside begins.
    Trail       "trail"        Pitch 0xFFF3B0 0xFFE9A0 0xFFFFFF 0xFFFFFF
    TrailEdge   "trail-edge"   Pitch 0x22331F 0x0B140E 0x000000 0x000000
    Shove       "shove"        Pitch 0xFF8A3C 0xFF8A3C 0xE69F00 0x9C9C9C
    Flag        "flag"         Pitch 0xC62828 0xFF7A70 0x000000 0x000000
    FlagInk     "flag-ink"     Pitch 0xFFFFFF 0x0E1114 0xFFFFFF 0xFFFFFF
    // Dice and timer.
    Die         "die"          Pitch 0xFFFAF0 0xEDE6D6 0xFFFFFF 0xFFFFFF
    DieEdge     "die-edge"     Pitch 0x15191D 0x0E1114 0x000000 0x000000
    DieInk      "die-ink"      Pitch 0x15191D 0x0E1114 0x000000 0x000000
    DieSoft     "die-soft"     Pitch 0x8A8A87 0x7E7C75 0x808080 0x808080
    Risk        "risk"         Pitch 0xB3261E 0xB3261E 0x000000 0x000000
    RiskInk     "risk-ink"     Pitch 0xFFFFFF 0xFFFFFF 0xFFFFFF 0xFFFFFF
    RiskSoft    "risk-soft"    Pitch 0xD9938F 0xD9938F 0x808080 0x808080
    Timer       "timer"        Pitch 0xFFFFFF 0xFFFFFF 0xFFFFFF 0xFFFFFF
    TimerEdge   "timer-edge"   Pitch 0x15191D 0x0E1114 0x000000 0x000000
    // The board on a moon, and what fills it.
    MoonFrame   "moon-frame"   Moon 0x2A2450 0x131026 0x000000 0xFFFFFF
    MoonLight   "moon-light"   Moon 0xE9E6F3 0xABA8C6 0xFFFFFF 0xFFFFFF
    MoonDust    "moon-dust"    Moon 0xDDD9EA 0xA29FBD 0xFFFFFF 0xF4F4F4
    MoonDark    "moon-dark"    Moon 0x8583B8 0x6B689E 0x8C8C8C 0xC8C8C8
    Deep        "deep"         Moon 0x174E8C 0x174E8C 0x000000 0x000000
    Sea         "sea"          Moon 0x2F7FD0 0x2F7FD0 0x0072B2 0x5C5C5C
    Ice         "ice"          Moon 0xA5D8F7 0xA5D8F7 0xFFFFFF 0xFFFFFF
    Flame       "flame"        Moon 0xEF5B22 0xEF5B22 0xD55E00 0x7C7C7C
    Dawn        "dawn"         Moon 0xFFC93C 0xFFC93C 0xE69F00 0x9C9C9C
    Star        "star"         Moon 0xFFF3C8 0xFFF3C8 0xFFFFFF 0x8C8C8C
    Coal        "coal"         Moon 0x14151C 0x14151C 0x000000 0x000000
    Space       "space"        Moon 0x1E1B3C 0x1E1B3C 0x000000 0xFFFFFF
    Rose        "rose"         Moon 0xD93A5E 0xD93A5E 0xD93A5E 0x6E6E6E
    Fern        "fern"         Moon 0x3FB56F 0x3FB56F 0x00A37A 0x6E6E6E
    Iris        "iris"         Moon 0x9A6FD0 0x9A6FD0 0x9A6FD0 0x8C8C8C
    Stone       "stone"        Moon 0x9AA0B0 0x9AA0B0 0xB4B4B4 0xB4B4B4
    Clay        "clay"         Moon 0xA9673E 0xA9673E 0xA9673E 0x5C5C5C
    Slab        "slab"         Moon 0x15161F 0x0A0B10 0x000000 0x000000
    SlabLit     "slab-lit"     Moon 0x4A4F68 0x3A3F55 0x8C8C8C 0x8C8C8C
    SlabEdge    "slab-edge"    Moon 0xA9B0D0 0x9AA0C0 0xFFFFFF 0xFFFFFF
    Hide        "hide"         Moon 0xA98BB8 0xA98BB8 0xB4B4B4 0xB4B4B4
    HideLit     "hide-lit"     Moon 0xD3BEDD 0xD3BEDD 0xFFFFFF 0xFFFFFF
    HideEdge    "hide-edge"    Moon 0x3F2A4D 0x2B1B36 0x000000 0x000000
    Slime       "slime"        Moon 0x5FD07A 0x5FD07A 0x00A37A 0x6E6E6E
    SlimeEdge   "slime-edge"   Moon 0x174A29 0x10351D 0x000000 0x000000
    Gold        "gold"         Moon 0xFFC93C 0xFFC93C 0xE69F00 0x9C9C9C
    GoldEdge    "gold-edge"    Moon 0x6B4A00 0x3B2900 0x000000 0x000000
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
