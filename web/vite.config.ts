import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { bundled } from './bundled.ts'
import { languages } from './languages.ts'
import { phrases } from './phrases.ts'
import { rules } from './rules.ts'

// The page may stand under any path: the server writes its <base>, and every asset is relative to that.
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
      // What several pages share comes in a few files: each request costs half a kilobyte of headers.
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
    testTimeout: 120_000, // they run beside others: how busy a machine is decides no test
    hookTimeout: 120_000,
  },
})
