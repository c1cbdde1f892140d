// Notify me when it's my turn and the page is hidden.

export const canNotify = (): boolean =>
  'Notification' in window && window.isSecureContext && Notification.permission !== 'denied'

/** Asks for permission unless it has been given. */
export async function allowNotify(): Promise<boolean> {
  if (!canNotify()) return false
  return (await Notification.requestPermission()) === 'granted'
}

export function notify(title: string, body: string, tag: string): void {
  if (document.visibilityState === 'visible' || !canNotify() || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, icon: 'icon-192.png' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Some browsers let only service workers notify: the title and the favicon have to do.
  }
}
