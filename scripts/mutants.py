#!/usr/bin/env python3
"""Changes operators, constants and statements in the code that counts and judges, and says which changes no test sees.

    scripts/mutants.py DIR [--count N] [--seed N]

Copies the checkout to DIR and changes only the copy. All N mutants (default 20) are in one build, one a line, each
behind a condition on a number, so a mutant costs a run of tests and no build. The first test that fails kills it, or a
crash, or a run that takes more than three times as long as usual and a minute: of CacheLabTests, but for the long ones.
Mutants that do not compile are left out. DIR/mutants.tsv keeps the verdicts: the same command goes on from there. A
survivor is a gap in the tests, or a change that changes nothing: read it.

Exit codes: 0 every mutant was killed, 1 some survived, or the copy does not build or fails without a mutant.
"""
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import time

from tables import HOME, parser_of, read, tracked, write
from tests import long_tests

AREAS = ["Sources/%s/*.swift" % area for area in (
    "LabJudge/Gate", "LabRecords/Statistics", "CacheLab/Metrics", "CacheLab/Bounds", "GridEngine")]
SWAPS = dict(zip("< <= > >= == != && || + - * / min( max( true false".split(),
                 "<= < >= > != == || && - + + * max( min( false true".split()))
TOKEN = re.compile(r'"[^"]*"|(?<= )(?:<=|>=|==|!=|&&|\|\||[<>+\-*/])(?= )|\b(?:min|max)\(|\b(?:true|false)\b|'
                   r"(?<![\w.$])\d[\d_]*(?![\w.])")
# Where whole expressions stand on one line: conditions, between commas, and values.
CONDITIONS = [re.compile(r"^\s*(?:\} else )?(?:if|while) (.+) \{$"), re.compile(r"^\s*(?:if|guard) (.+?) (?:else )?\{ .*\}$"),
              re.compile(r"^\s*guard (.+) else \{$")]
VALUES = [re.compile(r"^\s*return (.+)$"), re.compile(r"^\s*(?:let|var) \w+(?:: \w+)? = (.+)$"),
          re.compile(r"^\s*[\w.\[\]]+ [+*-]?= (.+)$"), re.compile(r"^.*\b(?:func|var) .*[^=] \{ (.+) \}$")]
STATEMENT = re.compile(r"^(\s*)((?!return|super|self\.init|init)(?:[\w.\[\]]+ [+-]= .+|[a-z][\w.\[\]]*\([^{}]*\)))$")
# As `make test` builds it.
FLAGS = ("--build-system native -c release -debug-info-format none "
         "-Xswiftc -no-emit-module-separately-wmo -Xswiftc -DTESTABLE").split()
BUNDLE = ".build/release/CacheLabPackageTests.xctest"
MODULE = 'import Glibc\n@usableFromInline let mutantInForce = unsafe getenv("MUTANT").map { unsafe atol($0) } ?? 0\n'

def is_whole(text):
    """Whether it is an expression that may stand in parentheses."""
    words = r"[{}#&]|[?:,]\s*$|^[.)\]]|\b(?:let|var|case|try|await|unsafe|is|as|in|switch|if)\b"
    return all(map(lambda a, b: text.count(a) == text.count(b), "([", ")]")) and not re.search(words, text)

def clauses(text):
    """The parts between commas that stand in no brackets, with their offsets."""
    depth = start = 0
    for at, letter in enumerate(text + ","):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield start, text[start:at]
            start = at + 2

def mutations(lines):
    """What can be changed in a file: (line, from, to, what stands there then, words for people)."""
    for number, line in enumerate(lines[:-1]):
        if re.search("//|@available|precondition|assert", line) or re.match(r"\s*[.+\-*/&|?:<>=]", lines[number + 1]):
            continue
        for patterns, split in ((CONDITIONS, clauses), (VALUES, lambda text: [(0, text)])):
            match = next((m for m in (pattern.match(line) for pattern in patterns) if m), None)
            for offset, text in split(match[1]) if match else []:
                for token in TOKEN.finditer(text) if is_whole(text) else []:
                    other = SWAPS.get(token[0]) or (token[0][0].isdigit() and str(int(token[0].replace("_", "")) + 1))
                    if other:
                        changed, begin = text[:token.start()] + other + text[token.end():], match.start(1) + offset
                        yield number, begin, begin + len(text), f"(MUTANT ? ({changed}) : ({text}))", f"{text} -> {changed}"
        if statement := STATEMENT.match(line):
            yield number, len(statement[1]), len(line), f"if !MUTANT {{ {statement[2]} }}", "without " + statement[2]

