"""Plays a match between Ann, who looks at it in a client, and Bob, and takes pictures: a challenge, a board, an edit, a thread and a
secret. What Ann and Bob say is said by scripts."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import play
from main import PASSWORD, World
from nheko import Nheko
from player import BOT
from private import direct_room

HERE = Path(__file__).parent
# The seconds in which a client draws what has come.
DRAWN = 4


class Stage(World):
    """A world whose server also shows pictures to clients that don't say who asks, as nheko of Debian 12 does."""

    def settings(self):
        return super().settings() | {"enable_authenticated_media": False}


class Cinny:
    """Cinny in Chromium, driven by lines."""

    def __init__(self, server, user, device, token):
        self.arguments = [os.environ["CINNY"] + "/dist", server, user, device, token]

    async def __aenter__(self):
        command = ["node", str(HERE / "cinny.mjs"), *self.arguments]
        self.process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return self

    async def __aexit__(self, *_):
        await self.say("end")
        await self.process.wait()

    async def say(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answer = await self.process.stdout.readline()
        assert answer.strip() == b"done", f"{line}: {answer}"

    async def open(self, name):
        await self.say(f"open {self.rooms[name]}")

    async def shot(self, file):
        await asyncio.sleep(DRAWN)
        await self.say(f"shot {file}")


async def look(world, kind, client, folder):
    """Plays the match in a room of its own, and takes the pictures."""
    rooms = {}
    rooms[f"Games {kind}"] = room = await world.room(f"Games {kind}", world.ann, world.bob)
    own = await direct_room(world, world.ann)
    rooms["ann and the bot"] = own
    client.rooms = rooms
    async with client:
        await asyncio.sleep(DRAWN)
        await client.open(f"Games {kind}")

        async def shot(what):
            await client.shot(folder / f"{kind}-{what}.jpg")

        since = world.ann.mark()
        await world.bob.say(room, f"!challenge {world.ann.user} metasoccer unrated side=south")
        offer = await world.ann.hears("challenges", room, since=since)
        await shot("challenge")
        since = world.ann.mark()
        await world.ann.press(offer, play.SIGNS[0])
        board = await world.ann.hears("Match #", room, since=since)
        await shot("board")
        for _ in range(6):
            since = world.ann.mark()
            menu = board["content"][play.MENU]
            await play.asked_by(board, world.players).say_in_thread(room, play.thread_of(board), play.first_word(menu)["typed"])
            answer = await play.shown_after(world.ann, room, board, since, "a step")
            edited = answer["event_id"] == board["event_id"]
            board = answer
            if edited:
                break
        await shot("edit")
        number = play.number_of(board)
        await world.ann.say(room, f"!resign #{number} yes")
        since = world.ann.mark()
        await world.bob.say(room, f"!challenge {world.ann.user} trapdoor unrated side=white {play.SHORT}")
        offer = await world.ann.hears("challenges", room, since=since)
        await world.ann.press(offer, play.SIGNS[0])
        board = await world.ann.hears("Match #", room, since=since)
        for _ in range(3):
            since = world.ann.mark()
            menu = board["content"][play.MENU]
            await play.asked_by(board, world.players).say_in_thread(room, play.thread_of(board), play.first_word(menu)["typed"])
            board = await play.shown_after(world.ann, room, board, since, "a step")
        await shot("thread")
        await client.open("ann and the bot")
        since = world.ann.mark()
        await world.bob.say(room, f"!challenge {world.ann.user} alien unrated")
        offer = await world.ann.hears("challenges", room, since=since)
        await world.ann.press(offer, play.SIGNS[0])
        await world.ann.hears("Match #", room, since=since)
        await world.ann.say(own, "hand")
        await world.ann.hears("", own, sender=BOT, since=since)
        await shot("secret")


async def main(folder):
    with tempfile.TemporaryDirectory(prefix="draughtsman-clients-") as here:
        world = await Stage(Path(here)).open()
        try:
            kinds = [("nheko", Nheko)] + ([("cinny", Cinny)] if "CINNY" in os.environ else [])
            kinds = [it for it in kinds if it[0] in os.environ.get("CLIENTS", "nheko cinny")]
            for kind, client in kinds:
                body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": "ann"}, "password": PASSWORD}
                status, login = await asyncio.to_thread(world.server.request, "POST", "/_matrix/client/v3/login", body)
                assert status == 200, login
                await look(world, kind, client(world.server.url, world.ann.user, login["device_id"], login["access_token"]), folder)
        finally:
            await world.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
