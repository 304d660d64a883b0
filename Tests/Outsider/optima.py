#!/usr/bin/env python3
"""Small scrolls and the least blank that any schedule of decodes leaves in them, found exactly by an integer program.

    pip install scipy
    Tests/Outsider/optima.py > Tests/CacheLabTests/ReplayTests/Goldens/optima.tsv

A grid of 2 columns and 12 rows, 3 of them in view, jumps about; a decode takes the same for every item, and every bitmap
takes the same. Time goes in steps of 5 ms, of which all frames and decodes are multiples. For each item and step: does a
decode begin, is its image there. Workers and memory hold at each step, an image that a cell shows stays, and the area in
view over time with its image there is the most; cells of the first frame count for nothing. A row a scroll: frames as
milliseconds:row, end, decode in milliseconds, workers, memory in bitmaps, area in view, least blank area (both in
thousandths of a point x nanoseconds, warm).
"""
import random
import sys

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix

STEP = 5
COLUMNS, ROWS = 2, 12
CELL, PITCH, VIEW = 96_000, 98_000, 292_000


def scroll(seed):
    draw = random.Random(seed)
    time, row, frames = 0, 0, [(0, 0)]
    for _ in range(draw.randint(8, 12)):
        time += STEP * draw.randint(1, 6)
        row = max(0, min(ROWS - 3, row + draw.randint(-3, 3)))
        frames.append((time, row))
    cost = draw.choice([5, 10, 15, 20])
    return frames, time + 30, cost, draw.randint(1, 2), draw.randint(6, 12)


def height(item, row):
    top = item // COLUMNS * PITCH - row * PITCH
    return max(0, min(top + CELL, VIEW) - max(top, 0))


def least(frames, end, cost, workers, memory):
    """The warm area in view, and how much of it stays blank at least."""
    count, steps, long = COLUMNS * ROWS, end // STEP, cost // STEP
    seen = np.zeros((count, steps), int)   # height in view
    visit = np.full((count, steps), -1)    # the frame at which the cell came
    for place, (time, row) in enumerate(frames):
        until = frames[place + 1][0] if place + 1 < len(frames) else end
        for item in range(count):
            tall = height(item, row)
            if tall == 0:
                continue
            first = time // STEP
            came = place
            if first > 0 and visit[item][first - 1] >= 0 and seen[item][first - 1] > 0:
                came = visit[item][first - 1]
            seen[item][first:until // STEP] = tall
            visit[item][first:until // STEP] = came
    worth = np.where(visit > 0, seen, 0) * STEP * 1_000_000
    # Variables: begins[item, step], there[item, step].
    size = count * steps
    begins = lambda item, step: item * steps + step
    there = lambda item, step: size + item * steps + step
    rows, low, high, entries = 0, [], [], []

    def add(terms, least, most):
        nonlocal rows
        entries.extend((rows, column, value) for column, value in terms)
        low.append(least)
        high.append(most)
        rows += 1

    for step in range(steps):
        running = [begins(item, start) for item in range(count) for start in range(max(0, step - long + 1), step + 1)]
        add([(column, 1) for column in running], -np.inf, workers)
        add([(column, 1) for column in running] + [(there(item, step), 1) for item in range(count)], -np.inf, memory)
        for item in range(count):
            own = [begins(item, start) for start in range(max(0, step - long + 1), step + 1)]
            add([(column, 1) for column in own] + [(there(item, step), 1)], -np.inf, 1)
            terms = [(there(item, step), 1)]
            if step > 0:
                terms.append((there(item, step - 1), -1))
            if step >= long:
                terms.append((begins(item, step - long), -1))
            add(terms, -np.inf, 0)
            if step > 0 and visit[item][step] >= 0 and visit[item][step] == visit[item][step - 1]:
                add([(there(item, step), 1), (there(item, step - 1), -1)], 0, np.inf)
    row, column, value = zip(*entries)
    matrix = coo_matrix((value, (row, column)), shape=(rows, 2 * size)).tocsr()
    gain = np.concatenate([np.zeros(size), worth.flatten() / 1e9])
    found = milp(-gain, constraints=LinearConstraint(matrix, low, high), integrality=np.ones(2 * size), bounds=Bounds(0, 1),
                 options={"mip_rel_gap": 0, "time_limit": 300})
    if found.status != 0:
        sys.exit("no optimum: " + found.message)
    shown = int((np.rint(found.x[size:]) * worth.flatten()).sum())
    return int(worth.sum()), int(worth.sum()) - shown


def main():
    print("frames\tend\tdecode\tworkers\tmemory\tarea\tblank")
    for seed in range(1, 41):
        frames, end, cost, workers, memory = scroll(seed)
        area, blank = least(frames, end, cost, workers, memory)
        line = " ".join("%d:%d" % frame for frame in frames)
        print("\t".join(map(str, [line, end, cost, workers, memory, area, blank])), flush=True)


main()
