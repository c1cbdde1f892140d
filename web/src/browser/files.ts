// Files that people save.

import type { MatchRecord } from '../wire/rest'

/** Records as a file of lines, to be saved under this name. */
export function saveFile(name: string, records: readonly MatchRecord[]): void {
  saveText(name, 'application/x-ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** A text as a file of this kind, to be saved under this name. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
