//! Writes the counters as OpenMetrics text.
use std::fmt::{Display, Write as _};

use model::ids::Chat;
use service::metrics::{BOUNDS, Counter, Histogram, Metrics, PerChat, PerVerb};

use super::{snapshot::Snapshot, words::help};

/// A label and its value. Both are constants, so that no name or id can become one.
type MetricLabel = (&'static str, &'static str);

/// Writes all metrics.
pub(super) fn text(sight: &Snapshot) -> String {
    let Snapshot { metrics, chats, up, answers, glance, free, now: _ } = sight;
    // Destructured in full, so that a new counter can't be forgotten.
    let Metrics {
        requests,
        refusals,
        waited,
        worked,
        delivery_times,
        queue,
        minds,
        held_up,
        reconnects,
        late_ticks,
        failed_backups,
        panics,
        failed_jobs,
        ..
    } = metrics.as_ref();
    let mut out = MetricsText(String::new());
    out.per_verb("requests", help::REQUESTS, requests);
    out.per_verb("refusals", help::REFUSALS, refusals);
    out.family("line_seconds", "histogram", help::WAITED);
    out.histogram("line_seconds", &[], waited);
    out.family("work_seconds", "histogram", help::WORKED);
    out.histogram("work_seconds", &[], worked);
    out.family("delivery_seconds", "histogram", help::DELIVERED);
    for chat in Chat::ALL {
        out.histogram("delivery_seconds", &[("chat", chat.name())], delivery_times.of(chat));
    }
    out.gauge("line_jobs", help::QUEUE, queue.get());
    out.gauge("minds_at_work", help::MINDS, minds.get());
    out.per_chat("held_up", help::HELD_UP, held_up);
    out.per_chat("reconnects", help::RECONNECTS, reconnects);
    out.counter("late_ticks", help::LATE_TICKS, late_ticks);
    out.counter("failed_backups", help::FAILED_BACKUPS, failed_backups);
    out.counter("panics", help::PANICS, panics);
    out.family("failed_jobs", "counter", help::FAILED_JOBS);
    for (job, count) in failed_jobs.each() {
        out.sample("failed_jobs_total", &[("job", job)], count);
    }
    out.gauge("service_answers", help::ANSWERS, u8::from(*answers));
    out.family("silence_seconds", "gauge", help::SILENCE);
    for (chat, heard) in chats {
        // One that was never heard from has been silent since the start.
        let ago = heard.unwrap_or(*up);
        out.sample("silence_seconds", &[("chat", chat.name())], ago.as_secs_f64());
    }
    if glance.is_ok() {
        out.family("outbox_rows", "gauge", help::OUTBOX_ROWS);
        for chat in Chat::ALL {
            out.sample("outbox_rows", &[("chat", chat.name())], sight.waiting(chat).0);
        }
        out.family("outbox_age_seconds", "gauge", help::OUTBOX_AGE);
        for chat in Chat::ALL {
            out.sample("outbox_age_seconds", &[("chat", chat.name())], sight.waiting(chat).1);
        }
    }
    if let Ok(glance) = glance {
        out.family("running_matches", "gauge", help::RUNNING);
        for (game, matches) in &glance.running {
            out.sample("running_matches", &[("game", game.name())], matches);
        }
        out.gauge("database_bytes", help::DATABASE, glance.bytes);
    }
    if let Some(free) = free {
        out.gauge("disk_free_bytes", help::FREE, free);
    }
    out.0.push_str("# EOF\n");
    out.0
}

struct MetricsText(String);

impl MetricsText {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string can't fail.
        let _ = writeln!(self.0, "# TYPE draughtsman_{name} {kind}");
        if name.ends_with("_seconds") {
            let _ = writeln!(self.0, "# UNIT draughtsman_{name} seconds");
        } else if name.ends_with("_bytes") {
            let _ = writeln!(self.0, "# UNIT draughtsman_{name} bytes");
        }
        let _ = writeln!(self.0, "# HELP draughtsman_{name} {help}");
    }

    fn sample(&mut self, name: &str, labels: &[MetricLabel], value: impl Display) {
        let _ = write!(self.0, "draughtsman_{name}");
        if !labels.is_empty() {
            let labels: Vec<String> =
                labels.iter().map(|(label, value)| format!("{label}=\"{value}\"")).collect();
            let _ = write!(self.0, "{{{}}}", labels.join(","));
        }
        let _ = writeln!(self.0, " {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, "gauge", help);
        self.sample(name, &[], value);
    }

    fn counter(&mut self, name: &str, help: &str, counter: &Counter) {
        self.family(name, "counter", help);
        self.sample(&format!("{name}_total"), &[], counter.get());
    }

    fn per_chat(&mut self, name: &str, help: &str, counters: &PerChat<Counter>) {
        self.family(name, "counter", help);
        for chat in Chat::ALL {
            let label = [("chat", chat.name())];
            self.sample(&format!("{name}_total"), &label, counters.of(chat).get());
        }
    }

    /// Leaves out zeros, because most commands are unused in most chats.
    fn per_verb(&mut self, name: &str, help: &str, counters: &PerChat<PerVerb>) {
        self.family(name, "counter", help);
        for chat in Chat::ALL {
            for (verb, counter) in counters.of(chat).each().filter(|(_, counter)| 0 < counter.get())
            {
                let labels = [("chat", chat.name()), ("command", verb)];
                self.sample(&format!("{name}_total"), &labels, counter.get());
            }
        }
    }

    fn histogram(&mut self, name: &str, labels: &[MetricLabel], histogram: &Histogram) {
        let within = histogram.within();
        let all = within[BOUNDS.len()];
        let before: String =
            labels.iter().map(|(label, value)| format!("{label}=\"{value}\",")).collect();
        for (bound, many) in BOUNDS.iter().zip(within) {
            let le = *bound as f64 / 1e6;
            let _ = writeln!(self.0, "draughtsman_{name}_bucket{{{before}le=\"{le:?}\"}} {many}");
        }
        let _ = writeln!(self.0, "draughtsman_{name}_bucket{{{before}le=\"+Inf\"}} {all}");
        self.sample(&format!("{name}_count"), labels, all);
        self.sample(&format!("{name}_sum"), labels, histogram.sum().as_secs_f64());
    }
}
