// The lab's engine, off the page's own thread. It takes words and gives JSON: what is in it is the lab's.
'use strict';
let wasm = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();

// Bytes in the engine's memory while `body` runs.
function lent(chunks, body) {
  const places = chunks.map((bytes) => {
    const place = wasm.lab_take(bytes.length);
    new Uint8Array(wasm.memory.buffer, place, bytes.length).set(bytes);
    return place;
  });
  const status = body(...places.flatMap((place, index) => [place, chunks[index].length]));
  places.forEach((place) => wasm.lab_give(place));
  const said = JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.lab_answer(), wasm.lab_answer_size()).slice()));
  if (status !== 0) throw new Refusal(said.error);
  return said;
}
class Refusal extends Error {}

const ask = (...words) => lent([encoder.encode(words.join('\0'))], (place, count) => wasm.lab_ask(place, count));

const calls = {
  async open({ module, library }) {
    wasm = (await WebAssembly.instantiate(module, {})).instance.exports;
    if (wasm._initialize) wasm._initialize();
    lent([library], (place, count) => wasm.lab_library(place, count));
    return ask('catalogue');
  },
  trace: ({ bytes, name }) => lent([bytes, encoder.encode(name)], (...places) => wasm.lab_trace(...places)),
  // One trace with a run for each strategy; a strategy that is refused says why in its place.
  run({ settings, strategies }) {
    ask('set', ...settings);
    const scroll = ask('scroll'), refusals = [], runs = [];
    strategies.forEach((text, number) => {
      try {
        runs.push({ number, ...ask('run', text), reel: ask('reel', text) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push({ number, text: error.message });
      }
    });
    return { scroll, runs, refusals };
  },
  gaps({ settings, strategies }) {
    ask('set', ...settings);
    return strategies.map((text) => ask('gaps', text));
  },
  why({ settings, strategy, item }) {
    ask('set', ...settings);
    return ask('why', strategy, 'item', String(item));
  },
};

onmessage = async ({ data: { number, call, given } }) => {
  const began = performance.now();
  try {
    postMessage({ number, said: await calls[call](given), took: performance.now() - began });
  } catch (error) {
    const text = error instanceof Refusal ? error.message : `The engine stopped (${error.message}): reload the page.`;
    postMessage({ number, error: text, took: performance.now() - began });
  }
};
