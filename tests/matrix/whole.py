"""Whole matches of every game at Synapse's default limits, each with one way to enter moves, and four matches that start at once.

All of them take an hour, so an ordinary run plays one, drawn anew; its number is printed, and `SAMPLE=7` plays that one again.
`FULL=1` plays all, and starts four matches at once."""

import asyncio
import itertools
import os
import random
import statistics
import time

import play
from player import BOT, text_of

# How each game is agreed: in a short form, or from a position near its end.
GAMES = {
    "trapdoor": f"trapdoor unrated side=black {play.SHORT}",
    "draughts": "draughts unrated side=black from=B:W26,32:B14,5",
    "alien": "alien quick unrated",
    "amtgard": "amtgard quick unrated",
    "metasoccer": "metasoccer quick unrated",
    "piecepack": "piecepack quick unrated",
}
# The steps after which the player to move resigns.
STEPS = 16
# Within how many seconds each of four matches must have begun.
BEGUN = 10
# The games that start at once. Alien Checkers tells its players secrets as well, which are four more messages than ten at once.
AT_ONCE = ["trapdoor", "draughts", "amtgard", "metasoccer"]
# For how many seconds nothing may be heard: a board waits behind the lines that are left of older ones, five seconds each.
SLOW = 150
# For how many seconds four matches go on at once, how long people think, and the most of a hand-over in the median. The server lets
# one message through in five seconds, so without thinking four hand-overs can't take less than twenty.
TOGETHER = 150
THINKS = 15
HAND_OVER = 12
# How long Synapse takes until a user who has said nothing may send ten events at once again.
RESTED = 60
FULL = bool(os.environ.get("FULL"))


async def by_words(mover, room, root, board, menu):
    """Types the move, or what the choice says, outside the thread, as in a client without threads or captions."""
    chosen = play.first_word(menu)
    await mover.say(room, chosen["typed"] or chosen["label"])


WAYS = {"numbers": play.by_number, "reactions": play.by_button, "words": by_words}
ALL = [(game, room, way) for (game, room), way in zip(itertools.product(GAMES, ["plain", "encrypted"]), itertools.cycle(WAYS))]


async def flick_as_aimed(mover, room):
    """Flicks with the controls of an aim, which are told in private."""
    shown = await mover.hears_alone("would set off", besides=room, since=mover.aimed)
    mover.aimed = mover.mark()
    menu = shown["content"][play.MENU]
    nth = next(n for n, it in enumerate(menu["choices"], 1) if it["label"] == "Flick!")
    await mover.say(shown["room"], str(nth))


