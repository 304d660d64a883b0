"""The devices that docs/definitions.md declares, read from its table, which is made from the code."""
import os
import re

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/definitions.md")


def declared():
    """By name: fixed ns, picoseconds a byte, a pixel, a pixel that is reduced. All have two workers."""
    with open(DOCUMENT, encoding="utf-8") as file:
        table = file.read().split("    lab-run list devices\n")[1].split("<!-- table end -->")[0]
    found = {}
    for name, numbers in re.findall(r"^\| `([^`]+)` \|(.*)\|$", table, re.M):
        workers, *costs = (int(number.replace(",", "")) for number in numbers.split("|"))
        if workers != 2 or len(costs) != 4:
            raise SystemExit("docs/definitions.md: the device %s is not of two workers and four costs" % name)
        found[name] = tuple(costs)
    return found


DEVICES = declared()
