// The page: it asks the lab's engine and draws what it answers. It counts nothing itself.
(() => {
  const $ = (id) => document.getElementById(id);
  const ENDING = '.scrolltrace', USUAL_DECODE = 12;
  const state = {
    trace: 'hunt', strategies: ['preheat2x', 'budget-priority', ''], memory: 0, decode: USUAL_DECODE, thumbnails: true,
  };
  // Scrolls by name: `bytes`, and the `file` that one's own would be saved as.
  const scrolls = new Map();
  let engine = null, offer = null, player = null;

  // --- the engine

  class Refused extends Error {}

  // A worker with the engine, asked by messages.
  function startEngine(parts) {
    const address = URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' }));
    const worker = new Worker(address), waiting = new Map();
    let count = 0;
    const post = (name, given) => new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      worker.postMessage({ number: count, name, given });
    });
    worker.onmessage = ({ data: { number, said, error, isRefusal } }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (error === undefined) resolve(said);
      else reject(isRefusal ? new Refused(error) : new Error(`the lab's engine stopped (${error}); load the page again`));
    };
    return post('open', parts).then(() => ({
      load: (bytes, name) => post('trace', { bytes, name }),
      ask: (...words) => post('ask', words),
    }));
  }

  async function unpacked(id) {
    const packed = Uint8Array.from(atob($(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // --- the setting, in the address

  const policy = (id) => offer.strategies.find((each) => each.id === id);
  // A strategy as lab-run reads it, and as the page names it.
  const textOf = (id) => id + (state.memory && policy(id).budget ? `:budget=${state.memory}MB` : '')
    + (state.thumbnails ? '+opportunistic' : '');

  function readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    const strategies = words.getAll('strategy').filter((id) => policy(id)).slice(0, 3);
    if (strategies.length >= 2) state.strategies = [...strategies, ''].slice(0, 3);
    if (scrolls.has(words.get('trace'))) state.trace = words.get('trace');
    for (const name of ['memory', 'decode']) {
      const { min, max } = $(name), value = Number(words.get(name));
      if (words.has(name) && Number.isInteger(value) && value >= min && value <= max) state[name] = value;
    }
    if (words.has('thumbnails')) state.thumbnails = words.get('thumbnails') !== 'no';
  }

  function keepAddress() {
    const words = new URLSearchParams();
    if (!scrolls.get(state.trace)?.file) words.append('trace', state.trace);
    for (const id of state.strategies.filter(Boolean)) words.append('strategy', id);
    if (state.memory) words.append('memory', state.memory);
    words.append('decode', state.decode);
    words.append('thumbnails', state.thumbnails ? 'yes' : 'no');
    history.replaceState(null, '', `#${words}`);
  }

  function tellControls() {
    $('trace').replaceChildren(...[...scrolls.keys()].map((name) => new Option(name)));
    $('trace').value = state.trace;
    player.choices.forEach((choice, side) => { choice.value = state.strategies[side]; });
    $('third').value = state.strategies[2];
    const chosen = state.strategies.filter(Boolean), budgeted = chosen.filter((id) => policy(id).budget);
    $('memory').value = state.memory;
    $('memory').disabled = !budgeted.length;
    $('memoryText').textContent = !budgeted.length ? 'neither has a budget' : !state.memory ? 'default'
      : `${state.memory} MB` + (budgeted.length < chosen.length ? ` for ${budgeted.join(', ')}` : '');
    $('decode').value = state.decode;
    $('decodeText').textContent = `${state.decode} ms`;
    $('thumbnails').checked = state.thumbnails;
  }

  // --- the replay

  let isRunning = false, isStale = false, loaded = null, shown = null;
  // Of the scroll at hand: what strategies counted, by strategy and device.
  let answers = new Map();

  async function update() {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isStale) {
        isStale = false;
        await replay();
      }
    } catch (error) {
      fail(error);
    } finally {
      isRunning = false;
    }
  }

  async function replay() {
    const isNew = scrolls.get(state.trace) !== loaded?.own;
    if (isNew && !await load(state.trace)) return;
    tellControls();
    const texts = state.strategies.filter(Boolean).map(textOf), on = `decode-${state.decode}ms`;
    try {
      for (const text of texts) {
        const key = `${text} ${on}`;
        if (!answers.has(key)) answers.set(key, await engine.ask('play', text, on));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      trouble(error.message);
      $('numbers').classList.add('old');
      return;
    }
    const runs = texts.map((text) => answers.get(`${text} ${on}`));
    // What is far from being asked again is not kept.
    if (answers.size > 24) answers = new Map(texts.map((text, number) => [`${text} ${on}`, runs[number]]));
    shown = { ...loaded.scroll, runs: runs.map((run, number) => Object.assign(run, { name: nameOf(number) })) };
    table(on);
    player.show(shown, [0, 1], isNew ? 0 : player.time);
    keepAddress();
  }

  // Takes a scroll; one that the lab refuses goes, and the one before stays.
  async function load(name) {
    const own = scrolls.get(name);
    try {
      const { title, warning } = await engine.load(own.bytes, own.file ?? name);
      own.about = [title, warning && `The trace has warnings; the first: ${warning}.`].filter(Boolean).join(' ');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      scrolls.delete(name);
      if (loaded) scrolls.set(loaded.name, loaded.own);
      state.trace = loaded?.name ?? '';
      tellControls();
      trouble(error.message);
      return false;
    }
    loaded = { name, own, scroll: await engine.ask('scroll') };
    answers.clear();
    trouble('');
    $('about').textContent = own.about;
    $('save').hidden = !own.file;
    return true;
  }

  function trouble(text) {
    $('trouble').hidden = !text;
    $('trouble').textContent = text;
  }

  // --- the numbers

  function nameOf(number) {
    const id = state.strategies.filter(Boolean)[number];
    return id + (state.memory && policy(id).budget ? ` at ${state.memory} MB` : '');
  }

  const COLUMNS = [
    (metrics) => metrics['noticed-waits']?.value * 1000, (metrics) => metrics['first-screen-sharp-time'] / 1e6,
    (metrics) => metrics['peak-bitmap-bytes'] / 1e6, (metrics) => metrics['decodes-per-request']?.value,
  ];
  const DIGITS = [1, 0, 1, 2];

  function table(device) {
    const { runs } = shown, rows = runs.map(({ metrics }) => COLUMNS.map((value) => value(metrics)));
    const texts = rows.map((row) => row.map((value, column) => {
      const isRound = !column && rows.every(([waits]) => waits >= 10);
      return Number.isFinite(value) ? value.toFixed(isRound ? 0 : DIGITS[column]) : '-';
    }));
    $('table').tBodies[0].replaceChildren(...runs.map(({ name, hue }, number) => {
      const line = document.createElement('tr'), head = document.createElement('th');
      head.scope = 'row';
      head.textContent = name;
      head.className = 'hue';
      paint(head, hue);
      line.append(head, ...texts[number].map((text) => Object.assign(document.createElement('td'), {
        className: 'num', textContent: text })));
      return line;
    }));
    // Names stay whole at the end of a line.
    const waits = runs.map(({ name }, number) => `${texts[number][0]} with ${name.replaceAll('-', '\u2011')}`);
    $('says').textContent = `Of 1,000 photos that come into view in ${state.trace}, a person notices the wait for `
      + `${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}.`;
    $('numbers').classList.remove('old');
    const file = scrolls.get(state.trace).file;
    $('commands').textContent = runs.map(({ strategy }) =>
      `lab-run --strategy ${strategy} --trace ${file ? `./${file}` : state.trace} --device ${device} --decode none`).join('\n');
    $('strategies').replaceChildren(...state.strategies.filter(Boolean).map((id) => Object.assign(
      document.createElement('li'), { textContent: `${id}: ${policy(id).summary}.` })));
  }

  // --- one's own scroll

  function takeOwn(file, bytes) {
    state.trace = `${file.slice(0, -ENDING.length)} (yours)`;
    scrolls.set(state.trace, { bytes, file });
    return update();
  }

  async function openFile() {
    const [file] = $('file').files, most = offer['trace-bytes-max'];
    $('file').value = '';
    if (!file) return;
    if (file.size > most) return trouble(`${file.name} has ${file.size} bytes: a trace has ${most} at most.`);
    takeOwn(file.name.endsWith(ENDING) ? file.name : file.name + ENDING, new Uint8Array(await file.arrayBuffer()));
  }

  function openPad() {
    const frame = document.createElement('iframe');
    frame.title = 'Record a scroll';
    frame.srcdoc = $('recorder').textContent.replaceAll('<\\/', '</');
    $('pad').append(frame);
    $('pad').showModal();
  }

  function download() {
    const { bytes, file } = scrolls.get(state.trace), link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/x-ndjson' }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // --- the page's parts

  function listen() {
    const set = (input, event, change) => $(input).addEventListener(event, () => {
      change($(input));
      tellControls();
      update();
    });
    const options = () => offer.strategies.map(({ id }) => new Option(id, id));
    player.choices.forEach((choice, side) => {
      choice.replaceChildren(...options());
      choice.addEventListener('change', () => { state.strategies[side] = choice.value; update(); });
    });
    $('third').replaceChildren(new Option('none', ''), ...options());
    set('third', 'change', ({ value }) => { state.strategies[2] = value; });
    set('trace', 'change', ({ value }) => { state.trace = value; });
    set('memory', 'input', ({ value }) => { state.memory = Number(value); });
    set('decode', 'input', ({ value }) => { state.decode = Number(value); });
    set('thumbnails', 'change', ({ checked }) => { state.thumbnails = checked; });
    $('finger').addEventListener('click', openPad);
    $('closePad').addEventListener('click', () => $('pad').close());
    $('pad').addEventListener('close', () => $('pad').querySelector('iframe')?.remove());
    $('open').addEventListener('click', () => $('file').click());
    $('file').addEventListener('change', openFile);
    $('save').addEventListener('click', download);
    $('controls').addEventListener('submit', (event) => event.preventDefault());
    addEventListener('hashchange', () => { readAddress(); update(); });
    addEventListener('message', ({ source, data }) => {
      const frame = $('pad').querySelector('iframe');
      if (!frame || source !== frame.contentWindow || typeof data?.scrolltrace !== 'string') return;
      $('pad').close();
      takeOwn(`my-scroll${ENDING}`, new TextEncoder().encode(data.scrolltrace));
    });
  }

  async function begin() {
    const [code, library, traces] = await Promise.all(['engine', 'library', 'traces'].map(unpacked));
    engine = await startEngine({ module: await WebAssembly.compile(code), library });
    const texts = JSON.parse(new TextDecoder().decode(traces)), encoder = new TextEncoder();
    for (const [name, text] of Object.entries(texts)) scrolls.set(name, { bytes: encoder.encode(text) });
    offer = await engine.ask('catalogue');
    player = startPlayer($('player'));
    readAddress();
    listen();
    await update();
    delete document.body.dataset.starting;
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.setPlaying(true);
    document.body.dataset.ready = 'yes';
    // For the page's test.
    window.labPage = { shown: () => shown, isRunning: () => isRunning, player };
  }

  const fail = (error) => trouble(`This page stopped: ${error?.message ?? error}. It needs a browser of 2023 or later.`);
  addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  addEventListener('error', ({ error }) => fail(error));
  begin();
})();
