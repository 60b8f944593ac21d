// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { PLAIN_STEP, stepsOfRules } from '#contract/shapes/cohort-flow.ts'
import { svgOf } from '#domain/pictures/svg-document.ts'
import { flowPicture } from '#entities/cohorts/pictures/flow-view.tsx'

const PARENT = { ...PLAIN_STEP, key: '1', name: 'All', words: '', count: 1_313 }
const RULES = [{ words: 'A<B', split: { match: 8, noMatch: 5, unknown: 0, noRecord: 1_300 } }]
const STEPS = [PARENT, ...stepsOfRules(RULES, '2')]

test('a flow in a file is a complete SVG without style sheets, with the numbers of its table', () => {
  const { title, draw, table } = flowPicture('Adults', STEPS)
  const text = svgOf(draw(), title)
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(svg.querySelector('parsererror')).toBeNull()
  const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts).toEqual(expect.arrayContaining(['A<B', 'n = 8', 'n = 1,305', '5', '0', '1,300']))
  expect(table).toEqual([
    ['Step', 'Individuals', 'Excluded', 'No match', 'Unknown', 'No record'],
    ['All', '1,313', '', '', '', ''],
    ['Rule 1 of 1: A<B', '8', '1,305', '5', '0', '1,300'],
  ])
  expect(text).not.toMatch(/var\(|class=|undefined/)
})
