//! The same metrics for people: plain HTML with charts, without scripts.
use std::{collections::VecDeque, fmt::Write as _};

use super::{health, sight::Snapshot};
use crate::{
    figures::{BOUNDS, Histogram},
    store::Chat,
};

/// How many minutes the chart covers.
const MINUTES: usize = 60;

/// The size of charts, in pixels.
const WIDTH: usize = 600;
const HEIGHT: usize = 120;
const BAR: usize = 18;
const LABEL: usize = 150;

/// The number of requests at the end of each of the last minutes.
#[derive(Debug, Default)]
pub(super) struct Minutes(VecDeque<u64>);

impl Minutes {
    pub(super) fn note(&mut self, requests: u64) {
        if MINUTES < self.0.len() {
            self.0.pop_front();
        }
        self.0.push_back(requests);
    }

    /// Returns the requests in each minute, the last minute last.
    pub(super) fn per_minute(&self) -> Vec<u64> {
        self.0.iter().zip(self.0.iter().skip(1)).map(|(a, b)| b.saturating_sub(*a)).collect()
    }
}

/// Writes the page.
pub(super) fn html(sight: &Snapshot, minutes: &[u64]) -> String {
    let Snapshot { figures, chats, glance, free, .. } = sight;
    let faults = health::faults(sight);
    let mut out = String::from(concat!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Draughtsman</title>",
        "<meta name=\"viewport\" content=\"width=device-width\"><meta http-equiv=\"refresh\" content=\"10\">",
        "<link rel=\"stylesheet\" href=\"/style.css\"></head><body>\n<h1>Draughtsman</h1>\n"
    ));
    if faults.is_empty() {
        out.push_str("<p class=\"well\">All is well.</p>\n");
    }
    for fault in &faults {
        line(&mut out, format_args!("<p class=\"ill\">{}</p>", plain(fault)));
    }
    out.push_str("<h2>Chats</h2>\n<table><tr><th>chat</th><th>last heard</th><th>replies waiting</th><th>oldest</th><th>asked to wait</th><th>connected anew</th></tr>\n");
    for &(chat, heard) in chats {
        let heard = heard.map_or("never".to_owned(), |it| format!("{} s ago", it.as_secs()));
        let (rows, age) = sight.waiting(chat);
        let cells = [
            heard,
            rows.to_string(),
            format!("{age} s"),
            figures.held_up.of(chat).get().to_string(),
            figures.reconnects.of(chat).get().to_string(),
        ];
        let cells: String =
            cells.iter().map(|it| format!("<td class=\"number\">{it}</td>")).collect();
        line(&mut out, format_args!("<tr><td>{}</td>{cells}</tr>", chat.name()));
    }
    out.push_str("</table>\n<h2>Requests a minute, in the last hour</h2>\n");
    curve(&mut out, minutes);
    out.push_str("<h2>Times</h2>\n<table><tr><th></th><th>how many</th><th>half within</th><th>99 of 100 within</th></tr>\n");
    times(&mut out, "in the line before the service", &figures.waited);
    times(&mut out, "in the service", &figures.worked);
    for &(chat, _) in chats {
        let what = format!("from the service to {}", chat.name());
        times(&mut out, &what, figures.brought.of(chat));
    }
    out.push_str("</table>\n<h2>Requests</h2>\n");
    bars(&mut out, &requests(sight));
    if let Ok(glance) = glance {
        out.push_str("<h2>Running matches</h2>\n");
        let running: Vec<(&str, u64)> =
            glance.running.iter().map(|(game, many)| (game.title(), *many)).collect();
        bars(&mut out, &running);
    }
    out.push_str("<h2>The rest</h2>\n<table>\n");
    let mut row = |what: &str, value: String| {
        line(&mut out, format_args!("<tr><td>{what}</td><td class=\"number\">{value}</td></tr>"));
    };
    row("jobs in the line before the service", figures.queue.get().to_string());
    row("opponents that are thinking", figures.minds.get().to_string());
    row("looks at the time that came late", figures.late_ticks.get().to_string());
    row("panics", figures.panics.get().to_string());
    let megabytes = |bytes: u64| format!("{} MB", bytes / 1_000_000);
    if let Ok(glance) = glance {
        row("database", megabytes(glance.bytes));
    }
    if let Some(free) = free {
        row("room on its disk", megabytes(*free));
    }
    out.push_str("</table>\n<p><a href=\"/metrics\">metrics</a> · <a href=\"/healthz\">health</a></p>\n</body></html>\n");
    out
}

/// Returns how often each command was used, most frequent first.
fn requests(sight: &Snapshot) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    for chat in Chat::ALL {
        for (place, (name, counter)) in sight.figures.requests.of(chat).each().enumerate() {
            match sums.get_mut(place) {
                Some(sum) => sum.1 += counter.get(),
                None => sums.push((name, counter.get())),
            }
        }
    }
    sums.retain(|it| 0 < it.1);
    sums.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    sums
}

