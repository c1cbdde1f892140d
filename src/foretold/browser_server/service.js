// Keeps this version of the site in the browser, so that it runs without a network. Before this line stand VERSION and
// FILES: each file of the site with a hash of what it holds, unpacked where it is compressed.

const NAME = `foretold-${VERSION}`
const BATCH = 8 // files fetched at a time
const LIST = 'files.json' // kept in each cache: what it holds
const at = (name) => new URL(name, self.registration.scope).href

async function keep() {
  const cache = await caches.open(NAME)
  const before = await older()
  const files = Object.entries(FILES)
  while (files.length > 0) await Promise.all(files.splice(0, BATCH).map(([name, hash]) => keepFile(name, hash, cache, before)))
  await cache.put(at(LIST), new Response(JSON.stringify(FILES)))
}

async function keepFile(name, hash, cache, before) {
  const place = at(name.replace(/\.gz$/, '')) // what is compressed in the folder is kept unpacked (web/src/browser-server/python.ts)
  if (await checked(await cache.match(place), hash)) return // the page has fetched it already
  const same = before.find(({ files }) => files[name] === hash)
  const kept = (same && (await checked(await same.cache.match(place), hash))) || (await checked(await fetched(name, hash), hash))
  if (!kept) throw new Error(`${name} is not what it should be`) // what was kept before stays
  await cache.put(place, kept)
}

/** The answer, if it holds what the hash is of: what a proxy or a broken disk has changed is never kept. */
async function checked(answer, hash) {
  if (!answer) return null
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer())
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return found.startsWith(hash) ? answer : null
}

/** A file of this version: as the browser has it from the page, so that it comes over the network once; else afresh. */
async function fetched(name, hash) {
  const kept = fetch(at(name), { cache: 'force-cache' }).then((found) => checked(unpacked(name, found), hash))
  return (await kept.catch(() => null)) ?? unpacked(name, await fetch(at(name), { cache: 'no-cache' }))
}

function unpacked(name, found) {
  if (!found.ok) throw new Error(`${name}: ${found.status}`)
  if (!name.endsWith('.gz')) return found
  const body = found.body.pipeThrough(new DecompressionStream('gzip'))
  return new Response(body, { headers: { 'content-type': 'application/wasm' } })
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
