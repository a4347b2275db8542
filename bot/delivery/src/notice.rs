//! Orders a text for its notification. A locked phone shows the first words, so they say who is asked,
//! what it is about, and for what. The line that names the match comes last.
use model::{
    ids::PersonId,
    reply::{Audience, Reply},
    text::Text,
};
use service::DeliveryContext;

/// Orders the text of a reply for its notification, if it pings someone or is sent in private.
pub fn asked_first(reply: &Reply, context: &DeliveryContext, text: &Text) -> Text {
    let private = reply.to != Audience::Room && reply.refused.is_none();
    let Some(about) = reply.about.as_deref().filter(|_| private || !reply.mentions.is_empty())
    else {
        return text.clone();
    };
    let mut lines = Vec::new();
    flatten(text, &mut lines);
    let thin = match lines.first() {
        Some(Text::Small(_)) => Some(lines.remove(0)),
        Some(_) | None => None,
    };
    let is_asked =
        |line: &Text| first_person(line).is_some_and(|person| reply.mentions.contains(&person));
    let (mut asked, mut rest): (Vec<Text>, Vec<Text>) = lines.into_iter().partition(is_asked);
    match asked.first_mut() {
        Some(first) => {
            name_subject(first, about);
        }
        None => {
            // What happened at last is what it is for.
            let verdict = rest.iter().position(|text| matches!(text, Text::Strong(_))).unwrap_or(0);
            let says = if rest.is_empty() { Text::plain("") } else { rest.remove(verdict) };
            let mut parts = Vec::new();
            for person in &reply.mentions {
                let name = context.names.get(person).cloned().unwrap_or_default();
                parts.push(Text::Person { id: *person, name });
                parts.push(Text::plain(" "));
            }
            if parts.is_empty() {
                parts.push(Text::plain("For you "));
            }
            parts.extend([Text::plain(format!("· {about} · ")), says]);
            asked.push(Text::Span(parts));
        }
    }
    asked.append(&mut rest);
    asked.extend(thin);
    Text::Lines(asked)
}

/// Collects the lines of a text.
fn flatten(text: &Text, out: &mut Vec<Text>) {
    match text {
        Text::Lines(lines) => lines.iter().for_each(|it| flatten(it, out)),
        line => out.push(line.clone()),
    }
}

/// Returns the person that a line begins with.
fn first_person(line: &Text) -> Option<PersonId> {
    match line {
        Text::Person { id, .. } => Some(*id),
        Text::Span(parts) => parts.first().and_then(first_person),
        _ => None,
    }
}

/// Names the subject before the first colon of a line, and tells whether there was one.
fn name_subject(line: &mut Text, about: &str) -> bool {
    match line {
        Text::Plain(words) => {
            let Some((who, asks)) = words.split_once(": ") else { return false };
            *words = format!("{who} · {about}: {asks}");
            true
        }
        Text::Span(parts) => parts.iter_mut().any(|it| name_subject(it, about)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ids::MatchId, reply::BoardUpdate, span};

    const BOB: PersonId = PersonId(2);

    fn ordered(text: Text) -> Vec<String> {
        let about = Some("#6 Draughts".to_owned());
        let reply = Reply { board: Some(BoardUpdate::of(MatchId(6))), about, ..Reply::room(text) }
            .mention(BOB);
        let names = [(BOB, "Bob".to_owned())].into();
        let context = DeliveryContext { names, ..DeliveryContext::default() };
        let text = asked_first(&reply, &context, &reply.text);
        text.bare().lines().map(str::to_owned).collect()
    }

    #[test]
    fn whoever_is_asked_comes_first_with_the_match_and_the_task() {
        let bob = Text::Person { id: BOB, name: "Bob".to_owned() };
        let asks = span![bob, " (White): move a piece.", Text::plain(" 3 days left.")];
        let told = [Text::small("#6 · Draughts · Ann – Bob"), Text::plain("Ann moves."), asks];
        assert_eq!(
            ordered(Text::Lines(told.to_vec())),
            [
                "Bob (White) · #6 Draughts: move a piece. 3 days left.",
                "Ann moves.",
                "#6 · Draughts · Ann – Bob"
            ]
        );
    }

    #[test]
    fn what_only_tells_something_begins_with_whom_it_tells() {
        let named = Text::small("#6 · Draughts · Ann – Bob");
        let offer = Text::Lines(vec![Text::plain("Ann offers a draw.")]);
        assert_eq!(
            ordered(Text::Lines(vec![named.clone(), offer])),
            ["Bob · #6 Draughts · Ann offers a draw.", "#6 · Draughts · Ann – Bob"]
        );
        let lines = vec![named, Text::plain("Ann moves."), Text::strong("Ann wins.")];
        assert_eq!(
            ordered(Text::Lines(lines))[..2],
            ["Bob · #6 Draughts · Ann wins.", "Ann moves."]
        );
    }

    #[test]
    fn what_pings_nobody_keeps_its_order() {
        let reply = Reply { about: Some("#6".to_owned()), ..Reply::room("Ann moves.") };
        let same = asked_first(&reply, &DeliveryContext::default(), &reply.text);
        assert_eq!(same, reply.text);
    }
}
