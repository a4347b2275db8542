"""Runs the checks one after another, those that mostly wait beside them, and prints their number. Arguments are parts of names: only checks whose name contains one run.

With `--default-limits` the homeserver uses Synapse's default rate limits, and by default only whole games are played. `--version=12`
sets the default version of rooms. With `--slow-uploads` words never wait long enough for their pictures, as on a busy machine."""

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
import first
import login
import play
import private
import rings
import rooms
import seen
import takeover
import versions
import whole
from player import Player
from program import Program
from proxy import Proxy
from server import Server

MODULES = [account, login, first, play, private, rings, rooms, seen, versions, bypost, faults, both, takeover, whole]
# Without default limits these have a homeserver of their own, whose limits they wait for.
BESIDE = [whole]
PASSWORD = "player-password"
DEFAULT_LIMITS = "--default-limits"
VERSION = "--version="
SLOW_UPLOADS = "--slow-uploads"
# The checks that run with default limits: whole matches.
UNDER_LIMITS = ["play.a_whole_game_in", "whole."]


class World:
    """What all checks share: a homeserver, the program connected through a proxy, and three players."""

    def __init__(self, folder, limited=False, version=None):
        self.folder = folder
        self.version = version
        self.limited = limited
        self.counted = 0

    async def open(self):
        server = Server(self.folder / "server", self.settings(), default_limits=self.limited)
        self.server = await asyncio.to_thread(server.__enter__)
        await asyncio.to_thread(self.server.register, "bot", "bot-password")
        self.players = {}
        for name in ["ann", "bob", "cid"]:
            await asyncio.to_thread(self.server.register, name, PASSWORD)
            if self.limited:
                # These players type faster than people.
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
        await asyncio.to_thread(self.server.stop)

    def database(self):
        """Opens another connection to the program's database."""
        return sqlite3.connect(self.program.folder / "draughtsman.db", timeout=30, isolation_level=None)

    def check(self, holds, what):
        """Asserts that something holds, and counts it."""
        self.counted += 1
        assert holds, what

    def admin(self):
        """Returns an access token of the server's admin."""
        if not hasattr(self, "admin_token"):
            self.server.register("admin", "admin-password", admin=True)
            self.admin_token = self.server.login("admin", "admin-password")
        return self.admin_token

    async def room(self, name, *players, encrypted=False, **more):
        """Creates a room with the bot and players; the first player owns it."""
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

        async def try_all(modules):
            nonlocal ran
            for name, check in [(f"{module.__name__}.{check.__name__}", check) for module in modules for check in module.CHECKS]:
                if wanted and not any(it in name for it in wanted):
                    continue
                ran += 1
                start = time.monotonic()
                try:
                    await check(world)
                    edited = [it for player in world.players.values() for it in player.heard if it["content"].get("m.new_content", {}).get("msgtype") == "m.image"]
                    assert not edited, f"no picture is an edit, which Element would not show: {edited[:3]}"
                    print(f"ok     {name} ({time.monotonic() - start:.1f} s)", flush=True)
                except Exception:
                    if modules is not BESIDE:
                        for rule in [rule for rule in world.proxy.rules if not rule.seconds]:
                            rule.lift()
                    failed.append(name)
                    print(f"FAILED {name}", flush=True)
                    traceback.print_exc()

        await world.open()
        if SLOW_UPLOADS in arguments:
            world.proxy.delay("POST", "/media/v3/upload", 4)
        try:
            if limited:
                await try_all(MODULES)
            else:
                await asyncio.gather(try_all([it for it in MODULES if it not in BESIDE]), try_all(BESIDE))
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
