"""Plays a match between Ann, who looks at it in a client, and Bob, and takes pictures: a challenge, a board, a step, a thread and a
secret. What Ann and Bob say is said by scripts. Element is also asked which pictures it shows: the newest must be that of the newest
board, which an edit of a picture would never be.

With `MATCHES=1`, instead, a match of each game (or of those in GAMES) is played to its end or for so many steps, and all that Ann says in
its room is typed and pressed in the client."""

import asyncio
import itertools
import json
import os
import sys
import tempfile
from pathlib import Path

import play
import whole
from main import PASSWORD, World
from nheko import Nheko
from player import BOT
from private import direct_room

HERE = Path(__file__).parent
# The seconds in which a client draws what has come.
DRAWN = 4
# The most steps of a match that is played in a client.
STEPS = 60


class Stage(World):
    """A world whose server also shows pictures to clients that don't say who asks, as nheko of Debian 12 does."""

    def settings(self):
        return super().settings() | {"enable_authenticated_media": False}


class Browsed:
    """A client in Chromium, driven by lines."""

    has_threads = False
    takes_signs = True

    async def __aenter__(self):
        command = ["node", str(HERE / self.script), *self.arguments]
        self.process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return self

    async def __aexit__(self, *_):
        await self.say("end")
        await self.process.wait()

    async def say(self, line):
        """Returns what the client answers before it is done."""
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answers = []
        while (answer := (await self.process.stdout.readline()).decode().strip()) != "done":
            assert answer, f"{line}: the client has ended"
            answers.append(answer)
        return answers

    async def open(self, name):
        await self.say(f"open {self.rooms[name]}")

    async def shot(self, file):
        await asyncio.sleep(DRAWN)
        await self.say(f"shot {file}")


class Hydrogen(Browsed):
    """Hydrogen, which knows neither threads nor edits: each is a message of its own there."""

    script = "hydrogen.mjs"

    def __init__(self, server, user, device, token):
        self.arguments = [os.environ["HYDROGEN"], server, user, device, token]


class Element(Browsed):
    """The timeline of Element Web in a shell of its own."""

    script = "element.mjs"
    has_threads = True

    def __init__(self, server, user, device, token):
        self.arguments = [os.environ["ELEMENT"], server, user, device, token]

    async def follows(self, root):
        """Opens a thread."""
        await self.say(f"thread {root}")

    async def shows(self, world, board):
        """Checks that the last picture of the thread is that of the newest board."""
        await asyncio.sleep(DRAWN)
        picture = (await play.picture_above(world.ann, board))["content"]["url"].rsplit("/", 1)[1]
        shown = json.loads((await self.say("pictures"))[0])
        world.check(shown and picture in shown[-1], f"Element shows the newest board: {picture} isn't the last of {shown}")


class Typist:
    """A player who says everything in a room with a client, and hears with another."""

    def __init__(self, player, client):
        self.player, self.client, self.opened, self.thread = player, client, None, None

    def __getattr__(self, name):
        return getattr(self.player, name)

    async def enters(self, room):
        name = self.player.client.rooms[room].name if room in self.player.client.rooms else None
        # What is asked in private is answered elsewhere.
        if name not in self.client.rooms:
            return False
        if self.opened != room:
            self.client.rooms[name] = room
            await self.client.open(name)
            self.opened, self.thread = room, None
        return True

    async def say(self, room, words, **more):
        if not await self.enters(room):
            return await self.player.say(room, words, **more)
        await self.client.say(f"type {words}")

    async def goes_to(self, root):
        """Opens a thread, where the client has threads."""
        if self.client.has_threads and self.thread != root:
            await asyncio.sleep(DRAWN)
            await self.client.follows(root)
            self.thread = root

    async def say_in_thread(self, room, root, words):
        if await self.enters(room):
            await self.goes_to(root)
        await self.say(room, words)

    async def press(self, event, sign):
        if not self.client.takes_signs or not await self.enters(event["room"]):
            return await self.player.press(event, sign)
        root = play.thread_of(event)
        if root != event["event_id"]:
            await self.goes_to(root)
        await self.client.say(f"press {event['event_id']}|{sign}")


async def play_all(world, kind, client, folder):
    """Plays a match of each game, one after another, and keeps a picture of its end."""
    ways = itertools.cycle([("plain", "numbers"), ("encrypted", "reactions"), ("plain", "words"), ("encrypted", "numbers")])
    ann = world.ann
    async with client:
        await asyncio.sleep(DRAWN)
        world.ann = world.players["ann"] = Typist(ann, client)
        for game, (room, way) in zip([it for it in whole.GAMES if it in os.environ.get("GAMES", " ".join(whole.GAMES))], ways):
            client.rooms = {f"{game} {room} {kind}": None}
            try:
                print(kind, await whole.whole_match(world, f"{game}", f"{room} {kind}", way, STEPS), flush=True)
            except Exception as err:
                print(f"FAILED {kind} {game} in a {room} room by {way}: {err}", flush=True)
            await client.shot(folder / f"{kind}-{game}-end.jpg")
    world.ann = world.players["ann"] = ann


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
        follows = False
        for _ in range(6):
            since = world.ann.mark()
            menu = board["content"][play.MENU]
            await play.asked_by(board, world.players).say_in_thread(room, play.thread_of(board), play.first_word(menu)["typed"])
            answer = await play.shown_after(world.ann, room, board, since, "a step")
            edited = answer["event_id"] == board["event_id"]
            board = answer
            if kind == "element":
                if not follows:
                    await client.follows(play.thread_of(board))
                follows = True
                await client.shows(world, board)
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
        for step in range(3):
            since = world.ann.mark()
            menu = board["content"][play.MENU]
            await play.asked_by(board, world.players).say_in_thread(room, play.thread_of(board), play.first_word(menu)["typed"])
            board = await play.shown_after(world.ann, room, board, since, "a step")
            if kind == "element":
                if step == 0:
                    await client.follows(play.thread_of(board))
                await client.shows(world, board)
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
            kinds = [("nheko", Nheko), ("hydrogen", Hydrogen)] + ([("element", Element)] if "ELEMENT" in os.environ else [])
            kinds = [kind for kind in kinds if kind[0] in os.environ.get("CLIENTS", "nheko hydrogen element")]
            for kind, client in kinds:
                body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": "ann"}, "password": PASSWORD}
                status, login = await asyncio.to_thread(world.server.request, "POST", "/_matrix/client/v3/login", body)
                assert status == 200, login
                act = play_all if os.environ.get("MATCHES") else look
                await act(world, kind, client(world.server.url, world.ann.user, login["device_id"], login["access_token"]), folder)
        finally:
            await world.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
