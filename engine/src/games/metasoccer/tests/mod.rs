//! Every ruling of the game's rules. The scenarios of the rules are files, played elsewhere.
