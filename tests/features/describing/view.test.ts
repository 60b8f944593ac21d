import { expect, test } from 'vitest'
import { viewIn, withView, type View } from '#features/describing/view.ts'

const CHOSEN: View = {
  average: 'median',
  order: 'difference',
  digits: '2',
  hasMissing: false,
  isYesOnly: true,
  hasCodes: true,
  hasIntervals: true,
  hasP: true,
  isOneOfEachFamily: true,
  hasDiagnosis: true,
}

test('a link shows the table with the same options, and names no default', () => {
  const link = withView(new URLSearchParams('cohorts=1,2&set=3'), CHOSEN)
  expect(viewIn(new URLSearchParams(link.toString()))).toEqual(CHOSEN)
  const usual = withView(link, viewIn(new URLSearchParams()))
  expect(usual.toString()).toBe(new URLSearchParams('cohorts=1,2&set=3').toString())
})

test('a parameter with an unknown choice is the default', () => {
  expect(viewIn(new URLSearchParams('numbers=mode&decimals=9&order=&p=no'))).toEqual(viewIn(new URLSearchParams()))
})
