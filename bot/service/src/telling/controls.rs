//! A player's choices as labelled controls: what each does, what a menu asks, and the notation in
//! small print.
use std::collections::HashMap;

use command::{Command, say};
use engine::{
    chance::Dice,
    game::{Emphasis, Group, Label, Status},
    seat::Seat,
    table::{self, Table},
};
use model::{
    ids::{Chat, MatchId},
    reply::{Choice, Menu, Reply},
};
use store::MatchRow;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch, memory::MenuLine, seam::OfferPlace},
    matches,
    telling::{
        self,
        menu::{LINES, MenuTree},
    },
};

/// Adds the choices of `seat` as controls: each choice, or their common beginnings.
pub(crate) fn with_menu(reply: Reply, loaded: &LoadedMatch, seat: Seat) -> Reply {
    let listed = offered(loaded, seat).listed;
    with_branches(reply, loaded, seat, "", &MenuTree::new(&listed).root().branches())
}

/// Adds the controls of the menu that `begins` opens.
pub(crate) fn with_branches(
    reply: Reply,
    loaded: &LoadedMatch,
    seat: Seat,
    begins: &str,
    branches: &[MenuLine],
) -> Reply {
    let mut reply = reply.choices(choices(loaded, seat, branches));
    if let Some(menu) = &mut reply.menu {
        (menu.of, menu.asked_at) = (Some(loaded.row.id), Some(loaded.step_key()));
        menu.asks = loaded.table.group(seat, begins).asks;
    }
    reply
}

/// Adds the button to the page where a player plays on the board, where there are pages. In the local room the board is one
/// already.
pub(crate) fn with_page_button(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    mut reply: Reply,
) -> Result<Reply, RequestError> {
    if cx.memory.pages.is_some() && cx.tx.room(loaded.row.room)?.chat != Chat::Console {
        let menu = reply.menu.get_or_insert_default();
        let own = OfferPlace::OwnBoards(Some(loaded.row.id));
        menu.choices.extend(cx.memory.features.offers(own));
    }
    Ok(reply)
}

/// Words alternatives to something that was refused.
pub(crate) fn word_offers(
    cx: &RequestContext<'_>,
    id: MatchId,
    seat: Seat,
    instead: &[String],
) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(id)? else { return Ok(()) };
    let loaded = matches::find::load(cx, row)?;
    let listed = loaded.table.menu(seat).listed;
    let lines = instead.iter().filter(|line| listed.contains(line)).take(LINES);
    let lines: Vec<MenuLine> = lines.map(|line| MenuLine::Words(line.clone())).collect();
    cx.controls.borrow_mut().extend(choices(&loaded, seat, &lines));
    Ok(())
}

/// What the controls of a position send.
#[derive(Clone, Copy)]
pub enum Sends<'a> {
    /// Commands for a match.
    Match(MatchId),
    /// This command and the words of a choice: `learn trapdoor 2.1 b6-a5`.
    And(&'a Command),
}

impl Sends<'_> {
    /// Makes the command that plays a choice or asks a question.
    fn play(self, words: &str) -> Command {
        match self {
            Sends::Match(of) => say!(Play { of, words }),
            Sends::And(said) => said.and(words),
        }
    }

    /// Makes the command that opens a group of choices.
    fn open(self, group: &Group, begins: &str) -> Command {
        match &group.opens {
            Some(question) => self.play(question),
            None => self.list(begins),
        }
    }

    /// Returns what can be typed instead of the whole line, to list the choices with a beginning.
    fn listing(self, begins: &str) -> Option<String> {
        match self {
            Sends::Match(_) => None,
            Sends::And(_) => Some(say!(Moves { begins }).line()),
        }
    }

    /// Makes the command that lists the choices with a beginning.
    fn list(self, begins: &str) -> Command {
        match self {
            Sends::Match(of) => say!(Moves { of, begins }),
            Sends::And(said) => said.and("moves").and(begins),
        }
    }
}

/// Makes the panel below the answer to a question, if the game has one for it.
pub fn panel(loaded: &LoadedMatch, seat: Seat, asked: &str) -> Option<Menu> {
    let id = loaded.row.id;
    let back = telling::words::back_button(id);
    let menu = panel_of(loaded.table.as_ref(), seat, asked, Sends::Match(id), back)?;
    Some(Menu { of: Some(id), asked_at: Some(loaded.step_key()), ..menu })
}

/// Makes the panel of a position outside a match, with a button that leads back.
pub fn panel_of(
    table: &dyn Table,
    seat: Seat,
    asked: &str,
    sends: Sends<'_>,
    back: Choice,
) -> Option<Menu> {
    let rows = table.panel(seat, asked);
    if rows.is_empty() {
        return None;
    }
    let control = |(words, label): &(String, Label)| Choice {
        label: label.says.clone(),
        says: sends.play(words).into(),
        explains: label.explains.clone(),
        typed: words.clone(),
        emphasis: label.emphasis,
        sign: label.sign.clone(),
    };
    let mut choices: Vec<Choice> = rows.iter().flatten().map(control).collect();
    let mut lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    if let Some(last) = lengths.last_mut() {
        choices.push(back);
        *last += 1;
    }
    // The answer's text says what else can be typed.
    let listed = choices.clone();
    Some(Menu { choices, listed, rows: lengths, ..Menu::default() })
}

