// Where there is no server, Python in a worker of the browser answers, one question after the other, as long as the
// visit lasts. It is ended when a question takes too long, or the page that asked it is left, and another then gets the
// question that was asked last.

const SECONDS = 15;
const LOADING = 600; // seconds for Python to be loaded, over a slow line too
let worker = null;
let dismiss = () => {}; // the worker
let loaded = false;
let last = 0;
let waiting = null; // the question that was asked last: { message, done }

/**
 * The answer of Python in the browser, where there is no server; `say` shows that it is being loaded, and nobody waits
 * for it once `page` is aborted.
 */
export function askPython(kind, question, say, page) {
  if (waiting) waiting.done({ error: { kind: "Late", message: "another question was asked" } });
  if (!loaded) say("Python is being loaded into the browser, once…");
  return new Promise((done) => {
    waiting = { message: { id: ++last, kind, question }, done };
    worker ||= hired();
    worker.postMessage(waiting.message);
    const mine = waiting;
    page.addEventListener("abort", () => {
      if (waiting !== mine) return;
      waiting = null;
      if (loaded) dismiss(); // it computes what nobody waits for
    });
  });
}

/** Let Python be loaded beside what the page does: the first question that needs it finds it there. */
export function loadPython() {
  worker ||= hired();
}

/** End the question that is being answered, which is told `error` in place of an answer. */
export function stopPython(error) {
  if (loaded) dismiss(); // else no question is computed yet, and what is being loaded is of use to the next
  answered(null, { error });
}

function answered(id, told) {
  if (!waiting || (id !== null && waiting.message.id !== id)) return;
  waiting.done(told);
  waiting = null;
}

function hired() {
  const mine = new Worker(new URL("./local.js", import.meta.url), { type: "module" });
  let clock = null;
  dismiss = () => {
    clearTimeout(clock);
    mine.terminate();
    if (worker === mine) worker = null;
    loaded = false;
  };
  const failed = (message) => {
    dismiss();
    answered(null, { error: { kind: "Fault", message } });
  };
  const late = (id) => {
    dismiss();
    answered(id, { error: { kind: "OutOfTime", message: `no answer within ${SECONDS} seconds; a smaller question would do` } });
    if (!waiting) return; // else it had come after the one that took too long
    worker = hired();
    worker.postMessage(waiting.message);
  };
  clock = setTimeout(() => failed(`Python was not loaded within ${LOADING} seconds.`), LOADING * 1000);
  mine.addEventListener("message", ({ data }) => {
    if (data.broken) return failed(`Python could not be loaded: ${data.broken}`);
    loaded = true;
    clearTimeout(clock);
    if (data.loaded) dispatchEvent(new Event("grundy:loaded"));
    else if (data.begun) clock = setTimeout(() => late(data.id), SECONDS * 1000);
    else answered(data.id, data.told);
    return null;
  });
  mine.addEventListener("error", () => failed("Python could not be loaded."), { once: true });
  return mine;
}
