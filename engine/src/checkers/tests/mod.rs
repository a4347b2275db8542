//! Tests across the parts: published counts, a second opinion, and the rows of the rules.
mod mailbox;
mod perft;
