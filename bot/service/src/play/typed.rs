//! Playing words in a match, and the lists and boards that help to find them.
use engine::{
    game::Status,
    games::GameId,
    refusal::{Code, Refusal},
    scene,
    seat::Seat,
};

use crate::{
    Fault, List, RequestContext,
    find::LoadedMatch,
    play::{
        controls,
        menu::{Branch, LINES, MenuTree},
        several::BETWEEN,
        step::next_dice,
        turn::{self, named_shortly},
        words,
    },
    words::none_running,
};
use command::{nearest, question, verbs};
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
    span,
    text::Text,
};
use store::MatchRow;

impl RequestContext<'_> {
    pub(crate) fn play(&mut self, said: &verbs::Play) -> Result<(), Fault> {
        let verbs::Play { of, words } = said;
        if let Some(asked) = question(words) {
            return self.wonder(*of, asked);
        }
        if of.is_some() {
            return self.play_words(*of, words);
        }
        let (of, words) = self.split_number(words)?;
        self.play_words(of, &words)
    }

    pub(crate) fn moves(&mut self, said: &verbs::Moves) -> Result<(), Fault> {
        let words = format!("moves {}", said.begins);
        if said.of.is_none()
            && self.playable_here()?.is_empty()
            && self.command_in_lesson(words.trim())?
        {
            return Ok(());
        }
        let loaded = match (said.of, self.voted_here()?.is_empty()) {
            (None, false) => {
                let rows = self.playable_here()?;
                self.meant(rows, "")?
            }
            _ => self.my_match(said.of, |row, seat| *row.waiting.get(seat))?,
        };
        let seat = self.seat_in(&loaded)?;
        let before = self.before_choice(&loaded, seat)?;
        if let Some(asked_at) = self.request().and_then(|it| it.asked_at)
            && !self.is_still_asked(&loaded, seat, asked_at)?
            && before.as_ref().is_none_or(|it| it.ply() != asked_at)
        {
            return self.stale(&loaded, seat, words::button_out_of_date());
        }
        // A board that a whole room votes on isn't changed for one of them.
        if before.is_none() && !loaded.is_voted(seat) && self.is_on_board(&loaded)? {
            return self.choose(&loaded, seat, &said.begins);
        }
        self.list_moves(before.as_ref().unwrap_or(&loaded), &said.begins)
    }

    /// Lists the asker's choices in a match, or those with a beginning; a long list is shown as
    /// beginnings.
    pub(crate) fn list_moves(&mut self, loaded: &LoadedMatch, begins: &str) -> Result<(), Fault> {
        let seat = self.seat_in(loaded)?;
        check_turn(loaded, seat)?;
        let status = loaded.table.status();
        let menu = controls::offered(loaded, seat);
        let tree = MenuTree::new(&menu.listed);
        let node = tree.open(begins);
        if node.words().is_empty() && !begins.is_empty() {
            return Err(words::none_starts_with(begins, loaded.row.id).into());
        }
        let branches = node.branches();
        let shown = if node.words().len() <= LINES {
            node.words().iter().map(|it| Branch::Words((*it).to_owned())).collect()
        } else {
            branches.clone()
        };
        let mut lines = vec![Text::small(named_shortly(loaded))];
        if let Status::Waiting(prompts) = &status {
            let asks = prompts.iter().filter(|it| it.seat == seat).map(|it| it.ask.as_str());
            lines.push(words::you_may_now(&asks.collect::<Vec<_>>()));
        }
        let numbered = controls::choices(loaded, seat, &shown);
        if self.room.chat == Chat::Discord {
            // Its menus show the same.
        } else if numbered.len() <= LINES {
            for (n, choice) in numbered.iter().enumerate() {
                lines.push(span![format!("{}. ", n + 1), choice.in_words()]);
            }
        } else {
            // Each on a line of its own would fill a screen.
            let short = numbered.iter().enumerate();
            let short = short.map(|(n, choice)| format!("{}. {}", n + 1, choice.label));
            lines.push(Text::Plain(short.collect::<Vec<_>>().join(" · ")));
        }
        lines.extend(menu.grammar.map(Text::sentence));
        let reply = self.answer(Text::Lines(lines));
        let mut reply = self.with_branches(reply, loaded, seat, begins, &branches);
        if let Some(menu) = &mut reply.menu {
            menu.listed = numbered;
        }
        self.remember(loaded, shown);
        self.say(reply);
        Ok(())
    }

    pub(crate) fn board(&mut self, said: &verbs::Board) -> Result<(), Fault> {
        let loaded = self.any_match(said.of)?;
        let own = loaded.seat_of(self.me.id).unwrap_or(Seat::First);
        let mut picture = self.picture(&loaded, None, &self.me, own);
        if let Some(side) = &said.side {
            picture.facing = side_named(loaded.game(), side)?;
            picture.alt = scene::words(&crate::play::look::scene_of(
                &picture,
                loaded.table.as_ref(),
                &loaded.row,
            ));
        }
        let mut lines = vec![Text::plain(heading(&loaded))];
        match (&loaded.row.end, loaded.table.status()) {
            (Some(end), _) => lines.push(Text::plain(turn::verdict(&loaded, end)?)),
            (None, Status::Waiting(prompts)) => lines.extend(
                prompts
                    .iter()
                    .map(|it| Text::sentence(format!("{}: {}.", loaded.titled(it.seat), it.ask))),
            ),
            (None, Status::Over(_)) => {}
        }
        if said.text.unwrap_or(self.me.settings.text) {
            let scene = crate::play::look::scene_of(&picture, loaded.table.as_ref(), &loaded.row);
            lines.push(Text::Block(scene::ascii(&scene)));
            lines.push(Text::plain(picture.alt.as_str()));
        }
        let text = Text::Lines(lines);
        let openly = self.openly(&loaded.row)?;
        let reply = if openly { Reply::room(text) } else { self.answer(text) };
        self.say(reply.picture(picture));
        self.show_note(&loaded)
    }

    pub(crate) fn hand(&mut self, said: &verbs::Hand) -> Result<(), Fault> {
        let loaded = self.my_match(said.of, |row, seat| *row.waiting.get(seat))?;
        let seat = self.seat_in(&loaded)?;
        let reply = match loaded.table.hand(seat) {
            Some(hand) => {
                let picture = self.picture(&loaded, Some(seat), &self.me, seat);
                Reply::only(self.me.id, Text::sentence(hand)).picture(picture)
            }
            None => self.answer(words::nothing_hidden()),
        };
        self.say(reply);
        Ok(())
    }

    /// Returns the seat that the asker plays, or votes for.
    pub(crate) fn seat_in(&self, loaded: &LoadedMatch) -> Result<Seat, Fault> {
        if let Some(seat) = loaded.seat_of(self.me.id) {
            return Ok(seat);
        }
        let votes = self.voters_seat(&loaded.row)?;
        votes.ok_or_else(|| words::not_playing(loaded.row.id).into())
    }

    /// Plays words in the match they mean.
    pub(crate) fn play_words(&mut self, of: Option<MatchId>, words: &str) -> Result<(), Fault> {
        let words = words.trim();
        let loaded = match of {
            Some(_) => self.my_match(of, |_, _| false)?,
            None => {
                let rows = self.playable_here()?;
                self.meant(rows, words)?
            }
        };
        let seat = self.seat_in(&loaded)?;
        let before = self.before_choice(&loaded, seat)?;
        if let Some(asked_at) = self.request().and_then(|it| it.asked_at)
            && !self.is_still_asked(&loaded, seat, asked_at)?
            && before.as_ref().is_none_or(|it| it.ply() != asked_at)
        {
            return self.stale(&loaded, seat, words::button_out_of_date());
        }
        if self.is_overtaken(loaded.row.id) {
            return self.stale(&loaded, seat, words::default_was_played());
        }
        if words.is_empty() {
            let listed = controls::offered(&loaded, seat).listed;
            return Err(words::say_what_to_play().instead(listed).into());
        }
        let id = loaded.row.id;
        if words.contains(BETWEEN) && before.is_none() {
            self.check_one_vote(&loaded, seat)?;
            return self.several(loaded, seat, words);
        }
        let words = self.whole(&loaded, seat, words);
        if self.answered(&loaded, seat, &words)? {
            return Ok(());
        }
        let asked = before.as_ref().unwrap_or(&loaded);
        let (at, typed) = (asked.ply(), words.clone());
        let done = check_turn(asked, seat)
            .map_err(Fault::from)
            .and_then(|()| Ok(check_running(&loaded)?))
            .and_then(|()| self.picked(asked, seat, &words))
            .and_then(|picked| match (picked, before) {
                (Branch::Words(words), None) if loaded.is_voted(seat) => {
                    self.cast(&loaded, seat, &words)
                }
                (Branch::Words(words), None) => self.step(loaded, seat, &words, None),
                (Branch::Words(words), Some(before)) => {
                    self.choose_again(loaded, before, seat, &words)
                }
                (Branch::More { begins, .. }, before) => {
                    self.list_moves(before.as_ref().unwrap_or(&loaded), &begins)
                }
            });
        match done {
            Err(Fault::Refused(refusal)) => {
                let refusal = nearest_first(refusal, &typed);
                self.asked_at.set(Some((id, at)));
                self.word_offers(id, seat, &refusal.instead)?;
                Err(match 1 < self.playable_here()?.len() {
                    true => numbered_offers(refusal, id),
                    false => refusal,
                }
                .into())
            }
            other => other,
        }
    }

    /// Finds the only one of several matches where the words make sense.
    fn meant(&mut self, mut rows: Vec<MatchRow>, words: &str) -> Result<LoadedMatch, Fault> {
        match rows.len() {
            0 => return Err(none_running().into()),
            1 => return self.sit_down_to(rows.remove(0)),
            _ => {}
        }
        // A number is for the match whose list was shown last.
        if words.parse::<usize>().is_ok() {
            let list = self.memory.lists.get(&(self.room.id, self.me.id));
            if let Some(row) = list.and_then(|list| rows.iter().find(|it| it.id == list.of)) {
                return self.sit_down_to(row.clone());
            }
            let lists = rows.iter().map(|it| format!("moves #{}", it.id));
            return Err(self.which(&rows)?.instead(lists).into());
        }
        let mut fitting = Vec::new();
        let mut waiting = Vec::new();
        for row in &rows {
            let loaded = self.sit_down(row.clone())?;
            if loaded.table.status().waits_for(self.seat_in(&loaded)?) {
                waiting.push(row.clone());
            }
            if self.fits(loaded, words)? {
                fitting.push(row.clone());
            }
        }
        match (fitting.as_mut_slice(), waiting.as_mut_slice()) {
            ([one], _) | ([], [one]) => self.sit_down_to(one.clone()),
            ([], []) => self.sit_down_to(rows.remove(0)),
            ([], several) | (several, _) => Err(self.which(several)?.into()),
        }
    }

    /// Tells whether words are a choice or a question in a match of the asker's.
    pub(crate) fn fits(&self, mut loaded: LoadedMatch, words: &str) -> Result<bool, Fault> {
        let seat = self.seat_in(&loaded)?;
        let words = words.split(BETWEEN).next().unwrap_or(words).trim();
        let words = self.whole(&loaded, seat, words);
        if matches!(loaded.table.ask(seat, &words), Some(Ok(_))) {
            return Ok(true);
        }
        if !loaded.table.status().waits_for(seat) {
            match self.before_choice(&loaded, seat)? {
                Some(before) => loaded = before,
                None => return Ok(false),
            }
        }
        let (_, mut dice) = next_dice(&loaded);
        Ok(loaded.table.play(seat, &words, &mut dice).is_ok())
    }

    /// Returns the line a number means in the list last shown.
    fn picked(&mut self, loaded: &LoadedMatch, seat: Seat, words: &str) -> Result<Branch, Fault> {
        let said = || Branch::Words(words.to_owned());
        let Ok(number) = words.parse::<usize>() else { return Ok(said()) };
        // If a bare number is itself a move, it is that move.
        if loaded.table.menu(seat).listed.iter().any(|it| it == words) {
            return Ok(said());
        }
        let key = (self.room.id, self.me.id);
        let fresh = self
            .memory
            .lists
            .get(&key)
            .filter(|it| it.of == loaded.row.id && it.at == loaded.ply());
        match fresh {
            None => Err(words::no_list_shown().into()),
            Some(list) => match number.checked_sub(1).and_then(|it| list.lines.get(it)) {
                Some(line) => Ok(line.clone()),
                None => {
                    let offered = list.lines.iter().map(|it| match it {
                        Branch::Words(words) => words.clone(),
                        Branch::More { begins, .. } => format!("moves {begins}"),
                    });
                    Err(words::list_ends(list.lines.len()).instead(offered).into())
                }
            },
        }
    }

    fn remember(&mut self, loaded: &LoadedMatch, lines: Vec<Branch>) {
        let list = List { of: loaded.row.id, at: loaded.ply(), lines };
        self.memory.lists.insert((self.room.id, self.me.id), list);
    }

    /// Answers a line for an earlier position with the current one.
    pub(crate) fn stale(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        says: &str,
    ) -> Result<(), Fault> {
        let picture = self.picture(loaded, None, &self.me, seat);
        let mut lines = vec![Text::small(named_shortly(loaded)), Text::plain(says)];
        if let (Status::Waiting(prompts), None) = (loaded.table.status(), &loaded.row.end) {
            lines.extend(self.who_is_asked(loaded, &prompts)?);
        }
        let reply = self.answer(Text::Lines(lines));
        let mut reply = reply.picture(picture).refused(Code::NotNow);
        if loaded.table.status().waits_for(seat) {
            reply = self.with_menu(reply, loaded, seat);
        }
        self.say(reply);
        Ok(())
    }
}

