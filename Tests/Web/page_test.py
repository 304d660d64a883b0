#!/usr/bin/env python3
"""Uses the page of make web as a person would, in a real headless Chromium, and compares its numbers with lab-run's.

    page_test.py LAB_RUN PAGE [--pictures DIR] [--shown FILE]

Needs Chromium and Python's standard library alone; see Tests/Recorder/recorder_test.py. Exit codes: 0 all is as it has to
be, 1 it is not, 77 there is no Chromium. With --shown it draws README's picture, and judges nothing.
"""

import argparse
import base64
import csv
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Recorder"))
from recorder_test import Browser, chromium  # noqa: E402

TRACES = os.path.join(HERE, "..", "..", "traces")
# The columns of the page: a metric of lab-run, what it is multiplied by, and how far the digits shown may be from it.
COLUMNS = [("noticed-waits", 1000, 0.51), ("first-screen-sharp-time", 1e-6, 0.51), ("peak-bitmap-bytes", 1e-6, 0.051),
           ("decodes-per-request", 1, 0.0051)]


def check(condition, words):
    if not condition:
        sys.exit("page_test: " + words)


class Page:
    def __init__(self, browser, path, lab_run):
        self.browser, self.address, self.lab_run = browser, "file://" + os.path.realpath(path), lab_run

    def open(self, words=""):
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.call("Page.navigate", url=self.address + words)
        self.browser.wait("document.body && document.body.dataset.ready === 'yes'")
        self.rest()

    def run(self, code):
        return self.browser.run(code)

    def rest(self):
        """Until nothing is replayed."""
        self.browser.wait("!labPage.isRunning()")

    def set(self, element, value, event="change"):
        """As somebody who chooses or types: the value, then the event."""
        self.run(f"""(() => {{ const element = document.querySelector({json.dumps(element)});
            element.value = {json.dumps(value)};
            element.dispatchEvent(new Event({json.dumps(event)}, {{ bubbles: true }})); }})()""")
        self.rest()

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def trouble(self):
        return self.run("document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').textContent")

    def compare(self, words, strategies=None, where=None):
        """What the page shows, counted by lab-run with the commands that the page gives."""
        check(self.trouble() == "", f"{words}: {self.trouble()}")
        runs = self.run("labPage.shown().runs.map(({ digest, name, strategy }) => ({ digest, name, strategy }))")
        rows = self.run("[...document.querySelectorAll('#table tbody tr')].map("
                        "row => [...row.children].map(cell => cell.textContent))")
        lines = self.run("document.getElementById('commands').textContent").splitlines()
        check(len(runs) == len(rows) == len(lines), f"{words}: {len(rows)} rows, {len(lines)} commands")
        said = self.run("document.getElementById('says').textContent")
        for run, row, line in zip(runs, rows, lines):
            command = shlex.split(line)
            check(command[0] == "lab-run", f"{words}: the command is {line}")
            ran = subprocess.run([self.lab_run, *command[1:], "--format", "csv"], capture_output=True, text=True, cwd=where)
            check(ran.returncode == 0, f"{words}: {line}: {ran.stderr}")
            native = list(csv.DictReader(io.StringIO(ran.stdout)))[0]
            check(native["digest"] == run["digest"], f"{words}: {line} counts otherwise")
            for cell, (metric, factor, most) in zip(row[1:], COLUMNS, strict=True):
                check(abs(float(cell) - float(native[metric]) * factor) < most, f"{words}: {cell} for {native[metric]}")
            check(f"{row[1]} with {run['name']}" in said.replace("\u2011", "-"), f"{words}: the page says '{said}', the table {row}")
        found = [run["strategy"] for run in runs]
        check(strategies is None or found == strategies, f"{words}: the strategies are {found}")
        return runs


def settings(page):
    """Every control changes what is replayed, to what lab-run counts with the same words."""
    page.open()
    page.compare("as it opens", ["preheat2x+opportunistic", "budget-priority+opportunistic"])
    page.run("document.getElementById('memory').focus()")
    for _ in range(20):
        page.browser.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", windowsVirtualKeyCode=39)
    page.rest()
    page.compare("a budget", ["preheat2x+opportunistic", "budget-priority:budget=20MB+opportunistic"])
    page.set("#decode", "30", "input")
    page.click("#thumbnails")
    page.rest()
    page.compare("full images on a slow device", ["preheat2x", "budget-priority:budget=20MB"])
    page.set("#third", "lru")
    page.set("#trace", "zoom")
    before = page.compare("another trace", ["preheat2x", "budget-priority:budget=20MB", "lru:budget=20MB"])
    # The address holds all of it.
    page.open(page.run("location.hash"))
    check(page.compare("by its link") == before, "the link makes another setting")
    page.set("#player .pane:first-of-type select", "none")
    page.set("#memory", "0", "input")
    page.set("#third", "")
    page.compare("a strategy of a phone", ["none", "budget-priority"])
    for words in ("#trace=constructor&strategy=zzz%00x&memory=1e9", "#strategy=%3Cimg%20src%3Dx%3E&decode=-4&seed=9"):
        page.open(words)
        page.compare(words, ["preheat2x+opportunistic", "budget-priority+opportunistic"])
        check(page.run("document.querySelector('main img') === null"), "markup of a link is in the page")


