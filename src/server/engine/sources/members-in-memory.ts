import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  FormTablesWithStored,
  INDIVIDUALS,
  membershipKey,
  membershipTable,
  type CachedTablesOptions,
} from '#server/engine/sources/column-cache.ts'
import { membershipBy, membersOf, type Members } from '#server/engine/sources/members.ts'
import type { TableInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/**
 * Form tables, joined to a table in memory of the members of some cohorts: for statements over many columns of these
 * cohorts, which would evict the columns of frequent statements.
 */
export class MembersInMemory extends FormTablesWithStored {
  override readonly personColumns = raw('i.individual_no, i.collection, i.bits')
  readonly #name: string
  readonly #cohortIds: readonly number[]

  constructor(options: CachedTablesOptions, cohortIds: readonly number[]) {
    super(options)
    const { tables, nameOf } = options
    this.#cohortIds = cohortIds.filter((cohortId) => cohortId !== ROOT_COHORT_ID)
    tables.set('people', INDIVIDUALS)
    const key = `members ${cohortIds.join(' ')}`
    for (const cohortId of this.#cohortIds) tables.set(membershipKey(cohortId), membershipTable(cohortId))
    tables.set(key, membersTable(this.#cohortIds, cohortIds.length > this.#cohortIds.length, nameOf))
    this.#name = nameOf(key)
  }

  override isMember(cohortId: number): Sql | null {
    if (cohortId === ROOT_COHORT_ID) return null
    return sql`((i.bits >> ${literal(this.#cohortIds.indexOf(cohortId))}) & 1 = 1)`
  }

  override from(members: Members): Sql {
    const among = membersOf(
      members,
      membershipBy((cohortId) => this.isMember(cohortId) ?? sql`TRUE`),
    )
    return sql`${raw(this.#name)} i ${this.joins()}${among === null ? EMPTY : sql` WHERE ${among}`}`
  }
}

/** A row for each individual of any of the cohorts; bit n of `bits` is the membership of the nth one. */
function membersTable(
  cohortIds: readonly number[],
  hasEveryone: boolean,
  nameOf: (key: string) => string,
): TableInMemory {
  const individuals = raw(nameOf('people'))
  const joined = cohortIds.map((cohortId, place) => raw(`POSITIONAL JOIN ${nameOf(membershipKey(cohortId))} c${place}`))
  const bits = cohortIds.map((_, place) => raw(`CASE WHEN c${place}.is_member THEN ${2 ** place} ELSE 0 END`))
  const sum = bits.length === 0 ? literal(0) : join(bits, ' + ')
  return {
    select: sql`SELECT i.individual_no, i.collection, CAST(${sum} AS INTEGER) AS bits
      FROM ${individuals} i ${join(joined, ' ')} WHERE ${hasEveryone ? sql`TRUE` : sql`${sum} > 0`}`,
    bytesOfRow: literal(12),
    participants: sql`(SELECT count(*) FROM ${individuals})`,
  }
}
