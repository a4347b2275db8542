//! Which SQLite the program runs on: one that is built in, or the system's if a packager links that.

/// The first version that is safe while one connection writes and another checkpoints (https://sqlite.org/wal.html#walresetbug).
const SAFE: i32 = 3_051_003;

/// Warns of an SQLite that can lose what was committed.
pub fn sqlite_warning() -> Option<String> {
    warning_of(rusqlite::version_number())
}

fn warning_of(number: i32) -> Option<String> {
    let shown =
        |number: i32| format!("{}.{}.{}", number / 1_000_000, number / 1000 % 1000, number % 1000);
    (number < SAFE).then(|| {
        format!(
            "this program runs on SQLite {}, which can lose commits or damage the database while another program, such as Litestream, \
             has it open. Link SQLite {} or later, or run no such program",
            shown(number),
            shown(SAFE)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sqlite_that_is_built_in_is_safe_beside_another_program() {
        assert_eq!(sqlite_warning(), None, "{}", rusqlite::version());
    }

    #[test]
    fn an_older_sqlite_is_named_with_the_version_that_is_needed() {
        let says = warning_of(3_050_002).unwrap();
        assert!(
            says.contains("SQLite 3.50.2,") && says.contains("SQLite 3.51.3 or later"),
            "{says}"
        );
        assert!(warning_of(3_051_002).is_some());
        assert_eq!([SAFE, 3_052_000, 4_000_000].map(warning_of), [None, None, None]);
    }
}
