"""Checks of what people see: names, links, aims that change in place, films after boards, and a time zone that is proposed."""

import asyncio
import time

import play
from player import BOT, Player, quoted, text_of
from private import direct_room, leave
from whole import following


def of_bot(player, room, since):
    """Returns what the bot has said in a room."""
    return [it for it in player.after(since) if it["room"] == room and it["sender"] == BOT and it["type"] == "m.room.message"]


def replaced(event):
    """Returns the message that an event changes."""
    relation = event["content"].get("m.relates_to", {})
    return relation["event_id"] if relation.get("rel_type") == "m.replace" else None


async def a_name_stays_what_it_is_after_a_kick(world):
    world.server.register("dolores", "player-password")
    dora = await Player(world.server, "dolores", world.folder / "named").start("player-password")
    try:
        await dora.ask("PUT", f"/profile/{quoted(dora.user)}/displayname", {"displayname": "Dora Delight"})
        room = await world.room("names", world.ann, dora)
        board = await play.begin(world, room, world.ann, dora)
        number = play.number_of(board)
        world.check("Dora Delight" in text_of(board), "a person is called what they call themselves")
        since = world.ann.mark()
        await world.ann.ask("POST", f"/rooms/{quoted(room)}/kick", {"user_id": BOT})
        await world.ann.hears_alone("I was removed from", since=since)
        for n in range(30):
            await world.ann.say(room, f"talk {n}")
        since = world.ann.mark()
        await world.ann.ask("POST", f"/rooms/{quoted(room)}/invite", {"user_id": BOT})
        await world.ann.hears("I can write here again", room, since=since)
        since = world.ann.mark()
        await world.ann.say(room, f"!board #{number}")
        shown = await world.ann.hears("Dora Delight", room, since=since)
        world.check(f"#{number}" in text_of(shown), f"the name is still hers: {text_of(shown)}")
        await world.ann.say(room, f"!resign #{number} yes")
        await world.ann.hears("called off", room, since=since)
        await leave(dora, room)
    finally:
        await dora.stop()


async def the_account_has_a_name_and_a_picture(world):
    profile = await world.ann.ask("GET", f"/profile/{quoted(BOT)}")
    world.check(profile.get("displayname") == "Draughtsman", f"the name is the project's: {profile}")
    world.check(profile.get("avatar_url", "").startswith("mxc://"), f"it has a picture: {profile}")


async def an_accepted_challenge_leads_to_the_first_board(world):
    room = await world.room("accepted", world.ann, world.bob)
    since = world.ann.mark()
    board = await play.begin(world, room, world.ann, world.bob)
    accepted = await world.ann.hears("Accepted", room, since=since)
    picture = (await play.picture_above(world.ann, board))["event_id"]
    # Where the words went first, the picture may be there before the card changes.
    shown = [picture] if play.PICTURE in board["content"] else [board["event_id"], picture]
    html = accepted["content"]["m.new_content"]["formatted_body"].replace("%24", "$").replace("%21", "!").replace("%3A", ":")
    leads = any(f"https://matrix.to/#/{room}/{event}" in html.replace("%2D", "-") for event in shown)
    world.check(leads, f"the card leads to the board, {shown}: {html}")
    world.check(replaced(accepted), "it is the card that has changed")
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def set_up(world, room, board, players):
    """Plays the first choice of whoever is asked until a kicker is flicked."""
    root = play.thread_of(board)
    for _ in range(8):
        menu = board["content"][play.MENU]
        if any("flick" in it["says"] or "aim" in it["says"] for it in menu["choices"]):
            return board
        mover, since = play.asked_by(board, players), world.ann.mark()
        await mover.say_in_thread(room, root, "1")
        board = await play.shown_after(world.ann, room, board, since, menu["choices"][0]["says"])
    raise AssertionError("nobody is asked to flick")


