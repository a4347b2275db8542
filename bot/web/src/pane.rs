//! The pane of a board: the picture that one plays on, and beside it who is asked, the buttons, the answers and the news. Matches,
//! lessons and puzzles have the same.
use engine::{
    game::{Emphasis, Label},
    scene::{Scene, Surface},
    seat::Seat,
    table::Table,
};
use maud::{Markup, PreEscaped, html};
use render::{PicturePart, Squares, Theme, board_part, has_beside};
use serde_json::{Value, json};
use service::{MenuLine, MenuTree};

use super::{
    choosing::{BUTTONS, SortedChoices, lying, standing},
    html::in_theme,
    words,
};

/// The most lines of a list of choices.
const LISTED: usize = 10;

/// What a button of the page sends: who says it, at which position, and the line.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    /// The handle of the player who is asked; empty for the one who speaks on this page.
    pub(super) who: String,
    /// The position, such as `12.0`; empty for none.
    pub(super) at: String,
    /// What comes before a choice, such as `play #3`.
    pub(super) before: String,
}

impl Sender {
    /// Returns the value of a button that sends a line.
    pub(super) fn line(&self, line: &str) -> String {
        format!("{}|{}|{line}", self.at, self.who)
    }

    /// Returns the value of a button that plays a choice.
    fn choice(&self, words: &str) -> String {
        self.line(&format!("{} {words}", self.before))
    }
}

/// A position that asks somebody.
pub(super) struct Asking<'a> {
    pub(super) table: &'a dyn Table,
    pub(super) seat: Seat,
    pub(super) sends: Sender,
    pub(super) choosing: SortedChoices,
    /// What the list shows: the choices with this beginning.
    pub(super) begins: String,
}

/// The picture of a board.
pub(super) struct BoardPicture<'a> {
    pub(super) scene: &'a Scene,
    pub(super) alt: &'a str,
    /// The name of a theme; empty for the browser's.
    pub(super) theme: &'a str,
    /// Returns the address of a part of the picture in a theme.
    pub(super) address: &'a dyn Fn(&str, Theme) -> String,
    /// The address of the film of its last step, if it has one, and how many milliseconds it lasts.
    pub(super) film: Option<(String, u32)>,
    /// The address that tries an aim.
    pub(super) aims_at: String,
}

/// Writes the board: its picture, and what the script needs to make it one to play on.
pub(super) fn board(picture: &BoardPicture<'_>, asking: Option<&Asking<'_>>) -> Markup {
    let part = board_part(picture.scene);
    let data = script_data(picture, part, asking);
    let [_, _, wide, high] = part;
    html! {
        div.board.wide[matches!(picture.scene.board, Surface::Pitch(_))] data-film=[picture.film.as_ref().map(|it| &it.0)] data-lasts=[picture.film.as_ref().map(|it| it.1)] {
            (image(picture, "board", Some((wide, high)), picture.alt))
        }
        script.data type="application/json" { (PreEscaped(data.to_string().replace('<', "\\u003c"))) }
    }
}

/// Writes what lies beside the board, as a picture; nothing if nothing does.
pub(super) fn beside(picture: &BoardPicture<'_>) -> Markup {
    html! {
        @let narrow = matches!(picture.scene.board, Surface::Pitch(_));
        @if has_beside(picture.scene) { div.beside.narrow[narrow] { (image(picture, "beside", None, words::BESIDE)) } }
    }
}

fn image(picture: &BoardPicture<'_>, name: &str, size: Option<(i32, i32)>, alt: &str) -> Markup {
    let (width, height) = size.unzip();
    in_theme(
        picture.theme,
        |theme| (picture.address)(name, theme),
        |src| {
            html! { img class={ "of-" (name) } src=(src) alt=(alt) width=[width] height=[height]; }
        },
    )
}

fn script_data(
    picture: &BoardPicture<'_>,
    part: PicturePart,
    asking: Option<&Asking<'_>>,
) -> Value {
    let squares = Squares::of(picture.scene).map(|squares| {
        let Squares { picture: _, corner, size, across, names } = squares;
        json!({ "corner": corner, "size": size, "across": across, "names": names })
    });
    let mut data = json!({
        "part": part,
        "squares": squares,
        "stands": standing(picture.scene),
        "court": lying(picture.scene),
        "aims": picture.aims_at,
    });
    if let Some(asking) = asking {
        let own = asking.choosing.as_json();
        let Sender { who, at, before } = &asking.sends;
        let asked = json!({
            "who": who,
            "at": at,
            "before": before,
            "choices": own["choices"],
            "coins": own["coins"],
            "ends": asking.choosing.ends().map(|it| &it.words),
        });
        data["asked"] = asked;
    }
    data
}

