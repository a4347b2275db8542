//! The metrics for people: plain HTML with charts, without scripts.
use std::{collections::VecDeque, time::Duration};

use maud::{DOCTYPE, Markup, Render, html};
use model::ids::Chat;
use service::metrics::{BOUNDS, Histogram};

use super::{health, snapshot::Snapshot, words};

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
pub(super) fn html(sight: &Snapshot, minutes: &[u64]) -> Markup {
    let Snapshot { metrics, chats, glance, free, .. } = sight;
    let faults = health::faults(sight);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (words::TITLE) }
                meta name="viewport" content="width=device-width";
                meta http-equiv="refresh" content="10";
                link rel="stylesheet" href="/style.css";
            }
            body {
                h1 { (words::TITLE) }
                @if faults.is_empty() { p.well { (words::ALL_IS_WELL) } }
                @for fault in faults { p.ill { (fault) } }
                h2 { (words::CHATS) }
                table {
                    (columns(&words::CHAT_COLUMNS))
                    @for &(chat, heard) in chats { (chat_row(sight, chat, heard)) }
                }
                h2 { (words::CURVE) }
                (curve(minutes))
                h2 { (words::TIMES) }
                table {
                    (columns(&words::TIME_COLUMNS))
                    (times(words::WAITED, &metrics.waited))
                    (times(words::WORKED, &metrics.worked))
                    @for &(chat, _) in chats {
                        (times(&words::delivery_to(chat), metrics.delivery_times.of(chat)))
                    }
                }
                h2 { (words::REQUESTS) }
                (bars(&requests(sight)))
                @if let Ok(glance) = glance {
                    @let running: Vec<_> = glance.running.iter().map(|(game, many)| (game.title(), *many)).collect();
                    h2 { (words::RUNNING) }
                    (bars(&running))
                }
                h2 { (words::MORE) }
                table {
                    (row(words::QUEUED, [metrics.queue.get()]))
                    (row(words::THINKING, [metrics.minds.get()]))
                    (row(words::LATE_TICKS, [metrics.late_ticks.get()]))
                    (row(words::FAILED_BACKUPS, [metrics.failed_backups.get()]))
                    (row(words::PANICS, [metrics.panics.get()]))
                    @if let Ok(glance) = glance { (row(words::DATABASE, [words::megabytes(glance.bytes)])) }
                    @if let Some(free) = free { (row(words::FREE, [words::megabytes(*free)])) }
                }
                p { a href="/metrics" { (words::METRICS) } " · " a href="/healthz" { (words::HEALTH) } }
            }
        }
    }
}

fn chat_row(sight: &Snapshot, chat: Chat, heard: Option<Duration>) -> Markup {
    let (replies, age) = sight.waiting(chat);
    let cells = [
        words::heard(heard),
        replies.to_string(),
        words::seconds(age),
        sight.metrics.held_up.of(chat).get().to_string(),
        sight.metrics.reconnects.of(chat).get().to_string(),
    ];
    row(chat.name(), cells)
}

/// Returns how often each command was used, the most frequent first.
fn requests(sight: &Snapshot) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    for chat in Chat::ALL {
        for (place, (name, counter)) in sight.metrics.requests.of(chat).each().enumerate() {
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
fn bars(rows: &[(&str, u64)]) -> Markup {
    let Some(most) = rows.iter().map(|it| it.1).max() else {
        return html! { p { (words::NONE) } };
    };
    let (width, height) = (WIDTH + 60, rows.len() * BAR);
    html! {
        svg viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" {
            @for (place, (name, many)) in rows.iter().enumerate() {
                @let long = (WIDTH - LABEL) as u64 * many / most.max(1);
                @let base = place * BAR + 14;
                text x="0" y=(base) { (name) }
                rect.bar x=(LABEL) y=(place * BAR + 3) width=(long) height="12" {}
                text x=(LABEL as u64 + long + 6) y=(base) { (many) }
            }
        }
    }
}

fn curve(minutes: &[u64]) -> Markup {
    let (Some(most), false) = (minutes.iter().max(), minutes.len() < 2) else {
        return html! { p { (words::NO_CURVE) } };
    };
    let x = |place: usize| WIDTH * (MINUTES - minutes.len() + place) / (MINUTES - 1);
    let y = |many: u64| HEIGHT as u64 - (HEIGHT as u64 - 20) * many / (*most).max(1);
    let points: Vec<String> = minutes
        .iter()
        .enumerate()
        .map(|(place, many)| format!("{},{}", x(place), y(*many)))
        .collect();
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) role="img" {
            title { (words::most_in_a_minute(*most)) }
            line.ground x1="0" y1=(HEIGHT) x2=(WIDTH) y2=(HEIGHT) {}
            polyline.line points=(points.join(" ")) {}
            text x="0" y="12" { (words::a_minute(*most)) }
        }
    }
}

fn times(what: &str, histogram: &Histogram) -> Markup {
    let within = histogram.within();
    let all = within[BOUNDS.len()];
    row(what, [all.to_string(), share(&within, all.div_ceil(2)), share(&within, all - all / 100)])
}

fn columns(names: &[&str]) -> Markup {
    html! { tr { @for name in names { th { (name) } } } }
}

fn row<const CELLS: usize>(what: &str, cells: [impl Render; CELLS]) -> Markup {
    html! { tr { td { (what) } @for cell in cells { td.number { (cell) } } } }
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

#[cfg(test)]
mod tests {
    use super::{super::snapshot::example::well, *};
    use command::verbs;

    fn page(sight: &Snapshot, minutes: &[u64]) -> String {
        html(sight, minutes).into_string()
    }

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
        assert!(page(&sight, &[]).contains("Everything works."));
        for _ in 0..3 {
            sight.metrics.requests.of(Chat::Discord).count(verbs::Play::VERB);
            sight.metrics.requests.of(Chat::Matrix).count(verbs::Play::VERB);
        }
        sight.metrics.worked.observe(Duration::from_millis(4));
        let page = page(&sight, &[3, 9]);
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
        let page = page(&sight, &[]);
        assert!(page.contains("class=\"ill\">the database can't be read: &lt;b&gt;&amp;"));
        assert!(!page.contains("Everything works."));
    }
}
