//! The command for puzzles: gives one, takes answers, and rates both sides.
use engine::{
    game::Emphasis,
    games::GameId,
    refusal::{Code, Refusal},
    seat::Seat,
    table::Table,
};
use sha2::{Digest as _, Sha256};

use super::{answer::told_to, words};
use crate::{
    Fault, LINES, MenuTree, RequestContext,
    play::controls::{Sends, choices_of, panel_of},
};
use command::verbs;
use content::puzzles::{self, Puzzle, PuzzleAnswer};
use model::{
    glicko::{self, Rating},
    ids::PersonId,
    reply::{Choice, DrawnPosition, Menu, Privacy, Reply, Sheet},
    text::Text,
};
use store::{PuzzleTry, Solver};

/// The deviation of a solver's first rating. It is less than in matches, so that the first answers
/// change it little: by 24 while nobody has tried the puzzle, and by less than 90 later.
const FIRST_DEVIATION: f64 = 200.0;

/// How near the ratings of puzzles are that count as equally hard.
const STEP: f64 = 50.0;

/// A person and a puzzle.
struct PuzzlePlace {
    puzzle: &'static Puzzle,
    row: PuzzleTry,
}

impl PuzzlePlace {
    /// Finds a puzzle with how far the person is.
    fn at(puzzle: &'static Puzzle, rows: &[PuzzleTry], now: i64) -> PuzzlePlace {
        let same = |it: &&PuzzleTry| it.game == puzzle.game && it.puzzle == puzzle.name;
        let fresh = || PuzzleTry {
            game: puzzle.game,
            puzzle: puzzle.name.clone(),
            misses: 0,
            open: false,
            at: now,
            rated: false,
            shown: false,
            solved_at: None,
        };
        let row = rows.iter().find(same).cloned().unwrap_or_else(fresh);
        PuzzlePlace { puzzle, row }
    }

    /// Tells whether an answer counts for the ratings.
    fn is_rated_next(&self) -> bool {
        !self.row.rated && !self.row.shown
    }

    fn open(rows: &[PuzzleTry], now: i64) -> Option<PuzzlePlace> {
        let row = rows.iter().find(|it| it.open)?;
        Some(PuzzlePlace::at(puzzles::named(row.game, &row.puzzle)?, rows, now))
    }
}

/// Draws the place of a puzzle in a person's own order, so that another account shows others first.
fn drawn(person: PersonId, puzzle: &Puzzle) -> u64 {
    let mut hash = Sha256::new();
    hash.update(person.0.to_le_bytes());
    hash.update(puzzle.game.name());
    hash.update([0]);
    hash.update(&puzzle.name);
    let mut first = [0; 8];
    first.copy_from_slice(&hash.finalize()[..8]);
    u64::from_le_bytes(first)
}

