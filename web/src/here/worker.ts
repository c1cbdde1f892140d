// The server of a page: Python in WebAssembly, with the tables, rules and bots of the package. It runs beside the page,
// so that nothing that it works out holds the page up.

import { Keeper } from './kept'
import type { FromWorker, Start, ToWorker } from './messages'

/** As much of Pyodide as is asked for. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip' | 'wheel', options?: { extractDir: string }): void
  pyimport(name: string): { open_page(...given: unknown[]): Page }
}
interface Page {
  start(delay: number, seed: string): { toJs(): Uint8Array; destroy(): void }
  request(...given: string[]): Promise<{ toJs(): [number, string, string]; destroy(): void }>
  open(line: number): void
  hear(line: number, text: string): void
  close(line: number): void
}

const PACKED = ['pyodide.asm.wasm'] // kept and sent compressed, whatever the host does by itself
const network = fetch.bind(globalThis)
const tell = (message: FromWorker): void => postMessage(message)
let begun: Promise<{ page: Page; keeper: Keeper }> | null = null

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data
  if (message.type === 'start') begun ??= start(message)
  else void begun?.then(({ page, keeper }) => hear(message, page, keeper))
})

async function hear(message: Exclude<ToWorker, Start>, page: Page, keeper: Keeper): Promise<void> {
  if (message.type === 'open') page.open(message.line)
  else if (message.type === 'say') page.hear(message.line, message.text)
  else if (message.type === 'close') page.close(message.line)
  else {
    const { id, method, path, query, language, body } = message
    const answered = await page.request(method, path, query, language, body)
    const [status, text, secret] = answered.toJs()
    answered.destroy()
    await known(secret, keeper)
    tell({ type: 'answer', id, status, text })
  }
}

let secretNow = ''
async function known(secret: string, keeper: Keeper): Promise<void> {
  if (secret === secretNow) return
  secretNow = secret
  await keeper.know(secret)
}

async function start(given: Start): Promise<{ page: Page; keeper: Keeper }> {
  try {
    tell({ type: 'stage', stage: 'loading' })
    const [python, keeper] = await Promise.all([load(given), alone(given.base).then(() => Keeper.open(given.base))])
    const { snapshot, log, secret } = await keeper.all()
    secretNow = secret
    const told = (line: number, text: string): void => tell({ type: 'told', line, text })
    const keep = (text: string): Promise<void> => keeper.add(text)
    const page = python.pyimport('foretold.here.browser').open_page(snapshot, log, keep, told, secret, given.base)
    const fresh = page.start(given.delay ?? 0.9, given.seed ?? '')
    const bytes = fresh.toJs()
    fresh.destroy()
    if (bytes.length) await keeper.replace(bytes)
    tell({ type: 'stage', stage: 'ready' })
    return { page, keeper }
  } catch (error) {
    tell({ type: 'stage', stage: 'failed' })
    throw error
  }
}

/** Of several tabs of one site one plays; the next one does when it is closed. */
function alone(base: string): Promise<void> {
  if (!('locks' in navigator)) return Promise.resolve()
  const name = `foretold ${base}`
  return new Promise((go) => {
    const hold = (): Promise<never> => (go(), new Promise(() => undefined))
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      tell({ type: 'stage', stage: 'elsewhere' })
      void navigator.locks.request(name, hold)
      return undefined
    })
  })
}

async function load({ base, version }: Start): Promise<Python> {
  const folder = new URL('python/', base).href
  const file = (name: string): Promise<Response> => kept(folder + name, version)
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    return url.startsWith(folder) ? unpacked(url, version) : network(input, init)
  }
  const archives = Promise.all(['msgspec.whl', 'foretold.zip'].map(async (name) => (await file(name)).arrayBuffer()))
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide(settings: Record<string, unknown>): Promise<Python>
  }
  const python = await loadPyodide({ indexURL: folder })
  const [msgspec, foretold] = await archives
  if (!msgspec || !foretold) throw new Error('the archives are missing')
  python.unpackArchive(msgspec, 'wheel')
  python.unpackArchive(foretold, 'zip', { extractDir: '/lib/python3.14/site-packages' })
  return python
}

/** A file of the site as this version has it: from what was kept, else from the network, and kept. */
async function kept(url: string, version: string): Promise<Response> {
  if (!('caches' in globalThis)) return network(url)
  const cache = await caches.open(`foretold-${version}`)
  const found = await cache.match(url)
  if (found) return found
  const fresh = await network(url)
  if (fresh.ok) await cache.put(url, fresh.clone())
  return fresh
}

async function unpacked(url: string, version: string): Promise<Response> {
  if (!PACKED.some((name) => url.endsWith(name))) return kept(url, version)
  const packed = await kept(`${url}.gz`, version)
  const body = packed.body?.pipeThrough(new DecompressionStream('gzip'))
  return new Response(body, { status: packed.status, headers: { 'content-type': 'application/wasm' } })
}
