"""A minimal local Discord for programs with two chats: messages, direct messages, and the gateway."""

import asyncio
import json
import time

from aiohttp import WSMsgType, web

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ABCD"
GUILD, CHANNEL, BOT, APPLICATION = "900", "901", "700", "701"
PEOPLE = {"1": "Ann of Discord", "2": "Bob of Discord"}
SINCE = "2026-01-01T00:00:00+00:00"
PATIENCE = 60


def user(id_, name):
    return {"id": id_, "username": name.lower().replace(" ", "_"), "global_name": name, "discriminator": "0", "avatar": None, "bot": id_ == BOT}


ME = user(BOT, "draughtsman")


class Discord:
    """A local Discord with one server, one channel and two people."""

    def __init__(self):
        self.last = 10_000
        self.said = []
        self.direct = {}
        self.lines = []
        self.news = asyncio.Condition()

    async def start(self):
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/", self.gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self.rest)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        return self

    async def stop(self):
        for line in self.lines:
            await line.close()
        await self.runner.cleanup()

    def id(self):
        self.last += 1
        return str(self.last)

    async def gateway(self, request):
        line = web.WebSocketResponse()
        await line.prepare(request)
        await line.send_json({"op": 10, "d": {"heartbeat_interval": 20_000}, "s": None, "t": None})
        async for frame in line:
            if frame.type != WSMsgType.TEXT:
                continue
            said = json.loads(frame.data)
            if said["op"] == 1:
                await line.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif said["op"] == 6:
                # It keeps no sessions.
                await line.send_json({"op": 9, "d": False, "s": None, "t": None})
            elif said["op"] == 2:
                # A session is continued where nothing listens, so the program has to come back to the usual address.
                ready = {
                    "v": 10, "user": ME, "guilds": [{"id": GUILD, "unavailable": True}], "session_id": "one",
                    "resume_gateway_url": "ws://127.0.0.1:1", "shard": said["d"]["shard"], "application": {"id": APPLICATION, "flags": 0},
                }
                await line.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                line.sequence = 1
                await self.tell(line, "GUILD_CREATE", guild())
                self.lines.append(line)
        if line in self.lines:
            self.lines.remove(line)
        return line

    async def tell(self, line, name, data):
        line.sequence += 1
        await line.send_json({"op": 0, "t": name, "s": line.sequence, "d": data})

    async def rest(self, request):
        parts = request.match_info["path"].split("/")
        match (request.method, parts):
            case ("GET", ["users", "@me"]):
                return web.json_response(ME)
            case ("GET", ["oauth2", "applications", "@me"]):
                return web.json_response({"id": APPLICATION, "name": "draughtsman", "flags": 0})
            case ("GET", ["gateway"]):
                return web.json_response({"url": self.url.replace("http", "ws")})
            case ("GET", ["gateway", "bot"]):
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
                return web.json_response({"url": self.url.replace("http", "ws"), "shards": 1, "session_start_limit": limit})
            case ("GET", ["applications", _, "commands"]):
                return web.json_response([])
            case ("PUT", ["applications", _, "commands"]):
                return web.json_response([it | {"id": self.id(), "application_id": APPLICATION} for it in await request.json()])
            case ("POST", ["users", "@me", "channels"]):
                person = (await request.json())["recipient_id"]
                return web.json_response({"id": self.direct.setdefault(person, self.id()), "type": 1})
            case ("POST", ["channels", channel, "messages"]):
                return web.json_response(await self.keep(request, channel, self.id()))
            case ("PATCH", ["channels", channel, "messages", message]):
                return web.json_response(await self.keep(request, channel, message))
        return web.json_response({"code": 0, "message": "404: Not Found"}, status=404)

    async def keep(self, request, channel, message):
        """Keeps a message, or what it says after a change."""
        body = await read(request)
        async with self.news:
            self.said.append({"id": message, "channel": channel} | body)
            self.news.notify_all()
        return self.shown(message, channel, body)

    def shown(self, message, channel, body):
        return {
            "id": message, "channel_id": channel, "author": ME, "content": body.get("content", ""), "timestamp": SINCE, "edited_timestamp": None,
            "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False,
            "type": 0, "components": [],
        }

    async def types(self, person, words, direct=False):
        """Types a line as a person: in the channel with a mention of the bot, or as a direct message."""
        until = time.monotonic() + PATIENCE
        while not self.lines:
            assert time.monotonic() < until, "the program does not come to Discord"
            await asyncio.sleep(0.05)
        channel = self.direct.setdefault(person, self.id()) if direct else CHANNEL
        words = words if direct else f"<@{BOT}> {words}"
        mentions = [ME] + [user(it, name) for it, name in PEOPLE.items() if f"<@{it}>" in words]
        event = {
            "id": self.id(), "channel_id": channel, "author": user(person, PEOPLE[person]), "content": words, "timestamp": SINCE,
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [] if direct else mentions, "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "type": 0,
        }
        if not direct:
            member = {"roles": [], "joined_at": SINCE, "deaf": False, "mute": False, "nick": None, "flags": 0}
            event |= {"guild_id": GUILD, "member": member}
        await self.tell(self.lines[-1], "MESSAGE_CREATE", event)

    def mark(self):
        return len(self.said)

    async def hears(self, text, channel=CHANNEL, since=0, picture=False):
        """Waits for a message of the bot that contains a text, and perhaps a picture."""

        def find():
            for it in self.said[since:]:
                fits = channel in (None, it["channel"]) and text in it.get("content", "")
                if fits and (not picture or it.get("attachments")):
                    return it

        async with self.news:
            try:
                while not find():
                    await asyncio.wait_for(self.news.wait(), PATIENCE)
                return find()
            except asyncio.TimeoutError:
                last = [(it["channel"], it.get("content", "")[:200]) for it in self.said[-8:]]
                raise AssertionError(f"in vain: {text!r} on Discord; said last: {json.dumps(last, indent=1)}") from None


async def read(request):
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if part.name == "payload_json":
                return json.loads(await part.text())
    return await request.json()


def guild():
    role = {
        "id": GUILD, "name": "@everyone", "color": 0, "hoist": False, "position": 0, "permissions": "104324673", "managed": False,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "mentionable": False, "flags": 0,
    }
    channel = {"id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "games", "position": 0, "permission_overwrites": []}
    return {
        "id": GUILD, "name": "Friends", "owner_id": "999", "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "roles": [role], "emojis": [], "features": [], "mfa_level": 0, "system_channel_flags": 0,
        "joined_at": SINCE, "large": False, "member_count": 3, "voice_states": [],
        "members": [{"user": ME, "roles": [], "joined_at": SINCE, "deaf": False, "mute": False, "flags": 0}], "channels": [channel],
        "threads": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "premium_tier": 0, "preferred_locale": "en-US",
        "nsfw_level": 0, "stickers": [], "premium_progress_bar_enabled": False,
    }
