#!/usr/bin/env python3
"""Records in the recorder page with a real headless Chromium, and gives the trace to lab-run.

    recorder_test.py LAB_RUN [--seconds N] [--screenshots DIR] [--keep FILE]

Needs Chromium and Python's standard library alone: the DevTools protocol goes through --remote-debugging-pipe. Exits
with 77, and says why, where there is no Chromium. The fingers are flings at constant speed, dispatched in real time.
"""

import argparse
import base64
import fcntl
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "traces", "recorder", "index.html")


def chromium():
    """The path of a Chromium; ends the process with 77 where there is none."""
    program = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")) if p), None)
    if not program:
        print("skipped: no Chromium here (Debian: apt-get install chromium)")
        sys.exit(77)
    return program


class Browser:
    """A headless Chromium and one page in it; one at a time on a machine, for two make each other stall."""

    def __init__(self, program, folder):
        self.turn = open(os.path.join(tempfile.gettempdir(), f"cachelab-browser-{os.getuid()}.lock"), "w")
        fcntl.flock(self.turn, fcntl.LOCK_EX)
        ends = os.pipe() + os.pipe()
        # Chromium reads from 3 and writes to 4; a shell puts them there, so they must not be 3 or 4 before.
        to_read, self.to, self.back, to_write = (fcntl.fcntl(end, fcntl.F_DUPFD, 5) for end in ends)
        for end in ends:
            os.close(end)
        words = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                 "--disable-extensions", "--disable-background-networking", "--user-data-dir=" + folder, "about:blank"]
        line = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'
        self.process = subprocess.Popen(["bash", "-c", line] + words, pass_fds=(to_read, to_write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number = 0
        self.buffer = b""
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.buffer:
            part = os.read(self.back, 1 << 20)
            if not part:
                raise RuntimeError("Chromium went away")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, code):
        found = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"].get("description", code))
        return found["result"].get("value")

    def screen(self, width, height, scale, mobile, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self):
        self.call("Page.navigate", url="file://" + os.path.realpath(PAGE))
        self.wait("document.body && document.body.dataset.state === 'ready'")

    def wait(self, condition, seconds=20):
        limit = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > limit:
                raise RuntimeError("waited in vain for " + condition)
            time.sleep(0.05)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def fling(self, x, y, way, moves):
        """A finger that goes `way` pixels up in `moves` steps of 8 ms."""
        point = lambda at: [{"x": x, "y": at, "id": 0}]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=point(y))
        begin = time.monotonic()
        for step in range(1, moves + 1):
            time.sleep(max(0, begin + step * 0.008 - time.monotonic()))
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=point(y - way * step / moves))
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def end(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.turn.close()


# What a trace is warned of whose frames came late.
BUSY = "over 100 ms since the last sample while moving"


def check(condition, words):
    if not condition:
        sys.exit("recorder_test: " + words)


def record(browser, seconds, downloads):
    """Records flings, a column change, the top and a jump; returns the trace's path and what the page counted."""
    browser.open()
    browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=downloads)
    time.sleep(1)
    browser.run("document.getElementById('record').click()")
    fingers = random.Random(7)
    begin = time.monotonic()
    number = 0
    while time.monotonic() - begin < seconds - 3:
        way = fingers.choice([220, 320, 420]) * (-1 if number % 6 == 5 else 1)
        browser.fling(190, 600 if way > 0 else 200, way, fingers.choice([8, 10, 14]))
        time.sleep(fingers.uniform(0.3, 1.2))
        number += 1
        if number == 6:
            browser.run("document.getElementById('fewer').click()")
        if number == 9:
            browser.run("document.getElementById('leap').click()")
    # From far away, so that the way to the top is as fast as it gets.
    browser.run("Math.random = () => 0.9; document.getElementById('leap').click()")
    browser.run("document.getElementById('totop').click()")
    time.sleep(max(1.8, begin + seconds - time.monotonic()))
    counts = browser.run("({frames: recording.frames, late: recording.late, cost: recording.cost, "
                         "taking: recording.taking, "
                         "count: recording.count})")
    browser.run("stop()")
    browser.run("document.getElementById('title').value = 'headless test'")
    text = browser.run("traceText()")
    browser.run("document.getElementById('save').click()")
    limit = time.monotonic() + 20
    while not (found := [n for n in os.listdir(downloads) if n.endswith(".scrolltrace")]):
        check(time.monotonic() < limit, "nothing was downloaded")
        time.sleep(0.05)
    path = os.path.join(downloads, found[0])
    while os.path.getsize(path) < len(text.encode()):
        check(time.monotonic() < limit, "the download is shorter than the trace")
        time.sleep(0.05)
    return path, counts


