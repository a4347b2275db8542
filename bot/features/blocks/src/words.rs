//! Texts about blocks.
use command::{Command, say};
use engine::{
    game::Emphasis,
    quote::counted,
    refusal::{Code, Refusal},
};
use model::{reply::Choice, text::Text};
use store::Person;

use crate::commands::{self, BlockWord};

pub(crate) fn blocks(name: &str, declined: usize) -> Text {
    let declined = match declined {
        0 => String::new(),
        1 => " I've declined their challenge to you.".to_owned(),
        more => format!(" I've declined their {} challenges to you.", counted(more as u32)),
    };
    Text::plain(format!(
        "Nothing new begins between you and {name} from now on; what you play together goes on. \
         They aren't told.{declined}"
    ))
}

pub(crate) fn unblocked(name: &str) -> Text {
    Text::plain(format!("You and {name} can challenge each other again."))
}

pub(crate) fn blocked(names: &[String]) -> Text {
    let names = names.iter().map(|name| Text::plain(name.clone())).collect();
    Text::Lines(vec![Text::plain("You block, and they aren't told:"), Text::List(names)])
}

pub(crate) fn unblock_button(whom: &Person) -> Choice {
    Choice::new("Undo", unblock(whom)).with(Emphasis::Aside)
}

fn unblock(whom: &Person) -> Command {
    say!(commands::Block {
        how: BlockWord::Off,
        who: format!("@{}", whom.handle.trim_start_matches('@'))
    })
}

pub(crate) fn names_nobody(off: bool) -> Refusal {
    let says = if off { "Name the person." } else { "You block nobody." };
    Refusal::new(Code::NotNow, says).instead([say!(commands::Block { who: "@carol" })])
}

pub(crate) fn not_blocked(name: &str) -> Refusal {
    Refusal::new(Code::NotNow, format!("You don't block {name}.")).instead([say!(commands::Block)])
}

pub(crate) fn you_block(whom: &Person) -> Refusal {
    let says = format!("You block {}, so nothing new begins between you.", whom.name);
    Refusal::new(Code::NotNow, says).instead([unblock(whom)])
}

pub(crate) fn only_others() -> Refusal {
    Refusal::new(Code::Unknown, "You can block other people, neither yourself nor me.")
}

pub(crate) fn too_many(most: usize) -> Refusal {
    let says = format!("You block {most} people, and more isn't possible. End one first.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::Block)])
}
