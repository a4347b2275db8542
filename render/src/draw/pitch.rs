//! A field of coins between wooden tiles.
