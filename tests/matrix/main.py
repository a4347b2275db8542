"""Runs the checks one after the other and says how many there were. Arguments are parts of names: only those run.

With `--default-limits` the homeserver limits the bot as Synapse does if nobody says otherwise; whole games are played then. With
`--version=12` rooms are of that version if nobody says otherwise."""

import asyncio
import sqlite3
import sys
import tempfile
import time
import traceback
from pathlib import Path

import account
import both
import bypost
import faults
import login
import play
import private
import rooms
import versions
from player import Player
from program import Program
from proxy import Proxy
from server import Server

MODULES = [account, login, play, private, rooms, versions, bypost, faults, both]
PASSWORD = "player-password"
DEFAULT_LIMITS = "--default-limits"
VERSION = "--version="
# What is worth playing under them: a match to its end.
UNDER_LIMITS = ["play.a_whole_game_in"]


class World:
    """What every check has: a homeserver, the program on it by way of a proxy, and three players."""

    def __init__(self, folder, limited=False, version=None):
        self.folder = folder
        self.version = version
        self.limited = limited
        self.counted = 0

    async def open(self):
        self.server = Server(self.folder / "server", self.settings(), default_limits=self.limited).__enter__()
        self.server.register("bot", "bot-password")
        self.players = {}
        for name in ["ann", "bob", "cid"]:
            self.server.register(name, PASSWORD)
            if self.limited:
                # People type more slowly than these.
                self.server.unlimit(f"@{name}:draughts.test", self.admin())
            self.players[name] = await Player(self.server, name, self.folder / "players").start(PASSWORD)
        self.ann, self.bob, self.cid = self.players.values()
        recovery = self.folder / "bot" / "recovery.txt"
        self.proxy = await Proxy(self.server).start()
        self.program = Program(self.folder / "bot", self.proxy, recovery_file=str(recovery), operators=["@ann:draughts.test"])
        await asyncio.to_thread(self.program.start)
        return self

    def settings(self):
        return {"default_room_version": self.version} if self.version else {}

    async def close(self):
        await asyncio.to_thread(self.program.stop)
        await self.proxy.stop()
        for player in self.players.values():
            await player.stop()
        self.server.stop()

    def database(self):
        """Opens the program's database beside the program."""
        return sqlite3.connect(self.program.folder / "draughtsman.db", timeout=30, isolation_level=None)

    def check(self, holds, what):
        """Counts one thing that has to hold."""
        self.counted += 1
        assert holds, what

    def admin(self):
        """Returns the token of the server's own admin."""
        if not hasattr(self, "admin_token"):
            self.server.register("admin", "admin-password", admin=True)
            self.admin_token = self.server.login("admin", "admin-password")
        return self.admin_token

    async def room(self, name, *players, encrypted=False, **more):
        """Makes a room with the bot and players; the first of them owns it."""
        owner, others = players[0], players[1:]
        since = owner.mark()
        invite = ["@bot:draughts.test", *(it.user for it in others)]
        room = await owner.make_room(name, invite=invite, encrypted=encrypted, **more)
        for it in others:
            await it.join(room)
        await owner.hears("Hello!", room, since=since)
        return room


async def run(arguments):
    limited = DEFAULT_LIMITS in arguments
    version = next((it.removeprefix(VERSION) for it in arguments if it.startswith(VERSION)), None)
    wanted = [it for it in arguments if not it.startswith("--")] or (UNDER_LIMITS if limited else [])
    failed = []
    ran = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="draughtsman-matrix-") as folder:
        world = World(Path(folder), limited, version)
        await world.open()
        try:
            for module in MODULES:
                for check in module.CHECKS:
                    name = f"{module.__name__}.{check.__name__}"
                    if wanted and not any(it in name for it in wanted):
                        continue
                    ran += 1
                    start = time.monotonic()
                    try:
                        await check(world)
                        print(f"ok     {name} ({time.monotonic() - start:.1f} s)", flush=True)
                    except Exception:
                        for rule in world.proxy.rules:
                            rule.lift()
                        failed.append(name)
                        print(f"FAILED {name}", flush=True)
                        traceback.print_exc()
        finally:
            await world.close()
            if failed:
                told = [it for it in world.program.log().splitlines() if "Failed to decrypt" not in it]
                print("--- the program's log:\n" + "\n".join(told)[-20000:])
    seconds = time.monotonic() - begun
    print(f"{ran} checks with {world.counted} statements ran in {seconds:.0f} s, {len(failed)} failed" + "".join(f": {it}" for it in failed))
    return 1 if failed or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
