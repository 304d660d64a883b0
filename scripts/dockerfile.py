#!/usr/bin/env python3
"""Runs the steps of the Dockerfile in chroots, where there is no container engine, and then the program in it.

    scripts/dockerfile.py DEBIAN PHOTOS

As root. DEBIAN is a folder with a Debian (debootstrap --variant=minbase bookworm DEBIAN), which stands for both images and
stays as it is; this machine's toolchain stands for that of the image of Swift. PHOTOS is a folder of JPEGs. The program runs
as nobody, as with `docker run --user`: PHOTOS is mounted read-only at /photos, a new folder at /data/results. It must leave
one record.

Exit codes: 0 it did, 1 not.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
NOBODY = 65534
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# What the image of Swift has beside the toolchain.
SWIFT_NEEDS = "git ca-certificates binutils gcc libc6-dev libstdc++-12-dev libcurl4 libxml2 libncurses6 libpython3.11 tzdata"


def run(*words, **options):
    subprocess.run([str(word) for word in words], check=True, **options)


def bind(source, target, *options):
    target.mkdir(parents=True, exist_ok=True)
    run("mount", "--bind", source, target)
    if options:
        run("mount", "-o", ",".join(("remount", "bind", *options)), target)


class Image:
    """A stage of the Dockerfile: a copy of the Debian, and what the steps say of it."""

    def __init__(self, root, debian, base):
        self.root, self.place, self.environment = root, "/", {"PATH": PATH, "HOME": "/tmp"}
        run("cp", "-a", debian, root)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        for name in ("proc", "dev"):
            bind(f"/{name}", root / name)
        if base.startswith("swift:"):
            swift = pathlib.Path(os.path.realpath(shutil.which("swift"))).parent
            bind(swift.parent.parent, root / str(swift.parent.parent)[1:], "ro")
            self.environment["PATH"] = f"{swift}:{PATH}"
            self.run("sh", "-ec", f"apt-get update && apt-get install -y --no-install-recommends {SWIFT_NEEDS}", stdout=subprocess.DEVNULL)

    def run(self, *command, options=(), **others):
        line = f'cd {self.place} && exec "$@"'
        run(shutil.which("chroot"), *options, self.root, "sh", "-c", line, "sh", *command, env=self.environment, **others)

    def work_in(self, place):
        self.place = place
        (self.root / place[1:]).mkdir(parents=True, exist_ok=True)


def steps():
    """Instructions and their words, lines that go on put together."""
    text = re.sub(r"\\\n\s*", "", (HERE / "Dockerfile").read_text())
    return [line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]


def try_steps(scratch, debian, photos):
    images, image, entry = {}, None, []
    for word, rest in steps():
        print(word, rest[:90], flush=True)
        if word == "FROM":
            image = images[rest.split()[-1]] = Image(scratch / str(len(images)), debian, rest)
        elif word == "RUN":
            image.run("sh", "-ec", rest, stdout=subprocess.DEVNULL)
        elif word == "WORKDIR":
            image.work_in(rest)
        elif word == "COPY" and rest == ". .":
            files = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, check=True, capture_output=True).stdout
            run("rsync", "-a", "--files-from=-", "--from0", f"{HERE}/", f"{image.root}{image.place}", input=files)
        elif word == "COPY":
            _, source, target = rest.split()
            run("cp", "-a", f"{images['build'].root}{source}/.", f"{image.root}{target}")
        elif word == "ENV":
            image.environment |= dict(pair.split("=", 1) for pair in rest.replace("$REVISION", "").split())
        elif word == "ENTRYPOINT":
            entry = json.loads(rest)
    results = scratch / "results"
    results.mkdir()
    os.chown(results, NOBODY, NOBODY)
    bind(results, image.root / "data/results")
    bind(photos, image.root / "photos", "ro")
    words = ["--strategy", "preheat2x", "--trace", "fastscroll", "--library", "/photos"]
    image.run(*entry, *words, options=[f"--userspec={NOBODY}:{NOBODY}"])
    records = [path.name for path in results.glob("*.json")]
    print("records:", *records)
    return len(records) == 1


def main():
    if len(sys.argv) == 4:
        sys.exit(0 if try_steps(*(pathlib.Path(word) for word in sys.argv[1:])) else 1)
    if len(sys.argv) != 3 or os.geteuid() != 0:
        sys.exit(__doc__)
    debian, photos = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    # Mounts are seen by that process alone, and are gone before the folder goes.
    with tempfile.TemporaryDirectory(dir=debian.parent) as scratch:
        ran = subprocess.run(["unshare", "-m", sys.executable, __file__, scratch, debian, photos], check=False)
    sys.exit(ran.returncode)


if __name__ == "__main__":
    main()
