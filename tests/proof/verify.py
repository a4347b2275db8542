#!/usr/bin/env python3
"""Checks the dice of exported matches, from docs/export.md alone: nothing of the program is used.

verify.py FILE... prints a line for each file and fails when a file does not hold. With --player ID before the files, such as
--player discord:123456789012345678, somebody must have played in all of them.
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


SEATS = ("first", "second")


def seed_from(secret, words):
    parts = (part for it in words for part in (number(len(it.encode())), it.encode()))
    return sha256(b"draughtsman/seed/1", secret, *parts)


def same(bound, value):
    """Tells whether a value is the one that was bound, where any text may stand for a free one."""
    if bound == {"any": "text"} and isinstance(value, str):
        return True
    if isinstance(bound, dict) and isinstance(value, dict):
        return bound.keys() == value.keys() and all(same(bound[it], value[it]) for it in bound)
    if isinstance(bound, list) and isinstance(value, list):
        return len(bound) == len(value) and all(map(same, bound, value))
    return type(bound) is type(value) and bound == value


def check_bound(match, secret):
    """Checks that game, terms, players, words and sides are those that the commitments bind."""
    bound, tag = match["bound"], match["tag"].encode()
    for text, shown in ((bound["offer"], match["commitment"]), (bound["begun"], bound["pledge"])):
        made = sha256(b"draughtsman/commit/2", secret, number(len(tag)), tag, text.encode())
        if made.hex() != shown:
            raise Unfair("the secret is not the one that was committed to")
    offer, begun = json.loads(bound["offer"]), json.loads(bound["begun"])
    challenger = begun["challenger"]
    other = SEATS[1 - SEATS.index(challenger)]
    start = match.get("start") and {key: match["start"][key] for key in ("state", "last")}
    holds = {
        "game": offer["game"] == match["game"],
        "options": same(offer["options"], match["options"]),
        "start": same(offer.get("start"), start),
        "clock": offer["clock"] == match["clock"],
        "rated": offer["rated"] or not match["rated"],
        "challenge": begun["offer"] == match["commitment"],
        "challenger": begun["players"][challenger] == offer["by"],
        "other player": offer["to"] in (None, begun["players"][other]),
        "words": begun["words"] == match["words"],
    }
    for what, agrees in holds.items():
        if not agrees:
            raise Unfair(f"the {what} in the file: the commitment binds another")
    if offer["side"] == "random":
        seed = seed_from(secret, [match["words"][challenger], match["words"][other]])
        fell = throw(stream(seed, LAST, 0), 2)
        if bound["toss"] != {"of": 2, "fell": fell} or challenger != SEATS[fell - 1]:
            raise Unfair("the toss for the sides falls otherwise")
    elif bound["toss"] is not None or challenger != offer["side"]:
        raise Unfair("the sides are not those that were asked for")


def check_player(match, player):
    """Checks that somebody played in a match."""
    bound = match["bound"]
    prints = json.loads(bound["begun"])["players"]
    for seat in SEATS:
        salt = bound["salts"][seat]
        if salt is None:
            continue
        made = sha256(b"draughtsman/player/1", bytes.fromhex(salt), player.encode())
        if made.hex() == prints[seat]:
            return
    raise Unfair(f"that {player} played in it cannot be shown")


def seed_of(match):
    secret = bytes.fromhex(match["secret"])
    if match["format"] == FIRST:
        commitment = sha256(b"draughtsman/commit/1", secret, match["tag"].encode())
        if commitment.hex() != match["commitment"]:
            raise Unfair("the secret is not the one that was committed to")
    else:
        check_bound(match, secret)
    return seed_from(secret, [match["words"][seat] for seat in SEATS])


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
            raise Unfair(f"Step {it['step']} after {it['take']} undos is out of place")
        length, take = it["step"] + 1, it["take"]


# The step of the toss for the sides; what is chosen by lot stands below it.
LAST = 2**32 - 1


def stream(seed, step, take):
    return chacha20(sha256(b"draughtsman/step/1", seed, number(step), number(take)))


def check_fallen(throws, words, name):
    for nth, it in enumerate(throws, 1):
        if not 1 <= it["of"] <= 2**32:
            raise Unfair(f"throw {nth} of {name} is of {it['of']} ways")
        if it["fell"] != throw(words, it["of"]):
            raise Unfair(f"throw {nth} of {name} falls otherwise")
    return len(throws)


def check_throws(seed, step):
    nth, take = step["step"], step["take"]
    name = f"step {nth}, take {take}"
    count = check_fallen(step["throws"], stream(seed, nth, take), name)
    lot = step.get("lot") or []
    return count + check_fallen(lot, stream(seed, LAST - nth, take), f"the lot for {name}")


def check_seal(seed, step):
    """Checks that a choice made in private is the one that was sealed."""
    parts = (number(step["step"]), number(step["take"]), step["written"].encode())
    if "seal" in step and sha256(b"draughtsman/seal/1", seed, *parts).hex() != step["seal"]:
        raise Unfair(f"step {step['step']}, take {step['take']}, doesn't match its seal")


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
        check_seal(seed, step)
        if match["game"] in MEANINGS:
            MEANINGS[match["game"]](match, step)
    return throws


def main(paths):
    player = None
    if paths[:1] == ["--player"]:
        player, paths = paths[1], paths[2:]
    held = True
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                match = json.load(file)
            throws = check(match)
            if player is not None:
                check_player(match, player)
            print(f"{path}: holds, {throws} throws")
        # Whatever a file is, the next one is looked at.
        except Exception as fault:
            print(f"{path}: DOES NOT HOLD: {fault or type(fault).__name__}")
            held = False
    return 0 if held and paths else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