impl RequestContext<'_> {
    /// Gives a puzzle, or answers the open one.
    pub(crate) fn puzzle(&mut self, said: &verbs::Puzzle) -> Result<(), Fault> {
        self.keep_private(Privacy::Personal);
        let rows = self.tx.puzzle_tries(self.me.id)?;
        let open = PuzzlePlace::open(&rows, self.now);
        let words = said.words.trim();
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        if let Some(game) = said.game {
            if puzzles::of(game).is_empty() {
                return Err(words::no_puzzles(game).into());
            }
            if let Some(puzzle) = puzzles::named(game, first) {
                let place = PuzzlePlace::at(puzzle, &rows, self.now);
                return self.puzzle_on(place, &rows, rest.trim());
            }
            if words.is_empty() || words == "next" {
                return self.next_puzzle(Some(game), &rows);
            }
        }
        match (words, open) {
            ("today", _) => self.puzzle_of_today(&rows),
            // One that was solved or shown is closed, but its game stays.
            ("next" | "another", open) => {
                let last = || rows.first().map(|it| it.game);
                self.next_puzzle(open.map(|it| it.puzzle.game).or_else(last), &rows)
            }
            ("", Some(place)) if place.row.solved_at.is_none() => self.show_puzzle(place),
            ("", _) => match self.todays_puzzle(&rows)? {
                Some(place) if place.is_rated_next() => self.show_puzzle(place),
                _ => self.next_puzzle(rows.first().map(|it| it.game), &rows),
            },
            (_, Some(place)) => self.puzzle_on(place, &rows, words),
            (_, None) => Err(words::no_puzzle_open().into()),
        }
    }

    /// Does what the asker wants with a puzzle.
    fn puzzle_on(
        &mut self,
        place: PuzzlePlace,
        rows: &[PuzzleTry],
        said: &str,
    ) -> Result<(), Fault> {
        let (first, begins) = said.split_once(' ').unwrap_or((said, ""));
        match (first, begins) {
            ("", _) => self.show_puzzle(place),
            ("solution", "") => self.show_puzzle_solution(place),
            ("hint", "") => Err(words::no_puzzle_hint().into()),
            ("next", "") => self.next_puzzle(Some(place.puzzle.game), rows),
            ("close" | "leave", "") => {
                self.tx.close_puzzles(self.me.id)?;
                self.say(self.answer(words::puzzle_closed()));
                Ok(())
            }
            ("moves", _) => self.list_puzzle_choices(&place, begins),
            _ => self.answer_puzzle(place, said),
        }
    }

    fn puzzle_of_today(&mut self, rows: &[PuzzleTry]) -> Result<(), Fault> {
        match self.todays_puzzle(rows)? {
            Some(place) => self.show_puzzle(place),
            None => Err(words::no_daily_puzzle().into()),
        }
    }

    /// Returns the latest puzzle that this room got.
    fn todays_puzzle(&self, rows: &[PuzzleTry]) -> Result<Option<PuzzlePlace>, Fault> {
        let days = self.tx.puzzle_days(self.room.id)?;
        let puzzle = days.first().and_then(|(game, name)| puzzles::named(*game, name));
        Ok(puzzle.map(|it| PuzzlePlace::at(it, rows, self.now)))
    }

    /// Shows a puzzle that the asker hasn't seen, about as hard as they are good.
    fn next_puzzle(&mut self, game: Option<GameId>, rows: &[PuzzleTry]) -> Result<(), Fault> {
        let games = GameId::ALL.iter().copied().filter(|it| !puzzles::of(*it).is_empty());
        let game = match game.or_else(|| games.clone().next()) {
            Some(game) => game,
            None => return Err(words::no_puzzle_open().into()),
        };
        let own = self.tx.solver(self.me.id)?.map_or(Rating::unknown(), |it| it.rating).rating;
        let is_new =
            |it: &&Puzzle| !rows.iter().any(|row| row.game == it.game && row.puzzle == it.name);
        let mut best: Option<(i64, u64, &'static Puzzle)> = None;
        for puzzle in puzzles::of(game).iter().filter(is_new) {
            let rating = self.tx.puzzle_rating(game, &puzzle.name)?;
            let off = rating.map_or(0.0, |it| (it.rating - own).abs());
            let key = ((off / STEP) as i64, drawn(self.me.id, puzzle));
            if best.is_none_or(|it| key < (it.0, it.1)) {
                best = Some((key.0, key.1, puzzle));
            }
        }
        match best {
            Some((_, _, puzzle)) => self.show_puzzle(PuzzlePlace::at(puzzle, rows, self.now)),
            None => {
                let others = games.filter(|it| *it != game).map(words::puzzle_game_line);
                Err(words::all_puzzles_seen(game).instead(others).into())
            }
        }
    }

    /// Shows a puzzle and makes it the open one.
    fn show_puzzle(&mut self, place: PuzzlePlace) -> Result<(), Fault> {
        let row = PuzzleTry { open: true, at: self.now, ..place.row };
        self.tx.put_puzzle_try(self.me.id, &row)?;
        let place = PuzzlePlace { row, ..place };
        let Puzzle { game, name, .. } = place.puzzle;
        let rating = self.tx.puzzle_rating(*game, name)?;
        let seat = place.puzzle.seat()?;
        let text = Text::Lines(vec![
            words::puzzle_title(*game, name, rating.as_ref()),
            words::puzzle_goal(*game, seat),
        ]);
        let reply = self.answer(text);
        let reply = self.with_puzzle(reply, place.puzzle)?;
        self.say(reply);
        Ok(())
    }

    /// Adds the picture and the choices of a puzzle.
    fn with_puzzle(&self, reply: Reply, puzzle: &'static Puzzle) -> Result<Reply, Fault> {
        let table = puzzle.table()?;
        let theme = &self.me.settings.theme;
        let sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), theme);
        let menu = Some(puzzle_menu(puzzle, table.as_ref(), "")?);
        Ok(Reply { menu, sheet, ..reply })
    }

    fn list_puzzle_choices(&mut self, place: &PuzzlePlace, begins: &str) -> Result<(), Fault> {
        let table = place.puzzle.table()?;
        let menu = puzzle_menu(place.puzzle, table.as_ref(), begins)?;
        if menu.choices.is_empty() {
            return Err(words::no_choice(begins).into());
        }
        let lines = menu.choices.iter().map(Choice::in_words).collect();
        let reply = self.answer(Text::Lines(vec![words::choose(&menu.asks), Text::List(lines)]));
        let theme = &self.me.settings.theme;
        let sheet = puzzle_sheet(place.puzzle, table.as_ref(), Some(begins.to_owned()), theme);
        self.say(Reply { menu: Some(menu), sheet, ..reply });
        Ok(())
    }

    fn answer_puzzle(&mut self, place: PuzzlePlace, said: &str) -> Result<(), Fault> {
        let puzzle = place.puzzle;
        let table = puzzle.table()?;
        let seat = puzzle.seat()?;
        if let Some(answer) = table.ask(seat, said) {
            let line = words::puzzle_line(puzzle.game, &puzzle.name);
            let mut reply = self.answer(Text::sentence(answer?));
            let theme = &self.me.settings.theme;
            reply.sheet = puzzle_sheet(puzzle, table.as_ref(), Some(String::new()), theme);
            if let Some(sheet) = &mut reply.sheet {
                sheet.ask(said);
            }
            let back = Choice::new(words::BACK_TO_PUZZLE, line.clone());
            reply.menu = panel_of(table.as_ref(), seat, said, Sends::Line(&line), back);
            self.say(reply);
            return Ok(());
        }
        match puzzle.answer(said) {
            Ok(answer) if answer.right => self.solved(place, &answer),
            Ok(answer) => {
                let told = told_to(puzzle.game, seat, answer.table.as_ref());
                let lead = words::puzzle_wrong(&answer.written, &told);
                self.missed_puzzle(place, lead)
            }
            // It was no answer yet.
            Err(refusal) => {
                let Refusal { code, says, instead } = refusal;
                let line = words::puzzle_line(puzzle.game, &puzzle.name);
                // What the game suggests may be the solution.
                let instead = if code == Code::Ambiguous { instead } else { Vec::new() };
                let controls = instead.iter().map(|it| Choice {
                    typed: it.clone(),
                    ..Choice::new(it.as_str(), format!("{line} {it}"))
                });
                self.controls.borrow_mut().extend(controls);
                Err(Refusal { code, says, instead }.into())
            }
        }
    }

    /// Rates the first answer to a puzzle, unless the solution was shown; returns the solver's
    /// ratings before and after.
    fn rate_puzzle(&mut self, place: &PuzzlePlace, right: bool) -> Result<Option<[f64; 2]>, Fault> {
        let mut solver = self.tx.solver(self.me.id)?.unwrap_or(Solver {
            rating: Rating { deviation: FIRST_DEVIATION, ..Rating::unknown() },
            days: 0,
            most_days: 0,
            last_day: i64::MIN,
        });
        let day = self.me.settings.zone.day_number(self.now);
        let is_new = place.row.solved_at.is_none() && !place.row.shown;
        if right && is_new && solver.last_day != day {
            let follows = solver.last_day.checked_add(1) == Some(day);
            solver.days = if follows { solver.days + 1 } else { 1 };
            solver.most_days = solver.most_days.max(solver.days);
            solver.last_day = day;
        }
        let before = solver.rating.rating;
        let Puzzle { game, name, .. } = place.puzzle;
        let counts = place.is_rated_next();
        if counts {
            let own = self.tx.puzzle_rating(*game, name)?.unwrap_or_else(Rating::unknown);
            let winner = if right { Seat::First } else { Seat::Second };
            let [person, puzzle] = glicko::rate([solver.rating, own], Some(winner), 1.0, self.now);
            self.tx.put_puzzle_rating(*game, name, &puzzle)?;
            solver.rating = person;
        }
        self.tx.put_solver(self.me.id, &solver)?;
        Ok(counts.then_some([before, solver.rating.rating]))
    }

    fn solved(&mut self, place: PuzzlePlace, answer: &PuzzleAnswer) -> Result<(), Fault> {
        let ratings = self.rate_puzzle(&place, true)?;
        let now = (!place.row.shown).then_some(self.now);
        let solved_at = place.row.solved_at.or(now);
        let rated = place.row.rated || ratings.is_some();
        let row = PuzzleTry { open: false, at: self.now, rated, solved_at, ..place.row };
        self.tx.put_puzzle_try(self.me.id, &row)?;
        let puzzle = place.puzzle;
        let seat = puzzle.seat()?;
        let told = told_to(puzzle.game, seat, answer.table.as_ref());
        let days = self.tx.solver(self.me.id)?.map_or(0, |it| it.days);
        let mut lines =
            vec![words::puzzle_right(&answer.written, puzzle.chances), Text::plain(told.join(" "))];
        lines.extend(words::puzzle_ratings(ratings, days));
        let reply = self.answer(Text::Lines(lines));
        let theme = &self.me.settings.theme;
        let sheet = puzzle_sheet(puzzle, answer.table.as_ref(), None, theme);
        let next = words::next_puzzle(puzzle.game);
        self.say(Reply { sheet, ..reply }.choices([next]));
        Ok(())
    }

    /// Counts a wrong answer and leaves the puzzle open.
    fn missed_puzzle(&mut self, place: PuzzlePlace, lead: Text) -> Result<(), Fault> {
        let ratings = self.rate_puzzle(&place, false)?;
        let misses = place.row.misses + 1;
        let rated = place.row.rated || ratings.is_some();
        let row = PuzzleTry { open: true, at: self.now, misses, rated, ..place.row };
        self.tx.put_puzzle_try(self.me.id, &row)?;
        let mut lines = vec![lead];
        lines.extend(words::puzzle_ratings(ratings, 0));
        let reply = self.answer(Text::Lines(lines));
        let reply = self.with_puzzle(reply, place.puzzle)?;
        self.say(reply);
        Ok(())
    }

    fn show_puzzle_solution(&mut self, place: PuzzlePlace) -> Result<(), Fault> {
        let unanswered = place.is_rated_next();
        let row = PuzzleTry { open: false, at: self.now, shown: true, ..place.row };
        self.tx.put_puzzle_try(self.me.id, &row)?;
        let puzzle = place.puzzle;
        let answer = puzzle.answer(&puzzle.solution)?;
        let mut lines = vec![words::puzzle_solution(&puzzle.solution, puzzle.chances)];
        lines.extend(unanswered.then(words::not_rated));
        let theme = &self.me.settings.theme;
        let sheet = puzzle_sheet(puzzle, answer.table.as_ref(), None, theme);
        let reply = Reply { sheet, ..self.answer(Text::Lines(lines)) };
        self.say(reply.choices([words::next_puzzle(puzzle.game)]));
        Ok(())
    }

    /// Tells whether words are an answer in the asker's open puzzle.
    pub(super) fn fits_puzzle(&self, said: &str) -> Result<Option<Result<(), Refusal>>, Fault> {
        let rows = self.tx.puzzle_tries(self.me.id)?;
        let Some(place) = PuzzlePlace::open(&rows, self.now) else { return Ok(None) };
        let table = place.puzzle.table()?;
        Ok(Some(match table.ask(place.puzzle.seat()?, said) {
            Some(answer) => answer.map(|_| ()),
            None => place.puzzle.answer(said).map(|_| ()),
        }))
    }

    /// Returns when the open puzzle was last touched.
    pub(super) fn puzzle_touched(&self) -> Result<Option<i64>, Fault> {
        let rows = self.tx.puzzle_tries(self.me.id)?;
        Ok(rows.iter().find(|it| it.open).map(|it| it.at))
    }
}

