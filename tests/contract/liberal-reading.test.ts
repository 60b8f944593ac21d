import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { cohortInfo, cohortPreview } from '#contract/cohorts.ts'
import { userinfo } from '#contract/session.ts'
import { conditionOfFields, fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { Variable } from '#contract/shapes/shapes.ts'

const cohort = { cohortid: '12', name: 'Adults', rowcount: '1034', collections: '["bp","sz"]' }

describe('responses of other back ends', () => {
  it('accepts lists with or without an envelope, numbers as text, collections as JSON', () => {
    const bare = v.parse(cohortInfo.answer, [cohort])
    expect(v.parse(cohortInfo.answer, { cohorts: [cohort], more: 1 })).toEqual(bare)
    expect(bare.cohorts[0]).toMatchObject({
      cohortid: 12,
      rowcount: 1034,
      collections: ['bp', 'sz'],
      description: '',
      constraint_type: null,
    })
  })

  it('reads an anonymous user as null, and fills in defaults for absent fields', () => {
    expect(v.parse(userinfo.answer, { current_user: null })).toEqual({
      current_user: null,
      disclosure_control: false,
      not_counted: [],
      second_factor: null,
      session: null,
      versions: null,
    })
    expect(v.parse(Variable, { variable_name: 'AGE' })).toMatchObject({
      variable_type: 'variable',
      observations: 0,
      possible_values: [],
      contributors: [],
    })
  })

  it.each([
    [{ username: 'ann', first_name: 'Ann' }, 'ann'],
    [{ first_name: 'Ann', last_name: 'Lee' }, 'Ann Lee'],
    [{ username: null, collections: ['bp'] }, 'User'],
    [{ username: 12 }, '12'],
  ])('the user %j has a display name', (user, username) => {
    expect(v.parse(userinfo.answer, { current_user: user }).current_user).toMatchObject({ username })
  })

  it('keeps unknown data types', () => {
    expect(v.parse(Variable, { variable_name: 'X', data_type: 'spectrogram' }).data_type).toBe('spectrogram')
  })

  it('accepts counts with or without a split, of individuals or of pedigrees', () => {
    expect(v.parse(cohortPreview.answer, { data: [] })).toEqual({
      data: [],
      split: null,
      totals: null,
      undecided: null,
      placeholders: null,
      left_out: [],
    })
    expect(v.parse(cohortPreview.answer, [{ count: 3, value: 1, collection: 'bp' }]).data).toEqual([
      { count: 3, value: '1', collection: 'bp', consent: '', study_id: '', dx_nimh: '', hidden: false },
    ])
    expect(
      v.parse(cohortPreview.answer, { data: [{ pedigree_count: 2, count: 9, affected_count: 4, collection: 'bp' }] })
        .data,
    ).toEqual([{ pedigree_count: 2, count: 9, affected_count: 4, collection: 'bp', hidden: false }])
  })

  it('a condition is unchanged by encoding into the fields of its operator and decoding', () => {
    const conditions = [
      { operator: 'EQ', values: ['1'] },
      { operator: 'BETWEEN', values: ['1', '2'] },
      { operator: 'ANYOF', values: ['a'] },
      { operator: 'VALID', values: [] },
    ] as const
    for (const condition of conditions) expect(conditionOfFields(fieldsOfCondition(condition))).toEqual(condition)
    expect(conditionOfFields({ constraintType: 'SOUNDS_LIKE', constraintValue: 'x' })).toBeNull()
  })
})
