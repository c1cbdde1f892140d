// This device's share of the randomness of the deals (docs/fairness.md): first its hash, then, on request, the bytes.

import { bytesToHex, sha256Hex } from '../cards/fair'
import type { Connection } from '../net/connection'
import type { Facts } from './clock'

const SIZE = 16 // bytes

export class FairShare {
  private bytes = crypto.getRandomValues(new Uint8Array(SIZE))
  private readonly sent = new Set<string>() // stages already answered

  constructor(private readonly connection: Connection) {}

  /** Answers the table's current stage, once. */
  async answer({ fair, phase }: Facts): Promise<void> {
    if (!fair || phase !== 'sharing') return
    const stage = `${fair.stage} ${fair.commitment}`
    if (this.sent.has(stage)) return
    this.sent.add(stage)
    if (fair.stage === 'commit') {
      this.bytes = crypto.getRandomValues(new Uint8Array(SIZE))
      await this.connection.send({ type: 'commit', commitment: sha256Hex(this.bytes) })
    } else if (fair.stage === 'reveal') {
      await this.connection.send({ type: 'reveal', bytes: bytesToHex(this.bytes) })
    }
  }
}
