//! Texts for the developer portal of Discord.
use engine::{games::GameId, quote::counted};

/// Writes what to fill in there, with a heading for each field.
pub(super) fn portal() -> String {
    let pictures: Vec<String> = GameId::ALL
        .iter()
        .map(|game| format!("- `{}.png`: {}. {}.", game.name(), game.title(), game.says()))
        .collect();
    format!(
        "# Texts for the developer portal

What to fill in for your application on <https://discord.com/developers/applications>.

## Name

Draughtsman

## Description

Board games for two, right in the chat: checkers with trapdoors, with strange cards or with duels, \
soccer with coins or with dice, and plain draughts. Take a minute or a day for each move. Every \
move is drawn, and you choose by buttons. Play a friend in a channel or in direct messages, or \
practise against the bot. The dice can be checked. Begin with /challenge or /practice.

## Summary

{} board games for two in the chat, drawn move by move: checkers with trapdoors, cards or duels, \
soccer with coins or dice, and plain draughts.

## Tags

- board games
- checkers
- turn-based
- multiplayer
- strategy

## Pictures

- `icon.png`: the icon, 1024 by 1024 pixels
- `banner.png`: the banner, 1360 by 480 pixels
{}

## Links

- Terms of Service: publish `TERMS.md`, and give its address
- Privacy Policy: publish `PRIVACY.md`, and give its address
",
        engine::quote::sentence_case(&counted(GameId::ALL.len() as u32)),
        pictures.join("\n"),
    )
}
