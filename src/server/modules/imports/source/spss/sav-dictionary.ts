import type { BinaryFile } from '#server/modules/imports/source/byte-reader.ts'
import { columnsFault } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { decoderFor, type TextReader } from '#server/modules/imports/source/spss/sav-encoding.ts'
import {
  DAMAGED,
  EXTENSION,
  LABELS_MAX,
  readDouble,
  readInt,
  readSavRecords,
  SEGMENT_BYTES,
  type Endian,
  type LabelSet,
  type Refuse,
  type SavHeader,
  type SavRecords,
  type VariableRecord,
} from '#server/modules/imports/source/spss/sav-records.ts'
import { numberKind, numberText, type NumberKind } from '#server/modules/imports/source/spss/spss-values.ts'

/** What an SPSS system file says of its variables and of its cases. */
export interface SavDictionary {
  readonly variables: readonly SavVariable[]
  /** Elements of 8 bytes in a case. */
  readonly elements: number
  readonly compression: SavHeader['compression']
  /** A compressed number is its code less the bias. */
  readonly bias: number
  /** Number of cases; null if the writer did not know it. */
  readonly cases: number | null
  readonly endian: Endian
  readonly systemMissing: number
  readonly text: TextReader
}

export interface SavVariable {
  readonly name: string
  readonly label: string
  /** Null for a text. */
  readonly kind: NumberKind | null
  /** Bytes of a text: the place in the case and the length of each part. */
  readonly segments: readonly Segment[]
  readonly levels: ReadonlyMap<string, string>
  /** Missing values as texts. */
  readonly missing: readonly string[]
  readonly missingRange: { readonly low: number; readonly high: number } | null
  /** Whether the measurement level is "scale". */
  readonly isScale: boolean
}

interface Segment {
  readonly start: number
  readonly length: number
}

const ELEMENT = 8
const SCALE = 3
/** A text longer than 255 bytes lies in segments: for every 252 bytes one, of 255 bytes. */
const SEGMENT_EVERY = 252

export async function readSavDictionary(file: string, source: BinaryFile): Promise<SavDictionary> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, text)])
  }
  const records = await readSavRecords(source, refuse)
  return { ...records.header, ...resolved(records, refuse) }
}

/** Joins the records to variables, now that the encoding is known. */
function resolved(
  raw: SavRecords,
  refuse: Refuse,
): Pick<SavDictionary, 'variables' | 'elements' | 'cases' | 'systemMissing' | 'text'> {
  const { header } = raw
  const { endian } = header
  if (raw.records.length === 0) refuse('This SPSS file has no variables.')
  if (raw.continued > 0) refuse(`${DAMAGED}: a text lacks one of its parts.`)
  const text = decoderFor(
    raw.extensions.get(EXTENSION.encoding)?.toString('latin1') ?? null,
    intsOf(raw.extensions.get(EXTENSION.integers), endian)[7] ?? null,
    refuse,
  )
  const nameOf = (bytes: Buffer) => text.read(bytes).toUpperCase()
  const longNames = new Map(pairsOf(raw.extensions.get(EXTENSION.longNames), text))
  const widths = new Map(pairsOf(raw.extensions.get(EXTENSION.veryLong), text))
  const measures = measuresOf(intsOf(raw.extensions.get(EXTENSION.display), endian), raw.records.length)
  const floats = raw.extensions.get(EXTENSION.floats)
  const joined = joinSegments(
    raw.records,
    (record) => Number(widths.get(nameOf(record.shortName)) ?? record.width),
    refuse,
  )
  const labels = levelsOf(raw, joined, { text, endian }, refuse)
  const longLabels = new Map(raw.longTextLabels.map(({ name, labels }) => [nameOf(name), labels]))
  const longMissing = new Map(raw.longTextMissing.map(({ name, values }) => [nameOf(name), values]))
  const variables = joined.map(({ record, place, segments }): SavVariable => {
    const shortName = nameOf(record.shortName)
    const name = longNames.get(shortName) ?? text.read(record.shortName)
    const key = name.toUpperCase()
    const kind = record.width === 0 ? numberKind(record.printFormat) : null
    const valueOf = (bytes: Buffer) => valueText(bytes, kind, { text, endian })
    const long = longLabels.get(key) ?? longLabels.get(shortName)
    const isRange = record.missingCount < 0
    const discrete = isRange ? record.missing.slice(2) : record.missing
    const [low, high] = isRange && kind !== null ? record.missing : []
    return {
      name,
      label: record.label === null ? '' : text.read(record.label),
      kind,
      segments,
      levels: long ? levelsFrom(long, valueOf, text) : (labels.get(record.element) ?? new Map()),
      missing: [...discrete, ...(longMissing.get(key) ?? longMissing.get(shortName) ?? [])].map(valueOf),
      missingRange: low && high ? { low: readDouble(low, 0, endian), high: readDouble(high, 0, endian) } : null,
      isScale: measures[place] === SCALE,
    }
  })
  return {
    variables,
    elements: raw.elements,
    cases: header.cases ?? longCases(raw.extensions.get(EXTENSION.cases), endian),
    systemMissing: floats && floats.length >= ELEMENT ? readDouble(floats, 0, endian) : -Number.MAX_VALUE,
    text,
  }
}

