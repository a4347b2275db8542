//! The message that goes with every step: what happened, the board, who is next and what they may do.
use engine::{
    chance::Dice,
    game::{Outcome, Prompt, Status, Why},
    house::{CallOff, Ending},
    quote::sentence,
    scene,
    seat::Seat,
    table::Menu,
};

use super::{
    Asking, Fault,
    find::Sitting,
    menu::{Branch, Tree},
    news::News,
    ranks::Change,
};
use crate::{
    reply::{Audience, Choice, Moving, Picture, Privacy, Reply},
    span,
    store::{End, FORMER, MatchRow, Orientation, Person},
    text::Text,
};

/// The most characters that stay of a board.
const LEFT: usize = 300;

impl Asking<'_> {
    /// Tells the room what some steps brought and who is next, and each player what only they may know.
    pub(super) fn announce(
        &mut self,
        sitting: &Sitting,
        mut news: News,
        changes: &[Change],
    ) -> Result<(), Fault> {
        for seat in Seat::BOTH {
            let told = std::mem::take(news.apart.get_mut(seat));
            if !told.is_empty() {
                let seated = *sitting.row.seats.get(seat);
                self.confide(sitting, Reply::only(seated, Text::Lines(told)))?;
            }
        }
        self.next_turn(sitting, news, changes)
    }

    /// Tells the room, below what was said already, who is next, or how the match ended.
    pub(super) fn next_turn(
        &mut self,
        sitting: &Sitting,
        news: News,
        changes: &[Change],
    ) -> Result<(), Fault> {
        match sitting.table.status() {
            Status::Waiting(prompts) if sitting.row.end.is_none() => {
                self.next(sitting, news, &prompts)
            }
            Status::Waiting(_) | Status::Over(_) => self.result(sitting, news, changes),
        }
    }

    /// Tells the room how a match ended and what that did to the ratings.
    pub(super) fn result(
        &mut self,
        sitting: &Sitting,
        news: News,
        changes: &[Change],
    ) -> Result<(), Fault> {
        let left = left_of(sitting, &news);
        let News { by, earlier, mut lines, named, moving, .. } = news;
        let Some(end) = &sitting.row.end else {
            return Err(Fault::Broken(format!("match {} has no end", sitting.row.id)));
        };
        lines.push(Text::strong(verdict(sitting, end)?));
        if let Status::Waiting(_) = sitting.table.status() {
            // Where the rules ended the match they told what was hidden; where the players did, it comes out here.
            for seat in Seat::BOTH {
                let hand = sitting.table.hand(seat);
                lines.extend(hand.map(|it| {
                    Text::sentence(format!("{} was told: “{it}”", title(sitting, seat)))
                }));
            }
        }
        lines.extend(changes.iter().map(|it| Text::plain(it.to_string())));
        lines.push(span![
            "The dice can be checked with ",
            Text::code(format!("verify #{}", sitting.row.id)),
            "."
        ]);
        let mut picture = self.picture(sitting, None, sitting.people.get(Seat::First), Seat::First);
        picture.moving = moving;
        lines.extend(board_in_words(sitting, &picture));
        if !named {
            lines.insert(0, Text::small(named_shortly(sitting)));
        }
        let mut reply = Reply::room(Text::Lines(lines))
            .picture(picture)
            .choices([Choice::new("Rematch", format!("rematch #{}", sitting.row.id))]);
        // Whoever ended it knows.
        let actor = by.map(|it| *sitting.row.seats.get(it)).or(self.asker());
        for person in [&sitting.people.first, &sitting.people.second] {
            if !person.gone && actor != Some(person.id) {
                reply = reply.mention(person.id);
            }
        }
        reply.turn_of = Some(sitting.row.id);
        reply.left = Some(left);
        reply.earlier = (!earlier.is_empty()).then_some(Text::Lines(earlier));
        self.say_at(sitting, reply)
    }

    /// Speaks where a match is played; whoever asked from elsewhere hears it there, too, and of turns whoever watches.
    pub(super) fn say_at(&mut self, sitting: &Sitting, mut reply: Reply) -> Result<(), Fault> {
        if reply.turn_of.is_none() {
            reply.text = Text::Lines(vec![Text::small(named_shortly(sitting)), reply.text]);
        }
        if reply.turn_of.is_some() {
            self.tell_watchers(sitting, &reply)?;
        }
        if sitting.row.room != self.room.id {
            // A private match is no business of another room, nor of one in another chat that and under what name somebody plays here.
            let openly = self.openly(&sitting.row)?;
            let to = if openly { reply.to } else { Audience::Only(self.me.id) };
            let privacy = Privacy::Personal;
            self.say(Reply {
                to,
                privacy,
                mentions: Vec::new(),
                turn_of: None,
                goes_on: false,
                earlier: None,
                left: None,
                ..reply.clone()
            });
        }
        Ok(self.say_in(sitting.row.room, reply)?)
    }

    /// Tells a player something in private: the asker here, the other one where the match is played.
    fn confide(&mut self, sitting: &Sitting, mut reply: Reply) -> Result<(), Fault> {
        reply.text = Text::Lines(vec![Text::small(named_shortly(sitting)), reply.text]);
        let here = reply.to == Audience::Only(self.me.id);
        Ok(self.say_in(if here { self.room.id } else { sitting.row.room }, reply)?)
    }

    /// Describes the picture of the present position, made for one person.
    pub(super) fn picture(
        &self,
        sitting: &Sitting,
        eyes: Option<Seat>,
        person: &Person,
        own: Seat,
    ) -> Picture {
        let facing = match person.settings.orientation {
            Orientation::Mover => own,
            Orientation::First => Seat::First,
            Orientation::Second => Seat::Second,
        };
        let mut picture = Picture {
            of: sitting.row.id,
            step: sitting.step.step,
            take: sitting.step.take,
            eyes,
            facing,
            theme: person.settings.theme.clone(),
            names: [sitting.names.first.clone(), sitting.names.second.clone()],
            clocks: Seat::BOTH.map(|it| self.clock(sitting, it)),
            alt: String::new(),
            moving: Moving::Nothing,
            asked: String::new(),
            chosen: None,
        };
        picture.alt = scene::words(&picture.scene(sitting.table.as_ref(), &sitting.row));
        picture
    }

    fn next(&mut self, sitting: &Sitting, news: News, prompts: &[Prompt]) -> Result<(), Fault> {
        let left = left_of(sitting, &news);
        let News { by, earlier, mut lines, named, moving, .. } = news;
        for prompt in prompts {
            let person = sitting.people.get(prompt.seat);
            let role = sitting.game().sides()[prompt.seat.index()];
            let who = Text::Person { id: person.id, name: person.name.clone() };
            let time = self.time_to_answer(sitting, prompt.seat);
            let asks = Text::sentence(sentence(format!(" ({role}): {}", prompt.ask)));
            lines.push(span![who, asks, time]);
        }
        lines.extend(self.standing_still(sitting));
        let seat = prompts.first().map_or(Seat::First, |it| it.seat);
        let mover = sitting.people.get(seat);
        let mut picture = self.picture(sitting, None, mover, seat);
        picture.moving = moving;
        // Whoever is asked in private is helped in private.
        if let [prompt] = prompts
            && !prompt.kind.is_private()
        {
            picture.mark(sitting, "");
        }
        lines.extend(board_in_words(sitting, &picture));
        if !named {
            lines.insert(0, Text::small(named_shortly(sitting)));
        }
        let mut reply = Reply::room(Text::Lines(lines)).picture(picture);
        // What several may do at once is no menu for one message, and what is private is shown to nobody else.
        if let [prompt] = prompts
            && !prompt.kind.is_private()
        {
            reply = self.with_menu(reply, sitting, seat);
        }
        for prompt in prompts.iter().filter(|it| Some(it.seat) != by) {
            reply = reply.mention(*sitting.row.seats.get(prompt.seat));
        }
        if let (true, Some(by)) = (named, by) {
            reply = reply.mention(*sitting.row.seats.get(by.other()));
        }
        reply.turn_of = Some(sitting.row.id);
        reply.left = Some(left);
        reply.earlier = (!earlier.is_empty()).then_some(Text::Lines(earlier));
        reply.goes_on = !named && matches!(prompts, [it] if Some(it.seat) == by);
        self.say_at(sitting, reply)?;
        for prompt in prompts.iter().filter(|it| it.kind.is_private()) {
            self.confide(sitting, self.aside(sitting, prompt))?;
        }
        Ok(())
    }

    /// Asks a player for what the other may not see, with what only they know and how they may answer.
    fn aside(&self, sitting: &Sitting, prompt: &Prompt) -> Reply {
        let (seat, person) = (prompt.seat, sitting.people.get(prompt.seat));
        let hand = sitting.table.hand(seat);
        let picture = hand.is_some().then(|| self.picture(sitting, Some(seat), person, seat));
        let mut lines = vec![Text::sentence(sentence(format!("You may now {}", prompt.ask)))];
        lines.extend(hand.map(Text::sentence));
        lines.extend(sitting.table.menu(seat).grammar.map(Text::sentence));
        let mut reply = Reply::only(person.id, Text::Lines(lines));
        reply.picture = picture;
        self.with_menu(reply, sitting, seat)
    }

    /// Adds what `seat` may do to be pressed: all of it, or the beginnings of it.
    pub(super) fn with_menu(&self, reply: Reply, sitting: &Sitting, seat: Seat) -> Reply {
        let listed = offered(sitting, seat).listed;
        self.with_branches(reply, sitting, &Tree::new(&listed).root().branches())
    }

    /// Adds the lines of a menu to be pressed.
    pub(super) fn with_branches(
        &self,
        reply: Reply,
        sitting: &Sitting,
        branches: &[Branch],
    ) -> Reply {
        let mut reply = reply.choices(branches.iter().map(|it| choice(sitting, it)));
        if let Some(menu) = &mut reply.menu {
            menu.asked_at = Some(sitting.ply());
            let beginnings = branches.iter().any(|it| matches!(it, Branch::More { .. }));
            menu.asks = if beginnings { "What with?" } else { "What do you do?" }.to_owned();
        }
        reply
    }

    /// Tells each player in private how they stand in a match that was not dealt by an opening of its own.
    pub(super) fn deal(&mut self, sitting: &Sitting) -> Result<(), Fault> {
        for seat in Seat::BOTH {
            if let Some(hand) = sitting.table.hand(seat) {
                self.confide(
                    sitting,
                    Reply::only(*sitting.row.seats.get(seat), Text::sentence(hand)),
                )?;
            }
        }
        Ok(())
    }
}

