#!/usr/bin/env python3
"""Sets the lab's decoder beside libvips and Pillow: the same JPEGs to thumbnails, each on one thread of its own process.

    lab-run library extract -o photos --items 0-399
    scripts/thumbnails.py photos

It needs `pip install pyvips pillow`, libvips (apt-get install --no-install-recommends libvips42) and lab-bench built for
release. Nothing of the lab needs any of these.

A thumbnail's shorter side is 288 pixels. The lab decodes to the smallest eighth of the file's size that reaches it and
leaves the exact size to whoever draws; `pillow draft` does the same with a half, a quarter and an eighth; `pillow
thumbnail` and `vips` go on to the exact size. Files are in memory beforehand, one photo is decoded before the clock
runs, and every result is dropped before the next. CPU is the process's over all photos; memory is VmHWM less what was
resident when it was reset.
"""
import argparse
import io
import json
import os
import re
import statistics
import subprocess
import sys
import time

from block import HOME

SIDE = 288  # pixels, as in lab-bench
PROGRAMS = ["lab", "pillow draft", "pillow thumbnail", "vips"]


def memory(key):
    return int(re.search(key + r":\s+(\d+) kB", open("/proc/self/status").read()).group(1)) * 1024


def pillow_draft(image, size):
    from PIL import Image

    picture = Image.open(io.BytesIO(image))
    picture.draft("RGB", size)
    picture.load()
    return picture.convert("RGB") if picture.mode != "RGB" else picture


def pillow_thumbnail(image, size):
    picture = pillow_draft(image, size)
    picture.thumbnail(size)
    return picture


def vips_thumbnail(image, size):
    import pyvips

    return pyvips.Image.thumbnail_buffer(image, size[0], height=size[1]).write_to_memory()


def versions(program):
    if program == "vips":
        import pyvips

        return f"libvips {'.'.join(str(pyvips.version(part)) for part in range(3))}, pyvips {pyvips.__version__}"
    from PIL import Image, features

    return f"Pillow {Image.__version__}, libjpeg-turbo {features.version('libjpeg_turbo')}"


def measure(program, folder):
    """Runs in a process of its own: one program over all photos."""
    from PIL import Image

    if program == "vips":
        import pyvips

        pyvips.cache_set_max(0)
    make = {"pillow draft": pillow_draft, "pillow thumbnail": pillow_thumbnail, "vips": vips_thumbnail}[program]
    photos = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jpg"):
            data = open(f"{folder}/{name}", "rb").read()
            width, height = Image.open(io.BytesIO(data)).size
            shorter = min(width, height)
            photos.append((data, (-(-width * SIDE // shorter), -(-height * SIDE // shorter))))
    make(*photos[0])
    open("/proc/self/clear_refs", "w").write("5")
    before, began = memory("VmRSS"), time.process_time_ns()
    for photo in photos:
        make(*photo)
    elapsed, peak = time.process_time_ns() - began, memory("VmHWM")
    return {
        "images": len(photos),
        "cpu": elapsed / len(photos) / 1e6,
        "growth": (peak - before) / 1e6,
        "versions": versions(program),
    }


def ask(program, folder, bench):
    if program == "lab":
        words = [bench, "thumbnails", "--photos", folder]
    else:
        words = [sys.executable, __file__, folder, "--only", program]
    ran = subprocess.run(words, env=dict(os.environ, VIPS_CONCURRENCY="1"), capture_output=True, text=True)
    if ran.returncode != 0:
        reason = (ran.stderr.strip() or "no reason given").splitlines()[-1]
        sys.exit(f"thumbnails: {program} could not be measured: {reason}")
    if program != "lab":
        return json.loads(ran.stdout)
    cpu, growth = (float(line.split()[0]) for line in ran.stdout.splitlines())
    images, version = re.search(r"thumbnails: (\d+) photos.*(libjpeg-turbo \S+)", ran.stdout).groups()
    return {"images": int(images), "cpu": cpu, "growth": growth, "versions": version}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="a folder of JPEGs; 200 or more say something")
    parser.add_argument("--rounds", type=int, default=5, help="of which the medians are shown")
    parser.add_argument("--bench", default=f"{HOME}/.build/release/lab-bench", help="lab-bench, built for release")
    parser.add_argument("--only", choices=PROGRAMS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        print(json.dumps(measure(options.only, options.folder)))
        return
    results = {program: [] for program in PROGRAMS}
    for _ in range(options.rounds):
        for program in PROGRAMS:
            results[program].append(ask(program, options.folder, options.bench))
    print("| decoder | CPU ms an image | memory growth MB | versions |\n|---|---:|---:|---|")
    for program, rounds in results.items():
        cpu, growth = (statistics.median(one[key] for one in rounds) for key in ("cpu", "growth"))
        print(f"| {program} | {cpu:.2f} | {growth:.1f} | {rounds[0]['versions']} |")
    print(f"\n{rounds[0]['images']} photos, shorter side {SIDE} px, median of {options.rounds} rounds")


main()
