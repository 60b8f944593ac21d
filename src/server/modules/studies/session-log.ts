import type * as v from 'valibot'
import type { ObjectDefinition } from '#contract/history.ts'
import type { sessionLog } from '#contract/study-files.ts'
import type { TrashKind } from '#contract/trash.ts'
import { printItem } from '#domain/study/print-study.ts'
import { variablesOfDefinition, versionsInDefinition, withCohortIds } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { itemOfDefinition } from '#server/modules/studies/items.ts'
import { createStudyLookup, NOTHING_DECLARED, readState, type StudyServices } from '#server/modules/studies/lookup.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'
import { presentIdsOf, versionsSince } from '#server/store/history/versions.ts'
import { projectsOf, targetProject } from '#server/store/projects/projects.ts'
import { trashOf } from '#server/store/trash/trash.ts'
import type { Things } from '#server/store/uses.ts'

type Entry = v.InferOutput<typeof sessionLog.answer>['data'][number]

/** What an account has made, changed and deleted since a moment (epoch milliseconds), oldest first. */
export async function readSessionLog(
  connection: Connection,
  services: StudyServices,
  user: User,
  since: number,
): Promise<Entry[]> {
  const { accountId } = user
  const versions = await versionsSince(connection, accountId, since)
  const state = await readState(connection, services, user, await targetProject(connection, services, user, null))
  const named = {
    variables: versions.flatMap(({ definition }) => variablesNamed(definition)),
    versionsOf: versions.flatMap(({ definition: { cohort } }) => (cohort ? versionsInDefinition(cohort) : [])),
    hasStrata: false,
  }
  const lookup = await createStudyLookup(connection, services, state, { ...NOTHING_DECLARED, named })
  const presentIdOf = await presentIdsOf(connection, accountId)
  const projects = await projectsOf(connection, accountId)
  const projectOf = projectsOfObjects(state.things)
  for (const { projectid } of projects) projectOf.set(`project ${projectid}`, projectid)

  const made = versions.flatMap(({ action, ...version }) => (action === 'found' ? [] : [{ ...version, action }]))
  // In two goes: a variable of a thousand values takes long to read and to write.
  const items = await mapWithPauses(made, ({ kind, definition }) => {
    const { cohort } = definition
    const present = cohort
      ? { ...definition, cohort: withCohortIds(cohort, (cohortId) => presentIdOf('cohort', cohortId)) }
      : definition
    return kind === 'project' ? null : itemOfDefinition(present)
  })
  const texts = await mapWithPauses(items, (item) => item && printItem(item, lookup))
  const changes = made.map(({ kind, item_id: id, made_at, action, definition: { name } }, place): Logged => {
    return { madeAt: made_at, action, kind, id, name, text: texts[place] ?? null }
  })
  const deletions = (await trashOf(connection, accountId)).flatMap(
    ({ kind, id, name, projectId, deletedAt, isWithProject }): Logged[] => {
      // The trash also has the old state of a replaced object, and what a deleted project contained.
      if (deletedAt < since || isWithProject || presentIdOf(kind, id) !== id) return []
      return [{ madeAt: deletedAt, action: 'delete', kind, id, name, text: null, projectId }]
    },
  )
  return [...changes, ...deletions]
    .sort((one, other) => one.madeAt - other.madeAt)
    .map(({ madeAt, id, projectId = null, ...logged }) => {
      const projectid = projectOf.get(`${logged.kind} ${id}`)
      return {
        ...logged,
        at: new Date(madeAt).toISOString(),
        id: projectid === undefined ? null : id,
        projectid: projectid ?? projectId,
      }
    })
}

interface Logged extends Pick<Entry, 'action' | 'name' | 'text'> {
  readonly kind: TrashKind
  readonly id: number
  readonly madeAt: number
  /** Of a deleted object. */
  readonly projectId?: number
}

/** The variables whose values are written. */
function variablesNamed({ cohort, construct }: ObjectDefinition): readonly string[] {
  return [...(construct?.variables ?? []), ...(cohort ? variablesOfDefinition(cohort) : [])]
}

/** The projects of present objects by kind and id. */
function projectsOfObjects({ cohorts, customVariables, variableSets }: Things): Map<string, number> {
  return new Map([
    ...cohorts.map((one) => [`cohort ${one.cohortid}`, one.projectid] as const),
    ...customVariables.map((one) => [`construct ${one.constructid}`, one.projectid] as const),
    ...variableSets.map((one) => [`varset ${one.varsetid}`, one.projectid] as const),
  ])
}
