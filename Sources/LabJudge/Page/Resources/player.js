// The replay player: two strategies over one trace, side by side, at the recorded speed.
//
// A trace says of each frame when it is, its offset, its layout and its cells. A run says when its cells change what they
// show, and when the bytes held and the blank share, in millionths, change; a value holds until the next. Times are
// microseconds, lengths thousandths of a point: see ReelTrace.swift.
'use strict';

// The index of the last value of an ascending list that is at most `limit`; -1 when none is.
function lastAtMost(list, limit) {
  let from = 0, to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle] <= limit) from = middle + 1; else to = middle;
  }
  return from - 1;
}

// The value of a curve at a time.
function valueAt({ times, values }, time) {
  const index = lastAtMost(times, time);
  return index < 0 ? 0 : values[index];
}

// The highest value in each column of pixels.
function highest({ times, values }, width, end) {
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

// Where the first screen is filled: no strategy can have it ready.
const firstFilled = ({ values }) => Math.max(values.indexOf(0), 0);

// Gives an element the colour of a strategy, on light and on dark ground.
function paint(element, [light, dark]) {
  element.style.setProperty('--light', light);
  element.style.setProperty('--dark', dark);
  return element;
}

// The player in `root`. `show` gives it a trace with runs; the selects for strategies and traces are its owner's.
function startPlayer(root) {
  const BLANK = 0, SOFT = 1;
  const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4];
  const find = (name, within = root) => within.querySelector(`[data-part="${name}"]`);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const panes = ['Left', 'Right'].map((side) => {
    const place = root.querySelector('.panes'), pane = place.querySelector('template').content.cloneNode(true).firstElementChild;
    place.append(pane);
    const choice = find('strategy', pane);
    choice.setAttribute('aria-label', `${side} strategy`);
    return { choice, find: (name) => find(name, pane), paint: (hue) => paint(pane, hue), run: null };
  });
  const [slider, clock, play, pace, said] = ['time', 'clock', 'play', 'speed', 'said'].map((name) => find(name));
  let trace = null, time = 0, frame = -1, isPlaying = false, speed = 1, shownAt = 0, colors = {};

  // --- what the data say

  // Changes of cells by item, each in the order of time.
  function byItem({ times, items, states }) {
    const found = new Map();
    for (let index = 0; index < times.length; index++) {
      let own = found.get(items[index]);
      if (!own) found.set(items[index], own = { times: [], values: [] });
      own.times.push(times[index]);
      own.values.push(states[index]);
    }
    return found;
  }

  function opened(run) {
    if (run.byItem) return run;
    run.byItem = byItem(run.cells);
    let peak = 0;
    run.peaks = run.held.values.map((bytes) => (peak = Math.max(peak, bytes)));
    return run;
  }

  // The time at which the two panes differ most: there is something to see.
  function mostApart() {
    const [left, right] = panes.map(({ run }) => run.blank);
    let best = { at: 0, apart: -1 };
    left.times.slice(firstFilled(left)).forEach((at) => {
      const apart = valueAt(left, at) - (left === right ? 0 : valueAt(right, at));
      if (apart > best.apart) best = { at, apart };
    });
    return best.at;
  }

  function cellsOf({ run }) {
    if (frame < 0) return [];
    return Array.from({ length: trace.counts[frame] }, (_, place) => {
      const item = trace.firsts[frame] + place, own = run.byItem.get(item);
      return [item, own ? valueAt(own, time) : BLANK];
    });
  }

  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const seconds = (micros, digits = 2) => (micros / 1e6).toFixed(digits);

  // --- the phones

  function readColors() {
    const style = getComputedStyle(root);
    for (const name of ['ink', 'blank', 'ground', 'held', 'heldfaint', 'miss', 'missfaint', 'peak']) {
      colors[name] = style.getPropertyValue('--' + name).trim();
    }
  }

  // Small landscapes stand for photos: that a picture is there must not hang on its colour.
  const TINTS = [['#8fc3e0', '#2f6f8f', '#1d4a63'], ['#f2cf9c', '#8a6a3a', '#5a4426'], ['#a9d6c4', '#3b8a6c', '#215a46'],
                 ['#e3b9cf', '#8d5574', '#5c3450'], ['#b9c8e8', '#5a6fa0', '#35466e'], ['#f3e2b3', '#a08a3f', '#665826'],
                 ['#cfd8dc', '#6f8089', '#434f56'], ['#9fd0d8', '#3a808c', '#22535c']];
  function canvasOf(side) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = side;
    return [canvas, canvas.getContext('2d')];
  }
  function landscape(number) {
    const [canvas, pen] = canvasOf(128), [sky, hill, ground] = TINTS[number % TINTS.length];
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
    const [small, less] = canvasOf(5), [soft, more] = canvasOf(64);
    less.drawImage(sharp, 0, 0, 5, 5);
    more.drawImage(small, 0, 0, 64, 64);
    return soft;
  }
  const sprites = Array.from({ length: 40 }, (_, number) => landscape(number)).map((sharp) => [null, blurred(sharp), sharp]);

  // A canvas with as many pixels as it covers on the display; its pen counts in CSS pixels.
  function penOf(canvas) {
    const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio);
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, box.width, box.height);
    return { pen, width: box.width, height: box.height };
  }

  // How the rows lie that an item is in: those of its section, the last that begins at or before it.
  function rowsOf({ sections, columns, cell, spacing, inset }, item) {
    if (!sections) return [0, columns, cell[0] + spacing[0], cell[1] + spacing[1], inset[0], 0, 0, ...cell];
    return sections[lastAtMost(sections.map(([first]) => first), item)];
  }

  // Where the screen, its cells and its headers lie on a canvas of this size.
  function placesOn(width, height) {
    const grid = trace.layouts[trace.grids[frame]], screen = grid.viewport;
    const scale = Math.min(width / screen[0], height / screen[1]);
    const [w, h] = screen.map((side) => side * scale), left = (width - w) / 2, above = (height - h) / 2;
    const offset = trace.offsets[frame];
    const rectangle = (x, y, wide, tall) => [left + x * scale, above + (y - offset) * scale, wide * scale, tall * scale];
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
    const thick = Math.min(10, h / 2);
    pen.globalAlpha = 0.3;
    pen.fillStyle = colors.ink;
    pen.fillRect(x + Math.min(w / 10, 8), y + (h - thick) / 2, w / 3, thick);
    pen.globalAlpha = 1;
  }

  function drawScreen(pane, cells) {
    const { pen, width, height } = penOf(pane.find('screen'));
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
        const sprite = sprites[item * 7919 % sprites.length][state], side = sprite.width;
        const part = Math.min(w, h) / Math.max(w, h) * side, [sw, sh] = w > h ? [side, part] : [part, side];
        pen.drawImage(sprite, (side - sw) / 2, (side - sh) / 2, sw, sh, x, y, w, h);
      }
    }
    pen.restore();
  }

  // --- curves, which both panes draw at one scale; what is past is darker

  function drawCurve(canvas, curve, most, [dark, faint], peak) {
    const { pen, width, height } = penOf(canvas);
    const x = (at) => at / Math.max(trace.end, 1) * width, y = (value) => height - 1 - value / most * (height - 8);
    pen.beginPath(); pen.moveTo(0, height);
    highest(curve, width, trace.end).forEach((high, column) => {
      pen.lineTo(column, y(high)); pen.lineTo(column + 1, y(high));
    });
    pen.lineTo(width, height); pen.closePath();
    pen.save(); pen.clip();
    pen.fillStyle = faint; pen.fillRect(0, 0, width, height);
    pen.fillStyle = dark; pen.fillRect(0, 0, x(time), height);
    pen.restore();
    if (peak >= 0) {
      pen.fillStyle = colors.peak;
      pen.beginPath();
      pen.arc(Math.min(Math.max(x(curve.times[peak]), 4), width - 4), y(curve.values[peak]), 3.5, 0, 7);
      pen.fill();
    }
    pen.fillStyle = colors.ink; pen.fillRect(Math.min(x(time), width - 1.5), 0, 1.5, height);
  }

  // What is blank later than the first screen decides the scale; the first screen stands out above.
  let mostBlank = 1, mostHeld = 1;
  function scaleCurves() {
    const later = panes.flatMap(({ run: { blank } }) => blank.values.slice(firstFilled(blank)));
    mostBlank = later.reduce((most, value) => Math.max(most, value), 10_000);
    mostHeld = Math.max(...panes.map(({ run }) => run.peak), 1);
    for (const pane of panes) {
      pane.find('blank-scale').textContent = `blank, up to ${(mostBlank / 1e4).toFixed(mostBlank < 1e5 ? 1 : 0)} %`;
      pane.find('held-scale').textContent = `held, up to ${megabytes(mostHeld)}`;
    }
  }

  function tell(pane, cells) {
    const level = lastAtMost(pane.run.held.times, time);
    const blank = cells.filter(([, state]) => state === BLANK).length;
    const soft = cells.filter(([, state]) => state === SOFT).length;
    const now = megabytes(level < 0 ? 0 : pane.run.held.values[level]);
    // Two levels of one microsecond are one here; the exact peak counts once it is over.
    const { peaks } = pane.run, peak = level < 0 ? 0 : peaks[level];
    const isOver = level >= 0 && peak === peaks[peaks.length - 1];
    pane.find('blank').textContent = `${blank} of ${cells.length}` + (soft ? `, ${soft} soft` : '');
    pane.find('now').textContent = now;
    pane.find('peak').textContent = megabytes(isOver ? pane.run.peak : peak);
    return `${pane.run.strategy} ${blank} of ${cells.length} cells blank, ${now}`;
  }

  function draw() {
    frame = lastAtMost(trace.times, time);
    const words = panes.map((pane) => {
      const cells = cellsOf(pane), { blank, held, peaks } = pane.run;
      drawScreen(pane, cells);
      drawCurve(pane.find('blank-curve'), blank, mostBlank, [colors.miss, colors.missfaint], -1);
      drawCurve(pane.find('held-curve'), held, mostHeld, [colors.held, colors.heldfaint],
        held.values.indexOf(peaks[peaks.length - 1]));
      return tell(pane, cells);
    });
    slider.value = Math.round(time / 1000);
    clock.textContent = `${seconds(time)} s of ${seconds(trace.end, 1)} s`;
    if (!isPlaying) {
      slider.setAttribute('aria-valuetext', `${seconds(time)} seconds of ${seconds(trace.end, 1)}`);
      panes.forEach((pane, index) => pane.find('screen').setAttribute('aria-label', `Screen with ${words[index]}`));
    }
    return words;
  }

  // --- time

  // Said aloud only when something comes to rest.
  function say(words) { said.textContent = words; }
  const rest = (words) => say(`At ${seconds(time)} seconds: ${words.join('; ')}.`);

  function seek(to) {
    time = Math.min(Math.max(to, 0), trace.end);
    return draw();
  }

  function setPlaying(plays) {
    if (plays && time >= trace.end) time = 0;
    const isNew = plays !== isPlaying;
    isPlaying = plays;
    play.textContent = plays ? 'Pause' : 'Play';
    if (!plays) return rest(draw());
    say('');
    if (!isNew) return draw();
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
  }

  function step(frames) {
    setPlaying(false);
    rest(seek(trace.times[Math.min(Math.max(frame + frames, 0), trace.times.length - 1)]));
  }

  function setSpeed(index) {
    speed = SPEEDS[Math.min(Math.max(index, 0), SPEEDS.length - 1)];
    pace.value = String(speed);
  }

  // --- what one can do

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
    const faster = () => setSpeed(SPEEDS.indexOf(speed) + 1), slower = () => setSpeed(SPEEDS.indexOf(speed) - 1);
    const keys = {
      ' ': () => setPlaying(!isPlaying),
      ArrowLeft: () => event.shiftKey ? rest(seek(time - 1e6)) : step(-1),
      ArrowRight: () => event.shiftKey ? rest(seek(time + 1e6)) : step(1),
      Home: () => rest(seek(0)), End: () => rest(seek(trace.end)),
      '+': faster, '=': faster, '-': slower, '_': slower,
    };
    // A button does what is written on it.
    if (!keys[event.key] || (event.key === ' ' && isOn('button'))) return;
    event.preventDefault();
    keys[event.key]();
  });

  const redraw = () => { readColors(); if (trace) draw(); };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  new ResizeObserver(redraw).observe(root);
  // A window on another display has other pixels.
  const watchPixels = () => matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    .addEventListener('change', () => { redraw(); watchPixels(); }, { once: true });
  watchPixels();

  return {
    choices: panes.map(({ choice }) => choice),
    // A trace with the runs of these numbers, at a time; without one where they differ most.
    show(next, runs, at) {
      trace = next;
      panes.forEach((pane, side) => {
        pane.run = opened(trace.runs[runs[side]]);
        pane.paint(pane.run.hue);
      });
      const [wide, high] = [0, 1].map((side) => Math.max(...trace.layouts.map(({ viewport }) => viewport[side])));
      root.toggleAttribute('data-single', trace.runs.length === 1);
      root.style.setProperty('--shape', `${wide} / ${high}`);
      root.style.setProperty('--ratio', wide / high);
      slider.max = Math.round(trace.end / 1000);
      root.hidden = false;
      readColors();
      scaleCurves();
      seek(at ?? mostApart());
    },
    setPlaying, say,
    get time() { return time; },
    // For the page's test: cells with what they show, and where they lie on a pane's canvas, in its pixels.
    seek(to) { setPlaying(false); seek(to); return this.state(); },
    places(side) {
      const canvas = panes[side].find('screen'), places = placesOn(canvas.width, canvas.height);
      return cellsOf(panes[side]).map(([item]) => places.cell(item));
    },
    state: () => ({ time, speed, isPlaying, trace: trace.name, panes: panes.map((pane) => ({
      strategy: pane.run.strategy, cells: cellsOf(pane), now: pane.find('now').textContent,
      peak: pane.find('peak').textContent,
    })) }),
  };
}