/// Writes the buttons for what isn't chosen on the board, and the list of everything.
pub(super) fn controls(asking: &Asking<'_>, here: &str) -> Markup {
    let Asking { table, seat, sends, choosing, begins } = asking;
    let plain: Vec<String> = choosing.plain.iter().map(|it| it.words.clone()).collect();
    let few = plain.len() <= BUTTONS;
    let all = table.menu(*seat).listed;
    let (tray, aims) = (
        html! { div.tray role="group" aria-label=(words::OF_CHOSEN) {} },
        !choosing.coins.is_empty(),
    );
    html! {
        @if aims { (tray) }
        div.buttons role="group" aria-label=(words::CHOICES) {
            @if few {
                @for choice in choosing.plain.iter().filter(|it| !it.label.emphasis.is_behind()) {
                    (choice_button(sends, &choice.words, &choice.label, None))
                }
            } @else {
                (branches(asking, &MenuTree::with_lines(&plain, BUTTONS).root().branches(), here))
            }
            @for (number, group) in choosing.groups.iter().enumerate() {
                button.group type="button" data-group=(number) data-asks=(group.asks) aria-pressed="false" title=(group.explains) hidden {
                    (group.label)
                }
            }
            @for choice in choosing.plain.iter().filter(|it| few && it.label.emphasis.is_behind()) {
                (choice_button(sends, &choice.words, &choice.label, choosing.declined_by(choice)))
            }
            @if choosing.ends().is_some() && !choosing.tapped.is_empty() {
                label.likes hidden { input type="checkbox" name="brief"; " " (words::END_AFTER_MOVE) }
            }
        }
        @if !aims { (tray) }
        @let tree = MenuTree::with_lines(&all, LISTED);
        @let node = tree.open(begins);
        @if 1 < all.len() && !node.words().is_empty() {
            details.list open data-begins=[(!begins.is_empty()).then_some(begins)] {
                summary { (words::as_a_list(all.len())) }
                div.menu {
                    (branches(asking, &node.branches(), here))
                    @if !begins.is_empty() { a.button href=(here) { (words::WHOLE_LIST) } }
                }
            }
        }
    }
}

/// Writes a button; one that declines a group waits until that is chosen.
fn choice_button(sends: &Sender, said: &str, label: &Label, declines: Option<usize>) -> Markup {
    let class = match label.emphasis {
        Emphasis::Main | Emphasis::Good => "main",
        Emphasis::Grave => "grave",
        Emphasis::Plain | Emphasis::Aside | Emphasis::Ends => "plain",
    };
    html! {
        button form="say" name="do" class=(class) value=(sends.choice(said)) data-declines=[declines] {
            (label.says)
            @if !label.explains.is_empty() { small { (label.explains) } }
        }
    }
}

/// Writes the lines of a menu: a button for a choice, a link to the choices below a beginning.
fn branches(asking: &Asking<'_>, branches: &[MenuLine], here: &str) -> Markup {
    let said: Vec<&str> = branches
        .iter()
        .filter_map(|line| match line {
            MenuLine::Words(words) => Some(words.as_str()),
            MenuLine::More { .. } => None,
        })
        .collect();
    let labels = asking.table.labels(asking.seat, &said);
    let mut labels = said.iter().zip(&labels);
    html! {
        @for branch in branches {
            @match branch {
                MenuLine::Words(_) => {
                    @if let Some((words, label)) = labels.next() { (choice_button(&asking.sends, words, label, None)) }
                }
                MenuLine::More { begins, ends, count } => {
                    a.button href=(super::play::list_address(here, begins)) {
                        @match ends {
                            Some([first, last]) => { (first) " … " (last) }
                            None => { (asking.table.group(asking.seat, begins).says.trim_end_matches('…')) }
                        }
                        small { (words::choices(*count)) }
                    }
                }
            }
        }
    }
}
