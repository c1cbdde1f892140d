// Says what the server has to say while no page is open; and where there is no network, shows the page that says so.
// Made no part of the bundle: its address is its scope. The page has put its words where they are found (src/push/push.ts).

const KEPT = 'foretold-offline'
const place = (path) => new URL(path, self.registration.scope).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const offline = async () => (await caches.match(place('offline'), { cacheName: KEPT })) ?? Response.error()
  event.respondWith(fetch(event.request).catch(offline))
})

self.addEventListener('push', (event) => {
  const word = event.data?.json() ?? {}
  const shown = { tag: word.path, lang: word.lang, icon: place('icon-192.png'), data: { path: word.path } }
  event.waitUntil(self.registration.showNotification(word.title ?? 'Foretold', shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = place(event.notification.data?.path ?? '')
  const go = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = open.find((each) => each.url.split('#')[0] === url)
    return there ? there.focus() : self.clients.openWindow(url)
  }
  event.waitUntil(go())
})
