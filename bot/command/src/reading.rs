//! Parses the arguments of a command: in any order if their kinds differ, without filler words.
use engine::{
    games::GameId,
    refusal::Refusal,
    settings::{Setting, Values},
};
use model::time::Clock;

use super::{
    Arg, ArgKind, Command, CommandSpec, Does, Filler, GivenArgs, NumberForm, Property,
    arguments::one_of,
    code::code_said,
    nearest,
    parse::{is_other_game, places, plain},
    say, verbs, words, yes_or_no,
};

/// Words for an open challenge.
const ANYONE: [&str; 7] =
    ["anyone", "anybody", "everyone", "everybody", "someone", "somebody", "all"];

/// Filler words in arguments.
const IDLE: [&str; 12] = ["to", "the", "a", "an", "me", "of", "for", "at", "as", "in", "and", "i"];

/// Further filler words in challenges.
const OF_OFFERS: [&str; 12] = [
    "game", "match", "on", "per", "each", "every", "move", "turn", "playing", "play", "colour",
    "color",
];

/// Words that mean the bot as an opponent.
const OF_THE_BOT: [&str; 5] = ["me", "you", "bot", "computer", "draughtsman"];

/// The most words of a game's name.
const MOST_WORDS: usize = 3;

/// The flag that confirms.
const SURE: &str = "yes";

/// A command whose arguments are being parsed.
pub(super) struct ArgReader<'a> {
    spec: &'static CommandSpec,
    /// All its arguments.
    whole: &'a str,
    given: GivenArgs,
    loose: Vec<String>,
    /// Whether the next word is a person, as after `vs`.
    who: bool,
}

