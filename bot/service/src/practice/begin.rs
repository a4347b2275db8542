//! Starts matches against the bot, and of the bot against itself.
use engine::{
    games::GameId,
    mind::{Level, Player},
    seat::Seat,
};

use super::{
    wish::Wish,
    words::{self, WhyLevel},
};
use crate::{
    Fault, RequestContext,
    lobby::challenge::{OPEN_DAYS, Proposal},
    random_source::DrawnSecrets,
    terms::{opened, probing_dice, side_wish, word},
};
use command::{
    loose::{Loose, Wishes},
    verbs::{self, Strength},
};
use model::{ids::ChallengeId, reply::Choice, text::Text, time::DAY};
use store::{Bond, Challenge, ChallengeState, Person, Room, ServerSettings, Terms};

/// How many matches against the bot a person may have.
const MOST_RUNNING: usize = 10;

/// How many matches against the bot a room may have that were played on lately, unless moderators set
/// another limit.
const MOST_IN_ROOM: u32 = 20;

/// How many seconds without a move make a match against the bot free its place in the room.
const LATELY: i64 = 3 * DAY;

/// How many matches of the bot against itself a person may have.
const MOST_WATCHED: usize = 2;

/// The level for a person who has never played against the bot.
const FIRST: Level = Level::Two;

/// Words that mean the bot as an opponent.
const CALLED: [&str; 9] =
    ["bot", "draughtsman", "computer", "me", "you", "yourself", "ai", "machine", "the_bot"];

/// What a person asked for in a match against the bot, besides its level and the variations.
struct Setup<'a> {
    game: Option<GameId>,
    side: Option<&'a str>,
    private: bool,
    word: Option<&'a str>,
    /// Whether a clock was asked for by name.
    timed: bool,
    vote: Option<&'a str>,
}

