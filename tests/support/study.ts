import { storedColumns } from '#server/model/data-types.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction, type Connection, type Database } from '#server/platform/db/database.ts'
import { join, quoted, raw, sql, type SqlValue } from '#server/platform/db/sql.ts'

/** A small data set in code. */
export interface Study {
  readonly participants: readonly Person[]
  readonly forms: readonly StudyForm[]
}

export interface Person {
  readonly id: string
  readonly family: string | null
  readonly father?: string
  readonly mother?: string
  readonly sex?: string
  readonly collection: string
  readonly study: string
  readonly consent?: string
  readonly dx?: string
  readonly isPlaceholder?: boolean
  readonly isProband?: boolean
  readonly isDeceased?: boolean
  readonly twinOf?: string
  readonly isIdentical?: boolean
}

export interface StudyForm {
  readonly instrument: string
  readonly version: string
  readonly variables: readonly StudyVariable[]
  /** A record for each participant who was given the form; a missing answer is unknown. */
  readonly records: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface StudyVariable {
  readonly name: string
  readonly dataType: string
  readonly question?: string
  readonly originalName?: string
  readonly possibleValues?: readonly string[]
  readonly meanings?: Readonly<Record<string, string>>
  readonly context?: string
}

/** Replaces the database's research data by a study. */
export async function loadStudy(database: Database, study: Study): Promise<void> {
  await inTransaction(database, async (connection) => {
    await clear(connection)
    await insertParticipants(connection, study.participants)
    for (const [place, form] of study.forms.entries()) await insertForm(connection, place + 1, form, study.participants)
    await raiseDataVersion(connection)
  })
}

/** Numbered in the order of ids. */
export function inOrder(participants: readonly Person[]): Person[] {
  return [...participants].sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function clear(connection: Connection): Promise<void> {
  for (const table of await answerTables(connection)) await connection.run(`DROP TABLE ${quoted(table)}`)
  for (const table of ['disclosure', 'pedigree_mark', 'individual', 'form', 'variable']) {
    await connection.run(`DELETE FROM ${table}`)
  }
}

async function insertParticipants(connection: Connection, participants: readonly Person[]): Promise<void> {
  const ordered = inOrder(participants)
  const numbers = new Map(ordered.map(({ id }, place) => [id, place + 1]))
  const numberOf = (id: string | undefined) => numbers.get(id ?? '') ?? null
  await insertRows(
    connection,
    'individual',
    ordered.map((person, place) => [
      place + 1,
      person.id,
      person.family,
      numberOf(person.father),
      numberOf(person.mother),
      person.sex ?? null,
      person.isPlaceholder ?? false,
      person.collection,
      person.study,
      person.consent ?? null,
      person.dx ?? null,
    ]),
  )
  for (const statement of connection.dialect.settlingIndividuals) await connection.run(statement)
  await insertRows(
    connection,
    'pedigree_mark',
    ordered
      .filter(({ isProband, isDeceased, twinOf }) => isProband ?? isDeceased ?? twinOf)
      .map((person) => [
        numberOf(person.id),
        person.isProband ?? false,
        person.isDeceased ?? false,
        numberOf(person.twinOf),
        person.isIdentical ?? null,
      ]),
  )
}

const ROWS_AT_ONCE = 500

async function insertRows(connection: Connection, table: string, rows: readonly SqlValue[][]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const written = rows.slice(first, first + ROWS_AT_ONCE).map((row) => sql`(${join(row)})`)
    await connection.run(sql`INSERT INTO ${raw(table)} VALUES ${join(written)}`)
  }
}

async function insertForm(
  connection: Connection,
  formNo: number,
  form: StudyForm,
  participants: readonly Person[],
): Promise<void> {
  const table = `form_${formNo}`
  await connection.run(
    sql`INSERT INTO form VALUES (${formNo}, ${table}, ${form.instrument}, ${form.version}, ${`${form.instrument} ${form.version}`})`,
  )
  const columns = form.variables.flatMap((variable) => columnsOf(variable.name, variable.dataType))
  await connection.run(`CREATE TABLE ${table} (individual_no INTEGER PRIMARY KEY, ${columns.join(', ')})`)
  for (const statement of connection.dialect.placing(table)) await connection.run(statement)
  const numbers = new Map(inOrder(participants).map(({ id }, place) => [id, place + 1]))
  const rows = Object.entries(form.records).map(([id, answers]) => [
    numbers.get(id) ?? 0,
    ...form.variables.flatMap(({ name, dataType }) => cellsOf(dataType, answers[name] ?? null)),
  ])
  await insertRows(connection, table, rows)
  await insertVariables(connection, formNo, form)
}

function columnsOf(name: string, dataType: string): string[] {
  return storedColumns(name, dataType).map((column) => `${quoted(column.name)} ${column.type}`)
}

function cellsOf(dataType: string, answer: string | null): SqlValue[] {
  return storedColumns('', dataType).map(({ toValue }) => toValue(answer))
}

async function insertVariables(
  connection: Connection,
  formNo: number,
  { variables, records }: StudyForm,
): Promise<void> {
  if (variables.length === 0) return
  const answers = Object.values(records)
  const rows = variables.map(({ name, originalName, dataType, question, context, possibleValues, meanings }) => {
    const observations = answers.filter((record) => record[name] !== undefined).length
    return sql`(${name}, ${formNo}, ${name}, ${originalName ?? name}, ${dataType}, ${question ?? ''}, ${context ?? ''},
       ${possibleValues ?? []}, ${JSON.stringify(meanings ?? {})}, 'A', ${observations})`
  })
  await connection.run(
    sql`INSERT INTO variable (variable_name, form_no, column_name, original_name, data_type, question, implicit_context,
       possible_values, value_mapping, section, observations)
     VALUES ${join(rows)}`,
  )
}
