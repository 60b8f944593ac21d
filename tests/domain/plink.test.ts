import { expect, test } from 'vitest'
import { plinkTrait } from '#domain/plink.ts'

const codes = (...pairs: [string, string][]) => pairs.map(([code, meaning]) => ({ code, meaning }))

test('maps two codes to case and control only if their labels identify them', () => {
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

test('rejects categories whose names collide', () => {
  expect(plinkTrait({ dataType: 'categorical', codes: codes(['x y', ''], ['x_y', ''], ['z', '']) })).toBeNull()
})

test('maps numbers to quantitative traits and flags to cases, and rejects texts, dates and identifiers', () => {
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