impl RequestContext<'_> {
    /// Starts a match against the bot, or of two of its levels, or ends the latter.
    pub(crate) fn practice(&mut self, said: &verbs::Practice) -> Result<(), Fault> {
        let wish = Wish::read(said.level, &said.options)?;
        if wish.stop {
            return self.stop_watching();
        }
        let verbs::Practice { game, level: _, options: _, side, private, vote, word } = said;
        let (side, word) = (side.as_deref(), word.as_deref());
        let (private, vote) = (*private, vote.as_deref());
        self.practise_as(wish, Setup { game: *game, side, private, word, timed: false, vote })
    }

    /// Tells whether a named opponent is the bot.
    pub(crate) fn means_bot(&self, name: &str) -> bool {
        let name =
            name.trim_start_matches('<').trim_end_matches('>').trim_start_matches(['@', '!']);
        let itself = |own: &String| own.trim_start_matches('@') == name;
        CALLED.contains(&name.to_lowercase().as_str()) || self.own_handle().is_some_and(itself)
    }

    /// Handles a challenge to the bot.
    pub(crate) fn challenge_bot(&mut self, said: &verbs::Challenge) -> Result<(), Fault> {
        if said.best.is_some_and(|it| 1 < it) {
            return Err(words::series_is_for_people().into());
        }
        let wish = Wish::read(None, &said.options)?;
        let verbs::Challenge { game, side, private, vote, word, clock, days, .. } = said;
        let timed = clock.is_some() || days.is_some();
        let (side, word) = (side.as_deref(), word.as_deref());
        let (private, vote) = (*private, vote.as_deref());
        self.practise_as(wish, Setup { game: *game, side, private, word, timed, vote })
    }

    fn practise_as(&mut self, wish: Wish, setup: Setup<'_>) -> Result<(), Fault> {
        let Wish { levels, rest, stop: _ } = wish;
        let Setup { game, side, private, word: said_word, timed, vote } = setup;
        let Some(game) = game else {
            if let Some(other) = rest.split(' ').next().filter(|it| !it.is_empty()) {
                return Err(command::unknown_game(other).into());
            }
            return self.ask_what_to_practise(&levels);
        };
        let loose =
            Loose::read(game, Wishes { options: &rest, side, vote, private, ..Wishes::default() })?;
        if timed || loose.clock.flatten().is_some() || loose.rated == Some(true) {
            return Err(words::never_rated(game).into());
        }
        loose.clock_or(None)?;
        if loose.vote.is_some() {
            if 1 < levels.len() {
                return Err(words::watched_without_a_vote(game).into());
            }
            self.check_vote(&loose, game)?;
        }
        let terms = Terms {
            game,
            options: game.options(&loose.options)?,
            clock: None,
            rated: false,
            private: loose.public == Some(false),
            start: None,
            vote: loose.vote,
        };
        let side = side_wish(game, loose.side.as_deref().unwrap_or("random"))?;
        let word = word(said_word)?;
        let room = self.room.clone();
        let (by, bot, more) = match levels[..] {
            [one, other] => {
                let [one, other] = [self.level_for(one, game)?.0, self.level_for(other, game)?.0];
                if one == other {
                    return Err(words::same_level(game).into());
                }
                let [by, bot] = [self.tx.level_person(one)?, self.tx.level_person(other)?];
                (by, bot, vec![words::you_watch()])
            }
            _ => {
                let wanted = levels.first().copied().unwrap_or(Strength::Auto);
                let (level, why) = self.level_for(wanted, game)?;
                (self.me.clone(), self.tx.level_person(level)?, why.into_iter().collect())
            }
        };
        let whom = Some(bot);
        let (places, best_of, counter) = (1, 1, false);
        self.spar(by, Proposal { room, whom, terms, side, word, places, best_of, counter, more })
    }

    /// Starts a match against the bot, by a person or by another level of the bot.
    pub(crate) fn spar(&mut self, by: Person, proposal: Proposal) -> Result<(), Fault> {
        let Proposal { room, whom, mut terms, side, word, more, .. } = proposal;
        let Some(bot) = whom else { return Err(Fault::Broken("nobody to spar with".to_owned())) };
        (terms.rated, terms.clock) = (false, None);
        let running = self.tx.practising(self.me.id)?;
        let most = if by.level.is_some() { MOST_WATCHED } else { MOST_RUNNING };
        let alike = running.iter().filter(|it| {
            let watched =
                it.seats.find(|&it| it == self.me.id).is_none() && it.terms.vote.is_none();
            watched == by.level.is_some()
        });
        let full = most <= alike.count() || MOST_RUNNING <= running.len();
        if full {
            return Err(match by.level {
                Some(_) => words::watching_enough(most),
                None => words::practising_enough(running.len()),
            }
            .into());
        }
        self.check_practice_here(&room)?;
        // Find out now whether it can be opened and played.
        let table = opened(&terms, &mut probing_dice())?;
        if terms.has_start() {
            self.check_judged(&*table)?;
        }
        table.think(Seat::First, Player::Random, 0)?;
        let number = self.tx.next_challenge()?;
        let seed = self.memory.luck.mind(number);
        let DrawnSecrets { secret, tag, salts } = self.memory.luck.draw(number);
        let seated = self.seated_for(&terms, &room, &by)?;
        if let Some(room) = seated.room {
            self.check_votes_for_more(room, &seated)?;
        }
        let text = self.offered(room.chat, &terms, side, (seated.id, Some(bot.id)), &salts)?;
        let mut challenge = Challenge {
            id: ChallengeId(0),
            room: room.id,
            by: by.id,
            whom: Some(bot.id),
            terms,
            side,
            state: ChallengeState::Open,
            secret,
            tag,
            word,
            made_at: self.now,
            lapses_at: self.now + OPEN_DAYS * DAY,
            places: 1,
            taken: Vec::new(),
            best_of: 1,
            counter: false,
            bond: Bond { text, salts: Some(salts) },
        };
        challenge.id = self.tx.add_challenge(&challenge)?;
        let told = [&by, &bot].into_iter().filter_map(|it| it.level);
        let told = told.map(words::level);
        let more = told.chain(more).collect();
        self.open_match(challenge, &bot, String::new(), Some(seed), None, more)
    }

    /// Refuses a match against the bot where moderators don't want it, or no more of them.
    fn check_practice_here(&self, room: &Room) -> Result<(), Fault> {
        if !room.settings.practice {
            return Err(words::practice_is_off(room).into());
        }
        let ServerSettings { per_person, per_room, .. } = self.tx.server_settings(room)?;
        let most = per_room.unwrap_or(MOST_IN_ROOM);
        if most <= self.tx.count_practice_in(room.id, self.now - LATELY)? {
            return Err(words::room_practises_enough(room, most).into());
        }
        match per_person {
            Some(most) if most <= self.tx.count_practice_of(self.me.id, room)? => {
                Err(words::limited_to(most).into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the level a person wants, and the reason if they left it to the bot.
    fn level_for(&self, wanted: Strength, game: GameId) -> Result<(Level, Option<Text>), Fault> {
        if let Strength::Level(level) = wanted {
            return Ok((level, None));
        }
        let says = |why: WhyLevel| Some(words::why_level(why, game));
        let Some(last) = self.tx.last_practice(self.me.id, game)? else {
            return Ok((FIRST, says(WhyLevel::First)));
        };
        let seat = last.seats.find(|&it| it == self.me.id).unwrap_or(Seat::First);
        let played = self.tx.person(*last.seats.get(seat.other()))?.level.unwrap_or(FIRST);
        let winner = last.end.and_then(|it| it.outcome).map(|it| it.winner);
        let step = |by: i8| played.number().checked_add_signed(by).and_then(Level::numbered);
        Ok(match winner {
            Some(Some(it)) if it == seat => match step(1) {
                Some(level) => (level, says(WhyLevel::Higher)),
                None => (played, says(WhyLevel::Highest)),
            },
            Some(Some(_)) => match step(-1) {
                Some(level) => (level, says(WhyLevel::Lower)),
                None => (played, says(WhyLevel::Lowest)),
            },
            Some(None) | None => (played, says(WhyLevel::Same)),
        })
    }

    fn ask_what_to_practise(&mut self, levels: &[Strength]) -> Result<(), Fault> {
        let said: Vec<String> = levels
            .iter()
            .map(|it| match it {
                Strength::Auto => "auto".to_owned(),
                Strength::Level(level) => level.number().to_string(),
            })
            .collect();
        let said = said.join(" vs ");
        let line = |game: GameId| format!("practice {} {said}", game.name()).trim().to_owned();
        let choices = GameId::ALL.iter().map(|it| Choice::new(it.title(), line(*it)));
        self.say(self.answer(words::what_to_practise(line)).choices(choices));
        Ok(())
    }

    /// Ends the bot's matches against itself that the asker watches.
    fn stop_watching(&mut self) -> Result<(), Fault> {
        let mut stopped = 0;
        for row in self.tx.practising(self.me.id)? {
            if row.seats.find(|&it| it == self.me.id).is_some() || row.terms.vote.is_some() {
                continue;
            }
            let mut loaded = self.sit_down(row)?;
            for seat in Seat::BOTH {
                loaded.row.house.draw(seat, true)?;
            }
            let lead = words::has_seen_enough(&self.me.name);
            self.end_by_house_after(loaded, vec![lead], None)?;
            stopped += 1;
        }
        if stopped == 0 {
            return Err(words::nothing_watched().into());
        }
        Ok(())
    }
}