interface JoinedRecord {
  readonly record: VariableRecord
  /** Among the records. */
  readonly place: number
  readonly segments: readonly Segment[]
}

function joinSegments(
  records: readonly VariableRecord[],
  widthOf: (record: VariableRecord) => number,
  refuse: Refuse,
): JoinedRecord[] {
  const joined: JoinedRecord[] = []
  for (let place = 0; place < records.length;) {
    const record = records[place]
    if (!record) break
    const width = widthOf(record)
    const count = record.width > 0 && width > SEGMENT_BYTES ? Math.ceil(width / SEGMENT_EVERY) : 1
    const parts = records.slice(place, place + count)
    if (!Number.isInteger(width) || parts.length < count || parts.some((part) => count > 1 && part.width === 0)) {
      refuse(`${DAMAGED}: a long text lacks one of its parts.`)
    }
    let left = Math.max(width, record.width)
    const segments = parts.map((part) => {
      const length = Math.min(left, part.width)
      left -= length
      return { start: part.element * ELEMENT, length }
    })
    joined.push({ record, place, segments })
    place += count
  }
  const tooMany = columnsFault(joined.length)
  if (tooMany !== null) refuse(tooMany)
  return joined
}

interface Reading {
  readonly text: TextReader
  readonly endian: Endian
}

/** The labels of each variable by its element. Variables of one set and kind share a map. */
function levelsOf(
  raw: SavRecords,
  joined: readonly JoinedRecord[],
  reading: Reading,
  refuse: Refuse,
): Map<number, ReadonlyMap<string, string>> {
  const records = new Map(joined.map(({ record }) => [record.element, record]))
  const levels = new Map<number, ReadonlyMap<string, string>>()
  let applied = 0
  for (const { labels, elements } of raw.labelSets) {
    const shared = new Map<NumberKind | null, ReadonlyMap<string, string>>()
    for (const element of elements.map((one) => one - 1)) {
      const record = records.get(element)
      // Labels of a variable that the file lacks, or of the later part of a text, say nothing.
      if (!record) continue
      applied += labels.length
      if (applied > LABELS_MAX) refuse(`This SPSS file has more than ${LABELS_MAX} value labels.`)
      const kind = record.width === 0 ? numberKind(record.printFormat) : null
      const decoded = shared.get(kind) ?? levelsFrom(labels, (value) => valueText(value, kind, reading), reading.text)
      shared.set(kind, decoded)
      const before = levels.get(element)
      levels.set(element, before ? new Map([...before, ...decoded]) : decoded)
    }
  }
  return levels
}

function levelsFrom(
  labels: LabelSet['labels'],
  valueOf: (value: Buffer) => string,
  text: TextReader,
): ReadonlyMap<string, string> {
  const levels = labels.map(({ value, label }): [string, string] => [valueOf(value), text.read(label)])
  // A blank text is a missing answer.
  return new Map(levels.filter(([code]) => code !== ''))
}

function valueText(bytes: Buffer, kind: NumberKind | null, { text, endian }: Reading): string {
  return kind === null ? text.read(bytes) : numberText(readDouble(bytes, 0, endian), kind)
}

/** `KEY=value` separated by tabs, in part with NUL before the tab. Keys in upper case. */
function pairsOf(bytes: Buffer | undefined, text: TextReader): [string, string][] {
  if (!bytes) return []
  return text
    .read(bytes)
    .split('\t')
    .flatMap((pair): [string, string][] => {
      const [key = '', value] = pair.replaceAll('\0', '').split('=', 2)
      return value === undefined ? [] : [[key.trim().toUpperCase(), value.trim()]]
    })
}

/** The measurement level of each variable; the record has two or three numbers for each. */
function measuresOf(numbers: readonly number[], records: number): number[] {
  const each = numbers.length === records * 2 ? 2 : 3
  return numbers.filter((_, place) => place % each === 0)
}

function longCases(bytes: Buffer | undefined, endian: Endian): number | null {
  if (!bytes || bytes.length < 2 * ELEMENT) return null
  const cases = Number(endian === 'LE' ? bytes.readBigInt64LE(ELEMENT) : bytes.readBigInt64BE(ELEMENT))
  return cases < 0 ? null : cases
}

function intsOf(bytes: Buffer | undefined, endian: Endian): number[] {
  if (!bytes) return []
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, place) => readInt(bytes, place * 4, endian))
}
