// Makes reviews in a worker of its own, so that play is not blocked; started on first use, and terminated when idle.

import type { Site } from './python'

export class Coach {
  private worker: Worker | null = null
  private answered: (text: string) => void = () => undefined

  constructor(private readonly site: Site) {}

  /** The next part of a review, as a line; '' if the worker has ended. */
  answer(line: string): Promise<string> {
    const worker = (this.worker ??= this.begun())
    return new Promise((resolve) => {
      this.answered = resolve
      worker.postMessage(line)
    })
  }

  end(): void {
    this.worker?.terminate()
    this.worker = null
    this.answered('')
  }

  private begun(): Worker {
    const worker = new Worker(new URL('./reviewing.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<string>) => this.answered(event.data)
    worker.onerror = () => this.end()
    worker.postMessage({ base: this.site.base, version: this.site.version } satisfies Site)
    return worker
  }
}
