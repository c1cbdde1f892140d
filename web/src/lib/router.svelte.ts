// Pages by path: '' home, 'tables/ID', 'matches/ID', 'matches/ID/review', 'replay', 'learn/GAME', 'rules/GAME', 'puzzles/GAME/NUMBER', 'puzzles/own/NAME'.

import { BASE } from './api'

class Router {
  path = $state(here())
  fragment = $state(location.hash.slice(1))

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
    return new URLSearchParams(location.search)
  }

  go(path: string): void {
    const samePage = path.split('#')[0] === this.path
    history.pushState(null, '', new URL(path, BASE))
    this.read()
    if (!samePage) {
      scrollTo(0, 0)
      requestAnimationFrame(() => focusHeading())
    }
  }

  /** The same page under another address: going back does not lead here. */
  replace(path: string): void {
    history.replaceState(null, '', new URL(path, BASE))
    this.read()
  }

  private read(): void {
    this.path = here()
    this.fragment = location.hash.slice(1)
  }
}

/** A new page begins at its heading, for those who don't see it change. */
function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function here(): string {
  return location.pathname.startsWith(BASE.pathname) ? location.pathname.slice(BASE.pathname.length) : ''
}

export const router = new Router()
