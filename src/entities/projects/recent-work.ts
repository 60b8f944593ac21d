import { atom } from 'jotai'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { cohortsAtom, currentProjectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { readerAtom } from '#entities/session/session.ts'
import { projectVariableSetsAtom, variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'

interface OpeningOf<Id extends CommandId> {
  readonly id: Id
  readonly args: ArgumentsOf<Id>
}

/** A recent item, and the command that opens it. */
export interface RecentThing {
  readonly kind: string
  /** Whether it is in a project other than the current one. */
  readonly isElsewhere?: boolean | undefined
  readonly name: string
  readonly detail: string
  readonly opening: OpeningOf<'cohort.show'> | OpeningOf<'variable-set.show'> | OpeningOf<'variable.show'>
  readonly id: number
}

const SHOWN = 6

/**
 * The user's latest items of all kinds, by id (ids are ascending): those of the current project, then others, which say
 * so. Null while any list loads: a list growing at its top would jump.
 */
export const recentWorkAtom = atom((get): readonly RecentThing[] | null => {
  const currentProject = get(currentProjectIdAtom)
  const project = currentProject.data
  const ownCohorts = get(currentProjectCohortsAtom)
  const waited = [currentProject, get(cohortsAtom), get(variableSetsAtom), ownCohorts].map(({ isPending }) => isPending)
  const ownSets = project === undefined ? undefined : get(projectVariableSetsAtom(project))
  if (ownSets) waited.push(ownSets.isPending)
  if (project !== undefined) waited.push(get(customVariablesAtom(project)).isPending)
  if (waited.includes(true)) return null
  const cohorts = (get(cohortsAtom).data ?? []).filter(({ cohortId }) => cohortId !== ROOT_COHORT_ID)
  const sets = get(variableSetsAtom).data ?? []
  const variables = project === undefined ? [] : (get(customVariablesAtom(project)).data ?? [])
  const isOwnCohort = (id: number) => ownCohorts.data?.some(({ cohortId }) => cohortId === id) ?? true
  const isOwnSet = (id: number) => ownSets?.data?.some(({ variableSetId }) => variableSetId === id) ?? true
  const things: RecentThing[] = [
    ...cohorts.map(({ cohortId, name, rowCount }): RecentThing => ({
      kind: 'Cohort',
      isElsewhere: !isOwnCohort(cohortId),
      name,
      detail: rowCount === null ? '' : countOf(rowCount, 'individual'),
      opening: { id: 'cohort.show', args: { cohortId } },
      id: cohortId,
    })),
    ...sets.map(({ variableSetId, name, variables: names }): RecentThing => ({
      kind: 'Variable set',
      isElsewhere: !isOwnSet(variableSetId),
      name,
      detail: countOf(names.length, 'variable'),
      opening: { id: 'variable-set.show', args: { variableSetId } },
      id: variableSetId,
    })),
    ...variables.map(({ variableName: name, constructId, observations }): RecentThing => ({
      kind: 'Custom variable',
      name,
      detail: countOf(observations, 'observation'),
      opening: { id: 'variable.show', args: { variableName: name } },
      id: constructId ?? 0,
    })),
  ]
  return things
    .toSorted(
      (one, other) => Number(one.isElsewhere === true) - Number(other.isElsewhere === true) || other.id - one.id,
    )
    .slice(0, SHOWN)
})

/** The next step towards data. */
export interface NextStep {
  readonly words: string
  readonly id: 'cohort.new-subset' | 'variable-set.new' | 'download.new' | 'access.apply'
}

/** The first missing step in the current project; null while unknown. */
export const nextStepAtom = atom((get): NextStep | null => {
  const project = get(currentProjectIdAtom).data
  const cohorts = get(currentProjectCohortsAtom).data
  const sets = get(project === undefined ? variableSetsAtom : projectVariableSetsAtom(project)).data
  if (!cohorts || !sets) return null
  if (cohorts.every(({ cohortId }) => cohortId === ROOT_COHORT_ID)) {
    return {
      words: 'This project has no cohorts yet. Choose a variable to define one.',
      id: 'cohort.new-subset',
    }
  }
  if (sets.length === 0) {
    return {
      words: 'This project has cohorts. Choose the variables to download.',
      id: 'variable-set.new',
    }
  }
  const { isAdmin, collections } = get(readerAtom)
  if (!isAdmin && collections.length === 0) {
    return {
      words: 'You can see counts. To download data, you need access to a collection.',
      id: 'access.apply',
    }
  }
  return {
    words: 'This project has cohorts and variable sets. Choose one of each to download a file.',
    id: 'download.new',
  }
})
