import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables/construct-types.ts'
import { isCoded } from '#domain/data-types.ts'
import { formulaText } from '#domain/scores/formula.ts'
import { parseStudy } from '#domain/study/parse-study.ts'
import { printItem, printStudy } from '#domain/study/print-study.ts'
import { resolveDeclaration } from '#domain/study/resolve-study.ts'
import { DOWNLOAD_FORMS, type StudyItem, type ValueItem } from '#domain/study/study.ts'
import { arbitraryFormula } from '#tests/support/arbitrary-formula.ts'
import { arbitraryRules } from '#tests/support/arbitrary-rules.ts'
import { conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'
import { lookupIn } from '#tests/support/expression-lookup.ts'
import { STUDY_LOOKUP } from '#tests/support/study-lookup.ts'

/** The declarations of a text as definitions, or the wrong parts with their messages. */
function readBack(text: string, lookup = STUDY_LOOKUP): readonly (StudyItem | string)[] {
  const { declarations, problems } = parseStudy(text)
  const problemText = (one: { from: number; to: number; message: string }) =>
    `[${text.slice(one.from, one.to)}] ${one.message}`
  const items = declarations.flatMap((node): (StudyItem | string)[] => {
    const resolved = resolveDeclaration(node, lookup)
    return 'item' in resolved ? [resolved.item] : resolved.problems.map(problemText)
  })
  return [...items, ...problems.map(problemText)]
}

const GENERATED = {
  ...STUDY_LOOKUP,
  ...lookupIn({
    variables: VARIABLES.map(({ name, dataType, possibleValues = [] }) => ({
      name,
      dataType,
      codes: isCoded(dataType) ? possibleValues : [],
      meanings: { 2: 'Yes, definite', 10: 'else' },
    })),
    cohorts: { 1: 'All Individuals', 2: 'Set of "A"', 3: 'in' },
  }),
  set: (name: string) => name,
}

const word = fc.oneof(
  fc.constantFrom('Early onset', 'cohort', 'set', 'else', 'in', 'A..B', '#', 'description', 'union', 'x'),
  fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }),
)
const description = fc.oneof(fc.constant(''), word)
const cohortId = fc.integer({ min: 1, max: 4 })
const naming = { name: word, description }

const arbitraryCondition = fc
  .constantFrom(...VARIABLES)
  .chain(({ name, dataType }) => conditionOn(dataType).map((condition) => ({ variable: name, condition })))

const arbitraryTerm = fc.oneof(
  fc.record({ kind: fc.constant('rules' as const), parentId: cohortId, top: arbitraryRules(2) }),
  arbitraryCondition.chain((condition) =>
    fc.record({ kind: fc.constant('subset' as const), parentId: cohortId }).map((term) => ({ ...term, ...condition })),
  ),
  fc.record({
    kind: fc.constant('compound' as const),
    operation: fc.constantFrom(...SET_OPERATIONS),
    parentId: cohortId,
    secondId: cohortId,
  }),
  fc.record({
    kind: fc.constant('pedigree' as const),
    parentId: cohortId,
    criterion: fc.option(
      fc
        .record({
          comparison: fc.constantFrom('min' as const, 'max' as const, 'equal' as const),
          count: fc.nat(5),
          minimumSize: fc.nat(4),
        })
        .chain((sizes) => arbitraryCondition.map((condition) => ({ ...sizes, ...condition }))),
    ),
  }),
)

function conditionRule(sources: readonly string[]): fc.Arbitrary<Rule<string>> {
  const found = VARIABLES.filter(({ name }) => sources.includes(name))
  return fc
    .constantFrom(...found)
    .chain(({ name, dataType }) =>
      conditionOn(dataType).map((condition) => ({ ...NO_RULE_OPTIONS, kind: 'condition', variable: name, condition })),
    )
}

function groupOf(rule: fc.Arbitrary<Rule<string>>): fc.Arbitrary<RuleGroup<string>> {
  return fc.record({
    kind: fc.constant('group' as const),
    match: fc.constantFrom('all' as const, 'any' as const),
    count: fc.constant(1),
    relatives: fc.constant(null),
    areVersions: fc.constant(false),
    rules: fc.array(rule, { maxLength: 3 }),
    unknownAs: fc.constant(NO_RULE_OPTIONS.unknownAs),
    isOff: fc.constant(false),
    note: fc.constant(''),
  })
}

function arbitraryValues(sources: readonly string[]): fc.Arbitrary<readonly ValueItem[]> {
  const condition = conditionRule(sources)
  const rules = groupOf(fc.oneof({ weight: 2, arbitrary: condition }, groupOf(condition)))
  const value = fc.record({ name: fc.constantFrom('child', 'teen', 'else', 'Else', '1', 'and'), description, rules })
  return fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
}

const arbitraryVariable = fc
  .record({
    type: fc.constantFrom(...CUSTOM_VARIABLE_KINDS),
    sources: fc.subarray(
      VARIABLES.map(({ name }) => name),
      { minLength: 2, maxLength: 3 },
    ),
    name: fc.constantFrom('AGE_BAND', 'SET', 'in'),
    description,
    chosen: fc.nat(5),
  })
  .chain(({ sources: all, chosen, ...variable }) => {
    const sources = variable.type === 'downcode' ? all.slice(0, 1) : all
    return arbitraryValues(sources).map((values) => {
      const defaultValue = values[chosen]?.name ?? ''
      return { kind: 'variable' as const, ...variable, sources, values, defaultValue }
    })
  })

