//! Lines that end in a question mark: they are answered, and nothing is done.
use engine::{
    game::Status,
    quote::short,
    refusal::Code,
    seat::{Onlooker, Viewer},
};

use crate::{
    Branch, Fault, RequestContext,
    authority::Touched,
    find::LoadedMatch,
    play::{
        bare::in_match, controls::choices, sealed::asks_in_secret, step::next_dice,
        typed::check_turn, words,
    },
};
use command::{
    Said, Spec, Verb,
    verbs::{self, LeagueWord},
};
use content::guide::Guide;
use model::{
    ids::MatchId,
    reply::{Choice, Privacy},
    text::Text,
};
use store::MatchRow;

impl RequestContext<'_> {
    /// Answers a line that ended in a question mark; `asked` is the line without it, `of` the match
    /// if it was named.
    pub(crate) fn wonder(&mut self, of: Option<MatchId>, asked: &str) -> Result<(), Fault> {
        self.admit(self.verb)?;
        let (of, words) = match of {
            Some(_) => (of, asked.to_owned()),
            None => self.split_number(asked)?,
        };
        let words = words.trim();
        if words.is_empty() {
            return self.help_now();
        }
        if let Some(answered) = self.about_command(of, words)? {
            return answered;
        }
        if self.about_match(of, words)? || of.is_none() && self.wonder_in_lesson(words)? {
            return Ok(());
        }
        match self.topic_in(words)? {
            Some(said) => {
                let before = self.replies.len();
                self.obey(&said.into())?;
                // It is a guess, so it is left out where people talk to each other.
                for it in self.replies.iter_mut().skip(before) {
                    it.reply.refused = Some(Code::Unreadable);
                }
                Ok(())
            }
            None => Err(words::cannot_answer(words).into()),
        }
    }

    /// Answers a question that is a command: read-only commands are run, others explained.
    fn about_command(
        &mut self,
        of: Option<MatchId>,
        words: &str,
    ) -> Result<Option<Result<(), Fault>>, Fault> {
        let said = match command::parse(words) {
            Ok(None) if self.is_move(of, words)? => return Ok(None),
            // What isn't understood may be about something else.
            Ok(None) => command::understood(words).unwrap_or_default(),
            Ok(said) => said,
            // `rules` and the like refuse by themselves; a question that starts like a command is
            // about that command.
            Err(_) => {
                let first = words.split_whitespace().next().unwrap_or("").to_lowercase();
                return Ok(command::find(&first).map(|spec| self.explained(spec, words, false)));
            }
        };
        let Some(said) = said else { return Ok(None) };
        // `play b6-a5?` asks about the move.
        if said.verb() == Verb::Play {
            return Ok(None);
        }
        let said = in_match(said, of);
        if only_looks(&said) {
            return Ok(Some(self.obey(&said)));
        }
        Ok(Some(self.explained(said.verb().spec(), words, true)))
    }

    /// Says what a command does, without running it.
    fn explained(&mut self, spec: &'static Spec, words: &str, whole: bool) -> Result<(), Fault> {
        self.verb = Verb::Help;
        self.clear_verb(Touched::Oneself)?;
        let Spec { name, says, .. } = spec;
        let text = words::what_it_does(name, says, whole);
        let mut choices = Vec::new();
        if whole {
            choices.push(Choice::new(short(words), words));
        }
        choices.push(Choice::new(format!("help {name}"), format!("help {name}")));
        let reply = self.answer(text).choices(choices).refused(Code::NotNow);
        self.say(reply);
        Ok(())
    }

    /// Answers a question about a match of the asker's: what a move would do, or what a piece can
    /// do. Tells whether it was one.
    fn about_match(&mut self, of: Option<MatchId>, words: &str) -> Result<bool, Fault> {
        let mut rows = self.playable_here()?;
        if let Some(of) = of {
            rows.extend(self.tx.running_of(self.me.id)?);
            rows.retain(|it| it.id == of);
            rows.truncate(1);
        }
        let words = match command::parse(words) {
            Ok(Some(Said::Play(it))) => it.words,
            _ => words.to_owned(),
        };
        let squares = squares_in(&words);
        let mut fitting: Vec<MatchRow> = Vec::new();
        for row in &rows {
            if self.fits(self.sit_down(row.clone())?, &words)? {
                fitting.push(row.clone());
            }
        }
        let named_moves = 1 < squares.len();
        let meant = match (&fitting[..], &rows[..]) {
            ([one], _) => one.clone(),
            ([], [only]) if !squares.is_empty() => only.clone(),
            ([], _) => return Ok(false),
            (several, _) => return Err(self.which(several)?.into()),
        };
        let fits = !fitting.is_empty();
        let loaded = self.sit_down_to(meant)?;
        let seat = self.seat_in(&loaded)?;
        let whole = self.whole(&loaded, seat, &words);
        if self.answered(&loaded, seat, &whole)? {
            return Ok(true);
        }
        if let Err(refusal) = check_turn(&loaded, seat) {
            let reply = self.answer(Text::sentence(refusal.says));
            self.say(reply);
            return Ok(true);
        }
        let single = !fits && !named_moves;
        if let ([square], true) = (&squares[..], single) {
            let listed = loaded.table.menu(seat).listed;
            if listed.iter().any(|it| it.to_lowercase().starts_with(square.as_str())) {
                self.list_moves(&loaded, square)?;
                return Ok(true);
            }
        }
        let typed = if single { squares.concat() } else { words.clone() };
        self.would(loaded, &typed)?;
        Ok(true)
    }

    /// Says what words would do in a match, without playing them.
    fn would(&mut self, loaded: LoadedMatch, words: &str) -> Result<(), Fault> {
        let seat = self.seat_in(&loaded)?;
        let at = loaded.ply();
        let secret = asks_in_secret(&loaded.table.status());
        let mut trial = self.sit_down(loaded.row.clone())?;
        let (_, mut dice) = next_dice(&trial);
        let (text, presses) = match trial.table.play(seat, words, &mut dice) {
            Ok(played) => {
                let to = Onlooker { viewer: Viewer::Seat(seat), names: &trial.names };
                // Nobody may know in advance what chance or a secret would bring.
                let tells = match played.fixed || played.sealed {
                    true => Vec::new(),
                    false => trial.table.tell(&played.events, to).map_err(Fault::Broken)?,
                };
                let over = matches!(trial.table.status(), Status::Over(_)) && !played.fixed;
                let text = words::what_would_happen(&played.written, &tells, over);
                (text, vec![played.written])
            }
            Err(refusal) => {
                let text = words::why_not(words, &refusal.says);
                (text, refusal.instead.into_iter().take(crate::LINES).collect())
            }
        };
        if secret {
            self.keep_private(Privacy::Secret);
        }
        let presses: Vec<Branch> = presses.into_iter().map(Branch::Words).collect();
        let mut reply = self.answer(text).choices(choices(&loaded, seat, &presses));
        if let Some(menu) = &mut reply.menu {
            (menu.of, menu.asked_at) = (Some(loaded.row.id), Some(at));
        }
        self.say(reply);
        Ok(())
    }

    /// Finds a rules topic in a question: of the game the asker plays here, or of any game.
    pub(crate) fn topic_in(&self, words: &str) -> Result<Option<verbs::Rules>, Fault> {
        let plain = words.to_lowercase();
        let tokens: Vec<&str> =
            plain.split(|it: char| !it.is_alphanumeric()).filter(|it| 2 < it.len()).collect();
        let mut guides = Vec::new();
        for row in self.playable_here()? {
            guides.push(Guide::of(row.terms.game));
        }
        guides.push(Guide::house());
        let own = |find: fn(Guide, &[&str]) -> Option<&'static str>| {
            guides.iter().find_map(|it| Some((it.name(), find(*it, &tokens)?)))
        };
        let anywhere = || {
            let mut named = tokens.iter().filter(|it| 3 < it.len());
            named.find_map(|it| {
                let guide = Guide::with_topic(it)?;
                Some((guide.name(), guide.called(it)?))
            })
        };
        // An exact name comes before a synonym.
        let found = own(Guide::named).or_else(anywhere).or_else(|| own(Guide::mentioned));
        let Some((name, topic)) = found else { return Ok(None) };
        Ok(Some(verbs::Rules { game: Some(name.to_owned()), topic: topic.to_owned() }))
    }
}

