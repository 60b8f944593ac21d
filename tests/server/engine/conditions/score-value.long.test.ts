import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { mayRead, type Reader } from '#domain/access.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import { conditionComparesText, hasPlaces, type CustomVariable } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { elapsed } from '#tests/reference/calendar.ts'
import { notCountedFields } from '#tests/reference/condition.ts'
import { Individual } from '#tests/reference/individual.ts'
import type { Made } from '#tests/reference/made.ts'
import { studyOfTwoForms } from '#tests/support/arbitrary-custom-variables.ts'
import { arbitraryScores, conditionOnScore } from '#tests/support/arbitrary-scores.ts'
import { arbitraryReader, memoryEngine } from '#tests/support/memory-engine.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { inOrder, loadStudy, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const engine = memoryEngine()

const ADMIN: Reader = { isAdmin: true, collections: [] }

test('scores and custom variables on them match the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(
      studyOfTwoForms,
      arbitraryScores,
      conditionOnScore,
      arbitraryReader,
      async (study, made, condition, who) => {
        await loadStudy(engine.database, study)
        const variables = resolveMade(createCatalog(await readCatalog(engine.connection)), made)
        for (const variable of variables) {
          expect(await valuesOf(variable, who), variable.name).toEqual(referenceValues(study, made, variable.name, who))
        }
        for (const variable of variables.filter(({ variableType }) => variableType === SCORE)) {
          const subset = { parent: { cohortId: 1, reader: who }, variable, condition }
          const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
          const notCounted: string[] = []
          for (const { id, collection } of study.participants) {
            const isReadable = mayRead(who, collection)
            const person = new Individual(study, made, id, isReadable)
            const outcome = person.outcome(variable.name, condition)
            const { hasRecord } = person.answer(variable.name)
            if (outcome === true) split.match++
            else if (!isReadable && condition.operator !== 'EXISTS') notCounted.push(collection)
            else if (!hasRecord) split.no_record++
            else if (outcome === false) split.no_match++
            else split.unknown++
          }
          const { data, split: shownSplit } = await previewSubset(engine.connection, engine.bitmaps, subset)
          expect(shownSplit, variable.name).toEqual({ ...split, ...notCountedFields(notCounted) })
          expect(data.reduce((sum, row) => sum + (row.count ?? 0), 0)).toBe(split.match)
          expect(conditionComparesText(variable, condition)).toBe(condition.operator !== 'EXISTS')
        }
      },
    ),
    { numRuns: 25 },
  )
})

const NumberRow = v.object({ value: v.nullable(v.union([v.number(), v.string()])), has_record: v.boolean() })

async function valuesOf(variable: CustomVariable, who: Reader) {
  const answers = new Answers(engine.connection.dialect, { cohortId: 1, reader: who })
  const { value, hasRecord } = answers.answerTo(variable)
  const rows = await rowsOf(
    engine.connection,
    NumberRow,
    sql`${answers.tables} SELECT ${value} AS value, ${hasRecord} AS has_record FROM person ORDER BY individual_no`,
  )
  return rows.map((row) => ({ ...row, value: hasPlaces(variable) ? row.value : unsigned(row.value) }))
}

/** Zero has one sign. */
function unsigned(value: number | string | null): number | null {
  return value === null ? null : Number(value) + 0
}

function referenceValues(study: Study, made: readonly Made[], name: string, who: Reader) {
  return inOrder(study.participants).map(({ id, collection }) => {
    const { dataType, value, hasRecord } = new Individual(study, made, id, mayRead(who, collection)).answer(name)
    return { value: dataType === 'numberrange' ? unsigned(value) : value, has_record: hasRecord }
  })
}

const DATES = [
  ['2000-02-29', '2001-02-28', 0, 365],
  ['2000-02-29', '2001-03-01', 1, 366],
  ['2000-02-29', '2004-02-29', 4, 1461],
  ['1999-02-28', '2000-02-29', 1, 366],
  ['2001-02-28', '2000-02-29', -1, -365],
  ['2001-03-01', '2000-02-29', -2, -366],
  ['2000-06-01', '2000-06-01', 0, 0],
  ['2000-06-02', '2000-06-01', -1, -1],
  ['1950-UU-UU', '2000-12-31', 50, null],
  ['1950-UU-UU', '2000-12-30', null, null],
  ['1950-0U-UU', '2000-12-UU', 50, null],
  ['1950-05-UU', '1950-05-UU', null, null],
  ['2000-02-2U', '2001-02-28', null, null],
  ['19UU-UU-UU', '2000-01-01', null, null],
  ['1950-UU-31', '1950-UU-31', null, null],
  ['0001-01-01', '1999-12-31', 1998, 730118],
] as const