const arbitraryItem: fc.Arbitrary<StudyItem> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cohort' as const), ...naming, term: arbitraryTerm }) },
  { weight: 3, arbitrary: arbitraryVariable },
  fc.record({
    kind: fc.constant('score' as const),
    ...naming,
    formula: arbitraryFormula({
      number: fc.constantFrom(0, 1, 2.5),
      numeric: ['NUMBERRANGE', 'CATEGORICAL'],
      dates: ['DATE', 'FUZZYDATE'],
      counted: fc.constant({ variables: ['CATEGORICAL', 'TEXT'], condition: { operator: 'EQ', values: ["it's ("] } }),
    }).map(formulaText),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    ...naming,
    variables: fc.subarray(
      VARIABLES.map(({ name }) => name),
      { minLength: 1 },
    ),
  }),
  fc.record({
    kind: fc.constant('download' as const),
    cohort: fc.constantFrom('Set of "A"', 'in'),
    set: word,
    form: fc.constantFrom(...DOWNLOAD_FORMS),
  }),
)

test('a printed study file is read as the same definitions', () => {
  fc.assert(
    fc.property(fc.array(arbitraryItem, { maxLength: 4 }), (items) => {
      expect(readBack(printStudy(items, GENERATED), GENERATED)).toEqual(items)
    }),
    { numRuns: 1_000 },
  )
})

const TEXTS: readonly (readonly [written: string, canonical: string])[] = [
  ['cohort women = sex = female', 'cohort "women" = SEX = Female in "All Individuals"'],
  ['cohort W = all of (SEX=2) in cohort 7', 'cohort "W" = all of (SEX = Female) in "High mood"'],
  [
    'Cohort "Early"=SEX=2 and AGE_ONSET<18 in Controls description "Early onset"',
    'cohort "Early" = SEX = Female and AGE_ONSET < 18 in "Controls" description "Early onset"',
  ],
  ['cohort U = union of (Controls, cohort 7)', 'cohort "U" = union of ("Controls", "High mood")'],
  ['cohort P = pedigrees in Controls', 'cohort "P" = pedigrees in "Controls"'],
  [
    'cohort P = pedigrees with at least 2 affected where VOICES_EVER = 1 and family size >= 4',
    'cohort "P" = pedigrees with at least 2 affected where VOICES_EVER = Yes and family size >= 4 in "All Individuals"',
  ],
  [
    'variable AGE_BAND = recode AGE { child: < 13; teen: 13..17; adult: else }',
    'variable AGE_BAND = recode AGE { child: < 13; teen: 13..17; adult: else }',
  ],
  [
    'variable AB = recode AGE { a "Young": 1..3; b: between 4 and 5; else: a }',
    'variable AB = recode AGE { a "Young": 1..3; b: 4..5; else: a }',
  ],
  [
    'variable M = combine SEX, VOICES_EVER { yes: SEX=1 and VOICES_EVER=1; no: SEX = 2 or VOICES_EVER missing }',
    'variable M = combine SEX, VOICES_EVER { yes: SEX = Male and VOICES_EVER = Yes; no: SEX = Female or VOICES_EVER missing }',
  ],
  [
    'variable V = recode VOICES_EVER { ever: Yes, "yes, definite"; never: No }',
    'variable V = recode VOICES_EVER { ever: in (Yes, "Yes, definite"); never: = No }',
  ],
  [
    'variable P = yes if any of (VOICES_EVER = Yes, sex = 1)',
    'variable P = from VOICES_EVER, SEX { yes: VOICES_EVER = Yes or SEX = Male; no: else }',
  ],
  [
    'variable P = ill if VOICES_EVER = 1 and voices_ever != 2 else well description "x"',
    'variable P = from VOICES_EVER { ill: VOICES_EVER = Yes and VOICES_EVER != "Yes, definite"; well: else } description "x"',
  ],
  ['score T = sum(AGE, AGE_ONSET) if at least 1', 'score T = SUM(AGE, AGE_ONSET; at least 1)'],
  ['set Core = age, all of form "ldi 3.1", SEX', 'set "Core" = AGE, AGE_ONSET, BIRTH, SEX'],
  ['download controls core as bundle', 'download "Controls" "Core" as bundle'],
  ['# only a comment', ''],
]

test.each(TEXTS)('%s', (written, canonical) => {
  const items = readBack(written)
  const texts = items.map((item) => (typeof item === 'string' ? item : printItem(item, STUDY_LOOKUP)))
  expect(texts.join('\n').replaceAll(/\s+/g, ' ')).toBe(canonical)
  expect(readBack(texts.join('\n'))).toEqual(items)
})

test('long declarations are broken', () => {
  const text = [
    'variable AGE_BAND = recode AGE {',
    '  child "Twelve years and younger": < 13;',
    '  teen "Thirteen years and older": 13..17;',
    '  adult "Of age": else',
    '}',
    '  description "Age at interview"',
    '',
  ].join('\n')
  expect(
    printStudy(
      readBack(text).filter((item) => typeof item !== 'string'),
      STUDY_LOOKUP,
    ),
  ).toBe(text)
})
