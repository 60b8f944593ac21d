import { isCoded, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { AnswerSource, GivenAnswer } from '#server/engine/sources/answer-source.ts'
import {
  BYTES_OF_TEXT,
  membershipKey,
  membershipTable,
  INDIVIDUALS,
  type CachedTablesOptions,
} from '#server/engine/sources/column-cache.ts'
import { membershipBy, membersOf, type Members } from '#server/engine/sources/members.ts'
import type { TableInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { identifier, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

interface AggregateOptions {
  /** The table in SQL. */
  readonly name: string
  /** A condition on the row `i`: it counts members. */
  readonly where: (members: Members) => Sql
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
}

/** Individuals with equal answers, counted once: each row of `person` holds their number. */
class Aggregate implements AnswerSource {
  readonly personColumns = raw('i.people, i.collection, i.origin_no')
  readonly isInPieces = false
  readonly individuals = sql`CAST(sum(people) AS INTEGER)`
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
  readonly #name: string
  readonly #where: (members: Members) => Sql

  constructor({ name, where, answerTo }: AggregateOptions) {
    this.#name = name
    this.#where = where
    this.answerTo = answerTo
  }

  get allIndividuals(): Sql {
    throw new Error('An aggregate has no row for each individual.')
  }

  from(members: Members): Sql {
    return sql`${raw(this.#name)} i WHERE ${this.#where(members)}`
  }

  isMember(): never {
    throw new Error('An aggregate has no row for each individual.')
  }
}

/**
 * The one catalog variable that a variable is, or is derived from, where an aggregate of its answers is much smaller
 * than the number of individuals; null for variables with mostly distinct answers or several sources.
 */
export function aggregatedVariable(variable: AnyVariable): CatalogVariable | null {
  if (isCustom(variable)) {
    const [source, ...others] = variable.sources
    return source && others.length === 0 ? aggregatedVariable(source) : null
  }
  return isCoded(variable.dataType) || isNumber(variable.dataType) ? variable : null
}

/** Members of one cohort by their answer to one variable and their stratum: a tenth of the time of reading each row. */
export function aggregateOfAnswers(
  { tables, nameOf }: CachedTablesOptions,
  cohortId: number,
  variable: CatalogVariable,
): AnswerSource {
  const key = `aggregate ${cohortId} ${variable.tableName} ${variable.columnName}`
  tables.set('people', INDIVIDUALS)
  tables.set(key, aggregateTable(cohortId, variable, nameOf('people')))
  return new Aggregate({
    name: nameOf(key),
    where: ({ combined }) => {
      if (combined) throw new Error('An aggregate of answers is of one cohort.')
      return raw('i.is_member')
    },
    answerTo: ({ name }) => {
      if (name !== variable.name) throw new Error(`The aggregate is not of ${name}.`)
      return { value: raw('i.value'), hasRecord: raw('i.has_record'), first: raw('NULL'), last: raw('NULL') }
    },
  })
}

/** Individuals outside the cohort are one row, so that the sum over all rows is the number of individuals. */
function aggregateTable(
  cohortId: number,
  { tableName, columnName, dataType }: CatalogVariable,
  individuals: string,
): TableInMemory {
  const members = sql`(SELECT individual_no FROM cohort_member WHERE cohortid = ${literal(cohortId)})`
  const isMember = cohortId === ROOT_COHORT_ID ? sql`TRUE` : sql`p.individual_no IN ${members}`
  const ofMember = (column: string) => raw(`CASE WHEN is_member THEN ${column} END`)
  return {
    select: sql`SELECT is_member, ${ofMember('f_value')} AS value, ${ofMember('f_record')} AS has_record,
        ${ofMember('collection')} AS collection, ${ofMember('origin_no')} AS origin_no, count(*) AS people
      FROM (
        SELECT ${isMember} AS is_member, p.collection, p.origin_no, f.${identifier(columnName)} AS f_value,
          f.individual_no IS NOT NULL AS f_record
        FROM ${raw(individuals)} p LEFT JOIN ${identifier(tableName)} f USING (individual_no)
      ) GROUP BY 1, 2, 3, 4, 5`,
    bytesOfRow: sql`${BYTES_OF_TEXT} + 24 + ${isNumber(dataType) ? literal(8) : sql`coalesce(strlen(value), 0)`}`,
    participants: sql`sum(people)`,
  }
}

/** Individuals by membership of two cohorts and stratum: any set operation on the two counts some hundred rows. */
export function aggregateOfTwoCohorts(
  { tables, nameOf }: CachedTablesOptions,
  first: number,
  second: number,
): AnswerSource {
  const cohortIds = [...new Set([first, second])]
    .filter((cohortId) => cohortId !== ROOT_COHORT_ID)
    .toSorted((one, other) => one - other)
  tables.set('people', INDIVIDUALS)
  for (const cohortId of cohortIds) tables.set(membershipKey(cohortId), membershipTable(cohortId))
  const key = `two ${cohortIds.join(' ')}`
  const isIn = (cohortId: number) => `is_in_${cohortId}`
  const columns = cohortIds.map((cohortId, place) => raw(`c${place}.is_member AS ${isIn(cohortId)}`))
  const joined = cohortIds.map((cohortId, place) => raw(`POSITIONAL JOIN ${nameOf(membershipKey(cohortId))} c${place}`))
  tables.set(key, {
    select: sql`SELECT ${join([...columns, raw('i.collection, i.origin_no, count(*) AS people')])}
      FROM ${raw(nameOf('people'))} i ${join(joined, ' ')} GROUP BY ALL`,
    bytesOfRow: sql`${BYTES_OF_TEXT} + 16`,
    participants: sql`sum(people)`,
  })
  const isMember = membershipBy((cohortId) => raw(`i.${isIn(cohortId)}`))
  return new Aggregate({
    name: nameOf(key),
    where: (members) => membersOf(members, isMember) ?? sql`TRUE`,
    answerTo: (variable) => {
      throw new Error(`An aggregate of two cohorts has no answers to ${variable.name}.`)
    },
  })
}
