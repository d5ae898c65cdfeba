// A worker in which Python answers: Pyodide, with the part of grundy that is plain Python.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const packed = await (await fetch(new URL("./grundy.zip", import.meta.url))).arrayBuffer();
  python.unpackArchive(packed, "zip", { extractDir: "/grundy" });
  python.runPython("import sys; sys.path.insert(0, '/grundy'); sys.set_int_max_str_digits(0)");
  return python.pyimport("grundy.web.local").answer_text;
})();

addEventListener("message", async ({ data }) => {
  const said = (problem) => String(problem.message || problem).slice(-300);
  let answer = null;
  try {
    answer = await ready;
  } catch (problem) {
    postMessage({ broken: said(problem) });
    return;
  }
  try {
    postMessage({ id: data.id, begun: true });
    postMessage({ id: data.id, told: JSON.parse(answer(JSON.stringify([data.kind, data.question]))) });
  } catch (problem) {
    postMessage({ id: data.id, told: { error: { kind: "Fault", message: said(problem) } } });
  }
});
