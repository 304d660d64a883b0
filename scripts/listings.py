#!/usr/bin/env python3
"""Prints what several sources say together, for blocks of documents (scripts/tables.py).

    scripts/listings.py policies       each policy in a line, with the file whose first comment has its rule
    scripts/listings.py traces         the traces of stress: `lab-run trace info`, and what each is hard on
    scripts/listings.py people         the traces of people
    scripts/listings.py fingers        what people's fingers do, in studies, modelled, and in the shipped traces
    scripts/listings.py modules        the picture of the modules, from Package.swift, which the build keeps true
    scripts/listings.py manual         the page for man, lab-run.1: every command with its options, and what they mean
"""
import csv
import glob
import json
import re
import sys
import tempfile

from tables import HOME, markdown, parser_of, read, run

POLICIES = [
    "Sources/StrategyKit/NoPreheating.swift", "Sources/Strategies/Policies/*.swift"]
# Modelled people: their tables were found with the seeds 1 to 200.
FINGERS = [("reader, Android", "reader", "android", 50), ("reader, iOS", "reader", "ios", 50),
           ("looker, Android", "looker", "android", 50), ("looker, iOS", "looker", "ios", 50),
           ("`browse`", "browse", "ios", 20), ("`hunt`", "hunt", "ios", 20), ("`fast`", "fast", "ios", 20)]


def known(words):
    return json.loads(run("lab-run %s --format json" % words))


def policies():
    sources = {path: read(path) for files in POLICIES for path in sorted(glob.glob(files, root_dir=HOME))}
    groups = {}
    for kind, entries in (known("list strategies") | known("list oracles")).items():
        for entry in entries:
            path = next((path for path in sources if 'id: "%s"' % entry["id"] in sources[path]), None)
            if path is None:
                sys.exit("%s: its file is not in Sources/Strategies/Policies" % entry["id"])
            title = ("Oracles, which know the trace or have no budget" if kind == "oracles" else "Eviction policies"
                     if "EvictionPolicy {" in sources[path] else "Strategies that decode ahead")
            groups.setdefault(title, []).append(["[`%s`](../%s)" % (entry["id"], path), entry["summary"].replace("|", "\\|")])
    return "\n\n".join("### %s\n\n%s" % (title, markdown(["strategy", "in short"], ["---", "---"], rows).rstrip("\n"))
                       for title, rows in groups.items())


def shipped(traces, columns):
    """A row a trace, a column for each heading and format."""
    notes = {row["trace"]: row for row in csv.DictReader(read("traces/shipped.tsv").splitlines(), delimiter="\t")}
    rows = []
    for info in known("trace info " + traces):
        name = info["name"]
        if name not in notes:
            sys.exit("traces/shipped.tsv: say there what %s is hard on" % name)
        head = json.loads(read("traces/%s.scrolltrace" % name).split("\n", 1)[0])
        figures = {key.replace("-", "_"): figure for key, figure in info.items()} | {
            "kind": head["source"]["kind"], "hz": head["refresh_hz"], "hard": notes[name]["hard on"]}
        rows.append([form.format(**figures) for form in columns.values()])
    rules = ["---" if name in ("trace", "kind", "hard on") else "---:" for name in columns]
    return markdown(list(columns), rules, rows)


def traces():
    return shipped("stress", {"trace": "`{name}`", "kind": "{kind}", "hard on": "{hard}"})


def people():
    return shipped("people searchers", {"trace": "`{name}`", "Hz": "{hz}", "seconds": "{seconds:.0f}", "way, screens": "{distance_screens:.0f}"})


def fingers():
    def cell(name, value):
        whole = name.endswith(("ms", "pt", "pt/s", "pt/s, %", "flings, %", "session, mean"))
        digits = 0 if whole else 2 if name.startswith(("rank", "spread")) else 1
        return "" if value is None else "{:,.{}f}".format(value, digits)

    stress = known("trace info stress --fingers")
    columns = {"**reader, HMOG**": stress["reader"]}
    with tempfile.TemporaryDirectory() as folder:
        for title, style, model, count in FINGERS:
            for seed in range(1001, 1001 + count):
                run("lab-run trace synth --human %s --model %s --seed %d -o %s/%s-%s-%d.scrolltrace" % (
                    style, model, seed, folder, style, model, seed))
            columns[title] = known("trace info %s/%s-%s-*.scrolltrace --fingers" % (folder, style, model))["these"]
            if title == "reader, iOS":
                columns["**looker, Serwadda**"] = stress["looker"]
    columns["the twenty"] = stress["these"]
    lists = ["contact, ms", "length, pt", "speed at lift-off, pt/s", "pause, ms"]
    rows = [["%s: %d" % (name, percent)] + [
        cell(name, found[name][stress["percents"].index(percent)]) for found in columns.values()]
            for name in lists for percent in (10, 25, 50, 75, 90)]
    rows += [[name] + [cell(name, found.get(name)) for found in columns.values()]
             for name in sorted(set().union(*columns.values()) - set(lists))]
    return markdown(["", *columns], ["---"] + ["---:"] * len(columns), rows)


def modules():
    """An arrow goes from a module to one that uses it; what a module also reaches by a longer way is left out."""
    # Tools that lab-run does not need stand in the table alone.
    uses = {target["name"]: {(each.get("byName") or each.get("target") or each.get("product"))[0] for each in target["dependencies"]}
            for target in json.loads(run("swift package dump-package"))["targets"]
            if target["type"] != "test" and (target["type"] != "executable" or target["name"] == "lab-run")}

    def reach(name):
        """All that a module uses, itself left out."""
        return set().union(*({below} | reach(below) for below in uses.get(name, ())))

    mark = lambda name: re.sub(r"\W", "_", name)
    others = set().union(*uses.values()) - set(uses)
    return "\n".join(
        ["```mermaid", "graph BT"] + ['  %s["%s"]' % (mark(name), name) for name in sorted(uses) if mark(name) != name]
        + ['  %s(["%s"])' % (mark(name), name) for name in sorted(others)]
        + ["  %s --> %s" % (mark(below), mark(name)) for name in sorted(uses)
           for below in sorted(uses[name] - set().union(*map(reach, uses[name])))] + ["```"])


def manual():
    """The help of each command, as the program prints it. swift-argument-parser's own plugin builds the whole tool once more in
    debug, for minutes."""
    def roff(text):
        """Text that troff takes as it is."""
        return re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.M)

    def pages(command, path):
        """The help of a command, followed by that of its subcommands."""
        yield from ['.SH "%s"' % " ".join(path).upper(), ".nf", roff(run(" ".join([path[0], "help", *path[1:]]))), ".fi"]
        for child in command.get("subcommands", []):
            if child.get("shouldDisplay") and child["commandName"] != "help":
                yield from pages(child, path + [child["commandName"]])

    root = json.loads(run("lab-run --experimental-dump-help"))["command"]
    return "\n".join(['.TH LAB-RUN 1 "" "CacheLab" "User Commands"', ".SH NAME", "lab\\-run \\- " + roff(root["abstract"]),
                      *pages(root, ["lab-run"])])


if __name__ == "__main__":
    made = {make.__name__: make for make in (policies, traces, people, fingers, modules, manual)}
    parser = parser_of(__doc__)
    parser.add_argument("listing", choices=made)
    print(made[parser.parse_args().listing]().rstrip("\n"))
