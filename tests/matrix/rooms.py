"""Checks of rooms: who gets which message where, bursts, retries, edits, restarts, upgrades, and rooms where the bot can't post."""

import asyncio
import json
import urllib.parse

import play
from player import BOT, Player, quoted, text_of
from private import direct_room, gone, leave


async def a_whole_game_from_encrypted_direct_rooms(world):
    room = await world.room("quiet", world.ann, world.bob, encrypted=True)
    board = await play.begin(world, room, world.ann, world.bob)
    rooms = {it.user: await direct_room(world, it) for it in [world.ann, world.bob]}

    async def in_private(mover, _, root, board, menu):
        await mover.say(rooms[mover.user], menu["choices"][0]["typed"])

    players = {it.user: it for it in [world.ann, world.bob]}
    last = await play.play_out(world, room, board, players, [in_private])
    world.check("Rematch" in str(last["content"]), "the match ends where it is played")
    for player in players.values():
        private = rooms[player.user]
        images = [it for it in player.heard if it["room"] == private and it["content"].get("msgtype") == "m.image"]
        # The end of a match may include a film.
        boards = [it for it in images if it["content"]["info"]["mimetype"] == "image/png"]
        world.check(boards, f"{player.name} sees the boards where they typed, too")
        await play.picture_of(world, player, boards[-1])
        kinds = {it["type"] for it in await player.stored(private) if it["sender"] == BOT}
        world.check("m.room.message" not in kinds, "nothing in clear")
    for player in players.values():
        await leave(player, rooms[player.user])


async def thirty_commands_in_a_burst(world):
    room = await world.room("burst", world.ann)
    since = world.ann.mark()
    for n in range(30):
        await world.ann.send(room, "m.room.message", {"msgtype": "m.text", "body": f"!leaderboard trapdoor {'here' if n % 2 else 'everywhere'}"})

    def answers():
        return [it for it in world.ann.after(since) if it["room"] == room and "Leaderboard" in text_of(it)]

    await world.ann.until(lambda: len(answers()) == 30, "thirty answers")
    world.check(len(answers()) == 30, "each is answered once")


async def what_was_said_while_the_bot_was_away_is_answered_once(world):
    room = await world.room("away", world.ann)
    await asyncio.to_thread(world.program.kill)
    since = world.ann.mark()
    for n in range(75):
        await world.ann.say(room, "!leaderboard" if n % 3 == 0 else "talk")
    await asyncio.to_thread(world.program.start)

    def answers():
        return [it for it in world.ann.after(since) if it["room"] == room and "Leaderboard" in text_of(it)]

    await world.ann.until(lambda: len(answers()) == 25, "twenty-five answers, more than one timeline holds")
    world.check(await asyncio.to_thread(world.program.stop) == 0, "the program ends as told")
    await asyncio.to_thread(world.program.start)
    now = world.ann.mark()
    await world.ann.say(room, "!versus bob")
    await world.ann.hears("against bob", room, since=now)
    world.check(len(answers()) == 25, "and none twice after one more restart")


async def what_was_answered_already_is_not_answered_again(world):
    room = await world.room("again", world.ann, world.bob, world.cid)
    def reached():
        with world.database() as base:
            position = base.execute("SELECT value FROM cursors WHERE chat = 'matrix' AND what = 'position'").fetchone()[0]
            event = base.execute("SELECT event FROM newest_events WHERE chat = 'matrix' AND place = ?", [room]).fetchone()[0]
            return position, event

    # Whoever has said something to the bot is known by name.
    for player in [world.bob, world.cid]:
        since = player.mark()
        await player.say(room, "!games")
        await player.hears("", room, since=since)
    await world.ann.say(room, "!versus cid")
    await world.ann.hears("ann against cid", room)
    earlier = reached()
    for words in ["!versus bob", "!leaderboard"]:
        since = world.ann.mark()
        await world.ann.say(room, words)
        await world.ann.hears("ann against bob" if "bob" in words else "Leaderboard", room, since=since)
    world.check(await asyncio.to_thread(world.program.stop) == 0, "the program ends as told")
    world.check(all(one != other for one, other in zip(earlier, reached())), "the position has gone on")
    with world.database() as base:
        position, event = earlier
        base.execute("UPDATE cursors SET value = ? WHERE chat = 'matrix' AND what = 'position'", [position])
        base.execute("UPDATE newest_events SET event = ? WHERE chat = 'matrix' AND place = ?", [event, room])
    await asyncio.to_thread(world.program.start)
    since = world.ann.mark()
    await world.ann.say(room, "!versus cid")
    await world.ann.hears("ann against cid", room, since=since)
    for text in ["ann against bob", "Leaderboard"]:
        heard = [it for it in world.ann.heard if it["room"] == room and text in text_of(it)]
        world.check(len(heard) == 1, f"{text!r} is answered once, not {len(heard)} times")


