"""Tests the local room in a terminal: completion, line history, and pictures for terminals that can show them."""
import os
import pty
import re
import select
import sys
import time

program, folder = sys.argv[1:3]


def types(keys, **variables):
    """Types lines, each after a prompt. Returns all output of the program."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        environment = {"TERM": "xterm-256color", "COLUMNS": "100", **variables}
        os.execve(program, [program, "--db", "terminal.db", "--seed", "5"], environment)
    written = b""

    def read_until(fits, seconds=30):
        nonlocal written
        begun, end = len(written), time.monotonic() + seconds
        while time.monotonic() < end:
            if fits(written[begun:]):
                return
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    written += os.read(terminal, 65536)
                except OSError:
                    return
        sys.exit(f"nothing of that came: {written[begun:][-2000:]!r}")

    read_until(lambda it: b"> " in it)
    for pressed, shows in keys:
        os.write(terminal, pressed)
        read_until(lambda it: re.search(shows, it))
    os.write(terminal, b"quit\r")
    os.waitpid(pid, 0)
    return written


drawn = types(
    [
        (b"ann: chal\t", b"challenge "),
        (b"@bob trap\t", b"trapdoor "),
        (b"side=bl\t", b"black"),
        (b"\r", b"(?s)Challenge 1.*> "),
        (b"bob: accept\r", b"(?s)#1 .*to move: Ann.*> "),
        (b"ann: settings\r", b"(?s)Your settings.*> "),
        (b"\x1b[A", b"ann: settings"),
        (b"\r", b"(?s)Your settings.*> "),
    ],
    TERM_PROGRAM="iTerm.app",
)
assert b"\x1b]1337;File=" in drawn, "a terminal that shows pictures gets one"
plain = types([(b"ann: board\r", b"(?s)picture: .*> ")])
assert b"\x1b]1337" not in plain and b"\x1b_G" not in plain, "another one gets the path"
# At a fresh prompt nobody has to say who they are; a name is asked once, and nobody needs one to read.
types(
    [
        (b"help\r", b"(?s)Every command: `help all`.*> "),
        (b"practice draughts 1 side=black\r", rb"Your name \(Enter to play as a guest\)> "),
        (b"help\r", b"(?s)Every command: `help all`.*Your name"),
        (b"practice alien\r", b"(?s)isn't a name.*Your name"),
        (b"\r", b"(?s)Guest 1.*Guest 1 \\[to move: Guest 1"),
        (b"b6-a5\r", b"(?s)Guest 1 moves b6-a5"),
    ]
)
# Two at one terminal are asked in turn, without their names before each move.
types(
    [
        (b"challenge bob amtgard\r", b"Your name"),
        (b"eve\r", b"(?s)Eve challenges Bob.*Eve.*> "),
        (b"cancel\r", b"(?s)Eve cancels.*> "),
        (b"eve: challenge dan draughts side=black\r", b"(?s)Eve challenges Dan.*> "),
        (b"dan: accept\r", b"(?s)#3 .*Eve \\[to move: .*> "),
        (b"b6-a5\r", b"(?s)Eve moves b6-a5.*Dan \\[to move: .*> "),
        (b"c3-d4\r", b"(?s)Dan moves c3-d4.*Eve \\[to move: .*> "),
    ]
)
print("completed, called back, drawn, asked in turn")
