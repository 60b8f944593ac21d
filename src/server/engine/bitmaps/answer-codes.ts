import * as v from 'valibot'
import { isDateType, isNumber } from '#domain/data-types.ts'
import { BITS, inAny, wordsFor, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { valueText } from '#server/engine/conditions/shown-value.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { eachColumns, Numbers, rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Codes of individuals without a record, and of those with a record but without an answer. */
export const NO_RECORD = 0
export const NO_ANSWER = 1

/** A number for each place. */
export type Codes = Uint8Array | Uint16Array

/** The answers to one variable as numbers: NO_RECORD, NO_ANSWER, and from FIRST_ANSWER on an index of `answers`. */
export interface AnswerCodes {
  readonly codes: Codes
  readonly answers: readonly DistinctAnswer[]
  /** Codes from this one on are of individuals without a record: a score may be known without one. */
  readonly unrecordedFrom?: number
}

/** Whether the individuals of a code have a record. */
export function hasRecord({ unrecordedFrom = Infinity }: AnswerCodes, code: number): boolean {
  return code !== NO_RECORD && code < unrecordedFrom
}

export const FIRST_ANSWER = 2

/** An answer that occurs; in the order in which counts list them. */
const DistinctAnswer = v.object({
  /** The value as a text that converts back to it exactly. */
  value: v.string(),
  shown: v.string(),
  /** The first and the last possible day of a date; null for other types. */
  first: v.nullable(v.string()),
  last: v.nullable(v.string()),
})
export type DistinctAnswer = v.InferOutput<typeof DistinctAnswer>

/** More distinct answers than this do not fit into two bytes. */
const ANSWERS_MAX = 65_000
const Columns = v.tuple([Numbers, Numbers])

/** Null for a variable with too many distinct answers, such as a free text. */
export async function readAnswerCodes(
  connection: Connection,
  variable: CatalogVariable,
  individuals: Individuals,
): Promise<AnswerCodes | null> {
  const table = identifier(variable.tableName)
  const column = identifier(variable.columnName)
  const answers = await rowsOf(
    connection,
    DistinctAnswer,
    sql`SELECT CAST(value AS TEXT) AS value, ${valueText(variable.dataType, raw('value'))} AS shown,
        CAST(first AS TEXT) AS first, CAST(last AS TEXT) AS last
      FROM (SELECT DISTINCT ${column} AS value${daysOf(variable)} FROM ${table} WHERE ${column} IS NOT NULL) known
      ORDER BY known.value LIMIT ${literal(ANSWERS_MAX + 1)}`,
  )
  if (answers.length > ANSWERS_MAX) return null
  const codes = emptyCodes(answers.length + FIRST_ANSWER, individuals.count)
  const { placeOf } = individuals
  await eachColumns(
    connection,
    Columns,
    sql`SELECT f.individual_no, coalesce(a.code, ${literal(NO_ANSWER)})
      FROM ${table} f LEFT JOIN ${codeTable(variable, answers)} a ON a.value = f.${column}`,
    () => {
      codes.fill(NO_RECORD)
      return ([numbers, codesRead]) => {
        for (let nth = 0; nth < numbers.length; nth++) {
          const place = placeOf[numbers[nth] ?? 0] ?? -1
          if (place < 0) continue
          if (codes[place] !== NO_RECORD) throw new Error('A table of answers has two rows of one person.')
          codes[place] = codesRead[nth] ?? 0
        }
      }
    },
  )
  return { codes, answers }
}

/** The answers with their codes. As values of the statement, which Citus sends to each worker. */
function codeTable({ dataType }: CatalogVariable, answers: readonly DistinctAnswer[]): Sql {
  const values = answers.map(({ value }) => value)
  const codes = answers.map((_, nth) => String(nth + FIRST_ANSWER))
  return sql`(SELECT CAST(value AS ${raw(isNumber(dataType) ? 'FLOAT8' : 'TEXT')}) AS value, CAST(code AS INTEGER) AS code
    FROM (SELECT unnest(CAST(${values} AS TEXT[])) AS value, unnest(CAST(${codes} AS TEXT[])) AS code) listed)`
}

/** NULL for types without days. */
function daysOf({ dataType, columnName }: CatalogVariable): Sql {
  if (!isDateType(dataType)) return sql`, NULL AS first, NULL AS last`
  return sql`, ${identifier(`${columnName}__first`)} AS first, ${identifier(`${columnName}__last`)} AS last`
}

export function emptyCodes(distinct: number, count: number): Codes {
  return distinct <= 256 ? new Uint8Array(count) : new Uint16Array(count)
}

/** Outcomes of a condition, as sets of individuals; those in neither `yes` nor `no` are unknown. */
interface OutcomeSets {
  readonly yes: Bitmap
  readonly no: Bitmap
  readonly hasRecord: Bitmap
}

/** The outcome for each code as sets. Null is unknown. */
export function outcomeSets(coded: AnswerCodes, outcomeOf: (code: number) => boolean | null): OutcomeSets {
  const sets = setsByCode(coded)
  if (!sets) return setsOfPlaces(coded, outcomeOf)
  const all = new Uint32Array(wordsFor(coded.codes.length))
  const unite = (isIn: (code: number) => boolean) =>
    inAny(
      sets.filter((_, code) => isIn(code)),
      all,
    )
  return {
    yes: unite((code) => outcomeOf(code) === true),
    no: unite((code) => outcomeOf(code) === false),
    hasRecord: unite((code) => hasRecord(coded, code)),
  }
}

/** Up to this many codes, the individuals of each are kept as a set: a condition then takes a tenth of the time. */
const SETS_MAX = 16

const setsOf = new WeakMap<AnswerCodes, readonly Bitmap[]>()

/** The individuals of each code; null for too many codes. */
function setsByCode(coded: AnswerCodes): readonly Bitmap[] | null {
  const { codes, answers } = coded
  const distinct = answers.length + FIRST_ANSWER
  if (distinct > SETS_MAX) return null
  const known = setsOf.get(coded)
  if (known) return known
  const words = wordsFor(codes.length)
  const sets = Array.from({ length: distinct }, () => new Uint32Array(words))
  for (let place = 0; place < codes.length; place++) {
    const set = sets[codes[place] ?? 0]
    if (set) set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31))
  }
  setsOf.set(coded, sets)
  return sets
}

