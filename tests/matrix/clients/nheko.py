"""Nheko on a display of its own, as one user."""

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path

SIZE = "1100x900"
# Where the question about encryption is dismissed, and the seconds until it is asked.
CANCEL = ["1033", "861"]
SETTLES = 12
# Where one types.
COMPOSER = ["650", "880"]
CONFIG = """[General]
run_without_secure_secrets_service=true
[auth]
access_token={token}
device_id={device}
home_server={server}
user_id={user}
[user]
theme=light
"""


class Nheko:
    """The client. It is logged in by its settings, because a form takes no script."""

    has_threads = False
    # Their order is its own.
    takes_signs = False

    def __init__(self, server, user, device, token):
        self.folder = tempfile.TemporaryDirectory(prefix="nheko-")
        home = Path(self.folder.name)
        config = home / ".config" / "nheko" / "nheko.conf"
        config.parent.mkdir(parents=True)
        config.write_text(CONFIG.format(server=server, user=user, device=device, token=token))
        self.env = {key: value for key, value in os.environ.items() if key not in ("DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY")}
        self.env |= {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "QT_QUICK_BACKEND": "software", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.processes = []

    async def __aenter__(self):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SIZE + "x24", "-nolisten", "tcp"]
        self.processes.append(subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as display:
            self.env["DISPLAY"] = ":" + (await asyncio.to_thread(display.readline)).strip()
        out = open(Path(self.folder.name) / "out.txt", "ab")
        self.processes.append(subprocess.Popen(["dbus-run-session", "--", "nheko"], env=self.env, stdout=out, stderr=out))
        window = await self.until(["xdotool", "search", "--onlyvisible", "--name", "nheko"])
        width, height = SIZE.split("x")
        self.run(["xdotool", "windowsize", window.split()[-1], width, height])
        # It asks to set up encryption for the account, which nobody here needs.
        await asyncio.sleep(SETTLES)
        self.run(["xdotool", "mousemove", *CANCEL, "click", "1"])
        return self

    async def __aexit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(20)
        self.folder.cleanup()

    def run(self, command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True)

    async def until(self, command, tries=120):
        """Repeats a command until it succeeds. Returns what it prints."""
        for _ in range(tries):
            done = self.run(command)
            if done.returncode == 0 and done.stdout.strip():
                return done.stdout
            await asyncio.sleep(0.5)
        raise AssertionError(f"{command} finds nothing: {(Path(self.folder.name) / 'out.txt').read_text()[-2000:]}")

    async def open(self, name):
        """Opens a room by its name, with the quick switcher."""
        self.run(["xdotool", "key", "ctrl+k"])
        await asyncio.sleep(1.5)
        self.run(["xdotool", "type", "--delay", "60", name])
        await asyncio.sleep(1.5)
        self.run(["xdotool", "key", "Return"])
        await asyncio.sleep(1)

    async def say(self, line):
        """Types words where the room has its composer: `type WORDS`."""
        words = line.removeprefix("type ")
        self.run(["xdotool", "mousemove", *COMPOSER, "click", "1"])
        await asyncio.sleep(0.3)
        self.run(["xdotool", "type", "--delay", "30", words])
        await asyncio.sleep(0.3)
        self.run(["xdotool", "key", "Return"])

    async def shot(self, file):
        """Takes a picture once two in a row are the same."""
        before = None
        for _ in range(30):
            subprocess.run(["import", "-window", "root", "-quality", "70", str(file)], env=self.env, check=True)
            now = Path(file).read_bytes()
            if now == before:
                return
            before = now
            await asyncio.sleep(1)
