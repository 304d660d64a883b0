#!/usr/bin/env python3
"""Opens a report in a real headless Chromium and looks at it as a reader would.

    report_test.py LAB_RUN [--screenshots DIR]

Makes a small matrix with lab-run, one trace under a name that would be markup, and its report. On a phone and a desktop,
light and dark: nothing is wider than the screen, text has a contrast of 4.5, pictures say what they show, nothing is
loaded, nothing complains. The player obeys its keys, and what its cells show is recomputed here from event files that
`lab-run --events` writes of the same runs. Time in the page stands still unless the test moves it. Exits with 77, and
says why, where there is no Chromium.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Recorder"))
from recorder_test import CLOCK, Browser, chromium  # noqa: E402  The browser is the same; the page is not.

STRATEGIES = ["none", "preheat2x+opportunistic", "lru:budget=2MB"]
TRACES = ["hunt", "ios-hunt", "zoom"]
EVIL = "<img src=x onerror=alert(1)>'\"&"
BLANK, SOFT, SHARP = 0, 1, 2
SETTINGS = ["--library", "tiny", "--assets", "4000", "--device", "decode-30ms"]
SCREENS = {"phone": (390, 844, 2, True), "desktop": (1280, 900, 1, False)}

CONTRAST = """
(() => {
  const parts = (color) => (color.match(/[0-9.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const f = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const bad = [];
  document.querySelectorAll('details').forEach((each) => { each.open = true; });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest('script, style, noscript, title, option, .quiet')) continue;
    if (!element.checkVisibility()) continue;
    const color = parts(getComputedStyle(element).color);
    let back = ground(element);
    if (element.closest('.bar')) back = parts(getComputedStyle(element.closest('.bar'), '::before').backgroundColor);
    const found = ratio(color, back);
    count++;
    if (found < 4.5) bad.push(`${found.toFixed(2)} ${node.textContent.trim().slice(0, 40)}`);
  }
  return { bad: [...new Set(bad)], count };
})()
"""

PICTURES = """
(() => [...document.querySelectorAll('svg, canvas, img')].filter((each) => !each.closest('[aria-hidden=true]')
  && !each.parentElement.closest('svg')
  && !((each.alt || (each.getAttribute('role') === 'img' && each.getAttribute('aria-label')) || '').length > 8))
  .map((each) => each.outerHTML.slice(0, 120)))()
"""

WIDE = """
(() => {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility()
    && !each.closest('.scroll, .picture, .quiet') && each.getBoundingClientRect().right > width + 0.5);
  return { page: document.documentElement.scrollWidth - width, wide: wide.map((e) => e.outerHTML.slice(0, 100)) };
})()
"""


def check(condition, words):
    if not condition:
        sys.exit("report_test: " + words)


class Events:
    """What an event file says each cell shows and how much is held, at any time."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.events = [json.loads(line) for line in file][1:]
        self.times = sorted({event["t"] for event in self.events})

    def at(self, micros):
        """Items on screen and what their cells show; bytes held; the most so far, at the end of a microsecond."""
        visible, shown, waiting, live, most = (0, 0), {}, {}, 0, 0
        for event in self.events:
            if event["t"] // 1000 > micros:
                break
            kind = event["e"]
            if kind == "frame":
                visible = tuple(event["visible"])
            elif kind == "request" and event["outcome"] == "hit":
                shown[event["item"]] = SHARP
            elif kind == "request":
                waiting[event["item"]] = event["size"]
                shown[event["item"]] = SOFT if event["outcome"] == "coarse" else BLANK
            elif kind == "release":
                shown.pop(event["item"], None)
                waiting.pop(event["item"], None)
            elif kind == "end" and event.get("tier") == "coarse":
                if event["kept"] and event["item"] in waiting:
                    shown[event["item"]] = SOFT
            elif kind == "end" and event["kept"] and waiting.get(event["item"]) == event["size"]:
                del waiting[event["item"]]
                shown[event["item"]] = SHARP
            elif kind == "live":
                live = event["bytes"]
                most = max(most, live)
        return {item: shown.get(item, BLANK) for item in range(*visible)}, live, most


def run(words, folder):
    ran = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    check(ran.returncode == 0, f"{' '.join(words[:6])}... said {ran.stderr}")
    return ran.stdout


def prepare(lab_run, folder):
    """Records, events and the report; returns the page and the events by strategy and trace."""
    home = os.environ.get("CACHELAB_HOME") or os.path.join(HERE, "..", "..")
    evil = os.path.join(folder, EVIL + ".scrolltrace")
    shutil.copy(os.path.join(home, "traces", "flicks.scrolltrace"), evil)
    traces = TRACES + [evil]
    words = [word for name in STRATEGIES for word in ("--strategy", name)]
    words += [word for name in traces for word in ("--trace", name)]
    run([lab_run, "--decode", "none", "--quiet", "--out", "results"] + words + SETTINGS, folder)
    page = os.path.join(folder, "page.html")
    told = run([lab_run, "report", "results", "--trace", "all", "--trace", evil, "--out", page], folder)
    check(told.split() == [page, page[:-5] + ".md"], f"lab-run report said {told}")
    events = {}
    for strategy in STRATEGIES:
        for trace in traces:
            path = os.path.join(folder, "events.jsonl")
            run([lab_run, "--strategy", strategy, "--trace", trace, "--decode", "none", "--quiet", "--events", path,
                 "--out", "other"] + SETTINGS, folder)
            name = EVIL if trace == evil else trace
            events[strategy, name] = Events(path)
    return page, events