def pictures(browser, folder):
    """Each card on a phone, a desktop and a small phone, light and dark."""
    os.makedirs(folder, exist_ok=True)
    sizes = {"phone": (390, 844, 2, True), "desktop": (1280, 800, 1, False), "small": (320, 568, 2, True),
             "landscape": (740, 360, 2, True)}
    for name, (width, height, scale, mobile) in sizes.items():
        for dark in (False, True):
            look = "dark" if dark else "light"
            browser.screen(width, height, scale, mobile, dark)
            browser.open()
            time.sleep(0.3)
            browser.picture(f"{folder}/{name}-{look}-1-setup.png")
            browser.run("document.getElementById('record').click()")
            for offset in (0, 150, 600, 900, 1400, 2600, 2700):
                browser.run(f"document.getElementById('scroll').scrollTop = {offset}")
                time.sleep(0.25)
            browser.picture(f"{folder}/{name}-{look}-2-live.png")
            browser.run("stop()")
            time.sleep(0.3)
            browser.picture(f"{folder}/{name}-{look}-3-done.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab_run")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--screenshots")
    parser.add_argument("--keep")
    options = parser.parse_args()
    program = chromium()
    with tempfile.TemporaryDirectory() as folder:
        downloads = os.path.join(folder, "downloads")
        os.mkdir(downloads)
        browser = Browser(program, os.path.join(folder, "profile"))
        try:
            if options.screenshots:
                pictures(browser, options.screenshots)
            browser.screen(390, 844, 3, True)
            path, counts = record(browser, options.seconds, downloads)
            asked = [e["params"]["request"]["url"] for e in browser.events if e["method"] == "Network.requestWillBeSent"]
            errors = [e["params"]["entry"]["text"] for e in browser.events if e["method"] == "Log.entryAdded"]
        finally:
            browser.end()
        check(all(url.startswith(("file:", "data:", "blob:", "about:")) for url in asked), f"the page asked for {asked}")
        check(not errors, f"the page complained: {errors}")
        frames, late = counts["frames"], counts["late"]
        if options.keep:
            shutil.copy(path, options.keep)
        checked = subprocess.run([options.lab_run, "trace", "check", path], capture_output=True, text=True)
        check(checked.returncode == 0, checked.stderr)
        told = checked.stdout.split(": ", 1)[1].strip()
        # On a busy machine frames come late, and the trace says so: that is the machine's, and no fault of the page.
        others = [line for line in told.splitlines()[1:] if not line.endswith(BUSY)]
        check("1 layout change," in told and not others, "lab-run trace check says " + told[:300])
        info = subprocess.run([options.lab_run, "trace", "info", path, "--format", "json"], capture_output=True, text=True)
        facts = json.loads(info.stdout)[0]
        check(facts["distance-screens"] > 2 and facts["jumps"] >= 1, f"too little was recorded: {facts}")
        ran = subprocess.run([options.lab_run, "--trace", path, "--strategy", "preheat2x", "--decode", "none", "--library",
                              "small", "--out", folder, "--format", "json"], capture_output=True, text=True)
        check(ran.returncode == 0, ran.stderr)
        text = open(path).read()
        for code in ("down", "drag", "up", "idle", "layout", "jump", "top", "end"):
            check(f'"{code}"' in text, f"no {code} in the trace")
        if options.keep:
            shutil.copy(path, options.keep)
        print(f"{told}; {frames} frames, {late} late; {os.path.getsize(path)} bytes; "
              f"{counts['cost'] / frames:.3f} ms a frame for grid, curve and recording, "
              f"{counts['taking'] / frames:.4f} for recording alone")


if __name__ == "__main__":
    main()
