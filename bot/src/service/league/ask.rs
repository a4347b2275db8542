//! The command: leagues are started, joined, begun, shown, left and ended.
use super::{schedule, words};
use crate::service::{
    Company, Fault, RequestContext,
    authority::{Deed, Touched},
    lobby::challenge::OPEN_DAYS,
    random_source::random_key,
    terms::{opened, probing_dice},
};
use crate::{
    command::{
        loose::{Loose, Wishes},
        verbs,
        verbs::LeagueWord,
    },
    reply::{Privacy, Reply},
    store::{LeagueId, LeaguePlayer, LeagueState, RoomId, Terms},
    time::{Clock, DAY},
};

/// The fewest people of a league: those of one group.
pub(super) const FEWEST: usize = schedule::FEWEST as usize;
/// The most people of a league.
pub(super) const MOST: usize = 12;
/// The usual days of a round.
const DAYS: u32 = 7;
/// The most leagues of a room at a time.
const MOST_HERE: usize = 3;
/// The most leagues of a person at a time.
const MOST_OF_ONE: usize = 5;
/// How many characters of a code are shown and typed, after its first letter.
const CODE: usize = 11;

/// Makes a code to join by. It begins with a letter, because digits alone are the number of a
/// league.
fn new_code() -> String {
    let mut code = random_key();
    code.truncate(CODE);
    format!("j{code}")
}

