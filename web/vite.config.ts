import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { bundled } from './bundled.ts'
import { languages } from './languages.ts'
import { phrases } from './phrases.ts'
import { rules } from './rules.ts'

// Small chunks are merged: each request costs half a kilobyte of headers.
const SHARED = { test: /(?<!\.css)$/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 16_000 }
const EMBED = fileURLToPath(new URL('src/embed.ts', import.meta.url))
const REPLAY = fileURLToPath(new URL('src/embed/EmbedReplay.svelte', import.meta.url))

/**
 * Whether a puzzle or the daily match in a frame can load a module. These modules are not merged with others: else such
 * a frame would load parts of tables and dialogs, more or less of them with each change. What only a replay adds is
 * left to the page that shows replays.
 */
function framed(id: string, context: Rolldown.ChunkingContext): boolean {
  const above = new Set([id])
  for (const each of above) {
    const module = each === REPLAY ? null : context.getModuleInfo(each)
    for (const importer of [...(module?.importers ?? []), ...(module?.dynamicImporters ?? [])]) above.add(importer)
  }
  return above.has(EMBED)
}

// The page may be served under any path: the server writes its <base>, and every asset URL is relative to that.
export default defineConfig({
  base: './',
  plugins: [svelte(), rules(), languages(), phrases(), bundled()],
  build: {
    outDir: '../src/foretold/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '').replace('@', '-')}-[hash].js`,
        codeSplitting: {
          groups: [
            { ...SHARED, name: (id, context) => (framed(id, context) ? 'framed' : null), debugName: 'framed' },
            { ...SHARED, name: 'shared' },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [bundled()] },
  server: { proxy: { '/api': 'http://127.0.0.1:8421', '/ws': { target: 'ws://127.0.0.1:8421', ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 120_000, // other tests run at the same time: a busy machine must not fail one
    hookTimeout: 120_000,
  },
})
