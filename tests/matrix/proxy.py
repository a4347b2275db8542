"""A proxy between the program and the homeserver that can fail, delay and count requests."""

import asyncio
import urllib.parse

import aiohttp
from aiohttp import web
from yarl import URL

HOP = {"host", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "accept-encoding"}


class Rule:
    """What happens to requests with a matching method and path."""

    def __init__(self, method, part, status, times, held, seconds=0):
        self.method, self.part, self.status, self.times, self.seconds = method, part, status, times, seconds
        self.hits = 0
        self.open = asyncio.Event()
        if not held:
            self.open.set()

    def lift(self):
        """Lets all requests through from now on."""
        self.times = 0
        self.open.set()


class Proxy:
    """A reverse proxy for the homeserver, with its own address."""

    def __init__(self, server):
        self.server = server
        self.rules = []
        self.seen = []

    async def start(self, port=0):
        self.session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self.handle)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", port)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        return self

    async def stop(self):
        for rule in self.rules:
            rule.lift()
        await self.runner.cleanup()
        await self.session.close()

    def fail(self, method, part, status, times=10**9):
        """Answers the next requests with an error status, a limited number of times."""
        self.rules.append(Rule(method, part, status, times, False))
        return self.rules[-1]

    def hold(self, method, part):
        """Delays requests until the rule is lifted."""
        self.rules.append(Rule(method, part, None, 10**9, True))
        return self.rules[-1]

    def delay(self, method, part, seconds):
        """Lets requests through after some seconds."""
        self.rules.append(Rule(method, part, None, 10**9, False, seconds))
        return self.rules[-1]

    def count(self, method, part, since=0):
        """Returns the number of matching requests after the first `since`."""
        return sum(it[0] == method and part in it[1] for it in self.seen[since:])

    async def handle(self, request):
        path = urllib.parse.unquote(request.path_qs)
        self.seen.append((request.method, path))
        for rule in self.rules:
            if rule.times and rule.method == request.method and rule.part in path:
                rule.times -= 1
                rule.hits += 1
                if rule.status:
                    errcode = {401: "M_UNKNOWN_TOKEN", 429: "M_LIMIT_EXCEEDED"}.get(rule.status, "M_UNKNOWN")
                    body = {"errcode": errcode, "error": "as the check wants it", "soft_logout": rule.status == 401}
                    return web.json_response(body, status=rule.status)
                await asyncio.sleep(rule.seconds)
                await rule.open.wait()
        return await self.forward(request)

    async def forward(self, request, **more):
        """Forwards a request to the homeserver, with the headers in `more` added."""
        headers = {key: value for key, value in request.headers.items() if key.lower() not in HOP} | more
        try:
            body = await request.read()
        except ConnectionResetError:
            # The program has given it up.
            return web.Response(status=499)
        headers["Accept-Encoding"] = "identity"
        url = URL(self.server.url + request.raw_path, encoded=True)
        try:
            async with self.session.request(request.method, url, headers=headers, data=body or None, allow_redirects=False) as answer:
                headers = {key: value for key, value in answer.headers.items() if key.lower() not in HOP}
                return web.Response(status=answer.status, headers=headers, body=await answer.read())
        except aiohttp.ClientError as err:
            return web.json_response({"errcode": "M_UNKNOWN", "error": str(err)}, status=502)
