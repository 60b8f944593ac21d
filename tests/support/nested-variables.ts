import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructInfo, constructList } from '#contract/custom-variables.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { usage } from '#contract/service.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import {
  variableDistribution,
  variableLookup,
  variableSearch,
  variableSketches,
  type SearchFilter,
} from '#contract/variables.ts'
import { API_PREFIX, UNKNOWN_VALUE } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'

/** A custom variable as sent in a request. */
export type NestedDraft = Omit<Parameters<typeof constructNew.failure>[0], 'projectid'>

const where = (variable_name: string, constraint_type: string, ...constraint_values: string[]) => ({
  variable_name,
  constraint_type,
  constraint_values,
})
type Where = ReturnType<typeof where>
const value = (name: string, relationship: 'AND' | 'OR', constraints: readonly Where[]) => ({
  name,
  description: '',
  definition: { relationship, constraints: [...constraints] },
})
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place)

/** Downcodes with so many values each: the first of a number below 100, each other one of the previous downcode. */
export function chainOf(number: string, { levels, values }: { levels: number; values: number }): NestedDraft[] {
  const step = 100 / values
  return numbers(levels).map((level) => ({
    name: `CHAIN_${level + 1}`,
    construct_type: 'downcode',
    defaultValue: 'v0',
    variables: [level === 0 ? number : `CHAIN_${level}`],
    values: numbers(values).map((place) =>
      value(`v${place}`, 'AND', [
        level === 0
          ? where(number, 'BETWEEN', String(place * step), String((place + 1) * step))
          : where(`CHAIN_${level}`, 'EQ', `v${(place + 1) % values}`),
      ]),
    ),
  }))
}

/** Levels of custom variables, as many as categories, each of all variables of the level below. */
export function gridOf(categories: readonly string[], levels: number): NestedDraft[] {
  const half = Math.ceil(categories.length / 2)
  return numbers(levels).flatMap((level) => {
    const sources = level === 0 ? categories : categories.map((_, place) => gridName(level, place))
    const codes = level === 0 ? ['0', '1'] : ['a', 'b']
    return categories.map((_, first) => {
      const turned = [...sources.slice(first), ...sources.slice(0, first)]
      const condition = (operator: string) => (source: string, place: number) =>
        where(source, operator, codes[(place + first) % 2] ?? '')
      return {
        name: gridName(level + 1, first),
        construct_type: 'multiple' as const,
        defaultValue: '',
        variables: [...sources],
        values: [
          value('a', first % 2 === 0 ? 'OR' : 'AND', turned.slice(0, half).map(condition('EQ'))),
          value('b', 'OR', turned.slice(half).map(condition('NEQ'))),
        ],
      }
    })
  })
}

function gridName(level: number, place: number): string {
  return `GRID_${level}_${place}`
}

export interface TouchingCall {
  readonly what: string
  readonly work: () => Promise<unknown>
}

export interface TouchingOptions {
  readonly call: WireCall
  readonly fetch: typeof globalThis.fetch
  readonly draft: NestedDraft
  /** A categorical variable of the catalog. */
  readonly cross: string
  /** Facets of the catalog. */
  readonly filter: SearchFilter
}

/** All requests that evaluate a saved custom variable or its draft; run sequentially. */
export function callsTouching({ call, fetch, draft, cross, filter }: TouchingOptions): TouchingCall[] {
  const { name } = draft
  const made = { wanted: '', cohortid: 0, families: 0, varsetid: 0, downloadid: '' }
  const condition = () => ({ parent_id: 1, variable: name, constraint_type: 'EQ', constraint_value: made.wanted })
  const subset = () => ({ ...condition(), cohort_type: 'subset' as const })
  const rule = () => ({
    ...condition(),
    ped_constraint: 'min' as const,
    ped_constraint_count: 1,
    cohort_type: 'pedigree' as const,
  })
  const search = { searchstring: '', searchtype: 'question', facets: true, limit: 50 } as const
  const file = async (path: string) => {
    const response = await fetch(`${API_PREFIX}${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    // Preparation and first chunk: the rest depends on the file's size.
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  const calls: [string, () => Promise<unknown>][] = [
    ['construct/preview', async () => valueOf(await call(constructPreview, { ...draft, name: 'DRAFT', cross }))],
    ['construct/list', async () => valueOf(await call(constructList, {}))],
    ['construct/info', async () => valueOf(await call(constructInfo, { constructid: name }))],
    [
      'variable/lookup',
      async () => {
        const [found] = valueOf(await call(variableLookup, { variable_names: [name] })).data
        // At least one participant has it.
        made.wanted = found?.top_answers.find(([answer]) => answer !== UNKNOWN_VALUE)?.[0] ?? ''
      },
    ],
    ['variable/sketches', async () => valueOf(await call(variableSketches, { variable_names: [name] }))],
    ['cohort/preview, subset', async () => valueOf(await call(cohortPreview, subset()))],
    ['cohort/preview, pedigrees', async () => valueOf(await call(cohortPreview, rule()))],
    [
      'cohort/new, subset',
      async () => {
        made.cohortid = valueOf(await call(cohortNew, { ...subset(), name: `Of ${name}` })).new_cohort_id
      },
    ],
    [
      'cohort/new, pedigrees',
      async () => {
        made.families = valueOf(await call(cohortNew, { ...rule(), name: `Families of ${name}` })).new_cohort_id
      },
    ],
    ['cohort/summary, subset', async () => valueOf(await call(cohortSummary, { cohortid: made.cohortid }))],
    ['cohort/summary, pedigrees', async () => valueOf(await call(cohortSummary, { cohortid: made.families }))],
    [
      'variable/lookup in a cohort',
      async () => valueOf(await call(variableLookup, { variable_names: [name], limit_cohortid: made.cohortid })),
    ],
    [
      'variable/distribution',
      async () => valueOf(await call(variableDistribution, { variable_name: name, cohortids: [1, made.cohortid] })),
    ],
    ['cohort/overlap', async () => valueOf(await call(cohortOverlap, { cohortids: [made.cohortid, made.families] }))],
    ['usage', async () => valueOf(await call(usage, { cohortid: made.cohortid }))],
    ['variable/search', async () => valueOf(await call(variableSearch, search))],
    ['variable/search, narrowed', async () => valueOf(await call(variableSearch, { ...search, filter }))],
    ['cohort/pedigrees', async () => valueOf(await call(cohortPedigrees, { cohortid: made.families }))],
    ['cohort/fam', () => file(`/cohort/fam?cohortid=${made.cohortid}&variable=${name}&value=${made.wanted}`)],
    [
      'cohort/phenopackets',
      () => file(`/cohort/phenopackets?cohortid=${made.cohortid}&variable=${name}&value=${made.wanted}`),
    ],
    [
      'variableset/new',
      async () => {
        made.varsetid = valueOf(await call(variableSetNew, { name: `Set of ${name}`, variables: [name, cross] })).id
      },
    ],
    [
      'cohort/download/new',
      async () => {
        const [prepared] = valueOf(await call(downloadNew, { cohortid: made.cohortid, varsetid: made.varsetid }))
        made.downloadid = prepared?.download_id ?? ''
      },
    ],
    ['cohort/download/preview', async () => valueOf(await call(downloadPreview, { downloadid: made.downloadid }))],
    ['cohort/downloadstream', () => file(`/cohort/downloadstream?downloadid=${made.downloadid}&filename=x.csv`)],
    ['cohort/download/bundle', () => file(`/cohort/download/bundle?downloadid=${made.downloadid}&codes=labels`)],
  ]
  return calls.map(([what, work]) => ({ what, work }))
}
