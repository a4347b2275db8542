"""A player with an independent Matrix client (matrix-nio): sends messages, presses buttons, waits for the bot's answers, and accepts
its invitations."""

import asyncio
import json
import traceback
import urllib.parse

import aiohttp
from nio import AsyncClient, AsyncClientConfig, Event, InviteMemberEvent, MegolmEvent
from nio.crypto.attachments import decrypt_attachment

# Everything since the last sync. By default a server leaves out all but ten events of a room.
ALL = {"room": {"timeline": {"limit": 200}}}
PATIENCE = 40
BOT = "@bot:draughts.test"


class Late(AssertionError):
    """Raised when an expected event doesn't arrive in time."""


class Mark(int):
    """A position in the events that a player has received."""

    def __new__(cls, player):
        mark = super().__new__(cls, len(player.heard))
        mark.player = player
        return mark


class Player:
    """One user with one device."""

    def __init__(self, server, name, folder):
        self.server = server
        self.name = name
        self.user = f"@{name}:draughts.test"
        self.heard = []
        self.unread = []
        self.invited = []
        self.coming = []
        self.comes = True
        self.patience = PATIENCE
        self.news = asyncio.Condition()
        folder = folder / name
        folder.mkdir(parents=True, exist_ok=True)
        config = AsyncClientConfig(encryption_enabled=True, store_sync_tokens=True)
        self.client = AsyncClient(server.url, self.user, store_path=str(folder), config=config)

    async def start(self, password):
        answer = await self.client.login(password, device_name=f"{self.name}'s program")
        assert self.client.access_token, answer
        self.client.add_event_callback(self._hear, Event)
        self.client.add_event_callback(self._invited, InviteMemberEvent)
        await self.client.sync(timeout=0, full_state=True, sync_filter=ALL)
        self.task = asyncio.create_task(self._listen())
        return self

    async def _listen(self):
        while True:
            try:
                await self.client.sync_forever(timeout=10_000, sync_filter=ALL)
            except Exception:
                # An error in this client must not look like one of the program.
                traceback.print_exc()

    async def stop(self):
        self.task.cancel()
        try:
            await self.task
        except (asyncio.CancelledError, Exception):
            pass
        await self.client.close()

    async def _hear(self, room, event):
        source = dict(event.source, room=room.room_id, readable=not isinstance(event, MegolmEvent))
        async with self.news:
            (self.heard if source["readable"] else self.unread).append(source)
            self.news.notify_all()

    async def _invited(self, room, event):
        if event.state_key == self.user and event.membership == "invite":
            async with self.news:
                self.invited.append(room.room_id)
                self.news.notify_all()
            if event.sender.endswith("bot:draughts.test") and self.comes:
                self.coming.append(asyncio.create_task(self.join(room.room_id)))

    async def until(self, find, what):
        """Waits until `find()` returns something true, and returns that."""
        async with self.news:
            try:
                found = find()
                while not found:
                    await asyncio.wait_for(self.news.wait(), self.patience)
                    found = find()
                return found
            except asyncio.TimeoutError:
                last = [(it["room"], it["sender"], it["type"], text_of(it)[:200]) for it in self.heard[-24:]]
                raise Late(f"{self.name} waited in vain for {what}; heard last: {json.dumps(last, indent=1)}") from None

    def mark(self):
        """Returns the current position in the events received, for `hears` and `after`."""
        return Mark(self)

    def after(self, since):
        """Returns the events received after a mark: this player's own, for each client receives them at its own pace."""
        assert since == 0 or since.player is self, f"{self.name} is asked by the mark of {since.player.name}"
        return self.heard[since:]

    async def hears_alone(self, text, besides=None, since=0):
        """Waits for a message of the bot in a room other than `besides`, with nobody else in it."""

        def find():
            for it in self.after(since):
                fits = it["room"] != besides and it["sender"] == BOT and it["type"] == "m.room.message"
                if fits and text in text_of(it):
                    return it

        event = await self.until(find, f"{text!r} in a direct room")
        members = (await self.ask("GET", f"/rooms/{quoted(event['room'])}/joined_members"))["joined"]
        assert set(members) == {BOT, self.user}, f"{text!r} was said to {set(members)}"
        return event

    async def hears(self, text, room=None, sender=BOT, since=0, kind="m.room.message", edits=True):
        """Waits for a message that contains a text, with or without changes of older ones. Returns the event."""

        def find():
            for it in self.after(since):
                fits = room in (None, it["room"]) and it["sender"] == sender and it["type"] == kind
                fits = fits and (edits or "m.new_content" not in it["content"])
                if fits and text in text_of(it):
                    return it

        return await self.until(find, f"{text!r} in {room or 'any room'}")

    async def make_room(self, name, invite=(), encrypted=False, direct=False, version=None, preset="private_chat", state=()):
        """Creates a room. Invited players join by themselves."""
        state = list(state)
        if encrypted:
            content = {"algorithm": "m.megolm.v1.aes-sha2"}
            state.append({"type": "m.room.encryption", "state_key": "", "content": content})
        body = {"name": name, "invite": list(invite), "initial_state": state, "is_direct": direct, "preset": preset}
        if version:
            body["room_version"] = version
        room = (await self.ask("POST", "/createRoom", body))["room_id"]
        await self.knows(room)
        return room

    async def knows(self, room):
        await self.until(lambda: room in self.client.rooms, f"to be in {room}")

    async def join(self, room):
        await self.ask("POST", f"/join/{quoted(room)}", {})
        await self.knows(room)

    async def say(self, room, text, **more):
        """Sends a message, encrypted if the room is. Returns the event id."""
        content = {"msgtype": "m.text", "body": text} | more
        return await self.send(room, "m.room.message", content)

    async def send(self, room, kind, content):
        answer = await self.client.room_send(room, kind, content, ignore_unverified_devices=True)
        assert hasattr(answer, "event_id"), answer
        return answer.event_id

    async def say_in_thread(self, room, root, text):
        relation = {"rel_type": "m.thread", "event_id": root, "is_falling_back": True, "m.in_reply_to": {"event_id": root}}
        return await self.say(room, text, **{"m.relates_to": relation})

    async def press(self, event, key):
        """Adds a reaction to an event."""
        relation = {"rel_type": "m.annotation", "event_id": event["event_id"], "key": key}
        body = {"m.relates_to": relation}
        path = f"/rooms/{quoted(event['room'])}/send/m.reaction/{event['event_id'][-12:]}{key.encode().hex()}"
        return await self.ask("PUT", path.replace("$", ""), body)

    async def ask(self, method, path, body=None):
        """Sends a request with the client's token. Returns the response."""
        status, answer = await self.try_to(method, path, body)
        assert status == 200, (method, path, answer)
        return answer

    async def try_to(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.client.access_token}"}
        url = f"{self.server.url}/_matrix/client/v3{path}"
        async with aiohttp.ClientSession() as session:
            async with session.request(method, url, json=body, headers=headers) as answer:
                return answer.status, await answer.json()

    async def fetch(self, event):
        """Downloads and decrypts the file of an event."""
        content = event["content"]
        url = content["file"]["url"] if "file" in content else content["url"]
        path = url.removeprefix("mxc://")
        headers = {"Authorization": f"Bearer {self.client.access_token}"}
        url = f"{self.server.url}/_matrix/client/v1/media/download/{path}"
        async with aiohttp.ClientSession() as session:
            async with session.get(url, headers=headers) as answer:
                assert answer.status == 200, await answer.text()
                bytes_ = await answer.read()
        if "file" not in content:
            return bytes_
        key = content["file"]
        return decrypt_attachment(bytes_, key["key"]["k"], key["hashes"]["sha256"], key["iv"])

    async def stored(self, room, limit=200):
        """Returns the newest events of a room as stored on the server, oldest first."""
        chunk = (await self.ask("GET", f"/rooms/{quoted(room)}/messages?dir=b&limit={limit}"))["chunk"]
        return list(reversed(chunk))


def quoted(text):
    return urllib.parse.quote(text, safe="")


def text_of(event):
    return str(event.get("content", {}).get("body", ""))
