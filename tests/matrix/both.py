"""Both chats in one program on one database: one person in two chats, two people in one each, and how errors of one chat affect the other."""

import asyncio
import html
import json
import re

import aiohttp

from account import second_bot
from discord import CHANNEL, Discord, TOKEN
from play import MENU
from player import text_of
from server import free_port


async def with_discord(world, name, check, **settings):
    """Runs a check with a separate program that is also on Discord."""
    discord = await Discord().start()
    program = second_bot(world, name, **settings)
    program.more = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": discord.url}
    try:
        await check(program, discord)
    except AssertionError:
        print(program.log()[-6000:])
        raise
    finally:
        await asyncio.to_thread(program.stop)
        await discord.stop()


async def one_person_in_two_chats(world):
    async def check(program, discord):
        bot = program.matrix["user"]
        ann = world.ann
        await asyncio.to_thread(program.start)
        room = await ann.make_room("both", invite=[bot], encrypted=True)
        await ann.hears("Hello!", room, sender=bot)
        since = discord.mark()
        # Wait for each reply, so that the commands are handled in order.
        for who in ("1", "2"):
            await discord.types(who, "settings auto off")
            await discord.hears("Your settings", channel=discord.direct.get(who), since=since)
        await discord.types("1", "challenge <@2> trapdoor side=black")
        await discord.hears("challenges", since=since)
        await discord.types("2", "accept")
        board = await discord.hears("#1 · ", since=since)
        world.check("<@1>" in board["content"], "Ann is to move")
        since = discord.mark()
        await discord.types("1", "link", direct=True)
        shown = await discord.hears("link", channel=discord.direct["1"], since=since)
        code = re.search(r"\b(\w{4}-\w{4})\b", shown["content"]).group(1)
        heard = ann.mark()
        await ann.say(room, f"!link {code}")
        await ann.hears("Link your account", sender=bot, since=heard)
        heard = ann.mark()
        await ann.say(room, "!link yes")
        await ann.hears("are linked", sender=bot, since=heard)
        heard = ann.mark()
        await ann.say(room, "!games")
        games = await ann.hears("#1", sender=bot, since=heard)
        world.check("Bob of Discord" in text_of(games), f"the list has the match of the other chat: {text_of(games)}")
        first = discord.mark()
        words = "#1 spin"
        while not any("<@2> (White)" in it["content"] for it in discord.said[first:]):
            since, heard = discord.mark(), ann.mark()
            await ann.say(room, "!" + words)
            # Her choices, or that it is Bob's turn.
            shown = await ann.until(lambda: [it for it in ann.after(heard) if it["sender"] == bot and (MENU in it["content"] or "Bob of Discord (White):" in text_of(it))], "what comes next")
            words = next((it["content"][MENU]["choices"][0]["says"] for it in shown if MENU in it["content"]), words)
            moved = await discord.hears("(", since=since)
        world.check(moved["channel"] == CHANNEL and moved.get("attachments"), "the board comes where the match is played")
        world.check(moved["allowed_mentions"].get("users") == ["2"], "and calls Bob")
        since = discord.mark()
        await discord.types("1", "draw #1")
        # Lines that two people type at once may arrive in either order.
        await discord.hears("offers a draw", since=since)
        await discord.types("2", "draw #1 accept")
        await discord.hears("both agreed", since=since)
        since, heard = discord.mark(), ann.mark()
        await discord.types("1", "profile")
        there = await discord.hears("lost", since=since)
        await ann.say(room, "!profile")
        here = await ann.hears("lost", sender=bot, since=heard)
        numbers = [re.findall(r"\d{3,4} ±", it) for it in (there["content"], text_of(here))]
        world.check(numbers[0] and set(numbers[0]) == set(numbers[1]), f"one rating in both chats: {numbers}")

    await with_discord(world, "both", check)


