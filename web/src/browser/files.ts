// Saving files.

import type { MatchRecord } from '../wire/rest'

/** Saves records as a JSON Lines file. */
export function saveFile(name: string, records: readonly MatchRecord[]): void {
  saveText(name, 'application/x-ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** Saves text as a file of this type. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