/** The memory of codes, of their answers and of the sets of their individuals. */
export function bytesOfCodes({ codes, answers }: AnswerCodes): number {
  const distinct = answers.length + FIRST_ANSWER
  const bytesOfSets = distinct > SETS_MAX ? 0 : distinct * wordsFor(codes.length) * Uint32Array.BYTES_PER_ELEMENT
  return codes.byteLength + bytesOfSets + answers.length * BYTES_OF_ANSWER
}

/** Bytes of a distinct answer beside its code. */
const BYTES_OF_ANSWER = 200

/** The outcomes of a code as bits of one number: one lookup for each individual. */
const [MATCH, FAIL, RECORD] = [1, 2, 4]

/** From the codes of the individuals, 32 at a time. */
function setsOfPlaces(coded: AnswerCodes, outcomeOf: (code: number) => boolean | null): OutcomeSets {
  const { codes, answers } = coded
  const flags = Uint8Array.from({ length: answers.length + FIRST_ANSWER }, (_, code) => {
    const outcome = outcomeOf(code)
    return (outcome === true ? MATCH : 0) | (outcome === false ? FAIL : 0) | (hasRecord(coded, code) ? RECORD : 0)
  })
  const words = wordsFor(codes.length)
  const [yes, no, recorded] = [new Uint32Array(words), new Uint32Array(words), new Uint32Array(words)]
  for (let index = 0; index < words; index++) {
    const from = index * BITS
    const to = Math.min(from + BITS, codes.length)
    let match = 0
    let fail = 0
    let record = 0
    for (let place = from; place < to; place++) {
      const flag = flags[codes[place] ?? 0] ?? 0
      const bit = place - from
      match |= (flag & MATCH) << bit
      fail |= ((flag & FAIL) >> 1) << bit
      record |= ((flag & RECORD) >> 2) << bit
    }
    yes[index] = match
    no[index] = fail
    recorded[index] = record
  }
  return { yes, no, hasRecord: recorded }
}