def open_page(browser, page):
    browser.call("Page.navigate", url="file://" + os.path.realpath(page))
    browser.wait("document.readyState === 'complete'")


def looks(browser, page, screenshots):
    """Every screen in both colour schemes."""
    texts = 0
    for name, (width, height, scale, mobile) in SCREENS.items():
        for dark in (False, True):
            where = f"{name}, {'dark' if dark else 'light'}"
            browser.screen(width, height, scale, mobile, dark)
            open_page(browser, page)
            browser.wait("!document.getElementById('player').hidden")
            if screenshots:
                os.makedirs(screenshots, exist_ok=True)
                browser.picture(f"{screenshots}/{name}-{'dark' if dark else 'light'}-top.png")
                browser.run("document.getElementById('replay').scrollIntoView()")
                browser.picture(f"{screenshots}/{name}-{'dark' if dark else 'light'}-player.png")
            contrast = browser.run(CONTRAST)
            check(contrast["count"] > 300, f"{where}: only {contrast['count']} texts were found")
            check(not contrast["bad"], f"{where}: too little contrast: {contrast['bad'][:8]}")
            texts += contrast["count"]
            wide = browser.run(WIDE)
            check(wide["page"] <= 0 and not wide["wide"], f"{where}: wider than the screen: {wide}")
            unsaid = browser.run(PICTURES)
            check(not unsaid, f"{where}: pictures that do not say what they show: {unsaid[:3]}")
    return texts


def key(browser, name, code=None, text=None, shift=False):
    extra = {"text": text} if text else {}
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=name, code=code or name, modifiers=8 if shift else 0,
                     windowsVirtualKeyCode={"Tab": 9, " ": 32}.get(name, 0), **(extra if kind == "keyDown" else {}))


def keys(browser):
    """Play, pause, steps, ends and speed, by keys alone."""
    state = lambda: browser.run("(({time, speed, isPlaying}) => ({time, speed, isPlaying}))(replayPlayer.state())")
    browser.run("document.querySelector('#player [data-part=strategy]').focus()")
    key(browser, "Tab")
    at = browser.run("[document.activeElement.dataset.part, document.activeElement.matches(':focus-visible'), "
                     "getComputedStyle(document.activeElement).outlineStyle]")
    check(at == ["strategy", True, "solid"], f"Tab from a strategy leads to {at}")
    browser.run("document.getElementById('player').focus()")
    key(browser, "Home")
    check(state()["time"] == 0, "Home does not lead to the start")
    key(browser, " ", "Space", " ")
    check(state()["isPlaying"], "Space does not play")
    browser.run("pass(1000)")
    check(state()["time"] == 1e6, f"after a second the player is at {state()['time']}")
    key(browser, "-", "Minus", "-")
    check(state()["speed"] == 0.5, "- does not slow down")
    browser.run("pass(1000)")
    check(state()["time"] == 1.5e6, f"at half the speed the player is at {state()['time']}")
    key(browser, " ", "Space", " ")
    browser.run("pass(1000)")
    check(state() == {"time": 1.5e6, "speed": 0.5, "isPlaying": False}, f"Space does not pause: {state()}")
    said = browser.run("document.querySelector('[data-part=said]').textContent")
    check("1.50 seconds" in said and "cells blank" in said, f"at rest the player says {said}")
    key(browser, "ArrowRight")
    after = state()["time"]
    check(1.5e6 < after < 1.6e6, f"an arrow leads to {after}")
    key(browser, "ArrowLeft")
    check(state()["time"] <= 1.5e6, "the other arrow does not lead back")
    key(browser, "ArrowRight", shift=True)
    check(2.4e6 < state()["time"] <= 2.5e6, f"Shift and an arrow lead to {state()['time']}")
    key(browser, "End")
    end = state()["time"]
    key(browser, "+", "Equal", "+")
    key(browser, " ", "Space", " ")
    browser.run("pass(500)")
    check(state() == {"time": 5e5, "speed": 1, "isPlaying": True}, f"from the end it plays anew: {state()}, end {end}")
    key(browser, " ", "Space", " ")


