"""Checks of play: whole games in plain, encrypted and direct rooms, with every way to enter a move."""

import io
import itertools
import json
import re

from PIL import Image

from player import BOT, text_of

MENU = "org.draughtsman.menu"
PICTURE = "org.draughtsman.picture"
SHORT = "from=B:W26,32:B14,5"
SIGNS = ["1\ufe0f\u20e3", "2\ufe0f\u20e3", "3\ufe0f\u20e3", "4\ufe0f\u20e3", "5\ufe0f\u20e3"]


async def begin(world, room, first, second, game=f"trapdoor unrated side=black {SHORT}"):
    """Starts a match with a challenge. Returns the first board, once both have it: a client may be behind another."""
    since = second.mark()
    await first.say(room, f"!challenge {second.user} {game}")
    # The card of an earlier challenge may still be closed.
    offer = await second.hears("challenges", room, since=since, edits=False)
    world.check(second.user in offer["content"]["m.mentions"]["user_ids"], "the challenged one is mentioned")
    marks = {it: it.mark() for it in [first, second]}
    await second.press(offer, SIGNS[0])
    for player, since in marks.items():
        board = await player.hears("New match: ", room, since=since)
    return board


def number_of(board):
    """Returns the match number from the first line of a board."""
    return re.search(r"#(\d+)", text_of(board))[1]


def thread_of(board):
    """Returns the first message of a board's thread. An edit doesn't say it, so `shown_after` hands it on."""
    if "root" in board:
        return board["root"]
    relation = board["content"].get("m.relates_to", {})
    return relation["event_id"] if relation.get("rel_type") == "m.thread" else board["event_id"]


async def picture_above(player, board):
    """Waits for the picture beside the words of a board. Words that don't name it went first, and it follows them."""
    shown = board["content"].get(PICTURE)

    def find():
        of_room = [it for it in player.heard if it["room"] == board["room"]]
        if shown:
            return next((it for it in of_room if it["event_id"] == shown["event"]), None)
        words = max((nth for nth, it in enumerate(of_room) if standing(it)["event_id"] == board["event_id"]), default=len(of_room))
        drawn = [it for it in of_room[words:] if it["sender"] == BOT and it["content"].get("msgtype") == "m.image"]
        return next((it for it in drawn if thread_of(it) == thread_of(board)), None)

    return await player.until(find, "the picture of a board")


async def picture_of(world, player, board):
    """Fetches, decrypts and decodes the picture of a board."""
    picture = await picture_above(player, board)
    content = picture["content"]
    bytes_ = await player.fetch(picture)
    image = Image.open(io.BytesIO(bytes_))
    image.load()
    world.check(image.format == "PNG" and image.size == (1080, 720), f"the picture is a PNG of 1080x720, not {image.size}")
    info = content["info"]
    world.check((info["w"], info["h"], info["mimetype"]) == (1080, 720, "image/png"), "the message says so, too")
    world.check(info["size"] == len(bytes_), "and how long it is")
    world.check(content["filename"].endswith(".png") and content["body"] == content["filename"], "nothing is said in a caption")
    return bytes_


def standing(board):
    """Returns a board with the id of the message that shows it: within a turn that is edited."""
    relation = board["content"].get("m.relates_to", {})
    return board | {"event_id": relation["event_id"]} if relation.get("rel_type") == "m.replace" else board


def asked_by(board, players):
    """Returns the player a board asks, from its text: a player who continues isn't mentioned."""
    lines = text_of(board).splitlines()
    asked = [it for it in players.values() if any(re.match(rf"{it.name} \([A-Z]\w*\)(: | · #)", line) for line in lines)]
    if len(asked) != 1:
        said = [text_of(it)[:200] for it in next(iter(players.values())).heard if it["room"] == board["room"]]
        raise AssertionError(f"it is not clear who is asked by {text_of(board)!r} after {json.dumps(said[-8:], indent=1)}")
    return asked[0]


