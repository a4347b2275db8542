//! Completions of options: matches, topics, and for `play` the legal moves, best matches first.
use std::time::Duration;

use command::{Arg, ArgKind, Completion, CompletionScope, args::MATCH, verbs};
use engine::{game::Label, games::GameId};
use model::ids::MatchId;
use serde_json::{Value, json};
use serenity::model::application::{AutocompleteOption, CommandInteraction};
use service::{Offer, RequestError, SettingRow, listed_settings};
use tokio::time::timeout;

use super::{
    bot::CHAT,
    markdown::{cut, len},
    menu::{REST, WHAT, has_own_option, registered, shared_entry, takes_moves},
    request,
    service_access::ServiceAccess,
    words,
};

/// How long completions may take. After three seconds Discord takes none.
pub(super) const COMPLETED_WITHIN: Duration = Duration::from_millis(2500);

/// The maximum number of completions that Discord accepts.
const MOST: usize = 25;
/// The maximum length of a completion, in characters.
const LONGEST: usize = 100;

/// A move that completes the typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveCompletion {
    pub(super) of: MatchId,
    /// The move's notation in its match.
    pub(super) words: String,
    /// What Discord sends back: the notation, with the match number if there are several matches.
    value: String,
}

/// Returns the completions if they are found in time, otherwise none: Discord shows an error if it gets no list.
pub(super) async fn in_time_or_none(left: Duration, choices: impl Future<Output = Value>) -> Value {
    timeout(left, choices).await.unwrap_or_else(|_| json!([]))
}

/// Finds the completions of the option that is being typed.
pub(super) async fn choices(
    service: &ServiceAccess,
    interaction: &CommandInteraction,
    focused: &AutocompleteOption<'_>,
) -> Value {
    let (name, options) = request::below(&interaction.data);
    let given = |name: &str| options.iter().find(|it| it.name == name)?.value.as_str();
    let commands = service.commands();
    // The rest of a line may be any argument of the command that was chosen.
    let in_shared = shared_entry(name).is_some() && focused.name == REST;
    let spec = registered(commands, if in_shared { given(WHAT).unwrap_or_default() } else { name });
    let is_focused = |arg: &&Arg| in_shared && !has_own_option(**arg) || arg.name == focused.name;
    let person = interaction.user.id.to_string();
    let arg = spec.and_then(|spec| spec.args.iter().find(is_focused));
    if arg.is_some_and(|it| it.kind == ArgKind::Match) || focused.name == MATCH.name {
        let titles = service.kept(move |service| service.titles(CHAT, &person)).await;
        return matches(&titles.unwrap_or_default(), focused.value);
    }
    let Some(spec) = spec else { return json!([]) };
    if spec.verb() == verbs::Settings::VERB {
        let chosen = (focused.name != "name").then(|| given("name").unwrap_or_default().to_owned());
        let values =
            service.kept(move |service| Ok(of_settings(service.settings(), chosen.as_deref())));
        return listed(&values.await.unwrap_or_default(), focused.value);
    }
    let word = given("what").or_else(|| given("how"));
    let house = service.house_topics();
    let game = given("game").and_then(GameId::named);
    let scope = CompletionScope { game, word, house: &house };
    let args = spec.args.iter().filter(is_focused);
    let values: Vec<Completion> =
        args.flat_map(|arg| commands.completions(spec, arg, scope)).collect();
    let is_rest = spec.args.iter().filter(is_focused).any(|it| it.kind == ArgKind::Rest);
    if !takes_moves(spec.verb()) || !is_rest {
        return listed(&values, focused.value);
    }
    let inside = service.match_inside(interaction.channel_id).await;
    let named = options.iter().find(|it| it.name == MATCH.name).and_then(|it| it.value.as_i64());
    let of = named.map(MatchId).or(inside.map(|(of, _)| of));
    let room = inside.map_or(interaction.channel_id, |(_, parent)| parent).to_string();
    let typed = focused.value.to_owned();
    let found = service.ask(move |service| {
        let offers = service.offers(CHAT, &room, &person, of)?;
        let found = completions(&offers, &typed);
        let words: Vec<_> = found.iter().map(|one| (one.of, one.words.as_str())).collect();
        Ok::<_, RequestError>(labelled(&found, &service.labels(CHAT, &person, &words)?))
    });
    match found.await {
        Some(Ok(labelled)) => labelled,
        Some(Err(err)) => {
            tracing::error!(?err, "what may be played can't be listed");
            json!([])
        }
        None => json!([]),
    }
}

