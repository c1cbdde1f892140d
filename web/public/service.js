// The service worker of a page that a server serves, at its address and below. Where the server is away, who opens a page
// comes to the game on this device, if it is kept there: that has a service worker of its own, below here/.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(opened(event.request))
})

async function opened(request) {
  try {
    const answer = await fetch(request)
    if (answer.status < 502 || answer.status > 504) return answer // else a proxy says that the server is away
  } catch {
    // nobody answers
  }
  const here = new URL('here/', self.registration.scope)
  const kept = await caches.match(new URL('index.html', here))
  return kept ? Response.redirect(new URL('#/?away', here)) : fetch(request)
}
