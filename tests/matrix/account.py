"""Checks of the account: logging in, keeping the device, signing it, and error messages."""

import asyncio
import base64
import hashlib
import json
import shutil
import stat

from aiohttp import web
from nio import Api
from nio.crypto.sas import Sas

from player import Player
from program import Program
from proxy import Proxy
from server import Server, free_port

BOT = "@bot:draughts.test"


def fails(program):
    """Runs `serve`, which must end by itself. Returns its exit status and output."""
    return program.run("serve")


def second_bot(world, name, **settings):
    """Creates another program with its own account."""
    user = f"{name}-bot"
    world.server.register(user, "bot-password")
    settings = {"user": f"@{user}:draughts.test"} | settings
    return Program(world.folder / name, world.server, **settings)


async def keys_of(world, user):
    """Asks the server for a user's keys."""
    return await world.ann.ask("POST", "/keys/query", {"device_keys": {user: []}})


def is_signed(keys, user):
    """Returns whether every device of a user is signed by their account."""
    signing = keys["self_signing_keys"][user]["keys"]
    devices = keys["device_keys"][user].values()
    return all(set(it["signatures"][user]) & set(signing) for it in devices)


async def the_device_is_signed_and_the_recovery_key_written(world):
    world.check(await asyncio.to_thread((world.program.folder / "recovery.txt").exists), "the recovery key is where it was wanted")
    key = world.program.folder / "recovery.txt"
    world.check(stat.S_IMODE(key.stat().st_mode) == 0o600, "for the bot's user alone")
    world.check(len(key.read_text().split()) == 12, "in twelve groups")
    session = world.program.folder / "draughtsman-matrix" / "session.json"
    world.check(stat.S_IMODE(session.stat().st_mode) == 0o600, "the session is for the bot's user alone")
    keys = await keys_of(world, BOT)
    world.check(len(keys["device_keys"][BOT]) == 1 and is_signed(keys, BOT), "the one device is signed")
    secrets = ["bot-password", key.read_text().strip(), json.loads(session.read_text())["session"]["access_token"]]
    world.check(not any(it in world.program.log() for it in secrets), "no secret is logged")


async def the_device_stays_the_same_and_can_be_shown(world):
    before = await keys_of(world, BOT)
    world.check(await asyncio.to_thread(world.program.stop) == 0, "the program ends as told")
    code, said = await asyncio.to_thread(world.program.run, "matrix", "verify")
    world.check(code == 0 and "signed       yes" in said and "recovery     set up" in said, said)
    device = next(iter(before["device_keys"][BOT].values()))
    world.check(device["device_id"] in said, "the device is named")
    fingerprint = device["keys"][f"ed25519:{device['device_id']}"]
    world.check(fingerprint in said.replace(" ", ""), "and its fingerprint")
    await asyncio.to_thread(world.program.start)
    code, said = await asyncio.to_thread(world.program.run, "matrix", "verify")
    world.check(code != 0 and "another bot is using" in said, said)
    after = await keys_of(world, BOT)
    world.check(list(before["device_keys"][BOT]) == list(after["device_keys"][BOT]), "a restart is the same device")


async def a_new_device_is_signed_with_the_recovery_key(world):
    recovery = world.folder / "second-recovery.txt"
    program = second_bot(world, "second", recovery_file=str(recovery))
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0 and "signed       yes" in said, said)
    user = program.matrix["user"]
    before = await keys_of(world, user)
    shutil.rmtree(program.folder / "draughtsman-matrix")
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0 and "signed       yes" in said, said)
    after = await keys_of(world, user)
    world.check(before["master_keys"] == after["master_keys"], "the account's signing keys are the same")
    devices = [list(it["device_keys"][user]) for it in (before, after)]
    world.check(len(devices[1]) == 1 and devices[0] != devices[1], "the device is a new one, and the one before is removed")
    recovery.unlink()
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0 and "doesn't hold it" in said, f"a key that is not where it should be is missed: {said}")
    shutil.rmtree(program.folder / "draughtsman-matrix")
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code != 0 and "verify --reset" in said, said)
    code, said = await asyncio.to_thread(program.run, "matrix", "verify", "--reset")
    world.check(code == 0 and "signed       yes" in said, said)
    anew = await keys_of(world, user)
    world.check(anew["master_keys"] != after["master_keys"], "with new signing keys")


