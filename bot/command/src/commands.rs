//! All commands there are: those of the kernel, and of the parts of the program that bring their own.
use std::{iter::Copied, slice, sync::LazyLock};

use super::{Arg, ArgKind, CommandSpec, Verb, synonyms::Synonyms, verbs::KERNEL};

/// Commands that one part of the program brings.
#[derive(Clone, Copy, Debug)]
pub struct CommandPart<'a> {
    /// Its commands, in the order in which help shows them.
    pub specs: &'a [&'static CommandSpec],
    /// What else people say for them, as the head of `data/synonyms.txt` explains.
    pub synonyms: &'static str,
    /// What it adds to commands of other parts.
    pub words: &'a [AddedWord],
}

/// A word that a part adds to those of another's command, such as a setting of a room to `admin`.
#[derive(Clone, Copy, Debug)]
pub struct AddedWord {
    pub to: Verb,
    pub word: &'static str,
    /// Ends the help of the command.
    pub help: &'static str,
    /// Without prefix.
    pub example: &'static str,
}

/// All commands and their synonyms, by which lines are read.
#[derive(Debug)]
pub struct Commands {
    specs: Vec<&'static CommandSpec>,
    pub(super) synonyms: Synonyms,
}

impl Commands {
    /// Puts the parts together; help shows their commands in this order.
    ///
    /// # Panics
    /// If two commands have one name, or a synonym stands there twice or is the name of a command; or if a word is added to a command that
    /// isn't there, takes no words, or has it already.
    pub fn new<'a>(parts: impl IntoIterator<Item = CommandPart<'a>>) -> Commands {
        let mut commands = Commands { specs: Vec::new(), synonyms: Synonyms::default() };
        let parts: Vec<CommandPart<'_>> = parts.into_iter().collect();
        for part in &parts {
            for &spec in part.specs {
                let name = spec.name;
                assert!(commands.find(name).is_none(), "two commands are called `{name}`");
                commands.specs.push(spec);
            }
            commands.synonyms.add(part.synonyms);
        }
        let added: Vec<AddedWord> = parts.iter().flat_map(|part| part.words).copied().collect();
        for spec in &mut commands.specs {
            let added: Vec<AddedWord> =
                added.iter().filter(|word| word.to == spec.verb()).copied().collect();
            if !added.is_empty() {
                *spec = with_words(spec, &added);
            }
        }
        for CommandSpec { name, .. } in commands.iter() {
            assert!(!commands.synonyms.has(name), "`{name}` is a command and a synonym");
        }
        commands
    }

    /// Returns the commands of the kernel alone.
    pub fn kernel() -> &'static Commands {
        static COMMANDS: LazyLock<Commands> = LazyLock::new(|| Commands::new([KERNEL]));
        &COMMANDS
    }

    /// Returns every command, in the order in which help shows them.
    pub fn iter(&self) -> Copied<slice::Iter<'_, &'static CommandSpec>> {
        self.specs.iter().copied()
    }

    /// Finds a command by name.
    pub fn find(&self, name: &str) -> Option<&'static CommandSpec> {
        self.iter().find(|spec| spec.name == name)
    }

    /// Returns what people say in other words, and the commands that each may mean.
    pub fn synonyms(&self) -> impl Iterator<Item = (&[&'static str], &[&'static str])> {
        self.synonyms.iter()
    }

    /// Returns the synonyms of a command, the most common first.
    pub fn also_called(&self, name: &str) -> Vec<&'static str> {
        self.synonyms.of(name)
    }
}

/// Returns a row with more words for the argument that is one of a few. It lasts as long as the program, as every row does.
fn with_words(spec: &CommandSpec, added: &[AddedWord]) -> &'static CommandSpec {
    let mut args = spec.args.to_vec();
    let of = args.iter_mut().find_map(|Arg { kind, .. }| match kind {
        ArgKind::OneOf(words) => Some(words),
        _ => None,
    });
    let of = of.expect("words are added to words");
    let mut words = of.to_vec();
    let mut help = spec.help.to_owned();
    let mut examples = spec.examples.to_vec();
    for added in added {
        assert!(!words.contains(&added.word), "`{}` has `{}` twice", spec.name, added.word);
        words.push(added.word);
        help = format!("{help} {}", added.help);
        examples.push(added.example);
    }
    *of = words.leak();
    let (help, examples, args) = (help.leak(), examples.leak(), args.leak());
    Box::leak(Box::new(CommandSpec { help, examples, args, ..*spec }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "two commands are called `board`")]
    fn two_parts_have_no_command_in_common() {
        let board = Commands::kernel().find("board").unwrap();
        let again = CommandPart { specs: &[board], synonyms: "", words: &[] };
        Commands::new([KERNEL, again]);
    }

    #[test]
    #[should_panic(expected = "`give up` stands for two commands")]
    fn two_parts_have_no_synonym_in_common() {
        Commands::new([KERNEL, CommandPart { specs: &[], synonyms: "abort: give up", words: &[] }]);
    }

    #[test]
    #[should_panic(expected = "`board` is a command and a synonym")]
    fn a_synonym_is_no_command() {
        Commands::new([KERNEL, CommandPart { specs: &[], synonyms: "games: board", words: &[] }]);
    }
}