async def an_aim_is_one_message_that_changes(world):
    players = {it.user: it for it in [world.ann, world.bob]}
    room = await world.room("aims", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob, "piecepack unrated")
    number = play.number_of(board)
    board = await set_up(world, room, board, players)
    mover = play.asked_by(board, players)
    private = await direct_room(world, mover)
    since = mover.mark()
    await mover.say(private, f"#{number} aim 1 at ball 40")
    shown = await mover.hears("would set off", private, since=since)

    def new_picture():
        return next((it for it in of_bot(mover, private, since) if it["content"]["msgtype"] == "m.image"), None)

    picture = await mover.until(new_picture, "the picture of an aim")
    world.check("Goal" in text_of(shown) and "Ball" in text_of(shown), f"the targets are listed: {text_of(shown)}")
    seen = [shown]
    for words in ["at goal", "left 2", "harder", "at ball 30"]:
        since = mover.mark()
        await mover.say(private, words)
        changed = await mover.hears("would set off", private, since=since)
        seen.append(changed)
        world.check(changed["content"]["msgtype"] == "m.notice" and replaced(changed) == shown["event_id"], f"{words}: the words change in place")
        newer = await mover.until(new_picture, f"{words}: a new picture")

        def is_line():
            return [it for it in of_bot(mover, private, since) if replaced(it) == picture["event_id"]]

        await mover.until(is_line, "the earlier picture to become a line")
        picture = newer
    told = [text_of(it) for it in seen]
    world.check(len(set(told)) == len(told), f"each is another aim: {told}")
    menu = seen[-1]["content"]["m.new_content"][play.MENU]
    wanted = next(n for n, it in enumerate(menu["choices"], 1) if "harder" in it["label"])
    since = mover.mark()
    reply = {"m.in_reply_to": {"event_id": shown["event_id"]}}
    await mover.say(private, str(wanted), **{"m.relates_to": reply})
    changed = await mover.hears("would set off", private, since=since)
    power = menu["choices"][wanted - 1]["explains"].removeprefix("power ")
    world.check(f"power {power}" in text_of(changed), f"a number in reply is a choice of what stands there now: {text_of(changed)}")
    since = world.ann.mark()
    own = mover.mark()
    await mover.say(private, "flick")
    after = await play.shown_after(world.ann, room, board, since, "flick")
    film = await world.ann.until(
        lambda: next((it for it in of_bot(world.ann, room, since) if it["content"].get("info", {}).get("mimetype") == "image/gif"), None), "the film"
    )
    order = [it["event_id"] for it in world.ann.heard]
    world.check(order.index(after["event_id"]) < order.index(film["event_id"]), "the board comes before its film")
    if play.asked_by(after, players) is not mover:
        here = await mover.until(lambda: next((it for it in of_bot(mover, private, own) if it["content"]["msgtype"] != "m.image"), None), "the board")
        world.check(play.MENU not in here["content"], f"nobody gets the other's controls: {text_of(here)}")
    await world.ann.say(room, f"!resign #{number} yes")
    await leave(mover, private)


