import { COLLECTION_CODES } from '#domain/access.ts'
import { DATA_TYPES, dataTypeWord } from '#domain/data-types.ts'
import { formLabel, shortFormLabel, type FormVersion } from '#domain/form-label.ts'
import { foldText, searchWords } from '#domain/text/text.ts'

/** The values that complete the field of the last term, apart from those of the grammar. */
export interface CompletionValues {
  readonly form: readonly string[]
  readonly section: readonly string[]
  readonly cohort: readonly string[]
}

const COMPLETIONS_MAX = 8

/** The last term, up to its end or within quotes. */
const LAST_TERM = /(?:^|\s)(([a-z]+):(?:"([^"]*)|([^"\s]*)))$/iu

/** The query with its last term completed in each possible way; none without a term that has a value to complete. */
export function completeVariableQuery(text: string, catalog: CompletionValues): readonly string[] {
  const [, term = '', name = '', quoted, plain = ''] = LAST_TERM.exec(text) ?? []
  const field = name.toLowerCase()
  const fixedValues = { type: [...TYPES.keys()], kind: Object.keys(KINDS), collection: COLLECTION_CODES }
  const values: readonly string[] = new Map(Object.entries({ ...fixedValues, ...catalog })).get(field) ?? []
  const wanted = foldText(quoted ?? plain)
  const before = text.slice(0, text.length - term.length)
  return values
    .filter((one) => foldText(one).startsWith(wanted) && foldText(one) !== wanted)
    .slice(0, COMPLETIONS_MAX)
    .map((one) => `${before}${field}:${/\s/u.test(one) ? `"${one}"` : one} `)
}

/** The labels of forms, then their short ones: the values of `form:` in a search. */
export function formValues(forms: readonly FormVersion[]): readonly string[] {
  const sorted = (labels: readonly string[]) => [...new Set(labels)].toSorted()
  return [...new Set([...sorted(forms.map(formLabel)), ...sorted(forms.map(shortFormLabel))])]
}

/** The facts about variables that the terms of a query compare. */
export interface VariableFacts {
  readonly dataType: string
  readonly variableType: string
  readonly observations: number
  readonly contributors: readonly { readonly instrument: string; readonly version: string; readonly section: string }[]
}

/** The cohorts that `cohort:` may name; undefined while they load. */
export type NamedCohorts = readonly { readonly cohortId: number; readonly name: string }[]

/** The part of a query that the server compares: in which answers a variable has any. */
export interface QueryScope {
  readonly collection?: string
  readonly cohortId?: number
}

export const SCOPE_NOT_SUPPORTED = 'This back end cannot search by collection or cohort.'

interface QueryProblem {
  /** The term as typed. */
  readonly term: string
  readonly message: string
}

/** A search for variables: words, and terms such as `type:number` or `n>5000` that narrow it. */
export interface VariableQuery {
  readonly words: string
  readonly hasTerms: boolean
  readonly problems: readonly QueryProblem[]
  readonly matches: (facts: VariableFacts) => boolean
  /** Whether terms are compared with facts, so that all hits of the words are needed. */
  readonly comparesFacts: boolean
  readonly scope: QueryScope
  /** Whether a term needs the server, even while its cohort is not known yet. */
  readonly hasScope: boolean
  /** The text for a search on the server: the words, and the terms of the scope. */
  readonly serverText: string
}

type Test = (facts: VariableFacts) => boolean

/** The values of `kind:`, and their values in the API. */
export const KINDS: Readonly<Record<string, readonly string[]>> = {
  base: ['variable', ''],
  custom: ['downcode', 'merge', 'multiple', 'score'],
  downcode: ['downcode'],
  combine: ['merge', 'multiple'],
  score: ['score'],
}

/** The names on screen of data types, and their values in the API. */
export const TYPES = new Map(DATA_TYPES.map((type) => [foldText(dataTypeWord(type)), type]))

const FACT_FIELDS = ['type', 'kind', 'form', 'section'] as const
type FactField = (typeof FACT_FIELDS)[number]
const SCOPE_FIELDS = ['collection', 'cohort'] as const
type ScopeField = (typeof SCOPE_FIELDS)[number]

/** A term, a quoted value included; else a run without blanks. */
const PARTS = /[a-z]+:"[^"]*"?|\S+/giu
const FIELD_TERM = /^(type|kind|form|section|collection|cohort):"?([^"]*)"?$/iu
const COUNT_TERM = /^n(>=|<=|>|<|=|:)(.*)$/iu
const COUNT = /^(\d[\d,]*)(k?)$/iu

/** Compared with the number of observations. */
const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
  ':': (one, other) => one === other,
}

/** Whether each word of the value begins a word of the text. */
function beginsWords(value: string, text: string): boolean {
  const words = searchWords(text)
  return searchWords(value).every((start) => words.some((word) => word.startsWith(start)))
}

function namesThatBegin(value: string, names: Iterable<string>): readonly string[] {
  const all = [...names]
  const exact = all.filter((name) => name === value)
  return exact.length > 0 ? exact : all.filter((name) => name.startsWith(value))
}

