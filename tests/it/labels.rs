//! Labels: every choice of every game has a readable label, and no two in a menu look the same.
use std::collections::BTreeSet;

use engine::game::Label;
use service::{MenuLine, MenuTree};

use crate::laws::{one_line, walk_prompts};

/// Checks a label.
#[track_caller]
fn readable(says: &str, most: usize) {
    one_line(says);
    let long = says.encode_utf16().count();
    assert!(long <= most, "{long} characters: {says}");
    assert!(!says.contains(['`', '>', '*', '|']), "signs that nobody reads: {says}");
    let first = says.chars().next().unwrap_or(' ');
    let square = says.chars().nth(1).is_some_and(|it| it.is_ascii_digit());
    assert!(first.is_uppercase() || first.is_ascii_digit() || square, "begins small: {says}");
}

#[test]
fn every_choice_has_words_of_its_own() {
    walk_prompts(1, |running, prompts| {
        // Every kind of choice occurs in some position of a match.
        let rare = !running.steps.is_multiple_of(7) && 1 < running.steps;
        for prompt in prompts.iter().filter(|_| !rare) {
            let listed = running.table.menu(prompt.seat).listed;
            let words: Vec<&str> = listed.iter().map(String::as_str).collect();
            let labels = running.table.labels(prompt.seat, &words);
            assert_eq!(labels.len(), words.len());
            let mut shown = BTreeSet::new();
            for (label, words) in labels.iter().zip(&words) {
                let Label { says, explains, emphasis: _, sign, weight: _ } = label;
                let is_drawn = sign.is_empty() || render::emoji_names().any(|it| it == sign);
                assert!(is_drawn, "{words}: no drawing {sign}");
                readable(says, Label::LONGEST);
                assert!(explains.encode_utf16().count() <= 100, "{words}: {explains}");
                assert!(!explains.ends_with('.') && explains.trim() == explains, "{explains}");
                assert!(shown.insert((says, explains)), "{words} looks like another: {label:?}");
            }
        }
    });
}

#[test]
fn a_panel_below_a_question_leads_on_and_plays() {
    let mut panels = 0;
    walk_prompts(1, |running, prompts| {
        for prompt in prompts.iter().filter(|_| running.steps.is_multiple_of(3)) {
            let listed = running.table.menu(prompt.seat).listed;
            for line in MenuTree::new(&listed).root().branches() {
                let MenuLine::More { begins, .. } = line else { continue };
                let Some(question) = running.table.group(prompt.seat, &begins).opens else {
                    continue;
                };
                let answer = running.table.ask(prompt.seat, &question);
                assert!(matches!(answer, Some(Ok(_))), "{question}: {answer:?}");
                let rows = running.table.panel(prompt.seat, &question);
                // The last row has two more: the way back, and the field for words.
                assert!(
                    (1..=5).contains(&rows.len()) && rows.last().is_some_and(|row| row.len() <= 3)
                );
                let mut shown = BTreeSet::new();
                let mut played = 0;
                for (words, label) in rows.into_iter().flat_map(|row| {
                    assert!((1..=5).contains(&row.len()), "{row:?}");
                    row
                }) {
                    one_line(&label.says);
                    assert!(shown.insert(label.says.clone()), "{words}: {label:?}");
                    match running.table.ask(prompt.seat, &words) {
                        Some(answer) => assert!(answer.is_ok(), "{words}: {answer:?}"),
                        None => {
                            let mut other = running.again();
                            other.play(prompt.seat, &words, &mut running.dice()).unwrap();
                            played += 1;
                        }
                    }
                }
                assert_eq!(played, 1, "one of them plays");
                panels += 1;
            }
        }
    });
    assert!(10 < panels, "{panels}");
}

#[test]
fn every_menu_asks_and_says_what_its_lines_lead_to() {
    walk_prompts(1, |running, prompts| {
        for prompt in prompts {
            let listed = running.table.menu(prompt.seat).listed;
            let tree = MenuTree::new(&listed);
            let asks = running.table.group(prompt.seat, "").asks;
            assert!(asks.ends_with('?'), "{asks}");
            let mut open = vec![tree.root().branches()];
            while let Some(menu) = open.pop() {
                let mut shown = BTreeSet::new();
                for line in menu {
                    let MenuLine::More { begins, ends, .. } = line else { continue };
                    let group = running.table.group(prompt.seat, &begins);
                    assert!(group.asks.ends_with('?'), "{begins}: {}", group.asks);
                    readable(&group.asks, Label::LONGEST);
                    // A part of a list is named by its ends.
                    if ends.is_none() {
                        readable(&group.says, Label::LONGEST);
                        assert!(shown.insert(group.says.clone()), "{begins}: {}", group.says);
                    }
                    open.push(tree.open(&begins).branches());
                }
            }
        }
    });
}
