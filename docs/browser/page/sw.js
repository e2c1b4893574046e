// Keeps the page for later visits, without a network too, and sends the headers that a plain host leaves out.
const [VERSION, FILES, HEADERS] = [/*version*/, /*files*/, /*headers*/];
const HERE = new URL("./", self.location).href;
const listed = new Set(FILES.map((name) => new URL(name, HERE).href));

self.addEventListener("install", (event) => event.waitUntil(caches.open(VERSION).then((cache) =>
  cache.addAll(FILES.map((name) => new Request(new URL(name, HERE), { cache: "no-cache" })))))); // what is there is only compared

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("try-") && name !== VERSION) await caches.delete(name);
  await self.clients.claim();
})()));

const named = (url) => {
  const address = new URL(url);
  address.search = address.hash = "";
  return address.href === HERE ? `${HERE}index.html` : address.href;
};

self.addEventListener("fetch", (event) => {
  const name = named(event.request.url);
  if (event.request.method !== "GET" || !listed.has(name)) return;
  event.respondWith((async () => {
    const kept = await (await caches.open(VERSION)).match(name) ?? await fetch(event.request);
    if (!/\.(html|js)$/.test(name)) return kept; // compiled code is kept with a response as it came
    const headers = new Headers(kept.headers);
    for (const key of ["Content-Encoding", "Content-Length"]) headers.delete(key);
    for (const [key, value] of Object.entries(HEADERS)) headers.set(key, value);
    return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
  })());
});