def main():
    parser = parser_of(__doc__)
    parser.add_argument("dir", type=os.path.abspath)
    for name, value in (("--count", 20), ("--seed", 1)):
        parser.add_argument(name, type=int, default=value)
    options = parser.parse_args()
    results = f"{options.dir}/mutants.tsv"
    sources = {path: read(path).split("\n") for path in tracked(*AREAS)}
    found = [(path, *mutation) for path, lines in sorted(sources.items()) for mutation in mutations(lines)]
    drawn = list({m[:2]: m for m in random.Random(options.seed).sample(found, len(found))}.values())[:options.count]
    # A mutant's number comes of what it changes, whatever is drawn beside it.
    mutants = {str(int(hashlib.sha256(repr((m, sources[m[0]][m[1]])).encode()).hexdigest()[:12], 16)): m for m in sorted(drawn)}
    done = dict(line.split("\t")[:2] for line in open(results)) if os.path.exists(results) else {}

    def conclude(name, verdict):
        path, line, _, _, _, words = mutants[name]
        done[name] = verdict
        print(f"{verdict:9} {path}:{line + 1}  {words}", flush=True)
        with open(results, "a") as file:
            file.write(f"{name}\t{verdict}\t{path}:{line + 1}\t{words}\n")

    def start(*words, mutant="0"):
        # Whatever writes backtraces can hang beside what crashed, and holds the pipe open.
        return subprocess.Popen(words, cwd=options.dir, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                                env=dict(os.environ, MUTANT=mutant, CACHELAB_MAKE="1", SWIFT_BACKTRACE="enable=no"))

    for path in set(tracked()) - sources.keys():
        os.makedirs(os.path.dirname(f"{options.dir}/{path}"), exist_ok=True)
        shutil.copy2(f"{HOME}/{path}", f"{options.dir}/{path}")
    for path in sources:
        os.makedirs(os.path.dirname(f"{options.dir}/{path}"), exist_ok=True)
    for module in {path.split("/")[1] for path in sources}:
        write(f"{options.dir}/Sources/{module}/MutantInForce.swift", MODULE)
    while True:
        texts = {path: list(lines) for path, lines in sources.items()}
        for name, (path, line, begin, end, changed, _) in mutants.items():
            if done.get(name) == "no code":
                continue
            row = sources[path][line]
            texts[path][line] = row[:begin] + changed.replace("MUTANT", f"(mutantInForce == {name})") + row[end:]
        for path, lines in texts.items():
            write(f"{options.dir}/{path}", "\n".join(lines))
        build = start("swift", "build", "--product", "CacheLabPackageTests", *FLAGS)
        said, _ = build.communicate()
        if build.returncode == 0:
            break
        # A value that is missing is told of where its function ends, on the line below.
        bad = {(at[1], int(at[2]) - above) for at in re.finditer(r"(Sources/\S+?):(\d+):\d+: error:", said) for above in (1, 2)}
        gone = [name for name, m in mutants.items() if m[:2] in bad and done.get(name) != "no code"]
        for name in gone:
            conclude(name, "no code")
        if not gone:
            sys.exit("the copy does not build:\n" + said[-3000:])

    def test(name, limit):
        """Runs tests until the first fails. Returns the exit code, 124 where they do not end."""
        process = start("timeout", str(limit), BUNDLE, "--testing-library", "swift-testing", "--filter", r"CacheLabTests\.",
                        "--skip", long_tests(), mutant=name)
        failed = next((line for line in process.stdout if re.match(r"✘ Test \w+\(.* (?:recorded|failed)", line)), None)
        if failed:
            process.terminate()
            if name == "0":
                print(failed, end="")
        process.stdout.read()
        return process.wait() if failed is None else 1

    began = time.monotonic()
    if test("0", 3600):
        sys.exit("the tests fail without any mutant")
    # Three times as long, and a minute more, takes only what never ends.
    limit = (time.monotonic() - began) * 3 + 60
    for name in mutants:
        if name not in done:
            conclude(name, {0: "survived", 124: "hangs"}.get(test(name, limit), "killed"))
    verdicts = list(map(done.get, mutants))
    print(", ".join(f"{verdicts.count(word)} {word}" for word in ("killed", "hangs", "survived", "no code")))
    sys.exit("survived" in verdicts)


main()
