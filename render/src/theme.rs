//! The colours of a picture, by what they are for.

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

/// Lists the colours: one line each, with the name the drawings use and its value in each theme. Many have the same value,
/// because a picture has room for [`MOST`](crate::palette::MOST) different ones.
macro_rules! hues {
    ($($(#[$doc:meta])* $hue:ident $name:literal $light:literal $dark:literal $contrast:literal)*) => {
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
    Paper       "paper"        0xF8F2E4 0x22262B 0xFFFFFF
    Plate       "plate"        0xE5DBC5 0x2E343B 0xFFFFFF
    PlateTurn   "plate-turn"   0xFFF0BF 0x403B28 0xFFFFFF
    Line        "line"         0xB9A988 0x4C5761 0x000000
    Ink         "ink"          0x15191D 0xF2EDE1 0x000000
    Muted       "muted"        0x6C6459 0xC0C6CC 0x000000
    Accent      "accent"       0xBA4A12 0xFFC94A 0x000000
    AccentInk   "accent-ink"   0xF8F2E4 0x0E1114 0xFFFFFF
    Rail        "rail"         0x30353B 0x75808B 0x000000
    // The board.
    Frame       "frame"        0x4A3527 0x0E1114 0x000000
    FrameEdge   "frame-edge"   0x15191D 0x2E343B 0xFFFFFF
    FrameInk    "frame-ink"    0xF8F2E4 0xC0C6CC 0xFFFFFF
    Light       "light"        0xECE3D0 0x9AA3AC 0xFFFFFF
    LightGrain  "light-grain"  0xE5DBC5 0x929BA4 0xFFFFFF
    Dark        "dark"         0x6B8093 0x4C5761 0x8C8C8C
    Number      "number"       0xF8F2E4 0xC0C6CC 0x000000
    // Pieces: the dark side and the light one.
    DarkRim     "dark-rim"     0x15191D 0x0E1114 0xFFFFFF
    DarkFace    "dark-face"    0x30353B 0x22262B 0x000000
    DarkGroove  "dark-groove"  0x6B8093 0x75808B 0xFFFFFF
    DarkCrown   "dark-crown"   0xFFD54A 0xFFC94A 0xFFFFFF
    LightRim    "light-rim"    0x6C6459 0xB0A182 0x000000
    LightFace   "light-face"   0xF8F2E4 0xF2EDE1 0xFFFFFF
    LightGroove "light-groove" 0xB9A988 0xB0A182 0x000000
    LightCrown  "light-crown"  0xBA4A12 0xD9531E 0x000000
    // Doors and what is under them.
    Gap         "gap"          0x15191D 0x0E1114 0x000000
    Leaf        "leaf"         0xA3B2C0 0x75808B 0xD0D0D0
    LeafLine    "leaf-line"    0x6B8093 0x4C5761 0x8C8C8C
    Pit         "pit"          0x15191D 0x0E1114 0x000000
    PitWall     "pit-wall"     0x30353B 0x22262B 0x000000
    PitLit      "pit-lit"      0x6C6459 0x4C5761 0x8C8C8C
    // What a tint means is always said by its letter and its pattern too.
    Green       "green"        0x3FB56F 0x3FB56F 0x00A37A
    GreenMark   "green-mark"   0x1F7A48 0x1F7A48 0x000000
    Orange      "orange"       0xF39A2B 0xF39A2B 0xE69F00
    OrangeMark  "orange-mark"  0xBA4A12 0xD9531E 0x000000
    Black       "black"        0x30353B 0x4C5761 0x000000
    BlackMark   "black-mark"   0x30353B 0x4C5761 0x000000
    Tag         "tag"          0xF8F2E4 0xF2EDE1 0xFFFFFF
    // Signs over the board.
    Path        "path"         0xFFD54A 0xFFC94A 0xFFFFFF
    PathEdge    "path-edge"    0x15191D 0x0E1114 0x000000
    Badge       "badge"        0xFFD54A 0xFFC94A 0xFFFFFF
    BadgeEdge   "badge-edge"   0x15191D 0x0E1114 0x000000
    Arrow       "arrow"        0xF8F2E4 0xF2EDE1 0xFFFFFF
    ArrowEdge   "arrow-edge"   0x15191D 0x0E1114 0x000000
    Cross       "cross"        0xBA4A12 0xD9531E 0x000000
    CrossEdge   "cross-edge"   0xF8F2E4 0x0E1114 0xFFFFFF
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