def phones(page):
    """The phones play, and their curves are those of the replays: where the first screen is filled nothing is blank."""
    page.open()
    check(page.run("document.querySelector('[data-part=play]').textContent") == "Pause", "the phones do not play")
    page.browser.wait("document.querySelector('[data-part=time]').value > 0")
    page.click("[data-part=play]")
    blank = page.run("labPage.shown().runs[0].blank")
    frames = page.run("labPage.shown().times.slice(0, 2)")
    filled = blank["times"][blank["values"].index(0)]
    check(0 < filled < frames[1], f"nothing is blank from {filled} us on, the second frame is at {frames[1]} us")
    later = max(blank["values"][blank["values"].index(0):])
    scale = page.run("document.querySelector('[data-part=blank-scale]').textContent")
    most = max([later] + page.run("labPage.shown().runs[1].blank.values.slice(labPage.shown().runs[1].blank.values.indexOf(0))"))
    check(f" {most / 1e4:.{1 if most < 1e5 else 0}f} %" in scale, f"the scale is '{scale}', the most {most}")


def files(page, folder):
    """One's own file, and what is none."""
    page.open()
    document = page.browser.call("DOM.getDocument")["root"]["nodeId"]
    entry = page.browser.call("DOM.querySelector", nodeId=document, selector="#file")["nodeId"]

    def give(name, content):
        path = os.path.join(folder, name + ".scrolltrace")
        with open(path, "wb") as file:
            file.write(content)
        page.run("document.getElementById('trouble').hidden = true")
        page.browser.call("DOM.setFileInputFiles", nodeId=entry, files=[path])
        page.browser.wait("!document.getElementById('trouble').hidden || "
                          f"document.getElementById('trace').value === {json.dumps(name + ' (yours)')}")
        page.rest()
        return path

    whole = open(os.path.join(TRACES, "flicks.scrolltrace"), "rb").read()
    header = whole.split(b"\n")[0]
    hostile = {
        "empty": b"", "binary": bytes(range(256)) * 40, "half-a-header": header[:60], "half": whole[:len(whole) // 2 - 3],
        "back": header + b"\n[10,0]\n[5,0]\n", "deep": b"[" * 100_000, "far": header + b"\n[1e300,0]\n",
        "wide": header.replace(b'"columns":', b'"columns":99999999') + b"\n[0,0]\n", "nul": header + b"\n[0,\0]\n",
        "words": header + b'\n[1,"layout",{"grid":1}]\n', "markup": b"<script>alert(1)</script>",
    }
    for name, content in hostile.items():
        before = page.run("document.getElementById('trace').value")
        path = give(name, content)
        native = subprocess.run([page.lab_run, "trace", "info", path], capture_output=True, text=True)
        if native.returncode == 0:
            page.compare(name, where=folder)
            continue
        reason = native.stderr.strip().replace("lab-run: " + folder + "/", "")
        check(page.trouble() == reason, f"{name}: the page says '{page.trouble()}', lab-run '{reason}'")
        check(page.run("document.getElementById('trace').value") == before, f"{name} took the place of the trace")
    give("mine", whole)
    page.compare("a file of one's own", where=folder)
    check("./mine.scrolltrace" in page.run("document.getElementById('commands').textContent"), "the file is in no command")
    page.set("#trace", "flicks")
    page.compare("the shipped one")


def finger(page, folder):
    """A scroll of one's own, by touch, replayed at once and saved as a file that lab-run takes."""
    page.browser.screen(390, 844, 3, True)
    page.open()
    page.click("#finger")
    inner = "document.querySelector('#pad iframe').contentDocument"
    page.browser.wait(f"{inner}?.body?.dataset.state === 'ready'")
    page.run(f"{inner}.getElementById('record').click()")
    box = page.run("(({ left, top, width, height }) => [left, top, width, height])("
                   "document.querySelector('#pad iframe').getBoundingClientRect())")
    page.browser.wait(f"{inner}.body.dataset.state === 'recording'")
    page.run(f"window.rests = 0; {inner}.getElementById('scroll').addEventListener('scrollend', () => {{ rests++; }})")
    for number, way in enumerate((300, 300, -200, 300), 1):
        page.browser.fling(box[0] + box[2] / 2, box[1] + box[3] / 2 + (100 if way > 0 else -100), way, 10)
        page.browser.wait(f"rests >= {number}")
    page.run(f"{inner}.getElementById('stop').click()")
    page.run(f"{inner}.getElementById('send').click()")
    page.browser.wait("document.getElementById('trace').value === 'my-scroll (yours)'")
    page.rest()
    path = page.browser.download(folder, "document.getElementById('save').click()")
    check(path == os.path.join(folder, "my-scroll.scrolltrace"), f"saved as {path}")
    page.compare("a finger", where=folder)
    page.browser.screen(1280, 900, 1, False)


def looks(page, pictures):
    """The first screen has the sentence, the numbers and both phones; nothing is wider than the screen."""
    for width, height, scale, mobile in ((320, 568, 2, True), (390, 844, 3, True), (768, 1024, 2, True), (1440, 900, 1, False)):
        for dark in (False, True):
            page.browser.screen(width, height, scale, mobile, dark)
            page.open()
            if pictures:
                page.browser.picture(f"{pictures}/{width}-{'dark' if dark else 'light'}.png")
            low = page.run("[...document.querySelectorAll('#says, #table, #player .screen')].filter(each => "
                           f"each.getBoundingClientRect().bottom > {height}).map(each => each.id || each.className)")
            check(not low or width not in (390, 1440), f"at {width} points {low} is below the first screen")
            page.run("document.querySelectorAll('details').forEach(each => each.open = true)")
            wide = page.run("document.documentElement.scrollWidth - window.innerWidth")
            check(wide <= 0, f"at {width} points the page is {wide} too wide")
            small = page.run("[...document.querySelectorAll('button, select, input[type=range], summary')].filter(each => "
                             "each.checkVisibility() && each.getBoundingClientRect().height < 40)"
                             ".map(each => each.outerHTML.slice(0, 80))")
            check(not small, f"too small for a finger: {small}")
    page.browser.call("Accessibility.enable")
    nodes = page.browser.call("Accessibility.getFullAXTree")["nodes"]
    controls = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in (
        "button", "checkbox", "combobox", "slider", "image", "table")]
    check(len(controls) > 15, f"only {len(controls)} controls")
    nameless = [node["role"]["value"] for node in controls if not node.get("name", {}).get("value")]
    check(not nameless, f"without a name: {nameless}")
    page.browser.screen(1280, 900, 1, False)
    page.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    page.open()
    page.compare("without motion")
    check(page.run("document.querySelector('[data-part=play]').textContent") == "Play", "something moves")
    page.browser.call("Emulation.setEmulatedMedia", features=[])


