import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { OPERATORS } from '#domain/conditions/operators.ts'
import { COHORT_NAME_MAX } from '#domain/limits.ts'
import {
  type CohortRequest,
  compoundRequest,
  OPERATION_SENTENCES,
  suggestedCompoundName,
  subsetRequest,
  suggestedName,
  type SubsetDraft,
  StoredCompoundDraft,
  StoredSubsetDraft,
} from '#entities/cohorts/building/cohort-draft.ts'
import { saveCohort } from '#entities/cohorts/building/save-cohorts.ts'
import { StoredPedigreeDraft } from '#features/pedigrees/pedigree-draft.ts'
import {
  emptyPedigreeDraft,
  pedigreeDraftWords,
  pedigreeRequest,
  suggestedPedigreeName,
  wholeNumberProblem,
  type PedigreeDraft,
} from '#features/pedigrees/pedigree-draft.ts'
import { madeVariable } from '#tests/support/made-variable.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeAll(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterAll(() => server.close())

const Cohorts = v.object({ cohorts: v.array(v.looseObject({})) })
const NAMING = { name: '', description: '' }
let saved = 0

async function save(request: CohortRequest | null): Promise<number> {
  if (request === null) throw new Error('The draft is incomplete.')
  saved += 1
  const result = await saveCohort(client, request, { name: `Cohort ${saved}`, description: '' }, undefined)
  if (!result.ok) throw new Error(result.message)
  return result.value
}

/** The definition that the server keeps of a draft. */
async function savedDefinition(request: CohortRequest | null) {
  const { cohorts } = v.parse(Cohorts, await client.readWire(`/cohort/info?cohortid=${await save(request)}`))
  return cohorts[0]
}

describe('subset draft', () => {
  const draft = (condition: Condition | null, variableName: string | null = 'AGE'): SubsetDraft => ({
    ...NAMING,
    parentId: 1,
    variableName,
    condition,
  })

  test.each<[Condition, string[]]>([
    [{ operator: 'BETWEEN', values: ['18', '65'] }, ['18', '65']],
    [{ operator: 'GTE', values: ['50'] }, ['50']],
    [{ operator: 'VALID', values: [] }, []],
  ])('saves the condition %j', async (condition, values) => {
    expect(await savedDefinition(subsetRequest(draft(condition), 'numberrange'))).toMatchObject({
      parent_id: 1,
      variable_name: 'AGE',
      constraint_type: condition.operator,
      constraint_values: values,
    })
  })

  test.each<[string, SubsetDraft]>([
    ['no variable', draft({ operator: 'VALID', values: [] }, null)],
    ['no condition', draft(null)],
    ['an empty value', draft({ operator: 'GT', values: [''] })],
    ['a value that is no number', draft({ operator: 'GT', values: ['old'] })],
    ['a range in the wrong order', draft({ operator: 'BETWEEN', values: ['65', '18'] })],
  ])('sends no request with %s', (_case, incomplete) => {
    expect(subsetRequest(incomplete, 'numberrange')).toBeNull()
  })

  test('suggests a name from the labels, or from the codes if the labels are too long', () => {
    const condition: Condition = { operator: 'EQ', values: ['2'] }
    const labelled = (label: string) => ({ dataType: 'categorical', valueMapping: { 2: label } })
    expect(suggestedName('MARITAL', condition, labelled('Divorced'))).toBe('Marital: Divorced')
    expect(suggestedName('MARITAL', condition, labelled('x'.repeat(COHORT_NAME_MAX)))).toBe('Marital: 2')
  })
})

describe('compound cohort draft', () => {
  test.each(SET_OPERATIONS)('saves both parents and the operation %s', async (operation) => {
    const parentId = await save(subsetRequest({ ...NAMING, parentId: 1, ...ADULTS }, 'numberrange'))
    const secondId = await save(subsetRequest({ ...NAMING, parentId: 1, ...OLDER }, 'numberrange'))
    const draft = { ...NAMING, parentId, secondId, operation }
    expect(await savedDefinition(compoundRequest(draft, operation))).toMatchObject({
      parent_id: parentId,
      secondparent_id: secondId,
      constraint_type: operation,
    })
  })

  test('sends no request without a second cohort, with the same cohort twice, or without an operation', () => {
    const draft = { ...NAMING, parentId: 2, secondId: 3, operation: null }
    expect(compoundRequest({ ...draft, secondId: null }, 'UNION')).toBeNull()
    expect(compoundRequest({ ...draft, secondId: 2 }, 'UNION')).toBeNull()
    expect(compoundRequest(draft, null)).toBeNull()
  })

  test('suggests a name within the length limit and describes each operation in a sentence', () => {
    expect(suggestedCompoundName('SUBTRACT', 'Adults', 'Smokers')).toBe('Adults minus Smokers')
    expect(suggestedCompoundName('UNION', 'x'.repeat(40), 'y'.repeat(40)).length).toBeLessThanOrEqual(COHORT_NAME_MAX)
    expect(SET_OPERATIONS.map((operation) => OPERATION_SENTENCES[operation]('A', 'B'))).toEqual([
      'in A, in B or in both',
      'in A but not in B',
      'in both A and B',
    ])
  })
})

