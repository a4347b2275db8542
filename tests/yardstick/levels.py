"""Writes docs/internals/measured/levels.md: what each level of the computer players scores against the one below, and against players without a level.

PROGRAM_UNDER_TEST plays the matches (`draughtsman arena GAME a=… b=… OPTIONS --json`). Words: `pairs=150 seed=21`.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

# Each game, or main variation, and the options that agree on it.
GAMES = [
    ("Trapdoor Checkers", "trapdoor", ""),
    ("… snap", "trapdoor", "snap"),
    ("Draughts", "draughts", ""),
    ("… giveaway", "draughts", "giveaway"),
    ("Alien Checkers", "alien", ""),
    ("… two decks", "alien", "decks=2"),
    ("Piecepack Soccer", "piecepack", ""),
    ("… tremors", "piecepack", "tremor=wild"),
    ("MetaCheckers Soccer", "metasoccer", ""),
    ("Amtgard Checkers", "amtgard", ""),
    ("… iron attrition", "amtgard", "iron attrition"),
    ("… damned", "amtgard", "damned"),
]
MEETINGS = [("2", "1"), ("3", "2"), ("4", "3"), ("5", "4"), ("5", "greedy"), ("5", "random"), ("1", "random"), ("1", "greedy")]
PAGE = Path(__file__).resolve().parents[2] / "docs/internals/measured/levels.md"

ABOUT = """# What the levels score

`PROGRAM_UNDER_TEST=… python3 tests/yardstick/levels.py {words}` wrote this page: points in percent, with the range that is 95% certain. A pair is two matches with the same dice and the sides swapped; where level 5 takes part, a quarter of the pairs was played. `greedy` takes the biggest immediate gain: pieces, goals, ground for the ball; `random` plays anything that is legal.

"""


AFTER = """
What stands out. Level 1 means the same in nearly every game: a newcomer who knows the rules, who beats `random` and holds out against `greedy`. In Draughts and giveaway level 1 is stronger: each level takes about seven tenths of the points or more from the one below, and level 5 beats rapid-draughts at depth 7, so five levels don't go low enough for a newcomer. With the snap rule, in *iron attrition* and with wild tremors they don't quite either: level 1 takes about seven in ten points from `greedy`. In Alien Checkers and with *damned* chance decides so much that the steps are small and level 1 doesn't win much more than six in ten against `random`, nor level 5 much more than nine in ten against `greedy`.
"""


def score(game: str, options: str, a: str, b: str, words: dict[str, str]) -> str:
    pairs = int(words["pairs"])
    pairs = max(1, pairs // 4) if "5" in (a, b) else pairs
    command = [os.environ["PROGRAM_UNDER_TEST"], "arena", game, f"a={a}", f"b={b}", f"pairs={pairs}"]
    command += [f"seed={words['seed']}", *options.split(), "--json"]
    played = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(played.stdout)
    score, low, high = (round(100 * found[it]) for it in ["score", "low", "high"])
    return f"{score}, {low}–{high}"


def main(words: list[str]) -> None:
    given = {"pairs": "150", "seed": "21"} | dict(word.split("=", 1) for word in words)
    titles = [f"{a} against {b}" for a, b in MEETINGS]
    lines = [f"| game | {' | '.join(titles)} |", "|---" * (len(MEETINGS) + 1) + "|"]
    for title, game, options in GAMES:
        cells = [score(game, options, a, b, given) for a, b in MEETINGS]
        lines.append(f"| {title} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    PAGE.write_text(ABOUT.format(words=" ".join(f"{it}={given[it]}" for it in given)) + "\n".join(lines) + "\n" + AFTER)


main(sys.argv[1:])
