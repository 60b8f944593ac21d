import { describe, expect, it } from 'vitest'
import { completeVariableQuery, readVariableQuery } from '#domain/search/variable-query.ts'

describe('completions', () => {
  const values = { form: ['DIGS 4.0', 'LDI 3.1'], section: ['Mood'], cohort: ['High mood', 'Adults'] }

  it.each([
    ['mood type:nu', ['mood type:number ']],
    ['form:l', ['form:"LDI 3.1" ']],
    ['section:', ['section:Mood ']],
    ['mood collection:b', ['mood collection:bp ', 'mood collection:bf ']],
    ['cohort:"hi', ['cohort:"High mood" ']],
    ['type:number', []],
    ['type:number mood', []],
    ['type:number form:l', ['type:number form:"LDI 3.1" ']],
    ['form:"LDI 3.1" section:m', ['form:"LDI 3.1" section:Mood ']],
    ['mood', []],
  ])('of %j', (text, completed) => {
    expect(completeVariableQuery(text, values)).toEqual(completed)
  })

  it('are queries without problems', () => {
    for (const text of completeVariableQuery('type:', values)) expect(readVariableQuery(text).problems).toEqual([])
  })
})
