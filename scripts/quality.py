#!/usr/bin/env python3
"""What a cell shows beside the photo itself, reduced by filters from outside: PSNR and SSIM for each fit and pixel format.

    lab-run library extract -o photos --items 0-99
    scripts/quality.py photos [--cells 288,290,297] [--items 0-99] [--sheet sheet.png]

For each photo and cell the whole JPEG is reduced to `fill`'s size by Pillow's box and Lanczos filters, and by libvips where
pyvips is there, and its middle is the reference. Beside it stands what the cell shows of the bitmap that lab-run holds
(`lab-run library bitmaps`): as it is for fill and crop; for eighth reduced as a graphics processor draws it, bilinear
without smaller copies; planes with their chroma interpolated between samples. PSNR is of all three channels, SSIM of luma
(11 x 11 Gaussian, sigma 1.5). Prints a Markdown table of means; --sheet draws the first photos side by side, three times as
large.
"""
import argparse
import csv
import os
import sys
import tempfile

import numpy as np
from PIL import Image

import lab

FITS, PIXELS = ("eighth", "fill", "crop"), ("bgra", "yuv420")
SHEET_PHOTOS = 4


def bitmaps(cell, fit, pixels, items, folder):
    """item -> (array of the bitmap as RGB, size of the whole picture)"""
    made = lab.run(
        "library", "bitmaps", "-o", folder, "--cell", "%dx%d" % (cell, cell), "--fit", fit, "--pixels", pixels, "--items", items)
    found = {}
    for row in csv.DictReader(made.splitlines()):
        w, h = int(row["width"]), int(row["height"])
        raw = np.fromfile(os.path.join(folder, row["file"]), dtype=np.uint8)
        image = raw.reshape(h, w, 4)[:, :, 2::-1].astype(np.float64) if pixels == "bgra" else planes(raw, w, h)
        found[int(row["file"].split("-")[0])] = image, (int(row["whole width"]), int(row["whole height"]))
    return found


def planes(raw, w, h):
    row = lambda n: (n + 15) // 16 * 16
    cw, ch = (w + 1) // 2, (h + 1) // 2
    luma = raw[:row(w) * h].reshape(h, row(w))[:, :w].astype(np.float64)
    rest = raw[row(w) * h:]
    size = row(cw) * ch
    blue, red = (bilinear(part.reshape(ch, row(cw))[:, :cw].astype(np.float64)[:, :, None] - 128, w, h, w / 2, h / 2)[:, :, 0]
                 for part in (rest[:size], rest[size:2 * size]))
    return np.clip(np.stack([luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue], 2), 0, 255)


def bilinear(image, width, height, from_width=None, from_height=None):
    """What linear sampling shows of an image drawn at another size, without smaller copies of it."""
    def weights(length, count, covered):
        place = (np.arange(count) + 0.5) * covered / count - 0.5
        low = np.floor(place).astype(int)
        return np.clip(low, 0, length - 1), np.clip(low + 1, 0, length - 1), place - low
    top, bottom, down = weights(image.shape[0], height, from_height or image.shape[0])
    rows = image[top] * (1 - down)[:, None, None] + image[bottom] * down[:, None, None]
    left, right, across = weights(image.shape[1], width, from_width or image.shape[1])
    return rows[:, left] * (1 - across)[None, :, None] + rows[:, right] * across[None, :, None]


