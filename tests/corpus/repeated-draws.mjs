// Loaded before the product's code. Disclosure control draws the same samples in every recording, because they decide
// cells near the limit. Tokens, ids and secrets stay random.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** DRAWN_BYTES of disclosure control. */
const BLOCK_BYTES = 4_096

const { randomBytes } = crypto
const block = Buffer.concat(
  Array.from({ length: BLOCK_BYTES / 64 }, (_, nth) => crypto.createHash('sha512').update(String(nth)).digest()),
)
crypto.randomBytes = (size, ...rest) => (size === BLOCK_BYTES ? Buffer.from(block) : randomBytes(size, ...rest))
syncBuiltinESMExports()
