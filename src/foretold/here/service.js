// Keeps this version of the site in the browser, so that it runs without a network. Before this line stand VERSION and
// FILES: each file of the site with a hash of what it holds.

const NAME = `foretold-${VERSION}`
const LIST = 'files.json' // kept in each cache: what it holds
const at = (name) => new URL(name, self.registration.scope).href

async function keep() {
  const cache = await caches.open(NAME)
  const before = await older()
  for (const [name, hash] of Object.entries(FILES)) {
    const place = at(name.replace(/\.gz$/, '')) // what is compressed in the folder is kept unpacked (web/src/here/python.ts)
    if (await cache.match(place)) continue // the page has fetched it already
    const same = before.find(({ files }) => files[name] === hash)
    await cache.put(place, (same && (await same.cache.match(place))) ?? (await fetched(name)))
  }
  await cache.put(at(LIST), new Response(JSON.stringify(FILES)))
}

/** A file of this version: as the browser has it from the page, so that it comes over the network once; else afresh. */
async function fetched(name) {
  const kept = name === 'index.html' ? null : await fetch(at(name), { cache: 'force-cache' }).catch(() => null)
  const found = kept?.ok && (await isOf(kept.clone(), FILES[name])) ? kept : await fetch(at(name), { cache: 'no-cache' })
  if (!found.ok) throw new Error(`${name}: ${found.status}`)
  if (!name.endsWith('.gz')) return found
  const unpacked = found.body.pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked, { headers: { 'content-type': 'application/wasm' } })
}

/** Whether an answer has this hash: what a browser has kept may be of another version. */
async function isOf(answer, hash) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(hash)
}

async function older() {
  const found = []
  for (const name of await caches.keys()) {
    if (!name.startsWith('foretold-') || name === NAME) continue
    const cache = await caches.open(name)
    const list = await cache.match(at(LIST))
    if (list) found.push({ cache, files: await list.json() })
  }
  return found
}

/** What other versions have kept is dropped; of another site at this origin nothing is touched. */
async function tidy() {
  for (const name of await caches.keys()) {
    if (!name.startsWith('foretold-') || name === NAME) continue
    const cache = await caches.open(name)
    const [first] = await cache.keys()
    if (!first || first.url.startsWith(self.registration.scope)) await caches.delete(name)
  }
}

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => self.clients.claim())))

self.addEventListener('message', (event) =>
  event.waitUntil(
    self.clients.matchAll({ includeUncontrolled: true, type: 'window' }).then((pages) => {
      if (pages.length === 1) return self.skipWaiting()
      event.source.postMessage('later') // somebody plays with the version before
    }),
  ),
)

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return
  event.respondWith(answer(event.request, url))
})

async function answer(request, url) {
  const path = url.href.slice(self.registration.scope.length).replace(/[?#].*/, '')
  const cache = await caches.open(NAME)
  const found = await cache.match(at(path || 'index.html'))
  if (found) return found
  // A page of the client: all of them are one file, and the page is named behind #.
  if (request.mode === 'navigate') return Response.redirect(at(`#/${path}${url.search}`))
  return fetch(request)
}