async def a_first_start_that_is_killed_begins_again(world):
    program = second_bot(world, "killed")
    folder = program.folder / "draughtsman-matrix"
    points = ["", "lock", "first-start", "store/matrix-sdk-state.sqlite3", "store/matrix-sdk-crypto.sqlite3", "session.json"]
    for point in points:
        shutil.rmtree(folder, ignore_errors=True)
        program.start(patience=0)
        while not (folder / point).exists():
            await asyncio.sleep(0)
        await asyncio.to_thread(program.kill)
        code, said = await asyncio.to_thread(program.run, "matrix", "verify")
        world.check(code == 0 or "matrix.recovery_file" in said, f"killed when {point!r} was there: {said}")
        world.check("delete the folder" not in said, f"killed when {point!r} was there: {said}")


async def a_passphrase_that_comes_late_or_is_dropped_is_named(world):
    program = second_bot(world, "sealed", passphrase="open sesame")
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0, said)
    with_one = program.matrix
    program.write(with_one | {"passphrase": None})
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "`matrix.passphrase` isn't set" in said and "sesame" not in said, said)
    shutil.rmtree(program.folder / "draughtsman-matrix")
    program.write(with_one | {"passphrase": None, "recovery_file": str(world.folder / "sealed-recovery.txt")})
    code, said = await asyncio.to_thread(program.run, "matrix", "verify", "--reset")
    world.check(code == 0, said)
    program.write(with_one)
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "made without a passphrase" in said, said)


async def without_a_recovery_file_there_is_one_warning(world):
    program = second_bot(world, "careless")
    user = program.matrix["user"]
    await asyncio.to_thread(program.start)
    try:
        room = await world.cid.make_room("careless", invite=[user], encrypted=True)
        await world.cid.hears("Hello!", room, sender=user)
        for _ in range(5):
            since = world.cid.mark()
            await world.cid.say(room, "!leaderboard")
            await world.cid.hears("Leaderboard", room, sender=user, since=since)
        warnings = [it for it in program.log().splitlines() if " WARN " in it and ("recovery" in it or "back" in it)]
        world.check(len(warnings) == 1 and "matrix.recovery_file" in warnings[0], warnings)
    finally:
        await asyncio.to_thread(program.stop)


async def a_new_device_reads_what_the_one_before_said(world):
    program = second_bot(world, "heir", recovery_file=str(world.folder / "heir-recovery.txt"))
    user = program.matrix["user"]
    await asyncio.to_thread(program.start)
    try:
        room = await world.cid.make_room("heir", invite=[user, world.bob.user], encrypted=True)
        await world.cid.hears("Hello!", room, sender=user)
        await world.bob.join(room)
        await world.cid.say(room, "!challenge trapdoor")
        offer = await world.cid.hears("challenges", room, sender=user)
        token = json.loads((program.folder / "draughtsman-matrix" / "session.json").read_text())["session"]["access_token"]
        for _ in range(400):
            status, backup = await asyncio.to_thread(world.server.request, "GET", "/_matrix/client/v3/room_keys/version", None, token)
            if status == 200 and backup["count"]:
                break
            await asyncio.sleep(0.1)
        world.check(backup["count"], "the keys are in the backup")
        await asyncio.to_thread(program.stop)
        shutil.rmtree(program.folder / "draughtsman-matrix")
        await asyncio.to_thread(program.start)
        since = world.cid.mark()
        await world.cid.press(offer, "1\ufe0f\u20e3")
        told = await world.cid.hears("your own challenge", room, sender=user, since=since)
        world.check(told, "the button of the earlier device's message is understood")
    finally:
        await asyncio.to_thread(program.stop)


async def an_access_token_is_enough(world):
    program = second_bot(world, "token", password=None, token="wrong")
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "matrix.token" in said and "wrong" not in said, said)
    token = world.server.login("token-bot", "bot-password")
    program.write(program.matrix | {"token": token})
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0 and "signed       yes" in said and token not in said, said)
    program.write(program.matrix | {"user": "@somebody:draughts.test"})
    shutil.rmtree(program.folder / "draughtsman-matrix")
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "@token-bot" in said, said)


