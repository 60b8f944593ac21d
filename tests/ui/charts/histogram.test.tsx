import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Histogram } from '#ui/charts/histogram.tsx'
import { numberShape } from '#ui/charts/histogram-shape.ts'

afterEach(cleanup)

const bins = [
  { from: 18, to: 22, count: 3 },
  { from: 23, to: 27, count: 5 },
  { from: 28, to: 32, count: 0 },
]

test('a histogram has a name, and arrow keys read its bars', async () => {
  const user = userEvent.setup()
  render(<Histogram shape={numberShape('AGE', bins, String, null)} />)
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe('Histogram of AGE, 18 to 32, peak at 23 to 27')
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('18 to 22: 3')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('28 to 32: 0')
  await user.keyboard('{Home}')
  expect(document.activeElement?.getAttribute('data-tooltip')).toBe('18 to 22: 3')
})

test('bars with links have one tab stop', () => {
  render(
    <Histogram
      shape={numberShape('AGE', bins, String, null)}
      link={(place, words, isStop) => (
        <a href={`#${place}`} tabIndex={isStop ? 0 : -1}>
          {words}
        </a>
      )}
    />,
  )
  expect(screen.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
})
