// Python in WebAssembly with the package, from the files of the site.

/** As much of Pyodide as is asked for. */
export interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'zip' | 'wheel', options?: { extractDir: string }): void
  pyimport(name: string): unknown
}

export interface Site {
  base: string // its address
  version: string
}

const PACKED = ['pyodide.asm.wasm'] // kept and sent compressed, whatever the host does by itself
const network = fetch.bind(globalThis)

export async function load({ base, version }: Site): Promise<Python> {
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