/// Makes the lines of a menu pressable. No two have the same label.
pub fn choices(loaded: &LoadedMatch, seat: Seat, lines: &[MenuLine]) -> Vec<Choice> {
    choices_of(loaded.table.as_ref(), seat, lines, Sends::Match(loaded.row.id))
}

/// Does the same for a position outside a match.
pub fn choices_of(
    table: &dyn Table,
    seat: Seat,
    lines: &[MenuLine],
    sends: Sends<'_>,
) -> Vec<Choice> {
    let mut words = Vec::new();
    for line in lines {
        match line {
            MenuLine::Words(typed) => words.push(typed.as_str()),
            MenuLine::More { ends: Some(ends), .. } => {
                words.extend(ends.iter().map(String::as_str))
            }
            MenuLine::More { ends: None, .. } => {}
        }
    }
    let labels = table.labels(seat, &words);
    let labels: HashMap<&str, Label> = words.into_iter().zip(labels).collect();
    let mut choices: Vec<Choice> =
        lines.iter().map(|line| choice(table, seat, line, &labels, sends)).collect();
    let mut count: HashMap<String, usize> = HashMap::new();
    for choice in &choices {
        *count.entry(choice.label.clone()).or_default() += 1;
    }
    for choice in
        choices.iter_mut().filter(|choice| 1 < count[&choice.label] && !choice.typed.is_empty())
    {
        choice.label = format!("{} ({})", choice.label, choice.typed);
    }
    choices
}

fn choice(
    table: &dyn Table,
    seat: Seat,
    line: &MenuLine,
    labels: &HashMap<&str, Label>,
    sends: Sends<'_>,
) -> Choice {
    let says =
        |words: &str| labels.get(words).map_or_else(|| words.to_owned(), |it| it.says.clone());
    match line {
        MenuLine::Words(words) => {
            let Label { says, explains, emphasis, sign, weight: _ } =
                labels.get(words.as_str()).cloned().unwrap_or_else(|| Label::typed(words));
            Choice {
                label: says,
                says: sends.play(words).into(),
                explains,
                typed: words.clone(),
                emphasis,
                sign,
            }
        }
        MenuLine::More { begins, ends, count } => {
            let group = table.group(seat, begins);
            let sign = match ends {
                Some([first, _]) => labels.get(first.as_str()).map(|it| it.sign.clone()),
                None => Some(group.sign.clone()),
            };
            let opened = sends.open(&group, begins);
            let label = match ends {
                Some([first, last]) => telling::words::first_to_last(&says(first), &says(last)),
                None => group.says.clone(),
            };
            let explains = match group.explains.as_str() {
                explains if group.opens.is_some() => explains.to_owned(),
                explains => telling::words::choices_within(explains, &group.asks, *count),
            };
            let choice = Choice::new(label, opened).explained(explains);
            let typed = sends.listing(begins).filter(|_| group.opens.is_none());
            Choice { typed: typed.unwrap_or_default(), ..choice }.signed(sign.unwrap_or_default())
        }
    }
}

/// Returns the command that a line of a menu sends.
pub fn sent(table: &dyn Table, seat: Seat, line: &MenuLine, sends: Sends<'_>) -> Command {
    match line {
        MenuLine::Words(words) => sends.play(words),
        MenuLine::More { begins, .. } => sends.open(&table.group(seat, begins), begins),
    }
}

/// Returns what a seat may type now. Secret choices are in a separate random order for each seat
/// and position, so that a number tells others nothing; those of fewer words come first, and those that do
/// more than choose now come last.
pub fn offered(loaded: &LoadedMatch, seat: Seat) -> table::SeatMenu {
    let mut menu = loaded.table.menu(seat);
    if is_private(loaded, seat) {
        let MatchRow { secret, words, .. } = &loaded.row;
        let what = format!("menu {}", seat.name());
        let mut dice = Dice::apart(&secret.seed(words), loaded.step_key(), &what);
        // Only scripted dice can fail; then the list stays in order.
        drop(dice.shuffle("the order of a menu", &mut menu.listed));
        let listed: Vec<&str> = menu.listed.iter().map(String::as_str).collect();
        let labels = loaded.table.labels(seat, &listed).into_iter();
        let kinds: HashMap<String, bool> = menu
            .listed
            .iter()
            .cloned()
            .zip(labels.map(|it| it.emphasis == Emphasis::Aside))
            .collect();
        menu.listed.sort_by_key(|words| (kinds[words], words.split(' ').count()));
    }
    menu
}

/// Tells whether a seat's choices are private.
pub(crate) fn is_private(loaded: &LoadedMatch, seat: Seat) -> bool {
    match loaded.table.status() {
        Status::Waiting(prompts) => {
            prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind.is_private())
        }
        Status::Over(_) => false,
    }
}
