import { IMPORT_COLUMNS_MAX, IMPORT_ROW_BYTES_MAX, IMPORT_TEXT_BYTES_MAX } from '#domain/limits.ts'
import type { BinaryFile } from '#server/modules/imports/source/byte-reader.ts'
import { columnsFault } from '#server/modules/imports/source/delimited-table.ts'

export type Endian = 'LE' | 'BE'

/** A variable record, before the encoding and the long names are known. */
export interface VariableRecord {
  readonly shortName: Buffer
  readonly width: number
  readonly printFormat: number
  readonly label: Buffer | null
  readonly missingCount: number
  readonly missing: readonly Buffer[]
  readonly element: number
}

export interface LabelSet {
  readonly labels: readonly { readonly value: Buffer; readonly label: Buffer }[]
  /** Places of variables among all elements, counted from 1. */
  readonly elements: readonly number[]
}

const ELEMENT = 8
export const EXTENSION = {
  integers: 3,
  floats: 4,
  display: 11,
  longNames: 13,
  veryLong: 14,
  cases: 16,
  encoding: 20,
} as const
const LONG_TEXTS = { labels: 21, missing: 22 } as const
/** A short text, or a part of a longer one. */
export const SEGMENT_BYTES = 255
/** Very long texts have several records; a damaged or hostile file has more. */
const RECORDS_MAX = 10 * IMPORT_COLUMNS_MAX
/** Value labels of all variables together. */
export const LABELS_MAX = 2_000_000

/**
 * Reads the records before the cases, as the PSPP developers' guide describes them (chapter "System File Format",
 * https://www.gnu.org/software/pspp/pspp-dev/html_node/System-File-Format.html).
 */
export async function readSavRecords(source: BinaryFile, refuse: Refuse): Promise<SavRecords> {
  const take = async (length: number): Promise<Buffer> => {
    if (length < 0 || length > IMPORT_TEXT_BYTES_MAX)
      return refuse(`${DAMAGED}: a length in its dictionary is ${length}.`)
    if (length > source.size - source.position()) return refuse(`${DAMAGED}: it ends inside its dictionary.`)
    const bytes = Buffer.from((await source.window(length)).subarray(0, length))
    source.advance(length)
    return bytes
  }
  const header = readHeader(await take(HEADER_BYTES), refuse)
  const { endian } = header
  const int = async () => readInt(await take(4), 0, endian)
  const raw = createRawDictionary()
  for (;;) {
    const type = await int()
    if (type === 2) {
      if (raw.records.length >= RECORDS_MAX) refuse(columnsFault(RECORDS_MAX) ?? DAMAGED)
      await readVariable(raw, take, endian, refuse)
    } else if (type === 3) raw.labelSets.push(await readLabelSet(take, endian, refuse))
    else if (type === 6) await skip(source, (await int()) * 80, refuse)
    else if (type === 7) await readExtension(raw, { take, endian, source, refuse })
    else if (type === 999) break
    else refuse(`${DAMAGED}: record type ${type} in its dictionary is unknown.`)
  }
  await take(4)
  return { header, ...raw }
}

export const DAMAGED = 'This SPSS file is damaged'

export type Refuse = (text: string) => never
type Take = (length: number) => Promise<Buffer>

const HEADER_BYTES = 176

export interface SavHeader {
  readonly compression: 'none' | 'bytecode' | 'zlib'
  readonly bias: number
  readonly cases: number | null
  readonly endian: Endian
}

function readHeader(bytes: Buffer, refuse: Refuse): SavHeader {
  const magic = bytes.toString('latin1', 0, 4)
  if (magic === '[\xc6\xd3\xf2') refuse('This SPSS file is in EBCDIC: save it with a newer version of SPSS.')
  if (magic !== '$FL2' && magic !== '$FL3') refuse('This is no SPSS system file: it does not begin with $FL2 or $FL3.')
  const endian = ([2, 3].includes(bytes.readInt32LE(64)) && 'LE') || ([2, 3].includes(bytes.readInt32BE(64)) && 'BE')
  if (!endian) return refuse(`${DAMAGED}: its layout code is none of SPSS.`)
  const compression = (['none', 'bytecode', 'zlib'] as const)[readInt(bytes, 72, endian)]
  if (compression === undefined) return refuse(`${DAMAGED}: its compression is none of SPSS.`)
  const cases = readInt(bytes, 80, endian)
  const bias = readDouble(bytes, 84, endian)
  if (!Number.isFinite(bias)) refuse(`${DAMAGED}: its numbers are not IEEE 754.`)
  return { compression, bias, cases: cases < 0 ? null : cases, endian }
}

/** The records of a dictionary, before the encoding and the long names are known. */
export interface SavRecords extends RawDictionary {
  readonly header: SavHeader
}

interface RawDictionary {
  readonly records: VariableRecord[]
  readonly labelSets: LabelSet[]
  readonly longTextLabels: { readonly name: Buffer; readonly labels: LabelSet['labels'] }[]
  readonly longTextMissing: { readonly name: Buffer; readonly values: readonly Buffer[] }[]
  readonly extensions: Map<number, Buffer>
  elements: number
  /** Elements that must follow as parts of the text before them. */
  continued: number
}

function createRawDictionary(): RawDictionary {
  return {
    records: [],
    labelSets: [],
    longTextLabels: [],
    longTextMissing: [],
    extensions: new Map(),
    elements: 0,
    continued: 0,
  }
}

