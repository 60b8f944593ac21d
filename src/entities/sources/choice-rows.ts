import { atom, type Atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import type { Cohort, VariableHit } from '#contract/shapes/entities.ts'
import { shortFormLabel } from '#domain/form-label.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { projectName, projectsAtom } from '#entities/projects/projects.ts'
import type { Resource } from '#entities/server-state/resource.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { catalogAtom, variablesOfKindAtom } from '#entities/variables/variables.ts'

/** A resource as rows of the palette and the pickers. */
function choiceAtom<Value>(
  resourceAtom: Atom<Resource<Value>>,
  toRows: (value: Value) => readonly ChoiceRow[],
): Atom<ChoiceState> {
  return atom((get): ChoiceState => {
    const { data, error, refetch } = get(resourceAtom)
    if (data !== undefined) return { status: 'ready', rows: rowsOnce(data, toRows) }
    return error ? { status: 'error', message: error.message, retry: () => void refetch() } : { status: 'loading' }
  })
}

const cache = new WeakMap<object, readonly ChoiceRow[]>()

/** One list of rows per response, so that derived data (folded words) are computed once. */
function rowsOnce<Value>(value: Value, toRows: (value: Value) => readonly ChoiceRow[]): readonly ChoiceRow[] {
  if (typeof value !== 'object' || value === null) return toRows(value)
  const known = cache.get(value)
  if (known) return known
  const rows = toRows(value)
  cache.set(value, rows)
  return rows
}

export const projectRowsAtom = choiceAtom(projectsAtom, (projects) =>
  projects.map((project) => ({
    value: project.projectId,
    title: projectName(project),
    detail: project.description,
  })),
)

type CohortWords = (cohort: Cohort) => string

/** Lazy: the first screen needs no definition in words. */
const cohortWordsAtom = atom<{ readonly wordsOf: CohortWords }>({ wordsOf: () => '' })
cohortWordsAtom.onMount = (set) => {
  void import('#contract/shapes/cohort-words.ts').then(({ cohortWords }) => set({ wordsOf: cohortWords }))
}

const listedCohortsAtom = selectAtom(cohortsAtom, ({ data }) => data)
const wordedCohortsAtom = atom((get) => {
  const cohorts = get(listedCohortsAtom)
  return cohorts && { cohorts, ...get(cohortWordsAtom) }
})

/** The user's cohorts with their sizes. */
export const cohortRowsAtom = choiceAtom(
  atom((get) => ({ ...get(cohortsAtom), data: get(wordedCohortsAtom) })),
  ({ cohorts, wordsOf }) =>
    cohorts.map((cohort) => ({
      value: cohort.cohortId,
      title: cohort.name,
      detail: cohort.description === '' ? wordsOf(cohort) : cohort.description,
      ...(cohort.rowCount !== null && { note: formatCount(cohort.rowCount) }),
    })),
)

export const variableSetRowsAtom = choiceAtom(variableSetsAtom, (sets) =>
  sets.map((set) => ({
    value: set.variableSetId,
    title: set.name,
    detail: set.description,
    note: countOf(set.variables.length, 'variable'),
  })),
)

/** The whole catalog with the number of answers. */
export const variableRowsAtom = choiceAtom(catalogAtom, rowsOf)
export const baseVariableRowsAtom = choiceAtom(variablesOfKindAtom('base'), rowsOf)
export const customVariableRowsAtom = choiceAtom(variablesOfKindAtom('custom'), rowsOf)

/** Most answered first: equally good matches are ranked by use. */
export function rowsOf(hits: readonly VariableHit[]): ChoiceRow[] {
  return hits.toSorted((one, other) => other.observations - one.observations).map(rowOf)
}

/** A variable as a choice: versions of a question differ by their form. */
export function rowOf(hit: VariableHit): ChoiceRow {
  const [form] = hit.contributors
  return {
    value: hit.variableName,
    title: hit.variableName,
    detail: hit.question.replaceAll('|', ' '),
    note: [...(form ? [shortFormLabel(form)] : []), formatCount(hit.observations)].join(' · '),
    facts: hit,
  }
}
