import { createCipheriv, createHash } from 'node:crypto'
import type { RandomBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import type { Random } from '#server/platform/process/runtime.ts'

/** Random bytes per draw: each draw is a system call. */
const DRAWN_BYTES = 4_096

/** Modulo bias of 32 bits is far below the sampling error. */
export function randomBelow(random: Random): RandomBelow {
  let drawn: DataView | null = null
  let at = 0
  return (bound) => {
    if (!drawn || at === DRAWN_BYTES) {
      drawn = new DataView(Uint8Array.from(random(DRAWN_BYTES)).buffer)
      at = 0
    }
    at += 4
    return drawn.getUint32(at - 4) % bound
  }
}

/** A pseudorandom sequence, equal for equal seeds. */
export function seededBelow(seed: string): RandomBelow {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return randomBelow((count) => stream.update(Buffer.alloc(count)))
}
