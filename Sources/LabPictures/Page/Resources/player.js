// The replay player: two strategies over one trace, side by side, at the recorded speed.
//
// The page carries, for each trace, its frames and, for each strategy, when a cell changed what it shows and how many
// bytes were held; times are microseconds, lengths thousandths of a point. They are the columns of ReelTrace.swift,
// which a page that has an engine gets from it.
'use strict';

// A trace's columns, one after the other.
function framesOf({ columns, frames }) {
  const [times, offsets, layouts, firsts, counts] =
    [0, 1, 2, 3, 4].map((number) => columns.slice(number * frames, (number + 1) * frames));
  return { times, offsets, layouts, firsts, counts };
}

// A run's: its cells, its bytes, and the share of blank cells in each frame, of which `counts` says how many it has.
function reelOf({ columns, changes, levels }, counts) {
  let at = 0;
  const next = (count) => columns.slice(at, at += count);
  return { cells: { times: next(changes), items: next(changes), states: next(changes) },
           ledger: { times: next(levels), bytes: next(levels) },
           blanks: columns.slice(at).map((blank, frame) => blank / Math.max(counts[frame], 1)) };
}

// The highest value in each column of pixels, of values that hold from their times on.
function highest(times, values, width, end) {
  const columns = [];
  for (let column = 0, index = 0, held = 0; column < width; column++) {
    let high = held;
    for (; index < times.length && times[index] / Math.max(end, 1) * width < column + 1; index++) {
      held = values[index];
      high = Math.max(high, held);
    }
    columns.push(high);
  }
  return columns;
}