impl<'a> ArgReader<'a> {
    pub(super) fn new(spec: &'static CommandSpec, whole: &'a str) -> ArgReader<'a> {
        ArgReader { spec, whole, given: GivenArgs::to(spec), loose: Vec::new(), who: false }
    }

    /// Parses all arguments.
    ///
    /// # Errors
    /// If something doesn't fit.
    pub(super) fn read(self) -> Result<Command, Refusal> {
        let rest = self.whole;
        self.read_all(rest)
    }

    fn read_all(mut self, rest: &str) -> Result<Command, Refusal> {
        let mut left = rest;
        let mut first = true;
        while !left.is_empty() {
            let end = left.find(char::is_whitespace).unwrap_or(left.len());
            let word = &left[..end];
            let counted = self.spec.args.iter().find_map(|arg| match arg.kind {
                ArgKind::Number { form: NumberForm::Of, .. } => {
                    Some((arg.name, number_of(arg.name, left)?))
                }
                _ => None,
            });
            if let Some((name, (length, number))) = counted {
                self.given.put(name, number)?;
                left = left[length..].trim_start();
                first = false;
                continue;
            }
            if let Some(skipped) = self.idle(left, first) {
                left = left[skipped..].trim_start();
                continue;
            }
            if let Some(taken) = self.game(left)? {
                left = left[taken..].trim_start();
                first = false;
                continue;
            }
            if let Some(arg) = self.with(|kind| matches!(kind, ArgKind::Topic(_)))
                && self.spec.verb() == verbs::Help::VERB
            {
                // Help may be asked for several words.
                self.put(arg, left.trim_end_matches(['.', '!', '?']))?;
                return Ok(self.given.said());
            }
            let claimed =
                self.is_anyone(word) || self.by_name(word)? || self.by_kind(word, first)?;
            if !claimed {
                if let Some(arg) = self.with(|kind| kind == ArgKind::Rest) {
                    self.put(arg, left)?;
                    return Ok(self.given.said());
                }
                if self.with(|kind| kind == ArgKind::UnnamedTerms).is_none() {
                    return Err(self.too_much(word));
                }
                // A starting position may contain spaces and words of its own.
                if word == "from" || word.starts_with("from=") {
                    self.loose.push(left.to_owned());
                    break;
                }
                self.loose.push(word.to_owned());
            }
            left = left[end..].trim_start();
            first = false;
        }
        self.take_name()?;
        if let (Some(arg), false) =
            (self.with(|kind| kind == ArgKind::UnnamedTerms), self.loose.is_empty())
        {
            let loose = self.loose.join(" ");
            self.put(arg, &loose)?;
        }
        Ok(self.given.said())
    }

    /// Takes the one word of a challenge that can't be a term of the match as the name of a person: `challenge trapdoor bob`.
    fn take_name(&mut self) -> Result<(), Refusal> {
        let Some(arg) = self.with(|kind| kind == ArgKind::Who) else { return Ok(()) };
        let mut before = "";
        let mut names = Vec::new();
        for (nth, word) in self.loose.iter().enumerate() {
            let led =
                ["side", "clock", "vote", "word"].contains(&std::mem::replace(&mut before, word));
            if !led && is_name(word) {
                names.push(nth);
            }
        }
        match names[..] {
            [nth] if self.spec.is(Property::Challenges) => {
                let name = self.loose.remove(nth);
                self.put(arg, &name)
            }
            // Several are words about something else.
            _ => Ok(()),
        }
    }

    /// Returns the length of filler words: `the`, `please`, the `match` of `match 12`. A person
    /// follows `vs`.
    fn idle(&mut self, left: &str, first: bool) -> Option<usize> {
        let mut words = left.split_whitespace();
        let word = words.next()?;
        let next = words.next().map(plain).unwrap_or_default();
        let lower = plain(word);
        let numbered = || {
            next.trim_start_matches('#').bytes().all(|it| it.is_ascii_digit()) && !next.is_empty()
        };
        let has = |kind: ArgKind| self.spec.args.iter().any(|it| it.kind == kind);
        let of_match = has(ArgKind::Match);
        let verb = self.spec.verb();
        let skips = match (self.spec.filler, lower.as_str()) {
            // `decline the challenge`.
            (_, "the" | "challenge" | "offer") if first && verb == verbs::Decline::VERB => true,
            // Words for the game, and words to other people, stay as they are.
            (Filler::Nothing, _) => false,
            (_, "vs" | "versus" | "against" | "with") if has(ArgKind::Who) => {
                self.who = !next.is_empty() && (lower != "with" || !is_setting(&next));
                true
            }
            (Filler::Lessons, word) => {
                first && ["to", "play", "how", "about", "the", "me"].contains(&word)
            }
            (Filler::Names, word) => first && ["my", "the", "to", "for", "me", "a"].contains(&word),
            (Filler::Topics, word) => {
                // Help may be asked for a command's name.
                let idle =
                    ["for", "with", "about", "of", "the", "to", "how", "do", "i", "on", "in", "by"];
                word == "me" || idle.contains(&word) && !next.is_empty()
            }
            (Filler::Usual, "match" | "game") if numbered() => true,
            // Who says more than that says something else: `draw it for me`.
            (Filler::Usual, lower) if verb.bare().does().needs_its_own_words() => {
                let what = ["game", "match", "move", "challenge", "offer", "number", "last"];
                what.contains(&lower)
                    || ["the", "this", "my"].contains(&lower) && what.contains(&next.as_str())
                    || lower == "a" && next == "move"
            }
            // As boards from earlier in a match are titled: `step 28`.
            (Filler::Usual, "step")
                if numbered() && self.spec.args.iter().any(|it| it.name == "step") =>
            {
                true
            }
            // Said to the bot, `me` is the bot.
            (Filler::Usual, "me") if first && verb == verbs::Challenge::VERB => false,
            (Filler::Usual, "game" | "match" | "move" | "last" | "this" | "that" | "it")
                if of_match =>
            {
                true
            }
            (Filler::Usual, "challenge" | "offer" | "number") if has(ArgKind::Challenge) => true,
            (Filler::Usual, word) => {
                let offers = [verbs::Challenge::VERB, verbs::Counter::VERB].contains(&verb);
                IDLE.contains(&word)
                    || ["my", "his", "her", "their"].contains(&word)
                    || offers && OF_OFFERS.contains(&word)
            }
        };
        skips.then_some(word.len())
    }

    /// Takes the name of a game, which may have several words; returns their length.
    fn game(&mut self, left: &str) -> Result<Option<usize>, Refusal> {
        let is_rules = self.spec.verb() == verbs::Rules::VERB;
        let arg = self
            .with(|kind| kind == ArgKind::Game || is_rules && matches!(kind, ArgKind::Topic(_)));
        let Some(arg) = arg else { return Ok(None) };
        let ends: Vec<usize> = places(left).take(MOST_WORDS).map(|it| it.end).collect();
        for &end in ends.iter().rev() {
            let said = &left[..end];
            if said.contains('=') || is_mention(said) || self.who {
                continue;
            }
            // A topic may be called so.
            if !is_rules && is_other_game(said) {
                return Err(words::other_game(said.trim_end_matches(['.', '!', ','])));
            }
            match &GameId::meant(said.trim_end_matches(['.', '!', ',']))[..] {
                [] => {}
                [one] => {
                    self.put(arg, one.name())?;
                    return Ok(Some(end));
                }
                several => {
                    let name = self.spec.name;
                    let with = |game: &GameId| {
                        format!("{name} {}", self.whole.replacen(said, game.name(), 1))
                    };
                    return Err(words::several_games(said, several.iter().map(with)));
                }
            }
        }
        Ok(None)
    }

    /// Tells whether a word makes a challenge open to anyone.
    fn is_anyone(&self, word: &str) -> bool {
        let offers = self.spec.is(Property::Challenges);
        let word = word.trim_start_matches('@').to_lowercase();
        offers && self.given.who().is_none() && ANYONE.contains(&word.as_str())
    }

    /// Takes `name=value`, a bare flag, `#12`, and `#7` as the number of a challenge.
    fn by_name(&mut self, word: &str) -> Result<bool, Refusal> {
        if word.starts_with('#')
            && let Some(arg) = self.with(|kind| kind == ArgKind::Match)
        {
            self.put(arg, word)?;
            return Ok(true);
        }
        if let Some(number) = word.strip_prefix('#')
            && let Some(arg) = self.spec.args.iter().find(|it| it.kind == ArgKind::Challenge)
        {
            self.put(arg, number)?;
            return Ok(true);
        }
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        // `resign y` means `resign yes`.
        let name = if yes_or_no(word) == Some(true) { SURE } else { name };
        let name =
            if ["casual", "friendly"].contains(&plain(name).as_str()) { "unrated" } else { name };
        let named = self.spec.args.iter().find(|it| it.name == name.to_lowercase());
        match named {
            Some(arg) if word.contains('=') || arg.kind == ArgKind::Flag => {
                self.put(arg, value)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes a word for the first free argument whose kind fits.
    fn by_kind(&mut self, word: &str, first: bool) -> Result<bool, Refusal> {
        let mention =
            is_mention(word) || self.spec.verb() == verbs::Challenge::VERB && is_room(word);
        // `1.` starts a pasted match and is no number.
        let bare = if is_record(word) { word } else { word.trim_end_matches(['.', '!', ',']) };
        // A name comes first, or where nothing else fits.
        let named = first
            || !self.spec.args.iter().any(|arg| {
                matches!(arg.kind, ArgKind::UnnamedTerms | ArgKind::Rest | ArgKind::Topic(_))
            });
        let named = named
            && !is_record(word)
            && !is_setting(&plain(word))
            && bare.contains(char::is_alphanumeric);
        let expected = std::mem::take(&mut self.who);
        let fits = |kind: ArgKind| match kind {
            ArgKind::Game => false,
            // For the bot, a number is its level.
            ArgKind::Number { .. } | ArgKind::Challenge => {
                let level = self.given.who().is_some_and(|who| OF_THE_BOT.contains(&who));
                !level && !bare.is_empty() && bare.bytes().all(|it| it.is_ascii_digit())
            }
            ArgKind::OneOf(words) => one_of(words, bare).is_some(),
            ArgKind::Who => mention || expected || named,
            ArgKind::Topic(_) => !mention,
            // If there is no other number, `board 1` is `board #1`.
            ArgKind::Match => {
                let others = |arg: &Arg| {
                    matches!(arg.kind, ArgKind::Number { .. } | ArgKind::Challenge | ArgKind::Rest)
                };
                let digits = !bare.is_empty() && bare.bytes().all(|it| it.is_ascii_digit());
                digits && !self.spec.args.iter().any(others)
            }
            ArgKind::Code => code_said(bare).is_some(),
            ArgKind::Flag
            | ArgKind::Word
            | ArgKind::UnnamedTerms
            | ArgKind::Rest
            | ArgKind::File => false,
        };
        let who = |kind: ArgKind| kind == ArgKind::Who;
        let arg =
            if expected { self.with(who).or_else(|| self.with(fits)) } else { self.with(fits) };
        match arg {
            Some(arg) => {
                let keeps = matches!(arg.kind, ArgKind::Topic(_));
                self.put(arg, if keeps { word } else { bare }).map(|()| true)
            }
            None => Ok(false),
        }
    }

    /// Returns the first free argument whose kind passes.
    fn with(&self, passes: impl Fn(ArgKind) -> bool) -> Option<&'static Arg> {
        self.given.free(passes)
    }

    fn put(&mut self, arg: &'static Arg, value: &str) -> Result<(), Refusal> {
        self.given.put(arg.name, value)
    }

    fn too_much(&self, word: &str) -> Refusal {
        let name = self.spec.name;
        // A code stands for one that nobody here has.
        let has_code = |line: &&&str| line.split(' ').any(|word| code_said(word).is_some());
        if let Some(refusal) = (self.spec.refuses)(&plain(word)) {
            return refusal;
        }
        // Other words only begin like it, and its examples aren't what they mean.
        let examples = self.spec.examples.iter().filter(|line| !has_code(line));
        let harmless = examples.filter(|line| {
            let words = line.strip_prefix(name).unwrap_or_default().trim_start();
            ArgReader::new(self.spec, words).read().is_ok_and(|said| said.does() == Does::Looks)
        });
        let mut instead: Vec<String> = harmless.map(|line| (*line).to_owned()).collect();
        if instead.is_empty() {
            instead.push(say!(Help { command: name }).line());
        }
        words::takes_no(name, word).instead(instead)
    }
}

/// Reads `best of 3` for the name `best`, and returns its length and the number.
fn number_of<'a>(name: &str, left: &'a str) -> Option<(usize, &'a str)> {
    let mut words = places(left);
    let first = words.next()?;
    let lower = left[first.clone()].to_ascii_lowercase();
    let token = match lower.strip_prefix(name)? {
        "" if left[words.next()?].eq_ignore_ascii_case("of") => words.next()?,
        end if end.starts_with("-of-") => first.start + name.len() + "-of-".len()..first.end,
        _ => return None,
    };
    let number = left[token.clone()].trim_end_matches(['.', '!', ',']);
    let digits = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    digits.then_some((token.end, number))
}

