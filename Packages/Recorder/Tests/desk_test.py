#!/usr/bin/env python3
"""Asks lab-record for its page over loopback and sends it traces, good and bad, whole and half.

    desk_test.py LAB_RECORD TRACE
"""

import http.client
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile

PATIENCE = 600  # seconds; only ends a hang


def check(condition, words):
    if not condition:
        sys.exit("desk_test: " + words)


class Desk:
    """A lab-record over a folder; it ends with the block that it is made for."""

    tokens = set()

    def __init__(self, program, folder, *options, stdout=subprocess.PIPE, **popen):
        words = [program, "--out", folder, "--patience", str(PATIENCE), *options]
        self.folder, self.process = folder, subprocess.Popen(words, stdout=stdout, text=True, **popen)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def listen(self, stdout=None):
        """Reads where it is, from what it prints."""
        stdout = stdout or self.process.stdout
        stdout.readline()
        address = stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#lab=([0-9a-f]{32})", address)
        check(found, f"not an address with a token: {address}")
        self.port, self.token = int(found[1]), found[2]
        check(self.token not in Desk.tokens, "the token is the same again")
        Desk.tokens.add(self.token)
        self.allowed = {"Authorization": "Bearer " + self.token}
        return self

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, {key.replace("_", "-"): value for key, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def begin(self, good):
        """Sends half a trace, which lies in the folder then."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        head = ["POST /trace HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {self.token}",
                f"Content-Length: {len(good)}", "Expect: 100-continue"]
        connection.sendall("".join(line + "\r\n" for line in head + [""]).encode())
        check(connection.recv(65536).startswith(b"HTTP/1.1 100 "), "a trace is not asked for")
        connection.sendall(good[:len(good) // 2])
        check(self.half_written(), "nothing is half written")
        return connection

    def half_written(self):
        return [name for name in os.listdir(self.folder) if name.endswith(".partial")]

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            check(False, "it goes on")


def serves_and_refuses(program, folder, good):
    with Desk(program, folder, "--max-mb", "1", "--stay") as desk:
        desk.listen()
        token = desk.token
        second = subprocess.run([program, "--port", str(desk.port)], capture_output=True, text=True, timeout=PATIENCE)
        check(second.returncode == 1 and "--port" in second.stderr, f"a port that is taken: {second}")
        status, page = desk.ask("GET", "/")
        check(status == 200 and "Record a scroll" in page, f"the page: {status}")
        check(token not in page, "the token stands in the page")
        check(desk.ask("GET", "/../Package.swift")[0] in (400, 404), "a file beside the page is served")
        # Each letter counts: one other letter at each place, and all other letters but the last.
        others = [token[:at] + ("0" if token[at] != "0" else "f") + token[at + 1:] for at in range(32)]
        others += ["0" * 31 + token[-1], "f" * 31 + token[-1], "0" * 32, token[:-1], token + "0", ""]
        for wrong in [{}] + [{"Authorization": "Bearer " + other} for other in others if other != token]:
            status, text = desk.ask("POST", "/trace", good, **wrong)
            check(status == 401, f"with {wrong} for {token}: {status} {text}")
        status, text = desk.ask("POST", "/trace", b"x" * 1_000_001, **desk.allowed)
        check(status == 413 and "1000000" in text, f"too large: {status} {text}")
        status, text = desk.ask("POST", "/trace", b"[0,0]\n", **desk.allowed)
        check(status == 400 and "not a header" in text, f"no trace: {status} {text}")
        check(os.listdir(folder) == [], f"something refused was stored: {os.listdir(folder)}")
        for name in ("../../it's mine.scrolltrace", "itsmine.scrolltrace", ""):
            status, text = desk.ask("POST", "/trace", good, X_File_Name=name, **desk.allowed)
            check(status == 200, f"a good trace: {status} {text}")
        lines = [desk.process.stdout.readline() for _ in range(9)]
    names = sorted(os.listdir(folder))
    expected = ["itsmine-2.scrolltrace", "itsmine.scrolltrace", "recorded.scrolltrace"]
    check(names == expected, f"stored: {names}")
    check(all(open(f"{folder}/{name}", "rb").read() == good for name in names), "what is stored is not what was sent")
    check(f"  lab-run --strategy preheat2x --trace {folder}/itsmine.scrolltrace\n" in lines, f"told: {lines}")


def ends_after_one_trace(program, folder, good):
    """Nothing is left of another that is on its way then."""
    with Desk(program, folder) as desk, desk.listen().begin(good):
        check(desk.ask("POST", "/trace", good, **desk.allowed)[0] == 200, "one trace")
        check(desk.wait() == 0, f"it ended with {desk.process.returncode}")
    check(os.listdir(folder) == ["recorded.scrolltrace"], f"left: {os.listdir(folder)}")


def leaves_nothing_half_written(program, folder, good):
    for number in (signal.SIGINT, signal.SIGTERM):
        with Desk(program, folder) as desk, desk.listen().begin(good):
            desk.process.send_signal(number)
            check(desk.wait() == 130, f"{number} ended it with {desk.process.returncode}")
        check(os.listdir(folder) == [], f"left after {number}: {os.listdir(folder)}")
    # What one left that was killed goes when another starts; what one is writing does not.
    with Desk(program, folder) as desk, desk.listen().begin(good):
        written = desk.half_written()
        with Desk(program, folder) as second:
            second.listen()
            check(desk.half_written() == written, "what another is writing was removed")
        desk.process.kill()
        desk.wait()
    check(os.listdir(folder) == written, f"left by one that was killed: {os.listdir(folder)}")
    with Desk(program, folder) as desk:
        desk.listen()
        check(os.listdir(folder) == [], f"left after a start: {os.listdir(folder)}")


def refuses_what_the_system_does_not_store(program, folder, good):
    with Desk(program, folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))) as desk:
        status, text = desk.listen().ask("POST", "/trace", good, **desk.allowed)
        check(status == 507, f"larger than files may be: {status} {text}")
        check(os.listdir(folder) == [], f"left of it: {os.listdir(folder)}")


def serves_while_nobody_reads_its_news(program, folder, good):
    reading, writing = os.pipe()
    desk = Desk(program, folder, "--stay", stdout=writing)
    with desk, open(reading) as said, open(writing, "wb", buffering=0) as full:
        desk.listen(said)
        os.set_blocking(writing, False)
        while full.write(b"\n"):
            pass
        os.set_blocking(writing, True)
        for _ in range(5):
            check(desk.ask("POST", "/trace", good, **desk.allowed)[0] == 200, "no trace is taken")
            check(desk.ask("GET", "/")[0] == 200, "the page is not served")


def main():
    program, trace = sys.argv[1:]
    good = open(trace, "rb").read()
    for test in (serves_and_refuses, ends_after_one_trace, leaves_nothing_half_written,
                 refuses_what_the_system_does_not_store, serves_while_nobody_reads_its_news):
        with tempfile.TemporaryDirectory() as folder:
            test(program, folder, good)
    print("lab-record serves, refuses and stores as it says")


if __name__ == "__main__":
    main()
