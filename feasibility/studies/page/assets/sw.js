"use strict";
// Keeps all files of the edition, so that it plays offline. FILES and VERSION are written above by `pegfeas page`.
const HELD = "pegfeas " + VERSION;
self.addEventListener("install", (event) => event.waitUntil(caches.open(HELD).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("pegfeas ") && name !== HELD).map((name) => caches.delete(name))))
  .then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, {ignoreSearch: true, cacheName: HELD}).then((kept) => kept ?? fetch(event.request)));
});
