"""Checks of logins: with a code on a server without passwords, with renewed tokens, and error messages for lost sessions."""

import asyncio
import json
import os
import shutil
import signal

from account import fails, keys_of, second_bot
from oauth import LoginServer
from player import text_of
from program import Program
from server import free_port

HOURS = 24
PERIODS_AN_HOUR = 12
# How many milliseconds after the response to its renewal the program is killed; None is before the response.
KILLS = [None, 0, 1, 2, 3, 5, 8, 12]


class Web:
    """A bot on a server without passwords."""

    def __init__(self, world, name, **settings):
        self.world, self.name = world, name
        world.server.register(f"{name}-bot", "bot-password")
        self.user = f"@{name}-bot:draughts.test"
        self.settings = settings

    async def __aenter__(self):
        self.server = await LoginServer(self.world.server, f"{self.name}-bot").start()
        settings = {"user": self.user, "recovery_file": str(self.world.folder / f"{self.name}-recovery.txt")} | self.settings
        self.program = Program(self.world.folder / self.name, self.server, password=None, **settings)
        return self

    async def __aexit__(self, *_):
        if self.program.process and self.program.process.poll() is None:
            await asyncio.to_thread(self.program.stop)
        await self.server.stop()

    async def run(self, *args):
        return await asyncio.to_thread(self.program.run, *args)

    async def log_in(self):
        code, said = await self.run("matrix", "login")
        assert code == 0 and f"Logged in as {self.user}" in said, said
        return said

    def session(self):
        return json.loads((self.program.folder / "draughtsman-matrix" / "session.json").read_text())

    async def room(self, player, encrypted=True):
        room = await player.make_room(self.name, invite=[self.user], encrypted=encrypted)
        await player.hears("Hello!", room, sender=self.user)
        return room

    async def answers(self, player, room, since):
        await player.say(room, "!leaderboard")
        return await player.hears("Leaderboard", room, sender=self.user, since=since)


async def a_code_in_a_browser_logs_in_where_there_are_no_passwords(world):
    async with Web(world, "coded") as it:
        code, said = await it.run("check")
        world.check(code == 1 and "draughtsman matrix login" in said and "matrix.token" in said, said)
        code, said = await asyncio.to_thread(fails, it.program)
        world.check(code != 0 and "draughtsman matrix login" in said, said)
        it.program.write(it.program.matrix | {"password": "bot-password"})
        for command in ["serve", "check"]:
            code, said = await it.run(command)
            ways = ["doesn't allow logins with a password", "draughtsman matrix login", "mas-cli manage issue-compatibility-token coded-bot"]
            world.check(code != 0 and all(way in said for way in ways) and "bot-password" not in said, said)
        it.program.write(it.program.matrix | {"password": None})
        said = await it.log_in()
        world.check("/link?code=" in said and "confirm the code" in said, said)
        code, again = await it.run("matrix", "login")
        world.check(code == 0 and "confirm the code" not in again, f"a second time there is nothing to do: {again}")
        device = it.session()["session"]["device_id"]
        world.check(device in said, "the device is named")
        it.server.later()
        code, said = await it.run("check")
        world.check(code == 0 and device in said, f"a token that has run out is renewed: {said}")
        code, said = await it.run("matrix", "verify")
        world.check(code == 0 and "signed       yes" in said and "recovery     set up" in said, said)
        await asyncio.to_thread(it.program.start)
        room = await it.room(world.ann)
        await it.answers(world.ann, room, world.ann.mark())
        code, said = await it.run("check")
        world.check(code == 0 and device in said, f"the running bot is seen: {said}")
        session = it.session()["session"]
        world.check(not any(session[key] in it.program.log() for key in ["access_token", "refresh_token"]), "no token is logged")
        await asyncio.to_thread(it.program.stop)
        shutil.rmtree(it.program.folder / "draughtsman-matrix")
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        world.check("on the account's page of the login server" in it.program.log(), "it is said where earlier devices are removed")


async def a_code_that_is_not_confirmed_logs_nobody_in(world):
    async with Web(world, "undecided") as it:
        it.server.people = "decline"
        code, said = await it.run("matrix", "login")
        world.check(code != 0 and "declined" in said and "run `draughtsman matrix login`" in said, said)
        it.server.people, it.server.codes_live = "sleep", 1
        code, said = await it.run("matrix", "login")
        world.check(code != 0 and "nobody confirmed" in said, said)
        it.server.people, it.server.codes_live, it.server.name = "confirm", 600, "bob"
        it.server.password = "player-password"
        code, said = await it.run("matrix", "login")
        world.check(code != 0 and "@bob:draughts.test was logged in, not @undecided-bot" in said, said)
        it.server.name, it.server.password = "undecided-bot", "bot-password"
        await it.log_in()


