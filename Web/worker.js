// The lab's engine, off the page's own thread. It takes words and gives JSON: what is in it is the lab's.
'use strict';
let wasm = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();
class Refusal extends Error {}

// Bytes in the engine's memory while `body` runs.
function lent(chunks, body) {
  const places = chunks.map((bytes) => {
    const place = wasm.lab_take(bytes.length);
    if (!place) throw new Error('no memory is left');
    new Uint8Array(wasm.memory.buffer, place, bytes.length).set(bytes);
    return place;
  });
  const status = body(...places.flatMap((place, index) => [place, chunks[index].length]));
  places.forEach((place) => wasm.lab_give(place));
  const said = JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.lab_answer(), wasm.lab_answer_size())));
  if (status !== 0) throw new Refusal(said.error);
  const count = wasm.lab_columns_size();
  if (count) said.columns = new Float64Array(wasm.memory.buffer, wasm.lab_columns(), count).slice();
  return said;
}

const ask = (...words) => lent([encoder.encode(words.join('\0'))], (place, count) => wasm.lab_ask(place, count));

const calls = {
  async open({ module, library }) {
    wasm = (await WebAssembly.instantiate(module, {})).exports;
    lent([library], (place, count) => wasm.lab_library(place, count));
    return {};
  },
  trace: ({ bytes, name }) => lent([bytes, encoder.encode(name)], (...places) => wasm.lab_trace(...places)),
  // What words say, each a list; with settings in force where they are given.
  ask({ settings, words }) {
    if (settings) ask('set', ...settings);
    return words.map((each) => ask(...each));
  },
};

onmessage = async ({ data: { number, call, given } }) => {
  try {
    const said = await calls[call](given);
    postMessage({ number, said }, [said].flat().flatMap(({ columns }) => columns ? [columns.buffer] : []));
  } catch (error) {
    // Whatever is no refusal has stopped the engine in the middle: it is of no use any more.
    postMessage({ number, error: error.message, isBroken: !(error instanceof Refusal) });
  }
};
