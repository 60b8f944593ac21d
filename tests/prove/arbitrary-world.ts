import * as fc from 'fast-check'
import type { Reader } from '#domain/access.ts'
import { ELAPSED_UNITS, SUMMARIES } from '#domain/scores/formula.ts'
import type { MadeScore, MadeVariable } from '#tests/reference/made.ts'
import type { World } from '#tests/reference/world.ts'
import { arbitraryMadeVariables } from '#tests/support/arbitrary-custom-variables.ts'
import { leastOf } from '#tests/support/arbitrary-formula.ts'
import { arbitraryScores } from '#tests/support/arbitrary-scores.ts'
import { answerOn, VARIABLES } from '#tests/support/arbitrary-study.ts'
import type { Person, StudyForm } from '#tests/support/study.ts'

/** Values of the table of two variables. */
export const TABLE_VALUES = ['one', 'two']
/** The number of saved cohorts, from cohort 2 on. */
export const SAVED_COHORTS = 3

const ODD_TEXTS = fc.constantFrom(
  '日本語',
  '😀 hello',
  'e\u0301lan',
  'back\\slash',
  '"quoted", twice',
  'line\r\nbreak',
  '$1 %s ?',
  'NULL',
  '-- ;',
  '=1+1',
  'Straße',
  '\u00a0hello\u00a0',
  'hello'.repeat(40),
)

/** An answer; of a text sometimes an odd one. */
function answerTo(dataType: (typeof VARIABLES)[number]['dataType']): fc.Arbitrary<string> {
  const usual = answerOn(dataType)
  return ['text', 'null', 'identifier'].includes(dataType)
    ? fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: ODD_TEXTS })
    : usual
}

const answers = fc.option(
  fc.record(Object.fromEntries(VARIABLES.map(({ name, dataType }) => [name, answerTo(dataType)])), {
    requiredKeys: [],
  }),
  { freq: 3 },
)

