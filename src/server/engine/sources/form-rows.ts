import { isDateType } from '#domain/data-types.ts'
import { EACH_PERSON, type AnswerSource } from '#server/engine/sources/answer-source.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { EMPTY, identifier, literal, raw, sql } from '#server/platform/db/sql.ts'

/**
 * The rows of one variable's form, and one row with the given number for all individuals without a record. It takes a
 * tenth of the time of joining the form to all individuals.
 */
export function formRows({ tableName, columnName, dataType }: CatalogVariable, withoutRecord: number): AnswerSource {
  const column = (suffix: string) => identifier(`${columnName}${suffix}`)
  const days = isDateType(dataType)
  const given = days ? sql`, ${column('__first')} AS first, ${column('__last')} AS last` : EMPTY
  const none = days ? sql`, NULL, NULL` : EMPTY
  return {
    get allIndividuals(): never {
      throw new Error('The rows of a form are not all individuals.')
    },
    personColumns: raw('i.individual_no'),
    isInPieces: false,
    individuals: EACH_PERSON,
    answerTo: () => ({
      value: raw('i.value'),
      hasRecord: raw('i.has_record'),
      first: raw('i.first'),
      last: raw('i.last'),
    }),
    isMember: () => null,
    from: () => sql`(SELECT individual_no, ${column('')} AS value${given}, TRUE AS has_record FROM ${identifier(tableName)}
      UNION ALL SELECT ${literal(withoutRecord)}, NULL${none}, FALSE) i`,
  }
}