/// Tells whether a command is read-only.
fn only_looks(said: &Said) -> bool {
    match said.verb() {
        Verb::Moves
        | Verb::Board
        | Verb::Hand
        | Verb::Games
        | Verb::History
        | Verb::Replay
        | Verb::Export
        | Verb::Stakes
        | Verb::Leaderboard
        | Verb::Season
        | Verb::Profile
        | Verb::Versus
        | Verb::Rules
        | Verb::Help
        | Verb::Verify
        | Verb::Hint
        | Verb::Why
        | Verb::Review => true,
        Verb::League => {
            matches!(said, Said::League(it) if matches!(it.what, None | Some(LeagueWord::Table)))
        }
        Verb::Ladder => matches!(said, Said::Ladder(it) if it.what.is_none() && it.who.is_none()),
        Verb::Settings | Verb::Remind | Verb::Vacation | Verb::Mydata => said.is_bare(),
        Verb::Puzzle => said.is_bare(),
        Verb::Learn => said.is_bare() || matches!(said, Said::Learn(it) if it.words.is_empty()),
        _ => false,
    }
}

/// Returns the squares in a line, in lower case.
fn squares_in(words: &str) -> Vec<String> {
    let lower = words.to_lowercase();
    let is_square = |it: &&str| {
        let digits = it.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let letters = it.len() - digits.len();
        (1..=2).contains(&letters)
            && (1..=2).contains(&digits.len())
            && digits.bytes().all(|it| it.is_ascii_digit())
    };
    let parts = lower.split(|it: char| !it.is_ascii_alphanumeric());
    parts.flat_map(|it| it.split('x')).filter(is_square).map(str::to_owned).collect()
}