/** Places of parents count back from the individual: loops, half-siblings and marriages of cousins result. */
const row = fc.record({
  a: answers,
  b: answers,
  stratum: fc.record({
    collection: fc.constantFrom('bp', 'sz', 'au', '22q11.2'),
    study: fc.constantFrom('1', '2', '10'),
    consent: fc.option(fc.constantFrom('general', 'disease'), { nil: undefined }),
    dx: fc.option(fc.constantFrom('bipolar', 'control'), { nil: undefined }),
  }),
  family: fc.option(fc.constantFrom('A', 'B', 'C', 'D', '3', 'p3'), { freq: 4 }),
  father: fc.option(fc.integer({ min: 1, max: 6 })),
  mother: fc.option(fc.integer({ min: 1, max: 6 })),
  sex: fc.constantFrom('M', 'F', undefined),
  isTwin: fc.boolean(),
  isPlaceholder: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 9),
  isWithdrawn: fc.integer({ min: 0, max: 19 }).map((drawn) => drawn === 19),
  cohorts: fc.array(fc.boolean(), { minLength: SAVED_COHORTS, maxLength: SAVED_COHORTS }),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

/** Small ones show edge cases; more than 32 and 64 individuals fill the words of a bitmap. */
const rows = fc.oneof(
  { weight: 2, arbitrary: fc.array(row, { minLength: 1, maxLength: 10, size: 'max' }) },
  { weight: 3, arbitrary: fc.array(row, { minLength: 25, maxLength: 45, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(row, { minLength: 60, maxLength: 110, size: 'max' }) },
)

const reader = fc.constantFrom<Reader>(
  { isAdmin: true, collections: [] },
  { isAdmin: false, collections: ['bp', 'sz'] },
  { isAdmin: false, collections: ['22q11.2'] },
  { isAdmin: false, collections: [] },
)

const TABLE_SOURCES = ['CATEGORICAL', 'CATEGORICAL_B', 'DICHOTOMOUS', 'DICHOTOMOUS_B']

/** A table of two variables: each cell has a value, or none. */
const table: fc.Arbitrary<MadeVariable> = fc
  .shuffledSubarray(TABLE_SOURCES, { minLength: 2, maxLength: 2 })
  .chain(([first = '', second = '']) => {
    const codesOf = (name: string) => (name.startsWith('DICHOTOMOUS') ? ['1', '[UNK]'] : ['1', '2', '10', '[UNK]'])
    const cells = codesOf(first).flatMap((one) => codesOf(second).map((other) => [one, other] as const))
    const drawn = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: cells.length, maxLength: cells.length })
    return drawn.map((places): MadeVariable => ({
      name: 'TABLE',
      kind: 'merge',
      sources: [first, second],
      values: TABLE_VALUES.map((name, place) => ({
        name,
        criteria: {
          relationship: 'OR',
          parts: cells
            .filter((cell, index) => places[index] === place && cell.some((code) => code !== '[UNK]'))
            .map(([one, other]) => ({
              relationship: 'AND',
              parts: [
                { variable: first, condition: { operator: 'EQ', values: [one] } },
                { variable: second, condition: { operator: 'EQ', values: [other] } },
              ],
            })),
        },
      })),
      defaultValue: null,
    }))
  })

/** Scores of one function each, whose result no other one hides. */
const simpleScores: fc.Arbitrary<readonly MadeScore[]> = fc
  .record({
    name: fc.constantFrom(...SUMMARIES),
    items: fc.shuffledSubarray(['NUMBERRANGE', 'NUMBERRANGE_B', 'CATEGORICAL', 'CATEGORICAL_B'], { minLength: 2 }),
    unit: fc.constantFrom(...ELAPSED_UNITS),
    dates: fc.tuple(fc.constantFrom('DATE', 'DATE_B', 'FUZZYDATE'), fc.constantFrom('DATE', 'DATE_B', 'FUZZYDATE')),
  })
  .chain(({ name, items, unit, dates: [from, to] }) =>
    leastOf(items.length).map((least) => [
      {
        name: 'SUMMARY',
        formula: {
          kind: 'summary',
          name,
          items: items.map((variable) => ({ kind: 'variable' as const, variable })),
          least,
        },
      },
      { name: 'ELAPSED', formula: { kind: 'elapsed', unit, from, to } },
    ]),
  )

/** Data of all types with answered, unknown and absent answers, pedigrees, saved cohorts, and a reader. */
export const arbitraryWorld: fc.Arbitrary<World> = fc
  .record({
    rows,
    reader,
    isSuppressing: fc.boolean(),
    made: fc.tuple(arbitraryMadeVariables, arbitraryScores, table, simpleScores),
  })
  .map(({ rows: drawnRows, reader: who, isSuppressing, made: [custom, scores, merged, simple] }) => {
    const participants = drawnRows.map((each, place) => personOf(each, place, drawnRows))
    return {
      study: { participants, forms: [formOf('A', drawnRows, ({ a }) => a), formOf('B', drawnRows, ({ b }) => b)] },
      made: [...custom, ...scores, merged, ...simple],
      cohorts: Array.from({ length: SAVED_COHORTS }, (_, cohort) =>
        drawnRows.flatMap(({ cohorts }, place) => (cohorts[cohort] === true ? [idOf(place)] : [])),
      ),
      withdrawn: drawnRows.flatMap(({ isWithdrawn }, place) => (isWithdrawn ? [idOf(place)] : [])),
      reader: who,
      isSuppressing: isSuppressing && !who.isAdmin,
    }
  })

function idOf(place: number): string {
  return `P${100 + place}`
}

function personOf(row: Row, place: number, rows: readonly Row[]): Person {
  const { family, father, mother, sex, isTwin, isPlaceholder, isWithdrawn, stratum } = row
  const parentAt = (back: number | null) => (back !== null && back <= place ? idOf(place - back) : undefined)
  const fatherId = parentAt(father)
  const motherId = father === mother ? undefined : parentAt(mother)
  const before = rows[place - 1]
  const isTwinOfBefore = isTwin && before !== undefined && fatherId !== undefined && motherId !== undefined
  return {
    id: idOf(place),
    family,
    ...(fatherId !== undefined && { father: fatherId }),
    ...(motherId !== undefined && { mother: motherId }),
    ...(sex !== undefined && { sex }),
    collection: stratum.collection,
    study: stratum.study,
    // A withdrawal deletes them.
    ...(stratum.consent !== undefined && !isWithdrawn && { consent: stratum.consent }),
    ...(stratum.dx !== undefined && !isWithdrawn && { dx: stratum.dx }),
    ...((isPlaceholder || isWithdrawn) && { isPlaceholder: true }),
    ...(isTwinOfBefore && { twinOf: idOf(place - 1), isIdentical: true }),
  }
}

function formOf(instrument: 'A' | 'B', rows: readonly Row[], answersOf: (row: Row) => Row['a']): StudyForm {
  const suffix = instrument === 'A' ? '' : '_B'
  const records = rows.flatMap((row, place) => {
    const record = row.isWithdrawn || row.isPlaceholder ? null : answersOf(row)
    if (record === null) return []
    const named = Object.entries(record).flatMap(([name, text]) =>
      text === undefined ? [] : [[`${name}${suffix}`, text]],
    )
    return [[idOf(place), Object.fromEntries(named)]]
  })
  return {
    instrument,
    version: '1',
    variables: VARIABLES.map((variable) => ({ ...variable, name: `${variable.name}${suffix}` })),
    records: Object.fromEntries(records),
  }
}
