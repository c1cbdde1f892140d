// Being called while no page is open: a service worker of the server's own page, and its browser's push service.

import { sha256Hex } from '../cards/fair'
import { settings } from '../state/settings.svelte'
import { t } from '../i18n/index.svelte'

/** Whether this browser can be called from here; it can't over plain http. */
export const canBeCalled = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** By what the server knows an address. */
export const listenerId = (kind: 'push' | 'hook', url: string): string =>
  sha256Hex(new TextEncoder().encode(`${kind} ${url}`)).slice(0, 24)

/** The worker is there, and knows what to show where there is no network. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const found = await navigator.serviceWorker.register('service.js')
  const kept = await caches.open('foretold-offline')
  await kept.put(
    new URL('offline', found.scope),
    new Response(page(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  )
  return found
}

/** A page of its own: nothing else is to be had without a network. */
function page(): string {
  const style =
    ':root{color-scheme:dark light;font:1.0625rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;gap:1rem;min-height:90vh;max-width:30rem;margin:auto;padding:1rem}h1{margin:0}'
  return `<!doctype html><html lang="${settings.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t('app.name')}</title><style>${style}</style><h1>${t('app.name')}</h1><p>${t('calls.offline')}</p><p><a href="">${t('calls.offline.again')}</a></p></html>`
}

/** How this browser is called now, if it is. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!canBeCalled()) return null
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null
}

/** How this browser can be called by the server with this key; null: it, or who uses it, does not want to be. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  const { pushManager } = await worker()
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    await navigator.serviceWorker.ready
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    return null // no push service, or one that was promised to another key: then a new promise is made next time
  }
}