async def shown_after(watching, room, board, since, words, sender=BOT):
    """Waits for the board after another one: a new message, or the same one, edited."""

    def find():
        for it in watching.after(since):
            fits = it["room"] == room and it["sender"] == sender and it["type"] == "m.room.message"
            if not fits or MENU not in it["content"]:
                continue
            answer = standing(it)
            if answer["event_id"] == board["event_id"] or answer is it:
                return answer | ({"root": thread_of(board)} if answer["event_id"] == board["event_id"] else {})

    return await watching.until(find, f"the board after {words}")


async def play_out(world, room, board, players, ways, most=24):
    """Plays a game to its end, using each of the ways in turn, and returns the last board. The player to move after `most` steps
    resigns."""
    root = thread_of(board)
    ways = itertools.cycle(ways)
    watching = next(iter(players.values()))
    for step in range(most + 1):
        content = board["content"]
        menu = content[MENU]
        if menu["choices"][0]["says"].startswith("rematch"):
            return board
        mover = asked_by(board, players)
        since = watching.mark()
        if step < most:
            await next(ways)(mover, room, root, board, menu)
        else:
            await mover.say(room, f"!resign #{menu['choices'][0]['says'].split('#')[1].split()[0]} yes")
        board = await shown_after(watching, room, board, since, menu["choices"][0]["says"])
    return board


def first_word(menu):
    captures = [it for it in menu["choices"] if "x" in it["typed"]]
    return (captures or menu["choices"])[0]


async def by_command(mover, room, root, board, menu):
    await mover.say(room, "!" + first_word(menu)["says"])


async def in_thread(mover, room, root, board, menu):
    await mover.say_in_thread(room, root, first_word(menu)["typed"])


def without_number(board):
    """Returns whether the choices of a board are squares that share a line, without numbers."""
    return "Say one, such as" in text_of(board)


async def by_number(mover, room, root, board, menu):
    """Types the number, or the square where it has none."""
    chosen = first_word(menu)
    number = str(menu["choices"].index(chosen) + 1)
    await mover.say_in_thread(room, root, chosen["typed"].split()[-1] if without_number(board) else number)


async def by_button(mover, room, root, board, menu):
    number = menu["choices"].index(first_word(menu))
    if without_number(board):
        await by_number(mover, room, root, board, menu)
    elif number < len(SIGNS):
        await mover.press(board, SIGNS[number])
    else:
        await by_command(mover, room, root, board, menu)


async def by_reply(mover, room, root, board, menu):
    """Replies to the picture, without a mention and outside the thread."""
    picture = board["content"].get(PICTURE, {}).get("event", board["event_id"])
    await mover.say(room, first_word(menu)["typed"], **{"m.relates_to": {"m.in_reply_to": {"event_id": picture}}})


async def in_the_room(mover, room, root, board, menu):
    """Says the move in the room, to nobody."""
    await mover.say(room, first_word(menu)["typed"])


async def by_label(mover, room, root, board, menu):
    """Types what a button says."""
    chosen = first_word(menu)
    number = menu["choices"].index(chosen) + 1
    await mover.say_in_thread(room, root, f"{number}: {chosen['label']}")


async def by_mention(mover, room, root, board, menu):
    mentions = {"user_ids": ["@bot:draughts.test"]}
    await mover.say(room, "Draughts bot: " + first_word(menu)["says"], **{"m.mentions": mentions})


