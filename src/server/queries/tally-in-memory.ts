import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { CatalogVariable } from '#server/catalog/catalog.ts'
import { isCustom, type AnyVariable } from '#server/catalog/variable.ts'
import type { AnswerSource, GivenAnswer } from '#server/queries/answer-source.ts'
import { BYTES_OF_TEXT, PEOPLE, type CopiesOptions } from '#server/queries/copies-in-memory.ts'
import type { Members } from '#server/queries/members.ts'
import { quoted } from '#server/storage/database.ts'
import type { TableInMemory } from '#server/storage/tables-in-memory.ts'

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
 * How many members of one cohort gave which answer to one variable, by where they belong: a row of `person` stands for
 * all who are alike, `people` of them. What is asked of it takes a tenth of the time of asking each person.
 */
export class TallyInMemory implements AnswerSource {
  readonly peopleColumns = 'i.people, i.collection, i.origin_no'
  readonly people = 'CAST(sum(people) AS INTEGER)'
  readonly #name: string
  readonly #variable: CatalogVariable

  constructor({ copied, nameOf }: CopiesOptions, cohortId: number, variable: CatalogVariable) {
    const key = `tally ${cohortId} ${variable.tableName} ${variable.columnName}`
    copied.set('people', PEOPLE)
    copied.set(key, tallyOf(cohortId, variable, nameOf('people')))
    this.#name = nameOf(key)
    this.#variable = variable
  }

  get everybody(): string {
    throw new Error('A tally does not tell people apart.')
  }

  answerTo(variable: CatalogVariable): GivenAnswer {
    if (variable.name !== this.#variable.name) throw new Error(`The tally is not of ${variable.name}.`)
    return { value: 'i.value', hasRecord: 'i.has_record', first: 'NULL', last: 'NULL' }
  }

  from({ combined }: Members): string {
    if (combined) throw new Error('A tally is of one cohort.')
    return `${this.#name} i WHERE i.is_member`
  }

  isMember(): never {
    throw new Error('A tally does not tell people apart.')
  }
}

/** Those outside the cohort are one row: all together are as many as there are people, or somebody counts twice. */
function tallyOf(
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
    people: 'sum(people)',
  }
}
