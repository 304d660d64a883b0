#!/usr/bin/env python3
"""Builds and runs tests, package by package, and says at the end what failed and what took longest.

    scripts/tests.py [--long] [--filter REGEX] PACKAGE "FLAGS" [PACKAGE "FLAGS" ...]

FLAGS are those of `swift build` and `swift test`. A package that fails keeps none of the others from being tested.
Suites that CONTRIBUTING.md lists as long are left out; with --long they alone are run. With --filter, what matches runs
wherever it is listed. Results and seconds of wall clock are appended to .build/test-results.tsv.

Exit codes: 0 all passed, 1 something failed, 64 usage.
"""
import datetime
import os
import re
import shlex
import subprocess
import sys
import threading
import xml.etree.ElementTree as xml

from tables import HOME, parser_of, read

HISTORY = os.path.join(HOME, ".build/test-results.tsv")
# What the lab's tests need, and neither lab-bench nor what other packages bring along.
PRODUCTS = {"lab": [["--product", "lab-run"], ["--product", "CacheLabPackageTests"]]}
# A row of the table in CONTRIBUTING.md: | `SuiteTests` | why |
LONG = re.compile(r"^\| `([A-Z]\w*Tests(?:/\w+)?)` \|", re.M)


def long_tests():
    """A pattern of the tests that are long."""
    return r"\.(%s)(/|\(|$)" % "|".join(LONG.findall(read("CONTRIBUTING.md")))


def stream(command):
    """Runs a command and passes its output on. Returns its exit code, and its lines that tell of failures."""
    process = subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                               errors="replace")
    failures = []

    def read_all():
        is_open = False
        for line in process.stdout:
            print(line, end="", flush=True)
            # Comments and values that were compared follow a failure.
            is_open = bool(re.match(r"✘|error: |.*: error: |.*Fatal error:", line)) or is_open and line.startswith("↳")
            if is_open:
                failures.append(line.rstrip())

    reader = threading.Thread(target=read_all, daemon=True)
    reader.start()
    code = process.wait()
    reader.join(10)  # What a test left behind may hold the pipe open.
    return code, failures


def results(path):
    """Suite, test, seconds and whether it failed, of each test of an xUnit file."""
    try:
        cases = xml.parse(path).getroot().iter("testcase")
    except (FileNotFoundError, xml.ParseError):  # The tests' program died before it wrote them all.
        return []
    return [(case.get("classname"), case.get("name"), float(case.get("time", 0)), case.find("failure") is not None)
            for case in cases]


def run(package, flags, choice):
    """Tests one package. Returns its results, and what to say at the end."""
    # Progress is for a terminal; a log has warnings and errors alone.
    quiet = [] if sys.stdout.isatty() else ["--quiet"]
    print("building the tests of %s; the first time takes minutes" % package, flush=True)
    for what in PRODUCTS.get(package, [["--build-tests"]]):
        code, said = stream(["swift", "build", *what, *flags, "--explicit-target-dependency-import-check", "error", *quiet])
        if code != 0:
            return [], ["%s: its tests do not build" % package, *said]
    path = os.path.join(HOME, ".build", "tests-%s.xml" % package)
    if os.path.exists(path):
        os.remove(path)
    code, said = stream(["swift", "test", "--skip-build", *flags, "--disable-xctest", "--xunit-output", path, *choice])
    rows, revision = results(path), os.environ.get("CACHELAB_REVISION") or "-"
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(HISTORY, "a", encoding="utf-8") as file:
        for suite, test, seconds, failed in rows:
            words = (when, revision, package, suite, test, "%.3f" % seconds, "failed" if failed else "passed")
            file.write("\t".join(words) + "\n")
    alone = sorted({"%s/%s" % (suite.split(".")[-1], re.sub(r"\(.*", "", test)) for suite, test, _, failed in rows if failed})
    said += ["Alone: make test FILTER='%s'" % test for test in alone]
    if code != 0 and not alone:
        said.append("%s: swift test ended with %d before its results were written" % (package, code))
    return rows, said if code != 0 else []


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--long", action="store_true", help="the long suites alone")
    parser.add_argument("--filter", help="what matches, wherever it is listed")
    parser.add_argument("packages", nargs="+", metavar="PACKAGE FLAGS")
    arguments = parser.parse_args()
    choice = ["--filter", arguments.filter] if arguments.filter else ["--filter" if arguments.long else "--skip", long_tests()]
    all_rows, all_said = [], []
    for package, flags in zip(arguments.packages[::2], arguments.packages[1::2], strict=True):
        rows, said = run(package, shlex.split(flags), choice)
        all_rows += rows
        all_said += said
    print("\n%d tests ran. The ten slowest, in seconds:" % len(all_rows))
    for suite, test, seconds, _ in sorted(all_rows, key=lambda row: -row[2])[:10]:
        print("  %7.1f  %s/%s" % (seconds, suite.split(".")[-1], test))
    if all_said:
        print("\nWhat failed:\n" + "\n".join(all_said))
        sys.exit(1)


if __name__ == "__main__":
    main()
