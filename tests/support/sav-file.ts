import { deflateSync } from 'node:zlib'

/** A variable of a file to write; a text has a width. */
export interface SavColumn {
  /** In the file at most 8 letters of it in upper case, and the whole as long name. */
  readonly name: string
  readonly width?: number
  readonly label?: string
  /** Type of the print format: 5 number, 20 date, 22 date and time. */
  readonly format?: number
  readonly levels?: readonly (readonly [number | string, string])[]
  readonly missing?: readonly (number | string)[]
  readonly missingRange?: readonly [number, number]
  readonly measure?: 1 | 2 | 3
}

export interface SavContent {
  readonly columns: readonly SavColumn[]
  readonly cases: readonly (readonly (number | string | null)[])[]
  readonly endian?: 'LE' | 'BE'
  readonly compression?: 'none' | 'bytecode' | 'zlib'
  /** Name in the encoding record; texts are written in UTF-8 unless it is windows-1252. Null for no record. */
  readonly encoding?: string | null
  /** Number of cases in the header, if another than there are. */
  readonly casesInHeader?: number
}

const SYSTEM_MISSING = -Number.MAX_VALUE
const BIAS = 100
const SEGMENT_EVERY = 252
const SEGMENT_BYTES = 255
const ZLIB_BLOCK = 4096

/**
 * The bytes of an SPSS system file, by the chapter "System File Format" of the PSPP developers' guide:
 * https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html
 */
export function savFile({
  columns,
  cases,
  endian = 'LE',
  compression = 'bytecode',
  encoding = 'UTF-8',
  casesInHeader = cases.length,
}: SavContent): Buffer {
  const int = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (endian === 'LE') bytes.writeInt32LE(value)
    else bytes.writeInt32BE(value)
    return bytes
  }
  const long = (value: number) => {
    const bytes = Buffer.alloc(8)
    if (endian === 'LE') bytes.writeBigInt64LE(BigInt(value))
    else bytes.writeBigInt64BE(BigInt(value))
    return bytes
  }
  const double = (value: number) => {
    const bytes = Buffer.alloc(8)
    if (endian === 'LE') bytes.writeDoubleLE(value)
    else bytes.writeDoubleBE(value)
    return bytes
  }
  const encode = (text: string) => Buffer.from(text, encoding?.toLowerCase() === 'windows-1252' ? 'latin1' : 'utf8')
  const padded = (text: string, width: number) => {
    const bytes = Buffer.alloc(width, ' ')
    encode(text).copy(bytes)
    return bytes
  }
  const extension = (subtype: number, size: number, data: Buffer) =>
    Buffer.concat([int(7), int(subtype), int(size), int(data.length / size), data])
  const value = (one: number | string) => (typeof one === 'number' ? double(one) : padded(one, 8))

  const records: Buffer[] = []
  const shortNames: string[] = []
  const firstElements: number[] = []
  let elements = 0
  for (const [place, column] of columns.entries()) {
    const width = column.width ?? 0
    const shortName = place < 10 && column.name.length <= 8 ? column.name.toUpperCase() : `V${place}`
    shortNames.push(shortName)
    firstElements.push(elements)
    for (const [part, partWidth] of partsOf(width).entries()) {
      const isFirst = part === 0
      const label = isFirst ? (column.label ?? '') : ''
      const missing = width > 8 || !isFirst ? [] : [...(column.missingRange ?? []), ...(column.missing ?? [])]
      const count = column.missingRange ? -missing.length : missing.length
      const format = ((column.format ?? (width > 0 ? 1 : 5)) << 16) | (8 << 8)
      records.push(
        ...[2, partWidth, label === '' ? 0 : 1, count, format, format].map(int),
        padded(isFirst ? shortName : `S${place}_${part}`, 8),
      )
      if (label !== '') {
        const bytes = encode(label)
        records.push(int(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4))
      }
      records.push(...missing.map(value))
      elements++
      for (let more = Math.ceil(partWidth / 8) - 1; more > 0; more--) {
        records.push(...[2, -1, 0, 0, 0, 0].map(int), padded('', 8))
        elements++
      }
    }
  }
  for (const [place, { levels = [], width = 0 }] of columns.entries()) {
    if (levels.length === 0 || width > 8) continue
    records.push(int(3), int(levels.length))
    for (const [code, label] of levels) {
      const bytes = encode(label)
      const fill = Buffer.alloc((8 - ((bytes.length + 1) % 8)) % 8)
      records.push(value(code), Buffer.from([bytes.length]), bytes, fill)
    }
    records.push(int(4), int(1), int((firstElements[place] ?? 0) + 1))
  }
  records.push(int(6), int(1), padded('A line of documents.', 80))
  const codePage = encoding === null ? 2 : encoding.toLowerCase() === 'windows-1252' ? 1252 : 65001
  records.push(extension(3, 4, Buffer.concat([20, 0, 0, -1, 1, 1, endian === 'LE' ? 2 : 1, codePage].map(int))))
  records.push(extension(4, 8, Buffer.concat([SYSTEM_MISSING, Number.MAX_VALUE, SYSTEM_MISSING].map(double))))
  records.push(extension(10, 1, Buffer.from('A product.')))
  const parts = columns.flatMap(({ width = 0, measure = 1 }) => partsOf(width).map(() => measure))
  records.push(extension(11, 4, Buffer.concat(parts.flatMap((measure) => [measure, 8, 0].map(int)))))
  records.push(
    extension(13, 1, encode(columns.map(({ name }, place) => `${shortNames[place] ?? ''}=${name}`).join('\t'))),
  )
  const veryLong = columns.flatMap(({ width = 0 }, place) =>
    width > SEGMENT_BYTES ? [`${shortNames[place] ?? ''}=${String(width).padStart(5, '0')}\0\t`] : [],
  )
  if (veryLong.length > 0) records.push(extension(14, 1, Buffer.from(veryLong.join(''))))
  if (encoding !== null) records.push(extension(20, 1, Buffer.from(encoding)))
  const sized = (bytes: Buffer) => Buffer.concat([int(bytes.length), bytes])
  for (const { name, width = 0, levels = [], missing = [] } of columns) {
    if (width <= 8) continue
    const labels = levels.flatMap(([code, label]) => [sized(padded(String(code), width)), sized(encode(label))])
    const head = [sized(encode(name)), int(width), int(levels.length)]
    if (levels.length > 0) records.push(extension(21, 1, Buffer.concat([...head, ...labels])))
    const values = missing.map((one) => padded(String(one), 8))
    const count = Buffer.from([missing.length])
    if (missing.length > 0)
      records.push(extension(22, 1, Buffer.concat([sized(encode(name)), count, int(8), ...values])))
  }
  records.push(int(999), int(0))

  const header = Buffer.concat([
    Buffer.from(compression === 'zlib' ? '$FL3' : '$FL2'),
    padded('@(#) SPSS DATA FILE a test', 60),
    ...[2, elements, ['none', 'bytecode', 'zlib'].indexOf(compression), 0, casesInHeader].map(int),
    double(BIAS),
    padded('01 Jan 26', 9),
    padded('12:00:00', 8),
    padded('A label of the file', 64),
    Buffer.alloc(3),
  ])
  const dictionary = Buffer.concat([header, ...records])
  const data = cases.flatMap((cells) =>
    columns.flatMap(({ width = 0 }, place) => elementsOf(cells[place] ?? null, width, { double, encode })),
  )
  if (compression === 'none') return Buffer.concat([dictionary, ...data])
  const packed = compressed(data, double)
  return Buffer.concat([
    dictionary,
    compression === 'zlib' ? zlibData(packed, dictionary.length, { int, long }) : packed,
  ])
}