/// Returns the names of the settings, or the values of one of them.
fn of_settings(rows: &[SettingRow], chosen: Option<&str>) -> Vec<Completion> {
    let says = |row: &SettingRow| row.says.replace('`', "");
    match chosen {
        None => listed_settings(rows).map(|row| Completion::new(row.name, says(row))).collect(),
        Some(name) => {
            let row = listed_settings(rows).find(|row| row.name == name);
            let values = |row: &SettingRow| -> Vec<Completion> {
                let all = row.offers(&[]).into_iter();
                all.map(|value| Completion::new(value, says(row))).collect()
            };
            row.map_or_else(Vec::new, values)
        }
    }
}

/// Picks completions: first those that start with the typed text, then those that contain it, each
/// in the game's order.
pub(super) fn completions(offers: &[Offer], typed: &str) -> Vec<MoveCompletion> {
    let typed = plain(typed);
    let numbered = 1 < offers.len();
    let all = offers.iter().flat_map(|Offer { of, words, .. }| {
        words.iter().map(move |words| {
            let value = if numbered { format!("#{of} {words}") } else { words.clone() };
            MoveCompletion { of: *of, words: words.clone(), value }
        })
    });
    let mut fitting: Vec<(u8, MoveCompletion)> = all
        .filter(|completion| len(&completion.value) <= LONGEST)
        .filter_map(|completion| {
            Some((rank(&plain(&completion.words), &plain(&completion.value), &typed)?, completion))
        })
        .collect();
    // The sort is stable: equal matches stay in the game's order.
    fitting.sort_by_key(|(rank, _)| *rank);
    fitting.into_iter().take(MOST).map(|(_, it)| it).collect()
}

/// Serialises completions with what each does: `b6 → d4, captures c5`. `labels` has one for each.
pub(super) fn labelled(completions: &[MoveCompletion], labels: &[Label]) -> Value {
    let names = completions.iter().zip(labels).map(|(completion, Label { says, explains, .. })| {
        let number = if completion.value == completion.words {
            String::new()
        } else {
            format!("#{} ", completion.of)
        };
        match explains.as_str() {
            "" => format!("{number}{says}"),
            explains => format!("{number}{says}, {explains}"),
        }
    });
    let names: Vec<String> = names.collect();
    let choice = |(completion, name): (&MoveCompletion, &String)| {
        let name = match names.iter().filter(|other| *other == name).count() {
            1 => cut(name, LONGEST),
            _ => cut(&format!("{} ({})", cut(name, LONGEST / 2), completion.words), LONGEST),
        };
        json!({ "name": name, "value": completion.value })
    };
    completions.iter().zip(&names).map(choice).collect()
}

/// Picks the matches whose number or title contains the typed text.
pub(super) fn matches(titles: &[(MatchId, String)], typed: &str) -> Value {
    let typed = plain(typed.trim_start_matches('#'));
    let fits = |(of, title): &&(MatchId, String)| {
        of.to_string().starts_with(&typed) || plain(title).contains(&typed)
    };
    let choice =
        |(of, title): &(MatchId, String)| json!({ "name": cut(title, LONGEST), "value": of.0 });
    titles.iter().filter(fits).take(MOST).map(choice).collect()
}

/// Picks values, each shown with what it means. Of several words only the last is completed.
pub(super) fn listed(values: &[Completion], typed: &str) -> Value {
    let whole = picked(values, "", typed);
    let (before, last) = typed.split_at(typed.rfind(' ').map_or(0, |space| space + 1));
    if !whole.is_empty() || before.is_empty() {
        return whole.into();
    }
    picked(values, before, last).into()
}

/// Picks the values that fit what is typed, behind the words before it.
fn picked(values: &[Completion], before: &str, typed: &str) -> Vec<Value> {
    let typed = plain(typed);
    let said: Vec<&str> = before.split(' ').collect();
    let new = values.iter().filter(|one| !said.contains(&one.value.as_str()));
    let mut fitting: Vec<(u8, &Completion)> = new
        .filter(|one| len(before) + len(&one.value) <= LONGEST)
        .filter_map(|one| Some((rank(&plain(&one.value), "", &typed)?, one)))
        .collect();
    fitting.sort_by_key(|(rank, _)| *rank);
    let choice = |Completion { value, means }: &Completion| {
        let value = format!("{before}{value}");
        json!({ "name": cut(&words::meaning(&value, means), LONGEST), "value": value })
    };
    fitting.into_iter().take(MOST).map(|(_, it)| choice(it)).collect()
}

