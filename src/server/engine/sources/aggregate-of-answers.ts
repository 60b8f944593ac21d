import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { BYTES_OF_TEXT, PEOPLE, type CopiesOptions } from '#server/engine/sources/column-cache.ts'
import { TallyInMemory } from '#server/engine/sources/aggregate.ts'
import { quoted } from '#server/platform/db/database.ts'
import type { TableInMemory } from '#server/platform/cache/tables-in-memory.ts'

/**
 * The one variable of the catalog that a variable is, or is worked out of, where so few of its answers are different
 * that people are better counted once than at each question; null where they are nearly as many as people, or more
 * variables than one play a part.
 */
export function talliedVariable(variable: AnyVariable): CatalogVariable | null {
  if (isCustom(variable)) {
    const [source, ...others] = variable.sources
    return source && others.length === 0 ? talliedVariable(source) : null
  }
  return isCoded(variable.dataType) || variable.dataType === 'numberrange' ? variable : null
}

/**
 * How many members of one cohort gave which answer to one variable, by where they belong. What is asked of it takes a
 * tenth of the time of asking each person.
 */
export function tallyOfAnswers(
  { copied, nameOf }: CopiesOptions,
  cohortId: number,
  variable: CatalogVariable,
): TallyInMemory {
  const key = `tally ${cohortId} ${variable.tableName} ${variable.columnName}`
  copied.set('people', PEOPLE)
  copied.set(key, tableOfAnswers(cohortId, variable, nameOf('people')))
  return new TallyInMemory({
    name: nameOf(key),
    where: ({ combined }) => {
      if (combined) throw new Error('A tally of answers is of one cohort.')
      return 'i.is_member'
    },
    answerTo: ({ name }) => {
      if (name !== variable.name) throw new Error(`The tally is not of ${name}.`)
      return { value: 'i.value', hasRecord: 'i.has_record', first: 'NULL', last: 'NULL' }
    },
  })
}

/** Those outside the cohort are one row: all together are as many as there are people, or somebody counts twice. */
function tableOfAnswers(
  cohortId: number,
  { tableName, columnName, dataType }: CatalogVariable,
  people: string,
): TableInMemory {
  const members = `(SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId})`
  const isMember = cohortId === ROOT_COHORT_ID ? 'TRUE' : `p.individual_no IN ${members}`
  const ofMember = (expression: string) => `CASE WHEN is_member THEN ${expression} END`
  return {
    select: `SELECT is_member, ${ofMember('f_value')} AS value, ${ofMember('f_record')} AS has_record,
        ${ofMember('collection')} AS collection, ${ofMember('origin_no')} AS origin_no, count(*) AS people
      FROM (
        SELECT ${isMember} AS is_member, p.collection, p.origin_no, f.${quoted(columnName)} AS f_value,
          f.individual_no IS NOT NULL AS f_record
        FROM ${people} p LEFT JOIN ${quoted(tableName)} f USING (individual_no)
      ) GROUP BY 1, 2, 3, 4, 5`,
    bytesOfRow: `${BYTES_OF_TEXT} + 24 + ${dataType === 'numberrange' ? '8' : 'coalesce(strlen(value), 0)'}`,
    participants: 'sum(people)',
  }
}
