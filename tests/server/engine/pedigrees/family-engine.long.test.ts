import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { insertMembers } from '#server/engine/cohorts/cohort-plan.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { countPedigrees, membersOfPedigree } from '#server/engine/pedigrees/count-pedigrees.ts'
import type { Pedigree } from '#server/engine/pedigrees/pedigrees.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { countFamilies, type FamilyRule } from '#tests/reference/families.ts'
import { memoryEngine } from '#tests/support/memory-engine.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { inOrder, loadStudy, type Person, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()

const reader = { isAdmin: true, collections: [] }
const PARTICIPANTS = 24

/** Arbitrary parents: incest, half-siblings, another family, or no own row. */
const person = fc.record({
  family: fc.option(fc.constantFrom('A', 'B', 'C', 'D', 'E', '3', 'p3')),
  father: fc.integer({ min: 0, max: PARTICIPANTS + 5 }),
  mother: fc.integer({ min: 0, max: PARTICIPANTS + 5 }),
  collection: fc.constantFrom('bp', 'sz'),
  isPlaceholder: fc.boolean(),
  answer: fc.constantFrom('1', '0', 'blank', 'none'),
})

const study = fc.array(person, { minLength: PARTICIPANTS, maxLength: PARTICIPANTS }).map((rows): Study => {
  const participants = rows.map(({ family, father, mother, collection, isPlaceholder }, place): Person => ({
    id: idOf(place),
    family,
    father: idOf(father),
    mother: idOf(mother),
    collection,
    study: '1',
    isPlaceholder,
  }))
  const answered = rows.flatMap(({ answer }, place) =>
    answer === 'none' ? [] : [[idOf(place), answer === 'blank' ? {} : { ILL: answer }] as const],
  )
  const variables = [{ name: 'ILL', dataType: 'categorical', possibleValues: ['0', '1'] }]
  return {
    participants: participants,
    forms: [{ instrument: 'X', version: '1', variables, records: Object.fromEntries(answered) }],
  }
})
const rule = fc.record({
  minimumSize: fc.integer({ min: 0, max: 6 }),
  comparison: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
  affectedCount: fc.integer({ min: 0, max: 3 }),
})
const members = fc.uniqueArray(fc.integer({ min: 1, max: PARTICIPANTS }), { maxLength: PARTICIPANTS })

test('kept, counted and possibly kept families match the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(study, fc.option(members), fc.option(rule), async (study, parent, rule) => {
      await loadStudy(engine.database, study)
      await fill(2, parent ?? [])
      const variable = createCatalog(await readCatalog(engine.connection)).find('ILL')
      if (!variable) throw new Error('There is no ILL.')
      const pedigree: Pedigree = {
        parent: { cohortId: parent ? 2 : 1, reader },
        criterion: rule && { ...rule, variable, condition: { operator: 'EQ', values: ['1'] } },
      }
      const expected = referenceFamilies(study, parent, rule)
      const counted = await countPedigrees(engine.connection, engine.bitmaps, pedigree)
      expect(counted).toEqual({ data: expected.data, totals: expected.totals })
      expect(await insertMembers(engine.connection, 3, { kind: 'pedigree', pedigree })).toBe(
        expected.totals.individuals,
      )
      expect(await membersOf(3)).toEqual(expected.members)
      expect([...(await membersOfPedigree(engine.connection, engine.bitmaps, pedigree))]).toEqual(expected.members)
      expect(await countPedigrees(engine.connection, engine.bitmaps, { ...pedigree, savedAs: 3 })).toEqual(counted)
    }),
    { numRuns: 60 },
  )
})

test('returns the union, intersection and difference of sets', async () => {
  await loadStudy(engine.database, {
    participants: fc.sample(study, { numRuns: 1, seed: 1 })[0]?.participants ?? [],
    forms: [],
  })
  await fc.assert(
    fc.asyncProperty(fc.option(members), fc.option(members), async (first, second) => {
      await fill(2, first ?? [])
      await fill(3, second ?? [])
      const allIndividuals = Array.from({ length: PARTICIPANTS }, (_, place) => place + 1)
      const [a, b] = [new Set(first ?? allIndividuals), new Set(second ?? allIndividuals)]
      const expected = {
        UNION: allIndividuals.filter((number) => a.has(number) || b.has(number)),
        INTERSECT: allIndividuals.filter((number) => a.has(number) && b.has(number)),
        SUBTRACT: allIndividuals.filter((number) => a.has(number) && !b.has(number)),
      }
      for (const operation of SET_OPERATIONS) {
        const population = { cohortId: first ? 2 : 1, reader, combined: { operation, cohortId: second ? 3 : 1 } }
        const rows = await countMembers(engine.connection, engine.bitmaps, population, null)
        expect(rows.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(expected[operation].length)
        await fill(4, [])
        expect(await insertMembers(engine.connection, 4, { kind: 'compound', population })).toBe(
          expected[operation].length,
        )
        expect(await membersOf(4)).toEqual(expected[operation])
      }
    }),
    { numRuns: 30 },
  )
})

function referenceFamilies(study: Study, parent: readonly number[] | null, rule: FamilyRule | null) {
  const participants = inOrder(study.participants).map((each, place) => {
    const answer = study.forms[0]?.records[each.id]?.['ILL']
    return {
      number: place + 1,
      collection: each.collection,
      isPlaceholder: each.isPlaceholder ?? false,
      family: each.family === null ? `alone ${place}` : `family ${each.family}`,
      isAffected: rule === null ? false : answer === undefined ? null : answer === '1',
      isInParent: parent === null || parent.includes(place + 1),
    }
  })
  const { kept, ...counts } = countFamilies(participants, rule)
  return {
    ...counts,
    members: participants.filter(({ family }) => kept.has(family)).map(({ number }) => number),
  }
}

async function fill(cohortId: number, numbers: readonly number[]) {
  await engine.connection.run(sql`DELETE FROM cohort_member WHERE cohortid >= ${cohortId}`)
  for (const number of numbers)
    await engine.connection.run(sql`INSERT INTO cohort_member VALUES (${cohortId}, ${number})`)
  // A cohort's members never change only with the data.
  await raiseDataVersion(engine.connection)
}

async function membersOf(cohortId: number): Promise<unknown[]> {
  const rows = await storedRows(
    engine.connection,
    sql`SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId} ORDER BY individual_no`,
  )
  return rows.flat()
}

function idOf(place: number): string {
  return `P${100 + place}`
}