/// Names a match in a line above what is said of it.
pub(super) fn named_shortly(sitting: &Sitting) -> String {
    let MatchRow { id, .. } = &sitting.row;
    let [first, second] = Seat::BOTH.map(|it| sitting.names.get(it));
    format!("#{id} · {} · {first} – {second}", sitting.game())
}

/// Writes what stays of a board when another one takes its place: one line with what happened.
fn left_of(sitting: &Sitting, news: &News) -> Text {
    let told = |lines: &[Text]| {
        lines.iter().map(Text::bare).collect::<Vec<_>>().join(" ").replace('\n', " ")
    };
    Text::small(match (news.named, &news.lines[..]) {
        (true, [first, ..]) => first.bare(),
        (_, lines) => {
            let told = [told(&news.earlier), told(lines)].join(" ");
            cut(&format!("{}: {}", named_shortly(sitting), told.trim()), LEFT)
        }
    })
}

/// Shortens a line to so many characters, with an ellipsis.
fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.trim_end_matches([' ', ':']).to_owned(),
    }
}

/// Makes a line of a menu one that can be pressed.
pub(super) fn choice(sitting: &Sitting, line: &Branch) -> Choice {
    let id = sitting.row.id;
    match line {
        Branch::Words(words) => Choice::new(words, format!("play #{id} {words}")),
        Branch::More { begins, ends: _, count } => {
            let label = format!("{} ({count})", line.label());
            Choice::new(label, format!("moves #{id} {begins}"))
        }
    }
}

