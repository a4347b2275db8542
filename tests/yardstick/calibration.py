"""Writes docs/internals/measured/calibration.md: how well the chances that computer players state agree with results.

PROGRAM_UNDER_TEST plays the matches (`draughtsman arena GAME … --json`). Words: `seed=12`.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

# Each game's title, and as many pairs of matches as give ten thousand positions.
GAMES = {
    "trapdoor": ("Trapdoor Checkers", 400),
    "draughts": ("Draughts", 400),
    "alien": ("Alien Checkers", 400),
    "piecepack": ("Piecepack Soccer", 800),
    "metasoccer": ("MetaCheckers Soccer", 400),
    "amtgard": ("Amtgard Checkers", 400),
}
PAGE = Path(__file__).resolve().parents[2] / "docs/internals/measured/calibration.md"

ABOUT = """# How sure the computer players are

Hints, reviews, calls and `claim settle` state chances. A chance of 70% is right if those positions bring 70% of the points. This page compares: two players of level 4 play each other, every fifth decision the one to move states a chance, and when the match is over it is set beside the points (a win 1, a draw ½).

`PROGRAM_UNDER_TEST=… python3 tests/yardstick/calibration.py {words}` wrote this page. What a search sees is turned into chances by a scale that each game has (`COMES_TO` in `engine/src/games/*/mind.rs`), measured with seed 11; in Draughts, Alien, Piecepack and Amtgard it was corrected after matches with seeds 12 and 13, so there this page is no independent trial. Equal players of level 4 draw more often in Trapdoor and Amtgard Checkers than a search expects, and win more often in Draughts. In Piecepack Soccer the side to move is a little too sure of itself.

| game | positions | off by at most | Brier score | positions with 80% for one side | their Brier score |
|---|---|---|---|---|---|
"""


def measured(game: str, pairs: int, words: list[str]) -> dict:
    """Plays the matches of a game, unless a file of the folder in MEASURED has them."""
    kept = os.environ.get("MEASURED")
    if kept:
        return json.loads((Path(kept) / f"{game}.json").read_text())["calibration"]
    program = os.environ["PROGRAM_UNDER_TEST"]
    command = [program, "arena", game, "a=4", "b=4", f"pairs={pairs}", *words, "--json"]
    played = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(played.stdout)["calibration"]


def curve(name: str, bins: list[dict]) -> str:
    """Draws the points beside the chances, as a chart that Markdown shows."""
    used = [it for it in bins if it["positions"]]
    labels = ", ".join(f'"{100 * it["stated"]:.0f}"' for it in used)
    scored = ", ".join(f"{100 * it['scored']:.1f}" for it in used)
    stated = ", ".join(f"{100 * it['stated']:.1f}" for it in used)
    return f"""```mermaid
xychart-beta
  title "{name}"
  x-axis "stated chance in percent" [{labels}]
  y-axis "points in percent" 0 --> 100
  bar [{scored}]
  line [{stated}]
```
"""


def main(words: list[str]) -> None:
    rows, parts = "", ""
    for game, (name, pairs) in GAMES.items():
        found = measured(game, pairs, words)
        bins = found["bins"]
        off = max(abs(it["scored"] - it["stated"]) for it in bins if it["positions"])
        rows += (
            f"| {name} | {found['positions']:,} | {100 * off:.1f} points | {found['brier']:.3f} "
            f"| {found['settled']:,} | {found['settled_brier']:.3f} |\n"
        )
        parts += f"\n{curve(name, bins)}"
    bars = "\nBars are points, the line is what was stated; where they meet, the chances are right.\n"
    PAGE.write_text(ABOUT.format(words=" ".join(words)) + rows + bars + parts)


main(sys.argv[1:])
