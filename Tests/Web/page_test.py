#!/usr/bin/env python3
"""Uses the page of make web as a person would, in a real headless Chromium, and compares its numbers with lab-run's.

    page_test.py LAB_RUN PAGE [--pictures DIR] [--figures ENGINE LIBRARY_PACK] [--shown FILE]

Needs Chromium and Python's standard library alone; see Tests/Recorder/recorder_test.py. Exit codes: 0 all is as it has to
be, 1 it is not, 77 there is no Chromium. With --figures it prints how fast the page is beside the same engine as a native
program, with --shown it draws README's picture; then it judges nothing.
"""

import argparse
import base64
import csv
import io
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Recorder"))
from recorder_test import Browser, chromium  # noqa: E402

TRACES = os.path.join(HERE, "..", "..", "traces")
KEYS = {"Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "Tab": 9, "Home": 36, "End": 35, " ": 32}


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
        self.run(f"""(() => {{ const element = {element}; element.value = {json.dumps(value)};
            element.dispatchEvent(new Event({json.dumps(event)}, {{ bubbles: true }})); }})()""")
        self.rest()

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, name):
        code = KEYS[name]
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code,
                              text="\r" if name == "Enter" and kind == "keyDown" else "")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def trouble(self):
        return self.run("document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').textContent")

    def table(self):
        """The rows of the table, by the name of the first column."""
        rows = self.run("[...document.querySelectorAll('#table tbody tr')].map("
                        "row => [...row.children].map(cell => cell.textContent))")
        return {row[0]: row[1:] for row in rows}

    def compare(self, words, where=None):
        """What the page shows, replayed by lab-run with the commands that the page gives."""
        runs = self.run("labPage.shown().runs.map(({ command, digest, metrics, strategy }) => "
                        "({ command, digest, metrics, strategy }))")
        rows = self.table()
        for run in runs:
            line = shlex.split(run["command"])
            check(line[0] == "lab-run", f"{words}: the command is {run['command']}")
            ran = subprocess.run([self.lab_run, *line[1:], "--format", "csv"], capture_output=True, text=True, cwd=where)
            check(ran.returncode == 0, f"{words}: {run['command']}: {ran.stderr}")
            native = list(csv.DictReader(io.StringIO(ran.stdout)))[0]
            check(native["digest"] == run["digest"], f"{words}: {run['command']} counts otherwise")
            shown = rows[run["strategy"]]
            shares = "warm-hit-rate", "warm-sharp-ratio", "warm-soft-ratio", "warm-blank-ratio"
            for cell, name in zip(shown, shares):
                value = native.get(name, "")
                check((cell == "-") == (value == ""), f"{words}: the page shows {cell} for {name} {value}")
                if value:
                    check(abs(float(cell.split()[0]) - float(value) * 100) < 0.06, f"{words}: the page shows {cell} for {value}")
            for cell, name, scale, most in (
                    (shown[4], "first-screen-sharp-time", 1e-6, 0.51), (shown[6], "decodes-per-request", 1, 0.0051)):
                if cell != "-":
                    check(abs(float(cell.split()[0]) - float(native[name]) * scale) < most, f"{words}: {cell} for {name}")
        return runs


