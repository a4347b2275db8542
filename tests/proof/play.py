#!/usr/bin/env python3
"""Plays every game in the local room, with undos, and exports the matches.

play.py PROGRAM FOLDER STEPS plays so many steps of each game and leaves `match-N.json` files in FOLDER. The program is given
no seed, so its dice are those of a real match.
"""
import json
import random
import re
import subprocess
import sys

PLAYERS = ("ann", "bob")


class Room:
    """The local room: one line in, its replies out."""

    def __init__(self, program, folder):
        self.program = subprocess.Popen(
            [program, "--db", f"{folder}/proof.db", "--pictures", folder, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.asked = 0

    def say(self, who, words):
        # An empty wait is answered in one line at once: it marks the end of what came before.
        self.asked += 1
        self.program.stdin.write(f"{who}: {words}\nwait until {self.asked}\n")
        self.program.stdin.flush()
        replies = []
        while True:
            reply = json.loads(self.program.stdout.readline())
            if reply["to"] == "console":
                return replies
            replies.append(reply)

    def wait(self, span):
        """Lets time go by, so that no limit by the hour stands in the way."""
        self.program.stdin.write(f"wait {span}\n")
        self.program.stdin.flush()
        while json.loads(self.program.stdout.readline())["to"] != "console":
            pass

    def close(self):
        self.program.stdin.close()
        self.program.wait()


def accepted(replies):
    return bool(replies) and all(it["refused"] is None for it in replies)


def menus(room, who, of):
    """Returns the words a player may say, with the beginnings of long menus followed."""
    out, todo = [], [f"moves #{of}"]
    while todo:
        replies = room.say(who, todo.pop())
        if not accepted(replies):
            continue
        says = [it["says"] for it in replies[0]["choices"]]
        further = [it for it in says if it.startswith("moves ")]
        out += [it for it in says if it.startswith("play ")]
        if further and not out:
            todo.append(random.choice(further))
    return out or offered(room, who, of)


def offered(room, who, of):
    """Returns what is offered to a player who said something senseless: for games whose choices cannot all be listed."""
    out = []
    for reply in room.say(who, f"play #{of} zz"):
        if reply["refused"] in ("unreadable", "illegal"):
            out += re.findall("`([^`]+)`", reply["text"].partition("Try: ")[2])
    return [it if it.startswith("play ") else f"play #{of} {it}" for it in out]


def act(room, who, says):
    """Says one of the words, and presses on where the answer is a panel, such as that of an aim."""
    replies = room.say(who, random.choice(says))
    panel = [it for one in replies if one["kind"] == "answer" for it in one["choices"]]
    main = [it["says"] for it in panel if it["emphasis"] == "main" and it["says"].startswith("play ")]
    return room.say(who, random.choice(main)) if main else replies


def play(room, game, of, steps):
    """Plays one match at random and exports it."""
    room.wait("2h")
    room.say("ann", f"challenge @bob {game} word=ann-{of}")
    if not accepted(room.say("bob", f"accept {of} word=böb")):
        raise SystemExit(f"{game} cannot be opened")
    over = False
    for step in range(steps):
        moved = False
        for who in PLAYERS:
            says = menus(room, who, of)
            if not says:
                continue
            replies = act(room, who, says)
            moved = moved or accepted(replies)
            over = any(f"rematch #{of}" in (it["says"] for it in one["choices"]) for one in replies)
            break
        if over or not moved:
            break
        if step % 7 == 6:
            asker = random.choice(PLAYERS)
            if accepted(room.say(asker, f"undo #{of}")):
                other = PLAYERS[1 - PLAYERS.index(asker)]
                room.say(other, f"undo #{of} accept")
    if not over:
        room.say("ann", f"resign #{of} yes")
    if not accepted(room.say("bob", f"export #{of}")):
        raise SystemExit(f"{game} cannot be exported")


def main(program, folder, steps):
    room = Room(program, folder)
    games = [it["label"] for it in room.say("ann", "challenge")[0]["choices"]]
    names = [it["says"].partition(" ")[2] for it in room.say("ann", "challenge")[0]["choices"]]
    for nth, game in enumerate(names, 1):
        play(room, game, nth, int(steps))
    room.close()
    print(f"{len(names)} played: {', '.join(games)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