async def two_people_who_are_not_linked_play_across_chats(world):
    async def check(program, discord):
        bot = program.matrix["user"]
        ann = world.ann
        await asyncio.to_thread(program.start)
        room = await ann.make_room("across", invite=[bot])
        await ann.hears("Hello!", room, sender=bot)
        since, heard = discord.mark(), ann.mark()
        await discord.types("2", "settings auto off")
        await discord.hears("Your settings", channel=discord.direct.get("2"), since=since)
        await ann.say(room, "!settings auto off")
        await ann.hears("Your settings", sender=bot, since=heard)
        since, heard = discord.mark(), ann.mark()
        await discord.types("2", "challenge trapdoor side=black")
        card = await discord.hears("in any room where I am", since=since)
        code = re.search(r"accept[^`]*\b(\w{4})`[^`]*in any room", card["content"]).group(1)
        await ann.say(room, f"!accept {code}")
        board = await discord.hears("#1 · ", since=since)
        world.check(board["allowed_mentions"].get("users") == ["2"] and board.get("attachments"), "Bob is asked on Discord")
        shown = await ann.hears("#1 · ", sender=bot, since=heard)
        world.check(MENU not in shown["content"], "Ann has nothing to press yet")
        words, asked = "spin", []
        while not asked:
            since, heard = discord.mark(), ann.mark()
            await discord.types("2", words)
            told = await discord.hears("#1", since=since, picture=True)
            told_there = lambda: [it for it in ann.after(heard) if it["sender"] == bot and re.search(r"\((White|Black)\)(: | · #)", text_of(it))]
            asked = [it for it in await ann.until(told_there, "the step on Matrix") if MENU in it["content"]]
            choices = [part for row in told.get("components", []) for part in row["components"]]
            options = [it.get("value", "") for part in choices for it in part.get("options", [])]
            ids = [part.get("custom_id", "") for part in choices] + options
            words = next((it.split(":", 2)[2] for it in ids if it.startswith("say:") and "play #1" in it), words)
        since, heard = discord.mark(), ann.mark()
        await ann.say(room, "!" + asked[0]["content"][MENU]["choices"][0]["says"])
        await ann.hears("#1", sender=bot, since=heard)
        moved = await discord.hears("#1", since=since, picture=True)
        world.check(moved["channel"] == CHANNEL, "what Ann does on Matrix is seen on Discord")
        since, heard = discord.mark(), ann.mark()
        await ann.say(room, "!draw")
        await discord.hears("offers a draw", since=since)
        await discord.types("2", "draw accept")
        await discord.hears("both agreed", since=since)
        await ann.hears("both agreed", sender=bot, since=heard)

    await with_discord(world, "across", check)


async def a_board_opened_from_discord_plays_a_match_against_matrix(world):
    async def check(program, discord):
        bot = program.matrix["user"]
        ann = world.ann
        port = free_port()
        program.more |= {"DRAUGHTSMAN_WEB__LISTEN": f"127.0.0.1:{port}", "DRAUGHTSMAN_WEB__ADDRESS": f"http://127.0.0.1:{port}"}
        await asyncio.to_thread(program.start)
        room = await ann.make_room("page", invite=[bot])
        await ann.hears("Hello!", room, sender=bot)
        since, heard = discord.mark(), ann.mark()
        # Nothing is left to chance in Draughts: by first choices it is always the same match, and no short one.
        await discord.types("2", "challenge draughts unrated side=black from=B:W25,22,24:B5,10,4")
        card = await discord.hears("in any room where I am", since=since)
        code = re.search(r"accept[^`]*\b(\w{4})`[^`]*in any room", card["content"]).group(1)
        await ann.say(room, f"!accept {code}")
        board = await discord.hears("#1 · ", since=since)
        labels = [part.get("label") for row in board["components"] for part in row["components"]]
        options = [it["label"] for row in board["components"] for part in row["components"] for it in part.get("options", [])]
        world.check("Open the board" in labels + options, f"a button opens the board: {labels} {options}")
        await discord.types("2", "link board #1", direct=True)
        told = await discord.hears("Anyone who has this address", channel=discord.direct["2"], since=since)
        opened = [part["url"] for row in told["components"] for part in row["components"] if "url" in part]
        world.check(len(opened) == 1 and "/p/" not in told["content"], f"a button leads there: {told}")
        address = re.search(r"http://\S+?/p/[0-9a-f]{32}/", opened[0]).group(0)
        world.check(all("/p/" not in json.dumps(it) for it in discord.said if it["channel"] == CHANNEL), "the channel doesn't hear the address")
        async with aiohttp.ClientSession() as browser:

            async def page():
                async with browser.get(f"{address}match?of=1") as answer:
                    return await answer.text()

            by_page = by_matrix = said = 0
            for _ in range(400):
                shown = await page()
                if re.search(r"<strong>[^<]*(wins|draw)", shown):
                    break
                since, heard = discord.mark(), ann.mark()
                asked = re.search(r'name="do"[^>]* value="(\d+\.\d+\|[^"]+)"', shown)
                if asked:
                    by_page += 1
                    body = {"here": "match?of=1", "do": html.unescape(asked.group(1)), "quiet": "1"}
                    async with browser.post(f"{address}say", data=body) as answer:
                        world.check(answer.status == 200, f"the page accepts a move: {answer.status}")
                else:
                    by_matrix += 1
                    menus = await ann.until(lambda: [it for it in ann.after(said) if it["sender"] == bot and it["room"] == room and MENU in it["content"]], "what Ann is asked")
                    said = heard = ann.mark()
                    await ann.say(room, "!" + menus[-1]["content"][MENU]["choices"][0]["says"])
                # Both chats are told of each step, whoever took it.
                await discord.hears("#1", since=since)
                await ann.until(lambda: [it for it in ann.after(heard) if it["sender"] == bot], "the step on Matrix")
                if not asked:
                    before = re.search(r'data-at="([^"]+)"', shown).group(1)
                    for _ in range(200):
                        if re.search(r'data-at="([^"]+)"', await page()).group(1) != before:
                            break
                        await asyncio.sleep(0.05)
            world.check(by_page > 2 and by_matrix > 2, f"both played: {by_page} times on the page, {by_matrix} on Matrix")
            world.check(re.search(r"<strong>[^<]*(wins|draw)", await page()), "the page tells how it ended")
            # The address ends at a word in the chat.
            since = discord.mark()
            await discord.types("2", "link board off", direct=True)
            await discord.hears("no longer works", channel=discord.direct["2"], since=since)
            async with browser.get(f"{address}match?of=1") as answer:
                world.check(answer.status == 404, "an ended address is unknown")

    await with_discord(world, "page", check)