// The player of a report: traces with their runs lie in the page.
function playReport(root, traces) {
  const player = startPlayer(root), traceChoice = root.querySelector('[data-part="trace"]');
  const options = (select, names) => select.replaceChildren(...names.map((name, number) => new Option(name, number)));
  let trace = null;
  const show = (at) => player.show(trace, player.choices.map((choice) => Number(choice.value)), at);
  const open = (number) => {
    const names = trace ? player.choices.map((choice) => trace.runs[Number(choice.value)].strategy) : [];
    trace = traces[number];
    traceChoice.value = String(number);
    const kept = names.map((name) => trace.runs.findIndex((run) => run.strategy === name));
    player.choices.forEach((choice, side) => {
      options(choice, trace.runs.map((run) => run.strategy));
      choice.value = String(kept.length && !kept.includes(-1) ? kept[side] : trace.shown[side]);
    });
    show();
  };
  options(traceChoice, traces.map((each) => each.name));
  root.querySelector('[data-part="trace-label"]').hidden = traces.length < 2;
  traceChoice.addEventListener('change', () => { player.setPlaying(false); open(Number(traceChoice.value)); });
  for (const choice of player.choices) choice.addEventListener('change', () => show(player.time));
  open(0);
  return Object.assign(player, {
    // For the page's test.
    choose(name, ...strategies) {
      open(traces.findIndex((each) => each.name === name));
      strategies.forEach((strategy, side) => {
        player.choices[side].value = String(trace.runs.findIndex((run) => run.strategy === strategy));
      });
      show(player.time);
    },
  });
}

{
  const source = document.getElementById('player-data'), root = document.getElementById('player');
  if (source && root) window.replayPlayer = playReport(root, JSON.parse(source.textContent));
}
