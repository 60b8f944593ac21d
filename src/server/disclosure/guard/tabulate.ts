import * as v from 'valibot'
import { isCoded } from '#domain/data-types.ts'
import type { Guard } from '#server/disclosure/guard/disclosure-control.ts'
import type { IndividualSet } from '#server/disclosure/ledger/participant-set.ts'
import type { Answers, Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { type Sql, join, sql } from '#server/platform/db/sql.ts'

/** The source of a table of unreadable individuals. */
export interface Reading {
  readonly connection: Connection
  readonly read: ReadAnswers
  readonly guard: Guard
}

/** SQL: the cell label of a row of `person`, or NULL; `unnest` places an individual in several cells. */
export type LabelOf = (answers: Answers) => Sql

const SetRow = v.object({ label: v.string(), individuals: v.unknown() })

/** Unreadable individuals of a population by cell, ordered by label. */
export async function tabulate(
  { connection, read, guard }: Reading,
  population: Population,
  labelOf: LabelOf,
): Promise<ReadonlyMap<string, IndividualSet>> {
  const { dialect } = connection
  const { numbers, setOf } = guard.layout
  const rows = await read(connection, { ...population, part: 'unreadable' }, SetRow, (answers) => {
    const label = labelOf(answers)
    return sql`${answers.tables}
      SELECT label, ${dialect.setOfNumbers(sql`individual_no`, numbers)} AS individuals
      FROM (SELECT ${label} AS label, individual_no FROM person) labelled WHERE label IS NOT NULL GROUP BY label`
  })
  // The database groups in any order, and later samples depend on the order of the sets.
  return new Map(
    rows
      .map(({ label, individuals }) => [label, setOf(dialect.numbersOf(individuals))] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Catalog variables checked for shared answers. */
const MOST_SHARED = 12

const ShareRow = v.object({
  label: v.string(),
  collection: v.string(),
  variable: v.number(),
  code: v.nullable(v.string()),
  count: v.number(),
})

type AnswerCount = v.InferOutput<typeof ShareRow>

export type AnswersByCell = ReadonlyMap<string, readonly AnswerCount[]>

/** For each of several variables that divide a population together: the answers by cell. */
export async function answersInCells(
  { connection, read }: Reading,
  population: Population,
  labelOf: LabelOf,
  variables: readonly CatalogVariable[],
): Promise<AnswersByCell[]> {
  const coded = variables.filter(({ dataType }) => isCoded(dataType)).slice(0, MOST_SHARED)
  if (variables.length < 2 || coded.length === 0) return []
  // One statement: the label may compare dozens of answers.
  const rows = await read(connection, { ...population, part: 'unreadable' }, ShareRow, (answers) => {
    const label = labelOf(answers)
    const codes = coded.map((variable) => answers.answerTo(variable).value)
    return sql`${answers.tables}
      SELECT label, collection, variable, code, CAST(count(*) AS INTEGER) AS count
      FROM (SELECT ${label} AS label, collection, unnest(ARRAY[${join(coded.map((_, place) => sql`CAST(${place} AS INTEGER)`))}]) AS variable,
        unnest(ARRAY[${join(codes)}]) AS code FROM person) labelled
      WHERE label IS NOT NULL GROUP BY 1, 2, 3, 4`
  })
  const byCell = coded.map(() => new Map<string, AnswerCount[]>())
  for (const row of rows) {
    const cells = byCell[row.variable]
    const cell = cells?.get(row.label)
    if (cell) cell.push(row)
    else cells?.set(row.label, [row])
  }
  return byCell
}

/** The answers of a cell with their counts, missing ones included. The same code in another collection is another answer. */
export function byAnswer(counts: readonly AnswerCount[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { collection, code, count } of counts) {
    const answer = JSON.stringify([collection, code])
    sums.set(answer, (sums.get(answer) ?? 0) + count)
  }
  return sums
}
