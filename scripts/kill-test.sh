#!/bin/sh
# Kills lab-run with SIGKILL at random moments and checks what is left.
#
#   scripts/kill-test.sh [N] [SEED]     N kills (default 100) of each: making a library, a run, a matrix
#
# It needs a release build of lab-run (make build) and python3. After each kill every record that is there must be
# whole and have its table, and the same command, run again, must end well and leave nothing half-written; a matrix
# goes on with --resume, and must not make a record twice. A pool that is there must pass `library verify`. The tests
# do the same at every call that changes a file; this looks for the moments that nobody thought of.
#
# Exit codes: 0 nothing found, 1 something was found, its folder is kept.
set -eu

count=${1:-100}
seed=${2:-1}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
program=${LAB_RUN:-$root/.build/release/lab-run}
[ -x "$program" ] || {
  echo "kill-test: $program is not there: build it with make build" >&2
  exit 1
}

exec python3 -B - "$program" "$root" "$count" "$seed" <<'PYTHON'
import hashlib, json, os, random, shutil, signal, subprocess, sys, tempfile, time

program, root, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
chance = random.Random(seed)
place = tempfile.mkdtemp(prefix="cachelab-kill.")
out, cache, scratch = place + "/out", place + "/cache", place + "/tmp"
os.mkdir(scratch)
environment = dict(os.environ, CACHELAB_HOME=root, XDG_CACHE_HOME=cache, TMPDIR=scratch)
TINY = ["--library", "tiny", "--quiet"]


def fail(what):
    print(f"kill-test: seed {seed}: {what}\n  what is left: {place}", file=sys.stderr)
    sys.exit(1)


def start(words, output=subprocess.PIPE):
    return subprocess.Popen([program] + words, env=environment, stdout=output, stderr=output, text=True)


def finish(words):
    child = start(words)
    output, error = child.communicate()
    if child.returncode != 0:
        fail(f"{' '.join(words)} ended with {child.returncode}: {error}")
    return output


def duration(words):
    began = time.monotonic()
    finish(words)
    return time.monotonic() - began


def kill(words, seconds, folders, most):
    """Kills after a random part of what the command takes, or, every other time, a little after its n-th half-written
    file appeared; True if it had not ended by itself."""
    child = start(words, subprocess.DEVNULL)
    if chance.random() < 0.5:
        moment = time.monotonic() + chance.uniform(0, seconds)
        while time.monotonic() < moment and child.poll() is None:
            time.sleep(0.0002)
    else:
        seen, wanted = set(), chance.randint(1, most)
        while len(seen) < wanted and child.poll() is None:
            seen.update(name for folder in folders for name in names(folder)
                        if name.endswith(".partial") or name.startswith("cachelab-scratch."))
        moment = time.monotonic() + chance.expovariate(1000)
        while time.monotonic() < moment:
            pass
    child.send_signal(signal.SIGKILL)
    child.wait()
    return child.returncode == -signal.SIGKILL


def some(killed):
    """However slow the machine was when the command was timed: kills after the end find nothing."""
    if count and not killed:
        fail("no kill came before the end of its command: run it again, with more of them")


def names(folder):
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def records():
    """Every record that is there, read; each has its table."""
    found = {}
    for name in names(out):
        if name.startswith(".") or not name.endswith(".json"):
            continue
        text = open(f"{out}/{name}", encoding="utf-8").read()
        try:
            digest = json.loads(text)["deterministic"]["digest"]
        except (ValueError, KeyError) as error:
            fail(f"{name} is no record: {error}")
        table = f"{out}/{name[:-5]}.tsv"
        if not os.path.exists(table) or not open(table, encoding="utf-8").read().endswith("\n"):
            fail(f"{name} has no whole table")
        found[name] = (digest, hashlib.sha256(text.encode()).hexdigest())
    return found


def is_tidy(folder, endings):
    for name in names(folder):
        if name.startswith(".") or not name.endswith(endings):
            fail(f"{name} was left in {folder}")
        if name.endswith(".tsv") and not os.path.exists(f"{folder}/{name[:-4]}.json"):
            fail(f"{name} has no record")


def libraries():
    make = ["library", "make"] + TINY[:2]
    seconds = duration(make)
    pool = open(cache + "/cachelab/tiny-1.pool", "rb").read()
    killed = half = 0
    for _ in range(count):
        shutil.rmtree(cache)
        killed += kill(make, seconds * 1.1, [cache + "/cachelab"], 1)
        left = names(cache + "/cachelab")
        half += any(name.endswith(".partial") for name in left)
        if "tiny-1.pool" in left and open(cache + "/cachelab/tiny-1.pool", "rb").read() != pool:
            fail("the pool is not whole")
        finish(["library", "verify"] + TINY[:2] + ["--assets", "50"])
        is_tidy(cache + "/cachelab", ("tiny-1.pool",))
        if open(cache + "/cachelab/tiny-1.pool", "rb").read() != pool:
            fail("the pool made after a kill is another")
    some(killed)
    return f"library: {count} kills, {killed} before its end, {half} with a half-written pool"


def runs():
    run = ["-s", "preheat2x", "-t", "hunt", "--out", out, "--events", place + "/e.jsonl"] + TINY
    seconds = duration(run)
    events = open(place + "/e.jsonl", "rb").read()
    good = {digest for digest, _ in records().values()}
    killed = half = 0
    for _ in range(count):
        shutil.rmtree(out)
        os.remove(place + "/e.jsonl")
        killed += kill(run, seconds * 1.1, [out, place], 4)
        half += any(name.endswith(".partial") for name in names(out) + names(place))
        before = records()
        if os.path.exists(place + "/e.jsonl") and open(place + "/e.jsonl", "rb").read() != events:
            fail("the event file is not whole")
        finish(run)
        after = records()
        if len(after) != len(before) + 1 or {digest for digest, _ in after.values()} != good:
            fail(f"{len(before)} records became {len(after)}")
        is_tidy(out, (".json", ".tsv"))
        if any(name.endswith(".partial") for name in names(place)):
            fail("a half-written event file was left")
    some(killed)
    return f"run: {count} kills, {killed} before its end, {half} with half-written files"


def matrices():
    matrix = ["-s", "none", "-s", "lru", "-t", "hunt", "-t", "zoom", "--format", "json", "--out", out] + TINY
    shutil.rmtree(out)
    seconds = duration(matrix)
    good = [digest for digest, _ in sorted(records().values())]
    killed = reused = half = 0
    for _ in range(count):
        shutil.rmtree(out)
        killed += kill(matrix, seconds * 1.1, [out], 9)
        half += any(name.endswith(".partial") for name in names(out))
        before = records()
        ended = not any(name.endswith(".journal") for name in names(out)) and len(before) == 4
        made = json.loads(finish(matrix + ["--resume"]))
        after = records()
        if sorted(record["deterministic"]["digest"] for record in made) != sorted(good):
            fail("the resumed matrix counted otherwise")
        if any(after.get(name) != record for name, record in before.items()):
            fail("a record was changed")
        if len(after) != (8 if ended else 4):
            fail(f"{len(before)} records became {len(after)}: a run was made twice or not at all")
        reused += 0 if ended else len(before)
        is_tidy(out, (".json", ".tsv"))
    some(killed)
    return f"matrix: {count} kills, {killed} before its end, {half} with half-written files, {reused} records reused"


try:
    for part in (libraries, runs, matrices):
        print(part(), flush=True)
except KeyboardInterrupt:
    shutil.rmtree(place, ignore_errors=True)
    sys.exit(130)
shutil.rmtree(place)
print(f"nothing half-written was taken for whole, seed {seed}")
PYTHON
