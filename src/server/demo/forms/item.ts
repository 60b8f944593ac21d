import type { DataType } from '#domain/data-types.ts'
import type { Latent } from '#server/demo/model/collections.ts'
import { columnsOf, linesOf } from '#server/demo/text-lines.ts'
import answersText from '../answers.txt?raw'

/** The kind of answer of a question, and its definition. */
export interface Kind {
  readonly name: KindName
  readonly argument: string
  /** How rare an answer above the lowest is: standard deviations added to the section's threshold. */
  readonly rarer: number
}

const DATA_TYPE = {
  yes: 'categorical',
  scale: 'categorical',
  pick: 'categorical',
  some: 'multicategory',
  tick: 'dichotomous',
  first: 'numberrange',
  last: 'numberrange',
  count: 'numberrange',
  score: 'numberrange',
  age: 'numberrange',
  date: 'date',
  fuzzy: 'fuzzydate',
  onset: 'fuzzydate',
  birth: 'fuzzydate',
  text: 'text',
  note: 'null',
  id: 'identifier',
} as const satisfies Record<string, DataType>
export type KindName = keyof typeof DATA_TYPE

export interface Item {
  readonly code: string
  readonly question: string
  readonly kind: Kind
  readonly latent: Latent
  /** The item that must be answered with yes before this one is asked. */
  readonly gate: string | null
  /** Search terms. */
  readonly tags: string
  readonly isOfWomen: boolean
}

/** Lists of answers by name: meanings by code. */
const LISTS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  linesOf(answersText).map((line) => {
    const [name = '', meanings = ''] = columnsOf(line)
    const codes = meanings.split('; ').map((meaning) => /^(\S+) (.*)$/.exec(meaning)?.slice(1) ?? [])
    return [name, Object.fromEntries(codes)]
  }),
)

/** The data type of an item's variable. */
export function dataTypeOf(kind: Kind): DataType {
  return DATA_TYPE[kind.name]
}

/** The codes of a kind with their meanings; empty for other answers. */
export function meaningsOf(kind: Kind): Readonly<Record<string, string>> {
  if (kind.name === 'yes') return { 0: 'No', 1: 'Yes' }
  if (kind.name === 'tick') return { 1: 'Ticked' }
  const isListed = kind.name === 'scale' || kind.name === 'pick' || kind.name === 'some'
  if (!isListed) return {}
  const list = LISTS.get(kind.argument)
  if (!list) throw new Error(`There is no list of answers called "${kind.argument}".`)
  return list
}

/** Parses "scale often +0.5": the kind, its argument, and how much rarer than the section's default. */
export function readKind(text: string): Kind {
  const words = text.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const rarer = /^[+-]\d/.test(last) ? Number(words.pop()) : 0
  const [name = '', ...argument] = words
  if (!isKindName(name)) throw new Error(`There is no kind of answer called "${name}".`)
  return { name, argument: argument.join(' '), rarer }
}

function isKindName(name: string): name is KindName {
  return name in DATA_TYPE
}
