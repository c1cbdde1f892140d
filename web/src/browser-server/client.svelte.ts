// Where the page is its own server: requests and connections go to a worker instead of the network.

import type { FromWorker, Stage, ToWorker } from './messages'

/** The version of the site; '' if a server serves the page. */
export const HERE = globalThis.document?.documentElement?.dataset.here ?? ''

type Unsent = ToWorker extends infer Message
  ? Message extends { type: 'ask'; id: number }
    ? Omit<Message, 'id'>
    : never
  : never

class Here {
  stage = $state<Stage>('loading')
  private worker: Worker | null = null
  private asked = 0
  private lines = 0
  private answers = new Map<number, (answer: { status: number; text: string }) => void>()
  private sockets = new Map<number, HereSocket>()
  private began: Promise<Worker> | null = null

  /** Starts loading Python while the page loads. */
  begin(): void {
    void this.started()
  }

  /** Sends a request and returns its answer. */
  async ask(request: Unsent): Promise<{ status: number; text: string }> {
    const worker = await this.started()
    const id = (this.asked += 1)
    return new Promise((resolve) => {
      this.answers.set(id, resolve)
      worker.postMessage({ ...request, id } satisfies ToWorker)
    })
  }

  async open(socket: HereSocket): Promise<number> {
    const worker = await this.started()
    const line = (this.lines += 1)
    this.sockets.set(line, socket)
    worker.postMessage({ type: 'open', line } satisfies ToWorker)
    return line
  }

  send(message: ToWorker): void {
    this.worker?.postMessage(message)
    if (message.type === 'close') this.sockets.delete(message.line)
  }

  private started(): Promise<Worker> {
    this.began ??= new Promise((resolve) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
      worker.onmessage = (event: MessageEvent<FromWorker>) => this.told(event.data, () => resolve(worker))
      worker.onerror = () => (this.stage = 'failed')
      const base = new URL('.', document.baseURI).href
      worker.postMessage({ type: 'start', base, version: HERE } satisfies ToWorker)
      this.worker = worker
    })
    return this.began
  }

  private told(message: FromWorker, ready: () => void): void {
    if (message.type === 'stage') {
      this.stage = message.stage
      if (message.stage !== 'ready') return
      ready()
      void keepOffline()
    } else if (message.type === 'answer') {
      this.answers.get(message.id)?.(message)
      this.answers.delete(message.id)
    } else this.sockets.get(message.line)?.told(message.text)
  }
}

export const here = new Here()

/** A connection to the worker with the interface of a WebSocket. */
export class HereSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  private line = 0

  constructor() {
    void here.open(this).then((line) => {
      this.line = line
      if (this.readyState === WebSocket.CLOSED) return here.send({ type: 'close', line })
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    })
  }

  send(text: string): void {
    here.send({ type: 'say', line: this.line, text })
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    if (this.line) here.send({ type: 'close', line: this.line })
  }

  told(text: string): void {
    if (text) return this.onmessage?.({ data: text })
    this.readyState = WebSocket.CLOSED
    this.onclose?.()
  }
}

/** Stores the site for offline use; a newer version is fetched beside it. */
async function keepOffline(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register('service.js').catch(() => undefined)
}

/** Activates a newer version fetched earlier, before anything has started; true: the page reloads. */
export async function renewed(): Promise<boolean> {
  if (!HERE || !('serviceWorker' in navigator)) return false
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting) return false
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      resolve(true)
      location.reload()
    })
    navigator.serviceWorker.addEventListener('message', () => resolve(false)) // another tab still plays on the older one
    waiting.postMessage('take over')
  })
}
