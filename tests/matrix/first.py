"""Checks of the first lines that people type: whom a challenge names, and numbers said in the room below the board."""

from play import MENU, SIGNS, asked_by, begin, first_word, number_of, play_out, shown_after, thread_of, without_number
from player import BOT, text_of


def pill(user, name):
    """Returns the formatted text of a challenge that a client has completed."""
    return f'!challenge <a href="https://matrix.to/#/{user}">{name}</a> draughts unrated'


async def ends(world, room, board):
    """Ends a match of Ann's, so that nobody is asked in it any more."""
    since = world.ann.mark()
    await world.ann.say(room, f"!resign #{number_of(board)} yes")
    await world.ann.hears(f"#{number_of(board)}", room, since=since)
    world.check(MENU in board["content"], "it was a board")


async def a_challenge_names_somebody_in_every_way(world):
    ann, bob = world.ann, world.bob
    for encrypted in [False, True]:
        room = await world.room("named", ann, bob, encrypted=encrypted)
        await bob.ask("PUT", f"/rooms/{room}/state/m.room.member/{bob.user}", {"membership": "join", "displayname": "Bob the Bold"})
        await ann.until(lambda: [it for it in ann.heard if it["content"].get("displayname") == "Bob the Bold"], "the name")
        greeting = await ann.hears("Hello!", room)
        formatted = {"format": "org.matrix.custom.html", "formatted_body": pill(bob.user, "Bob the Bold")}
        reply = {"m.relates_to": {"m.in_reply_to": {"event_id": greeting["event_id"]}}}
        thread = {"m.relates_to": {"rel_type": "m.thread", "event_id": greeting["event_id"]}}
        ways = [(f"!challenge {who} draughts unrated", {}) for who in ["@bob", "bob", "@Bob", bob.user, "@bob_the", "@Bob_the_Bold"]]
        ways += [(f"!challenge {who} draughts unrated", {}) for who in ["@Bob the Bold", "Bob the Bold", '"Bob the Bold"']]
        ways += [("!challenge Bob the Bold draughts unrated", formatted), (f"{BOT}: challenge @bob draughts unrated", {})]
        ways += [("challenge @bob draughts unrated", reply), ("!challenge @bob draughts unrated", thread)]
        for words, more in ways[:1] + ways[-3:] if encrypted else ways:
            since = {it: it.mark() for it in [ann, bob]}
            await ann.say(room, words, **more)
            offer = await bob.hears("challenges", room, since=since[bob], edits=False)
            world.check(bob.user in offer["content"]["m.mentions"]["user_ids"], f"{words} names Bob")
            await ann.say(room, "!cancel")
            await ann.hears("Cancelled by", room, since=since[ann])


# Ways to write a number.
SAID = ["{}", "{}.", "play {}", "{}\ufe0f\u20e3", "move {}", "{})"]


async def a_whole_game_by_numbers_in_the_room(world):
    """Three people are in the room; only the number of the player who is asked counts."""
    ann, bob, cid = world.ann, world.bob, world.cid
    room = await world.room("numbers", ann, bob, cid)
    since, beginning = bob.mark(), ann.mark()
    await ann.say(room, "!challenge @bob draughts quick unrated side=black")
    offer = await bob.hears("challenges", room, since=since, edits=False)
    since = ann.mark()
    # The question of the card is answered by its number, too.
    await bob.say(room, "1")
    board = await ann.hears("New match: ", room, since=since)
    forms = iter(SAID * 20)

    async def in_the_room(mover, room, root, board, menu):
        other = next(it for it in [ann, bob] if it is not mover)
        for talker, words in [(cid, "1"), (other, "1"), (cid, "play 1"), (mover, "2 more minutes"), (mover, "99"), (mover, "1 beer")]:
            await talker.say(room, words)
        chosen = first_word(menu)
        number = menu["choices"].index(chosen) + 1
        words = chosen["typed"].split()[-1] if without_number(board) else next(forms).format(number)
        await mover.say(room, words)

    players = {it.user: it for it in [ann, bob]}
    last = await play_out(world, room, board, players, [in_the_room], most=12)
    said = [it for it in ann.after(beginning) if it["room"] == room and it["sender"] == BOT]
    called = [text_of(it) for it in said if cid.user in it["content"].get("m.mentions", {}).get("user_ids", [])]
    world.check(not called, f"who isn't asked isn't answered: {called}")
    refused = [text_of(it) for it in said if "turn to" in text_of(it) or "isn't your turn" in text_of(it)]
    world.check(not refused, f"nor is talk: {refused}")
    world.check(thread_of(last), "the match stays in its thread")
    world.check(offer, "it began with a card")


async def moves_are_said_in_the_room_as_the_help_says_them(world):
    room = await world.room("words", world.ann, world.bob)
    board = await begin(world, room, world.ann, world.bob, "draughts unrated side=black")
    players = {it.user: it for it in [world.ann, world.bob]}
    forms = ["move {}", "play {}", "{}", "{spaced}", "#{match} {}", "play #{match} {}"]
    for form in forms:
        mover, menu = asked_by(board, players), board["content"][MENU]
        typed = first_word(menu)["typed"]
        since = world.ann.mark()
        spaced = typed.replace("-", " ").replace("x", " ")
        await mover.say(room, form.format(typed, spaced=spaced, match=number_of(board)))
        board = await shown_after(world.ann, room, board, since, form)
    await ends(world, room, board)


async def of_two_boards_the_bot_asks_which(world):
    ann, bob, cid = world.ann, world.bob, world.cid
    room = await world.room("two", ann, bob, cid)
    boards = [await begin(world, room, ann, other, "draughts unrated side=black") for other in [bob, cid]]
    numbers = [number_of(it) for it in boards]
    for way in ["number", "press"]:
        since = ann.mark()
        await ann.say(room, "1")
        which = await ann.hears("Say which one", room, since=since)
        lines = [it["says"] for it in which["content"][MENU]["choices"]]
        nth = lines.index(f"play #{numbers[0]} 1")
        since = ann.mark()
        if way == "number":
            await ann.say(room, str(nth + 1))
        else:
            await ann.press(which, SIGNS[nth])
        board = await shown_after(ann, room, boards[0], since, "the number in the first match")
        world.check(number_of(board) == numbers[0], "it was played in the match that was named")
        menu = board["content"][MENU]
        since = ann.mark()
        await bob.say(room, "1")
        boards[0] = await shown_after(ann, room, board, since, menu["choices"][0]["says"])
        world.check(number_of(boards[0]) == numbers[0], "Bob is asked in one match alone")
    for board in boards:
        await ends(world, room, board)


CHECKS = [
    a_challenge_names_somebody_in_every_way,
    a_whole_game_by_numbers_in_the_room,
    moves_are_said_in_the_room_as_the_help_says_them,
    of_two_boards_the_bot_asks_which,
]
