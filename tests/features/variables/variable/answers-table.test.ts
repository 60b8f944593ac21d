import { describe, expect, it } from 'vitest'
import { Variable } from '#contract/shapes/shapes.ts'
import { answerRows } from '#features/variables/variable/answers-table.tsx'
import { entityOf } from '#tests/support/entity-of.ts'

function variable(dataType: string, possibleValues: string[], topAnswers: [string | null, number][]) {
  return entityOf(Variable, { variableName: 'X', dataType, possibleValues, topAnswers })
}

describe('answers counted in several cohorts', () => {
  it('follow the order of the codes, with 0 for absent answers', () => {
    const all = variable(
      'categorical',
      ['0', '1', '2'],
      [
        ['1', 20],
        ['0', 5],
      ],
    )
    const some = variable('categorical', ['0', '1', '2'], [['2', 3]])
    expect(answerRows(all, [all, some])).toEqual([
      { value: '0', counts: [5, 0] },
      { value: '1', counts: [20, 0] },
      { value: '2', counts: [0, 3] },
    ])
  })

  it('shows no 0 for a value that a list of ten may omit', () => {
    const ten = variable(
      'numberrange',
      [],
      Array.from({ length: 10 }, (_, index) => [String(index), 10 - index]),
    )
    const one = variable('numberrange', [], [['99', 1]])
    expect(answerRows(ten, [ten, one]).at(-1)).toEqual({ value: '99', counts: [null, 1] })
    expect(answerRows(ten, [ten, one])[0]).toEqual({ value: '0', counts: [10, 0] })
  })
})
