import * as v from 'valibot'
import { isCoded } from '#domain/data-types.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Guard } from '#server/disclosure/disclosure-control.ts'
import { unionOf, type PeopleSet } from '#server/disclosure/people-set.ts'
import type { Answers, Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** Where a table of unreadable people is read from. */
export interface Reading {
  readonly connection: Connection
  readonly read: ReadAnswers
  readonly guard: Guard
}

/** SQL: the label of the cell that a row of `person` belongs to, NULL of none; `unnest` puts a person in several. */
export type LabelOf = (answers: Answers) => Sql

const SetRow = v.object({ label: v.string(), people: v.unknown() })

/** The unreadable people of a population by the cell they are in, in the order of the labels. */
export async function tabulate(
  { connection, read, guard }: Reading,
  population: Population,
  labelOf: LabelOf,
): Promise<ReadonlyMap<string, PeopleSet>> {
  const { dialect } = connection
  const { numbers, setOf } = guard.layout
  const rows = await read(connection, { ...population, part: 'unreadable' }, SetRow, (answers) => {
    const label = labelOf(answers)
    return sql`${answers.tables}
      SELECT label, ${dialect.setOfNumbers(sql`individual_no`, numbers)} AS people
      FROM (SELECT ${label} AS label, individual_no FROM person) labelled WHERE label IS NOT NULL GROUP BY label`
  })
  return inOrder(rows.map(({ label, people }) => [label, setOf(dialect.numbersOf(people))]))
}

/** Labels of outcomes have none. */
const SEPARATOR = ' | '

/** The same by outcome and by another label, in one statement that puts a person in one cell. */
export async function tabulateTwice(
  reading: Reading,
  population: Population,
  outcomeOf: LabelOf,
  labelOf: LabelOf,
): Promise<{ readonly outcomes: ReadonlyMap<string, PeopleSet>; readonly cells: ReadonlyMap<string, PeopleSet> }> {
  const sets = await tabulate(
    reading,
    population,
    (answers) => sql`(${outcomeOf(answers)}) || ${literal(SEPARATOR)} || (${labelOf(answers)})`,
  )
  const pairs = [...sets].map(([label, people]) => {
    const at = label.indexOf(SEPARATOR)
    return { outcome: label.slice(0, at), cell: label.slice(at + SEPARATOR.length), people }
  })
  return {
    outcomes: unionsBy(pairs, ({ outcome }) => outcome),
    cells: unionsBy(pairs, ({ cell }) => cell),
  }
}

function unionsBy<Pair extends { readonly people: PeopleSet }>(
  pairs: readonly Pair[],
  labelOf: (pair: Pair) => string,
): ReadonlyMap<string, PeopleSet> {
  const sets = new Map<string, PeopleSet[]>()
  for (const pair of pairs) sets.set(labelOf(pair), [...(sets.get(labelOf(pair)) ?? []), pair.people])
  return inOrder([...sets].map(([label, own]) => [label, unionOf(own)]))
}

/** The database groups in any order, and the samples of later decisions depend on the order of the sets. */
function inOrder(sets: readonly (readonly [string, PeopleSet])[]): ReadonlyMap<string, PeopleSet> {
  return new Map(sets.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Catalog variables of which it is looked at who else gave the same answers: each costs a statement. */
const MOST_SHARED = 12

const ShareRow = v.object({
  label: v.string(),
  collection: v.string(),
  code: v.nullable(v.string()),
  count: v.number(),
})

/** Numbers by cell, and within it by collection. */
export type CountsByCell = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * For each of several variables that divide a population together: how many people outside a cell gave an answer to the
 * variable that somebody in the cell gave.
 */
export async function sharedAnswers(
  { connection, read }: Reading,
  population: Population,
  labelOf: LabelOf,
  variables: readonly CatalogVariable[],
): Promise<CountsByCell[]> {
  const coded = variables.filter(({ dataType }) => isCoded(dataType))
  if (variables.length < 2) return []
  const shared: CountsByCell[] = []
  for (const variable of coded.slice(0, MOST_SHARED)) {
    const rows = await read(connection, { ...population, part: 'unreadable' }, ShareRow, (answers) => {
      const label = labelOf(answers)
      const code = answers.answerTo(variable).value
      return sql`${answers.tables}
        SELECT label, collection, code, CAST(count(*) AS INTEGER) AS count
        FROM (SELECT ${label} AS label, collection, ${code} AS code FROM person) labelled
        WHERE label IS NOT NULL GROUP BY 1, 2, 3`
    })
    shared.push(othersWithSameCode(rows))
  }
  return shared
}

function othersWithSameCode(rows: readonly v.InferOutput<typeof ShareRow>[]): CountsByCell {
  const totals = new Map<string, number>()
  const placeOf = ({ collection, code }: { collection: string; code: string | null }) =>
    JSON.stringify([collection, code])
  for (const row of rows) totals.set(placeOf(row), (totals.get(placeOf(row)) ?? 0) + row.count)
  const others = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const own = others.get(row.label) ?? new Map<string, number>()
    others.set(row.label, own)
    own.set(row.collection, (own.get(row.collection) ?? 0) + (totals.get(placeOf(row)) ?? 0) - row.count)
  }
  return others
}
