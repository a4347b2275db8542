"""Plays matches between the levels of Draughts and another program, and prints a row for each pairing."""

import argparse
import json
import math
import os
import subprocess
import time
from pathlib import Path

import draughts
from opponents import Rapid, Spiel, number

# The three-move ballots of tournaments. The list has a few more, which lose for one side; they are left out.
BALLOTS = Path(draughts.__file__).parent / "ballot_files" / "3move_english.json"
LONGEST = 400


class Program:
    """`draughtsman partner draughts`: the computer player, and the referee."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["PROGRAM_UNDER_TEST"], "partner", "draughts"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error") or not answer:
            raise SystemExit(f"{line}: {answer}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def read(words):
    """Reads `c3xe5xg7`: where it begins, and its landings."""
    begins, *landings = [number("abcdefgh".index(it[0]) + 1, int(it[1])) for it in words.replace("-", "x").split("x")]
    return begins, landings


def between(begins, landings):
    """Returns the squares that a fully written capture jumps over."""
    def place(square):
        rank = 8 - (square - 1) // 4
        return 2 * ((square - 1) % 4) + 1 + (rank + 1) % 2, rank

    path = [place(it) for it in [begins, *landings]]
    return {number((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in zip(path, path[1:])}


def find(program, begins, landings, captured):
    """Finds our words for the other program's move."""
    listed = [(words, *read(words)) for words in program.ask("moves").split(", ")]
    listed = [it for it in listed if it[1] == begins and it[2][-1] == landings[-1]]
    if 1 < len(listed) and captured:
        listed = [it for it in listed if between(it[1], it[2]) == captured] or listed
    if 1 < len(listed) and 1 < len(landings):
        listed = [it for it in listed if it[2] == landings] or listed
    return listed[0][0]


def play(program, other, ballot, fen, level, seat, match, times):
    """Plays a match with our level in a seat; returns its points."""
    stands = program.ask(f"new from={fen}")
    other.begin(ballot.split()[1:], match)
    for step in range(LONGEST):
        kind, who, now = stands.split(" ", 2)
        if kind == "over":
            return {"draw": 0.5, seat: 1.0}.get(who, 0.0)
        if other.gives_up():
            return 0.5
        if who == seat:
            begins = time.monotonic()
            words = program.ask(f"think {level} {1000 * match + step}")
            times.append(time.monotonic() - begins)
        else:
            words = find(program, *other.choose(now))
        stands = program.ask(f"play {words}")
        other.played(*read(words))
    return 0.5


def measure(program, other, level, ballots, seed):
    pairs, results, times = [], [0, 0, 0], []
    for n, (ballot, fen) in enumerate(ballots):
        pair = 0.0
        for seat in ("first", "second"):
            points = play(program, other, ballot, fen, level, seat, seed + n, times)
            results[round(2 * points)] += 1
            pair += points / 2
        pairs.append(pair)
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((it - mean) ** 2 for it in pairs) / len(pairs))
    # If all pairs ended alike, three others might have been missed.
    side = 1.96 * spread / math.sqrt(len(pairs)) if spread else 3 / len(pairs)
    low, high = max(0.0, mean - side), min(1.0, mean + side)
    lost, drawn, won = results
    slow = sorted(times)[len(times) * 95 // 100] * 1000
    print(
        f"| {other.name}, {other.unit} {other.strength} | {level} | {2 * len(pairs)} | {won} | {drawn} | {lost} "
        f"| {100 * mean:.0f}, {100 * low:.0f}–{100 * high:.0f} | {slow:.0f} |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponent", choices=["rapid", "spiel"])
    parser.add_argument("strengths", type=int, nargs="+", help="depths of rapid, simulations of spiel")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--every", type=int, default=1, help="play each so-manieth ballot")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    listed = json.loads(BALLOTS.read_text())
    ballots = [(name, listed["all"][name]) for name in listed["standard"]][:: asked.every]
    print("| opponent | level | matches | won | drawn | lost | points in percent, 95% interval | ms, 95% of moves |")
    print("|---|---|---|---|---|---|---|---|")
    kind = {"rapid": Rapid, "spiel": Spiel}[asked.opponent]
    for strength in asked.strengths:
        for level in asked.levels:
            program, other = Program(), kind(strength, asked.seed)
            measure(program, other, level, ballots, asked.seed)
            other.close()
            program.close()


if __name__ == "__main__":
    main()
