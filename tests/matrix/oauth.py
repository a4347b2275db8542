"""A homeserver behind a login server: no passwords, logins with a code in a browser, access tokens valid for five minutes.

This server issues its own tokens and translates them for the homeserver. The checks set its clock. It renews tokens like the Matrix
Authentication Service: a used refresh token can be used again until one of the tokens it was exchanged for is used."""

import asyncio
import secrets
import urllib.parse

from aiohttp import web

from proxy import Proxy

LIVES = 300
DEVICE = "urn:matrix:org.matrix.msc2967.client:device:"


class Pair:
    """An access token and a refresh token."""

    def __init__(self, of, now):
        self.of = of
        self.access, self.refresh = secrets.token_hex(8), secrets.token_hex(8)
        self.until = now + LIVES
        self.used = False
        self.next = None


class Session:
    """A logged-in device."""

    def __init__(self, device, token):
        self.device, self.token = device, token
        self.ended = False


class LoginServer(Proxy):
    """A proxy in front of the homeserver, with logins for one account."""

    def __init__(self, server, name, password="bot-password"):
        super().__init__(server)
        self.name, self.password = name, password
        self.now = 0
        self.pairs = []
        self.asked = {}
        # What people do with codes: confirm, decline or ignore them.
        self.people = "confirm"
        self.codes_live = 600
        self.renewals = 0
        self.refused = []
        # Functions to call at the next renewal: one before the response, and one after.
        self.before_answer = self.after_answer = None

    def later(self, seconds=LIVES + 1):
        """Moves the clock forward."""
        self.now += seconds

    def issue(self, session):
        self.pairs.append(Pair(session, self.now))
        return self.pairs[-1]

    def end(self):
        """Ends every session."""
        for it in self.pairs:
            it.of.ended = True

    async def handle(self, request):
        path = request.path
        if path.endswith("/auth_metadata"):
            return web.json_response(self.metadata())
        if path in ("/_matrix/client/v3/login", "/_matrix/client/v3/delete_devices"):
            return web.json_response({"errcode": "M_UNRECOGNIZED", "error": "no such endpoint"}, status=404)
        if path == "/oauth/register":
            about = await request.json()
            fits = about["token_endpoint_auth_method"] == "none" and "urn:ietf:params:oauth:grant-type:device_code" in about["grant_types"]
            return web.json_response({"client_id": "the-bot"} if fits else {"error": "invalid_client_metadata"}, status=201 if fits else 400)
        if path.startswith("/oauth/"):
            form = dict(urllib.parse.parse_qsl(await request.text()))
            return await {"/oauth/device": self.device, "/oauth/token": self.token, "/oauth/revoke": self.revoke}[path](request, form)
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        pair = next((it for it in self.pairs if it.access == bearer), None)
        if pair is None:
            return await super().handle(request)
        if pair.of.ended or pair.until < self.now:
            return web.json_response({"errcode": "M_UNKNOWN_TOKEN", "error": "Token is not active", "soft_logout": False}, status=401)
        pair.used = True
        return await self.forward(request, Authorization=f"Bearer {pair.of.token}")

    def metadata(self):
        url = self.url
        return {
            "issuer": url + "/",
            "authorization_endpoint": url + "/oauth/authorize",
            "token_endpoint": url + "/oauth/token",
            "revocation_endpoint": url + "/oauth/revoke",
            "registration_endpoint": url + "/oauth/register",
            "device_authorization_endpoint": url + "/oauth/device",
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment"],
            "grant_types_supported": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
            "code_challenge_methods_supported": ["S256"],
        }

    async def device(self, request, form):
        code, shown = secrets.token_hex(8), secrets.token_hex(3).upper()
        self.asked[code] = next(it for it in form["scope"].split() if it.startswith(DEVICE)).removeprefix(DEVICE)
        page = f"{self.url}/link"
        answer = {"device_code": code, "user_code": shown, "verification_uri": page, "verification_uri_complete": f"{page}?code={shown}"}
        return web.json_response(answer | {"expires_in": self.codes_live, "interval": 1})

    async def token(self, request, form):
        if form["grant_type"] == "refresh_token":
            return await self.renew(request, form["refresh_token"])
        if self.people != "confirm":
            return web.json_response({"error": {"decline": "access_denied", "sleep": "authorization_pending"}[self.people]}, status=400)
        device = self.asked.pop(form["device_code"], None)
        if device is None:
            return web.json_response({"error": "expired_token"}, status=400)
        token = await asyncio.to_thread(self.log_in, device)
        return web.json_response(self.answer(self.issue(Session(device, token))))

    def log_in(self, device):
        body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": self.name}, "password": self.password}
        more = {"device_id": device, "initial_device_display_name": "Draughtsman"}
        status, answer = self.server.request("POST", "/_matrix/client/v3/login", body | more)
        assert status == 200, answer
        return answer["access_token"]

    async def renew(self, request, refresh):
        pair = next((it for it in self.pairs if it.refresh == refresh), None)
        if pair is None or pair.of.ended or (pair.next and (pair.next.used or pair.next.next)):
            self.refused.append(refresh)
            return web.json_response({"error": "invalid_grant"}, status=400)
        self.renewals += 1
        pair.used, pair.until = True, self.now - 1
        if pair.next:
            pair.next.until = self.now - 1
        pair.next = self.issue(pair.of)
        before, after, self.before_answer, self.after_answer = self.before_answer, self.after_answer, None, None
        if before:
            await before()
        answer = web.json_response(self.answer(pair.next))
        await answer.prepare(request)
        await answer.write_eof()
        if after:
            await after()
        return answer

    def answer(self, pair):
        return {"access_token": pair.access, "refresh_token": pair.refresh, "token_type": "Bearer", "expires_in": LIVES}

    async def revoke(self, request, form):
        for it in self.pairs:
            it.of.ended |= form["token"] in (it.access, it.refresh)
        return web.json_response({})
