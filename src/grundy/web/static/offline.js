// The pages that need no server also need no network once they were visited: a service worker keeps all of them.

import "./visit.js";

const folder = new URL("..", import.meta.url);
const keep = () => navigator.serviceWorker.register(new URL("offline-worker.js", folder), { scope: folder.pathname }).catch(() => {});

if ("serviceWorker" in navigator) {
  // a page that asks Python has it first: both would load the same files
  if (document.querySelector(".asking")) addEventListener("grundy:loaded", keep, { once: true });
  else addEventListener("load", keep, { once: true });
}
