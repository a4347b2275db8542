"""Checks of different room versions: upgrades, ids without a server name, creators."""

import play
from player import BOT, quoted, text_of


async def a_room_that_moves_takes_its_matches_along(world):
    await moves(world, "10", "11")


async def a_room_that_moves_into_one_whose_id_names_no_server(world):
    await moves(world, "11", "12")


async def a_room_whose_id_names_no_server_moves_on(world):
    await moves(world, "12", "12")


async def moves(world, before, after):
    """Upgrades a room with a running match from one version to another."""
    room = await world.room(f"old {before} {after}", world.ann, world.bob, version=before)
    board = await play.begin(world, room, world.ann, world.bob)
    number = play.number_of(board)
    since = world.ann.mark()
    new = (await world.ann.ask("POST", f"/rooms/{quoted(room)}/upgrade", {"new_version": after}))["replacement_room"]
    world.check((":" in new) == (after != "12"), f"the new room is of version {after}")
    for player in ["bob", "bot"]:
        await world.ann.try_to("POST", f"/rooms/{quoted(new)}/invite", {"user_id": f"@{player}:draughts.test"})
    await world.bob.join(new)
    told = await world.ann.hears("moved here", new, since=since)
    world.check("all matches" in text_of(told), "what has come along is said")
    stands = await world.ann.hears("This match continues here", new, since=since)
    asked = play.asked_by(stands, {it.user: it for it in [world.ann, world.bob]})
    world.check(stands["content"]["m.mentions"]["user_ids"] == [asked.user], "its board stands there and asks the player to move")
    await play.picture_of(world, world.ann, stands)
    since = world.ann.mark()
    await world.ann.say(new, f"!board #{number}")
    drawn = await world.ann.hears("Trapdoor", new, since=since)
    await play.picture_of(world, world.ann, drawn)
    since = world.ann.mark()
    await world.ann.say(new, "!play " + "#" + number + " " + board["content"][play.MENU]["choices"][0]["typed"])
    turn = await world.ann.hears("(", new, since=since)
    world.check(play.thread_of(turn) == play.thread_of(stands), "a thread has begun in the new room")
    members = (await world.ann.ask("GET", f"/rooms/{quoted(room)}/joined_members"))["joined"]
    world.check(BOT not in members, "the bot has left the old room")
    await world.ann.say(new, f"!resign #{number} yes")


async def a_room_whose_id_names_no_server(world):
    room = await world.room("twelve", world.ann, world.bob, version="12")
    world.check(":" not in room, "this kind of room has no server in its id")
    since = world.ann.mark()
    await world.ann.say(room, "!leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)


async def a_creator_without_a_power_level_is_a_moderator(world):
    room = await world.room("creators", world.ann, world.bob, version="12")
    levels = await world.ann.ask("GET", f"/rooms/{quoted(room)}/state/m.room.power_levels")
    world.check(world.ann.user not in levels.get("users", {}), "the room's creator has no level there")
    since = world.bob.mark()
    await world.bob.say(room, "!admin prefix ?")
    refused = text_of(await world.bob.hears("oderator", room, since=since))
    since = world.ann.mark()
    await world.ann.say(room, "!admin prefix ?")
    await world.ann.say(room, "?leaderboard")
    await world.ann.hears("Leaderboard", room, since=since)
    world.check(refused, "others are refused, the creator isn't")


CHECKS = [
    a_room_that_moves_takes_its_matches_along,
    a_room_that_moves_into_one_whose_id_names_no_server,
    a_room_whose_id_names_no_server,
    a_room_whose_id_names_no_server_moves_on,
    a_creator_without_a_power_level_is_a_moderator,
]
