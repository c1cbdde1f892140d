// The service worker of a page that a server serves, at its address and below, for who keeps the game on this device or
// wants to be called. Made no part of the bundle: its address is its scope. Where the server is away, who opens a page comes
// to the game on this device, if it is kept there (that has a service worker of its own, below here/), else to a page that
// says so (src/push/push.ts). What the server has to say while no page is open it shows.

const KEPT = 'foretold-offline'
const place = (path) => new URL(path, self.registration.scope).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(opened(event.request))
})

async function opened(request) {
  let answer = null
  try {
    answer = await fetch(request)
    if (answer.status < 502 || answer.status > 504) return answer // else a proxy says that the server is away
  } catch {
    // nobody answers
  }
  if (await caches.match(place('here/index.html'))) return Response.redirect(place('here/#/?away'))
  return answer ?? (await caches.match(place('offline'), { cacheName: KEPT })) ?? Response.error()
}

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