async def following(world, room, board, since, words):
    """Waits for the next board, and answers what is asked in private before it with its first number."""

    def asked_alone(player):
        for it in player.after(player.aimed):
            fits = it["room"] != room and it["sender"] == BOT and play.MENU in it["content"]
            if fits and "You can" in text_of(it):
                return it

    while True:
        private = {asyncio.create_task(it.until(lambda it=it: asked_alone(it), "a private question")): it for it in [world.ann, world.bob]}
        shown = asyncio.create_task(play.shown_after(world.ann, room, board, since, words))
        done, left = await asyncio.wait([shown, *private], return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if shown in done:
            return shown.result()
        for task in done:
            player, asked = private[task], task.result()
            player.aimed = player.mark()
            await player.say(asked["room"], "1")


async def whole_match(world, game, kind, way, most=STEPS):
    """Plays a match and counts what it takes; after most steps the player to move resigns. Returns a line of figures."""
    room = await world.room(f"{game} {kind}", world.ann, world.bob, encrypted="encrypted" in kind)
    players = {it.user: it for it in [world.ann, world.bob]}
    begun, mark = time.monotonic(), world.bob.mark()
    for player in players.values():
        player.aimed = player.mark()
    board = await play.begin(world, room, world.ann, world.bob, GAMES[game])
    first = time.monotonic() - begun
    number, root, hands, steps, before = play.number_of(board), play.thread_of(board), 0, 0, None
    for steps in range(most + 1):
        menu = board["content"].get("m.new_content", board["content"])[play.MENU]
        if menu["choices"][0]["says"].startswith("rematch"):
            break
        mover = play.asked_by(board, players)
        hands += mover is not before
        before, since = mover, world.ann.mark()
        if steps < most:
            await WAYS[way](mover, room, root, board, menu)
            if " aim " in play.first_word(menu)["says"]:
                await flick_as_aimed(mover, room)
        else:
            await mover.say(room, f"!resign #{number} yes")
        board = await following(world, room, board, since, menu["choices"][0]["says"])
    seconds = time.monotonic() - begun
    mine = [it for it in world.bob.after(mark) if it["room"] == room and it["sender"] == BOT and it["type"] == "m.room.message"]
    new = [it for it in mine if it["content"].get("m.relates_to", {}).get("rel_type") != "m.replace"]
    pings = [it for it in new if it["content"].get("m.mentions", {}).get("user_ids")]
    # The challenge, and the end.
    world.check(len(pings) <= hands + 2, f"{game}: a hand-over calls one person once: {[text_of(it)[:60] for it in pings]}")
    world.check("Rematch" in str(board["content"]), f"{game} in a {kind} room by {way} has an end")
    return (
        f"{game} in a {kind} room by {way}: {steps} steps, {hands} hand-overs, {len(mine) / hands:.1f} messages ({len(new) / hands:.1f} new) "
        f"and {len(pings) / hands:.1f} pings a hand-over, begun in {first:.1f} s, {seconds:.0f} s in all"
    )


async def whole_matches(world):
    async with limited(world) as own:
        sample = int(os.environ.get("SAMPLE", random.randrange(len(ALL))))
        chosen = ALL if FULL else [ALL[sample % len(ALL)]]
        if not FULL:
            print(f"       SAMPLE={sample}", flush=True)
        for game, kind, way in chosen:
            print("       " + await whole_match(own, game, kind, way), flush=True)
        world.counted += own.counted if own is not world else 0


async def four_matches_start_at_once(world):
    if not (FULL or world.limited):
        return
    async with limited(world) as own:
        room = await own.room("four", own.ann, own.bob)
        offers, since = [], own.bob.mark()
        for game in AT_ONCE:
            await own.ann.say(room, f"!challenge {own.bob.user} {GAMES[game]}")
            offers.append(await own.bob.hears("challenges", room, since=since))
            since = own.bob.mark()
        # People accept later, when the server lets the bot say ten things at once again.
        await asyncio.sleep(RESTED)
        begun = time.monotonic()
        for offer in offers:
            await own.bob.press(offer, play.SIGNS[0])
        boards = {}

        def all_begun():
            for it in own.bob.after(since):
                if it["room"] == room and play.MENU in it["content"] and "New match: " in text_of(it):
                    boards.setdefault(play.number_of(it), time.monotonic() - begun)
            return len(boards) == 4

        await own.bob.until(all_begun, "four boards")
        print("       begun after " + ", ".join(f"{it:.1f}" for it in sorted(boards.values())) + " s", flush=True)
        world.check(max(boards.values()) <= BEGUN, f"each begins within {BEGUN} s: {boards}")
        first = {}
        for it in own.bob.after(since):
            if it["room"] == room and play.MENU in it["content"] and "New match: " in text_of(it):
                first.setdefault(play.number_of(it), it)
        took = [it for all in await asyncio.gather(*(hand_overs(own, room, board) for board in first.values())) for it in all]
        took.sort()
        median, last = statistics.median(took), took[min(len(took) - 1, int(len(took) * 0.99))]
        print(f"       {len(took)} hand-overs of four matches in {TOGETHER} s: median {median:.1f} s, 99th percentile {last:.1f} s", flush=True)
        world.check(median <= HAND_OVER, f"a hand-over takes at most {HAND_OVER} s in the median: {median:.1f}")


async def hand_overs(world, room, board):
    """Plays on for a while. Returns how long each hand-over took until its words were there, in seconds."""
    players, root, took, until = {it.user: it for it in [world.ann, world.bob]}, play.thread_of(board), [], time.monotonic() + TOGETHER
    for player in players.values():
        player.aimed = player.mark()
    while time.monotonic() < until:
        menu = board["content"].get("m.new_content", board["content"])[play.MENU]
        if menu["choices"][0]["says"].startswith("rematch"):
            break
        await asyncio.sleep(THINKS)
        mover, since, begun = play.asked_by(board, players), world.ann.mark(), time.monotonic()
        await by_own_number(mover, room, root, board, menu)
        number = play.number_of(board)

        def find():
            for it in world.ann.after(since):
                fits = it["room"] == room and it["sender"] == BOT and play.MENU in it["content"] and f"#{number}" in text_of(it)
                if fits:
                    return it

        board = play.standing(await world.ann.until(find, f"the next board of #{number}"))
        menu = board["content"].get("m.new_content", board["content"])[play.MENU]
        if not menu["choices"][0]["says"].startswith("rematch") and play.asked_by(board, players) is not mover:
            took.append(time.monotonic() - begun)
    return took


async def by_own_number(mover, room, root, board, menu):
    """Types the first choice of this match, whatever other boards stand in the room."""
    chosen = play.first_word(menu)
    await mover.say_in_thread(room, root, chosen["typed"] or chosen["label"])


class limited:
    """A world with Synapse's default limits: the given one, or another."""

    def __init__(self, world):
        self.world, self.own = world, world if world.limited else None

    async def __aenter__(self):
        if self.own is None:
            folder = self.world.folder / f"limits-{time.monotonic_ns()}"
            self.own = await type(self.world)(folder, limited=True, version=self.world.version).open()
        for player in [self.own.ann, self.own.bob]:
            player.patience = SLOW
        return self.own

    async def __aexit__(self, *_):
        if self.own is not self.world:
            await self.own.close()


CHECKS = [whole_matches, four_matches_start_at_once]
