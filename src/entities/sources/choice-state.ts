import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import type { Resource } from '#entities/resource.ts'
import { atom } from 'jotai'
import { projectsAtom } from '#entities/projects.ts'
import { formatCount, countOf } from '#domain/numbers.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { variableSetsAtom } from '#entities/variable-sets.ts'

/** A resource as state for the palette and the pickers. */
export function choiceState<Value>(
  resource: Resource<Value>,
  toRows: (value: Value) => readonly ChoiceRow[],
): ChoiceState {
  if (resource.data !== undefined) return { status: 'ready', rows: rowsOnce(resource.data, toRows) }
  if (resource.error) {
    return { status: 'error', message: resource.error.message, retry: () => void resource.refetch() }
  }
  return { status: 'loading' }
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

export const projectRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(projectsAtom), (projects) =>
    projects.map((project) => ({
      value: project.projectId,
      title: project.name || `Project ${project.projectId}`,
      detail: project.description,
    })),
  ),
)

/** The user's cohorts with their sizes. */
export const cohortRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(cohortsAtom), (cohorts) =>
    cohorts.map((cohort) => ({
      value: cohort.cohortId,
      title: cohort.name,
      detail: cohort.description === '' ? cohortWords(cohort) : cohort.description,
      ...(cohort.rowCount !== null && { note: formatCount(cohort.rowCount) }),
    })),
  ),
)

export const variableSetRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(variableSetsAtom), (sets) =>
    sets.map((set) => ({
      value: set.variableSetId,
      title: set.name,
      detail: set.description,
      note: countOf(set.variables.length, 'variable'),
    })),
  ),
)
