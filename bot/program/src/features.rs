//! What the program is made of.
use store::{KERNEL, TableParts};

/// The parts that have tables: the kernel first, and each after those that its tables refer to.
pub static TABLES: TableParts = &[&KERNEL];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_all_parts_fit_together() {
        assert_eq!(store::table_faults(TABLES).unwrap(), Vec::<String>::new());
    }
}