def settings(page):
    """Every control changes what is replayed, to what lab-run counts with the same words."""
    page.open()
    check(page.trouble() == "", page.trouble())
    runs = page.compare("as it opens")
    check([run["strategy"] for run in runs] == ["preheat2x+opportunistic", "budget-priority+opportunistic"],
          "other strategies than the usual, or no thumbnails")
    page.open("#delivery=highquality")
    runs = page.compare("with full images alone")
    check([run["strategy"] for run in runs] == ["preheat2x", "budget-priority"], "other strategies than the usual")

    # A slider, by keys alone.
    page.run("document.getElementById('budget').focus()")
    for _ in range(20):
        page.key("ArrowRight")
    page.rest()
    runs = page.compare("a budget of 20 MB")
    check(runs[1]["strategy"] == "budget-priority:budget=20MB", f"the slider made {runs[1]['strategy']}")
    page.key("Home")
    page.rest()
    check(page.compare("no budget")[1]["strategy"] == "budget-priority", "the slider at 0 leaves a budget")

    page.set("document.getElementById('cost')", "30", "input")
    page.set("document.getElementById('workers')", "3")
    check("decode-30ms:workers=3" in page.compare("a device")[0]["command"], "the device is not in the command")
    page.set("document.querySelector('[data-setting=screen]')", "iphone-17")
    page.set("document.querySelector('[data-setting=columns]')", "5")
    page.set("document.getElementById('thumbnails')", "opportunistic")
    page.set("document.querySelector('[data-setting=cloud]')", "30:latency=80ms")
    runs = page.compare("a phone")
    check(all("opportunistic" in run["strategy"] for run in runs), "no thumbnails")
    check("--viewport 402x874 --scale 3 --columns 5" in runs[0]["command"], runs[0]["command"])
    check("(--cloud)" in page.text("#notes"), "nothing is said of the cloud")
    page.set("document.querySelector('[data-setting=delivery]')", "highquality")
    page.set("document.getElementById('trace')", "zoom")
    page.compare("another trace")

    # The address holds all of it.
    page.browser.wait("location.hash.includes('trace=zoom') && location.hash.includes('cloud=')")
    before = [run["digest"] for run in page.compare("before the link")]
    page.open(page.run("location.hash"))
    check([run["digest"] for run in page.compare("by its link")] == before, "the link makes another setting")

    # Parameters, a third strategy, one as text.
    page.open("#trace=flicks&strategy=preheat2x&strategy=lru")
    page.run("document.querySelectorAll('#strategies details').forEach(each => each.open = true)")
    page.set("document.querySelector('#strategies [data-key=\"preheat2x delta\"]')", "0")
    page.click("#add")
    page.rest()
    page.set("document.querySelectorAll('#strategies [data-key=text]')[2]", "preheat2x+sieve:budget=9MB")
    # A letter that Unicode holds for K.
    page.set("document.querySelectorAll('#strategies [data-key=text]')[1]", "lru:budget=9000\u212aiB")
    page.compare("a budget in KiB")
    page.set("document.querySelectorAll('#strategies [data-key=text]')[1]", "lru")
    runs = page.compare("three strategies")
    check([run["strategy"] for run in runs] == ["preheat2x:delta=0", "lru", "preheat2x+sieve:budget=9MB"], f"{runs}")
    page.click("#strategies li:nth-child(2) button")
    page.rest()
    check(len(page.compare("one removed")) == 2, "the strategy is still there")


def refusals(page):
    """What cannot be is said in the lab's words; what was shown stays, and all goes on afterwards."""
    page.open()
    own = "document.querySelectorAll('#strategies [data-key=text]')"
    page.set(own + "[0]", "preheat2")
    said = page.text("#strategies li .refusal")
    check("did you mean 'preheat2x'?" in said, f"the page says {said}")
    page.set(own + "[1]", "lru:budget=0B")
    check("old" in page.run("document.getElementById('results').className"), "old numbers look like new ones")
    page.set(own + "[0]", "preheat2x")
    page.set(own + "[1]", "lru")
    page.compare("after refusals")
    page.set("document.querySelector('[data-setting=columns]')", "0")
    check("1 to 1000 columns" in page.trouble(), page.trouble())
    page.set("document.querySelector('[data-setting=columns]')", "")
    check(page.trouble() == "", page.trouble())
    page.compare("after a refused setting")
    for words, expected in (("#foo=1&library=%2Fetc&seed=9", ["foo", "library", "seed"]), ("#trace=constructor", ["constructor"]),
                            ("#strategy=zzz%00x", []), ("#strategy=%3Cimg%20src%3Dx%3E&trace=zoom", []),
                            ("#columns=1%00seed%009", [])):
        page.open(words)
        check(all(word in page.trouble() for word in expected), f"{words}: the page says '{page.trouble()}'")
        check(page.run("document.querySelector('#strategies img') === null"), "markup of a link is in the page")

    # An engine that breaks is replaced.
    page.open()
    broken = page.run("labPage.engines.hands[0].post('nothing', {}).catch(error => error.message)")
    check("started anew" in broken, f"a broken engine says {broken}")
    page.set("document.querySelector('[data-setting=cells]')", "keep")
    page.compare("after a broken engine")