async def what_is_wrong_is_said_with_the_way_out(world):
    program = second_bot(world, "wrong")
    good = program.matrix
    program.write(good | {"password": "not-this-one"})
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "doesn't accept this password" in said and "not-this-one" not in said, said)
    program.write(good | {"homeserver": f"http://127.0.0.1:{free_port()}"})
    for command in [["check"], ["matrix", "verify"]]:
        code, said = await asyncio.to_thread(program.run, *command)
        world.check(code != 0 and "can't be reached" in said and "matrix.homeserver" in said, said)
    program.write(good)
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check(code == 0, said)
    program.write(good | {"user": "@other:draughts.test"})
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "belongs to @wrong-bot" in said, said)
    program.write(good)
    folder = program.folder / "draughtsman-matrix"
    (folder / "session.json").rename(folder / "elsewhere")
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "no session" in said and "delete the folder" in said, said)
    (folder / "elsewhere").rename(folder / "session.json")
    (folder / "store").rename(folder / "gone")
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "keys" in said and "are gone" in said, said)
    (folder / "gone").rename(folder / "store")
    token = json.loads((folder / "session.json").read_text())["session"]["access_token"]
    await asyncio.to_thread(program.start)
    status, _ = await asyncio.to_thread(world.server.request, "POST", "/_matrix/client/v3/logout", {}, token)
    world.check(status == 200, "the device is logged out from elsewhere")
    code = await asyncio.to_thread(program.process.wait, 90)
    world.check(code != 0 and "logged the bot's Matrix device out" in program.log(), program.log()[-500:])
    program.out.close()
    code, said = await asyncio.to_thread(fails, program)
    world.check(code != 0 and "logged the bot's Matrix device out" in said, said)
    shutil.rmtree(folder)
    code, said = await asyncio.to_thread(program.run, "matrix", "verify")
    world.check("device " in said, "a new device is made")


class OtherOwner(Proxy):
    """The homeserver, but for whose it says that a session is."""

    said = (200, {"user_id": "@somebody:draughts.test", "device_id": "OTHER"})

    async def handle(self, request):
        if request.path.endswith(("/account/whoami", "/refresh")):
            status, body = self.said
            return web.json_response(body, status=status)
        return await super().handle(request)


