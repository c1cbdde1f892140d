// Pages by path: '' home, 'tables/ID', 'matches/ID', 'matches/ID/review', 'shared/ID/TOKEN', 'shared/ID/TOKEN/review',
// 'replay', 'profile', 'learn/GAME', 'rules/GAME', 'puzzles/GAME/NUMBER', 'puzzles/own/NAME', 'evenings/ID',
// 'groups/ID', 'g/INVITATION', 'admin'. On a static host the path follows a #: such a host only knows the one file.

import { BASE } from '../net/api'
import { HERE } from '../browser-server/client.svelte'

class Router {
  path = $state(current())
  fragment = $state(fragment())

  constructor() {
    addEventListener('popstate', () => this.read())
    addEventListener('hashchange', () => this.read())
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute('download')) return
      const url = new URL(link.href)
      if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return
      const path = url.pathname.slice(BASE.pathname.length)
      if (path.startsWith('api/')) return
      event.preventDefault()
      this.go(path + url.search + url.hash)
    })
  }

  get parts(): string[] {
    return this.path.split('/').filter((each) => each !== '')
  }

  get query(): URLSearchParams {
    void this.path
    return new URLSearchParams(HERE ? location.hash.split('?')[1] : location.search)
  }

  go(path: string): void {
    const samePage = path.split('#')[0] === this.path
    history.pushState(null, '', addressOf(path))
    this.read()
    if (!samePage) {
      scrollTo(0, 0)
      requestAnimationFrame(() => focusHeading(this.path))
    }
  }

  /** Changes the address without a history entry. */
  replace(path: string): void {
    history.replaceState(null, '', addressOf(path))
    this.read()
  }

  private read(): void {
    this.path = current()
    this.fragment = fragment()
  }
}

const PATIENCE = 10_000 // ms to wait for a page's heading

/** Focuses a new page's heading for screen readers, once it exists, unless the focus has moved elsewhere by then. */
function focusHeading(path: string, until = performance.now() + PATIENCE): void {
  const heading = document.querySelector<HTMLElement>('h1')
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return
  }
  setTimeout(() => {
    const waits = router.path === path && performance.now() < until
    if (waits && (document.activeElement ?? document.body) === document.body) focusHeading(path, until)
  }, 50)
}

/** The URL of a page. */
export function addressOf(path: string): URL {
  return new URL(HERE && path && path !== './' ? `#/${path}` : path, BASE)
}

/** The part after #, for pages with a secret. */
function fragment(): string {
  return HERE ? '' : location.hash.slice(1)
}

function current(): string {
  if (HERE) return location.hash.slice(2).split('?')[0] ?? ''
  return location.pathname.startsWith(BASE.pathname) ? location.pathname.slice(BASE.pathname.length) : ''
}

export const router = new Router()
