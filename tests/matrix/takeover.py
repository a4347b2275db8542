"""Checks that of several processes on one PostgreSQL database another one takes the account over, with the same device and keys."""

import asyncio
import copy
import os
import signal
import subprocess
import time

import play
from account import keys_of, second_bot
from player import text_of
from program import LISTENS

# The goal. A lease of twelve seconds has to lapse first when a process is killed.
SECONDS = 30


def processes(world, name):
    """Returns two processes of one bot: in one folder, on one database."""
    server = os.environ["TEST_POSTGRES"]
    subprocess.run(["psql", f"{server}/postgres", "-qc", f"CREATE DATABASE {name}"], check=True)
    first = second_bot(world, name)
    first.more = {"DRAUGHTSMAN_DATABASE": f"{server}/{name}"}
    second = copy.copy(first)
    second.logged = "second.txt"
    return first, second


def listens(program):
    return program.log().count(LISTENS)


async def listens_again(world, program, before, since, what):
    """Waits until a process has the account. Returns how many seconds that took."""
    while listens(program) == before:
        world.check(time.monotonic() - since < SECONDS, f"another process has the account within {SECONDS} seconds after {what}")
        await asyncio.sleep(0.05)
    return time.monotonic() - since


async def answers_once(world, player, room, bot):
    """Says a command and returns whether it is answered once."""
    since = player.mark()
    await player.say(room, "!versus bob")
    await player.hears("ann against bob", room, sender=bot, since=since)
    # Whatever comes before the answer to another command would have come by then.
    await player.say(room, "!leaderboard")
    await player.hears("Leaderboard", room, sender=bot, since=since)
    answers = [it for it in player.after(since) if it["room"] == room and it["sender"] == bot and "ann against bob" in text_of(it)]
    return len(answers) == 1


async def another_process_takes_the_account_with_its_device_and_keys(world):
    first, second = processes(world, "takeover")
    user = first.matrix["user"]
    await asyncio.to_thread(first.start)
    try:
        await asyncio.to_thread(second.start, 0)
        room = await world.ann.make_room("takeover", invite=[user, world.bob.user], encrypted=True)
        await world.ann.hears("Hello!", room, sender=user)
        await world.bob.join(room)
        mark = world.bob.mark()
        await world.ann.say(room, f"!challenge {world.bob.user} trapdoor unrated side=black {play.SHORT}")
        offer = await world.bob.hears("challenges", room, sender=user, since=mark)
        await world.bob.press(offer, play.SIGNS[0])
        board = await world.bob.hears("New match: ", room, sender=user, since=mark)
        devices = list((await keys_of(world, user))["device_keys"][user])
        world.check(listens(second) == 0, "while one process has the account the other waits")

        # A kill in the middle: the press on a board of the first process is answered by the second.
        killed = time.monotonic()
        await asyncio.to_thread(first.kill)
        mover = play.asked_by(board, world.players)
        mark = mover.mark()
        await mover.press(board, play.SIGNS[0])
        taken = await listens_again(world, second, 0, killed, "a kill")
        await play.shown_after(mover, room, board, mark, "the press", sender=user)
        world.check(time.monotonic() - killed < SECONDS, "and the press is answered by then")
        world.check(await answers_once(world, world.ann, room, user), "each command is answered once")
        world.check(list((await keys_of(world, user))["device_keys"][user]) == devices, "the device is the same")

        # A stop in order, as for an update.
        await asyncio.to_thread(first.start, 0)
        before = listens(first)
        stopped = time.monotonic()
        handed = asyncio.create_task(listens_again(world, first, before, stopped, "a stop"))
        await asyncio.to_thread(second.stop)
        given = await handed
        world.check(await answers_once(world, world.ann, room, user), "and each command is answered once again")

        # A process that stood still for longer than its lease doesn't go on beside the one that takes over.
        before = listens(second)
        await asyncio.to_thread(second.start, 0)
        first.process.send_signal(signal.SIGSTOP)
        waits = await asyncio.to_thread(second.logs, "another process still uses the Matrix device")
        world.check(waits and listens(second) == before, "one device is never used twice at once")
        mark = world.ann.mark()
        await world.ann.say(room, "!versus bob")
        goes_on = time.monotonic()
        first.process.send_signal(signal.SIGCONT)
        stood = await listens_again(world, second, before, goes_on, "a standstill")
        await world.ann.hears("ann against bob", room, sender=user, since=mark)
        for _ in range(3):
            world.check(await answers_once(world, world.ann, room, user), "the one that stood still adds nothing")
        world.check(list((await keys_of(world, user))["device_keys"][user]) == devices, "there is still one device")
        print(f"       taken over {taken:.1f} s after a kill, {given:.1f} s after a stop, {stood:.1f} s after the end of a standstill", flush=True)
    except Exception:
        for it in (first, second):
            print(f"--- {it.logged}:\n{it.log()[-6000:]}")
        raise
    finally:
        for it in (first, second):
            if it.process is not None and it.process.poll() is None:
                it.process.send_signal(signal.SIGCONT)
                await asyncio.to_thread(it.kill)


CHECKS = [another_process_takes_the_account_with_its_device_and_keys]
