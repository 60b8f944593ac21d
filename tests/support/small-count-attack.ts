import type * as v from 'valibot'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import type { CountRow, PedigreeRow } from '#contract/shapes/shapes.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import { valueOf } from '#tests/support/api-session.ts'

export type Draft = v.InferInput<typeof cohortPreview.input>

/** Counts shown for a set of participants, by collection and origin; null if suppressed or absent. */
export type Numbers = ReadonlyMap<string, number | null>

export interface DisclosedSet {
  readonly says: string
  readonly numbers: Numbers
}

const keyOf = (row: CountRow | PedigreeRow) =>
  'study_id' in row ? `${row.collection} ${row.study_id} ${row.dx_nimh}` : row.collection

/** Sums of rows by origin and by collection; a suppressed row makes the sum unknown. */
export function numbersOf(rows: readonly (CountRow | PedigreeRow)[]): Map<string, number | null> {
  const numbers = new Map<string, number | null>()
  for (const row of rows) {
    for (const key of new Set([keyOf(row), row.collection])) {
      const before = numbers.get(key) ?? (numbers.has(key) ? null : 0)
      numbers.set(key, before === null || row.count === null ? null : before + row.count)
    }
  }
  return numbers
}

/** Combines two shown sets without suppressed counts, stratum by stratum. */
export function worked(
  says: string,
  [first, ...others]: readonly DisclosedSet[],
  work: (numbers: readonly number[]) => number,
): DisclosedSet {
  const sets = [first, ...others].filter((set) => set !== undefined)
  const keys = new Set(sets.flatMap(({ numbers }) => [...numbers.keys()]))
  const numbers = new Map<string, number | null>()
  for (const key of keys) {
    const counts = sets.map(({ numbers }) => (numbers.has(key) ? (numbers.get(key) ?? null) : 0))
    numbers.set(key, counts.includes(null) ? null : work(counts.map((number) => number ?? 0)))
  }
  return { says, numbers }
}

/** The only suppressed collection, from the total and all others (differencing). */
export function fromTotal(
  says: string,
  total: number | null,
  disclosed: Numbers,
  collections: readonly string[],
): DisclosedSet {
  const hidden = collections.filter((collection) => disclosed.get(collection) === null)
  const [only] = hidden
  if (total === null || hidden.length !== 1 || only === undefined) return { says, numbers: new Map() }
  const known = collections.reduce((sum, collection) => sum + (disclosed.get(collection) ?? 0), 0)
  return { says, numbers: new Map([[only, total - known]]) }
}

/** The member counts of a cohort's preview. */
export async function previewed(
  call: WireCall,
  draft: Draft,
): Promise<DisclosedSet & { readonly total: number | null }> {
  const { data, split } = valueOf(await call(cohortPreview, draft))
  return { says: JSON.stringify(draft), numbers: numbersOf(data), total: split?.match ?? null }
}

export interface SavedSet extends DisclosedSet {
  readonly cohortid: number
  /** Sums over all collections from other endpoints. */
  readonly totals: readonly (number | null)[]
}

let named = 0
/** Saves a cohort and sends all requests about it; null for an empty one. */
export async function saved(call: WireCall, draft: Draft, variable: string): Promise<SavedSet | null> {
  const made = await call(cohortNew, { ...draft, name: `Asked ${named++}` })
  if (!made.ok) return null
  const cohortid = made.value.new_cohort_id
  const numbers = numbersOf(valueOf(await call(cohortSummary, { cohortid })).data)
  const rowcount = valueOf(await call(cohortInfo, { cohortid })).cohorts[0]?.rowcount ?? null
  const overlap = valueOf(await call(cohortOverlap, { cohortids: [1, cohortid] })).data
  const inside = overlap.find(({ members }) => members.length === 2)?.count ?? null
  const [spread] = valueOf(await call(variableDistribution, { variable_name: variable, cohortids: [cohortid] })).data
  const parts = [
    spread?.missing ?? null,
    spread?.no_record ?? null,
    ...(spread?.categories ?? []).map(([, count]) => count),
  ]
  const sum = parts.includes(null) ? null : parts.reduce<number>((all, part) => all + (part ?? 0), 0)
  return { says: JSON.stringify(draft), cohortid, numbers, totals: [rowcount, inside, sum] }
}

/** Frequencies of a code in all endpoints. */
export async function answersDisclosed(call: WireCall, variable: string, cohortid: number, code: string) {
  const [spread] = valueOf(await call(variableDistribution, { variable_name: variable, cohortids: [cohortid] })).data
  const [found] = valueOf(await call(variableLookup, { variable_names: [variable], limit_cohortid: cohortid })).data
  const inSpread = spread?.categories?.find(([value]) => value === code)
  const inAnswers = found?.top_answers.find(([value]) => value === code)
  return [inSpread ? inSpread[1] : 0, inAnswers ? inAnswers[1] : 0]
}