/// Ranks a completion, 0 being best. Returns `None` if it doesn't contain the typed text.
fn rank(words: &str, numbered: &str, typed: &str) -> Option<u8> {
    if words == typed {
        Some(0)
    } else if words.starts_with(typed) || numbered.starts_with(typed) {
        Some(1)
    } else if words.split([' ', '-', '>', 'x', ':']).any(|it| it.starts_with(typed)) {
        Some(2)
    } else {
        words.contains(typed).then_some(3)
    }
}

fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use engine::{chance::StepKey, games::GameId};

    use super::*;

    fn offer(of: i64, words: &[&str]) -> Offer {
        let words = words.iter().map(|it| (*it).to_owned()).collect();
        Offer {
            of: MatchId(of),
            game: GameId::ALL[0],
            at: StepKey { step: 0, take: 0 },
            words,
            grammar: None,
        }
    }

    fn values(offers: &[Offer], typed: &str) -> Vec<String> {
        completions(offers, typed).into_iter().map(|it| it.value).collect()
    }

    #[tokio::test]
    async fn completions_that_take_too_long_are_an_empty_list() {
        const { assert!(COMPLETED_WITHIN.as_millis() + 400 < 3000) };
        let slow = std::future::pending();
        assert_eq!(in_time_or_none(Duration::from_millis(1), slow).await, json!([]));
        let found = async { json!(["spin"]) };
        assert_eq!(in_time_or_none(Duration::ZERO, found).await, json!(["spin"]));
    }

    #[test]
    fn each_says_what_it_does_and_no_two_say_the_same() {
        let labels = [
            Label::new("b6 → d4").explained("captures c5"),
            Label::new("Spin the wheel"),
            Label::new("Flick it"),
            Label::new("Flick it"),
            Label::new("x".repeat(80)).explained("y".repeat(80)),
        ];
        let words = ["b6xd4", "spin", "flick 1", "flick 2", "x"];
        let names = |offers: &[Offer]| -> Vec<String> {
            let shown = labelled(&completions(offers, ""), &labels);
            let each = shown.as_array().unwrap().iter();
            each.map(|choice| choice["name"].as_str().unwrap().to_owned()).collect()
        };
        let alone = names(&[offer(1, &words)]);
        assert_eq!(alone[..2], ["b6 → d4, captures c5", "Spin the wheel"]);
        assert_eq!(alone[2..4], ["Flick it (flick 1)", "Flick it (flick 2)"]);
        assert!(alone.iter().all(|name| len(name) <= LONGEST), "{alone:?}");
        let several = names(&[offer(1, &words[..1]), offer(12, &words[1..])]);
        assert_eq!(several[..2], ["#1 b6 → d4, captures c5", "#12 Spin the wheel"]);
    }

    #[test]
    fn the_best_comes_first() {
        let offers = [offer(1, &["a3-b4", "c3-d4", "c3-b4", "spin", "G1>R"])];
        assert_eq!(values(&offers, "C3"), ["c3-d4", "c3-b4"]);
        assert_eq!(values(&offers, "b4"), ["a3-b4", "c3-b4"]);
        assert_eq!(values(&offers, "g1>r"), ["G1>R"]);
        assert_eq!(values(&offers, "pin"), ["spin"]);
        assert_eq!(values(&offers, "zz"), [""; 0]);
        assert_eq!(values(&offers, "").len(), 5);
    }

    #[test]
    fn matches_are_found_by_number_and_by_opponent() {
        let titles = [
            (MatchId(1), "#1 Trapdoor Checkers with Bob".to_owned()),
            (MatchId(12), "#12 Alien Checkers with Cid".to_owned()),
        ];
        let found = |typed: &str| -> Vec<i64> {
            let found = matches(&titles, typed);
            found
                .as_array()
                .unwrap()
                .iter()
                .map(|choice| choice["value"].as_i64().unwrap())
                .collect()
        };
        assert_eq!((found("1"), found("#12"), found("cid")), (vec![1, 12], vec![12], vec![12]));
        assert_eq!(found("zz"), [0; 0]);
    }

    #[test]
    fn several_matches_are_told_apart() {
        let offers = [offer(1, &["spin"]), offer(12, &["spin", "end"])];
        assert_eq!(values(&offers, "sp"), ["#1 spin", "#12 spin"]);
        assert_eq!(values(&offers, "#12 e"), ["#12 end"]);
    }

    #[test]
    fn there_are_never_too_many_or_too_long_ones() {
        let long = "x".repeat(101);
        let many: Vec<String> = (0..60).map(|nth| format!("x{nth}")).collect();
        let mut words: Vec<&str> = many.iter().map(String::as_str).collect();
        words.insert(0, &long);
        assert_eq!(values(&[offer(1, &words)], "x").len(), 25);
        assert!(values(&[offer(1, &words)], "x").iter().all(|value| value.len() <= 100));
    }
}
