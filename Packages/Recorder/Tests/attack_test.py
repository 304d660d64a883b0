#!/usr/bin/env python3
"""Attacks lab-record over loopback with raw sockets; after each attack it must still serve its page and take a trace.

    attack_test.py LAB_RECORD TRACE

Everything is bounded: bytes, connections, and what is waited for. One lab-record waits for ten minutes, so that on a busy
machine no attack or question comes too late; only what tries its patience goes to another that has little.
"""

import http.client
import os
import random
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time

PATIENCE = 600  # seconds; only ends a hang


def check(condition, words):
    if not condition:
        sys.exit("attack_test: " + words)


class Desk:
    def __init__(self, program, trace, patience, folder):
        self.trace = open(trace, "rb").read()
        self.process = subprocess.Popen([program, "--out", folder, "--max-mb", "1", "--stay", "--patience", str(patience)],
                                        stdout=subprocess.PIPE, text=True)

    def listen(self):
        self.process.stdout.readline()
        found = re.search(r":(\d+)/#lab=(\w+)", self.process.stdout.readline())
        self.port, self.token = int(found[1]), found[2]

    def open(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def head(self, *fields, token=None):
        lines = [b"POST /trace HTTP/1.1", b"Host: 127.0.0.1", b"Authorization: Bearer " + (token or self.token).encode()]
        return b"\r\n".join(lines + list(fields)) + b"\r\n\r\n"

    def is_alive(self, after):
        for method, path, body in (("GET", "/", None), ("POST", "/trace", self.trace)):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                connection.request(method, path, body, {"Authorization": "Bearer " + self.token, "X-File-Name": after})
                answer = connection.getresponse()
                text = answer.read()
            except OSError as error:
                check(False, f"after {after}: {method} {path}: {error!r}")
            check(answer.status == 200 and text, f"after {after}: {method} {path}: {answer.status}")
            connection.close()


def send(connection, data):
    """Sends all of it, or as much as the other side takes before it hangs up."""
    try:
        connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        pass


def heard(connection):
    """All that comes until the other side hangs up."""
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionResetError:
        pass
    except TimeoutError:
        check(False, f"nobody hung up after {data[:60]}")
    connection.close()
    return data


def asked(desk, data, status, words):
    """One answer, with that status, and then the end."""
    connection = desk.open()
    send(connection, data)
    answer = heard(connection)
    check(answer.startswith(b"HTTP/1.1 %d " % status), f"{words}: {answer[:80]}")
    check(answer.count(b"HTTP/1.1 ") == 1, f"{words}: answered more than once")


def endless_line(desk):
    held = [desk.open() for _ in range(2)]
    for connection in held:
        send(connection, b"GET /" + b"a" * 3_000_000)
    desk.is_alive("endless lines that are held open")
    for connection in held:
        heard(connection)


def endless_fields(desk):
    connection = desk.open()
    send(connection, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a: b\r\n" * 500_000)
    heard(connection)


def bodies_of_refused(desk):
    inner = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000
    asked(desk, desk.head(b"Content-Length: %d" % len(inner), token="0" * 32) + inner, 401, "a body after 401")
    asked(desk, desk.head(b"Content-Length: 1000001") + inner, 413, "a body after 413")
    asked(desk, desk.head(b"Content-Length: 3000000", token="0") + b"a" * 3_000_000, 401, "3 MB after 401")


def pipelining(desk):
    asked(desk, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50, 200, "pipelining")


def smuggling(desk):
    inner = b"0\r\n\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for status, fields in [(400, (b"Transfer-Encoding: chunked", b"Content-Length: 5")),
                           (400, (b"Content-Length: 5", b"Content-Length: 50")), (501, (b"Transfer-Encoding: chunked",)),
                           (400, (b"Content-Length: +5",)), (400, (b"Content-Length : 5",)), (400, (b"X: a\nY: b",))]:
        asked(desk, desk.head(*fields) + inner, status, f"{fields}")


def foreign_names(desk):
    asked(desk, b"GET / HTTP/1.1\r\nHost: evil.example:%d\r\n\r\n" % desk.port, 421, "a foreign Host")
    for origin in (b"http://evil.example", b"null", b"http://127.0.0.1:1"):
        head = desk.head(b"Origin: " + origin, b"Content-Length: %d" % len(desk.trace))
        asked(desk, head + desk.trace, 403, f"Origin {origin}")


def slow_loris(desk):
    """A byte now and then, for as long as it is let; waiting is done by looking whether the other side hangs up."""
    for start in (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", desk.head(b"Content-Length: 100000")):
        connection = desk.open()
        send(connection, start)
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            if select.select([connection], [], [], 0.05)[0]:
                break
            send(connection, b"a")
        else:
            check(False, "a byte now and then keeps a connection for ever")
        check(heard(connection).startswith(b"HTTP/1.1 408 "), "no word about the time")


def many_connections(desk):
    held = [desk.open() for _ in range(300)]
    for connection in held:
        send(connection, b"GET / HTTP/1.1\r\nHost: ")
    desk.is_alive("300 connections that are held open")
    for connection in held:
        connection.close()


def stalled_senders(desk):
    """Four that have the token and stop in the middle: another gets in while they would still have minutes."""
    held = [desk.open() for _ in range(4)]
    for connection in held:
        send(connection, desk.head(b"Content-Length: 999999") + b"{")
    check(select.select(held, [], [], PATIENCE)[0], "a sender that stalls keeps its place")
    for connection in held:
        check(heard(connection).startswith(b"HTTP/1.1 408 "), "no word about a stall")


def hanging_up(desk):
    """A reset before the answer, and a trace that is cut."""
    for request in [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", desk.head(b"Content-Length: 9") + b"[0"] * 20:
        connection = desk.open()
        send(connection, request)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    desk.is_alive("resets")
    connection = desk.open()
    send(connection, desk.head(b"Content-Length: 9") + b"[0")
    connection.shutdown(socket.SHUT_WR)
    check(heard(connection).startswith(b"HTTP/1.1 400 "), "no word about a cut trace")


def staying_on(desk):
    """One that has its answer, and neither hangs up nor stops sending."""
    connection = desk.open()
    send(connection, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    while connection.recv(65536):
        pass
    limit = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < limit:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 100)
    except (BrokenPipeError, ConnectionResetError):
        return
    check(False, "one that sends on after its answer is kept for ever")


def nonsense(desk):
    chance = random.Random(14)
    for _ in range(100):
        connection = desk.open()
        send(connection, chance.randbytes(chance.randrange(1, 20_000)) + b"\r\n\r\n")
        heard(connection)


def main():
    program, trace = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        desks = []
        try:
            for patience in (PATIENCE, 1):
                desks.append(Desk(program, trace, patience, folder))
                desks[-1].listen()
            desk, impatient = desks
            desk.is_alive("nothing")
            for attack in (endless_line, endless_fields, bodies_of_refused, pipelining, smuggling, foreign_names,
                           many_connections, stalled_senders, hanging_up, nonsense):
                attack(desk)
                check(desk.process.poll() is None, f"{attack.__name__} ended it: {desk.process.returncode}")
                desk.is_alive(attack.__name__)
            for attack in (slow_loris, staying_on):
                attack(impatient)
                check(impatient.process.poll() is None, f"{attack.__name__} ended it: {impatient.process.returncode}")
            left = [name for name in os.listdir(folder) if name.startswith(".")]
            check(left == [], f"half-written files are left: {left}")
        finally:
            for each in desks:
                each.process.kill()
                each.process.wait()
    print("lab-record holds out")


if __name__ == "__main__":
    main()
