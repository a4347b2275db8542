//! What the choices below a board are about on it, for pictures that show their numbers.
use std::collections::BTreeMap;

use engine::{
    game::{Prompt, Status},
    scene::Pick,
    table::Table,
};
use model::reply::{Picture, PressLine};

use crate::{
    context::memory::MenuLine,
    telling::{self, controls::Sends, menu::MenuTree},
};

/// Returns what the choices below a board are about there, if the picture shows them: only those that
/// everybody may see. Each comes with the line that it sends.
pub(super) fn marked(picture: &Picture, table: &dyn Table) -> Vec<(PressLine, Pick)> {
    let (Some(begins), Status::Waiting(prompts)) = (&picture.chosen, table.status()) else {
        return Vec::new();
    };
    let [Prompt { seat, kind, .. }] = prompts[..] else { return Vec::new() };
    if kind.is_private() {
        return Vec::new();
    }
    let all = table.board_choices(seat);
    let words: Vec<String> = all.iter().map(|it| it.words.clone()).collect();
    let picks: BTreeMap<&str, &Pick> = all
        .iter()
        .filter_map(|choice| Some((choice.words.as_str(), choice.pick.as_ref()?)))
        .collect();
    let tree = MenuTree::new(&words);
    let lines = tree.open(begins).branches().into_iter();
    lines
        .filter_map(|line| {
            let pick = match &line {
                MenuLine::Words(words) => picks.get(words.as_str()).copied().cloned(),
                MenuLine::More { begins, .. } => {
                    let node = tree.open(begins);
                    let within = node.words().iter().map(|words| picks.get(words).copied());
                    common(within.collect::<Option<Vec<_>>>()?)
                }
            };
            let says = telling::controls::sent(table, seat, &line, Sends::Match(picture.of));
            Some((says.into(), pick?))
        })
        .collect()
}

/// Returns what several choices are about together: the piece that all of them move, or their only
/// target.
fn common(picks: Vec<&Pick>) -> Option<Pick> {
    let (first, others) = picks.split_first()?;
    let same = |of: &dyn Fn(&Pick) -> bool| others.iter().all(|it| of(it));
    match first.from {
        Some(from) => {
            same(&|it| it.from == Some(from)).then(|| Pick { from: Some(from), ..Pick::default() })
        }
        None => {
            same(&|pick| pick.from.is_none() && pick.to == first.to).then(|| Pick::clone(first))
        }
    }
}
