import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aligned } from '#entities/comparing/compared-table.tsx'
import { PairedBars } from '#features/comparing/paired-bars.tsx'

afterEach(cleanup)

test('each row names the cohorts with their percent and count, and a suppressed count is hidden', () => {
  const rows = aligned([
    new Map([
      ['1', 30],
      ['2', 10],
    ]),
    new Map<string, number | null>([
      ['1', 5],
      ['2', null],
    ]),
  ])
  render(<PairedBars title="Sex" names={['One', 'Other']} rows={rows} wordsOf={(key) => `value ${key}`} base="" />)
  const shown = within(screen.getByRole('region', { name: 'Sex' })).getAllByRole('row')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'value 1One: 75.0%30Other: 100.0%5',
    'value 2One: 25.0%10Other: hidden',
  ])
})

test('a cohort without counts has no column', () => {
  const rows = aligned([new Map([['1', 30]]), new Map<string, number | null>()], { isUnreported: [false, true] })
  const shown = {
    title: 'Sex',
    names: ['One', 'Other'],
    isLeftOut: [false, true],
    wordsOf: String,
    base: 'Other: why.',
  }
  render(<PairedBars {...shown} rows={rows} />)
  const region = within(screen.getByRole('region', { name: 'Sex' }))
  expect(region.getByRole('row').textContent).toBe('1One: 100.0%30')
  expect(region.getByText('Other: why.')).toBeTruthy()
})
