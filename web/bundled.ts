import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const packages = new Map<string, { name: string; version: string; license: string }>()

/** Records which npm packages end up in the client, for the license notices: `node_modules/.bundled.json`. */
export function bundled(): Plugin {
  return {
    name: 'foretold-bundled',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, module] of Object.entries(chunk.modules)) {
          const inside = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id.replaceAll('\\', '/').replace('\0', ''))
          if (!inside || !module.renderedLength) continue
          const { name, version, license } = JSON.parse(readFileSync(`${inside[1]}/package.json`, 'utf-8'))
          packages.set(name, { name, version, license })
        }
      }
      const sorted = [...packages.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
      mkdirSync('node_modules', { recursive: true })
      writeFileSync('node_modules/.bundled.json', `${JSON.stringify(sorted, null, 2)}\n`)
    },
  }
}