async def a_restart_in_the_middle_of_a_match(world):
    room = await world.room("restart", world.ann, world.bob, encrypted=True)
    board = await play.begin(world, room, world.ann, world.bob)
    world.check(await asyncio.to_thread(world.program.stop) == 0, "the program ends as told")
    since = world.ann.mark()
    mover = play.asked_by(board, {it.user: it for it in [world.ann, world.bob]})
    await mover.press(board, play.SIGNS[0])
    await asyncio.to_thread(world.program.start)
    first = await play.shown_after(world.ann, room, board, since, "the press")
    world.check(play.MENU in first["content"], "a button that was pressed while it was away works")
    world.check(play.thread_of(first) == play.thread_of(board), "the thread goes on")
    await asyncio.to_thread(world.program.kill)
    await asyncio.to_thread(world.program.start)
    players = {it.user: it for it in [world.ann, world.bob]}
    last = await play.play_out(world, room, first, players, [play.by_button, play.by_number])
    world.check(last, "the match goes on to its end")
    # A position can repeat; the step of a board can't.
    heard = [it["content"] for it in world.ann.heard if it["room"] == room and play.MENU in it["content"]]
    boards = [json.dumps(it[play.MENU], sort_keys=True) for it in heard]
    world.check(len(boards) == len(set(boards)), "no board is there twice")


