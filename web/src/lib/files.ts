// Files that people save.

import type { MatchRecord } from './answers'

/** Records as a file of lines, to be saved under this name. */
export function saveFile(name: string, records: readonly MatchRecord[]): void {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`)
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
