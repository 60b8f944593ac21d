import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { drawPyramid, type PyramidShape } from '#ui/charts/pyramid-drawing.ts'
import { Pyramid } from '#ui/charts/pyramid.tsx'

afterEach(cleanup)

const shape: PyramidShape = {
  sides: ['Male', 'Female'],
  bands: [
    { words: '10 to 19', counts: [4, 0] },
    { words: '20 to 29', counts: [null, 8] },
  ],
  format: String,
}

test('bars are in proportion on both sides of the middle; zero and suppressed counts draw nothing', () => {
  const { marks, plot } = drawPyramid(shape, 300, 100)
  const bars = marks.flatMap((mark) => (mark.shape === 'rect' ? mark : []))
  const middle = plot.left + plot.width / 2
  expect(bars.map(({ x, width }) => [x - middle, width])).toEqual([
    [-plot.width / 4, plot.width / 4],
    [0, plot.width / 2],
  ])
  expect(bars[0]?.y).toBeGreaterThan(bars[1]?.y ?? Infinity)
})

test('a pyramid has a name, and arrow keys read its bars from the oldest', async () => {
  const user = userEvent.setup()
  render(<Pyramid title="SEX and AGE" shape={shape} height={100} />)
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe('Pyramid of SEX and AGE, most in Female 20 to 29')
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Male, 20 to 29: hidden')
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Female, 10 to 19: 0')
})

test('hatches the individuals under the cursor of another pane from the middle, in the room of the longest bar', () => {
  const lit = { counts: [2, undefined, undefined, 99], words: '101 also SEX male' }
  const { container } = render(<Pyramid title="SEX and AGE" shape={shape} height={100} lit={lit} />)
  expect(screen.getByText(/101 also SEX male/)).toBeTruthy()
  const parts = [...container.querySelectorAll<HTMLElement>('[data-axis]')]
  expect(parts.map(({ style, dataset }) => [style.width, dataset['fromEnd']])).toEqual([
    ['100%', 'false'],
    ['25%', 'true'],
  ])
})

test.each([4_720, 6.03, 1, 99])('an axis up to %d has 0 and the same labels on both sides', (largest) => {
  const { marks } = drawPyramid({ ...shape, bands: [{ words: 'all', counts: [largest, 0] }] }, 300, 100)
  const labels = marks.flatMap((mark) => (mark.shape === 'text' && /^\d+$/.test(mark.text) ? Number(mark.text) : []))
  expect(labels.length).toBeGreaterThanOrEqual(3)
  expect(labels.length % 2).toBe(1)
  expect(labels.filter((label) => label === 0)).toHaveLength(1)
})
