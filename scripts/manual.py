#!/usr/bin/env python3
"""Prints MANUAL.md from the program's own help: every command with its options, and what they mean.

    scripts/manual.py          prints MANUAL.md, which scripts/tables.py writes
    scripts/manual.py --man    prints the same as a page for man: lab-run.1

The source is `lab-run --experimental-dump-help`. swift-argument-parser's own plugin makes
pages for man too; it builds the whole tool once more in debug, which takes minutes, so it is not used.
"""
import json
import sys

from tables import run

HEAD = """# Manual

Every command of `lab-run` with its options, made from its help by `scripts/manual.py`. `lab-run COMMAND --help` prints the
same, and `man lab-run` after `make install`.
"""


def names(argument):
    """`-s, --strategy <strategy>`"""
    if argument["kind"] == "positional":
        return "<%s>" % argument["valueName"]
    words = ["-%s" % name["name"] for name in argument["names"] if name["kind"] == "short"]
    words += ["--%s" % name["name"] for name in argument["names"] if name["kind"] == "long"]
    value = "" if argument["kind"] == "flag" else " <%s>" % argument["valueName"]
    return ", ".join(words) + value


def meaning(argument):
    text = " ".join(part for part in (argument.get("abstract"), argument.get("discussion")) if part)
    if argument.get("allValues"):
        text += " Values: %s." % ", ".join(argument["allValues"])
    if argument.get("defaultValue"):
        text += " Default: %s." % argument["defaultValue"]
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def table(arguments):
    lines = ["| option | meaning |", "|---|---|"]
    lines += ["| `%s` | %s |" % (names(argument).replace("|", "\\|"), meaning(argument)) for argument in arguments]
    return "\n".join(lines)


def shown(command):
    """Options of a command but --help and --version, which all have."""
    own = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    return [argument for argument in own if argument["valueName"] not in ("help", "version")]


def options(command, common):
    """Its own options; those that `run` has too are named alone."""
    own = [argument for argument in shown(command) if argument not in common]
    shared = [argument for argument in shown(command) if argument in common]
    text = [table(own)] if own else []
    if shared:
        words = ", ".join("`%s`" % names(argument).split(" <")[0].split(", ")[-1] for argument in shared)
        text.append("%s of [`lab-run run`](#lab-run-run): %s." % ("And these" if own else "Its options are these", words))
    return text


def discussion(text):
    """Paragraphs as they are; what is indented below a title in capitals as code."""
    parts, code = [], []
    for line in (text or "").split("\n"):
        if line.startswith("  ") or (code and not line.strip()):
            code.append(line)
            continue
        if code:
            parts.append(fenced(code))
            code = []
        parts.append("**%s**\n" % line.capitalize() if line.isupper() else line)
    return "\n".join(parts + ([fenced(code)] if code else [])).strip("\n")


def fenced(lines):
    lines = [line[2:] for line in lines]
    while lines and not lines[-1].strip():
        lines.pop()
    # Sentences are sentences; only what can be typed is code.
    if not any(line.strip().startswith(("lab-run ", "gnuplot ")) for line in lines):
        return "\n".join(line.strip() for line in lines) + "\n"
    return "```\n%s\n```\n" % "\n".join(lines)


def section(command, path, depth, common):
    title = " ".join(path)
    text = ["%s %s" % ("#" * depth, title), command["abstract"]]
    if command.get("discussion"):
        text.append(discussion(command["discussion"]))
    text += options(command, [] if path[-1] == "run" and len(path) == 2 else common)
    for child in children(command):
        text += section(child, path + [child["commandName"]], min(depth + 1, 3), common)
    return text


def children(command):
    return [child for child in command.get("subcommands", []) if child.get("shouldDisplay") and child["commandName"] != "help"]


def roff(text):
    """Text that troff takes as it is."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(("\\&" + line if line[:1] in (".", "'") else line) for line in lines)


def page(command, path, depth):
    """A command's part of the page for man."""
    text = ['.%s "%s"' % ("SH" if depth == 0 else "SS", " ".join(path).upper() if depth == 0 else " ".join(path))]
    text.append(roff(command["abstract"]))
    if command.get("discussion"):
        text += [".nf", roff(command["discussion"]), ".fi"]
    for argument in shown(command):
        text += [".TP", "\\fB%s\\fR" % roff(names(argument)), roff(meaning(argument).replace("\\|", "|").replace("&lt;", "<"))]
    for child in children(command):
        text += page(child, path + [child["commandName"]], 1)
    return text


def man(root):
    text = ['.TH LAB-RUN 1 "" "CacheLab" "User Commands"', ".SH NAME", "lab\\-run \\- " + roff(root["abstract"])]
    text += [".SH SYNOPSIS", "\\fBlab\\-run\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]", ".SH DESCRIPTION", ".nf"]
    text += [roff(root["discussion"]), ".fi"]
    for child in children(root):
        text += page(child, ["lab-run", child["commandName"]], 0)
    return "\n".join(text) + "\n"


def by_command(root):
    """Every option once, with the commands that take it."""
    rows, commands = {}, []

    def walk(command, path):
        nested = children(command)
        if path and not (nested and not shown(command)):
            commands.append(path)
            for argument in shown(command):
                if argument["kind"] != "positional":
                    rows.setdefault(names(argument), []).append(path)
        for child in nested:
            walk(child, (path + " " + child["commandName"]).strip())

    walk(root, "")
    lines = ["| option | commands |", "|---|---|"]
    for option in sorted(rows, key=lambda option: option[option.index("--"):]):
        takers = rows[option]
        lacking = [command for command in commands if command not in takers]
        few = len(takers) <= len(lacking)
        text = ", ".join(takers) if few else "all but " + ", ".join(lacking) if lacking else "all"
        lines.append("| `%s` | %s |" % (option.replace("|", "\\|"), text))
    return "\n".join(lines)


def manual(root):
    common = next(shown(child) for child in root["subcommands"] if child["commandName"] == "run")
    text = [HEAD.rstrip(), discussion(root["discussion"])]
    for child in children(root):
        text += section(child, ["lab-run", child["commandName"]], 2, common)
    text += ["## Options by command", "What is called the same means the same.", by_command(root)]
    return "\n\n".join(text) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--man"]):
        sys.exit(__doc__)
    root = json.loads(run("lab-run --experimental-dump-help"))["command"]
    sys.stdout.write(man(root) if sys.argv[1:] else manual(root))


main()
