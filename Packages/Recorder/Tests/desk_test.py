#!/usr/bin/env python3
"""Asks lab-record for its page over loopback and sends it traces, good and bad.

    desk_test.py LAB_RECORD TRACE
"""

import http.client
import os
import re
import subprocess
import sys
import tempfile

PATIENCE = 600  # seconds; only ends a hang


def check(condition, words):
    if not condition:
        sys.exit("desk_test: " + words)


def ask(port, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body, {key.replace("_", "-"): value for key, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def main():
    program, trace = sys.argv[1:]
    good = open(trace, "rb").read()
    with tempfile.TemporaryDirectory() as folder:
        desk = subprocess.Popen([program, "--out", folder, "--max-mb", "1", "--stay", "--patience", str(PATIENCE)], stdout=subprocess.PIPE, text=True)
        try:
            desk.stdout.readline()
            address = desk.stdout.readline().strip()
            found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#lab=([0-9a-f]{32})", address)
            check(found, f"not an address with a token: {address}")
            port, token = int(found[1]), found[2]
            second = subprocess.run([program, "--port", str(port)], capture_output=True, text=True, timeout=PATIENCE)
            check(second.returncode == 1 and "--port" in second.stderr, f"a port that is taken: {second}")
            status, page = ask(port, "GET", "/")
            check(status == 200 and "Record a scroll" in page, f"the page: {status}")
            check(token not in page, "the token stands in the page")
            check(ask(port, "GET", "/../Package.swift")[0] in (400, 404), "a file beside the page is served")
            # Each letter counts: one other letter at each place, and all other letters but the last.
            others = [token[:at] + ("0" if token[at] != "0" else "f") + token[at + 1:] for at in range(32)]
            others += ["0" * 31 + token[-1], "f" * 31 + token[-1], "0" * 32, token[:-1], token + "0", ""]
            for wrong in [{}] + [{"Authorization": "Bearer " + other} for other in others if other != token]:
                status, text = ask(port, "POST", "/trace", good, **wrong)
                check(status == 401, f"with {wrong} for {token}: {status} {text}")
            allowed = {"Authorization": "Bearer " + token}
            status, text = ask(port, "POST", "/trace", b"x" * 1_000_001, **allowed)
            check(status == 413 and "1000000" in text, f"too large: {status} {text}")
            status, text = ask(port, "POST", "/trace", b"[0,0]\n", **allowed)
            check(status == 400 and "not a header" in text, f"no trace: {status} {text}")
            check(os.listdir(folder) == [], f"something refused was stored: {os.listdir(folder)}")
            for name in ("../../it's mine.scrolltrace", "itsmine.scrolltrace", ""):
                status, text = ask(port, "POST", "/trace", good, X_File_Name=name, **allowed)
                check(status == 200, f"a good trace: {status} {text}")
            lines = [desk.stdout.readline() for _ in range(9)]
        finally:
            desk.kill()
            desk.wait()
        names = sorted(name for name in os.listdir(folder) if name.endswith(".scrolltrace"))
        expected = ["itsmine-2.scrolltrace", "itsmine.scrolltrace", "recorded.scrolltrace"]
        check(names == expected, f"stored: {names}")
        check(all(open(f"{folder}/{name}", "rb").read() == good for name in names), "what is stored is not what was sent")
        check(f"  lab-run --strategy preheat2x --trace {folder}/itsmine.scrolltrace\n" in lines, f"told: {lines}")
        # Without --stay it ends after one trace.
        desk = subprocess.Popen([program, "--out", folder, "--patience", str(PATIENCE)], stdout=subprocess.PIPE, text=True)
        desk.stdout.readline()
        found = re.search(r":(\d+)/#lab=(\w+)", desk.stdout.readline())
        check(found[2] != token, "the token is the same again")
        status, _ = ask(int(found[1]), "POST", "/trace", good, Authorization="Bearer " + found[2])
        check(status == 200, "one trace")
        try:
            desk.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            desk.kill()
            check(False, "it goes on after one trace")
        check(desk.returncode == 0, f"it ended with {desk.returncode}")
    print("lab-record serves, refuses and stores as it says")


if __name__ == "__main__":
    main()