describe('pedigree cohort draft', () => {
  const MARITAL = madeVariable('MARITAL', ['1', '2', '3'])
  const SMOKER = madeVariable('SMOKER', ['1'], 'dichotomous')
  const divorced: PedigreeDraft = { ...emptyPedigreeDraft(1, 'MARITAL'), value: '2', count: '2', minimumSize: '3' }

  test('saves a draft without a criterion as all relatives', async () => {
    const relatives = emptyPedigreeDraft(1, null)
    expect(await savedDefinition(pedigreeRequest(relatives, null))).toMatchObject({
      parent_id: 1,
      constraint_type: 'PEDIGREE',
      variable_name: null,
    })
    expect(pedigreeDraftWords(relatives, String)).toBe('All relatives of the parent cohort, in pedigrees of any size')
    expect(suggestedPedigreeName(relatives)).toBe('All relatives')
  })

  test('saves the value, count and minimum size of a categorical criterion', async () => {
    expect(await savedDefinition(pedigreeRequest({ ...divorced, constraint: 'max' }, MARITAL))).toMatchObject({
      constraint_type: 'PEDIGREE',
      variable_name: 'MARITAL',
      constraint_values: ['2'],
      min_pedsize: 3,
      ped_constraint: 'max',
      ped_constraint_count: 2,
    })
    expect(pedigreeDraftWords(divorced, () => 'Divorced')).toBe(
      'Pedigrees of at least 3 members with at least 2 affected: MARITAL Divorced',
    )
    expect(suggestedPedigreeName(divorced)).toBe('Families, at least 2 MARITAL 2')
  })

  test('requires no value for a dichotomous criterion and saves an empty size as any size', async () => {
    const smokers = { ...emptyPedigreeDraft(1, 'SMOKER'), constraint: 'equal' as const, minimumSize: '' }
    expect(await savedDefinition(pedigreeRequest(smokers, SMOKER))).toMatchObject({
      constraint_values: [],
      min_pedsize: 0,
      ped_constraint: 'equal',
      ped_constraint_count: 1,
    })
    expect(pedigreeDraftWords(smokers, String)).toBe('Pedigrees with exactly 1 affected: SMOKER is set')
  })

  test.each<[string, Partial<PedigreeDraft>]>([
    ['no value', { value: null }],
    ['no count', { count: '' }],
    ['a count that is not whole', { count: '1.5' }],
    ['a negative size', { minimumSize: '-1' }],
    ['a size beyond the limit', { minimumSize: '1000000' }],
  ])('sends no request with %s', (_case, change) => {
    expect(pedigreeRequest({ ...divorced, ...change }, MARITAL)).toBeNull()
  })

  test('sends no request while the variable is unknown', () => {
    expect(pedigreeRequest(divorced, null)).toBeNull()
  })

  test.each([
    ['', 'Count is required.'],
    ['-1', 'Count must be a whole number from 0 to 999,999.'],
    ['1000000', 'Count must be a whole number from 0 to 999,999.'],
    ['999999', null],
    ['0', null],
  ])('validates the number %j: %s', (text, problem) => {
    expect(wholeNumberProblem('Count', text)).toBe(problem)
  })
})

describe('drafts in browser storage', () => {
  const naming = { name: fc.string(), description: fc.string(), parentId: fc.integer({ min: 1 }) }
  const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
  const drafts = [
    [
      'subset',
      StoredSubsetDraft,
      fc.record({
        ...naming,
        variableName: nullable(fc.string()),
        condition: nullable(
          fc.record({ operator: fc.constantFrom(...OPERATORS), values: fc.array(fc.string(), { maxLength: 3 }) }),
        ),
      }),
    ],
    [
      'compound',
      StoredCompoundDraft,
      fc.record({
        ...naming,
        secondId: nullable(fc.integer({ min: 1 })),
        operation: nullable(fc.constantFrom(...SET_OPERATIONS)),
      }),
    ],
    [
      'pedigree',
      StoredPedigreeDraft,
      fc.record({
        ...naming,
        hasCriterion: fc.boolean(),
        variableName: nullable(fc.string()),
        value: nullable(fc.string()),
        constraint: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
        count: fc.string(),
        minimumSize: fc.string(),
      }),
    ],
  ] as const

  test.each(drafts)('reads a stored %s draft unchanged', (_kind, schema: v.GenericSchema, arbitrary) => {
    fc.assert(
      fc.property<[object]>(arbitrary, (draft) => {
        expect(v.parse(schema, JSON.parse(JSON.stringify(draft)))).toEqual(draft)
      }),
    )
  })

  test.each(drafts)(
    'rejects a stored %s draft with a field of the wrong type',
    (_kind, schema: v.GenericSchema, arbitrary) => {
      fc.assert(
        fc.property<[object, number]>(arbitrary, fc.nat(), (draft, index) => {
          const fields = Object.keys(draft)
          const broken = { ...draft, [fields[index % fields.length] ?? '']: { unexpected: true } }
          expect(v.is(schema, broken)).toBe(false)
        }),
      )
    },
  )

  test.each([0, -1, 1.5, '1'])('rejects %j as the id of a parent cohort', (parentId) => {
    const draft = { ...NAMING, parentId, variableName: null, condition: null }
    expect(v.is(StoredSubsetDraft, draft)).toBe(false)
  })
})

const ADULTS = { variableName: 'AGE', condition: { operator: 'GT', values: ['18'] } } as const
const OLDER = { variableName: 'AGE', condition: { operator: 'GT', values: ['50'] } } as const
