#!/usr/bin/env python3
"""Checks the dice of exported matches, from docs/export.md alone: nothing of the program is used.

verify.py FILE... prints a line for each file and fails when a file does not hold.
"""
import hashlib
import json
import struct
import sys

FIRST = "draughtsman-match/1"
SECOND = "draughtsman-match/2"


class Unfair(Exception):
    """What does not agree."""


def quarter_round(state, a, b, c, d):
    def rotated(value, by):
        return (value << by | value >> (32 - by)) & 0xFFFFFFFF

    state[a] = (state[a] + state[b]) & 0xFFFFFFFF
    state[d] = rotated(state[d] ^ state[a], 16)
    state[c] = (state[c] + state[d]) & 0xFFFFFFFF
    state[b] = rotated(state[b] ^ state[c], 12)
    state[a] = (state[a] + state[b]) & 0xFFFFFFFF
    state[d] = rotated(state[d] ^ state[a], 8)
    state[c] = (state[c] + state[d]) & 0xFFFFFFFF
    state[b] = rotated(state[b] ^ state[c], 7)


def chacha20(key):
    """Yields the words of the stream, its counter and nonce beginning at zero."""
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
    counter = 0
    while True:
        block = start + [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        state = list(block)
        for _ in range(10):
            for column in range(4):
                quarter_round(state, column, 4 + column, 8 + column, 12 + column)
            for first in range(4):
                quarter_round(
                    state, first, 4 + (first + 1) % 4, 8 + (first + 2) % 4, 12 + (first + 3) % 4
                )
        yield from ((mixed + before) & 0xFFFFFFFF for mixed, before in zip(state, block))
        counter += 1


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def number(value):
    return struct.pack("<I", value)


def throw(words, of):
    """Takes the next throw of so many equally likely ways, from 1."""
    zone = 2**32 // of * of
    return next(word for word in words if word < zone) % of + 1


def seed_of(match):
    secret = bytes.fromhex(match["secret"])
    commitment = sha256(b"draughtsman/commit/1", secret, match["tag"].encode())
    if commitment.hex() != match["commitment"]:
        raise Unfair("the secret is not the one that was committed to")
    words = [match["words"][seat].encode() for seat in ("first", "second")]
    return sha256(
        b"draughtsman/seed/1", secret, *(part for it in words for part in (number(len(it)), it))
    )


def check_order(steps, form):
    """Checks that every step stands where it can, and that the takes own up to every try."""
    if not steps or (steps[0]["step"], steps[0]["take"]) != (0, 0) or "undo" in steps[0]:
        raise Unfair("the match does not begin with its opening")
    length, take = 1, 0
    for it in steps[1:]:
        thrown_off, undos = length - it["step"], it["take"] - take
        fits = (thrown_off, undos) == (0, 0)
        if form == FIRST:
            fits = fits or (1 <= it["step"] and 1 <= undos <= thrown_off)
        elif "undo" in it:
            fits = 0 <= it["step"] and 2 <= thrown_off and undos == 1
        if not fits:
            raise Unfair(f"step {it['step']} of take {it['take']} stands where it cannot")
        length, take = it["step"] + 1, it["take"]


def check_throws(seed, step):
    key = sha256(b"draughtsman/step/1", seed, number(step["step"]), number(step["take"]))
    words = chacha20(key)
    for nth, it in enumerate(step["throws"], 1):
        if not 1 <= it["of"] <= 2**32:
            raise Unfair(f"throw {nth} of step {step['step']} is of {it['of']} ways")
        if it["fell"] != throw(words, it["of"]):
            raise Unfair(
                f"throw {nth} of step {step['step']}, take {step['take']}, falls otherwise"
            )
    return len(step["throws"])


def check_wheel(match, step):
    """Trapdoor Checkers: the colour told of is the one the wheel was thrown for."""
    weights = [int(it) for it in match["options"]["wheel"].split(":")]
    sectors = [name for name, n in zip(("black", "green", "orange"), weights) for _ in range(n)]
    shown = [it["spun"]["at"] for it in step["events"] if "spun" in it]
    thrown = [sectors[it["fell"] - 1] for it in step["throws"] if it["of"] == len(sectors)]
    if shown != thrown:
        raise Unfair(f"the wheel of step {step['step']} shows something else than was thrown")


# What throws mean on the board, where that can be told from the events without the rules.
MEANINGS = {"trapdoor": check_wheel}


def check(match):
    """Checks a match; returns how many throws fell in it."""
    form = match["format"]
    if form not in (FIRST, SECOND):
        raise Unfair(f"the form is {form!r}, not {FIRST!r} or {SECOND!r}")
    if match["secret"] is None:
        raise Unfair("the match was still running")
    seed = seed_of(match)
    check_order(match["steps"], form)
    throws = 0
    for step in match["steps"]:
        throws += check_throws(seed, step)
        if match["game"] in MEANINGS:
            MEANINGS[match["game"]](match, step)
    return throws


def main(paths):
    held = True
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                throws = check(json.load(file))
            print(f"{path}: holds, {throws} throws")
        # Whatever a file is, the next one is looked at.
        except Exception as fault:
            print(f"{path}: DOES NOT HOLD: {fault or type(fault).__name__}")
            held = False
    return 0 if held and paths else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
