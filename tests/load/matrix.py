"""Runs the load test with moves over Matrix at the same time: a homeserver on 127.0.0.1, and two players in one room who play one
match after another. Arguments: the number of moves, the minutes they take, then the command of the load test."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "matrix"))

from play import MENU, SIGNS, asked_by, first_word, thread_of  # noqa: E402
from player import BOT, Late, Player, text_of  # noqa: E402
from server import Server  # noqa: E402

GAMES = ["trapdoor", "draughts"]
PASSWORD = "player-password"


class Figures:
    def __init__(self):
        self.answers = []
        self.unanswered = 0
        self.matches = 0

    def report(self):
        at = lambda share: sorted(self.answers)[int(len(self.answers) * share)] if self.answers else float("nan")
        print(f"Matrix moves         {len(self.answers)} in {self.matches} matches, {self.unanswered} unanswered")
        print(f"  answer, half       {at(0.5):.0f} ms (with the homeserver's time)")
        print(f"  answer, 99 of 100  {at(0.99):.0f} ms")


async def begin(room, first, second, game):
    """Starts a match and returns its first board."""
    since = second.mark()
    await first.say(room, f"!challenge {second.user} {game} unrated side=black")
    offer = await second.hears("challenges", room, since=since)
    since = second.mark()
    await second.press(offer, SIGNS[0])
    return await second.hears("New match: ", room, since=since)


async def answered(player, room, since):
    """Waits for the board after a move."""

    def find():
        for it in player.heard[since:]:
            if it["room"] == room and it["sender"] == BOT and MENU in it["content"]:
                relation = it["content"].get("m.relates_to", {})
                return it | {"event_id": relation["event_id"]} if relation.get("rel_type") == "m.replace" else it

    return await player.until(find, "the next board")


async def play(figures, server, players, moves, seconds):
    ann = players["@ann:draughts.test"]
    room = await ann.make_room("load", invite=[BOT, *(it for it in players if it != ann.user)])
    for it in players.values():
        if it is not ann:
            await it.join(room)
    # The program starts after the homeserver.
    await ann.hears("Hello!", room)
    pause = seconds / moves
    due = time.monotonic()
    end = due + seconds
    board = None
    while time.monotonic() < end:
        try:
            if board is None or board["content"][MENU]["choices"][0]["says"].startswith("rematch"):
                board = await begin(room, *players.values(), GAMES[figures.matches % len(GAMES)])
                root = thread_of(board)
                figures.matches += 1
            mover = asked_by(board, players)
            since = ann.mark()
            told = time.monotonic()
            await mover.say_in_thread(room, root, first_word(board["content"][MENU])["typed"])
            board = await answered(ann, room, since)
            figures.answers.append((time.monotonic() - told) * 1000)
        except (Late, AssertionError) as err:
            print(f"Matrix: {err}"[:400], file=sys.stderr)
            figures.unanswered += 1
            board = None
        due = max(due + pause, time.monotonic())
        await asyncio.sleep(due - time.monotonic())


async def run(moves, minutes, command):
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="draughtsman-load-") as folder:
        folder = Path(folder)
        with Server(folder / "server") as server:
            server.register("bot", "bot-password")
            players = {}
            for name in ["ann", "bob"]:
                server.register(name, PASSWORD)
                players[f"@{name}:draughts.test"] = await Player(server, name, folder / "players").start(PASSWORD)
            account = {"MATRIX_HOMESERVER": server.url, "MATRIX_USER": BOT, "MATRIX_PASSWORD": "bot-password"}
            load = await asyncio.create_subprocess_exec(*command, env=os.environ | account)
            playing = asyncio.create_task(play(figures, server, players, moves, minutes * 60))
            status = await load.wait()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            for it in players.values():
                await it.stop()
    figures.report()
    return status or int(not figures.answers)


if __name__ == "__main__":
    sys.exit(asyncio.run(run(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])))
