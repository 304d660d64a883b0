// The engine of a page in V8, which runs WebAssembly in node and in Chromium: see engine_test.py, which calls it.
//
//   node engine.mjs LAB_WASM LIBRARY_PACK < LINES
//
// A line is `trace`, a name and a path, or `ask` and words, with tabs between them. Prints a line for each: milliseconds,
// a tab, and the engine's answer.
import fs from 'node:fs'
import readline from 'node:readline'

const { exports: lab } = (await WebAssembly.instantiate(fs.readFileSync(process.argv[2]), {})).instance

function put(bytes) {
  const place = lab.lab_take(bytes.length)
  new Uint8Array(lab.memory.buffer).set(bytes, place)
  return place
}

function call(name, ...parts) {
  const places = parts.map(put)
  const status = lab[name](...parts.flatMap((part, index) => [places[index], part.length]))
  places.forEach(lab.lab_give)
  const text = Buffer.from(lab.memory.buffer, lab.lab_answer(), lab.lab_answer_size()).toString()
  if ((status === 0) !== !('error' in JSON.parse(text))) throw new Error(`${name}: status ${status} with ${text}`)
  return text
}

const loaded = call('lab_library', fs.readFileSync(process.argv[3]))
if (loaded !== '{}') throw new Error(loaded)
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [first, ...words] = line.split('\t')
  const begin = performance.now()
  const answer =
    first === 'trace'
      ? call('lab_trace', fs.readFileSync(words[1]), Buffer.from(words[0]))
      : call('lab_ask', Buffer.from(words.join('\0')))
  process.stdout.write(`${(performance.now() - begin).toFixed(3)}\t${answer}\n`)
}