async def a_picture_that_came_late_becomes_a_line_after_a_restart(world):
    room = await world.room("late", world.ann, world.bob, encrypted=True)
    begun = len(world.proxy.seen)
    uploads = world.proxy.hold("POST", "/media/v3/upload")
    board = await play.begin(world, room, world.ann, world.bob)
    world.check(play.PICTURE not in board["content"], "the words go first")
    uploads.lift()
    picture = (await play.picture_above(world.ann, board))["event_id"]
    world.check(world.proxy.count("POST", "/media/v3/upload", begun) == 2, "the position of the challenge and the board are each uploaded once")
    # Longer than a root waits to say what is newest.
    await asyncio.sleep(13)
    edits = [it for it in world.ann.heard if it["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"]
    world.check(all(it["content"]["m.relates_to"]["event_id"] != board["event_id"] for it in edits), "the words that began the thread stand")
    await asyncio.to_thread(world.program.kill)
    await asyncio.to_thread(world.program.start)
    since = world.ann.mark()
    mover = play.asked_by(board, world.players)
    await mover.say_in_thread(room, play.thread_of(board), play.first_word(board["content"][play.MENU])["typed"])
    await play.shown_after(world.ann, room, board, since, "a step")

    def is_line():
        replaced = [it["content"].get("m.relates_to", {}) for it in world.ann.after(since) if it["room"] == room]
        return any(it.get("rel_type") == "m.replace" and it["event_id"] == picture for it in replaced)

    await world.ann.until(is_line, "the late picture to become a line")
    world.check(True, "what came late is known after a restart")
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def corrections_repeats_notices_and_talk(world):
    room = await world.room("odd", world.ann, world.bob)
    since = world.ann.mark()
    said = await world.ann.say(room, "!versus bob")
    await world.ann.hears("ann against bob", room, since=since)
    for _ in range(2):
        await correct(world.ann, room, said, "!leaderboard")
    await world.ann.hears("as you first wrote it", room, since=since)
    await world.ann.send(room, "m.room.message", {"msgtype": "m.notice", "body": "!leaderboard"})
    await world.ann.send(room, "m.room.message", {"msgtype": "m.emote", "body": "!leaderboard"})
    await world.ann.say(room, "leaderboard")
    await world.ann.say(room, "7")
    await world.ann.say(room, "!!!")
    since = world.ann.mark()
    await world.ann.say(room, "!profile")
    await world.ann.hears("ann", room, since=since)
    world.check(not [it for it in world.ann.heard if it["room"] == room and "Leaderboard" in text_of(it)], "none of it is a command")
    told = [it for it in world.ann.heard if it["room"] == room and "as you first wrote it" in text_of(it)]
    world.check(len(told) == 1, "what was done stays done, and that is said once")
    since = world.ann.mark()
    await world.ann.say(room, "bot: leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)


async def correct(player, room, said, words):
    """Changes a message, as clients do."""
    new = {"msgtype": "m.text", "body": words}
    relation = {"rel_type": "m.replace", "event_id": said}
    return await player.say(room, f"* {words}", **{"m.new_content": new, "m.relates_to": relation})


async def a_corrected_message_counts_if_nothing_was_done_for_it(world):
    room = await world.room("typos", world.ann, world.bob)
    since = world.ann.mark()
    said = await world.ann.say(room, "bot: xyzzy")
    await world.ann.hears("", room, since=since)
    nothing = await world.ann.say(room, "leaderboard")
    since = world.ann.mark()
    await correct(world.ann, room, nothing, "!leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)
    since = world.ann.mark()
    await correct(world.ann, room, said, "!versus bob")
    await world.ann.hears("bob", room, since=since)
    since = world.bob.mark()
    await correct(world.bob, room, said, "!leaderboard")
    await world.bob.say(room, "!versus ann")
    await world.bob.hears("ann", room, since=since)
    world.check(not [it for it in world.bob.after(since) if "Leaderboard" in text_of(it)], "nobody corrects another")
    board = await play.begin(world, room, world.ann, world.bob)
    mover = play.asked_by(board, {it.user: it for it in [world.ann, world.bob]})
    since = world.ann.mark()
    said = await mover.say_in_thread(room, play.thread_of(board), "a1-a9")
    await world.ann.hears("", room, since=since)
    since = world.ann.mark()
    await correct(mover, room, said, play.first_word(board["content"][play.MENU])["typed"])
    after = await play.shown_after(world.ann, room, board, since, "the corrected move")
    world.check(play.thread_of(after) == play.thread_of(board), "in the thread of its match")
    await world.ann.say(room, f"!resign #{play.number_of(board)} yes")


async def signs_go_when_their_choices_do(world):
    room = await world.room("signs", world.ann, world.bob)
    since = world.ann.mark()
    await world.ann.say(room, f"!challenge {world.bob.user}")
    asked = await world.ann.hears("Which game?", room, since=since)

    async def signs():
        stored = await world.ann.stored(room)
        own = [it for it in stored if it["type"] == "m.reaction" and it["sender"] == BOT]
        return [it for it in own if it["content"].get("m.relates_to", {}).get("event_id") == asked["event_id"]]

    for _ in range(100):
        if len(await signs()) == 5:
            break
        await asyncio.sleep(0.1)
    since = world.bob.mark()
    await world.ann.say(room, "!1")
    await world.bob.hears("challenges", room, since=since)
    for _ in range(100):
        left = await signs()
        if not left:
            break
        await asyncio.sleep(0.1)
    world.check(not left, f"a question that was answered has no signs: {left}")
    await world.ann.say(room, "!cancel")


async def a_room_has_the_prefix_its_moderators_choose(world):
    room = await world.room("prefix", world.ann, world.bob)
    await world.bob.say(room, "!admin prefix ?")
    await world.ann.say(room, "!admin prefix ?")
    since = world.ann.mark()
    await world.ann.say(room, "?rules trapdoor")
    world.check(await world.ann.hears("rapdoor", room, since=since), "the room's admin may choose")
    since = world.ann.mark()
    await world.ann.say(room, "!leaderboard")
    await world.ann.say(room, "?versus bob")
    await world.ann.hears("ann against bob", room, since=since)
    world.check(not [it for it in world.ann.after(since) if "Leaderboard" in text_of(it) and it["room"] == room], "the old one counts no more")
    since = world.bob.mark()
    await world.bob.say(room, "?admin prefix !")
    await world.bob.say(room, "?versus ann")
    await world.bob.hears("bob against ann", room, since=since)
    since = world.bob.mark()
    await world.bob.say(room, "?versus ann")
    await world.bob.hears("bob against ann", room, since=since)


async def a_room_without_threads_has_one_board_standing(world):
    room = await world.room("flat", world.ann, world.bob)
    await world.ann.say(room, "!admin threads off")
    board = await play.begin(world, room, world.ann, world.bob)
    players = {it.user: it for it in [world.ann, world.bob]}
    since = world.ann.mark()
    last = await play.play_out(world, room, board, players, [play.by_command])
    world.check("m.relates_to" not in last["content"], "no thread")

    def shrunk():
        edits = [it for it in world.ann.after(since) if it["room"] == room and "m.new_content" in it["content"]]
        return [it for it in edits if it["content"]["m.relates_to"]["event_id"] == board["event_id"]]

    await world.ann.until(shrunk, "the first board to shrink")
    edit = shrunk()[0]["content"]
    world.check(edit["m.new_content"]["msgtype"] == "m.notice", "to its words")


async def where_it_may_not_speak_it_says_so_in_private(world):
    room = await world.room("mute", world.cid)
    levels = await world.cid.ask("GET", f"/rooms/{quoted(room)}/state/m.room.power_levels")
    levels["events_default"] = 50
    levels.setdefault("users", {})
    await world.cid.ask("PUT", f"/rooms/{quoted(room)}/state/m.room.power_levels", levels)
    since = world.cid.mark()
    await world.cid.say(room, "!leaderboard")
    told = await world.cid.hears("can't write in", since=since)
    world.check("Leaderboard" in text_of(told) and told["room"] != room, "with what it had to say")


async def whom_a_board_concerns_gets_it_though_the_room_cannot(world):
    room = await world.room("mute match", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    levels = await world.ann.ask("GET", f"/rooms/{quoted(room)}/state/m.room.power_levels")
    silent = levels | {"events": levels.get("events", {}) | {"m.room.message": 50}, "users": levels["users"] | {world.bob.user: 50}}
    await world.ann.ask("PUT", f"/rooms/{quoted(room)}/state/m.room.power_levels", silent)
    players = {it.user: it for it in [world.ann, world.bob]}
    mover = play.asked_by(board, players)
    marks = {it: it.mark() for it in players.values()}
    await mover.say(room, "!" + play.first_word(board["content"][play.MENU])["says"])
    for player, since in marks.items():
        told = await player.hears_alone("can't write in", besides=room, since=since)
        world.check("(" in text_of(told), f"{player.name} is told of the turn")
    await world.ann.ask("PUT", f"/rooms/{quoted(room)}/state/m.room.power_levels", levels)
    await leave(world.bob, room)
    since = world.bob.mark()
    await world.ann.say(room, f"!resign #{number} yes")
    await world.bob.hears_alone("resigned", since=since)


async def bare_numbers_count_where_the_bot_is_meant(world):
    room = await world.room("numbers", world.ann, world.bob)
    since = world.bob.mark()
    await world.ann.say(room, f"!challenge {world.bob.user} trapdoor unrated side=black {play.SHORT}")
    offer = await world.bob.hears("challenges", room)
    for words in ["1", "2", "accept"]:
        await world.ann.say(room, words)
    await world.bob.say(room, "!versus ann")
    await world.bob.hears("bob against ann", room)
    world.check(not [it for it in world.bob.after(since) if "New match: " in text_of(it)], "a number of somebody who isn't asked accepts nothing")
    await world.bob.say(room, "1\ufe0f\u20e3")
    board = await world.bob.hears("New match: ", room, since=since)
    await world.ann.until(lambda: [it for it in world.ann.heard if it["event_id"] == board["event_id"]], "the board")
    players = {it.user: it for it in [world.ann, world.bob]}
    last = await play.play_out(world, room, board, players, [by_marked_number, by_answer, play.by_number])
    world.check("Rematch" in str(last["content"]), "the match is played with numbers alone")


async def a_question_to_one_is_nobody_elses(world):
    room = await world.room("asked", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    root = play.thread_of(board)
    mover = play.asked_by(board, {it.user: it for it in [world.ann, world.bob]})
    other = world.bob if mover is world.ann else world.ann
    since = other.mark()
    await other.say_in_thread(room, root, "resign")
    asks = await other.hears("To confirm, say", room, since=since)
    since = mover.mark()
    await mover.press(asks, play.SIGNS[0])
    await mover.hears(f"That question is for {other.name}.", room, since=since)
    since = mover.mark()
    await mover.say(room, "1", **{"m.relates_to": {"m.in_reply_to": {"event_id": asks["event_id"]}}})
    await mover.hears(f"That question is for {other.name}.", room, since=since)
    # A bare number is that of their own board.
    first = board["content"][play.MENU]["choices"][0]["says"]
    since = mover.mark()
    await mover.say_in_thread(room, root, "1")
    after = await play.shown_after(mover, room, board, since, first)
    world.check("wins" not in text_of(after), f"nobody resigns for another: {text_of(after)}")
    # What is not understood suggests words, whose numbers would take the place of the board's.
    since = other.mark()
    await other.say_in_thread(room, root, "resine")
    guess = await other.hears("I don't", room, since=since)
    world.check("You can say" in text_of(guess) and play.MENU not in guess["content"], f"a guess has no numbers: {text_of(guess)}")
    since = other.mark()
    await other.press(asks, play.SIGNS[0])
    await other.hears("called off", room, since=since)


async def by_marked_number(mover, room, root, board, menu):
    await mover.say_in_thread(room, root, f"!{menu['choices'].index(play.first_word(menu)) + 1}")


async def by_answer(mover, room, root, board, menu):
    relation = {"m.in_reply_to": {"event_id": board["event_id"]}}
    await mover.say(room, str(menu["choices"].index(play.first_word(menu)) + 1), **{"m.relates_to": relation})


async def what_somebody_else_asks_takes_no_number_from_a_board(world):
    room = await world.room("between", world.ann, world.bob, world.cid)
    board = await play.begin(world, room, world.ann, world.bob)
    mover, number = play.asked_by(board, world.players), play.number_of(board)
    since = mover.mark()
    await world.cid.say(room, f"!challenge {mover.user} draughts unrated")
    await mover.hears("challenges", room, since=since)
    since = mover.mark()
    await mover.say(room, "1")
    which = await mover.hears("Say which", room, since=since)
    says = [choice["says"] for choice in which["content"][play.MENU]["choices"]]
    world.check(says[0].startswith(f"play #{number} ") and says[1].startswith("accept "), f"both are offered: {says}")
    since = world.ann.mark()
    await mover.say(room, "1")
    await play.shown_after(world.ann, room, board, since, "the choice of the board")
    world.check(True, "and the number of the question then counts")
    board = await play.shown_after(world.ann, room, board, since, "the choice of the board")
    mover = play.asked_by(board, world.players)
    other = world.bob if mover is world.ann else world.ann
    since, root = mover.mark(), play.thread_of(board)
    await other.say_in_thread(room, root, "draw")
    await mover.hears("offers a draw", room, since=since)
    since = mover.mark()
    await mover.say_in_thread(room, root, "1")
    which = await mover.hears("Say which", room, since=since)
    says = [choice["says"] for choice in which["content"][play.MENU]["choices"]]
    world.check(says[0].startswith("play ") and says[1].startswith("draw "), f"in the thread too: {says}")
    await world.cid.say(room, "!cancel")
    await world.ann.say(room, f"!resign #{number} yes")


async def a_correction_of_a_correction_changes_nothing(world):
    room = await world.room("again", world.ann, world.bob)
    said = await world.ann.say(room, "!versu bob")
    since = world.ann.mark()
    first = await correct(world.ann, room, said, "!versus bob")
    await world.ann.hears("ann against bob", room, since=since)
    since = world.ann.mark()
    await correct(world.ann, room, first, "!leaderboard")
    await world.ann.say(room, "!help")
    await world.ann.hears("Learn", room, since=since)
    heard = [it for it in world.ann.after(since) if it["room"] == room and it["sender"] == BOT]
    world.check(not any("Leaderboard" in text_of(it) for it in heard), "what corrects a correction corrects nothing")


async def a_number_in_a_reply_counts_for_what_an_edited_board_shows(world):
    room = await world.room("edited", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob, "metasoccer unrated side=south")
    number = play.number_of(board)
    players = {it.user: it for it in [world.ann, world.bob]}

    async def step(way):
        menu = board["content"][play.MENU]
        since = world.ann.mark()
        await way(play.asked_by(board, players), room, play.thread_of(board), board, menu)
        return await play.shown_after(world.ann, room, board, since, play.first_word(menu)["says"])

    # Both line up; who kicks off rolls and then moves, on the same board, whatever the dice show.
    for _ in range(4):
        answer = await step(play.by_command)
        edited = answer["event_id"] == board["event_id"]
        board = answer
        if edited:
            break
    world.check(edited, "a board is edited while a turn goes on")
    answer = await step(by_answer)
    world.check(answer["content"][play.MENU] != board["content"][play.MENU], "the number is a choice of the edited board")
    await world.ann.say(room, f"!resign #{number} yes")


async def numbers_count_after_a_duel_whose_words_are_numbered(world):
    room = await world.room("duel by dice", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob, "amtgard unrated duel=dice side=black")
    number = play.number_of(board)
    for mover, move, told in [(world.ann, "b6-c5", "moves"), (world.bob, "a3-b4", "moves"), (world.ann, "c5xb4", "sends")]:
        since = world.bob.mark()
        await mover.say(room, f"!#{number} {move}")
        board = await world.bob.hears(told, room, since=since)
    menu = board["content"][play.MENU]
    world.check(menu["choices"] and not menu["listed"], "the board has its own choices, whatever its words look like")
    mover = play.asked_by(board, {it.user: it for it in [world.ann, world.bob]})
    since = world.bob.mark()
    await mover.say_in_thread(room, play.thread_of(board), "1")
    after = await play.shown_after(world.bob, room, board, since, "the number")
    world.check("isn't" not in text_of(after), f"a number is taken: {text_of(after)}")
    await world.ann.say(room, f"!resign #{number} yes")


async def a_board_that_was_deleted_is_offered_again(world):
    room = await world.room("deleted", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    since = world.bob.mark()
    await world.ann.ask("PUT", f"/rooms/{quoted(room)}/redact/{quoted(board['event_id'])}/deleted", {})
    told = await world.bob.hears(f"The board of match #{number} was deleted", room, since=since)
    world.check(play.thread_of(told) == play.thread_of(board), "it is posted again where the match is played")
    world.check(play.asked_by(told, {it.user: it for it in [world.ann, world.bob]}), "and asks the player to move")
    await play.picture_of(world, world.bob, told)
    world.check(told["content"]["msgtype"] == "m.text" and told["content"]["m.mentions"], "and rings for them")
    picture = (await play.picture_above(world.bob, told))["event_id"]
    since = world.bob.mark()
    await world.ann.ask("PUT", f"/rooms/{quoted(room)}/redact/{quoted(picture)}/gone", {})
    again = await world.bob.hears(f"The board of match #{number} was deleted", room, since=since)
    world.check((await play.picture_above(world.bob, again))["event_id"] != picture, "a deleted picture is posted again, too")
    await world.ann.say(room, f"!resign #{number} yes")


async def the_number_of_a_match_leads_to_its_last_board(world):
    room = await world.room("linked", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    players = {it.user: it for it in [world.ann, world.bob]}
    mover = play.asked_by(board, players)
    since = world.ann.mark()
    await mover.say(room, f"!#{number} " + play.first_word(board["content"][play.MENU])["typed"])
    last = await play.shown_after(world.ann, room, board, since, "the move")
    link = f"https://matrix.to/#/{quoted(room)}/{quoted(last['event_id'])}"

    def is_linked(told):
        html = told["content"]["formatted_body"].replace("&amp;", "&")
        target = next((it.split('"')[0] for it in html.split('href="') if it.split('">')[-1].startswith(f"#{number}<")), "")
        return urllib.parse.unquote(target.split("?")[0]) == urllib.parse.unquote(link), html

    for where in [room, await direct_room(world, world.ann)]:
        since = world.ann.mark()
        await world.ann.say(where, "!games")
        world.check(*is_linked(await world.ann.hears(f"#{number}", where, since=since, edits=False)))
    since = world.cid.mark()
    other = await world.room("strangers", world.cid)
    await world.cid.say(other, f"!watch #{number} here")
    told = await world.cid.hears(f"#{number}", other, since=since)
    world.check(quoted(room) not in told["content"].get("formatted_body", ""), "whom it doesn't concern isn't shown where it is")
    await world.ann.say(room, f"!resign #{number} yes")


async def a_room_that_watches_has_one_board_of_the_match(world):
    room = await world.room("watched", world.ann, world.bob)
    hall = await world.room("hall", world.cid, world.ann)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    since = world.cid.mark()
    await world.cid.say(hall, f"!watch #{number} here")
    await world.cid.hears("This room watches match", hall, since=since)

    def pictures():
        own = [it for it in world.cid.after(since) if it["room"] == hall and it["sender"] == BOT and it["type"] == "m.room.message"]
        standing = {}
        for it in own:
            relation = it["content"].get("m.relates_to", {})
            of = relation["event_id"] if relation.get("rel_type") == "m.replace" else it["event_id"]
            standing[of] = it["content"].get("m.new_content", it["content"])
        return [it for it in standing.values() if it["msgtype"] == "m.image" and it["info"]["mimetype"] == "image/png"]

    await world.cid.until(lambda: len(pictures()) == 1, "the first board")
    await world.ann.say(room, f"!resign #{number} yes")
    await world.cid.hears("called off", hall, since=since)
    await world.cid.until(lambda: len(pictures()) == 1, "the earlier picture to become a line")
    world.check(True, "one picture stands")
    for it in world.cid.after(since):
        if it["room"] == hall and it["sender"] == BOT and it["type"] == "m.room.message":
            content = it["content"]
            world.check(not content.get("m.mentions", {}).get("user_ids"), "nobody is called")
            if "This room watches" not in text_of(it):
                world.check(play.MENU not in content, "nothing can be pressed")


async def the_players_hear_that_the_bot_was_removed(world):
    room = await world.room("removed", world.ann, world.bob)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    before = await play.picture_above(world.ann, board)
    marks = [world.ann.mark(), world.bob.mark()]
    await world.ann.ask("POST", f"/rooms/{quoted(room)}/kick", {"user_id": BOT})
    for player, since in zip([world.ann, world.bob], marks):
        told = await player.hears_alone("I was removed from", since=since)
        world.check(f"match #{number} goes on here" in text_of(told), "the way on is named")
    since = world.ann.mark()
    await world.ann.ask("POST", f"/rooms/{quoted(room)}/invite", {"user_id": BOT})
    await world.ann.hears("Hello!", room, since=since)
    told = await world.ann.hears("I can write here again", room, since=since)
    asked = play.asked_by(told, {it.user: it for it in [world.ann, world.bob]})
    world.check(told["content"]["m.mentions"]["user_ids"] == [asked.user], "the board stands again and asks the player to move")
    world.check((await play.picture_above(world.ann, told))["event_id"] != before["event_id"], "with a picture beside it")
    since = world.ann.mark()
    await asked.say_in_thread(room, play.thread_of(told), "1")
    await world.ann.hears("(", room, since=since)
    await world.ann.say(room, f"!resign #{number} yes")


async def a_stranger_who_invites_it_everywhere_waits(world):
    world.server.register("dora", "player-password")
    dora = await Player(world.server, "dora", world.folder / "players").start("player-password")
    try:
        before = world.program.log().count("an invitation waits")
        rooms = [await dora.make_room(f"many {n}", invite=[BOT]) for n in range(12)]

        def greeted():
            return {it["room"] for it in dora.heard if it["sender"] == BOT and "Hello!" in text_of(it)}

        await dora.until(lambda: len(greeted()) == 10, "ten greetings")
        while world.program.log().count("an invitation waits") < before + 2:
            await asyncio.sleep(0.05)
        world.check(len(greeted()) == 10, "the others wait")
        room = await world.room("of a friend", world.ann)
        world.check(room, "who is known comes in")
        await dora.say(rooms[0], "!leaderboard")
        await dora.hears("Leaderboard", rooms[0])
        room = await dora.make_room("one more", invite=[BOT])
        await dora.hears("Hello!", room)
        world.check(True, "who has talked with the bot is known")
    finally:
        await dora.stop()


async def it_leaves_when_nobody_is_left(world):
    room = await world.room("empty", world.ann, world.bob)
    await leave(world.bob, room)
    await leave(world.ann, room)
    world.check(await gone(world, room), "the bot has gone, too")


async def a_key_that_comes_late(world):
    room = await world.room("late", world.cid, world.ann, encrypted=True)
    since = world.cid.mark()
    await world.cid.say(room, "!leaderboard")
    await world.cid.hears("Leaderboard", room, since=since)
    client = world.cid.client
    client.invalidate_outbound_session(room)
    # The key is created before the first message, but sent last.
    _, key = client.olm.share_group_session(room, [BOT], ignore_unverified_devices=True)
    client.olm.outbound_group_sessions[room].shared = True
    kind, content = client.encrypt(room, "m.room.message", {"msgtype": "m.text", "body": "!rules trapdoor"})
    since = world.cid.mark()
    await world.cid.ask("PUT", f"/rooms/{quoted(room)}/send/{kind}/late1", content)
    other = await world.room("marker", world.cid, world.bob)
    await world.cid.say(other, "!leaderboard")
    await world.cid.hears("Leaderboard", other, since=since)

    def answers():
        return [it for it in world.cid.after(since) if it["room"] == room and it["sender"] == BOT and "rapdoor" in text_of(it) and it["content"]["msgtype"] != "m.image"]

    world.check(not answers(), "it cannot be read yet")
    await world.cid.ask("PUT", "/sendToDevice/m.room.encrypted/late2", {"messages": key["messages"]})
    await world.cid.hears("rapdoor", room, since=since)
    await world.cid.ask("PUT", "/sendToDevice/m.room.encrypted/late3", {"messages": key["messages"]})
    again = world.cid.mark()
    await world.cid.say(other, "!leaderboard")
    await world.cid.hears("Leaderboard", other, since=again)
    world.check(len(answers()) == 1, "it is answered when it can be read, and once, though the key comes twice")


async def a_server_that_limits_the_bot(world):
    admin = await asyncio.to_thread(world.admin)
    path = f"/_synapse/admin/v1/users/{quoted(BOT)}/override_ratelimit"
    room = await world.room("slow", world.ann, world.bob)
    limit = {"messages_per_second": 2, "burst_count": 3}
    await asyncio.to_thread(world.server.request, "POST", path, limit, admin)
    try:
        since = world.ann.mark()
        for _ in range(8):
            await world.ann.say(room, "!leaderboard")

        def answers():
            return [it for it in world.ann.after(since) if it["room"] == room and "Leaderboard" in text_of(it)]

        await world.ann.until(lambda: len(answers()) == 8, "eight answers, as quickly as the server lets them")
        world.check(len(answers()) == 8, "each once")
    finally:
        await asyncio.to_thread(world.server.request, "DELETE", path, None, admin)


CHECKS = [
    a_whole_game_from_encrypted_direct_rooms,
    thirty_commands_in_a_burst,
    what_was_said_while_the_bot_was_away_is_answered_once,
    what_was_answered_already_is_not_answered_again,
    a_restart_in_the_middle_of_a_match,
    a_picture_that_came_late_becomes_a_line_after_a_restart,
    a_key_that_comes_late,
    a_server_that_limits_the_bot,
    corrections_repeats_notices_and_talk,
    a_corrected_message_counts_if_nothing_was_done_for_it,
    signs_go_when_their_choices_do,
    a_room_has_the_prefix_its_moderators_choose,
    a_room_without_threads_has_one_board_standing,
    where_it_may_not_speak_it_says_so_in_private,
    whom_a_board_concerns_gets_it_though_the_room_cannot,
    bare_numbers_count_where_the_bot_is_meant,
    a_question_to_one_is_nobody_elses,
    what_somebody_else_asks_takes_no_number_from_a_board,
    a_correction_of_a_correction_changes_nothing,
    a_number_in_a_reply_counts_for_what_an_edited_board_shows,
    numbers_count_after_a_duel_whose_words_are_numbered,
    a_board_that_was_deleted_is_offered_again,
    the_number_of_a_match_leads_to_its_last_board,
    a_room_that_watches_has_one_board_of_the_match,
    the_players_hear_that_the_bot_was_removed,
    a_stranger_who_invites_it_everywhere_waits,
    it_leaves_when_nobody_is_left,
]
