import { expect, test } from 'vitest'
import { plinkTrait } from '#domain/plink.ts'

const codes = (...pairs: [string, string][]) => pairs.map(([code, meaning]) => ({ code, meaning }))

test('two codes become case and control only where their meanings say which is which', () => {
  const noYes = { kind: 'case-control', control: '0', affected: '1' }
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['0', 'No'], ['1', 'Yes, ever']) })).toEqual(noYes)
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['1', 'Yes'], ['5', 'No']) })).toMatchObject({
    control: '5',
    affected: '1',
  })
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['1', 'Male'], ['2', 'Female']) })).toEqual({
    kind: 'categories',
  })
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['0', 'No'], ['1', 'Yes'], ['2', 'Unsure']) })).toEqual({
    kind: 'categories',
  })
})

test('categories of which two would have one name are no trait', () => {
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['x y', ''], ['x_y', ''], ['z', '']) })).toBeNull()
})

test('numbers are quantitative, flags have cases, and what names or describes one person is no trait', () => {
  expect(plinkTrait({ dataType: 'numberrange', codes: [] })).toEqual({ kind: 'quantitative' })
  expect(plinkTrait({ dataType: 'dichotomous', codes: codes(['1', 'Yes']) })).toEqual({
    kind: 'case-control',
    control: null,
    affected: '1',
  })
  for (const dataType of ['text', 'date', 'fuzzydate', 'identifier', 'multicategory', 'null']) {
    expect(plinkTrait({ dataType, codes: codes(['1', 'Yes']) })).toBeNull()
  }
})
