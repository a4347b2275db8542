//! What games have in common stands once, below all of them.
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Ident, ImplItemFn, ItemFn, visit::Visit};

use crate::source::sources;

/// The fewest signs of a function that two games may not both have.
const LONG: usize = 40;

/// The long functions by what they do, each with its game and its name.
#[derive(Default)]
struct Functions {
    game: String,
    found: BTreeMap<String, BTreeSet<(String, String)>>,
}

impl Functions {
    fn add(&mut self, name: &Ident, block: &Block) {
        let does = block.to_token_stream();
        if LONG <= signs(does.clone()) {
            let places = self.found.entry(does.to_string()).or_default();
            places.insert((self.game.clone(), name.to_string()));
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.add(&function.sig.ident, &function.block);
    }
    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add(&function.sig.ident, &function.block);
    }
}

/// Counts the words and signs of code.
fn signs(code: TokenStream) -> usize {
    let each = code.into_iter().map(|token| match token {
        TokenTree::Group(group) => 2 + signs(group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
    });
    each.sum()
}

/// Returns the functions that more than one of these sources of games has.
fn doubles<'a>(sources: impl IntoIterator<Item = (&'a str, syn::File)>) -> Vec<Vec<String>> {
    let mut all = Functions::default();
    for (game, file) in sources {
        all.game = game.to_owned();
        all.visit_file(&file);
    }
    let named = |(game, name): &(String, String)| format!("{game}: {name}");
    let places = all.found.values().filter(|places| {
        let games: BTreeSet<&String> = places.iter().map(|(game, _)| game).collect();
        1 < games.len()
    });
    places.map(|places| places.iter().map(named).collect()).collect()
}

#[test]
fn no_two_games_have_the_same_function() {
    let all = sources(&["engine/src/games"]);
    let games = all.iter().filter_map(|source| {
        let rest = source.path.strip_prefix("engine/src/games/")?;
        let (game, file) = rest.split_once('/')?;
        (game != "tests" && !file.contains("tests")).then(|| (game, source.items()))
    });
    let found = doubles(games);
    assert!(found.is_empty(), "these belong where both games find them: {found:#?}");
    let copy = "fn a(x: u8) -> u8 { let y = x + 1; let z = y + x; let a = z * 2; let b = a * y; let c = b + a; c + b + z }";
    let file = |text: &str| syn::parse_file(text).unwrap();
    let renamed = copy.replace("fn a", "fn b");
    let two = doubles([("one", file(copy)), ("other", file(&renamed))]);
    assert_eq!(two, [["one: a", "other: b"]]);
    let changed = copy.replace("x + 1", "x + 2");
    assert!(doubles([("one", file(copy)), ("other", file(&changed))]).is_empty());
}
