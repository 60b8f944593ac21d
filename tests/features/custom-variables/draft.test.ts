import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { Variable } from '#contract/shapes/shapes.ts'
import { cellCountsRequest, readCellCounts, cellKey } from '#features/custom-variables/combine/cell-counts.ts'
import {
  addSource,
  addValue,
  assignCells,
  changeValue,
  haveYes,
  moveValue,
  nextSource,
  removeSource,
  removeValue,
  valuePerAnswer,
  withoutCriterion,
  yesIfAny,
} from '#features/custom-variables/draft-edits.ts'
import { constructRequest, previewRequest } from '#features/custom-variables/draft-request.ts'
import {
  draftOfConstruct,
  criteriaOf,
  emptyCustomVariable,
  UNKNOWN_KEY,
  type CustomVariableDraft,
  addCriterion,
  addGroup,
  replaceCriterion,
} from '#features/custom-variables/draft.ts'
import { crossRows } from '#features/custom-variables/result/cross-table.tsx'
import { findingsOf } from '#features/custom-variables/result/findings.tsx'
import { requirementsOf } from '#features/custom-variables/save-requirements.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const variable = (name: string, dataType: string, codes: string[] = [], meanings: Record<string, string> = {}) =>
  entityOf(Variable, { variableName: name, dataType, possibleValues: codes, valueMapping: meanings })
const AGE = variable('AGE', 'numberrange')
const SEX = variable('SEX', 'categorical', ['1', '2'], { 1: 'Male', 2: 'Female' })
const SMOKES = variable('SMOKES', 'dichotomous', ['1'])
const typeOf = (name: string) => [AGE, SEX, SMOKES].find((one) => one.variableName === name)?.dataType
const wordsOf = (draft: CustomVariableDraft, openCells = 0) =>
  requirementsOf(draft, typeOf, openCells).map(({ words }) => words)

function keysOf(draft: CustomVariableDraft): [string, string] {
  const [first = '', second = ''] = draft.values.map(({ key }) => key)
  return [first, second]
}

/** A draft with these values, all but the last with a condition. */
function filled(kind: 'downcode' | 'multiple', names: readonly string[]): CustomVariableDraft {
  let draft = emptyCustomVariable(kind, ['AGE'])
  while (draft.values.length < names.length) draft = addValue(draft)
  for (const [place, { key, ...value }] of draft.values.entries()) {
    const [criterion] = criteriaOf(value)
    if (!criterion) continue
    const condition = place === names.length - 1 ? null : ({ operator: 'LT', values: [String(place)] } as const)
    const next = replaceCriterion({ key, ...value }, { ...criterion, condition })
    draft = changeValue(draft, key, { ...next, name: names[place] ?? '' })
  }
  return { ...draft, name: 'AGE_IN_TWO' }
}

