import type { Item } from '#server/demo/forms/item.ts'
import { columnsOf, linesOf } from '#server/demo/text-lines.ts'
import phrasesText from '../phrases.txt?raw'

export interface FormItem {
  readonly item: Item
  readonly section: string
  /** Position in the form, counted from 1. */
  readonly place: number
  /** Position of the gate item, which must be answered with yes; null without a gate. */
  readonly gatePlace: number | null
  readonly isGate: boolean
  /** SQL on the table of subjects: who is asked the item; null for all. */
  readonly condition: string | null
}

/** SQL: the 64 random bits of an answer. */
export function bitsOf({ place }: FormItem): string {
  return `h${place}`
}

/** SQL: a uniform number from 0 to 65,535. */
export function chanceOf({ place }: FormItem): string {
  return `u${place}`
}

/** SQL: a second uniform number, independent of the first. */
export function secondChanceOf({ place }: FormItem): string {
  return `((h${place} >> 24) & 65535)::INTEGER`
}

const ALL_BITS = 2n ** 64n
const PER_MILLE = 1_000n

/** SQL: false for `perMille` of 1,000 rows, independent of both uniform numbers. */
export function isNotBlank({ place }: FormItem, perMille: number): string {
  return `h${place} >= ${(ALL_BITS * BigInt(perMille)) / PER_MILLE}`
}

/** SQL: a free-text answer. */
export function wordsOf(asked: FormItem): string {
  const [beginnings, endings] = PHRASES.get(asked.item.kind.argument) ?? [[''], ['']]
  const beginning = oneOf(beginnings, `${chanceOf(asked)} % ${beginnings.length}`)
  if (endings.length === 1) return beginning
  return `trim(${beginning} || ' ' || ${oneOf(endings, `${secondChanceOf(asked)} % ${endings.length}`)})`
}

/** SQL: a note beside the form's questions; mostly empty. */
export function noteOf(asked: FormItem): string {
  return `CASE WHEN ${chanceOf(asked)} < 2600 THEN ${wordsOf({ ...asked, item: { ...asked.item, kind: { name: 'text', argument: 'remarks', rarer: 0 } } })} END`
}

const STAFF = 40

/** SQL: a number of a staff member, or of a thing of one participant. */
export function numberOf(asked: FormItem): string {
  const kind = asked.item.kind.argument
  if (kind === 'staff') return `'SYN-R' || lpad((1 + ${chanceOf(asked)} % ${STAFF})::VARCHAR, 2, '0')`
  return `'SYN-${kind.charAt(0).toUpperCase()}' || lpad(individual_no::VARCHAR, 6, '0')`
}

function oneOf(texts: readonly string[], index: string): string {
  return `([${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}])[1 + ${index}]`
}

/** Free-text answers by name: beginnings and endings that combine freely. */
const PHRASES: ReadonlyMap<string, readonly [readonly string[], readonly string[]]> = new Map(
  linesOf(phrasesText).map((line) => {
    const [name = '', beginnings = '', endings = ''] = columnsOf(line)
    const listed = (cell: string) => cell.split(';').map((phrase) => phrase.trim())
    return [name, [listed(beginnings), listed(endings)]]
  }),
)
