// Fair deals, checked in the page (docs/fairness.md, docs/deals.md). Over plain http there is no crypto.subtle: hence
// the hash library.

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

export { bytesToHex, hexToBytes }

export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes))
}

/** The seed of a match: from the server's secret and the bytes of the seats in seat order. */
export function matchSeed(secret: Uint8Array, shares: readonly Uint8Array[]): Uint8Array {
  const message = new Uint8Array(shares.reduce((sum, share) => sum + share.length, 0))
  let at = 0
  for (const share of shares) {
    message.set(share, at)
    at += share.length
  }
  return hmac(sha256, secret, message)
}