async function readVariable(raw: RawDictionary, take: Take, endian: Endian, refuse: Refuse): Promise<void> {
  const bytes = await take(28)
  const [width, hasLabel, missingCount] = [
    readInt(bytes, 0, endian),
    readInt(bytes, 4, endian),
    readInt(bytes, 8, endian),
  ]
  let label: Buffer | null = null
  if (hasLabel === 1) {
    const length = readInt(await take(4), 0, endian)
    label = (await take(Math.ceil(length / 4) * 4)).subarray(0, length)
  }
  if (Math.abs(missingCount) > 3 || missingCount === -1)
    refuse(`${DAMAGED}: a variable has ${missingCount} missing values.`)
  const missing: Buffer[] = []
  for (let count = Math.abs(missingCount); count > 0; count--) missing.push(await take(ELEMENT))
  const element = raw.elements++
  if (raw.elements * ELEMENT > IMPORT_ROW_BYTES_MAX) refuse(`${DAMAGED}, or a case is longer than an import reads.`)
  if (width === -1) {
    if (raw.continued === 0) refuse(`${DAMAGED}: a part of a text follows no text.`)
    raw.continued--
    return
  }
  if (raw.continued > 0) refuse(`${DAMAGED}: a text lacks one of its parts.`)
  if (width < 0 || width > SEGMENT_BYTES) refuse(`${DAMAGED}: a variable has width ${width}.`)
  raw.continued = Math.max(1, Math.ceil(width / ELEMENT)) - 1
  const shortName = bytes.subarray(20, 28)
  raw.records.push({ shortName, width, printFormat: readInt(bytes, 12, endian), label, missingCount, missing, element })
}

async function readLabelSet(take: Take, endian: Endian, refuse: Refuse): Promise<LabelSet> {
  const count = readInt(await take(4), 0, endian)
  if (count < 0 || count > LABELS_MAX) refuse(`${DAMAGED}: a set of value labels has ${count} labels.`)
  const labels: LabelSet['labels'][number][] = []
  for (let place = 0; place < count; place++) {
    const head = await take(ELEMENT + 1)
    const length = head[ELEMENT] ?? 0
    // The length and the label fill elements.
    const label = (await take(Math.ceil((length + 1) / ELEMENT) * ELEMENT - 1)).subarray(0, length)
    labels.push({ value: head.subarray(0, ELEMENT), label })
  }
  const type = readInt(await take(4), 0, endian)
  if (type !== 4) refuse(`${DAMAGED}: value labels name no variables.`)
  const variables = readInt(await take(4), 0, endian)
  const bytes = await take(variables * 4)
  return { labels, elements: Array.from({ length: variables }, (_, place) => readInt(bytes, place * 4, endian)) }
}

const KNOWN_EXTENSIONS: ReadonlySet<number> = new Set(Object.values(EXTENSION))

interface ExtensionReading {
  readonly take: Take
  readonly endian: Endian
  readonly source: BinaryFile
  readonly refuse: Refuse
}

async function readExtension(raw: RawDictionary, { take, endian, source, refuse }: ExtensionReading): Promise<void> {
  const head = await take(12)
  const subtype = readInt(head, 0, endian)
  const length = readInt(head, 4, endian) * readInt(head, 8, endian)
  if (subtype === LONG_TEXTS.labels) raw.longTextLabels.push(...longTextLabels(await take(length), endian, refuse))
  else if (subtype === LONG_TEXTS.missing)
    raw.longTextMissing.push(...longTextMissing(await take(length), endian, refuse))
  else if (KNOWN_EXTENSIONS.has(subtype)) raw.extensions.set(subtype, await take(length))
  else await skip(source, length, refuse)
}

async function skip(source: BinaryFile, length: number, refuse: Refuse): Promise<void> {
  if (length < 0 || length > source.size - source.position()) refuse(`${DAMAGED}: it ends inside its dictionary.`)
  for (let left = length; left > 0;) {
    const bytes = Math.min(left, (await source.window(1)).length)
    source.advance(bytes)
    left -= bytes
  }
}

/** Reads fields inside a record. */
function createFields(bytes: Buffer, endian: Endian, refuse: Refuse) {
  let place = 0
  const take = (length: number): Buffer => {
    if (length < 0 || length > bytes.length - place) refuse(`${DAMAGED}: a record of long texts is cut.`)
    place += length
    return bytes.subarray(place - length, place)
  }
  const int = () => readInt(take(4), 0, endian)
  return { int, take, sized: () => take(int()), isAtEnd: () => place >= bytes.length, byte: () => take(1)[0] ?? 0 }
}

function longTextLabels(bytes: Buffer, endian: Endian, refuse: Refuse): RawDictionary['longTextLabels'] {
  const fields = createFields(bytes, endian, refuse)
  const found: RawDictionary['longTextLabels'] = []
  while (!fields.isAtEnd()) {
    const name = fields.sized()
    fields.int()
    const labels: LabelSet['labels'][number][] = []
    for (let count = fields.int(); count > 0; count--) labels.push({ value: fields.sized(), label: fields.sized() })
    found.push({ name, labels })
  }
  return found
}

function longTextMissing(bytes: Buffer, endian: Endian, refuse: Refuse): RawDictionary['longTextMissing'] {
  const fields = createFields(bytes, endian, refuse)
  const found: RawDictionary['longTextMissing'] = []
  while (!fields.isAtEnd()) {
    const name = fields.sized()
    const count = fields.byte()
    const length = fields.int()
    found.push({ name, values: Array.from({ length: count }, () => fields.take(length)) })
  }
  return found
}

export function readInt(bytes: Buffer, place: number, endian: Endian): number {
  return endian === 'LE' ? bytes.readInt32LE(place) : bytes.readInt32BE(place)
}

export function readDouble(bytes: Buffer, place: number, endian: Endian): number {
  return endian === 'LE' ? bytes.readDoubleLE(place) : bytes.readDoubleBE(place)
}