/** The widths of a text's segments: one, or several of 255 bytes for one of more than 255. */
function partsOf(width: number): number[] {
  if (width <= SEGMENT_BYTES) return [width]
  const count = Math.ceil(width / SEGMENT_EVERY)
  return Array.from({ length: count }, (_, place) =>
    place < count - 1 ? SEGMENT_BYTES : width - (count - 1) * SEGMENT_EVERY,
  )
}

interface Writers {
  readonly double: (value: number) => Buffer
  readonly encode: (text: string) => Buffer
}

function elementsOf(cell: number | string | null, width: number, { double, encode }: Writers): Buffer[] {
  if (width === 0) return [double(typeof cell === 'number' ? cell : SYSTEM_MISSING)]
  const text = encode(typeof cell === 'string' ? cell : '')
  let start = 0
  return partsOf(width).flatMap((part) => {
    const bytes = Buffer.alloc(Math.ceil(part / 8) * 8, ' ')
    text.subarray(start, start + part).copy(bytes)
    start += part
    return Array.from({ length: bytes.length / 8 }, (_, place) => bytes.subarray(place * 8, place * 8 + 8))
  })
}

/** Codes in groups of eight, each followed by the values that have no code. */
function compressed(data: readonly Buffer[], double: (value: number) => Buffer): Buffer {
  const written: Buffer[] = []
  let codes: number[] = []
  let values: Buffer[] = []
  const flush = () => {
    written.push(Buffer.from([...codes, ...Array.from({ length: 8 - codes.length }, () => 0)]), ...values)
    codes = []
    values = []
  }
  const byBytes = new Map<string, number>([
    [Buffer.alloc(8, ' ').toString('hex'), 254],
    [double(SYSTEM_MISSING).toString('hex'), 255],
    ...Array.from({ length: 251 }, (_, place): [string, number] => [
      double(place + 1 - BIAS).toString('hex'),
      place + 1,
    ]),
  ])
  for (const element of data) {
    const code = byBytes.get(element.toString('hex')) ?? 253
    codes.push(code)
    if (code === 253) values.push(element)
    if (codes.length === 8) flush()
  }
  codes.push(252)
  flush()
  return Buffer.concat(written)
}

function zlibData(
  packed: Buffer,
  start: number,
  { int, long }: { int: (value: number) => Buffer; long: (value: number) => Buffer },
): Buffer {
  const blocks: { offset: number; length: number; bytes: Buffer }[] = []
  for (let offset = 0; offset < packed.length; offset += ZLIB_BLOCK) {
    const block = packed.subarray(offset, offset + ZLIB_BLOCK)
    blocks.push({ offset, length: block.length, bytes: deflateSync(block) })
  }
  let place = start + 24
  const rows = blocks.map(({ offset, length, bytes }) => {
    const row = Buffer.concat([long(start + offset), long(place), int(length), int(bytes.length)])
    place += bytes.length
    return row
  })
  const trailer = Buffer.concat([long(-BIAS), long(0), int(ZLIB_BLOCK), int(blocks.length), ...rows])
  return Buffer.concat([long(start), long(place), long(trailer.length), ...blocks.map(({ bytes }) => bytes), trailer])
}
