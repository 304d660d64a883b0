// The page: it asks the engine in its worker and draws what it answers. It counts nothing itself.
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const STRATEGIES_MAX = 4;
  const shown = ['preheat2x', 'budget-priority'];
  const state = { trace: 'hunt', strategies: [...shown], settings: {}, own: null };
  let offer = null, player = null, last = null, reads = [];

  // --- the engine

  const worker = new Worker(URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' })));
  const waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data }) => { waiting.get(data.number)(data); waiting.delete(data.number); };
  const ask = (call, given = {}) => new Promise((resolve) => {
    waiting.set(++asked, resolve);
    worker.postMessage({ number: asked, call, given });
  });
  const words = () => Object.entries(state.settings).flatMap(([name, value]) => [`--${name}`, value]);

  async function unpacked(id) {
    const packed = Uint8Array.from(atob($(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // --- the setting, in the address

  function readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    state.trace = words.get('trace') || 'hunt';
    state.strategies = words.getAll('strategy').slice(0, STRATEGIES_MAX);
    if (!state.strategies.length) state.strategies = [...shown];
    state.settings = {};
    for (const [name, value] of words) if (!['trace', 'strategy'].includes(name)) state.settings[name] = value;
  }

  function address() {
    const words = new URLSearchParams();
    if (!state.own) words.append('trace', state.trace);
    for (const text of state.strategies) words.append('strategy', text);
    for (const [name, value] of Object.entries(state.settings)) words.append(name, value);
    return `#${words}`;
  }

  // --- what one can choose

  function field(label, input) {
    const element = document.createElement('label');
    element.append(label, ' ', input);
    return element;
  }

  // What a page has no part in: photos are its own, and it decodes none.
  const ABSENT = ['library', 'seed', 'assets', 'time', 'speed', 'decodes-end', 'decode', 'decode-in'];

  // A control for each setting that the engine has, with its values and its help.
  function listSettings() {
    const names = { device: offer.devices, screen: offer.screens };
    $('settings').replaceChildren(...offer.settings.filter((each) => !ABSENT.includes(each.name)).map((setting) => {
      const usual = setting.default ?? '', input = document.createElement(setting.choices.length ? 'select' : 'input');
      if (setting.choices.length) {
        input.replaceChildren(...setting.choices.map((value) => new Option(value)));
        input.value = state.settings[setting.name] ?? usual;
      } else {
        input.type = 'text';
        input.placeholder = usual || (setting.name === 'screen' ? "the trace's" : '');
        input.value = state.settings[setting.name] ?? '';
        if (names[setting.name]) input.setAttribute('list', `list-${setting.name}`);
      }
      input.id = `set-${setting.name}`;
      input.title = setting.help;
      input.addEventListener('change', () => set(setting.name, input.value.trim(), usual));
      return field(setting.name, input);
    }), ...Object.entries(names).map(([name, values]) => {
      const list = document.createElement('datalist');
      list.id = `list-${name}`;
      list.replaceChildren(...values.map((value) => new Option(value.name)));
      return list;
    }));
  }

  function set(name, value, usual) {
    if (value === '' || value === usual) delete state.settings[name]; else state.settings[name] = value;
    run();
  }

  const own = (text) => offer.strategies.find((each) => each.id === text.split(/[:+]/)[0]);

  function listStrategies() {
    $('strategies').replaceChildren(...state.strategies.map((text, number) => {
      const item = document.createElement('li'), mark = document.createElement('i');
      const input = document.createElement('input'), remove = document.createElement('button');
      item.className = `n${number}`;
      input.type = 'text';
      input.value = text;
      input.spellcheck = false;
      input.setAttribute('list', 'ids');
      input.setAttribute('aria-label', `Strategy ${number + 1}`);
      input.addEventListener('change', () => { state.strategies[number] = input.value.trim(); tellParameters(number); run(); });
      input.addEventListener('focus', () => tellParameters(number));
      remove.type = 'button';
      remove.textContent = '×';
      remove.setAttribute('aria-label', `Remove strategy ${number + 1}`);
      remove.disabled = state.strategies.length === 1;
      remove.addEventListener('click', () => { state.strategies.splice(number, 1); listStrategies(); run(); });
      item.append(mark, input, remove);
      return item;
    }));
    $('add').disabled = state.strategies.length >= STRATEGIES_MAX;
    $('key').replaceChildren(...state.strategies.map((text, number) => {
      const item = document.createElement('li'), mark = document.createElement('i');
      item.className = `n${number}`;
      item.append(mark, text);
      return item;
    }));
  }

  function tellParameters(number) {
    const known = own(state.strategies[number]);
    $('parameters').textContent = !known ? '' : `${known.id}: ${known.summary}.`
      + known.parameters.map((each) => ` ${each.key}=${each.default}: ${each.summary}.`).join('');
  }

  // The slider writes the budget into each strategy that has one; 0 leaves what they say.
  function budget(megabytes) {
    state.strategies = state.strategies.map((text) => {
      const known = own(text);
      if (!known || !known.parameters.some((each) => each.key === 'budget')) return text;
      const [first, ...rest] = text.split('+');
      const words = first.split(':').slice(1).join(':').split(',').filter((word) => word && !word.startsWith('budget='));
      if (megabytes > 0) words.unshift(`budget=${megabytes}MB`);
      return [known.id + (words.length ? `:${words.join(',')}` : ''), ...rest].join('+');
    });
  }

  // --- the replay

  let isRunning = false, isStale = false;
  async function run() {
    if (isRunning) { isStale = true; return; }
    isRunning = true;
    $('table').classList.add('working');
    do {
      isStale = false;
      const { said, error, took } = await ask('run', { settings: words(), strategies: state.strategies });
      if (isStale) continue;
      if (error) { trouble(error); continue; }
      show(said, took);
      const gaps = await ask('gaps', { settings: words(), strategies: said.runs.map((run) => run.canonical) });
      if (!isStale && !gaps.error) table(said, gaps.said);
    } while (isStale);
    isRunning = false;
    $('table').classList.remove('working');
  }

  function trouble(text) {
    $('trouble').hidden = !text;
    $('trouble').textContent = text || '';
  }

  function show({ scroll, runs, refusals }, took) {
    document.querySelectorAll('#strategies input').forEach((input, number) =>
      input.setAttribute('aria-invalid', String(refusals.some((each) => each.number === number))));
    trouble(refusals.map((each) => each.text).join('\n'));
    if (!runs.length) return;
    const player_ = { ...scroll, runs: runs.map((run) => run.reel), left: 0, right: runs.length - 1, start: 0 };
    last = { runs, player: player_ };
    if (!state.own) history.replaceState(null, '', address());
    table({ runs });
    const data = { player: 1, traces: [player_] };
    if (player) player.show(data);
    else player = startPlayer($('player'), data, { cell: why, drawn: drawCurves });
    window.replayPlayer = player;
    reads = player.read();
    document.body.dataset.took = took.toFixed(1);
    document.body.dataset.runs = Number(document.body.dataset.runs || 0) + 1;
    drawCurves(player.state().time);
  }

  // The metrics of the table, by the lab's names, and how each is written.
  const percent = (ratio) => ratio?.value == null ? '-' : `${(ratio.value * 100).toFixed(ratio.value < 0.1 ? 2 : 1)} %`;
  const gapText = (gaps) => percent(gaps['gap-closed']?.['from-none']?.blank);
  const COLUMNS = [
    ['images ready', (metrics) => percent(metrics['warm-hit-rate'])],
    ['blank area', (metrics) => percent(metrics['warm-blank-ratio'])],
    ['time to image, p95', (metrics) => metrics['warm-time-to-image']?.p95 == null
      ? '-' : `${(metrics['warm-time-to-image'].p95 / 1e6).toFixed(0)} ms`],
    ['bitmaps, peak', (metrics) => metrics['peak-bitmap-bytes'] == null
      ? '-' : `${(metrics['peak-bitmap-bytes'] / 1e6).toFixed(1)} MB`],
    ['decodes', (metrics) => metrics.decodes?.toLocaleString('en') ?? '-'],
  ];

  function line(cells, tag, mark) {
    const row = document.createElement('tr');
    row.className = mark || '';
    row.append(...cells.map((text, column) => {
      const cell = document.createElement(column ? tag : 'th');
      if (column) cell.className = 'num'; else cell.scope = tag === 'th' ? 'col' : 'row';
      if (!column && mark) cell.append(document.createElement('i'));
      cell.append(text);
      return cell;
    }));
    return row;
  }

  function table({ runs }, gaps) {
    const head = ['strategy', ...COLUMNS.map(([title]) => title), 'share of the gap in blank area'];
    $('table').tHead.replaceChildren(line(head, 'th'));
    const row = (name, metrics, gap, mark) => line([name, ...COLUMNS.map(([, text]) => text(metrics)), gap], 'td', mark);
    const limits = gaps?.[0].bound
      ? [row('clairvoyant, which knows the scroll', gaps[0].clairvoyant, ''), row('bound, which nothing passes', gaps[0].bound, '')]
      : [];
    $('table').tBodies[0].replaceChildren(...runs.map((run, index) =>
      row(run.strategy, run.metrics, gaps ? gapText(gaps[index]) : '…', `n${run.number}`)), ...limits);
  }

  async function why(index, item) {
    const { said, error } = await ask('why', { settings: words(), strategy: last.runs[index].canonical, item });
    $('why').hidden = false;
    $('whyText').textContent = error || said.stories.map(({ title, lines }) =>
      [title, ...lines.map(([label, text]) => `  ${label.padEnd(10)} ${text}`)].join('\n')).join('\n\n')
      || `The engine tells nothing of item ${item}.`;
    $('whyText').scrollIntoView({ block: 'nearest' });
  }

  // --- curves

  function pen(canvas) {
    const ratio = window.devicePixelRatio || 1, { width, height } = canvas.getBoundingClientRect();
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const drawn = canvas.getContext('2d');
    drawn.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { drawn, width, height };
  }

  // Of several values that fall on one column the highest is drawn.
  function curve(canvas, lines, end, most, time) {
    const { drawn, width, height } = pen(canvas), style = getComputedStyle(document.body);
    const x = (at) => at / Math.max(end, 1) * width, y = (value) => height - 1 - value / most * (height - 16);
    drawn.strokeStyle = style.getPropertyValue('--line');
    drawn.strokeRect(0.5, 0.5, width - 1, height - 1);
    lines.forEach(({ times, values }, number) => {
      drawn.beginPath();
      let held = 0;
      for (let column = 0, index = 0; column < width; column++) {
        let high = held;
        for (; index < times.length && x(times[index]) < column + 1; index++) high = Math.max(high, held = values[index]);
        drawn.lineTo(column, y(high));
      }
      drawn.strokeStyle = style.getPropertyValue(`--c${number}`);
      drawn.lineWidth = 1.5;
      drawn.stroke();
    });
    drawn.fillStyle = style.getPropertyValue('--ink');
    drawn.fillRect(Math.min(x(time), width - 1.5), 0, 1.5, height);
    drawn.font = '12px system-ui, sans-serif';
    drawn.fillText(most >= 1000 ? `${(most / 1e6).toFixed(1)} MB` : `${Math.round(most * 100)} %`, 6, 12);
  }

  function drawCurves(time, trace = last && last.player) {
    if (!reads.length || !trace || !trace.read) return;
    const { end } = trace;
    curve($('blank'), reads.map((read) => ({ times: trace.read.times, values: read.blanks })), end, 1, time);
    const most = Math.max(1, ...last.player.runs.map((each) => each.peak));
    curve($('held'), reads.map((read) => ({ times: read.ledger.times, values: read.ledger.bytes })), end, most, time);
  }

  // --- one's own scroll

  async function take(name, bytes, isOwn) {
    const { said, error } = await ask('trace', { bytes, name });
    if (error) { trouble(error); return; }
    if (isOwn) {
      state.own = bytes;
      if (![...$('trace').options].some((option) => option.value === said.name)) $('trace').add(new Option(said.name));
    } else state.own = null;
    state.trace = said.name;
    $('trace').value = said.name;
    $('about').textContent = said.title || '';
    $('save').hidden = !isOwn;
    await run();
  }

  function openPad() {
    const frame = document.createElement('iframe');
    frame.title = 'Record a scroll';
    frame.srcdoc = $('recorder').textContent.replaceAll('<\\/', '</');
    $('pad').querySelector('iframe')?.remove();
    $('pad').append(frame);
    $('pad').showModal();
  }
  addEventListener('message', ({ source, data }) => {
    const frame = $('pad').querySelector('iframe');
    if (!frame || source !== frame.contentWindow || typeof data?.scrolltrace !== 'string') return;
    $('pad').close();
    frame.remove();
    take('my finger', new TextEncoder().encode(data.scrolltrace), true);
  });

  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([state.own], { type: 'application/x-ndjson' }));
    link.download = `${state.trace.replace(/[^a-z0-9]+/gi, '-')}.scrolltrace`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      $('copied').textContent = `${what} copied.`;
    } catch {
      $('whyText').textContent = text;
      $('why').hidden = false;
      $('copied').textContent = `${what}: see below.`;
    }
  }

  // --- the page's parts

  $('trace').addEventListener('change', () => choose($('trace').value));
  $('add').addEventListener('click', () => {
    const next = offer.strategies.find((each) => !state.strategies.some((text) => text.startsWith(each.id)));
    state.strategies.push(next.id);
    listStrategies();
    run();
  });
  const megabytes = (value) => value > 0 ? `${value} MB` : 'as each says';
  const cost = (value) => value > 0 ? `${value} ms` : 'as the device says';
  function tellSliders() {
    $('budgetText').textContent = megabytes(Number($('budget').value));
    $('costText').textContent = cost(Number($('cost').value));
  }
  $('budget').addEventListener('input', () => { tellSliders(); budget(Number($('budget').value)); listStrategies(); run(); });
  $('cost').addEventListener('input', () => {
    tellSliders();
    const value = Number($('cost').value);
    set('device', value > 0 ? `decode-${value}ms` : '', '');
    $('set-device').value = state.settings.device ?? '';
  });
  $('finger').addEventListener('click', openPad);
  $('closePad').addEventListener('click', () => { $('pad').querySelector('iframe')?.remove(); $('pad').close(); });
  $('open').addEventListener('click', () => $('file').click());
  $('file').addEventListener('change', async () => {
    const [file] = $('file').files;
    if (file) await take(file.name.replace(/\.scrolltrace$/, ''), new Uint8Array(await file.arrayBuffer()), true);
    $('file').value = '';
  });
  $('save').addEventListener('click', download);
  $('command').addEventListener('click', () => last && copy(last.runs.map((run) => run.command).join('\n'), 'The commands'));
  $('link').addEventListener('click', () => copy(location.href.split('#')[0] + address(), 'The link'));
  $('setting').addEventListener('submit', (event) => event.preventDefault());
  new ResizeObserver(() => player && drawCurves(player.state().time)).observe($('blank'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => player && drawCurves(player.state().time));
  addEventListener('hashchange', () => { if (location.hash !== address()) { readAddress(); fill(); choose(state.trace); } });

  let traces = {};
  async function choose(name) {
    const text = traces[name] ?? (name === state.trace ? traces.hunt : undefined);
    if (text === undefined) return run();
    await take(traces[name] === undefined ? 'hunt' : name, new TextEncoder().encode(text), false);
  }

  function fill() {
    listSettings();
    listStrategies();
    $('cost').value = /^decode-(\d+)ms$/.exec(state.settings.device)?.[1] ?? 0;
    $('budget').value = 0;
    tellSliders();
  }

  async function begin() {
    readAddress();
    const [module, library, packed] = await Promise.all(['engine', 'library', 'traces'].map(unpacked));
    traces = JSON.parse(new TextDecoder().decode(packed));
    $('trace').replaceChildren(...Object.keys(traces).map((name) => new Option(name)));
    const { said, error } = await ask('open', { module, library });
    if (error) { trouble(error); return; }
    offer = said;
    $('ids').replaceChildren(...offer.strategies.map((each) => new Option(each.summary, each.id)));
    fill();
    await choose(state.trace);
    document.body.dataset.ready = 'yes';
  }
  begin();
})();
