import * as v from 'valibot'
import { isNumber } from '#domain/data-types.ts'
import { EACH_PERSON, type AnswerSource, type GivenAnswer } from '#server/engine/sources/answer-source.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import { FormTables } from '#server/engine/sources/form-tables.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Release } from '#server/model/release.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { identifier, literal, sql, type Sql } from '#server/platform/db/sql.ts'

type Before = Pick<Release, 'no' | 'lastIndividual'>

const formOf = (name: string, column: Sql) =>
  sql`(SELECT ${column} FROM form JOIN variable USING (form_no) WHERE variable_name = ${literal(name)})`

/** The records of a variable's form at a release: individual_no and value. */
export function recordsAt({ name, dataType, tableName, columnName }: CatalogVariable, release: Before): Sql {
  const no = literal(release.no)
  const before = isNumber(dataType) ? sql`CAST(b.answer AS FLOAT8)` : sql`b.answer`
  return sql`(SELECT f.individual_no, CASE WHEN b.individual_no IS NULL THEN f.${identifier(columnName)} ELSE ${before} END AS value
      FROM ${identifier(tableName)} f
      LEFT JOIN (SELECT individual_no, answer, row_number() OVER (PARTITION BY individual_no ORDER BY release_no) AS place
        FROM answer_before WHERE release_no > ${no} AND variable_name = ${literal(name)}) b
        ON b.individual_no = f.individual_no AND b.place = 1
      WHERE f.individual_no <= ${literal(release.lastIndividual)} AND NOT EXISTS (
        SELECT 1 FROM record_before r WHERE r.release_no > ${no} AND r.individual_no = f.individual_no
          AND r.table_name = ${formOf(name, sql`table_name`)}))`
}

/** Reads the answers to one variable in All Individuals as they were at a release. */
export function readAtRelease(variable: CatalogVariable, release: Before): ReadAnswers {
  return (connection, population, row, statement) => {
    const source = new AnswersAtRelease(connection.dialect, variable, release)
    return rowsOf(connection, row, statement(new Answers(connection.dialect, population, source)))
  }
}

class AnswersAtRelease implements AnswerSource {
  readonly allIndividuals: Sql
  readonly personColumns: Sql
  readonly individuals = EACH_PERSON
  readonly isInPieces = true
  readonly #variable: CatalogVariable
  readonly #release: Before

  constructor(dialect: Dialect, variable: CatalogVariable, release: Before) {
    const { allIndividuals, personColumns } = new FormTables(dialect)
    this.allIndividuals = allIndividuals
    this.personColumns = personColumns
    this.#variable = variable
    this.#release = release
  }

  answerTo(): GivenAnswer {
    // Ends of dates are not stored for earlier releases.
    const end = sql`CAST(NULL AS DATE)`
    return { value: sql`held.value`, hasRecord: sql`held.individual_no IS NOT NULL`, first: end, last: end }
  }

  isMember(): null {
    return null
  }

  from(): Sql {
    const { lastIndividual } = this.#release
    return sql`(SELECT * FROM individual WHERE individual_no <= ${literal(lastIndividual)}) i
      LEFT JOIN ${recordsAt(this.#variable, this.#release)} held ON held.individual_no = i.individual_no`
  }
}

const Place = v.object({ form_no: v.nullable(v.number()), changes: v.array(v.number()) })

/** Releases at which the answers to a variable were others than now, or fewer individuals could have one. */
export async function releasesWithOtherAnswers(
  connection: Connection,
  { name }: CatalogVariable,
  releases: readonly Release[],
  lastIndividual: number,
): Promise<Release[]> {
  if (releases.length === 0) return []
  const [row] = await rowsOf(
    connection,
    Place,
    sql`SELECT ${formOf(name, sql`form_no`)} AS form_no,
      ARRAY(SELECT release_no FROM (
        SELECT DISTINCT release_no FROM answer_before WHERE variable_name = ${name}
        UNION SELECT DISTINCT release_no FROM record_before WHERE table_name = ${formOf(name, sql`table_name`)}
      ) changed) AS changes`,
  )
  const { form_no: formNo = null, changes = [] } = row ?? {}
  const stateOf = (release: Before) =>
    JSON.stringify([changes.filter((no) => no > release.no).length, release.lastIndividual])
  const now = stateOf({ no: Number.MAX_SAFE_INTEGER, lastIndividual })
  const states = releases.map(stateOf)
  return releases.filter(
    ({ lastForm }, place) =>
      formNo !== null && formNo <= lastForm && states[place] !== now && states[place] !== states[place + 1],
  )
}