/// Draws a puzzle; with nothing chosen, what came of an answer. Its name doesn't tell the solution.
pub(super) fn puzzle_sheet(
    puzzle: &Puzzle,
    table: &dyn Table,
    chosen: Option<String>,
    theme: &str,
) -> Option<Sheet> {
    let (game, facing) = (puzzle.game, puzzle.seat().ok()?);
    let moving = chosen.is_none();
    let position = table.save().ok()?;
    let drawn = DrawnPosition { game, position, facing, chosen, asked: String::new(), moving };
    let when = if moving { "-solved" } else { "" };
    let name = format!("puzzle-{}-{}{when}", game.name(), puzzle.name.replace('.', "-"));
    Sheet::position(drawn, &name, theme)
}

/// Makes the menu of a puzzle: its choices that begin so.
fn puzzle_menu(puzzle: &Puzzle, table: &dyn Table, begins: &str) -> Result<Menu, Fault> {
    let seat = puzzle.seat()?;
    let line = words::puzzle_line(puzzle.game, &puzzle.name);
    let listed = table.menu(seat).listed;
    let branches = MenuTree::new(&listed).open(begins).branches();
    let mut choices = choices_of(table, seat, &branches, Sends::Line(&line));
    if begins.is_empty() && choices.len() < LINES {
        let show = Choice::new(words::SHOW_SOLUTION, format!("{line} solution"));
        choices.push(show.with(Emphasis::Aside));
    }
    Ok(Menu { choices, asks: table.group(seat, begins).asks, ..Menu::default() })
}
