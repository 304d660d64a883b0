"""What our scripts share: they ask lab-run, read what it prints, and print tables as Markdown.

lab-run must be built (make build), or LAB_RUN name another one.
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from block import HOME, read

# A name without a slash is looked for on the PATH.
LAB = os.environ.get("LAB_RUN", os.path.join(HOME, ".build/release/lab-run"))
LAB = shutil.which(LAB) or LAB
TABLE = re.compile(r"(?:^\|.*\n)+", re.M)


def run(*words, text=None):
    """What lab-run prints, given `text` to read; where it fails, the script ends with its message."""
    if not os.access(LAB, os.X_OK):
        sys.exit("there is no %s: make build, or name another one in LAB_RUN" % LAB)
    ran = subprocess.run([LAB, *words], input=text, capture_output=True, text=True, env=dict(os.environ, CACHELAB_HOME=HOME))
    if ran.returncode != 0:
        sys.exit("lab-run %s\n%s" % (" ".join(words), ran.stderr))
    return ran.stdout


def kept(*words):
    """The same with the files that it keeps in a folder that goes again; a sweep wants the name of a file."""
    with tempfile.TemporaryDirectory() as folder:
        return run(*words, "--quiet", "--out", os.path.join(folder, "rows.tsv") if words[0] == "sweep" else folder)


def rows(*words):
    """Rows of a run or a sweep by the headings of their columns."""
    return list(csv.DictReader(io.StringIO(kept(*words, "--format", "csv"))))


def against(base, *words):
    """What a sweep over one screen says of each strategy beside `base`, by strategy and heading."""
    found = TABLE.search(kept("sweep", *words, "--against", base, "--format", "markdown"))
    if found is None:
        sys.exit("lab-run sweep %s --against %s compares nothing with it" % (" ".join(words), base))
    head, _, *lines = map(cells, found.group().splitlines())
    return {line[0]: dict(zip(head, line)) for line in lines}


def listing(topic):
    """What lab-run list says of a topic."""
    return json.loads(run("list", topic, "--format", "json"))


def sweep(name):
    """The path of a sweep of this checkout."""
    return os.path.join(HOME, "sweeps", name + ".sweep")


def settings(name, key):
    """What the lines of such a sweep name: `trace`, `screen`."""
    return [word for line in read(sweep(name)).splitlines() if line.startswith(key + " ") for word in line.split()[1:]]


def each(option, values):
    """An option as often as there are values."""
    return [word for value in values for word in (option, value)]


def mean(values):
    """Of the values that there are; None where there is none."""
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def cells(text):
    """What stands in a line of a table."""
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def line(words):
    return "| " + " | ".join(words) + " |"


def show(head, rows, texts=1):
    """Prints a table; its first columns hold text, the others numbers."""
    print(line(head))
    print("|" + "---|" * texts + "---:|" * (len(head) - texts))
    for row in rows:
        print(line(row), flush=True)