/// Returns what a seat may type now. What is chosen in secret comes in an order of its own for each seat and position, so that whoever
/// sees a number being picked does not learn what it stands for.
pub(super) fn offered(sitting: &Sitting, seat: Seat) -> Menu {
    let mut menu = sitting.table.menu(seat);
    let private = match sitting.table.status() {
        Status::Waiting(prompts) => {
            prompts.iter().any(|it| it.seat == seat && it.kind.is_private())
        }
        Status::Over(_) => false,
    };
    if private {
        let MatchRow { secret, words, .. } = &sitting.row;
        let what = format!("menu {}", seat.name());
        let mut dice = Dice::apart(&secret.seed(words), sitting.ply(), &what);
        // Only scripted dice refuse to fall; then the list stays as it is.
        drop(dice.shuffle("the order of a menu", &mut menu.listed));
    }
    menu
}

/// Writes the board in characters and in words, where a player has chosen so.
pub(super) fn board_in_words(sitting: &Sitting, picture: &Picture) -> Vec<Text> {
    if !sitting.people.first.settings.text && !sitting.people.second.settings.text {
        return Vec::new();
    }
    let scene = picture.scene(sitting.table.as_ref(), &sitting.row);
    vec![Text::Block(scene::ascii(&scene)), Text::plain(picture.alt.as_str())]
}

