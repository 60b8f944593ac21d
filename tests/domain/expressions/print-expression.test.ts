import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupOf } from '#contract/shapes/rules-of-definition.ts'
import { NO_RULE_OPTIONS, type Rule } from '#domain/cohorts/rules.ts'
import { OPERATORS, valueCount, type Operator } from '#domain/conditions/operators.ts'
import type { NamedVariable } from '#domain/expressions/lookup.ts'
import { printExpression, printInLine } from '#domain/expressions/print-expression.ts'
import { rulesOfExpression } from '#domain/expressions/resolve-expression.ts'
import { arbitraryRules } from '#tests/support/arbitrary-rules.ts'
import { VARIABLES } from '#tests/support/arbitrary-study.ts'
import { EXAMPLE_LOOKUP, lookupIn } from '#tests/support/expression-lookup.ts'

const words = fc.oneof(
  fc.constantFrom('and', 'OR', 'in', 'code', 'number', 'A-B', '22q11.2', 'Yes, definite', 'first-degree', '1', '2'),
  fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).filter((text) => text.trim() !== ''),
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', '"', '\\', '/', '#', ' ', '\n', '(', '1') }),
)

/** The variables of the arbitrary study under other names, with meanings of their values. */
const named = fc
  .uniqueArray(words, {
    minLength: VARIABLES.length,
    maxLength: VARIABLES.length,
    selector: (name) => name.toUpperCase(),
  })
  .chain((names) =>
    fc.tuple(
      ...VARIABLES.map(({ dataType, possibleValues = [] }, place) =>
        fc.tuple(...possibleValues.map(() => fc.oneof(fc.constant(''), words))).map((meanings): NamedVariable => ({
          name: names[place] ?? '',
          dataType,
          codes: possibleValues,
          meanings: Object.fromEntries(possibleValues.map((code, number) => [code, meanings[number] ?? ''])),
        })),
      ),
    ),
  )

/** Some cohorts of the rules have no name, or one that is not theirs alone. */
const cohortNames = fc.dictionary(fc.constantFrom('1', '2', '3'), words)

/** Rules with notes, kept numbers and empty groups, which the proof's generator has not. */
function adorned(rule: Rule<string>, note: string, names: ReadonlyMap<string, string>, cohort: number): Rule<string> {
  if (rule.kind === 'group') {
    const isEmpty = rule.isOff && rule.count === 3
    const rules = isEmpty ? [] : rule.rules.map((child) => adorned(child, note, names, cohort))
    return { ...rule, rules, note: rule.count === 2 ? note : '' }
  }
  if (rule.kind === 'condition')
    return { ...rule, variable: names.get(rule.variable) ?? '', note: rule.isOff ? note : '' }
  return rule.kind === 'cohort' ? { ...rule, cohortId: cohort } : { ...rule, note }
}

const cases = fc
  .record({
    variables: named,
    rules: arbitraryRules(2),
    note: fc.oneof(fc.constant(''), words),
    cohorts: cohortNames,
    cohort: fc.integer({ min: 1, max: 4 }),
    versions: fc.constantFrom([], [0, 1], [0, 2]),
  })
  .map(({ variables, rules, note, cohorts, cohort, versions }) => {
    const names = new Map(VARIABLES.map(({ name }, place) => [name, variables[place]?.name ?? '']))
    const made = adorned(rules, note, names, cohort)
    const together = versions.map((place) => variables[place]?.name ?? '')
    return {
      top: made.kind === 'group' ? made : rules,
      lookup: lookupIn({ variables, cohorts, collections: { bp: 'sz', sz: 'Bipolar' }, versions: [together] }),
    }
  })

test('a printed expression is read as the same rules', () => {
  fc.assert(
    fc.property(cases, ({ top, lookup }) => {
      expect(rulesOfExpression(printExpression(top, lookup), lookup)).toEqual({ top })
      expect(rulesOfExpression(printInLine(top, lookup), lookup)).toEqual({ top })
    }),
    { numRuns: 500 },
  )
})

