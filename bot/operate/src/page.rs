//! The metrics for people: plain HTML with charts, without scripts.
use std::{collections::VecDeque, fmt::Write as _};

use model::ids::Chat;
use service::metrics::{BOUNDS, Histogram};

use super::{health, sight::Snapshot, words};

/// How many minutes the chart covers.
const MINUTES: usize = 60;

/// The size of charts, in pixels.
const WIDTH: usize = 600;
const HEIGHT: usize = 120;
const BAR: usize = 18;
const LABEL: usize = 150;

/// The total number of requests at the end of each of the last minutes.
#[derive(Debug, Default)]
pub(super) struct Minutes(VecDeque<u64>);

impl Minutes {
    pub(super) fn note(&mut self, requests: u64) {
        if MINUTES < self.0.len() {
            self.0.pop_front();
        }
        self.0.push_back(requests);
    }

    /// Returns the number of requests in each minute, oldest first.
    pub(super) fn per_minute(&self) -> Vec<u64> {
        self.0.iter().zip(self.0.iter().skip(1)).map(|(a, b)| b.saturating_sub(*a)).collect()
    }
}

/// Writes the page.
pub(super) fn html(sight: &Snapshot, minutes: &[u64]) -> String {
    let Snapshot { figures, chats, glance, free, .. } = sight;
    let faults = health::faults(sight);
    let title = words::TITLE;
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta http-equiv=\"refresh\" content=\"10\">\
         <link rel=\"stylesheet\" href=\"/style.css\"></head><body>\n<h1>{title}</h1>\n"
    );
    if faults.is_empty() {
        line(&mut out, format_args!("<p class=\"well\">{}</p>", words::ALL_IS_WELL));
    }
    for fault in &faults {
        line(&mut out, format_args!("<p class=\"ill\">{}</p>", plain(fault)));
    }
    heading(&mut out, words::CHATS);
    table(&mut out, &words::CHAT_COLUMNS);
    for &(chat, heard) in chats {
        let (rows, age) = sight.waiting(chat);
        let cells = [
            words::heard(heard),
            rows.to_string(),
            words::seconds(age),
            figures.held_up.of(chat).get().to_string(),
            figures.reconnects.of(chat).get().to_string(),
        ];
        let cells: String =
            cells.iter().map(|it| format!("<td class=\"number\">{it}</td>")).collect();
        line(&mut out, format_args!("<tr><td>{}</td>{cells}</tr>", chat.name()));
    }
    out.push_str("</table>\n");
    heading(&mut out, words::CURVE);
    curve(&mut out, minutes);
    heading(&mut out, words::TIMES);
    table(&mut out, &words::TIME_COLUMNS);
    times(&mut out, words::WAITED, &figures.waited);
    times(&mut out, words::WORKED, &figures.worked);
    for &(chat, _) in chats {
        times(&mut out, &words::brought_to(chat), figures.brought.of(chat));
    }
    out.push_str("</table>\n");
    heading(&mut out, words::REQUESTS);
    bars(&mut out, &requests(sight));
    if let Ok(glance) = glance {
        heading(&mut out, words::RUNNING);
        let running: Vec<(&str, u64)> =
            glance.running.iter().map(|(game, many)| (game.title(), *many)).collect();
        bars(&mut out, &running);
    }
    heading(&mut out, words::MORE);
    out.push_str("<table>\n");
    let mut row = |what: &str, value: String| {
        line(&mut out, format_args!("<tr><td>{what}</td><td class=\"number\">{value}</td></tr>"));
    };
    row(words::QUEUED, figures.queue.get().to_string());
    row(words::THINKING, figures.minds.get().to_string());
    row(words::LATE_TICKS, figures.late_ticks.get().to_string());
    row(words::PANICS, figures.panics.get().to_string());
    if let Ok(glance) = glance {
        row(words::DATABASE, words::megabytes(glance.bytes));
    }
    if let Some(free) = free {
        row(words::FREE, words::megabytes(*free));
    }
    let (metrics, health) = (words::METRICS, words::HEALTH);
    line(
        &mut out,
        format_args!(
            "</table>\n<p><a href=\"/metrics\">{metrics}</a> · <a href=\"/healthz\">{health}</a></p>\n</body></html>"
        ),
    );
    out
}

/// Returns how often each command was used, the most frequent first.
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

/// Draws a bar for each row, or says that there are none.
fn bars(out: &mut String, rows: &[(&str, u64)]) {
    let Some(most) = rows.iter().map(|it| it.1).max() else {
        line(out, format_args!("<p>{}</p>", words::NONE));
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
        line(out, format_args!("<p>{}</p>", words::NO_CURVE));
        return;
    };
    let x = |place: usize| WIDTH * (MINUTES - minutes.len() + place) / (MINUTES - 1);
    let y = |many: u64| HEIGHT as u64 - (HEIGHT as u64 - 20) * many / (*most).max(1);
    let points: Vec<String> = minutes
        .iter()
        .enumerate()
        .map(|(place, many)| format!("{},{}", x(place), y(*many)))
        .collect();
    let (title, label) = (words::most_in_a_minute(*most), words::a_minute(*most));
    line(
        out,
        format_args!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\"><title>{title}</title><line class=\"ground\" x1=\"0\" y1=\"{HEIGHT}\" x2=\"{WIDTH}\" y2=\"{HEIGHT}\"/><polyline class=\"line\" points=\"{}\"/><text x=\"0\" y=\"12\">{label}</text></svg>",
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

/// Returns the lowest bound within which at least `many` values are.
fn share(within: &[u64], many: u64) -> String {
    if many == 0 {
        return words::NO_SHARE.to_owned();
    }
    match BOUNDS.iter().zip(within).find(|(_, within)| many <= **within) {
        Some((bound, _)) => words::milliseconds(*bound),
        None => words::BEYOND.to_owned(),
    }
}

fn heading(out: &mut String, says: &str) {
    line(out, format_args!("<h2>{says}</h2>"));
}

/// Begins a table.
fn table(out: &mut String, columns: &[&str]) {
    let cells: String = columns.iter().map(|it| format!("<th>{it}</th>")).collect();
    line(out, format_args!("<table><tr>{cells}</tr>"));
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
    use command::Verb;

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
        assert!(html(&sight, &[]).contains("Everything works."));
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
        assert!(!page.contains("Everything works."));
    }
}
