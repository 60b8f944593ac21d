import * as v from 'valibot'
import type { AnyVariable } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { AnswerSource } from '#server/engine/sources/answer-source.ts'
import {
  CopiesInMemory,
  type CopiesOptions,
  BYTES_OF_TEXT,
  copyOfMembership,
  membershipKey,
  PEOPLE,
} from '#server/engine/sources/column-cache.ts'
import { FormsOnFile } from '#server/engine/sources/form-tables.ts'
import { readOrigins, type Origin } from '#server/engine/sources/origins.ts'
import { talliedVariable, tallyOfAnswers } from '#server/engine/sources/aggregate-of-answers.ts'
import { readDataVersion } from '#server/platform/db/data-version.ts'
import {
  eachColumns,
  Numbers,
  rowsOf,
  Texts,
  type Connection,
  type Database,
  type SqlValue,
} from '#server/platform/db/database.ts'
import { createTablesInMemory, type TableInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { membershipBy, membersOf } from '#server/engine/sources/members.ts'
import { TallyInMemory } from '#server/engine/sources/aggregate.ts'

/** The rows of a statement over the answers of a population. */
export type ReadAnswers = <Schema extends v.GenericSchema>(
  connection: Connection,
  population: Population,
  row: Schema,
  statement: (answers: Answers) => string,
) => Promise<v.InferOutput<Schema>[]>

/** Reads what is asked once, or by few: it would only push out of memory what many ask for. */
export const readFromFile: ReadAnswers = (connection, population, row, statement) => {
  const answers = new Answers(connection, population)
  return rowsOf(connection, row, statement(answers), answers.parameters.values)
}

/** How many people of an origin have a value; `state` is the statement's own. */
export interface OriginCount {
  readonly origin: Origin
  readonly state: number
  readonly value: string | null
  readonly count: number
}

/**
 * Counts people by copies of the data in memory. Not to be used within a transaction: it does not see what is made
 * after it began.
 */
export interface CountAnswers {
  readonly rows: ReadAnswers
  /** For statements that ask for one variable alone and count the people that rows stand for (`answers.people`). */
  readonly rowsOf: (variable: AnyVariable) => ReadAnswers
  /** Likewise; the statement answers `state`, `value`, `origin_no` and `count`. */
  readonly byOrigin: (
    connection: Connection,
    population: Population,
    variable: AnyVariable | null,
    statement: (answers: Answers) => string,
  ) => Promise<OriginCount[]>
}

/** state, value, origin_no and count */
const CountColumns = v.tuple([Numbers, Texts, Numbers, Numbers])

/** Counts from copies in memory where there are some, else from the file. */
export function createCountAnswers(database: Database): CountAnswers {
  const tables = createTablesInMemory(database)
  let kept: { readonly version: string; readonly origins: ReadonlyMap<number, Origin> } | null = null

  /** Reads anew where the data changed meanwhile: copies may have been made before, or in the midst of it. */
  async function whileUnchanged<Result>(
    connection: Connection,
    read: (version: string, origins: ReadonlyMap<number, Origin>) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const { version, origins } = (kept ??= await readKept(connection))
      const outcome = await read(version, origins).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
      const isUnchanged = (await readDataVersion(connection)) === version
      if (isUnchanged && 'result' in outcome) return outcome.result
      if (kept.version === version) kept = null
      if (isUnchanged && 'error' in outcome) throw outcome.error
    }
  }

  /** A statement of the answers, asked while all that it reads is in memory. */
  async function ask<Result>(
    connection: Connection,
    { population, version, statement, makeSource = copiesOf }: Question,
    run: (sql: string, values: readonly SqlValue[]) => Promise<Result>,
  ): Promise<Result> {
    if (!database.hasMemoryBeside) {
      const answers = new Answers(connection, population, (own) => new FormsOnFile(own, { hasOrigins: true }))
      const sql = statement(answers)
      return run(sql, answers.parameters.values)
    }
    const keyOf = (name: string) => `${version} ${name}`
    const copied = new Map<string, TableInMemory>()
    const nameOf = (name: string) => tables.nameOf(keyOf(name))
    const answers = new Answers(connection, population, (parameters) => makeSource({ copied, nameOf, parameters }))
    const sql = statement(answers)
    const wanted = new Map([...copied].map(([name, table]) => [keyOf(name), table]))
    return tables.lease(wanted, (sizes) => {
      // A form with two rows of one person would put everybody after them beside the answers of others.
      if (new Set(sizes.values()).size > 1) throw new Error('A table of answers has not one row for each person.')
      return run(sql, answers.parameters.values)
    })
  }

  const rowsFrom =
    (sourceFor: (population: Population) => MakeSource): ReadAnswers =>
    (connection, population, row, statement) =>
      whileUnchanged(connection, (version) =>
        ask(connection, { population, version, statement, makeSource: sourceFor(population) }, (sql, values) =>
          rowsOf(connection, row, sql, values),
        ),
      )

  return {
    rows: rowsFrom(() => copiesOf),
    rowsOf: (variable) => rowsFrom((population) => sourceOf(population, variable)),
    byOrigin: (connection, population, variable, statement) =>
      whileUnchanged(connection, (version, origins) => {
        const makeSource = sourceOf(population, variable)
        return ask(connection, { population, version, statement, makeSource }, (sql, values) =>
          readOriginCounts(connection, origins, sql, values),
        )
      }),
  }
}

