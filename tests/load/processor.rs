//! How much processor time a process has used.
use std::fs;

/// Returns the processor time a process has used, in seconds; 0 if unknown.
pub(crate) fn processor(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ticks = stat.rsplit(") ").next().map(|rest| {
        rest.split(' ').skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum::<f64>()
    });
    // Linux counts in hundredths of a second.
    ticks.unwrap_or(0.0) / 100.0
}
