// The server of a page: Python in WebAssembly, with the package's tables, rules and bots. It runs in a worker, so that
// it never blocks the page.

import { Coach } from './coach'
import { Keeper } from './kept'
import type { FromWorker, Start, ToWorker } from './messages'
import { load } from './python'

interface Browser {
  open_page(...given: unknown[]): Page
}
interface Page {
  start(delay: number, seed: string): { toJs(): Uint8Array; destroy(): void }
  request(...given: string[]): Promise<{ toJs(): [number, string, string]; destroy(): void }>
  open(line: number): void
  hear(line: number, text: string): void
  close(line: number): void
}

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
    const page = (python.pyimport('foretold.browser_server.entry') as Browser).open_page(
      snapshot,
      log,
      keep,
      told,
      new Coach(given),
      secret,
      given.base,
    )
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

/** Waits until no other tab of this site plays. */
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
