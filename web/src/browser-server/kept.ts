// A site's persistent storage: a snapshot, the store operations since then, and the secret that identifies the page.

const LOG = 'log'
const META = 'meta'

export interface Kept {
  snapshot: Uint8Array
  log: string[]
  secret: string
}

export class Keeper {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(base: string): Promise<Keeper> {
    const opening = indexedDB.open(`foretold ${new URL(base).pathname}`, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(LOG, { autoIncrement: true })
      opening.result.createObjectStore(META)
    }
    return new Keeper(await done(opening))
  }

  async all(): Promise<Kept> {
    const reading = this.database.transaction([LOG, META])
    const [log, snapshot, secret] = await Promise.all([
      done<string[]>(reading.objectStore(LOG).getAll()),
      done<Uint8Array | undefined>(reading.objectStore(META).get('snapshot')),
      done<string | undefined>(reading.objectStore(META).get('secret')),
    ])
    return { log, snapshot: snapshot ?? new Uint8Array(), secret: secret ?? '' }
  }

  /** Appends an operation; it is durable even if the tab closes. */
  add(text: string): Promise<void> {
    return this.write([LOG], (writing) => void writing.objectStore(LOG).add(text))
  }

  /** Replaces everything stored so far with a snapshot. */
  replace(snapshot: Uint8Array): Promise<void> {
    return this.write([LOG, META], (writing) => {
      writing.objectStore(META).put(snapshot, 'snapshot')
      writing.objectStore(LOG).clear()
    })
  }

  know(secret: string): Promise<void> {
    return this.write([META], (writing) => void writing.objectStore(META).put(secret, 'secret'))
  }

  private write(stores: string[], what: (writing: IDBTransaction) => void): Promise<void> {
    const writing = this.database.transaction(stores, 'readwrite', { durability: 'strict' })
    what(writing)
    return new Promise((resolve, reject) => {
      writing.oncomplete = () => resolve()
      writing.onerror = writing.onabort = () => reject(writing.error ?? new Error('not kept'))
    })
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not read'))
  })
}
