//! The drawings on cards.

/// Lists emblems with their words, which also name the drawings.
macro_rules! emblems {
    ($($emblem:ident $name:literal)*) => {
        /// The drawing on a card.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Emblem { $($emblem),* }

        impl Emblem {
            pub const ALL: &[Emblem] = &[$(Emblem::$emblem),*];

            /// Returns the word for what is drawn.
            pub fn name(self) -> &'static str {
                match self { $(Emblem::$emblem => $name),* }
            }
        }
    };
}

emblems! {
    Flood "flood"
    Fire "fire"
    Emperor "emperor"
    Revive "revive"
    Monolith "monolith"
    Doom "doom"
    Hippo "hippo"
    Snookle "snookle"
    Reshuffle "reshuffle"
    Translation "translation"
    Wormhole "wormhole"
    Wanderlust "wanderlust"
    Queen "queen"
    Fortify "fortify"
    Fate "fate"
    Double "double"
    Ring "ring"
    Antimatter "antimatter"
    Cheater "cheater"
    Rotate "rotate"
    Mercury "mercury"
    Venus "venus"
    Earth "earth"
    Mars "mars"
    Jupiter "jupiter"
    Saturn "saturn"
    Neptune "neptune"
    Uranus "uranus"
    Pluto "pluto"
}
