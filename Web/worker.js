// The lab's engine, off the page's own thread. It takes words and gives JSON: what is in it is the lab's.
'use strict';
let wasm = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();
class Refusal extends Error {}

// Calls with parts in the engine's memory, and reads what it says.
function call(name, ...parts) {
  const places = parts.map((bytes) => {
    const place = wasm.lab_take(bytes.length);
    if (!place) throw new Error('no memory is left');
    new Uint8Array(wasm.memory.buffer, place, bytes.length).set(bytes);
    return place;
  });
  const status = wasm[name](...places.flatMap((place, index) => [place, parts[index].length]));
  places.forEach((place) => wasm.lab_give(place));
  const said = JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.lab_answer(), wasm.lab_answer_size())));
  if (status !== 0) throw new Refusal(said.error);
  return said;
}

const calls = {
  async open({ module, library }) {
    wasm = (await WebAssembly.instantiate(module, {})).exports;
    return call('lab_library', library);
  },
  trace: ({ bytes, name }) => call('lab_trace', bytes, encoder.encode(name)),
  ask: (words) => call('lab_ask', encoder.encode(words.join('\0'))),
};

onmessage = async ({ data: { number, name, given } }) => {
  try {
    postMessage({ number, said: await calls[name](given) });
  } catch (error) {
    postMessage({ number, error: error.message, isRefusal: error instanceof Refusal });
  }
};
