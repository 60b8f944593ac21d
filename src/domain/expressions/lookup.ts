import type { StratumField } from '#domain/cohorts/rules.ts'
import { nameKey } from '#domain/text/names.ts'
import { editDistance } from '#domain/text/spelling.ts'
import { textAt } from '#domain/text/text.ts'

/** Values with their meanings, by code. */
export interface Coded {
  readonly codes: readonly string[]
  readonly meanings: Readonly<Record<string, string>>
}

/** A variable that an expression names. */
export interface NamedVariable extends Coded {
  readonly name: string
  readonly dataType: string
}

/** What the names and values of an expression stand for. Case makes no difference to names. */
export interface ExpressionLookup {
  readonly variable: (name: string) => NamedVariable | undefined
  /** The id of a cohort by its name. */
  readonly cohort: (name: string) => number | undefined
  readonly cohortName: (id: number) => string | undefined
  /** The values of a stratum; null where they are not known. */
  readonly stratum: (field: StratumField) => Coded | null
  /** The names of all versions of a variable's question, itself included. */
  readonly versions: (name: string) => readonly string[]
  /** The names that are compared with a wrong one. */
  readonly variableNames: () => Iterable<string>
  readonly cohortNames: () => Iterable<string>
}

/** The code of a value that is written as code or as meaning; undefined if there is none, or several. */
export function codeOf({ codes, meanings }: Coded, written: string): string | undefined {
  if (codes.includes(written)) return written
  const key = nameKey(written)
  const found = codes.filter((code) => nameKey(textAt(meanings, code)) === key)
  const [only] = found.length > 0 ? found : codes.filter((code) => nameKey(code) === key)
  return found.length > 1 || key === '' ? undefined : only
}

/** The meaning of a code if it is not ambiguous, else the code; null for an unknown code. */
export function writtenValueOf(coded: Coded, code: string): string | null {
  const meaning = textAt(coded.meanings, code).trim()
  if (meaning !== '' && codeOf(coded, meaning) === code) return meaning
  return coded.codes.includes(code) ? code : null
}

const NEAR_MAX = 3

/** The name with the fewest typing errors, else the shortest with the written word; undefined if all are too different. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const wanted = written.toUpperCase()
  let most = Math.min(NEAR_MAX, Math.floor(wanted.length / 3))
  let nearest: string | undefined
  let shortest: string | undefined
  for (const name of names) {
    const candidate = name.toUpperCase()
    const isShorter = shortest === undefined || name.length < shortest.length
    if (isShorter && wanted.length >= WORD_MIN && candidate.includes(wanted) && candidate.split('_').includes(wanted))
      shortest = name
    const distance = editDistance(wanted, candidate, most)
    if (distance === null || (nearest !== undefined && distance === most)) continue
    nearest = name
    most = distance
  }
  return nearest ?? shortest
}

/** Shorter words stand in too many names. */
const WORD_MIN = 3
