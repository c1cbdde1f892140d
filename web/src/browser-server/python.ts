// Python in WebAssembly with the package, from the files of the site. Its memory, as it is once all is imported, is kept
// in the browser: from then on nothing has to be imported when the page is opened.

/** As much of Pyodide as is asked for. */
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
  base: string // its address
  version: string
}

const PACKAGE = '/lib/foretold.zip' // in Python's own file system, as the next ones
const PACKAGES = '/lib/python3.14/site-packages'
const LIBRARY = `${PACKAGES}/msgspec/_core.cpython-314-wasm32-emscripten.so`
const REST = 4000 // milliseconds until the memory is kept: whoever came wants to play first
const PACKED = ['pyodide.asm.wasm', 'msgspec.so'] // sent compressed, whatever the host does by itself, and kept unpacked
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
      // The library of msgspec comes before all that follows, so that it lies at the same place of the memory each time.
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

/** A memory that had grown before it was kept fits only into one that has grown as far: Pyodide begins with the least. */
function makeRoom(module: Module, memory: Uint8Array): void {
  const start = new Uint32Array(memory.buffer, memory.byteOffset, 2)[1] ?? 0 // after its head
  const bytes = memory.byteLength - start
  if (module.HEAP8.byteLength < bytes) module.growMemory(bytes)
}

/** Python's memory once all was imported, by this browser and this version of the site. */
async function remembered(cache: Cache | null, folder: string): Promise<Uint8Array | null> {
  const found = await cache?.match(`${folder}memory`)
  return found?.headers.get('browser') === navigator.userAgent ? new Uint8Array(await found.arrayBuffer()) : null
}

async function remember(cache: Cache | null, folder: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  const kept = new Response(memory, { headers: { browser: navigator.userAgent } })
  await cache?.put(`${folder}memory`, kept).catch(() => undefined) // there is no room: so it begins as the first time
}

/** A file of the site: as it was kept, else from the network, and kept. */
async function file(cache: Cache | null, url: string): Promise<Response> {
  const packed = PACKED.some((name) => url.endsWith(`/${name}`))
  const found = await cache?.match(url)
  if (found && packed) {
    // From the service worker it is the same, but with what the browser has compiled of it the last time.
    const served = await network(url).catch(() => null)
    return served?.headers.get('content-type') === WASM ? served : found
  }
  if (found) return found
  const fresh = packed ? await unpacked(`${url}.gz`) : await network(url)
  if (fresh.ok) await cache?.put(url, fresh.clone())
  return fresh
}

async function unpacked(url: string): Promise<Response> {
  const { body, status } = await network(url)
  return new Response(body?.pipeThrough(new DecompressionStream('gzip')), { status, headers: { 'content-type': WASM } })
}
