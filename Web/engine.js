// Engines in workers, as the page asks them. All that they say comes from the lab's own code.

class Refused extends Error {}

// One engine. Where it breaks it is started anew with the trace that it had, and the question is refused; where it
// breaks as it starts, it stays so until the page is loaded again.
class Engine {
  constructor(parts) {
    this.parts = parts;
    this.trace = null;
    this.start();
  }

  start() {
    this.worker?.terminate();
    for (const { reject } of this.waiting?.values() ?? []) reject(new Refused('This replay was stopped.'));
    this.waiting = new Map();
    this.count = 0;
    this.worker = new Worker(this.parts.address);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.ready = this.post('open', { module: this.parts.module, library: this.parts.library });
    if (this.trace) this.ready = this.ready.then(() => this.post('trace', this.trace));
  }

  hear({ number, said, error, isBroken }) {
    const { resolve, reject } = this.waiting.get(number);
    this.waiting.delete(number);
    if (error === undefined) { resolve(said); return; }
    // What breaks at its start would break for ever: the first calls are those of start().
    const canStart = number > (this.trace ? 2 : 1);
    const words = `The lab's engine stopped here (${error}). ` + (canStart ? 'It was started anew.' : 'Load the page again.');
    reject(new Refused(isBroken ? words : error));
    if (isBroken && canStart) this.start();
  }

  post(call, given) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.count, { resolve, reject });
      this.worker.postMessage({ number: this.count, call, given });
    });
  }

  // Words asked one after the other, with settings in force where they are given.
  async ask(words, settings) {
    await this.ready;
    return this.post('ask', { words, settings });
  }

  async load(bytes, name) {
    await this.ready;
    const said = await this.post('trace', { bytes, name });
    this.trace = { bytes, name };
    return said;
  }

  get isBusy() { return this.waiting.size > 0; }
}

// Engines side by side, so that strategies are replayed at once and what takes long keeps nobody waiting. The first hand is
// asked whatever is said at once; the judge says why. Each starts when it is needed.
class Engines {
  constructor(parts) {
    this.parts = parts;
    this.most = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));
    this.hands = [new Engine(parts)];
    // How long each strategy took last; what the last ones said, by their texts, with the settings of that time.
    this.took = [];
    this.known = { settings: null, answers: new Map() };
    this.trace = null;
  }

  ask(words, settings) { return this.hands[0].ask(words, settings); }

  async judge(words, settings) {
    this.judging ??= this.begin().catch((error) => { this.judging = null; throw error; });
    return (await this.judging).ask(words, settings);
  }

  async begin() {
    const engine = new Engine(this.parts);
    if (this.trace) await engine.load(this.trace.bytes, this.trace.name);
    return engine;
  }

  // The scroll for all of them; where the first refuses it, all keep the one before.
  async load(bytes, name) {
    const said = await this.hands[0].load(bytes, name);
    this.trace = { bytes, name };
    this.known.settings = null;
    const others = [...this.hands.slice(1), ...(this.judging ? [await this.judging] : [])];
    await Promise.all(others.map((engine) => engine.load(bytes, name)));
    return said;
  }

  // What each strategy counts and shows, in their order: `{ said }`, or `{ refusal }` in words. One that is as it was is not
  // replayed again. Whichever hand is free takes the next one, that which took longest first.
  async replay(strategies, settings) {
    while (this.hands.length < Math.min(this.most, strategies.length)) this.hands.push(await this.begin());
    const setting = settings.join('\0'), before = this.known.settings === setting ? this.known.answers : new Map();
    const answers = strategies.map((text) => before.get(text));
    const waiting = [...strategies.keys()].filter((number) => !answers[number]).sort((one, other) =>
      (this.took[other] ?? 0) - (this.took[one] ?? 0) || one - other);
    const replay = async (hand, number) => {
      const began = performance.now();
      try {
        const [said] = await hand.ask([['play', strategies[number]]], settings);
        answers[number] = { said };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        answers[number] = { refusal: error.message };
      }
      this.took[number] = performance.now() - began;
    };
    await Promise.all(this.hands.map(async (hand) => { while (waiting.length) await replay(hand, waiting.shift()); }));
    const said = strategies.map((text, number) => [text, answers[number]]).filter(([, answer]) => answer.said);
    this.known = { settings: setting, answers: new Map(said) };
    return answers;
  }

  async stop() {
    const all = [...this.hands, ...(this.judging ? [await this.judging] : [])];
    for (const engine of all) if (engine.isBusy) engine.start();
  }
}
