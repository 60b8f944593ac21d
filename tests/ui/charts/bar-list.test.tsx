import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BarList } from '#ui/charts/bar-list.tsx'

afterEach(cleanup)

test('scales bars of values among themselves, and bars of outcomes too', () => {
  render(
    <BarList
      label="Counts"
      bars={[
        { key: 'a', label: 'A', count: 20 },
        { key: 'b', label: 'B', count: 10 },
        { key: 'unknown', label: '[UNK]', count: 250, outcome: 'unknown' },
        { key: 'none', label: 'No record', count: 1000, outcome: 'noRecord' },
      ]}
      format={String}
      share={() => ''}
    />,
  )
  const widths = screen.getAllByRole('listitem').map((row) => row.querySelector<HTMLElement>('[style]')?.style.width)
  expect(widths).toEqual(['100%', '50%', '25%', '100%'])
})

test('shares of a cohort and of the whole have one scale', () => {
  render(
    <BarList
      label="Compared"
      base={10}
      bars={[
        { key: 'a', label: 'a', count: 2, behind: 0.8 },
        { key: 'b', label: 'b', count: 8, behind: null },
      ]}
      format={String}
      share={(count) => `${count * 10}%`}
    />,
  )
  const rows = within(screen.getByRole('list', { name: 'Compared' })).getAllByRole('listitem')
  const widths = rows.map((row) => [...row.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width))
  expect(widths).toEqual([['25%', '100%'], ['100%']])
  expect(rows.map(({ textContent }) => textContent)).toEqual(['a220%80.0%', 'b880%hidden'])
})