impl RequestContext<'_> {
    pub(in crate::service) fn league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let unused = said.game.is_some() || said.groups.is_some() || said.days.is_some();
        match said.what {
            Some(LeagueWord::New) => self.new_league(said),
            _ if unused => Err(words::only_for_new().into()),
            Some(LeagueWord::Join) => self.join_league(said),
            _ if !said.options.is_empty() => Err(words::no_league_command(&said.options).into()),
            Some(LeagueWord::Begin) => self.begin_league(said),
            Some(LeagueWord::Leave) => self.leave_league(said),
            Some(LeagueWord::Invite) => self.invite_to_league(said),
            Some(LeagueWord::End) => self.end_league(said),
            Some(LeagueWord::Table) | None => self.show_league(said),
        }
    }

    fn new_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        self.clear(Deed::Join, Touched::Room(&self.room))?;
        let Some(game) = said.game else { return Err(words::which_game().into()) };
        if self.request().is_some_and(|it| it.company != Company::Many) {
            return Err(words::too_few_here().into());
        }
        if self.room.answers_only {
            return Err(words::cannot_post_here().into());
        }
        // `7 days`: the number was taken as that of a league.
        let mut said = said.clone();
        if said.days.is_none() {
            said.days = said.league;
            let days = |it: &&str| !["days", "day"].contains(&it.to_lowercase().as_str());
            let rest: Vec<&str> = said.options.split_whitespace().filter(days).collect();
            said.options = rest.join(" ");
        }
        let loose = Loose::read(game, Wishes::from(&said))?;
        if loose.side.is_some() || loose.public.is_some() {
            return Err(words::no_sides().into());
        }
        let terms = Terms {
            game,
            options: game.options(&loose.options)?,
            clock: loose.clock_or(Some(Clock::usual()))?,
            rated: loose.rated.unwrap_or(true),
            private: false,
            start: None,
            vote: None,
        };
        if terms.has_start() {
            return Err(words::no_position().into());
        }
        opened(&terms, &mut probing_dice())?;
        let here = self.tx.leagues_in(self.room.id)?;
        let running = here.iter().filter(|it| it.ended_at.is_none());
        if MOST_HERE <= running.count() {
            return Err(words::enough_here(MOST_HERE).into());
        }
        let mut league = LeagueState {
            id: LeagueId(0),
            room: self.room.id,
            made_by: Some(self.me.id),
            terms,
            days: said.days.unwrap_or(DAYS),
            groups_of: said.groups,
            season: 1,
            round: 0,
            due: self.now + OPEN_DAYS * DAY,
            code: new_code(),
            made_at: self.now,
            ended_at: None,
        };
        league.id = self.tx.add_league(&league)?;
        let reply = self.gathering(&league, self.room.id)?;
        self.make_known(self.room.id, reply)
    }

    fn join_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let league = match said.options.trim() {
            "" => self.pick(said, "join", |it| it.round == 0)?,
            code => {
                let found = self.tx.league_by_code(&code.to_lowercase())?;
                let wanted = said.league.map(|it| LeagueId(i64::from(it)));
                let fits = |it: &LeagueState| wanted.is_none_or(|id| it.id == id);
                found.filter(fits).ok_or_else(|| words::no_such_code(code))?
            }
        };
        self.clear(Deed::Join, Touched::League(&league))?;
        let id = league.id;
        if self.request().is_some_and(|it| it.company == Company::Alone) {
            return Err(words::join_in_a_room(id).into());
        }
        if self.room.answers_only {
            return Err(words::cannot_post_here().into());
        }
        if league.ended_at.is_some() {
            return Err(words::is_over(id).into());
        }
        // While a season runs, people join the next one.
        if league.round != 0 {
            return Err(words::has_begun(id).into());
        }
        let players = self.tx.league_players(id, league.season)?;
        if players.iter().any(|it| it.person == self.me.id) {
            return Err(words::already_in(id).into());
        }
        if MOST <= players.len() {
            return Err(words::is_full(id, MOST).into());
        }
        if MOST_OF_ONE <= self.tx.leagues_of(self.me.id)?.len() {
            return Err(words::enough_leagues(MOST_OF_ONE).into());
        }
        let last = players.iter().map(|it| it.number + 1).max().unwrap_or(0);
        let player = LeaguePlayer {
            person: self.me.id,
            room: self.room.id,
            division: 0,
            number: last,
            left_at: None,
            counts: true,
        };
        self.tx.set_league_player(id, league.season, &player)?;
        let who = self.me.id;
        let count = players.len() + 1;
        for room in self.rooms_of(&league)? {
            let who = self.tx.person_in(self.chat_in(room)?, who)?;
            let text = words::joins(&who, id, count, FEWEST, MOST);
            let choices = words::gathering_buttons(&league, count);
            self.make_known(room, Reply::room(text).choices(choices))?;
        }
        Ok(())
    }

    fn begin_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let mut league = self.pick(said, "begin", |it| it.round == 0)?;
        self.clear(Deed::Organise, Touched::League(&league))?;
        let id = league.id;
        if league.round != 0 {
            return Err(words::has_begun(id).into());
        }
        self.leave_line(&league)?;
        let count = self.tx.league_players(id, league.season)?.len();
        if count < FEWEST {
            return Err(words::too_few(id, count, FEWEST).into());
        }
        if league.season == 1 {
            self.place_by_rating(&league)?;
        }
        self.begin_season(&mut league)?;
        if !self.rooms_of(&league)?.contains(&self.room.id) {
            self.say(self.answer(words::begun(id)));
        }
        Ok(())
    }

    /// Takes those out of the line who can't play any more.
    fn leave_line(&self, league: &LeagueState) -> Result<(), Fault> {
        let room = self.tx.room(league.room)?;
        for player in self.tx.league_players(league.id, league.season)? {
            let person = self.tx.person(player.person)?;
            if person.gone || self.is_banned(&person, &room)? {
                self.tx.drop_league_player(league.id, league.season, player.person)?;
            }
        }
        Ok(())
    }

    /// Puts the people of a first season in line by their ratings, so that the best are in the first
    /// group. Hidden ratings stand for none.
    fn place_by_rating(&self, league: &LeagueState) -> Result<(), Fault> {
        let mut line = Vec::new();
        for player in self.tx.league_players(league.id, league.season)? {
            let hidden = self.tx.person(player.person)?.settings.hidden;
            let rating = self.tx.rating(player.person, Some(league.terms.game))?;
            let floor = rating.filter(|_| !hidden).map(|it| it.rating - it.give());
            line.push((floor.unwrap_or(f64::MIN), player));
        }
        line.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.number.cmp(&b.1.number)));
        for (number, (_, player)) in (0..).zip(line) {
            let player = LeaguePlayer { number, ..player };
            self.tx.set_league_player(league.id, league.season, &player)?;
        }
        Ok(())
    }

    fn leave_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let mine = self.tx.leagues_of(self.me.id)?;
        let there = |it: &LeagueState| -> Result<Option<LeaguePlayer>, Fault> {
            let players = self.tx.league_players(it.id, it.season)?;
            let own = players.into_iter().find(|it| it.person == self.me.id);
            Ok(own.filter(|it| it.left_at.is_none()))
        };
        let mut own = Vec::new();
        for league in mine {
            if let Some(player) = there(&league)?
                && said.league.is_none_or(|it| i64::from(it) == league.id.0)
            {
                own.push((league, player));
            }
        }
        let (league, player) = match &own[..] {
            [] => return Err(words::not_in(said.league).into()),
            [one] => one.clone(),
            several => {
                let numbers: Vec<LeagueId> = several.iter().map(|it| it.0.id).collect();
                return Err(words::several_leagues("leave", &numbers).into());
            }
        };
        if league.round == 0 {
            self.tx.drop_league_player(league.id, league.season, self.me.id)?;
            let who = self.me.id;
            let mut rooms = self.rooms_of(&league)?;
            rooms.extend((!rooms.contains(&player.room)).then_some(player.room));
            for room in rooms {
                let who = self.tx.person_in(self.chat_in(room)?, who)?;
                self.make_known(room, Reply::room(words::leaves_line(&who, league.id)))?;
            }
            return Ok(());
        }
        if !said.sure {
            let sure = verbs::League {
                what: Some(LeagueWord::Leave),
                league: u32::try_from(league.id.0).ok(),
                sure: true,
                ..verbs::League::default()
            };
            let line = crate::command::Said::from(sure.clone()).line();
            self.await_answer(self.me.id, sure.into(), None)?;
            let text = words::leave_asked(league.id);
            self.say(self.answer(text).choices([words::leave_button(line)]));
            return Ok(());
        }
        let before = self.replies.len();
        self.leave_season(&league, &player)?;
        self.ping_once(before);
        Ok(())
    }

    fn invite_to_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let league = self.pick(said, "invite", |it| it.round == 0)?;
        self.clear(Deed::Organise, Touched::League(&league))?;
        let text = words::invitation(league.id, &league.code);
        self.say(Reply::only(self.me.id, text).private(Privacy::Personal));
        Ok(())
    }

    fn end_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let mut league = self.pick(said, "end", |_| true)?;
        self.clear(Deed::Organise, Touched::League(&league))?;
        let id = league.id;
        if !said.sure {
            let sure = verbs::League {
                what: Some(LeagueWord::End),
                league: u32::try_from(id.0).ok(),
                sure: true,
                ..verbs::League::default()
            };
            let line = crate::command::Said::from(sure.clone()).line();
            self.await_answer(self.me.id, sure.into(), None)?;
            let text = words::end_asked(id, league.round != 0);
            self.say(self.answer(text).choices([words::end_button(line)]));
            return Ok(());
        }
        let rooms = self.rooms_of(&league)?;
        for group in self.tx.groups_of(id, league.season)? {
            self.tx.end_competition(group.id, None, self.now)?;
        }
        league.ended_at = Some(self.now);
        self.tx.update_league(&league)?;
        let who = self.me.id;
        let tells = |context: &Self, room: RoomId| -> Result<Reply, Fault> {
            let who = context.tx.person_in(context.chat_in(room)?, who)?;
            Ok(Reply::room(words::ends(&who, id)))
        };
        for room in &rooms {
            let reply = tells(self, *room)?;
            self.make_known(*room, reply)?;
        }
        if !rooms.contains(&self.room.id) {
            let reply = tells(self, self.room.id)?;
            self.say(Reply { to: self.answer("").to, ..reply });
        }
        Ok(())
    }

    fn show_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        if said.league.is_none() {
            let here = self.leagues_here()?;
            let listed: Vec<&LeagueState> = match here.iter().any(|it| it.ended_at.is_none()) {
                true => here.iter().filter(|it| it.ended_at.is_none()).collect(),
                false => here.iter().take(1).collect(),
            };
            if listed.is_empty() {
                self.say(self.answer(words::none_here()).choices([words::new_button()]));
                return Ok(());
            }
            if 1 < listed.len() {
                let numbers: Vec<LeagueId> = listed.iter().map(|it| it.id).collect();
                return Err(words::several_leagues("table", &numbers).into());
            }
        }
        let league = self.pick(said, "table", |it| it.ended_at.is_none())?;
        let table = said.what == Some(LeagueWord::Table) || league.round != 0;
        let reply = match table || league.ended_at.is_some() {
            true => self.table_of(&league)?,
            false => self.gathering(&league, self.room.id)?,
        };
        self.say(Reply { to: self.answer("").to, privacy: Privacy::Open, ..reply });
        Ok(())
    }

    /// Returns the leagues that may be named here: those of this room, and the asker's own.
    fn leagues_here(&self) -> Result<Vec<LeagueState>, Fault> {
        let mut here = self.tx.leagues_in(self.room.id)?;
        for own in self.tx.leagues_of(self.me.id)? {
            if here.iter().all(|it| it.id != own.id) {
                here.push(own);
            }
        }
        Ok(here)
    }

    /// Finds the league that is meant: the one with the number, the only one that fits, or the only
    /// one.
    fn pick(
        &self,
        said: &verbs::League,
        word: &str,
        fits: impl Fn(&LeagueState) -> bool,
    ) -> Result<LeagueState, Fault> {
        let here = self.leagues_here()?;
        if let Some(number) = said.league {
            let found = here.into_iter().find(|it| it.id.0 == i64::from(number));
            // The person who started it may be elsewhere.
            let own = self.tx.league(LeagueId(i64::from(number)))?;
            let own = own.filter(|it| it.made_by == Some(self.me.id));
            return found.or(own).ok_or_else(|| words::no_such_league(number).into());
        }
        let running: Vec<&LeagueState> = here.iter().filter(|it| it.ended_at.is_none()).collect();
        let fitting: Vec<&LeagueState> = running.iter().copied().filter(|it| fits(it)).collect();
        match (&fitting[..], &running[..]) {
            ([one], _) | ([], [one]) => Ok((*one).clone()),
            ([], []) => match here.into_iter().next().filter(|_| word == "table") {
                Some(last) => Ok(last),
                None => Err(words::none_to(word).into()),
            },
            (several @ [_, ..], _) | ([], several) => {
                let numbers: Vec<LeagueId> = several.iter().map(|it| it.id).collect();
                Err(words::several_leagues(word, &numbers).into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_read_as_the_number_of_a_league() {
        for _ in 0..100 {
            let code = new_code();
            assert!(code.len() == 12 && code.starts_with(|it: char| it.is_alphabetic()), "{code}");
        }
    }
}
