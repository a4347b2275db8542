//! A law about statements: none looks through all people, seats, matches, steps or turns. The plan of each that a test of the store runs in
//! SQLite is read; SQLite plans without looking at what is in the tables.
use std::{cell::RefCell, collections::HashSet};

use rusqlite::Connection;

/// The tables that grow with people and matches.
const LARGE: [&str; 5] = ["people", "seats", "matches", "steps", "turns"];

/// Statements that may: what a moderator decided is looked for when accounts are linked or parted, and the others are of tests alone.
const EXCEPTIONS: [&str; 4] =
    ["ruled_by = ?", "packed = NULL", "count(*) FROM steps WHERE", "LIKE 'x%'"];

thread_local! {
    /// The statements whose plans were read.
    static READ: RefCell<HashSet<String>> = RefCell::default();
}

/// Fails if a statement looks through a large table. One without a condition is about everything.
pub(crate) fn check_plan(connection: &Connection, sql: &str) {
    let is_new = READ.with_borrow_mut(|read| !read.contains(sql) && read.insert(sql.to_owned()));
    if is_new && sql.contains("WHERE") && !EXCEPTIONS.iter().any(|part| sql.contains(part)) {
        let plan = plan(connection, sql).unwrap_or_default();
        let found = plan.iter().find(|step| looks_through(connection, sql, step));
        assert!(found.is_none(), "{found:?} of {sql}");
    }
}

/// Returns the steps of SQLite's plan for a statement.
fn plan(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
    let (mut rows, mut steps) = (statement.raw_query(), Vec::new());
    while let Some(row) = rows.next()? {
        steps.push(row.get("detail")?);
    }
    Ok(steps)
}

/// Tells whether a step of a plan looks through a large table, or through all people of a chat: nearly everybody is in one.
fn looks_through(connection: &Connection, sql: &str, step: &str) -> bool {
    let words: Vec<&str> = step.split(' ').collect();
    let [how @ ("SCAN" | "SEARCH"), name, ..] = words[..] else { return false };
    let is_meant = |table: &&str| {
        *table == name
            || [" ", " AS "].iter().any(|between| sql.contains(&format!("{table}{between}{name} ")))
    };
    let Some(table) = LARGE.into_iter().find(is_meant) else { return false };
    // An index with a condition holds the few rows that fulfil it.
    let sql_of_index = "SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE '% WHERE %'";
    let index = words.iter().skip_while(|it| **it != "INDEX").nth(1);
    let is_of_few =
        index.is_some_and(|index| connection.query_row(sql_of_index, [index], |_| Ok(())).is_ok());
    !is_of_few && (how == "SCAN" || table == "people" && step.ends_with("(chat=?)"))
}