def files(page, folder):
    """One's own file, and what is none."""
    page.open()
    document = page.browser.call("DOM.getDocument")["root"]["nodeId"]
    entry = page.browser.call("DOM.querySelector", nodeId=document, selector="#file")["nodeId"]

    def give(path):
        page.browser.call("DOM.setFileInputFiles", nodeId=entry, files=[path])
        name = os.path.basename(path)[:-len(".scrolltrace")] + " (yours)"
        page.browser.wait("!document.getElementById('trouble').hidden || "
                          f"document.getElementById('trace').value === {json.dumps(name)}")
        page.rest()

    whole = open(os.path.join(TRACES, "flicks.scrolltrace"), "rb").read()
    header = whole.split(b"\n")[0]
    hostile = {
        "empty": b"", "binary": bytes(range(256)) * 40, "half-a-header": header[:60], "half": whole[:len(whole) // 2 - 3],
        "back": header + b"\n[10,0]\n[5,0]\n", "deep": b"[" * 100_000, "far": header + b"\n[1e300,0]\n",
        "wide": header.replace(b'"columns":', b'"columns":99999999') + b"\n[0,0]\n", "nul": header + b"\n[0,\0]\n",
        "words": header + b'\n[1,"layout",{"grid":1}]\n', "markup": b"<script>alert(1)</script>",
    }
    for name, content in hostile.items():
        path = os.path.join(folder, name + ".scrolltrace")
        with open(path, "wb") as file:
            file.write(content)
        native = subprocess.run([page.lab_run, "trace", "check", path], capture_output=True, text=True)
        page.run("document.getElementById('trouble').hidden = true")
        before = page.run("document.getElementById('trace').value")
        give(path)
        if native.returncode == 0:
            page.compare(name, folder)
        else:
            said = page.trouble()
            reason = native.stderr.strip().replace("lab-run: " + folder + "/", "")
            check(said == reason, f"{name}: the page says '{said}', lab-run '{reason}'")
            check(page.run("document.getElementById('trace').value") == before, f"{name} took the place of the trace")
    page.compare("after hostile files", folder)

    path = os.path.join(folder, "mine.scrolltrace")
    with open(path, "wb") as file:
        file.write(whole)
    give(path)
    page.compare("a file of one's own", folder)
    page.set("document.getElementById('trace')", "flicks")
    page.compare("the shipped one")
    page.set("document.getElementById('trace')", "mine (yours)")
    check("./mine.scrolltrace" in page.compare("one's own again", folder)[0]["command"], "the file is not in the command")


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
    runs = page.compare("a finger", folder)
    check(runs[0]["metrics"]["requests"] > 40, f"too little was scrolled: {runs[0]['metrics']['requests']} requests")
    page.browser.screen(1280, 900, 1, False)


def copies(page):
    """Without a clipboard, and with one: what is copied is on screen or said."""
    page.open("#trace=library-changes&strategy=none&strategy=budget-priority")
    page.click("#table tbody button")
    page.browser.wait("document.getElementById('copied').textContent !== ''")


def start(page):
    """What stands there until the engine has started: a sentence and a bar; nothing of a form."""
    with open(page.address.removeprefix("file://")) as file:
        text = file.read()
    text = text[text.index('<section id="first"'):text.index("<form")]
    check("<progress" in text and 'role="status"' in text, "nothing is said as it starts")
    page.open()
    page.run("document.body.dataset.starting = 'yes'")
    check(not page.run("document.getElementById('setting').checkVisibility()"), "an empty form while it starts")
    page.open()
    check(page.run("document.getElementById('setting').checkVisibility()"), "no form")
    check(not page.run("document.getElementById('first').checkVisibility()"), "the bar stays")
    check(page.run("document.getElementById('progress').value") == 5, "the bar was not full")


def looks(page, pictures):
    """Names for all controls, nothing wider than the screen, light and dark; the same without motion."""
    for width, height, scale, mobile in ((320, 568, 2, True), (390, 844, 3, True), (768, 1024, 2, True), (1440, 900, 1, False)):
        for dark in (False, True):
            page.browser.screen(width, height, scale, mobile, dark)
            page.open()
            page.run("document.querySelectorAll('details').forEach(each => each.open = true)")
            wide = page.run("document.documentElement.scrollWidth - window.innerWidth")
            check(wide <= 0, f"at {width} points the page is {wide} too wide")
            small = page.run("[...document.querySelectorAll('button, select, input:not([hidden])')].filter(each => "
                             "each.checkVisibility() && each.getBoundingClientRect().height < 40)"
                             ".map(each => each.outerHTML.slice(0, 80))")
            check(not small, f"too small for a finger: {small}")
            if pictures:
                page.browser.picture(f"{pictures}/{width}-{'dark' if dark else 'light'}.png")
    page.browser.call("Accessibility.enable")
    nodes = page.browser.call("Accessibility.getFullAXTree")["nodes"]
    controls = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in (
        "button", "combobox", "slider", "textbox", "spinbutton", "image", "table", "group", "listbox")]
    check(len(controls) > 30, f"only {len(controls)} controls")
    nameless = [node["role"]["value"] for node in controls if not node.get("name", {}).get("value")]
    check(not [role for role in nameless if role != "group"], f"without a name: {nameless}")
    page.browser.screen(1280, 900, 1, False)
    page.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    page.open()
    page.compare("without motion")
    check(page.run("document.getAnimations().length") == 0, "something moves")
    page.browser.call("Emulation.setEmulatedMedia", features=[])


