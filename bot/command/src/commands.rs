//! All commands there are: those of the kernel, and of the parts of the program that bring their own.
use std::{iter::Copied, slice, sync::LazyLock};

use super::{
    Arg, ArgKind, Command, CommandSpec, Does, Property, Verb, synonyms::Synonyms, verbs::KERNEL,
};

/// Commands that one part of the program brings.
#[derive(Clone, Copy, Debug)]
pub struct CommandPart<'a> {
    /// Its commands, in the order in which help shows them.
    pub specs: &'a [&'static CommandSpec],
    /// What else people say for them, as the head of `data/synonyms.txt` explains.
    pub synonyms: &'static str,
    /// Words that it adds to commands of other parts.
    pub words: &'a [AddedWord],
    pub args: &'a [&'static AddedArg],
    /// What it adds to the help of commands of other parts.
    pub helps: &'a [AddedHelp],
}

/// A word that a part adds to those of another's command, such as a setting of a room to `admin`.
#[derive(Clone, Copy, Debug)]
pub struct AddedWord {
    pub to: Verb,
    pub word: &'static str,
    /// Ends the help of the command; may be empty.
    pub help: &'static str,
    /// Without prefix; may be empty.
    pub example: &'static str,
}

/// An argument that a part adds to another's command. Its value is kept beside those of the command's own, and read by
/// [`Command::added`](super::Command::added).
#[derive(Debug, PartialEq, Eq)]
pub struct AddedArg {
    pub to: Verb,
    pub arg: Arg,
    /// The argument before which it is written.
    pub before: &'static str,
}

/// What a part adds to the help of another's command, where that lets it read more.
#[derive(Clone, Copy, Debug)]
pub struct AddedHelp {
    pub to: HelpTarget,
    /// Ends the help of the command.
    pub help: &'static str,
    /// Without prefix.
    pub examples: &'static [&'static str],
}

/// Whose help is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpTarget {
    Verb(Verb),
    /// Every command that is so, whichever part has it.
    Each(Property),
}

impl HelpTarget {
    fn is(self, verb: Verb) -> bool {
        match self {
            HelpTarget::Verb(one) => one == verb,
            HelpTarget::Each(property) => verb.is(property),
        }
    }
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
    /// If two commands have one name, or a synonym stands there twice or is the name of a command; if what does more than look is meant by
    /// lines of which some words may be any; or if a word is added to a command that
    /// takes no words or has it already, or an argument to one that has it already.
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
            let args = parts.iter().flat_map(|part| part.args).copied();
            let args: Vec<&AddedArg> = args.filter(|arg| arg.to == spec.verb()).collect();
            if !args.is_empty() {
                *spec = with_args(spec, args);
            }
            let helps = parts.iter().flat_map(|part| part.helps);
            for added in helps.filter(|help| help.to.is(spec.verb())) {
                *spec = with_help(spec, added);
            }
        }
        let specs = &commands.specs;
        commands.synonyms.choose_among(|name| specs.iter().any(|spec| spec.name == name));
        for CommandSpec { name, .. } in commands.iter() {
            assert!(!commands.synonyms.has(name), "`{name}` is a command and a synonym");
        }
        for line in commands.synonyms.meant_by_open_ones() {
            let looks = |said: Command| said.does() == Does::Looks;
            let said = commands.parse(line).ok().flatten();
            assert!(said.is_some_and(looks), "`{line}` is meant by words that say little");
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
        if !added.help.is_empty() {
            help = format!("{help} {}", added.help);
        }
        examples.extend(Some(added.example).filter(|it| !it.is_empty()));
    }
    *of = words.leak();
    let help: &'static str = help.leak();
    let means = added.iter().map(|new| (new.word, meaning_in(help, new.word)));
    let offers: Vec<(&str, &str)> = spec.offers.iter().copied().chain(means).collect();
    let (offers, examples, args) = (offers.leak(), examples.leak(), args.leak());
    Box::leak(Box::new(CommandSpec { offers, help, examples, args, ..*spec }))
}

/// Returns what a help says of a word: what follows its name, without the end of the sentence.
fn meaning_in(help: &'static str, word: &str) -> &'static str {
    let name = format!("`{word}");
    let Some((_, after)) = help.split_once(&name) else { return "" };
    let rest = after.split_once('`').map_or(after, |it| it.1);
    let says = if rest.starts_with(' ') && !rest.starts_with(" or") { rest } else { after };
    let says = if says == rest { says } else { says.split_once(": ").map_or(says, |it| it.1) };
    says.split(['.', ';', '(']).next().unwrap_or_default().trim()
}

/// Returns a row with more arguments. It lasts as [`with_words`] says.
fn with_args(spec: &CommandSpec, added: Vec<&'static AddedArg>) -> &'static CommandSpec {
    let mut args = spec.args.to_vec();
    for added in &added {
        let place = |name: &str| args.iter().position(|arg| arg.name == name);
        let name = added.arg.name;
        assert!(place(name).is_none(), "`{}` has `{name}` twice", spec.name);
        args.insert(place(added.before).unwrap_or(args.len()), added.arg);
    }
    Box::leak(Box::new(CommandSpec { args: args.leak(), added: added.leak(), ..*spec }))
}

/// Returns the row with more help. It lasts as [`with_words`] says.
fn with_help(spec: &CommandSpec, added: &AddedHelp) -> &'static CommandSpec {
    let help = format!("{} {}", spec.help, added.help).leak();
    let examples = [spec.examples, added.examples].concat().leak();
    Box::leak(Box::new(CommandSpec { help, examples, ..*spec }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "two commands are called `board`")]
    fn two_parts_have_no_command_in_common() {
        let board = Commands::kernel().find("board").unwrap();
        let again =
            CommandPart { specs: &[board], synonyms: "", words: &[], args: &[], helps: &[] };
        Commands::new([KERNEL, again]);
    }

    #[test]
    #[should_panic(expected = "`give up` stands for two commands")]
    fn two_parts_have_no_synonym_in_common() {
        let part = CommandPart {
            specs: &[],
            synonyms: "abort: give up",
            words: &[],
            args: &[],
            helps: &[],
        };
        Commands::new([KERNEL, part]);
    }

    #[test]
    #[should_panic(expected = "`board` is a command and a synonym")]
    fn a_synonym_is_no_command() {
        let part =
            CommandPart { specs: &[], synonyms: "games: board", words: &[], args: &[], helps: &[] };
        Commands::new([KERNEL, part]);
    }
}
