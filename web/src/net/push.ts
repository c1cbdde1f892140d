// Web push: notifications while no page is open, through the site's service worker and the browser's push service.

import { sha256Hex } from '../cards/fair'
import { settings } from '../state/settings.svelte'
import { t } from '../i18n/index.svelte'

/** True if this browser supports web push here; it doesn't over plain http. */
export const canBeCalled = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The id by which the server knows an endpoint. */
export const listenerId = (kind: 'push' | 'hook', url: string): string =>
  sha256Hex(new TextEncoder().encode(`${kind} ${url}`)).slice(0, 24)

/** Registers the service worker and stores the page that it shows offline. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('service.js')
  const kept = await caches.open('foretold-offline')
  await kept.put(
    new URL('offline', registration.scope),
    new Response(page(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  )
  return registration
}

/** A self-contained page: nothing else can be loaded offline. */
function page(): string {
  const style =
    ':root{color-scheme:dark light;font:1.0625rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;gap:1rem;min-height:90vh;max-width:30rem;margin:auto;padding:1rem}h1{margin:0}'
  return `<!doctype html><html lang="${settings.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t('app.name')}</title><style>${style}</style><h1>${t('app.name')}</h1><p>${t('calls.offline')}</p><p><a href="">${t('calls.offline.again')}</a></p></html>`
}

/** This browser's push subscription, if there is one. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!canBeCalled()) return null
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser with the server's key; null if the browser or the user declines. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  const { pushManager } = await worker()
  if ((await Notification.requestPermission()) !== 'granted') return null
  try {
    await navigator.serviceWorker.ready
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    return null // no push service, or a subscription with another key: the next attempt makes a new one
  }
}
