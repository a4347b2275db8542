//! The moves of a match in words, page by page.
use model::text::Text;
use service::{
    RequestError,
    context::RequestContext,
    matches::{self, seat::heading},
    past, telling,
};

use crate::{commands::History, words};

/// The most steps on a page of a history.
const PAGE: usize = 20;
/// The most characters on a page of a history, unless a single step has more, so that it fits a
/// message of any chat.
const PAGE_LENGTH: usize = 1600;

pub(crate) fn history(cx: &mut RequestContext<'_>, said: &History) -> Result<(), RequestError> {
    let loaded = matches::find::any_match(cx, said.of)?;
    let steps = cx.tx.steps(loaded.row.id)?;
    let mut told = Vec::with_capacity(steps.len());
    for step in &steps {
        told.push(past::told::step_line(&loaded, step)?);
    }
    let all = in_pages(told);
    let pages = all.len();
    // The latest page, because people look for what happened last.
    let page = said.page.map_or(pages, |it| it as usize);
    if pages < page {
        return Err(words::history_has(loaded.row.id, pages).into());
    }
    let mut lines = vec![Text::strong(heading(&loaded))];
    lines.extend(all.into_iter().nth(page - 1).into_iter().flatten().map(Text::sentence));
    if let (Some(end), true) = (&loaded.row.end, page == pages) {
        lines.push(Text::strong(telling::end::verdict(&loaded, end)?));
    }
    let mut choices = Vec::new();
    if pages != 1 {
        lines.push(Text::Plain(words::page_of(page, pages)));
        let id = loaded.row.id;
        choices.extend((1 < page).then(|| words::earlier_button(id, page - 1)));
        choices.extend((page < pages).then(|| words::later_button(id, page + 1)));
    }
    cx.say(cx.answer(Text::Lines(lines)).choices(choices));
    Ok(())
}

/// Divides lines into pages that fit a message; one empty page if there are no lines.
fn in_pages(lines: Vec<String>) -> Vec<Vec<String>> {
    let mut pages = vec![Vec::new()];
    let mut length = 0;
    for line in lines {
        let more = line.chars().count() + 1;
        let full = pages.last().is_some_and(|page| {
            page.len() == PAGE || !page.is_empty() && PAGE_LENGTH < length + more
        });
        if full {
            pages.push(Vec::new());
            length = 0;
        }
        length += more;
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_short_and_lose_nothing() {
        let lines: Vec<String> =
            (0..300).map(|n| format!("{n}{}", "x".repeat(n * 37 % 300))).collect();
        let pages = in_pages(lines.clone());
        let fits = |page: &Vec<String>| {
            page.len() == 1 || page.iter().map(String::len).sum::<usize>() <= PAGE_LENGTH
        };
        assert!(pages.iter().all(|page| (1..=PAGE).contains(&page.len()) && fits(page)));
        assert_eq!(pages.concat(), lines);
        assert_eq!(in_pages(Vec::new()).len(), 1);
        assert_eq!(in_pages(vec!["y".repeat(9000), "z".to_owned()]).len(), 2);
    }
}
