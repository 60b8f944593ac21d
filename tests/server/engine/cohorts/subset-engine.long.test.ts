import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { mayRead } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { DATA_TYPES, isPersonal } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { insertMembers } from '#server/engine/cohorts/cohort-plan.ts'
import { previewSubset, type Subset } from '#server/engine/cohorts/subset.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import { createCatalog, type Catalog } from '#server/model/catalog.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { conditionOutcome, isTextCompared, notCountedFields } from '#tests/reference/condition.ts'
import { arbitraryStudy, conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'
import { arbitraryReader, memoryEngine } from '#tests/support/memory-engine.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { inOrder, loadStudy, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()

/** A cohort of every second participant, and the result. */
const EVERY_SECOND = 2
const MADE = 3

const conditions = fc.tuple(
  ...DATA_TYPES.map((dataType) =>
    fc.array(conditionOn(dataType), { minLength: 4, maxLength: 4 }).map((list) => ({ dataType, list })),
  ),
)

test('every condition on every data type matches the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryStudy, conditions, arbitraryReader, async (study, byType, reader) => {
      await loadStudy(engine.database, study)
      await engine.connection.run('DELETE FROM cohort_member')
      await engine.connection.run(
        `INSERT INTO cohort_member SELECT ${EVERY_SECOND}, individual_no FROM individual WHERE individual_no % 2 = 0`,
      )
      const catalog = createCatalog(await readCatalog(engine.connection))
      for (const { dataType, list } of byType) {
        for (const condition of list) {
          await compare(study, catalog, dataType, condition, { cohortId: ROOT_COHORT_ID, reader })
          await compare(study, catalog, dataType, condition, { cohortId: EVERY_SECOND, reader })
        }
      }
    }),
    { numRuns: 8 },
  )
})

/** More counts by answer and collection than are kept of a variable. */
const [TEXTS, COLLECTIONS] = [1_100, 20]

test('conditions on a variable with more counts than are kept match the reference implementation', async () => {
  const participants = Array.from({ length: TEXTS + 100 }, (_, nth) => ({
    id: `P${String(nth).padStart(4, '0')}`,
    family: null,
    collection: `c${nth % COLLECTIONS}`,
    study: '1',
  }))
  const records = Object.fromEntries(
    participants.slice(50).map(({ id }, nth) => [id, nth < TEXTS ? { TEXT: `text ${nth}` } : {}]),
  )
  const study: Study = { participants, forms: [{ instrument: 'ANY', version: '1', variables: VARIABLES, records }] }
  await loadStudy(engine.database, study)
  const catalog = createCatalog(await readCatalog(engine.connection))
  const reader = { isAdmin: false, collections: ['c3', 'c7'] }
  for (const who of [{ isAdmin: true, collections: [] }, reader]) {
    for (const condition of OF_TEXTS) {
      await compare(study, catalog, 'text', condition, { cohortId: ROOT_COHORT_ID, reader: who })
    }
  }
})

const OF_TEXTS: readonly Condition[] = [
  { operator: 'EQ', values: ['text 7'] },
  { operator: 'NREGEX', values: ['7$'] },
  { operator: 'EQ', values: ['[UNK]'] },
  { operator: 'VALID', values: [] },
  { operator: 'EXISTS', values: [] },
]

async function compare(
  study: Study,
  catalog: Catalog,
  dataType: string,
  condition: Condition,
  { cohortId, reader }: Population,
) {
  const name = dataType.toUpperCase()
  const variable = catalog.find(name)
  const described = VARIABLES.find((candidate) => candidate.name === name)
  if (!variable || !described) throw new Error(`There is no ${name}.`)
  const records = study.forms[0]?.records ?? {}

  const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  const notCounted: string[] = []
  const named = new Map<string, number>()
  const members: number[] = []
  for (const [place, person] of inOrder(study.participants).entries()) {
    if (cohortId === EVERY_SECOND && place % 2 === 0) continue
    const record = records[person.id]
    const isOpen = mayRead(reader, person.collection)
    const outcome = conditionOutcome(described, record, condition, isOpen)
    if (outcome === true) {
      split.match++
      members.push(place + 1)
      const shown = isPersonal(dataType) && !isOpen ? null : (record?.[name] ?? null)
      const key = JSON.stringify([
        person.collection,
        shown === null ? null : dataType === 'numberrange' ? Number(shown) : shown,
      ])
      named.set(key, (named.get(key) ?? 0) + 1)
    } else if (!isOpen && isTextCompared(described, condition)) notCounted.push(person.collection)
    else if (record === undefined) split.no_record++
    else if (outcome === false) split.no_match++
    else split.unknown++
  }

  const subset: Subset = { parent: { cohortId, reader }, variable, condition }
  const { data: counted, split: shownSplit } = await previewSubset(engine.connection, engine.bitmaps, subset)
  const rows = counted.map(({ collection, value, count }): [string, number | null] => [
    JSON.stringify([collection, value === null ? null : dataType === 'numberrange' ? Number(value) : value]),
    count,
  ])
  await engine.connection.run(`DELETE FROM cohort_member WHERE cohortid = ${MADE}`)
  const rowcount = await insertMembers(engine.connection, MADE, { kind: 'subset', subset })
  const saved = await storedRows(engine.connection, `SELECT individual_no FROM cohort_member WHERE cohortid = ${MADE}`)
  expect(
    { split: shownSplit, rows: byKey(rows), rowcount, members: saved.flat() },
    `${name} ${condition.operator} ${condition.values.join(' | ')}`,
  ).toEqual({
    split: { ...split, ...notCountedFields(notCounted) },
    rows: byKey([...named]),
    rowcount: members.length,
    members,
  })
}

function byKey(pairs: [string, number | null][]): [string, number | null][] {
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1))
}
