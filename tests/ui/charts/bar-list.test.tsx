import { cleanup, render, screen } from '@testing-library/react'
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
