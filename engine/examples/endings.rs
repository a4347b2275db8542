//! Makes the tables of small endings of English draughts, and writes them to the file that is named.
use std::{env, error::Error, fs};

use engine::checkers::endings::make::make;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("name the file, such as data/endings/english.bin")?;
    let packed = make(|[men, kings, other_men, other_kings], longest| {
        println!(
            "{men} men, {kings} kings against {other_men}, {other_kings}: {longest} turns at most"
        );
    });
    fs::write(&file, &packed)?;
    println!("{file}: {} bytes", packed.len());
    Ok(())
}
