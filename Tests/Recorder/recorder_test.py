#!/usr/bin/env python3
"""Records in the recorder page with a real headless Chromium, and gives the trace to lab-run.

    recorder_test.py LAB_RUN [--screenshots DIR] [--keep FILE]

Needs Chromium and Python's standard library alone: the DevTools protocol goes through --remote-debugging-pipe. Exits
with 77, and says why, where there is no Chromium. The touches, the momentum after them and the way to the top are the
browser's own, at whatever pace it has; the page's clock goes on by whole frames, and only when the test says so.
"""

import argparse
import base64
import fcntl
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "traces", "recorder", "index.html")
PATIENCE = 600  # seconds; only ends a hang, and no result depends on it

# The page's clock, its timers, its frames and the times of its events belong to the test. `passUntil` also lets the
# browser show a frame before each of the page's, so that the page sees what the browser has scrolled.
CLOCK = """
(() => {
  let now = 0, waiting = [], timers = [];
  const shown = window.requestAnimationFrame.bind(window);
  performance.now = () => now;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now });
  window.requestAnimationFrame = (call) => waiting.push(call);
  window.setTimeout = (call, ms) => timers.push([now + ms, call]);
  window.clearTimeout = (number) => { if (number) delete timers[number - 1]; };
  window.pass = (ms, step = 20, late = 0) => {
    for (const end = now + ms; now < end;) {
      now += step;
      timers.forEach(([at, call], place) => { if (at <= now) { delete timers[place]; call(); } });
      const due = waiting;
      waiting = [];
      due.forEach((call) => call(now - late));
    }
  };
  window.passUntil = async (isSo, step = 1000 / 60) => {
    do { await new Promise(shown); pass(step, step); } while (!isSo());
  };
})();
"""


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
        self.answers = {}
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def read(self):
        """Takes the browser's next message: an answer to a call, or an event."""
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], PATIENCE)[0]:
                raise RuntimeError("Chromium hangs")
            part = os.read(self.back, 1 << 20)
            if not part:
                raise RuntimeError("Chromium went away")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if "id" in message:
            self.answers[message["id"]] = message
        else:
            self.events.append(message)

    def calls(self, *calls):
        """Makes calls at once, so that nothing comes between them, and returns their results."""
        first, text = self.number + 1, b""
        for method, parameters in calls:
            self.number += 1
            message = {"id": self.number, "method": method, "params": parameters}
            if self.session:
                message["sessionId"] = self.session
            text += json.dumps(message).encode() + b"\0"
        os.write(self.to, text)
        results = []
        for number, (method, _) in enumerate(calls, first):
            while number not in self.answers:
                self.read()
            answer = self.answers.pop(number)
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            results.append(answer["result"])
        return results

    def call(self, method, **parameters):
        return self.calls((method, parameters))[0]

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
        self.wait("document.readyState === 'complete' && document.body.dataset.state === 'ready'")

    def wait(self, condition):
        limit = time.monotonic() + PATIENCE
        while not self.run(condition):
            if time.monotonic() > limit:
                raise RuntimeError("waited in vain for " + condition)
            time.sleep(0.02)

    def download(self, folder, click):
        """Clicks, by code of the page, on what saves a file, and returns the path of the whole file."""
        session, self.session = self.session, None
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder, eventsEnabled=True)
        self.session = session
        before = len(self.events)
        self.run(click)
        while True:
            for event in self.events[before:]:
                if event["method"] == "Browser.downloadWillBegin":
                    path = os.path.join(folder, event["params"]["suggestedFilename"])
                if event["method"] == "Browser.downloadProgress" and event["params"]["state"] != "inProgress":
                    if event["params"]["state"] != "completed":
                        raise RuntimeError(f"the download of {path} was {event['params']['state']}")
                    return path
            self.read()

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def fling(self, x, y, way, moves, between=lambda: None):
        """A finger that goes `way` pixels up in `moves` steps of 8 ms, by the times that its touches say; `between` is
        called after each step."""
        begin = time.time() - moves * 0.008
        point = lambda step: [{"x": x, "y": y - way * step / moves, "id": 0}]
        touch = lambda kind, step, points: ("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": points, "timestamp": begin + step * 0.008})
        # A finger that rests for long enough presses instead of scrolling: its first move comes at once.
        self.calls(touch("touchStart", 0, point(0)), touch("touchMove", 1, point(1)))
        between()
        for step in range(2, moves + 1):
            self.calls(touch("touchMove", step, point(step)))
            between()
        self.calls(touch("touchEnd", moves, []))

    def end(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.turn.close()


def check(condition, words):
    if not condition:
        sys.exit("recorder_test: " + words)


def record(browser, downloads):
    """Records flings, a column change, the top and jumps; returns the trace's path and what the page counted."""
    browser.open()
    until = lambda condition: browser.run(f"passUntil(() => {condition})")

    def rests(act):
        """Acts, and lets frames pass until the grid rests again."""
        ended = "recording.events.filter(([, code]) => code === 'idle').length"
        before = browser.run(ended)
        act()
        until(f"{ended} > {before}")

    click = lambda name: browser.run(f"document.getElementById('{name}').click()")
    # The first frame brings the size of the screen, and the page lays itself out anew a moment later.
    browser.run("Math.random = () => 0.5; passUntil(() => true).then(() => pass(100))")
    click("record")
    until("recording.count > 0")
    fingers = random.Random(7)
    for number in range(5):
        way = fingers.choice([220, 320, 420]) * (-1 if number == 2 else 1)
        rests(lambda way=way: browser.fling(190, 600 if way > 0 else 200, way, fingers.choice([8, 10, 14]),
                                            lambda: until("recording.dragging === 'drag'")))
        browser.run(f"pass({fingers.uniform(300, 1200)}, 1000 / 60)")
        if number == 2:
            rests(lambda: click("fewer"))
        if number == 3:
            # The frame after the leap comes late: its time is before the leap that it shows.
            rests(lambda: browser.run("pass(16, 16, 8); document.getElementById('leap').click(); pass(1, 1, 5)"))
    # From far away, so that the way to the top is as fast as it gets.
    rests(lambda: browser.run("Math.random = () => 0.9; document.getElementById('leap').click();"
                              "document.getElementById('totop').click()"))
    counts = browser.run("({frames: recording.frames, late: recording.late, count: recording.count})")
    browser.run("stop()")
    browser.run("document.getElementById('title').value = 'headless test'")
    text = browser.run("traceText()")
    path = browser.download(downloads, "document.getElementById('save').click()")
    check(open(path).read() == text, "what was downloaded is not the trace")
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
            browser.run("passUntil(() => true)")
            browser.picture(f"{folder}/{name}-{look}-1-setup.png")
            browser.run("document.getElementById('record').click()")
            for offset in (0, 150, 600, 900, 1400, 2600, 2700):
                browser.run(f"document.getElementById('scroll').scrollTop = {offset}; passUntil(() => true, 250)")
            browser.picture(f"{folder}/{name}-{look}-2-live.png")
            browser.run("stop(); passUntil(() => true)")
            browser.picture(f"{folder}/{name}-{look}-3-done.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab_run")
    parser.add_argument("--screenshots")
    parser.add_argument("--keep")
    options = parser.parse_args()
    program = chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        downloads = os.path.join(folder, "downloads")
        os.mkdir(downloads)
        browser = Browser(program, os.path.join(folder, "profile"))
        try:
            browser.call("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)
            if options.screenshots:
                pictures(browser, options.screenshots)
            browser.screen(390, 844, 3, True)
            path, counts = record(browser, downloads)
            asked = [e["params"]["request"]["url"] for e in browser.events if e["method"] == "Network.requestWillBeSent"]
            errors = [e["params"]["entry"]["text"] for e in browser.events if e["method"] == "Log.entryAdded"]
        finally:
            browser.end()
        check(all(url.startswith(("file:", "data:", "blob:", "about:")) for url in asked), f"the page asked for {asked}")
        check(not errors, f"the page complained: {errors}")
        check(counts["late"] == 0, f"frames are late on a clock that never is: {counts}")
        if options.keep:
            shutil.copy(path, options.keep)
        checked = subprocess.run([options.lab_run, "trace", "info", path], capture_output=True, text=True)
        check(checked.returncode == 0, checked.stderr)
        check("no warnings" in checked.stdout, "lab-run trace info says " + checked.stdout[:300])
        info = subprocess.run([options.lab_run, "trace", "info", path, "--format", "json"], capture_output=True, text=True)
        facts = json.loads(info.stdout)[0]
        check(facts["distance-screens"] > 2 and facts["jumps"] >= 1 and facts["layout-changes"] == 1, f"too little was recorded: {facts}")
        ran = subprocess.run([options.lab_run, "--trace", path, "--strategy", "preheat2x", "--decode", "none", "--library",
                              "small", "--out", folder, "--format", "json"], capture_output=True, text=True)
        check(ran.returncode == 0, ran.stderr)
        header, *lines = map(json.loads, open(path))
        check(header["refresh_hz"] == 60, f"the clock has 60 frames a second, the header {header['refresh_hz']}")
        codes = [line[1] for line in lines if isinstance(line[1], str)]
        for code in ("down", "drag", "up", "idle", "layout", "jump", "top", "end"):
            check(code in codes, f"no {code} in the trace")
        leap = next(place for place, line in enumerate(lines) if line[1] == "jump")
        check(lines[leap + 1] == [lines[leap][0], lines[leap][2]["to"]], f"after the jump: {lines[leap:leap + 2]}")
        print(f"{counts['frames']} frames; {os.path.getsize(path)} bytes")


if __name__ == "__main__":
    main()
