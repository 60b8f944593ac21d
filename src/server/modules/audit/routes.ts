import * as v from 'valibot'
import { audit } from '#contract/audit.ts'
import { cohortNew, cohortDelete } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructCopy, constructDelete } from '#contract/custom-variables.ts'
import { projectEdit, projectNew, projectDelete } from '#contract/projects.ts'
import { variableSetNew, variableSetDelete } from '#contract/variable-sets.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { ROOT_PROJECT_ID, ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { isAmong, join, literal, raw, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { readAuditPage, type AuditKey } from '#server/store/audit/read.ts'
import { defaultProjectNames } from '#server/store/projects/projects.ts'

/** A saved object of any account; ids are unique within a kind. */
interface Thing {
  readonly kind: keyof typeof KINDS
  readonly id: number
}

/** The table of each kind, and the field of its id in deletions and in the audit log. */
const KINDS = {
  cohort: { table: 'cohort', idField: 'cohortid', nameColumn: 'name', deletion: cohortDelete },
  variableSet: { table: 'variable_set', idField: 'varsetid', nameColumn: 'name', deletion: variableSetDelete },
  customVariable: {
    table: 'custom_variable',
    idField: 'constructid',
    nameColumn: 'variable_name',
    deletion: constructDelete,
  },
  project: { table: 'project', idField: 'projectid', nameColumn: 'name', deletion: projectDelete },
} as const

const Named = v.object({ kind: v.string(), id: v.number(), name: v.string() })

/**
 * Current names of saved objects, and last names of deleted ones from deletions in the audit log since `since`
 * (milliseconds since 1970).
 */
async function readThingNames(
  connection: Connection,
  things: readonly Thing[],
  since: number,
): Promise<(thing: Thing) => string | undefined> {
  const names = new Map([[`cohort ${ROOT_COHORT_ID}`, ALL_INDIVIDUALS]])
  if (things.length > 0) {
    for (const { kind, id, name } of await presentNames(connection, things)) names.set(`${kind} ${id}`, name)
  }
  const gone = things.filter(({ kind, id }) => !names.has(`${kind} ${id}`))
  const deleted = await namesOfDeleted(connection, gone, since)
  return ({ kind, id }) => names.get(`${kind} ${id}`) ?? deleted.get(subjectOf({ kind, id }))
}

function presentNames(connection: Connection, things: readonly Thing[]): Promise<v.InferOutput<typeof Named>[]> {
  const queries = Object.entries(KINDS).map(([kind, { table, idField, nameColumn }]) => {
    const ids = [...new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => String(id)))]
    return sql`SELECT ${literal(kind)} AS kind, ${raw(idField)} AS id, ${raw(nameColumn)} AS name FROM ${raw(table)}
      WHERE ${isAmong(sql`CAST(${raw(idField)} AS VARCHAR)`, ids)}`
  })
  return rowsOf(connection, Named, join(queries, ' UNION ALL '))
}

const NAME_FIELD = ',"name":'
const NamedSubject = v.object({ name: v.string() })

/** Deletions are found by the beginning of their subject: the id, then the name. */
async function namesOfDeleted(
  connection: Connection,
  things: readonly Thing[],
  since: number,
): Promise<ReadonlyMap<string, string>> {
  if (things.length === 0) return new Map()
  const actions = Object.values(KINDS).map(({ deletion: { method, path } }) => `${method} ${path}`)
  const rows = await rowsOf(
    connection,
    v.object({ subject: v.string() }),
    sql`SELECT subject FROM audit
     WHERE happened_at >= epoch_ms(CAST(${since} AS BIGINT)) AND status = 200 AND ${isAmong(sql`action`, actions)}
       AND ${isAmong(sql`split_part(subject, ${literal(NAME_FIELD)}, 1)`, [...new Set(things.map(subjectOf))])}`,
  )
  return new Map(
    rows.map(({ subject }) => {
      const [thing = ''] = subject.split(NAME_FIELD)
      return [thing, v.parse(NamedSubject, JSON.parse(subject)).name]
    }),
  )
}

/** The beginning of the subject of a deletion. */
function subjectOf({ kind, id }: Thing): string {
  return `{"${KINDS[kind].idField}":${id}`
}

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
        const time = new Date(happenedAt).toISOString()
        return { at: time, username, address, action, subject, names: Object.fromEntries(names), status }
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