/// Draws a bar for each, or says there are none.
fn bars(out: &mut String, rows: &[(&str, u64)]) {
    let Some(most) = rows.iter().map(|it| it.1).max() else {
        out.push_str("<p>none</p>\n");
        return;
    };
    let height = rows.len() * BAR;
    let width = WIDTH + 60;
    line(
        out,
        format_args!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">"
        ),
    );
    for (place, (name, many)) in rows.iter().enumerate() {
        let long = (WIDTH - LABEL) as u64 * many / most.max(1);
        let (top, base, end) = (place * BAR + 3, place * BAR + 14, LABEL as u64 + long + 6);
        line(
            out,
            format_args!(
                "<text x=\"0\" y=\"{base}\">{}</text><rect class=\"bar\" x=\"{LABEL}\" y=\"{top}\" width=\"{long}\" height=\"12\"/><text x=\"{end}\" y=\"{base}\">{many}</text>",
                plain(name)
            ),
        );
    }
    out.push_str("</svg>\n");
}

fn curve(out: &mut String, minutes: &[u64]) {
    let (Some(most), false) = (minutes.iter().max(), minutes.len() < 2) else {
        out.push_str("<p>not yet: the curve begins two minutes after the start</p>\n");
        return;
    };
    let x = |place: usize| WIDTH * (MINUTES - minutes.len() + place) / (MINUTES - 1);
    let y = |many: u64| HEIGHT as u64 - (HEIGHT as u64 - 20) * many / (*most).max(1);
    let points: Vec<String> = minutes
        .iter()
        .enumerate()
        .map(|(place, many)| format!("{},{}", x(place), y(*many)))
        .collect();
    line(
        out,
        format_args!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\"><title>at most {most} in a minute</title><line class=\"ground\" x1=\"0\" y1=\"{HEIGHT}\" x2=\"{WIDTH}\" y2=\"{HEIGHT}\"/><polyline class=\"line\" points=\"{}\"/><text x=\"0\" y=\"12\">{most} a minute</text></svg>",
            points.join(" ")
        ),
    );
}

fn times(out: &mut String, what: &str, histogram: &Histogram) {
    let within = histogram.within();
    let all = within[BOUNDS.len()];
    let cells = [all.to_string(), share(&within, all.div_ceil(2)), share(&within, all - all / 100)];
    let cells: String = cells.iter().map(|it| format!("<td class=\"number\">{it}</td>")).collect();
    line(out, format_args!("<tr><td>{what}</td>{cells}</tr>"));
}

/// Returns the bound that this share lies within.
fn share(within: &[u64], many: u64) -> String {
    if many == 0 {
        return "–".to_owned();
    }
    match BOUNDS.iter().zip(within).find(|(_, within)| many <= **within) {
        Some((bound, _)) => format!("{} ms", *bound as f64 / 1000.0),
        None => "longer than 10 s".to_owned(),
    }
}

fn line(out: &mut String, says: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = out.write_fmt(says);
    out.push('\n');
}

/// Escapes a text for HTML.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{super::sight::example::well, *};
    use crate::command::Verb;

    #[test]
    fn the_curve_holds_the_requests_of_the_last_hour() {
        let mut minutes = Minutes::default();
        for n in 0..200_u64 {
            minutes.note(n * n);
        }
        let counted = minutes.per_minute();
        assert_eq!((counted.len(), counted.last()), (MINUTES, Some(&397)));
    }

    #[test]
    fn the_page_draws_what_was_counted() {
        let sight = well();
        assert!(html(&sight, &[]).contains("All is well."));
        for _ in 0..3 {
            sight.figures.requests.of(Chat::Discord).count(Verb::Play);
            sight.figures.requests.of(Chat::Matrix).count(Verb::Play);
        }
        sight.figures.worked.observe(Duration::from_millis(4));
        let page = html(&sight, &[3, 9]);
        assert!(page.contains(">play</text>") && page.contains(">6</text>"));
        assert!(page.contains(
            "<td>in the service</td><td class=\"number\">1</td><td class=\"number\">5 ms</td>"
        ));
        assert!(page.contains("9 a minute") && page.contains("<polyline"));
        assert!(!page.contains("<script") && !page.contains(" style="));
    }

    #[test]
    fn a_fault_cannot_become_a_part_of_the_page() {
        let mut sight = well();
        sight.glance = Err("<b>&".to_owned());
        let page = html(&sight, &[]);
        assert!(page.contains("class=\"ill\">the database can't be read: &lt;b&gt;&amp;"));
        assert!(!page.contains("All is well."));
    }
}
