import { deflateRawSync, inflateRawSync } from 'node:zlib'

const BITS = 8

/** A set of individuals as text: a bit for each number, deflated. */
export function membersText(individuals: ArrayLike<number>): string {
  const numbers = Array.from(individuals)
  const last = numbers.reduce((most, individual) => Math.max(most, individual), 0)
  const bytes = new Uint8Array(Math.floor(last / BITS) + 1)
  for (const individual of numbers) {
    const at = Math.floor(individual / BITS)
    bytes[at] = (bytes[at] ?? 0) | (1 << (individual % BITS))
  }
  return deflateRawSync(bytes).toString('base64')
}

/** The individuals of such a set, ascending. */
export function readMembersText(text: string): number[] {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'))
  const individuals: number[] = []
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0) continue
    for (let bit = 0; bit < BITS; bit++) if (byte & (1 << bit)) individuals.push(at * BITS + bit)
  }
  return individuals
}
