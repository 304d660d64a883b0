#!/usr/bin/env python3
"""Puts the lab into one web page: engine, default library, traces, recorder, style and script, in a file of their own.

    scripts/web.py library    writes the index of the default library for an engine: .build/web/library.csv
    scripts/web.py            the same, and makes the page: .build/web/lab.html, of .build/web/lab.wasm

The index has the form that Sources/PageEngine reads. The page opens from a file and from any static host, loads
nothing and sends nothing; its policy names its scripts by their SHA-256.
"""
import base64
import csv
import glob
import gzip
import hashlib
import json
import os
import pathlib
import re

from tables import HOME, parser_of, read, run, write

MADE = os.path.join(HOME, ".build/web")
REPORT = "Sources/LabJudge/Page/Resources/"
SCRIPTS = [REPORT + "player.js", "Web/lab.js"]


def digest(script):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def packed(name, data):
    """Bytes as the page unpacks them; the same bytes every time."""
    text = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return '<script type="application/gzip" id="%s">%s</script>' % (name, text)


def traces():
    paths = sorted(glob.glob("traces/*.scrolltrace", root_dir=HOME))
    return json.dumps({os.path.basename(path).removesuffix(".scrolltrace"): read(path) for path in paths}).encode()


def library():
    """What a replay reads of the photos."""
    columns = ("width", "height", "encoded_bytes", "thumbnail_bytes", "thumbnail_width", "thumbnail_height")
    photos = csv.DictReader(run("lab-run library list --format csv").splitlines())
    rows = [[*(photo[column] for column in columns), "1" if photo["decodes"] == "yes" else "0"] for photo in photos]
    index = "".join(",".join(row) + "\n" for row in rows).encode()
    os.makedirs(MADE, exist_ok=True)
    pathlib.Path(MADE, "library.csv").write_bytes(index)
    return index


def main():
    parser = parser_of(__doc__)
    parser.add_argument("what", nargs="?", choices=["library"])
    flags = parser.parse_args()
    index = library()
    print("library.csv %d bytes" % len(index))
    if flags.what:
        return
    script, recorder = "".join(map(read, SCRIPTS)), read("traces/recorder/index.html")
    # A page within the page: the policy of both holds.
    own = re.search(r"<script>(.*)</script>", recorder, re.S).group(1)
    policy = "; ".join([
        "default-src 'none'", "script-src 'wasm-unsafe-eval' %s %s" % (digest(script), digest(own)),
        "worker-src blob:", "style-src 'unsafe-inline'", "img-src blob: data:", "connect-src 'none'",
        "base-uri 'none'", "form-action 'none'"])
    code = pathlib.Path(MADE, "lab.wasm").read_bytes()
    data = "\n".join([
        packed("engine", code), packed("library", index), packed("traces", traces()),
        '<script type="text/plain" id="worker">%s</script>' % read("Web/worker.js"),
        '<script type="text/plain" id="recorder">%s</script>' % recorder.replace("</", "<\\/")])
    parts = {"policy": policy, "style": read(REPORT + "report.css") + read("Web/lab.css"), "script": script, "data": data,
             "player": read(REPORT + "player.html")}
    page = re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found.group(1)], read("Web/lab.html"))
    write(".build/web/lab.html", page)
    print("%s: %d bytes, the engine %d (gzip %d)" % (
        os.path.join(MADE, "lab.html"), len(page.encode()), len(code), len(gzip.compress(code, 9, mtime=0))))


main()
