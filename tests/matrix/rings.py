"""Checks of what notifies whom, as the server evaluates the push rules that every account has from the first, and of how many events
a hand-over takes."""

import json

import play
from player import BOT, quoted, text_of

COMMAND = "org.matrix.msc4391.command"


async def rung(player, room, since):
    """Returns the ids of the bot's events that notify somebody, with whether each is highlighted."""
    answer = await player.ask("GET", "/notifications?limit=200")
    found = {}
    for it in answer["notifications"]:
        if it["room_id"] == room and it["event"]["sender"] == BOT and it["event"]["event_id"] in since:
            highlight = [action for action in it["actions"] if isinstance(action, dict) and action.get("set_tweak") == "highlight"]
            found[it["event"]["event_id"]] = bool(highlight and highlight[0].get("value", True))
    return found


def heard_since(player, room, mark):
    return {it["event_id"]: it for it in player.after(mark) if it["room"] == room and it["sender"] == BOT}


async def asks(world, room, mark, event, asked, others):
    """Checks that an event is highlighted for whom it asks and for nobody else, and that no edit notifies."""
    world.check(event["content"]["msgtype"] == "m.text", f"what asks is a text: {text_of(event)}")
    world.check(event["content"]["m.mentions"] == {"user_ids": [asked.user]}, "it mentions whom it asks")
    since = heard_since(asked, room, mark)
    told = await rung(asked, room, since)
    world.check(told.get(event["event_id"]), f"{asked.name} is rung by {text_of(event)!r}: {told}")
    for other in others:
        told = await rung(other, room, since)
        world.check(not any(told.values()), f"{other.name} isn't: {told}")
        edits = [id for id in told if since[id]["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"]
        world.check(not edits, f"no change notifies {other.name}: {edits}")


async def what_asks_rings_for_whom_it_asks(world):
    room = await world.room("rings", world.ann, world.bob, world.cid)
    everybody = [world.ann, world.bob, world.cid]

    def others(asked):
        return [it for it in everybody if it is not asked]

    mark = world.bob.mark()
    await world.ann.say(room, f"!challenge {world.bob.user} trapdoor unrated side=black {play.SHORT}")
    offer = await world.bob.hears("challenges", room, since=mark)
    await asks(world, room, mark, offer, world.bob, others(world.bob))
    marks = {it: it.mark() for it in everybody}
    await world.bob.press(offer, play.SIGNS[0])
    board = await world.ann.hears("New match: ", room, since=marks[world.ann])
    await asks(world, room, marks[world.ann], board, world.ann, others(world.ann))
    number = play.number_of(board)
    for _ in range(3):
        mover = play.asked_by(board, world.players)
        mark = world.ann.mark()
        await mover.say_in_thread(room, play.thread_of(board), play.first_word(board["content"][play.MENU])["typed"])
        board = await play.shown_after(world.ann, room, board, mark, "a move")
        asked = play.asked_by(board, world.players)
        if asked is not mover:
            # Every player has heard it once they have heard what is said after it.
            for it in others(world.ann):
                await it.until(lambda it=it: [heard for heard in it.heard if heard["event_id"] == board["event_id"]], "the board")
            await asks(world, room, mark if asked is world.ann else 0, board, asked, [])
    last = play.asked_by(board, world.players)
    other = world.bob if last is world.ann else world.ann
    marks = {it: it.mark() for it in everybody}
    await other.say(room, f"!draw #{number}")
    offered = await last.hears("draw", room, since=marks[last])
    await asks(world, room, marks[last], offered, last, others(last))
    marks = {it: it.mark() for it in everybody}
    await other.say(room, f"!undo #{number}")
    asked = await last.hears("take back", room, since=marks[last])
    await asks(world, room, marks[last], asked, last, others(last))
    await world.ann.say(room, f"!resign #{number} yes")


async def a_hand_over_takes_three_events(world):
    """Counts the messages of a whole match. A hand-over is a picture, words, and the line that is left of the words before; a step is a
    picture and words that change. Each picture leaves a line, when nothing else is to be sent."""
    room = await world.room("counted", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    first = {it["event_id"] for it in await world.ann.stored(room)}
    hands, before = 0, play.asked_by(board, world.players)
    steps = ends = 0
    for _ in range(12):
        mark = world.ann.mark()
        mover = play.asked_by(board, world.players)
        await play.by_number(mover, room, play.thread_of(board), board, board["content"][play.MENU])
        board = await play.shown_after(world.ann, room, board, mark, "a move")
        steps += 1
        if board["content"][play.MENU]["choices"][0]["says"].startswith("rematch"):
            ends = 1
            break
        asked = play.asked_by(board, world.players)
        hands += asked is not before
        before = asked

    def unsettled():
        edits = [it for it in world.ann.heard if it["room"] == room and it["content"].get("m.new_content", {}).get("msgtype") == "m.notice"]
        return hands <= len({it["content"]["m.relates_to"]["event_id"] for it in edits})

    await world.ann.until(unsettled, "the earlier words to shrink")
    events = [it for it in await world.ann.stored(room, 400) if it["event_id"] not in first and it["sender"] == BOT]
    messages = [it for it in events if it["type"] == "m.room.message"]
    new = [it for it in messages if it["content"].get("m.relates_to", {}).get("rel_type") != "m.replace"]
    films = [it for it in new if it["content"].get("info", {}).get("mimetype") == "image/gif"]
    pictures = [it for it in new if it["content"]["msgtype"] == "m.image" and it not in films]
    lines = {it["content"]["m.relates_to"]["event_id"] for it in messages if it not in new} & {it["event_id"] for it in pictures}
    # Besides, the card of the challenge says once that it was accepted, and the root of the thread what is newest.
    roots = [it for it in messages if it not in new and it["content"]["m.relates_to"]["event_id"] == play.thread_of(board)]
    said, most = len(messages) - len(films) - len(lines) - len(roots) - 1, 2 * steps + hands + ends
    print(f"       {hands} hand-overs, {steps} steps: {len(messages)} messages, {len(new)} of them new, {len(pictures)} new pictures, {len(films)} films, {len(events) - len(messages)} signs put up or taken off", flush=True)
    world.check(said <= most, f"a step is a picture and words, and a new board leaves a line: {said}, not {most}")
    world.check(len(pictures) <= steps, "each step has one picture")
    world.check(len(roots) <= hands, f"the root says what is newest once it stands: {len(roots)}")
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def a_client_that_knows_its_commands_says_them_as_data(world):
    room = await world.room("commands", world.cid, world.ann)
    since = world.cid.mark()
    await world.cid.say(room, "!settings")
    private = (await world.cid.hears_alone("theme", since=since))["room"]
    state = await world.cid.ask("GET", f"/rooms/{quoted(private)}/state")
    described = {it["content"]["command"] for it in state if it["type"] == "org.matrix.msc4391.command_description"}
    world.check({"challenge", "games", "help"} <= described or not state, f"a room that the bot made describes its commands: {described}")
    since = world.cid.mark()
    said = {"command": "leaderboard", "arguments": {"words": "trapdoor here"}}
    await world.cid.say(room, "/leaderboard trapdoor here", **{COMMAND: said, "m.mentions": {"user_ids": [BOT]}})
    await world.cid.hears("Leaderboard", room, since=since)
    levels = json.dumps(await world.cid.ask("GET", f"/rooms/{quoted(room)}/state/m.room.power_levels"))
    state = await world.cid.ask("GET", f"/rooms/{quoted(room)}/state")
    described = [it for it in state if it["type"] == "org.matrix.msc4391.command_description"]
    world.check(not described, f"where it may not, it doesn't try: {levels}")


CHECKS = [
    what_asks_rings_for_whom_it_asks,
    a_hand_over_takes_three_events,
    a_client_that_knows_its_commands_says_them_as_data,
]