test('completed years and days between dates, also partial ones', async () => {
  const variables = ['BEGIN', 'FINISH'].map((name) => ({ name, dataType: 'fuzzydate' }))
  const records = Object.fromEntries(
    DATES.map(([from, to], nth) => [`P${100 + nth}`, { BEGIN: from, FINISH: to }] as const),
  )
  const study = studyOf(variables, records)
  expect(await scoreOf(study, 'YEARS(BEGIN, FINISH)')).toEqual(DATES.map(([, , years]) => years))
  expect(await scoreOf(study, 'DAYS(BEGIN, FINISH)')).toEqual(DATES.map(([, , , days]) => days))
  expect(DATES.map(([from, to]) => elapsed('YEARS', from, to))).toEqual(DATES.map(([, , years]) => years))
  expect(DATES.map(([from, to]) => elapsed('DAYS', from, to))).toEqual(DATES.map(([, , , days]) => days))
})

test('a prorated sum, unknown parts, and the limits of answers', async () => {
  const variables = ['A', 'B', 'C'].map((name) => ({ name: `${name}__`, dataType: 'numberrange' }))
  const study = studyOf(variables, {
    P1: { A__: '1', B__: '2', C__: '6' },
    P2: { A__: '1', B__: '2' },
    P3: { A__: '1e15', B__: '-1e-15', C__: '0' },
    P4: { A__: '1.1e15', B__: '1e-16', C__: '7' },
    P5: {},
  })
  const all = 'A__, B__, C__'
  expect(await scoreOf(study, `SUM(${all})`)).toEqual([9, null, 1e15, null, null])
  expect(await scoreOf(study, `SUM(${all}; at least 2)`)).toEqual([9, 4.5, 1e15, null, null])
  expect(await scoreOf(study, `SUM(${all}; at least 1%)`)).toEqual([9, 4.5, 1e15, 21, null])
  expect(await scoreOf(study, `MEAN(${all}; at least 50%)`)).toEqual([3, 1.5, 1e15 / 3, null, null])
  expect(await scoreOf(study, `MAX(${all}; at least 1) - MIN(${all}; at least 1)`)).toEqual([5, 1, 1e15, 0, null])
  expect(await scoreOf(study, 'A__ / (B__ - 2)')).toEqual([null, null, 1e15 / (-1e-15 - 2), null, null])
  expect(await scoreOf(study, `COUNT(${all} >= 2)`)).toEqual([2, null, 1, 2, null])
  expect(await scoreOf(study, `COUNT(${all} >= 2; at least 1)`)).toEqual([2, 1, 1, 2, null])
  expect(await scoreOf(study, `COUNT(${all} = '[UNK]')`)).toEqual([0, 1, 0, 0, 3])
  expect(await scoreOf(study, 'IF(C__ > 1, A__, 1)')).toEqual([1, null, 1, null, null])
})

test('a flag that is not ticked does not match where a record exists', async () => {
  const variables = [
    { name: 'FLAG', dataType: 'dichotomous', possibleValues: ['1'] },
    { name: 'OTHER', dataType: 'dichotomous', possibleValues: ['1'] },
  ]
  const study = studyOf(variables, { P1: { FLAG: '1' }, P2: {}, P3: undefined })
  expect(await scoreOf(study, 'COUNT(FLAG, OTHER = 1)')).toEqual([1, 0, null])
  expect(await scoreOf(study, "IF(FLAG = '1', 10, 20)")).toEqual([10, 20, null])
})

function studyOf(
  variables: Study['forms'][number]['variables'],
  records: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
): Study {
  const entries = Object.entries(records).flatMap(([id, record]) => (record ? [[id, record] as const] : []))
  const form = { instrument: 'A', version: '1', variables, records: Object.fromEntries(entries) }
  return {
    participants: Object.keys(records).map((id) => ({ id, family: null, collection: 'bp', study: '1' })),
    forms: [form],
  }
}

async function scoreOf(study: Study, text: string): Promise<(number | null)[]> {
  const read = readFormula(text)
  if ('fault' in read) throw new Error(read.fault.message)
  await loadStudy(engine.database, study)
  const [score] = resolveMade(createCatalog(await readCatalog(engine.connection)), [
    { name: 'SCORE', formula: read.formula },
  ])
  if (!score) return []
  return (await valuesOf(score, ADMIN)).map(({ value }) => unsigned(value))
}