def calm(browser, page):
    """Whoever asked for less motion sees two stills a second."""
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    open_page(browser, page)
    browser.run("replayPlayer.seek(0); document.getElementById('player').focus()")
    key(browser, " ", "Space", " ")
    seen = browser.run("(() => { const seen = new Set(), clock = document.querySelector('[data-part=clock]');"
                       "for (let i = 0; i < 100; i++) { pass(20); seen.add(clock.textContent); } return seen.size })()")
    check(2 <= seen <= 5, f"{seen} pictures in two seconds of little motion")
    browser.call("Emulation.setEmulatedMedia", features=[])


def cells(browser, events):
    """The cells of the player, its figures and its pixels against the event files."""
    chance = random.Random(11)
    moments = compared = blank = soft = 0
    names = browser.run("[...document.querySelectorAll('#player [data-part=trace] option')].map((o) => o.textContent)")
    check(set(names) == {trace for _, trace in events}, f"the player has the traces {names}")
    for trace in names:
        for pair in (STRATEGIES[:2], STRATEGIES[1:]):
            browser.run(f"replayPlayer.choose({json.dumps(trace)}, {json.dumps(pair[0])}, {json.dumps(pair[1])})")
            both = [events[strategy, trace] for strategy in pair]
            times = both[0].times + both[1].times
            samples = [t // 1000 + d for t in chance.sample(times, 12) for d in (-1, 0)]
            samples += [0, times[-1] // 1000] + [chance.randrange(times[-1] // 1000) for _ in range(8)]
            for micros in samples:
                state = browser.run(f"replayPlayer.seek({max(micros, 0)})")
                for pane, own in zip(state["panes"], both):
                    expected, live, most = own.at(state["time"])
                    found = dict(pane["cells"])
                    where = f"{pane['strategy']} on {trace} at {state['time']} us"
                    check(found == expected, f"{where}: cells {found}, events {expected}")
                    check(pane["now"] == f"{live / 1e6:.1f} MB", f"{where}: {pane['now']} held, events {live}")
                    check(pane["peak"] == f"{most / 1e6:.1f} MB", f"{where}: peak {pane['peak']}, events {most}")
                    compared += len(expected)
                    blank += sum(shown == BLANK for shown in expected.values())
                    soft += sum(shown == SOFT for shown in expected.values())
                moments += 1
            pixels(browser)
    check(blank > compared / 40, f"only {blank} of {compared} cells were blank: choose harder traces")
    check(soft > 0, "no cell showed a thumbnail")
    return moments, compared


def pixels(browser):
    """A blank cell is painted grey, and no other."""
    wrong = browser.run("""
      (() => replayPlayer.state().panes.flatMap((pane, side) => {
        const canvas = document.querySelectorAll('#player canvas.screen')[side];
        const grey = getComputedStyle(canvas).getPropertyValue('--blank').trim();
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
        const box = copy.getContext('2d', { willReadFrequently: true });
        box.drawImage(canvas, 0, 0);
        const rects = replayPlayer.places(side);
        return pane.cells.flatMap(([item, shown], index) => {
          const [x, y, w, h] = rects[index];
          if (y + h / 2 < 1 || y + h / 2 > canvas.height - 1) return [];
          // The lower part of a picture is its dark hill.
          const middle = y + h * 0.9 < canvas.height - 1 ? 0.9 : 0.5;
          const [r, g, b] = box.getImageData(x + w / 2, y + h * middle, 1, 1).data;
          const isGrey = '#' + [r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('') === grey;
          return isGrey === (shown === 0) ? [] : [[pane.strategy, item, shown, r, g, b]];
        });
      }))()""")
    check(not wrong, f"cells painted otherwise than they are: {wrong[:4]}")


def without_script(browser, page):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    open_page(browser, page)
    found = browser.run("({ player: document.getElementById('player').checkVisibility(), text: document.body.innerText })")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    check(not found["player"], "without scripts there is a player")
    for word in ("noticed waits of 1,000 cells", "The player needs JavaScript", "How it was made"):
        check(word in found["text"], f"without scripts the page does not say '{word}': {found['text'][:900]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab_run")
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    program = chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, events = prepare(options.lab_run, folder)
        browser = Browser(program, os.path.join(folder, "profile"))
        try:
            browser.call("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)
            texts = looks(browser, page, options.screenshots)
            keys(browser)
            moments, compared = cells(browser, events)
            calm(browser, page)
            without_script(browser, page)
            asked = [e["params"]["request"]["url"] for e in browser.events if e["method"] == "Network.requestWillBeSent"]
            errors = [e["params"] for e in browser.events
                      if e["method"] in ("Log.entryAdded", "Runtime.exceptionThrown", "Page.javascriptDialogOpening")]
        finally:
            browser.end()
        check(all(url.startswith(("file:", "data:", "about:")) for url in asked), f"the page asked for {set(asked)}")
        check(not errors, f"the page complained: {errors[:3]}")
        size = os.path.getsize(page)
        print(f"{texts} texts can be read; {compared} cells at {moments} moments are those of the event files; {size} bytes")


if __name__ == "__main__":
    main()