def picture(page, path):
    """README's picture, a WebP file: the sentence, the numbers and the phones, where the second strategy gains most."""
    page.browser.screen(1180, 800, 1, False)
    page.browser.call("Emulation.setScrollbarsHidden", hidden=True)
    page.open("#trace=hunt&strategy=preheat2x&strategy=budget-priority")
    page.run("labPage.player.setPlaying(false); labPage.player.show(labPage.shown(), [0, 1])")
    data = page.browser.call("Page.captureScreenshot", format="webp", quality=80)["data"]
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab_run", type=os.path.abspath)
    parser.add_argument("page")
    parser.add_argument("--pictures")
    parser.add_argument("--shown", metavar="FILE")
    options = parser.parse_args()
    program = chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, os.path.join(folder, "profile"))
        try:
            browser.screen(1280, 900, 1, False)
            page = Page(browser, options.page, options.lab_run)
            if options.shown:
                picture(page, options.shown)
                return
            settings(page)
            phones(page)
            files(page, folder)
            finger(page, folder)
            looks(page, options.pictures)
            asked = [event["params"]["request"]["url"] for event in browser.events
                     if event["method"] == "Network.requestWillBeSent"]
            told = [event["params"]["entry"]["text"] for event in browser.events if event["method"] == "Log.entryAdded"]
        finally:
            browser.end()
        check(all(url.startswith(("file:", "data:", "blob:", "about:")) for url in asked), f"the page asked for {asked}")
        check(not told, f"the page complained: {told}")
    print("page_test: the page counts what lab-run counts")


if __name__ == "__main__":
    main()