async def a_server_that_has_moved_keeps_its_device(world):
    program = second_bot(world, "moved")
    user = program.matrix["user"]
    session = program.folder / "draughtsman-matrix" / "session.json"
    moved, other = await Proxy(world.server).start(), await OtherOwner(world.server).start()
    try:
        await asyncio.to_thread(program.start)
        room = await world.ann.make_room("moved", invite=[user], encrypted=True)
        await world.ann.hears("Hello!", room, sender=user)
        await asyncio.to_thread(program.stop)
        before = json.loads(session.read_text())
        good = program.matrix
        for said in [OtherOwner.said, (401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"})]:
            other.said = said
            program.write(good | {"homeserver": other.url})
            for run in [lambda: fails(program), lambda: program.run("check")]:
                code, says = await asyncio.to_thread(run)
                world.check(code != 0 and f"belongs to {user} on {good['homeserver']}" in says and other.url in says, says)
                now = json.loads(session.read_text())
                world.check(now == before, f"nothing is changed: {now['homeserver']}")
        program.write(good | {"homeserver": moved.url})
        await asyncio.to_thread(program.start)
        since = world.ann.mark()
        await world.ann.say(room, "!leaderboard")
        await world.ann.hears("Leaderboard", room, since=since, sender=user)
        world.check(moved.count("GET", "/sync"), "it is heard at the new address")
        await asyncio.to_thread(program.stop)
        world.check(json.loads(session.read_text()) == before | {"homeserver": moved.url}, "the device stays, and the address is stored")
    finally:
        if program.process and program.process.poll() is None:
            await asyncio.to_thread(program.stop)
        await moved.stop()
        await other.stop()


async def the_access_token_is_renewed(world):
    server = Server(world.folder / "brief", {"refreshable_access_token_lifetime": "5s"})
    await asyncio.to_thread(server.__enter__)
    program = Program(world.folder / "brief-bot", server)
    ann = None
    try:
        for name in ["bot", "ann"]:
            server.register(name, f"{name}-password")
        ann = await Player(server, "ann", world.folder / "brief-players").start("ann-password")
        await asyncio.to_thread(program.start)
        room = await ann.make_room("brief", invite=[BOT], encrypted=True)
        await ann.hears("Hello!", room)
        session = program.folder / "draughtsman-matrix" / "session.json"
        before = session.read_text()
        for _ in range(900):
            if session.read_text() != before:
                break
            await asyncio.sleep(0.1)
        world.check(session.read_text() != before, "a new token is kept")
        since = ann.mark()
        await ann.say(room, "!leaderboard")
        await ann.hears("Leaderboard", room, since=since)
        world.check(stat.S_IMODE(session.stat().st_mode) == 0o600, "for the bot's user alone")
        world.check(await asyncio.to_thread(program.stop) == 0, "the program ends as told")
        await asyncio.to_thread(program.start)
        since = ann.mark()
        await ann.say(room, "!leaderboard")
        await ann.hears("Leaderboard", room, since=since)
        devices = [json.loads(it)["session"]["device_id"] for it in (before, session.read_text())]
        world.check(devices[0] == devices[1], "and the device is the same after a restart")
    finally:
        if program.process:
            await asyncio.to_thread(program.stop)
        if ann:
            await ann.stop()
        server.stop()


async def an_operator_compares_keys(world):
    ann = world.ann.client
    room = await world.room("keys", world.ann, encrypted=True)
    world.check(room, "they share an encrypted room")
    await ann.keys_query() if ann.should_query_keys else None
    device = next(iter(ann.device_store.active_user_devices(BOT)))
    # The client computes MACs as `hkdf-hmac-sha256.v2` but calls the method by its first version's name.
    Sas._mac_v1 = ["hkdf-hmac-sha256.v2"]
    await ann.start_key_verification(device)
    sas = next(iter(ann.key_verifications.values()))

    def fits(key):
        """Replaces the client's own check, which writes the hash in hexadecimal instead of unpadded Base64."""
        begun = Api.to_canonical_json(sas.start_verification().content)
        digest = hashlib.sha256((key + begun).encode()).digest()
        return sas.commitment == base64.b64encode(digest).decode().rstrip("=")

    sas._check_commitment = fits

    async def until(holds, what):
        for _ in range(400):
            if holds():
                return
            if sas.canceled:
                break
            await asyncio.sleep(0.1)
        raise AssertionError(f"{what} does not come: {sas.state} {sas.cancel_code} {sas.cancel_reason}")

    await until(lambda: sas.established_sas, "the bot's key")
    await ann.confirm_short_auth_string(sas.transaction_id)
    await until(lambda: sas.verified, "the bot's word")
    world.check(await asyncio.to_thread(world.program.logs, "your program must show"), "the signs are in the log")
    line = [it for it in world.program.log().splitlines() if "your program must show" in it][-1]
    # The emoji themselves aren't compared, because the client derives others from the same secret. Both sides have already
    # confirmed that the secret is the same.
    world.check(line.split("must show: ")[1].count(", ") == 6, "all seven")
    world.check(device.verified, "the player's program now trusts the bot's device")


async def only_those_allowed_may_invite(world):
    program = second_bot(world, "picky", allow=["@bob:draughts.test"])
    user = program.matrix["user"]
    await asyncio.to_thread(program.start)
    try:
        refused = await world.ann.make_room("no", invite=[user])
        taken = await world.bob.make_room("yes", invite=[user])
        await world.bob.hears("Hello!", taken, sender=user)

        def gone():
            for it in world.ann.heard:
                if it["room"] == refused and it["type"] == "m.room.member" and it["state_key"] == user:
                    if it["content"]["membership"] == "leave":
                        return True

        await world.ann.until(gone, "the invitation to be declined")
        world.check(True, "others are declined")
    finally:
        await asyncio.to_thread(program.stop)


CHECKS = [
    the_device_is_signed_and_the_recovery_key_written,
    an_operator_compares_keys,
    the_device_stays_the_same_and_can_be_shown,
    a_new_device_is_signed_with_the_recovery_key,
    a_new_device_reads_what_the_one_before_said,
    a_first_start_that_is_killed_begins_again,
    a_passphrase_that_comes_late_or_is_dropped_is_named,
    without_a_recovery_file_there_is_one_warning,
    an_access_token_is_enough,
    what_is_wrong_is_said_with_the_way_out,
    a_server_that_has_moved_keeps_its_device,
    only_those_allowed_may_invite,
    the_access_token_is_renewed,
]
