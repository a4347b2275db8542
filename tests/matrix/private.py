"""Checks of direct rooms, for messages that only one person may read, now or later."""

import asyncio

from player import BOT, quoted, text_of


async def direct_room(world, player, encrypted=True, **more):
    """Creates a direct room with the bot, and waits for its greeting."""
    since = player.mark()
    room = await player.make_room(f"{player.name} and the bot", invite=[BOT], encrypted=encrypted, direct=True, **more)
    await player.hears("need a prefix", room, since=since)
    return room


async def leave(player, room):
    await player.ask("POST", f"/rooms/{quoted(room)}/leave", {})


async def gone(world, room):
    """Waits until the bot has left a room."""
    admin = await asyncio.to_thread(world.admin)
    for _ in range(400):
        status, answer = await asyncio.to_thread(world.server.request, "GET", f"/_synapse/admin/v1/rooms/{quoted(room)}/members", None, admin)
        if status != 200 or BOT not in answer["members"]:
            return True
        await asyncio.sleep(0.1)
    return False


async def told_in(player, room):
    """Returns the bot's messages in a room, as the server shows them to a member."""
    return [it for it in await player.stored(room) if it["sender"] == BOT and it["type"] in ("m.room.message", "m.room.encrypted")]


async def private_answers_go_to_a_direct_room(world):
    room = await world.room("of cid", world.cid, world.ann)
    since = world.cid.mark()
    await world.cid.say(room, "!settings")
    answer = await world.cid.hears_alone("theme", since=since)
    private = answer["room"]
    world.check(private in world.cid.invited, "the bot has made a room")
    encryption = await world.cid.ask("GET", f"/rooms/{quoted(private)}/state/m.room.encryption")
    world.check(encryption["algorithm"].startswith("m.megolm"), "the direct room is encrypted")
    history = await world.cid.ask("GET", f"/rooms/{quoted(private)}/state/m.room.history_visibility")
    world.check(history["history_visibility"] == "invited", "nobody who came later could read what was before")
    invited = len(world.cid.invited)
    since = world.cid.mark()
    await world.cid.say(room, "!remind")
    await world.cid.hears("You're reminded", private, since=since)
    world.check(len(world.cid.invited) == invited, "the room is used again")
    since = world.cid.mark()
    await world.cid.say(private, "profile")
    await world.cid.hears("cid", private, since=since)
    since = world.cid.mark()
    await world.cid.say(private, "help")
    told = await world.cid.hears("challenge", private, since=since)
    world.check("`!" not in text_of(told) and "!challenge" not in text_of(told), f"commands are named as they are said there: {text_of(told)}")
    shown = [it for it in await world.cid.stored(room) if it["type"] == "m.reaction" and it["sender"] == BOT]
    world.check(shown, "the room shows that an answer went elsewhere")
    await leave(world.cid, private)
    world.check(await gone(world, private), "the bot stays in no room alone")
    since = world.cid.mark()
    await world.cid.say(room, "!settings")
    again = await world.cid.hears_alone("theme", since=since)
    world.check(again["room"] not in (room, private), "the person who left is asked into another one")


async def who_declines_is_not_asked_again_and_again(world):
    room = await world.room("no thanks", world.bob, world.ann)
    bob = world.bob
    for private in [it for it in list(bob.client.rooms) if set(bob.client.rooms[it].users) == {BOT, bob.user}]:
        await leave(bob, private)
        world.check(await gone(world, private), "no direct room is left")
    invited = len(bob.invited)
    bob.comes = False
    try:
        await bob.say(room, "!settings")
        await bob.until(lambda: len(bob.invited) == invited + 1, "one invitation")
        await leave(bob, bob.invited[-1])
        world.check(await gone(world, bob.invited[-1]), "the bot does not wait there")
        since = bob.mark()
        for _ in range(3):
            await bob.say(room, "!settings")

        def excuses():
            return [it for it in bob.after(since) if it["room"] == room and "can't open a direct room" in text_of(it)]

        await bob.until(lambda: len(excuses()) == 3, "that there is something for him alone")
        world.check(len(bob.invited) == invited + 1, "no further invitation")
        world.check("theme" not in str([it["content"] for it in bob.after(since)]), "and nothing of it is said before all")
        own = await direct_room(world, bob)
        since = bob.mark()
        await bob.say(room, "!settings")
        await bob.hears("theme", own, since=since)
        world.check(True, "a room that he opens himself is taken")
        await leave(bob, own)
    finally:
        bob.comes = True