async def advice_is_private_in_a_match_of_people(world):
    room = await world.room("advice", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    mover = play.asked_by(board, {it.user: it for it in [world.ann, world.bob]})
    for words in ["hint", "why"]:
        since = mover.mark()
        await mover.say_in_thread(room, play.thread_of(board), f"!{words} #{number}")
        told = await mover.hears_alone(f"#{number}", besides=room, since=since)
        line = text_of(told).splitlines()[0]
        await mover.say(room, "!leaderboard")
        await mover.hears("Leaderboard", room, since=since)
        here = [text_of(it) for it in of_bot(mover, room, since)]
        world.check(not any(line[:40] in it for it in here), f"the room hears nothing of {line!r}: {here}")
    await world.ann.say(room, f"!resign #{number} yes")


async def a_challenge_without_a_game_asks_which(world):
    room = await world.room("which", world.ann, world.bob)
    since = world.ann.mark()
    await world.ann.say(room, f"!challenge {world.bob.user}")
    asked = await world.ann.hears("Which game?", room, since=since)
    games = asked["content"][play.MENU]["choices"]
    world.check("1\ufe0f\u20e3" in text_of(asked) and len(games) >= 6, "the games have numbers")
    nth = next(n for n, it in enumerate(games, 1) if " draughts" in it["says"])
    since = world.bob.mark()
    await world.ann.say(room, f"!{nth}")
    offer = await world.bob.hears("challenges", room, since=since)
    world.check("Draughts" in text_of(offer) and offer["content"]["m.mentions"]["user_ids"] == [world.bob.user], "the number picks one")
    await world.ann.say(room, "!cancel")


async def a_time_zone_is_proposed_and_never_set_alone(world):
    private = await direct_room(world, world.cid)
    path = f"/profile/{quoted(world.cid.user)}/m.tz"
    since = world.cid.mark()
    await world.cid.say(private, "settings quiet 22-7")
    told = await world.cid.hears("22:00", private, since=since)
    world.check("profile" not in text_of(told), f"without a zone in the profile nothing is said: {text_of(told)}")
    status, answer = await world.cid.try_to("PUT", path, {"m.tz": "Europe/Berlin"})
    world.check(status == 200, f"the homeserver takes the field: {answer}")
    try:
        since = world.cid.mark()
        await world.cid.say(private, "settings quiet 22-8")
        told = await world.cid.hears("Your profile says", private, since=since)
        world.check("Europe/Berlin" in text_of(told) and "zone: UTC" in text_of(told).replace("`", ""), f"it only asks: {text_of(told)}")
        since = world.cid.mark()
        await world.cid.say(private, "yes")
        told = await world.cid.hears("zone", private, since=since)
        world.check("Europe/Berlin" in text_of(told), f"yes sets it: {text_of(told)}")
        since = world.cid.mark()
        await world.cid.say(private, "settings quiet off")
        told = await world.cid.hears("quiet", private, since=since)
        world.check("Your profile says" not in text_of(told), "whoever has one isn't asked")
    finally:
        await world.cid.try_to("DELETE", path)
        await world.cid.say(private, "settings zone UTC")
        await leave(world.cid, private)


def newest_board(player, room, players):
    """Returns the newest board that says whom it asks: a forced step may have brought another since. There is none after the end."""
    for it in reversed(player.heard):
        if it["room"] == room and it["sender"] == BOT and play.MENU in it["content"]:
            if it["content"][play.MENU]["choices"] and it["content"][play.MENU]["choices"][0]["says"].startswith("rematch"):
                return None
            try:
                play.asked_by(it, players)
            except AssertionError:
                continue
            return play.standing(it)
    raise AssertionError("no board asks anybody")


async def squares_are_chosen_by_their_names(world):
    """Plays Alien matches until a card that goes on any of many squares is opened."""
    players = {it.user: it for it in [world.ann, world.bob]}
    room = await world.room("squares", world.ann, world.bob)
    begun, board = time.monotonic(), None
    for _ in range(60):
        if board is None:
            board = await play.begin(world, room, world.ann, world.bob, "alien unrated")
            number, root = play.number_of(board), play.thread_of(board)
            for player in players.values():
                player.aimed = player.mark()
        menu = board["content"][play.MENU]
        mover, since = play.asked_by(board, players), world.ann.mark()
        if "Say one, such as" in text_of(board):
            break
        opens = [n for n, it in enumerate(menu["choices"], 1) if it["says"].startswith("moves") and "Play" in it["label"]]
        chosen = str((opens or [1])[0])
        await mover.say_in_thread(room, root, chosen)
        await following(world, room, board, since, chosen)
        board = newest_board(world.ann, room, players)
    world.check(board and "Say one, such as" in text_of(board), f"some card goes on many squares, within {time.monotonic() - begun:.0f} s")
    square = text_of(board).split("such as ")[1].split(":")[0].strip("` ")
    await mover.say_in_thread(room, root, square)
    after = await play.shown_after(world.ann, room, board, since, square)
    world.check("isn't" not in text_of(after), f"its name alone is enough: {text_of(after)}")
    await world.ann.say(room, f"!resign #{number} yes")


CHECKS = [
    the_account_has_a_name_and_a_picture,
    a_name_stays_what_it_is_after_a_kick,
    an_accepted_challenge_leads_to_the_first_board,
    an_aim_is_one_message_that_changes,
    advice_is_private_in_a_match_of_people,
    a_challenge_without_a_game_asks_which,
    squares_are_chosen_by_their_names,
    a_time_zone_is_proposed_and_never_set_alone,
]
