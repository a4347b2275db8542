"""Playing: whole games in plain and encrypted rooms and from encrypted direct rooms, in every way a move can be said."""

import io
import itertools

from PIL import Image

MENU = "draughtsman.menu"
SHORT = "from=B:W18,32:B14,5"
SIGNS = ["1\ufe0f\u20e3", "2\ufe0f\u20e3", "3\ufe0f\u20e3", "4\ufe0f\u20e3", "5\ufe0f\u20e3"]


async def begin(world, room, first, second, game=f"trapdoor unrated side=black {SHORT}"):
    """Has one challenge the other; returns the first board."""
    since = second.mark()
    await first.say(room, f"!challenge {second.user} {game}")
    offer = await second.hears("challenges", room, since=since)
    world.check(second.user in offer["content"]["m.mentions"]["user_ids"], "the challenged one is mentioned")
    since = second.mark()
    await second.press(offer, SIGNS[0])
    return await second.hears("Match #", room, since=since)


def thread_of(board):
    relation = board["content"].get("m.relates_to", {})
    return relation["event_id"] if relation.get("rel_type") == "m.thread" else board["event_id"]


async def picture_of(world, player, board):
    """Fetches, decrypts and decodes the picture of a board."""
    content = board["content"]
    bytes_ = await player.fetch(board)
    image = Image.open(io.BytesIO(bytes_))
    image.load()
    world.check(image.format == "PNG" and image.size == (1080, 720), f"the picture is a PNG of 1080x720, not {image.size}")
    info = content["info"]
    world.check((info["w"], info["h"], info["mimetype"]) == (1080, 720, "image/png"), "the message says so, too")
    world.check(info["size"] == len(bytes_), "and how long it is")
    world.check(content["filename"].endswith(".png") and content["body"] != content["filename"], "the words are the caption")
    return bytes_


async def play_out(world, room, board, players, ways, most=150):
    """Plays a game to its end, taking what is offered first, said in each of the ways in turn; returns the last board."""
    root = thread_of(board)
    ways = itertools.cycle(ways)
    watching = next(iter(players.values()))
    for _ in range(most):
        content = board["content"]
        menu = content[MENU]
        if menu["choices"][0]["says"].startswith("rematch"):
            return board
        mover = players[content["m.mentions"]["user_ids"][0]]
        since = watching.mark()
        await next(ways)(mover, room, root, board, menu)

        def find():
            for it in watching.heard[since:]:
                fits = it["room"] == room and it["sender"] == "@bot:draughts.test" and it["type"] == "m.room.message"
                if fits and MENU in it["content"] and it["content"].get("m.relates_to", {}).get("rel_type") != "m.replace":
                    return it

        board = await watching.until(find, f"the board after {menu['choices'][0]['says']}")
    raise AssertionError("the game does not end")


def first_word(menu):
    captures = [it for it in menu["choices"] if "x" in it["label"]]
    return (captures or menu["choices"])[0]


async def by_command(mover, room, root, board, menu):
    await mover.say(room, "!" + first_word(menu)["says"])


async def in_thread(mover, room, root, board, menu):
    await mover.say_in_thread(room, root, first_word(menu)["label"])


async def by_number(mover, room, root, board, menu):
    await mover.say_in_thread(room, root, str(menu["choices"].index(first_word(menu)) + 1))


async def by_button(mover, room, root, board, menu):
    number = menu["choices"].index(first_word(menu))
    if number < len(SIGNS):
        await mover.press(board, SIGNS[number])
    else:
        await by_command(mover, room, root, board, menu)


async def by_mention(mover, room, root, board, menu):
    mentions = {"user_ids": ["@bot:draughts.test"]}
    await mover.say(room, "Draughts bot: " + first_word(menu)["says"], **{"m.mentions": mentions})


async def a_whole_game_in_a_plain_room(world):
    room = await world.room("plain", world.ann, world.bob)
    board = await begin(world, room, world.ann, world.bob)
    await picture_of(world, world.bob, board)
    world.check("m.relates_to" not in board["content"], "the first board begins the thread and is in none")
    players = {it.user: it for it in [world.ann, world.bob]}
    ways = [by_command, in_thread, by_number, by_button]
    last = await play_out(world, room, board, players, ways)
    relation = last["content"]["m.relates_to"]
    world.check(relation["rel_type"] == "m.thread" and relation["event_id"] == board["event_id"], "one thread for the match")
    world.check(relation["is_falling_back"] and relation["m.in_reply_to"]["event_id"], "with a fallback")
    await picture_of(world, world.ann, last)
    mine = [it for it in await world.ann.stored(room) if it["sender"] == "@bot:draughts.test"]
    said = [it["content"] for it in mine if it["type"] == "m.room.message"]
    world.check(all("m.mentions" in it for it in said), "every message says whom it mentions")
    world.check(all(it["msgtype"] in ("m.notice", "m.image") for it in said), "an automaton sends notices and pictures")
    world.check(all("formatted_body" in it for it in said), "both forms are there")


async def a_whole_game_in_an_encrypted_room(world):
    room = await world.room("secret", world.ann, world.bob, encrypted=True)
    board = await begin(world, room, world.ann, world.bob)
    world.check("file" in board["content"] and "url" not in board["content"], "the picture is encrypted")
    await picture_of(world, world.bob, board)
    players = {it.user: it for it in [world.ann, world.bob]}
    last = await play_out(world, room, board, players, [in_thread, by_button, by_command, by_number])
    await picture_of(world, world.ann, last)
    mine = [it for it in await world.ann.stored(room) if it["sender"] == "@bot:draughts.test"]
    kinds = {it["type"] for it in mine}
    world.check(kinds <= {"m.room.encrypted", "m.reaction", "m.room.member"}, f"nothing but buttons is in clear: {kinds}")


CHECKS = [a_whole_game_in_a_plain_room, a_whole_game_in_an_encrypted_room]
