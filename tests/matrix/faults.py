"""Checks that faults between the program, the homeserver and the database don't stop anything else."""

import asyncio
import json
import shutil
import time

import play
from account import second_bot
from player import BOT, quoted, text_of


async def is_quick(world, player, room, what):
    """Checks that an ordinary command is answered within three seconds, beyond what the next one takes if the machine is busy."""

    async def takes():
        since, begun = player.mark(), time.monotonic()
        await player.say(room, "!leaderboard")
        await player.hears("Leaderboard", room, since=since)
        return time.monotonic() - begun

    took = await takes()
    if 3 <= took:
        took -= await takes()
    world.check(took < 3, f"a command is answered within three seconds while {what}")


async def nothing_waits(world, what):
    """Checks that the outbox becomes empty. A reply that was just received may still be there for a moment."""
    with world.database() as base:
        for _ in range(600):
            left = base.execute("SELECT * FROM outbox").fetchall()
            if not left:
                break
            await asyncio.sleep(0.1)
    world.check(not left, f"{what}: {left}")


async def a_board_that_cannot_be_drawn_holds_up_nothing(world):
    room = await world.room("broken", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = int(play.number_of(board))
    await nothing_waits(world, "what was told before has been sent")
    rule = world.proxy.fail("PUT", "/send/m.room.message/", 502)
    await world.ann.say(room, f"!board #{number}")

    def waiting():
        with world.database() as base:
            return base.execute("SELECT count(*) FROM outbox WHERE body LIKE ?", [f'%"of":{number},%']).fetchone()[0]

    # The first message that fails may be about an earlier match.
    while not rule.hits or not waiting():
        await asyncio.sleep(0.05)
    await asyncio.to_thread(world.program.stop)
    rule.lift()
    with world.database() as base:
        kept = base.execute("SELECT rowid, packed FROM steps WHERE match_id = ?", [number]).fetchall()
        base.execute("UPDATE steps SET packed = x'0100' WHERE match_id = ?", [number])
    world.check(waiting() == 1, f"the board waits to be sent: {waiting()}")
    since = world.ann.mark()
    await asyncio.to_thread(world.program.start)
    told = await world.ann.hears("Trapdoor", room, since=since)
    world.check(told["content"]["msgtype"] == "m.notice", f"there is no picture: {told}")
    world.check("Rank 7: black man a7" in text_of(told) and "Rank 5: black man c5" in text_of(told), f"but the board in words: {text_of(told)}")
    await is_quick(world, world.ann, room, "a board cannot be drawn")
    with world.database() as base:
        for row, packed in kept:
            base.execute("UPDATE steps SET packed = ? WHERE rowid = ?", [packed, row])
    await nothing_waits(world, "nothing is left that would come again")


async def a_message_that_the_server_never_takes_is_struck_out(world):
    room = await world.room("never", world.ann)
    rule = world.proxy.fail("PUT", "/send/m.room.message/", 400, times=1)
    await world.ann.say(room, "!versus bob")
    await is_quick(world, world.ann, room, "another answer is not taken")
    world.check(rule.hits == 1, "it is tried once")
    world.check("a message can't be sent" in world.program.log(), "the log says so")
    await nothing_waits(world, "it does not come back at the next start")
    world.check(room not in world.program.log(), "the log names no room")


async def what_comes_while_the_database_is_held_is_answered_once(world):
    room = await world.room("held", world.ann)
    base = world.database()
    base.execute("BEGIN EXCLUSIVE")
    since = world.ann.mark()
    before = world.program.log().count("listening is interrupted")
    await world.ann.say(room, "!versus bob")
    while world.program.log().count("listening is interrupted") == before:
        await asyncio.sleep(0.05)
    base.execute("ROLLBACK")
    base.close()
    await world.ann.hears("ann against bob", room, since=since)
    await is_quick(world, world.ann, room, "nothing is held any more")
    answers = [it for it in world.ann.after(since) if it["room"] == room and "ann against bob" in text_of(it)]
    world.check(len(answers) == 1, f"one answer, not {len(answers)}")


async def a_press_is_not_lost_when_the_server_stumbles(world):
    room = await world.room("stumbles", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    mover = play.asked_by(board, world.players)
    before = world.program.log().count("listening is interrupted")
    rule = world.proxy.fail("GET", f"/event/{board['event_id']}", 502)
    since = world.ann.mark()
    await mover.press(board, play.SIGNS[0])
    while world.program.log().count("listening is interrupted") == before:
        await asyncio.sleep(0.05)
    rule.lift()
    await play.shown_after(world.ann, room, board, since, "the press")
    world.check(1 < rule.hits, "the press is carried out when the board can be read again")
    await world.ann.say(room, f"!resign #{text_of(board).split('#')[1].split(':')[0]} yes")


async def a_button_of_a_lost_device_says_so(world):
    program = second_bot(world, "forgetful")
    user = program.matrix["user"]
    await asyncio.to_thread(program.start)
    try:
        room = await world.cid.make_room("forgetful", invite=[user, world.bob.user], encrypted=True)
        await world.cid.hears("Hello!", room, sender=user)
        await world.bob.join(room)
        await world.cid.say(room, "!challenge trapdoor")
        offer = await world.cid.hears("challenges", room, sender=user)
        await asyncio.to_thread(program.stop)
        shutil.rmtree(program.folder / "draughtsman-matrix")
        await asyncio.to_thread(program.start)
        await world.cid.press(offer, play.SIGNS[0])
        await world.cid.hears("can't read that message", room, sender=user)
        world.check(True, "it is said that the board cannot be read")
    finally:
        await asyncio.to_thread(program.stop)


async def nobody_can_point_at_a_room_that_is_not_theirs(world):
    room = await world.room("of ann", world.ann)
    await world.ann.say(room, "!admin prefix ?")
    trap = await world.room("thrown away", world.bob)
    await world.bob.ask("PUT", f"/rooms/{quoted(trap)}/state/m.room.tombstone", {"body": "moved", "replacement_room": room})
    stranger = await world.cid.make_room("of cid", preset="public_chat")
    other = await world.room("thrown away, too", world.bob)
    await world.bob.ask("PUT", f"/rooms/{quoted(other)}/state/m.room.tombstone", {"body": "moved", "replacement_room": stranger})
    await asyncio.to_thread(world.program.logs, "is said to go on in one that knows nothing of it")
    since = world.ann.mark()
    await world.ann.say(room, "?leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)
    await world.bob.say(trap, "!leaderboard")
    await world.bob.hears("Leaderboard", trap)
    said = [it for it in world.ann.heard if it["room"] == room and "moved here" in text_of(it)]
    world.check(not said, "the bot does not move there")
    for _ in range(400):
        kinds = [(it["content"].get("membership"), it.get("state_key")) for it in await world.cid.stored(stranger)]
        if ("leave", BOT) in kinds:
            break
        await asyncio.sleep(0.1)
    world.check(("leave", BOT) in kinds, "and goes again where it finds that the other room does not know of it")


async def unreadable(world, player, room, number):
    """Sends messages to an encrypted room without giving the bot the key."""
    client = player.client
    client.invalidate_outbound_session(room)
    client.olm.share_group_session(room, [BOT], ignore_unverified_devices=True)
    client.olm.outbound_group_sessions[room].shared = True
    for n in range(number):
        kind, content = client.encrypt(room, "m.room.message", {"msgtype": "m.text", "body": f"hidden {n}"})
        await player.ask("PUT", f"/rooms/{quoted(room)}/send/{kind}/hidden{n}", content)


async def a_media_server_that_fails_costs_the_picture_and_not_the_words(world):
    room = await world.room("no media", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    for stumbles in [lambda: world.proxy.fail("POST", "/media/v3/upload", 500), lambda: world.proxy.hold("POST", "/media/v3/upload")]:
        rule = stumbles()
        mover = play.asked_by(board, world.players)
        since = world.ann.mark()
        await mover.say_in_thread(room, play.thread_of(board), play.first_word(board["content"][play.MENU])["typed"])
        # Nothing is uploaded before the rule is lifted.
        board = await play.shown_after(world.ann, room, board, since, "a move")
        world.check("In words:" in text_of(board), f"and say what it would show: {text_of(board)}")
        since = world.ann.mark()
        rule.lift()
        picture = await world.ann.until(lambda: [it for it in world.ann.after(since) if it["room"] == room and it["content"].get("msgtype") == "m.image"], "the picture")
        world.check(len(picture) == 1, "the picture comes when it can")
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def what_one_room_does_not_take_keeps_no_picture_from_another(world):
    await beside_a_stuck_room(world, limits=0)


async def under_a_limit_neither(world):
    await beside_a_stuck_room(world, limits=1)


async def beside_a_stuck_room(world, limits):
    """Holds up a picture until its words are out, beside a room that takes no message, after the server has limited the bot some times."""
    stuck = await world.room("stuck", world.cid)
    room = await world.room("shown", world.ann, world.bob)
    world.proxy.fail("PUT", f"/rooms/{stuck}/send/m.room.message/", 429, times=limits)
    refuses = world.proxy.fail("PUT", f"/rooms/{stuck}/send/m.room.message/", 502)
    await world.cid.say(stuck, "!leaderboard")
    while not refuses.hits:
        await asyncio.sleep(0.05)
    uploads = world.proxy.hold("POST", "/media/v3/upload")
    board = await play.begin(world, room, world.ann, world.bob)
    since = world.ann.mark()
    uploads.lift()
    await world.ann.until(lambda: [it for it in world.ann.after(since) if it["room"] == room and it["content"].get("msgtype") == "m.image"], "the picture")
    world.check(True, "the picture comes although other words can't")
    refuses.lift()
    await world.cid.hears("Leaderboard", stuck)
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def a_session_that_the_server_forgets_for_a_moment_goes_on(world):
    room = await world.room("forgets", world.ann)
    forgets = world.proxy.fail("GET", "/sync", 401)
    while forgets.hits < 2:
        await asyncio.sleep(0.05)
    forgets.lift()
    since = world.ann.mark()
    await world.ann.say(room, "!leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)
    world.check(world.program.process.poll() is None, "the program is still there")


async def messages_without_keys_make_nothing_slow(world):
    room = await world.room("riddles", world.cid, encrypted=True)
    other = await world.room("plain words", world.ann)
    await world.cid.say(room, "!leaderboard")
    await world.cid.hears("Leaderboard", room)
    since = len(world.proxy.seen)
    await unreadable(world, world.cid, room, 100)
    for _ in range(3):
        await is_quick(world, world.ann, other, "a hundred messages cannot be read")
    world.check(world.proxy.count("GET", f"/rooms/{room}/event/", since) == 0, "nothing is fetched for which no key has come")


async def an_invitation_that_takes_long_holds_up_nobody(world):
    room = await world.room("here", world.ann)
    rule = world.proxy.hold("POST", "/join")
    slow = await world.bob.make_room("there", invite=[BOT])
    while not rule.hits:
        await asyncio.sleep(0.05)
    await is_quick(world, world.ann, room, "the bot is on its way into another room")
    rule.lift()
    await world.bob.hears("Hello!", slow)
    world.check(True, "it comes when the server lets it")


CHECKS = [
    a_board_that_cannot_be_drawn_holds_up_nothing,
    a_message_that_the_server_never_takes_is_struck_out,
    what_comes_while_the_database_is_held_is_answered_once,
    a_press_is_not_lost_when_the_server_stumbles,
    a_button_of_a_lost_device_says_so,
    nobody_can_point_at_a_room_that_is_not_theirs,
    a_media_server_that_fails_costs_the_picture_and_not_the_words,
    what_one_room_does_not_take_keeps_no_picture_from_another,
    under_a_limit_neither,
    a_session_that_the_server_forgets_for_a_moment_goes_on,
    messages_without_keys_make_nothing_slow,
    an_invitation_that_takes_long_holds_up_nobody,
]
