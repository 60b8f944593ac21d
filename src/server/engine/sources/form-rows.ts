import { isDateType } from '#domain/data-types.ts'
import { EACH_PERSON, type AnswerSource } from '#server/engine/sources/answer-source.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { EMPTY, identifier, raw, sql } from '#server/platform/db/sql.ts'

/** The rows of one variable's form. Reading them takes a tenth of the time of joining the form to all individuals. */
export function formRows({ tableName, columnName, dataType }: CatalogVariable): AnswerSource {
  const column = (suffix: string) => identifier(`${columnName}${suffix}`)
  const days = isDateType(dataType) ? sql`, ${column('__first')} AS first, ${column('__last')} AS last` : EMPTY
  return {
    get allIndividuals(): never {
      throw new Error('The rows of a form are not all individuals.')
    },
    personColumns: raw('i.individual_no'),
    isInPieces: false,
    individuals: EACH_PERSON,
    answerTo: () => ({
      value: raw('i.value'),
      hasRecord: raw('TRUE'),
      first: raw('i.first'),
      last: raw('i.last'),
    }),
    isMember: () => null,
    from: () => sql`(SELECT individual_no, ${column('')} AS value${days} FROM ${identifier(tableName)}) i`,
  }
}
