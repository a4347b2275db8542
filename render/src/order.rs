//! The order of the colours in a palette.
//!
//! A picture is packed by how far each pixel's entry is from the one its neighbours foretell, and small
//! numbers take few bits. So colours that often meet along an edge stand next to each other. `search` finds
//! such orders in the pictures of random matches in the light and the dark theme; they save a fifth to a
//! quarter of the bytes.
use crate::{
    palette::brightness,
    theme::{Hue, Set, Theme, parts},
};

/// Lists colours once each: those of some hues first, in their order, the others by brightness.
pub(crate) fn colours(theme: Theme, first: &[Hue], all: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut out: Vec<[u8; 3]> = Vec::with_capacity(all.len());
    let mut add = |some: &mut dyn Iterator<Item = [u8; 3]>| {
        for colour in some {
            if !out.contains(&colour) {
                out.push(colour);
            }
        }
        out.len()
    };
    let named = add(&mut first.iter().map(|it| parts(it.rgb(theme))));
    add(&mut all.iter().copied());
    // Neighbours in brightness meet along edges; small differences pack well.
    out[named..].sort_by_key(brightness);
    out
}

/// Returns the colours of a kind of board that stand first, in their order; the rest follow by
/// brightness.
pub(crate) fn of(theme: Theme, set: Set) -> &'static [Hue] {
    match set {
        // They have few colours, and most of them are grey.
        _ if matches!(theme, Theme::HighContrast | Theme::Paper) => &[],
        Set::Parlour => &PARLOUR,
        Set::Court => &COURT,
        Set::Pitch => &PITCH,
        Set::Moon => &MOON,
        Set::Meadow => &MEADOW,
    }
}

const PARLOUR: [Hue; 20] = [
    Hue::PitLit,
    Hue::PitWall,
    Hue::PickEdge,
    Hue::FrameEdge,
    Hue::Frame,
    Hue::PlateTurn,
    Hue::GreenMark,
    Hue::Green,
    Hue::OrangeMark,
    Hue::Orange,
    Hue::Pick,
    Hue::LightGroove,
    Hue::CrossEdge,
    Hue::Plate,
    Hue::Light,
    Hue::LightGrain,
    Hue::Tag,
    Hue::Leaf,
    Hue::FrameInk,
    Hue::DarkGroove,
];

const COURT: [Hue; 41] = [
    Hue::TileInk,
    Hue::LightGrain,
    Hue::PlateTurn,
    Hue::Rail,
    Hue::FrameEdge,
    Hue::Muted,
    Hue::LightGroove,
    Hue::PitLit,
    Hue::PitWall,
    Hue::Tag,
    Hue::Turf,
    Hue::Mesh,
    Hue::TurfBox,
    Hue::TurfGrain,
    Hue::TurfLine,
    Hue::Accent,
    Hue::TileLit,
    Hue::ArrowEdge,
    Hue::Table,
    Hue::CoinRim,
    Hue::TilePlate,
    Hue::TileGrain,
    Hue::Tile,
    Hue::CrownsInk,
    Hue::TrackCrowns,
    Hue::Frame,
    Hue::Crowns,
    Hue::Orange,
    Hue::TrackSun,
    Hue::Sun,
    Hue::SunLit,
    Hue::DarkGroove,
    Hue::Cross,
    Hue::Arms,
    Hue::TrackArms,
    Hue::ArmsLit,
    Hue::Leaf,
    Hue::Green,
    Hue::Light,
    Hue::Badge,
    Hue::GreenMark,
];

const PITCH: [Hue; 47] = [
    Hue::Risk,
    Hue::TrailEdge,
    Hue::LightCrown,
    Hue::RiskSoft,
    Hue::DarkCrown,
    Hue::PlateTurn,
    Hue::CrossEdge,
    Hue::LightGroove,
    Hue::Muted,
    Hue::FrameEdge,
    Hue::KitDarkRim,
    Hue::Net,
    Hue::DarkFace,
    Hue::NetLine,
    Hue::LightGrain,
    Hue::Number,
    Hue::NetInk,
    Hue::KitDarkSoft,
    Hue::KitDark,
    Hue::DarkGroove,
    Hue::KitDarkLine,
    Hue::Leaf,
    Hue::VergeInk,
    Hue::DieSoft,
    Hue::BallSoft,
    Hue::PitLit,
    Hue::Verge,
    Hue::VergeLine,
    Hue::ChalkSoft,
    Hue::GrassBand,
    Hue::VergeSoft,
    Hue::GrassLine,
    Hue::Grass,
    Hue::KitLightRim,
    Hue::KitLightSoft,
    Hue::KitLight,
    Hue::Orange,
    Hue::Die,
    Hue::RiskInk,
    Hue::Trail,
    Hue::Frame,
    Hue::Flag,
    Hue::Owner,
    Hue::Shove,
    Hue::Light,
    Hue::GreenMark,
    Hue::Green,
];

const MOON: [Hue; 46] = [
    Hue::SlimeEdge,
    Hue::GreenMark,
    Hue::GoldEdge,
    Hue::Star,
    Hue::Slab,
    Hue::HideEdge,
    Hue::Space,
    Hue::MoonFrame,
    Hue::Coal,
    Hue::Pit,
    Hue::DarkFace,
    Hue::SlabLit,
    Hue::PitLit,
    Hue::FrameEdge,
    Hue::LeafLine,
    Hue::MoonDark,
    Hue::DarkGroove,
    Hue::Stone,
    Hue::LightGrain,
    Hue::Line,
    Hue::Tag,
    Hue::FrameInk,
    Hue::Light,
    Hue::HideLit,
    Hue::Leaf,
    Hue::LightGroove,
    Hue::PlateTurn,
    Hue::Accent,
    Hue::Orange,
    Hue::DarkCrown,
    Hue::Clay,
    Hue::LightCrown,
    Hue::Gold,
    Hue::Flame,
    Hue::Frame,
    Hue::Hide,
    Hue::MoonLight,
    Hue::MoonDust,
    Hue::SlabEdge,
    Hue::Ice,
    Hue::Sea,
    Hue::Deep,
    Hue::Iris,
    Hue::Slime,
    Hue::Fern,
    Hue::Rose,
];

const MEADOW: [Hue; 30] = [
    Hue::Cross,
    Hue::Orange,
    Hue::Path,
    Hue::Steel,
    Hue::Leaf,
    Hue::Lime,
    Hue::Light,
    Hue::Skin,
    Hue::Arrow,
    Hue::LightGrain,
    Hue::Dark,
    Hue::LightGroove,
    Hue::PitLit,
    Hue::Plate,
    Hue::PlateTurn,
    Hue::Frame,
    Hue::BadgeEdge,
    Hue::SteelEdge,
    Hue::Paper,
    Hue::BlackTunic,
    Hue::Shade,
    Hue::Lawn,
    Hue::LawnBlade,
    Hue::Wood,
    Hue::LightSash,
    Hue::Mown,
    Hue::MownBlade,
    Hue::Wound,
    Hue::GreenMark,
    Hue::Green,
];
