import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import { variableSearch } from '#contract/variables.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { OPERATORS, type Operator } from '#domain/conditions/operators.ts'
import { acceptedOperators } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { cnpFolder } from '#tests/support/cnp-folder.ts'
import { importedCnp } from '#tests/support/import-cnp.ts'
import { countAnswers, rawLevels, rawTable } from '#tests/support/import-raw-counts.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

interface Case {
  readonly values: readonly string[]
  /** Matching answers in the TSV file. */
  readonly holds: (raw: string) => boolean
}

interface Subject {
  readonly variable: string
  readonly form: string
  readonly column: string
  readonly cases: Partial<Record<Operator, Case>>
}

const code = (raw: string) => raw.replace(/\.0$/, '')
const lower = (raw: string) => raw.trim().toLowerCase()

const number = (holds: (number: number) => boolean, ...values: string[]): Case => ({
  values,
  holds: (raw) => holds(Number(raw)),
})
const text = (holds: (text: string) => boolean, ...values: string[]): Case => ({
  values,
  holds: (raw) => holds(lower(raw)),
})

/** One variable of each data type in the data set, with all its operators. */
const SUBJECTS: Record<string, Subject> = {
  categorical: {
    variable: 'BPRS3',
    form: 'bprs',
    column: 'bprs3',
    cases: {
      EQ: { values: ['2'], holds: (raw) => code(raw) === '2' },
      NEQ: { values: ['1'], holds: (raw) => code(raw) !== '1' },
      ANYOF: { values: ['3', '4', '5'], holds: (raw) => ['3', '4', '5'].includes(code(raw)) },
      VALID: { values: [], holds: (raw) => code(raw) in (rawLevels(cnpFolder(), 'bprs', 'bprs3') ?? {}) },
    },
  },
  dichotomous: {
    variable: 'SRCPATIENT',
    form: 'bprs',
    column: 'srcpatient',
    cases: {
      EQ: { values: ['1'], holds: (raw) => code(raw) === '1' },
      VALID: { values: [], holds: () => true },
    },
  },
  numberrange: {
    variable: 'HOPKINS_DEPRESSION',
    form: 'hopkins',
    column: 'hopkins_depression',
    cases: {
      EQ: number((answer) => answer === 1, '1.0'),
      NEQ: number((answer) => answer !== 1, '1'),
      GT: number((answer) => answer > 1.5, '1.5'),
      LT: number((answer) => answer < 2, '2'),
      GTE: number((answer) => answer >= 2, '2'),
      LTE: number((answer) => answer <= 1.5, '1.5'),
      BETWEEN: number((answer) => answer >= 1.2 && answer <= 2.5, '1.2', '2.5'),
      VALID: number(() => true),
    },
  },
  text: {
    variable: 'SCID_DX2',
    form: 'scid',
    column: 'scid_dx2',
    cases: {
      EQ: text((answer) => answer === '304.20 cocaine dependence', '304.20 COCAINE dependence'),
      REGEX: text((answer) => /abuse|dependence$/.test(answer), 'abuse|dependence$'),
      NREGEX: text((answer) => !answer.includes('remission'), 'Remission'),
      STARTS: text((answer) => answer.startsWith('304.'), '304.'),
      ENDS: text((answer) => answer.endsWith('abuse'), 'Abuse'),
      VALID: text(() => true),
    },
  },
}

describe.skipIf(!process.env['TEST_DATASETS'])('counts on CNP', () => {
  let server: TestServer
  let call: WireCall

  beforeAll(async () => {
    server = await createTestServer({ holding: await importedCnp() })
    call = await server.callAs('admin')
  })

  afterAll(() => server.close())

  type ConstraintFields = Pick<CohortDraft, 'constraint_type' | 'constraint_value' | 'constraint_values'>

  async function matches(variable: string, condition: Condition) {
    const request = {
      parent_id: ROOT_COHORT_ID,
      cohort_type: 'subset' as const,
      variable,
      ...toWire<ConstraintFields>(fieldsOfCondition(condition)),
    }
    const { data, split } = valueOf(await call(cohortPreview, request))
    expect(data.reduce((sum, row) => sum + (row.count ?? 0), 0)).toBe(split?.match)
    return split?.match
  }

  it('covers every data type with answers and every operator of it', async () => {
    const { data } = valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question' }))
    const types = new Set(data.filter((hit) => hit.observations > 0).map((hit) => hit.data_type))
    expect([...types].toSorted()).toEqual(Object.keys(SUBJECTS).toSorted())
    for (const [type, { cases }] of Object.entries(SUBJECTS)) {
      expect([...Object.keys(cases), 'EXISTS'].toSorted()).toEqual([...acceptedOperators(type)].toSorted())
    }
  })

  for (const { variable, form, column, cases } of Object.values(SUBJECTS)) {
    for (const operator of OPERATORS) {
      const one = cases[operator]
      if (!one) continue
      it(`${variable} ${operator} equals the count over the file`, async () => {
        const expected = countAnswers(cnpFolder(), form, column, one.holds)
        expect(expected).toBeGreaterThan(0)
        expect(await matches(variable, { operator, values: one.values })).toBe(expected)
      })
    }

    it(`${variable} EXISTS equals the number of rows of the form`, async () => {
      expect(await matches(variable, { operator: 'EXISTS', values: [] })).toBe(rawTable(cnpFolder(), form).rows.length)
    })
  }
})
