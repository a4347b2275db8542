"""A homeserver on 127.0.0.1 with an empty database, and its users."""

import hashlib
import hmac
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import yaml

NAME = "draughts.test"
STARTS_WITHIN = 90


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


class Server:
    """Synapse in its own folder. Runs until the end of the `with` block."""

    def __init__(self, folder: Path, limits=None, default_limits=False):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.secret = secrets.token_hex(16)
        self.limits = limits or {}
        self.default_limits = default_limits
        self.process = None

    def __enter__(self):
        self.folder.mkdir(parents=True)
        config = self.folder / "homeserver.yaml"
        config.write_text(yaml.safe_dump(self.settings()))
        command = [sys.executable, "-m", "synapse.app.homeserver", "--config-path", str(config)]
        subprocess.run([*command, "--generate-keys"], check=True, cwd=self.folder, capture_output=True)
        self.command = command
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        with open(self.folder / "out.txt", "ab") as out:
            self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=out, stderr=out)
        until = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self.process.poll() is not None or until < time.monotonic():
                raise RuntimeError(f"the homeserver did not start: {(self.folder / 'out.txt').read_text()[-2000:]}")
            time.sleep(0.1)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def answers(self):
        try:
            urllib.request.urlopen(f"{self.url}/_matrix/client/versions", timeout=5).close()
            return True
        except OSError:
            return False

    def settings(self):
        plenty = {"per_second": 1000, "burst_count": 10000}
        folder = self.folder
        (folder / "log.yaml").write_text(
            yaml.safe_dump(
                {
                    "version": 1,
                    "handlers": {"out": {"class": "logging.StreamHandler"}},
                    "root": {"level": "WARNING", "handlers": ["out"]},
                }
            )
        )
        settings = {
            "server_name": NAME,
            "listeners": [
                {
                    "port": self.port,
                    "bind_addresses": ["127.0.0.1"],
                    "type": "http",
                    "tls": False,
                    "resources": [{"names": ["client"]}],
                }
            ],
            "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
            "media_store_path": str(folder / "media"),
            "log_config": str(folder / "log.yaml"),
            "pid_file": str(folder / "homeserver.pid"),
            "signing_key_path": str(folder / "signing.key"),
            "registration_shared_secret": self.secret,
            "macaroon_secret_key": secrets.token_hex(16),
            "form_secret": secrets.token_hex(16),
            "report_stats": False,
            "bcrypt_rounds": 4,
            "trusted_key_servers": [],
            "federation_domain_whitelist": [],
            "presence": {"enabled": False},
            "refreshable_access_token_lifetime": "30m",
            "rc_message": plenty,
            "rc_registration": plenty,
            "rc_login": {"address": plenty, "account": plenty, "failed_attempts": plenty},
            "rc_joins": {"local": plenty, "remote": plenty},
            "rc_joins_per_room": plenty,
            "rc_invites": {"per_room": plenty, "per_user": plenty, "per_issuer": plenty},
            "rc_room_creation": plenty,
            "rc_admin_redaction": plenty,
            "rc_key_requests": plenty,
            "rc_delayed_event_mgmt": plenty,
        }
        if self.default_limits:
            # Keep Synapse's defaults for actions in rooms; registering and logging in aren't part of a match.
            for limit in ["rc_message", "rc_joins", "rc_joins_per_room", "rc_invites", "rc_room_creation", "rc_admin_redaction"]:
                del settings[limit]
        return settings | self.limits

    def request(self, method, path, body=None, token=None):
        """Sends a request. Returns the status and the body of the response."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as err:
            return err.code, json.load(err)

    def register(self, name, password, admin=False):
        """Registers a user. Returns their full id."""
        path = "/_synapse/admin/v1/register"
        nonce = self.request("GET", path)[1]["nonce"]
        role = "admin" if admin else "notadmin"
        mac = hmac.new(self.secret.encode(), "\0".join([nonce, name, password, role]).encode(), hashlib.sha1)
        body = {"nonce": nonce, "username": name, "password": password, "admin": admin, "mac": mac.hexdigest()}
        status, answer = self.request("POST", path, body)
        assert status == 200, answer
        return answer["user_id"]

    def unlimit(self, user, admin):
        """Exempts a user from rate limits."""
        path = f"/_synapse/admin/v1/users/{user}/override_ratelimit"
        status, answer = self.request("POST", path, {"messages_per_second": 0, "burst_count": 0}, admin)
        assert status == 200, answer

    def login(self, name, password):
        """Logs in as a new device. Returns its access token."""
        body = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": name}, "password": password}
        status, answer = self.request("POST", "/_matrix/client/v3/login", body)
        assert status == 200, answer
        return answer["access_token"]

    def holds(self, *words):
        """Returns the words that appear in plain text in the server's files."""
        found = set()
        for place, _, names in os.walk(self.folder):
            for name in names:
                blob = Path(place, name).read_bytes()
                found |= {it for it in words if it.encode() in blob}
        return found
