import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { createByteReader, type BinaryFile, type ByteReader } from '#server/modules/imports/source/byte-reader.ts'
import { megabytes } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import type { SavDictionary } from '#server/modules/imports/source/spss/sav-dictionary.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

const ELEMENT = 8
/** Codes of a compressed case ("System File Format", Data Record); others are numbers. */
const CODE = { padding: 0, end: 252, verbatim: 253, blanks: 254, systemMissing: 255 } as const

/** Passes the bytes of each case to the callback; they are valid during the call. */
export async function readCases(
  file: string,
  source: BinaryFile,
  dictionary: SavDictionary,
  onCase: (bytes: Buffer) => void,
): Promise<void> {
  let cases = 0
  const refuse = (text: string): never => {
    const place = `after case ${cases}${dictionary.cases === null ? '' : ` of ${dictionary.cases}`}`
    throw new ImportRefused([problemAt(file, null, `This SPSS file is damaged ${place}: ${text}`)])
  }
  const counted = (bytes: Buffer) => {
    cases++
    onCase(bytes)
  }
  const bytes = dictionary.compression === 'zlib' ? await inflated(source, refuse) : source
  if (dictionary.compression === 'none') await readPlain(bytes, dictionary, counted, refuse)
  else await readCompressed(bytes, dictionary, counted, refuse)
  if (dictionary.cases !== null && cases < dictionary.cases) refuse('the others are not there.')
}

type Refuse = (text: string) => never

async function readPlain(
  bytes: ByteReader,
  { elements }: SavDictionary,
  onCase: (bytes: Buffer) => void,
  refuse: Refuse,
): Promise<void> {
  const length = elements * ELEMENT
  const pause = createLongPause()
  for (;;) {
    const window = await bytes.window(length)
    if (window.length === 0) return
    if (window.length < length) refuse('it ends inside a case.')
    onCase(window.subarray(0, length))
    bytes.advance(length)
    await pause()
  }
}

async function readCompressed(
  bytes: ByteReader,
  dictionary: SavDictionary,
  onCase: (bytes: Buffer) => void,
  refuse: Refuse,
): Promise<void> {
  const decompressor = createDecompressor(dictionary, onCase)
  const pause = createLongPause()
  let atLeast = 1
  for (;;) {
    const window = await bytes.window(atLeast)
    const used = decompressor.feed(window)
    bytes.advance(used)
    if (decompressor.isEnded()) break
    if (used === 0 && window.length < atLeast) {
      if (window.length > 0) refuse('it ends inside a case.')
      break
    }
    atLeast = used === 0 ? window.length + 1 : 1
    await pause()
  }
  if (decompressor.isInsideCase()) refuse('it ends inside a case.')
}

/** Unpacks cases from windows of bytes: eight codes, then the values that have no code. */
function createDecompressor({ elements, bias, endian, systemMissing }: SavDictionary, onCase: (bytes: Buffer) => void) {
  const values = Buffer.alloc(elements * ELEMENT)
  let codes: Buffer = Buffer.alloc(0)
  let [next, element, isEnded] = [0, 0, false]
  const writeDouble = (value: number) => {
    if (endian === 'LE') values.writeDoubleLE(value, element * ELEMENT)
    else values.writeDoubleBE(value, element * ELEMENT)
  }
  return {
    /** Returns the number of bytes that were used. */
    feed: (bytes: Buffer): number => {
      let used = 0
      for (;;) {
        if (next >= codes.length) {
          if (bytes.length - used < ELEMENT) return used
          codes = Buffer.from(bytes.subarray(used, used + ELEMENT))
          used += ELEMENT
          next = 0
        }
        const code = codes[next] ?? CODE.end
        if (code === CODE.verbatim) {
          if (bytes.length - used < ELEMENT) return used
          bytes.copy(values, element * ELEMENT, used, used + ELEMENT)
          used += ELEMENT
        } else if (code === CODE.blanks) values.fill(' ', element * ELEMENT, (element + 1) * ELEMENT)
        else if (code === CODE.systemMissing) writeDouble(systemMissing)
        else if (code === CODE.end) {
          isEnded = true
          return used
        } else if (code !== CODE.padding) writeDouble(code - bias)
        next++
        if (code !== CODE.padding) element++
        if (element < elements) continue
        element = 0
        onCase(values)
      }
    },
    isEnded: () => isEnded,
    isInsideCase: () => element > 0,
  }
}

const inflateBlock = promisify(inflate)
const HEADER_BYTES = 24
const BLOCK_BYTES_MAX = 64 * 1024 * 1024

/** The decompressed blocks of a .zsav file, whose places its trailer lists. */
async function inflated(source: BinaryFile, refuse: Refuse): Promise<ByteReader> {
  const start = source.position()
  const header = await source.peek(start, HEADER_BYTES)
  if (header.length < HEADER_BYTES) refuse('its compressed data are not there.')
  const [begin, trailerAt, trailerLength] = [0, 8, 16].map((place) => Number(header.readBigInt64LE(place)))
  const isWithin = begin === start && trailerAt !== undefined && trailerAt > start && trailerAt <= source.size
  if (!isWithin || trailerLength === undefined || trailerLength !== source.size - trailerAt) {
    return refuse('the places of its compressed data are wrong.')
  }
  const trailer = await source.peek(trailerAt, trailerLength)
  const blocks = Math.floor(trailer.length / HEADER_BYTES) - 1
  let [block, total] = [0, 0]
  return createByteReader(async () => {
    block++
    if (block > blocks) return null
    const place = block * HEADER_BYTES
    const from = Number(trailer.readBigInt64LE(place + 8))
    const [length, packed] = [trailer.readInt32LE(place + 16), trailer.readInt32LE(place + 20)]
    total += length
    if (total > IMPORT_BYTES_MAX) refuse(`its data are larger than ${megabytes(IMPORT_BYTES_MAX)}.`)
    const isSound = length > 0 && length <= BLOCK_BYTES_MAX && packed > 0 && packed <= BLOCK_BYTES_MAX
    if (!isSound || from < start || from + packed > trailerAt) refuse('the place of a compressed block is wrong.')
    source.watch(packed)
    const bytes = await inflateBlock(await source.peek(from, packed), { maxOutputLength: length }).catch(() => null)
    if (bytes === null || bytes.length !== length) return refuse('a compressed block cannot be read.')
    return bytes
  })
}
