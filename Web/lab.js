// The page: it asks the lab's engines and draws what they answer. It counts nothing itself.
(() => {
  const $ = (id) => document.getElementById(id);
  const STRATEGIES_MAX = 4, USUAL_TRACE = 'hunt', USUAL_STRATEGIES = ['preheat2x', 'budget-priority'];
  // As Photos delivers unless told: what a phone shows.
  const USUAL_SETTINGS = { delivery: 'opportunistic' };
  const ENDING = '.scrolltrace';
  // `edits` are what sliders and menus set in every strategy that has it; `strategies` stay as they were written.
  const state = { trace: USUAL_TRACE, strategies: [...USUAL_STRATEGIES], settings: {}, edits: new Map() };
  // Scrolls by name: `bytes`, and the `file` that one's own would be saved as.
  const scrolls = new Map();
  let offer = null, engines = null, list = null, player = null;
  // What is on screen: texts, runs with their `number` among the strategies, scroll; `settings` as words. The phones follow
  // right behind: what they show is `played`.
  let shown = null, played = null;
  const curves = new Curves();

  // --- what the page carries

  async function unpacked(id) {
    const packed = Uint8Array.from(atob($(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // --- the setting, in the address

  const given = () => location.hash.slice(1);

  function readAddress() {
    const words = new URLSearchParams(given().replaceAll('%00', ''));
    const known = new Set(['screen', ...offer.settings.map((setting) => setting.name)]);
    const passed = [...new Set(words.keys())].filter((name) => !known.has(name) && !['trace', 'strategy'].includes(name));
    state.trace = scrolls.has(words.get('trace')) ? words.get('trace') : USUAL_TRACE;
    if (words.has('trace') && state.trace !== words.get('trace')) passed.push(`trace ${words.get('trace')}`);
    state.strategies = words.getAll('strategy').slice(0, STRATEGIES_MAX);
    if (!state.strategies.length) state.strategies = [...USUAL_STRATEGIES];
    state.settings = given() ? Object.fromEntries([...words].filter(([name]) => known.has(name))) : { ...USUAL_SETTINGS };
    state.edits.clear();
    trouble(passed.length ? `The link names what this page does not have: ${passed.join(', ')}.` : '');
  }

  function address() {
    const words = new URLSearchParams();
    if (!scrolls.get(state.trace)?.file) words.append('trace', state.trace);
    for (const text of shown?.texts ?? state.strategies) words.append('strategy', text);
    for (const [name, value] of Object.entries(state.settings)) words.append(name, value);
    return `#${words}`;
  }

  let addressed = 0;
  function keepAddress() {
    clearTimeout(addressed);
    addressed = setTimeout(() => { try { history.replaceState(null, '', address()); } catch { /* a frame has no address */ } }, 300);
  }

  const words = () => Object.entries(state.settings).flatMap(([name, value]) => [`--${name}`, value]);

  // --- what one can choose

  function set(name, value) {
    if (value === '') delete state.settings[name]; else state.settings[name] = value;
    run();
  }

  // Each strategy's text with what sliders and menus set in it, and its policies.
  let known = {};
  async function edited() {
    const asked = state.strategies.map((text) => ['edit', text, ...[...state.edits].flat()]), key = JSON.stringify(asked);
    if (known.key !== key) known = { key, said: await engines.ask(asked) };
    return known.said;
  }

  // What is done at one time: no replay has one scroll while another comes, and no change is lost to the one before it.
  let last = Promise.resolve(), pending = 0;
  function inTurn(body) {
    pending++;
    const done = last.then(body).finally(() => pending--);
    last = done.catch(() => {});
    return done;
  }

  // Another list: what sliders set before is part of its texts from now on.
  const rewrite = (change) => inTurn(async () => {
    state.strategies = (await edited()).map((each) => each.text);
    state.edits.clear();
    await change(state.strategies);
    tellSliders();
    run();
  });

  const listed = {
    changed: (number, text) => rewrite((texts) => { texts[number] = text || USUAL_STRATEGIES[0]; }),
    removed: (number) => rewrite((texts) => { texts.splice(number, 1); $('add').focus(); }),
    edited: (number, key, value) => rewrite(async (texts) => {
      [{ text: texts[number] }] = await engines.ask([['edit', texts[number], key, value]]);
    }),
  };

  const DEVICE = /^decode-(\d+)ms(?::workers=(\d+))?$/;
  function device() {
    const [cost, workers] = [Number($('cost').value), Number($('workers').value)];
    const usual = offer.settings.find((setting) => setting.name === 'device').default;
    const base = cost > 0 ? `decode-${cost}ms` : usual;
    set('device', workers > 0 ? `${base}:workers=${workers}` : cost > 0 ? base : '');
    show(fieldOf('device'), state.settings.device ?? '');
  }
  const fieldOf = (name) => document.querySelector(`[data-setting="${name}"]`);
  const show = (input, value) => { if (input && input !== document.activeElement) input.value = value; };

  function tellSliders() {
    const budget = state.edits.get('budget'), [, cost, workers] = DEVICE.exec(state.settings.device ?? '') ?? [];
    $('budget').value = budget ? parseInt(budget, 10) : 0;
    $('budgetText').textContent = budget ? `${parseInt(budget, 10)} MB` : 'as each says';
    $('cost').value = cost ?? 0;
    $('costText').textContent = cost ? `${cost} ms` : 'as the device says';
    show($('workers'), workers ?? '');
    const thumbnails = state.edits.get('thumbnails');
    $('thumbnails').value = thumbnails === undefined ? 'as each says' : thumbnails;
  }

  function listSettings() {
    const { screen, replay } = settingFields(offer, state.settings, set);
    $('screen').replaceChildren(...screen);
    $('settings').replaceChildren(...replay);
    tellSliders();
  }

  // --- the replay

  let isRunning = false, isStale = false;
  async function run() {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    $('results').setAttribute('aria-busy', 'true');
    const long = setTimeout(() => { $('busy').hidden = false; }, 1000);
    try {
      while (isStale) {
        isStale = false;
        await inTurn(replay).catch(refuse);
      }
    } finally {
      clearTimeout(long);
      $('busy').hidden = true;
      isRunning = false;
      $('results').removeAttribute('aria-busy');
    }
    keepAddress();
    if (shown) say(shown.runs);
  }

  async function replay() {
    const began = performance.now(), settings = words();
    const strategies = await edited(), texts = strategies.map((each) => each.text);
    $('strategies').dataset.count = texts.length;
    list.show(texts, strategies.map((each) => each.parts));
    $('add').disabled = texts.length >= STRATEGIES_MAX;
    const [scroll, answers] = await Promise.all([scrollWith(settings), engines.replay(texts, settings)]);
    begun();
    list.refuse(answers.map((answer) => answer.refusal));
    const runs = answers.flatMap(({ said }, number) => said ? [{ number, ...said, read: reelOf(said, scroll.read.counts) }] : []);
    trouble('');
    document.querySelectorAll('[data-setting]').forEach((input) => input.removeAttribute('aria-invalid'));
    if (!runs.length) { isOld(true); shown = Object.assign(shown ?? {}, { texts }); return; }
    shown = { texts, runs, settings, scroll };
    draw();
    isOld(false);
    document.body.dataset.took = (performance.now() - began).toFixed(1);
    document.body.dataset.runs = Number(document.body.dataset.runs || 0) + 1;
    setTimeout(phones);
  }

  // Until the first answer the page shows how far it is.
  const step = () => { $('progress').value++; };
  function begun() {
    delete document.body.dataset.starting;
    $('first').hidden = true;
  }

  // Frames stay while the trace does, and the settings.
  let scrolled = {};
  async function scrollWith(settings) {
    const setting = settings.join('\0');
    if (scrolled.setting !== setting) {
      const [scroll] = await engines.ask([['scroll']], settings);
      scrolled = { setting, scroll: { ...scroll, read: framesOf(scroll) } };
    }
    return scrolled.scroll;
  }

  // What the lab refuses stands above the numbers, which stay those of the setting before.
  function refuse(error) {
    if (!(error instanceof Refused)) throw error;
    begun();
    trouble(error.message);
    isOld(Boolean(shown));
    for (const [name, value] of Object.entries(state.settings)) {
      fieldOf(name)?.setAttribute('aria-invalid', String(error.message.includes(`'${value}'`)));
    }
  }

  function isOld(old) { $('results').classList.toggle('old', old); $('old').hidden = !old; }

  function trouble(text) {
    $('trouble').hidden = !text;
    $('trouble').textContent = text;
  }

  // Said aloud once something has come to rest.
  function say(runs) {
    $('said').textContent = runs.map((run) =>
      `${run.strategy}: ${COLUMNS[0][1](run.metrics)} of images ready, ${COLUMNS[3][1](run.metrics)} blank.`).join(' ');
  }

  function draw() {
    const { runs } = shown;
    drawCurves(player?.time ?? 0);
    $('told').hidden = true;
    $('key').replaceChildren(...runs.map((run) => {
      const item = document.createElement('li');
      item.className = `n${run.number}`;
      item.append(lineMark(run.number), run.strategy);
      return item;
    }));
    table(runs);
  }

  function phones() {
    if (played === shown) return;
    played = shown;
    const { scroll, runs } = shown;
    const data = { traces: [{ ...scroll, runs, left: 0, right: runs.length - 1 }] };
    if (player) player.show(data); else player = startPlayer($('player'), data, { drawn });
    window.replayPlayer = player;
    document.body.dataset.phones = document.body.dataset.runs;
  }

  // --- numbers

  // The metrics of the table, by the lab's names, and how each is written.
  const percent = (ratio) => ratio?.value == null ? '-' : `${(ratio.value * 100).toFixed(ratio.value < 0.1 ? 2 : 1)} %`;
  const COLUMNS = [
    ['images ready', (metrics) => percent(metrics['warm-hit-rate']), 'warm-hit-rate'],
    ['sharp', (metrics) => percent(metrics['warm-sharp-ratio']), 'warm-sharp-ratio'],
    ['thumbnails', (metrics) => percent(metrics['warm-soft-ratio']), 'warm-soft-ratio'],
    ['blank', (metrics) => percent(metrics['warm-blank-ratio']), 'warm-blank-ratio'],
    ['first screen', (metrics) => metrics['first-screen-sharp-time'] == null
      ? '-' : `${(metrics['first-screen-sharp-time'] / 1e6).toFixed(0)} ms`, 'first-screen-sharp-time'],
    ['bitmaps, peak', (metrics) => metrics['peak-bitmap-bytes'] == null
      ? '-' : `${(metrics['peak-bitmap-bytes'] / 1e6).toFixed(1)} MB`, 'peak-bitmap-bytes'],
    ['decodes a request', (metrics) => metrics['decodes-per-request']?.value?.toFixed(2) ?? '-', 'decodes-per-request'],
  ];

  function row(cells, tag, number) {
    const element = document.createElement('tr');
    element.className = number === undefined ? '' : `n${number}`;
    element.append(...cells.map((content, column) => {
      const cell = document.createElement(column ? tag : 'th');
      if (column) cell.className = 'num'; else cell.scope = tag === 'th' ? 'col' : 'row';
      if (!column && number !== undefined) cell.append(lineMark(number));
      cell.append(content);
      return cell;
    }));
    return element;
  }

  function table(runs) {
    const head = row(['strategy', ...COLUMNS.map(([title]) => title), 'in your app'], 'th');
    COLUMNS.forEach(([, , id], column) => {
      head.children[column + 1].title = offer.metrics.find((metric) => metric.id === id)?.summary ?? '';
    });
    $('table').tHead.replaceChildren(head);
    const rows = runs.map((run) => {
      const copySwift = document.createElement('button');
      copySwift.type = 'button';
      copySwift.textContent = 'Copy Swift';
      copySwift.setAttribute('aria-label', `Copy the Swift lines for ${run.strategy}`);
      copySwift.addEventListener('click', () => swift(run));
      return row([run.strategy, ...COLUMNS.map(([, text]) => text(run.metrics)), copySwift], 'td', run.number);
    });
    $('table').tBodies[0].replaceChildren(...rows);
    const notes = [...shown.scroll.notes];
    notes.unshift('Sharp, thumbnails and blank are shares of area and time, and leave out the first screen, which no strategy '
      + 'can have ready; how long it takes to be sharp stands beside them.');
    if (scrolls.get(state.trace)?.note) notes.push(scrolls.get(state.trace).note);
    $('notes').replaceChildren(...notes.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
  }

  // --- what is said below

  function tell(title, text) {
    $('told').hidden = false;
    $('toldTitle').textContent = title;
    $('toldText').textContent = text;
    $('told').scrollIntoView({ block: 'nearest' });
    $('told').focus({ preventScroll: true });
  }

  // --- curves

  // The phones were drawn.
  function drawn(time) {
    if (!player) return;
    drawCurves(time);
  }

  // What the curves show; null where they have to be drawn anew.
  let curved = null;
  function drawCurves(time) {
    if (curved?.shown === shown && curved.time === time) return;
    const { scroll: { end, read: { times } }, runs } = shown, isNew = curved?.shown !== shown;
    curved = { shown, time };
    curves.draw($('blank'), runs.map(({ read, number }) => ({ times, values: read.blanks, number })),
      { end, most: 1, text: '100 %', time });
    const most = Math.max(1, ...runs.map((run) => run.peak));
    curves.draw($('held'), runs.map(({ read: { ledger }, number }) => ({ times: ledger.times, values: ledger.bytes, number })),
      { end, most, text: `${(most / 1e6).toFixed(1)} MB`, time });
    if (!isNew) return;
    $('blank').setAttribute('aria-label', 'Blank cells over time. At most: ' + runs.map(({ strategy, read }) =>
      `${strategy} ${Math.round(read.blanks.reduce((most, share) => Math.max(most, share), 0) * 100)} %`).join(', '));
    $('held').setAttribute('aria-label', 'Bitmaps held over time. At most: ' + runs.map(({ strategy, peak }) =>
      `${strategy} ${(peak / 1e6).toFixed(1)} MB`).join(', '));
  }

  function seekOn(canvas) {
    const seek = (event) => {
      if (!player || !(event.buttons & 1)) return;
      const { left, width } = canvas.getBoundingClientRect();
      player.seek(Math.min(Math.max((event.clientX - left) / width, 0), 1) * played.scroll.end);
    };
    canvas.addEventListener('pointerdown', seek);
    canvas.addEventListener('pointermove', seek);
  }

  // --- one's own scroll

  // Shows a scroll; where it is refused the one before stays.
  const choose = (name) => inTurn(() => change(name));
  async function change(name) {
    const scroll = scrolls.get(name);
    try {
      const said = await engines.load(scroll.bytes, scroll.file ?? name);
      scroll.about = said.title ?? '';
      if (said.warnings > 0) scroll.note = `The trace has ${said.warnings} warnings; the first: ${said['first-warning']}.`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      $('trace').value = state.trace;
      if (name !== state.trace) { scrolls.delete(name); listTraces(); }
      trouble(error.message);
      return;
    }
    state.trace = name;
    scrolled = {};
    listTraces();
    $('about').textContent = scroll.about;
    $('save').hidden = !scroll.file;
    run();
  }

  function listTraces() {
    $('trace').replaceChildren(...[...scrolls.keys()].map((name) => new Option(name)));
    $('trace').value = state.trace;
  }

  async function takeOwn(file, bytes) {
    const name = `${file.slice(0, -ENDING.length)} (yours)`;
    const before = scrolls.get(name);
    scrolls.set(name, { bytes, file });
    await choose(name);
    if (before && !scrolls.has(name)) { scrolls.set(name, before); listTraces(); }
  }

  async function openFile() {
    const [file] = $('file').files;
    $('file').value = '';
    if (!file) return;
    if (file.size > offer['trace-bytes-max']) {
      trouble(`${file.name} has ${file.size} bytes: a trace has ${offer['trace-bytes-max']} at most.`);
      return;
    }
    const name = file.name.endsWith(ENDING) ? file.name : file.name + ENDING;
    await takeOwn(name, new Uint8Array(await file.arrayBuffer()));
  }

  function openPad() {
    const frame = document.createElement('iframe');
    frame.title = 'Record a scroll';
    frame.srcdoc = $('recorder').textContent.replaceAll('<\\/', '</');
    $('pad').append(frame);
    $('pad').showModal();
  }
  $('pad').addEventListener('close', () => $('pad').querySelector('iframe')?.remove());
  addEventListener('message', ({ source, data }) => {
    const frame = $('pad').querySelector('iframe');
    if (!frame || source !== frame.contentWindow || typeof data?.scrolltrace !== 'string') return;
    $('pad').close();
    takeOwn(`my-scroll${ENDING}`, new TextEncoder().encode(data.scrolltrace));
  });

  function download() {
    const { bytes, file } = scrolls.get(state.trace), link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/x-ndjson' }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // --- what one takes along

  async function copy(text, what, remark = '') {
    try {
      await navigator.clipboard.writeText(text);
      $('copied').textContent = `${what} copied.${remark}`;
    } catch {
      tell(what, text);
      $('copied').textContent = `${what}: see below.${remark}`;
    }
  }

  async function swift(run) {
    const [said] = await engines.ask([['swift', run.canonical]], shown.settings);
    await copy(said.swift, `Swift for ${run.strategy}`);
  }

  const ownRemark = (text) => scrolls.get(state.trace)?.file ? text : '';

  // --- the page's parts

  function listen() {
    $('trace').addEventListener('change', () => choose($('trace').value));
    $('add').addEventListener('click', () => {
      const ids = offer.strategies.map((each) => each.id);
      rewrite((texts) => texts.push(ids.find((id) => !texts.some((text) => text.startsWith(id)))));
    });
    $('budget').addEventListener('input', () => {
      const megabytes = Number($('budget').value);
      if (megabytes > 0) state.edits.set('budget', `${megabytes}MB`); else state.edits.delete('budget');
      tellSliders();
      run();
    });
    $('thumbnails').addEventListener('change', () => {
      if ($('thumbnails').value === 'as each says') state.edits.delete('thumbnails');
      else state.edits.set('thumbnails', $('thumbnails').value);
      run();
    });
    $('cost').addEventListener('input', () => { device(); tellSliders(); });
    $('workers').addEventListener('change', () => { device(); tellSliders(); });
    $('settings').addEventListener('change', tellSliders);
    $('finger').addEventListener('click', openPad);
    $('closePad').addEventListener('click', () => $('pad').close());
    $('open').addEventListener('click', () => $('file').click());
    $('file').addEventListener('change', openFile);
    $('save').addEventListener('click', download);
    $('stop').addEventListener('click', () => engines.stop());
    $('command').addEventListener('click', () => shown?.runs && copy(
      shown.runs.map((run) => run.command).join('\n'), 'The commands', ownRemark(' Save this scroll beside them first.')));
    $('link').addEventListener('click', () => copy(location.href.split('#')[0] + address(), 'The link',
      ownRemark(' It has the setting, but not your scroll: save that and send the file.')));
    $('setting').addEventListener('submit', (event) => event.preventDefault());
    for (const id of ['blank', 'held']) seekOn($(id));
    const redraw = () => {
      curves.forget();
      curved = null;
      if (shown?.runs) drawCurves(player?.time ?? 0);
    };
    new ResizeObserver(redraw).observe($('blank'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
    addEventListener('hashchange', () => {
      if (location.hash === address()) return;
      readAddress();
      listSettings();
      choose(state.trace);
    });
  }

  async function begin() {
    const packed = ['engine', 'library', 'traces'].map(unpacked);
    for (const part of packed) part.then(step, () => {});
    const module = await WebAssembly.compile(await packed[0]);
    step();
    const address = URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' }));
    engines = new Engines({ module, library: await packed[1], address });
    const texts = JSON.parse(new TextDecoder().decode(await packed[2])), encoder = new TextEncoder();
    for (const [name, text] of Object.entries(texts)) scrolls.set(name, { bytes: encoder.encode(text) });
    [offer] = await engines.ask([['catalogue']]);
    step();
    list = new StrategyList($('strategies'), offer, listed);
    $('thumbnails').replaceChildren(new Option('as each says'), new Option('none', ''),
      new Option('opportunistic'));
    readAddress();
    const remark = $('trouble').textContent;
    listSettings();
    listen();
    await choose(state.trace);
    await inTurn(() => {});
    // The phones come right behind.
    await new Promise((later) => setTimeout(later));
    if (remark) trouble(remark);
    document.body.dataset.ready = 'yes';
    // For whoever wants to look closer, and for the page's test.
    const isBehind = () => Boolean(shown?.runs) && played !== shown;
    window.labPage = { shown: () => shown, isRunning: () => isRunning || pending > 0 || isBehind(), engines };
  }

  const fail = (error) => {
    for (const id of ['starts', 'progress']) $(id).hidden = true;
    trouble(`This page stopped: ${error?.message ?? error}. It needs a browser of 2023 or later.`);
  };
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  addEventListener('error', ({ error }) => fail(error));
  begin();
})();