interface Question {
  readonly population: Population
  readonly version: string
  readonly statement: (answers: Answers) => string
  readonly makeSource?: MakeSource
}

/** Of texts there may be as many rows as people. */
async function readOriginCounts(
  connection: Connection,
  origins: ReadonlyMap<number, Origin>,
  sql: string,
  values: readonly SqlValue[],
): Promise<OriginCount[]> {
  const counts: OriginCount[] = []
  await eachColumns(connection, CountColumns, sql, values, ([states, texts, places, numbers]) => {
    for (const [row, count] of numbers.entries()) {
      const origin = requireOrigin(origins, places[row])
      counts.push({ state: states[row] ?? 0, value: texts[row] ?? null, count, origin })
    }
  })
  return counts
}

type MakeSource = (options: CopiesOptions) => AnswerSource

const copiesOf: MakeSource = (options) => new CopiesInMemory(options)

function sourceOf({ cohortId, combined }: Population, variable: AnyVariable | null): MakeSource {
  if (combined) return variable ? copiesOf : (options) => tallyOfTwo(options, cohortId, combined.cohortId)
  const tallied = variable && talliedVariable(variable)
  return tallied ? (options) => tallyOfAnswers(options, cohortId, tallied) : copiesOf
}

async function readKept(connection: Connection) {
  const version = await readDataVersion(connection)
  // Awaited here: an abort that interrupts what is asked next would else end it too, and nobody would hear of it.
  return { version, origins: await readOrigins(connection) }
}

function requireOrigin(origins: ReadonlyMap<number, Origin>, number: number | undefined): Origin {
  const origin = number === undefined ? undefined : origins.get(number)
  if (!origin) throw new Error(`There is no origin ${number}.`)
  return origin
}

/**
 * How many people are in which of two cohorts, by where they belong: put together in whichever way, the two are counted
 * by some hundred rows.
 */
function tallyOfTwo({ copied, nameOf }: CopiesOptions, first: number, second: number): TallyInMemory {
  const cohortIds = [...new Set([first, second])]
    .filter((cohortId) => cohortId !== ROOT_COHORT_ID)
    .toSorted((one, other) => one - other)
  copied.set('people', PEOPLE)
  for (const cohortId of cohortIds) copied.set(membershipKey(cohortId), copyOfMembership(cohortId))
  const key = `two ${cohortIds.join(' ')}`
  const columns = cohortIds.map((cohortId, place) => `c${place}.is_member AS ${isIn(cohortId)}`)
  const tables = cohortIds.map((cohortId, place) => `POSITIONAL JOIN ${nameOf(membershipKey(cohortId))} c${place}`)
  copied.set(key, {
    select: `SELECT ${[...columns, 'i.collection', 'i.origin_no', 'count(*) AS people'].join(', ')}
      FROM ${nameOf('people')} i ${tables.join(' ')} GROUP BY ALL`,
    bytesOfRow: `${BYTES_OF_TEXT} + 16`,
    participants: 'sum(people)',
  })
  return new TallyInMemory({
    name: nameOf(key),
    where: (members) =>
      membersOf(
        members,
        membershipBy((cohortId) => `i.${isIn(cohortId)}`),
      ) ?? 'TRUE',
    answerTo: (variable) => {
      throw new Error(`A tally of two cohorts knows nothing of ${variable.name}.`)
    },
  })
}

function isIn(cohortId: number): string {
  return `is_in_${cohortId}`
}
