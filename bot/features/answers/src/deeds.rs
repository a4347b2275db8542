//! Whether the asker can pass, steal, score and the like now, on a pitch.
use content::asked::{stem, word_list};
use engine::{
    chance::Dice,
    scene::{Scene, Surface},
    seat::{Observer, Seat, Viewer},
};
use service::context::loaded::LoadedMatch;

use super::{
    facts::{is_asked, open_choices, scene_of},
    match_question::MatchQuestion,
    words,
};

/// The most choices that are named.
const NAMED: usize = 3;

/// What a choice can do, by the word that it is typed with.
const DEEDS: [&str; 5] = ["pass", "steal", "boot", "throw", "score"];

/// Says whether a choice of the asker's does what the question names; none where this isn't known.
pub(super) fn told(loaded: &LoadedMatch, question: &MatchQuestion) -> Option<Vec<String>> {
    let seat = question.seat.filter(|seat| is_asked(loaded, Some(*seat)))?;
    let scene = scene_of(loaded);
    let Surface::Pitch(_) = scene.board else { return None };
    let is_named = |deed: &&str| {
        let named = word_list(deed).iter().map(|word| stem(word)).collect::<Vec<_>>();
        question.asked.words.iter().any(|word| named.contains(&stem(word)))
    };
    let deed = DEEDS.into_iter().find(is_named)?;
    let listed: Vec<String> =
        open_choices(loaded, seat).into_iter().map(|choice| choice.words).collect();
    // Before a roll nobody knows.
    if listed.iter().any(|line| line.starts_with("roll ")) {
        return None;
    }
    let mut unknown = false;
    let does = |line: &String| match deed {
        "score" => {
            let scores = scores(loaded, &scene, seat, line);
            unknown |= scores.is_none();
            scores == Some(true)
        }
        deed => line.split(' ').any(|word| word == deed),
    };
    let there: Vec<String> = listed.into_iter().filter(does).take(NAMED).collect();
    if there.is_empty() && unknown {
        return None;
    }
    Some(vec![match there.is_empty() {
        true => words::cannot_do(deed),
        false => words::can_do(deed, &there),
    }])
}

/// Tells whether a choice is a goal for its side, on a copy that looks the same to the asker; none where dice decide.
fn scores(loaded: &LoadedMatch, now: &Scene, seat: Seat, line: &str) -> Option<bool> {
    let mut dice = Dice::thinking(0);
    let mut trial = loaded.table.determinize(Viewer::Seat(seat), &mut dice);
    let goals = |scene: &Scene| match &scene.board {
        Surface::Pitch(pitch) => pitch.goals.get(seat).to_owned(),
        Surface::Squares(_) | Surface::Court(_) => 0,
    };
    let played = trial.play(seat, line, &mut dice).ok()?;
    let after = trial.show(Observer { viewer: Viewer::Room, names: &loaded.names });
    (!played.fixed).then(|| goals(now) < goals(&after))
}