/// Tells whether a word starts a pasted match: JSON, or PDN with its tags or first move.
fn is_record(word: &str) -> bool {
    let first_move = word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
    first_move || word.starts_with(['{', '['])
}

/// Tells whether a word is a number or an option of a game.
pub(super) fn is_setting(word: &str) -> bool {
    word.contains('=')
        || word.starts_with(|it: char| it.is_ascii_digit())
        || settings().any(|setting| setting == word)
}

/// Lists the words of a challenge that are terms of a match, in any game.
fn settings() -> impl Iterator<Item = &'static str> {
    const OF_ALL: [&str; 10] =
        ["clock", "days", "side", "hard", "soft", "unrated", "rated", "private", "quick", "vote"];
    let words = |setting: &Setting| match setting.values {
        Values::Words(words) => words,
        _ => &[],
    };
    let all = GameId::ALL.iter().flat_map(|it| it.settings());
    OF_ALL
        .into_iter()
        .chain(all.flat_map(move |row| [row.name].into_iter().chain(words(row).iter().copied())))
}

/// Tells whether a word of a challenge can only be the name of a person: no term, and no slip of one.
fn is_name(word: &str) -> bool {
    let lower = plain(word);
    let sides = || GameId::ALL.iter().flat_map(|game| game.sides());
    let terms = || settings().map(str::to_owned).collect::<Vec<_>>();
    lower.starts_with(char::is_alphabetic)
        && !word.contains(['=', '`'])
        && !["from", "public", "day", "random"].contains(&lower.as_str())
        && !is_setting(&lower)
        && !sides().any(|side| side.eq_ignore_ascii_case(&lower))
        && Clock::read(&lower).is_err()
        && nearest(&lower, &terms()).is_empty()
}

/// Tells whether a word names a room: `#other`, or as Discord and Matrix write one.
pub fn is_room(word: &str) -> bool {
    ["#", "<#"].iter().any(|sign| word.strip_prefix(sign).is_some_and(|it| !it.is_empty()))
        || word.starts_with('!') && word.contains(':')
}

pub(super) fn is_mention(word: &str) -> bool {
    word.starts_with('@') || word.starts_with("<@")
}
