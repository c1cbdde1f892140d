import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { bundled } from './bundled.ts'
import { languages } from './languages.ts'
import { phrases } from './phrases.ts'
import { rules } from './rules.ts'

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
      // Shared code goes into a few chunks: each request costs half a kilobyte of headers.
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '').replace('@', '-')}-[hash].js`,
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /(?<!\.css)$/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 12_000,
            },
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
