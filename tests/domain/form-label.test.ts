import { expect, it } from 'vitest'
import { formLabel, shortFormLabel } from '#domain/form-label.ts'
import { formValues } from '#domain/search/variable-query.ts'

it.each([
  ['DIGS', '4.0', 'DIGS 4.0', 'DIGS 4.0'],
  ['Lifetime Diagnostic Interview', '3.1', 'Lifetime Diagnostic Interview 3.1', 'LDI 3.1'],
  ["Women's Cycle and Childbirth Interview", '1', "Women's Cycle and Childbirth Interview 1", 'WCCI 1'],
  ['Visit', '', 'Visit', 'Visit'],
])('labels form %s version %s as "%s", in a table as "%s"', (instrument, version, label, short) => {
  expect(formLabel({ instrument, version })).toBe(label)
  expect(shortFormLabel({ instrument, version })).toBe(short)
})

it('lists the labels of forms once, the short ones last', () => {
  const forms = [
    { instrument: 'Lifetime Diagnostic Interview', version: '3.1' },
    { instrument: 'DIGS', version: '4.0' },
    { instrument: 'DIGS', version: '4.0' },
  ]
  expect(formValues(forms)).toEqual(['DIGS 4.0', 'Lifetime Diagnostic Interview 3.1', 'LDI 3.1'])
})
