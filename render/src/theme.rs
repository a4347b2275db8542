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
}

/// Lists the colours: one line each, with the name the drawings use and its value in each theme.
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
    Paper       "paper"        0xF6F1E6 0x22262B 0xFFFFFF
    Plate       "plate"        0xE9E1D0 0x2E343B 0xFFFFFF
    PlateTurn   "plate-turn"   0xFFF3C9 0x403B28 0xFFFFFF
    Line        "line"         0xC9BDA6 0x4A525B 0x000000
    Ink         "ink"          0x20262C 0xF0ECE2 0x000000
    Muted       "muted"        0x5E5A52 0xB4BAC1 0x000000
    Accent      "accent"       0xB4530A 0xFFC94A 0x000000
    AccentInk   "accent-ink"   0xFFFFFF 0x1B1E22 0xFFFFFF
    Rail        "rail"         0x20262C 0x8A929A 0x000000
    // The board.
    Frame       "frame"        0x4A3527 0x15181B 0x000000
    FrameEdge   "frame-edge"   0x2E2018 0x3A4149 0xFFFFFF
    FrameInk    "frame-ink"    0xF3E6CC 0xD5DAE0 0xFFFFFF
    Light       "light"        0xECE3D0 0x9AA3AC 0xFFFFFF
    LightGrain  "light-grain"  0xE6DCC6 0x949DA6 0xFFFFFF
    Dark        "dark"         0x6B8093 0x4E5963 0x8C8C8C
    DarkGrain   "dark-grain"   0x667B8E 0x4A555F 0x8C8C8C
    Number      "number"       0xDCE4EA 0xC3CAD1 0x000000
    // Pieces: the dark side and the light one.
    Shadow      "shadow"       0x1B232B 0x0A0C0E 0x8C8C8C
    DarkRim     "dark-rim"     0x0F1114 0x000000 0xFFFFFF
    DarkFace    "dark-face"    0x2F3339 0x24272B 0x000000
    DarkGroove  "dark-groove"  0x737B85 0x7D858F 0xFFFFFF
    DarkCrown   "dark-crown"   0xF2C14E 0xF2C14E 0xFFFFFF
    LightRim    "light-rim"    0x7F7157 0x5A5140 0x000000
    LightFace   "light-face"   0xFBF4E2 0xF4ECDA 0xFFFFFF
    LightGroove "light-groove" 0xB9A988 0xB0A182 0x000000
    LightCrown  "light-crown"  0xA86A08 0x8F5A06 0x000000
    // Doors and what is under them.
    Gap         "gap"          0x1C242C 0x0E1215 0x000000
    Leaf        "leaf"         0x8CA0B1 0x6C7883 0xD0D0D0
    LeafLine    "leaf-line"    0x6B8093 0x525E69 0x8C8C8C
    Pit         "pit"          0x06080A 0x000000 0x000000
    PitWall     "pit-wall"     0x262D34 0x1B2025 0x000000
    PitLit      "pit-lit"      0x4A545E 0x39424A 0x8C8C8C
    // What a tint means is always said by its letter and its pattern too.
    Green       "green"        0x3FB56F 0x3FB56F 0x00A37A
    GreenMark   "green-mark"   0x1F7A48 0x1F7A48 0x000000
    Orange      "orange"       0xF39A2B 0xF39A2B 0xE69F00
    OrangeMark  "orange-mark"  0x9C4F00 0x9C4F00 0x000000
    Black       "black"        0x3A3F45 0x60686F 0x000000
    BlackMark   "black-mark"   0x3A3F45 0x60686F 0x000000
    Tag         "tag"          0xFFFFFF 0xFFFFFF 0xFFFFFF
    // Signs over the board.
    Path        "path"         0xFFD54A 0xFFD54A 0xFFFFFF
    PathEdge    "path-edge"    0x14181C 0x0A0C0E 0x000000
    Badge       "badge"        0xFFD54A 0xFFD54A 0xFFFFFF
    BadgeEdge   "badge-edge"   0x14181C 0x0A0C0E 0x000000
    Arrow       "arrow"        0xFFFFFF 0xFFFFFF 0xFFFFFF
    ArrowEdge   "arrow-edge"   0x14181C 0x0A0C0E 0x000000
    Cross       "cross"        0xC22B2B 0xE04848 0x000000
    CrossEdge   "cross-edge"   0xFFFFFF 0x14181C 0xFFFFFF
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
