// Runs the package on Python in WebAssembly, from the files of the site. A memory snapshot, taken once everything is
// imported, is stored in the browser, so that later visits import nothing.

/** The part of Pyodide's interface used here. */
export interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void
  pyimport(name: string): unknown
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
}
interface Files {
  writeFile(path: string, body: Uint8Array): void
}
interface Module {
  HEAP8: Int8Array
  growMemory(bytes: number): unknown
}
type Settings = Record<string, unknown>

export interface Site {
  base: string // its base URL
  version: string
}

const PACKAGE = '/lib/foretold.zip' // in Python's file system, as are the next ones
const PACKAGES = '/lib/python3.14/site-packages'
const LIBRARY = `${PACKAGES}/msgspec/_core.cpython-314-wasm32-emscripten.so`
const REST = 4000 // milliseconds before the snapshot is taken: playing comes first
const PACKED = ['pyodide.asm.wasm', 'msgspec.so'] // sent compressed whatever the host does, and stored unpacked
const WASM = 'application/wasm'
const network = fetch.bind(globalThis)

export async function load(site: Site): Promise<Python> {
  const folder = new URL('python/', site.base).href
  const cache = 'caches' in globalThis ? await caches.open(`foretold-${site.version}`) : null
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    return url.startsWith(folder)
      ? file(cache, url.endsWith(LIBRARY) ? `${folder}msgspec.so` : url)
      : network(input, init)
  }
  const archives = Promise.all(
    ['msgspec.whl', 'foretold.zip'].map(async (name) => (await file(cache, folder + name)).arrayBuffer()),
  )
  const [{ loadPyodide }, { default: create }] = (await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`),
  ])) as [{ loadPyodide(settings: Settings): Promise<Python> }, { default: (settings: Settings) => unknown }]

  async function begun(more: Settings, memory: Uint8Array | null = null): Promise<Python> {
    const [msgspec, foretold] = await archives
    if (!msgspec || !foretold) throw new Error('the archives are missing')
    const python = await loadPyodide({
      indexURL: folder,
      env: { PYTHONPATH: PACKAGE },
      fsInit: async (files: Files) => files.writeFile(PACKAGE, new Uint8Array(foretold)),
      // Loads msgspec's library first, so that it always lies at the same address.
      createPyodideModule: async (settings: Settings) => {
        const module = (await create(Object.assign(settings, { dynamicLibraries: [LIBRARY] }))) as Module
        if (memory) makeRoom(module, memory)
        return module
      },
      ...more,
    })
    python.unpackArchive(msgspec, 'zip', { extractDir: PACKAGES })
    return python
  }

  const before = await remembered(cache, folder)
  if (before) {
    try {
      return await begun({ _loadSnapshot: before }, before)
    } catch (error) {
      console.warn('what was kept of Python does not run here', error)
    }
  }
  const python = await begun({ _makeSnapshot: true })
  ;(python.pyimport('foretold.browser_server.entry') as { prepare(): void }).prepare()
  const memory = python.makeMemorySnapshot()
  setTimeout(() => void remember(cache, folder, memory), REST)
  return python
}

/** Grows the memory to fit the snapshot: Pyodide starts with the minimum. */
function makeRoom(module: Module, memory: Uint8Array): void {
  const start = new Uint32Array(memory.buffer, memory.byteOffset, 2)[1] ?? 0 // after its header
  const bytes = memory.byteLength - start
  if (module.HEAP8.byteLength < bytes) module.growMemory(bytes)
}

/** The memory snapshot stored by this browser and this version of the site. */
async function remembered(cache: Cache | null, folder: string): Promise<Uint8Array | null> {
  const stored = await cache?.match(`${folder}memory`)
  return stored?.headers.get('browser') === navigator.userAgent ? new Uint8Array(await stored.arrayBuffer()) : null
}

async function remember(cache: Cache | null, folder: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  const kept = new Response(memory, { headers: { browser: navigator.userAgent } })
  await cache?.put(`${folder}memory`, kept).catch(() => undefined) // no space left: the next visit imports everything again
}

/** A file of the site, from the cache or else the network, and cached. */
async function file(cache: Cache | null, url: string): Promise<Response> {
  const packed = PACKED.some((name) => url.endsWith(`/${name}`))
  const cached = await cache?.match(url)
  if (cached && packed) {
    // The service worker's copy is the same, and comes with the browser's compiled code.
    const served = await network(url).catch(() => null)
    return served?.headers.get('content-type') === WASM ? served : cached
  }
  if (cached) return cached
  const fresh = packed ? await unpacked(`${url}.gz`) : await network(url)
  if (fresh.ok) await cache?.put(url, fresh.clone())
  return fresh
}

async function unpacked(url: string): Promise<Response> {
  const { body, status } = await network(url)
  return new Response(body?.pipeThrough(new DecompressionStream('gzip')), { status, headers: { 'content-type': WASM } })
}