/// Puts the likeliest meaning first among the suggestions of a refusal.
fn nearest_first(mut refusal: Refusal, typed: &str) -> Refusal {
    let near: Vec<String> =
        nearest(typed, &refusal.instead).into_iter().map(str::to_owned).collect();
    refusal.instead.retain(|it| !near.contains(it));
    refusal.instead.splice(0..0, near);
    refusal
}

/// Adds the match number to suggestions, for a person who plays several matches.
fn numbered_offers(mut refusal: Refusal, id: MatchId) -> Refusal {
    for it in &mut refusal.instead {
        let (first, rest) = it.split_once(' ').unwrap_or((it, ""));
        *it = match command::find(first) {
            Some(spec) if spec.verb.takes_match() => {
                format!("{first} #{id} {rest}").trim_end().to_owned()
            }
            Some(_) => continue,
            None => format!("play #{id} {it}"),
        };
    }
    refusal
}

/// Refuses what only the other side may do now, and says what that side is asked for.
pub(crate) fn check_turn(loaded: &LoadedMatch, seat: Seat) -> Result<(), Refusal> {
    match loaded.table.status() {
        Status::Waiting(prompts) if prompts.iter().all(|it| it.seat != seat) => {
            let other = loaded.names.get(seat.other());
            let asks: Vec<&str> = prompts.iter().map(|it| it.ask.as_str()).collect();
            Err(words::not_your_turn(other, &asks))
        }
        Status::Waiting(_) | Status::Over(_) => Ok(()),
    }
}

/// Refuses to play during a pause, because the other side doesn't expect it.
pub(crate) fn check_running(loaded: &LoadedMatch) -> Result<(), Refusal> {
    let id = loaded.row.id;
    match loaded.row.timer.paused() {
        None => Ok(()),
        Some(_) => Err(words::paused(id)),
    }
}

/// Names a match in one line.
pub(crate) fn heading(loaded: &LoadedMatch) -> String {
    let [first, second] = Seat::BOTH.map(|it| loaded.titled(it));
    words::heading(loaded.row.id, loaded.game(), &first, &second)
}

/// Reads the name of a side.
pub(crate) fn side_named(game: GameId, side: &str) -> Result<Seat, Refusal> {
    let sides = game.sides();
    let wanted = side.to_lowercase();
    Seat::BOTH
        .into_iter()
        .find(|it| sides[it.index()].to_lowercase() == wanted || it.name() == wanted)
        .ok_or_else(|| words::no_such_side(side, sides))
}
