import { expect, test } from 'vitest'
import { stemOf } from '#server/modules/catalog/search/stem.ts'

/** Examples of Porter's article. */
const STEMS = {
  caresses: 'caress',
  ponies: 'poni',
  cats: 'cat',
  feed: 'feed',
  agreed: 'agre',
  plastered: 'plaster',
  motoring: 'motor',
  sing: 'sing',
  conflated: 'conflat',
  troubled: 'troubl',
  hopping: 'hop',
  falling: 'fall',
  hissing: 'hiss',
  filing: 'file',
  happy: 'happi',
  sky: 'sky',
  relational: 'relat',
  conditional: 'condit',
  decisiveness: 'decis',
  hopefulness: 'hope',
  triplicate: 'triplic',
  electrical: 'electr',
  goodness: 'good',
  revival: 'reviv',
  adjustable: 'adjust',
  replacement: 'replac',
  adoption: 'adopt',
  effective: 'effect',
  probate: 'probat',
  rate: 'rate',
  cease: 'ceas',
  controlling: 'control',
  roll: 'roll',
} as const

test('words have the stems of Porter’s algorithm', () => {
  expect(Object.keys(STEMS).map((word) => [word, stemOf(word)])).toEqual(Object.entries(STEMS))
})

test.each([
  ['hallucinations', 'hallucinate'],
  ['depression', 'depressive'],
  ['anaemia', 'anemia'],
  ['diarrhoea', 'diarrhea'],
  ['hospitalised', 'hospitalization'],
  ['behaviour', 'behaviors'],
])('%s and %s have the same stem', (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other))
})

test('short words, numbers and words of other scripts are unchanged', () => {
  expect(['is', 'phq9', 'größe', 'сон'].map(stemOf)).toEqual(['is', 'phq9', 'größe', 'сон'])
})
