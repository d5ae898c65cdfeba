// A worker in which Python answers: Pyodide, with the part of grundy that is plain Python.
//
// Its memory is loaded as it was when grundy had been imported (snapshot.mjs made it), so that nothing is compiled or
// imported here; where there is no such memory, Python starts from nothing and needs several times as long.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const file = (name) => fetch(new URL(name, import.meta.url));

async function memory() {
  const found = await file("./python.memory");
  if (!found.ok || !found.body) return null;
  return new Uint8Array(await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Let what is made of WebAssembly have so much memory from the start: Pyodide copies a memory, but makes no room. */
function makeRoom(bytes) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const made = WebAssembly[name];
    WebAssembly[name] = async (...how) => {
      const found = await made.apply(WebAssembly, how);
      const room = found.instance && found.instance.exports.memory;
      if (room && room.buffer.byteLength < bytes) room.grow(Math.ceil((bytes - room.buffer.byteLength) / 65536));
      return found;
    };
  }
}

const ready = (async () => {
  const packed = file("./grundy.zip").then((found) => found.arrayBuffer());
  const start = await memory();
  if (start) makeRoom(start.length);
  const how = start ? { _loadSnapshot: start } : {};
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, ...how });
  python.FS.writeFile("/grundy.zip", new Uint8Array(await packed));
  python.runPython("import sys; '/grundy.zip' in sys.path or sys.path.insert(0, '/grundy.zip'); sys.set_int_max_str_digits(0)");
  return python.pyimport("grundy.web.local").answer_text;
})();
ready.then(() => postMessage({ loaded: true }), (problem) => postMessage({ broken: told(problem) }));

const told = (problem) => String(problem.message || problem).slice(-300);

addEventListener("message", async ({ data }) => {
  const answer = await ready.catch(() => null);
  if (!answer) return;
  try {
    postMessage({ id: data.id, begun: true });
    postMessage({ id: data.id, told: JSON.parse(answer(JSON.stringify([data.kind, data.question]))) });
  } catch (problem) {
    postMessage({ id: data.id, told: { error: { kind: "Fault", message: told(problem) } } });
  }
});