// `hooks.drawn(time)` hears of each picture.
function startPlayer(root, data, hooks = {}) {
  const BLANK = 0, SOFT = 1, SHARP = 2;
  const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4];
  const find = (name) => root.querySelector(`[data-part="${name}"]`);

  // --- reading what the page carries

  // The index of the last value that is at most `limit`, in part of an ascending list; `from` - 1 when none is.
  function lastAtMost(list, limit, from = 0, to = list.length) {
    while (from < to) {
      const middle = (from + to) >> 1;
      if (list[middle] <= limit) from = middle + 1; else to = middle;
    }
    return from - 1;
  }

  // Changes of cells by item, each in the order of time.
  function byItem({ times, items, states }) {
    const found = new Map();
    for (let index = 0; index < times.length; index++) {
      let own = found.get(items[index]);
      if (!own) found.set(items[index], own = { times: [], states: [] });
      own.times.push(times[index]);
      own.states.push(states[index]);
    }
    return found;
  }

  function openTrace(trace) {
    trace.read ??= framesOf(trace);
    return trace;
  }

  function openRun(trace, run) {
    run.read ??= reelOf(run, trace.read.counts);
    if (run.byItem) return run;
    run.byItem = byItem(run.read.cells);
    let peak = 0;
    run.peaks = run.read.ledger.bytes.map((bytes) => (peak = Math.max(peak, bytes)));
    return run;
  }

  // The time at which the two panes differ most: there is something to see.
  function mostApart() {
    const [left, right] = panes.map(({ run }) => run.read.blanks);
    const apart = left.map((share, at) => left === right ? share : share - right[at]);
    return trace.read.times[apart.reduce((best, value, at) => value > apart[best] ? at : best, 0)] ?? 0;
  }

  function stateAt(run, item, time) {
    const own = run.byItem.get(item);
    const index = own ? lastAtMost(own.times, time) : -1;
    return index < 0 ? BLANK : own.states[index];
  }

  // --- what is shown

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let trace = null, time = 0, frame = -1, isPlaying = false, speed = 1, shownAt = 0, colors = {};
  const panes = ['left', 'right'].map((side) => {
    const pane = root.querySelector(`[data-pane="${side}"]`);
    const part = (name) => pane.querySelector(`[data-part="${name}"]`);
    return { side, element: pane, choice: part('strategy'), screen: part('screen'), memory: part('memory'),
             text: part('text'), strip: find(`strip-${side}`), run: null };
  });
  const slider = find('time'), clock = find('clock'), play = find('play'), pace = find('speed'), said = find('said');
  const traceChoice = find('trace');

  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const seconds = (micros, digits = 2) => (micros / 1e6).toFixed(digits);

  function cellsOf(pane) {
    const cells = [], { firsts, counts } = trace.read;
    if (frame < 0) return cells;
    for (let item = firsts[frame]; item < firsts[frame] + counts[frame]; item++) {
      cells.push([item, stateAt(pane.run, item, time)]);
    }
    return cells;
  }

  function readColors() {
    const style = getComputedStyle(root);
    for (const name of ['ink', 'faint', 'line', 'blank', 'ground', 'held', 'heldfaint', 'miss', 'peak']) {
      colors[name] = style.getPropertyValue('--' + name).trim();
    }
    sprites = null;
  }

  // Small landscapes stand for photos: that a picture is there must not hang on its colour.
  let sprites = null;
  const TINTS = [['#8fc3e0', '#2f6f8f', '#1d4a63'], ['#f2cf9c', '#8a6a3a', '#5a4426'], ['#a9d6c4', '#3b8a6c', '#215a46'],
                 ['#e3b9cf', '#8d5574', '#5c3450'], ['#b9c8e8', '#5a6fa0', '#35466e'], ['#f3e2b3', '#a08a3f', '#665826'],
                 ['#cfd8dc', '#6f8089', '#434f56'], ['#9fd0d8', '#3a808c', '#22535c']];
  function landscape(number) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 128;
    const pen = canvas.getContext('2d'), [sky, hill, ground] = TINTS[number % TINTS.length];
    let seed = number * 2654435761 % 4294967296;
    const random = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
    pen.fillStyle = sky; pen.fillRect(0, 0, 128, 128);
    pen.fillStyle = '#fffc';
    pen.beginPath(); pen.arc(24 + random() * 80, 24 + random() * 20, 7 + random() * 7, 0, 7); pen.fill();
    for (const [color, height] of [[hill, 62], [ground, 92]]) {
      pen.fillStyle = color;
      pen.beginPath(); pen.moveTo(0, 128);
      for (let x = 0; x <= 128; x += 16) pen.lineTo(x, height + random() * 26 - 13);
      pen.lineTo(128, 128); pen.fill();
    }
    return canvas;
  }
  function blurred(sharp) {
    const small = document.createElement('canvas'), soft = document.createElement('canvas');
    small.width = small.height = 5; soft.width = soft.height = 64;
    small.getContext('2d').drawImage(sharp, 0, 0, 5, 5);
    soft.getContext('2d').drawImage(small, 0, 0, 64, 64);
    return soft;
  }
  function spriteOf(item, state) {
    sprites ??= Array.from({ length: 40 }, (_, number) => landscape(number)).map((sharp) => [null, blurred(sharp), sharp]);
    return sprites[item * 7919 % sprites.length][state];
  }

  // A canvas with as many pixels as it covers on the display; its pen counts in CSS pixels.
  function penOf(canvas) {
    const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio);
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { pen, width: box.width, height: box.height };
  }

  // How the rows lie that an item is in: those of its section, the last that begins at or before it.
  function rowsOf(grid, item) {
    const { sections, columns, cell, spacing, inset } = grid;
    if (!sections) return [0, columns, cell[0] + spacing[0], cell[1] + spacing[1], inset[0], 0, 0, ...cell];
    let low = 0, high = sections.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (sections[middle][0] <= item) low = middle; else high = middle;
    }
    return sections[low];
  }

  // A grid that scrolls sideways is one turned by a quarter.
  const turned = (grid, pair) => (grid.sideways ? [pair[1], pair[0]] : pair);

  // Where the screen, its cells and its headers lie on a canvas of this size.
  function placesOn(width, height) {
    const grid = trace.layouts[trace.read.layouts[frame]], screen = turned(grid, grid.viewport);
    const scale = Math.min(width / screen[0], height / screen[1]);
    const [w, h] = screen.map((side) => side * scale), left = (width - w) / 2, above = (height - h) / 2;
    const offset = trace.read.offsets[frame];
    const rectangle = (x, y, wide, tall) => {
      const [dx, dy] = turned(grid, [x, y - offset]);
      return [left + dx * scale, above + dy * scale, ...turned(grid, [wide, tall]).map((side) => side * scale)];
    };
    const cell = (item) => {
      const [first, columns, across, down, top, , , wide, tall] = rowsOf(grid, item), place = item - first;
      return rectangle(place % columns * across, top + Math.floor(place / columns) * down, wide, tall);
    };
    const headers = (grid.sections ?? []).map((section) => section.slice(5, 7))
      .filter(([y, tall]) => tall > 0 && y + tall > offset && y < offset + grid.viewport[1])
      .map(([y, tall]) => rectangle(0, y, grid.viewport[0], tall));
    return { screen: [left, above, w, h], cell, headers };
  }

  // A line of text is all that stands in a header: a bar for it.
  function drawHeader(pen, [x, y, w, h]) {
    const thick = Math.min(10, h / 2), long = w > h ? w / 3 : w * 0.8;
    pen.globalAlpha = 0.3;
    pen.fillStyle = colors.ink;
    pen.fillRect(x + Math.min(w / 10, 8), y + (w > h ? (h - thick) / 2 : 8), long, thick);
    pen.globalAlpha = 1;
  }

  function drawScreen(pane, cells) {
    const { pen, width, height } = penOf(pane.screen);
    pen.fillStyle = colors.ground;
    pen.fillRect(0, 0, width, height);
    if (frame < 0) return;
    const places = placesOn(width, height);
    pen.save();
    pen.beginPath(); pen.rect(...places.screen); pen.clip();
    for (const header of places.headers) drawHeader(pen, header);
    for (const [item, state] of cells) {
      const [x, y, w, h] = places.cell(item);
      if (state === BLANK) {
        pen.fillStyle = colors.blank;
        pen.fillRect(x, y, w, h);
      } else {
        // Aspect fill: what is too much of the square is cut off.
        const sprite = spriteOf(item, state), side = sprite.width, part = Math.min(w, h) / Math.max(w, h) * side;
        const [sw, sh] = w > h ? [side, part] : [part, side];
        pen.drawImage(sprite, (side - sw) / 2, (side - sh) / 2, sw, sh, x, y, w, h);
      }
    }
    pen.restore();
  }

  // Bytes held over time, what is past darker; both panes share the scale.
  function drawMemory(pane) {
    const { pen, width, height } = penOf(pane.memory);
    const { times, bytes } = pane.run.read.ledger, most = Math.max(...panes.map((p) => p.run.peak), 1);
    const x = (at) => at / Math.max(trace.end, 1) * width, y = (held) => height - 1 - held / most * (height - 8);
    pen.clearRect(0, 0, width, height);
    pen.beginPath(); pen.moveTo(0, height);
    highest(times, bytes, width, trace.end).forEach((high, column) => {
      pen.lineTo(column, y(high)); pen.lineTo(column + 1, y(high));
    });
    const peak = bytes.indexOf(pane.run.peaks[bytes.length - 1]);
    pen.lineTo(width, height); pen.closePath();
    pen.save(); pen.clip();
    pen.fillStyle = colors.heldfaint; pen.fillRect(0, 0, width, height);
    pen.fillStyle = colors.held; pen.fillRect(0, 0, x(time), height);
    pen.restore();
    if (bytes.length) {
      pen.fillStyle = colors.peak;
      pen.beginPath(); pen.arc(Math.min(Math.max(x(times[peak]), 4), width - 4), y(bytes[peak]), 3.5, 0, 7); pen.fill();
    }
    pen.fillStyle = colors.ink; pen.fillRect(Math.min(x(time), width - 1.5), 0, 1.5, height);
  }

  // The share of blank cells over the whole trace: where to look.
  function drawStrip(pane) {
    const { pen, width, height } = penOf(pane.strip), { times } = trace.read, { blanks } = pane.run.read;
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = colors.miss;
    highest(times, blanks, width, trace.end).forEach((most, column) =>
      pen.fillRect(column, height * (1 - most), 1, height * most));
  }

  function tell(pane, cells) {
    const { times, bytes } = pane.run.read.ledger, level = lastAtMost(times, time);
    const blank = cells.filter(([, state]) => state === BLANK).length;
    const soft = cells.filter(([, state]) => state === SOFT).length;
    const now = level < 0 ? 0 : bytes[level];
    // Two levels of one microsecond are one here; the exact peak counts once it is over.
    const { peaks } = pane.run, peak = level < 0 ? 0 : peaks[level];
    const isOver = level >= 0 && peak === peaks[peaks.length - 1];
    pane.blank.textContent = `${blank} of ${cells.length}` + (soft ? `, ${soft} soft` : '');
    pane.now.textContent = `${megabytes(now)} MB`;
    pane.peak.textContent = `${megabytes(isOver ? pane.run.peak : peak)} MB`;
    return `${pane.run.strategy} ${blank} of ${cells.length} cells blank, ${megabytes(now)} MB`;
  }

  function draw() {
    frame = lastAtMost(trace.read.times, time);
    const words = panes.map((pane) => {
      const cells = cellsOf(pane);
      drawScreen(pane, cells);
      drawMemory(pane);
      return tell(pane, cells);
    });
    slider.value = Math.round(time / 1000);
    clock.textContent = `${seconds(time)} s of ${seconds(trace.end, 1)} s`;
    if (hooks.drawn) hooks.drawn(time, trace);
    if (!isPlaying) {
      slider.setAttribute('aria-valuetext', `${seconds(time)} seconds of ${seconds(trace.end, 1)}`);
      panes.forEach((pane, index) => pane.screen.setAttribute('aria-label', `Screen with ${words[index]}`));
    }
    return words;
  }

  // Said aloud only when something comes to rest.
  function say(words) { said.textContent = words; }

  function seek(to) {
    time = Math.min(Math.max(to, 0), trace.end);
    return draw();
  }

  function setPlaying(plays) {
    if (plays && time >= trace.end) time = 0;
    isPlaying = plays;
    play.textContent = plays ? 'Pause' : 'Play';
    if (plays) {
      say('');
      let before = performance.now();
      const tick = (now) => {
        if (!isPlaying) return;
        time = Math.min(time + (now - before) * 1000 * speed, trace.end);
        before = now;
        if (time >= trace.end) return setPlaying(false);
        // Who asked for less motion sees stills, two a second.
        if (!calm.matches || now - shownAt > 500) { shownAt = now; draw(); }
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    } else {
      say(`At ${seconds(time)} seconds: ${draw().join('; ')}.`);
    }
  }

  function step(frames) {
    setPlaying(false);
    const { times } = trace.read, at = Math.min(Math.max(frame + frames, 0), times.length - 1);
    say(`At ${seconds(times[at])} seconds: ${seek(times[at]).join('; ')}.`);
  }

  function setSpeed(index) {
    const at = Math.min(Math.max(index, 0), SPEEDS.length - 1);
    speed = SPEEDS[at];
    pace.value = String(speed);
  }

  function chooseRuns(left, right) {
    [left, right].forEach((index, number) => {
      panes[number].run = openRun(trace, trace.runs[index]);
      panes[number].choice.value = String(index);
    });
    root.toggleAttribute('data-single', trace.runs.length === 1);
    panes.forEach(drawStrip);
  }

  // `before` is what was shown of the same trace: its time and the numbers of its runs stay.
  function chooseTrace(index, before) {
    const plays = isPlaying;
    const names = panes.map((pane) => pane.run && pane.run.strategy);
    trace = openTrace(data.traces[index]);
    traceChoice.value = String(index);
    for (const pane of panes) {
      pane.choice.replaceChildren(...trace.runs.map((run, number) => new Option(run.strategy, number)));
    }
    const kept = names.map((name) => trace.runs.findIndex((run) => run.strategy === name));
    const sides = trace.layouts.map((grid) => turned(grid, grid.viewport));
    const [wide, high] = [0, 1].map((side) => Math.max(...sides.map((viewport) => viewport[side])));
    root.style.setProperty('--shape', `${wide} / ${high}`);
    root.style.setProperty('--ratio', wide / high);
    slider.max = Math.round(trace.end / 1000);
    chooseRuns(...(before ? before.runs : kept.includes(-1) ? [trace.left, trace.right] : kept));
    time = before ? Math.min(before.time, trace.end) : mostApart();
    if (plays && before) draw(); else setPlaying(false);
  }

  // --- the page's parts

  for (const pane of panes) {
    pane.blank = pane.text.querySelector('[data-part="blank"]');
    pane.now = pane.text.querySelector('[data-part="now"]');
    pane.peak = pane.text.querySelector('[data-part="peak"]');
    pane.choice.addEventListener('change', () => {
      chooseRuns(...panes.map((p) => Number(p.choice.value)));
      say(`${draw().join('; ')}.`);
    });
  }
  const listTraces = () =>
    traceChoice.replaceChildren(...data.traces.map((each, index) => new Option(each.name, index)));
  listTraces();
  traceChoice.addEventListener('change', () => chooseTrace(Number(traceChoice.value)));
  pace.replaceChildren(...SPEEDS.map((each) => new Option(each < 1 ? `1/${1 / each}×` : `${each}×`, each)));
  pace.addEventListener('change', () => setSpeed(SPEEDS.indexOf(Number(pace.value))));
  setSpeed(SPEEDS.indexOf(1));
  play.addEventListener('click', () => setPlaying(!isPlaying));
  find('back').addEventListener('click', () => step(-1));
  find('on').addEventListener('click', () => step(1));
  slider.addEventListener('input', () => { setPlaying(false); seek(Number(slider.value) * 1000); });

  root.addEventListener('keydown', (event) => {
    const isOn = (name) => event.target.closest && event.target.closest(name);
    if (event.ctrlKey || event.metaKey || event.altKey || isOn('select')) return;
    const keys = {
      ' ': () => setPlaying(!isPlaying),
      ArrowLeft: () => event.shiftKey ? say(seek(time - 1e6).join('; ')) : step(-1),
      ArrowRight: () => event.shiftKey ? say(seek(time + 1e6).join('; ')) : step(1),
      Home: () => say(seek(0).join('; ')),
      End: () => say(seek(trace.end).join('; ')),
      '+': () => setSpeed(SPEEDS.indexOf(speed) + 1),
      '=': () => setSpeed(SPEEDS.indexOf(speed) + 1),
      '-': () => setSpeed(SPEEDS.indexOf(speed) - 1),
      '_': () => setSpeed(SPEEDS.indexOf(speed) - 1),
    };
    // A button does what is written on it.
    if (!keys[event.key] || (event.key === ' ' && isOn('button'))) return;
    event.preventDefault();
    keys[event.key]();
  });

  const redraw = () => { readColors(); panes.forEach(drawStrip); draw(); };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  root.hidden = false;
  readColors();
  chooseTrace(0);
  new ResizeObserver(redraw).observe(root);
  // A window on another display has other pixels.
  const watchPixels = () => matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    .addEventListener('change', () => { redraw(); watchPixels(); }, { once: true });
  watchPixels();

  // For whoever wants to look closer, and for the page's test.
  return {
    // Another replay of what is shown, or of another trace.
    show(next) {
      const isSame = next.traces[0].name === trace.name, last = next.traces[0].runs.length - 1;
      const runs = panes.map((pane) => Math.min(trace.runs.indexOf(pane.run), last));
      data = next;
      listTraces();
      chooseTrace(0, isSame ? { time, runs } : undefined);
    },
    // Of each run what it holds and how much is blank over time; `frames` are the trace's.
    read: () => ({ frames: trace.read.times, end: trace.end, runs: trace.runs.map((run) => openRun(trace, run).read) }),
    get time() { return time; },
    get isPlaying() { return isPlaying; },
    seek(to) { setPlaying(false); seek(to); return this.state(); },
    choose(name, left, right) {
      chooseTrace(data.traces.findIndex((each) => each.name === name));
      chooseRuns(...[left, right].map((strategy) => trace.runs.findIndex((run) => run.strategy === strategy)));
      draw();
    },
    // Cells on a pane's canvas, in its pixels: x, y, width, height.
    places(side) {
      const { width, height } = panes[side].screen, places = placesOn(width, height);
      return cellsOf(panes[side]).map(([item]) => places.cell(item));
    },
    state: () => ({ time, speed, isPlaying, trace: trace.name, panes: panes.map((pane) => ({
      strategy: pane.run.strategy, cells: cellsOf(pane), now: pane.now.textContent, peak: pane.peak.textContent,
    })) }),
  };
}

{
  const source = document.getElementById('player-data'), root = document.getElementById('player');
  // For the page's test too.
  if (source && root) window.replayPlayer = startPlayer(root, JSON.parse(source.textContent));
}
