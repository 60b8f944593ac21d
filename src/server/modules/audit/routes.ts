import * as v from 'valibot'
import { audit } from '#contract/audit.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructCopy, constructNew } from '#contract/custom-variables.ts'
import { projectEdit, projectNew } from '#contract/projects.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { readThingNames, type Thing } from '#server/modules/audit/thing-names.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { readAuditPage, type AuditKey } from '#server/store/audit/read.ts'
import { defaultProjectNames } from '#server/store/projects/projects.ts'

export function auditRoutes(api: Api): void {
  routeFor(api, audit, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { since, until, user: wanted, action: part, after, offset, limit } = await validate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may see who did what.')
    const { rows, total, last } = await readAuditPage(connection, {
      since: since == null ? 0 : Date.parse(since),
      until: until == null ? null : Date.parse(until),
      username: wanted ?? null,
      action: part ?? null,
      after: after == null ? null : keyOf(after),
      offset,
      limit,
    })
    const entries = rows.map(({ subject, ...row }) => {
      const parsed = v.parse(Subject, JSON.parse(subject))
      return { ...row, subject: parsed, things: thingsOf(row.action, parsed) }
    })
    const oldest = rows.at(-1)?.happenedAt ?? 0
    const nameOf = await readThingNames(
      connection,
      entries.flatMap(({ things }) => things.map(([, thing]) => thing)),
      oldest,
    )
    const defaultProjects = await defaultProjectNames(connection, usersOf(rows))
    return {
      data: entries.map(({ happenedAt, username, address, action, subject, things, status }) => {
        const names = things.flatMap(([field, thing]) => {
          const isDefaultProject = thing.kind === 'project' && thing.id === ROOT_PROJECT_ID
          const name = isDefaultProject ? defaultProjects(username) : nameOf(thing)
          return name === undefined ? [] : [[field, name] as const]
        })
        const at = new Date(happenedAt).toISOString()
        return { at, username, address, action, subject, names: Object.fromEntries(names), status }
      }),
      total,
      next: last && `${last.happenedAt}-${last.rowId}`,
    }
  })
}

const Subject = v.record(v.string(), v.unknown())

const actionOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** Kinds of things by the field of a subject, for all actions. */
const KINDS_OF_FIELDS: Readonly<Record<string, Thing['kind']>> = {
  cohortid: 'cohort',
  parent_id: 'cohort',
  secondparent_id: 'cohort',
  varsetid: 'variableSet',
  constructid: 'customVariable',
  projectid: 'project',
}

/** Kinds of the fields `made` and `id`, by action. */
const KINDS_OF_ACTIONS: Readonly<Record<string, Thing['kind']>> = {
  [actionOf(cohortNew)]: 'cohort',
  [actionOf(variableSetNew)]: 'variableSet',
  [actionOf(constructNew)]: 'customVariable',
  [actionOf(constructCopy)]: 'customVariable',
  [actionOf(projectNew)]: 'project',
  [actionOf(projectEdit)]: 'project',
}

function thingsOf(action: string, subject: v.InferOutput<typeof Subject>): readonly (readonly [string, Thing])[] {
  return Object.entries(subject).flatMap(([field, id]) => {
    const isOfAction = field === 'made' || field === 'id'
    const kind = isOfAction ? KINDS_OF_ACTIONS[action] : KINDS_OF_FIELDS[field]
    return kind !== undefined && typeof id === 'number' && Number.isSafeInteger(id) ? [[field, { kind, id }]] : []
  })
}

function usersOf(rows: readonly { readonly username: string | null }[]): string[] {
  return [...new Set(rows.flatMap(({ username }) => username ?? []))]
}

function keyOf(text: string): AuditKey {
  const [happenedAt = 0, rowId = 0] = text.split('-').map(Number)
  return { happenedAt, rowId }
}