async def a_homeserver_that_is_away_stops_nothing_else(world):
    async def check(program, discord):
        await asyncio.to_thread(program.start)
        await asyncio.to_thread(program.stop)
        # The server's address becomes a port where nothing listens.
        gate = Gate(program.matrix["homeserver"])
        text = (program.folder / "draughtsman.toml").read_text()
        session = program.folder / "draughtsman-matrix" / "session.json"
        session.write_text(session.read_text().replace(gate.behind, gate.url))
        (program.folder / "draughtsman.toml").write_text(text.replace(gate.behind, gate.url))
        # Messages from here on go to the new program, not to the connection of the ended one.
        discord.lines.clear()
        await asyncio.to_thread(program.start, 0)
        since = discord.mark()
        await discord.types("1", "leaderboard")
        await discord.hears("Leaderboard", since=since)
        world.check(await asyncio.to_thread(program.logs, "trying on"), "it is said that the homeserver is away")
        world.check(program.process.poll() is None, "the program goes on")
        await gate.open()
        try:
            world.check(await asyncio.to_thread(program.logs, "listening on Matrix", 60), "it listens when the server is back")
            room = await world.bob.make_room("back", invite=[program.matrix["user"]])
            await world.bob.hears("Hello!", room, sender=program.matrix["user"])
        finally:
            world.check(await asyncio.to_thread(program.stop) == 0, "it ends in order")
            await gate.close()

    await with_discord(world, "alone", check)


async def a_chat_that_ends_leaves_the_other_alone(world):
    async def check(program, discord):
        await asyncio.to_thread(program.start, 0)
        said = "Matrix has stopped; the other chat keeps running"
        world.check(await asyncio.to_thread(program.logs, said), "it says that one chat ended")
        world.check("doesn't accept this password" in program.log(), "and why")
        since = discord.mark()
        await discord.types("1", "leaderboard")
        await discord.hears("Leaderboard", since=since)
        world.check(await asyncio.to_thread(program.stop) == 0, "the other ends in order")

    await with_discord(world, "halved", check, password="not-its-password")


class Gate:
    """An address for a server that can start listening later."""

    def __init__(self, behind):
        self.behind = behind
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    async def open(self):
        host, port = self.behind.removeprefix("http://").split(":")

        async def pump(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except OSError:
                pass
            finally:
                writer.close()

        async def serve(reader, writer):
            there = await asyncio.open_connection(host, int(port))
            await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))

        self.server = await asyncio.start_server(serve, "127.0.0.1", self.port)

    async def close(self):
        self.server.close()


CHECKS = [
    one_person_in_two_chats,
    two_people_who_are_not_linked_play_across_chats,
    a_board_opened_from_discord_plays_a_match_against_matrix,
    a_homeserver_that_is_away_stops_nothing_else,
    a_chat_that_ends_leaves_the_other_alone,
]
