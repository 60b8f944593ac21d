const BLOCK_BYTES = 64
const [INNER, OUTER] = [0x36, 0x5c]

/** The two keys of HMAC-SHA256 (RFC 2104) in hexadecimal digits, for a key of at most 64 bytes. */
export function hmacPads(key: Uint8Array): { readonly inner: string; readonly outer: string } {
  if (key.byteLength > BLOCK_BYTES) throw new Error('The key of HMAC is too long.')
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key)
  const pad = (byte: number) => Buffer.from(padded.map((keyByte) => keyByte ^ byte)).toString('hex')
  return { inner: pad(INNER), outer: pad(OUTER) }
}
