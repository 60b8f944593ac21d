import { describe, expect, it } from 'vitest'
import { Variable } from '#contract/shapes/shapes.ts'
import { changesOf, draftOfVariable, editRequest } from '#features/variables/variable/variable-edit.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const variable = entityOf(Variable, {
  variableName: 'SMOKES',
  question: 'Do you smoke?',
  possibleValues: ['0', '1'],
  valueMapping: { 0: 'No', 1: 'Yes' },
})

describe('editing a variable', () => {
  it('reports no changes of an untouched draft', () => {
    expect(changesOf(variable, draftOfVariable(variable))).toEqual([])
  })

  it('shows and sends changed fields only', () => {
    const draft = {
      ...draftOfVariable(variable),
      question: 'Do you smoke now?',
      values: { 0: 'No', 1: 'Daily' },
      comment: 'Clearer',
    }
    expect(changesOf(variable, draft)).toEqual([
      { field: 'question', before: 'Do you smoke?', after: 'Do you smoke now?' },
      { field: 'meaning of 1', before: 'Yes', after: 'Daily' },
    ])
    expect(editRequest(variable, draft)).toEqual({
      variableName: 'SMOKES',
      question: 'Do you smoke now?',
      values: { 1: 'Daily' },
      comment: 'Clearer',
    })
  })
})
