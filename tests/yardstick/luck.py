"""Writes docs/internals/measured/luck.md: what results say about players once what chance gave them is taken off.

PROGRAM_UNDER_TEST plays the matches (`draughtsman arena GAME … --luck --json`). Words: `pairs=1000 seed=14`.
"""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAMES = {
    "trapdoor": "Trapdoor Checkers",
    "alien": "Alien Checkers",
    "piecepack": "Piecepack Soccer",
    "metasoccer": "MetaCheckers Soccer",
    "amtgard": "Amtgard Checkers",
}
PAGE = Path(__file__).resolve().parents[2] / "docs/internals/measured/luck.md"

ABOUT = """# Luck and skill

A result is luck and choices. Luck is what chance gave: after each roll, spin or draw, a computer player judges the position, and the mean of its judgement over sixteen others for the same action is taken off. What nobody can know, such as the order of a pile, is dealt anew in each of the sixteen. It averages to zero even if positions are misjudged; good judgement only reduces the noise (control variates, as in DIVAT and AIVAT). The rest of the result is the choices of both sides: the points a match without luck are the *skill* that leaderboards, seasons, leagues and profiles show beside the rating, with a 95% interval. 50% is an even result. What is dealt before the first turn, such as planets in Alien Checkers, counts as choices: both sides get theirs alike.

Each match that counts is looked at once, when nothing else waits, and keeps what was found, so a newer computer player changes no older result. Draughts has no dice, so its skill would be its points, and none is shown.

`PROGRAM_UNDER_TEST=… python3 tests/yardstick/luck.py {words}` wrote this table: level 4 against level 3, two matches a pair with the sides swapped.

| game | matches | points of level 4 | without luck | luck, with its 95% interval | variance left | best factor |
|---|---|---|---|---|---|---|
"""

AFTER = """
*Variance left*: without luck, this share of the matches tells two players apart as surely as all of them do by points. Where it is near 100%, the players' own choices decide matches, and chance little. *Best factor*: by how much luck would have to be multiplied to explain most; near 1 it is set well (`LUCK_COMES_TRUE` in `engine/src/games/*/mind.rs`, measured with seed 9, for Alien Checkers and Piecepack Soccer with 200 pairs of seed 14).
"""


def row(game: str, name: str, words: list[str]) -> str:
    command = [os.environ["PROGRAM_UNDER_TEST"], "arena", game, "a=4", "b=3", *words, "--luck", "--json"]
    played = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(played.stdout)["luck"]
    points, play, give, needed = (100 * found[it] for it in ["points", "play", "luck_give", "needed"])
    return (
        f"| {name} | {found['matches']:,} | {points:.1f}% | {play:.1f}% | {points - play:+.1f} ± {give:.1f} "
        f"| {needed:.0f}% | {found['fits']:.2f} |\n"
    )


def main(words: list[str]) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = "".join(pool.map(lambda game: row(game, GAMES[game], words), GAMES))
    PAGE.write_text(ABOUT.format(words=" ".join(words)) + rows + AFTER)


main(sys.argv[1:])
