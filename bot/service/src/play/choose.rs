//! Choosing step by step on the board: a piece, then its target. Nothing is stored; each button
//! says what was chosen so far.
use engine::{game::Status, seat::Seat};
use model::{
    reply::{BoardTurn, BoardUpdate, Reply},
    text::Text,
};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::seat::check_turn,
    play::{self, words},
    telling::{
        self,
        controls::offered,
        menu::MenuTree,
        one_line::left_within,
        turn::{board_in_words, named_shortly},
    },
};

/// Tells whether the pressed message is the match's current board.
pub(crate) fn is_on_board(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<bool, RequestError> {
    let Some(request) = cx.request() else { return Ok(false) };
    let Some(pressed) = &request.pressed else { return Ok(false) };
    let private = match loaded.table.status() {
        Status::Waiting(prompts) => prompts.iter().any(|it| it.kind.is_private()),
        Status::Over(_) => true,
    };
    let stands = cx.tx.standing(cx.room.chat, loaded.row.id, &cx.room.handle)?;
    let same = stands.is_some_and(|it| it.message == *pressed);
    Ok(same && !private && request.asked_at == Some(loaded.step_key()))
}

/// Shows on the board what was chosen so far, and offers the next steps.
pub fn choose(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    begins: &str,
) -> Result<(), RequestError> {
    check_turn(loaded, seat)?;
    let id = loaded.row.id;
    let listed = offered(loaded, seat).listed;
    let tree = MenuTree::new(&listed);
    let node = tree.open(begins);
    if node.words().is_empty() {
        return Err(words::none_starts_with(begins, id).into());
    }
    let person = loaded.people.get(seat);
    let mut picture = telling::turn::picture(cx, loaded, None, person, seat);
    telling::drawing::mark(&mut picture, loaded, begins);
    let mut lines = vec![Text::small(named_shortly(loaded))];
    let earlier = play::step::turn_so_far(cx, loaded, seat)?.told;
    let role = loaded.game().sides()[seat.index()];
    let name = &person.name;
    let group = loaded.table.group(seat, begins);
    let chosen = (!begins.is_empty()).then_some(group.says.as_str());
    lines.push(Text::plain(words::chooses(name, role, chosen, &group.asks)));
    lines.extend(board_in_words(loaded, &picture));
    let reply = Reply::room(Text::Lines(lines)).picture(picture);
    let mut reply = telling::controls::with_branches(reply, loaded, seat, begins, &node.branches());
    if let Some(menu) = reply.menu.as_mut().filter(|_| !begins.is_empty()) {
        menu.choices.push(telling::words::back_button(id));
    }
    let left = match loaded.table.status() {
        Status::Waiting(_) => Some(left_within(loaded)),
        Status::Over(_) => None,
    };
    let earlier = (!earlier.is_empty()).then_some(Text::Lines(earlier));
    let turn = BoardTurn::GoesOn;
    reply.board = Some(BoardUpdate { turn, earlier, left, ..BoardUpdate::of(id) });
    cx.say(reply);
    Ok(())
}
