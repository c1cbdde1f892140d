// A word from the browser when it is my turn and the page is out of sight.

export const canNotify = (): boolean =>
  'Notification' in window && window.isSecureContext && Notification.permission !== 'denied'

/** Asks for permission where it is not given yet. */
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
    // Browsers that only let service workers notify: the title and the sign in the tab have to do.
  }
}