const TEXTS: readonly (readonly [written: string, canonical: string])[] = [
  ['mood_high_ever=1', 'MOOD_HIGH_EVER = Yes'],
  ['voices_ever is "yes, DEFINITE"', 'VOICES_EVER = "Yes, definite"'],
  ['SEX = Female and (AGE > 25 or MARRIED is answered)', 'SEX = Female and (AGE > 25 or MARRIED answered)'],
  ['SEX = 1 and AGE > 25 or MARRIED answered', '(SEX = Male and AGE > 25) or MARRIED answered'],
  ['not SEX = 1 and ((AGE ≥ 25))', 'not SEX = Male and AGE >= 25'],
  ['not (SEX = 1 and AGE >= 25)', 'not (SEX = Male and AGE >= 25)'],
  ["drug contains '^lith' or drug !~ /a\\/b/", 'DRUG ~ /^lith/i or DRUG !~ /a\\/b/i'],
  ['AGE is between 18 and 65 and SEX in (1, Female)', 'AGE between 18 and 65 and SEX in (Male, Female)'],
  ['birth < 2010-uu-uu', 'BIRTH < 2010-UU-UU'],
  ['SYMPTOMS != 1 and symptoms = 3', 'SYMPTOMS != Sleep and SYMPTOMS = 3'],
  ['SEX is missing or sex = [UNK]'.replace('[UNK]', '"[UNK]"'), 'SEX missing or SEX missing'],
  ['in "high mood" and not in cohort 9', 'in "High mood" and not in "Controls"'],
  ['in cohort 17', 'in cohort 17'],
  ['diagnosis = bipolar', 'diagnosis = bipolar'],
  ['collection in (bp, schizophrenia)', 'collection in (bp, sz)'],
  ['"STUDY" > 3 and study = 3', '"study" > 3 and study = 3'],
  ['family size>=4', 'family size >= 4'],
  ['at least 2 relatives of first degree where (SEX=1)', 'at least 2 first-degree relatives where (SEX = Male)'],
  ['father where ((SEX = 2 or AGE < 9))', 'father where (SEX = Female or AGE < 9)'],
  ['at least 1 mother where (SEX = 2)', 'mother where (SEX = Female)'],
  ['exactly 0 siblings where any of (SEX = 1, AGE < 9)', 'exactly 0 full siblings where (SEX = Male or AGE < 9)'],
  [
    'at least 2 of (SEX=1, AGE<9 and AGE>3, not MARRIED answered)',
    'at least 2 of (SEX = Male, (AGE < 9 and AGE > 3), not MARRIED answered)',
  ],
  ['any version of SEX = Female', 'any version of SEX = Female'],
  ['any of the versions (SEX = 2, SEX_V2 = F)', 'any version of SEX = Female'],
  ['any of the versions (SEX_V2 = F, SEX = 2)', 'any version of SEX_V2 = Female'],
  ['any of the versions (SEX = 2, SEX_V2 = M)', 'any of the versions (SEX = Female, SEX_V2 = Male)'],
  ['(SEX = 1 or AGE < 9) unknown counts as no', '(SEX = Male or AGE < 9) unknown counts as no'],
  ['AGE > 3 and SEX = 1 note "why" off', 'AGE > 3 and SEX = Male off note "why"'],
  ['SEX = code 9', 'SEX = code 9'],
  ['# women\nSEX = 2 # or not\n  and AGE < 9', 'SEX = Female and AGE < 9'],
]

test.each(TEXTS)('%s', (written, canonical) => {
  const resolved = rulesOfExpression(written, EXAMPLE_LOOKUP)
  expect('top' in resolved ? printInLine(resolved.top, EXAMPLE_LOOKUP) : resolved.problems).toBe(canonical)
  expect(rulesOfExpression(canonical, EXAMPLE_LOOKUP)).toEqual(resolved)
})

test('every operator has a text', () => {
  const type: Partial<Record<Operator, string>> = {
    ANYOF: 'SEX',
    REGEX: 'DRUG',
    NREGEX: 'DRUG',
    STARTS: 'DRUG',
    ENDS: 'DRUG',
  }
  for (const operator of OPERATORS) {
    const values = { none: [], one: ['2'], two: ['1', '2'], any: ['1', '2'] }[valueCount(operator)]
    const top = groupOf('all', [
      { ...NO_RULE_OPTIONS, kind: 'condition', variable: type[operator] ?? 'AGE', condition: { operator, values } },
    ])
    expect(rulesOfExpression(printExpression(top, EXAMPLE_LOOKUP), EXAMPLE_LOOKUP)).toEqual({ top })
  }
})

test('long expressions are broken at their brackets', () => {
  const text =
    'MOOD_HIGH_EVER = Yes and (VOICES_EVER = No or at least 2 of (SEX = Male, AGE_ONSET > 20, MARRIED answered))'
  const resolved = rulesOfExpression(text, EXAMPLE_LOOKUP)
  expect('top' in resolved && printExpression(resolved.top, EXAMPLE_LOOKUP)).toBe(
    [
      'MOOD_HIGH_EVER = Yes',
      'and (',
      '  VOICES_EVER = No',
      '  or at least 2 of (SEX = Male, AGE_ONSET > 20, MARRIED answered)',
      ')',
    ].join('\n'),
  )
})