async def a_room_to_which_another_may_come_back_hears_no_secret(world):
    """Bob creates rooms, invites Ann and the bot, and leaves. Ann's private messages are never sent there."""
    main = await world.room("of all", world.ann, world.bob)
    joined = {"type": "m.room.history_visibility", "state_key": "", "content": {"history_visibility": "joined"}}
    kinds = {
        "open to all": {"preset": "public_chat", "direct": True, "state": [joined]},
        "read by who comes back": {"direct": True},
        "not a direct one": {"state": [joined]},
    }
    traps = {}
    for name, kind in kinds.items():
        trap = await world.bob.make_room(name, invite=[BOT, world.ann.user], **kind)
        await world.ann.join(trap)
        await world.bob.hears("Hello!", trap)
        await leave(world.bob, trap)
        traps[name] = trap
    for name, trap in traps.items():
        for room in [trap, main]:
            since = world.ann.mark()
            await world.ann.say(room, "!link")
            answer = await world.ann.hears_alone("other chat", since=since)
            world.check(answer["room"] not in traps.values(), f"{name}: {answer['room']} is another room")
        said = await told_in(world.ann, trap)
        # Ann may have joined after the greeting; then she can't read it.
        more = [text_of(it) for it in said if "Hello!" not in text_of(it)]
        world.check(not more, f"{name}: the bot has said nothing there but hello: {more}")
    world.bob.client.rooms.pop(traps["open to all"], None)
    await world.bob.join(traps["open to all"])
    said = await told_in(world.bob, traps["open to all"])
    world.check(not any("other chat" in text_of(it) for it in said), "who comes back finds nothing")
    for trap in traps.values():
        await leave(world.ann, trap)
    await leave(world.bob, traps["open to all"])


async def an_unencrypted_direct_room_keeps_all_but_secrets(world):
    room = await direct_room(world, world.bob, encrypted=False)
    invited = len(world.bob.invited)
    for said, answer in [("help", "Every command"), ("play #99999 spin", "no match"), ("settings", "Your settings"), ("rules", "rules house")]:
        since = world.bob.mark()
        await world.bob.say(room, said)
        await world.bob.hears(answer, room, since=since)
    world.check(len(world.bob.invited) == invited, "nothing of it moves to another room")
    since = world.bob.mark()
    await world.bob.say(room, "link")
    told = await world.bob.hears_alone("other chat", since=since)
    world.check(told["room"] != room, "a secret does")
    await leave(world.bob, room)


async def an_unencrypted_room_for_secrets_says_what_that_means(world):
    joined = {"type": "m.room.history_visibility", "state_key": "", "content": {"history_visibility": "joined"}}
    room = await direct_room(world, world.cid, encrypted=False, state=[joined])
    since = world.cid.mark()
    for _ in range(2):
        await world.cid.say(room, "link")
    await world.cid.until(lambda: sum("other chat" in text_of(it) and it["room"] == room for it in world.cid.after(since)) == 2, "two codes")
    said = [it for it in world.cid.heard if it["room"] == room and "isn't encrypted" in text_of(it)]
    world.check(len(said) == 1, "once is enough")
    await leave(world.cid, room)


async def what_is_no_secret_is_answered_where_it_was_asked(world):
    room = await world.room("open", world.ann, world.bob)
    invited = len(world.ann.invited)
    since = world.ann.mark()
    asked = await world.ann.say(room, "!play #99999 spin")
    refused = await world.ann.hears("There is no match", room, since=since)
    relation = refused["content"]["m.relates_to"]
    world.check(relation == {"m.in_reply_to": {"event_id": asked}}, f"as an answer to it: {relation}")
    world.check(refused["content"]["m.mentions"] == {}, "which disturbs nobody")
    asked = await world.ann.say(room, "!help challenge")
    long = await world.ann.hears("The options of", room, since=since)
    relation = long["content"]["m.relates_to"]
    world.check((relation["rel_type"], relation["event_id"]) == ("m.thread", asked), "what is long gets a thread")
    world.check(len(world.ann.invited) == invited, "nobody is asked into another room")


async def words_that_are_for_others_are_not_answered(world):
    room = await world.room("others", world.cid, world.bob)
    before = len(await world.cid.stored(room))
    invited = len(world.cid.invited)
    said = ["!weather", "!important: tea at five", "!1", "!ban @bob", "1", "2"]
    for words in said:
        await world.cid.say(room, words)
    since = world.cid.mark()
    await world.cid.say(room, "!leaderboard")
    await world.cid.hears("Leaderboard", room, since=since)
    after = [it for it in (await world.cid.stored(room))[before:] if it["sender"] == BOT]
    world.check(len(after) == 1 and len(world.cid.invited) == invited, f"nothing but the leaderboard: {after}")
    since = world.cid.mark()
    await world.cid.say(room, "bot: weather")
    await world.cid.hears("I don't know", room, since=since)
    world.check(True, "who calls the bot by name is answered")


CHECKS = [
    private_answers_go_to_a_direct_room,
    what_is_no_secret_is_answered_where_it_was_asked,
    words_that_are_for_others_are_not_answered,
    a_room_to_which_another_may_come_back_hears_no_secret,
    an_unencrypted_direct_room_keeps_all_but_secrets,
    an_unencrypted_room_for_secrets_says_what_that_means,
    who_declines_is_not_asked_again_and_again,
]