/// Writes who sits there at the beginning of a line: `A former player (Black)`.
fn title(sitting: &Sitting, seat: Seat) -> String {
    let titled = sitting.titled(seat);
    // Names are written as their bearers do.
    match titled.strip_prefix(FORMER) {
        Some(rest) if sitting.people.get(seat).gone => format!("A{}{rest}", &FORMER[1..]),
        _ => titled,
    }
}

/// Says in one sentence how a match ended.
///
/// # Errors
/// When what is kept of the end is damaged.
pub(super) fn verdict(sitting: &Sitting, end: &End) -> Result<String, Fault> {
    let End { at: _, outcome, ending, ruled_by: _, annulled_at } = end;
    let said = |why: &Why| sitting.game().why(why).map_err(Fault::Broken);
    let ended = match (outcome, ending) {
        (Some(Outcome { winner: Some(seat), why }), _) => {
            format!("{} wins: {}.", title(sitting, *seat), said(why)?)
        }
        (Some(Outcome { winner: None, why }), _) => format!("A draw: {}.", said(why)?),
        (None, Some(Ending::CalledOff { by, rule })) => called_off(sitting, *by, *rule),
        (None, Some(Ending::Aborted) | None) => {
            "The match was called off; it counts for nobody.".to_owned()
        }
        (
            None,
            Some(
                Ending::Resigned(_)
                | Ending::Left(_)
                | Ending::Agreed
                | Ending::TimedOut(_)
                | Ending::Ruled(_),
            ),
        ) => "The match is over.".to_owned(),
    };
    let moderator = sitting.moderator.as_deref().unwrap_or("A moderator");
    Ok(match ending {
        _ if annulled_at.is_some() => {
            format!("{ended} {moderator} has annulled the result: it counts for no rating.")
        }
        Some(Ending::Ruled(_)) if sitting.row.terms.rated => {
            format!("{ended} A result that moderators decide counts for no rating.")
        }
        _ => ended,
    })
}

/// Says who called a match off, and by which rule.
fn called_off(sitting: &Sitting, by: Option<Seat>, rule: CallOff) -> String {
    let who = by.map_or("A player".to_owned(), |seat| title(sitting, seat));
    let moderator = sitting.moderator.as_deref().unwrap_or("A moderator");
    let says = match rule {
        CallOff::Aborted => {
            format!("{who} called the match off before each side's second turn had ended")
        }
        CallOff::Resigned => format!(
            "{who} resigned before each side's second turn had ended, so the match is called off"
        ),
        CallOff::Expired => "Both sides ran out of time, so the match is called off".to_owned(),
        CallOff::ShutOut => {
            "Somebody whom the moderators keep from playing here ran out of time, so the match is called off".to_owned()
        }
        CallOff::Moderated => format!("{moderator} called the match off as a moderator"),
    };
    format!("{says}; it counts for nobody.")
}