def middle(image, cell):
    h, w = image.shape[:2]
    top, left = max(0, (h - cell) // 2), max(0, (w - cell) // 2)
    return image[top:top + cell, left:left + cell]


def references(path, whole, cell):
    photo = Image.open(path).convert("RGB")
    made = {"Pillow box": photo.resize(whole, Image.Resampling.BOX),
            "Pillow Lanczos": photo.resize(whole, Image.Resampling.LANCZOS)}
    made = {name: np.asarray(image, dtype=np.float64) for name, image in made.items()}
    try:
        import pyvips
        image = pyvips.Image.new_from_file(path)
        made["libvips"] = np.asarray(
            image.resize(whole[0] / image.width, vscale=whole[1] / image.height).numpy(), dtype=np.float64)
    except ImportError:
        pass
    return {name: middle(image, cell) for name, image in made.items()}


def psnr(one, two):
    error = np.mean((one - two) ** 2)
    return 10 * np.log10(255 ** 2 / error) if error else 99.0


def ssim(one, two):
    taps = np.exp(-np.arange(-5, 6) ** 2 / (2 * 1.5 ** 2))
    taps /= taps.sum()

    def blur(image):
        rows = np.apply_along_axis(lambda line: np.convolve(line, taps, "valid"), 0, image)
        return np.apply_along_axis(lambda line: np.convolve(line, taps, "valid"), 1, rows)
    a, b = (image @ np.array([0.299, 0.587, 0.114]) for image in (one, two))
    ma, mb = blur(a), blur(b)
    va, vb, cov = blur(a * a) - ma * ma, blur(b * b) - mb * mb, blur(a * b) - ma * mb
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean((2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))))


def shown(image, whole, cell, fit):
    if fit == "eighth":
        image = bilinear(image, *whole)
    # A screen has 8 bits a channel.
    return np.rint(middle(image, cell))


def measure(cell, folder, items, sheet):
    held = {}
    with tempfile.TemporaryDirectory() as scratch:
        for fit in FITS:
            for pixels in PIXELS:
                held[fit, pixels] = bitmaps(cell, fit, pixels, items, scratch)
    sums = {}
    wholes = {item: whole for item, (_, whole) in held["fill", "bgra"].items()}
    for number, (item, whole) in enumerate(sorted(wholes.items())):
        path = next((os.path.join(folder, name) for name in sorted(os.listdir(folder)) if number_of(name) == item), None)
        if path is None:
            sys.exit("%s has no photo %d: lab-run library extract -o %s --items %s" % (folder, item, folder, items))
        refs = references(path, whole, cell)
        cells = {key: shown(images[item][0], whole, cell, key[0]) for key, images in held.items()}
        for key, image in cells.items():
            for name, reference in refs.items():
                sums.setdefault((key, name), []).append((psnr(image, reference), ssim(image, reference)))
        if sheet is not None and number < SHEET_PHOTOS:
            sheet.append([refs["Pillow Lanczos"]] + [cells[key] for key in sorted(cells)])
    return sums


def number_of(name):
    digits = "".join(c if c.isdigit() else " " for c in name.rsplit(".", 1)[0]).split()
    return int(digits[-1]) if digits else None


def draw(rows, path):
    """Photos below one another, the reference first, each pixel nine."""
    part = 110
    cut = [[image[:part, :part] for image in row] for row in rows]
    whole = np.concatenate([np.concatenate(row, 1) for row in cut], 0).clip(0, 255).astype(np.uint8)
    image = Image.fromarray(whole)
    image.resize((image.width * 3, image.height * 3), Image.Resampling.NEAREST).save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos")
    parser.add_argument("--cells", default="288,290,297")
    parser.add_argument("--items", default="0-99")
    parser.add_argument("--sheet")
    given = parser.parse_args()
    sheet = [] if given.sheet else None
    results = {}
    for cell in map(int, given.cells.split(",")):
        results[cell] = measure(cell, given.photos, given.items, sheet)
    names = sorted({name for sums in results.values() for _, name in sums})
    table = []
    for cell, sums in results.items():
        for fit in FITS:
            for pixels in PIXELS:
                values = [np.mean(sums[(fit, pixels), name], 0) for name in names]
                table.append(["%d px" % cell, "%s %s" % (fit, pixels)] + ["%.2f, %.4f" % tuple(value) for value in values])
    lab.show(["cell", "held"] + ["%s: PSNR dB, SSIM" % name for name in names], table, 2)
    if given.sheet:
        draw(sheet, given.sheet)


if __name__ == "__main__":
    main()
