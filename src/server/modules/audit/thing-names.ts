import * as v from 'valibot'
import { cohortDelete } from '#contract/cohorts.ts'
import { constructDelete } from '#contract/custom-variables.ts'
import { projectDelete } from '#contract/projects.ts'
import { variableSetDelete } from '#contract/variable-sets.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { isAmong, join, literal, raw, sql } from '#server/platform/db/sql.ts'

/** A saved object of any account; ids are unique within a kind. */
export interface Thing {
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
export async function readThingNames(
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
const Subject = v.object({ name: v.string() })

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
      return [thing, v.parse(Subject, JSON.parse(subject)).name]
    }),
  )
}

/** The beginning of the subject of a deletion. */
function subjectOf({ kind, id }: Thing): string {
  return `{"${KINDS[kind].idField}":${id}`
}
