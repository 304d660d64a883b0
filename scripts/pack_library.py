#!/usr/bin/env python3
"""Packs what a replay reads of a library for a page's engine.

    lab-run library list --format csv | pack_library.py FINGERPRINT > library.pack

The form is that of PageLibrary in Sources/PageEngine. FINGERPRINT has 32 hexadecimal digits.
"""

import csv
import re
import struct
import sys


def main():
    if len(sys.argv) != 2 or not re.fullmatch("[0-9a-f]{32}", sys.argv[1]):
        sys.exit("pack_library.py: give the library's fingerprint, 32 hexadecimal digits")
    photos = list(csv.DictReader(sys.stdin))
    out = sys.stdout.buffer
    out.write(b"CLABPAGE" + struct.pack("<I", len(photos)) + sys.argv[1].encode())
    for photo in photos:
        width, height, *rest = (int(photo[key]) for key in (
            "width", "height", "encoded_bytes", "thumbnail_bytes", "thumbnail_width", "thumbnail_height"))
        decodes = 1 << 31 if photo["decodes"] == "yes" else 0
        out.write(struct.pack("<3I3H", width | decodes, height, *rest))


if __name__ == "__main__":
    main()