def figures(page, engine, library):
    """Ratios to the same engine as a native program, for the same questions in turn."""
    strategies = ["preheat2x", "budget-priority", "lru", "windowed-lead"]
    words = "#trace=fastscroll" + "".join("&strategy=" + text for text in strategies)
    opened = []
    for _ in range(5):
        page.browser.call("Page.navigate", url="about:blank")
        page.browser.call("Page.navigate", url=page.address + words)
        page.browser.wait("document.body && document.body.dataset.ready === 'yes'")
        opened.append(page.run("performance.now()"))
    page.rest()
    trace = f"trace\tfastscroll\t{TRACES}/fastscroll.scrolltrace"

    def native(lines):
        """The engine's answers: milliseconds and JSON."""
        asked = "".join(line + "\n" for line in [trace, *lines])
        said = subprocess.run([engine, library], input=asked, capture_output=True, text=True, check=True)
        return [(float(ms), json.loads(answer)) for ms, answer in (
            line.split("\t", 1) for line in said.stdout.splitlines()[1:])]

    # Memory changes two of the four strategies: the others are not replayed again. What a decode takes changes all.
    moved = {
        "budget": ([10 + number % 40 for number in range(60)], lambda value: [
            f"ask\trun\t{text}" + (f":budget={value}MB" if text in ("budget-priority", "lru") else "")
            for text in strategies]),
        "cost": ([5 + number % 20 for number in range(60)], lambda value: [
            f"ask\tset\t--device\tdecode-{value}ms", *(f"ask\trun\t{text}" for text in strategies)]),
    }
    for slider, (values, lines) in moved.items():
        took = []
        for value in values:
            took.append(page.run(f"""new Promise((done) => {{
                const slider = document.getElementById('{slider}'), runs = document.body.dataset.runs;
                let curves = 0;
                const watch = new MutationObserver(() => {{
                    const passed = performance.now() - began, {{ runs: now, phones }} = document.body.dataset;
                    if (now !== runs && !curves) curves = passed;
                    if (now !== runs && phones === now) {{ watch.disconnect(); done([curves, passed]); }}
                }});
                watch.observe(document.body, {{ attributes: true }});
                const began = performance.now();
                slider.value = {value};
                slider.dispatchEvent(new Event('input', {{ bubbles: true }})); }})"""))
            page.run("new Promise((later) => setTimeout(later, 30))")
        page.set(f"document.getElementById('{slider}')", "0", "input")
        curves, phones = (sorted(each) for each in zip(*took))
        answers = [ms for ms, said in native(line for value in values for line in lines(value)) if "digest" in said]
        of_four = statistics.median(sum(answers[at:at + 4]) for at in range(0, len(answers), 4))
        p95 = int(len(took) * 0.95)
        print(f"{slider} to curves, four strategies on fastscroll: median {statistics.median(curves):.0f} ms, "
              f"p95 {curves[p95]:.0f} ms, {curves[p95] / of_four:.2f} x the native replays' {of_four:.1f} ms; "
              f"to the phones p95 {phones[p95]:.0f} ms")
    inside = page.run(f"""(async () => {{ const hand = labPage.engines.hands[0], all = [];
        for (const text of {json.dumps(strategies)}) {{ await hand.ask([['run', text]]);
          const began = performance.now(); for (let n = 0; n < 10; n++) await hand.ask([['run', text]]);
          all.push((performance.now() - began) / 10); }}
        return all; }})()""")
    plain = native(f"ask\trun\t{text}" for text in strategies for _ in range(10))
    requests = sum(said["metrics"]["requests"] for _, said in plain[::10])
    alone = [statistics.median(ms for ms, _ in plain[at:at + 10]) for at in range(0, 40, 10)]
    print(f"open to first picture: median {statistics.median(opened):.0f} ms of {len(opened)}")
    print(f"requests a second: {requests / sum(inside) * 1000:,.0f} in Chromium, {requests / sum(alone) * 1000:,.0f} native, "
          f"{sum(alone) / sum(inside):.2f} x")


def picture(page, path):
    """README's picture, a WebP file: three strategies on one scroll, from the table to the phones."""
    page.browser.screen(1180, 1500, 1, False)
    page.open("#trace=hunt&strategy=none&strategy=preheat2x&strategy=budget-priority&delivery=opportunistic")
    left, top, width, bottom = page.run("""(() => { const at = (id) => document.querySelector(id).getBoundingClientRect();
        const results = at('#results'), panes = at('#player .panes');
        return [results.left - 16, results.top + scrollY + 40, results.width + 32, panes.bottom + scrollY + 12]; })()""")
    data = page.browser.call("Page.captureScreenshot", format="webp", quality=80, captureBeyondViewport=True,
                             clip={"x": left, "y": top, "width": width, "height": bottom - top, "scale": 1})["data"]
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab_run", type=os.path.abspath)
    parser.add_argument("page")
    parser.add_argument("--pictures")
    parser.add_argument("--figures", nargs=2, metavar=("ENGINE", "LIBRARY_PACK"))
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
            if options.figures:
                figures(page, *options.figures)
                return
            start(page)
            settings(page)
            refusals(page)
            files(page, folder)
            finger(page, folder)
            copies(page)
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
