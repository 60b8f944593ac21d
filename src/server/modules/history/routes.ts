import { type ObjectDefinition, historyInfo, historyRestore } from '#contract/history.ts'
import type { TrashKind } from '#contract/trash.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { UserVariables } from '#server/model/variable.ts'
import { conflict, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { ApplyVersions } from '#server/store/history/apply-version.ts'
import {
  type ObjectHistory,
  namedCohorts,
  objectHistoryOf,
  presentHistoryOf,
} from '#server/store/history/object-history.ts'
import { sourcesOf } from '#server/store/history/stated-definition.ts'
import type { StoredVersion } from '#server/store/history/versions.ts'

export interface HistoryServices extends HttpServices, Pick<GuardServices, 'variables'> {
  readonly applyVersion: ApplyVersions
}

const OBJECTS: Readonly<Record<TrashKind, string>> = {
  project: 'project',
  cohort: 'cohort',
  construct: 'custom variable',
  varset: 'variable set',
}

/** Versions of saved objects: list and restore (capability "history"). */
export function historyRoutes(api: Api<HistoryServices>): void {
  const { settings } = api.services

  routeFor(api, historyInfo, async ({ authenticate, validate, connection }) => {
    const { accountId } = await authenticate()
    const { kind, id } = await validate()
    const present = await presentHistoryOf(connection, { accountId, kind, id })
    if (present === null) throw notFound(OBJECTS[kind])
    const { history } = present
    return {
      id: present.id,
      data: history.versions.map(({ versionNo, madeAt, action, restoredNo, definition }) => ({
        version_no: versionNo,
        made_at: madeAt === null ? null : new Date(madeAt).toISOString(),
        action,
        restored_no: restoredNo,
        definition,
      })),
      cohorts: await namedCohorts(connection, accountId, history),
    }
  })

  routeForChange(api, historyRestore, async ({ authenticate, validate, make, addDetails, services }) => {
    const user = await authenticate()
    const { kind, id, version_no, rerun } = await validate()
    const isRerun = rerun && settings.capabilities.includes('rerun-dependants')
    const newId = await make(async (tx) => {
      const history = await objectHistoryOf(tx, { accountId: user.accountId, kind, id })
      if (history === null) throw notFound(OBJECTS[kind])
      const version = history.versions.find(({ versionNo }) => versionNo === version_no)
      if (!version) throw notFound('version')
      const { definition } = version
      requireSameVariables(history, version, await services.variables.read(tx, user.accountId))
      addDetails({ kind, name: definition.name, version_no })
      const isRedefined = !isSameContent(definition, history.versions[0]?.definition)
      return services.applyVersion[kind](tx, user, { id, definition, isRedefined, restoredNo: version_no, isRerun })
    })
    return { id: newId }
  })
}

/** Whether two versions have the same rules or values. */
function isSameContent(one: ObjectDefinition, other: ObjectDefinition | undefined): boolean {
  const text = ({ cohort, construct }: ObjectDefinition) => JSON.stringify([cohort, construct])
  return other !== undefined && text(one) === text(other)
}

/** Refuses a version whose variables are deleted, or other ones now. */
function requireSameVariables(
  { state, constructIdOf }: ObjectHistory,
  { definition, sources }: StoredVersion,
  known: UserVariables,
): void {
  const present = sourcesOf(definition, state.things.customVariables)
  for (const name of new Set([...Object.keys(sources), ...Object.keys(present)])) {
    const [then, now] = [sources[name], present[name]]
    if (now === undefined && !known.find(name)) {
      throw conflict(`It is based on the variable “${name}”, which is deleted or has another name now.`)
    }
    if (then === undefined || (now !== then && now !== constructIdOf(then))) {
      throw conflict(`It is based on a deleted variable “${name}”. Another variable has that name now.`)
    }
  }
}
