"""Tests the rooms while another program holds the write lock of the database: a line is refused, and the next is answered.

Usage: locked.py PROGRAM FOLDER
"""
import json
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request

PROGRAM, FOLDER = sys.argv[1:]
BUSY = "The bot is busy with its files"


def locked(database):
    """Takes the write lock; to be rolled back."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def terminal():
    """The room for another program, which answers each line by its number."""
    database = f"{FOLDER}/locked.db"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    room = subprocess.Popen([PROGRAM, "--db", database, "--json"], **pipes)

    def answer(number, words):
        room.stdin.write(f"[{number}] ann: {words}\n")
        room.stdin.flush()
        for line in room.stdout:
            told = json.loads(line)
            if told.get("request") == str(number) and told.get("done"):
                return line
        raise SystemExit("the room has ended")

    assert BUSY not in answer(1, "games")
    other = locked(database)
    told = answer(2, "games")
    assert BUSY in told, told
    other.execute("ROLLBACK")
    assert BUSY not in answer(3, "games")
    room.stdin.close()
    assert room.wait() == 0


def browser():
    """The room in a browser, whose page shows what was answered."""
    database = f"{FOLDER}/locked-web.db"
    room = subprocess.Popen(
        [PROGRAM, "--db", database, "web", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    )
    try:
        address = next(word for word in room.stdout.readline().split() if word.startswith("http")).rstrip("/.")

        # The name belongs to one browser, which keeps a key.
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

        def answer(words):
            form = urllib.parse.urlencode({"name": "ann", "words": words, "here": "talk", "quiet": "1"}).encode()
            said = urllib.request.Request(f"{address}/say", form, {"Origin": address})
            with opener.open(said) as response:
                return response.read().decode()

        assert BUSY not in answer("games")
        other = locked(database)
        told = answer("games")
        assert BUSY in told, told
        other.execute("ROLLBACK")
        assert BUSY not in answer("games")
    finally:
        room.terminate()
    assert room.wait() == 0


terminal()
browser()
