//! The command: leagues are begun, shown, left and ended.
use super::{gather::FEWEST, words};
use crate::{
    Fault, RequestContext,
    authority::{Deed, Touched},
};
use command::verbs::{self, LeagueWord};
use model::{
    ids::{LeagueId, RoomId},
    reply::{Privacy, Reply},
};
use store::{LeaguePlayer, LeagueState};

impl RequestContext<'_> {
    pub(crate) fn league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let unused =
            said.game.is_some() || said.groups.is_some() || said.days.is_some() || said.watch;
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

    fn begin_league(&mut self, said: &verbs::League) -> Result<(), Fault> {
        let mut league = self.pick(said, "begin", |it| it.round == 0)?;
        self.clear(Deed::Organise, Touched::League(&league))?;
        let id = league.id;
        if league.round != 0 {
            return Err(words::has_begun(id).into());
        }
        self.leave_line(&league)?;
        let gathered = league.clone();
        let count = self.tx.league_players(id, league.season)?.len();
        if count < FEWEST {
            return Err(words::too_few(id, count, FEWEST).into());
        }
        if league.season == 1 {
            self.place_by_rating(&league)?;
        }
        self.close_list(&gathered, &words::begun(id))?;
        self.begin_season(&mut league)?;
        if !self.rooms_of(&league)?.contains(&self.room.id) {
            self.say(self.answer(words::begun(id)));
        }
        Ok(())
    }

    /// Takes those out of the line who can't play any more, and says so.
    fn leave_line(&mut self, league: &LeagueState) -> Result<(), Fault> {
        let room = self.tx.room(league.room)?;
        for player in self.tx.league_players(league.id, league.season)? {
            let person = self.tx.person(player.person)?;
            if person.gone || self.is_banned(&person, &room)? {
                self.tx.drop_league_player(league.id, league.season, player.person)?;
                self.say_in_league(league, |context, room| {
                    let who = context.tx.person_in(context.chat_in(room)?, player.person)?;
                    Ok(Reply::room(words::cannot_play(&who, league.id)))
                })?;
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
            let mut rooms = self.rooms_of(&league)?;
            self.tx.drop_league_player(league.id, league.season, self.me.id)?;
            rooms.extend((!rooms.contains(&player.room)).then_some(player.room));
            let told = words::you_left_line(league.id);
            return self.list_changed(&league, &rooms, told, words::leaves_line);
        }
        if !said.sure {
            let sure = verbs::League {
                what: Some(LeagueWord::Leave),
                league: u32::try_from(league.id.0).ok(),
                sure: true,
                ..verbs::League::default()
            };
            let line = command::Said::from(sure.clone()).line();
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
            let line = command::Said::from(sure.clone()).line();
            self.await_answer(self.me.id, sure.into(), None)?;
            let text = words::end_asked(id, league.round != 0);
            self.say(self.answer(text).choices([words::end_button(line)]));
            return Ok(());
        }
        let rooms = self.rooms_of(&league)?;
        if league.round == 0 {
            self.close_list(&league, &words::is_closed(id))?;
        }
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
    pub(super) fn pick(
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
