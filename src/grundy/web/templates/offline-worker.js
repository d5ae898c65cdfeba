// Keeps the pages and all they need, so that they work without a network. What lies in the folder STATIC never changes,
// since its name is the digest of its files; a page is asked for anew and is taken from here where nobody answers.
// What else lies beside the pages, such as documentation, is kept as it was when it was last read.

const STATIC = "<!--static-->";
const FILES = JSON.parse(`<!--files-->`);
const READ = "read";
const here = new URL("./", self.location).href;

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(replace()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(here)) return;
  event.respondWith(url.startsWith(`${here}${STATIC}/`) ? kept(event.request) : fresh(event));
});

async function store() {
  const cache = await caches.open(STATIC);
  await cache.addAll(FILES);
}

/** Caches of earlier versions go, as soon as no page uses them. */
async function replace() {
  const names = (await caches.keys()).filter((name) => name.startsWith("static-") && name !== STATIC);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(request) {
  return (await find(request)) || fetch(request);
}

async function fresh(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && !answer.redirected) event.waitUntil(remember(request, answer.clone()));
    return answer;
  } catch (problem) {
    const found = await find(request.url.split(/[?#]/)[0] === here ? `${here}index.html` : request);
    if (found) return found;
    throw problem;
  }
}

/** Keep what is not kept anyway; a full disk is no reason not to show it. */
async function remember(request, answer) {
  const [address] = request.url.split(/[?#]/);
  if (address === here || FILES.includes(address.slice(here.length))) return;
  await (await caches.open(READ)).put(address, answer).catch(() => {});
}

async function find(request) {
  for (const name of [STATIC, READ]) {
    const found = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (found) return found;
  }
}
