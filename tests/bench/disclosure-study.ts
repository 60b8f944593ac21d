import * as v from 'valibot'
import { inTransaction, rowsOf } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { identifier, join, literal, sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { benchDatabase } from '#tests/bench/bench-server.ts'
import { largeStudyFile, PARTICIPANTS, type StudySize } from '#tests/bench/large-study.ts'
import type { Secret, Target } from '#tests/support/attacks/target.ts'

/** By default the participants of the demo, and one form with a column of every kind. */
export function studyOf(participants = PARTICIPANTS): StudySize {
  return { participants, forms: 1, variablesPerForm: 19 }
}

export const PASSWORD = 'an attacker of counts'
const CHEAP = { memoryCost: 64, timeCost: 1 }
/** The codes are uniform and independent, so no other answer predicts the answer. */
const CODES = { yes: ['2', '3'], no: ['0', '1'] }

export interface LabelledTarget {
  readonly target: Omit<Target, 'minimum'>
  readonly answer: boolean
}

const Variable = v.object({ variable_name: v.string(), column_name: v.string(), data_type: v.string() })
const Share = v.object({ share: v.array(v.number()), records: v.number() })
const Row = v.object({ answers: v.array(v.string()) })

/**
 * Random individuals with an answer to every category and number of the form. Half of them have “yes”: an attack that
 * always infers the same answer is then right in 50 %.
 */
export async function readTargets(study: StudySize, count: number): Promise<LabelledTarget[]> {
  const { database, remove } = await benchDatabase(await largeStudyFile(study))
  try {
    return await database.withConnection(async (connection) => {
      const variables = await rowsOf(
        connection,
        Variable,
        `SELECT variable_name, column_name, data_type FROM variable ORDER BY variable_name`,
      )
      const categories = variables.filter(({ data_type }) => data_type === 'categorical')
      const [secretVariable, ...others] = categories
      const numbers = variables.filter(({ data_type }) => data_type === 'numberrange')
      const columns = [...categories, ...numbers].map(({ column_name }) => identifier(column_name))
      const [secretColumn] = columns
      if (!secretVariable || !secretColumn) throw new Error('The study has no category.')
      const [shares] = await rowsOf(
        connection,
        Share,
        sql`SELECT ARRAY[${join(columns.map((column) => sql`count(${column}) / count(*)`))}] AS share,
          CAST(count(*) AS INTEGER) AS records FROM bench_form_1`,
      )
      const rows = await rowsOf(
        connection,
        Row,
        sql`SELECT ARRAY[${join(columns.map((column) => sql`CAST(CAST(${column} AS INTEGER) AS VARCHAR)`))}] AS answers
          FROM bench_form_1 WHERE ${join(
            columns.map((column) => sql`${column} IS NOT NULL`),
            ' AND ',
          )}
          ORDER BY row_number() OVER (
            PARTITION BY ${secretColumn} IN (${join(CODES.yes.map(literal))}) ORDER BY hash(individual_no, 'target')
          ), hash(individual_no, 'target') LIMIT ${count}`,
      )
      const shareOf = (place: number, values: number) => (shares?.share[place] ?? 0) / values
      const secret: Secret = { variable: secretVariable.variable_name, ...CODES }
      return rows.map(({ answers: [secretAnswer = '', ...known] }) => ({
        answer: CODES.yes.includes(secretAnswer),
        target: {
          secret,
          records: shares?.records ?? 0,
          codes: others.map(({ variable_name: variable }, place) => ({
            kind: 'code' as const,
            variable,
            code: known[place] ?? '',
            share: shareOf(1 + place, 4),
          })),
          numbers: numbers.map(({ variable_name: variable }, place) => {
            const value = Number(known[others.length + place])
            const share = shareOf(1 + others.length + place, 100)
            return { kind: 'window' as const, variable, low: value, high: value, share }
          }),
        },
      }))
    })
  } finally {
    database.close()
    remove()
  }
}

/** Accounts that may read no collection, so that every count is of unreadable individuals. */
export function addAttackers(count: number): (file: string) => Promise<void> {
  return async (file) => {
    const database = await openDatabase(file)
    const hash = await hashPassword(PASSWORD, CHEAP)
    await inTransaction(database, (connection) =>
      connection.run(
        sql`INSERT INTO account SELECT nextval('id_sequence'), 'attacker' || n, ${hash}, '', '', FALSE,
          CAST([] AS VARCHAR[]), FALSE FROM range(${count}) AS numbers(n)`,
      ),
    )
    database.close()
  }
}