describe('values and conditions', () => {
  it('keeps at least two values, and at least one row in each definition', () => {
    const draft = filled('multiple', ['a', 'b'])
    const [first] = keysOf(draft)
    expect(removeValue(draft, first)).toBe(draft)
    expect(removeValue(addValue(draft), first).values).toHaveLength(2)
    const [value] = draft.values
    if (!value) throw new Error('There is no value.')
    const [only] = criteriaOf(value)
    const blank = withoutCriterion(value, only?.key ?? '')
    expect(criteriaOf(blank)).toMatchObject([{ variableName: 'AGE', condition: null }])
    expect(withoutCriterion(blank, criteriaOf(blank)[0]?.key ?? '')).toBe(blank)
    const two = addCriterion(addGroup(value, 'AGE'), 'AGE', null)
    expect(criteriaOf(two)).toHaveLength(4)
    const less = criteriaOf(two)
      .slice(1, 3)
      .reduce((left, { key }) => withoutCriterion(left, key), two)
    expect(less.parts).toHaveLength(2)
  })

  it('removes a source together with its conditions and keeps an empty row', () => {
    const two = addSource(filled('multiple', ['a', 'b']), 'SEX')
    const without = removeSource(two, 'AGE')
    expect(without.sources).toEqual(['SEX'])
    expect(without.values.map((value) => criteriaOf(value).map(({ variableName }) => variableName))).toEqual([
      ['SEX'],
      ['SEX'],
    ])
  })

  it('moves a value within the list', () => {
    const draft = filled('multiple', ['a', 'b', 'c'])
    const [first] = keysOf(draft)
    expect(moveValue(draft, first, 2).values.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
    expect(moveValue(draft, first, -1)).toBe(draft)
  })

  it('creates one value per answer, named by its label', () => {
    const draft = valuePerAnswer(emptyCustomVariable('downcode', ['SEX']), SEX)
    expect(draft.values.map(({ name }) => name)).toEqual(['male', 'female'])
    expect(wordsOf({ ...draft, name: 'SEX_AGAIN' })).toEqual([])
  })
})

describe('requirements before Save (spec section 4)', () => {
  it('names each requirement and the field that fixes it', () => {
    expect(requirementsOf(emptyCustomVariable('downcode', []), typeOf, 0)).toMatchObject([
      { field: 'sources', words: 'Choose a variable.' },
      { words: 'Name value 1.' },
      { words: 'Name value 2.' },
      { field: 'default', words: 'Choose the default: the value of everyone else.' },
      { field: 'name', words: 'Name the variable.' },
    ])
    expect(wordsOf(emptyCustomVariable('merge', []))).toContain('Choose two variables.')
    expect(wordsOf(emptyCustomVariable('merge', ['SEX']))).toContain('Choose one more variable.')
  })

  it('reports a source whose data type the kind excludes', () => {
    const downcode = requirementsOf(emptyCustomVariable('downcode', ['SMOKES']), typeOf, 0)
    expect(downcode[0]).toEqual({
      field: 'sources',
      words: 'SMOKES is dichotomous: a downcode takes every variable but a dichotomous one.',
    })
    expect(wordsOf(emptyCustomVariable('merge', ['SEX', 'AGE']))).toContain(
      'AGE is numberrange: two variables are combined only where both are categorical or dichotomous.',
    )
    expect(wordsOf(emptyCustomVariable('multiple', ['AGE', 'SMOKES'])).join()).not.toContain(' is ')
  })

  it('reports values that are duplicate, incomplete or without a condition, and a short name', () => {
    const draft = filled('downcode', ['a', 'a'])
    expect(wordsOf({ ...draft, name: 'ab' })).toEqual([
      'Another value is named a: rename one.',
      'Give a a condition.',
      'Choose the default: the value of everyone else.',
      'Variable name is not long enough; minimum 3 characters',
    ])
    const [first] = keysOf(draft)
    const [value] = draft.values
    const half = value ? changeValue(draft, first, addCriterion(value, 'AGE', null)) : draft
    expect(wordsOf(half)).toContain('Complete the conditions of a.')
  })

  it('requires a default for a downcode only, and no condition for the default and [UNK]', () => {
    const draft = filled('downcode', ['a', 'b'])
    const [, second] = keysOf(draft)
    expect(wordsOf({ ...draft, defaultKey: second })).toEqual([])
    expect(wordsOf({ ...draft, defaultKey: UNKNOWN_KEY })).toEqual(['Give b a condition.'])
    expect(wordsOf({ ...filled('multiple', ['a', 'b', 'c']), defaultKey: null })).toEqual(['Give c a condition.'])
  })

  it('ignores empty values after two others, and saves none of them', () => {
    const draft = addValue(addValue(filled('multiple', ['a', 'b'])))
    expect(wordsOf(draft)).toEqual(['Give b a condition.'])
    expect(constructRequest(draft).values.map(({ name }) => name)).toEqual(['a', 'b'])
    // The default, and a value with a description, are not empty.
    const last = draft.values[3]?.key ?? ''
    expect(wordsOf({ ...draft, defaultKey: last })).toContain('Name value 4.')
    expect(wordsOf(changeValue(draft, last, { description: 'Later' }))).toContain('Name value 4.')
  })

  it('requires a value for each combination and a combination for each value', () => {
    const draft = { ...emptyCustomVariable('merge', ['SEX', 'SMOKES']), name: 'BOTH' }
    const [first, second] = keysOf(draft)
    const named = changeValue(changeValue(draft, first, { name: 'a' }), second, { name: 'b' })
    expect(wordsOf(named, 5)).toEqual([
      'Give a combination the value a.',
      'Give a combination the value b.',
      'Assign every combination: 5 are open.',
    ])
    const painted = assignCells(assignCells(named, ['["1","1"]'], first), ['["2","1"]'], second)
    expect(wordsOf(painted, 1)).toEqual(['Assign every combination: 1 is open.'])
  })
})

describe('requests and stored definitions', () => {
  it('identifies values by key in the preview and matches incomplete values to no individual', () => {
    const draft = filled('multiple', ['a', 'b'])
    const [first, second] = keysOf(draft)
    const request = previewRequest(draft, new Set([second]))
    expect(request.values).toMatchObject([
      { name: `value_${first}`, definition: { constraints: [{ constraintType: 'LT', constraintValue: '0' }] } },
      { name: `value_${second}`, definition: { constraints: [] } },
    ])
    const renamed = changeValue(draft, first, { name: 'other', description: 'x' })
    expect(previewRequest(renamed, new Set([second]))).toEqual(request)
  })

  it('restores a draft from its saved definition', () => {
    const groups = fc.array(fc.constantFrom('AND', 'OR', 'row'), { maxLength: 4 })
    fc.assert(
      fc.property(groups, (parts) => {
        const draft = filled('multiple', ['a', 'b', 'c'])
        const [first] = keysOf(draft)
        const [value] = draft.values
        if (!value) return
        const grown = parts.reduce(
          (before, part) => (part === 'row' ? addCriterion(before, 'SEX', null) : addGroup(before, 'SEX')),
          value,
        )
        const whole = criteriaOf(grown).reduce(
          (before, one) =>
            one.condition ? before : replaceCriterion(before, { ...one, condition: { operator: 'EQ', values: ['1'] } }),
          grown,
        )
        const request = constructRequest(changeValue(draft, first, whole))
        const again = draftOfConstruct('multiple', entityOf(ConstructDraft, request), [AGE, SEX])
        expect(again && constructRequest(again)).toEqual(request)
      }),
    )
  })

  it('restores a combine table with its [UNK] combinations', () => {
    const draft = emptyCustomVariable('merge', ['SEX', 'SMOKES'])
    const [first, second] = keysOf(draft)
    const named = changeValue(changeValue(draft, first, { name: 'a' }), second, { name: 'b' })
    const painted = assignCells(assignCells(named, ['["1","1"]', '["2","1"]'], first), ['["[UNK]","1"]'], second)
    const assigned = assignCells(painted, ['["1","[UNK]"]', '["2","[UNK]"]'], UNKNOWN_KEY)
    const request = constructRequest(assigned)
    expect(request.defaultValue).toBe('[UNK]')
    const again = draftOfConstruct('merge', entityOf(ConstructDraft, request), [SEX, SMOKES])
    expect(again && constructRequest(again)).toEqual(request)
    expect(Object.values(again?.cells ?? {}).filter((key) => key === UNKNOWN_KEY)).toHaveLength(2)
  })
})

describe('results of the preview', () => {
  it('assigns counts to combinations and sums the individuals without a combination', () => {
    expect(cellCountsRequest(SMOKES, SEX).values).toMatchObject([{ name: 'v0' }, { name: 'nobody' }])
    const data: [string | null, string | null, number | null][] = [
      ['v0', '2', 5],
      ['v0', null, 1],
      [null, '[UNK]', 2],
      [null, null, 3],
      ['[UNK]', '1', 4],
      ['v0', '7', 6],
      ['v1', '1', null],
    ]
    const { byCell, elsewhere } = readCellCounts({ variableName: 'SEX', data }, SEX, SEX)
    const countAt = (first: string, second: string) => byCell.get(cellKey({ first, second }))
    expect([countAt('1', '2'), countAt('1', '[UNK]'), countAt('[UNK]', '[UNK]'), countAt('2', '1'), elsewhere]).toEqual(
      [5, 1, 5, null, 10],
    )
  })

  it('cross-tabulates values by answers, missing answers last', () => {
    expect(
      crossRows(
        [
          ['[UNK]', '1', 4],
          ['a', null, 3],
          ['b', '2', null],
          [null, null, 9],
        ],
        ['b', 'a'],
      ),
    ).toEqual({
      columns: ['1', '2', null],
      rows: [
        { value: 'b', counts: [0, null, 0] },
        { value: 'a', counts: [0, 0, 3] },
        { value: '[UNK]', counts: [4, 0, 0] },
        { value: null, counts: [0, 0, 9] },
      ],
    })
  })

  it('finds overlapping values and values without individuals', () => {
    const value = (name: string, count: number, also: number) => ({ name, count, alsoMatched: also })
    const found = findingsOf(
      {
        values: [value('a', 3, 0), value('b', 0, 2), value('c', 0, 0), value('d', 0, 0), value('e', 0, 0)],
        overlaps: [{ value: 'b', takenBy: 'a', count: 2 }],
        default: 4,
        score: null,
        unknown: 0,
        noRecord: 0,
        noAnswer: 0,
        partlyMissing: null,
        split: null,
        cross: null,
        leftOut: [],
      },
      (name) => name !== 'd',
      'e',
    )
    expect(found).toEqual({
      overlaps: [{ value: 'b', takenBy: 'a', count: 2 }],
      dead: [
        { value: 'b', isTaken: true },
        { value: 'c', isTaken: false },
      ],
    })
  })
})

describe('many variables', () => {
  const meanings = { 0: 'No', 1: 'Yes, at some time' }
  const LOW = variable('LOW', 'categorical', ['0', '1'], meanings)
  const HIGH = variable('HIGH', 'categorical', ['no', 'yes'])
  const draft = addSource(addSource(emptyCustomVariable('multiple', []), 'LOW'), 'HIGH')

  it('is yes if any source is yes, no if all are no, and unknown otherwise', () => {
    const { values, defaultKey } = yesIfAny(draft, [LOW, HIGH])
    const words = values.map(({ name, relationship, parts }) => [
      name,
      relationship,
      criteriaOf({ parts }).map(({ variableName, condition }) => `${variableName} ${condition?.values.join() ?? ''}`),
    ])
    expect(words).toEqual([
      ['yes', 'OR', ['LOW 1', 'HIGH yes']],
      ['no', 'AND', ['LOW 0', 'HIGH no']],
    ])
    expect(defaultKey).toBe(UNKNOWN_KEY)
  })

  it('offers it where each source has a yes', () => {
    expect([haveYes([LOW, HIGH]), haveYes([LOW, SEX]), haveYes([])]).toEqual([true, false, false])
  })

  it('begins the next condition with the next source', () => {
    const [value] = draft.values
    if (value === undefined) throw new Error('The draft has no value.')
    expect(nextSource(value, ['LOW', 'HIGH'])).toBe('HIGH')
    expect(nextSource(addCriterion(value, 'HIGH', null), ['LOW', 'HIGH'])).toBe('LOW')
  })
})
