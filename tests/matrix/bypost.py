"""Checks of play over days: reminders, current boards, watching, charts, files, and personal data."""

import asyncio
import io
import json
import re
import time

from PIL import Image

import play
from player import BOT, Player, text_of
from private import direct_room

PDN = '[Event "friends"]\n[FEN "B:W18,32:B14,5"]\n\n*\n'
LARGEST = 4_000_000


def number_of(board):
    return int(re.search(r"#(\d+)", text_of(board)).group(1))


def mover_of(world, board):
    return play.asked_by(board, world.players)


def from_bot(player, room, since, fits):
    for it in player.after(since):
        if it["room"] == room and it["sender"] == BOT and it["type"] == "m.room.message" and fits(it):
            return it


async def resign(player, room, number):
    since = player.mark()
    await player.say(room, f"!resign #{number} yes")
    await player.hears("Check the dice with", room, since=since)


def days_pass(world, number, days):
    """Moves the start of a match's turn back by some days."""
    seconds = days * 86_400
    with world.database() as base:
        timer, nudges = base.execute("SELECT timer, nudges FROM matches WHERE id = ?", [number]).fetchone()
        timer, nudges = json.loads(timer), json.loads(nudges)
        timer["now"]["since"] -= seconds
        for it in nudges.values():
            if it["since"]:
                it["since"] -= seconds
                it["done"] -= seconds
                it["heard"] -= seconds
        row = [json.dumps(timer), json.dumps(nudges), int(time.time()) - 1, number]
        base.execute("UPDATE matches SET timer = ?, nudges = ?, due = ? WHERE id = ?", row)


async def reminders_come_in_private_and_together(world):
    room = await world.room("slow", world.ann, world.bob)
    numbers = []
    for _ in range(2):
        board = await play.begin(world, room, world.ann, world.bob, f"trapdoor unrated side=black days=3 {play.SHORT}")
        numbers.append(number_of(board))
        await world.ann.hears(f"#{numbers[-1]} · ", room)
    since = world.ann.mark()
    for number in numbers:
        await asyncio.to_thread(days_pass, world, number, 2)
    told = await world.ann.hears_alone("waiting for you", since=since)
    world.check(all(f"#{it}" in text_of(told) for it in numbers), f"one list names both: {text_of(told)}")
    reactions = [it for it in await world.ann.stored(told["room"]) if it["type"] == "m.reaction" and it["sender"] == BOT]
    # One that was taken off has no content any more.
    reactions = [it for it in reactions if it["content"].get("m.relates_to", {}).get("event_id") == told["event_id"]]
    world.check(told["room"] != room and not reactions, "in private, where nothing is pressed")
    world.check(told["content"]["msgtype"] == "m.text", "a reminder rings")
    world.check(told["content"]["m.mentions"] == {"user_ids": [world.ann.user]}, "for whom it is")
    disturbed = from_bot(world.ann, room, since, lambda it: "m.new_content" not in it["content"])
    world.check(not disturbed, f"the room is not disturbed: {disturbed}")
    since = world.ann.mark()
    labels = [it["label"] for it in told["content"][play.MENU]["choices"]]
    await world.ann.say(told["room"], str(labels.index("Later") + 1))
    await world.ann.hears("No reminders", told["room"], since=since)
    for number in numbers:
        await resign(world.ann, room, number)


async def one_board_of_a_match_stands(world):
    room = await world.room("standing", world.ann, world.bob, encrypted=True)
    boards = [await play.begin(world, room, world.ann, world.bob)]
    for _ in range(2):
        since = world.ann.mark()
        choice = play.first_word(boards[-1]["content"][play.MENU])
        await mover_of(world, boards[-1]).say_in_thread(room, play.thread_of(boards[0]), choice["typed"])

        def next_board():
            known = [it["event_id"] for it in boards]
            fits = lambda it: play.MENU in it["content"] and "m.new_content" not in it["content"] and it["event_id"] not in known
            return from_bot(world.ann, room, since, fits)

        boards.append(await world.ann.until(next_board, "the next board"))
        if play.first_word(boards[-1]["content"][play.MENU])["says"].startswith("rematch"):
            break

    def shrunk():
        edits = [it["content"] for it in world.ann.heard if it["room"] == room and "m.new_content" in it["content"]]
        ours = {it["event_id"] for it in boards}
        # Ignore the edits of the challenge.
        return {id: it["m.new_content"] for it in edits if (id := it["m.relates_to"]["event_id"]) in ours}

    await world.ann.until(lambda: len(shrunk()) == len(boards) - 1, "the earlier boards to shrink")
    world.check(set(shrunk()) == {it["event_id"] for it in boards[:-1]}, "all but the last")
    world.check(all(it["msgtype"] == "m.notice" for it in shrunk().values()), "to their words")
    await world.ann.say(room, f"!resign #{number_of(boards[0])} yes")