async def a_day_of_five_minute_tokens_with_kills_at_renewals(world):
    async with Web(world, "daily") as it:
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        room = await it.room(world.ann)
        begun = world.ann.mark()
        device = it.session()["session"]["device_id"]

        async def kill():
            os.kill(it.program.process.pid, signal.SIGKILL)

        def killed_after(wait):
            async def later():
                await asyncio.sleep(wait / 1000)
                await kill()

            return later

        said = kills = 0
        for period in range(HOURS * PERIODS_AN_HOUR):
            it.server.later()
            since, before = world.ann.mark(), it.server.renewals
            if period % PERIODS_AN_HOUR == 0:
                wait = KILLS[kills % len(KILLS)]
                kills += 1
                if wait is None:
                    it.server.before_answer = kill
                else:
                    it.server.after_answer = killed_after(wait)
                await world.ann.say(room, "!leaderboard")
                await asyncio.to_thread(it.program.process.wait, 60)
                it.program.out.close()
                await asyncio.to_thread(it.program.start)
                await world.ann.hears("Leaderboard", room, sender=it.user, since=since)
            else:
                await it.answers(world.ann, room, since)
            said += 1
            assert before < it.server.renewals, "the tokens are renewed"
        world.check(kills == HOURS, "it was killed every hour")
        world.check(not it.server.refused, "no refresh token was lost")
        world.check(it.session()["session"]["device_id"] == device, "it is the same device")
        # Duplicate answers would have arrived by now.
        await it.answers(world.ann, room, world.ann.mark())
        heard = [one for one in world.ann.after(begun) if one["room"] == room and "Leaderboard" in text_of(one)]
        world.check(len(heard) == said + 1, f"{said + 1} questions have {len(heard)} answers")


async def tokens_that_cannot_be_stored_are_not_used(world):
    async with Web(world, "full") as it:
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        room = await it.room(world.ann)
        part = it.program.folder / "draughtsman-matrix" / "session.part"
        for ends in ["by room", "by kill"]:
            part.mkdir()
            it.server.later()
            since = world.ann.mark()
            before = it.program.log().count("can't be stored")
            await world.ann.say(room, "!leaderboard")
            while it.program.log().count("can't be stored") < before + 2:
                await asyncio.sleep(0.05)
            world.check(not it.server.pairs[-1].used, "the new token is not used")
            if ends == "by kill":
                await asyncio.to_thread(it.program.kill)
            part.rmdir()
            if ends == "by kill":
                await asyncio.to_thread(it.program.start)
            await world.ann.hears("Leaderboard", room, sender=it.user, since=since)
        world.check(not it.server.refused, "no refresh token was lost")


async def a_login_server_that_is_away_ends_nothing(world):
    async with Web(world, "stray") as it:
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        room = await it.room(world.ann)
        it.server.later()
        answer = it.server.renew

        async def broken(request, refresh):
            from aiohttp import web

            return web.json_response({"error": "server_error"}, status=500)

        it.server.renew = broken
        since = world.ann.mark()
        await world.ann.say(room, "!leaderboard")
        world.check(await asyncio.to_thread(it.program.logs, "interrupted"), "the log says so")
        world.check(it.program.process.poll() is None, "it waits")
        it.server.renew = answer
        await world.ann.hears("Leaderboard", room, sender=it.user, since=since)


async def a_session_that_was_ended_is_continued_by_another_login(world):
    async with Web(world, "ended") as it:
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        room = await it.room(world.ann)
        device = it.session()["session"]["device_id"]
        it.server.end()
        since = world.ann.mark()
        await world.ann.say(room, "!leaderboard")
        code = await asyncio.to_thread(it.program.process.wait, 90)
        it.program.out.close()
        ways = ["logged the bot's Matrix device out", "draughtsman matrix login", "matrix.recovery_file"]
        world.check(code != 0 and all(way in it.program.log() for way in ways), it.program.log()[-800:])
        code, said = await it.run("check")
        world.check(code == 1 and all(way in said for way in ways), said)
        await it.log_in()
        world.check(it.session()["session"]["device_id"] == device, "the device is the same")
        code, said = await it.run("check")
        world.check(code == 0 and device in said, said)
        await asyncio.to_thread(it.program.start)
        await world.ann.hears("Leaderboard", room, sender=it.user, since=since)
        world.check(True, "what was said meanwhile in the encrypted room is answered")
        await asyncio.to_thread(it.program.stop)
        path = f"/_synapse/admin/v2/users/{it.user}/devices/{device}"
        status, _ = await asyncio.to_thread(world.server.request, "DELETE", path, None, world.admin())
        world.check(status == 200, "the device is deleted")
        it.server.end()
        code, said = await it.run("matrix", "login")
        world.check(code != 0 and "has deleted the device" in said and "Delete the folder" in said, said)
        shutil.rmtree(it.program.folder / "draughtsman-matrix")
        await it.log_in()
        await asyncio.to_thread(it.program.start)
        since = world.ann.mark()
        await it.answers(world.ann, room, since)
        keys = await keys_of(world, it.user)
        world.check(it.session()["session"]["device_id"] in keys["device_keys"][it.user], "it is a new device")


