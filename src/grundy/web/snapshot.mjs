// The memory of Pyodide once grundy is imported and has answered, on standard output, with gzip: node snapshot.mjs
// FOLDER-OF-PYODIDE GRUNDY.ZIP. A browser that starts from it need not start Python nor import anything.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, packed] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${resolve(folder)}/`, _makeSnapshot: true });
python.FS.writeFile("/grundy.zip", new Uint8Array(readFileSync(packed)));
python.runPython(`
import sys
sys.path.insert(0, "/grundy.zip")
sys.set_int_max_str_digits(0)
from grundy.web.local import warm_up
warm_up()
import gc
gc.collect()
`);
process.stdout.write(gzipSync(python.makeMemorySnapshot(), { level: 9 }));