async def a_room_looks_on(world):
    room = await world.room("played", world.ann, world.bob)
    hall = await world.room("watched", world.cid, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = number_of(board)
    since = world.bob.mark()
    await world.bob.say(hall, f"!watch #{number} here")
    await world.bob.hears("Only moderators", hall, since=since)
    since = world.cid.mark()
    await world.cid.say(hall, f"!watch #{number} here")
    await world.cid.hears("This room watches match", hall, since=since)
    first = await world.cid.until(lambda: from_bot(world.cid, hall, since, lambda it: it["content"]["msgtype"] == "m.image"), "the board of now")
    await play.picture_of(world, world.cid, first)
    since = world.cid.mark()
    choice = play.first_word(board["content"][play.MENU])
    await mover_of(world, board).say_in_thread(room, play.thread_of(board), choice["typed"])

    def shown():
        return from_bot(world.cid, hall, since, lambda it: it["content"]["msgtype"] == "m.image")

    told = await world.cid.until(shown, "the next board in the other room")
    world.check(told["content"]["m.mentions"] == {} and play.MENU not in told["content"], "it calls nobody and has no buttons")
    relation = told["content"]["m.relates_to"]
    world.check(relation["event_id"] == first["event_id"], "it takes the place of the first board or stands in its thread")
    await world.ann.say(room, f"!resign #{number} yes")


async def charts_are_pictures_with_their_words(world):
    for encrypted in [False, True]:
        room = await world.room("charts", world.ann, world.bob, encrypted=encrypted)
        board = await play.begin(world, room, world.ann, world.bob, "trapdoor side=black")
        # A draw counts from the first turn on; a resignation doesn't.
        await world.ann.say(room, f"!draw #{number_of(board)}")
        since = world.bob.mark()
        await world.bob.say(room, f"!draw #{number_of(board)} accept")
        await world.bob.hears("Check the dice with", room, since=since)
        since = world.ann.mark()
        await world.ann.say(room, "!leaderboard trapdoor here")
        shown = await world.ann.until(lambda: from_bot(world.ann, room, since, lambda it: it["content"]["msgtype"] == "m.image"), "a chart")
        content = shown["content"]
        image = Image.open(io.BytesIO(await world.ann.fetch(shown)))
        world.check((content["info"]["w"], content["info"]["h"]) == image.size, "the chart has the size that is said")
        world.check(content["filename"].endswith(".png"), "and a name")
        told = await world.ann.hears("Leaderboard", room, since=since)
        world.check("ann" in text_of(told), "its words stand below it")
        world.check(("file" in content) == encrypted, "encrypted where the room is")


async def upload(player, bytes_, name, kind="application/json", encrypted=False, size=None):
    """Uploads a file. Returns the content of a message with it."""
    content = {"msgtype": "m.file", "body": name, "filename": name, "info": {"size": size or len(bytes_), "mimetype": kind}}
    if encrypted:
        from nio.crypto.attachments import encrypt_attachment

        bytes_, keys = encrypt_attachment(bytes_)
        kind = "application/octet-stream"
    answer, _ = await player.client.upload(lambda *_: io.BytesIO(bytes_), content_type=kind, filename=name, filesize=len(bytes_))
    if encrypted:
        return content | {"file": keys | {"url": answer.content_uri}}
    return content | {"url": answer.content_uri}


async def matches_come_as_files(world):
    for encrypted in [False, True]:
        room = await world.room("files", world.ann, world.bob, encrypted=encrypted)
        board = await play.begin(world, room, world.ann, world.bob)
        await resign(world.ann, room, number_of(board))
        since = world.ann.mark()
        await world.ann.say(room, f"!export #{number_of(board)}")
        given = await world.ann.until(lambda: next((it for it in world.ann.after(since) if it["content"].get("msgtype") == "m.file"), None), "the file")
        match = await world.ann.fetch(given)
        # Send a file with the command as its caption.
        since = world.bob.mark()
        content = await upload(world.ann, match, "match.json", encrypted=encrypted)
        await world.ann.send(room, "m.room.message", content | {"body": "!import bob step=0"})
        offer = await world.bob.hears("challenges", room, since=since, edits=False)
        world.check(world.bob.user in offer["content"]["m.mentions"]["user_ids"], "the file is offered to play on from")
        await world.ann.say(room, "!cancel")
        # Send the command as a reply to a file.
        sent = await world.ann.send(room, "m.room.message", await upload(world.ann, PDN.encode(), "game.pdn", "text/plain", encrypted))
        since = world.bob.mark()
        relation = {"m.in_reply_to": {"event_id": sent}}
        await world.ann.say(room, "!import bob trapdoor", **{"m.relates_to": relation})
        await world.bob.hears("challenges", room, since=since, edits=False)
        await world.ann.say(room, "!cancel")


async def files_that_are_none_are_refused(world):
    room = await world.room("odd files", world.ann)

    async def refused(content, why):
        since = world.ann.mark()
        await world.ann.send(room, "m.room.message", content | {"body": "!import"})
        await world.ann.hears(why, since=since)
        world.check(True, why)

    fetched = len(world.proxy.seen)
    await refused(await upload(world.ann, b"{}", "large.json", size=LARGEST + 1), f"has {LARGEST + 1} bytes")
    world.check(world.proxy.count("GET", "/download/", fetched) == 0, "what is announced as too large is not fetched")
    await refused(await upload(world.ann, b" " * (LARGEST + 1), "liar.json", size=10), f"has {LARGEST + 1} bytes")
    await refused(await upload(world.ann, b"\x89PNG\r\n\x1a\n\xff\xfe", "board.png"), "isn't text")
    await refused(await upload(world.ann, b"{}", "empty.json"), "isn't an exported match")
    missing = {"msgtype": "m.file", "filename": "gone.json", "url": "mxc://draughts.test/gone", "info": {"size": 7}}
    await refused(missing, "can't get that file")
    since = world.ann.mark()
    await world.ann.say(room, "!import")
    await world.ann.hears("Attach or paste", since=since)


async def what_is_kept_about_somebody_is_theirs(world):
    name = "dan"
    world.server.register(name, "player-password")
    dan = await Player(world.server, name, world.folder / "players").start("player-password")
    try:
        room = await world.room("of dan", dan, world.bob)
        own = await direct_room(world, dan)
        board = await play.begin(world, room, dan, world.bob)
        since = dan.mark()
        await dan.say(own, "mydata export")
        given = await dan.until(lambda: from_bot(dan, own, since, lambda it: it["content"]["msgtype"] == "m.file"), "the file")
        data = json.loads(await dan.fetch(given))
        world.check("file" in given["content"] and data["known_as"][0]["id"] == dan.user, "their data comes as a file, encrypted, to them alone")
        await dan.say(own, "mydata delete")
        await dan.hears("mydata delete yes", own, since=since)
        await dan.say(own, "mydata delete yes")
        await dan.hears("deleted", own, since=since)
        await world.bob.hears("called off", room)
        with world.database() as base:
            tables = ["cursors", "newest_events", "warnings", "keyless_events", "boards", "threads", "menus", "greetings", "private_places"]
            rows = [(table, repr(row)) for table in tables for row in base.execute(f"SELECT * FROM {table} WHERE chat = 'matrix'" if table != "private_places" else f"SELECT * FROM {table}")]
        told = [it for it in rows if dan.user in it[1] or f"@{name}" in it[1]]
        world.check(not told, f"no row tells of them: {told}")
        kept = [it for it in rows if own in it[1] and it[0] != "newest_events"]
        world.check(not kept, f"nor of the room with them alone: {kept}")
        world.check(number_of(board), "the match was theirs")
    finally:
        await dan.stop()


CHECKS = [
    reminders_come_in_private_and_together,
    one_board_of_a_match_stands,
    a_room_looks_on,
    charts_are_pictures_with_their_words,
    matches_come_as_files,
    files_that_are_none_are_refused,
    what_is_kept_about_somebody_is_theirs,
]