async def a_whole_game_in_a_plain_room(world):
    room = await world.room("plain", world.ann, world.bob)
    board = await begin(world, room, world.ann, world.bob)
    await picture_of(world, world.bob, board)
    picture = await picture_above(world.bob, board)
    root = thread_of(board)
    world.check(root in (picture["event_id"], board["event_id"]), "what comes first begins the thread and is in none")
    world.check(thread_of(picture) == root, "the other stands in it")
    players = {it.user: it for it in [world.ann, world.bob]}
    ways = [by_command, in_thread, by_number, by_button, by_reply, in_the_room, by_label]
    last = await play_out(world, room, board, players, ways)
    relation = last["content"]["m.relates_to"]
    world.check(relation["rel_type"] == "m.thread" and relation["event_id"] == root, "one thread for the match")
    world.check(relation["is_falling_back"] and relation["m.in_reply_to"]["event_id"], "with a fallback")
    await picture_of(world, world.ann, last)
    mine = [it for it in await world.ann.stored(room) if it["sender"] == "@bot:draughts.test"]
    said = [it["content"] for it in mine if it["type"] == "m.room.message"]
    world.check(all("m.mentions" in it for it in said), "every message says whom it mentions")
    for it in said:
        asks = bool(it["m.mentions"].get("user_ids"))
        kinds = ("m.text",) if asks else ("m.notice", "m.image")
        world.check(it["msgtype"] in kinds, f"what asks is a text, all else a notice or a picture: {it}")
        world.check("formatted_body" in it or it["msgtype"] == "m.image", "both forms are there")


async def a_whole_game_in_an_encrypted_room(world):
    room = await world.room("secret", world.ann, world.bob, encrypted=True)
    board = await begin(world, room, world.ann, world.bob)
    picture = (await picture_above(world.bob, board))["content"]
    world.check("file" in picture and "url" not in picture, "the picture is encrypted")
    await picture_of(world, world.bob, board)
    players = {it.user: it for it in [world.ann, world.bob]}
    last = await play_out(world, room, board, players, [in_thread, by_button, by_command, by_number])
    await picture_of(world, world.ann, last)
    mine = [it for it in await world.ann.stored(room) if it["sender"] == "@bot:draughts.test"]
    kinds = {it["type"] for it in mine}
    world.check(kinds <= {"m.room.encrypted", "m.reaction", "m.room.redaction", "m.room.member"}, f"nothing but buttons is in clear: {kinds}")


async def what_is_secret_is_told_to_its_owner_alone(world):
    """For every game with secrets: only the owner gets them, and the server's disk never has them in plain text."""
    room = await world.room("hidden", world.ann, world.bob, encrypted=True)
    since = world.ann.mark()
    await world.ann.say(room, "!challenge bob")
    asked = await world.ann.hears("Which game?", since=since)
    games = [it["says"].split()[-1] for it in asked["content"][MENU]["choices"] if not it["says"].endswith(" quick")]
    world.check({"trapdoor", "alien"} <= set(games), f"the games are listed: {games}")
    hiding = []
    for game in games:
        board = await begin(world, room, world.ann, world.bob, f"{game} unrated")
        number = number_of(board)
        hands = {}
        for player in [world.ann, world.bob]:
            since = player.mark()
            await player.say(room, f"!hand #{number}")

            def answer():
                for it in player.after(since):
                    if it["sender"] == BOT and it["type"] == "m.room.message" and it["content"]["msgtype"] != "m.image":
                        # A board of an earlier match, whose choices are taken away, is no answer.
                        changed = "m.new_content" in it["content"]
                        if not changed and it["room"] != room or "You have nothing hidden" in text_of(it):
                            return it

            hands[player.name] = text_of(await player.until(answer, "what is hidden"))
        if "You have nothing hidden" not in hands["ann"]:
            hiding.append(game)
            await reveals_nothing(world, room, game, hands)
        since = world.bob.mark()
        await world.ann.say(room, f"!resign #{number} yes")
        await world.bob.hears("called off", room, since=since)
    world.check("alien" in hiding, f"a planet is hidden, not only what {hiding} hide")


