#!/usr/bin/env python3
"""Prints the page for man, lab-run.1, from the program's own help: every command with its options, and what they mean.

The source is `lab-run --experimental-dump-help`. swift-argument-parser's own plugin makes such pages too; it builds the
whole tool once more in debug, which takes minutes, so it is not used.
"""
import json

from tables import run


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
    return " ".join(text.split())


def roff(text):
    """Text that troff takes as it is."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(("\\&" + line if line[:1] in (".", "'") else line) for line in lines)


def children(command):
    return [child for child in command.get("subcommands", []) if child.get("shouldDisplay") and child["commandName"] != "help"]


def page(command, path):
    """A command's part of the page, with those of its subcommands."""
    title = " ".join(path)
    text = ['.SH "%s"' % title.upper() if len(path) == 2 else '.SS "%s"' % title, roff(command["abstract"])]
    if command.get("discussion"):
        text += [".nf", roff(command["discussion"]), ".fi"]
    for argument in command.get("arguments", []):
        # All commands have --help and --version.
        if argument.get("shouldDisplay", True) and argument["valueName"] not in ("help", "version"):
            text += [".TP", "\\fB%s\\fR" % roff(names(argument)), roff(meaning(argument))]
    return text + [line for child in children(command) for line in page(child, path + [child["commandName"]])]


root = json.loads(run("lab-run --experimental-dump-help"))["command"]
print("\n".join([
    '.TH LAB-RUN 1 "" "CacheLab" "User Commands"', ".SH NAME", "lab\\-run \\- " + roff(root["abstract"]), ".SH SYNOPSIS",
    "\\fBlab\\-run\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]", ".SH DESCRIPTION", ".nf", roff(root["discussion"]), ".fi",
    *(line for child in children(root) for line in page(child, ["lab-run", child["commandName"]]))]))
