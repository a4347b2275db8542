"""Runs the real program, `draughtsman serve`, the way a host does."""

import os
import signal
import subprocess
import time
from pathlib import Path

PROGRAM = os.environ["PROGRAM_UNDER_TEST"]
ENDS_WITHIN = 60
LISTENS = "listening on Matrix"


class Program:
    """The program, in a folder with its settings and database."""

    def __init__(self, folder: Path, server, password="bot-password", log="warn,bot=info", **settings):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.process = None
        # The file with what it prints.
        self.logged = "out.txt"
        # Additional environment variables.
        self.more = {}
        matrix = {"homeserver": server.url, "user": "@bot:draughts.test", "password": password} | settings
        self.write(matrix, log)

    def write(self, matrix, log="warn,bot=info"):
        self.matrix = matrix
        # A high limit, because all checks share three players within the hour.
        lines = [f'log = "{log}"', "pings_an_hour = 1000", "[matrix]"]
        lines += [f"{key} = {toml(value)}" for key, value in matrix.items() if value is not None]
        (self.folder / "draughtsman.toml").write_text("\n".join(lines) + "\n")

    def start(self, patience=60):
        """Starts the program, and waits until it listens; with `patience=0`, doesn't wait."""
        before = self.log().count(LISTENS) if (self.folder / self.logged).exists() else 0
        self.out = open(self.folder / self.logged, "ab")
        self.process = subprocess.Popen([PROGRAM, "serve"], cwd=self.folder, stdout=self.out, stderr=self.out, env=clean() | self.more)
        until = time.monotonic() + patience
        while time.monotonic() < until and self.log().count(LISTENS) == before:
            assert self.process.poll() is None, f"the program ended: {self.log()[-2000:]}"
            time.sleep(0.05)
        assert not patience or before < self.log().count(LISTENS), f"the program does not listen: {self.log()[-2000:]}"
        return self

    def stop(self, sign=signal.SIGTERM):
        """Stops the program. Returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(ENDS_WITHIN)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            self.out.close()

    def kill(self):
        return self.stop(signal.SIGKILL)

    def run(self, *args):
        """Runs the program until it ends. Returns its exit status and output."""
        done = subprocess.run([PROGRAM, *args], cwd=self.folder, capture_output=True, text=True, timeout=120, env=clean())
        return done.returncode, done.stdout + done.stderr

    def log(self):
        return (self.folder / self.logged).read_text()

    def logs(self, text, within=40):
        """Waits until the log contains a text. Returns whether it does."""
        until = time.monotonic() + within
        while text not in self.log():
            if until < time.monotonic():
                return False
            time.sleep(0.05)
        return True


def clean():
    """Returns an environment without variables that configure the program."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("DRAUGHTSMAN_", "DISCORD_", "MATRIX_"))}


def toml(value):
    if isinstance(value, list):
        return "[" + ", ".join(toml(it) for it in value) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