async def what_is_chosen_in_secret_is_typed_in_private(world):
    room = await world.room("duel", world.ann, world.bob, encrypted=True)
    board = await begin(world, room, world.ann, world.bob, "amtgard unrated duel=stance side=black")
    number = number_of(board)
    root = thread_of(board)
    menus = {}
    private, chosen = {}, {world.ann: "bold", world.bob: "guard"}
    for mover, move in [(world.ann, "b6-c5"), (world.bob, "a3-b4"), (world.ann, "c5xb4")]:
        marks = {it: it.mark() for it in chosen}
        await mover.say(room, f"!#{number} {move}")
        await mover.hears(f"{mover.name} moves" if "-" in move else "sends", room, since=marks[mover])
    for player in chosen:
        asked = await player.hears_alone("choose a stance", besides=room, since=marks[player])
        private[player] = asked["room"]
        world.check("stance bold" in text_of(asked), "the choices are listed")
        world.check("1. " in text_of(asked) and "\u20e3" not in text_of(asked), "with numbers that nobody takes for buttons")
        menus[player] = asked["content"][MENU]
        since = player.mark()
        await player.press(asked, SIGNS[1])
        await player.hears("aren't encrypted", asked["room"], since=since)
        public = [it for it in player.after(since) if it["room"] == room and "has chosen" in text_of(it)]
        world.check(not public, "a press chooses nothing")
        pressed = [it for it in await player.stored(asked["room"]) if it["type"] == "m.reaction" and it["sender"] == BOT]
        world.check(not pressed, "and have no buttons")
    since = {it: it.mark() for it in chosen}
    for says in [lambda words: world.ann.say_in_thread(room, root, words), lambda words: world.ann.say(room, words)]:
        for words in ["1", SIGNS[0], "play 1", f"!#{number} 1"]:
            mark = world.ann.mark()
            await says(words)
            told = await world.ann.hears_alone("Choose here", besides=room, since=mark)
            world.check(len(told["content"][MENU]["choices"]) == len(menus[world.ann]["choices"]), "what others read chooses nothing")
    bold = [it["typed"] for it in menus[world.ann]["choices"]].index("stance bold") + 1
    await world.ann.say(private[world.ann], str(bold))
    await world.bob.hears("has chosen a stance", room, since=since[world.bob])
    # As a word: keys and ids are made of random letters.
    heard = [it for it in world.bob.after(since[world.bob]) if it["room"] == room and re.search(r"\bbold", str(it["content"]))]
    told = [it for it in world.bob.after(since[world.bob]) if it["room"] == room and "has chosen a stance" in text_of(it)]
    world.check(len(told) == 1, f"one choice was made: {told}")
    world.check(not heard, "the other does not hear which")
    found = world.server.holds("stance bold", "stance guard")
    world.check(not found, f"in clear on the server's disk: {found}")
    await world.bob.say(private[world.bob], "stance guard")
    await world.ann.hears("fights boldly", room, since=since[world.ann])
    found = world.server.holds("stance bold", "stance guard")
    world.check(not found, f"nor afterwards: {found}")
    await world.ann.say(room, f"!resign #{number} yes")


async def reveals_nothing(world, room, game, hands):
    """Checks that the players' secrets appear only in their own direct rooms."""
    world.check(hands["ann"] != hands["bob"], f"{game}: each holds something else")
    for mine, other in [(world.ann, world.bob), (world.bob, world.ann)]:
        # Words that only one hand has. Below, only lines long enough not to match by chance are used.
        words = {it.strip(".,:;()`") for it in hands[mine.name].split()} - {it.strip(".,:;()`") for it in hands[other.name].split()}
        # The first line names the match, which isn't secret.
        own = [it for it in hands[mine.name].splitlines() if not it.startswith("#")]
        lines = [it for it in own if words & set(it.replace(".", "").split()) and 12 < len(it)]
        world.check(lines, f"{game}: {mine.name} holds something of their own: {hands[mine.name]!r}")
        for line in lines:
            heard = [it for it in other.heard if line in json.dumps(it["content"], ensure_ascii=False)]
            world.check(not heard, f"{game}: {other.name} was not told {line!r}")
            public = [it for it in mine.heard if it["room"] == room and line in json.dumps(it["content"], ensure_ascii=False)]
            world.check(not public, f"{game}: the room was not told {line!r}")
        found = world.server.holds(*lines)
        world.check(not found, f"{game}: in clear on the server's disk: {found}")


CHECKS = [
    a_whole_game_in_a_plain_room,
    a_whole_game_in_an_encrypted_room,
    what_is_secret_is_told_to_its_owner_alone,
    what_is_chosen_in_secret_is_typed_in_private,
]
