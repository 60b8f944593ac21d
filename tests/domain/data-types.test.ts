import { expect, test } from 'vitest'
import { DATA_TYPES, dataTypeWord, descriptorOf, isCoded, isPersonal } from '#domain/data-types.ts'

test('each data type has a word of its own; an unknown one is shown as it is', () => {
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

test('nothing is known of an unknown data type', () => {
  expect([descriptorOf('spectrogram'), isCoded('spectrogram'), isPersonal('spectrogram')]).toEqual([null, false, false])
})

test('texts, identifiers and dates are personal', () => {
  expect(DATA_TYPES.filter(isPersonal)).toEqual(['date', 'fuzzydate', 'identifier', 'text', 'null'])
})
