import { expect, test } from 'vitest'
import { DATA_TYPES, dataTypeWord, descriptorOf, isCoded, isPersonal } from '#domain/data-types.ts'

test('labels each data type differently and shows an unknown one unchanged', () => {
  expect(DATA_TYPES.map(dataTypeWord)).toEqual([
    'category',
    'flag',
    'categories',
    'number',
    'date',
    'partial date',
    'identifier',
    'text',
    'no type',
  ])
  expect(['spectrogram', 'toString', ''].map(dataTypeWord)).toEqual(['spectrogram', 'toString', 'no type'])
})

test('returns no descriptor of an unknown data type', () => {
  expect([descriptorOf('spectrogram'), isCoded('spectrogram'), isPersonal('spectrogram')]).toEqual([null, false, false])
})

test('classifies texts, identifiers and dates as personal', () => {
  expect(DATA_TYPES.filter(isPersonal)).toEqual(['date', 'fuzzydate', 'identifier', 'text', 'null'])
})
