//! Tests across the parts: published counts, a second opinion, words, and the rows of the rules.
mod mailbox;
mod notation;
mod pdn;
mod perft;
mod rows;
