import { createPause } from '#server/platform/scheduling/yield.ts'

/** Rows of a list that take a few milliseconds. */
const ROWS_AT_ONCE = 500

/**
 * The bytes of JSON.stringify, with pauses within the long lists of an answer: the largest have megabytes, and other
 * requests would wait.
 */
export async function jsonInPieces(answer: object): Promise<Buffer<ArrayBuffer>> {
  if (Array.isArray(answer) || !Object.values(answer).some(isLongList)) return Buffer.from(JSON.stringify(answer))
  const pause = createPause()
  const pieces: Buffer[] = []
  const write = (text: string) => void pieces.push(Buffer.from(text))
  let before = '{'
  for (const [name, value] of Object.entries(answer)) {
    // JSON.stringify leaves it out too.
    if (value === undefined) continue
    write(`${before}${JSON.stringify(name)}:`)
    before = ','
    if (isLongList(value)) await writeList(value, write, pause)
    else write(JSON.stringify(value))
  }
  write('}')
  return Buffer.concat(pieces)
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ROWS_AT_ONCE
}

async function writeList(
  list: readonly unknown[],
  write: (text: string) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let before = '['
  for (let start = 0; start < list.length; start += ROWS_AT_ONCE) {
    await pause()
    write(`${before}${JSON.stringify(list.slice(start, start + ROWS_AT_ONCE)).slice(1, -1)}`)
    before = ','
  }
  write(']')
}
