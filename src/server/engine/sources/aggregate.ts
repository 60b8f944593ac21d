import { isCoded, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { AnswerSource } from '#server/engine/sources/answer-source.ts'
import { BYTES_OF_TEXT, INDIVIDUALS, type CachedTablesOptions } from '#server/engine/sources/column-cache.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import type { TableInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { identifier, literal, raw, sql } from '#server/platform/db/sql.ts'

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

/**
 * Members of one cohort by their answer to one variable and their stratum, counted once: each row of `person` holds
 * their number. A tenth of the time of reading each individual.
 */
export function aggregateOfAnswers(
  { tables, nameOf }: CachedTablesOptions,
  cohortId: number,
  variable: CatalogVariable,
): AnswerSource {
  const key = `aggregate ${cohortId} ${variable.tableName} ${variable.columnName}`
  tables.set('people', INDIVIDUALS)
  tables.set(key, aggregateTable(cohortId, variable, nameOf('people')))
  const hasNoIndividuals = (): never => {
    throw new Error('An aggregate has no row for each individual.')
  }
  return {
    personColumns: raw('i.people, i.collection, i.origin_no'),
    isInPieces: false,
    individuals: sql`CAST(sum(people) AS INTEGER)`,
    get allIndividuals() {
      return hasNoIndividuals()
    },
    isMember: hasNoIndividuals,
    from: ({ combined }) => {
      if (combined) throw new Error('An aggregate of answers is of one cohort.')
      return sql`${raw(nameOf(key))} i WHERE i.is_member`
    },
    answerTo: ({ name }) => {
      if (name !== variable.name) throw new Error(`The aggregate is not of ${name}.`)
      return { value: raw('i.value'), hasRecord: raw('i.has_record'), first: raw('NULL'), last: raw('NULL') }
    },
  }
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