async def a_newer_token_of_the_same_device_is_taken(world):
    program = second_bot(world, "compat", password=None)

    def token(device):
        body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": "compat-bot"}, "password": "bot-password"}
        status, answer = world.server.request("POST", "/_matrix/client/v3/login", body | {"device_id": device})
        assert status == 200, answer
        return answer["access_token"]

    first = token("COMPAT")
    program.write(program.matrix | {"token": first})
    code, said = await asyncio.to_thread(program.run, "check")
    world.check(code == 0 and "COMPAT" in said, said)
    await asyncio.to_thread(program.start)
    await asyncio.to_thread(program.stop)
    world.check("ERROR" not in program.log(), program.log())
    second = token("COMPAT")
    program.write(program.matrix | {"token": second})
    await asyncio.to_thread(program.start)
    await asyncio.to_thread(program.stop)
    session = json.loads((program.folder / "draughtsman-matrix" / "session.json").read_text())["session"]
    world.check(session["access_token"] == second and session["device_id"] == "COMPAT", "the newer token is stored")
    world.check(first not in program.log() and second not in program.log(), "no token is logged")
    program.write(program.matrix | {"token": token("OTHER")})
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "device OTHER" in said and "device COMPAT" in said, said)


async def a_first_login_waits_for_the_server(world):
    program = second_bot(world, "early")
    port = free_port()
    program.write(program.matrix | {"homeserver": f"http://127.0.0.1:{port}"})
    await asyncio.to_thread(program.start, 0)
    try:
        world.check(await asyncio.to_thread(program.logs, "trying on"), "it says that it tries on")
        world.check("can't be reached" in program.log() and "matrix.homeserver" in program.log(), program.log())
        way = LoginServer(world.server, "early-bot")
        way.handle = way.forward
        await way.start(port)
        world.check(await asyncio.to_thread(program.logs, "listening on Matrix", 90), "it logs in when the server is there")
    finally:
        await asyncio.to_thread(program.stop)
    await way.stop()


async def what_happened_to_the_account_is_said(world):
    program = second_bot(world, "fallen")
    user = program.matrix["user"]
    path = f"/_synapse/admin/v2/users/{user}"

    async def admin(**body):
        status, answer = await asyncio.to_thread(world.server.request, "PUT", path, body, world.admin())
        assert status == 200, answer

    await asyncio.to_thread(program.start)
    await admin(deactivated=True)
    code = await asyncio.to_thread(program.process.wait, 90)
    program.out.close()
    world.check(code != 0 and "the account was deactivated" in program.log(), program.log()[-600:])
    code, said = await asyncio.to_thread(program.run, "check")
    world.check(code == 1 and "the account was deactivated" in said, said)
    shutil.rmtree(program.folder / "draughtsman-matrix")
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and ("has deactivated the bot's account" in said or "doesn't accept this password" in said), said)


async def the_short_names_in_the_environment_are_read(world):
    world.server.register("short-bot", "bot-password")
    program = Program(world.folder / "short", world.server)
    (program.folder / "draughtsman.toml").write_text('log = "warn,bot=info"\n')
    program.more = {"MATRIX_HOMESERVER": world.server.url, "MATRIX_USER": "@short-bot:draughts.test", "MATRIX_PASSWORD": "wrong"}
    # The program's own long name takes precedence.
    program.more["DRAUGHTSMAN_MATRIX__PASSWORD"] = "bot-password"
    await asyncio.to_thread(program.start)
    world.check(await asyncio.to_thread(program.stop) == 0, "the program starts and ends as told")


CHECKS = [
    a_code_in_a_browser_logs_in_where_there_are_no_passwords,
    a_code_that_is_not_confirmed_logs_nobody_in,
    tokens_that_cannot_be_stored_are_not_used,
    a_login_server_that_is_away_ends_nothing,
    a_session_that_was_ended_is_continued_by_another_login,
    a_newer_token_of_the_same_device_is_taken,
    a_first_login_waits_for_the_server,
    what_happened_to_the_account_is_said,
    the_short_names_in_the_environment_are_read,
    a_day_of_five_minute_tokens_with_kills_at_renewals,
]