/** The test of a term; a text is the problem with it. */
function testOf(field: FactField, value: string): Test | string {
  const wanted = foldText(value.trim())
  if (field === 'form') {
    const isOf = (label: string) => beginsWords(wanted, label)
    return ({ contributors }) => contributors.some((one) => isOf(formLabel(one)) || isOf(shortFormLabel(one)))
  }
  if (field === 'section') return ({ contributors }) => contributors.some(({ section }) => beginsWords(wanted, section))
  const names = field === 'type' ? [...TYPES.keys()] : Object.keys(KINDS)
  const apiType = DATA_TYPES.find((type) => type === wanted)
  if (field === 'type' && apiType !== undefined) return ({ dataType }) => dataType === apiType
  const found = namesThatBegin(wanted, names)
  if (found.length === 0) return `Unknown ${field} “${value}”. Use ${names.join(', ')}.`
  if (field === 'type') {
    const types = new Set<string>(found.flatMap((name) => TYPES.get(name) ?? []))
    return ({ dataType }) => types.has(dataType)
  }
  const kinds = new Set(found.flatMap((name) => KINDS[name] ?? []))
  return ({ variableType }) => kinds.has(variableType)
}

function countTest(operator: string, value: string): Test | string {
  const compare = COMPARISONS[operator]
  const [, digits, thousands] = COUNT.exec(value) ?? []
  if (compare === undefined || digits === undefined) return 'Compare n with a number: n>5000.'
  const wanted = Number(digits.replaceAll(',', '')) * (thousands === '' ? 1 : 1_000)
  return ({ observations }) => compare(observations, wanted)
}

/** The collection or cohort of a term, or the problem with it. */
function scopeOf(field: ScopeField, value: string, cohorts: NamedCohorts | undefined): QueryScope | string {
  const wanted = foldText(value.trim())
  if (field === 'collection') {
    const found = namesThatBegin(wanted, COLLECTION_CODES)
    const [collection] = found
    if (collection !== undefined && found.length === 1) return { collection }
    return `Unknown collection “${value}”. Use ${(found.length > 0 ? found : COLLECTION_CODES).join(', ')}.`
  }
  if (cohorts === undefined) return {}
  const found = namesThatBegin(wanted, new Set(cohorts.map(({ name }) => foldText(name))))
  const cohort = cohorts.find(({ name }) => foldText(name) === found[0])
  if (cohort !== undefined && found.length === 1) return { cohortId: cohort.cohortId }
  return found.length > 1
    ? `${found.length} cohorts begin with “${value}”. Type the whole name in quotes.`
    : `Unknown cohort “${value}”. Type the name of one of your cohorts in quotes.`
}

/** The test of a part of the query, the problem with it, or undefined for a word. */
function readPart(part: string): Test | string | undefined {
  const [, name = '', value = ''] = FIELD_TERM.exec(part) ?? []
  const field = FACT_FIELDS.find((one) => one === name.toLowerCase())
  // A term without its value restricts nothing yet.
  if (field !== undefined) return value.trim() === '' ? () => true : testOf(field, value)
  const [, operator, count = ''] = COUNT_TERM.exec(part) ?? []
  if (operator === undefined) return undefined
  return count === '' ? () => true : countTest(operator, count)
}

/** The scope of a part of the query with a value, the problem with it, or undefined for another part. */
function readScope(part: string, before: QueryScope, cohorts: NamedCohorts | undefined) {
  const [, name = '', value = ''] = FIELD_TERM.exec(part) ?? []
  const field = SCOPE_FIELDS.find((one) => one === name.toLowerCase())
  if (field === undefined || value.trim() === '') return field && {}
  const isTwice = (field === 'collection' ? before.collection : before.cohortId) !== undefined
  return isTwice ? `Name one ${field} only.` : scopeOf(field, value, cohorts)
}

/** Reads a typed query. Every text is a query; a term with a problem restricts nothing. */
export function readVariableQuery(text: string, cohorts?: NamedCohorts): VariableQuery {
  const words: string[] = []
  const scopeTerms: string[] = []
  const tests: Test[] = []
  const problems: QueryProblem[] = []
  const scope: QueryScope = {}
  for (const part of text.match(PARTS) ?? []) {
    const within = readScope(part, scope, cohorts)
    const read = within === undefined ? readPart(part) : within
    if (within !== undefined) scopeTerms.push(part)
    if (read === undefined) words.push(part)
    else if (typeof read === 'string') problems.push({ term: part, message: read })
    else if (typeof read === 'function') tests.push(read)
    else Object.assign(scope, read)
  }
  return {
    words: words.join(' '),
    hasTerms: tests.length + problems.length + scopeTerms.length > 0,
    problems,
    matches: (facts) => tests.every((test) => test(facts)),
    comparesFacts: tests.length > 0,
    scope,
    hasScope: scopeTerms.length > 0,
    serverText: [...words, ...scopeTerms].join(' '),
  }
}
